//! All arrangements of a given number of pieces on a board, each once up to the symmetries of the board.
//!
//! The sets of squares are made by *orderly generation* (Read, *Every one a winner*, 1978): sets of the same
//! size are ordered by their lowest squares first, and a set is kept if none of its images comes before it.
//! Removing the highest square of such a set gives another one, so only kept sets have to be extended, and no
//! set has to be remembered.

use crate::{Bits, Grid, Rules};

/// Positions that can be listed: a number of pieces, stones or covered squares on a board of some size.
pub trait Arranged: Rules {
    /// All positions with this number of pieces, in a fixed order. Of positions that are equal by the
    /// symmetries of the board, possibly with the players exchanged, only one is listed.
    fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = Self::Position> + '_>;

    /// The same position with the players exchanged, which has the negative value; `None` if that is not a
    /// position on this board.
    fn exchanged(&self, position: &Self::Position) -> Option<Self::Position>;
}

impl<const N: usize> Grid<N> {
    /// The sets of a given number of squares, one from each class of sets that are images of each other under
    /// the symmetries of the board.
    pub fn shapes(&self, count: u32) -> impl Iterator<Item = Bits<N>> + use<N> {
        Shapes {
            grid: *self,
            squares: self.squares().collect(),
            chosen: vec![Chosen { shape: Bits::EMPTY, next: 0 }],
            count: count as usize,
        }
    }

    /// The pairs of disjoint sets with a given total number of squares, one from each class of pairs that are
    /// images of each other under the symmetries of the board, with the two sets exchanged or not.
    pub fn two_coloured(&self, count: u32) -> impl Iterator<Item = [Bits<N>; 2]> + use<N> {
        let grid = *self;
        self.shapes(count).flat_map(move |shape| Colourings::new(grid, shape))
    }

    /// The images of a set under all symmetries of the board except the identity.
    fn others(&self, set: Bits<N>) -> impl Iterator<Item = Bits<N>> + use<N> {
        let grid = *self;
        (1..grid.symmetries()).map(move |symmetry| grid.image(symmetry, set))
    }
}

/// Iterates over the shapes, depth first.
struct Shapes<const N: usize> {
    grid: Grid<N>,
    squares: Vec<usize>,
    /// The shapes of 0, 1, 2, … squares on the path to the current one.
    chosen: Vec<Chosen<N>>,
    count: usize,
}

struct Chosen<const N: usize> {
    shape: Bits<N>,
    /// The next square to try, as an index.
    next: usize,
}

impl<const N: usize> Iterator for Shapes<N> {
    type Item = Bits<N>;

    fn next(&mut self) -> Option<Bits<N>> {
        loop {
            let size = self.chosen.len().checked_sub(1)?;
            let chosen = self.chosen.last_mut()?;
            if size == self.count {
                let shape = chosen.shape;
                self.chosen.pop();
                return Some(shape);
            }
            // Enough squares must be left.
            if chosen.next + (self.count - size) > self.squares.len() {
                self.chosen.pop();
                continue;
            }
            let shape = chosen.shape | Bits::square(self.squares[chosen.next]);
            chosen.next += 1;
            let next = chosen.next;
            if self.grid.others(shape).all(|image| !comes_before(image, shape)) {
                self.chosen.push(Chosen { shape, next });
            }
        }
    }
}

/// Whether the lowest square that only one of the two sets has is in the first. For sets of the same size,
/// this is the order of their squares as lists, lowest first.
#[inline]
fn comes_before<const N: usize>(a: Bits<N>, b: Bits<N>) -> bool {
    let lowest = (a ^ b).lowest();
    !(lowest & a).is_empty()
}

/// Iterates over the ways to split a shape in two.
struct Colourings<const N: usize> {
    grid: Grid<N>,
    shape: Bits<N>,
    /// The symmetries that leave the shape as it is.
    kept_by: Vec<usize>,
    next: Option<Bits<N>>,
}

impl<const N: usize> Colourings<N> {
    fn new(grid: Grid<N>, shape: Bits<N>) -> Self {
        let keeps = |symmetry: &usize| grid.image(*symmetry, shape) == shape;
        let kept_by = (1..grid.symmetries()).filter(keeps).collect();
        Colourings { grid, shape, kept_by, next: Some(Bits::EMPTY) }
    }

    /// Whether this is the least of all equivalent splits.
    fn is_least(&self, part: Bits<N>) -> bool {
        let mut images = self.kept_by.iter().map(|symmetry| self.grid.image(*symmetry, part));
        part <= self.shape ^ part && images.all(|image| part <= image && part <= self.shape ^ image)
    }
}

