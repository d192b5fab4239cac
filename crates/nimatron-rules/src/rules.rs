//! The promises a game can make. A solver asks for the promises it needs.

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::{SmallVec, smallvec};

use crate::{Budget, Exhausted, HeapRule, Line, Player};

/// Independent parts of a position: their sum is worth what the position is worth.
pub type Parts<P> = SmallVec<[P; 4]>;

/// No position of a game on a board has more moves than this for one player. Longer lists are compared with the budget before
/// they are made: see [`Rules::move_bound`].
pub const MOVES_ON_A_BOARD: u64 = 1 << 16;

/// What each player may do from a position. It says nothing of turns or of winning.
pub trait Rules: Send + Sync {
    /// A position. Small: millions are stored.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, as a player would name it.
    type Move: Clone + Eq + Debug + Send + Sync;

    /// Appends every legal move of `player`, in a fixed order, none twice.
    fn moves(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> Self::Position;

    /// Appends the positions `player` can move to. The order is free, and a position may be left
    /// out if one that is the same by symmetry is appended. Games override this where they can do better than
    /// playing each move.
    fn options(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Position>) {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        out.extend(moves.iter().map(|mv| self.play(position, player, mv)));
    }

    /// A bound on the number of moves of `player`, found without listing them. A caller that needs a list of all moves or
    /// options compares it with its budget first. The default holds for games on boards; games of heaps, which may have
    /// billions of moves, override it.
    #[inline]
    fn move_bound(&self, _position: &Self::Position, _player: Player) -> u64 {
        MOVES_ON_A_BOARD
    }

    /// Appends the first `most` legal moves of `player`, in the order of [`Rules::moves`]. Games that may have billions of
    /// moves override this, so that no more are made than are asked for.
    fn first_moves(&self, position: &Self::Position, player: Player, most: usize, out: &mut Vec<Self::Move>) {
        let before = out.len();
        self.moves(position, player, out);
        out.truncate(before.saturating_add(most));
    }

    /// All legal moves of `player`.
    ///
    /// # Errors
    /// If the list might be larger than the budget allows; it is then not made.
    fn listed_moves(
        &self,
        position: &Self::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Self::Move>, Exhausted> {
        budget.check_list::<Self::Move>(self.move_bound(position, player))?;
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        Ok(moves)
    }

    /// The number of moves of `player`, or `u32::MAX` if there are more than that. Games override this where counting is
    /// cheaper than listing.
    fn mobility(&self, position: &Self::Position, player: Player) -> u32 {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        moves.len() as u32
    }

    /// Independent parts whose sum is worth the same. Parts that are worth nothing because nobody
    /// can ever move there may be left out, so the result may be empty.
    fn parts(&self, position: &Self::Position) -> Parts<Self::Position> {
        smallvec![position.clone()]
    }

    /// One representative of all the positions worth the same by symmetry: of those with the same game
    /// tree, so that it serves in misère play too.
    fn normal(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// One representative of all the positions worth the same or, where `true` is returned, worth
    /// the negative, by symmetries that may exchange the players.
    fn normal_up_to_sign(&self, position: &Self::Position) -> (Self::Position, bool) {
        (self.normal(position), false)
    }
}

/// Play always ends.
pub trait Short: Rules {
    /// A bound on the number of moves to come, by both players together. Every move lowers it.
    fn moves_left(&self, position: &Self::Position) -> u32;
}

/// Both players always have the same moves.
pub trait Impartial: Rules {
    /// The Grundy value of a part, where a theorem gives it without a search.
    fn known_nimber(&self, _part: &Self::Position) -> Option<u32> {
        None
    }

    /// The Grundy value of a part, where finding it takes less than bringing the part to its normal form and looking it up:
    /// of small parts.
    fn quick_nimber(&self, _part: &Self::Position) -> Option<u32> {
        None
    }

    /// The position as heaps of a game whose moves are made in one heap each, where it is one: such games have
    /// their own solvers. The same rule for all positions, and no heap is empty.
    fn as_heaps(&self, _position: &Self::Position) -> Option<(&HeapRule, Vec<u32>)> {
        None
    }

    /// The position as lines that moves take stretches from, where it is such: they have their own solver.
    fn as_lines(&self, _position: &Self::Position) -> Option<Vec<Line>> {
        None
    }

    /// The squares that the position is a set of, ascending, where it is nothing but that, every move takes some
    /// squares away, and may be made whenever all of these are there.
    fn as_squares(&self, _position: &Self::Position) -> Option<Vec<usize>> {
        None
    }

    /// The Grundy value of a whole position, where a theorem gives it, and that theorem. The value may be
    /// larger than any search could find.
    fn by_theorem(&self, _position: &Self::Position) -> Option<Theorem> {
        None
    }
}

/// What a theorem says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theorem {
    /// The Grundy value.
    pub nimber: u64,
    /// What the theorem is called, and where it is from.
    pub name: &'static str,
}
