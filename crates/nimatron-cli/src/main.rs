//! The command line of nimatron.
//!
//! Exit code 0: answered. 1: answered, and the answer is no. 2: not answered; one line on stderr gives the
//! reason.

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

/// Solvers allocate and free many small objects, which mimalloc does fast.
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

/// Whether this is not an error but a request for help or the version.
fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}
