//! Measures the benchmarks and shows the results as a table, as JSON and in the records.

use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::benchmark::{Benchmark, Target, duration};
use crate::machine;
use crate::process::{self, Cost};

/// Runs of nimatron and the rival stop once they have taken this total of CPU seconds.
const ENOUGH: f64 = 20.0;

/// The result of the rival.
#[derive(Clone, PartialEq, Debug)]
enum RivalResult {
    /// There is none, or it was not run.
    None,
    /// It gave the right answer at this cost.
    Ran(Cost),
    /// It did not, for this reason.
    Failed(String),
}

/// One benchmark with its result.
pub struct Row {
    benchmark: &'static Benchmark,
    answer: String,
    /// The least time and the least memory of all runs.
    cost: Cost,
    rival: RivalResult,
}

/// A benchmark's result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The answer is right, and there is no target.
    Right,
    Reached,
    Missed,
    Wrong,
    /// The target is a comparison with a rival that did not run.
    Unknown,
}

impl Verdict {
    fn text(self) -> &'static str {
        match self {
            Verdict::Right => "right",
            Verdict::Reached => "reached",
            Verdict::Missed => "missed",
            Verdict::Wrong => "wrong answer",
            Verdict::Unknown => "unknown",
        }
    }
}

impl Row {
    /// Runs a benchmark and its rival in turn, up to `runs` times or a wrong answer.
    pub fn measure(benchmark: &'static Benchmark, runs: u32, rivals: bool) -> Result<Row> {
        let (answer, cost) = process::run_one(benchmark.name)?;
        let mut row = Row { benchmark, answer, cost, rival: RivalResult::None };
        if row.is_wrong() {
            return Ok(row);
        }
        let rival = benchmark.rival.as_ref().filter(|_| rivals);
        let mut spent = cost.seconds;
        for run in 0..runs {
            if run > 0 {
                let (answer, cost) = process::run_one(benchmark.name)?;
                row.cost = least(row.cost, cost);
                spent += cost.seconds;
                if answer != benchmark.expected {
                    row.answer = answer;
                    return Ok(row);
                }
            }
            if let Some(rival) = rival
                && !matches!(row.rival, RivalResult::Failed(_))
            {
                row.rival = match (rival.run(), &row.rival) {
                    (Err(error), _) => RivalResult::Failed(format!("{error:#}")),
                    (Ok((answer, _)), _) if answer != benchmark.expected => {
                        RivalResult::Failed(format!("it answers {answer}"))
                    }
                    (Ok((_, cost)), RivalResult::Ran(before)) => RivalResult::Ran(least(*before, cost)),
                    (Ok((_, cost)), _) => RivalResult::Ran(cost),
                };
                spent += row.rival_seconds().unwrap_or_default();
            }
            if spent > ENOUGH {
                break;
            }
        }
        Ok(row)
    }

    /// Whether the answer is right and no target is missed. A comparison with a tool that could
    /// not be run is not missed.
    pub fn is_fine(&self) -> bool {
        matches!(self.verdict(), Verdict::Right | Verdict::Reached | Verdict::Unknown)
    }

    fn is_wrong(&self) -> bool {
        self.answer != self.benchmark.expected
    }

    fn rival_seconds(&self) -> Option<f64> {
        match self.rival {
            RivalResult::Ran(cost) => Some(cost.seconds),
            _ => None,
        }
    }

    fn verdict(&self) -> Verdict {
        if self.is_wrong() {
            return Verdict::Wrong;
        }
        if self.benchmark.target == Target::None && self.benchmark.memory.is_none() {
            return Verdict::Right;
        }
        let memory = match (self.benchmark.memory, self.cost.memory) {
            (None, _) => Some(true),
            (Some(limit), Some(peak)) => Some(peak <= limit * 1_000_000),
            (Some(_), None) => None,
        };
        match (self.benchmark.target.is_reached(self.cost.seconds, self.rival_seconds()), memory) {
            (Some(false), _) | (_, Some(false)) => Verdict::Missed,
            (Some(true), Some(true)) => Verdict::Reached,
            _ => Verdict::Unknown,
        }
    }

    /// The cells of the table.
    fn cells(&self) -> [String; 7] {
        let benchmark = self.benchmark;
        let (time, memory, answer) = if self.is_wrong() {
            (String::new(), String::new(), format!("{}, not {}", self.answer, benchmark.expected))
        } else {
            (benchmark.target.figure(self.cost.seconds), megabytes(self.cost.memory), self.answer.clone())
        };
        let target = match benchmark.memory {
            Some(limit) => format!("{}, ≤ {limit} MB", benchmark.target.text()),
            None => benchmark.target.text(),
        };
        let rival = benchmark.rival.as_ref().map(|rival| match &self.rival {
            RivalResult::None => format!("{} not run", rival.tool.name),
            RivalResult::Failed(why) => format!("{} failed: {why}", rival.tool.name),
            RivalResult::Ran(cost) => format!(
                "{} in this run: {}, {}; ours takes {:.2} of it",
                rival.tool.name,
                duration(cost.seconds),
                megabytes(cost.memory),
                self.cost.seconds / cost.seconds
            ),
        });
        let others: Vec<&str> = rival
            .iter()
            .map(String::as_str)
            .chain([benchmark.others])
            .filter(|text| !text.is_empty())
            .collect();
        let others = others.join("; ");
        [benchmark.name.to_owned(), answer, time, memory, target, self.verdict().text().to_owned(), others]
    }

