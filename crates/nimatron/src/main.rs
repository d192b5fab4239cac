//! The command line of nimatron.
//!
//! Exit 0: answered. 1: answered, and the answer is no. 2: it could not be answered, and one line on
//! stderr says why.

use std::process::ExitCode;

use clap::Parser;

mod caret;
mod cli;
mod commands;
mod generate;
mod limits;
mod progress;
mod repl;
mod show;
mod terminal;

/// Values and positions are many small things, allocated and freed all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match commands::run(cli::Cli::parse()) {
        Ok(verdict) => verdict.into(),
        Err(error) if terminal::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            terminal::complain(&error);
            ExitCode::from(2)
        }
    }
}
