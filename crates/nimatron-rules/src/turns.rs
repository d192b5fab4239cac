//! How a game is played in turns, and what it tells those who play it well.

use std::hash::Hash;

use crate::{Player, Rules, hash_of};

/// The end of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// That player has won.
    Won(Player),
    /// Nobody has.
    Drawn,
}

/// A move, and how urgent it looks: the larger, the sooner a search tries it. Quiet moves have the rank 0; those that
/// change much at once, as captures do, a higher one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// How urgent it looks.
    pub rank: i32,
}

/// How a game ends when players take turns, who begins, and what is known of playing it well.
///
/// All but the ending are hints: a search without them is right, and merely slower or weaker.
pub trait Turns: Rules {
    /// How the play has ended, if it has, with `player` to move.
    ///
    /// Unless a game says otherwise, who cannot move has lost, or in misère play has won.
    #[inline]
    fn ending(&self, position: &Self::Position, player: Player, misere: bool) -> Option<Ending> {
        let winner = if misere { player } else { player.opponent() };
        (self.mobility(position, player) == 0).then_some(Ending::Won(winner))
    }

    /// Who begins, by the custom of the game.
    fn first_player(&self) -> Player {
        Player::Left
    }

    /// The strategies that are known for the game.
    fn strategies(&self) -> Vec<Strategy<Self>>
    where
        Self: Sized,
    {
        Vec::new()
    }

    /// What can be seen of a position at a glance, each with a usual weight.
    fn heuristics(&self) -> Vec<Heuristic<Self>>
    where
        Self: Sized,
    {
        vec![Heuristic {
            name: "mobility",
            about: "how many moves the player has",
            weight: 1.0,
            score: |rules, position, player| f64::from(rules.mobility(position, player)),
        }]
    }

    /// The weighted sum of the heuristics, with a weight for each of the list, where a game has a faster way than to ask one
    /// after the other. It is the same number.
    fn heuristic_sum(&self, _weights: &[f64]) -> Option<Box<dyn HeuristicSum<Self>>>
    where
        Self: Sized,
    {
        None
    }

    /// The best guess that is known of who is ahead.
    fn evaluation(&self) -> Box<dyn Evaluation<Self>>
    where
        Self: Sized,
    {
        Box::new(MobilityDifference)
    }

    /// What the evaluation is a weighted sum of, if it is one that can be tuned: so much more the player, who is to move,
    /// has of each.
    fn features(&self, _position: &Self::Position, _player: Player) -> Option<Vec<i32>> {
        None
    }

    /// The weights of these features; none if there are no features.
    fn weights(&self) -> Vec<i32> {
        Vec::new()
    }

    /// The evaluation with other weights, one for each of the features; nothing if it can't be tuned.
    fn weighted(&self, _weights: &[i32]) -> Option<Box<dyn Evaluation<Self>>>
    where
        Self: Sized,
    {
        None
    }

    /// Any legal move, each equally likely, or nothing if there is none. `below` gives a number below another by chance.
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

    /// Appends the moves with a rank above 0: what a search still looks at when it is at its depth.
    fn sharp_moves(&self, _position: &Self::Position, _player: Player, _out: &mut Vec<Ranked<Self::Move>>) {}

    /// Appends those of the sharp moves that have this rank or a higher one.
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

    /// Whether the player will have lost at the opponent's next turn, in normal play, unless a move prevents that. If so,
    /// appends all moves that do.
    fn answers(
        &self,
        _position: &Self::Position,
        _player: Player,
        _out: &mut Vec<Ranked<Self::Move>>,
    ) -> bool {
        false
    }

    /// Whether to pass would hardly ever be better than the best move. In most games of this house it often is.
    fn passing_is_bad(&self, _position: &Self::Position, _player: Player) -> bool {
        false
    }

    /// A number for the position with that player to move, such that two of them hardly ever have the same.
    fn key(&self, position: &Self::Position, player: Player) -> u128 {
        let half = |salt: u64| mixed(hash_of(&(salt, (position, player))));
        u128::from(half(0x9E37_79B9_7F4A_7C15)) << 64 | u128::from(half(0xD1B5_4A32_D192_ED03))
    }

    /// The key after a move, from that before it.
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

    /// A small number for a move, whatever the position: a search remembers what moves of a number were good for.
    fn move_number(&self, _mv: &Self::Move) -> usize {
        0
    }

    /// The legal move of that number, where numbers below 2¹⁶ − 1 tell all moves apart: nothing for a number of none. A game that
    /// finds it faster than by a list of all moves spares a search most of these lists.
    fn move_of_number(
        &self,
        _position: &Self::Position,
        _player: Player,
        _number: usize,
    ) -> Option<Self::Move> {
        None
    }

    /// Whether [`Turns::move_of_number`] finds moves.
    fn finds_moves_by_number(&self) -> bool {
        false
    }

    /// How many pieces a move moves: so often it is counted by who counts the moves of every piece.
    fn pieces_of_move(&self, _position: &Self::Position, _player: Player, _mv: &Self::Move) -> u32 {
        1
    }

    /// What stands on the board, where it is pieces on squares that only ever become fewer.
    fn material(&self) -> Option<Material> {
        None
    }
}

/// Two kinds of pieces on squares, one of each player: what the number of positions is estimated by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material {
    /// How many squares there are.
    pub squares: u32,
    /// How many pieces Left and Right start with.
    pub most: [u32; 2],
    /// Numbers of pieces that no play leads to.
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
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a sentence, and where it comes from.
    pub about: &'static str,
    /// How much it likes a move.
    pub score: fn(&R, &R::Position, Player, &R::Move) -> i64,
}

/// Something that can be seen of a position at a glance.
pub struct Heuristic<R: Rules> {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a sentence, and where it comes from.
    pub about: &'static str,
    /// How much it counts, if nobody says otherwise.
    pub weight: f64,
    /// How much of it the player has. What the opponent has counts against it.
    pub score: fn(&R, &R::Position, Player) -> f64,
}

/// The sum of what a player has more than the opponent of each heuristic, times its weight.
pub trait HeuristicSum<R: Rules>: Send + Sync {
    /// The sum for a player.
    fn sum(&self, rules: &R, position: &R::Position, player: Player) -> f64;

    /// If it is soon seen that the sum is at most the low number or at least the high one: a bound of it that shows so.
    fn beyond(&self, rules: &R, position: &R::Position, player: Player, window: (f64, f64)) -> Option<f64>;
}

/// A guess of who is ahead. Part of it may be a sum that every move changes a little, and that therefore need not be made
/// anew: the tally, as seen by Left.
pub trait Evaluation<R: Rules>: Send + Sync {
    /// The tally of a position.
    fn tally(&self, _rules: &R, _position: &R::Position) -> i32 {
        0
    }

    /// The tally after a move, from that before it.
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

    /// How good the position is for the player, who is to move, in normal play. A hundred is worth about a piece, where there
    /// are pieces.
    fn guess(&self, rules: &R, position: &R::Position, tally: i32, player: Player) -> i32;

    /// If it is seen sooner than the guess that it is at most the low number or at least the high one: a bound of it that shows
    /// so.
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

/// How many more moves the player has than the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MobilityDifference;

impl<R: Rules> Evaluation<R> for MobilityDifference {
    fn guess(&self, rules: &R, position: &R::Position, _: i32, player: Player) -> i32 {
        let mobility = |player| rules.mobility(position, player).min(1_000_000) as i32;
        100 * (mobility(player) - mobility(player.opponent()))
    }
}
