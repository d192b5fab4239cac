//! How complex a game is.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use nimatron_lab::{ComplexityQuestion, ComplexityReport, Lab, Spread, duration, grouped};

use crate::cli::{BoardPlace, MOST_GAMES, Options, Terms};
use crate::commands::{self, Verdict, print_json};
use crate::progress::Progress;
use crate::show;
use crate::terminal::{self, STRONG};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron complexity epaminondas
  nimatron complexity epaminondas --agent leonidas-ab --games 1000 --svg complexity.svg
  nimatron complexity legionnaires 6x6 --agent alpha-beta:depth=3

An agent plays against itself. As in the paper on Epaminondas, the first five moves of each player are made by lot.";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    board: BoardPlace,
    /// How many games
    #[arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Who plays both sides; `nimatron agents` lists them
    #[arg(long, value_name = "AGENT", default_value = "random")]
    agent: String,
    /// Make so many moves by lot first
    #[arg(long, value_name = "N", default_value = "10", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(0..=1000))]
    openings: u32,
    /// What all chance comes from: the same seed gives the same games
    #[arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true)]
    seed: u64,
    /// Draw box plots into this file: as SVG, or as PNG if it is called FILE.png
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    terms: Terms,
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    if let Some(path) = &arguments.svg {
        nimatron_lab::check_picture_name(path)?;
    }
    let run = commands::start(lab, options);
    let question = ComplexityQuestion {
        game: &arguments.board.game,
        position: &arguments.board.position,
        agent: &arguments.agent,
        games: arguments.games,
        openings: arguments.openings,
        seed: arguments.seed,
        first: arguments.terms.first(),
        convention: arguments.terms.convention.convention(),
    };
    let report = {
        let _progress = Progress::start(&run);
        lab.complexity(&run, &question)?
    };
    if let Some(path) = &arguments.svg {
        nimatron_lab::write_picture(path, &report.to_svg())?;
    }
    if options.json {
        print_json(&report)?;
    } else {
        terminal::print(&text(&report))?;
        terminal::talk(&duration(report.seconds));
    }
    Ok(Verdict::Yes)
}

/// What there is to say, for people.
fn text(report: &ComplexityReport) -> String {
    let ComplexityReport { game, agent, games, seed, .. } = report;
    let games = if *games == 1 { "one game".into() } else { format!("{} games", grouped(*games)) };
    let mut text = format!("{STRONG}{game}{STRONG:#}: {games} of {agent}, seed {seed}\n");
    let spread = |spread: &Spread| {
        format!(
            "{:.1}, from {:.1} to {:.1} with 95 % confidence; quartiles {:.1}, {:.1}, {:.1}; all from {:.1} to {:.1}",
            spread.mean,
            spread.low,
            spread.high,
            spread.lower_quartile,
            spread.median,
            spread.upper_quartile,
            spread.least,
            spread.most
        )
    };
    show::line_of(&mut text, "branching", &spread(&report.branching_spread));
    show::line_of(&mut text, "per piece", &spread(&report.branching_per_piece_spread));
    show::line_of(&mut text, "length", &spread(&report.length_spread));
    if let Some(number) = &report.state_space {
        show::line_of(&mut text, "state space", &format!("{} = {number}", scientific(number)));
    }
    show::line_of(&mut text, "tree", &format!("10^{:.1} games", report.tree));
    text
}

/// A number to seven digits.
fn scientific(digits: &str) -> String {
    match digits.len() {
        0..=7 => digits.into(),
        length => {
            let first = format!("{}.{}", &digits[..1], &digits[1..length.min(17)]);
            first.parse().map_or(first, |number: f64| format!("{number:.6}·10^{}", length - 1))
        }
    }
}
