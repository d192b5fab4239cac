//! Printing: answers to stdout, talk to stderr, colours where somebody sees them.

use std::io::{self, IsTerminal, Read, Write};

use anyhow::{Context, Result, bail};
use clap::builder::styling::{AnsiColor, Style};
use clap::error::ErrorKind;
use nimatron_lab::{LabError, Run};

use crate::{caret, signals};

pub(crate) use nimatron_lab::text::{FAINT, STRONG};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Prints an answer. Colours are taken out where `NO_COLOR` or a stdout that is no terminal asks for it.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Standard output for answers that may be long: writing fails when the time is up or a stop is requested.
pub(crate) struct Output<'a> {
    out: io::BufWriter<anstream::AutoStream<io::StdoutLock<'static>>>,
    run: &'a Run<'a>,
    /// Whether the limits of the run count.
    is_limited: bool,
}

impl<'a> Output<'a> {
    pub(crate) fn new(run: &'a Run<'a>, is_limited: bool) -> Self {
        let out = io::BufWriter::with_capacity(1 << 16, anstream::stdout().lock());
        Output { out, run, is_limited }
    }

    /// Writes what is left. If the limits of the run are the reason that something could not be written, the error says so.
    pub(crate) fn finish(mut self, written: io::Result<()>) -> Result<()> {
        let written = written.and_then(|()| self.out.flush());
        match (written, self.run.budget().spend(0)) {
            (Err(error), Err(limit)) if self.is_limited && error.kind() != io::ErrorKind::BrokenPipe => {
                let known = || "what was printed is right, but not all of it".into();
                Err(self.run.explain(LabError::from(limit).but_known(known)).into())
            }
            (written, _) => Ok(written?),
        }
    }
}

impl Write for Output<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.is_limited && self.out.buffer().len() + text.len() > self.out.capacity() {
            self.run.budget().spend(0).map_err(io::Error::other)?;
        }
        self.out.write(text)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Prints a report as one line of JSON.
pub(crate) fn print_json(report: &impl serde::Serialize) -> Result<()> {
    let mut text = serde_json::to_string(report).context("the answer can't be written as JSON")?;
    text.push('\n');
    print(&text)
}

/// Says something beside the answer, if somebody listens.
pub(crate) fn talk(text: &str) {
    if io::stderr().is_terminal() {
        anstream::eprintln!("{FAINT}{text}{FAINT:#}");
    }
}

/// Says what belongs to an answer of many lines but is none of them.
pub(crate) fn remark(text: &str) {
    // If stderr is closed, nobody listens.
    let _ = writeln!(anstream::stderr(), "{FAINT}{text}{FAINT:#}");
}

/// Says what is wrong though there is an answer.
pub(crate) fn warn(text: &str) {
    // If stderr is closed, nobody listens.
    let _ = writeln!(anstream::stderr(), "{WARNING}warning{WARNING:#}: {text}");
}

/// Says why there is no answer, and points at the fault if something written is at fault.
pub(crate) fn complain(error: &anyhow::Error) {
    let message = match error.downcast_ref::<LabError>() {
        Some(LabError::Fault(fault)) => match caret::drawing(fault) {
            Some(drawing) => format!("{}\n{drawing}", on_one_line(&fault.to_string())),
            None => on_one_line(&fault.to_string()),
        },
        _ => on_one_line(&format!("{error:#}")),
    };
    // If even stderr is closed, there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{ERROR}error{ERROR:#}: {message}");
}

/// The text with control characters written out, as an error quotes what was typed, which may contain line breaks.
fn on_one_line(text: &str) -> String {
    let written = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(written).collect()
}

/// Whether somebody downstream has heard enough.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

/// Replaces the text `-` by what stands on standard input.
pub(crate) fn text_or_stdin(text: &mut String) -> Result<()> {
    if text != "-" {
        return Ok(());
    }
    /// Nobody means input longer than this.
    const MOST: u64 = 256 << 20;
    let mut input = Vec::new();
    signals::waiting(|| io::stdin().lock().take(MOST + 1).read_to_end(&mut input))
        .context("standard input can't be read")?;
    if input.len() as u64 > MOST {
        bail!("standard input has more than {} MB", MOST >> 20);
    }
    *text = String::from_utf8(input).context("standard input is no text")?;
    text.truncate(text.trim_end().len());
    Ok(())
}

/// Replaces the position `-` by the one on standard input. Rows may stand on lines of their own.
pub(crate) fn position_or_stdin(position: &mut String) -> Result<()> {
    text_or_stdin(position)?;
    *position = position.trim_matches('\n').replace("\r\n", "\n").replace('\n', "/");
    Ok(())
}

/// What is wrong with a command line, in one line.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let mut paragraphs = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    let first = paragraphs.next().unwrap_or_default();
    let mut line = first.trim_start_matches("error: ").to_owned();
    for paragraph in paragraphs {
        if let Some(tip) = paragraph.strip_prefix("tip: ") {
            line.push_str(&format!("; {tip}"));
        } else if let (Some(usage), ErrorKind::MissingRequiredArgument | ErrorKind::UnknownArgument) =
            (paragraph.strip_prefix("Usage: "), error.kind())
        {
            line.push_str(&format!("; usage: {usage}"));
        }
    }
    line
}
