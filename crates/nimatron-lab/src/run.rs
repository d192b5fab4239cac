//! Limits, and a watch on them while a question is worked on.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use nimatron_rules::{Budget, ProcessMemory};
use web_time::Instant;

use crate::{LabError, Spent};

/// How much every question may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long, if there is a limit.
    pub time: Option<Duration>,
    /// How many bytes in tables.
    pub memory: usize,
    /// How many threads at a time.
    pub threads: NonZeroUsize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: None, memory: usize::MAX, threads: NonZeroUsize::MIN }
    }
}

/// One question being worked on: its budget, and a watch that raises the stop flag when its time is up,
/// because sums of values hear nothing but that flag.
pub struct Run {
    budget: Budget,
    started: Instant,
    time: Option<Duration>,
    watch: Option<Watch>,
    fresh: bool,
}

/// A thread that sleeps until the time is up or the question is answered.
struct Watch {
    state: Arc<(Mutex<State>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

#[derive(PartialEq, Eq, Clone, Copy)]
enum State {
    Running,
    Answered,
    OutOfTime,
}

impl Run {
    /// Measures the memory of the whole process, too, which has nothing else to do.
    #[must_use]
    pub fn measuring(mut self, in_use: fn() -> usize) -> Self {
        let limit = self.budget.memory_limit();
        self.budget = self.budget.measure(ProcessMemory { in_use, limit });
        self
    }

    /// Books memory on an account that others share.
    #[must_use]
    pub fn sharing(mut self, used: Arc<AtomicUsize>) -> Self {
        let limit = self.budget.memory_limit();
        self.budget = self.budget.memory_shared(limit, used);
        self
    }

    /// Starts the clock. The flag is lowered first: what raised it was meant for the last question.
    #[must_use]
    pub fn start(limits: Limits, stop: Arc<AtomicBool>) -> Self {
        stop.store(false, Ordering::Relaxed);
        let started = Instant::now();
        let mut budget =
            Budget::unlimited().memory(limits.memory).threads(limits.threads).stop_flag(stop.clone());
        if let Some(time) = limits.time {
            budget = budget.time(time);
        }
        let watch = limits.time.and_then(|time| Watch::start(started, time, stop));
        Run { budget, started, time: limits.time, watch, fresh: false }
    }

    /// Whether the question is to be answered anew, though the answer may be remembered.
    #[must_use]
    pub fn fresh(mut self, fresh: bool) -> Self {
        self.fresh = fresh;
        self
    }

    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// The budget to spend from.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// How long it may take, if there is a limit.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The seconds since the start, to the microsecond.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }

    /// The error with what was spent, and with the reason why the flag went up.
    #[must_use]
    pub fn explain(&self, error: LabError) -> LabError {
        let LabError::Exhausted { why, known, .. } = error else { return error };
        let why = match self.time {
            Some(time) if self.watch.as_ref().is_some_and(Watch::is_out_of_time) => {
                format!("out of time: the budget allows {time:?}")
            }
            _ => why,
        };
        let spent = Spent { positions: self.budget.spent(), seconds: self.seconds() };
        LabError::Exhausted { why, spent: Some(spent), known }
    }
}

impl Watch {
    /// Starts to watch; without a thread for it, the budget's own look at the clock has to do.
    fn start(started: Instant, time: Duration, stop: Arc<AtomicBool>) -> Option<Self> {
        let deadline = started.checked_add(time)?;
        let state = Arc::new((Mutex::new(State::Running), Condvar::new()));
        let shared = state.clone();
        let watch = move || {
            let (state, changed) = &*shared;
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            while *state == State::Running {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() {
                    *state = State::OutOfTime;
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
                state = changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
            }
        };
        let thread = std::thread::Builder::new().name("watch".into()).spawn(watch).ok()?;
        Some(Watch { state, thread: Some(thread) })
    }

    fn is_out_of_time(&self) -> bool {
        *self.state.0.lock().unwrap_or_else(PoisonError::into_inner) == State::OutOfTime
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        {
            let mut state = self.state.0.lock().unwrap_or_else(PoisonError::into_inner);
            if *state == State::Running {
                *state = State::Answered;
            }
        }
        self.state.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_goes_up_when_the_time_is_up_and_the_error_says_so() {
        let stop = Arc::default();
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let run = Run::start(limits, Arc::clone(&stop));
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let error = run.explain(LabError::exhausted("stopped"));
        assert!(error.to_string().starts_with("out of time: the budget allows 20ms; "));
    }

    #[test]
    fn an_answered_question_leaves_no_watch_behind() {
        let stop = Arc::default();
        let limits = Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() };
        drop(Run::start(limits, Arc::clone(&stop)));
        assert!(!stop.load(Ordering::Relaxed));
        assert_eq!(Arc::strong_count(&stop), 1);
    }
}
