//! Man pages and shell completions, from the definitions of the command line.

use std::path::Path;

use anyhow::{Context, Result};
use clap::{CommandFactory, ValueEnum};
use clap_complete::Shell;

use crate::cli::Cli;
use crate::terminal;

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "nimatron", &mut text);
    terminal::print(&String::from_utf8_lossy(&text))
}

/// Writes man pages and the completions for all shells into a folder.
pub(crate) fn everything(folder: &Path) -> Result<()> {
    let context = || format!("could not write to {}", folder.display());
    std::fs::create_dir_all(folder).with_context(context)?;
    clap_mangen::generate_to(Cli::command(), folder).with_context(context)?;
    for shell in Shell::value_variants() {
        clap_complete::generate_to(*shell, &mut Cli::command(), "nimatron", folder).with_context(context)?;
    }
    Ok(())
}
