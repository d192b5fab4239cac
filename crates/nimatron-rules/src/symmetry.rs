//! The symmetries of regions on a board: translation, the four of a rectangle, the eight of a
//! square.
//!
//! A region, one or several sets of squares that belong together, is first moved to the top left corner, then
//! mirrored and turned within its own bounding box. So the edges of the board don't matter: use these where
//! only the squares of the region do.

use std::hint::select_unpredictable;

use crate::{Bits, Grid};

impl<const N: usize> Grid<N> {
    /// The number of rows and columns, counted from the top left corner, that contain all squares of the set.
    #[inline]
    #[must_use]
    pub fn extent(&self, bits: Bits<N>) -> (usize, usize) {
        if self.is_bytes() {
            let word = bits.words()[0];
            return (8 - word.leading_zeros() as usize / 8, 8 - columns(word).leading_zeros() as usize);
        }
        if N == 1 {
            let rows = bits.last().map_or(0, |last| self.row(last) + 1);
            return (rows, self.union_of_rows(bits).last().map_or(0, |last| last + 1));
        }
        bits.iter()
            .map(|square| self.row_col(square))
            .fold((0, 0), |(rows, cols), (row, col)| (rows.max(row + 1), cols.max(col + 1)))
    }

    /// The sets moved together to the top left corner, so that they touch row 0 and column 0.
    #[inline]
    #[must_use]
    pub fn to_corner<const K: usize>(&self, sets: [Bits<N>; K]) -> [Bits<N>; K] {
        let union = sets.iter().fold(Bits::EMPTY, |union, &set| union | set);
        let Some(first) = union.first() else { return sets };
        let distance = if self.is_bytes() {
            // The first square's row, and the first column in use.
            (first & 0x38) + columns(union.words()[0]).trailing_zeros() as usize
        } else {
            let col = match N {
                1 => self.union_of_rows(union).first().unwrap_or(0),
                _ => union.iter().map(|square| square % self.stride()).min().unwrap_or(0),
            };
            self.row(first) * self.stride() + col
        };
        sets.map(|set| set.down(distance))
    }

    /// A region in the corner, turned by 180° within its extent.
    #[inline]
    #[must_use]
    pub fn half_turn(&self, bits: Bits<N>) -> Bits<N> {
        let extent = self.extent(bits);
        self.turned(bits, extent)
    }

    /// Turned by 180° within the extent.
    #[inline]
    fn turned(&self, bits: Bits<N>, extent: (usize, usize)) -> Bits<N> {
        let (rows, cols) = extent;
        if N == 1 && rows > 0 {
            // In any layout of one word, this reverses the order of all bits.
            let last = (rows - 1) * self.stride() + cols - 1;
            return bits.map(u64::reverse_bits).down(63 - last);
        }
        self.flipped(self.mirrored(bits, extent), extent)
    }

    /// All rows of a set combined in one word.
    #[inline]
    fn union_of_rows(&self, bits: Bits<N>) -> Bits<N> {
        let (mut union, mut rest) = (bits, bits.down(self.stride()));
        while !rest.is_empty() {
            union = union | rest;
            rest = rest.down(self.stride());
        }
        union & self.first_row()
    }

    /// The least of the four images of a region under the symmetries of a rectangle.
    #[inline]
    #[must_use]
    pub fn least_flip<const K: usize>(&self, sets: [Bits<N>; K]) -> [Bits<N>; K] {
        let sets = self.to_corner(sets);
        least(self.flips(sets, self.extent_of(sets)))
    }

    /// The least of the images of a region under the symmetries of a square, and whether it is one that
    /// exchanges rows with columns. Of a region and its transpose, only the broader one counts; if only one
    /// of them fits the layout, that one does.
    #[inline]
    #[must_use]
    pub fn least_image<const K: usize>(&self, sets: [Bits<N>; K]) -> ([Bits<N>; K], bool) {
        let (images, transposed, more) = self.images(sets);
        let best = least(images);
        match more.map(least) {
            Some(other) if less(&other, &best) => (other, true),
            _ => (best, transposed),
        }
    }

