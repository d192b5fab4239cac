//! The pieces on the board.

use nimatron_rules::Bits;

/// The squares of the pieces.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing<const N: usize> {
    /// For each kind.
    kinds: Vec<Bits<N>>,
    /// Pieces whose kind doesn't matter any more, because what they attack is closed.
    unnamed: Bits<N>,
}

impl<const N: usize> Standing<N> {
    /// No pieces, for this number of kinds.
    pub(super) fn none(kinds: usize) -> Self {
        Self::unnamed(kinds, Bits::EMPTY)
    }

    /// Pieces of unknown kinds.
    pub(super) fn unnamed(kinds: usize, unnamed: Bits<N>) -> Self {
        Standing { kinds: vec![Bits::EMPTY; kinds], unnamed }
    }

    /// All occupied squares.
    #[must_use]
    pub fn occupied(&self) -> Bits<N> {
        self.kinds.iter().fold(self.unnamed, |all, kind| all | *kind)
    }

    /// The kind of the piece on a square, if it is known.
    #[must_use]
    pub fn kind(&self, square: usize) -> Option<usize> {
        self.kinds.iter().position(|kind| kind.contains(square))
    }

    pub(super) fn put(&mut self, kind: usize, square: usize) {
        if self.kinds.len() <= kind {
            self.kinds.resize(kind + 1, Bits::EMPTY);
        }
        self.kinds[kind].insert(square);
    }
}
