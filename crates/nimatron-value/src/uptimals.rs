//! Uptimals: the powers of up, `↑ⁿ`, each infinitesimal compared with the one before, and their sums.

use crate::structural::written_options;
use crate::{Arena, Dyadic, Game, Nus, Result, ValueError};

/// The name of a value `±↑ⁿ`, `±↑^[n]`, `±↑ⁿ + *` or `±↑^[n] + *`. See [`Arena::as_uptimal`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Uptimal {
    /// Whether it is the sum `↑^[n] = ↑ + ↑² + … + ↑ⁿ`, and not `↑ⁿ` alone.
    pub is_sum: bool,
    /// The power, at least 1.
    pub n: u32,
    /// Whether it is `−↑ⁿ` or `−↑^[n]`, also written `↓ⁿ` and `↓^[n]`.
    pub is_negative: bool,
    /// Whether `*` is added.
    pub has_star: bool,
}

impl Arena {
    /// `↑ⁿ = {0 | * − ↑ − ↑² − … − ↑ⁿ⁻¹}`; `↑¹` is ↑ (Siegel, II.4).
    ///
    /// ```
    /// use nimatron_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let (first, second) = (arena.up_power(1)?, arena.up_power(2)?);
    /// assert!(arena.le(arena.multiple(100, second)?, first)?);
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn up_power(&self, n: u32) -> Result<Game> {
        if n == 0 {
            return Err(ValueError::Undefined("↑ⁿ is defined from n = 1 on"));
        }
        let below = self.negative(self.up_sum(n - 1)?)?;
        self.canonical(&[Game::ZERO], &[self.sum(below, self.nimber(1)?)?])
    }

    /// `↑^[n] = ↑ + ↑² + … + ↑ⁿ = {↑^[n−1] | *}`; `↑^[0]` is 0.
    pub fn up_sum(&self, n: u32) -> Result<Game> {
        let star = self.nimber(1)?;
        let mut sum = Game::ZERO;
        for _ in 0..n {
            sum = self.canonical(&[sum], &[star])?;
        }
        Ok(sum)
    }

    /// The name of the value, if it is `±↑ⁿ` or `±↑^[n]`, with or without a `*`, and `n ≥ 2`.
    #[must_use]
    pub fn as_uptimal(&self, g: Game) -> Option<Uptimal> {
        let (number, name) = self.uptimal_around(g, u32::MAX)?;
        number.is_zero().then_some(name)
    }

    /// A number and an uptimal that add up to the value, if they exist, with `2 ≤ n ≤ highest`. No new value
    /// is created.
    pub(crate) fn uptimal_around(&self, g: Game, highest: u32) -> Option<(Dyadic, Uptimal)> {
        if self.compact(g).is_some() || !self.is_numberish(g) {
            return None;
        }
        let number = self.left_stop(g);
        let around = |is_negative| Around { arena: self, number: &number, is_negative, highest };
        let name = around(false).name(g).or_else(|| around(true).name(g))?;
        Some((number, name))
    }

    /// The value of a name.
    pub fn uptimal(&self, name: Uptimal) -> Result<Game> {
        let up = if name.is_sum { self.up_sum(name.n)? } else { self.up_power(name.n)? };
        let up = if name.is_negative { self.negative(up)? } else { up };
        self.sum(up, self.nimber(u32::from(name.has_star))?)
    }

    /// The coefficients `d` and the nimber `*k` if the value is `d₁·↑ + d₂·↑² + … + *k`.
    pub fn uptimal_expansion(&self, g: Game) -> Result<Option<(Vec<i64>, u32)>> {
        if let Some(nus) = self.compact(g) {
            return Ok(nus.number().is_zero().then(|| (vec![nus.up()], nus.star())));
        }
        // 1. The coefficient of ↑ is the atomic weight.
        let Some(weight) = self.atomic_weight(g)? else { return Ok(None) };
        let Some(first) = self.number(weight).and_then(Dyadic::to_i64) else { return Ok(None) };
        let ups = self.game(&Nus::new(Dyadic::ZERO, first, 0))?;
        let rest = self.difference(g, ups)?;
        // 2. Without the right star, the rest is a sum of higher powers.
        let stars = self.as_nimber(self.far_star(rest)?).unwrap_or(0);
        for k in 0..stars {
            let mut digits = vec![first];
            if self.expand(self.sum(rest, self.nimber(k)?)?, &mut digits)? {
                return Ok(Some((digits, k)));
            }
        }
        Ok(None)
    }

