//! Dyadic rationals: exact and of any size.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Neg, Sub};

use dashu_base::{BitTest, Sign};
use dashu_int::IBig;

/// A number `numerator / 2^exponent` in lowest terms.
///
/// Machine integers are used in the common case; anything larger switches to big integers automatically, so
/// arithmetic neither wraps nor rounds.
///
/// ```
/// use nimatron_value::Dyadic;
/// let x = Dyadic::new(3, 2) + Dyadic::from(1);
/// assert_eq!(x.to_string(), "7/4");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

/// `Small` holds every value that fits, so equal numbers have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { numerator: i64, exponent: u8 },
    Big(Box<Big>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Big {
    numerator: IBig,
    exponent: usize,
}

/// The largest exponent stored in machine integers: two such numbers add up within an `i128`.
const SMALL_EXPONENT: u32 = 62;

/// One end of an interval of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Where the interval ends.
    pub at: Dyadic,
    /// Whether the end itself belongs to the interval.
    pub closed: bool,
}

impl Dyadic {
    /// Zero.
    pub const ZERO: Dyadic = Dyadic(Repr::Small { numerator: 0, exponent: 0 });

    /// `numerator / 2^exponent`.
    #[must_use]
    pub fn new(numerator: i64, exponent: u32) -> Self {
        if exponent <= SMALL_EXPONENT {
            Self::from_wide(i128::from(numerator), exponent)
        } else {
            Self::from_big(IBig::from(numerator), exponent as usize)
        }
    }

    /// `numerator / 2^exponent`, from a big numerator.
    #[must_use]
    pub fn from_big(numerator: IBig, exponent: usize) -> Self {
        let zeros = numerator.trailing_zeros().unwrap_or(exponent).min(exponent);
        let (numerator, exponent) = (numerator >> zeros, exponent - zeros);
        if exponent <= SMALL_EXPONENT as usize
            && let Ok(numerator) = i64::try_from(&numerator)
        {
            return Dyadic(Repr::Small { numerator, exponent: exponent as u8 });
        }
        Dyadic(Repr::Big(Box::new(Big { numerator, exponent })))
    }

    /// `numerator / 2^exponent` with `exponent` at most twice [`SMALL_EXPONENT`].
    #[inline]
    fn from_wide(numerator: i128, exponent: u32) -> Self {
        let zeros = if numerator == 0 { exponent } else { numerator.trailing_zeros().min(exponent) };
        let (numerator, exponent) = (numerator >> zeros, exponent - zeros);
        match i64::try_from(numerator) {
            Ok(numerator) if exponent <= SMALL_EXPONENT => {
                Dyadic(Repr::Small { numerator, exponent: exponent as u8 })
            }
            _ => Self::from_big(IBig::from(numerator), exponent as usize),
        }
    }

