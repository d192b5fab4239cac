//! Misère quotients of heap games, heap by heap.
//!
//! Plambeck and Siegel, *Misère quotients for impartial games*, J. Combin. Theory A 115 (2008). Each step is
//! a guess and a proof: [`learn`] guesses the quotient from the outcomes of some sums, and the closure of its
//! [`transitions`] proves that the guess is right for all sums, or shows where it is wrong.
//!
//! 1. Two sums of heaps are equal if no third sum distinguishes them. So the elements are the states of the
//!    minimal automaton that reads a sum letter by letter, and they are learned as such (Angluin).
//! 2. The transitions of all sums (an element, and the elements beside which some option is a P-position) are
//!    closed under adding heaps. Only the minimal transitions of each element are kept: 49 for Kayles with
//!    its 40 elements.
//! 3. A failure names a sum from which the learner learns.
//! 4. A heap that equalled a sum of smaller heaps, and no longer does beside a new heap, becomes a letter of
//!    its own.

mod bits;
mod genus;
mod learn;
mod oracle;
mod period;
mod transitions;

pub use genus::GenusSolver;
pub use period::MiserePeriod;

use std::ops::ControlFlow;

use nimatron_rules::{Budget, HeapCode, Meter};
use nimatron_value::{Element, Monomial, Quotient};
use rustc_hash::FxHashSet;
use thiserror::Error;

use crate::SolveError;
use learn::Learner;
use oracle::Oracle;
use transitions::Transitions;

/// Why a quotient can't be extended. What is known about the smaller heaps still holds.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum QuotientError {
    /// The quotient is too large, or infinite.
    #[error(transparent)]
    Stuck(#[from] Stuck),
    /// The budget is used up, or something else went wrong.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The quotient is too large, or infinite.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Stuck {
    /// It has more elements than this.
    #[error("the quotient has more than {0} elements, or infinitely many")]
    Order(usize),
}

/// The misère quotient of a heap game, for the heaps from 1 up to some size, and the element of each heap.
///
/// ```
/// use nimatron_rules::{Budget, HeapCode};
/// use nimatron_solve::MisereQuotient;
///
/// let kayles = HeapCode::parse("0.77").unwrap();
/// let mut solver = MisereQuotient::new(&kayles, &Budget::unlimited());
/// while solver.heap() < 12 {
///     solver.extend().unwrap();
/// }
/// let grows_at: Vec<usize> = solver.growth().iter().map(|growth| growth.0).collect();
/// assert_eq!(grows_at, [1, 2, 5, 9, 12]);
/// ```
pub struct MisereQuotient<'a> {
    code: &'a HeapCode,
    meter: Meter,
    most: usize,
    /// The pretending function: the element of each heap, beginning with the heap of 0.
    elements: Vec<Element>,
    quotient: Quotient,
    /// The heaps that are the generators.
    generators: Vec<usize>,
    transitions: Transitions,
    contexts: Vec<Monomial>,
    growth: Vec<(usize, usize)>,
}

impl<'a> MisereQuotient<'a> {
    /// A quotient with more elements is given up, unless another limit is set.
    pub const MOST: usize = 5000;

    /// The quotient of a game with no heap but 0.
    #[must_use]
    pub fn new(code: &'a HeapCode, budget: &Budget) -> Self {
        let quotient = Quotient::trivial();
        MisereQuotient {
            code,
            meter: budget.meter(),
            most: Self::MOST,
            elements: vec![0],
            transitions: Transitions::new(&quotient),
            quotient,
            generators: Vec::new(),
            contexts: Vec::new(),
            growth: Vec::new(),
        }
    }

    /// Sets the maximum number of elements.
    #[must_use]
    pub fn most(mut self, elements: usize) -> Self {
        self.most = elements.min(Quotient::MOST);
        self
    }

    /// The largest heap.
    #[must_use]
    pub fn heap(&self) -> usize {
        self.elements.len() - 1
    }

    /// The quotient of all sums of the heaps.
    #[must_use]
    pub fn quotient(&self) -> &Quotient {
        &self.quotient
    }