    /// The least image of some sets under the symmetries of the board itself: four, or eight if it is square.
    /// Nothing is moved to the corner, so this is for games in which the edges matter.
    #[inline]
    #[must_use]
    pub fn least_on_board<const K: usize>(&self, sets: [Bits<N>; K]) -> [Bits<N>; K] {
        let extent = (self.rows(), self.cols());
        let best = least(self.flips(sets, extent));
        if self.rows() != self.cols() {
            return best;
        }
        let turned = least(self.flips(sets.map(|set| self.transposed(set)), extent));
        if less(&turned, &best) { turned } else { best }
    }

    /// The symmetries of the board itself except the identity: for each, where the squares go. Squares that
    /// are not on the board stay.
    #[must_use]
    pub fn board_symmetries(&self) -> Vec<Vec<usize>> {
        let image_of = |symmetry: usize, square: usize| match Bits::square(square) & self.all() {
            on_board if on_board.is_empty() => square,
            on_board => self.image(symmetry, on_board).first().unwrap_or(square),
        };
        let symmetries = 1..self.symmetries();
        symmetries.map(|symmetry| (0..64 * N).map(|square| image_of(symmetry, square)).collect()).collect()
    }

    /// The number of symmetries of the board itself: four, or eight if it is square.
    pub(crate) fn symmetries(&self) -> usize {
        if self.rows() == self.cols() { 8 } else { 4 }
    }

    /// The image of a set under a symmetry of the board. The first is the identity.
    #[inline]
    pub(crate) fn image(&self, symmetry: usize, bits: Bits<N>) -> Bits<N> {
        let extent = (self.rows(), self.cols());
        let bits = if symmetry & 4 != 0 { self.transposed(bits) } else { bits };
        let bits = if symmetry & 2 != 0 { self.flipped(bits, extent) } else { bits };
        if symmetry & 1 != 0 { self.mirrored(bits, extent) } else { bits }
    }

    /// Exchanges rows and columns of a square board; `None` if the board is not square.
    #[must_use]
    pub fn transposed_board(&self, bits: Bits<N>) -> Option<Bits<N>> {
        (self.rows() == self.cols()).then(|| self.transposed(bits))
    }

    /// The least image, as by [`Grid::least_image`], of two sets in this order or exchanged, and
    /// whether they are exchanged.
    #[inline]
    #[must_use]
    pub fn least_image_of_pair(&self, pair: [Bits<N>; 2]) -> ([Bits<N>; 2], bool) {
        let (images, _, more) = self.images(pair);
        let mut best = least(images);
        let mut exchanged = least(images.map(|[a, b]| [b, a]));
        if let Some(more) = more {
            best = least([best, least(more)]);
            exchanged = least([exchanged, least(more.map(|[a, b]| [b, a]))]);
        }
        if less(&exchanged, &best) { (exchanged, true) } else { (best, false) }
    }

    /// The images of a region under the symmetries of a square, as in [`Grid::least_image`]: four images,
    /// whether these exchange rows and columns, and, if the bounding box is square, the four images that do.
    #[inline]
    fn images<const K: usize>(&self, sets: [Bits<N>; K]) -> (Images<N, K>, bool, Option<Images<N, K>>) {
        let sets = self.to_corner(sets);
        let (rows, cols) = self.extent_of(sets);
        let (most_rows, most_cols) = self.layout();
        let fits = cols <= most_rows && rows <= most_cols;
        let turn = fits && rows > cols;
        if self.is_bytes() {
            // Whether a region is tall or broad is unpredictable, so a selection is cheaper than a branch.
            let turned = sets.map(|set| self.transposed(set));
            let broad: [_; K] = std::array::from_fn(|i| select_unpredictable(turn, turned[i], sets[i]));
            let extent = (rows.min(cols), rows.max(cols));
            return (self.flips(broad, extent), turn, (rows == cols).then(|| self.flips(turned, extent)));
        }
        let turned = || self.flips(sets.map(|set| self.transposed(set)), (cols, rows));
        if turn {
            return (turned(), true, None);
        }
        (self.flips(sets, (rows, cols)), false, (fits && rows == cols).then(turned))
    }

