//! Tiny and miny: the games `⧾G = {0 || 0 | −G}` and `⧿G = −⧾G = {G | 0 || 0}`.

use crate::structural::written_options;
use crate::{Arena, Game, Result};

impl Arena {
    /// Tiny-G, `⧾G = {0 || 0 | −G}`.
    pub fn tiny(&self, g: Game) -> Result<Game> {
        let threat = self.canonical(&[Game::ZERO], &[self.negative(g)?])?;
        self.canonical(&[Game::ZERO], &[threat])
    }

    /// Miny-G, `⧿G = {G | 0 || 0}`.
    pub fn miny(&self, g: Game) -> Result<Game> {
        let threat = self.canonical(&[g], &[Game::ZERO])?;
        self.canonical(&[threat], &[Game::ZERO])
    }

    /// The `G > 0` for which the value is tiny-G, if its canonical form is `{0 || 0 | −G}` and it has no
    /// simpler name: `None` for `↑ = ⧾0` or `⇑* = ⧾*`.
    pub fn as_tiny(&self, g: Game) -> Result<Option<Game>> {
        match self.threat(g) {
            Some(Threat { number: Game::ZERO, far, is_miny: false })
                if far != Game::ZERO && self.le(far, Game::ZERO)? =>
            {
                self.negative(far).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The `G > 0` for which the value is miny-G, if its canonical form is `{G | 0 || 0}`.
    pub fn as_miny(&self, g: Game) -> Result<Option<Game>> {
        match self.threat(g) {
            Some(Threat { number: Game::ZERO, far, is_miny: true })
                if far != Game::ZERO && self.le(Game::ZERO, far)? =>
            {
                Ok(Some(far))
            }
            _ => Ok(None),
        }
    }

    /// The parts of the value if it is `{x || x | y}` or `{y | x || x}` for a number `x`, and neither it nor
    /// the inner game has a compact form. No new value is created.
    pub(crate) fn threat(&self, g: Game) -> Option<Threat> {
        let only = |g: Game| {
            if self.compact(g).is_some() {
                return None;
            }
            let (&[left], &[right]) = written_options(self, g) else { return None };
            Some((left, right))
        };
        let (left, right) = only(g)?;
        let made_of = |number: Game, inner: Game, is_miny: bool| {
            let (left, right) = only(inner)?;
            let (back, far) = if is_miny { (right, left) } else { (left, right) };
            (back == number && self.is_number(number)).then_some(Threat { number, far, is_miny })
        };
        made_of(left, right, false).or_else(|| made_of(right, left, true))
    }
}

/// A game `{x || x | y}` or, if it is a miny, `{y | x || x}`.
pub(crate) struct Threat {
    /// The number x.
    pub(crate) number: Game,
    /// The game y.
    pub(crate) far: Game,
    pub(crate) is_miny: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dyadic;

    #[test]
    fn tiny_two_is_positive_below_all_uptimals_and_named() {
        let arena = Arena::new();
        let two = arena.integer(2).unwrap();
        let tiny = arena.tiny(two).unwrap();
        assert!(arena.le(Game::ZERO, tiny).unwrap() && tiny != Game::ZERO);
        for n in 1..6 {
            assert!(arena.le(arena.multiple(3, tiny).unwrap(), arena.up_power(n).unwrap()).unwrap());
        }
        assert_eq!(arena.as_tiny(tiny).unwrap(), Some(two));
        assert_eq!(arena.as_miny(tiny).unwrap(), None);
        let miny = arena.miny(two).unwrap();
        assert_eq!(arena.negative(tiny).unwrap(), miny);
        assert_eq!(arena.as_miny(miny).unwrap(), Some(two));
    }

    #[test]
    fn tiny_of_small_games_has_simpler_names() {
        let arena = Arena::new();
        let up = arena.tiny(Game::ZERO).unwrap();
        assert_eq!(arena.compact(up).unwrap().up(), 1);
        assert_eq!(arena.as_tiny(up).unwrap(), None);
        let half = arena.from_number(Dyadic::new(1, 1)).unwrap();
        assert_eq!(arena.as_tiny(arena.tiny(half).unwrap()).unwrap(), Some(half));
    }
}