    /// The numerator in lowest terms.
    #[must_use]
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Repr::Small { numerator, .. } => IBig::from(*numerator),
            Repr::Big(big) => big.numerator.clone(),
        }
    }

    /// The exponent of the denominator in lowest terms.
    #[must_use]
    pub fn exponent(&self) -> usize {
        match &self.0 {
            Repr::Small { exponent, .. } => usize::from(*exponent),
            Repr::Big(big) => big.exponent,
        }
    }

    /// The approximate number of bytes that its digits take beside the number itself.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.0 {
            Repr::Small { .. } => 0,
            Repr::Big(big) => size_of::<Big>() + big.numerator.bit_len() / 8,
        }
    }

    /// Whether the denominator is 1.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { numerator: 0, .. })
    }

    /// Whether it is below 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small { numerator, .. } => *numerator < 0,
            Repr::Big(big) => big.numerator.sign() == Sign::Negative,
        }
    }

    /// Whether it is above 0.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        !self.is_zero() && !self.is_negative()
    }

    /// The absolute value.
    #[must_use]
    pub fn abs(&self) -> Dyadic {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The machine integer that it equals, if any.
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Repr::Small { numerator, exponent: 0 } => Some(*numerator),
            _ => None,
        }
    }

    /// The number times `2^exponent`, if that is a machine integer.
    #[inline]
    #[must_use]
    pub fn scaled_to(&self, exponent: u32) -> Option<i64> {
        match &self.0 {
            Repr::Small { numerator, exponent: own } => {
                let by = exponent.checked_sub(u32::from(*own))?;
                let scaled = numerator.checked_mul(1i64.checked_shl(by).filter(|unit| *unit > 0)?)?;
                Some(scaled)
            }
            Repr::Big(_) => None,
        }
    }

    /// Half of it.
    #[must_use]
    pub fn half(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } if u32::from(*exponent) < SMALL_EXPONENT => {
                Self::from_wide(i128::from(*numerator), u32::from(*exponent) + 1)
            }
            _ => Self::from_big(self.numerator(), self.exponent() + 1),
        }
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Dyadic) -> Dyadic {
        if let (Repr::Small { numerator: a, exponent: p }, Repr::Small { numerator: b, exponent: q }) =
            (&self.0, &other.0)
        {
            return Self::from_wide(i128::from(*a) * i128::from(*b), u32::from(*p) + u32::from(*q));
        }
        Self::from_big(self.numerator() * other.numerator(), self.exponent() + other.exponent())
    }

    /// The largest integer that is not above it.
    #[must_use]
    pub fn floor(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => Dyadic::from(numerator >> u32::from(*exponent)),
            Repr::Big(big) => Self::from_big(&big.numerator >> big.exponent, 0),
        }
    }

    /// The smallest integer that is not below it.
    #[must_use]
    pub fn ceil(&self) -> Dyadic {
        -&(-self).floor()
    }

    /// The smallest unit of its denominator, `1 / 2^exponent`.
    #[must_use]
    pub fn unit(&self) -> Dyadic {
        match &self.0 {
            Repr::Small { exponent, .. } => Dyadic::new(1, u32::from(*exponent)),
            Repr::Big(big) => Self::from_big(IBig::ONE, big.exponent),
        }
    }

    /// The day on which the number is born: 0 on day 0, each integer a day after its predecessor,
    /// each half-way point a day after its neighbours.
    #[must_use]
    pub fn birthday(&self) -> Dyadic {
        let size = self.abs();
        if size.is_integer() {
            return size;
        }
        let exponent = Self::from_big(IBig::from(size.exponent()), 0);
        &(&size.floor() + &Dyadic::from(1)) + &exponent
    }

    /// The simplest number between two bounds (`None`: no bound on that side), or `None` if no number lies
    /// there.
    #[must_use]
    pub fn simplest_between(low: Option<&Bound>, high: Option<&Bound>) -> Option<Dyadic> {
        let above = |x: &Dyadic| low.is_none_or(|b| b.at < *x || (b.closed && b.at == *x));
        let below = |x: &Dyadic| high.is_none_or(|b| *x < b.at || (b.closed && b.at == *x));
        if let (Some(low), Some(high)) = (low, high)
            && (low.at > high.at || (low.at == high.at && !(low.closed && high.closed)))
        {
            return None;
        }
        // 1. Zero, if it fits; otherwise the interval lies on one side of it.
        let (zero_above, zero_below) = (above(&Self::ZERO), below(&Self::ZERO));
        if zero_above && zero_below {
            return Some(Self::ZERO);
        }
        if zero_above {
            let mirrored = |b: Option<&Bound>| b.map(|b| Bound { at: -&b.at, closed: b.closed });
            return Self::simplest_between(mirrored(high).as_ref(), mirrored(low).as_ref()).map(|x| -&x);
        }
        // 2. The least multiple of 1, or else of 1/2, or else of 1/4, … that fits.
        let low = low?;
        let multiple = |scale: usize| {
            let scaled = low.at.shifted_up(scale);
            let mut k = scaled.ceil();
            if k == scaled && !low.closed {
                k = &k + &Dyadic::from(1);
            }
            Some(k.shifted_down(scale)).filter(below)
        };
        // A multiple of 1/2^s is also one of 1/2^(s+1), so the least s is found by doubling it until one fits
        // and then by bisection.
        let (mut none, mut some) = (0, 0);
        let mut found = loop {
            match multiple(some) {
                Some(x) => break x,
                None => (none, some) = (some, (2 * some).max(1)),
            }
        };
        while some > none + 1 {
            let scale = none + (some - none) / 2;
            match multiple(scale) {
                Some(x) => (found, some) = (x, scale),
                None => none = scale,
            }
        }
        Some(found)
    }

    /// The number times `2^by`.
    pub(crate) fn shifted_up(&self, by: usize) -> Dyadic {
        let exponent = self.exponent();
        if by <= exponent {
            Self::from_big_or_small(self, exponent - by)
        } else {
            Self::from_big(self.numerator() << (by - exponent), 0)
        }
    }

    /// The number divided by `2^by`.
    pub(crate) fn shifted_down(&self, by: usize) -> Dyadic {
        Self::from_big_or_small(self, self.exponent() + by)
    }

    /// The numerator of `x` over another power of two.
    fn from_big_or_small(x: &Dyadic, exponent: usize) -> Dyadic {
        match x.0 {
            Repr::Small { numerator, .. } if exponent <= SMALL_EXPONENT as usize => {
                Self::from_wide(i128::from(numerator), exponent as u32)
            }
            _ => Self::from_big(x.numerator(), exponent),
        }
    }
}

