//! Knight's tours.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use nimatron_lab::{Lab, TourMethod, TourQuestion, TourReport, duration};

use crate::cli::Options;
use crate::commands::{self, Verdict, write_json};
use crate::progress::Progress;
use crate::terminal::{self, STRONG};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron tour 8x8
  nimatron tour 5x5 --open
  nimatron tour 4x7                     there is no closed one, and Schwenk's theorem says why: exit 1
  nimatron tour 6x6 --count
  nimatron tour 1000x1000 --svg tour.svg";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The board: 8x8
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// A tour that need not come back to where it began
    #[arg(long)]
    open: bool,
    /// How many there are, each counted once, whichever way round and wherever it begins
    #[arg(long)]
    count: bool,
    /// How to look for it [default: exact on narrow boards, and pieces]
    #[arg(long, value_name = "METHOD")]
    method: Option<Method>,
    /// Draw it into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Method {
    /// To the square with the fewest ways on, with look-ahead; it may fail
    Warnsdorff,
    /// Tours of pieces of the board, joined; for five rows and columns or more
    Pieces,
    /// All partial tours at once, for boards of up to 11 rows or columns; it proves that there is none
    Exact,
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    let run = commands::start(lab, options);
    let method = match arguments.method {
        None => TourMethod::Best,
        Some(Method::Warnsdorff) => TourMethod::Warnsdorff,
        Some(Method::Pieces) => TourMethod::Pieces,
        Some(Method::Exact) => TourMethod::Exact,
    };
    let question = TourQuestion { closed: !arguments.open, method, count: arguments.count };
    let report = {
        let _progress = Progress::start(&run);
        lab.tour(&run, &arguments.board, question)?
    };
    if let (Some(path), Some(picture)) = (&arguments.svg, report.to_svg()) {
        nimatron_lab::write_picture(path, &picture)?;
    }
    if options.json {
        let mut out = terminal::Output::new(&run);
        let written = write_json(&report, &mut out);
        out.finish(written)?;
    } else {
        terminal::print(&text(&report))?;
        terminal::talk(&duration(report.seconds));
    }
    Ok(if report.found.is_some() { Verdict::Yes } else { Verdict::No })
}

/// What there is to say, for people.
fn text(report: &TourReport) -> String {
    let (kind, board) = (if report.closed { "closed" } else { "open" }, &report.board);
    let number = match report.count {
        Some(1) => format!("1 {kind} tour of {board}"),
        Some(count) => format!("{} {kind} tours of {board}", digits(count)),
        None if report.found.is_some() => format!("a {kind} tour of {board}").replace("a open", "an open"),
        None => format!("no {kind} tour of {board}"),
    };
    let drawing = match (&report.found, report.drawing()) {
        (None, _) => String::new(),
        (Some(_), Some(drawing)) => format!("\n{drawing}"),
        (Some(_), None) => {
            "  it is too large to be drawn here: --json lists its squares, --svg draws it\n".into()
        }
    };
    format!("{STRONG}{number}{STRONG:#}, {}\n{drawing}", report.why)
}

/// A number with its digits in groups of three.
fn digits(number: u128) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(",")
}
