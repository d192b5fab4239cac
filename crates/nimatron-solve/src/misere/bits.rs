//! Sets of elements of a quotient.

/// A set of small numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Set(Box<[u64]>);

impl Set {
    /// The empty set, with room for numbers below `size`.
    pub(super) fn empty(size: usize) -> Self {
        Set(vec![0; size.div_ceil(64)].into())
    }

    /// The numbers below `size` for which this holds.
    pub(super) fn of(size: usize, holds: impl Fn(usize) -> bool) -> Self {
        let word = |at: usize| {
            let numbers = at * 64..size.min(at * 64 + 64);
            numbers.fold(0, |word, i| word | u64::from(holds(i)) << (i % 64))
        };
        Set((0..size.div_ceil(64)).map(word).collect())
    }

    #[inline]
    pub(super) fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 != 0
    }

    pub(super) fn unite(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Some number that is in both sets.
    pub(super) fn common(&self, other: &Set) -> Option<usize> {
        let mut both = self.0.iter().zip(&other.0).map(|(mine, theirs)| mine & theirs);
        let at = both.clone().position(|word| word != 0)?;
        Some(at * 64 + both.nth(at)?.trailing_zeros() as usize)
    }

    pub(super) fn is_subset(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// The number of bytes of the set.
    pub(super) fn bytes(&self) -> usize {
        self.0.len() * 8 + size_of::<Self>()
    }
}
