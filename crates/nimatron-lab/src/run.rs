//! A run of one question: its limits, its clock, its stop flag, and its listener.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLockReadGuard};
use std::thread::JoinHandle;
use std::time::Duration;

use nimatron_catalog::Solutions;
use nimatron_rules::{Budget, ProcessMemory};
use nimatron_value::{Arena, Game, Loops};
use web_time::Instant;

use crate::describe::describe;
use crate::listener::{Audience, Line, Listener, Note};
use crate::question::{Question, Report};
use crate::stopper::Running;
use crate::{Evaluated, Lab, LabError, Position, Spent, ValueReport};

/// The limits of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The time, if it is limited.
    pub time: Option<Duration>,
    /// The memory, in bytes.
    pub memory: usize,
    /// The number of threads.
    pub threads: NonZeroUsize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { time: None, memory: usize::MAX, threads: NonZeroUsize::MIN }
    }
}

/// A run of one question: its budget, and a watch that sets the stop flag when its time is up, because sums of values
/// check only that flag.
///
/// A lab has one run at a time. A run that starts during another run of the same lab can be stopped like any other, but
/// sums of values check the flag of the first.
pub struct Run<'a> {
    lab: &'a Lab,
    arena: RwLockReadGuard<'a, Arena>,
    budget: Budget,
    /// Registers the stop flag with the stopper of the lab during the run.
    _running: Running,
    started: Instant,
    time: Option<Duration>,
    watch: Option<Watch>,
    fresh: bool,
    longest: usize,
    listener: &'a dyn Listener,
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

impl<'a> Run<'a> {
    /// Starts the clock.
    pub(crate) fn start(
        lab: &'a Lab,
        arena: RwLockReadGuard<'a, Arena>,
        (running, limits): (Running, Limits),
        in_use: Option<fn() -> usize>,
    ) -> Self {
        let started = Instant::now();
        let flag = &running.flag;
        let mut budget = Budget::unlimited()
            .memory_shared(limits.memory, Arc::clone(lab.account()))
            .threads(limits.threads)
            .stop_flag(Arc::clone(flag));
        if let Some(time) = limits.time {
            budget = budget.time(time);
        }
        if let Some(in_use) = in_use {
            budget = budget.measure(ProcessMemory { in_use, limit: limits.memory });
        }
        let watch = limits.time.and_then(|time| Watch::start(started, time, Arc::clone(flag)));
        let (time, longest, listener) = (limits.time, lab.longest_text(), &crate::listener::Nobody);
        Run { lab, arena, budget, _running: running, started, time, watch, fresh: false, longest, listener }
    }

    /// Sets whether to compute the answer even if it is in the store.
    #[must_use]
    pub fn fresh(mut self, fresh: bool) -> Self {
        self.fresh = fresh;
        self
    }

    /// Abbreviates values with more characters than this.
    #[must_use]
    pub fn longest(mut self, characters: usize) -> Self {
        self.longest = characters;
        self
    }

    /// Sends lines and notes to this listener.
    #[must_use]
    pub fn heard_by(mut self, listener: &'a dyn Listener) -> Self {
        self.listener = listener;
        self
    }

    /// Answers a question.
    ///
    /// # Errors
    /// If there is no answer. The error of a limit includes the resources spent.
    pub fn ask<Q: Question>(&self, question: &Q) -> Result<Q::Report, LabError> {
        question.answer(self).map_err(|error| self.explain(error))
    }

    /// Opens a game, `name` or `name:parameters`, in a position.
    ///
    /// # Errors
    /// If there is no such game, or the position can't be read.
    pub fn open(&self, game: &str, position: &str) -> Result<Position, LabError> {
        self.lab.open(game, position)
    }

    /// Describes a value.
    ///
    /// # Errors
    /// If that takes more than the limits allow.
    pub fn describe(&self, value: Game) -> Result<ValueReport, LabError> {
        describe(&self.arena, value, self.longest)
    }

