//! The limits of values: memory, time and a stop flag.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::{Arena, Result, ValueError};

/// The limits of an arena, or of a computation with values: see [`Arena::with_limits`] and [`within`].
///
/// ```
/// use nimatron_value::{Arena, ArenaLimits, ValueError};
///
/// let arena = Arena::with_limits(ArenaLimits::new().memory(1_000_000));
/// let full = (0..).find_map(|n| arena.integer(n).err());
/// assert_eq!(full, Some(ValueError::OutOfMemory { limit: 1_000_000 }));
/// ```
#[derive(Clone, Debug)]
pub struct ArenaLimits {
    memory: usize,
    /// The bytes in use by everything that shares this account.
    used: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    deadline: Option<(Instant, Duration)>,
    process: Option<(fn() -> usize, usize)>,
}

impl Default for ArenaLimits {
    fn default() -> Self {
        ArenaLimits::new()
    }
}

impl ArenaLimits {
    /// No limits.
    #[must_use]
    pub fn new() -> Self {
        ArenaLimits {
            memory: usize::MAX,
            used: Arc::default(),
            stop: Arc::default(),
            deadline: None,
            process: None,
        }
    }

    /// Allows at most this many bytes, on a new account.
    #[must_use]
    pub fn memory(self, bytes: usize) -> Self {
        self.memory_shared(bytes, Arc::default())
    }

    /// Allows at most this many bytes, together with everything else that books its memory on the same
    /// account.
    #[must_use]
    pub fn memory_shared(mut self, bytes: usize, used: Arc<AtomicUsize>) -> Self {
        (self.memory, self.used) = (bytes, used);
        self
    }

    /// Stops when this flag is raised.
    #[must_use]
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = stop;
        self
    }

    /// Stops at this moment; `allowed` is the whole time that was allowed, for the error message.
    #[must_use]
    pub fn deadline(mut self, at: Instant, allowed: Duration) -> Self {
        self.deadline = Some((at, allowed));
        self
    }

    /// Stops when the whole process, measured by a function, has more than `limit` bytes in use. Part of a
    /// limit of 16 MB or more (three eighths or less, and at most 22 MB) is reserved for what grows between two
    /// measurements and for code that is loaded; 2 MB, the size of a huge page, are added to a smaller limit.
    #[must_use]
    pub fn process_memory(mut self, in_use: fn() -> usize, limit: usize) -> Self {
        self.process = Some((in_use, limit));
        self
    }

    /// Whether memory is booked on this account.
    #[must_use]
    pub fn books_on(&self, account: &Arc<AtomicUsize>) -> bool {
        Arc::ptr_eq(&self.used, account)
    }

    /// Fails if any limit is reached.
    pub(crate) fn check(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(ValueError::Stopped);
        }
        if let Some((_, allowed)) = self.deadline.filter(|(at, _)| Instant::now() >= *at) {
            return Err(ValueError::OutOfTime { allowed });
        }
        self.check_process(0)
    }

    fn check_process(&self, more: usize) -> Result<()> {
        match self.process {
            Some((in_use, limit)) => {
                /// The size of a huge page.
                const HUGE: usize = 2 << 20;
                let most = if limit < 16 << 20 {
                    limit + HUGE
                } else {
                    let eighth = limit / 8;
                    limit - eighth.min(4 << 20) - eighth.min(16 << 20) - HUGE
                };
                let fits = in_use().saturating_add(more) <= most;
                if fits { Ok(()) } else { Err(ValueError::OutOfMemory { limit }) }
            }
            None => Ok(()),
        }
    }
}

thread_local! {
    /// The number of checks that were skipped.
    static TICKS: Cell<u32> = const { Cell::new(0) };
    /// The limits of the computations that are running on this thread.
    static WITHIN: RefCell<Vec<ArenaLimits>> = const { RefCell::new(Vec::new()) };
}

/// Limits are checked once in this many comparisons and constructions: a check takes about 30 ns.
const BATCH: u32 = 16;

