//! Atomic weights, and the far star they are measured by.

use rustc_hash::FxHashMap;

use crate::arena::Options;
use crate::followers::Followers;
use crate::{Arena, Dyadic, Game, Nus, Result, ValueError};

impl Arena {
    /// The atomic weight of an all-small (dicotic) game (Siegel, II.7): the number of ↑ it is worth, up to
    /// far stars. `None` for a game that is not all-small: `±1`, 1 and tiny have none.
    ///
    /// ```
    /// use nimatron_value::{Arena, Dyadic, Nus};
    /// let arena = Arena::new();
    /// let g = arena.game(&Nus::new(Dyadic::ZERO, 2, 1))?; // ⇑*
    /// assert_eq!(arena.atomic_weight(g)?, Some(arena.integer(2)?));
    /// assert_eq!(arena.atomic_weight(arena.integer(1)?)?, None);
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn atomic_weight(&self, g: Game) -> Result<Option<Game>> {
        if !self.is_all_small(g)? {
            return Ok(None);
        }
        // n·↑ + *k has the weight n, however large both are.
        if let Some(nus) = self.compact(g) {
            return self.integer(nus.up()).map(Some);
        }
        // A nimber that is remote from a game is remote from its followers, so one star is enough for all.
        let mut weigher = Weigher {
            far_star: self.far_star(g)?,
            plus_two: self.integer(2)?,
            minus_two: self.integer(-2)?,
            memo: FxHashMap::default(),
        };
        Ok(Some(self.weigh(g, &mut weigher)?))
    }

    /// The least nimber that is remote from the game: equal to none of its followers. All remote nimbers, and
    /// the far star ☆, compare with the game in the same way.
    pub fn far_star(&self, g: Game) -> Result<Game> {
        // If *k is a follower, so are all of *0 … *(k−1), so it is the next one after the largest.
        let mut largest = 0;
        for h in Followers::stopping_at_compact(self, g) {
            if let Some(nus) = self.compact(h?) {
                largest = largest.max(largest_nimber(nus));
            }
        }
        self.nimber(largest.checked_add(1).ok_or(ValueError::OutOfRange { what: "the far star" })?)
    }

    /// The atomic weight of an all-small game, by the options' atomic weights: it is `{aw(G^L) − 2 | aw(G^R)
    /// + 2}` unless that is an integer. Then several integers may fit between the options, and it is 0 if `G`
    /// is confused with ☆, the largest that fits if `G > ☆`, and the smallest if `G < ☆`.
    fn weigh(&self, g: Game, weigher: &mut Weigher) -> Result<Game> {
        if let Some(nus) = self.compact(g) {
            return self.integer(nus.up());
        }
        if let Some(known) = weigher.memo.get(&g) {
            return Ok(*known);
        }
        self.afford(0)?;
        let (minus_two, plus_two) = (weigher.minus_two, weigher.plus_two);
        let (left, right) = self.deep(|| {
            let (left, right) = self.options(g)?;
            let mut weights = |list: &[Game], shift| {
                list.iter().map(|o| self.sum(self.weigh(*o, weigher)?, shift)).collect::<Result<Options>>()
            };
            Ok((weights(left, minus_two)?, weights(right, plus_two)?))
        })?;
        let mut weight = self.canonical(&left, &right)?;
        if self.is_integer(weight) {
            weight = if self.le(weigher.far_star, g)? {
                self.from_number(self.largest_integer_below(&right)?)?
            } else if self.le(g, weigher.far_star)? {
                let mirrored = left.iter().map(|l| self.negative(*l)).collect::<Result<Options>>()?;
                self.from_number(-&self.largest_integer_below(&mirrored)?)?
            } else {
                Game::ZERO
            };
        }
        weigher.memo.insert(g, weight);
        Ok(weight)
    }

    /// The largest integer that is not ≥ any of the games.
    fn largest_integer_below(&self, games: &[Game]) -> Result<Dyadic> {
        let mut largest: Option<Dyadic> = None;
        for x in games {
            let mut n = self.left_stop(*x).floor();
            if self.le(*x, self.from_number(n.clone())?)? {
                n = &n - &Dyadic::from(1);
            }
            largest = Some(largest.map_or(n.clone(), |m| m.min(n)));
        }
        Ok(largest.expect("in an all-small game both players can move"))
    }
}

/// The state of one computation of an atomic weight.
struct Weigher {
    far_star: Game,
    plus_two: Game,
    minus_two: Game,
    memo: FxHashMap<Game, Game>,
}

