//! One budget for every solver and player: nodes, time, memory and a stop flag.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use thiserror::Error;
use web_time::Instant;

use crate::MOVES_ON_A_BOARD;

/// Why a computation stopped before it had its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Exhausted {
    /// The allowed number of nodes was visited.
    #[error("out of nodes: the budget allows {0}")]
    Nodes(u64),
    /// The allowed time has passed.
    #[error("out of time: the budget allows {0:?}")]
    Time(Duration),
    /// The allowed memory is in use.
    #[error("out of memory: the budget allows {} MB", .0 >> 20)]
    Memory(usize),
    /// A list of moves would be too long to be made.
    #[error("a list of {0} moves would be too long: at most {longest} are listed", longest = Budget::LONGEST_LIST)]
    List(u64),
    /// A stop was requested.
    #[error("stopped")]
    Stopped,
}

/// How much a computation may spend. Clones share the same accounts of nodes and memory: spending by one is seen by
/// all, and [`Budget::stop`] on any of them stops all.
///
/// ```
/// use std::time::Duration;
/// use nimatron_rules::{Budget, Exhausted};
///
/// let budget = Budget::unlimited().time(Duration::from_secs(30)).memory(1 << 20);
/// let table = budget.book(600_000)?;
/// // What is booked on a clone counts, too.
/// assert_eq!(budget.clone().book(600_000).err(), Some(Exhausted::Memory(1 << 20)));
/// drop(table);
/// assert!(budget.book(600_000).is_ok());
/// # Ok::<(), Exhausted>(())
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    nodes: u64,
    /// The nodes that were spent when the limit of nodes was set.
    spent_before: u64,
    memory: usize,
    /// The bytes that are booked, by all that share this account.
    used: Arc<AtomicUsize>,
    process: Option<ProcessMemory>,
    time: Option<Duration>,
    threads: NonZeroUsize,
    started: Instant,
    stop: Arc<AtomicBool>,
    spent: Arc<AtomicU64>,
}

/// A limit on what the whole process has in use, where that can be measured: it sees what nobody has booked, such as
/// stacks and lists. [`Budget::measure`] sets it.
#[derive(Clone, Copy, Debug)]
pub struct ProcessMemory {
    /// The bytes in use now. It is called some thousand times a second.
    pub in_use: fn() -> usize,
    /// The most bytes that may be in use.
    pub limit: usize,
}

impl ProcessMemory {
    /// The bytes that are left. Of a limit of 16 MB or more a part, a quarter or less and at most 20 MB, is kept for what grows
    /// between two looks.
    #[must_use]
    pub fn left(&self) -> usize {
        let eighth = if self.limit < 16 << 20 { 0 } else { self.limit / 8 };
        let margin = eighth.min(4 << 20) + eighth.min(16 << 20);
        (self.limit - margin).saturating_sub((self.in_use)())
    }

    /// Whether this many bytes more would still be within the limit.
    #[must_use]
    pub fn has_room(&self, more: usize) -> bool {
        let left = self.left();
        left > 0 && left >= more
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget::unlimited()
    }
}

impl Budget {
    /// Longer lists of moves are not made, however much memory there is: nothing looks at the clock meanwhile.
    pub const LONGEST_LIST: u64 = 1 << 24;

    /// No limit but the stop flag, and one thread.
    #[must_use]
    pub fn unlimited() -> Self {
        Budget {
            nodes: u64::MAX,
            spent_before: 0,
            memory: usize::MAX,
            used: Arc::default(),
            process: None,
            time: None,
            threads: NonZeroUsize::MIN,
            started: Instant::now(),
            stop: Arc::default(),
            spent: Arc::default(),
        }
    }

