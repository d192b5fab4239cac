//! Builds the program and its page at the same time, with one line of progress for both.

use std::io::{IsTerminal, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::repository::{cargo, target_directory};
use crate::web;

/// Builds nimatron as `cargo build --release` does, and the page in parallel. Returns the path of the program.
///
/// The page is not part of the program, so a change to one does not rebuild the other.
pub fn build() -> Result<PathBuf> {
    // Checked first, because building takes minutes.
    web::look_for_node()?;
    let (send, events) = mpsc::channel();
    let mut compiler = Compiler::start(send.clone())?;
    std::thread::spawn(move || {
        let stage = |stage: &str| {
            let _ = send.send(Event::Page(stage.to_owned()));
        };
        let result = web::build(&stage);
        let _ = send.send(Event::PageDone(result));
    });

    let mut line = Line::new();
    let (mut program, mut page) = (Program::Starting, String::from("starting"));
    let (mut compiled, mut page_built) = (false, false);
    while !(compiled && page_built) {
        match events.recv_timeout(Duration::from_secs(1)) {
            Ok(Event::Program(progress)) => program = progress,
            Ok(Event::Page(stage)) => page = stage,
            Ok(Event::PageDone(Ok(()))) => {
                page = "ready".into();
                page_built = true;
            }
            Ok(Event::PageDone(Err(error))) => {
                line.clear();
                compiler.stop();
                return Err(error);
            }
            Ok(Event::ProgramDone(said)) => {
                if !compiler.succeeded()? {
                    line.clear();
                    eprintln!("{}", said.trim_end());
                    bail!("nimatron could not be built");
                }
                program = Program::Ready;
                compiled = true;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("the page could not be built"),
        }
        line.show(&program, &page);
    }
    line.clear();
    self::program()
}

/// The path of the built program.
pub fn program() -> Result<PathBuf> {
    let name = if cfg!(windows) { "nimatron.exe" } else { "nimatron" };
    Ok(target_directory()?.join("release").join(name))
}

/// What the two builds report.
enum Event {
    Program(Program),
    /// Cargo's output except its progress. [`Compiler::succeeded`] returns whether it succeeded.
    ProgramDone(String),
    Page(String),
    PageDone(Result<()>),
}

/// Cargo's progress.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Program {
    Starting,
    Downloading,
    /// Another cargo is using the same folder.
    Waiting,
    Compiling {
        done: u32,
        of: u32,
        /// A crate that is being compiled.
        name: String,
    },
    Ready,
}

impl Program {
    /// Reads a line of cargo's output, if it shows progress: `    Building [====>    ] 143/210: clap, serde`.
    fn read(line: &str) -> Option<Self> {
        let line = without_colours(line);
        let line = line.trim();
        if line.starts_with("Blocking waiting") {
            return Some(Program::Waiting);
        }
        if line.starts_with("Downloading ") || line.starts_with("Updating ") {
            return Some(Program::Downloading);
        }
        let (_, progress) = line.strip_prefix("Building [")?.split_once("] ")?;
        let (count, names) = progress.split_once(':').unwrap_or((progress, ""));
        let (done, of) = count.trim().split_once('/')?;
        let name = names.split(',').next().unwrap_or_default().trim();
        let name = name.trim_end_matches("...").trim_end_matches("(build)").trim_end_matches("(bin)");
        Some(Program::Compiling { done: done.parse().ok()?, of: of.parse().ok()?, name: name.to_owned() })
    }
}

/// `cargo build`, as a child process.
struct Compiler(Child);

impl Compiler {
    /// Starts it. Events come from its output; the last one is [`Event::ProgramDone`].
    fn start(events: Sender<Event>) -> Result<Self> {
        let mut command = cargo()?;
        command
            // `--package` would select different features than a plain `cargo build --release`.
            .args(["build", "--release", "--bin", "nimatron"])
            .env("CARGO_TERM_PROGRESS_WHEN", "always")
            .env("CARGO_TERM_PROGRESS_WIDTH", "100")
            .env("CARGO_TERM_COLOR", if std::io::stderr().is_terminal() { "always" } else { "never" })
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().context("could not run `cargo build`")?;
        let stderr = child.stderr.take().context("`cargo build` has no output")?;
        std::thread::spawn(move || {
            let mut said = String::new();
            lines(stderr, |line| match Program::read(line) {
                Some(progress) => {
                    let _ = events.send(Event::Program(progress));
                }
                None if is_news(line) => {
                    said.push_str(line);
                    said.push('\n');
                }
                None => {}
            });
            let _ = events.send(Event::ProgramDone(said));
        });
        Ok(Compiler(child))
    }

    /// Waits for it.
    fn succeeded(&mut self) -> Result<bool> {
        Ok(self.0.wait().context("could not wait for `cargo build`")?.success())
    }

    /// Kills it. Running compilers still finish their crates.
    fn stop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether a line of cargo's output is useful after a failed build.
fn is_news(line: &str) -> bool {
    let line = without_colours(line);
    let words = ["Compiling ", "Downloaded ", "Finished ", "Locking ", "Adding "];
    let is_routine = line.starts_with(' ') && words.iter().any(|word| line.trim_start().starts_with(word));
    !is_routine && !line.trim().is_empty()
}

/// A line without the escape sequences that colour it, each of which ends with a letter.
fn without_colours(line: &str) -> String {
    let mut plain = String::new();
    for (at, part) in line.split('\u{1b}').enumerate() {
        let end = if at == 0 {
            0
        } else {
            part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |end| end + 1)
        };
        plain.push_str(&part[end..]);
    }
    plain
}

/// Reads lines that end with a line feed or, as those of a progress bar do, with a carriage return.
fn lines(mut from: impl Read, mut each: impl FnMut(&str)) {
    let mut line = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in &buffer[..count] {
            if byte == b'\n' || byte == b'\r' {
                each(&String::from_utf8_lossy(&line));
                line.clear();
            } else {
                line.push(byte);
            }
        }
    }
    if !line.is_empty() {
        each(&String::from_utf8_lossy(&line));
    }
}

