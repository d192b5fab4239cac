//! Printing: answers to stdout, messages to stderr, colours only on terminals.

use std::io::{self, IsTerminal, Read, Write};

use anyhow::{Context, Result, bail};
use clap::builder::styling::{AnsiColor, Style};
use clap::error::ErrorKind;
use nimatron_lab::{LabError, Run};

use crate::{caret, signals};

pub(crate) use nimatron_lab::text::{FAINT, STRONG};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Prints an answer. Colours are removed if `NO_COLOR` is set or stdout is not a terminal.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Standard output for long answers: writing fails when the time is up or a stop is requested.
pub(crate) struct Output<'a> {
    out: io::BufWriter<anstream::AutoStream<io::StdoutLock<'static>>>,
    run: &'a Run<'a>,
    /// Whether the limits of the run apply.
    is_limited: bool,
}

impl<'a> Output<'a> {
    pub(crate) fn new(run: &'a Run<'a>, is_limited: bool) -> Self {
        let out = io::BufWriter::with_capacity(1 << 16, anstream::stdout().lock());
        Output { out, run, is_limited }
    }

    /// Flushes the output. If a limit of the run stopped the writing, the error says which.
    pub(crate) fn finish(mut self, written: io::Result<()>) -> Result<()> {
        let written = written.and_then(|()| self.out.flush());
        match (written, self.run.budget().spend(0)) {
            (Err(error), Err(limit)) if self.is_limited && error.kind() != io::ErrorKind::BrokenPipe => {
                let known = || "what was printed is correct but incomplete".into();
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

/// Prints a message beside the answer, if stderr is a terminal.
pub(crate) fn talk(text: &str) {
    if io::stderr().is_terminal() {
        anstream::eprintln!("{FAINT}{text}{FAINT:#}");
    }
}

/// Prints a remark on an answer to stderr.
pub(crate) fn remark(text: &str) {
    // Errors are ignored: stderr may be closed.
    let _ = writeln!(anstream::stderr(), "{FAINT}{text}{FAINT:#}");
}

/// Prints a warning.
pub(crate) fn warn(text: &str) {
    // Errors are ignored: stderr may be closed.
    let _ = writeln!(anstream::stderr(), "{WARNING}warning{WARNING:#}: {text}");
}

/// Prints an error, with carets under the fault if the input is at fault.
pub(crate) fn complain(error: &anyhow::Error) {
    let message = match error.downcast_ref::<LabError>() {
        Some(LabError::Fault(fault)) => match caret::drawing(fault) {
            Some(drawing) => format!("{}\n{drawing}", on_one_line(&fault.to_string())),
            None => on_one_line(&fault.to_string()),
        },
        _ => on_one_line(&format!("{error:#}")),
    };
    // Errors are ignored: stderr may be closed.
    let _ = writeln!(anstream::stderr(), "{ERROR}error{ERROR:#}: {message}");
}

/// Escapes control characters: an error may quote input that contains line breaks.
fn on_one_line(text: &str) -> String {
    let written = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    text.chars().map(written).collect()
}

/// Whether the reader of the output has closed it.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}

/// Replaces the text `-` by the contents of standard input.
pub(crate) fn text_or_stdin(text: &mut String) -> Result<()> {
    if text != "-" {
        return Ok(());
    }
    /// The maximum length of the input.
    const MOST: u64 = 256 << 20;
    let mut input = Vec::new();
    signals::waiting(|| io::stdin().lock().take(MOST + 1).read_to_end(&mut input))
        .context("standard input can't be read")?;
    if input.len() as u64 > MOST {
        bail!("standard input has more than {} MB", MOST >> 20);
    }
    *text = String::from_utf8(input).context("standard input is not text")?;
    text.truncate(text.trim_end().len());
    Ok(())
}

/// Replaces the position `-` by the one on standard input. Rows may be on separate lines.
pub(crate) fn position_or_stdin(position: &mut String) -> Result<()> {
    text_or_stdin(position)?;
    *position = position.trim_matches('\n').replace("\r\n", "\n").replace('\n', "/");
    Ok(())
}

/// A command-line error on one line.
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
