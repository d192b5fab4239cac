//! Numbers, ups and stars: the values `x + n·↑ + *k`, with their closed arithmetic.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use crate::{Dyadic, Result, ValueError};

/// The value `number + up·↑ + *star`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nus {
    number: Dyadic,
    up: i64,
    star: u32,
}

/// A list of options of a [`Nus`], all of the same kind.
pub(crate) type NusList = SmallVec<[Nus; 2]>;

impl Nus {
    /// `number + up·↑ + *star`.
    #[must_use]
    pub const fn new(number: Dyadic, up: i64, star: u32) -> Self {
        Nus { number, up, star }
    }

    /// A number.
    #[must_use]
    pub const fn from_number(number: Dyadic) -> Self {
        Nus { number, up: 0, star: 0 }
    }

    /// The number `x` in `x + n·↑ + *k`.
    #[must_use]
    pub fn number(&self) -> &Dyadic {
        &self.number
    }

    /// The multiple `n` of ↑ in `x + n·↑ + *k`.
    #[must_use]
    pub fn up(&self) -> i64 {
        self.up
    }

    /// The nimber `k` in `x + n·↑ + *k`.
    #[must_use]
    pub fn star(&self) -> u32 {
        self.star
    }

    /// Whether it is a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        self.up == 0 && self.star == 0
    }

    /// The sum.
    pub fn plus(&self, other: &Nus) -> Result<Nus> {
        let up =
            self.up.checked_add(other.up).ok_or(ValueError::OutOfRange { what: "the multiple of ↑" })?;
        Ok(Nus { number: &self.number + &other.number, up, star: self.star ^ other.star })
    }

    /// The negative.
    pub fn negative(&self) -> Result<Nus> {
        let up = self.up.checked_neg().ok_or(ValueError::OutOfRange { what: "the multiple of ↑" })?;
        Ok(Nus { number: -&self.number, up, star: self.star })
    }

    /// The order of games; `None` if the two are incomparable.
    #[must_use]
    pub fn compare(&self, other: &Nus) -> Option<Ordering> {
        match self.number.cmp(&other.number) {
            Ordering::Equal => {}
            unequal => return Some(unequal),
        }
        let star = self.star ^ other.star;
        // In 128 bits, so that no difference of two i64 overflows.
        match i128::from(self.up) - i128::from(other.up) {
            0 if star == 0 => Some(Ordering::Equal),
            0 => None,
            // ↑* is confused with zero; ↑, ↑*2, ↑*3, … and everything from ⇑ on are positive.
            1 | -1 if star == 1 => None,
            up => Some(up.cmp(&0)),
        }
    }

    /// The number of options of each player in canonical form.
    pub(crate) fn width(&self) -> usize {
        if self.up == 0 { self.star as usize } else { 2 }
    }

    /// Left's and Right's options in canonical form (Siegel, *Combinatorial Game Theory*, II.1 and II.4).
    pub(crate) fn options(&self) -> (NusList, NusList) {
        let with = |up, star| Nus { number: self.number.clone(), up, star };
        if self.up == 0 && self.star == 0 {
            return self.number_options();
        }
        if self.up == 0 {
            let list: NusList = (0..self.star).map(|k| with(0, k)).collect();
            return (list.clone(), list);
        }
        // n·↑ + *k = {0 | (n−1)·↑ + *(k⊕1)}, with the one exception ↑* = {0, * | 0}.
        let mine: NusList = if self.up.unsigned_abs() == 1 && self.star == 1 {
            smallvec![with(0, 0), with(0, 1)]
        } else {
            smallvec![with(0, 0)]
        };
        let theirs: NusList = if self.up.unsigned_abs() == 1 && self.star == 1 {
            smallvec![with(0, 0)]
        } else {
            smallvec![with(self.up - self.up.signum(), self.star ^ 1)]
        };
        if self.up > 0 { (mine, theirs) } else { (theirs, mine) }
    }

    fn number_options(&self) -> (NusList, NusList) {
        let x = &self.number;
        let number = |x: Dyadic| smallvec![Nus::from_number(x)];
        if x.is_zero() {
            return (smallvec![], smallvec![]);
        }
        let (below, above) = (number(x - &x.unit()), number(x + &x.unit()));
        if !x.is_integer() {
            (below, above)
        } else if x.is_positive() {
            (below, smallvec![])
        } else {
            (smallvec![], above)
        }
    }

    /// The value whose canonical form has exactly these options, if it is of this kind and not a number. The
    /// options must form a canonical game.
    pub(crate) fn from_options(left: &[&Nus], right: &[&Nus]) -> Option<Nus> {
        let (first, last) = (*left.first()?, *right.first()?);
        let x = &first.number;
        let same = |list: &[&Nus]| list.iter().all(|o| o.number == *x);
        if !same(left) || !same(right) {
            return None;
        }
        let guess = match (left.len(), right.len()) {
            // *k, which has the options *0 … *(k−1) on both sides.
            (a, b) if a == b && is_initial_segment(left) && is_initial_segment(right) => {
                return Some(Nus::new(x.clone(), 0, u32::try_from(a).ok()?));
            }
            (2, 1) if right[0].is_number() => Nus::new(x.clone(), 1, 1),
            (1, 2) if left[0].is_number() => Nus::new(x.clone(), -1, 1),
            (1, 1) if first.is_number() && last.up >= 0 => {
                Nus::new(x.clone(), last.up.checked_add(1)?, last.star ^ 1)
            }
            (1, 1) if last.is_number() && first.up <= 0 => {
                Nus::new(x.clone(), first.up.checked_sub(1)?, first.star ^ 1)
            }
            _ => return None,
        };
        let (l, r) = guess.options();
        let matches = |a: &NusList, b: &[&Nus]| a.len() == b.len() && a.iter().all(|o| b.contains(&o));
        (matches(&l, left) && matches(&r, right)).then_some(guess)
    }
}

