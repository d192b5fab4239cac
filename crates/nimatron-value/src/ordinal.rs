//! The ordinal sum `G : H`: a move in `G` ends all play in `H`.

use rustc_hash::FxHashMap;

use crate::arena::Options;
use crate::{Arena, Game, Result};

impl Arena {
    /// The ordinal sum `G : H = {G^L, G:H^L | G^R, G:H^R}`.
    ///
    /// It depends on the *form* of `G`, not only on its value; here the canonical form is used. The form of
    /// `H` makes no difference (the colon principle).
    ///
    /// ```
    /// use nimatron_value::Arena;
    /// let arena = Arena::new();
    /// let (star, one) = (arena.nimber(1)?, arena.integer(1)?);
    /// let up_star = arena.canonical(&[arena.nimber(0)?, star], &[arena.nimber(0)?])?;
    /// assert_eq!(arena.ordinal_sum(star, one)?, up_star); // *:1 = {0, * | 0} = ↑*
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn ordinal_sum(&self, g: Game, h: Game) -> Result<Game> {
        if g == Game::ZERO {
            return Ok(h);
        }
        if let (Some(a), Some(b)) = (self.as_nimber(g), self.as_nimber(h))
            && let Some(k) = a.checked_add(b)
        {
            return self.nimber(k);
        }
        if let (Some(a), Some(b)) = (self.number(g), self.number(h))
            && a.is_integer()
            && b.is_integer()
            && a.is_negative() == b.is_negative()
        {
            return self.from_number(a + b);
        }
        self.ordinal_sum_in(g, h, &mut FxHashMap::default())
    }

    fn ordinal_sum_in(&self, g: Game, h: Game, memo: &mut FxHashMap<Game, Game>) -> Result<Game> {
        if h == Game::ZERO {
            return Ok(g);
        }
        if let Some(known) = memo.get(&h) {
            return Ok(*known);
        }
        if self.is_integer(h) {
            return self.ordinal_sum_with_integer(g, h, memo);
        }
        let sum = self.deep(|| {
            let (mut left, mut right) =
                (Options::from_slice(self.left(g)?), Options::from_slice(self.right(g)?));
            for option in self.left(h)? {
                left.push(self.ordinal_sum_in(g, *option, memo)?);
            }
            for option in self.right(h)? {
                right.push(self.ordinal_sum_in(g, *option, memo)?);
            }
            self.canonical_owned(left, right)
        })?;
        memo.insert(h, sum);
        Ok(sum)
    }

    /// `G : n = {G^L, G:(n−1) | G^R}` for an integer `n > 0`, and the mirror image, computed bottom-up.
    fn ordinal_sum_with_integer(
        &self,
        g: Game,
        mut n: Game,
        memo: &mut FxHashMap<Game, Game>,
    ) -> Result<Game> {
        let mut levels = Vec::new();
        let mut sum = loop {
            if let Some(known) = memo.get(&n) {
                break *known;
            }
            let (left, right) = self.options(n)?;
            let Some(below) = left.first().or(right.first()) else { break g };
            levels.push((n, !left.is_empty()));
            n = *below;
        };
        while let Some((n, is_positive)) = levels.pop() {
            let (left, right) = self.options(g)?;
            let (mut left, mut right) = (Options::from_slice(left), Options::from_slice(right));
            if is_positive {
                left.push(sum)
            } else {
                right.push(sum)
            }
            sum = self.canonical_owned(left, right)?;
            memo.insert(n, sum);
        }
        Ok(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dyadic, Nus, ValueError};

    #[test]
    fn stalks_of_red_and_blue_edges_are_numbers() {
        // Blue–red–blue from the ground: 1 : (−1 : 1) = 3/4.
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        let top = arena.ordinal_sum(n(-1), n(1)).unwrap();
        let stalk = arena.ordinal_sum(n(1), top).unwrap();
        assert_eq!(arena.number(stalk), Some(&Dyadic::new(3, 2)));
    }

    #[test]
    fn flowers_on_a_green_stalk_are_worth_ups() {
        // *:1 = {0, * | 0} = ↑*, and any *k:1 is above *k by the colon principle.
        let arena = Arena::new();
        let flower = arena.ordinal_sum(arena.nimber(1).unwrap(), arena.integer(1).unwrap()).unwrap();
        assert_eq!(flower, arena.game(&Nus::new(Dyadic::ZERO, 1, 1)).unwrap());
        for k in 1..5 {
            let heap = arena.nimber(k).unwrap();
            let flower = arena.ordinal_sum(heap, arena.integer(1).unwrap()).unwrap();
            assert!(arena.le(heap, flower).unwrap() && heap != flower);
        }
    }

    #[test]
    fn huge_heaps_and_integers_stack_at_once() {
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        assert_eq!(arena.ordinal_sum(n(1 << 50), n(1 << 50)).unwrap(), n(1 << 51));
        let heap = |k| arena.nimber(k).unwrap();
        assert_eq!(arena.ordinal_sum(heap(3), heap(4)).unwrap(), heap(7));
    }

    #[test]
    fn a_tall_stack_needs_no_deep_recursion() {
        let arena = Arena::with_limits(crate::ArenaLimits::new().memory(4 << 20));
        let stack = arena.ordinal_sum(arena.integer(1).unwrap(), arena.integer(-2000).unwrap()).unwrap();
        assert_eq!(arena.number(stack), Some(&Dyadic::new(1, 2000)));
        let too_tall = arena.ordinal_sum(arena.integer(1).unwrap(), arena.integer(i64::MIN).unwrap());
        assert_eq!(too_tall, Err(ValueError::OutOfMemory { limit: 4 << 20 }));
    }

    #[test]
    fn a_better_top_makes_a_better_stack() {
        let arena = Arena::new();
        let games = arena.born_by_day(2).unwrap();
        for g in &games {
            for a in &games {
                for b in &games {
                    let (x, y) = (arena.ordinal_sum(*g, *a).unwrap(), arena.ordinal_sum(*g, *b).unwrap());
                    assert!(arena.compare(x, y).unwrap() == arena.compare(*a, *b).unwrap());
                }
            }
        }
    }
}
