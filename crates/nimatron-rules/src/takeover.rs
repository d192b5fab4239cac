//! Games in which a piece takes the place of an enemy piece.

use crate::Bits;

/// A move takes a piece of the mover to a square with an enemy piece, which is removed. Which pieces could go
/// where depends on which squares are occupied, not on the colours of the pieces.
///
/// So the positions with the same occupied squares, which differ only in their colours, form one family with
/// one set of moves, and a solver can process 64 of them at a time.
/// Positions are [`Stones<1>`](crate::Stones), and play always ends.
pub trait Takeover: Send + Sync {
    /// Whether these rules keep the promise. A variant of a game may have the same type and not keep it.
    fn takes_over(&self) -> bool {
        true
    }

    /// The number of rows and columns of the board. On another board the same squares are another position.
    fn size(&self) -> (usize, usize);

    /// The squares where a piece on the square `from` could take an enemy piece, if one were there.
    fn targets(&self, occupied: Bits<1>, from: usize) -> Bits<1>;

    /// The symmetries of the board except the identity: where each square goes. `None` if
    /// [`Rules::normal`](crate::Rules::normal) uses more symmetries than these.
    fn symmetries(&self) -> Option<Vec<Vec<usize>>>;
}
