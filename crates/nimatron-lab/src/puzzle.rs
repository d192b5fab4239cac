//! Puzzles of pieces that don't attack each other: N queens and their kin.

use nimatron_rules::Gluing;
use nimatron_solve::graph::{Placings, independence, is_least, place_queens};
use serde::Serialize;

use crate::pieces::{graph_of, letter, read_board, read_piece, read_size, view};
use crate::{Lab, LabError, Run, grouped};

/// What to do with the solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleQuestion {
    /// One of them will do.
    One,
    /// Count them, all and up to symmetry.
    Count,
    /// Visit each, or one of those that are alike by symmetry.
    List {
        /// Whether to pass over those that are like one before.
        distinct: bool,
    },
}

/// The ways to put so many pieces on a board that don't attack each other.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PuzzleReport {
    /// The piece in Betza's notation.
    pub piece: String,
    /// The board as it was asked for.
    pub board: String,
    /// How many pieces.
    pub pieces: usize,
    /// How many ways there are, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// The same, with those that are alike by symmetry counted once.
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
}

/// Queens are placed on boards with up to so many rows.
const MOST_QUEENS: usize = 10_000_000;

impl Lab {
    /// Puts so many pieces on a board, as many as there can be if no number is given. `visit` hears each solution that is to
    /// be listed, until it says `false`.
    pub fn puzzle(
        &self,
        run: &Run,
        piece_text: &str,
        board_text: &str,
        pieces: Option<usize>,
        question: PuzzleQuestion,
        visit: &mut dyn FnMut(&str) -> bool,
    ) -> Result<PuzzleReport, LabError> {
        let piece = read_piece(piece_text)?;
        if let Some(report) = queens(run, piece.text(), board_text, pieces, question)? {
            return Ok(report);
        }
        let board = read_board(board_text)?;
        let found = graph_of(&piece, &board)?;
        let budget = run.budget();
        let pieces = match pieces {
            Some(pieces) => pieces,
            None => {
                let most = independence(&found.graph, budget);
                match most.stopped {
                    None => most.lower,
                    Some(error) => {
                        let known =
                            || format!("there can be between {} and {} pieces", most.lower, most.upper);
                        return Err(run.explain(LabError::from(error).but_known(known)));
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
                PuzzleQuestion::One => false,
                PuzzleQuestion::Count => {
                    classes += u64::from(is_first_of_its_kind());
                    true
                }
                PuzzleQuestion::List { distinct } => {
                    let is_first = is_first_of_its_kind();
                    classes += u64::from(is_first);
                    (distinct && !is_first) || visit(&drawn(set).notation())
                }
            }
        });
        if let Err(error) = result {
            let known = || format!("at least {} ways for {pieces} pieces", grouped(count));
            return Err(run.explain(LabError::from(error).but_known(known)));
        }
        let is_counted = question == PuzzleQuestion::Count || count == 0;
        let solution = first.map(|set| drawn(&set));
        Ok(PuzzleReport {
            piece: piece.text().into(),
            board: board_text.into(),
            pieces,
            count: is_counted.then_some(count),
            count_up_to_symmetry: is_counted.then_some(classes),
            drawing: solution.as_ref().map(|view| view.to_text()),
            solution: solution.map(|view| view.notation()),
            columns: None,
            seconds: run.seconds(),
        })
    }
}

/// One way to place queens on a large square board, by construction; nothing if something else is asked for.
fn queens(
    run: &Run,
    piece: &str,
    board: &str,
    pieces: Option<usize>,
    question: PuzzleQuestion,
) -> Result<Option<PuzzleReport>, LabError> {
    let is_plain = !board.contains('@') || board.ends_with(&format!("@{}", Gluing::Plane.name()));
    if piece != "Q" || question != PuzzleQuestion::One || !is_plain {
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
    }))
}

/// Whether queens in these columns don't attack each other.
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