    /// At most this many nodes, counted from now.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self.spent_before = self.spent();
        self
    }

    /// At most this long, counted from now.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self.started = Instant::now();
        self
    }

    /// At most this many bytes, on an account of its own: what was booked before does not count.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.used = Arc::default();
        self
    }

    /// At most this many bytes, on an account that others share.
    #[must_use]
    pub fn memory_shared(mut self, bytes: usize, used: Arc<AtomicUsize>) -> Self {
        self.memory = bytes;
        self.used = used;
        self
    }

    /// Watches the memory of the whole process, too.
    #[must_use]
    pub fn measure(mut self, process: ProcessMemory) -> Self {
        self.process = Some(process);
        self
    }

    /// At most this many threads at a time.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Use this stop flag instead of a fresh one.
    #[must_use]
    pub fn stop_flag(mut self, flag: Arc<AtomicBool>) -> Self {
        self.stop = flag;
        self
    }

    /// The shared stop flag, for code that only knows a flag.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Asks everything that runs on this budget to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The number of nodes visited so far on this budget and its clones.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// How much time is left, if there is a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// When the time is up, and how long it was, if there is a limit.
    #[must_use]
    pub fn deadline(&self) -> Option<(Instant, Duration)> {
        let time = self.time?;
        Some((self.started.checked_add(time)?, time))
    }

    /// The most bytes that may be booked.
    #[must_use]
    pub fn memory_limit(&self) -> usize {
        self.memory
    }

    /// The bytes that are left: of what may be booked, and of what the process may use where that is measured.
    #[must_use]
    pub fn memory_left(&self) -> usize {
        let left = self.memory.saturating_sub(self.used.load(Ordering::Relaxed));
        self.process.map_or(left, |process| left.min(process.left()))
    }

    /// The account of memory: the bytes that are booked.
    #[must_use]
    pub fn account(&self) -> &Arc<AtomicUsize> {
        &self.used
    }

    /// What the whole process may use, if that is watched.
    #[must_use]
    pub fn process_memory(&self) -> Option<ProcessMemory> {
        self.process
    }

    /// The threads that may run at a time. In WebAssembly that is one, which the compiler is to know, so that it leaves out what
    /// several would do.
    #[inline]
    #[must_use]
    pub fn thread_limit(&self) -> usize {
        if cfg!(target_family = "wasm") { 1 } else { self.threads.get() }
    }

    /// Whether `bytes` more, beyond what is booked, are still within the budget. A list or table that is about to be made
    /// is checked so, if it will be gone soon; what stays is booked.
    #[inline]
    pub fn check_memory(&self, bytes: usize) -> Result<(), Exhausted> {
        if self.used.load(Ordering::Relaxed).saturating_add(bytes) > self.memory {
            return Err(Exhausted::Memory(self.memory));
        }
        Ok(())
    }

    /// The same for something large, for which it is worth looking at the memory of the whole process.
    #[inline(never)]
    pub fn check_large(&self, bytes: usize) -> Result<(), Exhausted> {
        self.check_memory(bytes)?;
        match self.process {
            Some(process) if !process.has_room(bytes) => Err(Exhausted::Memory(process.limit)),
            _ => Ok(()),
        }
    }

    /// Whether a list of `count` items can be made: a list that would not fit is an error before it is made.
    #[inline]
    pub fn check_list<T>(&self, count: u64) -> Result<(), Exhausted> {
        // Short lists need no look at the account.
        if count <= MOVES_ON_A_BOARD { Ok(()) } else { self.check_long_list(count, size_of::<T>()) }
    }

    #[cold]
    #[inline(never)]
    fn check_long_list(&self, count: u64, size: usize) -> Result<(), Exhausted> {
        if count > Self::LONGEST_LIST {
            return Err(Exhausted::List(count));
        }
        // While a list grows, it is there twice.
        let bytes = count.saturating_mul(2 * size as u64);
        self.check_large(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Books memory until the booking is dropped.
    ///
    /// # Errors
    /// If the budget does not allow as much.
    pub fn book(&self, bytes: usize) -> Result<Booked, Exhausted> {
        let booked = self.booking();
        booked.set(bytes, self)?;
        Ok(booked)
    }

    /// A booking of nothing so far.
    #[must_use]
    pub fn booking(&self) -> Booked {
        Booked { used: Arc::clone(&self.used), bytes: AtomicUsize::new(0) }
    }

    /// A counter for one worker, cheap enough for inner loops.
    #[must_use]
    pub fn meter(&self) -> Meter {
        Meter { budget: self.clone(), pending: 0, steps: 0, batch: 1, flushed: Instant::now() }
    }

    /// Books `nodes` and looks at every limit.
    pub fn spend(&self, nodes: u64) -> Result<(), Exhausted> {
        self.spend_at(nodes, self.time.map(|_| Instant::now()))
    }

    /// The same, when the time is known.
    fn spend_at(&self, nodes: u64, now: Option<Instant>) -> Result<(), Exhausted> {
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Exhausted::Stopped);
        }
        if spent.saturating_sub(self.spent_before) > self.nodes {
            return Err(Exhausted::Nodes(self.nodes));
        }
        if let (Some(time), Some(now)) = (self.time, now)
            && now.saturating_duration_since(self.started) >= time
        {
            return Err(Exhausted::Time(time));
        }
        match self.process {
            Some(process) if !process.has_room(0) => Err(Exhausted::Memory(process.limit)),
            _ => Ok(()),
        }
    }
}

