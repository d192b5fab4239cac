//! Tours of large boards, made of pieces, in time that grows with the number of squares.
//!
//! Parberry (*An efficient algorithm for the Knight's tour problem*, Discrete Applied Mathematics 73, 1997)
//! divides a board into quarters with their own closed tours and joins these where they meet. It works for
//! squares of even size, and boards one or two columns longer than that. Here a board is divided into pieces
//! of 5 to 11 rows and columns at once, as Lin and Wei do (Discrete Applied Mathematics 146, 2005), and
//! neighbours are joined along their sides:
//!
//! ```text
//!   a ─ b        a   b         where a b is a step of one closed tour, c d one of the other, and
//!           ──►  │   │         a c and b d are a knight's steps apart: two closed tours become one
//!   c ─ d        c   d
//! ```
//!
//! So any board with at least five rows and columns has a tour. If both are odd, the first piece has an open
//! tour, as no closed one exists, and all others have closed ones, by which it is extended.

use std::collections::HashMap;

use nimatron_rules::{Budget, Exhausted};

use super::frontier::find_tour;
use super::heuristic::{closed_by_rotations, walk_or_rotate};
use super::{along, are_a_step_apart, knight_graph, steps};
use crate::SolveError;

/// Not a square.
const NOWHERE: u32 = u32::MAX;

/// The tours of pieces of each size.
type Pieces = HashMap<(usize, usize), Vec<usize>>;

