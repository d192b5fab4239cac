//! From a command to its answer.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use nimatron_lab::{
    Answer, Convention, Evaluated, Game, GameReport, Lab, Limits, MovesReport, Question, Run, Style,
    memory_in_use,
};
use serde::Serialize;

use crate::cli::{Cli, Command, Options, Place, Printing};
use crate::progress::Progress;
use crate::{
    complexity, data, engine, export, find, generate, graph, limits, losing, matches, play, puzzle, quotient,
    record, repl, reproduce, sequence, serve, show, signals, store, table, terminal, tour,
};

/// Whether the answer is yes: everything that is no comparison is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Yes,
    No,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Yes => ExitCode::SUCCESS,
            Verdict::No => ExitCode::from(1),
        }
    }
}

/// Values with more characters are abbreviated: few people read as many, and a script may.
const LONGEST: usize = 1000;
const LONGEST_IN_JSON: usize = 10_000;
/// The longest title of a picture, which has room for so many characters.
const LONGEST_TITLE: usize = 48;

/// Answers what the command line asks.
pub(crate) fn run(cli: Cli) -> Result<Verdict> {
    match &cli.command {
        Command::Completions { shell } => generate::completions(*shell)?,
        Command::Generate { folder } => generate::everything(folder)?,
        Command::Repl => return repl::run(&cli.options),
        Command::Serve(asked) => return serve::answer(&cli.options, asked),
        Command::Answer => return serve::answer_one(&cli.options),
        // Asking what is kept is no reason to make a store.
        Command::Store(asked) => return store::answer(&cli.options, asked),
        _ => {
            let full = match &cli.command {
                Command::Eval { printing, .. } | Command::Value { printing, .. } => printing.full,
                _ => false,
            };
            let made = match &cli.command {
                // Who drives an engine stops it by saying so, and Ctrl-C ends it.
                Command::Engine(_) => lab_until(&cli.options, Arc::default()),
                _ => lab(&cli.options),
            };
            let made = data::remembering(made, &cli.options)?;
            let lab = match made {
                lab if !cli.options.json => lab,
                lab => lab.longest(if full { usize::MAX } else { LONGEST_IN_JSON }),
            };
            return answer(&lab, cli);
        }
    }
    Ok(Verdict::Yes)
}

/// A lab that keeps to the options, and that signals stop.
pub(crate) fn lab(options: &Options) -> Lab {
    let stop = Arc::new(AtomicBool::new(false));
    signals::raise(Arc::clone(&stop));
    lab_until(options, stop)
}

/// A lab that keeps to the options, until the flag is raised.
fn lab_until(options: &Options, stop: Arc<AtomicBool>) -> Lab {
    let memory = options.memory.unwrap_or_else(limits::default_memory);
    let threads = options.threads.unwrap_or_else(limits::default_threads);
    let limits = Limits { time: options.time, memory, threads };
    let lab = Lab::new(limits, stop).longest(LONGEST).measuring(memory_in_use).telling(terminal::warn);
    match data::solutions() {
        Some(folder) => lab.solutions_in(folder),
        None => lab,
    }
}

