//! Append-only storage whose items never move, shared between threads.

use std::cell;
use std::mem::MaybeUninit;
use std::num::NonZeroU32;
use std::ops::Deref;
use std::sync::atomic::Ordering;

use crate::chunks::{Chunks, Place};
use crate::limits::Account;
use crate::sync::{AtomicU32, Mistake, UnsafeCell, is_seeded};

/// Items with stable addresses and dense `u32` indices.
///
/// An item is written once, in [`Slab::push`], before its index is given out, and is never changed or moved until the
/// slab is dropped.
pub(crate) struct Slab<T> {
    slots: Chunks<Slot<T>>,
}

/// One cache line: an item and two additional words. An empty slot is all zeros.
#[repr(C, align(64))]
pub(crate) struct Slot<T> {
    item: UnsafeCell<MaybeUninit<T>>,
    /// A word for any use.
    pub(crate) link: AtomicU32,
    /// Written after the item, and then never 0: a slot with a tag has an item, which is never changed.
    tag: AtomicU32,
}

// SAFETY: an item is written before its tag and only read afterwards, so sharing a slot shares `&T` between
// threads and may move a `T` to the thread that drops it.
unsafe impl<T: Send + Sync> Sync for Slot<T> {}

impl<T> Place for Slot<T> {
    #[cfg(feature = "model")]
    fn prepare(place: *mut Self) {
        let slot = Slot {
            item: UnsafeCell::new(MaybeUninit::uninit()),
            link: AtomicU32::new(0),
            tag: AtomicU32::new(0),
        };
        // SAFETY: the place was just allocated and is not published.
        unsafe { place.write(slot) };
    }
}

impl<T> Slot<T> {
    /// The tag that the item was pushed with.
    #[inline]
    pub(crate) fn tag(&self) -> u32 {
        self.tag.load(Ordering::Relaxed)
    }
}

/// The item. Only slots that have one are handed out.
impl<T> Deref for Slot<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: `Slab::get` hands out a slot only if it has a tag, which is written after the item; reading
        // the tag with `Acquire` orders the two for this thread.
        self.item.with(|item| unsafe { (*item).assume_init_ref() })
    }
}

impl<T> Drop for Slot<T> {
    fn drop(&mut self) {
        if self.tag() != 0 {
            // SAFETY: a slot with a tag has an item.
            self.item.with_mut(|item| unsafe { (*item).assume_init_drop() });
        }
    }
}

impl<T> Slab<T> {
    /// The maximum number of items in a slab.
    pub(crate) const LIMIT: u32 = Chunks::<Slot<T>>::LIMIT;

    pub(crate) fn new() -> Self {
        Slab { slots: Chunks::new() }
    }

    /// See [`Chunks::cost_of_push`].
    pub(crate) fn cost_of_push(&self) -> usize {
        self.slots.cost_of_push()
    }

    pub(crate) fn len(&self) -> u32 {
        self.slots.len()
    }

    /// See [`Chunks::is_full`].
    pub(crate) fn is_full(&self) -> bool {
        self.slots.is_full()
    }

    /// Appends an item, and books newly allocated memory. The index must reach other threads only by
    /// synchronising operations (locks, channels, release/acquire atomics), which includes all safe ones
    /// except relaxed atomics: otherwise another thread might not find the item there.
    pub(crate) fn push(&self, item: T, link: u32, tag: NonZeroU32, account: &Account) -> u32 {
        // SAFETY: an empty slot is all zeros, so it may be dropped at any time. It lives as long as the slab,
        // and only its cells are written to.
        let (index, slot) = unsafe {
            let (index, place) = self.slots.reserve(account);
            (index, &*place)
        };
        // SAFETY: the slot was handed out to this call alone, and an item whose slot has no tag is never
        // read.
        slot.item.with_mut(|place| unsafe { (*place).write(item) });
        slot.link.store(link, Ordering::Relaxed);
        let order = if is_seeded(Mistake::UnorderedTag) { Ordering::Relaxed } else { Ordering::Release };
        slot.tag.store(tag.get(), order);
        index
    }

    /// Prefetches an item that will be needed soon.
    #[inline]
    pub(crate) fn prefetch(&self, index: u32) {
        prefetch(self.slots.place(index));
    }

