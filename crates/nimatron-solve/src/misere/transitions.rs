//! The proof that a quotient is right: the closure of its transitions.
//!
//! Let every heap have an element of a monoid, and every sum of heaps the product. If for each non-empty sum
//! its element is in P exactly when no option has an element in P, then by induction the sum is a P-position
//! of misère play exactly when its element is in P.
//!
//! The *transition* of a sum X with element x is x together with the set D of all elements z such that,
//! beside a position of element z, some option of X gives a P-position. It has to be shown that:
//!
//! 1. if x is in P, no option is. This follows for all sums if it holds for each heap h beside every z: that
//!    hz and some option of h times z are never both in P;
//! 2. if x is not in P, some option is: 1 is in D. Here only the transitions with the least D matter, because
//!    what holds for D holds for every larger set; so only the minimal transitions of each element are kept.
//!
//! The transition of X + Y has the element xy, and z is in its set if zy is in that of X or zx in that of Y.
//! (Plambeck and Siegel, section 5 and the supplement on algorithms, use sets of options in place of D.)

use nimatron_rules::Meter;
use nimatron_value::{Element, Quotient};

use super::bits::Set;
use crate::SolveError;

/// The minimal transitions of all sums of some heaps.
#[derive(Clone)]
pub(super) struct Transitions {
    /// For each element, the z that make it a P-position.
    completions: Vec<Set>,
    /// The transitions of the heaps, with their names.
    heaps: Vec<(Transition, usize)>,
    /// The transitions of all sums, starting with the empty one. Transitions that turned out not to be
    /// minimal stay, as steps to others.
    sums: Vec<Sum>,
    /// For each element, the minimal sums except the empty one.
    minimal: Vec<Vec<u32>>,
}

#[derive(Clone)]
struct Transition {
    element: Element,
    moves: Set,
}

#[derive(Clone)]
struct Sum {
    transition: Transition,
    /// The sum that it was made from, and the heap that was added.
    from: (u32, u32),
    is_minimal: bool,
}

/// A failure of a quotient: the names of the heaps of a sum for which it fails, and an element beside them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Failure {
    pub(super) heaps: Vec<usize>,
    pub(super) beside: Element,
}

impl Transitions {
    /// The transitions without any heaps.
    pub(super) fn new(quotient: &Quotient) -> Self {
        let order = quotient.order();
        let completion = |x| Set::of(order, |z| quotient.is_p(quotient.row(x as Element)[z]));
        let empty = Transition { element: 0, moves: Set::empty(order) };
        Transitions {
            completions: (0..order).map(completion).collect(),
            heaps: Vec::new(),
            sums: vec![Sum { transition: empty, from: (0, 0), is_minimal: true }],
            minimal: vec![Vec::new(); order],
        }
    }

    /// The elements beside which some option of these is a P-position.
    pub(super) fn moves(&self, options: impl IntoIterator<Item = Element>) -> Set {
        let mut moves = Set::empty(self.completions.len());
        for option in options {
            moves.unite(&self.completions[usize::from(option)]);
        }
        moves
    }

    /// Whether a heap with this transition adds nothing new, because the transition of a known sum demands
    /// more.
    pub(super) fn is_known(&self, element: Element, moves: &Set) -> bool {
        let demands_more = |&sum: &u32| self.sums[sum as usize].transition.moves.is_subset(moves);
        self.minimal[usize::from(element)].iter().any(demands_more)
    }

    /// The elements that a heap with these moves may have, as far as one heap beside the known sums
    /// determines them.
    pub(super) fn candidates(&self, quotient: &Quotient, moves: &Set) -> Vec<Element> {
        let minimal = |sum: &&Sum| sum.is_minimal;
        let fits = |x: &Element| {
            let row = quotient.row(*x);
            self.completions[usize::from(*x)].common(moves).is_none()
                && self.sums.iter().filter(minimal).all(|Sum { transition, .. }| {
                    let y = usize::from(transition.element);
                    quotient.is_p(row[y]) || moves.contains(y) || transition.moves.contains(usize::from(*x))
                })
        };
        (0..quotient.order() as Element).filter(fits).collect()
    }

    /// Adds a heap with this name, and all sums that contain it. After a failure the transitions are no
    /// longer valid.
    pub(super) fn add(
        &mut self,
        quotient: &Quotient,
        element: Element,
        moves: Set,
        name: usize,
        meter: &mut Meter,
    ) -> Result<Result<(), Failure>, SolveError> {
        let heap = self.heaps.len();
        if let Some(beside) = self.completions[usize::from(element)].common(&moves) {
            return Ok(Err(Failure { heaps: vec![name], beside: beside as Element }));
        }
        if self.is_known(element, &moves) {
            return Ok(Ok(()));
        }
        self.heaps.push((Transition { element, moves }, name));
        let known = self.sums.len();
        let mut at = 0;
        while at < self.sums.len() {
            // Sums that existed before have met all other heaps.
            let first = if at < known { heap } else { 0 };
            for with in first..self.heaps.len() {
                if !self.sums[at].is_minimal {
                    break;
                }
                meter.tick()?;
                if let Err(failure) = self.extend(quotient, at, with) {
                    return Ok(Err(failure));
                }
            }
            at += 1;
            let bytes = self.sums.len() * (self.sums[0].transition.moves.bytes() + size_of::<Sum>());
            meter.budget().check_memory(bytes)?;
        }
        Ok(Ok(()))
    }

    /// Adds a heap to a sum.
    fn extend(&mut self, quotient: &Quotient, at: usize, with: usize) -> Result<(), Failure> {
        let (sum, heap) = (&self.sums[at].transition, &self.heaps[with].0);
        let (x, h) = (sum.element, heap.element);
        let element = quotient.product(x, h);
        let wins = sum.moves.contains(usize::from(h)) || heap.moves.contains(usize::from(x));
        if !quotient.is_p(element) && !wins {
            return Err(Failure { heaps: self.heaps_of(at, with), beside: 0 });
        }
        let (times_h, times_x) = (quotient.row(h), quotient.row(x));
        let moves = Set::of(quotient.order(), |z| {
            sum.moves.contains(usize::from(times_h[z])) || heap.moves.contains(usize::from(times_x[z]))
        });
        if self.is_known(element, &moves) {
            return Ok(());
        }
        let new = self.sums.len() as u32;
        let sums = &mut self.sums;
        self.minimal[usize::from(element)].retain(|&old| {
            let old = &mut sums[old as usize];
            old.is_minimal = !moves.is_subset(&old.transition.moves);
            old.is_minimal
        });
        self.minimal[usize::from(element)].push(new);
        let transition = Transition { element, moves };
        sums.push(Sum { transition, from: (at as u32, with as u32), is_minimal: true });
        Ok(())
    }

    /// The names of the heaps of a sum and one more.
    fn heaps_of(&self, mut sum: usize, with: usize) -> Vec<usize> {
        let mut heaps = vec![self.heaps[with].1];
        while sum > 0 {
            let (before, heap) = self.sums[sum].from;
            heaps.push(self.heaps[heap as usize].1);
            sum = before as usize;
        }
        heaps
    }

    /// The number of minimal transitions.
    pub(super) fn count(&self) -> usize {
        self.sums.iter().filter(|sum| sum.is_minimal).count()
    }
}
