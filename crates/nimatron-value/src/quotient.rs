//! Misère quotients: finite commutative monoids in which some elements are P-positions.
//!
//! Plambeck and Siegel, *Misère quotients for impartial games*, J. Combin. Theory A 115 (2008).

mod monomial;
mod presentation;

pub use monomial::Monomial;

/// An element of a quotient. The identity is 0.
pub type Element = u16;

/// A finite commutative monoid with a set of P-positions that distinguishes all its elements: for any two of
/// them there is a third such that one product is a P-position and the other is not.
///
/// ```
/// use nimatron_value::Quotient;
///
/// // Misère Nim with heaps of 1 and 2: the elements are 1, a, b, ab, b², ab².
/// let steps = [[1, 2], [0, 3], [3, 4], [2, 5], [5, 2], [4, 3]];
/// let p = [false, true, false, false, true, false];
/// let quotient = Quotient::new(&steps.map(Vec::from), &p).unwrap();
/// assert_eq!(quotient.tame(), Some(2));
/// assert_eq!(quotient.presentation(), "< a,b | a^2=1, b^3=b >");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quotient {
    generators: Vec<Element>,
    /// The least monomial of each element.
    words: Vec<Monomial>,
    /// A complete set of rules that rewrite every monomial to the least equal one.
    relations: Vec<(Monomial, Monomial)>,
    /// The product of every two elements, row by row.
    products: Vec<Element>,
    p: Vec<bool>,
}

impl Quotient {
    /// The maximum number of elements.
    pub const MOST: usize = Element::MAX as usize;

    /// The monoid in which `steps[x][i]` is the element x times the generator i, and `p[x]` tells whether x
    /// is a P-position. Returns `None` if that is not a commutative monoid whose elements are all made by the
    /// generators, or if some elements can't be distinguished.
    #[must_use]
    pub fn new(steps: &[Vec<Element>], p: &[bool]) -> Option<Self> {
        let order = steps.len();
        if order == 0 || order > Self::MOST || p.len() != order {
            return None;
        }
        let generators = steps[0].clone();
        let fits = |row: &Vec<Element>| {
            row.len() == generators.len() && row.iter().all(|&to| usize::from(to) < order)
        };
        if !steps.iter().all(fits) {
            return None;
        }
        let step = |x: Element, i: usize| steps[usize::from(x)][i];
        let commute =
            |row: &Vec<Element>| (0..row.len()).all(|i| (0..i).all(|j| step(row[i], j) == step(row[j], i)));
        if !steps.iter().all(commute) {
            return None;
        }
        let (words, relations) = monomial::least(steps)?;
        // Row x: x times 1 is x, and each other element is a smaller one times a generator.
        let mut by_size: Vec<usize> = (1..order).collect();
        by_size.sort_unstable_by_key(|&y| words[y].degree());
        let last_step: Vec<(usize, usize)> = (0..order).map(|y| words[y].last_step(&words)).collect();
        let mut products = vec![0; order * order];
        for (x, row) in products.chunks_exact_mut(order).enumerate() {
            row[0] = x as Element;
            for &y in &by_size {
                let (before, generator) = last_step[y];
                row[y] = step(row[before], generator);
            }
        }
        let quotient = Quotient { generators, words, relations, products, p: p.to_vec() };
        quotient.is_reduced().then_some(quotient)
    }

    /// The quotient of a game in which nobody can move.
    #[must_use]
    pub fn trivial() -> Self {
        Quotient {
            generators: Vec::new(),
            words: vec![Monomial::one()],
            relations: Vec::new(),
            products: vec![0],
            p: vec![false],
        }
    }

    /// The number of elements.
    #[must_use]
    pub fn order(&self) -> usize {
        self.p.len()
    }

    /// The number of P-positions among them.
    #[must_use]
    pub fn p_portion(&self) -> usize {
        self.p.iter().filter(|p| **p).count()
    }

    /// Whether an element is a P-position.
    #[must_use]
    pub fn is_p(&self, x: Element) -> bool {
        self.p[usize::from(x)]
    }

    /// The product of two elements: the sum of two positions.
    #[must_use]
    pub fn product(&self, x: Element, y: Element) -> Element {
        self.row(x)[usize::from(y)]
    }

    /// The products of an element with every other, in order.
    #[must_use]
    pub fn row(&self, x: Element) -> &[Element] {
        let order = self.order();
        &self.products[usize::from(x) * order..][..order]
    }