    /// The item at an index, if there is one.
    #[inline]
    pub(crate) fn find(&self, index: u32) -> Option<&Slot<T>> {
        // SAFETY: if it is not null, it is the place of a slot, all zeros or not, which lives as long as the
        // slab.
        let slot = unsafe { self.slots.place(index).as_ref()? };
        (slot.tag.load(Ordering::Acquire) != 0).then_some(slot)
    }

    /// The item at an index that [`Slab::push`] returned.
    ///
    /// # Panics
    /// If there is no item at this index, or another thread is writing it, because the index belongs to
    /// another slab.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> &Slot<T> {
        self.find(index).unwrap_or_else(|| foreign())
    }
}

#[cold]
#[inline(never)]
fn foreign() -> ! {
    panic!("this game belongs to another arena");
}

/// Prefetches any address.
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
    chunks: Vec<Box<[cell::UnsafeCell<u32>]>>,
    /// The used length of the last chunk.
    used: usize,
    /// The total length of all chunks.
    total: usize,
}

impl Blocks {
    const CHUNK: usize = 1 << 14;

    pub(crate) fn new() -> Self {
        Blocks { chunks: Vec::new(), used: 0, total: 0 }
    }

    /// The bytes that pushing a block with this number of options will newly allocate.
    pub(crate) fn cost_of_push(&self, options: usize) -> usize {
        self.next_chunk(2 + options).map_or(0, |size| 4 * size)
    }

    /// The length of the chunk that must be allocated for a block of this length, if the last one has no room
    /// for it. Chunks grow with the total, so that small arenas stay small.
    fn next_chunk(&self, len: usize) -> Option<usize> {
        let room = self.chunks.last().map_or(0, |chunk| chunk.len()) - self.used;
        (room < len).then(|| (self.total / 4).clamp(Self::CHUNK, 64 * Self::CHUNK).max(len))
    }

    /// Stores a block and returns its address. The block lives as long as this allocator.
    pub(crate) fn push(&mut self, head: [u32; 2], left: &[u32], right: &[u32]) -> *mut u32 {
        let len = 2 + left.len() + right.len();
        if let Some(size) = self.next_chunk(len) {
            self.chunks.push((0..size).map(|_| cell::UnsafeCell::new(0)).collect());
            self.used = 0;
            self.total += size;
        }
        let chunk = self.chunks.last().expect("a chunk with room was just made");
        let place = &chunk[self.used..self.used + len];
        for (cell, value) in place.iter().zip(head.iter().chain(left).chain(right)) {
            // SAFETY: this part of the chunk has not been handed out yet.
            unsafe { *cell.get() = *value };
        }
        self.used += len;
        // From the slice and not from its first cell, so that the pointer is valid for all of it.
        cell::UnsafeCell::raw_get(place.as_ptr())
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
        let push = |i: u32| slab.push((i, marker.clone()), i + 1, NonZeroU32::MAX, &bytes);
        let first = push(0);
        let address = std::ptr::from_ref(slab.get(first));
        for i in 1..5000 {
            assert_eq!(push(i), i);
        }
        assert_eq!(std::ptr::from_ref(slab.get(first)), address);
        assert!((0..5000).all(|i| slab.get(i).link.load(Ordering::Relaxed) == i + 1));
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
                        let at = slab.push((t, i), 0, NonZeroU32::MIN, bytes);
                        assert_eq!(**slab.get(at), (t, i));
                    }
                });
            }
        });
        assert_eq!(slab.len(), 12000);
        // Chunks of 1024, 2048, 4096 and 8192 items.
        assert_eq!(bytes.bytes(), 15 * 1024 * 64);
    }

    #[test]
    fn an_index_without_an_item_panics_whether_or_not_there_is_a_chunk_for_it() {
        let (slab, bytes) = (Slab::new(), Account::new(ArenaLimits::new()));
        slab.push(0u8, 0, NonZeroU32::MIN, &bytes);
        for index in [1, 1023, 1024, 1 << 20, Slab::<u8>::LIMIT] {
            slab.prefetch(index);
            let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| **slab.get(index)));
            let message = found.unwrap_err();
            assert_eq!(message.downcast_ref(), Some(&"this game belongs to another arena"), "{index}");
        }
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
