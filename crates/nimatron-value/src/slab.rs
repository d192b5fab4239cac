//! Append-only storage whose items never move, shared between threads.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use crate::limits::Account;

/// The first chunk holds `2^FIRST` items, and every further chunk twice as many as the one before.
const FIRST: u32 = 10;
const CHUNKS: usize = 32 - FIRST as usize;

/// Items with stable addresses and dense `u32` indices.
///
/// An item is written once, in [`Slab::push`], before its index is given out, and is never changed
/// or moved until the slab is dropped.
pub(crate) struct Slab<T> {
    chunks: [AtomicPtr<UnsafeCell<MaybeUninit<T>>>; CHUNKS],
    len: AtomicU32,
}

// SAFETY: items are written before their index is published and only read afterwards, so sharing a
// slab shares `&T` between threads and may move a `T` to the thread that drops the slab.
unsafe impl<T: Send + Sync> Sync for Slab<T> {}
// SAFETY: the slab owns its items.
unsafe impl<T: Send> Send for Slab<T> {}

/// Which chunk an index falls into, and where in it.
#[inline]
fn locate(index: u32) -> (usize, usize) {
    let shifted = index + (1 << FIRST);
    let chunk = shifted.ilog2();
    ((chunk - FIRST) as usize, (shifted ^ (1 << chunk)) as usize)
}

impl<T> Slab<T> {
    /// The most items a slab can hold: two bits of a handle are free for other uses.
    pub(crate) const LIMIT: u32 = u32::MAX >> 2;

    pub(crate) fn new() -> Self {
        Slab { chunks: [const { AtomicPtr::new(ptr::null_mut()) }; CHUNKS], len: AtomicU32::new(0) }
    }

    /// The bytes that pushing one more item will newly allocate: 0 unless a chunk is full.
    pub(crate) fn cost_of_push(&self) -> usize {
        let (chunk, _) = locate(self.len());
        let missing = self.chunks[chunk].load(Ordering::Relaxed).is_null();
        if missing { size_of::<T>() << (FIRST as usize + chunk) } else { 0 }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// Whether no more items may be pushed. Many threads may ask at once and then push one item each:
    /// the margin is for them.
    pub(crate) fn is_full(&self) -> bool {
        const MARGIN: u32 = 1 << 16;
        self.len() >= Self::LIMIT - MARGIN
    }

    /// Appends an item, and books what is newly allocated. The index must reach other threads only by ways that synchronise (locks,
    /// channels, release/acquire atomics), as every safe way but relaxed atomics does.
    pub(crate) fn push(&self, item: T, account: &Account) -> u32 {
        let index = self.len.fetch_add(1, Ordering::AcqRel);
        assert!(index < Self::LIMIT, "who pushes asks first whether the slab is full");
        let (chunk, offset) = locate(index);
        let base = self.chunk(chunk, account);
        // SAFETY: `base` is a live chunk of more than `offset` items, and this index was given to
        // this call alone.
        unsafe { (*(*base.add(offset)).get()).write(item) };
        index
    }

    fn chunk(&self, chunk: usize, account: &Account) -> *mut UnsafeCell<MaybeUninit<T>> {
        let base = self.chunks[chunk].load(Ordering::Acquire);
        if !base.is_null() {
            return base;
        }
        let capacity = 1usize << (FIRST as usize + chunk);
        let layout =
            Layout::array::<UnsafeCell<MaybeUninit<T>>>(capacity).expect("a chunk fits the address space");
        // Zeroed, so that a handle of another arena reads zeros rather than uninitialised memory.
        // SAFETY: the layout is not empty: no item type here has size 0.
        let fresh_ptr = unsafe { alloc_zeroed(layout) }.cast::<UnsafeCell<MaybeUninit<T>>>();
        if fresh_ptr.is_null() {
            handle_alloc_error(layout);
        }
        match self.chunks[chunk].compare_exchange(
            ptr::null_mut(),
            fresh_ptr,
            Ordering::AcqRel,
            Ordering::Acquire,
        ) {
            Ok(_) => {
                account.add(layout.size());
                fresh_ptr
            }
            Err(theirs) => {
                // SAFETY: allocated above with this layout and seen by nobody.
                unsafe { dealloc(fresh_ptr.cast(), layout) };
                theirs
            }
        }
    }

    /// Asks the processor to fetch an item that will be needed soon.
    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        prefetch(self.get(index));
    }

    /// The item at an index that [`Slab::push`] returned.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        debug_assert!(index < self.len());
        let (chunk, offset) = locate(index);
        let base = self.chunks[chunk].load(Ordering::Acquire);
        assert!(!base.is_null(), "a handle of another arena");
        // SAFETY: the index was returned by `push`, so the item is written and stays where it is.
        unsafe { (*(*base.add(offset)).get()).assume_init_ref() }
    }
}

