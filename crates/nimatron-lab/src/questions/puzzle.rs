//! The ways to place pieces that don't attack each other: N queens and similar puzzles.

use std::fmt;

use nimatron_rules::Gluing;
use nimatron_solve::graph::{Placings, independence, is_least, place_queens};
use serde::{Deserialize, Serialize};

use crate::pieces::{graph_of, letter, read_board, read_piece, read_size, view};
use crate::question::{Aside, Question, Report, Verdict};
use crate::text::STRONG;
use crate::{LabError, Run, grouped};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Puzzle {
    /// The piece: kings, queens, rooks, bishops, knights, or Betza's notation such as N, (1,3), NN, BN
    pub piece: String,
    /// The board: 8x8, 5x6@torus (cylinder, mobius, klein, projective), or rows of `.` and `#` for holes
    #[cfg_attr(feature = "cli", arg(allow_hyphen_values = true))]
    pub board: String,
    /// Number of pieces [default: the largest possible]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N"))]
    #[serde(default)]
    pub pieces: Option<usize>,
    /// Find only one way
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "list"))]
    #[serde(default)]
    pub one: bool,
    /// List all ways, one per line
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub list: bool,
    /// List only one way of each symmetry class
    #[cfg_attr(feature = "cli", arg(long, requires = "list"))]
    #[serde(default)]
    pub distinct: bool,
}

/// What to do with the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// Find one of them.
    One,
    /// Count them, all and up to symmetry.
    Count,
    /// Visit each, or one of each symmetry class.
    List {
        /// Whether to skip solutions that are symmetric to an earlier one.
        distinct: bool,
    },
}

/// One way to place the pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solution {
    /// The board with the pieces.
    pub solution: String,
}

/// The ways to put a number of pieces on a board so that none attacks another.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleReport {
    /// The piece in Betza's notation.
    pub piece: String,
    /// The board as it was requested.
    pub board: String,
    /// The number of pieces.
    pub pieces: usize,
    /// The number of ways, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The number of ways up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count_up_to_symmetry: Option<u64>,
    /// One way, as a board, if there is one and the board is not too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// On a large board the column of the queen in each row from the top, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<usize>>,
    /// How long it took.
    pub seconds: f64,
    /// One way, to be drawn.
    #[serde(skip)]
    pub drawing: Option<String>,
    /// Whether the solutions were listed, so that no summary is printed.
    #[serde(skip)]
    pub(crate) is_listed: bool,
}

/// The maximum number of rows of a board for queens.
const MOST_QUEENS: usize = 10_000_000;

impl Question for Puzzle {
    const NAME: &'static str = "puzzle";
    const ABOUT: &'static str =
        "The ways to place pieces that don't attack each other: N queens and similar puzzles";
    const HELP: &'static str = "Examples:
  nimatron puzzle queens 8x8              92 ways, 12 up to symmetry
  nimatron puzzle queens 8x8 --list --distinct
  nimatron puzzle kings 8x8
  nimatron puzzle queens 5x5@torus
  nimatron puzzle knights 4x4 --pieces 5
  nimatron puzzle queens 100000x100000 --one --json";
    type Line = Solution;
    type Report = PuzzleReport;

    fn answer(&self, run: &Run<'_>) -> Result<PuzzleReport, LabError> {
        let question = match (self.one, self.list) {
            (true, _) => Wanted::One,
            (_, true) => Wanted::List { distinct: self.distinct },
            _ => Wanted::Count,
        };
        let piece = read_piece(&self.piece)?;
        if let Some(report) = queens(run, piece.text(), &self.board, self.pieces, question)? {
            return Ok(report);
        }
        let board = read_board(&self.board)?;
        let found = graph_of(&piece, &board)?;
        let budget = run.budget();
        let pieces = match self.pieces {
            Some(pieces) => pieces,
            None => {
                let most = independence(&found.graph, budget);
                match most.stopped {
                    None => most.lower,
                    Some(error) => {
                        let known =
                            || format!("there can be between {} and {} pieces", most.lower, most.upper);
                        return Err(LabError::from(error).but_known(known));
                    }
                }
            }
        };
        let mark = letter(&piece);
        let drawn = |set: &[usize]| view(&board, &found, |v| set.binary_search(&v).is_ok().then_some(mark));
        let placings = Placings::new(&found.graph, pieces);
        let (mut first, mut count, mut classes) = (None, 0_u64, 0_u64);
        let mut image = Vec::new();
        let result = placings.visit(budget, &mut |set| {
            count += 1;
            first.get_or_insert_with(|| set.to_vec());
            let mut is_first_of_its_kind = || is_least(set, &found.symmetries, &mut image);
            match question {
                Wanted::One => false,
                Wanted::Count => {
                    classes += u64::from(is_first_of_its_kind());
                    true
                }
                Wanted::List { distinct } => {
                    let is_first = is_first_of_its_kind();
                    classes += u64::from(is_first);
                    (distinct && !is_first) || run.line(&Solution { solution: drawn(set).notation() })
                }
            }
        });
        if let Err(error) = result {
            let known = || format!("at least {} ways for {pieces} pieces", grouped(count));
            return Err(LabError::from(error).but_known(known));
        }
        let is_counted = question == Wanted::Count || count == 0;
        let solution = first.map(|set| drawn(&set));
        Ok(PuzzleReport {
            piece: piece.text().into(),
            board: self.board.clone(),
            pieces,
            count: is_counted.then_some(count),
            count_up_to_symmetry: is_counted.then_some(classes),
            drawing: solution.as_ref().map(|view| view.to_text()),
            solution: solution.map(|view| view.notation()),
            columns: None,
            is_listed: self.list && count > 0,
            seconds: run.seconds(),
        })
    }
}

