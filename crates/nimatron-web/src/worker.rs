//! A worker of the server: a process that answers one question and ends.
//!
//! The question comes as a line on standard input, and what is found goes to standard output, a line each. A further line, or the
//! end of the input, stops the question. The server limits its memory: when that runs out, this process ends, and so this question
//! alone.

use std::io::{self, Write};
use std::time::Duration;

use nimatron_lab::{Catalog, Stopper, memory_in_use};

use crate::{Desk, Resources};

/// The stack of the thread that answers. Solvers that go deeper allocate more by themselves.
const STACK: usize = 16 << 20;
/// A question that does not end this long after it was stopped ends with the process. The server is quicker; this is for a
/// worker whose server was killed.
const PATIENCE: Duration = Duration::from_secs(1);

/// Answers the question that comes on standard input; `false` if it could not, of which standard error says more.
#[must_use]
pub fn answer_one(catalog: Catalog, resources: Resources) -> bool {
    // 1. The question. None comes if the server doesn't need this worker any more.
    let mut question = String::new();
    match io::stdin().read_line(&mut question) {
        Ok(0) | Err(_) => return true,
        Ok(_) => {}
    }
    // 2. What comes after it is a stop.
    let stop = Stopper::default();
    let stopped = stop.clone();
    let watch = std::thread::Builder::new().name("stop".into()).stack_size(256 << 10).spawn(move || {
        let _ = io::stdin().read_line(&mut String::new());
        stopped.stop_for_good();
        std::thread::sleep(PATIENCE);
        std::process::exit(2);
    });
    // 3. The answer. A panic prints its message to standard error, from which the server learns what happened.
    let answer = std::thread::Builder::new().name("question".into()).stack_size(STACK).spawn(move || {
        let mut output = io::stdout().lock();
        Desk::new(catalog, resources).measuring(memory_in_use).handle_text(
            &question,
            &stop,
            &mut |response| {
                let written = writeln!(output, "{response}").and_then(|()| output.flush());
                // Nobody is there to read more.
                if written.is_err() {
                    stop.stop_for_good();
                }
            },
        );
    });
    watch.is_ok() && answer.is_ok_and(|answer| answer.join().is_ok())
}
