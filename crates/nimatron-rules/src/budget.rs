//! One budget for every solver and player: nodes, time, memory and a stop flag.
//!
//! Ctrl-C at the terminal, Stop on the page, `--time` and a limit in a test are all the same to a solver.
//! Running out is not an error of the input: it returns what is known so far.
//!
//! - **Memory is one account.** Tables, arenas, loopy orders and pieces of stack are booked on the budget
//!   ([`Budget::book`]), and its clones share the account. An arena books on the account that its limits name
//!   (`ArenaLimits` of `nimatron-value`), so values and tables together keep to the limit.
//! - **The process is measured, too** ([`ProcessMemory`]), where a program does nothing but answer one
//!   question at a time: `nimatron` compares its resident memory with the limit, at most once in a
//!   millisecond, whenever a solver checks its limits. So memory that is not booked, such as texts and lists,
//!   counts as well. A library has no such gauge and keeps to what is booked.
//! - **A list that would not fit is never made.** `Rules::move_bound` bounds the number of moves without
//!   listing them, which only matters for games of heaps. A caller that needs all moves compares the bound
//!   with the budget first. Lists of more than 2²⁴ moves are never made. A caller that needs only some moves
//!   uses `Rules::first_moves`.
//! - **The clock is checked where time passes.** A [`Meter`] looks at it every 256 nodes, or more often where
//!   nodes take long; loops over the moves of one node count steps; and an arena checks its own limits and
//!   those of the solver that uses it (`within` of `nimatron-value`).

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use thiserror::Error;
use web_time::Instant;

use crate::MOVES_ON_A_BOARD;

/// Why a computation stopped before it had an answer.
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
    /// A list of moves would be too long.
    #[error("a list of {0} moves would be too long: at most {longest} are listed", longest = Budget::LONGEST_LIST)]
    List(u64),
    /// A stop was requested.
    #[error("stopped")]
    Stopped,
}

impl Exhausted {
    /// Whether a stop was requested.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        matches!(self, Exhausted::Stopped)
    }

    /// Whether the allowed time has passed.
    #[must_use]
    pub fn is_out_of_time(&self) -> bool {
        matches!(self, Exhausted::Time(_))
    }

    /// Whether the allowed memory is in use.
    #[must_use]
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, Exhausted::Memory(_))
    }
}

/// How much a computation may spend. Clones share the same accounts of nodes and memory: what one spends is
/// seen by all, and [`Budget::stop`] on any of them stops all.
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
    /// The nodes that had been spent when the limit of nodes was set.
    spent_before: u64,
    memory: usize,
    /// The bytes that are booked by everything that shares this account.
    used: Arc<AtomicUsize>,
    process: Option<ProcessMemory>,
    time: Option<Duration>,
    threads: NonZeroUsize,
    started: Instant,
    stop: Arc<AtomicBool>,
    spent: Arc<AtomicU64>,
}

/// A limit on the memory of the whole process, if that can be measured. It includes memory that is not
/// booked, such as stacks and lists. [`Budget::measure`] sets it.
#[derive(Clone, Copy, Debug)]
pub struct ProcessMemory {
    /// Returns the bytes in use now. It is called some thousand times per second.
    pub in_use: fn() -> usize,
    /// The maximum number of bytes in use.
    pub limit: usize,
}

impl ProcessMemory {
    /// The bytes that are left. Part of a limit of 16 MB or more (three eighths or less, and at most 22 MB) is
    /// reserved for what grows between two measurements and for code that is loaded on the way. To a smaller limit
    /// 2 MB are added: the system may hand out memory in pages of that size, of which little is used.
    #[must_use]
    pub fn left(&self) -> usize {
        /// The size of a huge page.
        const HUGE: usize = 2 << 20;
        let limit = if self.limit < 16 << 20 {
            self.limit + HUGE
        } else {
            let eighth = self.limit / 8;
            self.limit - eighth.min(4 << 20) - eighth.min(16 << 20) - HUGE
        };
        limit.saturating_sub((self.in_use)())
    }

    /// Whether this many additional bytes would be within the limit.
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
    /// Longer lists of moves are not made, however much memory there is, because the clock is not checked
    /// while a list is made.
    pub const LONGEST_LIST: u64 = 1 << 24;

    /// A budget without limits except for the stop flag, and with one thread.
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

    /// As [`Budget::unlimited`].
    #[must_use]
    pub fn new() -> Self {
        Budget::unlimited()
    }

