//! `cargo x test`: all tests of the workspace, and how many there were.

use std::io::{BufRead, BufReader};
use std::ops::AddAssign;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::JoinHandle;

use anyhow::{Context, Result, bail};

use crate::repository::{Verdict, cargo, succeeds, target_directory};
use crate::web;

/// Runs all tests, including doc tests and models, prints their output and finally the total counts.
///
/// It needs no other tools: plain `cargo test` runs the doc tests, too.
pub fn run(arguments: &[&str]) -> Result<Verdict> {
    let mut command = cargo()?;
    command.args(["test", "--no-fail-fast"]);
    if !arguments.iter().any(|word| word.starts_with("-p") || word.starts_with("--package")) {
        command.arg("--workspace");
    }
    // Arguments select some tests.
    let everything = arguments.is_empty();
    // Building WebAssembly mostly waits for one crate, on one core, so tests run at the same time.
    let engine = everything.then(|| std::thread::spawn(web::engine));
    let (mut succeeded, mut sum) = counted(command.args(arguments))?;
    if everything {
        let (models_succeeded, models) = counted(cargo()?.args(["test", "--no-fail-fast"]).args(MODELS))?;
        succeeded &= models_succeeded;
        sum += models;
    }

    println!("\ntests: {} passed, {} failed, {} ignored", sum.passed, sum.failed, sum.ignored);
    if !succeeded && sum.failed == 0 {
        println!("tests: not all of them could be run; what cargo said above tells why");
    }
    let page = match engine.map(JoinHandle::join) {
        Some(Ok(engine)) => web::test(engine?.as_deref())?,
        Some(Err(_)) => bail!("the engine could not be built as WebAssembly"),
        None => Verdict::Fine,
    };
    Ok(if succeeded { page } else { Verdict::Wrong })
}

/// Models of what threads share, run in every possible order. They are compiled with different types.
const MODELS: [&str; 8] = [
    "--package",
    "nimatron-value",
    "--package",
    "nimatron-solve",
    "--features",
    "nimatron-value/model,nimatron-solve/model",
    "--test",
    "model",
];

/// Runs tests, prints their output, and returns whether all passed and the counts.
fn counted(command: &mut Command) -> Result<(bool, Counts)> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("could not run `cargo test`")?;
    let stdout = child.stdout.take().context("`cargo test` has no output")?;
    let mut sum = Counts::default();
    for line in BufReader::new(stdout).split(b'\n') {
        let line = line.context("could not read what `cargo test` prints")?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        sum += Counts::read(&line).unwrap_or_default();
    }
    Ok((child.wait()?.success(), sum))
}

/// Builds all tests and the program. `cargo build` would choose different features of libraries and compile
/// everything again.
pub fn build() -> Result<()> {
    match succeeds(cargo()?.args(["test", "--quiet", "--workspace", "--no-run"]))? {
        Verdict::Fine => Ok(()),
        Verdict::Wrong => bail!("nimatron could not be built"),
    }
}

/// The program that the tests run.
pub fn program() -> Result<PathBuf> {
    let name = if cfg!(windows) { "nimatron.exe" } else { "nimatron" };
    Ok(target_directory()?.join("debug").join(name))
}

/// Test counts by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Counts {
    /// Reads the line that ends one test program:
    /// `test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; …`
    fn read(line: &str) -> Option<Self> {
        let (_, rest) = line.strip_prefix("test result: ")?.split_once(". ")?;
        let mut counts = Counts::default();
        for part in rest.split("; ") {
            match part.split_once(' ') {
                Some((count, "passed")) => counts.passed = count.parse().ok()?,
                Some((count, "failed")) => counts.failed = count.parse().ok()?,
                Some((count, "ignored")) => counts.ignored = count.parse().ok()?,
                _ => {}
            }
        }
        Some(counts)
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_from_the_line_that_ends_a_test_program() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.00s";
        assert_eq!(Counts::read(line), Some(Counts { passed: 12, failed: 3, ignored: 1 }));
    }

    #[test]
    fn other_lines_have_no_counts() {
        assert_eq!(Counts::read("test a_test ... ok"), None);
        assert_eq!(Counts::read("running 3 tests"), None);
        assert_eq!(Counts::read(""), None);
    }
}
