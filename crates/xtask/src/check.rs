//! `cargo x check`: everything that can be checked without running the code.

use anyhow::Result;

use crate::repository::{Verdict, cargo, succeeds};
use crate::{layers, supply};

/// A check, with its name.
type Check = (&'static str, fn() -> Result<Verdict>);

/// All checks.
const CHECKS: [Check; 5] = [
    ("formatting", formatting),
    ("lints", lints),
    ("documentation", documentation),
    ("layers", layers::run),
    ("the supply chain", supply::run),
];

/// Runs all checks, even after a failure, and names those that failed.
pub fn run() -> Result<Verdict> {
    let mut failed = Vec::new();
    for (name, check) in CHECKS {
        eprintln!("Checking {name}");
        if check()? == Verdict::Wrong {
            failed.push(name);
        }
    }
    if failed.is_empty() {
        println!("check: formatting, lints, documentation, layers and the supply chain are fine");
        return Ok(Verdict::Fine);
    }
    println!("check: something is wrong with {}", failed.join(", "));
    Ok(Verdict::Wrong)
}

fn formatting() -> Result<Verdict> {
    succeeds(cargo()?.args(["fmt", "--all", "--check"]))
}

fn lints() -> Result<Verdict> {
    succeeds(cargo()?.args(["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]))
}

fn documentation() -> Result<Verdict> {
    succeeds(
        cargo()?
            .args(["doc", "--workspace", "--no-deps", "--document-private-items"])
            .env("RUSTDOCFLAGS", "--deny warnings"),
    )
}
