//! The command `reproduce`: compares what the papers print with what nimatron computes.

use std::fmt::Write as _;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use nimatron_lab::reproduce::{
    Asker, Journal, Machine, NoAnswer, Paper, Plan, Reproduction, Settled, Table, Verdict as RowVerdict,
    check_report_folder, papers, write_report,
};
use nimatron_lab::{Lab, Verdict, duration};
use serde_json::Value;

use crate::ask::start;
use crate::cli::Options;
use crate::progress::Progress;
use crate::terminal::{self, FAINT, STRONG, print_json};
use crate::{data, limits};

/// The arguments of `reproduce`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// `all`, a paper, or one of its tables; if omitted, lists them
    what: Option<String>,
    /// Only rows that take seconds
    #[arg(long)]
    quick: bool,
    /// Write a report into this folder: index.html, data.csv, data.json
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Start again, even if an interrupted run could be continued
    #[arg(long)]
    restart: bool,
}

/// The help after that of the arguments.
pub(crate) const EXAMPLES: &str = "\
Each row shows what the paper prints, what the solvers find, and the verdict: same, differs (and why), paper is wrong (and the proof), \
extended, or not reproducible (and why). An interrupted run continues where it stopped. Exit code 1: a row differs for no known reason.

Examples:
  nimatron reproduce
  nimatron reproduce legionnaires/sequences
  nimatron reproduce all --quick
  nimatron reproduce all --report report";

/// Lists the papers and tables, or reproduces them.
pub(crate) fn answer(lab: &Lab, options: &Options, asked: &Arguments) -> Result<Verdict> {
    let papers = papers().map_err(|error| anyhow!(error))?;
    let Some(what) = &asked.what else { return list(&papers, options.json) };
    let plan = Plan::new(papers, what, asked.quick).map_err(|error| anyhow!(error))?;
    if let Some(folder) = &asked.report {
        // Check before hours of work that the folder can be written, and is not a foreign one.
        check_report_folder(folder)?;
    }
    let mut journal = journal(what, asked)?;
    if !journal.is_empty() {
        terminal::remark(&format!(
            "using {} answers of an interrupted run; --restart starts again",
            journal.len()
        ));
    }
    let run = start(lab, options);
    let threads = run.budget().thread_limit();
    let stop = run.budget().flag();
    let asker = Binary {
        program: std::env::current_exe().context("this program can't be found")?,
        memory: options.memory.unwrap_or_else(limits::default_memory),
        threads,
        stop: Arc::clone(&stop),
        drawn: Mutex::default(),
    };
    let progress = Progress::start(&run);
    let mut result = plan.run(
        lab,
        &asker,
        &mut journal,
        (threads, &stop),
        |now| {
            let left = now.left.map_or(String::new(), |left| format!(", about {} left", minutes(left)));
            progress.note(format!("{} of {} commands{left}", now.done, now.all));
        },
        |table, rows| {
            // The run continues even if stdout is closed.
            let _ = progress.pause(|| print_table(table, rows, options.json));
        },
    );
    if let Some(folder) = &asked.report {
        progress.note("drawing".into());
        plan.draw(&asker, &stop, &mut result);
        write_report(folder, &plan, &result, &machine(threads))?;
    }
    drop(progress);
    if result.stopped {
        drop(journal);
        bail!("stopped; the same command continues where it stopped. Known so far: {}", sums(&result));
    }
    journal.finish();
    if !options.json {
        terminal::print(&format!("\n{}\n", sums(&result)))?;
    }
    if let Some(folder) = &asked.report {
        terminal::remark(&format!("the report is {}", folder.join("index.html").display()));
    }
    let bad = result.tables.iter().flat_map(|(_, rows)| rows).any(|row| row.verdict.is_bad());
    Ok(Verdict::from(!bad))
}

/// The journal of an interrupted run, or a new one.
fn journal(what: &str, asked: &Arguments) -> Result<Journal> {
    let Some(folder) = data::folder() else { return Ok(Journal::nowhere()) };
    let quick = if asked.quick { "-quick" } else { "" };
    let path = folder.join("reproduce").join(format!("{}{quick}.journal", what.replace('/', "-")));
    if asked.restart {
        Journal::delete(&path)?;
    }
    Journal::open(&path).or_else(|error| {
        terminal::remark(&format!("{error}; an interrupted run will start from the beginning"));
        Ok(Journal::nowhere())
    })
}

