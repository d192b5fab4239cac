//! How a position looks, as plain data. A front end draws it without knowing any rules.

use std::fmt::Write;

use crate::grid::column_name;
use crate::{Grid, Player};

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cell {
    /// Empty and open to both players.
    Empty,
    /// Empty and open to only one player.
    Only(Player),
    /// A piece.
    Piece {
        /// The owner of the piece, if it has one.
        owner: Option<Player>,
        /// The letter of the piece.
        letter: char,
    },
    /// Covered, removed or closed to both players.
    Blocked,
    /// Empty, and closed to both players because a piece attacks it.
    Attacked,
}

impl Cell {
    /// A player's piece.
    #[must_use]
    pub fn piece(owner: Player, letter: char) -> Self {
        Cell::Piece { owner: Some(owner), letter }
    }

    /// The character in boards: `.` empty, `#` blocked, `-` attacked, `l` and `r` for one player only.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Cell::Empty => '.',
            Cell::Only(Player::Left) => 'l',
            Cell::Only(Player::Right) => 'r',
            Cell::Piece { letter, .. } => letter,
            Cell::Blocked => '#',
            Cell::Attacked => '-',
        }
    }
}

/// How a position looks.
///
/// ```
/// use nimatron_rules::{Cell, Grid, View};
///
/// let grid = Grid::<1>::new(2, 3)?;
/// let view = View::board(&grid, |square| if square == 1 { Cell::Blocked } else { Cell::Empty });
/// assert_eq!(view.notation(), ".#./...");
/// assert_eq!(view.to_text(), "2 . # .\n1 . . .\n  a b c\n");
/// # Ok::<(), nimatron_rules::GridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum View {
    /// A rectangular board, row by row from the top.
    Board {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
        /// The `rows * cols` squares.
        cells: Vec<Cell>,
    },
    /// Independent rows of squares, numbered from 1.
    Strips(Vec<Vec<Cell>>),
    /// Heaps of these numbers of counters.
    Heaps(Vec<u64>),
    /// Several positions side by side.
    Sum(Vec<View>),
}

impl View {
    /// Heaps up to this size are drawn counter by counter.
    const DRAWN: u64 = 50;

    /// A board, from a function that gives the content of each square.
    pub fn board<const N: usize>(grid: &Grid<N>, cell: impl FnMut(usize) -> Cell) -> Self {
        View::Board { rows: grid.rows(), cols: grid.cols(), cells: grid.squares().map(cell).collect() }
    }

    /// The position on one line, in a form that can be read back: rows of a board and strips separated by
    /// `/`, heaps by `,`, summands by ` + `.
    #[must_use]
    pub fn notation(&self) -> String {
        let line = |cells: &[Cell]| cells.iter().map(|cell| cell.letter()).collect::<String>();
        match self {
            View::Board { cols, cells, .. } => cells.chunks(*cols).map(line).collect::<Vec<_>>().join("/"),
            View::Strips(strips) => strips.iter().map(|cells| line(cells)).collect::<Vec<_>>().join("/"),
            View::Heaps(heaps) if heaps.is_empty() => "0".into(),
            View::Heaps(heaps) => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
            View::Sum(views) if views.is_empty() => "0".into(),
            View::Sum(views) => views.iter().map(View::notation).collect::<Vec<_>>().join(" + "),
        }
    }

    /// The position drawn for a terminal, with coordinates. Every line ends with a newline.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        match self {
            View::Board { rows, cols, cells } => {
                let margin = rows.to_string().len();
                let width = column_name(cols.saturating_sub(1)).len();
                for (row, line) in cells.chunks(*cols).enumerate() {
                    let names = line.iter().map(|cell| cell.letter().to_string());
                    push_line(&mut text, &format!("{:>margin$}", rows - row), names, width);
                }
                push_line(&mut text, &" ".repeat(margin), (0..*cols).map(column_name), width);
            }
            View::Strips(strips) => {
                let margin = strips.len().to_string().len();
                let longest = strips.iter().map(Vec::len).max().unwrap_or(0);
                let width = longest.to_string().len();
                for (row, line) in strips.iter().enumerate() {
                    let names = line.iter().map(|cell| cell.letter().to_string());
                    push_line(&mut text, &format!("{:>margin$}", row + 1), names, width);
                }
                let numbers = (1..=longest).map(|number| number.to_string());
                push_line(&mut text, &" ".repeat(margin), numbers, width);
            }
            View::Heaps(heaps) if heaps.is_empty() => text.push_str("no heaps\n"),
            View::Heaps(heaps) => {
                let margin = heaps.iter().map(|heap| heap.to_string().len()).max().unwrap_or(1);
                for heap in heaps {
                    let counters = "●".repeat(if *heap <= Self::DRAWN { *heap as usize } else { 0 });
                    let line = format!("{heap:>margin$} {counters}");
                    text.push_str(line.trim_end());
                    text.push('\n');
                }
            }
            View::Sum(views) if views.is_empty() => text.push_str("nothing\n"),
            View::Sum(views) => {
                let drawn: Vec<_> = views.iter().map(View::to_text).collect();
                text.push_str(&drawn.join("+\n"));
            }
        }
        text
    }
}

/// Appends a line of columns, each of this width.
fn push_line(text: &mut String, margin: &str, names: impl Iterator<Item = String>, width: usize) {
    text.push_str(margin);
    for name in names {
        // Writing to a string can't fail.
        let _ = write!(text, " {name:>width$}");
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_are_numbered_below() {
        let toad = Cell::piece(Player::Left, 'T');
        let view = View::Strips(vec![vec![toad, Cell::Empty], vec![Cell::Empty]]);
        assert_eq!(view.to_text(), "1 T .\n2 .\n  1 2\n");
        assert_eq!(view.notation(), "T./.");
    }

    #[test]
    fn heaps_are_drawn_unless_they_are_large() {
        let view = View::Heaps(vec![3, 1000]);
        assert_eq!(view.to_text(), "   3 ●●●\n1000\n");
        assert_eq!(View::Sum(vec![view.clone(), View::Heaps(vec![])]).notation(), "3,1000 + 0");
    }

    #[test]
    fn wide_boards_keep_their_columns_aligned() {
        let grid = Grid::<4>::new(1, 28).unwrap();
        let text = View::board(&grid, |_| Cell::Empty).to_text();
        let lengths: Vec<_> = text.lines().map(str::len).collect();
        assert_eq!(lengths, [1 + 28 * 3, 1 + 28 * 3]);
    }
}
