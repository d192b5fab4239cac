//! Memo tables. They may forget, never lie: forgetting costs time only.

use std::sync::Mutex;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Remembers one bit for pairs of handles, without locks.
///
/// A slot is one word: the key, put through a bijection, with its two lowest bits replaced by
/// "occupied" and the answer. Those two bits are implied by the set the slot is in, so a slot is
/// exact; a torn or lost write costs an answer, never changes one.
pub(crate) struct PairCache {
    levels: [OnceLock<Box<[AtomicU64]>>; LEVELS],
    current: AtomicUsize,
    evictions: AtomicUsize,
}

const LEVELS: usize = 12;
/// Slots in a set: one cache line.
const WAYS: usize = 8;
/// log2 of the slots of the first level; each level has four times the slots of the one before.
const FIRST: u32 = 14;

/// A bijection of 64-bit words that spreads nearby keys (splitmix64's finaliser).
#[inline]
fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    key ^ (key >> 31)
}

#[inline]
fn pair(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

impl PairCache {
    pub(crate) fn new() -> Self {
        let cache = PairCache {
            levels: [const { OnceLock::new() }; LEVELS],
            current: AtomicUsize::new(0),
            evictions: AtomicUsize::new(0),
        };
        cache.level(0);
        cache
    }

    /// The bytes it takes from the start.
    pub(crate) fn first_bytes(&self) -> usize {
        size_of_val(self.level(0))
    }

    fn level(&self, level: usize) -> &[AtomicU64] {
        self.levels[level]
            .get_or_init(|| (0..1usize << (FIRST + 2 * level as u32)).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn set(&self, level: usize, mixed: u64) -> &[AtomicU64] {
        let slots = self.level(level);
        // The lowest bits choose the set, so they need not be stored.
        let sets = slots.len() / WAYS;
        let start = (mixed as usize & (sets - 1)) * WAYS;
        &slots[start..start + WAYS]
    }

    #[inline]
    pub(crate) fn get(&self, a: u32, b: u32) -> Option<bool> {
        let mixed = mix(pair(a, b));
        let level = self.current.load(Ordering::Relaxed);
        let found = Self::find(self.set(level, mixed), mixed);
        if found.is_some() || level == 0 {
            return found;
        }
        let older = Self::find(self.set(level - 1, mixed), mixed);
        if let Some(answer) = older {
            self.put_at(level, mixed, answer);
        }
        older
    }

    #[inline]
    fn find(set: &[AtomicU64], mixed: u64) -> Option<bool> {
        for slot in set {
            let word = slot.load(Ordering::Relaxed);
            if (word ^ mixed) & !3 == 0 && word & 2 != 0 {
                return Some(word & 1 != 0);
            }
        }
        None
    }

    /// Remembers an answer. `grow(bytes)` says whether a larger table may be allocated.
    #[inline]
    pub(crate) fn put(&self, a: u32, b: u32, answer: bool, grow: impl FnOnce(usize) -> bool) {
        let level = self.current.load(Ordering::Relaxed);
        if !self.put_at(level, mix(pair(a, b)), answer) {
            self.make_room(level, grow);
        }
    }

    fn put_at(&self, level: usize, mixed: u64, answer: bool) -> bool {
        let set = self.set(level, mixed);
        let word = mixed & !3 | 2 | u64::from(answer);
        for slot in set {
            if slot.load(Ordering::Relaxed) == 0 {
                slot.store(word, Ordering::Relaxed);
                return true;
            }
        }
        set[(mixed >> 60) as usize % WAYS].store(word, Ordering::Relaxed);
        false
    }

    #[cold]
    fn make_room(&self, level: usize, grow: impl FnOnce(usize) -> bool) {
        let size = 1usize << (FIRST + 2 * level as u32);
        let evictions = self.evictions.fetch_add(1, Ordering::Relaxed);
        if evictions < size / 16 || level + 1 == LEVELS || !grow(8 * 4 * size) {
            return;
        }
        self.evictions.store(0, Ordering::Relaxed);
        self.level(level + 1);
        let _ = self.current.compare_exchange(level, level + 1, Ordering::AcqRel, Ordering::Relaxed);
    }
}

/// Remembers a handle for unordered pairs of handles.
///
/// In front of the shards, which need a lock, stands a small table that does not: one word a slot,
/// exact as in [`PairCache`], for handles short enough that key and answer fit.
pub(crate) struct SumCache {
    front: Box<[AtomicU64]>,
    shards: Box<[Mutex<Shard>]>,
}

/// Handles below `2^FRONT_BITS` may stand in the front table of `2^FRONT_SIZE` slots.
const FRONT_BITS: u32 = 22;
const FRONT_SIZE: u32 = 14;

/// The slot of a pair in the front table, and what tells it from others there: a bijection of the
/// pairs of short handles. Nothing for longer handles.
#[inline]
fn front_slot(a: u32, b: u32) -> Option<(usize, u64)> {
    let (low, high) = (a.min(b), a.max(b));
    if high >> FRONT_BITS != 0 {
        return None;
    }
    const MASK: u64 = (1 << (2 * FRONT_BITS)) - 1;
    let key = u64::from(high) << FRONT_BITS | u64::from(low);
    let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & MASK;
    let mixed = mixed ^ (mixed >> FRONT_BITS);
    let mixed = mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) & MASK;
    let tag_bits = 2 * FRONT_BITS - FRONT_SIZE;
    Some(((mixed >> tag_bits) as usize, mixed & ((1 << tag_bits) - 1)))
}

/// A slot of the front table: an occupied bit, the tag, and 30 bits for the answer.
#[inline]
fn front_word(tag: u64) -> u64 {
    1 << 63 | tag << 30
}

struct Shard {
    /// Sets of [`SUM_WAYS`] entries `(key, value)`; a key of 0 is an empty entry.
    entries: Vec<(u64, u32)>,
    filled: usize,
    /// Set when the table may not grow any more.
    full: bool,
}

const SHARDS: usize = 32;
const SUM_WAYS: usize = 4;

impl SumCache {
    pub(crate) fn new() -> Self {
        let shard = || Mutex::new(Shard { entries: Vec::new(), filled: 0, full: false });
        SumCache {
            front: (0..1 << FRONT_SIZE).map(|_| AtomicU64::new(0)).collect(),
            shards: (0..SHARDS).map(|_| shard()).collect(),
        }
    }

    /// The bytes it takes from the start.
    pub(crate) fn first_bytes(&self) -> usize {
        size_of_val(&*self.front)
    }

    /// The key of a pair of handles; 0 is never a key, as sums with the handle 0, zero, are not kept.
    #[inline]
    fn key(a: u32, b: u32) -> u64 {
        pair(a.min(b), a.max(b))
    }

    fn shard(&self, mixed: u64) -> std::sync::MutexGuard<'_, Shard> {
        let shard = &self.shards[(mixed >> 59) as usize % SHARDS];
        shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// What the front table remembers of a pair.
    #[inline]
    pub(crate) fn get_front(&self, a: u32, b: u32) -> Option<u32> {
        let (slot, tag) = front_slot(a, b)?;
        let word = self.front[slot].load(Ordering::Acquire);
        (word >> 30 == front_word(tag) >> 30).then_some((word & ((1 << 30) - 1)) as u32)
    }

    /// Puts an answer into the front table.
    #[inline]
    pub(crate) fn put_front(&self, a: u32, b: u32, value: u32) {
        if let Some((slot, tag)) = front_slot(a, b)
            && value >> 30 == 0
        {
            self.front[slot].store(front_word(tag) | u64::from(value), Ordering::Release);
        }
    }

    pub(crate) fn get(&self, a: u32, b: u32) -> Option<u32> {
        let key = Self::key(a, b);
        let mixed = mix(key);
        let shard = self.shard(mixed);
        let set = shard.set(mixed)?;
        shard.entries[set..set + SUM_WAYS].iter().find(|e| e.0 == key).map(|e| e.1)
    }

    pub(crate) fn put(&self, a: u32, b: u32, value: u32, grow: impl FnOnce(usize) -> bool) {
        let key = Self::key(a, b);
        let mixed = mix(key);
        let mut shard = self.shard(mixed);
        if !shard.full && shard.filled * 4 >= shard.entries.len() * 3 {
            let size = (2 * shard.entries.len()).max(64);
            if grow((size - shard.entries.len()) * size_of::<(u64, u32)>()) {
                shard.resize(size);
            } else {
                shard.full = true;
            }
        }
        shard.put(key, mixed, value);
    }
}

impl Shard {
    #[inline]
    fn set(&self, mixed: u64) -> Option<usize> {
        let sets = self.entries.len() / SUM_WAYS;
        if sets == 0 { None } else { Some((mixed as usize & (sets - 1)) * SUM_WAYS) }
    }

    fn put(&mut self, key: u64, mixed: u64, value: u32) {
        let Some(set) = self.set(mixed) else { return };
        for entry in &mut self.entries[set..set + SUM_WAYS] {
            if entry.0 == 0 || entry.0 == key {
                self.filled += usize::from(entry.0 == 0);
                *entry = (key, value);
                return;
            }
        }
        self.entries[set + (mixed >> 40) as usize % SUM_WAYS] = (key, value);
        // A full set is a sign that the table is crowded.
        self.filled += 1;
    }

    fn resize(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.entries, vec![(0, 0); size]);
        self.filled = 0;
        for (key, value) in old {
            if key != 0 {
                self.put(key, mix(key), value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_cache_never_confuses_two_pairs() {
        let cache = PairCache::new();
        let answer = |a: u32, b: u32| (a * 31 + b).is_multiple_of(3);
        for a in 0..300 {
            for b in 0..300 {
                cache.put(a, b, answer(a, b), |_| true);
            }
        }
        let mut remembered = 0;
        for a in 0..300 {
            for b in 0..300 {
                if let Some(bit) = cache.get(a, b) {
                    assert_eq!(bit, answer(a, b));
                    remembered += 1;
                }
            }
        }
        assert!(remembered > 60_000, "{remembered}");
    }

    #[test]
    fn the_front_table_never_confuses_two_pairs() {
        let cache = SumCache::new();
        for a in 1..400u32 {
            for b in 1..400u32 {
                cache.put_front(a * 9_001 % (1 << 22), b * 10_007 % (1 << 22), a.min(b) * 1000 + a.max(b));
                let found = cache.get_front(b * 9_001 % (1 << 22), b * 10_007 % (1 << 22));
                assert!(found.is_none_or(|v| v == b * 1001));
            }
        }
        cache.put_front(1 << 22, 5, 7);
        assert_eq!(cache.get_front(1 << 22, 5), None);
    }

    #[test]
    fn a_sum_cache_answers_for_both_orders_and_forgets_rather_than_grows() {
        let cache = SumCache::new();
        for i in 1..10_000u32 {
            cache.put(i, 2 * i, 3 * i, |bytes| bytes < 20_000);
        }
        let hits = (1..10_000u32)
            .filter(|i| cache.get(2 * i, *i).inspect(|v| assert_eq!(*v, 3 * i)).is_some())
            .count();
        assert!(hits > 1000, "{hits}");
    }
}
