//! Rectangular boards: squares, neighbours, connected components.

use thiserror::Error;

use crate::{Bits, Parts};

/// A board that is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum GridError {
    /// No rows or no columns.
    #[error("a board has at least one row and one column")]
    Empty,
    /// More squares than there is room for.
    #[error("a board of {rows}x{cols} is too big: there is room for {room} squares")]
    TooBig {
        /// The requested number of rows.
        rows: usize,
        /// The requested number of columns.
        cols: usize,
        /// The number of squares that there is room for.
        room: usize,
    },
}

/// A rectangular board whose sets of squares are [`Bits`].
///
/// Square `row * stride + col` lies in that row, counted from the top, and that column, counted
/// from the left. Boards of up to 8x8 in one word have the stride 8, so that a row is a byte and
/// symmetries are byte tricks; all others have as many squares in a row as they have columns.
///
/// ```text
/// 2x3 in one word:        0  1  2
///                         8  9 10
/// ```
///
/// Neighbours are those of the *layout*, which for the stride 8 is the whole 8x8: a set of squares turned by
/// 90° fits there even if it does not fit the board. So callers intersect neighbours with the squares they
/// mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid<const N: usize> {
    rows: usize,
    cols: usize,
    stride: usize,
    not_first: Bits<N>,
    not_last: Bits<N>,
    first_row: Bits<N>,
    lower_half: Bits<N>,
    reciprocal: usize,
}

/// The places that [`Grid::row`] shifts by. It is exact as long as square times stride is less than 2 to this power.
const SCALE: usize = 24;

