//! The reduced canonical form: a game up to infinitesimals.

use rustc_hash::FxHashMap;

use crate::arena::Options;
use crate::{Arena, Game, Result};

impl Arena {
    /// The reduced canonical form (Calistrate; Grossman and Siegel; Siegel, II.6): the simplest game
    /// infinitesimally close to `g`. Two games have the same one exactly if they differ by an infinitesimal.
    ///
    /// ```
    /// use nimatron_value::{Arena, Dyadic, Game, Nus};
    /// let arena = Arena::new();
    /// let near_two = arena.game(&Nus::new(Dyadic::from(2), 3, 1))?; // 2 + ↑3*
    /// assert_eq!(arena.reduced_canonical_form(near_two)?, arena.integer(2)?);
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn reduced_canonical_form(&self, g: Game) -> Result<Game> {
        self.reduce(g, &mut FxHashMap::default())
    }

    /// Whether it is its own reduced canonical form.
    pub fn is_reduced(&self, g: Game) -> Result<bool> {
        Ok(self.reduced_canonical_form(g)? == g)
    }

    /// Whether `g` and `h` differ by an infinitesimal.
    pub fn is_infinitesimally_close(&self, g: Game, h: Game) -> Result<bool> {
        Ok(self.is_infinitesimal(self.difference(g, h)?))
    }

    /// Whether `g ≤ h + ε` for some infinitesimal `ε`: the Right stop of `h − g` is not negative.
    fn is_below_but_for_infinitesimals(&self, g: Game, h: Game) -> Result<bool> {
        if self.left_stop(g) > self.left_stop(h) || self.right_stop(g) > self.right_stop(h) {
            return Ok(false);
        }
        if self.left_stop(g) <= self.right_stop(h) || self.le(g, h)? {
            return Ok(true);
        }
        Ok(!self.right_stop(self.difference(h, g)?).is_negative())
    }

    fn reduce(&self, g: Game, memo: &mut FxHashMap<Game, Game>) -> Result<Game> {
        // 1. A game close to a number is reduced to that number.
        if self.is_numberish(g) {
            return self.from_number(self.left_stop(g));
        }
        if let Some(known) = memo.get(&g) {
            return Ok(*known);
        }
        self.afford(0)?;
        let reduced = self.deep(|| {
            // 2. The game is hot, so its options may be reduced.
            let (left, right) = self.options(g)?;
            let mut all =
                |list: &[Game]| list.iter().map(|o| self.reduce(*o, memo)).collect::<Result<Options>>();
            let (mut left, mut right) = (all(left)?, all(right)?);
            // 3. Options that are reversible up to infinitesimals are bypassed.
            left = self.bypass_reduced(left, |lr| self.is_below_but_for_infinitesimals(lr, g), true)?;
            right = self.bypass_reduced(right, |rl| self.is_below_but_for_infinitesimals(g, rl), false)?;
            // 4. Options that are dominated up to infinitesimals are removed.
            self.keep_best_reduced(&mut left, true)?;
            self.keep_best_reduced(&mut right, false)?;
            self.canonical_owned(left, right)
        })?;
        memo.insert(g, reduced);
        Ok(reduced)
    }

    /// The options of one player with the reversible ones replaced by the player's options after the
    /// opponent's answer, or by the answer itself if it is a number, since play stops there.
    fn bypass_reduced(
        &self,
        mut work: Options,
        reverses: impl Fn(Game) -> Result<bool>,
        is_left: bool,
    ) -> Result<Options> {
        let mut kept = Options::new();
        'next: while let Some(option) = work.pop() {
            if self.number(option).is_none() {
                let (left, right) = self.options(option)?;
                for answer in if is_left { right } else { left } {
                    if reverses(*answer)? {
                        if self.number(*answer).is_some() {
                            kept.push(*answer);
                        } else {
                            let (left, right) = self.options(*answer)?;
                            work.extend_from_slice(if is_left { left } else { right });
                        }
                        continue 'next;
                    }
                }
            }
            kept.push(option);
        }
        Ok(kept)
    }

    fn keep_best_reduced(&self, list: &mut Options, is_left: bool) -> Result<()> {
        list.sort_unstable_by_key(|g| g.0);
        list.dedup();
        let mut i = 0;
        'next: while i < list.len() {
            for j in 0..list.len() {
                let (low, high) = if is_left { (list[i], list[j]) } else { (list[j], list[i]) };
                if i != j && self.is_below_but_for_infinitesimals(low, high)? {
                    list.swap_remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reduced_form_is_close_reduced_and_shared_by_all_close_games() {
        let arena = Arena::new();
        let games: Vec<Game> = arena.born_by_day(3).unwrap().into_iter().step_by(7).collect();
        let reduced: Vec<Game> = games.iter().map(|g| arena.reduced_canonical_form(*g).unwrap()).collect();
        for (g, r) in games.iter().zip(&reduced) {
            assert!(arena.is_infinitesimally_close(*g, *r).unwrap());
            assert!(arena.is_reduced(*r).unwrap());
        }
        for i in 0..games.len() {
            for j in 0..i {
                let close = arena.is_infinitesimally_close(games[i], games[j]).unwrap();
                assert_eq!(reduced[i] == reduced[j], close);
            }
        }
    }

    #[test]
    fn stars_and_ups_beside_hot_games_go() {
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        let hot = arena.canonical(&[n(3)], &[n(-1)]).unwrap();
        let near = arena.sum(hot, arena.nimber(5).unwrap()).unwrap();
        assert_eq!(arena.reduced_canonical_form(near).unwrap(), hot);
        // A threat, however large, leaves tiny an infinitesimal.
        let tiny = arena.tiny(n(2)).unwrap();
        assert_eq!(arena.reduced_canonical_form(tiny).unwrap(), Game::ZERO);
    }
}
