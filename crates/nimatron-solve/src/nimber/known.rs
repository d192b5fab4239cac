//! What is known about the Grundy values of parts, stored compactly.

use std::hash::Hash;

use nimatron_rules::{Budget, Exhausted, hash_of};
use rustc_hash::FxHashMap;

/// What is known about the Grundy value of a part: the value itself, or a set of values that it does not
/// have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known(u32);

/// Larger values are found as the mex of all options, because there are no bits to exclude them.
pub(crate) const BITS: u32 = 15;

impl Known {
    const EXACT: u32 = 1 << 31;

    pub(crate) fn exactly(nimber: u32) -> Self {
        Known(Self::EXACT | nimber)
    }

    /// Excludes `k`, which is less than [`BITS`].
    pub(crate) fn not(k: u32) -> Self {
        Known(1 << k)
    }

    /// Excludes these values, as far as there is room; `None` if there are none.
    pub(crate) fn none_of(values: u32) -> Option<Self> {
        let values = values & ((1 << BITS) - 1);
        (values != 0).then_some(Known(values))
    }

    #[inline]
    pub(crate) fn value(self) -> Option<u32> {
        (self.0 & Self::EXACT != 0).then_some(self.0 & !Self::EXACT)
    }

    #[inline]
    pub(crate) fn excludes(self, k: u32) -> bool {
        match self.value() {
            Some(nimber) => nimber != k,
            None => k < BITS && self.0 >> k & 1 == 1,
        }
    }

    /// The combination of both facts.
    #[inline]
    fn and(self, other: Known) -> Known {
        match (self.value(), other.value()) {
            (Some(_), _) => self,
            (_, Some(_)) => other,
            _ => Known(self.0 | other.0),
        }
    }

    /// The encoding in files; never 0.
    pub(crate) fn to_bits(self) -> u32 {
        self.0
    }

    /// Decodes what was written; `None` if it is invalid.
    pub(crate) fn from_bits(bits: u32) -> Option<Self> {
        (bits & Self::EXACT != 0 || (1..1 << BITS).contains(&bits)).then_some(Known(bits))
    }
}

/// Parts and what is known about them: open addressing in buckets, each of which is one cache line if a part
/// is one word. An entry then takes 10⅔ bytes.
pub(crate) struct Entries<P> {
    /// The number of buckets is a power of two or 0.
    buckets: Vec<Bucket<P>>,
    len: usize,
    /// Values for which the buckets have no room.
    large: FxHashMap<P, u32>,
}

/// Some entries, the first ones in use. Unused entries are 0.
#[derive(Clone)]
#[repr(align(64))]
struct Bucket<P> {
    positions: [P; ROOM],
    known: [u16; ROOM],
}

/// The entries of a bucket.
const ROOM: usize = 6;
/// A value in 16 bits, and the marker of a value that is stored elsewhere.
const EXACT: u16 = 1 << 15;
const LARGE: u16 = u16::MAX;

