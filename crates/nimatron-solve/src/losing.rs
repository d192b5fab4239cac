//! All losing positions of games in which counters are taken from heaps.
//!
//! This is a sieve with one bit per position: each losing position marks all positions that can move to it.

use nimatron_rules::{Amount, Budget, Convention, Taking};

use crate::SolveError;

/// The positions with a given number of heaps, none of them larger than a bound, as numbers whose digits are
/// the heaps. Every move leads to a smaller number.
#[derive(Clone, Debug)]
struct Numbering {
    /// The amount that one counter of each heap adds to the number.
    strides: Vec<u64>,
    most: u32,
    positions: u64,
}

/// The number of positions with this number of heaps, none of them larger than `most`; `None` if the number
/// does not fit.
#[must_use]
pub fn heap_positions(heaps: usize, most: u32) -> Option<u128> {
    (u128::from(most) + 1).checked_pow(u32::try_from(heaps).ok()?)
}

/// Finds all losing positions with this number of heaps, none of them larger than `most`, and calls `visit`
/// with each. In a losing position, the player to move loses. Returns the number of positions and the number
/// of losing ones.
///
/// This is a sieve: positions are taken in an order in which moves lead back. A position from which no move
/// to a losing position has been found is losing itself, and all positions that can move to it are winning.
pub fn losing(
    taking: &Taking,
    heaps: usize,
    most: u32,
    convention: Convention,
    budget: &Budget,
    visit: &mut dyn FnMut(&[u32]),
) -> Result<(u64, u64), SolveError> {
    let allowed = budget.memory_limit() as u64;
    let bytes = heap_positions(heaps, most).and_then(|positions| u64::try_from(positions.div_ceil(8)).ok());
    let bytes = match bytes {
        Some(bytes) if bytes < 1 << 60 => bytes,
        bytes => return Err(SolveError::NeedsMemory { bytes: bytes.unwrap_or(u64::MAX), allowed }),
    };
    SolveError::unless_memory(bytes, budget)?;
    let numbering = Numbering::new(heaps, most);
    let words = usize::try_from(bytes.div_ceil(8)).map_err(|_| SolveError::NeedsMemory { bytes, allowed })?;
    let mut wins = Vec::new();
    wins.try_reserve_exact(words).map_err(|_| SolveError::NeedsMemory { bytes, allowed })?;
    wins.resize(words, 0u64);
    let mut sieve = Sieve { taking, numbering, wins, marked: 0 };
    let mut sizes = vec![0; heaps];
    let mut losing = 0;
    for word in 0..words {
        if word.is_multiple_of(1024) {
            budget.spend(0)?;
        }
        // Marks go to larger numbers, some of them in this word.
        let mut from = 0;
        while from < 64 {
            let open = !sieve.wins[word] >> from;
            if open == 0 {
                break;
            }
            let bit = from + open.trailing_zeros();
            from = bit + 1;
            let number = word as u64 * 64 + u64::from(bit);
            if number >= sieve.numbering.positions {
                break;
            }
            sieve.numbering.heaps(number, &mut sizes);
            if convention == Convention::Misere && !taking.has_move(&sizes) {
                continue;
            }
            losing += 1;
            visit(&sizes);
            sieve.mark_before(number, &sizes);
            budget.spend(1 + std::mem::take(&mut sieve.marked))?;
        }
    }
    Ok((sieve.numbering.positions, losing))
}

impl Numbering {
    fn new(heaps: usize, most: u32) -> Self {
        let base = u64::from(most) + 1;
        let mut strides = vec![1; heaps];
        for i in (1..heaps).rev() {
            strides[i - 1] = strides[i] * base;
        }
        let positions = strides.first().map_or(1, |stride| stride * base);
        Numbering { strides, most, positions }
    }

    fn heaps(&self, mut number: u64, sizes: &mut [u32]) {
        for (size, stride) in sizes.iter_mut().zip(&self.strides) {
            *size = (number / stride) as u32;
            number %= stride;
        }
    }
}

struct Sieve<'a> {
    taking: &'a Taking,
    numbering: Numbering,
    /// One bit per position: whether it is known to be winning.
    wins: Vec<u64>,
    marked: u64,
}

impl Sieve<'_> {
    /// Marks all positions from which a move leads here.
    fn mark_before(&mut self, number: u64, sizes: &[u32]) {
        let taking = self.taking;
        for group in &taking.groups {
            match taking.amount {
                // The position itself is marked, too, but it has already been examined.
                Amount::Any => self.mark(number, sizes, group, (0, u32::MAX)),
                Amount::Each(a) => self.mark(number, sizes, group, (a, a)),
                Amount::AtLeast(a) => self.mark(number, sizes, group, (a, u32::MAX)),
            }
        }
    }

    /// Marks the positions with more counters in these heaps: in each at least and at most these numbers
    /// more.
    fn mark(&mut self, number: u64, sizes: &[u32], group: &[usize], (least, greatest): (u32, u32)) {
        let Some((&heap, rest)) = group.split_first() else {
            self.wins[(number / 64) as usize] |= 1 << (number % 64);
            self.marked += 1;
            return;
        };
        let stride = self.numbering.strides[heap];
        for more in least..=greatest.min(self.numbering.most - sizes[heap]) {
            self.mark(number + u64::from(more) * stride, sizes, rest, (least, greatest));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_heaps_have_one_position_which_loses() {
        let taking = Taking { groups: Vec::new(), amount: Amount::Any };
        let count = |convention| losing(&taking, 0, 9, convention, &Budget::unlimited(), &mut |_| {});
        assert_eq!(count(Convention::Normal), Ok((1, 1)));
        assert_eq!(count(Convention::Misere), Ok((1, 0)));
    }

    #[test]
    fn too_many_positions_are_refused_at_once() {
        let taking = Taking { groups: vec![vec![0]], amount: Amount::Any };
        for (heaps, most) in [(40, 1), (1000, u32::MAX), (2, u32::MAX)] {
            let budget = Budget::unlimited().memory(1 << 20);
            let error = losing(&taking, heaps, most, Convention::Normal, &budget, &mut |_| {});
            assert!(matches!(error, Err(SolveError::NeedsMemory { .. })), "{error:?}");
        }
    }
}
