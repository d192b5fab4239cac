//! How people and files write positions and moves, and errors in what they wrote.

use std::ops::Range;

use thiserror::Error;

use crate::{About, Bits, Grid, GridError, Player, Rules, Touch, View};

/// A text that can't be read: where, why, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}{}", expected.as_ref().map(|expected| format!("; expected {expected}")).unwrap_or_default())]
pub struct NotationError {
    /// The bytes of the text that are at fault.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub message: String,
    /// What was expected there.
    pub expected: Option<String>,
    /// Whether `at` refers to the parameters of the game instead of the position or move.
    pub in_parameters: bool,
}

impl NotationError {
    /// An error in these bytes of the text.
    #[must_use]
    pub fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        NotationError { at, message: message.into(), expected: None, in_parameters: false }
    }

    /// Adds what was expected there.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }
}

/// A game with a name, which can be opened with parameters and a position.
pub trait Named: Notation {
    /// What the game says about itself.
    const ABOUT: About;

    /// The rules (for board games, on that board) and the position that `position` describes. `parameters` is
    /// what follows the colon of `name:parameters`, or empty.
    ///
    /// # Errors
    /// If the parameters or the position can't be read.
    fn open(parameters: &str, position: &str) -> Result<(Self, Self::Position), NotationError>;

    /// The player to move, if the text says so beside the position.
    fn to_move(_text: &str) -> Option<Player> {
        None
    }
}