/// Whether a list without repetitions is `x, x + *, …, x + *(n−1)` in some order.
fn is_initial_segment(list: &[&Nus]) -> bool {
    list.iter().all(|o| o.up == 0 && (o.star as usize) < list.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nus(up: i64, star: u32) -> Nus {
        Nus::new(Dyadic::new(3, 1), up, star)
    }

    #[test]
    fn options_lead_back_to_the_value() {
        for up in -5..=5 {
            for star in 0..12 {
                let g = nus(up, star);
                if g.is_number() {
                    continue;
                }
                let (l, r) = g.options();
                let (l, r): (Vec<_>, Vec<_>) = (l.iter().collect(), r.iter().collect());
                assert_eq!(Nus::from_options(&l, &r), Some(g));
            }
        }
    }

    #[test]
    fn ups_and_stars_compare_as_in_winning_ways() {
        let zero = nus(0, 0);
        assert_eq!(nus(0, 2).compare(&zero), None);
        assert_eq!(nus(1, 0).compare(&zero), Some(Ordering::Greater));
        assert_eq!(nus(1, 1).compare(&zero), None);
        assert_eq!(nus(1, 2).compare(&zero), Some(Ordering::Greater));
        assert_eq!(nus(2, 1).compare(&zero), Some(Ordering::Greater));
        assert_eq!(nus(-1, 1).compare(&zero), None);
        assert_eq!(nus(-3, 7).compare(&zero), Some(Ordering::Less));
    }

    #[test]
    fn a_multiple_of_up_that_does_not_fit_is_an_error() {
        let g = Nus::new(Dyadic::ZERO, i64::MAX, 0);
        assert!(g.plus(&Nus::new(Dyadic::ZERO, 1, 0)).is_err());
        let least = Nus::new(Dyadic::ZERO, i64::MIN, 1);
        assert!(least.negative().is_err());
        assert_eq!(least.options().0[..], [Nus::new(Dyadic::ZERO, i64::MIN + 1, 0)]);
    }
}
