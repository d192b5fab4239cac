//! Who wins every subset of a set of squares, in games where a move takes squares away.
//!
//! If a move may be made whenever all of its squares are there, the moves are a fixed list of sets, and a
//! position with n squares has 2ⁿ positions that can come after it, one bit each: whether it is a P-position.
//! The lowest six squares select a bit in a word, and the next six select a word in a block of 4096 bits. A
//! move that takes none of these twelve squares copies a whole block of answers, because every position of
//! one block has an option in another block. A move that takes some of them copies part of a block, shifted.
//! So 4096 positions cost little more than one, and only the moves within a word have to be done one after
//! the other.
//!
//! Blocks with the same highest squares are a *slice*. A slice needs only slices that have fewer of these
//! squares, so slices with equally many of them are made by several threads at once.
//!
//! Misère TacTix 6×6, with 2³⁶ positions, takes minutes and 8 GB. `nimatron-catalog` tries a quick search
//! first. The question `solve` keeps the answers in a flat file of the same size (`file.rs`). Only the
//! mebibytes that are asked for are read from it, and each is compared with its digest.

mod file;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use nimatron_rules::{Budget, Convention, Impartial, Player};

use crate::SolveError;
use crate::threads::by_threads;

/// The winners of all positions whose squares are among those of one position.
#[derive(Debug)]
pub struct Subsets {
    /// The squares, ascending.
    squares: Vec<usize>,
    convention: Convention,
    /// The slices. Each has one bit per position, set if it is a P-position.
    slices: Vec<OnceLock<Box<[u64]>>>,
    /// The same on disk, instead of in memory.
    file: Option<file::Answers>,
    /// The number of moves between the positions.
    moves: u64,
}

/// The squares below a block, and the words of a block.
const LOW: usize = 12;
const WORDS: usize = 64;
/// The maximum number of highest squares that select slices.
const SLICE: usize = 6;
/// The maximum number of squares: one bit each is a terabyte.
const MOST: usize = 43;

/// A block of positions.
type Block = [u64; WORDS];

impl Subsets {
    /// The bytes needed to solve all subsets of this number of squares; `None` if there are too many.
    #[must_use]
    pub fn bytes(squares: usize) -> Option<u64> {
        (squares <= MOST).then(|| (1u64 << squares.max(LOW)) / 8)
    }

