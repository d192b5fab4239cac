//! A table of values that several threads fill at the same time.

use std::hash::Hash;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use nimatron_rules::{Booked, Budget, Exhausted, hash_of};
use nimatron_value::Game;

use crate::memo::Memo;
use crate::sync::{AtomicUsize, Mistake, Mutex, MutexGuard, is_seeded};

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// Its value.
    Value(Game),
    /// A thread has begun to evaluate it. That thread may have stopped, so no other waits for it.
    Begun,
}

impl Known {
    fn value(self) -> Option<Game> {
        match self {
            Known::Value(value) => Some(value),
            Known::Begun => None,
        }
    }
}

/// Tables of positions and their values, each behind its own lock. A worker that owns the whole needs no
/// lock: see [`Alone`] and [`Together`].
pub(crate) struct Shards<P> {
    shards: Box<[Shard<P>]>,
    /// The bytes of all slots.
    booked: Booked,
    /// The number of positions that have a value.
    values: AtomicUsize,
}

/// On a separate cache line, so that two threads in two shards don't disturb each other.
#[repr(align(64))]
struct Shard<P>(Mutex<Memo<P, Known>>);

/// 2^6 shards: with 16 threads, three of four consecutive look-ups meet no other thread.
const SHARD_BITS: u32 = if cfg!(feature = "model") { 1 } else { 6 };

impl<P: Clone + Eq + Hash> Shards<P> {
    /// Empty tables, whose memory is booked on a budget.
    pub(crate) fn new(budget: &Budget) -> Self {
        let shard = || Shard(Mutex::new(Memo::new()));
        Shards {
            shards: (0..1 << SHARD_BITS).map(|_| shard()).collect(),
            booked: budget.booking(),
            values: AtomicUsize::new(0),
        }
    }

    /// The number of positions that have a value.
    pub(crate) fn len(&self) -> usize {
        self.values.load(Ordering::Relaxed)
    }

    /// The bytes of all slots.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.booked.bytes()
    }

    #[inline]
    fn index(position: &P) -> usize {
        // Other bits than those that the tables use.
        (hash_of(position) >> (44 - SHARD_BITS)) as usize & ((1 << SHARD_BITS) - 1)
    }

    /// Records a change of one table: its bytes before, and whether a value was added.
    fn book(&self, before: usize, after: usize, values: usize) {
        if after != before {
            self.booked.change(before, after);
        }
        self.values.fetch_add(values, Ordering::Relaxed);
    }
}

/// The operations of a worker on the table.
pub(crate) trait Store<P> {
    /// Prefetches the place of a position.
    fn prefetch(&mut self, position: &P);
    /// The value of a position, if there is one.
    fn value(&mut self, position: &P) -> Option<Game>;
    /// The same, but if nothing is known about the position, records that this worker starts on it and
    /// returns `Ok(None)`.
    fn claim(&mut self, position: &P, budget: &Budget, others: usize) -> Result<Option<Known>, Exhausted>;
    /// Stores the value of a position. `others` bytes are in use elsewhere and not booked.
    fn insert(&mut self, position: &P, value: Game, budget: &Budget, others: usize) -> Result<(), Exhausted>;
}

/// A single worker that owns the table.
pub(crate) struct Alone<'a, P>(pub(crate) &'a mut Shards<P>);

impl<P> Alone<'_, P> {
    #[inline]
    fn table(&mut self, position: &P) -> &mut Memo<P, Known>
    where
        P: Clone + Eq + Hash,
    {
        self.0.shards[Shards::index(position)].0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Clone + Eq + Hash> Store<P> for Alone<'_, P> {
    #[inline]
    fn prefetch(&mut self, position: &P) {
        self.table(position).prefetch(position);
    }

    #[inline]
    fn value(&mut self, position: &P) -> Option<Game> {
        self.table(position).get(position)?.value()
    }

    /// There is no other worker, so nothing needs to be recorded.
    #[inline]
    fn claim(&mut self, position: &P, _: &Budget, _: usize) -> Result<Option<Known>, Exhausted> {
        Ok(self.value(position).map(Known::Value))
    }

    fn insert(&mut self, position: &P, value: Game, budget: &Budget, others: usize) -> Result<(), Exhausted> {
        let table = self.table(position);
        let before = table.bytes();
        table.check(budget, others)?;
        table.insert(position.clone(), Known::Value(value));
        let after = table.bytes();
        self.0.book(before, after, 1);
        Ok(())
    }
}