    /// The element of each heap, beginning with the heap of 0.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The heaps that are the generators, in the same order.
    #[must_use]
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// The heaps at which the quotient grew, and its order after each.
    #[must_use]
    pub fn growth(&self) -> &[(usize, usize)] {
        &self.growth
    }

    /// The number of minimal transitions that prove the quotient.
    #[must_use]
    pub fn transitions(&self) -> usize {
        self.transitions.count()
    }

    /// Whether a sum of these heaps, which must all be known, is a P-position.
    #[must_use]
    pub fn is_p(&self, heaps: &[usize]) -> bool {
        self.quotient.is_p(heaps.iter().fold(0, |x, &heap| self.quotient.product(x, self.elements[heap])))
    }

    /// Adds the next heap. After an error the quotient is unchanged.
    pub fn extend(&mut self) -> Result<(), QuotientError> {
        if !self.extend_within()? {
            self.grow()?;
        }
        Ok(())
    }

    /// Adds the next heap if the quotient stays the same.
    pub fn extend_within(&mut self) -> Result<bool, QuotientError> {
        let heap = self.elements.len();
        let Some(options) = self.option_elements(heap)? else {
            self.elements.push(0);
            return Ok(true);
        };
        let moves = self.transitions.moves(options);
        for candidate in self.transitions.candidates(&self.quotient, &moves) {
            if !self.transitions.is_known(candidate, &moves) {
                let mut transitions = self.transitions.clone();
                if transitions.add(&self.quotient, candidate, moves.clone(), heap, &mut self.meter)?.is_err()
                {
                    continue;
                }
                self.transitions = transitions;
            }
            self.elements.push(candidate);
            return Ok(true);
        }
        Ok(false)
    }