/// Does some work with values on this thread that stops at these limits, in addition to those of the arena.
/// Memory that the arena takes is not booked on them.
///
/// ```
/// use std::time::Duration;
/// use nimatron_value::{Arena, ArenaLimits, ValueError, within};
/// use web_time::Instant;
///
/// let arena = Arena::new();
/// let no_time = ArenaLimits::new().deadline(Instant::now(), Duration::ZERO);
/// let sum = within(&no_time, || (0..1000).try_for_each(|n| arena.integer(n).map(drop)));
/// assert_eq!(sum, Err(ValueError::OutOfTime { allowed: Duration::ZERO }));
/// assert!(arena.integer(1001).is_ok());
/// ```
pub fn within<T>(limits: &ArenaLimits, work: impl FnOnce() -> T) -> T {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            WITHIN.with_borrow_mut(Vec::pop);
        }
    }
    WITHIN.with_borrow_mut(|within| within.push(limits.clone()));
    let _leave = Leave;
    work()
}

/// The memory of one arena, which is booked on the account that its limits name.
#[derive(Debug)]
pub(crate) struct Account {
    own: AtomicUsize,
    pub(crate) limits: ArenaLimits,
}

impl Account {
    pub(crate) fn new(limits: ArenaLimits) -> Self {
        Account { own: AtomicUsize::new(0), limits }
    }

    /// The bytes in use here.
    pub(crate) fn bytes(&self) -> usize {
        self.own.load(Ordering::Relaxed)
    }

