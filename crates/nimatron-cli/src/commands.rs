//! Runs a parsed command line.

use std::process::ExitCode;

use anyhow::Result;
use nimatron_lab::{Catalog, Lab, Limits, Verdict, memory_in_use};

use crate::cli::{Cli, Command, Options, What};
use crate::{ask, data, engine, generate, limits, play, repl, reproduce, serve, signals, store, terminal};

/// The exit code for an answer.
pub(crate) fn exit_code(verdict: Verdict) -> ExitCode {
    match verdict {
        Verdict::Yes => ExitCode::SUCCESS,
        Verdict::No => ExitCode::from(1),
    }
}

/// Runs a command line.
pub(crate) fn run(cli: Cli) -> Result<Verdict> {
    let Cli { what, options } = cli;
    let command = match what {
        What::Question(mut question) => {
            return ask::ask(&lab(&options, false)?, &options, &mut *question);
        }
        What::Command(command) => command,
    };
    match command {
        Command::Completions { shell } => generate::completions(shell)?,
        Command::Generate { folder } => generate::everything(&folder)?,
        Command::Repl => return repl::run(&options),
        Command::Serve(asked) => return serve::answer(&options, &asked),
        Command::Answer => return serve::answer_one(&options),
        // Listing what is stored must not create a store.
        Command::Store(asked) => return store::answer(&options, &asked),
        // The program that drives an engine sends `stop`; Ctrl-C ends the process.
        Command::Engine(asked) => return engine::answer(&silent_lab(&options), &options, &asked),
        Command::Reproduce(asked) => {
            return reproduce::answer(&lab(&options, false)?, &options, &asked);
        }
        Command::Play { start, left, right, seed, terms } => {
            let lab = lab(&options, true)?;
            return play::run(&lab, &options, &start, [left.as_deref(), right.as_deref()], seed, &terms);
        }
    }
    Ok(Verdict::Yes)
}

/// A lab with the limits of the options, whose runs stop on signals.
pub(crate) fn lab(options: &Options, in_conversation: bool) -> Result<Lab> {
    let lab = silent_lab(options);
    signals::stop(lab.stopper().clone(), in_conversation);
    data::remembering(lab, options)
}

/// The games that come with the program.
pub(crate) fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

/// A lab with the limits of the options, without a store or signal handlers.
fn silent_lab(options: &Options) -> Lab {
    let memory = options.memory.unwrap_or_else(limits::default_memory);
    let threads = options.threads.unwrap_or_else(limits::default_threads);
    let limits = Limits { time: options.time, memory, threads };
    let lab = Lab::new(catalog(), limits).measuring(memory_in_use).telling(terminal::warn);
    match data::solutions() {
        Some(folder) => lab.solutions_in(folder),
        None => lab,
    }
}
