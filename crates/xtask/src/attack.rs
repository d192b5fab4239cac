//! `cargo x attack`: a hostile trial of the program by `nimatron-attack`.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::repository::{Verdict, cargo};
use crate::test;

/// Builds the program as the tests do, unless `--program PATH` names one, and attacks it.
///
/// The arguments are those of `nimatron-attack`, which is built first, in seconds, and checks them before
/// anything else is built.
pub fn run(arguments: &[&str]) -> Result<Verdict> {
    let attack = || -> Result<_> {
        let mut command = cargo()?;
        command.args(["run", "--quiet", "--package", "nimatron-attack", "--"]).args(arguments);
        Ok(command)
    };
    if arguments.contains(&"--program") {
        return verdict(&mut attack()?);
    }
    let program = test::program()?;
    verdict(attack()?.arg("--check").arg("--program").arg(&program))?;
    test::build()?;
    verdict(attack()?.arg("--program").arg(program))
}

/// Whether there were findings. An attack that could not be carried out is an error.
fn verdict(command: &mut Command) -> Result<Verdict> {
    let status = command.status().context("could not run the attack")?;
    match status.code() {
        Some(0) => Ok(Verdict::Fine),
        Some(1) => Ok(Verdict::Wrong),
        _ => bail!("the attack could not be carried out"),
    }
}
