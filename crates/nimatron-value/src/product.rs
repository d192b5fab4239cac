//! Products: Norton's `G · U`, Conway's where it is defined, and the product of nimbers.

use rustc_hash::FxHashMap;

use crate::arena::Options;
use crate::{Arena, Dyadic, Game, Result, ValueError};

impl Arena {
    /// The Norton product `G · U` for `U > 0` (*Winning Ways*, chapter 8): `n` copies of `U` for an integer
    /// `n`, and otherwise `{G^L·U + (U + I) | G^R·U − (U + I)}`, where `I` runs over the incentives of `U`.
    ///
    /// ```
    /// use nimatron_value::{Arena, Dyadic, Nus};
    /// let arena = Arena::new();
    /// let up = arena.game(&Nus::new(Dyadic::ZERO, 1, 0))?;
    /// let three = arena.game(&Nus::new(Dyadic::ZERO, 3, 0))?;
    /// assert_eq!(arena.norton_product(arena.integer(3)?, up)?, three);
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn norton_product(&self, g: Game, u: Game) -> Result<Game> {
        if u == Game::ZERO || !self.le(Game::ZERO, u)? {
            return Err(ValueError::Undefined("the Norton product G·U needs U > 0"));
        }
        if let Some(n) = self.number(g)
            && n.is_integer()
        {
            return self.copies(n, u);
        }
        let steps = self.incentives(u)?.iter().map(|i| self.sum(u, *i)).collect::<Result<Options>>()?;
        self.norton_in(g, u, &steps, &mut FxHashMap::default())
    }

    fn norton_in(&self, g: Game, u: Game, steps: &[Game], memo: &mut FxHashMap<Game, Game>) -> Result<Game> {
        if let Some(known) = memo.get(&g) {
            return Ok(*known);
        }
        let product = match self.number(g) {
            Some(n) if n.is_integer() => self.copies(n, u)?,
            _ => self.deep(|| {
                let (left, right) = self.options(g)?;
                let (mut lefts, mut rights) = (Options::new(), Options::new());
                for option in left {
                    let product = self.norton_in(*option, u, steps, memo)?;
                    for step in steps {
                        lefts.push(self.sum(product, *step)?);
                    }
                }
                for option in right {
                    let product = self.norton_in(*option, u, steps, memo)?;
                    for step in steps {
                        rights.push(self.difference(product, *step)?);
                    }
                }
                self.canonical_owned(lefts, rights)
            })?,
        };
        memo.insert(g, product);
        Ok(product)
    }

    /// Conway's product, if it depends on the values alone: of two numbers, of two nimbers (the nim product),
    /// and of an integer with any game (that many copies). In other cases it depends on the forms of the
    /// games, and is an error.
    pub fn conway_product(&self, g: Game, h: Game) -> Result<Game> {
        if let (Some(x), Some(y)) = (self.number(g), self.number(h)) {
            return self.from_number(x.times(y));
        }
        if let (Some(a), Some(b)) = (self.as_nimber(g), self.as_nimber(h)) {
            return self.nimber(nim_product(a, b));
        }
        match (self.number(g).filter(|x| x.is_integer()), self.number(h).filter(|x| x.is_integer())) {
            (Some(n), _) => self.copies(n, h),
            (_, Some(n)) => self.copies(n, g),
            _ => Err(ValueError::Undefined(
                "this product depends on the forms of the games, not only on their values",
            )),
        }
    }

    /// A number times a game, in the common notation: copies for an integer, the product of numbers, and
    /// otherwise an error.
    pub fn scaled(&self, x: &Dyadic, g: Game) -> Result<Game> {
        self.conway_product(self.from_number(x.clone())?, g)
    }
}

/// The product of the nimbers `*a` and `*b` (Conway, *On Numbers and Games*, chapter 6).
///
/// ```
/// assert_eq!(nimatron_value::nim_product(2, 3), 1);
/// assert_eq!(nimatron_value::nim_product(4, 4), 6);
/// ```
#[must_use]
pub fn nim_product(a: u32, b: u32) -> u32 {
    nim_product_below(a, b, 16)
}