    /// Solves all subsets of a position; `None` if moves of the game don't take squares away, or if there are
    /// too many squares. The required memory is checked at the beginning. `progress` receives the number of
    /// finished slices and of all slices.
    pub fn solve<R: Impartial>(
        rules: &R,
        position: &R::Position,
        convention: Convention,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Self>, SolveError> {
        let Some(squares) = rules.as_squares(position) else { return Ok(None) };
        let Some(bytes) = Self::bytes(squares.len()) else { return Ok(None) };
        SolveError::unless_memory(bytes, budget)?;
        let blocks = squares.len().max(LOW) - LOW;
        let top = blocks.min(SLICE);
        let slices = (0..1 << top).map(|_| OnceLock::new()).collect();
        let mut subsets = Subsets { squares, convention, slices, file: None, moves: 0 };
        let sets = subsets.sets_of_moves(rules, position);
        let squares = subsets.squares.len();
        subsets.moves = sets.iter().map(|set| 1u64 << (squares - set.count_ones() as usize)).sum();
        let moves = Moves::new(sets);
        subsets.fill(&moves, blocks - top, budget, progress)?;
        Ok(Some(subsets))
    }

    /// The moves, as sets of numbers of squares.
    fn sets_of_moves<R: Impartial>(&self, rules: &R, position: &R::Position) -> Vec<u64> {
        let mut moves = Vec::new();
        rules.moves(position, Player::Left, &mut moves);
        let all = (1u64 << self.squares.len()) - 1;
        let after = moves.iter().map(|mv| rules.play(position, Player::Left, mv));
        let mut sets: Vec<u64> =
            after.filter_map(|after| Some(all & !self.number(&rules.as_squares(&after)?)?)).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// The number of a subset; `None` if it is not one.
    fn number(&self, some: &[usize]) -> Option<u64> {
        some.iter().try_fold(0, |number, square| {
            self.squares.binary_search(square).ok().map(|place| number | 1u64 << place)
        })
    }

    /// Fills all slices, those with few squares first.
    fn fill(
        &self,
        moves: &Moves,
        blocks: usize,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<(), SolveError> {
        let all = self.slices.len();
        let mut done = 0;
        for squares in 0..=all.trailing_zeros() {
            let level: Vec<usize> = (0..all).filter(|slice| slice.count_ones() == squares).collect();
            let next = AtomicUsize::new(0);
            let work = |_| -> Result<(), SolveError> {
                while let Some(&slice) = level.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let filled = self.slice(slice, moves, blocks, budget)?;
                    // No other thread fills the same slice.
                    let _ = self.slices[slice].set(filled);
                }
                Ok(())
            };
            let threads = budget.thread_limit().min(level.len());
            by_threads(threads, work).into_iter().collect::<Result<(), _>>()?;
            done += level.len();
            progress(done, all);
        }
        Ok(())
    }

    /// The P-positions of a slice.
    fn slice(
        &self,
        slice: usize,
        moves: &Moves,
        blocks: usize,
        budget: &Budget,
    ) -> Result<Box<[u64]>, SolveError> {
        let mut own: Vec<u64> = vec![0; WORDS << blocks];
        let mut meter = budget.meter();
        for block in 0..1usize << blocks {
            meter.tick()?;
            let (before, rest) = own.split_at_mut(block * WORDS);
            let number = slice << blocks | block;
            // 1. Which positions have an option in another block that is a P-position.
            let mut won: Block = [0; WORDS];
            for mv in moves.outer.iter().filter(|mv| mv.blocks & !number == 0) {
                let other = number ^ mv.blocks;
                let at = (other & ((1 << blocks) - 1)) * WORDS;
                let options: &[u64] = match other >> blocks {
                    same if same == slice => before,
                    other => self.slices[other].get().expect("slices with fewer squares are filled"),
                };
                mv.mark(&options[at..at + WORDS], &mut won);
            }
            // 2. In misère play a player who can't move has won.
            if self.convention == Convention::Misere {
                moves.mark_dead_ends(number, &mut won);
            }
            // 3. The words of the block, one after the other.
            for word in 0..WORDS {
                let mut won = won[word];
                for mv in moves.inner.iter().filter(|mv| mv.word & word == mv.word) {
                    won |= mv.shifted(rest[word ^ mv.word]);
                }
                rest[word] = moves.within(won);
            }
        }
        Ok(own.into_boxed_slice())
    }

    /// The convention of play.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The number of solved positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        1 << self.squares.len()
    }

    /// The number of moves between them.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The number of P-positions.
    #[must_use]
    pub fn p_positions(&self) -> u64 {
        if let Some(file) = &self.file {
            return file.p_positions;
        }
        let words = self.slices.iter().filter_map(OnceLock::get).flat_map(|slice| slice.iter());
        let in_use = (self.positions() as usize).div_ceil(64);
        let mask = if self.squares.len() < 6 { (1 << self.positions()) - 1 } else { u64::MAX };
        words.take(in_use).map(|word| u64::from((word & mask).count_ones())).sum()
    }

    /// Whether the first player wins a position; `None` if it is not among those solved.
    pub fn first_wins<R: Impartial>(
        &self,
        rules: &R,
        position: &R::Position,
    ) -> Result<Option<bool>, SolveError> {
        let squares = rules.as_squares(position);
        let Some(number) = squares.and_then(|squares| self.number(&squares)) else { return Ok(None) };
        let at = number / 64;
        let word = match &self.file {
            Some(file) => file.word(at)?,
            None => {
                let each = self.words() / self.slices.len() as u64;
                let slice = self.slices[(at / each) as usize].get();
                slice.expect("all slices are filled")[(at % each) as usize]
            }
        };
        Ok(Some(word >> (number % 64) & 1 == 0))
    }

    /// The number of words of the answers.
    fn words(&self) -> u64 {
        1 << (self.squares.len().max(LOW) - 6)
    }
}

/// The moves, by which part of a number they change.
struct Moves {
    /// Moves that lead to another block.
    outer: Vec<Move>,
    /// Moves that lead to another word of the same block.
    inner: Vec<Move>,
    /// Moves that stay in a word.
    least: Vec<Move>,
    /// For each place in a word, the places from which one can move there within the word.
    before: [u64; 64],
}

/// A move that takes these squares.
struct Move {
    /// The squares that select a block.
    blocks: usize,
    /// The squares that select a word in a block.
    word: usize,
    /// The squares that select a place in a word.
    bits: u32,
    /// The places in a word that have all of these squares.
    has: u64,
}

impl Move {
    fn new(set: u64) -> Self {
        let bits = (set & 63) as u32;
        let has = (0..64).filter(|place| place & bits == bits).fold(0, |has, place| has | 1u64 << place);
        Move { blocks: (set >> LOW) as usize, word: (set >> 6 & 63) as usize, bits, has }
    }