    /// The four images of a region in the corner.
    #[inline]
    fn flips<const K: usize>(&self, sets: [Bits<N>; K], extent: (usize, usize)) -> Images<N, K> {
        let flip = |sets: [Bits<N>; K]| sets.map(|set| self.flipped(set, extent));
        if N == 1 && !self.is_bytes() {
            let turned = sets.map(|set| self.turned(set, extent));
            return [sets, flip(turned), flip(sets), turned];
        }
        let mirrored = sets.map(|set| self.mirrored(set, extent));
        [sets, mirrored, flip(sets), flip(mirrored)]
    }

    #[inline]
    fn extent_of<const K: usize>(&self, sets: [Bits<N>; K]) -> (usize, usize) {
        self.extent(sets.into_iter().fold(Bits::EMPTY, |union, set| union | set))
    }

    /// Left and right exchanged within the extent.
    #[inline]
    fn mirrored(&self, bits: Bits<N>, (_, cols): (usize, usize)) -> Bits<N> {
        if self.is_bytes() {
            return bits.map(mirror_bytes).down(8 - cols);
        }
        self.moved(bits, |row, col| (row, cols - 1 - col))
    }

    /// Top and bottom exchanged within the extent.
    #[inline]
    fn flipped(&self, bits: Bits<N>, (rows, _): (usize, usize)) -> Bits<N> {
        if self.is_bytes() {
            return bits.map(u64::swap_bytes).down(64 - 8 * rows);
        }
        if N == 1 {
            let row = |row: usize| bits.down(row * self.stride()) & self.first_row();
            return (0..rows).fold(Bits::EMPTY, |flipped, i| flipped.up(self.stride()) | row(i));
        }
        self.moved(bits, |row, col| (rows - 1 - row, col))
    }

    /// Rows and columns exchanged. The image must fit the layout.
    #[inline]
    fn transposed(&self, bits: Bits<N>) -> Bits<N> {
        if self.is_bytes() {
            return bits.map(transpose_bytes);
        }
        self.moved(bits, |row, col| (col, row))
    }

    /// Every square mapped by a function of row and column: the plain method for all layouts.
    fn moved(&self, bits: Bits<N>, to: impl Fn(usize, usize) -> (usize, usize)) -> Bits<N> {
        bits.iter()
            .map(|square| {
                let (row, col) = self.row_col(square);
                let (row, col) = to(row, col);
                self.square(row, col)
            })
            .collect()
    }
}

/// The four images of some sets under the symmetries of a rectangle.
type Images<const N: usize, const K: usize> = [[Bits<N>; K]; 4];

/// The least of some lists of sets.
#[inline]
fn least<const N: usize, const K: usize, const M: usize>(lists: [[Bits<N>; K]; M]) -> [Bits<N>; K] {
    let mut best = lists[0];
    for list in &lists[1..] {
        let better = less(list, &best);
        best = std::array::from_fn(|i| select_unpredictable(better, list[i], best[i]));
    }
    best
}

/// Whether a list of sets comes before another.
#[inline]
fn less<const N: usize, const K: usize>(a: &[Bits<N>; K], b: &[Bits<N>; K]) -> bool {
    for i in 0..K {
        if a[i] != b[i] {
            return a[i] < b[i];
        }
    }
    false
}

/// Which columns are in use, where a row is a byte.
#[inline]
const fn columns(word: u64) -> u8 {
    let word = word | (word >> 32);
    let word = word | (word >> 16);
    (word | (word >> 8)) as u8
}

/// The bits of each byte reversed.
#[inline]
const fn mirror_bytes(word: u64) -> u64 {
    const ONES: u64 = 0x5555_5555_5555_5555;
    const TWOS: u64 = 0x3333_3333_3333_3333;
    const FOURS: u64 = 0x0f0f_0f0f_0f0f_0f0f;
    let word = ((word >> 1) & ONES) | ((word & ONES) << 1);
    let word = ((word >> 2) & TWOS) | ((word & TWOS) << 2);
    ((word >> 4) & FOURS) | ((word & FOURS) << 4)
}