    /// The element to this power.
    #[must_use]
    pub fn power(&self, x: Element, exponent: u32) -> Element {
        (0..exponent).fold(0, |power, _| self.product(power, x))
    }

    /// The generators.
    #[must_use]
    pub fn generators(&self) -> &[Element] {
        &self.generators
    }

    /// The element as the least monomial in the generators.
    #[must_use]
    pub fn word(&self, x: Element) -> &Monomial {
        &self.words[usize::from(x)]
    }

    /// The element of a monomial in the generators.
    #[must_use]
    pub fn element(&self, word: &Monomial) -> Element {
        let powers = self.generators.iter().zip(word.exponents());
        powers
            .fold(0, |x, (&generator, &exponent)| self.product(x, self.power(generator, u32::from(exponent))))
    }

    /// The k for which this is the quotient of misère Nim with heaps below 2^k, if it is one: then the
    /// positions are *tame*.
    ///
    /// That quotient has 1 element for k=0, 2 for k=1, and otherwise 2^k+2: the identity, `*1`, and a group
    /// of 2^k.
    #[must_use]
    pub fn tame(&self) -> Option<u32> {
        let order = self.order();
        let p: Vec<Element> = (0..order as Element).filter(|&x| self.is_p(x)).collect();
        match (order, &p[..]) {
            (1, []) => Some(0),
            (2, [star]) => (self.product(*star, *star) == 0).then_some(1),
            (6.., &[a, b]) if (order - 2).is_power_of_two() => {
                let square = |x| self.product(x, x);
                let (star, e) = if square(a) == 0 { (a, b) } else { (b, a) };
                let group: Vec<Element> = (1..order as Element).filter(|&x| x != star).collect();
                let nim = square(star) == 0
                    && self.product(star, e) != e
                    && group.iter().all(|&x| self.product(x, e) == x && square(x) == e);
                nim.then_some((order - 2).trailing_zeros())
            }
            _ => None,
        }
    }

    /// Whether the P-positions distinguish all elements.
    fn is_reduced(&self) -> bool {
        let mut rows: Vec<Vec<bool>> = (0..self.order())
            .map(|x| self.row(x as Element).iter().map(|&product| self.is_p(product)).collect())
            .collect();
        rows.sort_unstable();
        rows.windows(2).all(|pair| pair[0] != pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_that_are_not_told_apart_are_refused() {
        // Two elements, a² = 1, and no P-positions.
        assert_eq!(Quotient::new(&[vec![1], vec![0]], &[false, false]), None);
        let star = Quotient::new(&[vec![1], vec![0]], &[false, true]).unwrap();
        assert_eq!((star.tame(), &*star.presentation()), (Some(1), "< a | a^2=1 >"));
    }

    #[test]
    fn what_is_no_commutative_monoid_is_refused() {
        assert_eq!(Quotient::new(&[], &[]), None);
        assert_eq!(Quotient::new(&[vec![7]], &[false]), None);
        assert_eq!(Quotient::new(&[vec![0], vec![0]], &[false, true]), None, "not made by the generator");
        let steps = [vec![1, 2], vec![1, 0], vec![2, 2]];
        assert_eq!(Quotient::new(&steps, &[false, true, false]), None, "ab is not ba");
    }

    #[test]
    fn the_trivial_quotient_is_tame() {
        let trivial = Quotient::trivial();
        assert_eq!((trivial.tame(), trivial.order(), trivial.p_portion()), (Some(0), 1, 0));
        assert_eq!(trivial.presentation(), "< | >");
    }

    #[test]
    fn a_quotient_of_order_8_is_wild() {
        // < a,b,c | a^2=1, b^3=b, bc=ab, c^2=b^2 >, with P = a, b^2: the smallest wild quotient.
        let steps = [
            vec![1, 2, 6],
            vec![0, 3, 7],
            vec![3, 4, 3],
            vec![2, 5, 2],
            vec![5, 2, 5],
            vec![4, 3, 4],
            vec![7, 3, 4],
            vec![6, 2, 5],
        ];
        let p = [false, true, false, false, true, false, false, false];
        let quotient = Quotient::new(&steps, &p).unwrap();
        assert_eq!((quotient.order(), quotient.p_portion(), quotient.tame()), (8, 2, None));
        assert_eq!(quotient.presentation(), "< a,b,c | a^2=1, bc=ab, c^2=b^2, b^3=b >");
    }
}