impl From<i64> for Dyadic {
    fn from(n: i64) -> Self {
        Dyadic(Repr::Small { numerator: n, exponent: 0 })
    }
}

impl Add for &Dyadic {
    type Output = Dyadic;
    #[inline]
    fn add(self, other: &Dyadic) -> Dyadic {
        if let (Repr::Small { numerator: a, exponent: p }, Repr::Small { numerator: b, exponent: q }) =
            (&self.0, &other.0)
        {
            let e = (*p).max(*q);
            // At most 63 + 62 bits each: the sum fits.
            let sum = (i128::from(*a) << (e - p)) + (i128::from(*b) << (e - q));
            return Dyadic::from_wide(sum, u32::from(e));
        }
        let e = self.exponent().max(other.exponent());
        let a = self.numerator() << (e - self.exponent());
        let b = other.numerator() << (e - other.exponent());
        Dyadic::from_big(a + b, e)
    }
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => {
                Dyadic::from_wide(-i128::from(*numerator), u32::from(*exponent))
            }
            Repr::Big(big) => Dyadic::from_big(-big.numerator.clone(), big.exponent),
        }
    }
}

impl Sub for &Dyadic {
    type Output = Dyadic;
    fn sub(self, other: &Dyadic) -> Dyadic {
        self + &-other
    }
}

impl Add for Dyadic {
    type Output = Dyadic;
    fn add(self, other: Dyadic) -> Dyadic {
        &self + &other
    }
}

impl Sub for Dyadic {
    type Output = Dyadic;
    fn sub(self, other: Dyadic) -> Dyadic {
        &self - &other
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    fn neg(self) -> Dyadic {
        -&self
    }
}

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        if let (Repr::Small { numerator: a, exponent: p }, Repr::Small { numerator: b, exponent: q }) =
            (&self.0, &other.0)
        {
            return (i128::from(*a) << *q).cmp(&(i128::from(*b) << *p));
        }
        let difference = self - other;
        if difference.is_zero() {
            Ordering::Equal
        } else if difference.is_negative() {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match &self.0 {
            Repr::Small { numerator, exponent: 0 } => numerator.to_string(),
            Repr::Small { numerator, exponent } => format!("{numerator}/{}", 1u64 << exponent),
            Repr::Big(big) if big.exponent == 0 => big.numerator.to_string(),
            Repr::Big(big) => format!("{}/{}", big.numerator, IBig::ONE << big.exponent),
        };
        f.pad(&text)
    }
}

