//! Knight's tours: paths that visit each square of a board once, and closed ones that return to their start.
//!
//! - [`knight_tour`]: a tour of any board, however large, or a proof that there is none;
//! - [`count_knight_tours`]: the number of tours, on small boards;
//! - [`closed_tour_is_impossible`]: Schwenk's theorem.
//!
//! ```
//! use nimatron_rules::Budget;
//! use nimatron_solve::tours::{Found, TourMethod, knight_tour};
//!
//! let Found::Tour(tour) = knight_tour(6, 6, true, TourMethod::Best, &Budget::unlimited())? else { panic!() };
//! assert!(tour.is_valid());
//! # Ok::<(), nimatron_solve::SolveError>(())
//! ```

mod frontier;
mod heuristic;
mod merging;
mod schwenk;

use nimatron_rules::{Budget, Exhausted, Meter};

use crate::SolveError;
use crate::graph::Graph;

pub use frontier::{count_tours, find_tour};
pub use heuristic::{closed_by_rotations, warnsdorff};
pub use schwenk::{Obstacle, closed_tour_is_impossible};

/// The method to look for a tour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TourMethod {
    /// The method that suits the board.
    Best,
    /// Always moves to the square with the fewest continuations, with look-ahead to break ties; then, for a
    /// closed tour, reverses parts of the path until its ends meet. It may fail although there is a tour.
    Warnsdorff,
    /// Joins tours of pieces of the board at their sides. For boards with at least five rows and columns.
    Pieces,
    /// Follows all partial tours at once, square by square: it finds a tour or proves that there is none.
    Exact,
}

/// A knight's tour of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tour {
    rows: usize,
    cols: usize,
    closed: bool,
    squares: Vec<u32>,
    method: TourMethod,
}

/// The result of the search for a tour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// A tour.
    Tour(Tour),
    /// Schwenk's theorem says that there is none.
    Impossible(Vec<Obstacle>),
    /// All possibilities were tried, and there is none.
    None,
    /// The method found none, which proves nothing.
    Failed,
}

impl Tour {
    /// The number of rows of the board.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns of the board.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Whether the first square can be reached from the last in one step.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// The method that found it.
    #[must_use]
    pub fn method(&self) -> TourMethod {
        self.method
    }

    /// The squares in the order in which they are visited, each as its row from the top and its column.
    pub fn squares(&self) -> impl ExactSizeIterator<Item = (usize, usize)> + '_ {
        self.squares.iter().map(|&square| (square as usize / self.cols, square as usize % self.cols))
    }

    /// Whether each square is visited once, each step is a knight's, and a closed tour closes.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.check(&mut Budget::unlimited().meter()).is_ok_and(|valid| valid)
    }

    /// The same, within a budget.
    fn check(&self, meter: &mut Meter) -> Result<bool, Exhausted> {
        let area = self.rows * self.cols;
        let mut seen = vec![false; area];
        if self.squares.len() != area {
            return Ok(false);
        }
        let mut before = None;
        for &square in &self.squares {
            meter.step()?;
            let is_step = before.is_none_or(|before| are_a_step_apart(self.cols, before, square));
            if square as usize >= area || std::mem::replace(&mut seen[square as usize], true) || !is_step {
                return Ok(false);
            }
            before = Some(square);
        }
        let closes = match (self.squares.first(), self.squares.last()) {
            (Some(&first), Some(&last)) => are_a_step_apart(self.cols, first, last),
            _ => false,
        };
        Ok(!self.closed || closes)
    }
}

/// Whether a knight can move from one square to another on a board with this number of columns.
fn are_a_step_apart(cols: usize, a: u32, b: u32) -> bool {
    let (a, b) = (a as usize, b as usize);
    let (down, across) = ((a / cols).abs_diff(b / cols), (a % cols).abs_diff(b % cols));
    down + across == 3 && down != 0 && across != 0
}

/// The squares that a knight reaches from a square.
fn steps(rows: usize, cols: usize, square: usize) -> impl Iterator<Item = usize> {
    const STEPS: [(isize, isize); 8] =
        [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];
    let (row, col) = (square / cols, square % cols);
    STEPS.into_iter().filter_map(move |(down, across)| {
        let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(across)?);
        (row < rows && col < cols).then_some(row * cols + col)
    })
}