    /// Whether two texts write the same value, short or loopy.
    ///
    /// # Errors
    /// If one of them is not a value.
    pub fn same_value(&self, one: &str, other: &str) -> Result<bool, LabError> {
        let answer = self.lab.evaluate_in(self, &format!("{one} = {other}"))?;
        Ok(matches!(answer, Evaluated::Comparison(comparison) if comparison.holds))
    }

    /// Sends a line of the answer to the listener, and returns whether more are wanted.
    pub fn line(&self, line: &impl Line) -> bool {
        self.listener.line(line)
    }

    /// Sends the progress of the question to the listener.
    pub fn note(&self, note: Note) {
        self.listener.note(&note);
    }

    /// Whether the answer is for people, not for a program.
    #[must_use]
    pub fn is_for_people(&self) -> bool {
        self.listener.audience() == Audience::People
    }

    /// The lab of this run.
    #[must_use]
    pub fn lab(&self) -> &'a Lab {
        self.lab
    }

    /// The arena of all values.
    #[must_use]
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The arena of all loopy values.
    pub(crate) fn loops(&self) -> MutexGuard<'a, Loops> {
        self.lab.loops()
    }

    /// The solutions of whole games.
    pub(crate) fn solutions(&self) -> &'a Arc<Solutions> {
        self.lab.solutions()
    }

    /// Texts longer than this are abbreviated.
    #[must_use]
    pub fn longest_text(&self) -> usize {
        self.longest
    }

    pub(crate) fn is_fresh(&self) -> bool {
        self.fresh
    }

    /// The budget of this run.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The time limit, if there is one.
    #[must_use]
    pub fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The seconds since the start, to the microsecond.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }

    /// Adds to an error the resources spent, and the reason why the stop flag was set.
    #[must_use]
    pub fn explain(&self, error: impl Into<LabError>) -> LabError {
        let mut error = error.into();
        if let Some(time) = self.time
            && self.watch.as_ref().is_some_and(Watch::is_out_of_time)
        {
            error = error.into_out_of_time(format!("out of time: the budget allows {time:?}"));
        }
        let spent = Spent { positions: self.budget.spent(), seconds: self.seconds() };
        if let Some(unfinished) = error.unfinished_mut() {
            unfinished.spent = Some(spent);
        }
        error
    }

    /// The error of an incomplete report, with the report as data.
    pub(crate) fn unfinished<R: Report>(report: &mut R) -> Option<LabError> {
        let mut error = report.unfinished()?;
        if let Some(unfinished) = error.unfinished_mut() {
            unfinished.report = serde_json::to_value(&*report).ok();
        }
        Some(error)
    }
}

impl Watch {
    /// Starts the watch. If no thread can be started, only the budget checks the clock.
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
                    // A run that was stopped before is not out of time.
                    if !stop.swap(true, Ordering::SeqCst) {
                        *state = State::OutOfTime;
                    }
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
            // Nothing to do if the thread panicked.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_goes_up_when_the_time_is_up_and_the_error_says_so() {
        let lab = Lab::new(
            crate::test_catalog(),
            Limits { time: Some(Duration::from_millis(20)), ..Limits::default() },
        );
        let run = lab.start();
        let stop = run.budget().flag();
        while !stop.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let error = run.explain(LabError::stopped());
        assert!(matches!(error, LabError::OutOfTime(_)));
        assert!(error.to_string().starts_with("out of time: the budget allows 20ms; "));
    }

    #[test]
    fn a_stop_reaches_the_run_that_is_on_and_no_later_one() {
        let lab = Lab::new(
            crate::test_catalog(),
            Limits { time: Some(Duration::from_secs(3600)), ..Limits::default() },
        );
        let run = lab.start();
        lab.stopper().stop();
        assert!(run.budget().spend(1).is_err());
        assert!(matches!(run.explain(LabError::stopped()), LabError::Stopped(_)));
        drop(run);
        let next = lab.start();
        assert!(next.budget().spend(1).is_ok());
        // Sums of values check the flag of the current run.
        lab.stopper().stop();
        assert!(matches!(lab.evaluate_in(&next, "{3|1}+{5|2}+{7|4}"), Err(LabError::Stopped(_)) | Ok(_)));
    }
}
