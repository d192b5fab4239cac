//! Memo tables. They may forget but never return a wrong answer, so forgetting only costs time.

use std::sync::atomic::Ordering;

use crate::sync::{AtomicU32, AtomicU64, AtomicUsize, Mistake, Mutex, MutexGuard, OnceLock, is_seeded};

/// Remembers one bit for pairs of handles, without locks.
///
/// A slot is one word: the key, passed through a bijection, with its two lowest bits replaced by "occupied"
/// and the answer. Those two bits are implied by the set that contains the slot, so a slot is exact; a torn
/// or lost write loses an answer, but never changes one.
///
/// When the table grows to twice its sets, nothing is moved: a pair that belongs to the new half is also
/// looked for in the set where it was before.
pub(crate) struct PairCache {
    /// Chunk 0 has the first sets, and every further chunk as many as all before it together.
    chunks: [OnceLock<Box<[AtomicU64]>>; CHUNKS],
    /// log2 of the number of sets in use, and [`SETTLED`].
    size: AtomicU32,
    evictions: OwnLine<AtomicUsize>,
}

/// Data that one thread changes often, on a separate cache line from what all others read.
#[repr(align(64))]
pub(crate) struct OwnLine<T>(pub(crate) T);

/// Set when the table may not grow for now: entries at old places have been found again or replaced.
const SETTLED: u32 = 1 << 8;
const CHUNKS: usize = 24;
/// The number of slots in a set: one cache line.
const WAYS: usize = 8;
/// log2 of the number of sets of the first chunk.
const FIRST: u32 = if cfg!(feature = "model") { 2 } else { 11 };

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
            chunks: std::array::from_fn(|_| OnceLock::new()),
            size: AtomicU32::new(FIRST),
            evictions: OwnLine(AtomicUsize::new(0)),
        };
        cache.chunk(0);
        cache
    }

    /// The number of bytes of the table.
    pub(crate) fn bytes(&self) -> usize {
        (size_of::<AtomicU64>() * WAYS) << (self.size.load(Ordering::Relaxed) & !SETTLED)
    }

    fn chunk(&self, chunk: usize) -> &[AtomicU64] {
        self.chunks[chunk].get_or_init(|| {
            let sets = 1usize << (FIRST as usize + chunk.saturating_sub(1));
            (0..sets * WAYS).map(|_| AtomicU64::new(0)).collect()
        })
    }

    #[inline]
    fn set(&self, index: usize) -> &[AtomicU64] {
        let above_first = index >> FIRST;
        let (chunk, first) = if above_first == 0 {
            (0, 0)
        } else {
            let top = index.ilog2();
            ((top - FIRST) as usize + 1, 1 << top)
        };
        let start = (index - first) * WAYS;
        &self.chunk(chunk)[start..start + WAYS]
    }

    /// The set of a pair, which is chosen by the lowest bits, so that they need not be stored; and the set of
    /// the pair before the table last grew.
    #[inline]
    fn index(&self, mixed: u64) -> (usize, usize) {
        let state = self.size.load(Ordering::Acquire);
        let size = state & !SETTLED;
        let index = mixed as usize & ((1 << size) - 1);
        let grew = size > FIRST && state & SETTLED == 0;
        (index, if grew { index & ((1 << (size - 1)) - 1) } else { index })
    }

    #[inline]
    pub(crate) fn get(&self, a: u32, b: u32) -> Option<bool> {
        let mixed = mix(pair(a, b));
        let (index, older) = self.index(mixed);
        let found = Self::find(self.set(index), mixed);
        if found.is_some() || index == older {
            return found;
        }
        let answer = Self::find(self.set(older), mixed)?;
        Self::put_into(self.set(index), mixed, answer);
        Some(answer)
    }

    /// Prefetches the place of a pair.
    #[inline]
    pub(crate) fn prefetch(&self, a: u32, b: u32) {
        crate::slab::prefetch(self.set(self.index(mix(pair(a, b))).0).as_ptr());
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

    /// Stores an answer. `grow(bytes)` returns whether this much more may be allocated.
    #[inline]
    pub(crate) fn put(&self, a: u32, b: u32, answer: bool, grow: impl FnOnce(usize) -> bool) {
        let mixed = mix(pair(a, b));
        if !Self::put_into(self.set(self.index(mixed).0), mixed, answer) {
            self.make_room(grow);
        }
    }

    fn put_into(set: &[AtomicU64], mixed: u64, answer: bool) -> bool {
        let word = mixed & !3 | 2 | u64::from(answer);
        for slot in set {
            if slot.load(Ordering::Relaxed) == 0 {
                if is_seeded(Mistake::AnswerInTwoSteps) {
                    slot.store(word & !1, Ordering::Relaxed);
                }
                slot.store(word, Ordering::Relaxed);
                return true;
            }
        }
        set[(mixed >> 60) as usize % WAYS].store(word, Ordering::Relaxed);
        false
    }

    #[cold]
    fn make_room(&self, grow: impl FnOnce(usize) -> bool) {
        let state = self.size.load(Ordering::Relaxed);
        let size = state & !SETTLED;
        let slots = WAYS << size;
        let evictions = self.evictions.0.fetch_add(1, Ordering::Relaxed);
        // If it may not grow now, it asks again only after as many more answers.
        if evictions < slots / 16 {
            return;
        }
        self.evictions.0.store(0, Ordering::Relaxed);
        let chunk = (size - FIRST) as usize + 1;
        let new = if chunk < CHUNKS && grow(size_of::<AtomicU64>() * slots) {
            self.chunk(chunk);
            size + 1
        } else {
            size | SETTLED
        };
        let _ = self.size.compare_exchange(state, new, Ordering::AcqRel, Ordering::Relaxed);
    }
}

