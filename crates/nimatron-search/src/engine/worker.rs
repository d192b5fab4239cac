//! One thread of a search: principal variation search of one depth. Scores are as seen by the player to move.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use nimatron_rules::{Budget, Convention, Ending, Evaluation, Hints, Player, Ranked};
use web_time::Instant;

use super::Options;
use super::guesses::Guesses;
use super::order::{Candidate, Order, Queue};
use super::results::{Bound, Known, SharedTable};
use crate::search::Stop;

/// The score of an immediate win. A later win is worth one point less for each move.
pub(super) const WON: i32 = 1_000_000;
/// Scores beyond this are proved.
pub(super) const PROVED: i32 = WON - 10_000;
/// The maximum score of a guess.
const GREATEST_GUESS: i32 = PROVED - 1;
/// Greater than every score.
pub(super) const INFINITE: i32 = WON + 1;
/// The maximum length of a line.
pub(super) const LONGEST: usize = 250;
/// The maximum number of urgent moves in the last part of a line, not counting answers to threats.
const URGENT: u32 = 8;
/// A player with at most this number of answers to a threat is searched one move deeper.
const FORCED: usize = 2;
/// Urgent moves with at least this rank, and at most this number of them, are tried at the end of a line, one
/// move later, and so on. Long phalanxes capture and threaten in so many ways that trying all takes thousands
/// of positions.
const TRIED: [(i32, usize); 4] = [(100, 4), (100, 2), (100, 2), (200, 1)];
/// An urgent move hardly gains more than its rank plus this.
const MARGIN: i32 = 120;

/// Whether a score is a proved win or loss.
pub(super) fn is_proved(score: i32) -> bool {
    score.abs() > PROVED
}

/// A position in the middle of a search.
pub(super) struct At<'p, R: Hints> {
    pub(super) position: &'p R::Position,
    pub(super) player: Player,
    /// 0 where it is not needed.
    pub(super) key: u128,
    pub(super) tally: i32,
}

/// What all threads share.
pub(super) struct Shared<'a, R: Hints> {
    pub(super) rules: &'a R,
    pub(super) evaluation: &'a dyn Evaluation<R>,
    pub(super) table: &'a SharedTable,
    pub(super) options: Options,
    pub(super) convention: Convention,
    pub(super) deadline: Option<Instant>,
    pub(super) most_nodes: u64,
    /// Set when all threads are to stop.
    pub(super) stop: AtomicBool,
    /// The positions visited by threads that have reported.
    pub(super) nodes: AtomicU64,
}

/// One thread.
pub(super) struct Worker<'a, R: Hints> {
    pub(super) shared: &'a Shared<'a, R>,
    pub(super) order: &'a mut Order<R>,
    guesses: &'a mut Guesses,
    /// The keys of all positions from the start of the game to the current node.
    pub(super) path: Vec<u128>,
    /// The remaining moves of all nodes above, one list after the other.
    candidates: Vec<Candidate<R::Move>>,
    /// The same at the ends of lines, and moves in the form in which the game lists them.
    moves: Vec<Ranked<R::Move>>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<R::Move>>,
    pub(super) nodes: u64,
    /// The depth of the search at the root.
    pub(super) root_depth: usize,
    budget: &'a Budget,
}

/// The moves that are searched.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    /// All moves.
    All,
    /// Moves that answer a threat: all others lose.
    Answers,
    /// Urgent moves, because the position looks worth no more than this.
    Sharp(i32),
}

/// A window of scores.
pub(super) type Window = (i32, i32);

impl<'a, R: Hints> Worker<'a, R> {
    pub(super) fn new(
        shared: &'a Shared<'a, R>,
        (order, guesses): (&'a mut Order<R>, &'a mut Guesses),
        path: Vec<u128>,
        budget: &'a Budget,
    ) -> Self {
        let lines = vec![Vec::new(); LONGEST + 2];
        let (candidates, moves) = (Vec::with_capacity(4096), Vec::with_capacity(1024));
        Worker { shared, order, guesses, path, candidates, moves, lines, nodes: 0, root_depth: 0, budget }
    }