/// Answers one question.
pub(crate) fn answer(lab: &Lab, cli: Cli) -> Result<Verdict> {
    let Cli { command, options } = cli;
    let json = options.json;
    let ask = |place, question| ask(lab, &options, place, question).map(|()| Verdict::Yes);
    match command {
        Command::Games { name } => games(name.as_deref(), lab, json),
        Command::Eval { expression, printing } => {
            let text = terminal::text_or_stdin(expression)?;
            evaluate(lab, &options, &text, &printing)
        }
        Command::Value { place, printing } => {
            let Place { game, position } = place;
            let position = terminal::position_or_stdin(position)?;
            let answer = with_progress(lab, &options, &Question::Value, &game, &position)?;
            if let Answer::Value(report) = &answer {
                print_value(lab, report.game, &printing, json, &answer, &show::value(report))?;
            } else if let Answer::Loopy(report) = &answer {
                print_loopy(&printing, json, &answer, &show::loopy(report))?;
            }
            show::spent(&answer);
            Ok(Verdict::Yes)
        }
        Command::Nimber { place, checkpoint: None } => ask(place, Question::Nimber),
        Command::Nimber { place, checkpoint: Some(file) } => {
            let position = terminal::position_or_stdin(place.position)?;
            let run = start(lab, &options);
            let report = {
                let _progress = Progress::start(&run);
                lab.nimber_kept(&run, &place.game, &position, &file)?
            };
            print_answer(&Answer::Nimber(report), json).map(|()| Verdict::Yes)
        }
        Command::Outcome { place, convention, to_move } => {
            let to_move = to_move.map(Into::into);
            ask(place, Question::Outcome { convention: convention.convention(), to_move })
        }
        Command::Solve { place, convention } => solve(lab, &options, place, convention.convention()),
        Command::Best { place, convention, mover } => {
            ask(place, Question::Best { convention: convention.convention(), to_move: mover.player() })
        }
        Command::Moves { place, mover } => ask(place, Question::Moves { to_move: mover.player() }),
        Command::Count { place } => ask(place, Question::Count),
        Command::Perft { place, depth, mover } => {
            ask(place, Question::Perft { depth, to_move: mover.player() })
        }
        Command::Agents { game } => matches::agents(lab, game.as_deref(), json),
        Command::Match(asked) => matches::answer(lab, &options, &asked),
        Command::Complexity(asked) => complexity::answer(lab, &options, &asked),
        Command::Record(asked) => record::answer(lab, &options, &asked),
        Command::Engine(asked) => engine::answer(lab, &options, &asked),
        Command::Play { board, left, right, seed, terms } => {
            play::run(lab, &options, &board, [left.as_deref(), right.as_deref()], seed, &terms)
        }
        Command::Find { region, value, kind, limit, all } => {
            find::find(lab, &options, &region, value.as_deref(), kind.kind, (!all).then_some(limit))
        }
        Command::Census { region, kind } => find::census(lab, &options, &region, kind.kind),
        Command::Quotient(arguments) => quotient::answer(lab, &options, &arguments),
        Command::Losing(arguments) => losing::answer(lab, &options, &arguments),
        Command::Graph(asked) => graph::answer(lab, &options, &asked),
        Command::Tour(asked) => tour::answer(lab, &options, &asked),
        Command::Puzzle(asked) => puzzle::answer(lab, &options, &asked),
        Command::Reproduce(asked) => reproduce::answer(lab, &options, &asked),
        Command::Sequence(asked) => sequence::sequence(lab, &options, asked),
        Command::Table(asked) => table::answer(lab, &options, asked),
        Command::Store(asked) => store::answer(&options, &asked),
        Command::Export(asked) => export::answer(lab, &options, &asked),
        Command::Serve(asked) => serve::answer(&options, &asked),
        Command::Verify { file } => sequence::verify(lab, &options, &file),
        Command::Answer | Command::Repl | Command::Completions { .. } | Command::Generate { .. } => {
            Ok(Verdict::Yes)
        }
    }
}

/// Asks about a position and prints the answer.
fn ask(lab: &Lab, options: &Options, place: Place, question: Question) -> Result<()> {
    let position = terminal::position_or_stdin(place.position)?;
    let run = start(lab, options);
    let answer = {
        let _progress = Progress::start(&run);
        lab.ask_in(&run, &question, &place.game, &position)?
    };
    if let Answer::Moves(report) = &answer {
        return print_moves(report, &run, options.json);
    }
    print_answer(&answer, options.json)?;
    if let Answer::Best(report) = &answer
        && !options.json
        && let Ok((view, _)) = lab.view(&place.game, &position)
    {
        terminal::print(&show::squares(&view, report).unwrap_or_default())?;
    }
    Ok(())
}

/// Prints moves, of which there may be millions.
fn print_moves(report: &MovesReport, run: &Run, json: bool) -> Result<()> {
    let mut out = terminal::Output::new(run);
    let written = if json { write_json(report, &mut out) } else { Ok(show::moves(report, &mut out)?) };
    out.finish(written)
}

/// Prints the answer to a question about a position.
fn print_answer(answer: &Answer, json: bool) -> Result<()> {
    if json {
        return print_json(answer);
    }
    terminal::print(&show::answer(answer))?;
    show::spent(answer);
    Ok(())
}

/// Solves a game as a whole.
fn solve(lab: &Lab, options: &Options, place: Place, convention: Convention) -> Result<Verdict> {
    let position = terminal::position_or_stdin(place.position)?;
    let run = start(lab, options);
    let report = {
        let progress = Progress::start(&run);
        let mut note = |done, all| progress.note(format!("{done} of {all} layers"));
        lab.solve(&run, convention, &place.game, &position, &mut note)?
    };
    if options.json {
        print_json(&report)?;
    } else {
        terminal::print(&show::solved(&report))?;
    }
    Ok(Verdict::Yes)
}

