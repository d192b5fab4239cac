//! When the heaps known prove what all others are.

use nimatron_rules::HeapCode;

use super::{MisereQuotient, QuotientError};

/// The elements of the heaps repeat: that of n+period is that of n for all n from preperiod on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MiserePeriod {
    /// The least heap, but not 0, from which on they repeat.
    pub preperiod: usize,
    /// After so many.
    pub period: usize,
}

impl MiserePeriod {
    /// The heap up to which they have to be known to repeat so that they do for ever.
    ///
    /// If from n0 on they repeat after p, as far as heaps of b·(n0+p)+k−1, where no move leaves more than b
    /// heaps or takes more than k counters, then of every larger heap the options are, as elements, those of the heap that is smaller by
    /// p: some heap of each option is at least n0+p large. (Plambeck and Siegel, Theorem 4.1, for b=2.)
    #[must_use]
    pub fn proof(&self, code: &HeapCode) -> usize {
        let most_left = if code.is_octal() { 2 } else { 3 };
        most_left * (self.preperiod + self.period) + code.most_taken() - 1
    }

    /// The shortest period of these elements, heap 0 first, that is seen at least twice over.
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
    /// The period of the heaps, if those that are known prove it: then this is the quotient of the whole
    /// game.
    #[must_use]
    pub fn period(&self) -> Option<MiserePeriod> {
        MiserePeriod::seen(&self.elements).find(|period| period.proof(self.code) <= self.heap())
    }

    /// Adds heaps as long as they may prove a period that is seen already and the quotient stays as it is.
    pub fn prove_period(&mut self) -> Result<Option<MiserePeriod>, QuotientError> {
        let heap = self.heap();
        if heap == 0 {
            return Ok(None);
        }
        loop {
            if let Some(period) = self.period() {
                return Ok(Some(period));
            }
            // Only what was seen at the beginning counts, so that this ends.
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
