//! How a question is stopped.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Stops one question. Clones stop the same.
///
/// The lab lowers its flag whenever a part of a question begins, so that somebody wanted a stop is kept apart, and the flag
/// raised again.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    flag: Arc<AtomicBool>,
}

impl Stop {
    /// Stops it.
    pub fn stop(&self) {
        self.asked.store(true, Ordering::SeqCst);
        self.flag.store(true, Ordering::SeqCst);
    }

    /// Whether somebody wants it to stop.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.asked.load(Ordering::SeqCst)
    }

    /// The flag that the lab looks at.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Raises the flag again if somebody wants a stop.
    pub(crate) fn remind(&self) {
        if self.is_asked() {
            self.flag.store(true, Ordering::SeqCst);
        }
    }
}