    /// The score of a position for the player to move: exact inside the window, and otherwise a bound.
    pub(super) fn score(
        &mut self,
        at: &At<'_, R>,
        mut depth: i32,
        (mut alpha, mut beta): Window,
        ply: usize,
        last: Option<usize>,
    ) -> Result<i32, Stop> {
        let Shared { rules, options, convention, .. } = *self.shared;
        self.lines[ply].clear();

        // 1. The end: by the rules, by repetition, or because the line gets too long.
        if let Some(ending) = rules.ending(at.position, at.player, convention) {
            self.count_node()?;
            return Ok(score_of(ending, at.player, ply));
        }
        // A threat that has to be answered.
        self.moves.clear();
        let pressed = !convention.is_misere() && rules.answers(at.position, at.player, &mut self.moves);
        if pressed && self.moves.is_empty() {
            self.count_node()?;
            return Ok(ply as i32 + 1 - WON);
        }
        if pressed && options.extensions && self.moves.len() <= FORCED && ply < 2 * self.root_depth {
            depth += 1;
        }
        if depth <= 0 || ply >= LONGEST {
            self.moves.clear();
            return if options.quiescence {
                self.quiet(at, (alpha, beta), ply, 0)
            } else {
                self.count_node()?;
                Ok(self.guess_within(at, (alpha, beta)))
            };
        }
        self.count_node()?;
        if self.path.iter().rev().skip(1).step_by(2).any(|key| *key == at.key) {
            self.moves.clear();
            return Ok(0);
        }
        // Even the fastest win from here may not be fast enough.
        alpha = alpha.max(ply as i32 - WON);
        beta = beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            self.moves.clear();
            return Ok(alpha);
        }

        // 2. What is known already.
        let is_narrow = beta - alpha == 1;
        let mut hint = None;
        if options.table
            && let Some(known) = self.shared.table.find(at.key)
        {
            let score = from_here(known.score, ply);
            let settled = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if settled && is_narrow && (i32::from(known.depth) >= depth || is_proved(score)) {
                self.moves.clear();
                return Ok(score);
            }
            hint = known.best;
        }

