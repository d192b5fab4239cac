//! Agents and the matches between them.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use nimatron_lab::{AgentReport, GameLine, Lab, Match, MatchReport, Sprt, duration, grouped};

use crate::cli::{BoardPlace, MOST_GAMES, Options, Terms};
use crate::commands::{self, Verdict, print_json};
use crate::limits;
use crate::progress::Progress;
use crate::terminal::{self, FAINT, STRONG};
use crate::{show, terminal::talk};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron match legionnaires --left fewest-replies --right random --games 10000
  nimatron match legionnaires 6x6 --left alpha-beta:depth=4 --right blocking --games 200 --swap
  nimatron match domineering 6x6 --left alpha-beta --right mobility --games 50 --moves
  nimatron match epaminondas --left phalanx:nodes=20000 --right leonidas-ab --openings 10 --records games.jsonl
  nimatron match epaminondas --left phalanx:nodes=9000 --right phalanx:nodes=9000,null-move=off --openings 10 \\
    --games 20000 --sprt 0,20
  nimatron match nim --left 'ugi,time=100ms:nimatron engine nim --agent perfect' --right random

With --json, each game is an object on a line of its own, and the last line is the summary. With --openings, two games
are a pair: the same opening, and the sides exchanged. An agent may be another program that speaks UGI: ugi:COMMAND, with
what limits its moves before the colon: ugi,time=1s:COMMAND (the default), ugi,nodes=1000:COMMAND or ugi,depth=5:COMMAND. If
it is late by half a second, dies or plays what is no move, it loses that game.";

/// A match.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    board: BoardPlace,
    /// The agent that plays Left, and whose wins are counted; `nimatron agents` lists them
    #[arg(long, value_name = "AGENT")]
    left: String,
    /// The agent that plays Right
    #[arg(long, value_name = "AGENT")]
    right: String,
    /// How many games
    #[arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Change sides in every other game
    #[arg(long)]
    swap: bool,
    /// Make so many moves by lot before the agents play, the same in both games of a pair; with --swap
    #[arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true, hide_default_value = true,
          value_parser = clap::value_parser!(u32).range(0..=1000))]
    openings: u32,
    /// Stop when it is clear which of two differences in Elo is the wrong guess: elo0,elo1 or elo0,elo1,alpha,beta
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Who takes longer for a move loses the game; then it can't be repeated
    #[arg(long, value_name = "DURATION", value_parser = limits::duration, allow_negative_numbers = true)]
    move_time: Option<Duration>,
    /// Keep the games in this file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Go on with the file of records: games that are there are not played again
    #[arg(long, requires = "records")]
    resume: bool,
    /// What all chance comes from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// Show the moves of every game
    #[arg(long)]
    moves: bool,
    #[command(flatten)]
    terms: Terms,
}

/// Lists those who can play.
pub(crate) fn agents(lab: &Lab, game: Option<&str>, json: bool) -> Result<Verdict> {
    let agents = lab.agents(game)?;
    if json {
        for agent in &agents {
            print_json(agent)?;
        }
    } else {
        terminal::print(&listed(&agents))?;
    }
    Ok(Verdict::Yes)
}

fn listed(agents: &[AgentReport]) -> String {
    let mut text = String::new();
    let width = agents.iter().map(|agent| agent.name.len()).max().unwrap_or(0);
    for agent in agents {
        let only = agent.game.map(|game| format!("{game} only: ")).unwrap_or_default();
        // Writing to a string can't fail.
        let _ = write!(text, "{STRONG}{:<width$}{STRONG:#}  ", agent.name);
        show::wrap(&mut text, &format!("{only}{}", agent.about), width + 2, 100);
        for parameter in &agent.parameters {
            let _ = write!(text, "{:width$}  {FAINT}{:<5}{FAINT:#}  ", "", parameter.name);
            let about = format!("{} (default: {})", parameter.about, parameter.default);
            show::wrap(&mut text, &about, width + 9, 100);
        }
    }
    let _ =
        writeln!(text, "\nParameters follow a colon: alpha-beta:depth=6 or alpha-beta:time=2s,nodes=1000000");
    let _ = writeln!(
        text,
        "In a match, a program that speaks UGI is an agent, too: ugi:COMMAND or ugi,time=1s:COMMAND"
    );
    text
}

