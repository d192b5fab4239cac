//! From a question to its answer on the terminal.

use std::cell::{OnceCell, RefCell};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use nimatron_lab::{
    AnyAnswer, AnyQuestion, Aside, Audience, Input, Lab, Limits, Line, Listener, Note, Run, Verdict,
};

use crate::cli::Options;
use crate::progress::Progress;
use crate::terminal::{self, Output};

/// Values with more characters than this are abbreviated; JSON output allows longer ones.
const LONGEST: usize = 1000;
const LONGEST_IN_JSON: usize = 10_000;
/// JSON lines are flushed at least this often.
const FLUSH_EVERY: Duration = Duration::from_millis(50);

/// Asks a question and prints the answer.
pub(crate) fn ask(lab: &Lab, options: &Options, question: &mut dyn AnyQuestion) -> Result<Verdict> {
    match question.input() {
        Some(Input::Position(text)) => terminal::position_or_stdin(text)?,
        Some(Input::Text(text)) => terminal::text_or_stdin(text)?,
        None => {}
    }
    let screen = Screen::new(options.json);
    let run = start(lab, options).heard_by(&screen);
    screen.watch(&run);
    let answer = question.answer(&run);
    screen.end()?;
    let mut answer = answer?;
    let unfinished = answer.unfinished();
    print(&*answer, &run, options.json, unfinished.is_none())?;
    if let Some(error) = unfinished {
        return Err(error.into());
    }
    match answer.aside() {
        Aside::Remark(text) => terminal::remark(&text),
        Aside::Talk(text) if !options.json => terminal::talk(&text),
        Aside::Talk(_) | Aside::Nothing => {}
    }
    Ok(answer.verdict())
}

/// Prints an answer. Printing a complete answer counts towards the limits of its run.
fn print(answer: &dyn AnyAnswer, run: &Run<'_>, json: bool, within_limits: bool) -> Result<()> {
    if answer.is_bytes() && !json {
        let mut out = io::stdout().lock();
        if out.is_terminal() {
            bail!("a PNG is not text; --out FILE.png writes it to a file");
        }
        answer.write_text(run, &mut out)?;
        return Ok(out.flush()?);
    }
    let mut out = Output::new(run, within_limits);
    let written = match (json, answer.is_printed()) {
        (true, true) => answer.write_json(&mut out),
        (true, false) => Ok(()),
        (false, _) => answer.write_text(run, &mut out),
    };
    out.finish(written)
}

/// Starts a run, and its clock. In a REPL, a question may set its own limits.
pub(crate) fn start<'a>(lab: &'a Lab, options: &Options) -> Run<'a> {
    let Limits { time, memory, threads } = lab.limits();
    let memory = options.memory.unwrap_or(memory).min(memory);
    let threads = options.threads.unwrap_or(threads);
    let longest = if options.json { LONGEST_IN_JSON } else { LONGEST };
    let limits = Limits { time: options.time.or(time), memory, threads };
    lab.start_within(limits).fresh(options.fresh).longest(longest)
}

/// Prints the lines of an answer as they arrive, with a progress line between them.
pub(crate) struct Screen {
    json: bool,
    progress: OnceCell<Progress>,
    lines: RefCell<Lines>,
}

struct Lines {
    out: io::BufWriter<anstream::AutoStream<io::Stdout>>,
    flushed: Option<Instant>,
    /// The error that stopped the output.
    failed: Option<io::Error>,
}

impl Screen {
    pub(crate) fn new(json: bool) -> Self {
        let out = io::BufWriter::with_capacity(1 << 16, anstream::stdout());
        let lines = RefCell::new(Lines { out, flushed: None, failed: None });
        Screen { json, progress: OnceCell::new(), lines }
    }

    /// Shows the progress of a run.
    pub(crate) fn watch(&self, run: &Run<'_>) {
        let _ = self.progress.set(Progress::start(run));
    }

    /// Flushes the output and removes the progress line.
    pub(crate) fn end(&self) -> io::Result<()> {
        if let Some(progress) = self.progress.get() {
            progress.end();
        }
        let mut lines = self.lines.borrow_mut();
        match lines.failed.take() {
            Some(error) => Err(error),
            None => lines.out.flush(),
        }
    }

    /// Hides the progress line while something is printed.
    fn pause<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.progress.get() {
            Some(progress) => progress.pause(print),
            None => print(),
        }
    }
}

impl Listener for Screen {
    fn audience(&self) -> Audience {
        if self.json { Audience::Programs } else { Audience::People }
    }

    fn line(&self, line: &dyn Line) -> bool {
        let Lines { out, flushed, failed } = &mut *self.lines.borrow_mut();
        if failed.is_some() {
            return false;
        }
        let written = if self.json {
            line.write_json(out).map_err(io::Error::from).and_then(|()| out.write_all(b"\n"))
        } else {
            out.write_all(line.text().as_bytes())
        };
        let is_due = io::stdout().is_terminal() || flushed.is_none_or(|at| at.elapsed() >= FLUSH_EVERY);
        let written = written.and_then(|()| match is_due {
            true => {
                *flushed = Some(Instant::now());
                self.pause(|| out.flush())
            }
            false => Ok(()),
        });
        *failed = written.err();
        failed.is_none()
    }

    fn note(&self, note: &Note) {
        if let Some(progress) = self.progress.get() {
            progress.note(note.text.clone());
        }
    }
}