        // 3. Positions that need no search, or only a search of urgent moves.
        let mut which = if pressed { Which::Answers } else { Which::All };
        let guesses = options.futility || options.null_move;
        if guesses
            && !pressed
            && !convention.is_misere()
            && is_narrow
            && !is_proved(alpha)
            && !is_proved(beta)
        {
            let guess = self.guess(at);
            if options.futility && depth <= 4 && guess - 90 * depth >= beta {
                return Ok(guess);
            }
            let passes = options.null_move && depth >= 2 && guess >= beta && last.is_some();
            if passes && rules.passing_is_bad(at.position, at.player) {
                let score = self.after_pass(at, depth, beta, ply, guess)?;
                if score >= beta {
                    return Ok(if is_proved(score) { beta } else { score });
                }
            }
            if options.futility && depth <= 3 && guess + 120 * depth <= alpha {
                which = Which::Sharp(guess);
            }
        }
        let start = self.candidates.len();
        let place = (at.player, ply);
        let (order, candidates) = (&*self.order, &mut self.candidates);
        if which == Which::All && rules.finds_moves_by_number() {
            rules.sharp_moves(at.position, at.player, &mut self.moves);
            order.rank_first((rules, at.position), &mut self.moves, place, last, hint, candidates);
        } else {
            match which {
                Which::All => rules.ranked_moves(at.position, at.player, &mut self.moves),
                Which::Sharp(_) => rules.sharp_moves(at.position, at.player, &mut self.moves),
                // They have already been listed.
                Which::Answers => {}
            }
            let hint = hint.filter(|_| !matches!(which, Which::Sharp(_)));
            order.rank(rules, &mut self.moves, place, last, hint, candidates);
        }
        let steps = self.path.len();
        self.path.push(at.key);
        let result = self.branches(at, depth, (alpha, beta), ply, last, which, start);
        self.path.truncate(steps);
        self.candidates.truncate(start);
        result
    }

    /// The score if the player passes.
    fn after_pass(
        &mut self,
        at: &At<'_, R>,
        depth: i32,
        beta: i32,
        ply: usize,
        guess: i32,
    ) -> Result<i32, Stop> {
        let player = at.player.opponent();
        let key = self.shared.rules.key(at.position, player);
        let passed = At { position: at.position, player, key, tally: at.tally };
        let less = 2 + depth / 4 + ((guess - beta) / 150).min(2);
        self.path.push(at.key);
        let score = self.score(&passed, depth - 1 - less, (-beta, 1 - beta), ply + 1, None);
        self.path.pop();
        Ok(-score?)
    }

    /// Tries the moves, from `start` on.
    #[expect(clippy::too_many_arguments)]
    fn branches(
        &mut self,
        at: &At<'_, R>,
        depth: i32,
        (mut alpha, beta): Window,
        ply: usize,
        last: Option<usize>,
        which: Which,
        start: usize,
    ) -> Result<i32, Stop> {
        let Shared { rules, evaluation, options, .. } = *self.shared;
        let is_narrow = beta - alpha == 1;
        let old_alpha = alpha;
        let mut chosen = None;
        // Skipped moves are assumed to be worth no more than the position looks.
        let mut best = if let Which::Sharp(guess) = which { guess } else { -INFINITE };
        let (mut tried, mut seen) = (0, 0);
        // Quiet moves are listed when all moves that are likely to be better have failed.
        let mut are_listed = which != Which::All || !rules.finds_moves_by_number();
        let mut queue = Queue::new(start, &mut self.candidates);
        loop {
            // 1. The most promising remaining move.
            if queue.is_empty(&self.candidates) {
                if are_listed {
                    break;
                }
                are_listed = true;
                self.moves.clear();
                rules.ranked_moves(at.position, at.player, &mut self.moves);
                self.order.rank_rest(rules, &mut self.moves, at.player, start, &mut self.candidates);
                queue = Queue::new(start + seen, &mut self.candidates);
                continue;
            }
            let Candidate { mv, rank, number } = queue.next(&mut self.candidates);
            seen += 1;
            let is_quiet = rank < Order::<R>::URGENT && which == Which::All;

            // 2. Near the end of a line, quiet moves that come very late are skipped.
            let late = depth <= 3 && tried >= 6 + 8 * (depth * depth) as usize;
            if options.late_pruning && late && is_quiet && is_narrow && best > -PROVED {
                break;
            }
            let after = rules.play(at.position, at.player, &mv);
            let key = rules.key_after(at.key, at.position, at.player, &mv, &after);
            let tally = evaluation.tally_after(rules, at.tally, at.position, at.player, &mv, &after);
            let child = At { position: &after, player: at.player.opponent(), key, tally };
            let name = Some(rules.move_number(&mv));

            // 3. The first move is searched in full; for the others the search first asks only whether they
            //    are better, and late ones are searched less deep.
            let mut score = alpha + 1;
            if tried > 0 {
                let mut less = 0;
                if options.reductions && is_quiet && depth >= 2 && tried >= 3 {
                    less = reduction(depth, tried) + i32::from(is_narrow && tried > 12);
                    less = (less - i32::from(rank > Order::<R>::GOOD)).clamp(0, depth - 1);
                }
                score = -self.score(&child, depth - 1 - less, (-alpha - 1, -alpha), ply + 1, name)?;
                if score > alpha && less > 0 {
                    score = -self.score(&child, depth - 1, (-alpha - 1, -alpha), ply + 1, name)?;
                }
            }
            if tried == 0 || (score > alpha && score < beta) {
                score = -self.score(&child, depth - 1, (-beta, -alpha), ply + 1, name)?;
            }
            tried += 1;
            best = best.max(score);
            if score > alpha {
                alpha = score;
                chosen = Some((mv.clone(), is_quiet, number));
                self.extend_line(ply, mv);
            }
            if score >= beta {
                break;
            }
        }

        // 4. What was learned.
        if let Some((mv, true, _)) = &chosen
            && best >= beta
            && options.history
        {
            let tried = &self.candidates[start..start + seen];
            self.order.learn(rules, mv, tried, (at.player, ply, depth), last);
        }
        if options.table {
            let bound = match best {
                _ if best >= beta => Bound::AtLeast,
                _ if best <= old_alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            let number = chosen.map(|(.., number)| number).filter(|_| !matches!(which, Which::Sharp(_)));
            let known =
                Known { score: from_there(best, ply), depth: depth.clamp(0, 255) as u8, bound, best: number };
            self.shared.table.keep(at.key, known);
        }
        Ok(best)
    }

    /// The score at the end of a line: only urgent moves are searched, and answers where they are needed.
    fn quiet(
        &mut self,
        at: &At<'_, R>,
        (mut alpha, beta): Window,
        ply: usize,
        urgent: u32,
    ) -> Result<i32, Stop> {
        self.count_node()?;
        let Shared { rules, evaluation, convention, .. } = *self.shared;
        self.lines[ply].clear();
        if urgent > 0
            && let Some(ending) = rules.ending(at.position, at.player, convention)
        {
            return Ok(score_of(ending, at.player, ply));
        }
        let start = self.moves.len();
        let pressed = !convention.is_misere() && rules.answers(at.position, at.player, &mut self.moves);
        let mut best = -INFINITE;
        let (least, most) = TRIED[(urgent as usize).min(TRIED.len() - 1)];
        if pressed && self.moves.len() == start {
            return Ok(ply as i32 + 1 - WON);
        }
        if !pressed || ply >= LONGEST || urgent > 2 * URGENT {
            best = self.guess(at);
            // If only a win is enough, as when one has been found, no capture is.
            let out_of_reach = alpha >= GREATEST_GUESS;
            if best >= beta || out_of_reach || ply >= LONGEST || urgent >= URGENT || convention.is_misere() {
                self.moves.truncate(start);
                return Ok(best);
            }
            alpha = alpha.max(best);
            self.moves.truncate(start);
            // Captures that do not gain enough are skipped.
            let enough = least.max(alpha - best - MARGIN + 1);
            rules.sharper_moves(at.position, at.player, enough, &mut self.moves);
        }
        let stand = best;
        let count = self.moves.len() - start;
        for i in 0..count {
            let next = (start + i..start + count)
                .max_by_key(|&at| self.moves[at].rank)
                .expect("some moves are left");
            self.moves.swap(start + i, next);
            let Ranked { mv, rank } = self.moves[start + i].clone();
            // The others gain even less.
            if !pressed && (stand + rank + MARGIN <= alpha || rank < least || i >= most) {
                break;
            }
            let after = rules.play(at.position, at.player, &mv);
            let key = 0;
            let tally = evaluation.tally_after(rules, at.tally, at.position, at.player, &mv, &after);
            let child = At { position: &after, player: at.player.opponent(), key, tally };
            let score = match self.quiet(&child, (-beta, -alpha), ply + 1, urgent + 1) {
                Ok(score) => -score,
                Err(stop) => {
                    self.moves.truncate(start);
                    return Err(stop);
                }
            };
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        Ok(best)
    }

    /// The best line from a ply on is this move and the best line after it.
    pub(super) fn extend_line(&mut self, ply: usize, mv: R::Move) {
        let (here, there) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&there[0]);
    }

    fn guess(&mut self, at: &At<'_, R>) -> i32 {
        let Shared { rules, evaluation, convention, .. } = *self.shared;
        let anew = || evaluation.guess(rules, at.position, at.tally, at.player);
        let guess = if at.key == 0 { anew() } else { self.guesses.of(at.key, anew) };
        let guess = guess.clamp(-GREATEST_GUESS, GREATEST_GUESS);
        if convention.is_misere() { -guess } else { guess }
    }

    /// The guess, or a bound of it if it is outside of the window.
    fn guess_within(&mut self, at: &At<'_, R>, window: Window) -> i32 {
        let Shared { rules, evaluation, convention, .. } = *self.shared;
        let bound = || evaluation.beyond(rules, at.position, at.tally, at.player, window);
        match if convention.is_misere() { None } else { bound() } {
            Some(bound) => bound.clamp(-GREATEST_GUESS, GREATEST_GUESS),
            None => self.guess(at),
        }
    }

    fn count_node(&mut self) -> Result<(), Stop> {
        /// The number of nodes between two checks of the clock.
        const BATCH: u64 = 512;
        self.nodes += 1;
        if self.nodes >= self.shared.most_nodes {
            return Err(Stop::Limit);
        }
        if self.nodes.is_multiple_of(BATCH) {
            self.budget.spend(BATCH)?;
            let late = self.shared.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if late || self.shared.stop.load(Ordering::Relaxed) {
                return Err(Stop::Limit);
            }
        }
        Ok(())
    }
}

/// The reduction of the depth for a late move: the product of the logarithms of the depth and of the number
/// of moves tried, in quarters.
pub(super) fn reduction(depth: i32, tried: usize) -> i32 {
    let log = |n: u32| (4 * n.ilog2() + ((n << 2 >> n.ilog2()) & 3)) as i32;
    // 0.6 + ln(depth) · ln(tried) / 2.2.
    (96 + 35 * log(depth.unsigned_abs().max(1)) * log(tried.max(1) as u32) / 16) / 160
}

fn score_of(ending: Ending, player: Player, ply: usize) -> i32 {
    match ending {
        Ending::Won(winner) if winner == player => WON - ply as i32,
        Ending::Won(_) => ply as i32 - WON,
        Ending::Drawn => 0,
    }
}

/// Converts a score from the table, where wins are counted from their position, to one that is counted from
/// the root.
fn from_here(score: i32, ply: usize) -> i32 {
    if is_proved(score) { score - score.signum() * ply as i32 } else { score }
}

/// Converts a score that is counted from the root to one that is counted from its position.
fn from_there(score: i32, ply: usize) -> i32 {
    if is_proved(score) { score + score.signum() * ply as i32 } else { score }
}
