//! Monomials in the generators of a monoid, and the least one of each element.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::Element;

/// A product of powers of generators: the exponent of each, without trailing zeros.
///
/// The order is by degree, and among monomials of one degree the late generators count most; so a product of
/// two gets larger when one of them does.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Monomial(SmallVec<[u16; 12]>);

impl Monomial {
    /// The empty product.
    #[must_use]
    pub fn one() -> Self {
        Monomial::default()
    }

    /// A single generator.
    #[must_use]
    pub fn generator(i: usize) -> Self {
        Monomial::one().times(i)
    }

    /// The monomial with these exponents.
    #[must_use]
    pub fn new(exponents: &[u16]) -> Self {
        let length = exponents.iter().rposition(|&exponent| exponent > 0).map_or(0, |last| last + 1);
        Monomial(SmallVec::from_slice(&exponents[..length]))
    }

    /// The exponents of the generators, without trailing zeros.
    #[must_use]
    pub fn exponents(&self) -> &[u16] {
        &self.0
    }

    /// The exponent of a generator.
    #[must_use]
    pub fn exponent(&self, i: usize) -> u16 {
        self.0.get(i).copied().unwrap_or(0)
    }

    /// The number of factors.
    #[must_use]
    pub fn degree(&self) -> u32 {
        self.0.iter().map(|&exponent| u32::from(exponent)).sum()
    }

    /// The product with a generator. Exponents must not exceed 65535.
    #[must_use]
    pub fn times(&self, i: usize) -> Self {
        let mut product = self.clone();
        if product.0.len() <= i {
            product.0.resize(i + 1, 0);
        }
        product.0[i] = product.0[i].saturating_add(1);
        product
    }

    /// The quotient by a generator, if it divides.
    #[must_use]
    pub fn over(&self, i: usize) -> Option<Self> {
        let mut quotient = self.clone();
        *quotient.0.get_mut(i).filter(|exponent| **exponent > 0)? -= 1;
        while quotient.0.last() == Some(&0) {
            quotient.0.pop();
        }
        Some(quotient)
    }

    /// The product of two.
    #[must_use]
    pub fn product(&self, other: &Self) -> Self {
        let (long, short) = if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let mut product = long.clone();
        for (exponent, more) in product.0.iter_mut().zip(&short.0) {
            *exponent = exponent.saturating_add(*more);
        }
        product
    }

    /// The generators that divide it.
    pub fn letters(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().filter(|(_, exponent)| **exponent > 0).map(|(i, _)| i)
    }

    /// A smaller element and a generator, for the least monomial of an element that is not 1.
    pub(super) fn last_step(&self, words: &[Monomial]) -> (usize, usize) {
        let last = self.0.len().saturating_sub(1);
        let before = self.over(last).unwrap_or_default();
        (words.iter().position(|word| *word == before).unwrap_or(0), last)
    }
}

impl Ord for Monomial {
    fn cmp(&self, other: &Self) -> Ordering {
        let late_first = |monomial: &Self| (monomial.0.len(), monomial.0.iter().rev().copied().collect());
        let key = |monomial: &Self| -> (usize, SmallVec<[u16; 12]>) { late_first(monomial) };
        self.degree().cmp(&other.degree()).then_with(|| key(self).cmp(&key(other)))
    }
}

impl PartialOrd for Monomial {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The least monomial of each element, and the rules that lead to it: each rewrites a monomial all of whose
/// proper divisors are least. Returns `None` if the generators don't make all elements.
#[expect(clippy::type_complexity)] // Both lists are what they are called.
pub(super) fn least(steps: &[Vec<Element>]) -> Option<(Vec<Monomial>, Vec<(Monomial, Monomial)>)> {
    let mut words: Vec<Option<Monomial>> = vec![None; steps.len()];
    words[0] = Some(Monomial::one());
    let mut relations = Vec::new();
    let mut is_least: FxHashSet<Monomial> = FxHashSet::from_iter([Monomial::one()]);
    let mut of_degree = vec![(Monomial::one(), 0)];
    // A divisor of a least monomial is least, so those of a degree are among those of the previous degree
    // times a generator.
    while !of_degree.is_empty() {
        let mut next: Vec<(Monomial, Element)> = Vec::new();
        for (word, x) in &of_degree {
            next.extend(steps[*x].iter().enumerate().map(|(i, &to)| (word.times(i), to)));
        }
        next.sort_unstable();
        next.dedup();
        of_degree.clear();
        for (word, x) in next {
            let x = usize::from(x);
            match &words[x] {
                None => {
                    words[x] = Some(word.clone());
                    is_least.insert(word.clone());
                    of_degree.push((word, x));
                }
                Some(least) => {
                    let divisors_are_least =
                        |i| word.over(i).is_some_and(|divisor| is_least.contains(&divisor));
                    if word.letters().all(divisors_are_least) {
                        relations.push((word.clone(), least.clone()));
                    }
                }
            }
        }
    }
    Some((words.into_iter().collect::<Option<_>>()?, relations))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn monomials_are_ordered_by_degree_and_then_by_late_generators() {
        let [one, a, b] = [Monomial::one(), Monomial::generator(0), Monomial::generator(1)];
        assert!(one < a && a < b && b < a.product(&a));
        assert!(a.product(&b) < b.product(&b) && a.product(&a) < a.product(&b));
        assert_eq!(a.product(&b).over(1), Some(a.clone()));
        assert_eq!(a.over(1), None);
        assert_eq!(Monomial::new(&[1, 0, 0]), a);
    }
}
