//! Agents and the matches between them.

use std::fmt::Write;

use anyhow::Result;
use nimatron_lab::{AgentReport, GameLine, Lab, Match, MatchReport, duration, grouped};

use crate::cli::{BoardPlace, Options};
use crate::commands::{self, Verdict, print_json};
use crate::progress::Progress;
use crate::terminal::{self, FAINT, STRONG};
use crate::{show, terminal::talk};

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
    text
}

/// Plays a match and tells how it went.
pub(crate) fn run(lab: &Lab, options: &Options, board: &BoardPlace, asked: &Match<'_>) -> Result<Verdict> {
    let run = commands::start(lab, options);
    let mut printed = Ok(());
    let report = {
        let _progress = Progress::start(&run);
        lab.play_match(&run, asked, (&board.game, &board.position), |line| {
            printed = match (options.json, asked.moves) {
                (true, _) => print_json(line),
                (false, true) => terminal::print(&game(line, asked.games)),
                (false, false) => Ok(()),
            };
            printed.is_ok()
        })?
    };
    printed?;
    if options.json {
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
    show::line_of(&mut text, "plies", &format!("{:.1} a game", report.plies));
    show::line_of(&mut text, "branching", &format!("{:.1} moves to choose from", report.branching));
    show::line_of(&mut text, "seed", &report.seed.to_string());
    text
}