/// Runs commands as processes of this program, exactly as a reader would type them.
struct Binary {
    program: PathBuf,
    memory: usize,
    threads: usize,
    stop: Arc<AtomicBool>,
    /// The number of pictures drawn.
    drawn: Mutex<u32>,
}

impl Binary {
    fn run(&self, words: &[String], threads: usize) -> Result<String, NoAnswer> {
        let share = self.memory / (self.threads / threads.max(1)).max(1);
        let mut command = Command::new(&self.program);
        command.args(words).args(["--json", "--fresh", "--threads", &threads.to_string()]);
        command.args(["--memory", &share.to_string()]).stdin(Stdio::null());
        let output = self.output(command).map_err(|error| format!("it can't be run: {error}"))?;
        if self.stop.load(Ordering::Relaxed) {
            return Err(NoAnswer::Interrupted);
        }
        // Code 1 is also an answer: no.
        if !matches!(output.status.code(), Some(0 | 1)) {
            let said = String::from_utf8_lossy(&output.stderr);
            let line = said.lines().next().unwrap_or("it printed no error").trim_start_matches("error: ");
            // Ctrl-C at a terminal goes to this process and to its child, in any order: an interrupted child
            // stops the whole run, as in a shell. The child may not have set up its handler yet.
            if line.starts_with("stopped") || was_interrupted(output.status) {
                return Err(NoAnswer::Interrupted);
            }
            return Err(line.into());
        }
        String::from_utf8(output.stdout).map_err(|_| "its output is not text".into())
    }
}

impl Binary {
    /// Runs a command until it ends or the run is stopped, and returns its output.
    fn output(&self, mut command: Command) -> io::Result<Output> {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let read = |pipe: Option<Box<dyn Read + Send>>| {
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                // After an error, what was read so far is used.
                let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
                bytes
            })
        };
        let stdout = read(child.stdout.take().map(|pipe| Box::new(pipe) as _));
        let stderr = read(child.stderr.take().map(|pipe| Box::new(pipe) as _));
        let mut nap = Duration::from_millis(1);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if self.stop.load(Ordering::Relaxed) {
                child.kill()?;
                break child.wait()?;
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(20));
        };
        let bytes = |thread: JoinHandle<Vec<u8>>| thread.join().unwrap_or_default();
        Ok(Output { status, stdout: bytes(stdout), stderr: bytes(stderr) })
    }
}

/// Whether a process was ended by one of the signals that ask a program to end.
fn was_interrupted(status: ExitStatus) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt as _;
        matches!(status.signal(), Some(libc::SIGINT | libc::SIGTERM | libc::SIGHUP))
    }
    #[cfg(not(unix))]
    {
        let _ = status;
        false
    }
}

impl Asker for Binary {
    fn ask(&self, words: &[String], threads: usize) -> Result<Value, NoAnswer> {
        let text = self.run(words, threads)?;
        let last = text.lines().rfind(|line| !line.trim().is_empty()).ok_or("it printed nothing")?;
        serde_json::from_str(last).map_err(|error| format!("its output is not JSON: {error}").into())
    }

    fn draw(&self, words: &[String]) -> Result<String, NoAnswer> {
        let number = {
            let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
            *drawn += 1;
            *drawn
        };
        let file = std::env::temp_dir().join(format!("nimatron-{}-{number}.svg", std::process::id()));
        let name = file.to_string_lossy();
        let words: Vec<String> = words.iter().map(|word| word.replace("{file}", &name)).collect();
        let drawn = self.run(&words, self.threads);
        let svg = std::fs::read_to_string(&file).map_err(|error| format!("{name}: {error}").into());
        // A file left in the temporary folder does no harm.
        let _ = std::fs::remove_file(&file);
        drawn.and(svg)
    }
}

