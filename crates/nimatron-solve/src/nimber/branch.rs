//! The options of a part, and what is known about them.

use smallvec::SmallVec;

use super::known::Known;

/// An option of a part, with its known parts combined into a Nim heap.
pub(super) struct Branch<P> {
    /// The parts whose values are not known, in normal form.
    pub(super) unknown: SmallVec<[P; 2]>,
    pub(super) heap: u32,
    /// The number of moves of the unknown parts, as a measure of the work they take; or a better measure.
    pub(super) size: u64,
    /// Whether the table knows that its value is not 0.
    pub(super) refuted: bool,
    /// The estimated probability that its value is 0, in units of 1/256.
    pub(super) chance: u64,
}

impl<P: Eq> Branch<P> {
    /// Whether it is the same question. No part occurs twice in a branch.
    #[inline]
    pub(super) fn is(&self, other: &Branch<P>) -> bool {
        self.heap == other.heap
            && self.size == other.size
            && self.unknown.len() == other.unknown.len()
            && self.unknown.iter().all(|part| other.unknown.contains(part))
    }
}

/// Branches that are not known to be worth 0 or not.
pub(super) type Open<P> = SmallVec<[Branch<P>; 16]>;

/// An option that was looked up: a heap of its known parts, and the number of its unknown parts.
pub(super) struct Look {
    pub(super) heap: u32,
    pub(super) unknown: usize,
}

/// Lists for reuse.
pub(crate) struct Scratch<P> {
    pub(super) options: Vec<P>,
    /// The nim-sum of the small parts of each option.
    pub(super) heaps: Vec<u32>,
    pub(super) looks: Vec<Look>,
    /// The parts of a group of options, each with the index of its option.
    pub(super) asked: Vec<(usize, P)>,
    /// The parts whose values are not known, option by option.
    pub(super) unknown: Vec<(P, Option<Known>)>,
}

impl<P> Default for Scratch<P> {
    fn default() -> Self {
        Scratch {
            options: Vec::new(),
            heaps: Vec::new(),
            looks: Vec::new(),
            asked: Vec::new(),
            unknown: Vec::new(),
        }
    }
}

impl<P> Scratch<P> {
    pub(super) fn clear(&mut self) {
        self.options.clear();
        self.heaps.clear();
        self.asked.clear();
        self.looks.clear();
        self.unknown.clear();
    }
}

/// The probability that a part has the value `k`, given what is known about it, in units of 1/256: never 0.
/// The weights are how often values occur in Cram 5×8; with them it takes a tenth fewer positions.
pub(super) fn chance(known: Option<Known>, k: u32) -> u64 {
    const WEIGHTS: [u64; 8] = [96, 96, 48, 48, 6, 4, 2, 1];
    let own = WEIGHTS.get(k as usize).copied().unwrap_or(1);
    let weights = WEIGHTS.iter().zip(0..);
    let possible = weights.filter(|(_, value)| known.is_none_or(|known| !known.excludes(*value)));
    ((own << 8) / possible.map(|(weight, _)| weight).sum::<u64>().max(own)).max(1)
}

/// The same for a sum.
pub(super) const CHANCE_OF_SUM: u64 = 64;
