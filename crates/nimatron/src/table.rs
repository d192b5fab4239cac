//! The answers for all boards up to some size.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use nimatron_lab::{Format, Lab, TableOptions, TableReport, duration};

use crate::cli::{AnyGame, Misere, Options};
use crate::commands::{Verdict, print_json, start};
use crate::progress::Progress;
use crate::show;
use crate::terminal;

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron table queens --to 6x6
  nimatron table placement:B+R --to 6x6@torus --csv
  nimatron table queens --to 12x12 --checkpoint queens.kept --out queens.csv
  nimatron table cram --to 4x6 --compare paper.txt

With --checkpoint, what was stopped or killed goes on where it was. Exit 1: the table differs from the one it is
compared with.";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The game; `nimatron games` lists them
    #[arg(value_parser = AnyGame, hide_possible_values = true)]
    game: String,
    /// The largest board, rows x columns: 6x6, or 6x6@torus where a game knows surfaces
    #[arg(long, value_name = "MxN")]
    to: String,
    #[command(flatten)]
    convention: Misere,
    /// Keep every answer in this file as soon as it is there, and begin with those that it keeps
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write the table to this file: .csv, .tex or .txt
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Compare it with this table: lines of rows,columns,answer, or a table as papers print it
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Print lines of rows,columns,answer
    #[arg(long, conflicts_with_all = ["latex", "json"])]
    csv: bool,
    /// Print it for LaTeX
    #[arg(long, conflicts_with = "json")]
    latex: bool,
}

pub(crate) fn answer(lab: &Lab, options: &Options, asked: Arguments) -> Result<Verdict> {
    let Arguments { game, to, convention, checkpoint, out, compare, csv, latex } = asked;
    let wanted = TableOptions { to, convention: convention.convention(), checkpoint, out, compare };
    let run = start(lab, options);
    let (report, stopped) = {
        let progress = Progress::start(&run);
        lab.table(&run, &game, &wanted, &mut |done, all, next| {
            progress.note(format!("{done} of {all} boards, now {next}"));
        })?
    };
    let format = match (csv, latex) {
        (true, _) => Format::Csv,
        (_, true) => Format::Latex,
        _ => Format::Plain,
    };
    if options.json {
        print_json(&report)?;
    } else {
        terminal::print(&report.to_text(format))?;
    }
    remark(&report);
    // What there is was printed; why there is no more is the rest of the answer.
    match stopped {
        Some(error) => Err(error.into()),
        None => Ok(if report.differences.is_some_and(|differences| differences > 0) {
            Verdict::No
        } else {
            Verdict::Yes
        }),
    }
}

fn remark(report: &TableReport) {
    match report.differences {
        Some(0) => terminal::remark("no differences"),
        Some(1) => terminal::remark("1 difference"),
        Some(some) => terminal::remark(&format!("{some} differences")),
        None => {}
    }
    match &report.remembered {
        Some(date) => show::remembered(date, report.seconds),
        None => terminal::talk(&format!("{} boards in {}", report.rows.len(), duration(report.seconds))),
    }
}
