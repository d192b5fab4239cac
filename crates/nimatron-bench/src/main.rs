//! The benchmarks, run as `cargo x bench`.
//!
//! Each benchmark runs in a separate process, so its CPU time and its peak memory can be measured.
//! Its answer is checked first: a fast wrong answer does not count. If another tool answers the
//! same question, the two run in turn, on the same machine in the same minute, and are compared as
//! a ratio.
//!
//! To add one, write a function in [`list`], or in [`boards`], and give it an entry there.
//!
//! Exit 0: all answers are right and all targets reached. 1: some are not. 2: an error.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

mod benchmark;
mod boards;
mod epaminondas;
mod graphs;
mod list;
mod machine;
mod placement;
mod process;
mod report;
mod rival;

use benchmark::{Benchmark, Clock};
use report::Row;

const HELP: &str = "\
The benchmarks of nimatron

Usage: cargo x bench [FILTER] [OPTIONS]

FILTER runs the benchmarks whose name contains it.

  --list       name the benchmarks and leave
  --json       one JSON object a line instead of a table
  --record     add the table to benches/RECORDS.md, with the date and the machine
  --runs N     run each N times and keep the least (default 3, fewer once it takes long)
  --no-rivals  do not run other tools
";

/// The options.
#[derive(PartialEq, Eq, Debug)]
struct Options {
    filter: Option<String>,
    runs: u32,
    json: bool,
    record: bool,
    rivals: bool,
}

/// What to do.
#[derive(PartialEq, Eq, Debug)]
enum Task {
    Help,
    List,
    /// Run one benchmark in this process. Used only by [`process::run_one`].
    One(String),
    Measure(Options),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match read(&arguments).and_then(|task| run(task, &arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn read(arguments: &[String]) -> Result<Task> {
    let mut options = Options { filter: None, runs: 3, json: false, record: false, rivals: true };
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "--help" | "-h" => return Ok(Task::Help),
            "--list" => return Ok(Task::List),
            "--one" => return Ok(Task::One(words.next().context("`--one` needs a name")?.to_owned())),
            "--json" => options.json = true,
            "--record" => options.record = true,
            "--no-rivals" => options.rivals = false,
            "--runs" => {
                let number = words.next().context("`--runs` needs a number")?;
                options.runs = match number.parse() {
                    Ok(runs) if runs > 0 => runs,
                    _ => bail!("`{number}` is no number of runs"),
                };
            }
            _ if word.starts_with('-') || options.filter.is_some() => {
                bail!("`{word}` is not understood; `cargo x bench --help` says what is")
            }
            _ => options.filter = Some(word.to_owned()),
        }
    }
    Ok(Task::Measure(options))
}

/// All benchmarks, in the order in which they run.
fn all() -> impl Iterator<Item = &'static Benchmark> {
    list::BENCHMARKS.iter().chain(graphs::BENCHMARKS).chain(boards::BENCHMARKS)
}

/// Runs a task; true if all answers are right and all targets reached.
fn run(task: Task, arguments: &[String]) -> Result<bool> {
    match task {
        Task::Help => print!("{HELP}"),
        Task::List => {
            for benchmark in all() {
                println!("{:<24} {}", benchmark.name, benchmark.about);
            }
        }
        Task::One(name) => {
            let benchmark = all()
                .find(|benchmark| benchmark.name == name)
                .with_context(|| format!("there is no benchmark `{name}`"))?;
            let mut clock = Clock::default();
            let answer = (benchmark.run)(&mut clock);
            println!("{}", process::report_of_one(&answer, clock.seconds()));
        }
        Task::Measure(options) => return measure(&options, arguments),
    }
    Ok(true)
}

fn measure(options: &Options, arguments: &[String]) -> Result<bool> {
    let chosen: Vec<&Benchmark> = all()
        .filter(|benchmark| options.filter.as_ref().is_none_or(|filter| benchmark.name.contains(filter)))
        .collect();
    if chosen.is_empty() {
        bail!("no benchmark has `{}` in its name", options.filter.as_deref().unwrap_or_default());
    }
    let mut rows = Vec::new();
    for benchmark in chosen {
        eprintln!("{}", benchmark.name);
        let row = Row::measure(benchmark, options.runs, options.rivals)?;
        if options.json {
            println!("{}", row.json());
        }
        rows.push(row);
    }
    let table = report::table(&rows);
    if !options.json {
        print!("\n{table}");
    }
    if options.record {
        let command = format!("cargo x bench {}", arguments.join(" "));
        let file = report::record(&table, &command)?;
        eprintln!("Added to {}", file.display());
    }
    Ok(rows.iter().all(Row::is_fine))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(words: &[&str]) -> Result<Task> {
        read(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_are_read() {
        let plain = Options { filter: None, runs: 3, json: false, record: false, rivals: true };
        assert_eq!(read_words(&[]).unwrap(), Task::Measure(plain));
        let full =
            Options { filter: Some("cram".to_owned()), runs: 5, json: true, record: true, rivals: false };
        let words = ["cram", "--runs", "5", "--json", "--record", "--no-rivals"];
        assert_eq!(read_words(&words).unwrap(), Task::Measure(full));
    }

    #[test]
    fn bad_arguments_are_refused() {
        for words in [&["--runs"][..], &["--runs", "0"], &["--fast"], &["one", "two"]] {
            assert!(read_words(words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn no_two_benchmarks_have_one_name() {
        for (index, benchmark) in all().enumerate() {
            assert!(all().take(index).all(|other| other.name != benchmark.name));
        }
    }
}