/// The largest `k` for which `*k` is a follower.
fn largest_nimber(nus: &Nus) -> u32 {
    if !nus.number().is_zero() {
        return 0;
    }
    let ups = nus.up().unsigned_abs();
    if ups == 0 {
        return nus.star();
    }
    // Down to ↑*s, whose options are 0 and *(s⊕1), or 0 and * if s is 1.
    match nus.star() ^ u32::from(ups.is_multiple_of(2)) {
        1 => 1,
        s => s ^ 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outcome;

    fn value(arena: &Arena, up: i64, star: u32) -> Game {
        arena.game(&Nus::new(Dyadic::ZERO, up, star)).unwrap()
    }

    /// By the rule alone, also for ups and stars.
    fn plain(arena: &Arena, g: Game, far_star: Game) -> Game {
        if g == Game::ZERO {
            return g;
        }
        let (left, right) = arena.options(g).unwrap();
        let shift = |list: &[Game], by: i64| -> Vec<Game> {
            let by = arena.integer(by).unwrap();
            list.iter().map(|o| arena.sum(plain(arena, *o, far_star), by).unwrap()).collect()
        };
        let (left, right) = (shift(left, -2), shift(right, 2));
        let weight = arena.canonical(&left, &right).unwrap();
        if !arena.is_integer(weight) {
            return weight;
        }
        let fits = |n: &Game| {
            left.iter().all(|l| !arena.le(*n, *l).unwrap())
                && right.iter().all(|r| !arena.le(*r, *n).unwrap())
        };
        let mut integers = (-20..=20).map(|n| arena.integer(n).unwrap()).filter(fits);
        match (arena.le(far_star, g).unwrap(), arena.le(g, far_star).unwrap()) {
            (true, _) => integers.last().unwrap(),
            (_, true) => integers.next().unwrap(),
            _ => Game::ZERO,
        }
    }

    fn all_small(arena: &Arena) -> Vec<Game> {
        arena.born_by_day(3).unwrap().into_iter().filter(|g| arena.is_all_small(*g).unwrap()).collect()
    }

    #[test]
    fn the_largest_nimber_weighs_nothing() {
        let a = Arena::new();
        let g = a.nimber(u32::MAX).unwrap();
        assert_eq!(a.atomic_weight(g), Ok(Some(Game::ZERO)));
    }

    #[test]
    fn ups_weigh_one_and_stars_nothing() {
        let arena = Arena::new();
        for up in -4..=4 {
            for star in 0..5 {
                let g = value(&arena, up, star);
                let far_star = arena.far_star(g).unwrap();
                assert_eq!(plain(&arena, g, far_star), arena.integer(up).unwrap(), "{up} {star}");
                assert_eq!(arena.atomic_weight(g).unwrap(), Some(arena.integer(up).unwrap()));
            }
        }
    }

    #[test]
    fn legionnaires_in_a_row_weigh_one_less_than_their_number() {
        // ↑(n−1) + n·*, Figure 12 of the Legionnaires paper.
        let arena = Arena::new();
        for n in 1..9 {
            let g = value(&arena, n - 1, (n % 2) as u32);
            assert_eq!(arena.atomic_weight(g).unwrap(), Some(arena.integer(n - 1).unwrap()));
        }
    }

    #[test]
    fn what_is_not_all_small_has_no_atomic_weight() {
        let arena = Arena::new();
        let (one, minus_one) = (arena.integer(1).unwrap(), arena.integer(-1).unwrap());
        let switch = arena.canonical(&[one], &[minus_one]).unwrap();
        let tiny = arena.tiny(one).unwrap();
        let one_star = arena.sum(one, arena.nimber(1).unwrap()).unwrap();
        for g in [one, minus_one, switch, tiny, one_star] {
            assert_eq!(arena.atomic_weight(g).unwrap(), None);
        }
    }

    #[test]
    fn games_of_day_three_weigh_what_the_rule_says_and_weights_add_up() {
        let arena = Arena::new();
        let games = all_small(&arena);
        let weights: Vec<Game> = games.iter().map(|g| arena.atomic_weight(*g).unwrap().unwrap()).collect();
        for (g, weight) in games.iter().zip(&weights) {
            assert_eq!(*weight, plain(&arena, *g, arena.far_star(*g).unwrap()));
        }
        for (i, g) in games.iter().enumerate() {
            for (j, h) in games.iter().enumerate().take(i + 1) {
                let sum = arena.sum(*g, *h).unwrap();
                let expected = arena.sum(weights[i], weights[j]).unwrap();
                assert_eq!(arena.atomic_weight(sum).unwrap(), Some(expected));
            }
        }
    }

    #[test]
    fn an_atomic_weight_of_two_or_more_wins() {
        // The two-ahead rule.
        let arena = Arena::new();
        let two = arena.integer(2).unwrap();
        let games = all_small(&arena);
        let mut met = 0;
        for g in &games {
            for h in &games {
                let sum = arena.sum(*g, *h).unwrap();
                if arena.le(two, arena.atomic_weight(sum).unwrap().unwrap()).unwrap() {
                    assert_eq!(arena.outcome(sum).unwrap(), Outcome::L);
                    met += 1;
                }
            }
        }
        assert!(met > 10);
    }

    #[test]
    fn all_remote_stars_compare_alike() {
        let arena = Arena::new();
        for g in arena.born_by_day(3).unwrap() {
            let least = arena.far_star(g).unwrap();
            for k in arena.as_nimber(least).unwrap()..6 {
                let star = arena.nimber(k).unwrap();
                assert_eq!(arena.compare(g, star).unwrap(), arena.compare(g, least).unwrap());
            }
            let nimbers = arena.followers(g).filter_map(|h| arena.as_nimber(h.unwrap())).max().unwrap();
            assert_eq!(arena.as_nimber(least), Some(nimbers + 1));
        }
    }
}
