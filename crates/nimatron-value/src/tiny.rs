//! Tiny and miny: the games `⧾G = {0 || 0 | −G}` and `⧿G = −⧾G = {G | 0 || 0}`.

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

    /// The `G > 0` of which the value is tiny-G, if its canonical form is `{0 || 0 | −G}` and it has no
    /// simpler name: nothing for `↑ = ⧾0` or `⇑* = ⧾*`.
    pub fn as_tiny(&self, g: Game) -> Result<Option<Game>> {
        if self.compact(g).is_some() || !self.is_infinitesimal(g) {
            return Ok(None);
        }
        let (&[Game::ZERO], &[threat]) = self.options(g)? else { return Ok(None) };
        if self.compact(threat).is_some() {
            return Ok(None);
        }
        let (&[Game::ZERO], &[h]) = self.options(threat)? else { return Ok(None) };
        Ok(if h != Game::ZERO && self.le(h, Game::ZERO)? { Some(self.negative(h)?) } else { None })
    }

    /// The `G > 0` of which the value is miny-G, if its canonical form is `{G | 0 || 0}`.
    pub fn as_miny(&self, g: Game) -> Result<Option<Game>> {
        if self.compact(g).is_some() || !self.is_infinitesimal(g) {
            return Ok(None);
        }
        let (&[threat], &[Game::ZERO]) = self.options(g)? else { return Ok(None) };
        if self.compact(threat).is_some() {
            return Ok(None);
        }
        let (&[h], &[Game::ZERO]) = self.options(threat)? else { return Ok(None) };
        Ok(if h != Game::ZERO && self.le(Game::ZERO, h)? { Some(h) } else { None })
    }
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
