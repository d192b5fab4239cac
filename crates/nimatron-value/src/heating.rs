//! Cooling, heating, overheating, freezing, and the incentives to move.

use rustc_hash::FxHashMap;

use crate::arena::Options;
use crate::{Arena, Dyadic, Game, Result, ValueError, thermograph};

type Memo = FxHashMap<Game, Game>;

impl Arena {
    /// `G` cooled by `t ≥ −1` (Siegel, II.5): `G_t = {G^L_t − t | G^R_t + t}`, but the mean of `G` as soon
    /// as `t` exceeds its temperature, and `n` for an integer `n`.
    ///
    /// ```
    /// use nimatron_value::{Arena, Dyadic};
    /// let arena = Arena::new();
    /// let hot = arena.canonical(&[arena.integer(4)?], &[arena.integer(1)?])?;
    /// let cooled = arena.canonical(&[arena.integer(3)?], &[arena.integer(2)?])?;
    /// assert_eq!(arena.cool(hot, &Dyadic::from(1))?, cooled);
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn cool(&self, g: Game, t: &Dyadic) -> Result<Game> {
        if *t < Dyadic::from(-1) {
            return Err(ValueError::Undefined("a game can be cooled by −1 or more only"));
        }
        let tax = self.from_number(t.clone())?;
        let gain = self.negative(tax)?;
        let mut cooler = Cooler { t, tax, gain, memo: Memo::default(), walls: thermograph::Memo::default() };
        self.cool_in(g, &mut cooler)
    }

    /// `G` cooled by exactly its temperature: its mean up to an infinitesimal. A number is unchanged.
    pub fn freeze(&self, g: Game) -> Result<Game> {
        if self.is_number(g) { Ok(g) } else { self.cool(g, &self.temperature(g)?) }
    }

    /// `G` heated by `T`: `∫^T G = {∫^T G^L + T | ∫^T G^R − T}`, and `x` for a number `x`.
    ///
    /// Like overheating, it is applied to the canonical form.
    pub fn heat(&self, g: Game, t: Game) -> Result<Game> {
        let bonus = (t, self.negative(t)?);
        let keep = |x: &Dyadic| self.from_number(x.clone()).map(Some);
        self.heat_in(g, bonus, &keep, &mut Memo::default())
    }

    /// `G` overheated from `S` to `T`: `∫_S^T G = {∫_S^T G^L + T | ∫_S^T G^R − T}`, and `n` copies of `S` for
    /// an integer `n` (Siegel, II.5).
    pub fn overheat(&self, g: Game, s: Game, t: Game) -> Result<Game> {
        let bonus = (t, self.negative(t)?);
        let keep = |x: &Dyadic| if x.is_integer() { self.copies(x, s).map(Some) } else { Ok(None) };
        self.heat_in(g, bonus, &keep, &mut Memo::default())
    }

    /// The Left incentives `G^L − G`, one for each Left option.
    pub fn left_incentives(&self, g: Game) -> Result<Vec<Game>> {
        self.left(g)?.iter().map(|l| self.difference(*l, g)).collect()
    }

    /// The Right incentives `G − G^R`, one for each Right option.
    pub fn right_incentives(&self, g: Game) -> Result<Vec<Game>> {
        self.right(g)?.iter().map(|r| self.difference(g, *r)).collect()
    }

    /// The largest incentives of either player: none is ≤ another.
    pub fn incentives(&self, g: Game) -> Result<Vec<Game>> {
        let mut all = self.left_incentives(g)?;
        all.extend(self.right_incentives(g)?);
        self.maximal(&all)
    }

    /// The maximal games of the list, each once.
    fn maximal(&self, list: &[Game]) -> Result<Vec<Game>> {
        let mut best: Vec<Game> = Vec::new();
        'next: for g in list {
            for h in &best {
                if self.le(*g, *h)? {
                    continue 'next;
                }
            }
            let mut kept = vec![*g];
            for h in best {
                if !self.le(h, *g)? {
                    kept.push(h);
                }
            }
            best = kept;
        }
        Ok(best)
    }

    fn cool_in(&self, g: Game, cooler: &mut Cooler) -> Result<Game> {
        if self.is_integer(g) {
            return Ok(g);
        }
        if let Some(known) = cooler.memo.get(&g) {
            return Ok(*known);
        }
        let walls = self.thermograph_in(g, &mut cooler.walls)?;
        let cooled = if cooler.t > walls.temperature() {
            self.from_number(walls.mean().clone())?
        } else if cooler.t.is_zero() {
            g
        } else {
            self.deep(|| {
                let (left, right) = self.options(g)?;
                let (gain, tax) = (cooler.gain, cooler.tax);
                let mut all = |list: &[Game], shift| {
                    list.iter()
                        .map(|o| self.sum(self.cool_in(*o, cooler)?, shift))
                        .collect::<Result<Options>>()
                };
                let (left, right) = (all(left, gain)?, all(right, tax)?);
                self.canonical_owned(left, right)
            })?
        };
        cooler.memo.insert(g, cooled);
        Ok(cooled)
    }

    /// `keep` says what happens to the numbers that do not take part.
    fn heat_in(
        &self,
        g: Game,
        bonus: (Game, Game),
        keep: &impl Fn(&Dyadic) -> Result<Option<Game>>,
        memo: &mut Memo,
    ) -> Result<Game> {
        if let Some(known) = memo.get(&g) {
            return Ok(*known);
        }
        let kept = self.number(g).map(keep).transpose()?.flatten();
        let heated = match kept {
            Some(kept) => kept,
            None => self.deep(|| {
                let (left, right) = self.options(g)?;
                let mut all = |list: &[Game], shift| {
                    list.iter()
                        .map(|o| self.sum(self.heat_in(*o, bonus, keep, memo)?, shift))
                        .collect::<Result<Options>>()
                };
                let (left, right) = (all(left, bonus.0)?, all(right, bonus.1)?);
                self.canonical_owned(left, right)
            })?,
        };
        memo.insert(g, heated);
        Ok(heated)
    }
}

