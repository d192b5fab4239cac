//! Hints that help an engine play a game well.

use std::sync::Arc;

use crate::{Player, Rules, Turns, hash_of};

/// A move and how urgent it looks: a search tries moves with higher ranks sooner. Quiet moves have rank 0.
/// Moves that change a lot at once, such as captures, have a higher rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// How urgent it looks.
    pub rank: i32,
}

/// Hints that help an engine play a game well. All of them are optional: a search without them is correct,
/// and merely slower or weaker.
pub trait Hints: Turns {
    /// The known strategies for the game.
    fn strategies(&self) -> Vec<Strategy<Self>>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// The heuristics of the game, each with its usual weight.
    fn heuristics(&self) -> Vec<Heuristic<Self>>
    where
        Self: Sized,
    {
        let mobility =
            |rules: &Self, position: &Self::Position, player| f64::from(rules.mobility(position, player));
        vec![Heuristic::new("mobility", "the number of moves that the player has", 1.0, mobility)]
    }

    /// The weighted sum of the heuristics, with one weight for each heuristic of the list, if a game can
    /// compute it faster than by evaluating one after the other. The result must be the same number.
    fn heuristic_sum(&self, _weights: &[f64]) -> Option<Box<dyn HeuristicSum<Self>>>
    where
        Self: Sized,
    {
        None
    }

    /// The best known evaluation.
    fn evaluation(&self) -> Box<dyn Evaluation<Self>>
    where
        Self: Sized,
    {
        Box::new(MobilityDifference)
    }

    /// The features of which the evaluation is a weighted sum, if it can be tuned. Each feature is the
    /// difference between the player, who is to move, and the opponent.
    fn features(&self, _position: &Self::Position, _player: Player) -> Option<Vec<i32>> {
        None
    }

    /// The weights of these features; empty if there are no features.
    fn weights(&self) -> Vec<i32> {
        Vec::new()
    }

    /// The evaluation with other weights, one for each feature; `None` if it can't be tuned.
    fn weighted(&self, _weights: &[i32]) -> Option<Box<dyn Evaluation<Self>>>
    where
        Self: Sized,
    {
        None
    }

    /// A random legal move, each equally likely, or `None` if there is none. `below(n)` returns a random
    /// number below `n`.
    fn any_move(
        &self,
        position: &Self::Position,
        player: Player,
        below: &mut impl FnMut(usize) -> usize,
    ) -> Option<Self::Move>
    where
        Self: Sized,
    {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        if moves.is_empty() { None } else { Some(moves.swap_remove(below(moves.len()))) }
    }

    /// Appends every legal move, in the order of [`Rules::moves`], with its rank.
    fn ranked_moves(&self, position: &Self::Position, player: Player, out: &mut Vec<Ranked<Self::Move>>) {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        out.extend(moves.into_iter().map(|mv| Ranked { mv, rank: 0 }));
    }

    /// Appends the moves with a rank above 0, which a search still examines when it has reached its depth.
    fn sharp_moves(&self, _position: &Self::Position, _player: Player, _out: &mut Vec<Ranked<Self::Move>>) {}

    /// Appends the sharp moves that have at least this rank.
    fn sharper_moves(
        &self,
        position: &Self::Position,
        player: Player,
        least: i32,
        out: &mut Vec<Ranked<Self::Move>>,
    ) {
        let before = out.len();
        self.sharp_moves(position, player, out);
        let mut kept = before;
        for i in before..out.len() {
            if out[i].rank >= least {
                out.swap(kept, i);
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    /// Whether the player will have lost at the opponent's next turn, in normal play, unless a move prevents
    /// it. If so, appends all moves that prevent it.
    fn answers(
        &self,
        _position: &Self::Position,
        _player: Player,
        _out: &mut Vec<Ranked<Self::Move>>,
    ) -> bool {
        false
    }

    /// Whether passing would hardly ever be better than the best move. In most games here it often is.
    fn passing_is_bad(&self, _position: &Self::Position, _player: Player) -> bool {
        false
    }

    /// A key for the position with that player to move. Two positions hardly ever have the same key.
    fn key(&self, position: &Self::Position, player: Player) -> u128 {
        let half = |salt: u64| mixed(hash_of(&(salt, (position, player))));
        u128::from(half(0x9E37_79B9_7F4A_7C15)) << 64 | u128::from(half(0xD1B5_4A32_D192_ED03))
    }

    /// The key after a move, computed from the key before it.
    fn key_after(
        &self,
        _key: u128,
        _before: &Self::Position,
        player: Player,
        _mv: &Self::Move,
        after: &Self::Position,
    ) -> u128 {
        self.key(after, player.opponent())
    }

    /// A small number for a move, independent of the position. A search remembers how good the moves of a
    /// number were.
    fn move_number(&self, _mv: &Self::Move) -> usize {
        0
    }

    /// The legal move with this number, or `None` if there is none. It requires that numbers below 2¹⁶ − 1
    /// distinguish all moves. A game that finds the move faster than by listing all moves saves a search most
    /// of these lists.
    fn move_of_number(
        &self,
        _position: &Self::Position,
        _player: Player,
        _number: usize,
    ) -> Option<Self::Move> {
        None
    }

    /// Whether [`Hints::move_of_number`] finds moves.
    fn finds_moves_by_number(&self) -> bool {
        false
    }

    /// The number of pieces that a move moves. A count of the moves of every piece counts the move this many
    /// times.
    fn pieces_of_move(&self, _position: &Self::Position, _player: Player, _mv: &Self::Move) -> u32 {
        1
    }

    /// The material on the board, if pieces stand on squares and their number never increases.
    fn material(&self) -> Option<Material> {
        None
    }
}

/// Two kinds of pieces on squares, one for each player. The number of positions is estimated from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    /// The number of squares.
    pub squares: u32,
    /// The number of pieces that Left and Right start with.
    pub most: [u32; 2],
    /// Numbers of pieces that cannot occur in play.
    pub impossible: &'static [[u32; 2]],
}

/// The finalizer of MurmurHash3: every bit of the input changes about half of the output.
fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 33)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    z = (z ^ (z >> 33)).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    z ^ (z >> 33)
}