impl fmt::Debug for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn open(at: Dyadic) -> Option<Bound> {
        Some(Bound { at, closed: false })
    }

    #[test]
    fn arithmetic_grows_past_machine_integers_and_comes_back() {
        let big = &Dyadic::from(i64::MAX) + &Dyadic::from(1);
        assert_eq!(big.to_string(), "9223372036854775808");
        assert_eq!(&big - &Dyadic::from(1), Dyadic::from(i64::MAX));
        assert_eq!((-&Dyadic::from(i64::MIN)).to_string(), "9223372036854775808");
        let tiny = Dyadic::new(1, 100);
        assert_eq!(&tiny - &tiny, Dyadic::ZERO);
        assert_eq!(tiny.shifted_up(100), Dyadic::from(1));
    }

    #[test]
    fn the_simplest_number_between_bounds_is_found() {
        let between = |a, b| Dyadic::simplest_between(open(a).as_ref(), open(b).as_ref()).unwrap();
        assert_eq!(between(Dyadic::from(-3), Dyadic::from(5)), Dyadic::ZERO);
        assert_eq!(between(Dyadic::from(2), Dyadic::from(9)), Dyadic::from(3));
        assert_eq!(between(Dyadic::from(-9), Dyadic::from(-2)), Dyadic::from(-3));
        assert_eq!(between(Dyadic::from(1), Dyadic::from(2)), Dyadic::new(3, 1));
        assert_eq!(between(Dyadic::new(1, 2), Dyadic::new(3, 3)), Dyadic::new(5, 4));
        assert_eq!(between(Dyadic::new(1, 1), Dyadic::from(1)), Dyadic::new(3, 2));
        assert_eq!(Dyadic::simplest_between(open(Dyadic::from(2)).as_ref(), None), Some(Dyadic::from(3)));
        assert_eq!(Dyadic::simplest_between(open(Dyadic::ZERO).as_ref(), open(Dyadic::ZERO).as_ref()), None);
        let closed = Bound { at: Dyadic::new(3, 2), closed: true };
        assert_eq!(Dyadic::simplest_between(Some(&closed), Some(&closed)), Some(Dyadic::new(3, 2)));
    }

    #[test]
    fn the_simplest_number_is_found_at_once_among_huge_denominators() {
        let at = |numerator: i64| Dyadic::from_big(IBig::from(numerator), 1_000_000);
        let between = |a: i64, b: i64| Dyadic::simplest_between(open(at(a)).as_ref(), open(at(b)).as_ref());
        // Avoids printing a third of a million digits if one of these fails.
        assert!(between(1, 3) == Some(at(2)));
        assert!(between(5, 6) == Some(Dyadic::from_big(IBig::from(11), 1_000_001)));
        assert!(between(-9, -3) == Some(at(-8)));
        let three = Dyadic::from(3);
        let (low, high) = (open(&three - &at(1)), open(&three + &at(1)));
        assert!(Dyadic::simplest_between(low.as_ref(), high.as_ref()) == Some(three));
    }

    #[test]
    fn floor_rounds_down_on_both_sides_of_zero_and_for_big_numbers() {
        assert_eq!(Dyadic::new(-3, 1).floor(), Dyadic::from(-2));
        assert_eq!(Dyadic::new(3, 1).ceil(), Dyadic::from(2));
        let tiny = Dyadic::new(1, 90);
        assert_eq!((-&tiny).floor(), Dyadic::from(-1));
        assert_eq!(tiny.floor(), Dyadic::ZERO);
    }

    #[test]
    fn birthdays_count_integers_and_halvings() {
        for (x, day) in [(Dyadic::from(-7), 7), (Dyadic::new(1, 1), 2), (Dyadic::new(-11, 2), 5)] {
            assert_eq!(x.birthday(), Dyadic::from(day), "{x}");
        }
    }

    proptest! {
        #[test]
        fn small_and_big_arithmetic_agree(a in any::<i64>(), p in 0u32..90, b in any::<i64>(), q in 0u32..90) {
            let (x, y) = (Dyadic::new(a, p), Dyadic::new(b, q));
            let e = p.max(q) as usize;
            let wide = |n: i64, k: u32| IBig::from(n) << (e - k as usize);
            prop_assert_eq!(&x + &y, Dyadic::from_big(wide(a, p) + wide(b, q), e));
            prop_assert_eq!(x.cmp(&y), wide(a, p).cmp(&wide(b, q)));
            prop_assert_eq!(x.times(&y), Dyadic::from_big(IBig::from(a) * IBig::from(b), (p + q) as usize));
        }
    }
}
