//! The command line of nimatron.
//!
//! Exit 0: answered. 1: answered, and the answer is no. 2: it could not be answered, and one line on
//! stderr says why.

use std::process::ExitCode;

use clap::error::ErrorKind;

mod ask;
mod caret;
mod cli;
mod commands;
mod data;
mod engine;
mod generate;
mod limits;
mod play;
mod progress;
mod repl;
mod reproduce;
mod serve;
mod signals;
mod store;
mod terminal;

/// Values and positions are many small things, allocated and freed all the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    signals::survive_file_limits();
    let cli = match cli::Cli::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) if is_help(&error) => error.exit(),
        Err(error) => {
            terminal::complain(&anyhow::anyhow!(terminal::one_line(&error)));
            return ExitCode::from(2);
        }
    };
    match commands::run(cli) {
        Ok(verdict) => commands::exit_code(verdict),
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