/// Lists the papers and their tables.
fn list(papers: &[Paper], json: bool) -> Result<Verdict> {
    let mut out = String::new();
    for paper in papers {
        if !json {
            let _ = writeln!(out, "{STRONG}{}{STRONG:#}", paper.title);
        }
        for table in &paper.tables {
            let quick = table.rows.iter().filter(|row| row.quick).count();
            if json {
                print_json(&serde_json::json!({
                    "table": table.name, "title": table.title, "rows": table.rows.len(), "quick": quick,
                    "figures": table.figures.len(),
                }))?;
            } else {
                let rows = table.rows.len();
                let slow = if quick < rows { format!(", {quick} of them quick") } else { String::new() };
                let _ =
                    writeln!(out, "  {:<34} {} {FAINT}({rows} rows{slow}){FAINT:#}", table.name, table.title);
            }
        }
    }
    terminal::print(&out)?;
    Ok(Verdict::Yes)
}

/// The widest column of a table in a terminal.
const WIDEST: usize = 34;

/// Prints the rows of a table.
fn print_table(table: &Table, rows: &[Settled], json: bool) -> Result<()> {
    if json {
        return rows.iter().try_for_each(print_json);
    }
    if rows.is_empty() {
        return Ok(());
    }
    let mut out = format!("\n{STRONG}{}{STRONG:#} {FAINT}{}{FAINT:#}\n", table.title, table.name);
    let cells = |row: &Settled| {
        [&row.cell, row.paper.as_deref().unwrap_or("–"), row.here.as_deref().unwrap_or("–")].map(shortened)
    };
    let mut widths = [4, 5, 4];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(cells(row)) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let [a, b, c] = widths;
    let _ = writeln!(out, "{FAINT}  {:<a$}  {:<b$}  {:<c$}  verdict{FAINT:#}", "cell", "paper", "here");
    for row in rows {
        let [cell, paper, here] = cells(row);
        let style = if row.verdict.is_bad() { STRONG } else { FAINT };
        let verdict = match &row.verdict {
            verdict @ (RowVerdict::Same | RowVerdict::Extended) => verdict.word().to_owned(),
            verdict => format!("{style}{verdict}{style:#}"),
        };
        let _ = writeln!(out, "  {cell:<a$}  {paper:<b$}  {here:<c$}  {verdict}");
    }
    terminal::print(&out)
}

fn shortened(text: &str) -> String {
    let text = text.replace('\n', " ");
    match text.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// How many rows have each verdict.
fn sums(result: &Reproduction) -> String {
    let mut counts: Vec<(String, usize)> = Vec::new();
    for row in result.tables.iter().flat_map(|(_, rows)| rows) {
        let word = match &row.verdict {
            RowVerdict::Unexplained => "differ for no known reason",
            RowVerdict::Differs(_) => "differ for a known reason",
            verdict => verdict.word(),
        };
        match counts.iter_mut().find(|(known, _)| known == word) {
            Some((_, count)) => *count += 1,
            None => counts.push((word.into(), 1)),
        }
    }
    let counts: Vec<String> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    format!("{} in {}", counts.join(", "), minutes(result.seconds))
}

/// A duration in seconds, minutes or hours.
fn minutes(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..=99 => duration(seconds),
        100..=5999 => format!("{} min", whole.div_ceil(60)),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// The machine of this run.
fn machine(threads: usize) -> Machine {
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let model = model.unwrap_or_else(|| format!("a processor of type {}", std::env::consts::ARCH));
    let cores = if threads == 1 { "1 thread".into() } else { format!("{threads} threads") };
    Machine {
        version: env!("CARGO_PKG_VERSION").into(),
        date: today(),
        processor: format!("{model}, {cores}, {}", std::env::consts::OS),
    }
}

/// The date in UTC, as 2026-11-16, with Hinnant's algorithm `civil_from_days`.
fn today() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let days = (since.as_secs() / 86_400) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;

    #[test]
    fn every_command_of_the_papers_is_one() {
        for paper in papers().unwrap() {
            for table in &paper.tables {
                let figures = table.figures.iter().map(|figure| &figure.ask);
                for ask in table.rows.iter().map(|row| &row.ask).chain(figures).filter(|ask| !ask.is_empty())
                {
                    let words = std::iter::once("nimatron").chain(ask.iter().map(|word| &**word));
                    if let Err(error) = Cli::read(words) {
                        panic!("{}: {ask:?}: {error}", table.name);
                    }
                }
            }
        }
    }

    #[test]
    fn times_are_told_in_minutes_and_hours() {
        assert_eq!([50.0, 100.0, 7300.0].map(minutes), ["50.00 s", "2 min", "2 h 1 min"]);
        assert_eq!(today().len(), 10);
    }
}
