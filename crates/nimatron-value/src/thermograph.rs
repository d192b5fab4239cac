//! Thermographs: the scores of a game for each player at every temperature.

use std::cmp::Ordering;
use std::rc::Rc;

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use crate::trajectory::{Curve, Trajectory};
use crate::{Arena, Dyadic, Game, Nus, Result};

/// The thermograph of a game: its Left and Right scores `L_t` and `R_t` for all temperatures
/// `t ≥ −1` (Siegel, II.5).
///
/// The two walls meet at the temperature of the game, and the mast above them is at its mean. At `t = 0` they
/// are its stops. An integer has temperature −1, another number `m/2^n` has temperature `−1/2^n`, and all
/// other games have temperature 0 (the infinitesimals, shifted by a number or not) or more.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thermograph {
    left: Trajectory,
    right: Trajectory,
}

/// The thermographs found during one call.
#[derive(Default)]
pub(crate) struct Memo {
    found: FxHashMap<Game, Rc<Thermograph>>,
    /// Their approximate memory.
    bytes: usize,
}

impl Memo {
    fn insert(&mut self, g: Game, thermograph: Rc<Thermograph>) {
        self.bytes += 64 + thermograph.left.bytes() + thermograph.right.bytes();
        self.found.insert(g, thermograph);
    }
}

impl Thermograph {
    /// The Left wall, `L_t`.
    #[must_use]
    pub fn left(&self) -> &Trajectory {
        &self.left
    }

    /// The Right wall, `R_t`.
    #[must_use]
    pub fn right(&self) -> &Trajectory {
        &self.right
    }

    /// The value of the mast.
    #[must_use]
    pub fn mean(&self) -> &Dyadic {
        self.left.mast()
    }

    /// The temperature at which the mast begins.
    #[must_use]
    pub fn temperature(&self) -> &Dyadic {
        (&self.left.last().temperature).max(&self.right.last().temperature)
    }

    fn of_compact(arena: &Arena, nus: &Nus) -> Result<Self> {
        let number = Self::of_number(arena, nus.number())?;
        if nus.is_number() {
            return Ok(number);
        }
        // With x + n·↑ + *k = {x | x + (n−1)·↑ + *(k⊕1)} for n > 0, and x + *k and x + ↑* by their options,
        // induction gives these walls up to temperature 0; `the_closed_forms_agree_with_the_definition`.
        let (x_left, x_right) = (&number.left, &number.right);
        let (left, right) = match nus.up() {
            up if up == 0 || (up.unsigned_abs() == 1 && nus.star() == 1) => {
                (x_right.tilted(-1), x_left.tilted(1))
            }
            up if up > 0 => (x_right.tilted(-1), x_right.as_curve()),
            _ => (x_left.as_curve(), x_left.tilted(1)),
        };
        let (left, right) = Curve::meet(&left, &right);
        Ok(Thermograph { left, right })
    }

    /// At `t = −1/2^k` the scores of a number are its neighbours among the multiples of `1/2^k`.
    fn of_number(arena: &Arena, x: &Dyadic) -> Result<Self> {
        let wall = |up: bool| {
            let neighbour = |k: usize| {
                arena.go_on()?;
                let scaled = x.shifted_up(k);
                let whole = if up { scaled.ceil() } else { scaled.floor() };
                Ok((Dyadic::from_big(IBig::NEG_ONE, k), whole.shifted_down(k)))
            };
            Ok(Trajectory::through((0..=x.exponent()).map(neighbour).collect::<Result<Vec<_>>>()?))
        };
        // As many points as the denominator has bits, each with about as many bits.
        let point = 2 * x.heap_bytes() + size_of::<(Dyadic, Dyadic)>();
        arena.afford(point.saturating_mul(2 * x.exponent()))?;
        Ok(Thermograph { left: wall(true)?, right: wall(false)? })
    }
}

impl Arena {
    /// The thermograph.
    ///
    /// ```
    /// use nimatron_value::{Arena, Dyadic};
    /// let arena = Arena::new();
    /// let hot = arena.canonical(&[arena.integer(4)?], &[arena.integer(1)?])?;
    /// let thermograph = arena.thermograph(hot)?;
    /// assert_eq!(thermograph.mean(), &Dyadic::new(5, 1));
    /// assert_eq!(thermograph.temperature(), &Dyadic::new(3, 1));
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn thermograph(&self, g: Game) -> Result<Thermograph> {
        let found = self.thermograph_in(g, &mut Memo::default())?;
        Ok(Rc::unwrap_or_clone(found))
    }

    /// The mean value: the number that copies of the game are worth on average.
    pub fn mean(&self, g: Game) -> Result<Dyadic> {
        match self.compact(g) {
            Some(nus) => Ok(nus.number().clone()),
            None => Ok(self.thermograph(g)?.mean().clone()),
        }
    }

    /// The temperature: the worth of a move in the game.
    pub fn temperature(&self, g: Game) -> Result<Dyadic> {
        match self.compact(g) {
            Some(nus) if nus.is_number() => Ok(-&nus.number().unit()),
            Some(_) => Ok(Dyadic::ZERO),
            None => Ok(self.thermograph(g)?.temperature().clone()),
        }
    }

    pub(crate) fn thermograph_in(&self, g: Game, memo: &mut Memo) -> Result<Rc<Thermograph>> {
        if let Some(found) = memo.found.get(&g) {
            return Ok(found.clone());
        }
        self.go_on()?;
        let found = Rc::new(match self.compact(g) {
            Some(nus) => Thermograph::of_compact(self, nus)?,
            None => self.deep(|| self.thermograph_by_options(g, memo))?,
        });
        memo.insert(g, found.clone());
        self.afford(memo.bytes)?;
        Ok(found)
    }

