//! How a value compares with the probes, in bits.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// The number of probes.
pub(crate) const COUNT: usize = 32 * WORDS;

/// Two sets of five words, with everything else that a node contains, fill one cache line.
const WORDS: usize = 5;

/// A set of probes, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits([u32; WORDS]);

impl Bits {
    pub(crate) const EMPTY: Bits = Bits([0; WORDS]);

    /// The set of one probe.
    pub(crate) fn one(probe: usize) -> Bits {
        let mut words = [0; WORDS];
        words[probe / 32] = 1 << (probe % 32);
        Bits(words)
    }

    #[inline]
    pub(crate) fn has(&self, probe: usize) -> bool {
        self.0[probe / 32] >> (probe % 32) & 1 == 1
    }

    /// All bits if the set lacks a probe, and none if it has it. This avoids an unpredictable branch.
    #[inline]
    pub(crate) fn all_unless(&self, probe: usize) -> Bits {
        Bits([(self.0[probe / 32] >> (probe % 32) & 1).wrapping_sub(1); WORDS])
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn zip(self, other: Bits, f: impl Fn(u32, u32) -> u32) -> Bits {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl BitOr for Bits {
    type Output = Bits;

    #[inline]
    fn bitor(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

impl BitAnd for Bits {
    type Output = Bits;

    #[inline]
    fn bitand(self, other: Bits) -> Bits {
        self.zip(other, |a, b| a & b)
    }
}

impl Not for Bits {
    type Output = Bits;

    #[inline]
    fn not(self) -> Bits {
        Bits(self.0.map(|word| !word))
    }
}

/// How a value compares with every probe.
#[derive(Clone, Copy)]
pub(crate) struct Marks {
    /// The probes that are ≥ the value.
    pub(crate) le: Bits,
    /// The probes that are ≤ the value.
    pub(crate) ge: Bits,
}

impl Marks {
    /// Whether `self ≤ other`, if the probes decide it.
    #[inline]
    pub(crate) fn settle(&self, other: &Marks) -> Option<bool> {
        if !((other.le & !self.le) | (self.ge & !other.ge)).is_empty() {
            Some(false)
        } else if !(self.le & other.ge).is_empty() {
            Some(true)
        } else {
            None
        }
    }

    /// The number of probes below minus the number above, from 0 to twice their number: a larger game never
    /// has a smaller height.
    pub(crate) fn height(&self) -> u32 {
        self.ge.count() + COUNT as u32 - self.le.count()
    }
}
