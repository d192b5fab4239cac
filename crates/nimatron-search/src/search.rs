//! Alpha-beta search of one depth. Scores are as seen by the player to move.

use nimatron_rules::{Convention, Ending, Exhausted, Meter, Player, Rules, Turns, sort_by_key};
use web_time::Instant;

use crate::transpositions::{Bound, Transpositions};
use crate::{Oracle, PlayError};

/// Estimates how good a position is for the player to move.
pub type Evaluation<R> =
    fn(rules: &R, position: &<R as Rules>::Position, player: Player, convention: Convention) -> i32;

/// The score of an immediate win. A later win is worth one point less for each move.
const WON: i32 = 1 << 24;
/// The score of a win by an oracle, which does not say how soon.
const SURELY_WON: i32 = WON - (1 << 16);
/// Scores beyond this are proved.
const PROVED: i32 = WON - (1 << 17);
/// The maximum score of a guess.
const GREATEST_GUESS: i32 = PROVED - 1;
/// Greater than every score.
pub(crate) const INFINITE: i32 = i32::MAX;

/// Whether a score is a proved win or loss.
pub(crate) fn is_proved(score: i32) -> bool {
    score.abs() > PROVED
}

/// Why a search ended too early.
pub(crate) enum Stop {
    /// The limits of the search itself, of nodes or time.
    Limit,
    /// Anything else.
    Error(PlayError),
}

impl From<Exhausted> for Stop {
    fn from(error: Exhausted) -> Self {
        Stop::Error(error.into())
    }
}

impl From<PlayError> for Stop {
    fn from(error: PlayError) -> Self {
        Stop::Error(error)
    }
}

/// A search from one position with iterative deepening.
pub(crate) struct Search<'a, R: Turns> {
    pub(crate) rules: &'a R,
    pub(crate) convention: Convention,
    pub(crate) evaluation: Evaluation<R>,
    pub(crate) table: &'a mut Transpositions<R>,
    pub(crate) oracle: Option<&'a mut dyn Oracle<R>>,
    /// All positions from the start of the game to the current node.
    pub(crate) path: Vec<R::Position>,
    pub(crate) nodes: u64,
    pub(crate) most_nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) meter: Meter,
    /// For each ply, two moves that caused cutoffs there.
    pub(crate) killers: Vec<[Option<R::Move>; 2]>,
    /// Empty vectors for reuse.
    pub(crate) spare: Spare<R>,
}

pub(crate) type Spare<R> = Vec<(Vec<<R as Rules>::Move>, Vec<Branch<R>>)>;

/// A move to try.
pub(crate) struct Branch<R: Rules> {
    /// Smallest first.
    rank: i64,
    mv: R::Move,
    after: R::Position,
}

