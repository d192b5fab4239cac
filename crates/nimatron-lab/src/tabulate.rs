//! The answers for all boards up to some size, as papers print them.

mod compare;
mod kept;
mod print;

use std::path::PathBuf;

use nimatron_rules::{Board, Gluing};
use nimatron_solve::Convention;
use serde::{Deserialize, Serialize};

use crate::sequence::files::OutFile;
use crate::{Answer, Fault, Lab, LabError, Question, Run};

use compare::Expected;
use kept::Kept;
pub use print::Format;

/// Which table, and what to do with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableOptions {
    /// The largest board, `6x6` or `6x6@torus`.
    pub to: String,
    /// In misère play there are no nimbers, only who wins.
    pub convention: Convention,
    /// Keeps every answer in this file as soon as it is there, and begins with those that it keeps.
    pub checkpoint: Option<PathBuf>,
    /// Writes the table to this file, as CSV or LaTeX by its name.
    pub out: Option<PathBuf>,
    /// Compares it with the table in this file.
    pub compare: Option<PathBuf>,
}

/// A table, or as much of it as there is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TableReport {
    /// The game.
    pub game: String,
    /// The largest board.
    pub to: String,
    /// The answers, row by row; those that are missing are left out.
    pub rows: Vec<TableRow>,
    /// Whether none is missing.
    pub complete: bool,
    /// How many answers differ from those that they were compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differences: Option<usize>,
    /// How long it took.
    pub seconds: f64,
    /// When it was found, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// The answer for one board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableRow {
    /// Its rows.
    pub m: usize,
    /// Its columns.
    pub n: usize,
    /// The Grundy value, if the game is impartial.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nimber: Option<u32>,
    /// The value, if it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Who wins, in misère play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<String>,
    /// What stands in the table that it is compared with, if something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// Whether that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub differs: Option<bool>,
}

impl TableRow {
    /// The answer, as it is written.
    #[must_use]
    pub fn answer(&self) -> String {
        match (&self.nimber, &self.value, &self.outcome) {
            (Some(nimber), ..) => nimber.to_string(),
            (_, Some(text), _) | (_, _, Some(text)) => text.clone(),
            _ => String::new(),
        }
    }
}

/// What is asked of each board.
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

    fn question(self) -> Question {
        match self {
            Asked::Nimber => Question::Nimber,
            Asked::Value => Question::Value,
            Asked::Outcome => Question::Outcome { convention: Convention::Misere, to_move: None },
        }
    }

    /// A row with this answer.
    fn row(self, (m, n): (usize, usize), answer: &str) -> TableRow {
        let text = |asked| (self == asked).then(|| answer.to_owned());
        let nimber = if self == Asked::Nimber { answer.parse().ok() } else { None };
        let (value, outcome) = (text(Asked::Value), text(Asked::Outcome));
        TableRow { m, n, nimber, value, outcome, expected: None, differs: None }
    }
}

impl Lab {
    /// The answers for all boards up to some size, small ones first. If the budget runs out, or somebody
    /// says stop, there are two results: what there is of the table, and why there is no more.
    ///
    /// `progress` hears how many of how many boards are done, and which is next.
    pub fn table(
        &self,
        run: &Run,
        game: &str,
        options: &TableOptions,
        progress: &mut dyn FnMut(usize, usize, &str),
    ) -> Result<(TableReport, Option<LabError>), LabError> {
        // 1. What is asked, and whether it can be.
        let (rows, cols, suffix) = size(&options.to)?;
        let entry = self.game(game)?;
        let asked = match (options.convention, entry.is_impartial()) {
            (Convention::Misere, _) => Asked::Outcome,
            (_, true) => Asked::Nimber,
            _ => Asked::Value,
        };
        let plain = options.checkpoint.is_none() && options.out.is_none() && options.compare.is_none();
        let key = plain.then(|| {
            // The engine is that of what is asked of each board.
            self.key_of(
                format!("{} table", asked.name()),
                options.convention,
                game,
                format!("{rows}x{cols}{suffix}"),
            )
        });
        let key = key.flatten();
        if let Some((report, date)) = key.as_ref().and_then(|key| self.remembered_report(run, key)) {
            let report =
                TableReport { game: game.into(), to: options.to.clone(), remembered: Some(date), ..report };
            return Ok((report, None));
        }
        let largest = self.open(game, &format!("{rows}x{cols}{suffix}"))?;
        let can_be_turned = asked != Asked::Value && largest.can_be_turned();
        let expected = options.compare.as_deref().map(Expected::read).transpose()?;
        let out = match options.out.as_deref() {
            Some(path) => Some((Format::of(path)?, OutFile::create(path)?)),
            None => None,
        };
        let title = format!("{game}{suffix}, {}", asked.name());
        let mut kept = Kept::open(options.checkpoint.as_deref(), &title)?;
        // 2. Board by board, small ones first.
        let mut boards: Vec<(usize, usize)> =
            (1..=rows).flat_map(|m| (1..=cols).map(move |n| (m, n))).collect();
        boards.sort_by_key(|&(m, n)| (m * n, m));
        let mut stopped = None;
        for (done, &(m, n)) in boards.iter().enumerate() {
            if kept.answer((m, n)).is_some() {
                continue;
            }
            let turned = kept.answer((n, m)).filter(|_| can_be_turned).map(str::to_owned);
            let answer = match turned {
                Some(answer) => answer,
                None => {
                    progress(done, boards.len(), &format!("{m}x{n}"));
                    match self.ask_in(run, &asked.question(), game, &format!("{m}x{n}{suffix}")) {
                        Ok(answer) => written(&answer),
                        Err(error @ LabError::Exhausted { .. }) => {
                            let known = || format!("{done} of {} boards, not {m}x{n}", boards.len());
                            stopped = Some(error.but_known(known));
                            break;
                        }
                        Err(error) => return Err(error),
                    }
                }
            };
            kept.keep((m, n), &answer)?;
        }
        // 3. The table, and what it is compared with.
        boards.sort_unstable();
        let mut found: Vec<TableRow> =
            boards.iter().filter_map(|&board| Some(asked.row(board, kept.answer(board)?))).collect();
        let differences = match &expected {
            Some(expected) => Some(expected.mark(self, asked, &mut found)?),
            None => None,
        };
        let report = TableReport {
            game: game.into(),
            to: options.to.clone(),
            complete: stopped.is_none(),
            rows: found,
            differences,
            seconds: run.seconds(),
            remembered: None,
        };
        if let (Some(key), None) = (&key, &stopped) {
            let answer = format!("{} boards", report.rows.len());
            self.keep_report(key, Some((None, report.seconds)), &answer, &report);
        }
        if let Some((format, file)) = out {
            file.write_all(report.to_text(format).as_bytes())?;
        }
        Ok((report, stopped))
    }
}

/// The size of the largest board, and on which surface.
fn size(text: &str) -> Result<(usize, usize, String), LabError> {
    let fault = |at, message: String| LabError::from(Fault { text: text.into(), at, message });
    let (board, gluing) = Gluing::split(text).map_err(|error| fault(error.at.clone(), error.to_string()))?;
    let read = Board::read(board, "").map_err(|error| fault(error.at.clone(), error.to_string()))?;
    if !read.is_size() {
        return Err(fault(0..board.len(), "no size; expected rows x columns, as 6x6".into()));
    }
    let suffix = if gluing == Gluing::Plane { String::new() } else { format!("@{}", gluing.name()) };
    Ok((read.rows(), read.cols(), suffix))
}

/// An answer on one line.
fn written(answer: &Answer) -> String {
    answer.to_string().replace('\n', " ")
}
