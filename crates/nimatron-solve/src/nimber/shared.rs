//! A table of what is known, for one worker or for several at the same time.

use std::hash::Hash;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use nimatron_rules::{Booked, Budget, Exhausted, hash_of};

use super::known::{Entries, Known};
use crate::sync::{AtomicUsize, Mistake, Mutex, MutexGuard, is_seeded};

/// Tables, each behind its own lock. A worker that owns the whole needs no lock: see [`Alone`] and
/// [`Together`].
pub(crate) struct Shared<P> {
    shards: Box<[Shard<P>]>,
    /// The bytes of all shards.
    booked: Booked,
    /// The number of their entries.
    len: AtomicUsize,
}

/// On a separate cache line, so that two threads in two shards don't disturb each other.
#[repr(align(64))]
struct Shard<P>(Mutex<Entries<P>>);

const SHARD_BITS: u32 = if cfg!(feature = "model") { 1 } else { 6 };

impl<P: Clone + Eq + Hash> Shared<P> {
    /// Empty tables, whose memory is booked on a budget.
    pub(crate) fn new(budget: &Budget) -> Self {
        Shared {
            shards: (0..1 << SHARD_BITS).map(|_| Shard(Mutex::new(Entries::new()))).collect(),
            booked: budget.booking(),
            len: AtomicUsize::new(0),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len.load(Ordering::Relaxed)
    }

    #[inline]
    fn index(position: &P) -> usize {
        // Other bits than those that the tables use.
        (hash_of(position) >> (44 - SHARD_BITS)) as usize & ((1 << SHARD_BITS) - 1)
    }

    fn learn(&self, position: &P, known: Known, budget: &Budget) -> Result<(), Exhausted> {
        let shard = &self.shards[Self::index(position)];
        let mut entries = lock(shard);
        let (bytes, len) = (entries.bytes(), entries.len());
        entries.check(budget)?;
        if is_seeded(Mistake::TwoLocks) {
            drop(entries);
            entries = lock(shard);
        }
        entries.learn(position, known);
        if entries.bytes() != bytes {
            self.booked.change(bytes, entries.bytes());
        }
        if entries.len() != len {
            self.len.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Passes all entries to a function, one shard at a time, while other workers may continue.
    pub(crate) fn each<E>(&self, mut each: impl FnMut(&Entries<P>) -> Result<(), E>) -> Result<(), E> {
        self.shards.iter().try_for_each(|shard| each(&lock(shard)))
    }
}

fn lock<P>(shard: &Shard<P>) -> MutexGuard<'_, Entries<P>> {
    shard.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The operations of a worker on the table.
pub(crate) trait Store<P> {
    /// Prefetches the place of a position.
    fn prefetch(&mut self, position: &P);
    /// What is known about a position.
    fn get(&mut self, position: &P) -> Option<Known>;
    /// Adds to what is known about a position.
    fn learn(&mut self, position: &P, known: Known, budget: &Budget) -> Result<(), Exhausted>;
    /// The table itself, to write it to a file.
    fn all(&self) -> &Shared<P>;
}

/// A single worker that owns the table.
pub(crate) struct Alone<'a, P>(pub(crate) &'a mut Shared<P>);

impl<P: Clone + Eq + Hash> Alone<'_, P> {
    #[inline]
    fn entries(&mut self, position: &P) -> &mut Entries<P> {
        self.0.shards[Shared::index(position)].0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Clone + Eq + Hash> Store<P> for Alone<'_, P> {
    #[inline]
    fn prefetch(&mut self, position: &P) {
        self.entries(position).prefetch(position);
    }

    #[inline]
    fn get(&mut self, position: &P) -> Option<Known> {
        self.entries(position).get(position)
    }

    fn learn(&mut self, position: &P, known: Known, budget: &Budget) -> Result<(), Exhausted> {
        self.0.learn(position, known, budget)
    }

    fn all(&self) -> &Shared<P> {
        self.0
    }
}

/// One of several workers at the same table.
pub(crate) struct Together<'a, P>(pub(crate) &'a Shared<P>);

impl<P: Clone + Eq + Hash> Store<P> for Together<'_, P> {
    #[inline]
    fn prefetch(&mut self, _: &P) {}

    #[inline]
    fn get(&mut self, position: &P) -> Option<Known> {
        lock(&self.0.shards[Shared::index(position)]).get(position)
    }

    fn learn(&mut self, position: &P, known: Known, budget: &Budget) -> Result<(), Exhausted> {
        self.0.learn(position, known, budget)
    }

    fn all(&self) -> &Shared<P> {
        self.0
    }
}
