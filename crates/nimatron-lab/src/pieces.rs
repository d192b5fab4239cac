//! Parses pieces and sizes of boards for graphs, tours and puzzles.

use std::ops::Range;

use nimatron_rules::{Cell, NotationError, Piece, Surface, View, column_name};
use nimatron_solve::graph::BoardGraph;

use crate::{Fault, LabError};

/// The number of words in the set of squares of a board.
pub(crate) const WORDS: usize = 4;

/// Reads `knights`, `knight`, or any piece in Betza's notation.
pub(crate) fn read_piece(text: &str) -> Result<Piece, LabError> {
    let name = text.to_ascii_lowercase();
    let named =
        Piece::CHESSMEN.iter().find(|(known, _)| *known == name || known.strip_suffix('s') == Some(&name));
    let betza = named.map_or(text, |(_, letter)| letter);
    Piece::read(betza).map_err(|error| {
        let message = match text.chars().next().is_some_and(|first| first.is_ascii_lowercase()) {
            true => format!("{error}; or a name: kings, queens, rooks, bishops, knights"),
            false => error.to_string(),
        };
        Fault { text: text.into(), at: error.at, message }.into()
    })
}

/// Reads a board: `5x6`, `5x6@torus`, or rows of `.` and `#`.
pub(crate) fn read_board(text: &str) -> Result<Surface<WORDS>, LabError> {
    // Other questions allow larger boards.
    let size = text.split('@').next().unwrap_or(text);
    if let Some((rows, cols)) = size.split_once(['x', 'X', '×'])
        && [rows, cols].iter().all(|side| side.bytes().all(|byte| byte.is_ascii_digit()))
    {
        read_size(size, 64 * WORDS)?;
    }
    Surface::read(text).map_err(|error| fault(text, &error))
}

/// Reads `5x6`, with at most `most` squares.
pub(crate) fn read_size(text: &str, most: usize) -> Result<(usize, usize), LabError> {
    let all = || 0..text.len();
    let fault =
        |at: Range<usize>, message: String| Err(LabError::from(Fault { text: text.into(), at, message }));
    let number = |part: &str| match part.parse::<usize>() {
        Ok(number) => Some(number),
        Err(_) if !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()) => Some(usize::MAX),
        Err(_) => None,
    };
    let sides =
        text.split_once(['x', 'X', '×']).and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
    match sides {
        None => fault(all(), "this is not the size of a board; expected one as 8x8".into()),
        Some((0, _) | (_, 0)) => fault(all(), "a board has at least one row and one column".into()),
        Some((rows, cols)) if rows.checked_mul(cols).is_none_or(|squares| squares > most) => {
            fault(all(), format!("the board is too big: there is room for {most} squares"))
        }
        Some(sides) => Ok(sides),
    }
}

fn fault(text: &str, error: &NotationError) -> LabError {
    Fault { text: text.into(), at: error.at.clone(), message: error.to_string() }.into()
}

/// The graph of a piece on a board.
pub(crate) fn graph_of(piece: &Piece, board: &Surface<WORDS>) -> Result<BoardGraph, LabError> {
    BoardGraph::new(piece, board).ok_or_else(|| {
        let piece = piece.text();
        LabError::Senseless(format!("{piece} attacks pieces that don't attack it, so it has no graph"))
    })
}

/// The name of a square.
pub(crate) fn square_name(rows: usize, (row, col): (usize, usize)) -> String {
    format!("{}{}", column_name(col), rows - row)
}

/// The board with a letter on some of its vertices.
pub(crate) fn view(
    board: &Surface<WORDS>,
    graph: &BoardGraph,
    mut letter: impl FnMut(usize) -> Option<char>,
) -> View {
    let (rows, cols) = (board.grid().rows(), board.grid().cols());
    let mut cells = vec![Cell::Blocked; rows * cols];
    for (vertex, &(row, col)) in graph.squares.iter().enumerate() {
        cells[row * cols + col] = match letter(vertex) {
            Some(letter) => Cell::Piece { owner: None, letter },
            None => Cell::Empty,
        };
    }
    View::Board { rows, cols, cells }
}

/// A letter for a piece on a board.
pub(crate) fn letter(piece: &Piece) -> char {
    piece.text().chars().find(char::is_ascii_uppercase).unwrap_or('o')
}