/// Remembers a handle for unordered pairs of handles.
///
/// The shards need a lock. In front of them is a small table that does not: one word per slot, exact as in
/// [`PairCache`], for handles short enough that key and answer fit.
pub(crate) struct SumCache {
    front: Box<[AtomicU64]>,
    shards: Box<[Mutex<Shard>]>,
}

/// Handles below `2^FRONT_BITS` may be in the front table of `2^FRONT_SIZE` slots.
const FRONT_BITS: u32 = if cfg!(feature = "model") { 14 } else { 22 };
const FRONT_SIZE: u32 = if cfg!(feature = "model") { 2 } else { 14 };

/// The slot of a pair in the front table, and the tag that distinguishes it from others there: a bijection of
/// the pairs of short handles. `None` for longer handles.
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
    /// Set when the table may no longer grow.
    full: bool,
}

const SHARDS: usize = if cfg!(feature = "model") { 2 } else { 32 };
const SUM_WAYS: usize = 4;

impl SumCache {
    pub(crate) fn new() -> Self {
        let shard = || Mutex::new(Shard { entries: Vec::new(), filled: 0, full: false });
        SumCache {
            front: (0..1 << FRONT_SIZE).map(|_| AtomicU64::new(0)).collect(),
            shards: (0..SHARDS).map(|_| shard()).collect(),
        }
    }

    /// The bytes that it takes from the start.
    pub(crate) fn first_bytes(&self) -> usize {
        size_of_val(&*self.front)
    }

    /// The key of a pair of handles; 0 is never a key, because sums with the handle 0, zero, are not stored.
    #[inline]
    fn key(a: u32, b: u32) -> u64 {
        pair(a.min(b), a.max(b))
    }

    fn shard(&self, mixed: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(mixed >> 59) as usize % SHARDS];
        shard.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// The answer for a pair in the front table.
    #[inline]
    pub(crate) fn get_front(&self, a: u32, b: u32) -> Option<u32> {
        let (slot, tag) = front_slot(a, b)?;
        let word = self.front[slot].load(Ordering::Acquire);
        (word >> 30 == front_word(tag) >> 30).then_some((word & ((1 << 30) - 1)) as u32)
    }

    /// Stores an answer in the front table.
    #[inline]
    pub(crate) fn put_front(&self, a: u32, b: u32, value: u32) {
        if let Some((slot, tag)) = front_slot(a, b)
            && value >> 30 == 0
        {
            let unordered = is_seeded(Mistake::UnorderedHandle);
            let order = if unordered { Ordering::Relaxed } else { Ordering::Release };
            self.front[slot].store(front_word(tag) | u64::from(value), order);
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
        // A full set indicates that the table is crowded.
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
        let side = if cfg!(miri) { 60 } else { 300 };
        let answer = |a: u32, b: u32| (a * 31 + b).is_multiple_of(3);
        for a in 0..side {
            for b in 0..side {
                cache.put(a, b, answer(a, b), |_| true);
            }
        }
        let mut remembered = 0;
        for a in 0..side {
            for b in 0..side {
                if let Some(bit) = cache.get(a, b) {
                    assert_eq!(bit, answer(a, b));
                    remembered += 1;
                }
            }
        }
        assert!(remembered > side * side * 2 / 3, "{remembered}");
    }

    #[test]
    fn a_pair_cache_finds_what_it_had_before_it_grew() {
        let cache = PairCache::new();
        let pairs = || (0..10_000u32).map(|i| (i, i.wrapping_mul(7919)));
        pairs().for_each(|(a, b)| cache.put(a, b, a % 3 == 0, |_| false));
        let before = cache.bytes();
        let mut others = 0..;
        while cache.bytes() == before {
            cache.put(others.next().unwrap(), 1 << 30, true, |_| true);
        }
        let found = pairs().filter_map(|(a, b)| Some((a, cache.get(a, b)?)));
        let found: Vec<_> = found.inspect(|(a, answer)| assert_eq!(*answer, a % 3 == 0)).collect();
        assert!(found.len() > 7500, "{}", found.len());
    }

    #[test]
    fn the_front_table_never_confuses_two_pairs() {
        let cache = SumCache::new();
        let side = if cfg!(miri) { 40 } else { 400u32 };
        for a in 1..side {
            for b in 1..side {
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
