//! Outcomes of sums of heaps, one by one, from the moves alone.

use nimatron_rules::Meter;
use nimatron_value::{Element, Monomial, Quotient};
use rustc_hash::FxHashMap;

use crate::SolveError;
use crate::stack::deep;

/// Decides which sums of *letters* are P-positions of misère play. A letter is a heap whose options are sums
/// of letters. Sums without the newest letter are looked up in a known quotient.
pub(super) struct Oracle<'a> {
    /// The options of each letter.
    options: Vec<Vec<Monomial>>,
    /// The letters whose only option is the empty sum: two of them cancel out.
    stars: Vec<usize>,
    newest: usize,
    known: &'a Quotient,
    /// The elements of the letters in the known quotient; that of the newest is not used.
    elements: Vec<Element>,
    outcomes: FxHashMap<Monomial, bool>,
}

impl<'a> Oracle<'a> {
    pub(super) fn new(
        options: Vec<Vec<Monomial>>,
        newest: usize,
        known: &'a Quotient,
        elements: Vec<Element>,
    ) -> Self {
        let is_star = |&i: &usize| options[i] == [Monomial::one()];
        let stars = (0..options.len()).filter(is_star).collect();
        Oracle { options, stars, newest, known, elements, outcomes: FxHashMap::default() }
    }

    pub(super) fn letters(&self) -> usize {
        self.options.len()
    }

    /// Whether a sum is a P-position.
    pub(super) fn is_p(&mut self, sum: &Monomial, meter: &mut Meter) -> Result<bool, SolveError> {
        if self.stars.iter().any(|&star| sum.exponent(star) > 1) {
            let mut exponents = sum.exponents().to_vec();
            for &star in self.stars.iter().filter(|star| **star < sum.exponents().len()) {
                exponents[star] %= 2;
            }
            return self.is_p(&Monomial::new(&exponents), meter);
        }
        if sum.exponent(self.newest) == 0 {
            let powers = sum.letters().map(|i| (self.elements[i], u32::from(sum.exponent(i))));
            let element =
                powers.fold(0, |x, (letter, count)| self.known.product(x, self.known.power(letter, count)));
            return Ok(self.known.is_p(element));
        }
        if let Some(&is_p) = self.outcomes.get(sum) {
            return Ok(is_p);
        }
        meter.tick()?;
        meter.budget().check_memory(self.outcomes.len() * 2 * size_of::<(Monomial, bool)>())?;
        // The newest letter first: its options are often known.
        let letters: Vec<usize> = sum.letters().collect();
        let mut is_p = true;
        'letters: for &i in letters.iter().rev() {
            let Some(rest) = sum.over(i) else { continue };
            for at in 0..self.options[i].len() {
                let option = rest.product(&self.options[i][at]);
                if deep(meter, |meter| meter.budget(), |meter| self.is_p(&option, meter))? {
                    is_p = false;
                    break 'letters;
                }
            }
        }
        self.outcomes.insert(sum.clone(), is_p);
        Ok(is_p)
    }

    /// The options of a sum.
    pub(super) fn options(&self, sum: &Monomial) -> Vec<Monomial> {
        let of_letter = |i: usize| {
            let rest = sum.over(i).unwrap_or_default();
            self.options[i].iter().map(move |option| rest.product(option))
        };
        sum.letters().flat_map(of_letter).collect()
    }
}
