//! One budget for every solver and player: nodes, time, memory and a stop flag.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use thiserror::Error;
use web_time::Instant;

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
    /// Somebody asked for a stop.
    #[error("stopped")]
    Stopped,
}

/// How much a computation may spend. Clones share the same account: spending by one is seen by
/// all, and [`Budget::stop`] on any of them stops all.
#[derive(Clone, Debug)]
pub struct Budget {
    nodes: u64,
    memory: usize,
    time: Option<Duration>,
    threads: NonZeroUsize,
    started: Instant,
    stop: Arc<AtomicBool>,
    spent: Arc<AtomicU64>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget::unlimited()
    }
}

impl Budget {
    /// No limit but the stop flag, and one thread.
    #[must_use]
    pub fn unlimited() -> Self {
        Budget {
            nodes: u64::MAX,
            memory: usize::MAX,
            time: None,
            threads: NonZeroUsize::MIN,
            started: Instant::now(),
            stop: Arc::default(),
            spent: Arc::default(),
        }
    }

    /// At most this many nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// At most this long, counted from now.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self.started = Instant::now();
        self
    }

    /// At most this many bytes in tables.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
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

    /// The shared stop flag, for those who only know a flag.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Asks everything that runs on this budget to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Nodes visited so far by all who share this budget.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// How much time is left, if there is a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.started.elapsed()))
    }

    /// The bytes that tables may take.
    #[must_use]
    pub fn memory_limit(&self) -> usize {
        self.memory
    }

    /// The threads that may run at a time. In WebAssembly that is one, which the compiler is to know, so that it leaves out what
    /// several would do.
    #[inline]
    #[must_use]
    pub fn thread_limit(&self) -> usize {
        if cfg!(target_family = "wasm") { 1 } else { self.threads.get() }
    }

    /// Whether `bytes` in use is still within the budget.
    pub fn check_memory(&self, bytes: usize) -> Result<(), Exhausted> {
        if bytes > self.memory { Err(Exhausted::Memory(self.memory)) } else { Ok(()) }
    }

    /// A counter for one worker, cheap enough for inner loops.
    #[must_use]
    pub fn meter(&self) -> Meter {
        Meter { budget: self.clone(), pending: 0 }
    }

    /// Books `nodes` and looks at every limit.
    pub fn spend(&self, nodes: u64) -> Result<(), Exhausted> {
        let spent = self.spent.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.stop.load(Ordering::Relaxed) {
            return Err(Exhausted::Stopped);
        }
        if spent > self.nodes {
            return Err(Exhausted::Nodes(self.nodes));
        }
        match self.time {
            Some(time) if self.started.elapsed() >= time => Err(Exhausted::Time(time)),
            _ => Ok(()),
        }
    }
}

/// Counts nodes for one worker and looks at the clock only now and then.
#[derive(Debug)]
pub struct Meter {
    budget: Budget,
    pending: u64,
}

impl Meter {
    /// How many nodes pass between two looks at the limits: a look costs some 30 ns.
    const BATCH: u64 = 256;

    /// Counts one node.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Exhausted> {
        self.pending += 1;
        if self.pending >= Self::BATCH { self.flush() } else { Ok(()) }
    }

    /// Books what was counted and looks at every limit.
    pub fn flush(&mut self) -> Result<(), Exhausted> {
        self.budget.spend(std::mem::take(&mut self.pending))
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
        assert!((1000..1000 + 2 * Meter::BATCH as usize).contains(&ticks), "{ticks}");
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
}
