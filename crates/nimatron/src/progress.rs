//! A sign of life on stderr for what takes more than a second.

use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use nimatron_lab::Run;

use crate::terminal::grouped;

/// Shows how far a question is, until it is dropped.
pub(crate) struct Progress {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts to watch. Nothing is shown in the first second, nor if stderr is no terminal.
    pub(crate) fn start(run: &Run) -> Self {
        if !stderr().is_terminal() {
            return Progress { done: None, thread: None };
        }
        let (done, finished) = channel();
        let budget = run.budget().clone();
        let watch = move || {
            if finished.recv_timeout(Duration::from_secs(1)) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new_spinner().with_elapsed(Duration::from_secs(1));
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            while finished.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                bar.set_message(format!("{} positions, Ctrl-C stops", grouped(budget.spent())));
                bar.tick();
            }
            bar.finish_and_clear();
        };
        let thread = std::thread::Builder::new().name("progress".into()).spawn(watch).ok();
        Progress { done: Some(done), thread }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.done = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to show.
            let _ = thread.join();
        }
    }
}
