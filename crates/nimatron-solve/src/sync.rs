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
    /// A table is read under a lock and changed under another.
    TwoLocks,
    /// A member of a team reports that it is done before it is.
    DoneTooSoon,
}

#[cfg(not(feature = "model"))]
mod plain {
    pub(crate) use std::hint::spin_loop;
    pub(crate) use std::sync::atomic::{AtomicBool, AtomicUsize};
    pub(crate) use std::sync::{Mutex, MutexGuard};
    pub(crate) use std::thread::yield_now;

    /// Whether to make a mistake: never.
    #[inline(always)]
    pub(crate) const fn is_seeded(_: super::Mistake) -> bool {
        false
    }
}

#[cfg(feature = "model")]
mod modelled {
    use std::cell::Cell;

    pub(crate) use loom::hint::spin_loop;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicUsize};
    pub(crate) use loom::sync::{Mutex, MutexGuard};
    pub(crate) use loom::thread::yield_now;

    use super::Mistake;

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
