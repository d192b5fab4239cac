//! Small regions: the Grundy value of each set of squares within 4×5 is stored in a separate table.
//!
//! Two out of five parts that a search of 5×8 asks for fit into this table. The squares of a set give its
//! place in the table directly: a set needs no normal form and need not even be connected.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use nimatron_rules::{Bits, Grid};

const ROWS: usize = 4;
const COLS: usize = 5;
/// The squares that have a square to the right.
const NOT_LAST: usize = 0b01111_01111_01111_01111;

/// One more than the Grundy value of each set, or 0 if it is not known yet. It is the same for all boards and
/// threads.
static KNOWN: OnceLock<Box<[AtomicU8]>> = OnceLock::new();

/// The places of 4×5 and of 5×4 in the top left corner of a board of one word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    broad: u64,
    tall: u64,
    stride: usize,
}

impl Corner {
    pub(super) fn of<const N: usize>(grid: &Grid<N>) -> Self {
        let stride = grid.stride();
        let squares = |rows: usize, cols: usize| {
            let places = (0..rows).flat_map(|row| (0..cols.min(stride)).map(move |col| row * stride + col));
            places.filter(|place| *place < 64).fold(0u64, |set, place| set | 1 << place)
        };
        match N {
            1 => Corner { broad: squares(ROWS, COLS), tall: squares(COLS, ROWS), stride },
            _ => Corner { broad: 0, tall: 0, stride },
        }
    }

    /// The Grundy value of a set of squares in the corner, if it is that small.
    #[inline]
    pub(super) fn nimber<const N: usize>(&self, free: Bits<N>) -> Option<u32> {
        if N != 1 {
            return None;
        }
        let word = free.words()[0];
        let row = |row: usize| word.unbounded_shr((row * self.stride) as u32) as usize;
        let set = if word & !self.broad == 0 {
            let width = (1 << self.stride.min(COLS)) - 1;
            (0..ROWS).fold(0, |set, i| set | (row(i) & width) << (i * COLS))
        } else if word & !self.tall == 0 {
            // Transposes columns to rows: the product has copies of four squares, four places apart, and one
            // of each is five places after the one before.
            let width = (1 << self.stride.min(ROWS)) - 1;
            (0..COLS).fold(0, |set, i| set | (((row(i) & width) * 0x1111) & 0x8421) << i)
        } else {
            return None;
        };
        let known = KNOWN.get_or_init(|| (0..1 << (ROWS * COLS)).map(|_| AtomicU8::new(0)).collect());
        Some(nimber(set, known).into())
    }
}

/// The Grundy value of a set of squares of 4×5, by the definition.
fn nimber(set: usize, known: &[AtomicU8]) -> u8 {
    let found = known[set].load(Ordering::Relaxed);
    if found != 0 {
        return found - 1;
    }
    let mut values = 0u32;
    for (reach, mut places) in [(1, set & (set >> 1) & NOT_LAST), (COLS, set & (set >> COLS))] {
        while places != 0 {
            let place = places & places.wrapping_neg();
            places ^= place;
            values |= 1 << nimber(set ^ (place | place << reach), known);
        }
    }
    let value = values.trailing_ones() as u8;
    known[set].store(value + 1, Ordering::Relaxed);
    value
}

#[cfg(test)]
mod tests {
    use super::super::Cram;
    use nimatron_rules::{Bits, Impartial, Player, Rules};

    /// The Grundy value by the definition, with the moves of the game.
    fn plain(cram: &Cram<1>, free: Bits<1>) -> u32 {
        let mut moves = Vec::new();
        cram.moves(&free, Player::Left, &mut moves);
        let options = moves.iter().map(|domino| cram.play(&free, Player::Left, domino));
        options.fold(0u64, |values, option| values | 1 << plain(cram, option)).trailing_ones()
    }

    #[test]
    fn small_regions_of_all_layouts_are_worth_what_the_definition_says() {
        for (rows, cols) in [(5, 5), (4, 9), (9, 4), (1, 30), (30, 2), (3, 21), (21, 3), (12, 5)] {
            let cram = Cram::<1>::new(rows, cols).unwrap();
            let mut state = 5u64;
            for (most_rows, most_cols) in [(4, 5), (5, 4)] {
                for _ in 0..100 {
                    state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    let near = cram.start().iter().filter(|square| {
                        let (row, col) = cram.grid.row_col(*square);
                        row < most_rows && col < most_cols && state >> (row * 5 + col + 30) & 3 != 0
                    });
                    let free: Bits<1> = near.take(13).collect();
                    assert_eq!(cram.quick_nimber(&free), Some(plain(&cram, free)), "{rows}x{cols} {free:?}");
                }
            }
            let beyond = cram.start().iter().find(|square| {
                let (row, col) = cram.grid.row_col(*square);
                row > 4 || col > 4
            });
            let far = beyond.map(|square| Bits::square(0) | Bits::square(square));
            assert!(far.is_none_or(|far| cram.quick_nimber(&far).is_none()));
        }
    }
}