    /// Books memory, whatever the limits say.
    pub(crate) fn add(&self, bytes: usize) {
        if bytes > 0 {
            self.own.fetch_add(bytes, Ordering::Relaxed);
            self.limits.used.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Releases memory.
    pub(crate) fn give_back(&self, bytes: usize) {
        self.own.fetch_sub(bytes, Ordering::Relaxed);
        self.limits.used.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// The remaining part of the limit.
    fn left(&self) -> usize {
        self.limits.memory.saturating_sub(self.limits.used.load(Ordering::Relaxed))
    }

    /// Fails if `bytes` more would exceed the limit.
    #[inline]
    pub(crate) fn afford(&self, bytes: usize) -> Result<()> {
        /// The process is measured only for more than this: everything else is small, or known from the last
        /// time.
        const LARGE: usize = 1 << 16;
        let used = self.limits.used.load(Ordering::Relaxed);
        if used.saturating_add(bytes) > self.limits.memory {
            return Err(ValueError::OutOfMemory { limit: self.limits.memory });
        }
        if bytes < LARGE { Ok(()) } else { self.limits.check_process(bytes) }
    }

    /// Switches to other limits.
    pub(crate) fn set_limits(&mut self, limits: ArenaLimits) {
        let bytes = self.bytes();
        self.give_back(bytes);
        self.limits = limits;
        self.add(bytes);
    }
}

impl Drop for Account {
    fn drop(&mut self) {
        self.give_back(self.bytes());
    }
}

/// Fails if a limit of a computation that is running on this thread is reached.
pub(crate) fn check_within() -> Result<()> {
    WITHIN.with_borrow(|within| within.iter().try_for_each(ArenaLimits::check))
}

impl Arena {
    /// The bytes in use for values and memo tables.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.account.bytes()
    }

    /// The limits of the arena.
    #[must_use]
    pub fn limits(&self) -> &ArenaLimits {
        &self.account.limits
    }

    /// Replaces the limits. An arena that was stopped, or whose time was up, can be used again.
    pub fn set_limits(&mut self, limits: ArenaLimits) {
        self.account.set_limits(limits);
    }

    pub(crate) fn spend(&self, bytes: usize) {
        self.account.add(bytes);
    }

    /// Fails if a limit is reached. The time is checked now and then.
    #[inline]
    pub(crate) fn go_on(&self) -> Result<()> {
        if self.account.limits.stop.load(Ordering::Relaxed) {
            return Err(ValueError::Stopped);
        }
        let ticks = TICKS.get().wrapping_add(1);
        TICKS.set(ticks);
        if ticks.is_multiple_of(BATCH) { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&self) -> Result<()> {
        self.account.limits.check()?;
        check_within()
    }

    /// Fails if `bytes` more would exceed the limit, or if another limit is reached.
    #[inline]
    pub(crate) fn afford(&self, bytes: usize) -> Result<()> {
        self.go_on()?;
        self.account.afford(bytes)
    }

    /// Books memory for the memo of comparisons, which may take twice the memory of the values: four times as
    /// much saved one comparison in thirty in Legionnaires 3×7.
    pub(crate) fn grow_order(&self, bytes: usize) -> bool {
        let order = self.order.bytes();
        order + bytes <= (1 << 20) + 2 * self.bytes().saturating_sub(order) && self.grow_cache(bytes)
    }

    /// Books memory for a memo table, if it takes at most half of what is left.
    pub(crate) fn grow_cache(&self, bytes: usize) -> bool {
        let fits = bytes <= self.account.left() / 2 && self.account.afford(bytes).is_ok();
        if fits {
            self.spend(bytes);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use dashu_int::IBig;

    use super::*;
    use crate::{Dyadic, Game};

    fn limited(bytes: usize) -> Arena {
        Arena::with_limits(ArenaLimits::new().memory(bytes))
    }

    #[test]
    fn memory_is_bounded_and_running_out_says_so() {
        const LIMIT: usize = 1_000_000;
        let arena = limited(LIMIT);
        let mut n = 0;
        let error = loop {
            n += 1;
            assert!(n < 1_000_000);
            if let Err(error) = arena.integer(n) {
                break error;
            }
        };
        assert_eq!(error, ValueError::OutOfMemory { limit: LIMIT });
        assert!(arena.bytes() <= LIMIT);
    }

    #[test]
    fn the_digits_of_large_numbers_count() {
        let arena = limited(2_000_000);
        // A million bits each: 125 kB.
        let large = |n: u32| Dyadic::from_big((IBig::ONE << 1_000_000) + IBig::from(n), 0);
        let numbers = (0..100).map(|n| arena.from_number(large(n)));
        assert!((5..15).contains(&numbers.take_while(Result::is_ok).count()));
    }

    #[test]
    fn an_arena_is_sound_whatever_its_limit_and_its_flag() {
        for limit in [0, 10_000, 300_000] {
            let arena = limited(limit);
            assert_eq!(arena.len(), crate::marks::COUNT);
            let star = arena.canonical(&[Game::ZERO], &[Game::ZERO]);
            assert_eq!(star, Err(ValueError::OutOfMemory { limit }));
            assert!(arena.le(Game::ZERO, arena.probe(1)).is_ok());
        }
        let flag = Arc::new(AtomicBool::new(true));
        let arena = Arena::with_limits(ArenaLimits::new().stop_flag(flag.clone()));
        assert_eq!(arena.canonical(&[Game::ZERO], &[Game::ZERO]), Err(ValueError::Stopped));
        flag.store(false, Ordering::Relaxed);
        let star = arena.nimber(1).unwrap();
        assert_eq!(arena.canonical(&[Game::ZERO], &[Game::ZERO]), Ok(star));
    }

    #[test]
    fn a_heap_too_large_to_write_out_is_an_error() {
        let arena = Arena::new();
        let heap = arena.nimber(u32::MAX).unwrap();
        assert_eq!(arena.options(heap), Err(ValueError::OutOfRange { what: "the number of options" }));
    }

    #[test]
    fn an_arena_that_was_stopped_goes_on_with_other_limits() {
        let flag = Arc::new(AtomicBool::new(false));
        let mut arena = Arena::with_limits(ArenaLimits::new().stop_flag(flag.clone()));
        let kept = arena.integer(999).unwrap();
        flag.store(true, Ordering::Relaxed);
        assert_eq!(arena.integer(1000), Err(ValueError::Stopped));
        arena.set_limits(ArenaLimits::new());
        assert_eq!(arena.integer(999), Ok(kept));
        assert!(arena.integer(1000).is_ok());
    }

    #[test]
    fn the_time_of_an_arena_passes() {
        let allowed = Duration::from_millis(3);
        let limits = ArenaLimits::new().deadline(Instant::now() + allowed, allowed);
        let arena = Arena::with_limits(limits);
        let error = (0..).find_map(|n| arena.integer(n).err());
        assert_eq!(error, Some(ValueError::OutOfTime { allowed }));
    }

    #[test]
    fn two_arenas_share_an_account_and_give_it_back() {
        let used = Arc::new(AtomicUsize::new(0));
        let limits = ArenaLimits::new().memory_shared(3_000_000, Arc::clone(&used));
        let (one, other) = (Arena::with_limits(limits.clone()), Arena::with_limits(limits));
        assert_eq!(used.load(Ordering::Relaxed), one.bytes() + other.bytes());
        (0..).find_map(|n| one.integer(n).err()).unwrap();
        assert!(used.load(Ordering::Relaxed) <= 3_000_000);
        assert!((0..100_000).any(|n| other.integer(n).is_err()));
        drop(one);
        assert!((0..2000).all(|n| other.integer(n).is_ok()));
        drop(other);
        assert_eq!(used.load(Ordering::Relaxed), 0);
    }
}