/// The graph of a knight on a board, its squares numbered row by row.
fn knight_graph(rows: usize, cols: usize) -> Graph {
    let edges =
        (0..rows * cols).flat_map(|square| steps(rows, cols, square).map(move |other| (square, other)));
    Graph::new(rows * cols, edges)
}

/// The squares along the longer side of a board.
fn along(rows: usize, cols: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows * cols).collect();
    if rows < cols {
        order.sort_by_key(|square| (square % cols, square / cols));
    }
    order
}

/// Boards with fewer rows or columns have no room for pieces with their own tours.
const NARROW: usize = 5;

/// A knight's tour of a board, closed or open. A tour that is returned has been checked.
///
/// A board of up to 4 rows or columns is searched exactly. A larger one is made of pieces, and then there is
/// always an open tour, and a closed one unless both sides are odd.
///
/// # Panics
/// If the board has more than 2^32 squares.
pub fn knight_tour(
    rows: usize,
    cols: usize,
    closed: bool,
    method: TourMethod,
    budget: &Budget,
) -> Result<Found, SolveError> {
    let area =
        rows.checked_mul(cols).filter(|&area| u32::try_from(area).is_ok()).expect("squares have numbers");
    if closed {
        let obstacles = closed_tour_is_impossible(rows, cols);
        if !obstacles.is_empty() {
            return Ok(Found::Impossible(obstacles));
        }
    }
    let wanted = method;
    let method = match wanted {
        TourMethod::Best if rows.min(cols) < NARROW => TourMethod::Exact,
        TourMethod::Best => TourMethod::Pieces,
        method => method,
    };
    // A square takes about 24 bytes for its steps, and a graph about 100.
    budget.check_memory(area.saturating_mul(if method == TourMethod::Pieces { 24 } else { 100 }))?;
    // On narrow boards there are few closed tours and many open ones, so the heuristic is tried first.
    if method == TourMethod::Exact && wanted == TourMethod::Best && !closed {
        let found = knight_tour(rows, cols, closed, TourMethod::Warnsdorff, budget)?;
        if matches!(found, Found::Tour(_)) {
            return Ok(found);
        }
    }
    let squares = match method {
        TourMethod::Pieces | TourMethod::Best => merging::tour(rows, cols, closed, budget)?,
        TourMethod::Warnsdorff => {
            let graph = knight_graph(rows, cols);
            match closed {
                true => closed_by_rotations(&graph, 1, budget)?,
                false => warnsdorff(&graph, budget)?,
            }
        }
        TourMethod::Exact => {
            let graph = knight_graph(rows, cols);
            match find_tour(&graph, &along(rows, cols), closed, budget)? {
                None => return Ok(Found::None),
                tour => tour,
            }
        }
    };
    let Some(squares) = squares else { return Ok(Found::Failed) };
    // A board that is a single piece can't be divided.
    let method = if method == TourMethod::Pieces && merging::is_one_piece(rows, cols) {
        TourMethod::Warnsdorff
    } else {
        method
    };
    let squares = squares.into_iter().map(|square| square as u32).collect();
    let tour = Tour { rows, cols, closed, squares, method };
    assert!(tour.check(&mut budget.meter())?, "a tour that was found is one");
    Ok(Found::Tour(tour))
}

/// The number of knight's tours, each counted once, regardless of direction and start.
pub fn count_knight_tours(
    rows: usize,
    cols: usize,
    closed: bool,
    budget: &Budget,
) -> Result<u128, SolveError> {
    count_tours(&knight_graph(rows, cols), &along(rows, cols), closed, budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tours_that_are_none_are_not_valid() {
        let Ok(Found::Tour(tour)) = knight_tour(6, 6, true, TourMethod::Best, &Budget::unlimited()) else {
            panic!("there is one")
        };
        assert!(tour.is_valid());
        let mut broken = tour.clone();
        broken.squares.swap(3, 5);
        assert!(!broken.is_valid());
        let mut broken = tour.clone();
        broken.squares.pop();
        assert!(!broken.is_valid());
        let mut broken = tour.clone();
        broken.squares[7] = broken.squares[5];
        assert!(!broken.is_valid());
        let mut open = tour;
        open.squares.rotate_left(1);
        assert!(open.is_valid());
    }
}
