//! Heap games in which a move is made in one heap and its result depends on nothing else.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::{HeapCode, NotationError};

/// What may be done with a heap.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum HeapRule {
    /// The moves of the code of a take-and-break game.
    Code(HeapCode),
    /// A heap may be split into two heaps of different sizes: Grundy's game, which has no code.
    SplitUnequally,
    /// Any number of counters may be taken from a heap: Nim.
    TakeAny,
}

impl HeapRule {
    /// Calls `visit` with the heaps that each move from one heap leaves, none of them empty, the largest
    /// first. No move is visited twice.
    pub fn each_option(&self, heap: usize, mut visit: impl FnMut(&[usize])) {
        let all = self.try_each_option(heap, |heaps| {
            visit(heaps);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
    }

    /// The same, until `visit` breaks.
    pub fn try_each_option(
        &self,
        heap: usize,
        mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            HeapRule::Code(code) => code.try_each_option(heap, visit),
            HeapRule::SplitUnequally => {
                (1..heap.div_ceil(2)).try_for_each(|smaller| visit(&[heap - smaller, smaller]))
            }
            HeapRule::TakeAny => {
                if heap > 0 {
                    visit(&[])?;
                }
                (1..heap).try_for_each(|left| visit(&[left]))
            }
        }
    }

    /// Whether a move from one heap leaves these heaps, none of them empty, the largest first.
    #[must_use]
    pub fn allows(&self, heap: usize, left: &[usize]) -> bool {
        let descending = left.is_sorted_by(|a, b| a >= b) && left.last() != Some(&0);
        let rest = left.iter().try_fold(0usize, |sum, &part| sum.checked_add(part));
        let Some(taken) = rest.and_then(|rest| heap.checked_sub(rest)).filter(|_| descending) else {
            return false;
        };
        match self {
            HeapRule::Code(code) => {
                left.len() < 4 && code.digit(taken) & 1 << left.len() != 0 && (taken > 0 || left.len() > 1)
            }
            HeapRule::SplitUnequally => taken == 0 && left.len() == 2 && left[0] > left[1],
            HeapRule::TakeAny => taken > 0 && left.len() < 2,
        }
    }

    /// The number of moves from one heap.
    #[must_use]
    pub fn count_options(&self, heap: usize) -> u64 {
        match self {
            HeapRule::Code(code) => code.count_options(heap),
            HeapRule::SplitUnequally => (heap as u64).div_ceil(2).saturating_sub(1),
            HeapRule::TakeAny => heap as u64,
        }
    }

    /// Whether a move may split a heap without taking a counter.
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
            // A split makes one more heap, and if nothing is taken there are never more heaps than counters.
            HeapRule::SplitUnequally => heap.saturating_sub(1),
            HeapRule::Code(_) if self.breaks_without_taking() => (2 * heap).saturating_sub(1),
            HeapRule::Code(_) | HeapRule::TakeAny => heap,
        }
    }
}

impl From<HeapCode> for HeapRule {
    fn from(code: HeapCode) -> Self {
        HeapRule::Code(code)
    }
}

/// Reads the code of a take-and-break game.
///
/// ```
/// use nimatron_rules::HeapRule;
///
/// let kayles: HeapRule = "0.77".parse()?;
/// assert!(kayles.allows(5, &[2, 1]) && !kayles.allows(5, &[1, 1]));
/// # Ok::<(), nimatron_rules::NotationError>(())
/// ```
impl FromStr for HeapRule {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.parse().map(HeapRule::Code)
    }
}

impl fmt::Display for HeapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeapRule::Code(code) => code.fmt(f),
            HeapRule::SplitUnequally => f.pad("split unequally"),
            HeapRule::TakeAny => f.pad("take any number"),
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

    #[test]
    fn moves_are_counted_without_a_list() {
        for rule in [HeapRule::SplitUnequally, HeapRule::TakeAny] {
            for heap in 0..20 {
                let mut listed = 0;
                rule.each_option(heap, |_| listed += 1);
                assert_eq!(rule.count_options(heap), listed, "{rule} {heap}");
            }
        }
    }

    #[test]
    fn a_move_is_allowed_if_it_is_listed() {
        let codes = ["0.007", "4.3", "0x0.8", "0.F1", "C.5"].map(|code| HeapCode::parse(code).unwrap());
        let rules = codes.into_iter().map(HeapRule::Code);
        for rule in rules.chain([HeapRule::SplitUnequally, HeapRule::TakeAny]) {
            let heap = 7;
            let mut listed = Vec::new();
            rule.each_option(heap, |left| listed.push(left.to_vec()));
            let mut left: Vec<Vec<usize>> = vec![vec![]];
            left.extend((0..9).map(|a| vec![a]));
            left.extend((0..81).map(|i| vec![i / 9, i % 9]));
            left.extend((0..729).map(|i| vec![i / 81, i / 9 % 9, i % 9]));
            left.push(vec![4, 1, 1, 1]);
            for left in left {
                assert_eq!(rule.allows(heap, &left), listed.contains(&left), "{rule} {left:?}");
            }
        }
    }
}
