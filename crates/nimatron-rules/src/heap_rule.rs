//! Games with heaps of counters in which a move is made in one heap, and what it leaves depends on nothing else.

use std::fmt;

use crate::HeapCode;

/// What may be done with a heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HeapRule {
    /// What the code of a take-and-break game says.
    Code(HeapCode),
    /// It may be split into two heaps of different sizes: Grundy's game, which has no code.
    SplitUnequally,
    /// Any number of its counters may be taken: Nim.
    TakeAny,
}

impl HeapRule {
    /// Calls `visit` with the heaps that each move from one heap leaves, none of them empty, the largest first;
    /// no move comes twice.
    pub fn each_option(&self, heap: usize, mut visit: impl FnMut(&[usize])) {
        match self {
            HeapRule::Code(code) => code.each_option(heap, visit),
            HeapRule::SplitUnequally => {
                for smaller in 1..heap.div_ceil(2) {
                    visit(&[heap - smaller, smaller]);
                }
            }
            HeapRule::TakeAny => {
                if heap > 0 {
                    visit(&[]);
                }
                (1..heap).for_each(|left| visit(&[left]));
            }
        }
    }

    /// Whether a heap may be left just as many counters as there were, in several heaps.
    #[must_use]
    pub fn breaks_without_taking(&self) -> bool {
        match self {
            HeapRule::Code(code) => code.digit(0) != 0,
            HeapRule::SplitUnequally => true,
            HeapRule::TakeAny => false,
        }
    }

    /// A bound on the number of moves that can be made in a heap.
    #[must_use]
    pub fn most_moves(&self, heap: usize) -> usize {
        match self {
            // A split makes one heap more, and with nothing taken there are never more heaps than counters.
            HeapRule::SplitUnequally => heap.saturating_sub(1),
            HeapRule::Code(_) if self.breaks_without_taking() => (2 * heap).saturating_sub(1),
            HeapRule::Code(_) | HeapRule::TakeAny => heap,
        }
    }
}

impl fmt::Display for HeapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapRule::Code(code) => code.fmt(f),
            HeapRule::SplitUnequally => f.write_str("split unequally"),
            HeapRule::TakeAny => f.write_str("take any number"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_heaps_are_never_left_in_grundys_game() {
        let options = |heap| {
            let mut options = Vec::new();
            HeapRule::SplitUnequally.each_option(heap, |heaps| options.push(heaps.to_vec()));
            options
        };
        assert_eq!(options(6), [[5, 1], [4, 2]]);
        assert_eq!(options(5), [[4, 1], [3, 2]]);
        assert_eq!([0, 1, 2].map(options), [const { Vec::<Vec<usize>>::new() }; 3]);
    }
}