impl<const N: usize> Iterator for Colourings<N> {
    type Item = [Bits<N>; 2];

    fn next(&mut self) -> Option<[Bits<N>; 2]> {
        while let Some(part) = self.next {
            self.next = next_part(part, self.shape);
            if self.is_least(part) {
                return Some([self.shape ^ part, part]);
            }
        }
        None
    }
}

/// The next subset, in numerical order, or `None` after the last.
fn next_part<const N: usize>(part: Bits<N>, whole: Bits<N>) -> Option<Bits<N>> {
    // Adds one, where the squares outside of the set pass every carry on.
    let mut words = (part | !whole).words();
    for word in &mut words {
        let (sum, carry) = word.overflowing_add(1);
        *word = sum;
        if !carry {
            break;
        }
    }
    let next = Bits::from_words(words) & whole;
    (!next.is_empty()).then_some(next)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Every way to give each square one of `colours` colours, by brute force, and the number of classes by
    /// the lemma that is not Burnside's: the mean number of boards that a symmetry keeps.
    fn classes(rows: usize, cols: usize, pieces: u32, exchange: bool) -> usize {
        let squares = rows * cols;
        let colours: usize = if exchange { 3 } else { 2 };
        let mut symmetries: Vec<Vec<usize>> = Vec::new();
        for (turn, mirror, flip) in (0..8).map(|i| (i & 4 != 0, i & 1 != 0, i & 2 != 0)) {
            if turn && rows != cols {
                continue;
            }
            let image = |square: usize| {
                let (row, col) = (square / cols, square % cols);
                let (row, col) = if turn { (col, row) } else { (row, col) };
                let row = if flip { rows - 1 - row } else { row };
                row * cols + if mirror { cols - 1 - col } else { col }
            };
            symmetries.push((0..squares).map(image).collect());
        }
        let exchanges = if exchange { vec![[0, 1, 2], [0, 2, 1]] } else { vec![[0, 1, 2]] };
        let mut kept = 0;
        for mut code in 0..colours.pow(squares as u32) {
            let mut board = vec![0; squares];
            for square in &mut board {
                (*square, code) = (code % colours, code / colours);
            }
            if board.iter().filter(|colour| **colour != 0).count() != pieces as usize {
                continue;
            }
            for to in &symmetries {
                for colour in &exchanges {
                    kept += usize::from((0..squares).all(|s| colour[board[s]] == board[to[s]]));
                }
            }
        }
        kept / (symmetries.len() * exchanges.len())
    }

    fn every_class_comes_once<const N: usize>(rows: usize, cols: usize) {
        let grid = Grid::<N>::new(rows, cols).unwrap();
        for pieces in 0..=(rows * cols) as u32 {
            let shapes: Vec<_> = grid.shapes(pieces).collect();
            assert_eq!(shapes.len(), classes(rows, cols, pieces, false), "{rows}x{cols}, {pieces}");
            let least: HashSet<_> = shapes.iter().map(|shape| grid.least_on_board([*shape])).collect();
            assert_eq!(least.len(), shapes.len());
            let pairs: Vec<_> = grid.two_coloured(pieces).collect();
            assert_eq!(pairs.len(), classes(rows, cols, pieces, true), "{rows}x{cols}, {pieces}");
            let least = |[a, b]: [Bits<N>; 2]| grid.least_on_board([a, b]).min(grid.least_on_board([b, a]));
            let distinct: HashSet<_> = pairs.iter().map(|pair| least(*pair)).collect();
            assert_eq!(distinct.len(), pairs.len());
            assert!(pairs.iter().all(|[a, b]| (*a & *b).is_empty() && (*a | *b).count() == pieces));
        }
    }

    #[test]
    fn every_class_of_arrangements_comes_once() {
        for (rows, cols) in [(1, 1), (1, 5), (2, 2), (2, 4), (3, 2), (3, 3)] {
            every_class_comes_once::<1>(rows, cols);
            every_class_comes_once::<4>(rows, cols);
        }
        every_class_comes_once::<1>(10, 1);
    }

    #[test]
    fn large_boards_have_their_first_shapes_at_once() {
        let grid = Grid::<4>::new(16, 16).unwrap();
        assert_eq!(grid.shapes(1).count(), 36);
        assert_eq!(grid.shapes(256).count(), 1);
        assert_eq!(grid.two_coloured(200).take(1000).count(), 1000);
    }

    #[test]
    fn more_pieces_than_squares_have_no_arrangement() {
        assert_eq!(Grid::<1>::new(2, 2).unwrap().two_coloured(5).count(), 0);
    }
}