    /// The positions from which it leads to one of the P-positions of the target word.
    #[inline]
    fn shifted(&self, options: u64) -> u64 {
        (options << self.bits) & self.has
    }

    /// Marks the positions of a block from which it leads to a P-position of the other block.
    #[inline]
    fn mark(&self, options: &[u64], won: &mut Block) {
        if self.word == 0 && self.bits == 0 {
            for (won, options) in won.iter_mut().zip(options) {
                *won |= options;
            }
        } else if self.word == 0 {
            for (won, options) in won.iter_mut().zip(options) {
                *won |= self.shifted(*options);
            }
        } else {
            for word in (0..WORDS).filter(|word| word & self.word == self.word) {
                won[word] |= self.shifted(options[word ^ self.word]);
            }
        }
    }
}

impl Moves {
    fn new(sets: Vec<u64>) -> Self {
        let moves = |range: std::ops::Range<u64>| {
            sets.iter().filter(|set| range.contains(set)).map(|set| Move::new(*set)).collect::<Vec<_>>()
        };
        let least = moves(0..64);
        let before = std::array::from_fn(|place| {
            let free = least.iter().filter(|mv| mv.bits & place as u32 == 0);
            free.fold(0, |before, mv| before | 1u64 << (place as u32 | mv.bits))
        });
        Moves { outer: moves(1 << LOW..u64::MAX), inner: moves(64..1 << LOW), least, before }
    }

    /// The P-positions of a word, given those of its positions that have a P-position as an option elsewhere.
    #[inline]
    fn within(&self, won: u64) -> u64 {
        let (mut open, mut lost) = (!won, 0);
        while open != 0 {
            let place = open.trailing_zeros() as usize;
            lost |= 1 << place;
            open &= (open - 1) & !self.before[place];
        }
        lost
    }

