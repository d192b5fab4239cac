//! A guess at the quotient of a set of heaps, from the outcomes of some of their sums.
//!
//! Two sums are equal in the quotient if no third sum distinguishes them. So the elements are the states of
//! the minimal automaton that reads a sum letter by letter and decides whether it is a P-position, and it is
//! learned as such automata are (Angluin, *Learning regular sets from queries and counterexamples*, 1987;
//! Rivest and Schapire 1993): sums are assumed to be equal until a *context* is known that distinguishes
//! them, and each contradiction leads to a new context.

use nimatron_rules::Meter;
use nimatron_value::{Element, Monomial, Quotient};
use rustc_hash::FxHashMap;

use super::oracle::Oracle;
use super::{QuotientError, Stuck};

/// What is known about the sums of some letters.
pub(super) struct Learner<'o, 'q> {
    oracle: &'o mut Oracle<'q>,
    contexts: Vec<Monomial>,
    /// For each sum that was examined, its outcomes beside the contexts.
    rows: FxHashMap<Monomial, Vec<bool>>,
    /// A sum for each element of the guess, starting with the identity.
    states: Vec<Monomial>,
    /// For each element, its product with every letter.
    steps: Vec<Vec<usize>>,
    most: usize,
}

impl<'o, 'q> Learner<'o, 'q> {
    /// Starts with some contexts that may be useful, and guesses at most this number of elements.
    pub(super) fn new(oracle: &'o mut Oracle<'q>, mut contexts: Vec<Monomial>, most: usize) -> Self {
        if !contexts.contains(&Monomial::one()) {
            contexts.insert(0, Monomial::one());
        }
        let (rows, states, steps) = Default::default();
        Learner { oracle, contexts, rows, states, steps, most }
    }

    pub(super) fn into_contexts(self) -> Vec<Monomial> {
        self.contexts
    }

    pub(super) fn oracle(&self) -> &Oracle<'q> {
        self.oracle
    }

    /// A commutative monoid that agrees with everything that is known.
    pub(super) fn guess(&mut self, meter: &mut Meter) -> Result<Quotient, QuotientError> {
        loop {
            self.close(meter)?;
            if self.commutes(meter)? && self.agrees(meter)? {
                break;
            }
        }
        let steps: Vec<Vec<Element>> =
            self.steps.iter().map(|row| row.iter().map(|&to| to as Element).collect()).collect();
        let p: Vec<bool> = self.states.iter().map(|state| self.rows[state][0]).collect();
        Ok(Quotient::new(&steps, &p).expect("it commutes, and contexts tell its elements apart"))
    }

    /// Learns from a sum for which, or for an option of which, the guess is wrong.
    pub(super) fn refute(
        &mut self,
        guess: &Quotient,
        sum: &Monomial,
        meter: &mut Meter,
    ) -> Result<(), QuotientError> {
        let mut suspects = self.oracle.options(sum);
        suspects.push(sum.clone());
        for suspect in suspects {
            if self.oracle.is_p(&suspect, meter)? != guess.is_p(guess.element(&suspect)) {
                return self.learn(0, &suspect, meter);
            }
        }
        unreachable!("outcomes follow from moves, so a guess that breaks the rule is wrong somewhere")
    }

    /// Finds an element for each product of an element and a letter.
    fn close(&mut self, meter: &mut Meter) -> Result<(), QuotientError> {
        self.states.clear();
        self.steps.clear();
        let mut elements: FxHashMap<Vec<bool>, usize> = FxHashMap::default();
        let one = Monomial::one();
        elements.insert(self.row(&one, meter)?, 0);
        self.states.push(one);
        let mut at = 0;
        while at < self.states.len() {
            let mut steps = Vec::with_capacity(self.oracle.letters());
            for i in 0..self.oracle.letters() {
                let sum = self.states[at].times(i);
                let row = self.row(&sum, meter)?;
                let next = self.states.len();
                let element = *elements.entry(row).or_insert(next);
                if element == next {
                    if next == self.most {
                        return Err(QuotientError::from(Stuck::Order(self.most)));
                    }
                    self.states.push(sum);
                }
                steps.push(element);
            }
            self.steps.push(steps);
            at += 1;
        }
        Ok(())
    }

    /// The outcomes of a sum beside every context.
    fn row(&mut self, sum: &Monomial, meter: &mut Meter) -> Result<Vec<bool>, QuotientError> {
        let mut row = self.rows.remove(sum).unwrap_or_default();
        for context in &self.contexts[row.len()..] {
            row.push(self.oracle.is_p(&sum.product(context), meter)?);
        }
        self.rows.insert(sum.clone(), row.clone());
        Ok(row)
    }

    /// Whether letters commute; if not, a new context is added.
    fn commutes(&mut self, meter: &mut Meter) -> Result<bool, QuotientError> {
        for s in 0..self.states.len() {
            for i in 0..self.oracle.letters() {
                for j in 0..i {
                    let (si, sj) = (self.steps[s][i], self.steps[s][j]);
                    let (sij, sji) = (self.steps[si][j], self.steps[sj][i]);
                    if sij == sji {
                        continue;
                    }
                    let (rij, rji) = (&self.rows[&self.states[sij]], &self.rows[&self.states[sji]]);
                    let apart = rij.iter().zip(rji).position(|(a, b)| a != b);
                    let apart = apart.expect("different elements have different rows");
                    let context = self.contexts[apart].clone();
                    let says = rij[apart];
                    let sum = self.states[s].times(i).times(j).product(&context);
                    // The path that ends where the sum does not belong took a wrong first step.
                    let last = if self.oracle.is_p(&sum, meter)? == says { i } else { j };
                    self.contexts.push(context.times(last));
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether the guess agrees with the row for every element beside every context; if not, a new context is
    /// added.
    fn agrees(&mut self, meter: &mut Meter) -> Result<bool, QuotientError> {
        for s in 0..self.states.len() {
            for c in 0..self.contexts.len() {
                let end = self.walk(s, &self.contexts[c]);
                if self.rows[&self.states[end]][0] != self.rows[&self.states[s]][c] {
                    let context = self.contexts[c].clone();
                    self.learn(s, &context, meter)?;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The element that letters lead to.
    fn walk(&self, from: usize, word: &Monomial) -> usize {
        let letters = word.letters().flat_map(|i| std::iter::repeat_n(i, word.exponent(i).into()));
        letters.fold(from, |state, i| self.steps[state][i])
    }

    /// Finds the step at which the guess goes wrong on this path, and the context that shows it.
    fn learn(&mut self, from: usize, word: &Monomial, meter: &mut Meter) -> Result<(), QuotientError> {
        let (mut state, mut rest) = (from, word.clone());
        loop {
            let Some(i) = rest.letters().next() else { break };
            let shorter = rest.over(i).unwrap_or_default();
            let next = self.steps[state][i];
            let here = self.oracle.is_p(&self.states[state].product(&rest), meter)?;
            if here != self.oracle.is_p(&self.states[next].product(&shorter), meter)? {
                self.contexts.push(shorter);
                return Ok(());
            }
            (state, rest) = (next, shorter);
        }
        unreachable!("the ends differ, so some step does")
    }
}