/// For `a, b < 2^(2·half)`, where `half` is a power of two, or 0 if both are below 2: with the Fermat power
/// `F = 2^half`, which has `F² = F + F/2`.
fn nim_product_below(a: u32, b: u32, half: u32) -> u32 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1u32 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let low = nim_product_below(a0, b0, half / 2);
    if a1 == 0 && b1 == 0 {
        return low;
    }
    let high = nim_product_below(a1, b1, half / 2);
    let cross = nim_product_below(a1 ^ a0, b1 ^ b0, half / 2);
    // (a1·F + a0)(b1·F + b0) = (a1b1 + a1b0 + a0b1)·F + a1b1·F/2 + a0b0.
    (cross ^ low) << half ^ nim_product_below(high, 1 << (half - 1), half / 2) ^ low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nus;

    #[test]
    fn nim_products_are_the_least_that_the_rule_allows() {
        const SIZE: usize = 20;
        let mut table = [[0u32; SIZE]; SIZE];
        for a in 0..SIZE {
            for b in 0..SIZE {
                let mut taken = Vec::new();
                for x in 0..a {
                    for y in 0..b {
                        taken.push(table[x][b] ^ table[a][y] ^ table[x][y]);
                    }
                }
                table[a][b] = (0..).find(|v| !taken.contains(v)).unwrap();
                assert_eq!(nim_product(a as u32, b as u32), table[a][b], "{a} {b}");
            }
        }
        assert_eq!(nim_product(1 << 16, 1 << 16), 3 << 15);
        assert_eq!(nim_product(u32::MAX, 1), u32::MAX);
    }

    #[test]
    fn nim_products_distribute_and_associate() {
        let mut x = 12345u32;
        let mut random = || {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            x
        };
        for _ in 0..1000 {
            let (a, b, c) = (random(), random(), random());
            assert_eq!(nim_product(a, b ^ c), nim_product(a, b) ^ nim_product(a, c));
            assert_eq!(nim_product(nim_product(a, b), c), nim_product(a, nim_product(b, c)));
            assert_eq!(nim_product(a, b), nim_product(b, a));
        }
    }

    #[test]
    fn the_norton_product_with_a_positive_unit_is_additive_and_keeps_the_order() {
        let arena = Arena::new();
        let games = arena.born_by_day(2).unwrap();
        let up = arena.game(&Nus::new(Dyadic::ZERO, 1, 0)).unwrap();
        let tiny = arena.tiny(arena.integer(1).unwrap()).unwrap();
        for u in [up, tiny, arena.integer(1).unwrap(), arena.from_number(Dyadic::new(3, 1)).unwrap()] {
            let times = |g: Game| arena.norton_product(g, u).unwrap();
            for g in &games {
                for h in &games {
                    assert_eq!(times(arena.sum(*g, *h).unwrap()), arena.sum(times(*g), times(*h)).unwrap());
                    assert_eq!(arena.le(*g, *h).unwrap(), arena.le(times(*g), times(*h)).unwrap());
                }
            }
        }
        for g in &games {
            assert_eq!(arena.norton_product(*g, arena.integer(1).unwrap()).unwrap(), *g);
        }
    }

    #[test]
    fn half_of_up_is_a_game_of_atomic_weight_one_half() {
        // 1/2·↑ = {⇑* | ↓*}: the largest incentive of ↑ is ↑ − * = ↑*, so U + I = ⇑*.
        let arena = Arena::new();
        let value = |up, star| arena.game(&Nus::new(Dyadic::ZERO, up, star)).unwrap();
        let half = arena.from_number(Dyadic::new(1, 1)).unwrap();
        let product = arena.norton_product(half, value(1, 0)).unwrap();
        assert_eq!(product, arena.canonical(&[value(2, 1)], &[value(-1, 1)]).unwrap());
        assert_eq!(arena.atomic_weight(product).unwrap(), Some(half));
    }

    #[test]
    fn products_that_depend_on_the_form_are_refused() {
        let arena = Arena::new();
        let (half, star) = (arena.from_number(Dyadic::new(1, 1)).unwrap(), arena.nimber(1).unwrap());
        assert!(arena.conway_product(half, star).is_err());
        assert!(arena.norton_product(half, star).is_err());
        let three = arena.integer(3).unwrap();
        assert_eq!(arena.conway_product(three, star).unwrap(), star);
        assert_eq!(arena.number(arena.conway_product(three, half).unwrap()), Some(&Dyadic::new(3, 1)));
    }
}
