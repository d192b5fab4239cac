//! Boards on surfaces: a rectangle with some of its sides glued together, possibly with holes.
//!
//! ```text
//!   plane        cylinder      Möbius strip   torus         Klein bottle   projective plane
//!   ┌───┐        ┌───┐         ┌───┐          ┌─→─┐         ┌─→─┐          ┌─→─┐
//!   │   │        ↑   ↑         ↑   ↓          ↑   ↑         ↑   ↓          ↑   ↓
//!   └───┘        └───┘         └───┘          └─→─┘         └─→─┘          └─←─┘
//! ```
//!
//! Sides with the same kind of arrow are glued so that the arrows agree. On the cylinder and the torus, a
//! piece that leaves a row on the right comes back at its left end. On the Möbius strip, the Klein bottle and
//! the projective plane, it comes back in the row that is as far from the bottom as the first row is from the
//! top. On the torus and the Klein bottle, a piece that leaves a column at the bottom comes back at its top.
//! On the projective plane, it comes back at the top of the column that is as far from the right as the first
//! column is from the left.

use std::ops::Range;

use crate::{Bits, Board, Grid, GridError, NotationError};

/// Which sides of a board are glued together, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gluing {
    /// None.
    Plane,
    /// Left and right.
    Cylinder,
    /// Left and right, turned over.
    Mobius,
    /// Left and right, top and bottom.
    Torus,
    /// Left and right, turned over; top and bottom.
    Klein,
    /// Left and right, top and bottom, both turned over.
    Projective,
}

impl Gluing {
    /// All gluings.
    pub const ALL: [Gluing; 6] =
        [Gluing::Plane, Gluing::Cylinder, Gluing::Mobius, Gluing::Torus, Gluing::Klein, Gluing::Projective];

    /// The text after the `@` of a board.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Gluing::Plane => "plane",
            Gluing::Cylinder => "cylinder",
            Gluing::Mobius => "mobius",
            Gluing::Torus => "torus",
            Gluing::Klein => "klein",
            Gluing::Projective => "projective",
        }
    }

    /// Reads the end of a board's text, such as `@torus`: returns the text before the `@` and the gluing. A
    /// text without `@` is in the plane.
    pub fn split(text: &str) -> Result<(&str, Gluing), NotationError> {
        let Some((board, name)) = text.split_once('@') else { return Ok((text, Gluing::Plane)) };
        let same = |gluing: &Gluing| {
            gluing.name().eq_ignore_ascii_case(name.trim())
                || *gluing == Gluing::Mobius && name.trim() == "möbius"
        };
        match Self::ALL.into_iter().find(same) {
            Some(gluing) => Ok((board, gluing)),
            None => {
                let names = Self::ALL.map(|gluing| format!("@{}", gluing.name())).join(", ");
                let message = "no such surface";
                Err(NotationError::new(board.len() + 1..text.len(), message)
                    .expected(format!("one of {names}")))
            }
        }
    }

    fn wraps_rows(self) -> bool {
        self != Gluing::Plane
    }

    fn wraps_columns(self) -> bool {
        matches!(self, Gluing::Torus | Gluing::Klein | Gluing::Projective)
    }
}

/// A board on a surface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Surface<const N: usize> {
    grid: Grid<N>,
    gluing: Gluing,
    /// All squares but the holes.
    squares: Bits<N>,
}

impl<const N: usize> Surface<N> {
    /// A board with this number of rows and columns, without holes.
    pub fn new(rows: usize, cols: usize, gluing: Gluing) -> Result<Self, GridError> {
        let grid = Grid::new(rows, cols)?;
        Ok(Surface { grid, gluing, squares: grid.all() })
    }

    /// The same board with these squares cut out.
    #[must_use]
    pub fn with_holes(self, holes: Bits<N>) -> Self {
        Surface { squares: self.squares.without(holes), ..self }
    }