impl<R: Turns> Search<'_, R> {
    /// The score of a position that was just reached, for `player`, who is to move there: exact between
    /// `alpha` and `beta`, and otherwise a bound.
    pub(crate) fn score(
        &mut self,
        position: &R::Position,
        player: Player,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: u32,
    ) -> Result<i32, Stop> {
        self.count_node()?;

        // 1. The end, by the rules or by repetition.
        if let Some(ending) = self.rules.ending(position, player, self.convention) {
            return Ok(score_of(ending, player, WON - ply as i32));
        }
        if self.path.iter().rev().skip(1).step_by(2).any(|before| before == position) {
            return Ok(0);
        }

        // 2. What is known already.
        let normal = if depth > 0 { Some(self.rules.normal(position)) } else { None };
        let mut hint = None;
        if let Some(entry) = normal.as_ref().and_then(|normal| self.table.find(normal, player)) {
            let score = from_here(entry.score, ply);
            let enough = entry.depth >= depth || is_proved(score);
            let settled = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if enough && settled {
                return Ok(score);
            }
            hint = entry.best.clone();
        }
        if let Some(oracle) = &mut self.oracle
            && let Some(ending) = oracle.ending(position, player, self.convention)?
        {
            return Ok(score_of(ending, player, SURELY_WON - ply as i32));
        }

        // 3. A guess, or a search of the moves.
        let Some(normal) = normal else {
            let guess = (self.evaluation)(self.rules, position, player, self.convention);
            return Ok(guess.clamp(-GREATEST_GUESS, GREATEST_GUESS));
        };
        self.path.push(position.clone());
        let (mut moves, mut branches) = self.spare.pop().unwrap_or_default();
        self.branches(position, player, depth, ply, hint, &mut moves, &mut branches);
        let best = self.best(&branches, player, depth, (alpha, beta), ply);
        if let Ok((score, Some(i))) = best
            && score >= beta
        {
            self.remember_killer(&branches[i].mv, ply);
        }
        let best = best.map(|(score, i)| (score, i.map(|i| branches[i].mv.clone())));
        branches.clear();
        self.spare.push((moves, branches));
        self.path.pop();

        let (score, mv) = best?;
        let bound = match score {
            _ if score >= beta => Bound::AtLeast,
            _ if score <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.keep(normal, player, depth, (bound, from_there(score, ply)), mv);
        Ok(score)
    }

    /// The best score of the branches and its index, if any is better than `alpha`.
    fn best(
        &mut self,
        branches: &[Branch<R>],
        player: Player,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        ply: u32,
    ) -> Result<(i32, Option<usize>), Stop> {
        let (mut best, mut which) = (-INFINITE, None);
        for (i, branch) in branches.iter().enumerate() {
            let score = self.branch(&branch.after, player, depth, (alpha, beta), ply, i == 0)?;
            best = best.max(score);
            if score > alpha {
                (alpha, which) = (score, Some(i));
                if score >= beta {
                    break;
                }
            }
        }
        Ok((best, which))
    }

    /// The score of a move to `after`, for `player`, who makes it. After the first move, the search first
    /// only asks whether the score is better than `alpha`, which is cheaper.
    pub(crate) fn branch(
        &mut self,
        after: &R::Position,
        player: Player,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: u32,
        first: bool,
    ) -> Result<i32, Stop> {
        let opponent = player.opponent();
        if !first {
            let narrow = (-alpha - 1, -alpha);
            let score = -self.score(after, opponent, depth - 1, narrow, ply + 1)?;
            if score <= alpha || score >= beta {
                return Ok(score);
            }
        }
        Ok(-self.score(after, opponent, depth - 1, (-beta, -alpha), ply + 1)?)
    }

    /// The moves in the order in which they are tried: the best move of an earlier search, moves that caused
    /// cutoffs on this ply, and the others, sorted by the number of moves that they leave the opponent.
    #[expect(clippy::too_many_arguments)]
    fn branches(
        &mut self,
        position: &R::Position,
        player: Player,
        depth: u32,
        ply: u32,
        hint: Option<R::Move>,
        moves: &mut Vec<R::Move>,
        branches: &mut Vec<Branch<R>>,
    ) {
        moves.clear();
        self.rules.moves(position, player, moves);
        let killers = self.killers.get(ply as usize);
        for mv in moves.drain(..) {
            let after = self.rules.play(position, player, &mv);
            let rank = if hint.as_ref() == Some(&mv) {
                -2
            } else if killers.is_some_and(|killers| killers.iter().flatten().any(|killer| *killer == mv)) {
                -1
            } else if depth > 1 {
                i64::from(self.rules.mobility(&after, player.opponent()))
            } else {
                0
            };
            branches.push(Branch { rank, mv, after });
        }
        sort_by_key(branches, |branch| branch.rank);
    }

    fn remember_killer(&mut self, mv: &R::Move, ply: u32) {
        let ply = ply as usize;
        if self.killers.len() <= ply {
            self.killers.resize_with(ply + 1, || [None, None]);
        }
        let killers = &mut self.killers[ply];
        if killers[0].as_ref() != Some(mv) {
            killers.swap(0, 1);
            killers[0] = Some(mv.clone());
        }
    }

    fn count_node(&mut self) -> Result<(), Stop> {
        /// The number of nodes between two checks of the clock.
        const BATCH: u64 = 256;
        self.meter.tick()?;
        self.nodes += 1;
        let late = || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if self.nodes > self.most_nodes || (self.nodes.is_multiple_of(BATCH) && late()) {
            return Err(Stop::Limit);
        }
        Ok(())
    }
}

fn score_of(ending: Ending, player: Player, won: i32) -> i32 {
    match ending {
        Ending::Won(winner) if winner == player => won,
        Ending::Won(_) => -won,
        Ending::Drawn => 0,
    }
}

/// Converts a score from the table, where wins are counted from their position, to one that is counted from
/// the root.
fn from_here(score: i32, ply: u32) -> i32 {
    if is_proved(score) { score - score.signum() * ply as i32 } else { score }
}

/// Converts a score that is counted from the root to one that is counted from its position.
fn from_there(score: i32, ply: u32) -> i32 {
    if is_proved(score) { score + score.signum() * ply as i32 } else { score }
}
