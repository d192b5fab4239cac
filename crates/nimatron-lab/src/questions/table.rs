//! The answers for all boards up to some size, laid out as in papers.

mod compare;
mod kept;
mod print;

use std::collections::BTreeMap;
use std::fmt;

use nimatron_rules::{Board, Gluing};
use nimatron_solve::Convention;
use serde::{Deserialize, Serialize};

use crate::files::OutFile;
#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::{LocalFile, Place, misere};
use crate::position::key;
use crate::question::{Aside, NoLine, Question, Report, Verdict};
use crate::questions::{nimber::Nimber, outcome::Outcome, value::Value};
use crate::remember::kept;
use crate::{Fault, LabError, Note, Run, duration};

use compare::Expected;
use kept::Kept;
pub(crate) use print::Format;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BoardTable {
    /// The game; `nimatron games` lists them
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true))]
    pub game: String,
    /// The largest board, rows x columns: 6x6, or 6x6@torus if the game supports surfaces
    #[cfg_attr(feature = "cli", arg(long, value_name = "MxN"))]
    pub to: String,
    /// The player who cannot move wins
    #[cfg_attr(feature = "cli", arg(long = "misere", action = clap::ArgAction::SetTrue, value_parser = cli::misere()))]
    #[serde(rename = "misere", default, with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
    /// Save every answer in this file as it is found, and resume from it
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub checkpoint: Option<LocalFile>,
    /// Write the table to this file: .csv, .tex or .txt
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub out: Option<LocalFile>,
    /// Compare with this table: lines of rows,columns,answer, or a table as in papers
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub compare: Option<LocalFile>,
    /// Print lines of rows,columns,answer
    #[cfg_attr(feature = "cli", arg(long, conflicts_with_all = ["latex", "json"]))]
    #[serde(default)]
    pub csv: bool,
    /// Print for LaTeX
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "json"))]
    #[serde(default)]
    pub latex: bool,
    /// Note why a board has no answer, instead of failing
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(default)]
    pub notes: bool,
}

/// A table, possibly incomplete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableReport {
    /// The game.
    pub game: String,
    /// The largest board.
    pub to: String,
    /// The answers, row by row; missing ones are left out.
    pub rows: Vec<TableRow>,
    /// Whether none is missing.
    pub complete: bool,
    /// The number of answers that differ from the expected ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<usize>,
    /// How long it took.
    pub seconds: f64,
    /// When it was found, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
    /// The format for people.
    #[serde(skip)]
    format: Format,
    /// Why it is incomplete, if it is.
    #[serde(skip)]
    error: Option<LabError>,
}

/// The answer for one board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableRow {
    /// Its rows.
    pub m: usize,
    /// Its columns.
    pub n: usize,
    /// The Grundy value, if the game is impartial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The value, if the game is partizan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Who wins, in misère play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// The expected answer, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Whether the expected answer differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<bool>,
    /// Why there is no answer, if requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

kept!(TableReport, |report| format!("{} boards", report.rows.len()), None, if report.complete);

impl TableRow {
    /// The answer as text.
    #[must_use]
    pub fn answer(&self) -> String {
        match (&self.nimber, &self.value, &self.outcome) {
            (Some(nimber), ..) => nimber.to_string(),
            (_, Some(text), _) | (_, _, Some(text)) => text.clone(),
            _ => String::new(),
        }
    }
}

/// The question about each board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Nimber,
    Value,
    Outcome,
}

impl Asked {
    fn name(self) -> &'static str {
        match self {
            Asked::Nimber => "nimber",
            Asked::Value => "value",
            Asked::Outcome => "outcome",
        }
    }

    /// The answer for a board.
    fn of(self, run: &Run<'_>, game: &str, position: &str) -> Result<String, LabError> {
        let place = Place::new(game, position);
        Ok(match self {
            Asked::Nimber => run.ask(&Nimber { place, checkpoint: None })?.brief(),
            Asked::Value => run.ask(&Value { place, printing: Default::default() })?.brief(),
            Asked::Outcome => {
                run.ask(&Outcome { place, convention: Convention::Misere, to_move: None })?.brief()
            }
        })
    }

    /// A row with this answer.
    fn row(self, (m, n): (usize, usize), answer: &str) -> TableRow {
        let text = |asked| (self == asked).then(|| answer.to_owned());
        let nimber = if self == Asked::Nimber { answer.parse().ok() } else { None };
        let (value, outcome) = (text(Asked::Value), text(Asked::Outcome));
        TableRow { m, n, nimber, value, outcome, expected: None, differs: None, note: None }
    }
}

impl Question for BoardTable {
    const NAME: &'static str = "table";
    const ABOUT: &'static str =
        "The Grundy values or values of all boards up to some size, laid out as in papers";
    const HELP: &'static str = "Examples:
  nimatron table queens --to 6x6
  nimatron table placement:B+R --to 6x6@torus --csv
  nimatron table queens --to 12x12 --checkpoint queens.kept --out queens.csv
  nimatron table cram --to 4x6 --compare paper.txt

With --checkpoint, what was stopped or killed goes on where it was. Exit 1: the table differs from the one it is
compared with.";
    type Line = NoLine;
    type Report = TableReport;