    /// Appends the coefficients of ↑², ↑³, … in `rest`; returns `false` if it is not a sum of these.
    fn expand(&self, mut rest: Game, digits: &mut Vec<i64>) -> Result<bool> {
        let height = self.birthday(rest)?.to_i64().unwrap_or(i64::MAX);
        while rest != Game::ZERO {
            // A sum of powers is comparable with 0, and no power is higher than its birthday.
            if digits.len() as i64 > height || self.compare(rest, Game::ZERO)?.is_none() {
                return Ok(false);
            }
            let power = self.up_power(digits.len() as u32 + 1)?;
            let step = if self.le(Game::ZERO, rest)? { self.negative(power)? } else { power };
            let (mut digit, mut taken) = (0, rest);
            // What remains must be infinitesimal compared with this power, so twice of it must be below the
            // power.
            while !self.is_within(self.sum(taken, taken)?, power)? {
                if digit >= height || !self.is_within(taken, self.multiple(height, power)?)? {
                    return Ok(false);
                }
                taken = self.sum(taken, step)?;
                digit += 1;
            }
            digits.push(if step == power { -digit } else { digit });
            rest = taken;
        }
        Ok(true)
    }

    /// Whether `−bound < g < bound`.
    fn is_within(&self, g: Game, bound: Game) -> Result<bool> {
        let low = self.negative(bound)?;
        Ok(g != bound && g != low && self.le(g, bound)? && self.le(low, g)?)
    }
}

/// The patterns of uptimals around a number `x`, or of their negatives.
struct Around<'a> {
    arena: &'a Arena,
    number: &'a Dyadic,
    is_negative: bool,
    /// The largest `n` that is looked for.
    highest: u32,
}