struct Cooler<'a> {
    t: &'a Dyadic,
    tax: Game,
    gain: Game,
    memo: Memo,
    walls: thermograph::Memo,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nus;

    #[test]
    fn cooled_games_have_the_scores_as_their_stops() {
        let arena = Arena::new();
        for g in arena.born_by_day(3).unwrap().into_iter().step_by(3) {
            let thermograph = arena.thermograph(g).unwrap();
            for k in -4..10 {
                let t = Dyadic::new(k, 2);
                let cooled = arena.cool(g, &t).unwrap();
                assert_eq!(arena.left_stop(cooled), thermograph.left().at(&t));
                assert_eq!(arena.right_stop(cooled), thermograph.right().at(&t));
            }
            assert_eq!(arena.cool(g, &Dyadic::ZERO).unwrap(), g);
        }
    }

    #[test]
    fn freezing_leaves_the_mean_and_an_infinitesimal() {
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        // {4 | 1} freezes to 5/2*, {10 | 2 || 0} to 2 + ⧿8.
        let switch = arena.canonical(&[n(4)], &[n(1)]).unwrap();
        assert_eq!(arena.compact(arena.freeze(switch).unwrap()), Some(&Nus::new(Dyadic::new(5, 1), 0, 1)));
        let threat = arena.canonical(&[n(10)], &[n(2)]).unwrap();
        let sente = arena.canonical(&[threat], &[n(0)]).unwrap();
        let frozen = arena.freeze(sente).unwrap();
        assert!(arena.is_numberish(frozen));
        assert_eq!(arena.left_stop(frozen), Dyadic::from(2));
        let quarter = arena.from_number(Dyadic::new(1, 2)).unwrap();
        assert_eq!(arena.freeze(quarter).unwrap(), quarter);
    }

    #[test]
    fn cooling_undoes_heating() {
        let arena = Arena::new();
        let one = arena.integer(1).unwrap();
        for g in arena.born_by_day(2).unwrap() {
            let heated = arena.heat(g, one).unwrap();
            assert_eq!(arena.cool(heated, &Dyadic::from(1)).unwrap(), g);
        }
        let star = arena.nimber(1).unwrap();
        let switch = arena.heat(star, one).unwrap();
        assert_eq!(arena.as_switch(switch).unwrap(), Some((&Dyadic::from(1), &Dyadic::from(-1))));
    }

    #[test]
    fn overheating_scales_integers_and_heats_the_rest() {
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        let half = arena.from_number(Dyadic::new(1, 1)).unwrap();
        // ∫_1^1 of 1/2 = {0 + 1 | 1 − 1} = {1 | 0}.
        let heated = arena.overheat(half, n(1), n(1)).unwrap();
        assert_eq!(heated, arena.canonical(&[n(1)], &[n(0)]).unwrap());
        let up = arena.game(&Nus::new(Dyadic::ZERO, 1, 0)).unwrap();
        assert_eq!(arena.overheat(n(3), up, n(1)).unwrap(), arena.multiple(3, up).unwrap());
        let huge = n(i64::MAX);
        assert_eq!(arena.overheat(huge, n(1), n(1)).unwrap(), huge);
    }

    #[test]
    fn the_incentives_of_a_number_are_negative_and_those_of_a_switch_hot() {
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        assert_eq!(arena.left_incentives(n(5)).unwrap(), [n(-1)]);
        assert_eq!(arena.right_incentives(n(5)).unwrap(), []);
        let switch = arena.canonical(&[n(4)], &[n(2)]).unwrap();
        // {4|2}: both incentives are {2|0}.
        assert_eq!(arena.incentives(switch).unwrap(), [arena.canonical(&[n(2)], &[n(0)]).unwrap()]);
    }

    #[test]
    fn cooling_below_minus_one_is_refused() {
        let arena = Arena::new();
        assert!(arena.cool(Game::ZERO, &Dyadic::from(-2)).is_err());
    }
}
