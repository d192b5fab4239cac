//! Periods, and when they are proved.
//!
//! **Theorem** (Guy and Smith 1956, for octal codes). Let no move take more than t counters or leave more
//! than b heaps. If G(n+p) = G(n) for all n with n0 ≤ n < b·n0 + (b-1)·p + t, where n0 ≥ 1, then it holds for
//! all n ≥ n0.
//!
//! *Proof.* Let n be at least that bound, and G(m+p) = G(m) for n0 ≤ m < n. The largest heap that a move
//! leaves of n+p has at least (n+p-t)/b > n0+p-1 counters, so it may be reduced by p and is still not empty:
//! that is an option of n, with the same value. In the same way the largest heap of an option of n has at
//! least n0 counters, and may be enlarged by p.
//!
//! For Grundy's game this argument fails, because the smaller heap could be as large as the other; nothing is
//! proved there.

use super::shape::Shape;

/// From `preperiod` on, the values repeat after `period` heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// The least heap from which on it holds.
    pub preperiod: usize,
    /// The number of heaps after which values repeat.
    pub period: usize,
    /// The amount by which they have grown then: 0 unless the game breaks heaps into three.
    pub saltus: u32,
    /// Whether it is proved for all heaps, or only observed in those that were computed.
    pub proved: bool,
}

/// The heaps up to which G(n+p) = G(n) has to hold, for n from n0 on, exclusive.
pub(super) fn proof_bound(shape: &Shape, n0: usize, period: usize) -> usize {
    let heaps = shape.most_heaps();
    heaps * n0 + (heaps - 1) * period + shape.most_taken
}

/// The period that these values prove, if they do.
pub(super) fn proved<T: Copy + Eq>(shape: &Shape, values: &[T]) -> Option<Period> {
    if shape.unequal {
        return None;
    }
    let length = values.len();
    let heaps = shape.most_heaps();
    // With n0 = 1 there must be room for the proof.
    let longest = (length.checked_sub(shape.most_taken + heaps)?) / heaps;
    let last = *values.last()?;
    let mut work = 0;
    for period in 1..=longest {
        if values[length - 1 - period] != last {
            continue;
        }
        let later = values[period..].iter().rev();
        let matched = later.zip(values[..length - period].iter().rev()).take_while(|(a, b)| a == b).count();
        let start = length - period - matched;
        if proof_bound(shape, start.max(1), period) + period <= length {
            return Some(Period { preperiod: start, period, saltus: 0, proved: true });
        }
        // Many long false periods could take too much time; there is another chance later.
        work += matched;
        if work > 16 * length {
            return None;
        }
    }
    None
}

/// An observed arithmetic period: G(n+p) = G(n) + s for all known n from some heap on, over at least three
/// periods and half of all that is known.
pub(super) fn seen<T: Copy + Into<u32>>(values: &[T]) -> Option<Period> {
    let length = values.len();
    let value = |heap: usize| i64::from(values[heap].into());
    for period in 1..=length / 6 {
        let saltus = value(length - 1) - value(length - 1 - period);
        let holds = |&heap: &usize| value(heap) - value(heap - period) == saltus;
        let matched = (period..length).rev().take_while(holds).count();
        if saltus >= 0 && matched >= (3 * period).max(length / 2) {
            let preperiod = length - period - matched;
            return Some(Period { preperiod, period, saltus: saltus as u32, proved: false });
        }
    }
    None
}

/// Whether to look for a period when this number of values is known: eight times while their number doubles.
pub(super) fn next_look(length: usize) -> usize {
    let step = (length.max(16).next_power_of_two() / 16).max(1);
    (length / step + 1) * step
}
