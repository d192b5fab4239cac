//! Storage whose places never move, in chunks that double in size.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr;
use std::sync::atomic::Ordering;

use crate::limits::Account;
use crate::sync::{AtomicPtr, AtomicU32};

/// The first chunk holds `2^FIRST` items, and every further chunk twice as many as the one before.
const FIRST: u32 = if cfg!(feature = "model") { 1 } else { 10 };
const CHUNKS: usize = 32 - FIRST as usize;

/// Append-only storage with stable addresses and dense `u32` indices. It owns its items.
pub(crate) struct Chunks<T> {
    chunks: [AtomicPtr<T>; CHUNKS],
    len: AtomicU32,
}

/// Types that can be stored in [`Chunks`].
pub(crate) trait Place: Sized {
    /// Initializes a place that is all zeros. Only the types of loom need it: those of the standard library
    /// are 0 when they are zeros.
    #[cfg(feature = "model")]
    fn prepare(_place: *mut Self) {}
}

// SAFETY: each place is handed out once, so sharing chunks shares `&T` between threads and may move a `T` to
// the thread that drops them.
unsafe impl<T: Send + Sync> Sync for Chunks<T> {}
// SAFETY: the chunks own their items.
unsafe impl<T: Send> Send for Chunks<T> {}

/// The chunk of an index, and its offset there.
#[inline]
fn locate(index: u32) -> (usize, usize) {
    let shifted = index + (1 << FIRST);
    let chunk = shifted.ilog2();
    ((chunk - FIRST) as usize, (shifted ^ (1 << chunk)) as usize)
}

impl<T: Place> Chunks<T> {
    /// The maximum number of items: two bits of a handle are free for other uses.
    pub(crate) const LIMIT: u32 = u32::MAX >> 2;

    pub(crate) fn new() -> Self {
        Chunks { chunks: std::array::from_fn(|_| AtomicPtr::new(ptr::null_mut())), len: AtomicU32::new(0) }
    }

    /// The bytes that one more item will newly allocate: 0 unless a chunk is full.
    pub(crate) fn cost_of_push(&self) -> usize {
        let (chunk, _) = locate(self.len());
        let missing = self.chunks[chunk].load(Ordering::Relaxed).is_null();
        if missing { size_of::<T>() << (FIRST as usize + chunk) } else { 0 }
    }

    /// The number of places that were handed out.
    pub(crate) fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// Whether no more items may be added. Many threads may ask at the same time and then add one item each:
    /// the margin is for them.
    pub(crate) fn is_full(&self) -> bool {
        const MARGIN: u32 = 1 << 16;
        self.len() >= Self::LIMIT - MARGIN
    }

    /// Adds an item, and books newly allocated memory.
    pub(crate) fn keep(&self, item: T, account: &Account) -> &T {
        // SAFETY: the place is written at once, and no other thread has it.
        unsafe {
            let (_, place) = self.reserve(account);
            place.write(item);
            &*place
        }
    }

    /// Hands out the next place to this caller alone, with its index, and books newly allocated memory.
    ///
    /// # Safety
    /// If a place that is all zeros is not a valid `T`, one must be written there before anything can panic,
    /// because it will be dropped.
    pub(crate) unsafe fn reserve(&self, account: &Account) -> (u32, *mut T) {
        let index = self.len.fetch_add(1, Ordering::AcqRel);
        assert!(index < Self::LIMIT, "who adds an item asks first whether there is room");
        let (chunk, offset) = locate(index);
        // SAFETY: a chunk has more items than the offset of any index in it.
        (index, unsafe { self.chunk(chunk, account).add(offset) })
    }

    fn chunk(&self, chunk: usize, account: &Account) -> *mut T {
        let base = self.chunks[chunk].load(Ordering::Acquire);
        if !base.is_null() {
            return base;
        }
        let layout = Self::layout(chunk);
        assert!(layout.size() > 0, "items have a size");
        // SAFETY: the layout is not empty.
        let fresh = unsafe { alloc_zeroed(layout) }.cast::<T>();
        if fresh.is_null() {
            handle_alloc_error(layout);
        }
        #[cfg(feature = "model")]
        (0..1 << (FIRST as usize + chunk)).for_each(|i| T::prepare(fresh.wrapping_add(i)));
        match self.chunks[chunk].compare_exchange(ptr::null_mut(), fresh, Ordering::AcqRel, Ordering::Acquire)
        {
            Ok(_) => {
                account.add(layout.size());
                fresh
            }
            Err(theirs) => {
                // SAFETY: allocated above with this layout and not published.
                unsafe { dealloc(fresh.cast(), layout) };
                theirs
            }
        }
    }

    fn layout(chunk: usize) -> Layout {
        Layout::array::<T>(1 << (FIRST as usize + chunk)).expect("a chunk fits the address space")
    }

    /// The place with this index, or null if there is no chunk for it. It may be all zeros.
    #[inline]
    pub(crate) fn place(&self, index: u32) -> *mut T {
        let (chunk, offset) = locate(index);
        let base = self.chunks[chunk].load(Ordering::Acquire);
        // SAFETY: a chunk has more items than the offset of any index in it.
        if base.is_null() { base } else { unsafe { base.add(offset) } }
    }
}

impl<T> Drop for Chunks<T> {
    fn drop(&mut self) {
        // A count beyond the limit belongs to a thread that was refused.
        let len = self.len.load(Ordering::Relaxed).min(u32::MAX >> 2) as usize;
        for (chunk, base) in self.chunks.iter_mut().enumerate() {
            let base = base.load(Ordering::Relaxed);
            if base.is_null() {
                continue;
            }
            let capacity = 1usize << (FIRST as usize + chunk);
            let start = capacity - (1 << FIRST);
            let filled = len.saturating_sub(start).min(capacity);
            // SAFETY: the chunk was allocated as an array of this capacity, and its first `filled` items are
            // written, or valid as zeros.
            drop(unsafe { Vec::from_raw_parts(base, filled, capacity) });
        }
    }
}
