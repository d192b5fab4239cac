//! Grundy values of lines from which moves take stretches, such as Tactix on staircases.
//!
//! What is left of a line of n counters is intervals of it, of which there are n²/2. Iacono and Mazur
//! (*Tactix on an S-shaped board*) examine the n² moves from each interval, which makes O(n⁴). Here a move is
//! examined together with all others that begin at the same counter: the values of what they leave on the
//! right are a set of bits, and what they leave on the left is one value, by which the whole set is shifted
//! (by xor), 64 values per step. So an interval takes n steps for each 64 values up to its own, O(n³ · (1 +
//! g/64)) in total, where g is the greatest Grundy value. Once all of 64 values are found, the remaining
//! steps are skipped.

use nimatron_rules::{Budget, Line};

use crate::SolveError;

/// The Grundy value of a line.
pub(crate) fn nimber_of_line(line: &Line, budget: &Budget) -> Result<u32, SolveError> {
    Ok(Intervals::of(line, budget)?.nimber(0, line.len()))
}

/// The Grundy values of all intervals of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intervals {
    /// For each start, the values by their end.
    values: Vec<Vec<u32>>,
}

impl Intervals {
    /// Finds them all.
    pub fn of(line: &Line, budget: &Budget) -> Result<Self, SolveError> {
        Ok(Intervals { values: values_of_intervals(line, budget)? })
    }

    /// The Grundy value of the counters between two places, neither of which is beyond the end.
    #[must_use]
    pub fn nimber(&self, start: usize, end: usize) -> u32 {
        self.values[start][end - start]
    }
}

fn values_of_intervals(line: &Line, budget: &Budget) -> Result<Vec<Vec<u32>>, SolveError> {
    let n = line.len();
    // 1. The values of the intervals from each start to all ends, and for one end at a time the sets.
    let words = (n + 1).next_power_of_two().div_ceil(64);
    let bytes = 4 * (n as u64 + 1) * (n as u64 + 2) / 2 + 8 * (n * words) as u64;
    SolveError::unless_memory(bytes, budget)?;
    let mut values: Vec<Vec<u32>> = (0..=n).map(|start| Vec::with_capacity(n + 1 - start)).collect();
    let mut sets = vec![0u64; n * words];
    // The first place that reaches this far.
    let mut back = vec![n; n + 1];
    for start in (0..n).rev() {
        back[start + 1..=line.reach(start)].fill(start);
    }
    for end in 0..=n {
        sets[..end * words].fill(0);
        for start in (0..=end).rev() {
            // 2. The value of the interval, from those of shorter intervals.
            let lefts = &values[start][..];
            let nimber = least_missing(lefts, &sets[start * words..], words);
            values[start].push(nimber);
            // 3. It is left on the right by moves that end here.
            if start > 0 {
                let (word, bit) = (nimber as usize / 64, nimber % 64);
                for from in back[start]..start {
                    sets[from * words + word] |= 1 << bit;
                }
            }
        }
        budget.spend(end as u64)?;
    }
    Ok(values)
}

/// The least value that is not the xor of a left value and a member of the set beside it.
fn least_missing(lefts: &[u32], sets: &[u64], words: usize) -> u32 {
    for block in 0..words {
        let mut found = 0;
        for (set, &left) in sets.chunks_exact(words).zip(lefts) {
            found |= shifted(set[(left as usize / 64) ^ block], left % 64);
            if found == u64::MAX {
                break;
            }
        }
        if found != u64::MAX {
            return 64 * block as u32 + found.trailing_ones();
        }
    }
    unreachable!("there are fewer counters than values in a set")
}

/// The set of all members of a set of numbers below 64, each xored with `by`.
#[inline]
fn shifted(mut set: u64, by: u32) -> u64 {
    const LOW: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, low) in LOW.into_iter().enumerate() {
        if by >> bit & 1 == 1 {
            set = (set & low) << (1 << bit) | (set >> (1 << bit)) & low;
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition, move by move: the algorithm of the paper.
    pub(super) fn plain(line: &Line) -> u32 {
        let n = line.len();
        let mut values = vec![vec![0u32; n + 1]; n + 1];
        for length in 1..=n {
            for start in 0..=n - length {
                let end = start + length;
                let mut seen = vec![false; 2 * length + 2];
                for from in start..end {
                    for to in from + 1..=line.reach(from).min(end) {
                        let option = values[start][from] ^ values[to][end];
                        if let Some(seen) = seen.get_mut(option as usize) {
                            *seen = true;
                        }
                    }
                }
                values[start][end] = seen.iter().position(|seen| !seen).unwrap() as u32;
            }
        }
        values[0][n]
    }

    #[test]
    fn sets_are_shifted_by_xor() {
        let set = 0x8000_1234_dead_beef;
        for by in 0..64 {
            let expected = (0..64).filter(|i| set >> i & 1 == 1).fold(0, |all, i| all | 1u64 << (i ^ by));
            assert_eq!(shifted(set, by), expected);
        }
    }

    #[test]
    fn blocks_of_values_agree_with_single_moves() {
        let mut state = 11u64;
        let mut next = |most: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            1 + (state >> 33) % most
        };
        for round in 0..120 {
            let rows: Vec<u64> = (0..next(8)).map(|_| next(if round % 3 == 0 { 2 } else { 12 })).collect();
            let line = Line::staircase(&rows).unwrap();
            let found = nimber_of_line(&line, &Budget::unlimited()).unwrap();
            assert_eq!(found, plain(&line), "{rows:?}");
        }
        // More than 64 counters: several words.
        for rows in [vec![100], vec![40, 45, 30], vec![1; 70], vec![70, 70]] {
            let line = Line::staircase(&rows).unwrap();
            assert_eq!(nimber_of_line(&line, &Budget::unlimited()).unwrap(), plain(&line), "{rows:?}");
        }
    }

    #[test]
    fn a_long_line_is_refused_before_its_memory_is_taken() {
        let line = Line::staircase(&[30_000, 30_000]).unwrap();
        let error = nimber_of_line(&line, &Budget::unlimited().memory(1 << 20)).unwrap_err();
        assert!(matches!(error, SolveError::NeedsMemory { .. }));
    }
}