/// Plays a match and tells how it went.
pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    let Arguments { board, terms, .. } = arguments;
    let json = options.json;
    let asked = Match {
        left: &arguments.left,
        right: &arguments.right,
        games: arguments.games,
        swap: arguments.swap || arguments.openings > 0,
        openings: arguments.openings,
        seed: arguments.seed,
        first: terms.first(),
        convention: terms.convention.convention(),
        limit: arguments.move_time,
        sprt: arguments.sprt,
        records: arguments.records.as_deref(),
        resume: arguments.resume,
        moves: arguments.moves || json,
        pieces: false,
    };
    let run = commands::start(lab, options);
    let mut printed = Ok(());
    let report = {
        let progress = Progress::start(&run);
        lab.play_match(&run, &asked, (&board.game, &board.position), |line| {
            progress.note(format!("{} of {} games", grouped(line.game), grouped(asked.games)));
            printed = match (json, asked.moves) {
                (true, _) => print_json(line),
                (false, true) => terminal::print(&game(line, asked.games)),
                (false, false) => Ok(()),
            };
            printed.is_ok()
        })?
    };
    printed?;
    if json {
        print_json(&report)?;
    } else {
        terminal::print(&summary(&report))?;
    }
    let speed = (report.games as f64 / report.seconds.max(1e-6)).round();
    talk(&format!("{}, {} games a second", duration(report.seconds), grouped(speed as u64)));
    Ok(Verdict::Yes)
}

/// A game on a line.
fn game(line: &GameLine, games: u64) -> String {
    let width = games.to_string().len();
    let ended = match line.winner {
        Some(winner) if line.note.is_some() => format!("{} wins by {}", show::capital(winner), line.reason),
        Some(winner) => format!("{} wins", show::capital(winner)),
        None => format!("drawn by {}", line.reason),
    };
    let moves = if line.moves.is_empty() { String::new() } else { format!(": {}", line.moves.join(" ")) };
    format!("{FAINT}{:>width$}{FAINT:#}  {ended}{moves}\n", line.game)
}

fn summary(report: &MatchReport) -> String {
    let MatchReport { left, right, games, .. } = report;
    let percent = |count: u64| format!("{:>5.1} %", 100.0 * count as f64 / *games as f64);
    let mut text = format!(
        "{STRONG}{left}{STRONG:#} against {STRONG}{right}{STRONG:#}: {} of {}, {} first\n",
        if *games == 1 { "one game".into() } else { format!("{} games", grouped(*games)) },
        report.game,
        show::capital(report.first)
    );
    let width = [report.wins, report.draws, report.losses, report.first_wins]
        .iter()
        .map(|count| grouped(*count).len())
        .max()
        .unwrap_or(0);
    let mut counted = |name: &str, count: u64| {
        show::line_of(&mut text, name, &format!("{:>width$}  {}", grouped(count), percent(count)));
    };
    counted("wins", report.wins);
    counted("draws", report.draws);
    counted("losses", report.losses);
    counted("first wins", report.first_wins);
    let elo = format!(
        "{:+.0}, from {:+.0} to {:+.0} with 95 % confidence",
        report.elo, report.elo_low, report.elo_high
    );
    show::line_of(&mut text, "Elo", &elo);
    if let Some([lost, less, even, more, won]) = report.pairs
        && *games > 1
    {
        show::line_of(&mut text, "pairs", &format!("0: {lost}, ½: {less}, 1: {even}, 1½: {more}, 2: {won}"));
    }
    if let Some(sprt) = &report.sprt {
        let verdict = match sprt.verdict {
            Some("H1") => format!("it gains (H1, {:+} Elo)", sprt.test.elo1),
            Some(_) => format!("it doesn't gain (H0, {:+} Elo)", sprt.test.elo0),
            None => "not decided".into(),
        };
        let told = format!("{verdict}: LLR {:+.2}, from {:+.2} to {:+.2}", sprt.llr, sprt.lower, sprt.upper);
        show::line_of(&mut text, "SPRT", &told);
    }
    for (reason, count) in &report.reasons {
        let meaning = match *reason {
            "time" => "lost by a move that came late",
            "crash" => "lost by an agent that died",
            "illegal" => "lost by an illegal move",
            "length" => "drawn as they took too long",
            "repetition" => "drawn by repetition",
            _ => continue,
        };
        show::line_of(&mut text, reason, &format!("{} {meaning}", grouped(*count)));
    }
    show::line_of(&mut text, "plies", &format!("{:.1} a game", report.plies));
    show::line_of(&mut text, "branching", &format!("{:.1} moves to choose from", report.branching));
    show::line_of(&mut text, "seed", &report.seed.to_string());
    text
}