    /// `L_t` is the largest `R_t(G^L) − t` and `R_t` the smallest `L_t(G^R) + t`, until they meet.
    fn thermograph_by_options(&self, g: Game, memo: &mut Memo) -> Result<Thermograph> {
        let (left, right) = self.options(g)?;
        let mut best = |list: &[Game], tilt: i8, wanted: Ordering| -> Result<Curve> {
            let mut best: Option<Curve> = None;
            for option in list {
                let walls = self.thermograph_in(*option, memo)?;
                let curve = if tilt < 0 { walls.right.tilted(tilt) } else { walls.left.tilted(tilt) };
                best = Some(match best {
                    Some(best) => best.extreme(&curve, wanted),
                    None => curve,
                });
            }
            Ok(best.expect("a game without options on one side is an integer"))
        };
        let left = best(left, -1, Ordering::Greater)?;
        let right = best(right, 1, Ordering::Less)?;
        let (left, right) = Curve::meet(&left, &right);
        Ok(Thermograph { left, right })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(numerator: i64, exponent: u32) -> Dyadic {
        Dyadic::new(numerator, exponent)
    }

    /// The scores by the definition alone, for all values including compact ones.
    fn plain(arena: &Arena, g: Game) -> Thermograph {
        if let Some(x) = arena.number(g)
            && x.is_integer()
        {
            return Thermograph {
                left: Trajectory::constant(x.clone()),
                right: Trajectory::constant(x.clone()),
            };
        }
        let (left, right) = arena.options(g).unwrap();
        let curves = |list: &[Game], tilt: i8, wanted| {
            let tilted = |o: &Game| {
                let t = plain(arena, *o);
                if tilt < 0 { t.right.tilted(tilt) } else { t.left.tilted(tilt) }
            };
            list.iter().map(tilted).reduce(|a, b| a.extreme(&b, wanted)).unwrap()
        };
        let (left, right) =
            Curve::meet(&curves(left, -1, Ordering::Greater), &curves(right, 1, Ordering::Less));
        Thermograph { left, right }
    }

    #[test]
    fn the_closed_forms_agree_with_the_definition() {
        let arena = Arena::new();
        for numerator in -17..18 {
            for exponent in 0..4 {
                for up in -3..=3 {
                    for star in 0..4 {
                        let g = arena.game(&Nus::new(d(numerator, exponent), up, star)).unwrap();
                        assert_eq!(arena.thermograph(g).unwrap(), plain(&arena, g));
                    }
                }
            }
        }
    }

    #[test]
    fn games_born_by_day_three_agree_with_the_definition() {
        let arena = Arena::new();
        for g in arena.born_by_day(3).unwrap() {
            assert_eq!(arena.thermograph(g).unwrap(), plain(&arena, g));
        }
    }

    #[test]
    fn a_number_is_as_cold_as_its_denominator_is_large() {
        let arena = Arena::new();
        for (x, t) in [(d(7, 0), d(-1, 0)), (d(1, 1), d(-1, 1)), (d(-5, 3), d(-1, 3))] {
            let g = arena.from_number(x.clone()).unwrap();
            assert_eq!(arena.temperature(g).unwrap(), t);
            assert_eq!(arena.thermograph(g).unwrap().temperature(), &t);
            assert_eq!(arena.thermograph(g).unwrap().mean(), &x);
        }
    }

    #[test]
    fn a_sente_threat_keeps_the_mast_at_the_quiet_side() {
        // {10 | 2 || 0}: Left threatens more than Right's move is worth. L = 2 − t + t up to t = 2,
        // so the walls meet at t = 2: mean 2, temperature 2.
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        let threat = arena.canonical(&[n(10)], &[n(2)]).unwrap();
        let g = arena.canonical(&[threat], &[n(0)]).unwrap();
        let thermograph = arena.thermograph(g).unwrap();
        assert_eq!((thermograph.mean(), thermograph.temperature()), (&d(2, 0), &d(2, 0)));
        assert_eq!(thermograph.left().at(&Dyadic::ZERO), d(2, 0));
        assert_eq!(thermograph.right().at(&d(1, 0)), d(1, 0));
    }

    #[test]
    fn the_sum_of_many_switches_has_its_thermograph_at_once() {
        let arena = Arena::new();
        let mut sum = Game::ZERO;
        for k in 1..=24 {
            let (x, y) = (arena.integer(k).unwrap(), arena.integer(-k).unwrap());
            sum = arena.sum(sum, arena.canonical(&[x], &[y]).unwrap()).unwrap();
        }
        let thermograph = arena.thermograph(sum).unwrap();
        assert_eq!((thermograph.mean(), thermograph.temperature()), (&Dyadic::ZERO, &d(24, 0)));
        // 24 − 23 + 22 − … − 1 = 12.
        assert_eq!(thermograph.left().at(&Dyadic::ZERO), d(12, 0));
    }

    #[test]
    fn a_number_with_a_large_denominator_is_no_trouble() {
        let arena = Arena::new();
        let x = Dyadic::from_big(IBig::ONE, 1000);
        let g = arena.game(&Nus::new(x.clone(), i64::MAX, u32::MAX)).unwrap();
        assert_eq!(arena.thermograph(g).unwrap().mean(), &x);
    }

    #[test]
    fn a_number_with_too_large_a_denominator_is_an_error() {
        let arena = Arena::with_limits(crate::ArenaLimits::new().memory(100 << 20));
        let third = (IBig::ONE << 100_000) / IBig::from(3);
        let g = arena.from_number(Dyadic::from_big(third, 100_000)).unwrap();
        assert!(arena.thermograph(g).is_err());
        assert_eq!(arena.temperature(g).unwrap(), Dyadic::from_big(IBig::NEG_ONE, 100_000));
    }
}
