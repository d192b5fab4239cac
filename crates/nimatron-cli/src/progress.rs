//! A progress line on stderr for questions that take more than a second.

use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nimatron_lab::{Run, grouped};

/// Shows the progress of a question until it is dropped.
pub(crate) struct Progress {
    watch: Mutex<Option<(Sender<()>, JoinHandle<()>)>>,
    /// The current step, if known.
    note: Arc<Mutex<String>>,
    line: Arc<Mutex<Line>>,
}

/// The frames of the spinner.
const TURNING: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

impl Progress {
    /// Starts to watch. Shows nothing during the first second, or if stderr is not a terminal.
    pub(crate) fn start(run: &Run<'_>) -> Self {
        let note: Arc<Mutex<String>> = Arc::default();
        let line = Arc::new(Mutex::new(Line { width: 0 }));
        if !stderr().is_terminal() {
            return Progress { watch: Mutex::default(), note, line };
        }
        let (shared, told) = (Arc::clone(&line), Arc::clone(&note));
        let (done, finished) = channel();
        let (budget, limit, started) = (run.budget().clone(), run.time(), Instant::now());
        let watch = move || {
            let mut wait = Duration::from_secs(1);
            for picture in TURNING.into_iter().cycle() {
                if finished.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
                let note = told.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let status = status(picture, budget.spent(), started.elapsed(), limit, &note);
                shared.lock().unwrap_or_else(PoisonError::into_inner).show(&status);
                wait = Duration::from_millis(100);
            }
        };
        let thread = std::thread::Builder::new().name("progress".into()).spawn(watch);
        Progress { watch: Mutex::new(thread.ok().map(|thread| (done, thread))), note, line }
    }

    /// Sets the current step.
    pub(crate) fn note(&self, text: String) {
        *self.note.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Hides the line while something is printed.
    pub(crate) fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.clear();
        print()
    }
}

impl Progress {
    /// Stops watching and removes the line.
    pub(crate) fn end(&self) {
        let watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((done, thread)) = watch {
            drop(done);
            // A thread that panicked has nothing more to show.
            let _ = thread.join();
        }
        self.pause(|| ());
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

/// The text of the line: elapsed time, time limit, current step and number of positions.
fn status(picture: char, positions: u64, elapsed: Duration, limit: Option<Duration>, note: &str) -> String {
    let limit = limit.map_or(String::new(), |limit| format!(" of {limit:?}"));
    let positions =
        if positions == 0 { String::new() } else { format!("{} positions, ", grouped(positions)) };
    let note = if note.is_empty() { String::new() } else { format!("{note}, ") };
    format!("{picture} {} s{limit}, {note}{positions}Ctrl-C stops", elapsed.as_secs())
}

/// A line that is overwritten repeatedly, and erased in the end. It is not padded to the margin, so that the `^C`
/// that a terminal writes after it stays on the same line.
struct Line {
    width: usize,
}

impl Line {
    fn show(&mut self, text: &str) {
        let width = text.chars().count();
        self.write(&format!("\r{text}{:1$}", "", self.width.saturating_sub(width)));
        self.width = width;
    }

    fn clear(&mut self) {
        if self.width > 0 {
            self.write(&format!("\r{:1$}\r", "", self.width + "^C^C".len()));
            self.width = 0;
        }
    }

    fn write(&self, text: &str) {
        // Errors are ignored: stderr may be closed.
        let _ = stderr().write_all(text.as_bytes());
        let _ = stderr().flush();
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_says_what_is_known() {
        let seconds = Duration::from_secs;
        assert_eq!(status('⠋', 0, seconds(2), None, ""), "⠋ 2 s, Ctrl-C stops");
        assert_eq!(
            status('⠋', 12_345, seconds(2), Some(seconds(30)), "layer 3 of 8"),
            "⠋ 2 s of 30s, layer 3 of 8, 12,345 positions, Ctrl-C stops"
        );
    }
}