impl<T> Drop for Slab<T> {
    fn drop(&mut self) {
        let len = *self.len.get_mut() as usize;
        for (chunk, base) in self.chunks.iter_mut().enumerate() {
            let base = *base.get_mut();
            if base.is_null() {
                continue;
            }
            let capacity = 1usize << (FIRST as usize + chunk);
            let start = capacity - (1 << FIRST);
            let filled = len.saturating_sub(start).min(capacity);
            // SAFETY: the chunk was allocated as an array of this capacity and its first `filled`
            // items are written; the cells have the layout of the items they hold.
            drop(unsafe { Vec::from_raw_parts(base.cast::<T>(), filled, capacity) });
        }
    }
}

/// Asks the processor to fetch what is at an address, which may be any.
#[inline]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing, and every x86-64 has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast::<i8>()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Blocks of `u32` that never move: the lists of options.
pub(crate) struct Blocks {
    chunks: Vec<Box<[UnsafeCell<u32>]>>,
    /// How much of the last chunk is given out.
    used: usize,
    /// The length of all chunks together.
    total: usize,
}

impl Blocks {
    const CHUNK: usize = 1 << 14;

    pub(crate) fn new() -> Self {
        Blocks { chunks: Vec::new(), used: 0, total: 0 }
    }

    /// The bytes that pushing a block with so many options will newly allocate.
    pub(crate) fn cost_of_push(&self, options: usize) -> usize {
        self.next_chunk(2 + options).map_or(0, |size| 4 * size)
    }

    /// The length of the chunk that must be made for a block of this length, if the last one has no
    /// room for it. Chunks grow with what there is, so that small arenas stay small.
    fn next_chunk(&self, len: usize) -> Option<usize> {
        let room = self.chunks.last().map_or(0, |chunk| chunk.len()) - self.used;
        (room < len).then(|| (self.total / 4).clamp(Self::CHUNK, 64 * Self::CHUNK).max(len))
    }

    /// Stores a block and returns where it begins. The block lives as long as this allocator.
    pub(crate) fn push(&mut self, head: [u32; 2], left: &[u32], right: &[u32]) -> *mut u32 {
        let len = 2 + left.len() + right.len();
        if let Some(size) = self.next_chunk(len) {
            self.chunks.push((0..size).map(|_| UnsafeCell::new(0)).collect());
            self.used = 0;
            self.total += size;
        }
        let chunk = self.chunks.last().expect("a chunk with room was just made");
        let place = &chunk[self.used..self.used + len];
        for (cell, value) in place.iter().zip(head.iter().chain(left).chain(right)) {
            // SAFETY: this part of the chunk was given to nobody yet.
            unsafe { *cell.get() = *value };
        }
        self.used += len;
        // From the slice and not from its first cell, so that the pointer is good for all of it.
        UnsafeCell::raw_get(place.as_ptr())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ArenaLimits;

    #[test]
    fn items_keep_their_address_and_are_dropped_once() {
        let marker = std::sync::Arc::new(());
        let (slab, bytes) = (Slab::new(), Account::new(ArenaLimits::new()));
        let first = slab.push((0u32, marker.clone()), &bytes);
        let address = ptr::from_ref(slab.get(first));
        for i in 1..5000 {
            assert_eq!(slab.push((i, marker.clone()), &bytes), i);
        }
        assert_eq!(ptr::from_ref(slab.get(first)), address);
        assert!((0..5000).all(|i| slab.get(i).0 == i));
        assert_eq!(std::sync::Arc::strong_count(&marker), 5001);
        drop(slab);
        assert_eq!(std::sync::Arc::strong_count(&marker), 1);
    }

    #[test]
    fn several_threads_push_at_once() {
        let (slab, bytes) = (Slab::new(), Account::new(ArenaLimits::new()));
        std::thread::scope(|s| {
            for t in 0..4u32 {
                let (slab, bytes) = (&slab, &bytes);
                s.spawn(move || {
                    for i in 0..3000 {
                        let at = slab.push((t, i), bytes);
                        assert_eq!(*slab.get(at), (t, i));
                    }
                });
            }
        });
        assert_eq!(slab.len(), 12000);
        // Chunks of 1024, 2048, 4096 and 8192 items.
        assert_eq!(bytes.bytes(), 15 * 1024 * 8);
    }

    #[test]
    fn blocks_keep_what_they_were_given_and_cost_what_was_said() {
        let mut blocks = Blocks::new();
        let mut made = Vec::new();
        for n in [3, 0, 7000, 12_000, 1, 100_000, 5] {
            let list: Vec<u32> = (0..n).collect();
            let (before, cost) = (blocks.total, blocks.cost_of_push(list.len()));
            made.push((n, blocks.push([n, 0], &list, &[])));
            assert_eq!(4 * (blocks.total - before), cost);
        }
        for (n, block) in made {
            // SAFETY: a block of `2 + n` words lives as long as `blocks`.
            let block = unsafe { std::slice::from_raw_parts(block, n as usize + 2) };
            assert!(block[0] == n && block[1] == 0);
            assert!(block[2..].iter().copied().eq(0..n));
        }
    }
}
