//! The engine, the agent `phalanx`: principal variation search for games that no solver reaches, such as
//! Epaminondas.
//!
//! It has a table that its threads share, and knows a game only by its [`Hints`]. Each hint has a default
//! that is correct and merely slower:
//!
//! - `ranked_moves`, `sharp_moves`: captures and similar moves come first, and are searched beyond the
//!   nominal depth; `sharper_moves` lists only those that gain enough.
//! - `move_of_number`: a game that finds a move by its number, and so can tell whether a move of another
//!   position is legal in this one, saves the engine most lists. The engine first tries what was best in an
//!   earlier search, sharp moves, killers and replies, and lists the other moves only when these have failed:
//!   in Epaminondas at one node out of four.
//! - `answers`: a player who has to answer a threat has few moves that do so, and having none means a loss.
//!   So lines in which threat follows threat are searched deep, and the puzzles of the paper take
//!   milliseconds.
//! - `key`, `key_after`: a number of 128 bits for a position, updated by every move. One half chooses the
//!   place in the table, and the other half is compared.
//! - `evaluation`: a guess, part of which (`tally`) is updated by every move. Each thread remembers its last
//!   guesses by keys (`guesses.rs`), because a quarter of the positions come up again. `beyond` may tell
//!   sooner that a guess is outside the window.
//! - `passing_is_bad`: only where that holds may a search let the opponent move twice. In most games here it
//!   does not hold.
//!
//! A win is reported only when it is proved: a move of the loser that the proof depends on is never omitted
//! or searched less deep. Each part of the engine can be switched off (`phalanx:null-move=off`). That is how
//! its worth is measured, and what tests compare with plain minimax.
//!
//! Agents are compiled once, for type-erased games. Only games that are played by search alone, such as
//! Epaminondas, have agents that are compiled for their type ([`TypedPlayers`](crate::TypedPlayers)). This
//! keeps the build short.

mod guesses;
mod options;
mod order;
mod results;
mod roots;
mod worker;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use nimatron_rules::{Budget, Evaluation, Hints};

use guesses::Guesses;
pub use options::Options;
use order::Order;
use results::SharedTable;
use roots::Roots;
use web_time::Instant;
use worker::{At, INFINITE, PROVED, Shared, WON, Worker, is_proved};

use crate::search::Stop;
use crate::{Agent, PlayError, Random, Thinking, Turn};

/// Searches with iterative deepening and plays the best move it found, chosen at random if there are several.
pub struct Engine<'e, R: Hints> {
    thinking: Thinking,
    options: Options,
    threads: NonZeroUsize,
    /// Made when the first game begins, unless it replaces the evaluation of the game.
    evaluation: Option<Box<dyn Evaluation<R> + 'e>>,
    /// The maximum number of bytes of the table.
    memory: usize,
    table: SharedTable,
    /// What each thread remembers about moves and positions.
    memories: Vec<(Order<R>, Guesses)>,
    random: Random,
}

/// What an engine has found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight<M> {
    /// The index of the best move.
    pub chosen: usize,
    /// The score for the player to move: about a hundred per piece.
    pub score: i32,
    /// The number of moves of both players until the game is won, if that is proved; `true` if the player to
    /// move wins.
    pub proved: Option<(bool, u32)>,
    /// The depth of the last finished search.
    pub depth: u32,
    /// The best moves for both players, starting with the chosen one.
    pub line: Vec<M>,
    /// The positions visited.
    pub nodes: u64,
}

/// The default maximum number of bytes of the table, unless the budget has less.
const TABLE: usize = 64 << 20;

impl<'e, R: Hints> Engine<'e, R> {
    /// An engine with these parts and these limits per move.
    #[must_use]
    pub fn new(options: Options, thinking: Thinking) -> Self {
        Engine {
            thinking,
            options,
            threads: NonZeroUsize::MIN,
            evaluation: None,
            memory: TABLE,
            table: SharedTable::new(0),
            memories: Vec::new(),
            random: Random::new(0),
        }
    }

    /// Replaces the evaluation.
    #[must_use]
    pub fn evaluation(mut self, evaluation: Box<dyn Evaluation<R> + 'e>) -> Self {
        self.evaluation = Some(evaluation);
        self
    }

    /// Sets the number of threads. With more than one, the moves depend on how the threads run.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the maximum number of bytes of the table.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// Changes the limits per move. What the engine remembers is kept.
    pub fn set_thinking(&mut self, thinking: Thinking) {
        self.thinking = thinking;
    }

