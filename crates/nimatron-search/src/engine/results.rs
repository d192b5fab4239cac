//! The results that the threads of a search share, without locks.
//!
//! Only the first mebibyte of the table is in use when a game begins, and twice as much each time it gets
//! crowded. The first write to a page of memory takes the system microseconds: 0.1 seconds for 64 MB, which
//! is a search of 100,000 positions. Each entry stores the bits of its key by which it moves when the table
//! grows.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The meaning of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The exact score.
    Exact,
    /// A lower bound of the score.
    AtLeast,
    /// An upper bound of the score.
    AtMost,
}

/// What is known about a position with a player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// As seen by the player to move; wins are counted from this position.
    pub(super) score: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The number of the best move, if one was better than the others.
    pub(super) best: Option<u16>,
}

/// Each position has two words: the entry, and half of the key xored with the entry. So a slot that two
/// threads wrote at the same time belongs to no position. The other half of the key chooses the slot, so one
/// position is mistaken for another only if both halves are equal.
///
/// Only the first slots are in use, and more of them as the table fills. The first write to a page of memory
/// costs microseconds, so a short search in a large table would spend more time on pages than on positions.
pub(super) struct SharedTable {
    slots: Box<[[AtomicU64; 2]]>,
    /// The number of slots in use when a game begins: a power of two.
    smallest: usize,
    /// The number of slots in use now.
    used: AtomicUsize,
    /// The number of positions that were displaced since the table last grew.
    displaced: AtomicUsize,
    /// The age of new entries, below 64: old entries are replaced first.
    age: u64,
}

/// The number of neighbouring slots that may hold a position: a cache line.
const WAYS: usize = 4;
/// The number of slots in use when a game begins, one mebibyte, unless the table is very large.
const SMALLEST: usize = 1 << 16;
/// How often a table may double: an entry has this many bits of the key to be moved by.
const DOUBLINGS: u32 = 11;
/// The table grows when one position for this number of slots was displaced: then a third of the slots is
/// taken.
const SLOTS_PER_DISPLACED: usize = 256;

impl SharedTable {
    /// A table of at most this many bytes, and at least one line.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<[AtomicU64; 2]>()).max(WAYS);
        let slots: usize = 1 << slots.ilog2();
        let smallest = SMALLEST.max(slots >> DOUBLINGS).min(slots);
        SharedTable {
            // The system provides zeroed pages when they are first accessed.
            // SAFETY: an atomic integer that consists of zeros is valid and equals 0.
            slots: unsafe { Box::new_zeroed_slice(slots).assume_init() },
            smallest,
            used: AtomicUsize::new(smallest),
            displaced: AtomicUsize::new(0),
            age: 0,
        }
    }

    /// The bytes that the table may grow to.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// The bytes in use.
    #[cfg(test)]
    pub(super) fn used_bytes(&self) -> usize {
        self.used.load(Ordering::Relaxed) * size_of::<[AtomicU64; 2]>()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        let used = std::mem::replace(self.used.get_mut(), self.smallest);
        self.slots[..used].iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
        *self.displaced.get_mut() = 0;
        self.age = 0;
    }

    /// A new search begins.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    #[inline]
    fn line(&self, key: u128, used: usize) -> &[[AtomicU64; 2]] {
        let start = key as usize & (used - WAYS);
        &self.slots[start..start + WAYS]
    }

    /// What is known about the position with this key.
    #[inline]
    pub(super) fn find(&self, key: u128) -> Option<Known> {
        let check = (key >> 64) as u64;
        self.line(key, self.used.load(Ordering::Relaxed)).iter().find_map(|slot| {
            let known = slot[0].load(Ordering::Relaxed);
            let same = slot[1].load(Ordering::Relaxed) ^ known == check && known != 0;
            same.then(|| unpacked(known))
        })
    }

    /// Stores a result, in the place of the same position or of the least valuable entry.
    #[inline]
    pub(super) fn keep(&self, key: u128, known: Known) {
        let check = (key >> 64) as u64;
        let used = self.used.load(Ordering::Relaxed);
        let line = self.line(key, used);
        let mut least = (i32::MAX, 0);
        for (i, slot) in line.iter().enumerate() {
            let old = slot[0].load(Ordering::Relaxed);
            if old == 0 || slot[1].load(Ordering::Relaxed) ^ old == check {
                least = (i32::MIN, i);
                break;
            }
            let age = (self.age + 64 - (old >> AGE)) % 64;
            let worth = unpacked(old).depth as i32 - 4 * age as i32;
            least = least.min((worth, i));
        }
        let packed = packed(known, self.moving_bits(key)) | self.age << AGE;
        line[least.1][0].store(packed, Ordering::Relaxed);
        line[least.1][1].store(packed ^ check, Ordering::Relaxed);
        if least.0 > i32::MIN && used < self.slots.len() {
            let displaced = self.displaced.fetch_add(1, Ordering::Relaxed);
            if displaced >= used / SLOTS_PER_DISPLACED {
                self.grow(used);
            }
        }
    }

    /// The bits of a key that choose between a slot and those that come into use when the table doubles, the
    /// first doubling first.
    #[inline]
    fn moving_bits(&self, key: u128) -> u64 {
        (key as u64 >> self.smallest.trailing_zeros()) & ((1 << DOUBLINGS) - 1)
    }

    /// Doubles the number of slots in use, and moves each position to its new slot. Other threads may
    /// continue: what they don't find, or write to a slot that is being moved, is only lost.
    #[cold]
    fn grow(&self, used: usize) {
        if self.used.compare_exchange(used, 2 * used, Ordering::Relaxed, Ordering::Relaxed).is_err() {
            return;
        }
        self.displaced.store(0, Ordering::Relaxed);
        let doubling = (used / self.smallest).trailing_zeros();
        let (old, new) = self.slots[..2 * used].split_at(used);
        for (old, new) in old.iter().zip(new) {
            let words = [0, 1].map(|i: usize| old[i].load(Ordering::Relaxed));
            if words[0] >> (MOVING + doubling) & 1 == 1 {
                for i in [0, 1] {
                    new[i].store(words[i], Ordering::Relaxed);
                    old[i].store(0, Ordering::Relaxed);
                }
            }
        }
    }
}

