//! The jobs of this repository, run as `cargo x JOB`.
//!
//! Exit 0: it is done and all is well. 1: it is done, and something is wrong (a test fails, an
//! arrow between crates is not allowed). 2: it could not be done.

use std::process::ExitCode;

use anyhow::{Result, bail};

mod attack;
mod check;
mod fuzz;
mod golden;
mod layers;
mod new_game;
mod packages;
mod repository;
mod soundness;
mod start;
mod supply;
mod test;
mod together;
mod wasm;
mod web;

use repository::{Verdict, cargo, succeeds};

const HELP: &str = "\
The jobs of this repository

Usage: cargo x JOB [ARGUMENTS]

  start [--static DIR]         build nimatron and its page and open it, or write it for any web server; options such as
                               --port go to `nimatron serve`
  release                      nimatron with its page inside, as one file in target/release (needs node)
  test [ARGUMENTS]             run all tests, those of the page in a browser too; arguments go to `cargo test`, and then
                               only Rust is tested
  test-page                    the tests of the page alone (needs node and Chromium)
  wasm                         the engine as WebAssembly, in target/wasm/page
  check                        formatting, lints, documentation, layers, and what comes from others
  layers                       whether the crates depend on each other only as they may
  supply                       whether what comes from others has digests, licences and sources that are allowed
  bench [FILTER] [--record]    the benchmarks, each with its answer checked; `bench --help` has more
  golden [NAME] [--bless]      compare all games, or one, with goldens/, or write what they answer now
  new-game NAME [--board]      the files and lines of a new game, ready to be changed: one with a heap, or with stones on a board
  fuzz [TARGET] [--seconds N]  feed random input to the parsers (needs nightly and cargo-fuzz)
  attack [--minutes N | --seconds N] [--seed S] [--only PART] [--program PATH]
                               a hostile trial of the program: random command lines, hostile messages, kills, damaged files, and
                               answers against brute force, for a minute by default
  miri                         look for undefined behaviour while tests run (needs nightly with Miri)
  tsan                         look for data races while tests run (needs nightly with rust-src)
  dist                         man pages and shell completions, in target/dist
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Wrong) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Does the job that the arguments name.
fn run(arguments: &[String]) -> Result<Verdict> {
    let Some((job, rest)) = arguments.split_first() else {
        print!("{HELP}");
        return Ok(Verdict::Fine);
    };
    let words: Vec<&str> = rest.iter().map(String::as_str).collect();
    match (job.as_str(), words.as_slice()) {
        ("help" | "--help" | "-h", _) => {
            print!("{HELP}");
            Ok(Verdict::Fine)
        }
        ("start", rest) => web::start(&start::read(rest)?),
        ("release", []) => web::release(),
        ("test", rest) => test::run(rest),
        ("test-page", []) => web::test(web::engine()?.as_deref()),
        ("wasm", []) => wasm::run(),
        ("bindgen", [module, folder]) => wasm::bindgen(module, folder),
        ("check", []) => check::run(),
        ("layers", []) => layers::run(),
        ("supply", []) => supply::run(),
        ("bench", rest) => succeeds(
            cargo()?.args(["run", "--quiet", "--release", "--package", "nimatron-bench", "--"]).args(rest),
        ),
        ("golden", rest) => golden::run(rest),
        ("new-game", rest) => new_game::run(rest),
        ("fuzz", rest) => fuzz::run(rest),
        ("attack", rest) => attack::run(rest),
        ("miri", []) => soundness::miri(),
        ("tsan", []) => soundness::tsan(),
        ("dist", []) => dist(),
        (
            "check" | "layers" | "supply" | "miri" | "tsan" | "dist" | "wasm" | "release" | "test-page",
            rest,
        ) => {
            bail!("`cargo x {job}` does not take `{}`; `cargo x help` lists the jobs", rest.join(" "))
        }
        _ => bail!("there is no job `{job}`; `cargo x help` lists them"),
    }
}

/// Writes man pages and shell completions, as the binary itself knows them.
fn dist() -> Result<Verdict> {
    let folder = repository::target_directory()?.join("dist");
    std::fs::create_dir_all(&folder)?;
    let verdict = succeeds(
        cargo()?.args(["run", "--quiet", "--release", "--bin", "nimatron", "--", "generate"]).arg(&folder),
    )?;
    if verdict == Verdict::Fine {
        println!("Written to {}", folder.display());
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(arguments: &[&str]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
        run(&arguments).unwrap_err().to_string()
    }

    #[test]
    fn an_unknown_job_is_named_in_the_complaint() {
        assert!(complaint(&["frobnicate"]).contains("`frobnicate`"));
    }

    #[test]
    fn an_argument_that_a_job_does_not_take_is_refused() {
        assert!(complaint(&["layers", "--loud"]).contains("`--loud`"));
        assert!(complaint(&["golden", "--blesss"]).contains("`--blesss`"));
        assert!(complaint(&["new-game", "one", "two"]).contains("`one two`"));
    }
}