/// Memory that is booked on a [`Budget`]. It is given back when the booking is dropped. Several threads may share one.
#[derive(Debug)]
pub struct Booked {
    used: Arc<AtomicUsize>,
    bytes: AtomicUsize,
}

impl Booked {
    /// The bytes that are booked here.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Books this many bytes instead of those before.
    ///
    /// # Errors
    /// If it is more than before, and the budget does not allow it. The booking is then unchanged.
    pub fn set(&self, bytes: usize, budget: &Budget) -> Result<(), Exhausted> {
        let before = self.bytes();
        if bytes > before {
            budget.check_large(bytes - before)?;
        }
        self.change(before, bytes);
        Ok(())
    }

    /// Books that something of `before` bytes has `after` bytes now, whatever the budget allows: the memory is in use
    /// already.
    pub fn change(&self, before: usize, after: usize) {
        // Sums modulo 2^64 come out right, whichever is larger.
        self.bytes.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
        self.used.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
    }
}

impl Drop for Booked {
    fn drop(&mut self) {
        self.change(self.bytes(), 0);
    }
}

/// Counts nodes for one worker and looks at the limits only now and then.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    /// Nodes that are not booked yet.
    pending: u64,
    /// Nodes and other steps since the last look.
    steps: u64,
    /// The number of steps until the next look.
    batch: u64,
    flushed: Instant,
}

impl Meter {
    /// At most this many nodes pass between two looks at the limits: a look costs some 30 ns.
    const MOST: u64 = 256;
    /// There are more looks where nodes take long, so that about this much time passes between two of them.
    const INTERVAL: Duration = Duration::from_millis(1);

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Exhausted> {
        self.pending += 1;
        self.step()
    }

    /// Counts a step that is no node, such as one of many moves of a node, so that limits are looked at in time.
    #[inline]
    pub fn step(&mut self) -> Result<(), Exhausted> {
        self.steps += 1;
        if self.steps >= self.batch { self.flush() } else { Ok(()) }
    }