/// Starts the clock. In a conversation a question may have limits of its own.
pub(crate) fn start(lab: &Lab, options: &Options) -> Run {
    let Limits { time, memory, threads } = lab.limits();
    let memory = options.memory.unwrap_or(memory).min(memory);
    let threads = options.threads.unwrap_or(threads);
    lab.start_within(Limits { time: options.time.or(time), memory, threads }).fresh(options.fresh)
}

/// Asks about a position, with a sign of life if it takes long.
pub(crate) fn with_progress(
    lab: &Lab,
    options: &Options,
    question: &Question,
    game: &str,
    position: &str,
) -> Result<Answer> {
    let run = start(lab, options);
    let _progress = Progress::start(&run);
    Ok(lab.ask_in(&run, question, game, position)?)
}

/// Evaluates an expression and prints what it is worth.
pub(crate) fn evaluate(lab: &Lab, options: &Options, text: &str, printing: &Printing) -> Result<Verdict> {
    let json = options.json;
    let run = start(lab, options);
    let evaluated = {
        let _progress = Progress::start(&run);
        lab.evaluate_in(&run, text)?
    };
    match &evaluated {
        Evaluated::Quantity(_) if !json && printing.is_default() => {
            terminal::print(&show::evaluated(&evaluated))?;
        }
        Evaluated::Value(report) | Evaluated::Quantity(report) => {
            print_value(lab, report.game, printing, json, &evaluated, &show::value(report))?;
        }
        Evaluated::Loopy(report) => print_loopy(printing, json, &evaluated, &show::loopy(report))?,
        _ if json => print_json(&evaluated)?,
        _ => terminal::print(&show::evaluated(&evaluated))?,
    }
    Ok(match evaluated {
        Evaluated::Truth { answer: false } => Verdict::No,
        Evaluated::Comparison(comparison) if !comparison.holds => Verdict::No,
        _ => Verdict::Yes,
    })
}

/// Prints a value the way that was asked for, and what else there is to say of it.
fn print_value(
    lab: &Lab,
    game: Game,
    printing: &Printing,
    json: bool,
    report: &impl Serialize,
    details: &show::Value,
) -> Result<()> {
    if let Some(path) = &printing.svg {
        let title = lab.sketch(game, Style::Unicode, LONGEST_TITLE);
        let picture = lab.thermograph(game)?.to_svg(&title);
        nimatron_lab::write_picture(path, &picture)?;
    }
    if json {
        return print_json(report);
    }
    if printing.full {
        let mut out = std::io::BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
        lab.write_full(game, printing.style(), &mut out)?;
        out.write_all(b"\n")?;
        return Ok(out.flush()?);
    }
    terminal::print(&details.headed(printing.style()))?;
    // Who asks for a way of writing wants to use what is written.
    if printing.is_plain() { terminal::print(&details.rest) } else { Ok(()) }
}

/// Prints a loopy value the way that was asked for, and what else there is to say of it.
fn print_loopy(
    printing: &Printing,
    json: bool,
    report: &impl Serialize,
    details: &show::Value,
) -> Result<()> {
    anyhow::ensure!(printing.svg.is_none(), "a loopy value has no thermograph to draw");
    if json {
        return print_json(report);
    }
    terminal::print(&details.headed(printing.style()))?;
    if printing.is_plain() { terminal::print(&details.rest) } else { Ok(()) }
}

/// Lists the games, or explains one.
fn games(name: Option<&str>, lab: &Lab, json: bool) -> Result<Verdict> {
    let chosen: Vec<GameReport> = match name {
        None => nimatron_lab::games().map(GameReport::from).collect(),
        Some(name) => vec![GameReport::from(lab.game(name)?)],
    };
    if json {
        for report in &chosen {
            print_json(report)?;
        }
        return Ok(Verdict::Yes);
    }
    let text = match (name, &chosen[..]) {
        (Some(_), [report]) => {
            let drawing = lab.view(report.name, "start").map(|(view, _)| view.to_text());
            show::game(report, drawing.ok().as_deref())
        }
        _ => show::games(&chosen),
    };
    terminal::print(&text)?;
    Ok(Verdict::Yes)
}

pub(crate) fn print_json(report: &impl Serialize) -> Result<()> {
    let mut text = serde_json::to_string(report).context("the answer can't be written as JSON")?;
    text.push('\n');
    terminal::print(&text)
}

/// Writes a report as a line of JSON, bit by bit.
pub(crate) fn write_json(report: &impl Serialize, out: &mut impl Write) -> Result<()> {
    serde_json::to_writer(&mut *out, report).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