    /// Reads a board without pieces: `5x6`, `5x6@torus`, or rows of `.` and `#` for holes, `..#/...@cylinder`.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let (rows, gluing) = Gluing::split(text)?;
        let board = Board::read(rows, "#")?;
        let grid = board.grid()?;
        Ok(Surface { grid, gluing, squares: board.squares(&grid, ".") })
    }

    /// The rectangle.
    #[inline]
    #[must_use]
    pub fn grid(&self) -> &Grid<N> {
        &self.grid
    }

    /// How its sides are glued.
    #[must_use]
    pub fn gluing(&self) -> Gluing {
        self.gluing
    }

    /// All squares but the holes.
    #[inline]
    #[must_use]
    pub fn squares(&self) -> Bits<N> {
        self.squares
    }

    /// The holes.
    #[must_use]
    pub fn holes(&self) -> Bits<N> {
        self.grid.all().without(self.squares)
    }

    /// The square that lies in this row and column of the unrolled surface, which covers the plane with
    /// copies of the board; `None` beyond an edge and in a hole.
    #[must_use]
    pub fn at(&self, row: i64, col: i64) -> Option<usize> {
        let (rows, cols) = (self.grid.rows() as i64, self.grid.cols() as i64);
        let (down, across) = (row.div_euclid(rows), col.div_euclid(cols));
        if down != 0 && !self.gluing.wraps_columns() || across != 0 && !self.gluing.wraps_rows() {
            return None;
        }
        let (mut row, mut col) = (row.rem_euclid(rows), col.rem_euclid(cols));
        let turns_rows = matches!(self.gluing, Gluing::Mobius | Gluing::Klein | Gluing::Projective);
        if turns_rows && across.rem_euclid(2) == 1 {
            row = rows - 1 - row;
        }
        if self.gluing == Gluing::Projective && down.rem_euclid(2) == 1 {
            col = cols - 1 - col;
        }
        let square = self.grid.square(row as usize, col as usize);
        self.squares.contains(square).then_some(square)
    }

    /// Where each square goes under each symmetry of the surface except the identity:
    /// `symmetries[i][square]`. Squares outside of the board stay.
    ///
    /// These are the rigid motions of the unrolled surface that take copies of a square to copies of a square:
    ///
    /// | surface | reflections | shifts |
    /// |---|---|---|
    /// | plane | both | none |
    /// | cylinder, Möbius strip | both | by columns |
    /// | torus | both | all |
    /// | Klein bottle | both | by columns, and by half of the rows if they are even |
    /// | projective plane | both | none |
    ///
    /// On a square plane, torus and projective plane the diagonals are mirrors too.
    #[must_use]
    pub fn symmetries(&self) -> Vec<Vec<usize>> {
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let shifts = |by_rows: &[usize], by_cols: Range<usize>| -> Vec<(usize, usize)> {
            by_rows.iter().flat_map(|&down| by_cols.clone().map(move |across| (down, across))).collect()
        };
        let all_rows: Vec<usize> = (0..rows).collect();
        let shifts = match self.gluing {
            Gluing::Plane | Gluing::Projective => vec![(0, 0)],
            Gluing::Cylinder | Gluing::Mobius => shifts(&[0], 0..cols),
            Gluing::Torus => shifts(&all_rows, 0..cols),
            Gluing::Klein if rows.is_multiple_of(2) => shifts(&[0, rows / 2], 0..cols),
            Gluing::Klein => shifts(&[0], 0..cols),
        };
        let diagonals =
            rows == cols && matches!(self.gluing, Gluing::Plane | Gluing::Torus | Gluing::Projective);
        let mut found: Vec<Vec<usize>> = vec![(0..Bits::<N>::ROOM).collect()];
        for turn in 0..if diagonals { 8 } else { 4 } {
            for &(down, across) in &shifts {
                found.extend(self.permutation(|row, col| {
                    let (row, col) = if turn & 4 == 0 { (row, col) } else { (col, row) };
                    let row = if turn & 1 == 0 { row } else { rows as i64 - 1 - row };
                    let col = if turn & 2 == 0 { col } else { cols as i64 - 1 - col };
                    (row + down as i64, col + across as i64)
                }));
            }
        }
        let mut seen = std::collections::HashSet::new();
        found.retain(|image| seen.insert(image.clone()));
        found.remove(0);
        found
    }

    /// The permutation of the squares made by a motion of the unrolled surface, unless it maps a square to a
    /// hole.
    fn permutation(&self, motion: impl Fn(i64, i64) -> (i64, i64)) -> Option<Vec<usize>> {
        let mut image: Vec<usize> = (0..Bits::<N>::ROOM).collect();
        for square in self.squares {
            let (row, col) = self.grid.row_col(square);
            let (row, col) = motion(row as i64, col as i64);
            image[square] = self.at(row, col)?;
        }
        // Holes are mapped to holes; it doesn't matter which to which.
        Some(image)
    }

    /// The suffix of the board's text after its rows: `@torus`, or empty in the plane.
    #[must_use]
    pub fn suffix(&self) -> String {
        match self.gluing {
            Gluing::Plane => String::new(),
            gluing => format!("@{}", gluing.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn surface(text: &str) -> Surface<1> {
        Surface::read(text).unwrap()
    }

    #[test]
    fn who_leaves_comes_back_where_the_sides_are_glued() {
        let at = |text: &str, row, col| {
            let surface = surface(text);
            surface.at(row, col).map(|square| surface.grid().row_col(square))
        };
        assert_eq!(at("3x4", 1, 4), None);
        assert_eq!(at("3x4@cylinder", 0, 4), Some((0, 0)));
        assert_eq!(at("3x4@cylinder", -1, 0), None);
        assert_eq!(at("3x4@mobius", 0, 4), Some((2, 0)));
        assert_eq!(at("3x4@mobius", 0, 8), Some((0, 0)));
        assert_eq!(at("3x4@torus", -1, -1), Some((2, 3)));
        assert_eq!(at("3x4@klein", 0, -1), Some((2, 3)));
        assert_eq!(at("3x4@klein", 3, 1), Some((0, 1)));
        assert_eq!(at("3x4@projective", 3, 1), Some((0, 2)));
        assert_eq!(at("3x4@projective", 3, 5), Some((2, 2)));
        assert_eq!(at("..#/...@torus", 2, 2), None);
    }

    /// All rigid motions of the unrolled surface, over two copies of the board either way, that take copies of a
    /// square to copies of a square; as permutations, with the identity.
    fn by_brute_force(surface: &Surface<1>) -> BTreeSet<Vec<usize>> {
        let (rows, cols) = (surface.grid().rows() as i64, surface.grid().cols() as i64);
        let window: Vec<(i64, i64)> =
            (-2 * rows..3 * rows).flat_map(|r| (-2 * cols..3 * cols).map(move |c| (r, c))).collect();
        let mut found = BTreeSet::new();
        for turn in 0..8 {
            for (down, across) in (-rows..=2 * rows).flat_map(|r| (-cols..=2 * cols).map(move |c| (r, c))) {
                let motion = |(row, col): (i64, i64)| {
                    let (row, col) = if turn & 4 == 0 { (row, col) } else { (col, row) };
                    let row = if turn & 1 == 0 { row } else { -row };
                    let col = if turn & 2 == 0 { col } else { -col };
                    (row + down, col + across)
                };
                let mut image: Vec<Option<usize>> = vec![None; 64];
                let agrees = window.iter().all(|&cell| {
                    let to = motion(cell);
                    match (surface.at(cell.0, cell.1), surface.at(to.0, to.1)) {
                        (None, None) => true,
                        (Some(from), Some(to)) => *image[from].get_or_insert(to) == to,
                        _ => false,
                    }
                });
                if agrees {
                    found.insert((0..64).map(|square| image[square].unwrap_or(square)).collect());
                }
            }
        }
        found
    }

    #[test]
    fn the_symmetries_of_each_surface_are_those_that_brute_force_finds() {
        for gluing in Gluing::ALL {
            for size in ["3x3", "3x4", "4x3", "4x4", "3x5", "5x5", "6x4"] {
                let surface = surface(&format!("{size}@{}", gluing.name()));
                let mut symmetries: BTreeSet<Vec<usize>> = surface.symmetries().into_iter().collect();
                symmetries.insert((0..64).collect());
                assert_eq!(symmetries, by_brute_force(&surface), "{size} {gluing:?}");
            }
        }
        assert_eq!(surface("4x5@torus").symmetries().len(), 79);
        assert_eq!(surface("5x5@torus").symmetries().len(), 199);
    }

    #[test]
    fn symmetries_keep_holes() {
        assert_eq!(surface("#../...").symmetries().len(), 0);
        assert_eq!(surface("#..#/....").symmetries().len(), 1);
        let torus = surface("#.../..../....@torus");
        assert_eq!(torus.symmetries().len(), 3);
        assert!(torus.symmetries().iter().all(|image| image[0] == 0));
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |text: &str| Surface::<1>::read(text).unwrap_err().at;
        assert_eq!(fault("5x6@sphere"), 4..10);
        assert_eq!(fault("0x5@torus"), 0..3);
        assert_eq!(fault(".../..@torus"), 4..6);
    }
}