/// How people and files write positions and moves. What is written can be read back.
pub trait Notation: Rules + Sized {
    /// Reads a position under the same rules, on the same board.
    fn parse(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// How the position looks.
    fn view(&self, position: &Self::Position) -> View;

    /// The name of a move, unique among the moves from a position.
    fn show_move(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> String;

    /// What a move touches. By default the squares that its name names, as `a1`.
    fn touch(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> Touch {
        Touch::named(&self.view(position), &self.show_move(position, player, mv))
    }

    /// Whether the standard start on a board with rows and columns exchanged has the same game tree, so that
    /// it need not be solved again.
    fn can_be_turned(&self) -> bool {
        false
    }

    /// The parameters, as [`Named::open`] reads them.
    fn parameters(&self) -> String {
        String::new()
    }

    /// The position on one line, as [`Notation::parse`] and [`Named::open`] read it.
    fn show(&self, position: &Self::Position) -> String {
        self.view(position).notation()
    }

    /// The position on one line with the player to move, if the game writes it.
    fn show_turn(&self, position: &Self::Position, _player: Player) -> String {
        self.show(position)
    }

    /// The legal move with this name.
    fn parse_move(
        &self,
        position: &Self::Position,
        player: Player,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let wanted = text.trim();
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        let named = |mv: &Self::Move| self.show_move(position, player, mv).eq_ignore_ascii_case(wanted);
        if let Some(found) = moves.iter().position(named) {
            return Ok(moves.swap_remove(found));
        }
        let names = moves.iter().take(8).map(|mv| self.show_move(position, player, mv));
        Err(no_such_move(player, text, &names.collect::<Vec<_>>(), moves.len()))
    }
}

/// The error that `text` is not the name of a legal move, with a few of the legal moves.
#[must_use]
pub fn no_such_move(player: Player, text: &str, some: &[String], all: usize) -> NotationError {
    let error = NotationError::new(0..text.len(), format!("{player} has no move `{}`", shortened(text)));
    match some {
        [] => error.expected(format!("no move, {player} has none")),
        _ if some.len() < all => error.expected(format!("one of {} moves: {}, …", all, some.join(", "))),
        _ => error.expected(format!("one of {}", some.join(", "))),
    }
}

/// The beginning of a text, short enough for a message.
fn shortened(text: &str) -> String {
    let short: String = text.chars().take(20).collect();
    if short.len() < text.len() { short + "…" } else { short }
}

/// A board as it was written, before a game interprets it: rows from the top, separated by `/`, with `.` for
/// an empty square and a number for that many of them; or `MxN`, all empty.
///
/// ```
/// use nimatron_rules::Board;
///
/// let board = Board::read("2#/#.#", "#")?;
/// assert_eq!((board.rows(), board.cols()), (2, 3));
/// let error = Board::read("...\n", "#").unwrap_err();
/// assert_eq!(error.at, 3..4);
/// # Ok::<(), nimatron_rules::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    rows: usize,
    cols: usize,
    cells: Vec<char>,
    is_size: bool,
    text_len: usize,
}

impl Board {
    /// The maximum number of squares of a board.
    pub const MOST_SQUARES: usize = 1024;

    /// Reads a board whose squares may hold these letters besides `.`.
    pub fn read(text: &str, letters: &str) -> Result<Self, NotationError> {
        match text.split_once(['x', 'X', '×']) {
            Some((rows, cols)) if is_number(rows) && is_number(cols) => Self::read_size(text, rows, cols),
            _ => Self::read_rows(text, letters),
        }
    }

    fn read_size(text: &str, rows: &str, cols: &str) -> Result<Self, NotationError> {
        let all = 0..text.len();
        let too_big = || too_big(all.clone());
        let (rows, cols): (usize, usize) = match (rows.parse(), cols.parse()) {
            (Ok(rows), Ok(cols)) => (rows, cols),
            _ => return Err(too_big()),
        };
        if rows == 0 || cols == 0 {
            return Err(NotationError::new(all, GridError::Empty.to_string()));
        }
        match rows.checked_mul(cols) {
            Some(squares) if squares <= Self::MOST_SQUARES => {
                Ok(Board { rows, cols, cells: vec!['.'; squares], is_size: true, text_len: text.len() })
            }
            _ => Err(too_big()),
        }
    }

    fn read_rows(text: &str, letters: &str) -> Result<Self, NotationError> {
        let expected = || {
            let letters: String = letters.chars().map(|letter| format!("`{letter}`, ")).collect();
            format!("`.`, {letters}a number, `/`, or a size as 5x6")
        };
        let (mut cells, mut rows, mut cols) = (Vec::new(), 0, 0);
        let (mut row_start, mut row_first) = (0, 0);
        let mut chars = text.char_indices().peekable();
        loop {
            let next = chars.next();
            match next {
                // The end of a row.
                None | Some((_, '/')) => {
                    let end = next.map_or(text.len(), |(at, _)| at);
                    let len = cells.len() - row_first;
                    if len == 0 {
                        let at = row_start..(end + 1).min(text.len()).max(row_start);
                        return Err(NotationError::new(at, "a row without squares").expected(expected()));
                    }
                    if rows == 0 {
                        cols = len;
                    } else if len != cols {
                        let plural = if len == 1 { "" } else { "s" };
                        let message = format!("this row has {len} square{plural}, the first has {cols}");
                        return Err(NotationError::new(row_start..end, message));
                    }
                    rows += 1;
                    (row_start, row_first) = (end + 1, cells.len());
                    if next.is_none() {
                        break;
                    }
                }
                // A run of empty squares.
                Some((at, digit)) if digit.is_ascii_digit() => {
                    let mut end = at + 1;
                    while chars.next_if(|(_, digit)| digit.is_ascii_digit()).is_some() {
                        end += 1;
                    }
                    match text[at..end].parse::<usize>() {
                        Ok(0) => return Err(NotationError::new(at..end, "a run of no squares")),
                        Ok(run) if run <= Self::MOST_SQUARES => cells.extend(std::iter::repeat_n('.', run)),
                        _ => return Err(too_big(at..end)),
                    }
                    if cells.len() > Self::MOST_SQUARES {
                        return Err(too_big(at..end));
                    }
                }
                Some((at, letter)) if letter == '.' || letters.contains(letter) => {
                    if cells.len() == Self::MOST_SQUARES {
                        return Err(too_big(at..at + letter.len_utf8()));
                    }
                    cells.push(letter);
                }
                Some((at, letter)) => {
                    let message = format!("`{}` is no square", letter.escape_default());
                    return Err(NotationError::new(at..at + letter.len_utf8(), message).expected(expected()));
                }
            }
        }
        Ok(Board { rows, cols, cells, is_size: false, text_len: text.len() })
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Whether only a size was written, such as `5x6`, so that the standard start of the game is meant.
    #[must_use]
    pub fn is_size(&self) -> bool {
        self.is_size
    }

    /// The board of this size.
    pub fn grid<const N: usize>(&self) -> Result<Grid<N>, NotationError> {
        Grid::new(self.rows, self.cols)
            .map_err(|error| NotationError::new(0..self.text_len, error.to_string()))
    }

    /// Where the square with this number, counted row by row from 0, is in the text that was read.
    #[must_use]
    pub fn place(text: &str, square: usize) -> Range<usize> {
        let mut passed = 0;
        let mut chars = text.char_indices().peekable();
        while let Some((at, letter)) = chars.next() {
            let mut end = at + letter.len_utf8();
            if letter.is_ascii_digit() {
                while chars.next_if(|(_, digit)| digit.is_ascii_digit()).is_some() {
                    end += 1;
                }
                passed += text[at..end].parse::<usize>().unwrap_or(0);
            } else if letter != '/' {
                passed += 1;
            }
            if passed > square {
                return at..end;
            }
        }
        0..text.len()
    }

    /// Refuses a board that is larger than the layout of the grid.
    pub fn fits<const N: usize>(&self, grid: &Grid<N>) -> Result<(), NotationError> {
        let (rows, cols) = grid.layout();
        if self.rows <= rows && self.cols <= cols {
            return Ok(());
        }
        let message = format!("a board of {}x{} doesn't fit {rows}x{cols}", self.rows, self.cols);
        Err(NotationError::new(0..self.text_len, message))
    }

    /// The squares that hold one of these letters, on a grid that the board fits.
    #[must_use]
    pub fn squares<const N: usize>(&self, grid: &Grid<N>, letters: &str) -> Bits<N> {
        let held = self.cells.iter().enumerate().filter(|(_, letter)| letters.contains(**letter));
        held.map(|(i, _)| grid.square(i / self.cols, i % self.cols)).collect()
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn too_big(at: Range<usize>) -> NotationError {
    let message = format!("the board is too big: there is room for {} squares", Board::MOST_SQUARES);
    NotationError::new(at, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (Range<usize>, String) {
        let error = Board::read(text, "x#").unwrap_err();
        assert!(error.at.end <= text.len() && text.get(error.at.clone()).is_some(), "{error:?}");
        (error.at, error.message)
    }

    #[test]
    fn runs_and_letters_and_sizes_are_read() {
        let grid = Grid::<1>::new(2, 3).unwrap();
        let board = Board::read("1x1/3", "x").unwrap();
        assert_eq!(board.squares(&grid, "x"), Bits::square(1));
        assert_eq!(board.squares(&grid, ".").count(), 5);
        assert!(Board::read("2x3", "x").unwrap().is_size());
        assert!(!Board::read("2x/3", "x").unwrap().is_size());
        assert_eq!(Board::read("16×16", "").unwrap().cells.len(), 256);
    }

    #[test]
    fn squares_are_found_in_the_text() {
        assert_eq!(Board::place("..#/.#.", 4), 5..6);
        assert_eq!(Board::place("2#/12#", 14), 3..5);
        assert_eq!(Board::place("2#/12#", 15), 5..6);
    }

    #[test]
    fn faults_point_at_their_place() {
        assert_eq!(fault("...\u{e9}/...").0, 3..5);
        assert_eq!(fault(".../..").0, 4..6);
        assert_eq!(fault(".../..../...").0, 4..8);
        assert_eq!(fault("...//...").0, 4..5);
        assert_eq!(fault(".../").0, 4..4);
        assert_eq!(fault("").0, 0..0);
        assert_eq!(fault("/").0, 0..1);
        assert_eq!(fault("..0").0, 2..3);
        assert_eq!(fault("..1025/").0, 2..6);
        assert_eq!(fault("99999999999999999999999x3").0, 0..25);
        assert_eq!(fault("0x3").0, 0..3);
        assert_eq!(fault("33x32").0, 0..5);
        assert_eq!(fault("900#200#").0, 4..7);
    }

    #[test]
    fn huge_texts_are_refused_at_once() {
        for letter in [".", "1", "#", "/", "x", "./", "0", "é"] {
            let started = std::time::Instant::now();
            assert!(Board::read(&letter.repeat(20_000_000), "x#").is_err());
            assert!(started.elapsed().as_secs() < 5, "{letter}");
        }
    }
}