/// A rule of thumb for a game: each move has a score, and one with the highest is played.
pub struct Strategy<R: Rules> {
    /// The name of the strategy.
    pub name: &'static str,
    /// What it does, in a sentence, and its source.
    pub about: &'static str,
    /// The score of a move.
    pub score: MoveScore<R>,
}

/// A score for a move of a player.
pub type MoveScore<R> =
    Arc<dyn Fn(&R, &<R as Rules>::Position, Player, &<R as Rules>::Move) -> i64 + Send + Sync>;

impl<R: Rules> Strategy<R> {
    /// A strategy with this name, description and score of moves.
    pub fn new(
        name: &'static str,
        about: &'static str,
        score: impl Fn(&R, &R::Position, Player, &R::Move) -> i64 + Send + Sync + 'static,
    ) -> Self {
        Strategy { name, about, score: Arc::new(score) }
    }
}

/// A feature of a position that can be seen at a glance.
pub struct Heuristic<R: Rules> {
    /// The name of the heuristic.
    pub name: &'static str,
    /// What it is, in a sentence, and its source.
    pub about: &'static str,
    /// The default weight.
    pub weight: f64,
    /// The player's score. The opponent's score counts against it.
    pub score: PositionScore<R>,
}

/// A score of a position for a player.
pub type PositionScore<R> = Arc<dyn Fn(&R, &<R as Rules>::Position, Player) -> f64 + Send + Sync>;

impl<R: Rules> Heuristic<R> {
    /// A heuristic with this name, description, usual weight and score of positions.
    pub fn new(
        name: &'static str,
        about: &'static str,
        weight: f64,
        score: impl Fn(&R, &R::Position, Player) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Heuristic { name, about, weight, score: Arc::new(score) }
    }
}

/// The sum over all heuristics of the difference between the player's and the opponent's score, times the
/// weight.
pub trait HeuristicSum<R: Rules>: Send + Sync {
    /// The sum for a player.
    fn sum(&self, rules: &R, position: &R::Position, player: Player) -> f64;

    /// A bound on the sum, if it can be seen quickly that the sum is at most the low end or at least the high
    /// end of the window.
    fn beyond(&self, rules: &R, position: &R::Position, player: Player, window: (f64, f64)) -> Option<f64>;
}

/// An evaluation: a guess of who is ahead. Part of it may be a sum that every move changes a little, so that
/// it can be updated instead of recomputed: the tally, as seen by Left.
pub trait Evaluation<R: Rules>: Send + Sync {
    /// The tally of a position.
    fn tally(&self, _rules: &R, _position: &R::Position) -> i32 {
        0
    }

    /// The tally after a move, computed from the tally before it.
    fn tally_after(
        &self,
        rules: &R,
        _tally: i32,
        _before: &R::Position,
        _player: Player,
        _mv: &R::Move,
        after: &R::Position,
    ) -> i32 {
        self.tally(rules, after)
    }

    /// How good the position is in normal play for the player, who is to move. A value of 100 corresponds to
    /// about one piece, where there are pieces.
    fn guess(&self, rules: &R, position: &R::Position, tally: i32, player: Player) -> i32;

    /// A bound on the guess, if it can be seen sooner than by computing the guess that it is at most the low
    /// or at least the high number.
    fn beyond(
        &self,
        _rules: &R,
        _position: &R::Position,
        _tally: i32,
        _player: Player,
        (_low, _high): (i32, i32),
    ) -> Option<i32> {
        None
    }
}

/// The player's number of moves minus the opponent's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MobilityDifference;

impl<R: Rules> Evaluation<R> for MobilityDifference {
    fn guess(&self, rules: &R, position: &R::Position, _: i32, player: Player) -> i32 {
        let mobility = |player| rules.mobility(position, player).min(1_000_000) as i32;
        100 * (mobility(player) - mobility(player.opponent()))
    }
}
