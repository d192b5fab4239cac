//! Code for games that cover a board with L-trominoes. The set is always that of the free squares.

use crate::{Bits, Grid, Parts};

/// The places of one of the four kinds of L-trominoes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trominoes<const N: usize> {
    /// The upper left squares of the blocks of 2x2 in which one fits.
    pub blocks: Bits<N>,
    /// Its squares, relative to that square: an upper or lower arm, the corner, a left or right arm.
    pub squares: [usize; 3],
}

impl<const N: usize> Grid<N> {
    /// All L-trominoes that fit: three squares of a block of 2x2.
    ///
    /// ```text
    /// o o    o o    o .    . o
    /// o .    . o    o o    o o
    /// ```
    #[inline]
    #[must_use]
    pub fn trominoes(&self, free: Bits<N>) -> [Trominoes<N>; 4] {
        let below = self.stride();
        let (here, right) = (free, self.west(free));
        let (low, low_right) = (self.north(here), self.north(right));
        let (upper, lower) = (here & right, low & low_right);
        [
            Trominoes { blocks: upper & low, squares: [below, 0, 1] },
            Trominoes { blocks: upper & low_right, squares: [below + 1, 1, 0] },
            Trominoes { blocks: lower & here, squares: [0, below, below + 1] },
            Trominoes { blocks: lower & right, squares: [1, below + 1, below] },
        ]
    }

    /// The sets of squares that are connected by trominoes, each moved to the corner. Squares that no tromino
    /// can cover are in no set.
    #[inline]
    #[must_use]
    pub fn tromino_parts(&self, free: Bits<N>) -> Parts<Bits<N>> {
        // A tromino is two pairs of neighbours, and a pair with a third square at its side is in a tromino.
        let beside = self.north(free) | self.south(free);
        let lying = free & self.west(free) & (beside | self.west(beside));
        let beside = self.east(free) | self.west(free);
        let upright = free & self.north(free) & (beside | self.north(beside));
        let mut rest = lying | self.east(lying) | upright | self.south(upright);
        let mut parts = Parts::new();
        while !rest.is_empty() {
            let mut part = rest.lowest();
            loop {
                let row = part | self.east(part & lying) | (self.west(part) & lying);
                let more = row | self.south(row & upright) | (self.north(row) & upright);
                if more == part {
                    break;
                }
                part = more;
            }
            rest = rest ^ part;
            let [part] = self.to_corner([part]);
            parts.push(part);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All trominoes, square by square.
    fn plain<const N: usize>(grid: &Grid<N>, free: Bits<N>) -> Vec<Bits<N>> {
        let mut found = Vec::new();
        for row in 1..grid.rows() {
            for col in 1..grid.cols() {
                let block = [(row - 1, col - 1), (row - 1, col), (row, col - 1), (row, col)]
                    .map(|(r, c)| grid.square(r, c));
                for left_out in 0..4 {
                    let three = (0..4).filter(|i| *i != left_out).map(|i| block[i]);
                    let tromino: Bits<N> = three.collect();
                    if tromino.without(free).is_empty() {
                        found.push(tromino);
                    }
                }
            }
        }
        found.sort();
        found
    }

    fn trominoes_are_right<const N: usize>(rows: usize, cols: usize) {
        let grid = Grid::<N>::new(rows, cols).unwrap();
        let mut state = 5u64;
        for _ in 0..200 {
            let mut free = Bits::EMPTY;
            for square in grid.squares() {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                if state >> 60 < 9 {
                    free.insert(square);
                }
            }
            let mut found = Vec::new();
            for kind in grid.trominoes(free) {
                found.extend(kind.blocks.iter().map(|block| kind.squares.map(|square| block + square)));
            }
            let mut found: Vec<Bits<N>> =
                found.into_iter().map(|three| three.into_iter().collect()).collect();
            found.sort();
            let all = plain(&grid, free);
            assert_eq!(found, all);
            // Parts: trominoes that share a square are together, and no others.
            let mut groups: Vec<Bits<N>> = Vec::new();
            for tromino in all {
                let (touched, mut rest): (Vec<_>, Vec<_>) =
                    groups.into_iter().partition(|group: &Bits<N>| !(*group & tromino).is_empty());
                rest.push(touched.into_iter().fold(tromino, |union, group| union | group));
                groups = rest;
            }
            let mut groups: Vec<_> = groups.into_iter().map(|group| grid.to_corner([group])[0]).collect();
            let mut parts = grid.tromino_parts(free).to_vec();
            groups.sort();
            parts.sort();
            assert_eq!(parts, groups);
        }
    }

    #[test]
    fn trominoes_and_their_parts_are_those_of_the_definition() {
        trominoes_are_right::<1>(5, 6);
        trominoes_are_right::<1>(4, 16);
        trominoes_are_right::<4>(7, 9);
        trominoes_are_right::<1>(1, 9);
    }
}