/// A closed or an open tour. `None` if no pieces were found that can be joined.
pub(super) fn tour(
    rows: usize,
    cols: usize,
    closed: bool,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, SolveError> {
    let is_odd = rows % 2 == 1 && cols % 2 == 1;
    if rows.min(cols) < super::NARROW || closed && is_odd {
        return Ok(None);
    }
    /// The first choices of tours for the pieces can nearly always be joined.
    const CHOICES: u64 = 100;
    for choice in 1..=CHOICES {
        let mut board = Board { rows, cols, ends: vec![[NOWHERE; 2]; rows * cols], pieces: Pieces::new() };
        if board.join_all(choice, budget)? {
            return Ok(Some(board.walk(budget)?));
        }
    }
    Ok(None)
}

/// Whether a board is not divided at all.
pub(super) fn is_one_piece(rows: usize, cols: usize) -> bool {
    cut(rows).len() == 1 && cut(cols).len() == 1
}

/// Divides a side into lengths of 6, 8 and 10, the first of which may be odd, up to 11. Short sides stay
/// whole.
fn cut(side: usize) -> Vec<usize> {
    let first = match side {
        0..=11 => return vec![side],
        _ => match side % 6 {
            0 => 6,
            1 => 7,
            2 => 8,
            3 => 9,
            4 => 10,
            _ => 11,
        },
    };
    let mut parts = vec![first];
    parts.extend(std::iter::repeat_n(6, (side - first) / 6));
    parts
}

struct Board {
    rows: usize,
    cols: usize,
    /// The squares before and after each, in no order.
    ends: Vec<[u32; 2]>,
    pieces: Pieces,
}

impl Board {
    /// Lays the pieces one after the other, row by row, and joins each with its neighbour. Returns whether
    /// all could be joined.
    fn join_all(&mut self, choice: u64, budget: &Budget) -> Result<bool, SolveError> {
        let mut meter = budget.meter();
        let mut top = 0;
        for height in cut(self.rows) {
            let mut left = 0;
            for width in cut(self.cols) {
                meter.tick()?;
                if !self.lay((top, left), (height, width), choice, budget)? {
                    return Ok(false);
                }
                let joined = (top, left) == (0, 0) || self.join((top, left), (height, width));
                if !joined {
                    return Ok(false);
                }
                left += width;
            }
            top += height;
        }
        Ok(true)
    }

    /// Puts the tour of a piece on the board.
    fn lay(
        &mut self,
        (top, left): (usize, usize),
        size: (usize, usize),
        choice: u64,
        budget: &Budget,
    ) -> Result<bool, SolveError> {
        let tour = match self.pieces.get(&size) {
            Some(tour) => tour,
            None => match piece(size, choice, budget)? {
                Some(tour) => self.pieces.entry(size).or_insert(tour),
                None => return Ok(false),
            },
        };
        let (height, width) = size;
        let place = |square: usize| ((top + square / width) * self.cols + left + square % width) as u32;
        let is_open = height % 2 == 1 && width % 2 == 1;
        for (i, &square) in tour.iter().enumerate() {
            let before = if i == 0 { tour.len() - 1 } else { i - 1 };
            let after = if i + 1 == tour.len() { 0 } else { i + 1 };
            let before = if is_open && i == 0 { NOWHERE } else { place(tour[before]) };
            let after = if is_open && after == 0 { NOWHERE } else { place(tour[after]) };
            self.ends[place(square) as usize] = [before, after];
        }
        Ok(true)
    }

    /// Joins the piece with the one to its left or, in the first column, with the one above. Returns whether
    /// there were two steps that could be exchanged.
    fn join(&mut self, (top, left): (usize, usize), (height, width): (usize, usize)) -> bool {
        // The squares from which a knight leaves the piece on that side.
        let (high, wide) = if left > 0 { (height, width.min(2)) } else { (height.min(2), width) };
        for row in top..top + high {
            for col in left..left + wide {
                let c = row * self.cols + col;
                for d in self.ends[c] {
                    if d != NOWHERE && self.exchange(c as u32, d, (top, left)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Exchanges the step from `c` to `d` and some step from `a` to `b` of the part laid before for those from `a` to
    /// `c` and from `b` to `d`.
    fn exchange(&mut self, c: u32, d: u32, (top, left): (usize, usize)) -> bool {
        let is_before = |square: usize| {
            let (row, col) = (square / self.cols, square % self.cols);
            if left > 0 { row >= top && col < left } else { row < top }
        };
        // A step back into the piece does not belong to the part laid before.
        let found = steps(self.rows, self.cols, c as usize).filter(|&a| is_before(a)).find_map(|a| {
            let fits = |&b: &u32| {
                b != NOWHERE && is_before(b as usize) && b != d && are_a_step_apart(self.cols, b, d)
            };
            self.ends[a].into_iter().find(fits).map(|b| (a as u32, b))
        });
        let Some((a, b)) = found.filter(|&(a, _)| self.ends[a as usize] != [NOWHERE; 2]) else {
            return false;
        };
        for (square, old, new) in [(a, b, c), (b, a, d), (c, d, a), (d, c, b)] {
            let ends = &mut self.ends[square as usize];
            let at = usize::from(ends[0] != old);
            ends[at] = new;
        }
        true
    }

    /// The squares in order, starting from an end if there is one.
    fn walk(&self, budget: &Budget) -> Result<Vec<usize>, Exhausted> {
        let mut meter = budget.meter();
        let end = self.ends.iter().position(|ends| ends.contains(&NOWHERE));
        let start = end.unwrap_or(0);
        let (mut before, mut at) = (NOWHERE, start as u32);
        let mut squares = Vec::with_capacity(self.ends.len());
        while at != NOWHERE && squares.len() < self.ends.len() {
            meter.step()?;
            squares.push(at as usize);
            let [one, other] = self.ends[at as usize];
            (before, at) = (at, if one == before { other } else { one });
        }
        Ok(squares)
    }
}

/// A tour of a piece: closed, or open if both its sides are odd.
fn piece(
    (height, width): (usize, usize),
    choice: u64,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, SolveError> {
    let graph = knight_graph(height, width);
    let is_open = height % 2 == 1 && width % 2 == 1;
    /// Seeds differ a lot in their success, and trying the next one is quick.
    const SEEDS: u64 = 50;
    for seed in choice * SEEDS..(choice + 1) * SEEDS {
        let found: Result<Option<Vec<usize>>, Exhausted> = match is_open {
            true => walk_or_rotate(&graph, seed, budget).map(Some),
            false => closed_by_rotations(&graph, seed, budget),
        };
        if let Some(tour) = found?.filter(|tour| tour.len() == graph.vertices()) {
            return Ok(Some(tour));
        }
    }
    // Few have one, but 5x5 to 5x8 are small.
    if height * width <= 40 {
        return find_tour(&graph, &along(height, width), !is_open, budget);
    }
    Ok(None)
}
