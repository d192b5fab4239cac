//! The rules for every run of the program, and the findings.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::Value;

use crate::dice::Dice;
use crate::program::{Ended, Program};

/// The time over `--time` that a run may take: the program guarantees half a second, and the rest
/// allows for a loaded machine.
const SLACK: Duration = Duration::from_secs(3);
/// A run is killed when it exceeds its time by this much.
const PATIENCE: Duration = Duration::from_secs(15);
/// The allowed excess of peak memory, for the program itself and for small allocations.
const MEMORY: (f64, u64) = (1.15, 20 << 20);

/// A trial: the program, the seed, and the counts so far.
pub struct Trial {
    pub program: Program,
    pub seed: u64,
    pub until: Instant,
    pub findings: u64,
    pub runs: u64,
    /// The folder with the files of the current case, if it has one.
    pub kept: Option<PathBuf>,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// In bytes.
    pub memory: u64,
}

impl Limits {
    /// As options.
    pub fn words(self) -> [String; 4] {
        let time = format!("{}ms", self.time.as_millis());
        ["--time".into(), time, "--memory".into(), format!("{}M", self.memory >> 20)]
    }
}

impl Trial {
    /// Whether the time is up.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Prints a finding and how to reproduce it.
    pub fn finding(&mut self, part: &str, command: &str, expected: &str, found: &str) {
        self.findings += 1;
        println!("finding {} ({part}, --seed {})", self.findings, self.seed);
        println!("  command   {command}");
        println!("  expected  {expected}");
        println!("  found     {}", brief(found));
        if let Some(folder) = &self.kept {
            println!("  files     {}", folder.display());
        }
    }

    /// Runs the program and checks it. Returns how it ended, if it is correct.
    pub fn asked(
        &mut self,
        part: &str,
        program: &Program,
        arguments: &[String],
        limits: Option<Limits>,
    ) -> Result<Option<Ended>> {
        let patience = limits.map_or(Duration::from_secs(120), |limits| limits.time + PATIENCE);
        let mut ended = program.run(arguments, patience)?;
        self.runs += 1;
        let late = |ended: &Ended| limits.is_some_and(|limits| ended.time > limits.time + SLACK);
        // The machine may have been busy: only a run that is late twice counts.
        if late(&ended) && !ended.killed {
            ended = program.run(arguments, patience)?;
        }
        let mut faults = faults(&ended);
        if ended.killed {
            faults = vec![(
                "an end within --time and half a second",
                format!("killed after {:.1} s", ended.time.as_secs_f64()),
            )];
        } else if late(&ended) {
            faults.push((
                "an end within --time and half a second",
                format!("later than that twice; the second time {:.1} s", ended.time.as_secs_f64()),
            ));
        }
        if let Some(limits) = limits {
            let allowed = (limits.memory as f64 * MEMORY.0) as u64 + MEMORY.1;
            if ended.peak > allowed {
                let found = format!("{} MB", ended.peak >> 20);
                faults.push(("peak memory within 1.15 times --memory plus 20 MB", found));
            }
        }
        for (expected, found) in &faults {
            self.finding(part, &Program::shown(arguments), expected, found);
        }
        Ok(faults.is_empty().then_some(ended))
    }

    /// Asks with `--json` and returns the objects that were printed; `None` without an answer.
    pub fn json(
        &mut self,
        part: &str,
        program: &Program,
        arguments: &[String],
        limits: Option<Limits>,
    ) -> Result<Option<Vec<Value>>> {
        let mut arguments = arguments.to_vec();
        arguments.push("--json".into());
        let Some(ended) = self.asked(part, program, &arguments, limits)? else { return Ok(None) };
        if ended.code != Some(0) {
            return Ok(None);
        }
        let lines: Result<Vec<Value>, _> = ended.stdout.lines().map(serde_json::from_str).collect();
        match lines {
            Ok(lines) => Ok(Some(lines)),
            Err(error) => {
                let expected = "one JSON object a line";
                self.finding(
                    part,
                    &Program::shown(&arguments),
                    expected,
                    &format!("{error}: {}", ended.stdout),
                );
                Ok(None)
            }
        }
    }

    /// Dice for a step.
    pub fn dice(&self, part: &str, step: u64) -> Dice {
        Dice::new(self.seed, part, step)
    }
}

/// The faults of a run: what was expected, and what was found.
fn faults(ended: &Ended) -> Vec<(&'static str, String)> {
    let stderr = &ended.stderr;
    let mut faults = Vec::new();
    if let Some(at) = stderr.find("panicked at") {
        faults.push(("no panic", stderr[at..].to_owned()));
    } else if let Some(signal) = ended.signal {
        faults.push(("exit 0, 1 or 2", format!("signal {signal}: {stderr}")));
    } else {
        match ended.code {
            Some(0 | 1) => {}
            Some(2) if is_one_error(stderr) => {}
            Some(2) => faults.push(("one line on stderr that says why", format!("{stderr:?}"))),
            code => faults.push(("exit 0, 1 or 2", format!("exit {code:?}: {stderr}"))),
        }
    }
    faults
}

/// Whether there is one error, on one line, at the end. Warnings may precede it, and a drawing that points
/// at the fault may follow.
fn is_one_error(stderr: &str) -> bool {
    let lines: Vec<&str> = stderr.lines().collect();
    let errors = lines.iter().filter(|line| line.starts_with("error: ")).count();
    let Some(at) = lines.iter().position(|line| line.starts_with("error: ")) else { return false };
    let drawing = &lines[at + 1..];
    let is_drawing = match drawing {
        [] => true,
        [text, carets] => text.starts_with("  ") && carets.trim_start().starts_with('^'),
        _ => false,
    };
    errors == 1 && is_drawing
}

/// The beginning of a long text.
fn brief(text: &str) -> String {
    let text = text.trim();
    let mut short: String = text.chars().take(600).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short.replace('\n', "\n            ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: Option<i32>, signal: Option<i32>, stderr: &str) -> Ended {
        let (stdout, stderr) = (String::new(), stderr.to_owned());
        Ended { code, signal, killed: false, stdout, stderr, time: Duration::ZERO, peak: 0 }
    }

    #[test]
    fn an_answer_and_an_error_on_one_line_are_fine() {
        for (code, stderr) in [
            (0, ""),
            (1, "differs\n"),
            (2, "error: there is no game `x`\n"),
            (2, "error: no size of a heap\n  x\n  ^\n"),
            (2, "warning: the store is away\nerror: out of time\n"),
        ] {
            assert!(faults(&ended(Some(code), None, stderr)).is_empty(), "{stderr}");
        }
    }

    #[test]
    fn panics_signals_and_talkative_errors_are_found() {
        for (code, signal, stderr) in [
            (Some(101), None, "thread 'main' panicked at src/main.rs:1\n"),
            (Some(0), None, "thread '<unnamed>' panicked at src/a.rs:1\nnote\n"),
            (None, Some(6), "memory allocation of 8 bytes failed\n"),
            (Some(3), None, ""),
            (Some(2), None, ""),
            (Some(2), None, "error: one\nerror: two\n"),
            (Some(2), None, "error: one\n\nUsage: nimatron\n"),
        ] {
            assert_eq!(faults(&ended(code, signal, stderr)).len(), 1, "{stderr}");
        }
    }
}