impl Around<'_> {
    /// The uptimal `g − x`, for a `g` that is not compact.
    fn name(&self, g: Game) -> Option<Uptimal> {
        if let Some((n, has_star)) = self.sum(g) {
            return Some(Uptimal { is_sum: true, n, is_negative: self.is_negative, has_star });
        }
        // x + ↑ⁿ = {x | x + ↓^[n−1]*} and x + ↑ⁿ* = {x, x* | x + ↓^[n−1]}.
        let (mine, &[below]) = self.options(g) else { return None };
        let mirrored = Around { is_negative: !self.is_negative, ..*self };
        let (n, star_below) = mirrored.sum(below)?;
        let fits = match *mine {
            [a] => star_below && self.is(a, 0, 0),
            [a, b] => !star_below && self.beside_number(a, b).is_some_and(|other| self.is(other, 0, 1)),
            _ => false,
        };
        (fits && n < self.highest).then_some(Uptimal {
            is_sum: false,
            n: n + 1,
            is_negative: self.is_negative,
            has_star: !star_below,
        })
    }

    /// The `n` of `x + ↑^[n]` or `x + ↑^[n]*`, and whether it is the latter; `↑^[1]` is ↑.
    fn sum(&self, mut g: Game) -> Option<(u32, bool)> {
        // x + ↑^[n] = {x + ↑^[n−1] | x*} and x + ↑^[n]* = {x, x + ↑^[n−1]* | x}.
        let (mut n, mut has_star) = (1, None);
        while self.arena.compact(g).is_none() {
            let (mine, &[answer]) = self.options(g) else { return None };
            let (inner, with_star) = match *mine {
                [inner] if self.is(answer, 0, 1) => (inner, false),
                [a, b] if self.is(answer, 0, 0) => (self.beside_number(a, b)?, true),
                _ => return None,
            };
            if n >= self.highest || has_star.is_some_and(|star| star != with_star) {
                return None;
            }
            (g, has_star, n) = (inner, Some(with_star), n + 1);
        }
        let up = if self.is_negative { -1 } else { 1 };
        let star = self.is(g, up, 1);
        ((star || self.is(g, up, 0)) && has_star.is_none_or(|s| s == star)).then_some((n, star))
    }

    /// Left's options and Right's; exchanged for negatives.
    fn options(&self, g: Game) -> (&[Game], &[Game]) {
        let (left, right) = written_options(self.arena, g);
        if self.is_negative { (right, left) } else { (left, right) }
    }

    /// Whether `g = x + n·↑ + *k`.
    fn is(&self, g: Game, up: i64, star: u32) -> bool {
        let same = |nus: &Nus| nus.up() == up && nus.star() == star && nus.number() == self.number;
        self.arena.compact(g).is_some_and(same)
    }

    /// The other of two games, one of which is `x`.
    fn beside_number(&self, a: Game, b: Game) -> Option<Game> {
        if self.is(a, 0, 0) { Some(b) } else { self.is(b, 0, 0).then_some(a) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_powers_are_what_they_should_be() {
        let arena = Arena::new();
        let mut sum = Game::ZERO;
        for n in 1..8 {
            sum = arena.sum(sum, arena.up_power(n).unwrap()).unwrap();
            assert_eq!(sum, arena.up_sum(n).unwrap());
        }
        assert!(arena.up_power(0).is_err());
    }

    #[test]
    fn every_named_uptimal_is_recognised_and_nothing_else_is() {
        let arena = Arena::new();
        let mut named = Vec::new();
        for n in 2..7 {
            for bits in 0..8 {
                let name =
                    Uptimal { is_sum: bits & 1 != 0, n, is_negative: bits & 2 != 0, has_star: bits & 4 != 0 };
                let g = arena.uptimal(name).unwrap();
                assert_eq!(arena.as_uptimal(g), Some(name));
                named.push(g);
            }
        }
        for g in arena.born_by_day(3).unwrap() {
            assert_eq!(arena.as_uptimal(g).is_some(), named.contains(&g));
        }
    }

    #[test]
    fn expansions_give_the_coefficients_back() {
        let arena = Arena::new();
        let power = |n| arena.up_power(n).unwrap();
        for (a, b, c) in [(0, 1, 0), (1, -1, 0), (2, 3, -2), (0, 0, 1), (-1, 2, 1), (0, -2, 3)] {
            for k in 0..3 {
                let mut g = arena.nimber(k).unwrap();
                for (n, d) in [(1, a), (2, b), (3, c)] {
                    g = arena.sum(g, arena.multiple(d, power(n)).unwrap()).unwrap();
                }
                let (mut digits, star) = arena.uptimal_expansion(g).unwrap().unwrap();
                digits.resize(3, 0);
                assert_eq!((digits, star), (vec![a, b, c], k));
            }
        }
        let tiny = arena.tiny(arena.integer(1).unwrap()).unwrap();
        assert_eq!(arena.uptimal_expansion(tiny).unwrap(), None);
    }

    #[test]
    fn an_expansion_adds_up_to_the_value_wherever_day_three_has_one() {
        let arena = Arena::new();
        let mut found = 0;
        for g in arena.born_by_day(3).unwrap() {
            if let Some((digits, k)) = arena.uptimal_expansion(g).unwrap() {
                let mut sum = arena.nimber(k).unwrap();
                for (i, d) in digits.iter().enumerate() {
                    let up = arena.up_power(i as u32 + 1).unwrap();
                    sum = arena.sum(sum, arena.multiple(*d, up).unwrap()).unwrap();
                }
                assert_eq!(sum, g);
                found += 1;
            }
        }
        assert!(found >= 20, "{found}");
    }
}
