//! The positions of the families that can be reached, starting from the first position.

use std::cmp::Ordering;

use nimatron_rules::{Budget, Exhausted, Stones, Takeover};
use rustc_hash::FxHashMap;

use super::cube::{self, Unit, or_into};
use super::moves::list_moves;
use super::outcomes::Wins;
use super::workers::each_family;
use super::{Families, Family, Layer};
use crate::{Count, Outcome, SolveError};

/// The number of reachable positions in each outcome class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Classes {
    /// The first player wins.
    pub n: u64,
    /// The second player wins.
    pub p: u64,
    /// Left wins.
    pub l: u64,
    /// Right wins.
    pub r: u64,
}

impl Classes {
    /// All positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.n + self.p + self.l + self.r
    }

    /// The number of positions of one class.
    #[must_use]
    pub fn of(&self, class: Outcome) -> u64 {
        match class {
            Outcome::N => self.n,
            Outcome::P => self.p,
            Outcome::L => self.l,
            Outcome::R => self.r,
        }
    }

    /// Counts the positions that can be reached in a layer.
    pub(super) fn add(&mut self, reached: &[u64], wins: &Wins) {
        for ((&reached, &left), &right) in reached.iter().zip(&wins.left).zip(&wins.right) {
            let count = |bits: u64| u64::from((reached & bits).count_ones());
            self.n += count(left & right);
            self.p += count(!left & !right);
            self.l += count(left & !right);
            self.r += count(!left & right);
        }
    }
}

/// The positions that can be reached, layer by layer.
pub(super) struct Reach<'a> {
    families: &'a Families,
    start: Stones<1>,
}

impl<'a> Reach<'a> {
    /// The positions that can be reached from this position, with which the families were built.
    pub(super) fn new(families: &'a Families, start: &Stones<1>) -> Self {
        Reach { families, start: *start }
    }

    /// Calls `visit` with each layer, from the start down, with its number of pieces and one bit for each of
    /// its positions that tells whether it can be reached. Returns the number of moves between these
    /// positions.
    pub(super) fn layers(
        &self,
        budget: &Budget,
        mut visit: impl FnMut(usize, &[u64]) -> Result<(), SolveError>,
    ) -> Result<u64, SolveError> {
        let top = self.families.squares.len();
        let (pieces, family, number) = self.families.place(&self.start).expect("the start is in a family");
        assert_eq!(pieces, top, "the families were built from this start");
        let mut reached = vec![0; self.families.layers[top].words];
        reached[family.words().start + number / 64] |= 1 << (number % 64);
        visit(top, &reached)?;
        let mut moves = 0;
        for pieces in (0..top).rev() {
            let (above, layer) = (&self.families.layers[pieces + 1], &self.families.layers[pieces]);
            let above = Above { layer: above, reached: &reached, index: above.index() };
            let mut next = vec![0; layer.words];
            let squares = (1u64 << top) as u32;
            let all = squares.wrapping_sub(1);
            let work = |families: &[Family], [table]: [&mut [u64]; 1], moves: &mut u64| {
                #[cfg(target_arch = "x86_64")]
                if let Some(unit) = cube::Bmi2::detected() {
                    // SAFETY: the unit exists only if BMI2 and POPCNT were detected, and nothing else is
                    // enabled there.
                    *moves += unsafe { pull_with_bmi2(unit, all, families, table, &above) };
                    return Ok(());
                }
                *moves += pull(cube::Portable, all, families, table, &above);
                Ok(())
            };
            moves += each_family(layer, [&mut next], budget, work)?.iter().sum::<u64>();
            visit(pieces, &next)?;
            reached = next;
        }
        Ok(moves)
    }
}

/// The layer above, and the positions reached in it.
struct Above<'a> {
    layer: &'a Layer,
    reached: &'a [u64],
    index: FxHashMap<u32, u32>,
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2,popcnt")]
fn pull_with_bmi2(unit: cube::Bmi2, all: u32, families: &[Family], table: &mut [u64], above: &Above) -> u64 {
    pull(unit, all, families, table, above)
}

/// Marks the reachable positions of some neighbouring families; the table begins with the first of them.
/// Returns the number of moves into them.
#[inline(always)]
fn pull(unit: impl Unit, all: u32, families: &[Family], table: &mut [u64], above: &Above) -> u64 {
    let first = families.first().map_or(0, |family| family.word as usize);
    let mut moves = 0;
    let mut list = Vec::new();
    for family in families {
        let words = family.words();
        let to = &mut table[words.start - first..words.end - first];
        // The square that was left last may be any empty one.
        let mut empty = all & !family.occupied;
        while empty != 0 {
            let from = empty & empty.wrapping_neg();
            empty ^= from;
            let Some(&at) = above.index.get(&(family.occupied | from)) else { continue };
            let before = &above.layer.families[at as usize];
            let reached = &above.reached[before.words()];
            let targets = before.targets_of(above.layer, from.trailing_zeros());
            list_moves(unit, before, family, from, targets, &mut list);
            for mv in &list {
                moves += or_into(unit, to, mv.after, reached, mv.before, 0);
            }
        }
    }
    moves
}

