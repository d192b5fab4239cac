//! What stands on the board.

use nimatron_rules::Bits;

/// Where the pieces stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Standing<const N: usize> {
    /// For each kind.
    kinds: Vec<Bits<N>>,
    /// Pieces of which it doesn't matter any more what they are: what they attack is closed.
    unnamed: Bits<N>,
}

impl<const N: usize> Standing<N> {
    /// No piece of so many kinds.
    pub(super) fn none(kinds: usize) -> Self {
        Self::unnamed(kinds, Bits::EMPTY)
    }

    /// Pieces of which it isn't known what they are.
    pub(super) fn unnamed(kinds: usize, unnamed: Bits<N>) -> Self {
        Standing { kinds: vec![Bits::EMPTY; kinds], unnamed }
    }

    /// All squares where a piece stands.
    #[must_use]
    pub fn occupied(&self) -> Bits<N> {
        self.kinds.iter().fold(self.unnamed, |all, kind| all | *kind)
    }

    /// Which kind of piece stands on a square, if that is known.
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