/// One of several workers at the same table.
pub(crate) struct Together<'a, P>(pub(crate) &'a Shards<P>);

impl<P: Clone + Eq + Hash> Together<'_, P> {
    #[inline]
    fn table(&self, position: &P) -> MutexGuard<'_, Memo<P, Known>> {
        self.0.shards[Shards::index(position)].0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, position: &P, known: Known, budget: &Budget, others: usize) -> Result<(), Exhausted> {
        let mut table = self.table(position);
        if let Some(Known::Value(_)) = table.get(position) {
            return Ok(()); // somebody else was faster, and has the same
        }
        if is_seeded(Mistake::TwoLocks) {
            drop(table);
            table = self.table(position);
        }
        let before = table.bytes();
        table.check(budget, others)?;
        table.insert(position.clone(), known);
        self.0.book(before, table.bytes(), usize::from(known.value().is_some()));
        Ok(())
    }
}

impl<P: Clone + Eq + Hash> Store<P> for Together<'_, P> {
    #[inline]
    fn prefetch(&mut self, _: &P) {}

    #[inline]
    fn value(&mut self, position: &P) -> Option<Game> {
        self.table(position).get(position)?.value()
    }

    fn claim(&mut self, position: &P, budget: &Budget, others: usize) -> Result<Option<Known>, Exhausted> {
        if let Some(known) = self.table(position).get(position) {
            return Ok(Some(known));
        }
        // If two workers get here at the same time, both start: that only costs time.
        self.set(position, Known::Begun, budget, others)?;
        Ok(None)
    }

    fn insert(&mut self, position: &P, value: Game, budget: &Budget, others: usize) -> Result<(), Exhausted> {
        self.set(position, Known::Value(value), budget, others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_begun_once_and_then_has_its_value() {
        let budget = Budget::unlimited();
        let mut shards = Shards::new(&budget);
        let (mut mine, mut theirs) = (Together(&shards), Together(&shards));
        assert_eq!(mine.claim(&7u64, &budget, 0), Ok(None));
        assert_eq!(theirs.claim(&7, &budget, 0), Ok(Some(Known::Begun)));
        assert_eq!(theirs.value(&7), None);
        assert_eq!(shards.len(), 0);
        theirs.insert(&7, Game::ZERO, &budget, 0).unwrap();
        mine.insert(&7, Game::ZERO, &budget, 0).unwrap();
        assert_eq!(mine.claim(&7, &budget, 0), Ok(Some(Known::Value(Game::ZERO))));
        assert_eq!(shards.len(), 1);
        let mut alone = Alone(&mut shards);
        assert_eq!(alone.value(&7), Some(Game::ZERO));
        assert_eq!(alone.claim(&8, &budget, 0), Ok(None));
    }

    #[test]
    fn the_memory_of_all_shards_counts() {
        let budget = Budget::unlimited().memory(500_000);
        let mut shards = Shards::new(&budget);
        let mut alone = Alone(&mut shards);
        let full = (0..100_000u64).find(|i| alone.insert(i, Game::ZERO, &budget, 100_000).is_err()).unwrap();
        assert!(full > 5000, "{full}");
        assert_eq!(shards.len() as u64, full);
        assert!(shards.bytes() <= 400_000);
        let known = shards.bytes();
        let honest: usize = shards.shards.iter_mut().map(|s| s.0.get_mut().unwrap().bytes()).sum();
        assert_eq!(known, honest);
    }
}
