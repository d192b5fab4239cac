//! What the threads of a search have found out, shared without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// How a score is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// It is the score.
    Exact,
    /// The score is this or more.
    AtLeast,
    /// The score is this or less.
    AtMost,
}

/// What is known of a position with a player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    /// As seen by the player to move; wins are counted from this position.
    pub(super) score: i32,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The number of the best move, if one was better than the others.
    pub(super) best: Option<u16>,
}

/// Two words a position: what is known, and half of the key added to that without carry. So a slot that two threads wrote at
/// once belongs to no position. The other half of the key chooses the slot, so that the two halves together must be the
/// same for one position to be taken for another.
pub(super) struct SharedTable {
    slots: Box<[[AtomicU64; 2]]>,
    /// The age of what is written, below 64: old entries are given up first.
    age: u64,
}

/// So many neighbouring slots may have a position: a cache line.
const WAYS: usize = 4;

impl SharedTable {
    /// A table of at most so many bytes, and at least one line.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<[AtomicU64; 2]>()).max(WAYS);
        let slots = 1 << slots.ilog2();
        let empty = || [const { AtomicU64::new(0) }; 2];
        SharedTable { slots: std::iter::repeat_with(empty).take(slots).collect(), age: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.slots)
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.age = 0;
        self.slots.iter_mut().flatten().for_each(|word| *word.get_mut() = 0);
    }

    /// A new search begins.
    pub(super) fn grow_older(&mut self) {
        self.age = (self.age + 1) % 64;
    }

    #[inline]
    fn line(&self, key: u128) -> &[[AtomicU64; 2]] {
        let start = key as usize & (self.slots.len() - WAYS);
        &self.slots[start..start + WAYS]
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn find(&self, key: u128) -> Option<Known> {
        let check = (key >> 64) as u64;
        self.line(key).iter().find_map(|slot| {
            let known = slot[0].load(Ordering::Relaxed);
            let same = slot[1].load(Ordering::Relaxed) ^ known == check && known != 0;
            same.then(|| unpacked(known))
        })
    }

    /// Keeps what was found out, in the place of the same position or of what is least worth keeping.
    #[inline]
    pub(super) fn keep(&self, key: u128, known: Known) {
        let check = (key >> 64) as u64;
        let mut least = (i32::MAX, 0);
        let line = self.line(key);
        for (i, slot) in line.iter().enumerate() {
            let old = slot[0].load(Ordering::Relaxed);
            if old == 0 || slot[1].load(Ordering::Relaxed) ^ old == check {
                least = (0, i);
                break;
            }
            let age = (self.age + 64 - (old >> 58)) % 64;
            let worth = unpacked(old).depth as i32 - 4 * age as i32;
            least = least.min((worth, i));
        }
        let packed = packed(known) | self.age << 58;
        line[least.1][0].store(packed, Ordering::Relaxed);
        line[least.1][1].store(packed ^ check, Ordering::Relaxed);
    }
}

/// Score 32 bits, move 16, depth 8, bound 2 (never 0), age 6.
fn packed(known: Known) -> u64 {
    let bound = match known.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    let best = known.best.unwrap_or(u16::MAX);
    u64::from(known.score as u32) | u64::from(best) << 32 | u64::from(known.depth) << 48 | bound << 56
}

fn unpacked(word: u64) -> Known {
    let best = (word >> 32) as u16;
    Known {
        score: word as u32 as i32,
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

    #[test]
    fn what_was_kept_is_found_again() {
        let mut table = SharedTable::new(1 << 10);
        let known = |score, depth| Known { score, depth, bound: Bound::AtMost, best: Some(7) };
        let key = |number: u128| number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        table.keep(key(1), known(-5, 3));
        assert_eq!(table.find(key(1)), Some(known(-5, 3)));
        assert_eq!(table.find(key(2)), None);
        // What is found is never something else, however full the table is.
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
    fn packing_loses_nothing() {
        for bound in [Bound::Exact, Bound::AtLeast, Bound::AtMost] {
            for (score, depth, best) in
                [(0, 0, None), (-1_000_000, 255, Some(0)), (999_999, 17, Some(65_534))]
            {
                let known = Known { score, depth, bound, best };
                assert_eq!(unpacked(packed(known)), known);
            }
        }
    }
}
