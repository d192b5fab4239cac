//! The kinds of values: number, nimber, switch, infinitesimal, all-small, hot …

use crate::followers::Followers;
use crate::{Arena, Dyadic, Game, Result};

impl Arena {
    /// Whether it equals a number.
    #[must_use]
    pub fn is_number(&self, g: Game) -> bool {
        self.number(g).is_some()
    }

    /// Whether it equals an integer.
    #[must_use]
    pub fn is_integer(&self, g: Game) -> bool {
        self.number(g).is_some_and(Dyadic::is_integer)
    }

    /// The `k` of the nimber `*k` that it equals, if any.
    #[must_use]
    pub fn as_nimber(&self, g: Game) -> Option<u32> {
        let nus = self.compact(g)?;
        (nus.number().is_zero() && nus.up() == 0).then(|| nus.star())
    }

    /// Whether it equals a nimber; 0 is one.
    #[must_use]
    pub fn is_nimber(&self, g: Game) -> bool {
        self.as_nimber(g).is_some()
    }

    /// The numbers `x > y` if it equals the switch `{x | y}`.
    pub fn as_switch(&self, g: Game) -> Result<Option<(&Dyadic, &Dyadic)>> {
        if !self.is_hot(g) {
            return Ok(None);
        }
        let (&[x], &[y]) = self.options(g)? else { return Ok(None) };
        Ok(self.number(x).zip(self.number(y)))
    }

    /// Whether it equals a switch: `{x | y}` with numbers `x > y`, such as `±1`.
    pub fn is_switch(&self, g: Game) -> Result<bool> {
        Ok(self.as_switch(g)?.is_some())
    }

    /// Whether it lies strictly between `−x` and `x` for every number `x > 0`: both its stops are 0.
    #[must_use]
    pub fn is_infinitesimal(&self, g: Game) -> bool {
        self.left_stop(g).is_zero() && self.right_stop(g).is_zero()
    }

    /// Whether it is infinitesimally close to a number: its stops are equal. This includes numbers.
    #[must_use]
    pub fn is_numberish(&self, g: Game) -> bool {
        self.stop_number_order(self.left_stop_of(g), self.right_stop_of(g)).is_eq()
    }

    /// Whether its Left stop exceeds its Right stop: both players want to move.
    #[must_use]
    pub fn is_hot(&self, g: Game) -> bool {
        !self.is_numberish(g)
    }

    /// Whether it is all-small (dicotic): in every follower both players can move or neither can.
    pub fn is_all_small(&self, g: Game) -> Result<bool> {
        if !self.is_infinitesimal(g) {
            return Ok(false);
        }
        // Where only one player can move the value is a nonzero integer, and such a follower is first met in
        // or below a value x + n·↑ + *k with x ≠ 0.
        for h in Followers::stopping_at_compact(self, g) {
            if self.compact(h?).is_some_and(|nus| !nus.number().is_zero()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nus;

    fn value(arena: &Arena, x: i64, up: i64, star: u32) -> Game {
        arena.game(&Nus::new(Dyadic::from(x), up, star)).unwrap()
    }

    #[test]
    fn a_switch_is_hot_and_nothing_else() {
        let arena = Arena::new();
        let switch = arena.canonical(&[value(&arena, 1, 0, 0)], &[value(&arena, -1, 0, 0)]).unwrap();
        assert!(arena.is_switch(switch).unwrap() && arena.is_hot(switch));
        assert!(!arena.is_infinitesimal(switch) && !arena.is_number(switch) && !arena.is_nimber(switch));
        assert!(!arena.is_all_small(switch).unwrap());
        assert!(!arena.is_switch(value(&arena, 2, 0, 1)).unwrap(), "2* = {{2|2}} is not hot");
    }

    #[test]
    fn tiny_is_infinitesimal_but_not_all_small() {
        let arena = Arena::new();
        let tiny = arena.tiny(value(&arena, 2, 0, 0)).unwrap();
        assert!(arena.is_infinitesimal(tiny));
        assert!(!arena.is_all_small(tiny).unwrap());
    }

    #[test]
    fn ups_and_stars_are_all_small_and_beside_a_number_they_are_numberish() {
        let arena = Arena::new();
        assert!(arena.is_all_small(value(&arena, 0, 1 << 60, 5)).unwrap());
        assert!(arena.is_all_small(Game::ZERO).unwrap());
        let near_two = value(&arena, 2, 1, 1);
        assert!(arena.is_numberish(near_two) && !arena.is_all_small(near_two).unwrap());
        assert_eq!(arena.as_nimber(value(&arena, 0, 0, 7)), Some(7));
        assert_eq!(arena.as_nimber(near_two), None);
    }

    #[test]
    fn all_small_agrees_with_its_definition_on_day_three() {
        let arena = Arena::new();
        for g in arena.born_by_day(3).unwrap() {
            let plain = arena.followers(g).all(|h| {
                let (left, right) = arena.options(h.unwrap()).unwrap();
                left.is_empty() == right.is_empty()
            });
            assert_eq!(arena.is_all_small(g).unwrap(), plain);
        }
    }
}