    /// A budget for a part of the work: it spends from the same memory and stops when this one stops, but counts
    /// its own nodes, and may be given less time.
    #[must_use]
    pub fn child(&self) -> Self {
        Budget { spent: Arc::default(), spent_before: 0, ..self.clone() }
    }

    /// The same limits once more: time and nodes count from now, memory stays on the same account, and a stop of
    /// the old budget does not stop the new one.
    ///
    /// ```
    /// use nimatron_rules::{Budget, Exhausted};
    ///
    /// let budget = Budget::new().nodes(10);
    /// assert_eq!(budget.spend(11), Err(Exhausted::Nodes(10)));
    /// assert_eq!(budget.resume().spend(10), Ok(()));
    /// ```
    #[must_use]
    pub fn resume(&self) -> Self {
        Budget { started: Instant::now(), stop: Arc::default(), ..self.child() }
    }

    /// Allows at most this many nodes, counted from now.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self.spent_before = self.spent();
        self
    }

    /// Allows at most this much time, counted from now.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self.started = Instant::now();
        self
    }

    /// Allows at most this many bytes, on a new account: what was booked before does not count.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self.used = Arc::default();
        self
    }

    /// Allows at most this many bytes, on a shared account.
    #[must_use]
    pub fn memory_shared(mut self, bytes: usize, used: Arc<AtomicUsize>) -> Self {
        self.memory = bytes;
        self.used = used;
        self
    }

    /// Also limits the memory of the whole process.
    #[must_use]
    pub fn measure(mut self, process: ProcessMemory) -> Self {
        self.process = Some(process);
        self
    }

    /// Allows at most this many threads at a time.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// Uses this stop flag instead of a new one.
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

    /// Requests everything that runs on this budget to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The number of nodes visited so far on this budget and its clones.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// The remaining time, if there is a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// The deadline and the time that was allowed, if there is a limit.
    #[must_use]
    pub fn deadline(&self) -> Option<(Instant, Duration)> {
        let time = self.time?;
        Some((self.started.checked_add(time)?, time))
    }

    /// The maximum number of bytes that may be booked.
    #[must_use]
    pub fn memory_limit(&self) -> usize {
        self.memory
    }

    /// The bytes that are left, of what may be booked and of what the process may use if that is measured.
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

    /// The limit for the whole process, if there is one.
    #[must_use]
    pub fn process_memory(&self) -> Option<ProcessMemory> {
        self.process
    }

    /// The number of threads that may run at a time. In WebAssembly that is always one, which the compiler
    /// must know so that it omits the code for several threads.
    #[inline]
    #[must_use]
    pub fn thread_limit(&self) -> usize {
        if cfg!(target_family = "wasm") { 1 } else { self.threads.get() }
    }

    /// Checks whether `bytes` more, beyond what is booked, are within the budget. This is for a list or table
    /// that is about to be made and will be dropped soon; memory that stays in use is booked.
    #[inline]
    pub fn check_memory(&self, bytes: usize) -> Result<(), Exhausted> {
        if self.used.load(Ordering::Relaxed).saturating_add(bytes) > self.memory {
            return Err(Exhausted::Memory(self.memory));
        }
        Ok(())
    }

    /// The same for something large, for which it is worth measuring the memory of the whole process.
    #[inline(never)]
    pub fn check_large(&self, bytes: usize) -> Result<(), Exhausted> {
        self.check_memory(bytes)?;
        match self.process {
            Some(process) if !process.has_room(bytes) => Err(Exhausted::Memory(process.limit)),
            _ => Ok(()),
        }
    }

    /// Checks whether a list of `count` items can be made. A list that would not fit is an error before it is
    /// made.
    #[inline]
    pub fn check_list<T>(&self, count: u64) -> Result<(), Exhausted> {
        // Short lists need no check of the account.
        if count <= MOVES_ON_A_BOARD { Ok(()) } else { self.check_long_list(count, size_of::<T>()) }
    }

    #[cold]
    #[inline(never)]
    fn check_long_list(&self, count: u64, size: usize) -> Result<(), Exhausted> {
        if count > Self::LONGEST_LIST {
            return Err(Exhausted::List(count));
        }
        // While a list grows, it exists twice.
        let bytes = count.saturating_mul(2 * size as u64);
        self.check_large(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Books memory until the booking is dropped.
    ///
    /// # Errors
    /// If the budget does not allow it.
    pub fn book(&self, bytes: usize) -> Result<Booked, Exhausted> {
        let booked = self.booking();
        booked.set(bytes, self)?;
        Ok(booked)
    }

    /// A booking of 0 bytes.
    #[must_use]
    pub fn booking(&self) -> Booked {
        Booked { used: Arc::clone(&self.used), bytes: AtomicUsize::new(0) }
    }

    /// A counter for one worker, cheap enough for inner loops.
    #[must_use]
    pub fn meter(&self) -> Meter {
        Meter { budget: self.clone(), pending: 0, steps: 0, batch: 1, flushed: Instant::now() }
    }

    /// Spends `nodes` and checks every limit.
    pub fn spend(&self, nodes: u64) -> Result<(), Exhausted> {
        self.spend_at(nodes, self.time.map(|_| Instant::now()))
    }

    /// The same, if the current time is known.
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

/// Memory that is booked on a [`Budget`]. It is released when the booking is dropped. Several threads may
/// share one.
#[derive(Debug)]
pub struct Booked {
    used: Arc<AtomicUsize>,
    bytes: AtomicUsize,
}

impl Booked {
    /// The bytes of this booking.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Changes the booking to this many bytes.
    ///
    /// # Errors
    /// If it is more than before and the budget does not allow it. The booking is then unchanged.
    pub fn set(&self, bytes: usize, budget: &Budget) -> Result<(), Exhausted> {
        let before = self.bytes();
        if bytes > before {
            budget.check_large(bytes - before)?;
        }
        self.change(before, bytes);
        Ok(())
    }

    /// Records that something changed from `before` to `after` bytes, whatever the budget allows, because the
    /// memory is already in use.
    pub fn change(&self, before: usize, after: usize) {
        // Wrapping sums are right, whichever is larger.
        self.bytes.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
        self.used.fetch_add(after.wrapping_sub(before), Ordering::Relaxed);
    }
}

impl Drop for Booked {
    fn drop(&mut self) {
        self.change(self.bytes(), 0);
    }
}

/// Counts nodes for one worker, and checks the limits only now and then.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    /// Nodes that are not booked yet.
    pending: u64,
    /// Nodes and other steps since the last check.
    steps: u64,
    /// The number of steps until the next check.
    batch: u64,
    flushed: Instant,
}

impl Meter {
    /// At most this many nodes pass between two checks of the limits: a check costs about 30 ns.
    const MOST: u64 = 256;
    /// Where nodes take long, checks are more frequent, so that about this much time passes between two of
    /// them.
    const INTERVAL: Duration = Duration::from_millis(1);

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Exhausted> {
        self.pending += 1;
        self.step()
    }

    /// Counts a step that is not a node, such as one of many moves of a node, so that limits are checked in
    /// time.
    #[inline]
    pub fn step(&mut self) -> Result<(), Exhausted> {
        self.steps += 1;
        if self.steps >= self.batch { self.flush() } else { Ok(()) }
    }

    /// Spends what was counted and checks every limit.
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

    /// The budget that nodes are counted against.
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
        // A new account starts at zero.
        assert!(budget.clone().memory(1000).book(1000).is_ok());
        drop(mine);
        assert_eq!(budget.account().load(Ordering::Relaxed), 0);
    }

    #[test]
    fn the_memory_of_the_process_counts_where_it_is_measured() {
        // A huge page is added to a small limit.
        let process = ProcessMemory { in_use: || (2 << 20) + 900, limit: 1000 };
        let budget = Budget::unlimited().measure(process);
        assert_eq!((budget.spend(1), budget.memory_left()), (Ok(()), 100));
        assert!(budget.book(100).is_ok());
        assert_eq!(budget.book(101).err(), Some(Exhausted::Memory(1000)));
        let full = ProcessMemory { in_use: || (2 << 20) + 1001, limit: 1000 };
        assert_eq!(Budget::unlimited().measure(full).spend(1), Err(Exhausted::Memory(1000)));
        // Of a larger limit a part is reserved.
        let large = ProcessMemory { in_use: || 0, limit: 64 << 20 };
        assert_eq!(large.left(), (64 - 4 - 8 - 2) << 20);
    }

    #[test]
    fn a_list_that_would_not_fit_is_refused_before_it_is_made() {
        let budget = Budget::unlimited().memory(10 << 20);
        assert_eq!(budget.check_list::<u64>(100_000), Ok(()));
        assert_eq!(budget.check_list::<u64>(7_500_000), Err(Exhausted::Memory(10 << 20)));
        assert_eq!(Budget::unlimited().check_list::<u64>(u64::MAX), Err(Exhausted::List(u64::MAX)));
    }
}