    /// Marks the positions of a block in which there is no move.
    fn mark_dead_ends(&self, block: usize, won: &mut Block) {
        let mut has_move: Block = [0; WORDS];
        for mv in self.outer.iter().filter(|mv| mv.blocks & !block == 0).chain(&self.inner).chain(&self.least)
        {
            if mv.word == 0 && mv.bits == 0 {
                return;
            }
            for word in (0..WORDS).filter(|word| word & mv.word == mv.word) {
                has_move[word] |= mv.has;
            }
        }
        for (won, has_move) in won.iter_mut().zip(has_move) {
            *won |= !has_move;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::OutcomeSolver;
    use nimatron_games::cram::Cram;
    use nimatron_games::ellie::Ellie;
    use nimatron_games::tactix::Tactix;
    use nimatron_rules::{Bits, Named, Notation, Short};

    fn solved<R: Impartial>(rules: &R, position: &R::Position, convention: Convention) -> Subsets {
        Subsets::solve(rules, position, convention, &Budget::unlimited(), &mut |_, _| {}).unwrap().unwrap()
    }

    #[test]
    fn misere_tactix_is_lost_on_4x4_and_won_on_5x5() {
        let (rules, start) = Tactix::<1>::open("", "4x4").unwrap();
        let subsets = solved(&rules, &start, Convention::Misere);
        assert_eq!(subsets.first_wins(&rules, &start).unwrap(), Some(false));
        assert_eq!((subsets.positions(), subsets.p_positions()), (1 << 16, 8568));
        let (rules, start) = Tactix::<1>::open("", "5x5").unwrap();
        let subsets = solved(&rules, &start, Convention::Misere);
        assert_eq!(subsets.first_wins(&rules, &start).unwrap(), Some(true));
    }

    /// All subsets of a position, and what a search says of them.
    fn agrees_with_search<R: Impartial + Short<Position = Bits<1>> + Named>(text: &str) {
        let (rules, start) = R::open("", text).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let subsets = solved(&rules, &start, convention);
            let mut search = OutcomeSolver::new(&rules, convention, &Budget::unlimited());
            let squares: Vec<usize> = start.iter().collect();
            let mut lost = 0;
            for number in 0..1u64 << squares.len() {
                let some = squares.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1);
                let position: Bits<1> = some.map(|(_, square)| *square).collect();
                let wins = search.first_wins(&position, Player::Left).unwrap();
                assert_eq!(
                    subsets.first_wins(&rules, &position).unwrap(),
                    Some(wins),
                    "{}",
                    rules.show(&position)
                );
                lost += u64::from(!wins);
            }
            assert_eq!(subsets.p_positions(), lost);
        }
    }

    #[test]
    fn every_subset_of_small_boards_has_the_outcome_that_a_search_finds() {
        agrees_with_search::<Tactix<1>>("3x4");
        agrees_with_search::<Tactix<1>>("o.o/.oo");
        agrees_with_search::<Cram<1>>("3x4");
        agrees_with_search::<Cram<1>>("#..#/..../.#..");
        agrees_with_search::<Ellie<1>>("3x4");
        agrees_with_search::<Ellie<1>>("2x2");
    }

    #[test]
    fn large_subsets_have_the_outcome_that_a_search_finds() {
        let (rules, start) = Tactix::<1>::open("", "4x5").unwrap();
        let subsets = solved(&rules, &start, Convention::Misere);
        let mut search = OutcomeSolver::new(&rules, Convention::Misere, &Budget::unlimited());
        let mut state = 1u64;
        for _ in 0..300 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let position: Bits<1> = start.iter().filter(|square| state >> (square + 9) & 1 == 1).collect();
            let wins = search.first_wins(&position, Player::Left).unwrap();
            assert_eq!(
                subsets.first_wins(&rules, &position).unwrap(),
                Some(wins),
                "{}",
                rules.show(&position)
            );
        }
    }

    #[test]
    fn threads_change_nothing() {
        let (rules, start) = Tactix::<1>::open("", "4x5").unwrap();
        let two = Budget::unlimited().threads(std::num::NonZeroUsize::new(2).unwrap());
        let by_two =
            Subsets::solve(&rules, &start, Convention::Misere, &two, &mut |_, _| {}).unwrap().unwrap();
        let by_one = solved(&rules, &start, Convention::Misere);
        assert!(by_one.slices.iter().zip(&by_two.slices).all(|(one, two)| one.get() == two.get()));
    }

    #[test]
    fn too_little_memory_is_said_before_anything_is_done() {
        let (rules, start) = Tactix::<1>::open("", "6x6").unwrap();
        let little = Budget::unlimited().memory(1 << 30);
        let error = Subsets::solve(&rules, &start, Convention::Misere, &little, &mut |_, _| {}).unwrap_err();
        assert_eq!(error.to_string(), "this needs 8192 MB of memory, and the budget allows 1024 MB");
        let (rules, start) = Tactix::<1>::open("", "7x7").unwrap();
        let none = Subsets::solve(&rules, &start, Convention::Misere, &little, &mut |_, _| {}).unwrap();
        assert!(none.is_none());
    }
}
