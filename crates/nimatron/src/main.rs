//! The command line of nimatron.
//!
//! Exit 0: answered. 1: answered, and the answer is no. 2: it could not be answered, and one line on
//! stderr says why.

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

mod caret;
mod cli;
mod commands;
mod complexity;
mod data;
mod engine;
mod export;
mod find;
mod generate;
mod graph;
mod limits;
mod losing;
mod matches;
mod play;
mod progress;
mod puzzle;
mod quotient;
mod record;
mod repl;
mod reproduce;
mod sequence;
mod serve;
mod show;
mod signals;
mod store;
mod table;
mod terminal;
mod tour;

/// Values and positions are many small things, allocated and freed all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    signals::survive_file_limits();
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if is_help(&error) => error.exit(),
        Err(error) => {
            terminal::complain(&anyhow::anyhow!(terminal::one_line(&error)));
            return ExitCode::from(2);
        }
    };
    match commands::run(cli) {
        Ok(verdict) => verdict.into(),
        Err(error) if terminal::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(&error);
            ExitCode::from(2)
        }
    }
}

/// Whether it is no mistake but a wish for help, or for the version.
fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}