/// All squares but those of the first column, where a row is a byte.
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
/// All squares but those of the last column, where a row is a byte.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl<const N: usize> Grid<N> {
    /// A board with this number of rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        let room = Bits::<N>::ROOM;
        if rows == 0 || cols == 0 {
            return Err(GridError::Empty);
        }
        if rows.checked_mul(cols).is_none_or(|squares| squares > room) {
            return Err(GridError::TooBig { rows, cols, room });
        }
        let stride = if N == 1 && rows <= 8 && cols <= 8 { 8 } else { cols };
        Ok(Self::laid_out(rows, cols, stride))
    }

    /// The same with a given number of squares from each row to the next, some of which may not belong to the
    /// board. This is for games that need to know that number at compile time.
    pub fn with_stride(rows: usize, cols: usize, stride: usize) -> Result<Self, GridError> {
        let room = Bits::<N>::ROOM;
        if rows == 0 || cols == 0 {
            return Err(GridError::Empty);
        }
        if cols > stride || rows.checked_mul(stride).is_none_or(|squares| squares > room) {
            return Err(GridError::TooBig { rows, cols, room });
        }
        Ok(Self::laid_out(rows, cols, stride))
    }

    fn laid_out(rows: usize, cols: usize, stride: usize) -> Self {
        let room = Bits::<N>::ROOM;
        let first: Bits<N> = (0..room).step_by(stride).collect();
        let first_row = (0..stride).collect();
        let middle = rows / 2 * stride + cols / 2;
        let lower_half = (middle..room).collect();
        let (not_first, not_last) = (!first, !first.up(stride - 1));
        let reciprocal = (1usize << SCALE).div_ceil(stride);
        Grid { rows, cols, stride, not_first, not_last, first_row, lower_half, reciprocal }
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

    /// The distance from a square to the one below it.
    #[inline]
    #[must_use]
    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Whether a row is a byte and the layout therefore 8x8.
    #[inline]
    pub(crate) fn is_bytes(&self) -> bool {
        N == 1 && self.stride == 8
    }

    /// All squares of the layout's first row.
    #[inline]
    pub(crate) fn first_row(&self) -> Bits<N> {
        self.first_row
    }

    /// All squares of the layout from the middle of the board on.
    #[inline]
    pub(crate) fn lower_half(&self) -> Bits<N> {
        self.lower_half
    }

    /// The rows and columns that the layout has room for.
    #[inline]
    pub(crate) fn layout(&self) -> (usize, usize) {
        if self.is_bytes() { (8, 8) } else { (self.rows, self.cols) }
    }

    /// The square in that row from the top and that column from the left.
    #[inline]
    #[must_use]
    pub fn square(&self, row: usize, col: usize) -> usize {
        row * self.stride + col
    }

    /// The row of a square: its number divided by the stride, computed without a division.
    #[inline]
    pub(crate) fn row(&self, square: usize) -> usize {
        (square * self.reciprocal) >> SCALE
    }

    /// The row from the top and the column from the left of a square.
    #[inline]
    #[must_use]
    pub fn row_col(&self, square: usize) -> (usize, usize) {
        let row = self.row(square);
        (row, square - row * self.stride)
    }

    /// All squares of the board, row by row from the top.
    pub fn squares(&self) -> impl Iterator<Item = usize> + use<N> {
        let (rows, cols, stride) = (self.rows, self.cols, self.stride);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| row * stride + col))
    }

    /// The set of all squares of the board.
    #[must_use]
    pub fn all(&self) -> Bits<N> {
        self.squares().collect()
    }

    /// The smallest board of the same layout that contains all squares of this board and of the set. It
    /// differs from this board only if the set is the image of a region turned by 90°.
    #[must_use]
    pub fn around(&self, bits: Bits<N>) -> Self {
        let (rows, cols) = self.extent(bits);
        Grid { rows: rows.max(self.rows), cols: cols.max(self.cols), ..*self }
    }

    /// Every square moved one row up.
    #[inline]
    #[must_use]
    pub fn north(&self, bits: Bits<N>) -> Bits<N> {
        bits.down(self.stride)
    }

    /// Every square moved one row down.
    #[inline]
    #[must_use]
    pub fn south(&self, bits: Bits<N>) -> Bits<N> {
        bits.up(self.stride)
    }

    /// Every square moved one column to the right.
    #[inline]
    #[must_use]
    pub fn east(&self, bits: Bits<N>) -> Bits<N> {
        (bits & self.not_last).up(1)
    }

    /// Every square moved one column to the left.
    #[inline]
    #[must_use]
    pub fn west(&self, bits: Bits<N>) -> Bits<N> {
        (bits & self.not_first).down(1)
    }

    /// All squares that share a side with a square of the set.
    #[inline]
    #[must_use]
    pub fn neighbours4(&self, bits: Bits<N>) -> Bits<N> {
        self.north(bits) | self.south(bits) | self.east(bits) | self.west(bits)
    }

    /// All squares that share a side or a corner with a square of the set.
    #[inline]
    #[must_use]
    pub fn neighbours8(&self, bits: Bits<N>) -> Bits<N> {
        let sides = self.east(bits) | self.west(bits);
        let row = bits | sides;
        sides | self.north(row) | self.south(row)
    }

    /// The squares of `within` that can be reached from `seed`, a part of `within`, by steps over
    /// sides.
    #[inline]
    #[must_use]
    pub fn fill(&self, seed: Bits<N>, within: Bits<N>) -> Bits<N> {
        if self.is_bytes() {
            return Bits::from_words([fill_bytes(seed.words()[0], within.words()[0]); N]);
        }
        let step = |filled: Bits<N>| {
            let row = (filled | self.east(filled) | self.west(filled)) & within;
            (row | self.north(row) | self.south(row)) & within
        };
        let mut filled = seed;
        loop {
            let more = step(step(filled));
            if more == filled || more == within {
                return more;
            }
            filled = more;
        }
    }

    /// The connected components of a set, where squares that share a side are connected.
    #[inline]
    #[must_use]
    pub fn components(&self, bits: Bits<N>) -> Parts<Bits<N>> {
        let mut components = Parts::new();
        let mut rest = bits;
        while !rest.is_empty() {
            let component = self.fill(rest.lowest(), rest);
            rest = rest.without(component);
            components.push(component);
        }
        components
    }

    /// The algebraic name of a square: columns a, b, c, …, z, aa, ab, …, rows counted from the
    /// bottom, 1 first.
    #[must_use]
    pub fn name(&self, square: usize) -> String {
        let (row, col) = self.row_col(square);
        format!("{}{}", column_name(col), self.rows.saturating_sub(row))
    }

    /// The two names of a step, as `a1-b1`.
    #[must_use]
    pub fn step_name(&self, step: Step) -> String {
        format!("{}-{}", self.name(step.from.into()), self.name(step.to.into()))
    }
}

/// The letters of a column, counted from 0.
#[must_use]
pub fn column_name(col: usize) -> String {
    let letter = char::from(b'a' + (col % 26) as u8);
    if col < 26 { letter.into() } else { format!("{}{letter}", column_name(col / 26 - 1)) }
}

/// A move that names two squares of a board: from one to the other, or a domino on both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Step {
    /// The first square.
    pub from: u8,
    /// The second square.
    pub to: u8,
}

impl Step {
    /// The step between two squares.
    ///
    /// # Panics
    /// If a square is above 255: no board has such squares.
    #[must_use]
    pub fn new(from: usize, to: usize) -> Self {
        let square = |square: usize| u8::try_from(square).expect("boards have at most 256 squares");
        Step { from: square(from), to: square(to) }
    }