    /// Books what was counted and looks at every limit.
    pub fn flush(&mut self) -> Result<(), Exhausted> {
        self.steps = 0;
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.flushed);
        self.flushed = now;
        if passed < Self::INTERVAL {
            self.batch = (2 * self.batch).min(Self::MOST);
        } else {
            self.batch = (self.batch / 4).max(1);
        }
        self.budget.spend_at(std::mem::take(&mut self.pending), Some(now))
    }

    /// The budget that is counted against.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.budget.spent.fetch_add(self.pending, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_notices_that_nodes_ran_out() {
        let budget = Budget::unlimited().nodes(1000);
        let mut meter = budget.meter();
        let ticks = (0..5000).take_while(|_| meter.tick().is_ok()).count();
        assert!((1000..1000 + 2 * Meter::MOST as usize).contains(&ticks), "{ticks}");
    }

    #[test]
    fn a_limit_of_nodes_on_a_clone_counts_from_now() {
        let budget = Budget::unlimited();
        budget.spend(1000).unwrap();
        let clone = budget.clone().nodes(100);
        assert_eq!(clone.spend(100), Ok(()));
        assert_eq!(clone.spend(1), Err(Exhausted::Nodes(100)));
        assert_eq!(budget.spend(1), Ok(()));
    }

    #[test]
    fn nodes_that_take_long_are_looked_at_one_by_one() {
        let budget = Budget::unlimited().time(Duration::from_millis(20));
        let mut meter = budget.meter();
        let slow = (0..10_000).take_while(|_| {
            std::thread::sleep(Duration::from_millis(5));
            meter.tick().is_ok()
        });
        assert!(slow.count() < 8);
    }

    #[test]
    fn steps_are_no_nodes_and_time_passes_all_the_same() {
        let budget = Budget::unlimited().nodes(10).time(Duration::from_millis(5));
        let mut meter = budget.meter();
        let error = loop {
            if let Err(error) = meter.step() {
                break error;
            }
        };
        assert_eq!((error, budget.spent()), (Exhausted::Time(Duration::from_millis(5)), 0));
    }

    #[test]
    fn stop_reaches_every_clone() {
        let budget = Budget::unlimited();
        budget.clone().stop();
        assert_eq!(budget.spend(1), Err(Exhausted::Stopped));
    }

    #[test]
    fn a_dropped_meter_books_what_it_counted() {
        let budget = Budget::unlimited();
        {
            let mut meter = budget.meter();
            (0..7).for_each(|_| meter.tick().unwrap());
        }
        assert_eq!(budget.spent(), 7);
    }

    #[test]
    fn memory_is_one_account_for_all_clones() {
        let budget = Budget::unlimited().memory(1000);
        let mine = budget.book(400).unwrap();
        let theirs = budget.clone().book(400).unwrap();
        assert_eq!(mine.set(601, &budget), Err(Exhausted::Memory(1000)));
        assert_eq!((mine.bytes(), budget.check_memory(200)), (400, Ok(())));
        drop(theirs);
        assert_eq!(mine.set(601, &budget), Ok(()));
        // An account of its own begins with nothing.
        assert!(budget.clone().memory(1000).book(1000).is_ok());
        drop(mine);
        assert_eq!(budget.account().load(Ordering::Relaxed), 0);
    }

    #[test]
    fn the_memory_of_the_process_counts_where_it_is_measured() {
        let process = ProcessMemory { in_use: || 900, limit: 1000 };
        let budget = Budget::unlimited().measure(process);
        assert_eq!((budget.spend(1), budget.memory_left()), (Ok(()), 100));
        assert!(budget.book(100).is_ok());
        assert_eq!(budget.book(101).err(), Some(Exhausted::Memory(1000)));
        let full = Budget::unlimited().measure(ProcessMemory { in_use: || 1001, limit: 1000 });
        assert_eq!(full.spend(1), Err(Exhausted::Memory(1000)));
    }

    #[test]
    fn a_list_that_would_not_fit_is_refused_before_it_is_made() {
        let budget = Budget::unlimited().memory(10 << 20);
        assert_eq!(budget.check_list::<u64>(100_000), Ok(()));
        assert_eq!(budget.check_list::<u64>(7_500_000), Err(Exhausted::Memory(10 << 20)));
        assert_eq!(Budget::unlimited().check_list::<u64>(u64::MAX), Err(Exhausted::List(u64::MAX)));
    }
}
