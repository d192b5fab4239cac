//! A hostile trial of nimatron, from outside: `cargo x attack`.
//!
//! The program runs as users run it, and its answers are compared with those of a brute-force search that shares no code with
//! it. All random choices come from one seed, so that every finding can be reproduced:
//!
//! | file | |
//! |---|---|
//! | `probes.rs` | faults of earlier versions, first in every run |
//! | `lines.rs` | random command lines, built from the games and questions that the program lists |
//! | `answers.rs`, `brute.rs` | small positions, answered by brute force |
//! | `files.rs` | killed processes, damaged files, foreign files |
//! | `server.rs`, `socket.rs` | messages to the server |
//! | `program.rs` | one run of the program: exit code, output, time and peak memory |
//! | `trial.rs` | the rules for every run, and the findings |
//!
//! Exit 0: no findings. 1: there are findings. 2: the trial could not be carried out.

#[cfg(unix)]
mod answers;
#[cfg(unix)]
mod brute;
#[cfg(unix)]
mod dice;
#[cfg(unix)]
mod files;
#[cfg(unix)]
mod lines;
#[cfg(unix)]
mod probes;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod registry;
#[cfg(unix)]
mod run;
#[cfg(unix)]
mod server;
#[cfg(unix)]
mod socket;
#[cfg(unix)]
mod trial;

#[cfg(unix)]
fn main() -> std::process::ExitCode {
    run::main()
}

#[cfg(not(unix))]
fn main() -> std::process::ExitCode {
    eprintln!("error: the attack needs a Unix system: it kills processes and measures their memory");
    std::process::ExitCode::from(2)
}