/// The progress of both. A terminal shows one line that is overwritten; a log gets a new line for each
/// stage of the page, and from time to time.
struct Line {
    started: Instant,
    is_terminal: bool,
    /// The number of characters shown on the terminal.
    length: usize,
    /// What was last added to a log, and when.
    logged: Option<(Instant, String)>,
}

/// A width that every terminal has.
const WIDTH: usize = 79;
/// How often a line is added to a log.
const LOG_EVERY: Duration = Duration::from_secs(15);

impl Line {
    fn new() -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        Line { started: Instant::now(), is_terminal, length: 0, logged: None }
    }

    fn show(&mut self, program: &Program, page: &str) {
        let text = text(self.started.elapsed(), program, page);
        if self.is_terminal {
            let length = text.chars().count();
            let blanks = self.length.saturating_sub(length);
            eprint!("\r{text}{:blanks$}", "");
            let _ = std::io::stderr().flush();
            self.length = length;
        } else if self.logged.as_ref().is_none_or(|(at, of)| of != page || at.elapsed() >= LOG_EVERY) {
            eprintln!("{text}");
            self.logged = Some((Instant::now(), page.to_owned()));
        }
    }

    /// Clears the line.
    fn clear(&mut self) {
        if self.is_terminal {
            eprint!("\r{:width$}\r", "", width = self.length);
        }
        self.length = 0;
    }
}

/// `building 1:05: nimatron 143/210 crates (serde), page: installing packages`, without the name of the
/// crate if the line would be too long.
fn text(elapsed: Duration, program: &Program, page: &str) -> String {
    let seconds = elapsed.as_secs();
    let (program, name) = match program {
        Program::Starting => (": starting".to_owned(), ""),
        Program::Downloading => (": downloading crates".to_owned(), ""),
        Program::Waiting => (": waiting for another cargo".to_owned(), ""),
        Program::Compiling { done, of, name } => (format!(" {done}/{of} crates"), &**name),
        Program::Ready => (": ready".to_owned(), ""),
    };
    let name = if name.is_empty() { String::new() } else { format!(" ({name})") };
    let line = |name: &str| {
        format!("building {}:{:02}: nimatron{program}{name}, page: {page}", seconds / 60, seconds % 60)
    };
    let whole = line(&name);
    if whole.chars().count() <= WIDTH { whole } else { line("") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiling(done: u32, of: u32, name: &str) -> Program {
        Program::Compiling { done, of, name: name.into() }
    }

    #[test]
    fn progress_is_read_from_what_cargo_prints() {
        for (line, expected) in [
            (
                "    Building [=====>      ] 143/210: clap_builder, serde   ",
                Some(compiling(143, 210, "clap_builder")),
            ),
            (
                "    Building [=======>    ] 209/210: nimatron(bin)         ",
                Some(compiling(209, 210, "nimatron")),
            ),
            (
                "\u{1b}[1m\u{1b}[36m    Building\u{1b}[0m [>           ] 0/210: libc(build)...",
                Some(compiling(0, 210, "libc")),
            ),
            ("    Building [===========>] 210/210", Some(compiling(210, 210, ""))),
            (" Downloading crates ...", Some(Program::Downloading)),
            ("    Updating crates.io index", Some(Program::Downloading)),
            ("    Blocking waiting for file lock on build directory", Some(Program::Waiting)),
            ("   Compiling clap_builder v4.6.7", None),
            ("error[E0308]: mismatched types", None),
            ("  | let x: [u8; 2] = [0] 1/2", None),
            ("", None),
        ] {
            assert_eq!(Program::read(line), expected, "{line:?}");
        }
    }

    #[test]
    fn what_went_wrong_is_kept_and_routine_is_not() {
        for line in ["error: it broke", "   |", "warning: unused", "   --> src/lib.rs:1:1"] {
            assert!(is_news(line), "{line}");
        }
        let coloured = "\u{1b}[1m\u{1b}[92m   Compiling\u{1b}[0m nimatron v0.1.0";
        for line in
            ["   Compiling nimatron v0.1.0", coloured, "    Finished `release`", "", "   ", "\u{1b}[K"]
        {
            assert!(!is_news(line), "{line}");
        }
    }

    #[test]
    fn lines_end_with_a_line_feed_or_a_carriage_return() {
        let mut found = Vec::new();
        lines(&b"one\rtwo\nthree"[..], |line| found.push(line.to_owned()));
        assert_eq!(found, ["one", "two", "three"]);
    }

    #[test]
    fn one_line_says_how_far_both_are() {
        let shown = |program: &Program, page: &str| text(Duration::from_secs(65), program, page);
        assert_eq!(
            shown(&compiling(143, 210, "serde"), "installing packages"),
            "building 1:05: nimatron 143/210 crates (serde), page: installing packages"
        );
        assert_eq!(shown(&Program::Ready, "ready"), "building 1:05: nimatron: ready, page: ready");
        assert_eq!(
            shown(&compiling(143, 210, &"x".repeat(40)), "ready"),
            "building 1:05: nimatron 143/210 crates, page: ready"
        );
    }
}
