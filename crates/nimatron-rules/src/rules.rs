//! The promises a game can make. A solver requires the promises it needs.

use std::fmt::Debug;
use std::hash::Hash;

use smallvec::{SmallVec, smallvec};

use crate::{Budget, Exhausted, HeapRule, Line, Player, Representative, Taking};

/// Independent parts of a position, whose sum has the same value as the position.
pub type Parts<P> = SmallVec<[P; 4]>;

/// No position of a game on a board has more moves than this for one player. Longer lists are compared with the budget before
/// they are made: see [`Rules::move_bound`].
pub const MOVES_ON_A_BOARD: u64 = 1 << 16;

/// What each player may do from a position. It says nothing about turns or winning.
pub trait Rules: Send + Sync {
    /// A position. It should be small, because millions are stored.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move, as a player would name it.
    type Move: Clone + Eq + Debug + Send + Sync + 'static;

    /// Appends every legal move of `player`, in a fixed order, none twice.
    fn moves(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    fn play(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> Self::Position;

    /// Appends the positions that `player` can move to. The order is unspecified, and a position may be
    /// omitted if one that is equal by symmetry is appended. Games override this where they can do better
    /// than playing each move.
    fn options(&self, position: &Self::Position, player: Player, out: &mut Vec<Self::Position>) {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        out.extend(moves.iter().map(|mv| self.play(position, player, mv)));
    }

    /// A bound on the number of moves of `player`, found without listing them. A caller that needs a list of
    /// all moves or options compares it with its budget first. The default holds for games on boards. Games
    /// of heaps, which may have billions of moves, override it.
    #[inline]
    fn move_bound(&self, _position: &Self::Position, _player: Player) -> u64 {
        MOVES_ON_A_BOARD
    }

    /// Appends the first `most` legal moves of `player`, in the order of [`Rules::moves`]. Games that may
    /// have billions of moves override this, so that no more than the requested moves are made.
    fn first_moves(&self, position: &Self::Position, player: Player, most: usize, out: &mut Vec<Self::Move>) {
        let before = out.len();
        self.moves(position, player, out);
        out.truncate(before.saturating_add(most));
    }

    /// All legal moves of `player`.
    ///
    /// # Errors
    /// If the list might be larger than the budget allows. The list is not made in that case.
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

    /// All legal moves of `player`, as a list of their own.
    fn legal_moves(&self, position: &Self::Position, player: Player) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        moves
    }

    /// The number of moves of `player`, or `u32::MAX` if there are more than that. Games override this where counting is
    /// cheaper than listing.
    fn mobility(&self, position: &Self::Position, player: Player) -> u32 {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        moves.len() as u32
    }

    /// Independent parts whose sum has the same value. Parts that are worth nothing because nobody can ever
    /// move there may be omitted, so the result may be empty.
    fn parts(&self, position: &Self::Position) -> Parts<Self::Position> {
        smallvec![position.clone()]
    }

    /// One representative of all positions that have the same value by symmetry. These positions must have
    /// the same game tree, so that the representative is also valid in misère play.
    fn normal(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// One representative of all positions that have the same value or, where `true` is returned, the
    /// negative value, by symmetries that may exchange the players.
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
    /// The Grundy value of a part, if a theorem gives it without a search.
    fn known_nimber(&self, _part: &Self::Position) -> Option<u32> {
        None
    }

    /// The Grundy value of a part, if finding it takes less time than bringing the part to its normal form
    /// and looking it up. This is meant for small parts.
    fn quick_nimber(&self, _part: &Self::Position) -> Option<u32> {
        None
    }

    /// The position as heaps, if every move is made in one heap: such games have their own solvers. The rule
    /// is the same for all positions, and no heap is empty.
    fn as_heaps(&self, _position: &Self::Position) -> Option<(&HeapRule, Vec<u32>)> {
        None
    }

    /// The position as lines from which moves take stretches, if it is one: such positions have their own
    /// solver.
    fn as_lines(&self, _position: &Self::Position) -> Option<Vec<Line>> {
        None
    }

    /// The squares of the position, ascending, if a position is nothing but a set of squares, every move
    /// takes some squares away, and a move may be made whenever all of its squares are there.
    fn as_squares(&self, _position: &Self::Position) -> Option<Vec<usize>> {
        None
    }

    /// What a move may take from this number of heaps that stay where they are, if it is a game of that kind;
    /// and a function that tells, from the sizes of the heaps, whether a position represents all positions
    /// that are equal by symmetry.
    fn as_taking(&self, _heaps: usize) -> Option<(Taking, Representative)> {
        None
    }

    /// The Grundy value of a whole position and the theorem that gives it, if there is one. The value may be
    /// larger than any search could find.
    fn by_theorem(&self, _position: &Self::Position) -> Option<Theorem> {
        None
    }
}

/// What a theorem says about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theorem {
    /// The Grundy value.
    pub nimber: u64,
    /// The name of the theorem and its source.
    pub name: &'static str,
}