/// The number of bits of a score: the largest are a million.
const SCORE: u32 = 21;
/// The position of the bits that say where an entry moves when the table grows.
const MOVING: u32 = SCORE;
/// The position of the age.
const AGE: u32 = 58;

/// Score 21 bits, the bits to move by 11, move 16, depth 8, bound 2 (never 0), age 6.
fn packed(known: Known, moving: u64) -> u64 {
    let bound = match known.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    let best = known.best.unwrap_or(u16::MAX);
    let score = u64::from(known.score as u32) & ((1 << SCORE) - 1);
    score | moving << MOVING | u64::from(best) << 32 | u64::from(known.depth) << 48 | bound << 56
}

fn unpacked(word: u64) -> Known {
    let best = (word >> 32) as u16;
    Known {
        // Shifted to the left end and back to keep the sign.
        score: (word as u32 as i32) << (32 - SCORE) >> (32 - SCORE),
        depth: (word >> 48) as u8,
        bound: match word >> 56 & 3 {
            2 => Bound::AtLeast,
            3 => Bound::AtMost,
            _ => Bound::Exact,
        },
        best: (best != u16::MAX).then_some(best),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed_of;

    #[test]
    fn what_was_kept_is_found_again() {
        let mut table = SharedTable::new(1 << 10);
        let known = |score, depth| Known { score, depth, bound: Bound::AtMost, best: Some(7) };
        let key = |number: u128| number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        table.keep(key(1), known(-5, 3));
        assert_eq!(table.find(key(1)), Some(known(-5, 3)));
        assert_eq!(table.find(key(2)), None);
        // A wrong entry is never found, however full the table is.
        for number in 0..10_000 {
            table.keep(key(number), known(number as i32, 1));
        }
        let found = (0..10_000).filter_map(|number| Some((number, table.find(key(number))?)));
        let found: Vec<_> = found.collect();
        assert!(!found.is_empty() && found.len() <= 64);
        assert!(found.iter().all(|(number, known)| known.score == *number as i32 || known.depth == 3));
        table.clear();
        assert_eq!(table.find(key(1)), None);
    }

    #[test]
    fn a_table_grows_as_it_fills_and_loses_little() {
        let mut table = SharedTable::new(16 << 20);
        let key = |number: u64| u128::from(seed_of(1, number)) << 64 | u128::from(seed_of(2, number));
        let known = |number: u64| Known { score: number as i32, depth: 1, bound: Bound::Exact, best: None };
        assert_eq!((table.bytes(), table.used_bytes()), (16 << 20, 1 << 20));
        for (count, used) in [(5_000, 1 << 20), (50_000, 4 << 20), (200_000, 16 << 20)] {
            (0..count).for_each(|number| table.keep(key(number), known(number)));
            assert_eq!(table.used_bytes(), used, "{count}");
            let found = (0..count).filter_map(|number| Some((number, table.find(key(number))?)));
            let found: Vec<_> = found.collect();
            assert!(found.iter().all(|(number, found)| *found == known(*number)));
            assert!(found.len() as u64 > count * 97 / 100, "{} of {count}", found.len());
        }
        table.clear();
        assert_eq!(table.used_bytes(), 1 << 20);
        assert!((0..200_000).all(|number| table.find(key(number)).is_none()));
        assert!(table.slots.iter().flatten().all(|word| word.load(Ordering::Relaxed) == 0));
    }

    #[test]
    fn packing_loses_nothing() {
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for (score, depth, best) in
                [(0, 0, None), (-1_000_001, 255, Some(0)), (1_000_001, 17, Some(65_534))]
            {
                let known = Known { score, depth, bound, best };
                assert_eq!([0, 1, 2047].map(|moving| unpacked(packed(known, moving))), [known; 3]);
            }
        }
    }
}