/// Counts the positions that can be reached and the moves between them, if the rules and the number of pieces
/// allow this method and the symmetries are known.
pub fn count_families(
    rules: &dyn Takeover,
    start: &Stones<1>,
    budget: &Budget,
) -> Result<Option<Count>, SolveError> {
    let Some(symmetries) = rules.symmetries() else { return Ok(None) };
    let Some(families) = Families::new(rules, start, budget)? else { return Ok(None) };
    let symmetries: Vec<_> = symmetries.iter().map(|symmetry| families.packed_symmetry(symmetry)).collect();
    let mut by_moves = Vec::new();
    let mut up_to_symmetry = 0;
    let moves = Reach::new(&families, start).layers(budget, |pieces, reached| {
        let layer = &families.layers[pieces];
        let positions: u64 = reached.iter().map(|word| u64::from(word.count_ones())).sum();
        by_moves.push(positions);
        up_to_symmetry += positions - doubles(layer, reached, &symmetries, budget)?;
        Ok(())
    })?;
    while by_moves.last() == Some(&0) {
        by_moves.pop();
    }
    let positions = by_moves.iter().sum();
    Ok(Some(Count { positions, positions_up_to_symmetry: up_to_symmetry, by_moves, moves }))
}

impl Families {
    /// Where each square of the start goes; `None` for squares that leave the squares of the start.
    fn packed_symmetry(&self, symmetry: &[usize]) -> Vec<Option<u32>> {
        let packed = |square: &usize| self.squares.iter().position(|&s| usize::from(s) == *square);
        self.squares.iter().map(|&s| packed(&symmetry[usize::from(s)]).map(|at| at as u32)).collect()
    }
}

/// The number of reached positions in a layer that are equal by symmetry to an earlier one.
fn doubles(
    layer: &Layer,
    reached: &[u64],
    symmetries: &[Vec<Option<u32>>],
    budget: &Budget,
) -> Result<u64, Exhausted> {
    let index = layer.index();
    let mut marks = vec![0; layer.words];
    let work = |families: &[Family], [marks]: [&mut [u64]; 1], doubles: &mut u64| {
        let first = families.first().map_or(0, |family| family.word as usize);
        for family in families {
            let words = family.words();
            let marks = &mut marks[words.start - first..words.end - first];
            for symmetry in symmetries {
                let Some(image) = image(family.occupied, symmetry) else { continue };
                let Some(other) = index.get(&image).map(|&at| &layer.families[at as usize]) else { continue };
                if image <= family.occupied {
                    mark_doubles(family, other, symmetry, reached, marks);
                }
            }
            for (marked, reached) in marks.iter().zip(&reached[words]) {
                *doubles += u64::from((marked & reached).count_ones());
            }
        }
        Ok(())
    };
    Ok(each_family(layer, [&mut marks], budget, work)?.iter().sum())
}

/// Where a set of squares goes; `None` if one of them leaves the squares of the start.
fn image(squares: u32, symmetry: &[Option<u32>]) -> Option<u32> {
    let (mut image, mut rest) = (0, squares);
    while rest != 0 {
        image |= 1 << symmetry[rest.trailing_zeros() as usize]?;
        rest &= rest - 1;
    }
    Some(image)
}

/// Marks the positions of a family whose image, in a family that is not later, can be reached and comes
/// before them.
fn mark_doubles(
    family: &Family,
    other: &Family,
    symmetry: &[Option<u32>],
    reached: &[u64],
    marks: &mut [u64],
) {
    // 1. What each square adds to the index of the position and of its image if it is Left's; and what the
    //    squares add that must be Left's.
    let (varying, varying_other) = (family.varying(), other.varying());
    let bit = |square: u32, varying: u32| -> u64 {
        if varying >> square & 1 == 0 { 0 } else { 1 << (varying & ((1 << square) - 1)).count_ones() }
    };
    let mut free = Vec::new();
    let mut base = (0, 0);
    let mut rest = family.occupied;
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let to = symmetry[square as usize].expect("the image has been found");
        let left = family.left >> square & other.left >> to & 1 == 1;
        let right = family.right >> square & other.right >> to & 1 == 1;
        let adds = (bit(square, varying), bit(to, varying_other));
        match (left, right) {
            (false, false) => return,
            (true, true) => free.push(adds),
            (true, false) => base = (base.0 | adds.0, base.1 | adds.1),
            (false, true) => {}
        }
    }
    // 2. All colourings of the other squares, from two lists for half of them each.
    let colourings = |free: &[(u64, u64)]| {
        let mut all = vec![(0, 0)];
        for adds in free {
            for i in 0..all.len() {
                all.push((all[i].0 | adds.0, all[i].1 | adds.1));
            }
        }
        all
    };
    let (low, high) = free.split_at(free.len() / 2);
    let low = colourings(low);
    let images = &reached[other.words()];
    for high in colourings(high) {
        let (number, image) = (base.0 | high.0, base.1 | high.1);
        for low in &low {
            let (number, image) = (number | low.0, image | low.1);
            let before = match other.occupied.cmp(&family.occupied) {
                Ordering::Equal => image < number,
                order => order == Ordering::Less,
            };
            let bit = images[(image / 64) as usize] >> (image % 64) & u64::from(before);
            marks[(number / 64) as usize] |= bit << (number % 64);
        }
    }
}