/// The 8x8 matrix of bits transposed, by three exchanges of blocks (Warren, *Hacker's Delight*,
/// 7-3).
#[inline]
const fn transpose_bytes(word: u64) -> u64 {
    let swap = (word ^ (word >> 7)) & 0x00aa_00aa_00aa_00aa;
    let word = word ^ swap ^ (swap << 7);
    let swap = (word ^ (word >> 14)) & 0x0000_cccc_0000_cccc;
    let word = word ^ swap ^ (swap << 14);
    let swap = (word ^ (word >> 28)) & 0x0000_0000_f0f0_f0f0;
    word ^ swap ^ (swap << 28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_symmetries_of_a_board_are_those_of_its_least_images() {
        for (rows, cols) in [(1, 1), (2, 3), (3, 3), (8, 8), (4, 16)] {
            let grid = Grid::<1>::new(rows, cols).unwrap();
            let symmetries = grid.board_symmetries();
            assert_eq!(symmetries.len(), if rows == cols { 7 } else { 3 });
            let squares: Vec<_> = grid.squares().collect();
            let some: Bits<1> = squares.iter().copied().filter(|square| square * 7 % 5 < 2).collect();
            for symmetry in &symmetries {
                let image: Bits<1> = some.iter().map(|square| symmetry[square]).collect();
                assert_eq!(grid.least_on_board([image]), grid.least_on_board([some]));
            }
        }
    }

    /// Calls a test with many regions of up to `rows` x `cols`, as lists of rows and columns.
    fn regions(rows: usize, cols: usize, mut test: impl FnMut(&[(usize, usize)])) {
        let mut state = 7u64;
        for _ in 0..300 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let thinner = state.rotate_left(21) | state.rotate_left(40);
            let region: Vec<_> = (0..rows * cols)
                .filter(|i| (state & thinner) >> (i % 61) & 1 == 1)
                .map(|i| (i / cols, i % cols))
                .collect();
            test(&region);
        }
    }

    fn set<const N: usize>(grid: &Grid<N>, region: &[(usize, usize)]) -> Bits<N> {
        region.iter().map(|&(row, col)| grid.square(row, col)).collect()
    }

    fn places<const N: usize>(grid: &Grid<N>, bits: Bits<N>) -> Vec<(usize, usize)> {
        bits.iter().map(|square| grid.row_col(square)).collect()
    }

    #[test]
    fn byte_tricks_agree_with_the_plain_way() {
        // 8x8 in four words has the same numbers for the same squares, but uses the plain method.
        let (fast, plain) = (Grid::<1>::new(5, 6).unwrap(), Grid::<4>::new(8, 8).unwrap());
        regions(6, 6, |region| {
            let (a, b) = (set(&fast, region), set(&plain, region));
            assert_eq!(fast.extent(a), plain.extent(b));
            let ([x], [y]) = (fast.to_corner([a]), plain.to_corner([b]));
            assert_eq!(places(&fast, x), places(&plain, y));
            assert_eq!(places(&fast, fast.least_flip([a])[0]), places(&plain, plain.least_flip([b])[0]));
            let (([x], turned), ([y], also)) = (fast.least_image([a]), plain.least_image([b]));
            assert_eq!((places(&fast, x), turned), (places(&plain, y), also));
            let rest = |bits: Bits<1>| bits & fast.north(bits);
            let rest4 = |bits: Bits<4>| bits & plain.north(bits);
            let (x, swapped) = fast.least_image_of_pair([a, rest(a)]);
            let (y, also) = plain.least_image_of_pair([b, rest4(b)]);
            assert_eq!((x.map(|s| places(&fast, s)), swapped), (y.map(|s| places(&plain, s)), also));
        });
    }

    #[test]
    fn one_word_of_any_layout_agrees_with_the_plain_way() {
        for (rows, cols) in [(4, 9), (5, 12), (16, 4), (3, 20), (9, 7), (1, 64), (64, 1), (2, 32)] {
            let (fast, plain) = (Grid::<1>::new(rows, cols).unwrap(), Grid::<4>::new(rows, cols).unwrap());
            regions(rows, cols, |region| {
                let (a, b) = (set(&fast, region), set(&plain, region));
                let ([a], [b]) = (fast.to_corner([a]), plain.to_corner([b]));
                assert_eq!(places(&fast, a), places(&plain, b));
                assert_eq!(fast.extent(a), plain.extent(b));
                assert_eq!(places(&fast, fast.half_turn(a)), places(&plain, plain.half_turn(b)));
                assert_eq!(places(&fast, fast.least_flip([a])[0]), places(&plain, plain.least_flip([b])[0]));
                let (([x], turned), ([y], also)) = (fast.least_image([a]), plain.least_image([b]));
                assert_eq!((places(&fast, x), turned), (places(&plain, y), also));
                let full = fast.least_on_board([a]);
                assert_eq!(places(&fast, full[0]), places(&plain, plain.least_on_board([b])[0]));
            });
        }
    }

    fn images_have_one_representative<const N: usize>(rows: usize, cols: usize) {
        let grid = Grid::<N>::new(rows, cols).unwrap();
        let side = rows.min(cols);
        regions(side, side, |region| {
            let shape = set(&grid, region);
            let (least, turned) = grid.least_image([shape]);
            let other: Vec<_> = region.iter().map(|&(row, col)| (col, side - 1 - row)).collect();
            let (also, turned_also) = grid.least_image([set(&grid, &other)]);
            assert_eq!(least, also);
            let itself = grid.least_image(least).0;
            assert_eq!(least, itself);
            // A quarter turn exchanges rows and columns, unless the shape is its own image.
            assert!(turned != turned_also || grid.least_image([grid.transposed(least[0])]).0 == least);
            let upside_down: Vec<_> = region.iter().map(|&(row, col)| (side - 1 - row, col)).collect();
            assert_eq!(grid.least_flip([shape]), grid.least_flip([set(&grid, &upside_down)]));
        });
    }

    #[test]
    fn all_images_of_a_region_have_one_least_image() {
        images_have_one_representative::<1>(5, 6);
        images_have_one_representative::<1>(8, 8);
        images_have_one_representative::<1>(4, 16);
        images_have_one_representative::<4>(10, 12);
        images_have_one_representative::<4>(7, 30);
    }

    #[test]
    fn all_images_of_a_board_have_one_least_image() {
        let grid = Grid::<1>::new(5, 5).unwrap();
        let plain = Grid::<4>::new(9, 9).unwrap();
        regions(5, 5, |region| {
            let turned: Vec<_> = region.iter().map(|&(row, col)| (col, 4 - row)).collect();
            assert_eq!(grid.least_on_board([set(&grid, region)]), grid.least_on_board([set(&grid, &turned)]));
            let turned: Vec<_> = region.iter().map(|&(row, col)| (8 - col, row)).collect();
            assert_eq!(
                plain.least_on_board([set(&plain, region)]),
                plain.least_on_board([set(&plain, &turned)])
            );
        });
        // A region is not moved, so its image differs from that of the same region elsewhere on the board.
        assert_ne!(grid.least_on_board([Bits::square(0)]), grid.least_on_board([Bits::square(9)]));
    }

    #[test]
    fn a_region_too_long_to_turn_stays() {
        let grid = Grid::<1>::new(4, 16).unwrap();
        let row: Bits<1> = (0..9).collect();
        assert_eq!(grid.least_image([row]), ([row], false));
        let tall = Grid::<1>::new(16, 4).unwrap();
        let column: Bits<1> = (0..9).map(|row| 4 * row).collect();
        assert_eq!(tall.least_image([column]), ([column], false));
    }

    #[test]
    fn the_empty_region_is_its_own_image() {
        let grid = Grid::<1>::new(3, 3).unwrap();
        assert_eq!(grid.least_image([Bits::EMPTY]), ([Bits::EMPTY], false));
        let grid = Grid::<4>::new(3, 3).unwrap();
        assert_eq!(grid.least_flip([Bits::EMPTY]), [Bits::EMPTY]);
    }
}