/// One way to place queens on a large square board, by construction; `None` for any other question.
fn queens(
    run: &Run<'_>,
    piece: &str,
    board: &str,
    pieces: Option<usize>,
    question: Wanted,
) -> Result<Option<PuzzleReport>, LabError> {
    let is_plain = !board.contains('@') || board.ends_with(&format!("@{}", Gluing::Plane.name()));
    if piece != "Q" || question != Wanted::One || !is_plain {
        return Ok(None);
    }
    let size = board.split('@').next().unwrap_or(board);
    let Ok((rows, cols)) = read_size(size, MOST_QUEENS.saturating_mul(MOST_QUEENS)) else { return Ok(None) };
    if rows != cols || rows <= 16 || pieces.is_some_and(|pieces| pieces != rows) {
        return Ok(None);
    }
    let columns = place_queens(rows)
        .filter(|columns| are_peaceful(columns))
        .ok_or_else(|| LabError::Failed("the queens attack each other".into()))?;
    Ok(Some(PuzzleReport {
        piece: piece.into(),
        board: board.into(),
        pieces: rows,
        count: None,
        count_up_to_symmetry: None,
        solution: None,
        columns: Some(columns.into_iter().map(|column| column + 1).collect()),
        seconds: run.seconds(),
        drawing: None,
        is_listed: false,
    }))
}

/// Whether no queens in these columns attack each other.
fn are_peaceful(columns: &[usize]) -> bool {
    let size = columns.len();
    let mut used = [vec![false; size], vec![false; 2 * size], vec![false; 2 * size]];
    columns.iter().enumerate().all(|(row, &column)| {
        column < size
            && [column, row + column, size + row - column]
                .into_iter()
                .zip(&mut used)
                .all(|(line, used)| !std::mem::replace(&mut used[line], true))
    })
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.solution)
    }
}

impl fmt::Display for PuzzleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_listed {
            return Ok(());
        }
        let pieces = match self.pieces {
            1 => "1 piece".into(),
            pieces => format!("{} pieces", grouped(pieces as u64)),
        };
        let head = match (self.count, self.count_up_to_symmetry) {
            (Some(0), _) => format!("no way to place {pieces}"),
            (Some(1), _) => format!("1 way to place {pieces}"),
            (Some(count), Some(classes)) => {
                format!("{} ways to place {pieces}, {} up to symmetry", grouped(count), grouped(classes))
            }
            _ => format!("a way to place {pieces}"),
        };
        let drawing = match (&self.drawing, &self.columns) {
            (Some(drawing), _) => drawing.clone(),
            (None, Some(columns)) => {
                let columns: Vec<_> = columns.iter().map(usize::to_string).collect();
                format!("columns from the top row: {}\n", columns.join(" "))
            }
            (None, None) => String::new(),
        };
        write!(f, "{STRONG}{head}{STRONG:#}\n{drawing}")
    }
}

impl Report for PuzzleReport {
    fn verdict(&self) -> Verdict {
        Verdict::from(self.solution.is_some() || self.columns.is_some())
    }

    fn aside(&self) -> Aside {
        Aside::cost(None, None, self.seconds)
    }

    fn is_printed(&self) -> bool {
        !self.is_listed
    }
}
