//! What graph theory says of a piece on a board.

use std::fmt::Write;

use anyhow::Result;
use clap::Args;
use nimatron_lab::{Fact, GraphReport, Lab, duration};

use crate::cli::Options;
use crate::commands::{self, Verdict, print_json};
use crate::progress::Progress;
use crate::terminal::{self, FAINT, STRONG};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron graph knights 8x8 --all
  nimatron graph knights 3x3 --terminal-sizes     4 and 5: a terminal set need not be as large as another
  nimatron graph queens 8x8 --domination          5 queens attack all squares
  nimatron graph '(1,3)' 5x6@torus --independence
  nimatron graph rooks 4x5 --perfect --chromatic

Without a flag, what is plain to see.";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The piece: kings, queens, rooks, bishops, knights, or in Betza's notation as N, (1,3), NN, BN
    piece: String,
    /// The board: 8x8, 5x6@torus (cylinder, mobius, klein, projective), or rows of `.` and `#` for holes
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// The most pieces that don't attack each other
    #[arg(long)]
    independence: bool,
    /// The fewest pieces that attack or occupy all squares
    #[arg(long)]
    domination: bool,
    /// The fewest that do so without attacking each other
    #[arg(long)]
    independent_domination: bool,
    /// The fewest colours such that squares of one colour don't attack each other
    #[arg(long)]
    chromatic: bool,
    /// The most squares that all attack each other
    #[arg(long)]
    clique: bool,
    /// Whether no part of the board needs more colours than the clique number
    #[arg(long)]
    perfect: bool,
    /// How many pieces can stand there when none can be added
    #[arg(long)]
    terminal_sizes: bool,
    /// All of these
    #[arg(long)]
    all: bool,
}

impl Arguments {
    fn facts(&self) -> Vec<Fact> {
        let asked = [
            (self.independence, Fact::Independence),
            (self.domination, Fact::Domination),
            (self.independent_domination, Fact::IndependentDomination),
            (self.chromatic, Fact::Chromatic),
            (self.clique, Fact::Clique),
            (self.perfect, Fact::Perfect),
            (self.terminal_sizes, Fact::TerminalSizes),
        ];
        asked.into_iter().filter(|(is_asked, _)| *is_asked || self.all).map(|(_, fact)| fact).collect()
    }
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    let run = commands::start(lab, options);
    let report = {
        let _progress = Progress::start(&run);
        lab.graph(&run, &arguments.piece, &arguments.board, &arguments.facts())?
    };
    if options.json {
        print_json(&report)?;
    } else {
        terminal::print(&text(&report))?;
        terminal::talk(&duration(report.seconds));
    }
    Ok(Verdict::Yes)
}

/// What there is to say, for people.
fn text(report: &GraphReport) -> String {
    let mut out = String::new();
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "{STRONG}{} squares, {} pairs that attack each other{STRONG:#}",
        report.vertices, report.edges
    );
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "  {FAINT}{name:<22}{FAINT:#}  {text}");
    };
    let degrees = match (report.least_degree, report.largest_degree) {
        (least, largest) if least == largest => least.to_string(),
        (least, largest) => format!("{least} to {largest}"),
    };
    line("attacked from a square", degrees);
    line("components", report.components.to_string());
    line(
        "bipartite",
        match &report.odd_cycle {
            None => "yes".into(),
            Some(cycle) => format!("no: {}", cycle.join(" ")),
        },
    );
    for (name, value) in [
        ("clique", report.clique),
        ("independence", report.independence),
        ("domination", report.domination),
        ("independent domination", report.independent_domination),
        ("chromatic", report.chromatic),
    ] {
        if let Some(value) = value {
            line(name, value.to_string());
        }
    }
    if let (Some(perfect), Some(why)) = (report.perfect, &report.perfect_why) {
        line("perfect", format!("{}: {why}", if perfect { "yes" } else { "no" }));
    }
    if let Some(sizes) = &report.terminal_sizes {
        let sizes: Vec<_> = sizes.iter().map(usize::to_string).collect();
        line("terminal sizes", sizes.join(", "));
    }
    for (title, view) in &report.drawings {
        let _ = write!(out, "\n{title}\n{}", view.to_text());
    }
    out
}
