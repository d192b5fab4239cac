//! Whole games by families of positions: the same squares occupied, by pieces of either colour.
//!
//! In games where a piece takes the place of an enemy piece ([`Takeover`]), such as Legionnaires and Clobber,
//! pieces stand only where pieces stood at the start. The legal moves depend on the occupied squares alone,
//! except for the colours of the two squares of the move. So the knowledge about the positions of a family,
//! for example who wins, is a truth table whose variables are the colours. A move maps a cube of one table to
//! a cube of another and is processed for 64 positions at a time.
//!
//! Many colours never vary. A family therefore stores, for each square, which colours it *may* have. The
//! families are built by following all moves from the start, so every position that can be reached is in one,
//! and every move from a position of a family leads into a family. For Legionnaires 8×8 that makes 585,279
//! families with 2,416,315,449 positions, of which 782,886,768 can be reached. Deciding who wins each of them
//! takes 5 seconds of CPU time; a throw-away program that solved one position after the other took 113.
//!
//! Layers, by the number of pieces, are solved one after the other, on all cores. They are kept in a flat
//! file with a digest for each layer (`file.rs`), so an interrupted run continues and a damaged file is never
//! believed. `nimatron-catalog` tries a quick search first, and solves the whole game only if that gives up.

mod cube;
mod file;
mod moves;
mod outcomes;
mod reach;
mod solution;
mod workers;

use std::borrow::Cow;

use nimatron_rules::{Bits, Budget, Exhausted, Stones, Takeover};
use rustc_hash::FxHashMap;

use crate::SolveError;

use reach::Reach;
pub use reach::{Classes, count_families};
pub use solution::Solution;

/// All families that can be reached from a position, in layers by the number of pieces, because every move
/// takes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Families {
    /// The squares occupied at the start. Elsewhere, squares are indices into this list.
    squares: Vec<u8>,
    /// By the number of pieces, starting with 0.
    layers: Vec<Layer>,
}

/// The families with one number of pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Layer {
    /// Sorted by their squares.
    families: Vec<Family>,
    /// For each family and each of its pieces, where the piece could take an enemy.
    targets: Vec<u32>,
    /// The total number of words of the truth tables.
    words: usize,
}

/// The positions that have the same squares occupied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Family {
    /// The occupied squares.
    occupied: u32,
    /// The squares that may be Left's.
    left: u32,
    /// The squares that may be Right's.
    right: u32,
    /// Where its truth table begins.
    word: u32,
    /// Where its targets begin.
    target: u32,
}

impl Family {
    /// The squares whose colour varies: the variables of the truth table, in this order.
    #[inline]
    fn varying(&self) -> u32 {
        self.left & self.right
    }

    /// The number of variables of the truth table.
    #[inline]
    fn variables(&self) -> u32 {
        self.varying().count_ones()
    }

    /// The number of words of the truth table.
    #[inline]
    fn words(&self) -> std::ops::Range<usize> {
        let first = self.word as usize;
        first..first + cube::words(self.variables())
    }

    /// Where the piece on a square could take an enemy.
    #[inline]
    fn targets_of(&self, layer: &Layer, square: u32) -> u32 {
        let before = (self.occupied & ((1 << square) - 1)).count_ones();
        layer.targets[(self.target + before) as usize]
    }
}

impl Layer {
    /// The family with these squares occupied.
    fn find(&self, occupied: u32) -> Option<&Family> {
        let at = self.families.binary_search_by_key(&occupied, |family| family.occupied).ok()?;
        Some(&self.families[at])
    }

    /// The same, for frequent use.
    fn index(&self) -> FxHashMap<u32, u32> {
        self.families.iter().zip(0..).map(|(family, at)| (family.occupied, at)).collect()
    }

    /// Appends a family.
    fn push(&mut self, occupied: u32, left: u32, right: u32) -> Result<Family, Exhausted> {
        let too_many = |_| Exhausted::Memory(usize::MAX);
        let family = Family {
            occupied,
            left,
            right,
            word: self.words.try_into().map_err(too_many)?,
            target: self.targets.len().try_into().map_err(too_many)?,
        };
        self.words += cube::words(family.variables());
        self.families.push(family);
        Ok(family)
    }
}

impl Families {
    /// The maximum number of pieces at the start: a set of squares is a word of 32 bits.
    const MOST_PIECES: u32 = 32;

