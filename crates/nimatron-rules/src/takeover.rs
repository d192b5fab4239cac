//! Games in which a piece takes the place of an enemy piece.

use crate::{Bits, Short, Stones};

/// A move takes a piece of the mover's to a square where an enemy piece stood, which is gone; and which
/// pieces could go where depends on the squares that are occupied, not on whose pieces occupy them.
///
/// So the positions with the same squares occupied, which differ in their colours alone, are one family
/// with one set of moves, and a solver can treat 64 of them at a time.
pub trait Takeover: Short<Position = Stones<1>> {
    /// Whether these rules are so. A variant of a game may be of the same type, and not be.
    fn takes_over(&self) -> bool {
        true
    }

    /// How many rows and columns the board has. On another board the same squares are another position.
    fn size(&self) -> (usize, usize);

    /// Where a piece on the square `from` could take an enemy, if one stood there.
    fn targets(&self, occupied: Bits<1>, from: usize) -> Bits<1>;

    /// The symmetries of the board but for the identity: where each square goes.
    /// Nothing if [`Rules::normal`](crate::Rules::normal) knows of more than these.
    fn symmetries(&self) -> Option<Vec<Vec<usize>>>;
}
