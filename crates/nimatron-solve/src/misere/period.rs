//! When the known heaps determine all others.

use nimatron_rules::HeapCode;

use super::{MisereQuotient, QuotientError};

/// The elements of the heaps repeat: that of n+period is that of n for all n from preperiod on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiserePeriod {
    /// The least heap other than 0 from which on they repeat.
    pub preperiod: usize,
    /// The period.
    pub period: usize,
}

impl MiserePeriod {
    /// The heap up to which they must be known to repeat so that they repeat for ever.
    ///
    /// If they repeat with period p from n0 on, up to heaps of b·(n0+p)+k−1, where no move leaves more than b
    /// heaps or takes more than k counters, then the options of every larger heap are, as elements, those of
    /// the heap that is smaller by p: some heap of each option has at least n0+p counters. (Plambeck and
    /// Siegel, Theorem 4.1, for b=2.)
    #[must_use]
    pub fn proof(&self, code: &HeapCode) -> usize {
        let most_left = if code.is_octal() { 2 } else { 3 };
        most_left * (self.preperiod + self.period) + code.most_taken() - 1
    }

    /// The shortest period of these elements, starting with heap 0, that occurs at least twice.
    fn seen<T: PartialEq>(elements: &[T]) -> impl Iterator<Item = MiserePeriod> {
        let heap = elements.len() - 1;
        (1..=heap / 2).filter_map(move |period| {
            let repeats = |n: &usize| elements[*n] == elements[n + period];
            let run = (1..=heap - period).rev().take_while(repeats).count();
            let preperiod = heap - period + 1 - run;
            (run >= period).then_some(MiserePeriod { preperiod, period })
        })
    }
}

impl MisereQuotient<'_> {
    /// The period of the heaps, if the known heaps prove it: then this is the quotient of the whole game.
    #[must_use]
    pub fn period(&self) -> Option<MiserePeriod> {
        MiserePeriod::seen(&self.elements).find(|period| period.proof(self.code) <= self.heap())
    }

    /// Adds heaps as long as they may prove a period that has been observed and the quotient stays the same.
    pub fn prove_period(&mut self) -> Result<Option<MiserePeriod>, QuotientError> {
        let heap = self.heap();
        if heap == 0 {
            return Ok(None);
        }
        loop {
            if let Some(period) = self.period() {
                return Ok(Some(period));
            }
            // Only periods that were observed at the beginning count, so that this ends.
            let hopeful = MiserePeriod::seen(&self.elements)
                .any(|period| period.preperiod + 2 * period.period <= heap + 1);
            if !hopeful || !self.extend_within()? {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_seen_from_heap_1_on() {
        let first = |elements: &[u8]| MiserePeriod::seen(elements).next();
        assert_eq!(first(&[9, 1, 2, 1, 2, 1, 2]), Some(MiserePeriod { preperiod: 1, period: 2 }));
        assert_eq!(first(&[0, 7, 1, 2, 1, 2]), Some(MiserePeriod { preperiod: 2, period: 2 }));
        assert_eq!(first(&[0, 1, 2, 3]), None);
        assert_eq!(first(&[0]), None);
    }
}