    /// The families that can be reached from a position; `None` if the rules are not of this kind, or there
    /// are too many pieces.
    pub fn new(rules: &dyn Takeover, start: &Stones<1>, budget: &Budget) -> Result<Option<Self>, SolveError> {
        let pieces = start.left | start.right;
        if !rules.takes_over() || pieces.count() > Self::MOST_PIECES {
            return Ok(None);
        }
        let squares: Vec<u8> = pieces.iter().map(|square| square as u8).collect();
        let mut families = Families { layers: vec![Layer::default(); squares.len() + 1], squares };
        let all = families.packed(pieces).expect("the squares of the start");
        let colours = |side| families.packed(side).expect("squares of the start");
        let mut found = FxHashMap::from_iter([(all, (colours(start.left), colours(start.right)))]);
        let mut bytes = 0;
        for pieces in (0..families.layers.len()).rev() {
            // 1. The families of the layer, in order.
            let mut sorted: Vec<_> = found.drain().collect();
            sorted.sort_unstable_by_key(|(occupied, _)| *occupied);
            let mut layer = Layer::default();
            for (occupied, (left, right)) in sorted {
                budget.spend(1)?;
                layer.push(occupied, left, right)?;
                // 2. Where its moves lead: to the same squares except for the one that is left, with a piece
                //    of the mover on the target.
                for (from, targets) in families.targets(rules, occupied) {
                    layer.targets.push(targets);
                    let to_left = if left & from != 0 { targets & right } else { 0 };
                    let to_right = if right & from != 0 { targets & left } else { 0 };
                    if to_left | to_right != 0 {
                        let (may_left, may_right) = found.entry(occupied ^ from).or_default();
                        *may_left |= left & !from | to_left;
                        *may_right |= right & !from | to_right;
                    }
                }
                budget.check_memory(bytes + layer.bytes() + found.capacity() * 16)?;
            }
            bytes += layer.bytes();
            families.layers[pieces] = layer;
        }
        Ok(Some(families))
    }

    /// The pieces on these squares, as sets of one square, and where each could take an enemy.
    fn targets(&self, rules: &dyn Takeover, occupied: u32) -> impl Iterator<Item = (u32, u32)> {
        let squares = self.unpacked(occupied);
        let pieces = (0..self.squares.len()).filter(move |i| occupied >> i & 1 == 1);
        pieces.map(move |i| {
            let targets = self.packed_within(rules.targets(squares, self.squares[i].into()));
            (1 << i, targets & occupied & !(1 << i))
        })
    }

    /// Adds the targets to families that have none, because a file doesn't store them.
    fn aimed(&self, rules: &dyn Takeover) -> Cow<'_, Self> {
        if self.layers.iter().all(|layer| layer.families.is_empty() || !layer.targets.is_empty()) {
            return Cow::Borrowed(self);
        }
        let mut aimed = self.clone();
        for layer in &mut aimed.layers {
            layer.targets.clear();
            for family in &mut layer.families {
                family.target = layer.targets.len() as u32;
                layer.targets.extend(self.targets(rules, family.occupied).map(|(_, targets)| targets));
            }
        }
        Cow::Owned(aimed)
    }

    /// The number of positions in all families.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let families = self.layers.iter().flat_map(|layer| &layer.families);
        families.map(|family| 1 << family.variables()).sum()
    }

    /// The number of families.
    #[must_use]
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.families.len()).sum()
    }

    /// Whether there is no family; there is always that of the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of bytes of a solution: for each position, who wins if Left starts and if Right starts.
    #[must_use]
    pub fn solution_bytes(&self) -> u64 {
        self.layers.iter().map(|layer| 2 * 8 * layer.words as u64).sum()
    }

    /// The bytes that these lists take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.layers.iter().map(Layer::bytes).sum()
    }

    /// Squares of the board as squares of the start; `None` if one of them is not a square of the start.
    fn packed(&self, squares: Bits<1>) -> Option<u32> {
        let packed = self.packed_within(squares);
        (packed.count_ones() == squares.count()).then_some(packed)
    }

    /// Those squares of the board that are squares of the start.
    fn packed_within(&self, squares: Bits<1>) -> u32 {
        let word = squares.words()[0];
        self.squares.iter().zip(0..).map(|(square, i)| ((word >> square & 1) as u32) << i).sum()
    }

    fn unpacked(&self, squares: u32) -> Bits<1> {
        let word =
            self.squares.iter().zip(0..).map(|(square, i)| u64::from(squares >> i & 1) << square).sum();
        Bits::from_words([word])
    }

    /// The layer, the family and the index in it of a position; `None` if it is in no family.
    fn place(&self, position: &Stones<1>) -> Option<(usize, &Family, usize)> {
        let (left, right) = (self.packed(position.left)?, self.packed(position.right)?);
        let pieces = (left | right).count_ones() as usize;
        let family = self.layers[pieces].find(left | right)?;
        let possible = left & !family.left == 0 && right & !family.right == 0;
        let number = cube::Unit::gather(cube::Portable, left.into(), family.varying().into());
        possible.then_some((pieces, family, number as usize))
    }
}

impl Layer {
    fn bytes(&self) -> usize {
        self.families.capacity() * size_of::<Family>() + self.targets.capacity() * size_of::<u32>()
    }
}