    /// The set of both squares.
    #[inline]
    #[must_use]
    pub fn squares<const N: usize>(self) -> Bits<N> {
        Bits::square(self.from.into()) | Bits::square(self.to.into())
    }
}

/// [`Grid::fill`] where a row is a byte. Each round takes two steps, because the branch that ends the loop
/// costs as much as a step: on the options of 5x6 Domineering, one, two and three steps per round took 36, 34
/// and 35 ns per position. (Whole rows at once by carries took 31, with four times the code.)
#[inline]
fn fill_bytes(seed: u64, within: u64) -> u64 {
    let step = |filled: u64| {
        let row = (filled | ((filled & NOT_LAST) << 1) | ((filled & NOT_FIRST) >> 1)) & within;
        (row | (row << 8) | (row >> 8)) & within
    };
    let mut filled = seed;
    loop {
        let more = step(step(filled));
        if more == within || more == filled {
            return more;
        }
        filled = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neighbours by rows and columns, without any shifts.
    fn near<const N: usize>(grid: &Grid<N>, bits: Bits<N>, corners: bool) -> Bits<N> {
        let close = |square: usize, other: usize| {
            let ((a, b), (c, d)) = (grid.row_col(square), grid.row_col(other));
            let (down, across) = (a.abs_diff(c), b.abs_diff(d));
            down + across == 1 || (corners && down == 1 && across == 1)
        };
        grid.squares().filter(|&square| bits.iter().any(|other| close(square, other))).collect()
    }

    fn neighbours_are_right<const N: usize>(rows: usize, cols: usize) {
        let grid = Grid::<N>::new(rows, cols).unwrap();
        for square in grid.squares() {
            for other in grid.squares() {
                let bits = Bits::square(square) | Bits::square(other);
                assert_eq!(grid.neighbours4(bits) & grid.all(), near(&grid, bits, false));
                assert_eq!(grid.neighbours8(bits) & grid.all(), near(&grid, bits, true));
            }
        }
    }

    #[test]
    fn neighbours_share_a_side_or_a_corner() {
        for (rows, cols) in [(1, 1), (3, 5), (8, 8), (4, 16), (1, 64), (64, 1)] {
            neighbours_are_right::<1>(rows, cols);
        }
        for (rows, cols) in [(3, 5), (8, 8), (16, 16), (1, 200), (85, 3)] {
            neighbours_are_right::<4>(rows, cols);
        }
    }

    #[test]
    fn components_of_one_word_are_those_of_four() {
        let (one, four) = (Grid::<1>::new(6, 7).unwrap(), Grid::<4>::new(6, 7).unwrap());
        let mut state = 1u64;
        for _ in 0..500 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let chosen: Vec<_> =
                (0..42).filter(|i| state >> (i + 7) & 1 == 1).map(|i| (i / 7, i % 7)).collect();
            let places = |set: Vec<usize>, stride| -> Vec<_> {
                set.into_iter().map(|square| (square / stride, square % stride)).collect()
            };
            let small = one.components(chosen.iter().map(|&(r, c)| one.square(r, c)).collect());
            let large = four.components(chosen.iter().map(|&(r, c)| four.square(r, c)).collect());
            let small: Vec<_> = small.into_iter().map(|set| places(set.iter().collect(), 8)).collect();
            let large: Vec<_> = large.into_iter().map(|set| places(set.iter().collect(), 7)).collect();
            assert_eq!(small, large);
            assert_eq!(small.iter().map(Vec::len).sum::<usize>(), chosen.len());
        }
    }

    #[test]
    fn rows_are_quotients() {
        for stride in 1..=1024 {
            let grid = Grid::<16>::new(1, stride).unwrap();
            assert!((0..1024).all(|square| grid.row_col(square) == (square / stride, square % stride)));
        }
    }

    #[test]
    fn impossible_boards_are_refused() {
        assert_eq!(Grid::<1>::new(0, 3), Err(GridError::Empty));
        assert!(matches!(Grid::<1>::new(5, 13), Err(GridError::TooBig { room: 64, .. })));
        assert!(matches!(Grid::<4>::new(usize::MAX, 2), Err(GridError::TooBig { .. })));
        assert!(Grid::<4>::new(256, 1).is_ok());
    }

    #[test]
    fn squares_have_algebraic_names() {
        let grid = Grid::<4>::new(4, 30).unwrap();
        assert_eq!(grid.name(grid.square(3, 0)), "a1");
        assert_eq!(grid.name(grid.square(0, 25)), "z4");
        assert_eq!(grid.name(grid.square(0, 27)), "ab4");
        assert_eq!(column_name(26 + 26 * 26), "aaa");
    }
}