    /// Searches for the best move. `tell` is called after every depth, and when a limit is reached in the
    /// middle of one. The last call has the move that is returned.
    pub fn think(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<Insight<R::Move>, PlayError> {
        // 1. What all threads share.
        let started = Instant::now();
        let threads = self.threads.get().min(budget.thread_limit());
        let evaluation = &**self.evaluation.get_or_insert_with(|| turn.rules.evaluation());
        let bytes = self.memory.min(budget.memory_limit() / 4);
        if self.table.bytes() < bytes / 2 {
            self.table = SharedTable::new(bytes);
        }
        self.table.grow_older();
        self.memories.iter_mut().for_each(|(order, _)| order.grow_older());
        self.memories.resize_with(self.memories.len().max(threads), || (Order::new(), Guesses::new()));
        let shared = Shared {
            rules: turn.rules,
            evaluation,
            table: &self.table,
            options: self.options,
            convention: turn.convention,
            deadline: self.thinking.time.and_then(|time| started.checked_add(time)),
            most_nodes: self.thinking.nodes.unwrap_or(u64::MAX),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let path = keys(turn);
        let mut roots = Roots::new(turn, &mut self.random, self.options.root_reductions);

        // 2. Deeper and deeper; helpers do the same, a little ahead, and share their results in the table.
        let deepest = self.thinking.depth.unwrap_or(Thinking::DEEPEST).min(Thinking::DEEPEST);
        let (first, others) = self.memories.split_first_mut().expect("there is at least one thread");
        std::thread::scope(|scope| {
            for (i, (order, guesses)) in others.iter_mut().take(threads - 1).enumerate() {
                let (shared, path, mut roots) = (&shared, path.clone(), roots.clone().beginning_at(i + 1));
                let help = move || {
                    let mut worker = Worker::new(shared, (order, guesses), path, budget);
                    let ahead = 1 + i as u32 % 2;
                    let _ = deepen(&mut worker, turn, &mut roots, 1 + ahead..=deepest + ahead, &mut |_| {});
                    shared.nodes.fetch_add(worker.nodes, Ordering::Relaxed);
                };
                // If no more threads can be started, fewer threads search.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut worker = Worker::new(&shared, (&mut first.0, &mut first.1), path, budget);
            let found = deepen(&mut worker, turn, &mut roots, 1..=deepest, tell);
            shared.stop.store(true, Ordering::Relaxed);
            found
        })
        .map(|insight| Insight { nodes: insight.nodes + shared.nodes.load(Ordering::Relaxed), ..insight })
    }
}

/// The keys of all positions of the game so far, except the current one.
fn keys<R: Hints>(turn: &Turn<'_, R>) -> Vec<u128> {
    let before = turn.history.len() - 1;
    let player = |i: usize| if (before - i).is_multiple_of(2) { turn.player } else { turn.player.opponent() };
    (0..before).map(|i| turn.rules.key(&turn.history[i], player(i))).collect()
}

/// Searches deeper and deeper, until everything is decided or a limit is reached. The best moves are moved to
/// the front of `roots`.
fn deepen<R: Hints>(
    worker: &mut Worker<'_, R>,
    turn: &Turn<'_, R>,
    roots: &mut Roots,
    depths: std::ops::RangeInclusive<u32>,
    tell: &mut dyn FnMut(&Insight<R::Move>),
) -> Result<Insight<R::Move>, PlayError> {
    let first = roots.order.first().copied().unwrap_or(0);
    let mut insight = Insight {
        chosen: first,
        score: 0,
        proved: None,
        depth: 0,
        line: turn.moves.get(first).cloned().into_iter().collect(),
        nodes: 0,
    };
    for depth in depths {
        // The score is expected to be near the last one; if it is not, the window is opened.
        let mut width = 60;
        let around = worker.shared.options.aspiration && depth >= 4 && !is_proved(insight.score);
        let mut window =
            if around { (insight.score - width, insight.score + width) } else { (-INFINITE, INFINITE) };
        loop {
            let result = at_root(worker, turn, roots, depth, window, &mut insight);
            insight.nodes = worker.nodes;
            match result {
                Ok(score) if score <= window.0 && window.0 > -INFINITE => {
                    width *= 3;
                    window.0 = if width > PROVED / 100 { -INFINITE } else { score.max(-PROVED) - width };
                    window.0 = window.0.max(-INFINITE);
                }
                Ok(score) if score >= window.1 && window.1 < INFINITE => {
                    width *= 3;
                    window.1 =
                        if width > PROVED / 100 || is_proved(score) { INFINITE } else { score + width };
                    window.1 = window.1.min(INFINITE);
                }
                Ok(score) => {
                    insight.score = score;
                    insight.depth = depth;
                    insight.proved = proved(score);
                    tell(&insight);
                    break;
                }
                Err(stop) => {
                    // The best move of an unfinished depth may be better than the last one.
                    tell(&insight);
                    return match stop {
                        Stop::Limit => Ok(insight),
                        Stop::Error(error) => Err(error),
                    };
                }
            }
        }
        // The search ends when a win is proved, or a loss if the search is deep enough to prove it.
        if insight.proved.is_some_and(|(wins, plies)| wins || plies <= depth) {
            break;
        }
    }
    Ok(insight)
}

/// The number of moves until the game is won, according to a score, and whether the player to move wins. If a
/// game is won at the start of the winner's own turn, that turn counts.
fn proved(score: i32) -> Option<(bool, u32)> {
    let (wins, plies) = (score > 0, (WON - score.abs()).unsigned_abs());
    is_proved(score).then(|| (wins, plies + u32::from(wins == plies.is_multiple_of(2))))
}

/// Tries all moves with a window. Returns the score, or a bound if it is outside of the window. A move that
/// is better than all before is noted at once, so that it counts if the search is stopped.
fn at_root<R: Hints>(
    worker: &mut Worker<'_, R>,
    turn: &Turn<'_, R>,
    roots: &mut Roots,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    insight: &mut Insight<R::Move>,
) -> Result<i32, Stop> {
    let Shared { rules, evaluation, .. } = *worker.shared;
    let (position, player) = (turn.position(), turn.player);
    let (key, tally) = (rules.key(position, player), evaluation.tally(rules, position));
    let steps = worker.path.len();
    worker.root_depth = depth as usize;
    let depth = depth as i32;
    if depth > 1 {
        roots.sort(turn, worker.order);
    }
    let mut best = -INFINITE;
    let result = (|| {
        worker.path.push(key);
        for i in 0..roots.order.len() {
            let mv = &turn.moves[roots.order[i]];
            let after = rules.play(position, player, mv);
            let child = At {
                position: &after,
                player: player.opponent(),
                key: rules.key_after(key, position, player, mv, &after),
                tally: evaluation.tally_after(rules, tally, position, player, mv, &after),
            };
            let name = Some(rules.move_number(mv));
            let mut score = alpha + 1;
            if i > 0 {
                let less = roots.reduction(turn, worker.order, i, depth);
                score = -worker.score(&child, depth - 1 - less, (-alpha - 1, -alpha), 1, name)?;
                if score > alpha && less > 0 {
                    score = -worker.score(&child, depth - 1, (-alpha - 1, -alpha), 1, name)?;
                }
            }
            if i == 0 || (score > alpha && score < beta) {
                score = -worker.score(&child, depth - 1, (-beta, -alpha), 1, name)?;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                worker.extend_line(0, mv.clone());
                insight.chosen = roots.order[i];
                insight.line.clone_from(&worker.lines[0]);
                insight.score = score;
                insight.proved = proved(score).filter(|(wins, _)| *wins);
                roots.prefer(i);
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    })();
    worker.path.truncate(steps);
    result
}

impl<R: Hints> Agent<R> for Engine<'_, R> {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.table.clear();
        for (order, guesses) in &mut self.memories {
            order.clear();
            guesses.clear();
        }
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        if turn.moves.len() == 1 { Ok(0) } else { Ok(self.think(turn, budget, &mut |_| {})?.chosen) }
    }

    fn set_thinking(&mut self, thinking: Thinking) {
        self.thinking = thinking;
    }
}

#[cfg(test)]
mod tests {
    use nimatron_games::epaminondas::Epaminondas;
    use nimatron_rules::{Convention, Named, Player, Rules};

    use super::results::{Bound, Known};
    use super::*;
    use crate::seed_of;

    #[test]
    fn a_short_search_uses_little_of_its_table_and_a_game_begins_with_as_little() {
        let (rules, start) = Epaminondas::<3>::open("", "start").unwrap();
        let mut moves = Vec::new();
        rules.moves(&start, Player::Left, &mut moves);
        let history = [start];
        let turn = Turn {
            rules: &rules,
            player: Player::Left,
            convention: Convention::Normal,
            moves: &moves,
            history: &history,
        };
        let few = Thinking { nodes: Some(10_000), ..Thinking::default() };
        let mut engine = Engine::new(Options::ALL, few);
        engine.begin(1);
        engine.think(&turn, &Budget::unlimited(), &mut |_| {}).unwrap();
        assert_eq!((engine.table.bytes(), engine.table.used_bytes()), (TABLE, 1 << 20));
        let known = Known { score: 0, depth: 1, bound: Bound::Exact, best: None };
        for number in 0..100_000 {
            engine.table.keep(u128::from(seed_of(1, number)) << 64 | u128::from(seed_of(2, number)), known);
        }
        assert!(engine.table.used_bytes() > 1 << 20);
        engine.begin(2);
        assert_eq!((engine.table.bytes(), engine.table.used_bytes()), (TABLE, 1 << 20));
    }
}
