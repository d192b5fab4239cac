//! Other tools to compare with, run as programs.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::{self, Cost};

/// A tool that cargo can install.
pub struct Tool {
    /// Its name, in the registry and as a program.
    pub name: &'static str,
    /// The version to compare with.
    pub version: &'static str,
}

/// A question to another tool.
pub struct Rival {
    /// The tool.
    pub tool: &'static Tool,
    /// Its arguments.
    pub arguments: &'static [&'static str],
    /// Extracts the answer from the output.
    pub answer: fn(&str) -> Option<String>,
}

/// Solves Cram, Chomp and Grundy's game; the fastest such tool known.
static IGSOLVE: Tool = Tool { name: "igsolve", version: "0.1.2" };

/// Finds Grundy values of octal games; the fastest such tool known.
static OGSOLVE: Tool = Tool { name: "ogsolve", version: "0.0.7" };

impl Rival {
    /// ogsolve with its best method for these games. The arguments are `["-m", "rc2", "-n", N, CODE]`.
    #[allow(dead_code, reason = "not every list of benchmarks has a question for it")]
    pub const fn ogsolve(arguments: &'static [&'static str]) -> Rival {
        Rival { tool: &OGSOLVE, arguments, answer: ogsolve_nimber }
    }

    /// igsolve on an empty Cram board, with its default method, which is its fastest one for
    /// Cram. The arguments are `["cram", "--rows", M, "--cols", N]`.
    #[allow(dead_code, reason = "not every list of benchmarks has a question for it")]
    pub const fn igsolve(arguments: &'static [&'static str]) -> Rival {
        Rival { tool: &IGSOLVE, arguments, answer: igsolve_nimber }
    }

    /// Runs the tool. Returns answer and cost.
    pub fn run(&self) -> Result<(String, Cost)> {
        let (text, cost) = process::run(Command::new(self.tool.program()?).args(self.arguments))?;
        let answer = (self.answer)(&text)
            .with_context(|| format!("no answer in what {} printed: {text}", self.tool.name))?;
        Ok((answer, cost))
    }
}

impl Tool {
    /// The program, which is installed if necessary.
    pub fn program(&self) -> Result<PathBuf> {
        let root = tools()?.join(format!("{}-{}", self.name, self.version));
        let program = root.join("bin").join(format!("{}{}", self.name, std::env::consts::EXE_SUFFIX));
        if program.is_file() {
            return Ok(program);
        }
        eprintln!("  installing {} {}", self.name, self.version);
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let output = Command::new(cargo)
            .args(["install", self.name, "--version", &format!("={}", self.version), "--quiet", "--root"])
            .arg(&root)
            .stdin(Stdio::null())
            .output()
            .context("could not run cargo")?;
        if !output.status.success() || !program.is_file() {
            let talk = String::from_utf8_lossy(&output.stderr).into_owned();
            let why = talk.lines().find(|line| line.starts_with("error")).unwrap_or("cargo install failed");
            bail!("{} could not be installed ({why})", self.name);
        }
        Ok(program)
    }
}

/// The folder of the tools: `target/tools`, beside this program's build.
fn tools() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    Ok(own.ancestors().nth(2).context("this program is not in a target directory")?.join("tools"))
}

/// igsolve prints `Nimber of initial position: 2`.
fn igsolve_nimber(text: &str) -> Option<String> {
    let nimber = text.lines().find_map(|line| line.strip_prefix("Nimber of initial position: "))?.trim();
    nimber.parse::<u32>().ok().map(|nimber| nimber.to_string())
}

/// ogsolve prints ` nimber of 131072: 423  losing positions: 0.03%  checksum: BBD11EA1`.
fn ogsolve_nimber(text: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("nimber of "))?;
    let nimber = line.split_once(": ")?.1.split_whitespace().next()?;
    nimber.parse::<u32>().ok().map(|nimber| nimber.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nimber_is_found_in_what_ogsolve_prints() {
        let printed =
            "Solving 0.007 with rc2:\n nimber of 131072: 423  losing positions: 0.03%  checksum: BBD11EA1\n";
        assert_eq!(ogsolve_nimber(printed).as_deref(), Some("423"));
        assert_eq!(ogsolve_nimber("Solving 0.007 with rc2:\n"), None);
    }

    #[test]
    fn the_nimber_is_found_in_what_igsolve_prints() {
        let printed = "---=== Cram 6x5 BrAspSet ===---\nSearching (max 49):\n 1\n 2\n DONE\n\
                       Nimber of initial position: 2\nCalculation time: 116.303789ms\nTT size: 7398\n";
        assert_eq!(igsolve_nimber(printed).as_deref(), Some("2"));
        assert_eq!(igsolve_nimber("Searching (max 49):\n"), None);
    }
}
