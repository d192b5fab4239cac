//! How runs are stopped. Every run has a flag of its own, which is raised at most once and never lowered.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stops the run that is on, or that run and all later ones. Clones stop the same runs.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Mutex<Runs>>);

#[derive(Debug, Default)]
struct Runs {
    /// The flags of the runs that are on.
    on: Vec<Arc<AtomicBool>>,
    /// Whether later runs are to begin with their flags raised.
    for_good: bool,
}

/// What a stop has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stopped {
    /// A run was on, and has to stop now.
    Now,
    /// Every run that was on had to stop already.
    Before,
    /// No run was on.
    Nothing,
}

impl Stopper {
    /// Stops the run that is on. Later runs are not affected.
    pub fn stop(&self) -> Stopped {
        self.lock().stop()
    }

    /// Stops the run that is on, and every later one as soon as it begins.
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

    /// The flag for a run that begins. The run is on until this is dropped.
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

/// A run that is on.
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
