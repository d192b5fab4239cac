//! Paths in this repository, and how to run cargo in it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

/// The result of a completed job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// No problems.
    Fine,
    /// A problem, already reported.
    Wrong,
}

/// The root of the repository.
pub fn root() -> Result<PathBuf> {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").context("this program is run as `cargo x`")?;
    let root = Path::new(&own).ancestors().nth(2).context("xtask stands two folders below the root")?;
    Ok(root.to_owned())
}

/// The cargo that runs xtask, in the repository root.
pub fn cargo() -> Result<Command> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()?);
    Ok(command)
}

/// Runs a command on this terminal and returns whether it succeeded.
pub fn succeeds(command: &mut Command) -> Result<Verdict> {
    let status = command.status().with_context(|| format!("could not run {:?}", command.get_program()))?;
    Ok(if status.success() { Verdict::Fine } else { Verdict::Wrong })
}

/// Cargo's metadata of the workspace.
pub fn metadata() -> Result<Value> {
    let output = cargo()?
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .output()
        .context("could not run `cargo metadata`")?;
    if !output.status.success() {
        bail!("`cargo metadata` failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    serde_json::from_slice(&output.stdout).context("`cargo metadata` did not print JSON")
}

/// The target folder.
pub fn target_directory() -> Result<PathBuf> {
    let metadata = metadata()?;
    let path = metadata["target_directory"].as_str().context("`cargo metadata` names no target directory")?;
    Ok(path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_citation_names_the_version_of_the_crates() {
        let citation = std::fs::read_to_string(root().unwrap().join("CITATION.cff")).unwrap();
        assert!(citation.contains(concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n")), "{citation}");
    }
}