    /// The elements of the options of a heap; `None` if it has no options.
    fn option_elements(&mut self, heap: usize) -> Result<Option<FxHashSet<Element>>, QuotientError> {
        let (mut options, mut limit) = (FxHashSet::default(), Ok(()));
        let all = self.code.try_each_option(heap, |heaps| {
            let element = heaps.iter().fold(0, |x, &h| self.quotient.product(x, self.elements[h]));
            options.insert(element);
            limit = self.meter.tick();
            if limit.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        debug_assert!(all.is_break() == limit.is_err());
        limit.map_err(SolveError::from)?;
        Ok((!options.is_empty()).then_some(options))
    }

    /// Adds the next heap, if no known element fits.
    fn grow(&mut self) -> Result<(), QuotientError> {
        let heap = self.elements.len();
        // 1. Every heap as a sum of letters: the generators, and the new heap. It is not yet known whether
        //    the other heaps also equal these sums beside the new heap.
        let mut letters = self.generators.clone();
        letters.push(heap);
        let newest = letters.len() - 1;
        let mut words: Vec<Monomial> = self.elements.iter().map(|&x| self.quotient.word(x).clone()).collect();
        words.push(Monomial::generator(newest));
        let mut contexts = self.contexts.clone();
        let (guess, transitions) = loop {
            // 2. A guess that is right for all sums of letters.
            let options = letters.iter().map(|&letter| self.option_words(letter, &words));
            let options = options.collect::<Result<_, _>>()?;
            let known = letters.iter().map(|&letter| self.elements.get(letter).copied().unwrap_or(0));
            let mut oracle = Oracle::new(options, newest, &self.quotient, known.collect());
            let mut learner = Learner::new(&mut oracle, contexts, self.most);
            let (guess, mut transitions) = loop {
                let guess = learner.guess(&mut self.meter)?;
                match prove(&guess, learner.oracle(), &mut self.meter)? {
                    Ok(transitions) => break (guess, transitions),
                    Err(sum) => learner.refute(&guess, &sum, &mut self.meter)?,
                }
            };
            contexts = learner.into_contexts();
            // 3. It is right for all heaps, or some heap does not equal its sum and becomes a new letter.
            let elements: Vec<Element> = words.iter().map(|word| guess.element(word)).collect();
            let mut wrong = None;
            for (h, &element) in elements.iter().enumerate() {
                let mut options = FxHashSet::default();
                self.code.each_option(h, |heaps| {
                    options.insert(heaps.iter().fold(0, |x, &h| guess.product(x, elements[h])));
                });
                let is_dead = options.is_empty();
                let moves = transitions.moves(options);
                if !letters.contains(&h)
                    && !is_dead
                    && transitions.add(&guess, element, moves, h, &mut self.meter)?.is_err()
                {
                    wrong = Some(h);
                    break;
                }
            }
            match wrong {
                None => break ((guess, elements), transitions),
                Some(h) => {
                    words[h] = Monomial::generator(letters.len());
                    letters.push(h);
                }
            }
        };
        self.accept(guess, transitions, &letters, contexts)
    }

    /// Takes over a quotient that was proved, with no more generators than needed.
    fn accept(
        &mut self,
        (guess, elements): (Quotient, Vec<Element>),
        transitions: Transitions,
        letters: &[usize],
        contexts: Vec<Monomial>,
    ) -> Result<(), QuotientError> {
        // 1. The generators: each heap that is not a product of smaller ones.
        let mut made = vec![false; guess.order()];
        made[0] = true;
        let mut generators = Vec::new();
        for (heap, &element) in elements.iter().enumerate() {
            if made[usize::from(element)] {
                continue;
            }
            generators.push(heap);
            let mut queue: Vec<Element> =
                (0..guess.order() as Element).filter(|&x| made[usize::from(x)]).collect();
            while let Some(x) = queue.pop() {
                for &generator in &generators {
                    let product = guess.product(x, elements[generator]);
                    if !std::mem::replace(&mut made[usize::from(product)], true) {
                        queue.push(product);
                    }
                }
            }
        }
        // 2. The same monoid with these generators.
        let step = |x| generators.iter().map(|&heap| guess.product(x, elements[heap])).collect();
        let steps: Vec<Vec<Element>> = (0..guess.order() as Element).map(step).collect();
        let p: Vec<bool> = (0..guess.order() as Element).map(|x| guess.is_p(x)).collect();
        let quotient = Quotient::new(&steps, &p).expect("heaps make all elements of their quotient");
        // 3. The contexts, in these letters.
        let elements_of_letters = letters.iter().map(|&letter| elements[letter]).collect::<Vec<_>>();
        let mut seen = FxHashSet::default();
        self.contexts = contexts
            .iter()
            .map(|context| {
                let factors =
                    context.letters().map(|i| (elements_of_letters[i], u32::from(context.exponent(i))));
                let element = factors.fold(0, |x, (y, n)| quotient.product(x, quotient.power(y, n)));
                quotient.word(element).clone()
            })
            .filter(|context| seen.insert(context.clone()))
            .collect();
        self.growth.push((elements.len() - 1, quotient.order()));
        (self.quotient, self.elements, self.generators) = (quotient, elements, generators);
        self.transitions = transitions;
        Ok(())
    }

    /// The options of a heap as sums of letters, each once.
    fn option_words(&self, heap: usize, words: &[Monomial]) -> Result<Vec<Monomial>, SolveError> {
        let mut options = Vec::new();
        self.meter.budget().check_list::<Monomial>(self.code.count_options(heap))?;
        self.code.each_option(heap, |heaps| {
            options.push(heaps.iter().fold(Monomial::one(), |sum, &h| sum.product(&words[h])));
        });
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}

/// Proves that a guess is right for all sums of letters, or finds a sum that shows it is not.
fn prove(
    guess: &Quotient,
    oracle: &Oracle<'_>,
    meter: &mut Meter,
) -> Result<Result<Transitions, Monomial>, SolveError> {
    let mut transitions = Transitions::new(guess);
    for i in 0..oracle.letters() {
        let letter = Monomial::generator(i);
        let options = oracle.options(&letter);
        let moves = transitions.moves(options.iter().map(|option| guess.element(option)));
        if let Err(failure) = transitions.add(guess, guess.generators()[i], moves, i, meter)? {
            let heaps = failure.heaps.iter().fold(Monomial::one(), |sum, &i| sum.times(i));
            return Ok(Err(heaps.product(guess.word(failure.beside))));
        }
    }
    Ok(Ok(transitions))
}
