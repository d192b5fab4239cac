//! One representative of all positions that are equal up to symmetry.
//!
//! Making all images of a set and taking the least would cost as much as everything else together. Instead
//! each image has a weight, the sum of random numbers of its squares, and all weights are found in one pass
//! over the set. Only the image with the least weight is made, or several if their weights are equal. In the
//! plane, where sets can also be moved to the corner, odd moments about the middle of the set single out an
//! image. The choice depends only on the set of images.

use std::marker::PhantomData;

use nimatron_rules::{Bits, Gluing, Grid, Surface};

use smallvec::{SmallVec, smallvec};

use super::kinds::Kinds;

/// The symmetries of a game.
#[derive(Clone, Debug)]
pub(super) struct Images<const N: usize> {
    /// Where each square goes, the identity first.
    symmetries: Vec<Vec<u16>>,
    /// `weights[square * symmetries + i]` is the random number of the image of a square under symmetry `i`.
    weights: Vec<u64>,
    /// Present if positions may be translated, too.
    plane: Option<Plane>,
    words: PhantomData<Bits<N>>,
}

impl<const N: usize> Images<N> {
    /// The images under these symmetries and the identity.
    pub(super) fn new(surface: &Surface<N>, kinds: &Kinds, symmetries: Vec<Vec<usize>>) -> Self {
        let identity: Vec<usize> = (0..Bits::<N>::ROOM).collect();
        let all: Vec<Vec<u16>> = std::iter::once(identity)
            .chain(symmetries)
            .map(|image| image.iter().map(|&to| to as u16).collect())
            .collect();
        let weights = (0..Bits::<N>::ROOM)
            .flat_map(|square| all.iter().map(move |image| random(image[square].into())))
            .collect();
        // X-ray lines depend only on the relative position of squares.
        let can_shift = surface.gluing() == Gluing::Plane
            && surface.holes().is_empty()
            && !kinds.is_blocked()
            && kinds.pieces().iter().all(|piece| piece.is_symmetric());
        let plane = can_shift.then(|| Plane::new(surface.grid()));
        Images { symmetries: all, weights, plane, words: PhantomData }
    }

    /// The least of all images of a set.
    #[inline]
    pub(super) fn least(&self, free: Bits<N>) -> Bits<N> {
        match &self.plane {
            Some(plane) => plane.least(free),
            None => self.least_of_two([free, Bits::EMPTY])[0],
        }
    }

    /// The least of all images of two sets together.
    pub(super) fn least_of_two(&self, sets: [Bits<N>; 2]) -> [Bits<N>; 2] {
        let count = self.symmetries.len();
        let mut weights: SmallVec<[u64; 8]> = smallvec![0; count];
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

/// A board on which positions may be translated.
#[derive(Clone, Debug)]
struct Plane {
    /// The row and the column of each square.
    places: Vec<(u16, u16)>,
    /// The distance from a square to the one below it.
    stride: i32,
    /// The number of rows and columns: a transposed set must stay within them, because there are no attacks
    /// from elsewhere.
    room: (i32, i32),
}

impl Plane {
    fn new<const N: usize>(grid: &Grid<N>) -> Self {
        let place = |square: usize| {
            let (row, col) = grid.row_col(square);
            (row as u16, col as u16)
        };
        let room = (grid.rows() as i32, grid.cols() as i32);
        Plane { places: (0..Bits::<N>::ROOM).map(place).collect(), stride: grid.stride() as i32, room }
    }

    /// The least image of a set in the corner of the board, under shifts, reflections and, if it fits,
    /// transposition.
    ///
    /// The set is turned so that it lies towards the top, towards the left, and is rather broad than high,
    /// measured by odd moments about its middle. If they don't decide, both possibilities are tried.
    #[inline]
    fn least<const N: usize>(&self, set: Bits<N>) -> Bits<N> {
        // 1. The rows and columns, and their extent.
        let mut places: SmallVec<[(u16, u16); 64]> = SmallVec::new();
        let (mut left, mut right) = (u16::MAX, 0);
        for square in set {
            let place = self.places[square];
            places.push(place);
            left = left.min(place.1);
            right = right.max(place.1);
        }
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return set };
        let (top, bottom) = (i32::from(first.0), i32::from(last.0));
        let (left, right) = (i32::from(left), i32::from(right));
        // 2. The moments.
        let (mut down, mut across) = (0i64, 0i64);
        for &(row, col) in &places {
            let (row, col) = (2 * i32::from(row) - top - bottom, 2 * i32::from(col) - left - right);
            down += i64::from(row) * i64::from(row * row + 5);
            across += i64::from(col) * i64::from(col * col + 5);
        }
        // 3. The remaining images.
        let (rows, cols) = (bottom - top + 1, right - left + 1);
        let fits = rows <= self.room.1 && cols <= self.room.0;
        let must_turn = fits && (rows > cols || rows == cols && down.abs() > across.abs());
        let may_turn = must_turn || fits && rows == cols && down.abs() == across.abs();
        let ways = |moment: i64| if moment == 0 { [true, true] } else { [moment < 0, moment > 0] };
        let (ways_down, ways_across) = (ways(down), ways(across));
        let mut best: Option<Bits<N>> = None;
        for turn in [false, true] {
            if turn && !may_turn || !turn && must_turn {
                continue;
            }
            let (by_row, by_col) = if turn { (1, self.stride) } else { (self.stride, 1) };
            for flip in 0..4 {
                if !ways_down[flip & 1] || !ways_across[flip >> 1] {
                    continue;
                }
                let (from_row, by_row) =
                    if flip & 1 == 0 { (-top * by_row, by_row) } else { (bottom * by_row, -by_row) };
                let (from_col, by_col) =
                    if flip >> 1 == 0 { (-left * by_col, by_col) } else { (right * by_col, -by_col) };
                let from = from_row + from_col;
                let mut image = Bits::EMPTY;
                for &(row, col) in &places {
                    image.insert((from + by_row * i32::from(row) + by_col * i32::from(col)) as usize);
                }
                if best.is_none_or(|best| image < best) {
                    best = Some(image);
                }
            }
        }
        best.unwrap_or(set)
    }
}