    /// Small boards are answered first. If the budget runs out, the report contains the incomplete table and the
    /// reason.
    fn answer(&self, run: &Run<'_>) -> Result<TableReport, LabError> {
        let (rows, cols, suffix) = size(&self.to)?;
        let entry = run.lab().game(&self.game)?;
        let asked = match (self.convention, entry.is_impartial()) {
            (Convention::Misere, _) => Asked::Outcome,
            (_, true) => Asked::Nimber,
            _ => Asked::Value,
        };
        let is_plain = self.checkpoint.is_none() && self.out.is_none() && self.compare.is_none();
        // The engine is that of the question about each board.
        let question = format!("{} table", asked.name());
        let board = format!("{rows}x{cols}{suffix}");
        let key = || key(run, &question, self.convention, &self.game, board);
        let report =
            run.remember(is_plain.then(key).flatten(), || self.find(run, asked, (rows, cols, &suffix)))?;
        let format = match (self.csv, self.latex) {
            (true, _) => Format::Csv,
            (_, true) => Format::Latex,
            _ => Format::Plain,
        };
        Ok(TableReport { game: self.game.clone(), to: self.to.clone(), format, ..report })
    }
}

impl BoardTable {
    fn find(
        &self,
        run: &Run<'_>,
        asked: Asked,
        (rows, cols, suffix): (usize, usize, &str),
    ) -> Result<TableReport, LabError> {
        // 1. Check that the table can be computed and written.
        let game = &*self.game;
        let largest = run.open(game, &format!("{rows}x{cols}{suffix}"))?;
        let can_be_turned = asked != Asked::Value && largest.can_be_turned();
        let expected = self.compare.as_deref().map(Expected::read).transpose()?;
        let out = match self.out.as_deref() {
            Some(path) => Some((Format::of(path)?, OutFile::create(path)?)),
            None => None,
        };
        let title = format!("{game}{suffix}, {}", asked.name());
        let mut kept = Kept::open(self.checkpoint.as_deref(), &title)?;
        // 2. Board by board, small ones first.
        let mut boards: Vec<(usize, usize)> =
            (1..=rows).flat_map(|m| (1..=cols).map(move |n| (m, n))).collect();
        boards.sort_by_key(|&(m, n)| (m * n, m));
        let (mut stopped, mut notes) = (None, BTreeMap::new());
        for (done, &(m, n)) in boards.iter().enumerate() {
            if kept.answer((m, n)).is_some() {
                continue;
            }
            let turned = kept.answer((n, m)).filter(|_| can_be_turned).map(str::to_owned);
            let answer = match turned {
                Some(answer) => answer,
                None => {
                    let note = Note::of(done as u64, boards.len() as u64, "boards");
                    run.note(Note { text: format!("{}, now {m}x{n}", note.text), ..note });
                    match asked.of(run, game, &format!("{m}x{n}{suffix}")) {
                        Ok(answer) => answer.replace('\n', " "),
                        Err(error) if error.is_unfinished() => {
                            let known = || format!("{done} of {} boards, not {m}x{n}", boards.len());
                            stopped = Some(error.but_known(known));
                            break;
                        }
                        Err(error) if self.notes && (m, n) != (rows, cols) => {
                            let note = Some(error.to_string());
                            notes.insert((m, n), TableRow { m, n, note, ..TableRow::default() });
                            continue;
                        }
                        Err(error) => return Err(error),
                    }
                }
            };
            kept.keep((m, n), &answer)?;
            if !run.is_for_people() {
                let found = serde_json::to_value(asked.row((m, n), &answer)).ok();
                let note = Note::of(done as u64 + 1, boards.len() as u64, "boards");
                run.note(Note { found, ..note });
            }
        }
        // 3. The table, and the comparison.
        boards.sort_unstable();
        let mut found: Vec<TableRow> = boards
            .iter()
            .filter_map(|board| match kept.answer(*board) {
                Some(answer) => Some(asked.row(*board, answer)),
                None => notes.remove(board),
            })
            .collect();
        let differences = match &expected {
            Some(expected) => Some(expected.mark(run, asked, &mut found)?),
            None => None,
        };
        let report = TableReport {
            game: game.into(),
            to: self.to.clone(),
            complete: stopped.is_none(),
            rows: found,
            differences,
            seconds: run.seconds(),
            remembered: None,
            format: Format::Plain,
            error: stopped,
        };
        if let Some((format, file)) = out {
            file.write_all(report.to_text(format).as_bytes())?;
        }
        Ok(report)
    }
}

/// The size of the largest board, and its surface.
fn size(text: &str) -> Result<(usize, usize, String), LabError> {
    let fault = |at, message: String| LabError::from(Fault { text: text.into(), at, message });
    let (board, gluing) = Gluing::split(text).map_err(|error| fault(error.at.clone(), error.to_string()))?;
    let read = Board::read(board, "").map_err(|error| fault(error.at.clone(), error.to_string()))?;
    if !read.is_size() {
        return Err(fault(0..board.len(), "this is not a size; expected rows x columns, as in 6x6".into()));
    }
    let suffix = if gluing == Gluing::Plane { String::new() } else { format!("@{}", gluing.name()) };
    Ok((read.rows(), read.cols(), suffix))
}

impl fmt::Display for TableReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text(self.format))
    }
}

impl Report for TableReport {
    fn verdict(&self) -> Verdict {
        Verdict::from(self.differences.is_none_or(|differences| differences == 0))
    }

    fn aside(&self) -> Aside {
        match (self.differences, &self.remembered) {
            (Some(0), _) => Aside::Remark("no differences".into()),
            (Some(1), _) => Aside::Remark("1 difference".into()),
            (Some(some), _) => Aside::Remark(format!("{some} differences")),
            (None, Some(date)) => Aside::cost(Some(date), None, self.seconds),
            (None, None) => Aside::Talk(format!("{} boards in {}", self.rows.len(), duration(self.seconds))),
        }
    }

    fn unfinished(&mut self) -> Option<LabError> {
        self.error.take()
    }
}
