//! Stops runs. Every run has its own flag, which is set at most once and never cleared.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stops the current run, or that run and all later ones. Clones stop the same runs.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Mutex<Runs>>);

#[derive(Debug, Default)]
struct Runs {
    /// The flags of the current runs.
    on: Vec<Arc<AtomicBool>>,
    /// Whether later runs start with their flags set.
    for_good: bool,
}

/// The effect of a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// A run was active, and is stopped now.
    Now,
    /// Every active run had already been stopped.
    Before,
    /// No run was active.
    Nothing,
}

impl Stopper {
    /// Stops the current run. Later runs are not affected.
    pub fn stop(&self) -> Stopped {
        self.lock().stop()
    }

    /// Stops the current run, and every later one as soon as it starts.
    pub fn stop_for_good(&self) -> Stopped {
        let mut runs = self.lock();
        runs.for_good = true;
        runs.stop()
    }

    /// Whether [`Stopper::stop_for_good`] was called.
    #[must_use]
    pub fn is_stopped_for_good(&self) -> bool {
        self.lock().for_good
    }

    /// Creates the flag of a new run. The run is active until this is dropped.
    pub(crate) fn begin(&self) -> Running {
        let mut runs = self.lock();
        let flag = Arc::new(AtomicBool::new(runs.for_good));
        runs.on.push(Arc::clone(&flag));
        Running { flag, stopper: self.clone() }
    }

    fn lock(&self) -> MutexGuard<'_, Runs> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Runs {
    fn stop(&self) -> Stopped {
        self.on.iter().fold(Stopped::Nothing, |stopped, flag| {
            let now = !flag.swap(true, Ordering::SeqCst) || stopped == Stopped::Now;
            if now { Stopped::Now } else { Stopped::Before }
        })
    }
}

/// An active run.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) flag: Arc<AtomicBool>,
    stopper: Stopper,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stopper.lock().on.retain(|flag| !Arc::ptr_eq(flag, &self.flag));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_ends_one_run_and_not_the_next() {
        let stopper = Stopper::default();
        assert_eq!(stopper.stop(), Stopped::Nothing);
        let first = stopper.begin();
        assert_eq!((stopper.stop(), stopper.stop()), (Stopped::Now, Stopped::Before));
        assert!(first.flag.load(Ordering::SeqCst));
        drop(first);
        let second = stopper.begin();
        assert!(!second.flag.load(Ordering::SeqCst));
        assert_eq!(stopper.stop_for_good(), Stopped::Now);
        assert!(stopper.begin().flag.load(Ordering::SeqCst));
    }
}
