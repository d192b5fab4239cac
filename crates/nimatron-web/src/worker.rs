//! A worker of the server: a process that answers one question and ends.
//!
//! The question is a line on standard input, and each result is a line on standard output. Another line, or
//! the end of the input, stops the question. The server limits the memory of this process: when it runs
//! out, only this question ends.

use std::io::{self, Write};
use std::time::Duration;

use nimatron_lab::{Catalog, Stopper, memory_in_use};

use crate::{Desk, Resources};

/// The stack of the thread that answers. Solvers that go deeper allocate more.
const STACK: usize = 16 << 20;
/// The process exits if the question has not ended this long after a stop. The server kills it sooner;
/// this is for a worker whose server was killed.
const PATIENCE: Duration = Duration::from_secs(1);

/// Answers the question on standard input. Returns `false` on failure, after a message on standard error.
#[must_use]
pub fn answer_one(catalog: Catalog, resources: Resources) -> bool {
    // 1. The question. There is none if the server no longer needs this worker.
    let mut question = String::new();
    match io::stdin().read_line(&mut question) {
        Ok(0) | Err(_) => return true,
        Ok(_) => {}
    }
    // 2. Further input is a stop.
    let stop = Stopper::default();
    let stopped = stop.clone();
    let watch = std::thread::Builder::new().name("stop".into()).stack_size(256 << 10).spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        stopped.stop_for_good();
        std::thread::sleep(PATIENCE);
        std::process::exit(2);
    });
    // 3. The answer. A panic prints its message to standard error, which the server reads.
    let answer = std::thread::Builder::new().name("question".into()).stack_size(STACK).spawn(move || {
        let mut output = io::stdout().lock();
        Desk::new(catalog, resources).measuring(memory_in_use).handle_text(
            &question,
            &stop,
            &mut |response| {
                let written = writeln!(output, "{response}").and_then(|()| output.flush());
                // The reader is gone.
                if written.is_err() {
                    stop.stop_for_good();
                }
            },
        );
    });
    watch.is_ok() && answer.is_ok_and(|answer| answer.join().is_ok())
}
