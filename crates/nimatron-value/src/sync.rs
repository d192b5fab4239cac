//! Types that threads share: those of the standard library, or with the feature `model` those of loom, so
//! that the tests in `tests/model.rs` run the code of this crate in every order that threads may run in.

#[cfg(feature = "model")]
pub use modelled::seed;
#[cfg(feature = "model")]
pub(crate) use modelled::*;
#[cfg(not(feature = "model"))]
pub(crate) use plain::*;

/// A deliberate mistake, to check that the models find it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mistake {
    /// A slab marks an item as written without ordering what was written before it.
    UnorderedTag,
    /// The memo of sums returns a handle without ordering what was written before it.
    UnorderedHandle,
    /// The memo of comparisons writes an answer in two steps.
    AnswerInTwoSteps,
    /// The arena does not check again whether a value exists, once it has the lock.
    NoSecondLook,
}

#[cfg(not(feature = "model"))]
mod plain {
    pub(crate) use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use std::sync::{Mutex, MutexGuard, OnceLock};

    /// A cell with the interface of loom's.
    #[repr(transparent)]
    pub(crate) struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

    impl<T> UnsafeCell<T> {
        /// Calls `f` with a pointer to read from.
        #[inline(always)]
        pub(crate) fn with<R>(&self, f: impl FnOnce(*const T) -> R) -> R {
            f(self.0.get())
        }

        /// Calls `f` with a pointer to write to.
        #[inline(always)]
        pub(crate) fn with_mut<R>(&self, f: impl FnOnce(*mut T) -> R) -> R {
            f(self.0.get())
        }
    }

    /// Whether to make a mistake: never.
    #[inline(always)]
    pub(crate) const fn is_seeded(_: super::Mistake) -> bool {
        false
    }
}

#[cfg(feature = "model")]
mod modelled {
    use std::cell::Cell;

    pub(crate) use loom::cell::UnsafeCell;
    pub(crate) use loom::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize};
    pub(crate) use loom::sync::{Mutex, MutexGuard};

    use loom::sync::atomic::{AtomicBool, Ordering};

    use super::Mistake;

    /// A cell that is written once, because loom has none.
    pub(crate) struct OnceLock<T> {
        is_written: AtomicBool,
        writing: Mutex<()>,
        value: UnsafeCell<Option<T>>,
    }

    // SAFETY: the value is written by one thread, behind a lock, and only read after that.
    unsafe impl<T: Send + Sync> Sync for OnceLock<T> {}

    impl<T> OnceLock<T> {
        pub(crate) fn new() -> Self {
            OnceLock {
                is_written: AtomicBool::new(false),
                writing: Mutex::new(()),
                value: UnsafeCell::new(None),
            }
        }

        pub(crate) fn get_or_init(&self, init: impl FnOnce() -> T) -> &T {
            if !self.is_written.load(Ordering::Acquire) {
                let _writing = self.writing.lock();
                if !self.is_written.load(Ordering::Relaxed) {
                    // SAFETY: this thread has the lock, and a value that is not written yet is never read.
                    self.value.with_mut(|value| unsafe { *value = Some(init()) });
                    self.is_written.store(true, Ordering::Release);
                }
            }
            // SAFETY: it is written, and never changed again.
            self.value.with(|value| unsafe { (*value).as_ref() }).expect("it is written")
        }
    }

    thread_local! {
        // A model runs all of its threads on one system thread.
        static SEEDED: Cell<Option<Mistake>> = const { Cell::new(None) };
    }

    /// Makes a mistake from now on, in models that this thread runs.
    pub fn seed(mistake: Mistake) {
        SEEDED.set(Some(mistake));
    }

    /// Whether to make a mistake.
    pub(crate) fn is_seeded(mistake: Mistake) -> bool {
        SEEDED.get() == Some(mistake)
    }
}