impl<P: Clone + Eq + Hash> Entries<P> {
    pub(crate) fn new() -> Self {
        Entries { buckets: Vec::new(), len: 0, large: FxHashMap::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn start(&self, position: &P) -> usize {
        // The high bits of a multiplicative hash are the best ones.
        (hash_of(position).rotate_left(20)) as usize & (self.buckets.len() - 1)
    }

    /// Prefetches the bucket of a position.
    #[inline]
    pub(crate) fn prefetch(&self, position: &P) {
        #[cfg(target_arch = "x86_64")]
        if !self.buckets.is_empty() {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = &raw const self.buckets[self.start(position)];
            // SAFETY: a prefetch of an address changes nothing, and every x86-64 has the instruction.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast::<i8>()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = position;
    }

    #[inline]
    pub(crate) fn get(&self, position: &P) -> Option<Known> {
        if self.buckets.is_empty() {
            return None;
        }
        let mut at = self.start(position);
        loop {
            let bucket = &self.buckets[at];
            for i in 0..ROOM {
                if bucket.known[i] == 0 {
                    return None;
                }
                if bucket.positions[i] == *position {
                    return Some(self.wide(position, bucket.known[i]));
                }
            }
            at = (at + 1) & (self.buckets.len() - 1);
        }
    }

    #[inline]
    fn wide(&self, position: &P, known: u16) -> Known {
        match known {
            LARGE => Known::exactly(self.large.get(position).copied().unwrap_or_default()),
            known if known & EXACT != 0 => Known::exactly((known & !EXACT).into()),
            known => Known(known.into()),
        }
    }

    /// The number of bytes of the buckets.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket<P>>() + self.large.len() * 2 * size_of::<(P, u32)>()
    }

    /// Fails if the table with one more entry would exceed the budget, on which it is booked. While it grows,
    /// the old buckets still exist.
    #[inline]
    pub(crate) fn check(&self, budget: &Budget) -> Result<(), Exhausted> {
        if self.is_crowded() {
            return budget.check_large(self.next_size() * size_of::<Bucket<P>>());
        }
        budget.check_memory(0)
    }

    fn next_size(&self) -> usize {
        (2 * self.buckets.len()).max(16)
    }

    fn is_crowded(&self) -> bool {
        // Four of five are in use: most positions are in their own bucket.
        self.len * 5 >= self.buckets.len() * ROOM * 4
    }

    /// Adds to what is known about a position.
    pub(crate) fn learn(&mut self, position: &P, known: Known) {
        if self.is_crowded() {
            let filler = Bucket { positions: std::array::from_fn(|_| position.clone()), known: [0; ROOM] };
            let size = self.next_size();
            let old = std::mem::replace(&mut self.buckets, vec![filler; size]);
            self.len = 0;
            for bucket in old {
                for (position, known) in bucket.positions.into_iter().zip(bucket.known) {
                    if known != 0 {
                        let (at, i) = self.place(&position);
                        self.buckets[at].positions[i] = position;
                        self.buckets[at].known[i] = known;
                        self.len += 1;
                    }
                }
            }
        }
        let (at, i) = self.place(position);
        let before = self.buckets[at].known[i];
        let known = match before {
            0 => known,
            before => self.wide(position, before).and(known),
        };
        let narrow = match known.value() {
            None => known.0 as u16,
            Some(nimber) if nimber < u32::from(LARGE & !EXACT) => EXACT | nimber as u16,
            Some(nimber) => {
                self.large.insert(position.clone(), nimber);
                LARGE
            }
        };
        let bucket = &mut self.buckets[at];
        if before == 0 {
            bucket.positions[i] = position.clone();
            self.len += 1;
        }
        bucket.known[i] = narrow;
    }

    /// Where a position is, or would be.
    fn place(&self, position: &P) -> (usize, usize) {
        let mut at = self.start(position);
        loop {
            let bucket = &self.buckets[at];
            let here = (0..ROOM).find(|&i| bucket.known[i] == 0 || bucket.positions[i] == *position);
            if let Some(i) = here {
                return (at, i);
            }
            at = (at + 1) & (self.buckets.len() - 1);
        }
    }

    /// All entries.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&P, Known)> {
        self.buckets.iter().flat_map(move |bucket| {
            let used = bucket.positions.iter().zip(bucket.known).filter(|(_, known)| *known != 0);
            used.map(move |(position, known)| (position, self.wide(position, known)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_learned_is_known_and_nothing_else() {
        let mut entries = Entries::new();
        for i in 0..10_000u64 {
            entries.learn(&(i * 7), Known::not((i % 15) as u32));
            entries.learn(&(i * 7), Known::not(((i + 1) % 15) as u32));
            if i % 3 == 0 {
                // Large values, too.
                entries.learn(&(i * 7), Known::exactly(i as u32 * 40));
                entries.learn(&(i * 7), Known::not(5));
            }
        }
        assert_eq!(entries.len(), 10_000);
        for i in 0..70_000u64 {
            let known = entries.get(&i);
            assert_eq!(known.is_some(), i % 7 == 0, "{i}");
            let Some(known) = known else { continue };
            let i = (i / 7) as u32;
            assert_eq!(known.value(), i.is_multiple_of(3).then_some(i * 40));
            for k in 0..20 {
                let excluded =
                    if i.is_multiple_of(3) { k != i * 40 } else { k == i % 15 || k == (i + 1) % 15 };
                assert_eq!(known.excludes(k), excluded);
            }
            assert_eq!(Known::from_bits(known.to_bits()), Some(known));
        }
        assert_eq!(entries.iter().count(), 10_000);
        assert!(entries.bytes() < 10_000 * 28 + 3334 * 32, "{}", entries.bytes());
    }
}
