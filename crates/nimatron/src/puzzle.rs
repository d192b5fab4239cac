//! Puzzles of pieces that don't attack each other.

use std::io::{BufWriter, Write, stdout};

use anyhow::Result;
use clap::Args;
use nimatron_lab::{Lab, PuzzleQuestion, PuzzleReport, duration, grouped};
use serde_json::json;

use crate::cli::Options;
use crate::commands::{self, Verdict, print_json};
use crate::progress::Progress;
use crate::terminal::{self, STRONG};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron puzzle queens 8x8              92 ways, 12 up to symmetry
  nimatron puzzle queens 8x8 --list --distinct
  nimatron puzzle kings 8x8
  nimatron puzzle queens 5x5@torus
  nimatron puzzle knights 4x4 --pieces 5
  nimatron puzzle queens 100000x100000 --one --json";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The piece: kings, queens, rooks, bishops, knights, or in Betza's notation as N, (1,3), NN, BN
    piece: String,
    /// The board: 8x8, 5x6@torus (cylinder, mobius, klein, projective), or rows of `.` and `#` for holes
    #[arg(allow_hyphen_values = true)]
    board: String,
    /// How many pieces [default: as many as there can be]
    #[arg(long, value_name = "N")]
    pieces: Option<usize>,
    /// One way is enough
    #[arg(long, conflicts_with = "list")]
    one: bool,
    /// List all ways, one a line
    #[arg(long)]
    list: bool,
    /// List only one of those that are alike by symmetry
    #[arg(long, requires = "list")]
    distinct: bool,
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    let run = commands::start(lab, options);
    let Arguments { piece, board, pieces, one, list, distinct } = arguments;
    let question = match (one, list) {
        (true, _) => PuzzleQuestion::One,
        (_, true) => PuzzleQuestion::List { distinct: *distinct },
        _ => PuzzleQuestion::Count,
    };
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    let mut written = Ok(());
    let report = {
        let _progress = Progress::start(&run);
        lab.puzzle(&run, piece, board, *pieces, question, &mut |solution| {
            written = match options.json {
                true => writeln!(out, "{}", json!({ "solution": solution })),
                false => writeln!(out, "{solution}"),
            };
            written.is_ok()
        })
    };
    written?;
    out.flush()?;
    drop(out);
    let report = report?;
    let is_none = report.solution.is_none() && report.columns.is_none();
    if *list && !is_none {
        terminal::talk(&duration(report.seconds));
    } else if options.json {
        print_json(&report)?;
    } else {
        terminal::print(&text(&report))?;
        terminal::talk(&duration(report.seconds));
    }
    Ok(if is_none { Verdict::No } else { Verdict::Yes })
}

/// What there is to say, for people.
fn text(report: &PuzzleReport) -> String {
    let pieces = match report.pieces {
        1 => "1 piece".into(),
        pieces => format!("{} pieces", grouped(pieces as u64)),
    };
    let head = match (report.count, report.count_up_to_symmetry) {
        (Some(0), _) => format!("no way to place {pieces}"),
        (Some(1), _) => format!("1 way to place {pieces}"),
        (Some(count), Some(classes)) => {
            format!("{} ways to place {pieces}, {} up to symmetry", grouped(count), grouped(classes))
        }
        _ => format!("a way to place {pieces}"),
    };
    let drawing = match (&report.drawing, &report.columns) {
        (Some(drawing), _) => drawing.clone(),
        (None, Some(columns)) => {
            let columns: Vec<_> = columns.iter().map(usize::to_string).collect();
            format!("columns from the top row: {}\n", columns.join(" "))
        }
        (None, None) => String::new(),
    };
    format!("{STRONG}{head}{STRONG:#}\n{drawing}")
}
