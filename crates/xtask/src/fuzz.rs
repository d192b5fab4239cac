//! `cargo x fuzz`: random input for the parsers and the canonical form.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::repository::{Verdict, root, succeeds};

/// The default duration of each target.
const SECONDS: u64 = 60;

/// Runs one fuzz target, or all of them one after the other.
pub fn run(arguments: &[&str]) -> Result<Verdict> {
    let (wanted, seconds) = read(arguments)?;
    let root = root()?;
    let known = targets(&root)?;
    let chosen: Vec<&String> = match wanted {
        None => known.iter().collect(),
        Some(name) => match known.iter().find(|target| *target == name) {
            Some(target) => vec![target],
            None => bail!("there is no fuzz target `{name}`; there are {}", known.join(", ")),
        },
    };
    if chosen.is_empty() {
        bail!("there are no fuzz targets in fuzz/fuzz_targets");
    }
    look_for_tools()?;
    for target in chosen {
        eprintln!("Fuzzing {target} for {seconds} s");
        let verdict = succeeds(
            Command::new("rustup")
                .args(["run", "nightly", "cargo", "fuzz", "run", target, "--"])
                .arg(format!("-max_total_time={seconds}"))
                .current_dir(&root),
        )?;
        if verdict == Verdict::Wrong {
            println!("fuzz: {target} found something; the input is kept in fuzz/artifacts/{target}");
            return Ok(Verdict::Wrong);
        }
    }
    Ok(Verdict::Fine)
}

/// The target, if one is named, and how long to run.
fn read<'a>(arguments: &[&'a str]) -> Result<(Option<&'a str>, u64)> {
    let mut target = None;
    let mut seconds = SECONDS;
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        if word == "--seconds" {
            let number = words.next().context("`--seconds` needs a number")?;
            seconds = number.parse().with_context(|| format!("`{number}` is no number of seconds"))?;
        } else if word.starts_with('-') || target.is_some() {
            bail!("`cargo x fuzz` does not take `{word}`; it takes [TARGET] [--seconds N]");
        } else {
            target = Some(word);
        }
    }
    Ok((target, seconds))
}

/// The names of the files in `fuzz/fuzz_targets`, in order.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz/fuzz_targets");
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs")
            && let Some(stem) = path.file_stem()
        {
            names.push(stem.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Fails if a tool is missing. Installs nothing: toolchains are left to the user.
fn look_for_tools() -> Result<()> {
    let toolchains = Command::new("rustup").args(["toolchain", "list"]).output();
    let nightly = toolchains.is_ok_and(|output| {
        String::from_utf8_lossy(&output.stdout).lines().any(|line| line.starts_with("nightly"))
    });
    if !nightly {
        bail!(
            "fuzzing needs a nightly toolchain, and there is none; `rustup toolchain install nightly` gets it"
        );
    }
    let fuzz = Command::new("rustup")
        .args(["run", "nightly", "cargo", "fuzz", "--version"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !fuzz.is_ok_and(|status| status.success()) {
        bail!("fuzzing needs cargo-fuzz, and it is not there; `cargo install cargo-fuzz` gets it");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn target_and_seconds_are_read_in_any_order() {
        assert_eq!(read(&[]).unwrap(), (None, SECONDS));
        assert_eq!(read(&["value_parser"]).unwrap(), (Some("value_parser"), SECONDS));
        assert_eq!(read(&["--seconds", "5", "value_parser"]).unwrap(), (Some("value_parser"), 5));
    }

    #[test]
    fn bad_arguments_are_refused() {
        assert!(read(&["--seconds"]).is_err());
        assert!(read(&["--seconds", "soon"]).is_err());
        assert!(read(&["one", "two"]).is_err());
        assert!(read(&["--forever"]).is_err());
    }
}
