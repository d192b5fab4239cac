//! The options of a part, and what is known of them.

use smallvec::SmallVec;

use super::known::Known;

/// An option of a part with all that is known of it put into a Nim heap.
pub(super) struct Branch<P> {
    /// The parts whose values are not known, in normal form.
    pub(super) unknown: SmallVec<[P; 2]>,
    pub(super) heap: u32,
    /// How many moves the unknown parts have, as a measure of the work they take; or a better measure.
    pub(super) size: u64,
    /// The table knows that it is not worth nothing.
    pub(super) refuted: bool,
    /// How likely it seems that it is worth nothing, in parts of 256.
    pub(super) chance: u64,
}

impl<P: Eq> Branch<P> {
    /// Whether it asks the same. No part is in a branch twice.
    #[inline]
    pub(super) fn is(&self, other: &Branch<P>) -> bool {
        self.heap == other.heap
            && self.size == other.size
            && self.unknown.len() == other.unknown.len()
            && self.unknown.iter().all(|part| other.unknown.contains(part))
    }
}

/// Branches of which it is not known whether they are worth nothing.
pub(super) type Open<P> = SmallVec<[Branch<P>; 16]>;

/// An option that was looked up: a heap with all that is known of it, and how many of its parts are not.
pub(super) struct Look {
    pub(super) heap: u32,
    pub(super) unknown: usize,
}

/// Lists to use again.
pub(crate) struct Scratch<P> {
    pub(super) options: Vec<P>,
    pub(super) looks: Vec<Look>,
    /// The parts of a group of options, each with the number of its option.
    pub(super) asked: Vec<(usize, P)>,
    /// The parts whose values are not known, option by option.
    pub(super) unknown: Vec<(P, Option<Known>)>,
}

impl<P> Default for Scratch<P> {
    fn default() -> Self {
        Scratch { options: Vec::new(), looks: Vec::new(), asked: Vec::new(), unknown: Vec::new() }
    }
}

impl<P> Scratch<P> {
    pub(super) fn clear(&mut self) {
        self.options.clear();
        self.looks.clear();
        self.unknown.clear();
    }
}

/// How likely a part of which this is known has the value `k`, in parts of 256: never 0. The weights are how often values occur in
/// Cram 5×8; with them it takes a tenth fewer positions.
pub(super) fn chance(known: Option<Known>, k: u32) -> u64 {
    const WEIGHTS: [u64; 8] = [96, 96, 48, 48, 6, 4, 2, 1];
    let own = WEIGHTS.get(k as usize).copied().unwrap_or(1);
    let weights = WEIGHTS.iter().zip(0..);
    let possible = weights.filter(|(_, value)| known.is_none_or(|known| !known.excludes(*value)));
    ((own << 8) / possible.map(|(weight, _)| weight).sum::<u64>().max(own)).max(1)
}

/// The same for a sum.
pub(super) const CHANCE_OF_SUM: u64 = 64;