    /// The row as JSON.
    pub fn json(&self) -> Value {
        let benchmark = self.benchmark;
        let rival = benchmark.rival.as_ref().map(|rival| match &self.rival {
            RivalResult::None => json!({ "tool": rival.tool.name, "ran": false }),
            RivalResult::Failed(why) => json!({ "tool": rival.tool.name, "ran": false, "why": why }),
            RivalResult::Ran(cost) => json!({
                "tool": rival.tool.name,
                "version": rival.tool.version,
                "ran": true,
                "seconds": cost.seconds,
                "memory": cost.memory,
                "ratio": self.cost.seconds / cost.seconds,
            }),
        });
        json!({
            "name": benchmark.name,
            "about": benchmark.about,
            "answer": self.answer,
            "expected": benchmark.expected,
            "seconds": self.cost.seconds,
            "memory": self.cost.memory,
            "target": benchmark.target.text(),
            "target_memory": benchmark.memory.map(|limit| limit * 1_000_000),
            "verdict": self.verdict().text(),
            "others": benchmark.others,
            "rival": rival,
        })
    }
}

/// The lesser time and the lesser memory, because disturbances only ever add to a cost.
fn least(one: Cost, other: Cost) -> Cost {
    let memory = match (one.memory, other.memory) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    };
    Cost { seconds: one.seconds.min(other.seconds), memory }
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or_else(|| "?".to_owned(), |bytes| format!("{:.1} MB", bytes as f64 / 1e6))
}

/// A Markdown table, aligned to be readable as text.
pub fn table(rows: &[Row]) -> String {
    let head = ["benchmark", "answer", "CPU time", "peak memory", "target", "verdict", "other tools"]
        .map(str::to_owned);
    let body: Vec<[String; 7]> = rows.iter().map(Row::cells).collect();
    let width = |column: usize| {
        body.iter().chain([&head]).map(|cells| cells[column].chars().count()).max().unwrap_or_default()
    };
    let widths: [usize; 7] = std::array::from_fn(width);
    let mut text = String::new();
    let mut line = |cells: &[String; 7], fill: char| {
        for (cell, width) in cells.iter().zip(widths) {
            let padding = width - cell.chars().count();
            let padding: String = std::iter::repeat_n(fill, padding).collect();
            let _ = write!(text, "|{fill}{cell}{padding}{fill}");
        }
        text.push_str("|\n");
    };
    line(&head, ' ');
    line(&Default::default(), '-');
    body.iter().for_each(|cells| line(cells, ' '));
    text
}

/// Adds a table to `benches/RECORDS.md`, with what is needed to repeat it.
pub fn record(table: &str, command: &str) -> Result<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").context("records are kept by `cargo x bench`")?;
    let root = Path::new(&own).ancestors().nth(2).context("this crate stands two folders below the root")?;
    let path = root.join("benches/RECORDS.md");
    let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
    write!(file, "\n## {}\n\n`{command}` on {}\n\n{table}", machine::today(), machine::name())?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::benchmark::Clock;
    use crate::rival::Rival;

    fn not_run(_: &mut Clock) -> String {
        unreachable!("these tests measure nothing")
    }

    static EXAMPLE: Benchmark = Benchmark {
        name: "example",
        about: "an example",
        target: Target::Rival,
        memory: Some(10),
        others: "another tool: 3 s",
        rival: Some(Rival::igsolve(&["cram", "--rows", "5", "--cols", "6"])),
        run: not_run,
        expected: "2",
    };

    fn row(answer: &str, seconds: f64, memory: u64, rival: RivalResult) -> Row {
        Row {
            benchmark: &EXAMPLE,
            answer: answer.to_owned(),
            cost: Cost { seconds, memory: Some(memory) },
            rival,
        }
    }

    fn ran(seconds: f64) -> RivalResult {
        RivalResult::Ran(Cost { seconds, memory: None })
    }

    #[test]
    fn a_wrong_answer_shows_no_figures() {
        let row = row("3", 0.001, 1, ran(1.0));
        assert_eq!(row.verdict(), Verdict::Wrong);
        assert!(!row.is_fine());
        let [_, answer, time, memory, ..] = row.cells();
        assert_eq!((&*answer, &*time, &*memory), ("3, not 2", "", ""));
    }

    #[test]
    fn time_and_memory_both_have_to_be_within_their_targets() {
        assert_eq!(row("2", 1.0, 9_000_000, ran(2.0)).verdict(), Verdict::Reached);
        assert_eq!(row("2", 3.0, 9_000_000, ran(2.0)).verdict(), Verdict::Missed);
        assert_eq!(row("2", 1.0, 11_000_000, ran(2.0)).verdict(), Verdict::Missed);
    }

    #[test]
    fn a_rival_that_did_not_run_is_said_so() {
        let row = row("2", 1.0, 1, RivalResult::Failed("no network".to_owned()));
        assert_eq!(row.verdict(), Verdict::Unknown);
        assert_eq!(row.cells()[6], "igsolve failed: no network; another tool: 3 s");
        assert_eq!(row.json()["rival"]["why"], "no network");
    }

    #[test]
    fn the_table_has_one_line_a_row_under_its_head() {
        let rows = [row("2", 1.0, 1_500_000, ran(2.0))];
        let table = table(&rows);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[2].contains("| 1.00 s "), "{table}");
        assert!(lines[2].contains("ours takes 0.50 of it; another tool: 3 s"), "{table}");
        assert!(lines.iter().all(|line| line.chars().count() == lines[0].chars().count()));
    }
}
