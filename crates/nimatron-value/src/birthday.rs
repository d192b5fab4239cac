//! The birthday of a value.

use dashu_int::IBig;
use rustc_hash::FxHashMap;

use crate::{Arena, Dyadic, Game, Nus, Result};

impl Arena {
    /// The birthday: the height of the game tree of the canonical form. It is an integer of any size.
    ///
    /// ```
    /// use nimatron_value::{Arena, Dyadic};
    /// let arena = Arena::new();
    /// let half = arena.from_number(Dyadic::new(1, 1))?;
    /// assert_eq!(arena.birthday(half)?, Dyadic::from(2));
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn birthday(&self, g: Game) -> Result<Dyadic> {
        self.birthday_in(g, &mut FxHashMap::default())
    }

    fn birthday_in(&self, g: Game, memo: &mut FxHashMap<Game, Dyadic>) -> Result<Dyadic> {
        if let Some(nus) = self.compact(g) {
            return Ok(birthday_of_compact(nus));
        }
        if let Some(known) = memo.get(&g) {
            return Ok(known.clone());
        }
        self.afford(0)?;
        let mut latest = Dyadic::ZERO;
        self.deep(|| {
            let (left, right) = self.options(g)?;
            for option in left.iter().chain(right) {
                latest = self.birthday_in(*option, memo)?.max(std::mem::replace(&mut latest, Dyadic::ZERO));
            }
            Ok(())
        })?;
        let birthday = &latest + &Dyadic::from(1);
        memo.insert(g, birthday.clone());
        Ok(birthday)
    }
}

/// `x + *k` is born `k` days after `x`. `x + n·↑ + *k` has the option `x + (n−1)·↑ + *(k⊕1)`, and so on down
/// to `x + ↑ + *s`, whose option is `x + *(s⊕1)`, or `x + *` if `s` is 1.
fn birthday_of_compact(nus: &Nus) -> Dyadic {
    let whole = |n: IBig| Dyadic::from_big(n, 0);
    let ups = nus.up().unsigned_abs();
    let star = match ups {
        0 => nus.star(),
        _ => match nus.star() ^ u32::from(ups.is_multiple_of(2)) {
            1 => 1,
            s => s ^ 1,
        },
    };
    &nus.number().birthday() + &whole(IBig::from(ups) + IBig::from(star))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(arena: &Arena, g: Game) -> i64 {
        let (left, right) = arena.options(g).unwrap();
        left.iter().chain(right).map(|o| 1 + plain(arena, *o)).max().unwrap_or(0)
    }

    #[test]
    fn the_closed_form_agrees_with_the_definition() {
        let arena = Arena::new();
        for x in [Dyadic::ZERO, Dyadic::from(-2), Dyadic::new(5, 2)] {
            for up in -4..=4 {
                for star in 0..6 {
                    let g = arena.game(&Nus::new(x.clone(), up, star)).unwrap();
                    assert_eq!(arena.birthday(g).unwrap(), Dyadic::from(plain(&arena, g)), "{x} {up} {star}");
                }
            }
        }
    }

    #[test]
    fn games_are_born_on_the_day_they_are_found() {
        let arena = Arena::new();
        let games = arena.born_by_day(3).unwrap();
        let days: Vec<i64> = games.iter().map(|g| arena.birthday(*g).unwrap().to_i64().unwrap()).collect();
        for (day, count) in [(0, 1), (1, 3), (2, 18), (3, 1452)] {
            assert_eq!(days.iter().filter(|d| **d == day).count(), count);
        }
    }

    #[test]
    fn a_huge_integer_has_its_birthday_at_once() {
        let arena = Arena::new();
        let huge = Dyadic::from_big(-IBig::from(10u8).pow(30), 0);
        let g = arena.game(&Nus::new(huge.clone(), i64::MIN, 0)).unwrap();
        let days = arena.birthday(arena.from_number(huge).unwrap()).unwrap();
        assert_eq!(days.to_string(), format!("1{}", "0".repeat(30)));
        // 2^63 more for the ups, one for the star at the end.
        assert_eq!(&arena.birthday(g).unwrap() - &days, Dyadic::from_big((IBig::ONE << 63) + IBig::ONE, 0));
    }
}
