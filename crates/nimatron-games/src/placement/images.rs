//! One of all positions that are alike by symmetry.
//!
//! To make all images of a set and to take the least would cost as much as all the rest. So each image has a weight, the
//! sum of random numbers of its squares, and all weights are found in one go through the set; only the image of the least
//! weight is made, or several if they weigh the same. What is chosen depends on the set of images alone.

use nimatron_rules::{Bits, Gluing, Grid, Surface};

use super::kinds::Kinds;

/// The symmetries of a game.
#[derive(Clone, Debug)]
pub(super) struct Images<const N: usize> {
    /// Where each square goes, the identity first.
    symmetries: Vec<Vec<u8>>,
    /// `weights[square * symmetries + i]` is the random number of the image of a square under symmetry `i`.
    weights: Vec<u64>,
    /// There if positions may be moved about as well.
    shifts: Option<Grid<N>>,
}

impl<const N: usize> Images<N> {
    /// The images under these symmetries and the identity.
    pub(super) fn new(surface: &Surface<N>, kinds: &Kinds, symmetries: Vec<Vec<usize>>) -> Self {
        let identity: Vec<usize> = (0..Bits::<N>::ROOM).collect();
        let all: Vec<Vec<u8>> = std::iter::once(identity)
            .chain(symmetries)
            .map(|image| image.iter().map(|&to| to as u8).collect())
            .collect();
        let weights = (0..Bits::<N>::ROOM)
            .flat_map(|square| all.iter().map(move |image| random(image[square].into())))
            .collect();
        // Lines that go on beyond older pieces depend on nothing but how squares lie to each other.
        let can_shift = surface.gluing() == Gluing::Plane
            && surface.holes().is_empty()
            && !kinds.is_blocked()
            && kinds.pieces().iter().all(|piece| piece.is_symmetric());
        Images { symmetries: all, weights, shifts: can_shift.then(|| *surface.grid()) }
    }

    /// The least of all images of a set.
    #[inline]
    pub(super) fn least(&self, free: Bits<N>) -> Bits<N> {
        match &self.shifts {
            Some(grid) => least_in_plane(grid, free),
            None => self.least_of_two([free, Bits::EMPTY])[0],
        }
    }

    /// The least of all images of two sets together.
    pub(super) fn least_of_two(&self, sets: [Bits<N>; 2]) -> [Bits<N>; 2] {
        let count = self.symmetries.len();
        let mut weights: smallvec::SmallVec<[u64; 8]> = smallvec::smallvec![0; count];
        for (set, factor) in sets.into_iter().zip([1u64, 3]) {
            for square in set {
                let row = &self.weights[square * count..][..count];
                for (weight, more) in weights.iter_mut().zip(row) {
                    *weight = weight.wrapping_add(more.wrapping_mul(factor));
                }
            }
        }
        let least = weights.iter().copied().min().unwrap_or(0);
        let lightest = (0..count).filter(|&i| weights[i] == least);
        let images = lightest.map(|i| sets.map(|set| self.image(i, set)));
        images.min().unwrap_or(sets)
    }

    fn image(&self, symmetry: usize, set: Bits<N>) -> Bits<N> {
        let image = &self.symmetries[symmetry];
        set.iter().map(|square| usize::from(image[square])).collect()
    }
}

/// A random number for a square (SplitMix64).
fn random(square: u64) -> u64 {
    let z = (square + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The least image of a set in the corner of a board, under shifts, reflections and, where it fits, transposition.
///
/// It is turned so that it lies rather at the top than at the bottom, rather left than right, and rather broad
/// than high: that is measured by odd moments about its middle. Where they don't tell, both ways are tried.
#[inline]
fn least_in_plane<const N: usize>(grid: &Grid<N>, free: Bits<N>) -> Bits<N> {
    let [set] = grid.to_corner([free]);
    let (rows, cols) = grid.extent(set);
    let (middle_row, middle_col) = (rows as i64 - 1, cols as i64 - 1);
    let (mut down, mut across) = (0i64, 0i64);
    for square in set {
        let (row, col) = grid.row_col(square);
        let (row, col) = (2 * row as i64 - middle_row, 2 * col as i64 - middle_col);
        down += row * (row * row + 5);
        across += col * (col * col + 5);
    }
    let (high, broad) = if N == 1 && grid.stride() == 8 { (8, 8) } else { (grid.rows(), grid.cols()) };
    let fits = rows <= broad && cols <= high;
    let can_turn = fits && rows >= cols;
    let must_turn = fits && (rows > cols || rows == cols && down.abs() > across.abs());
    let both = can_turn && !must_turn && rows == cols && down.abs() == across.abs();
    let mut best: Option<Bits<N>> = None;
    for flip in 0..4 {
        let (upside_down, mirrored) = (flip & 1 == 1, flip & 2 == 2);
        if down != 0 && upside_down != (down > 0) || across != 0 && mirrored != (across > 0) {
            continue;
        }
        for turn in [false, true] {
            if turn != must_turn && !both {
                continue;
            }
            let image: Bits<N> = set
                .iter()
                .map(|square| {
                    let (row, col) = grid.row_col(square);
                    let row = if upside_down { rows - 1 - row } else { row };
                    let col = if mirrored { cols - 1 - col } else { col };
                    if turn { grid.square(col, row) } else { grid.square(row, col) }
                })
                .collect();
            if best.is_none_or(|best| image < best) {
                best = Some(image);
            }
        }
    }
    best.unwrap_or(set)
}
