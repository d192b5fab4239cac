//! The arguments, and the order of the parts.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::program::Program;
use crate::registry::Registry;
use crate::server::Serving;
use crate::trial::Trial;
use crate::{answers, files, lines, probes};

/// The arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Arguments {
    program: PathBuf,
    length: Duration,
    seed: u64,
    only: Option<String>,
    /// Whether to check only the arguments.
    is_check: bool,
}

/// The parts, in order.
const PARTS: &[&str] =
    &["probes", "lines", "answers", "server", "kills", "damages", "foreign", "threads", "limits"];

pub fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let answer =
        read(&words).and_then(|arguments| if arguments.is_check { Ok(0) } else { attack(&arguments) });
    match answer {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Reads `--program PATH`, `--minutes N` or `--seconds N`, `--seed S`, `--only PART` and `--check`.
fn read(words: &[String]) -> Result<Arguments> {
    let mut arguments = Arguments {
        program: PathBuf::new(),
        length: Duration::from_secs(60),
        seed: 1,
        only: None,
        is_check: false,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if word == "--check" {
            arguments.is_check = true;
            continue;
        }
        let value = words.next().with_context(|| format!("`{word}` needs a value"));
        let number = |value: &str| {
            value
                .parse::<u64>()
                .ok()
                .with_context(|| format!("`{word}` needs a whole number, and `{value}` is not one"))
        };
        match &**word {
            "--program" => arguments.program = value?.into(),
            "--minutes" => arguments.length = Duration::from_secs(number(value?)?.saturating_mul(60)),
            "--seconds" => arguments.length = Duration::from_secs(number(value?)?),
            "--seed" => arguments.seed = number(value?)?,
            "--only" => {
                let part = value?;
                if !PARTS.contains(&&**part) {
                    bail!("there is no part `{part}`; there are {}", PARTS.join(", "));
                }
                arguments.only = Some(part.clone());
            }
            _ => bail!("`{word}` is not known; there are --program, --minutes, --seconds, --seed and --only"),
        }
    }
    if arguments.program.as_os_str().is_empty() {
        bail!("which program? Say --program PATH, or run `cargo x attack`, which builds it");
    }
    Ok(arguments)
}

/// Attacks until the time is up, and returns the number of findings.
fn attack(arguments: &Arguments) -> Result<u64> {
    let program = std::fs::canonicalize(&arguments.program)
        .with_context(|| format!("there is no program {}", arguments.program.display()))?;
    let folder = std::env::temp_dir().join(format!("nimatron-attack-{}", std::process::id()));
    std::fs::create_dir_all(&folder).with_context(|| format!("could not make {}", folder.display()))?;
    let program = Program::new(program, std::fs::canonicalize(&folder)?);
    let registry = Registry::read(&program)?;
    let started = Instant::now();
    let until = started.checked_add(arguments.length).context("the duration is too long")?;
    let mut trial = Trial { program, seed: arguments.seed, until, findings: 0, runs: 0, kept: None };
    println!(
        "attack: {} games, {} questions, {} s, --seed {}",
        registry.games.len(),
        registry.questions.len(),
        arguments.length.as_secs(),
        arguments.seed
    );
    rounds(&mut trial, &registry, arguments.only.as_deref())?;
    println!(
        "attack: {} runs, {} findings, {:.0} s",
        trial.runs,
        trial.findings,
        started.elapsed().as_secs_f64()
    );
    if trial.findings == 0 {
        std::fs::remove_dir_all(&folder)?;
    } else {
        println!("attack: the files of the findings are in {}", folder.display());
    }
    Ok(trial.findings)
}

/// Runs the faults of earlier versions, and then rounds of all parts, at least one of them complete.
fn rounds(trial: &mut Trial, registry: &Registry, only: Option<&str>) -> Result<()> {
    let chosen = |part: &str| only.is_none_or(|only| only == part);
    if chosen("probes") {
        probes::run(trial)?;
    }
    if only == Some("probes") {
        return Ok(());
    }
    let mut serving = Serving::default();
    // The steps of each part in a round.
    let often = [
        ("lines", 10),
        ("answers", 5),
        ("server", 2),
        ("kills", 1),
        ("damages", 1),
        ("foreign", 1),
        ("threads", 1),
        ("limits", 1),
    ];
    for round in 0.. {
        for (part, times) in often.into_iter().filter(|(part, _)| chosen(part)) {
            for step in round * times..(round + 1) * times {
                if round > 0 && trial.is_over() {
                    return Ok(());
                }
                match part {
                    "lines" => lines::step(trial, registry, step)?,
                    "answers" => answers::step(trial, step)?,
                    "server" => serving.step(trial, registry, step)?,
                    "kills" => files::kills(trial, step)?,
                    "damages" => files::damages(trial, step)?,
                    "foreign" => {
                        let mut dice = trial.dice("foreign", step);
                        files::foreign(trial, &mut dice, false)?;
                    }
                    "threads" => probes::threads(trial, step)?,
                    _ => probes::greedy(trial, step)?,
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_line(line: &str) -> Result<Arguments> {
        read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_are_read_in_any_order() {
        let arguments = read_line("--seed 7 --minutes 2 --program a/b --only kills").unwrap();
        let expected = Arguments {
            program: "a/b".into(),
            length: Duration::from_secs(120),
            seed: 7,
            only: Some("kills".into()),
            is_check: false,
        };
        assert_eq!(arguments, expected);
        assert_eq!(read_line("--program a").unwrap().length, Duration::from_secs(60));
        assert!(read_line("--check --program a").unwrap().is_check);
    }

    #[test]
    fn wrong_arguments_are_refused_with_what_is_wrong() {
        for (line, complaint) in [
            ("--seconds 5", "which program?"),
            ("--program a --seconds", "`--seconds` needs a value"),
            ("--program a --seconds soon", "`soon` is not one"),
            ("--program a --only everything", "no part `everything`"),
            ("--program a --loud 1", "`--loud` is not known"),
        ] {
            let error = read_line(line).unwrap_err().to_string();
            assert!(error.contains(complaint), "{line}: {error}");
        }
    }
}
