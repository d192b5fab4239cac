//! Regression checks for faults of earlier versions, first in every run.

use std::time::Duration;

use anyhow::Result;

use crate::dice::Dice;
use crate::files;
use crate::program::Program;
use crate::server::{HOSTILE, Server, tell};
use crate::trial::{Limits, Trial};

const PART: &str = "probes";

/// Positions with few legal moves.
const FEW_MOVES: &[&str] = &[
    "14/14/14/14/14/14/14/14/14/14/7b6/w13 w",
    "14/14/14/14/14/14/14/14/14/14/14/w12b w",
    "wb12/14/14/14/14/14/14/14/14/14/14/14 w",
];

/// Questions that used a multiple of their memory limit.
const GREEDY: &[&str] = &[
    "moves nim 3000000,4000000",
    "outcome subtraction:1,3,4 1000000 --misere",
    "value legionnaires:centurion 4x4",
    "outcome octal:0.77 40,40,40,40,40 --misere",
    "tour 8x8 --count",
    "outcome clobber 5x6 --misere",
    "census legionnaires --boards 3x5",
    "best octal:0x0.8 10255 --misere",
    "moves octal:0x0.8 30000",
];

fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

/// All probes.
pub fn run(trial: &mut Trial) -> Result<()> {
    message_that_killed_the_server(trial)?;
    more_threads_than_moves(trial)?;
    files::foreign(trial, &mut Dice::new(0, PART, 0), true)?;
    for line in GREEDY {
        limits(trial, PART, line, Limits { time: Duration::from_millis(1500), memory: 100 << 20 })?;
    }
    Ok(())
}

/// One of the questions that used too much memory, with random limits.
pub fn greedy(trial: &mut Trial, step: u64) -> Result<()> {
    let mut dice = trial.dice("limits", step);
    let memory = (dice.within(40, 300) as u64) << 20;
    let limits_ = Limits { time: Duration::from_millis(dice.within(2, 30) as u64 * 100), memory };
    let line = *dice.one_of(GREEDY);
    limits(trial, "limits", line, limits_)
}

fn limits(trial: &mut Trial, part: &str, line: &str, limits: Limits) -> Result<()> {
    let mut arguments = words(line);
    arguments.extend(["--store".into(), "off".into()]);
    arguments.extend(limits.words());
    let program = trial.program.within("limits")?;
    trial.asked(part, &program, &arguments, Some(limits))?;
    Ok(())
}

/// The first hostile messages ask for positions with millions of moves.
fn message_that_killed_the_server(trial: &mut Trial) -> Result<()> {
    let program = trial.program.within("probes")?;
    for message in &HOSTILE[..4] {
        let mut server = Server::start(&program)?;
        let told = tell(server.address, message.as_bytes());
        trial.runs += 1;
        if server.check(trial, message, 1)
            && let Err(error) = told
        {
            let expected = "an answer or an error within --time";
            trial.finding(PART, &format!("{message} to the server"), expected, &format!("{error:#}"));
        }
    }
    Ok(())
}

/// An engine with more threads than there are moves, by itself and in a match.
fn more_threads_than_moves(trial: &mut Trial) -> Result<()> {
    let program = trial.program.within("probes")?;
    let limits = Limits { time: Duration::from_secs(1), memory: 1 << 30 };
    for (position, threads) in FEW_MOVES.iter().flat_map(|position| [(position, "5"), (position, "64")]) {
        let mut arguments = vec!["best".into(), "epaminondas".into(), (*position).to_owned()];
        arguments.extend(["--threads".into(), threads.to_owned(), "--store".into(), "off".into()]);
        arguments.extend(limits.words());
        trial.asked(PART, &program, &arguments, Some(limits))?;
    }
    threads_in_a_match(trial, PART, "epaminondas", FEW_MOVES[0], 64)
}

/// A match of engines with many threads. A panic of a built-in agent is a fault and not a lost game.
fn threads_in_a_match(
    trial: &mut Trial,
    part: &str,
    game: &str,
    position: &str,
    threads: usize,
) -> Result<()> {
    let program = trial.program.within("probes")?;
    let limits = Limits { time: Duration::from_secs(5), memory: 1 << 30 };
    let agent = format!("phalanx:threads={threads},depth=2,hash=4");
    let line =
        ["match", game, position, "--left", &agent, "--right", "random", "--games", "2", "--store", "off"];
    let mut arguments: Vec<String> = line.iter().map(|&word| word.to_owned()).collect();
    arguments.extend(["--threads".into(), threads.to_string()]);
    arguments.extend(limits.words());
    let Some(lines) = trial.json(part, &program, &arguments, Some(limits))? else { return Ok(()) };
    if let Some(line) =
        lines.iter().find(|line| line["note"].as_str().is_some_and(|note| note.contains("panic")))
    {
        trial.finding(part, &Program::shown(&arguments), "no panic of an agent", &line.to_string());
    }
    Ok(())
}

/// A random position with few stones, for many threads.
pub fn threads(trial: &mut Trial, step: u64) -> Result<()> {
    let mut dice = trial.dice("threads", step);
    let (rows, cols) = (dice.within(4, 12), dice.within(4, 14));
    let mut squares = vec![b'.'; rows * cols];
    for letter in [b'w', b'b'] {
        for _ in 0..dice.within(1, 2) {
            let at = dice.below(squares.len());
            squares[at] = letter;
        }
    }
    let text = squares.chunks(cols).map(String::from_utf8_lossy).collect::<Vec<_>>().join("/");
    let position = format!("{text} {}", dice.one_of(&["w", "b"]));
    let threads = dice.within(2, 64);
    let game = *dice.one_of(&["epaminondas", "crossings"]);
    threads_in_a_match(trial, "threads", game, &position, threads)
}
