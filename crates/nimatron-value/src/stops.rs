//! The stops: where play ends up if the players take turns until a number is reached.

use crate::{Arena, Dyadic, Game};

impl Arena {
    /// The Left stop: the number reached in alternating play if Left starts.
    ///
    /// ```
    /// use nimatron_value::{Arena, Dyadic};
    /// let arena = Arena::new();
    /// let switch = arena.canonical(&[arena.integer(3)?], &[arena.integer(-1)?])?;
    /// assert_eq!(arena.left_stop(switch), Dyadic::from(3));
    /// assert_eq!(arena.right_stop(switch), Dyadic::from(-1));
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    #[must_use]
    pub fn left_stop(&self, g: Game) -> Dyadic {
        self.stop_number(self.left_stop_of(g))
    }

    /// The Right stop: the number reached in alternating play if Right starts.
    #[must_use]
    pub fn right_stop(&self, g: Game) -> Dyadic {
        self.stop_number(self.right_stop_of(g))
    }

    /// The Left stop, and whether it is Right's turn there if both players care for the last move:
    /// then `g` is not ≤ its Left stop.
    #[must_use]
    pub fn left_stop_with_tempo(&self, g: Game) -> (Dyadic, bool) {
        (self.left_stop(g), self.left_stop_of(g).right_to_move())
    }

    /// The Right stop, and whether it is Right's turn there if both players care for the last move:
    /// then `g` is ≥ its Right stop.
    #[must_use]
    pub fn right_stop_with_tempo(&self, g: Game) -> (Dyadic, bool) {
        (self.right_stop(g), self.right_stop_of(g).right_to_move())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tempo_at_a_stop_tells_how_a_game_compares_with_it() {
        let arena = Arena::new();
        for g in arena.born_by_day(3).unwrap() {
            let (left, left_tempo) = arena.left_stop_with_tempo(g);
            let (right, right_tempo) = arena.right_stop_with_tempo(g);
            let number = |x: &Dyadic| arena.from_number(x.clone()).unwrap();
            assert_eq!(left_tempo, !arena.le(g, number(&left)).unwrap());
            assert_eq!(right_tempo, arena.le(number(&right), g).unwrap());
        }
    }

    #[test]
    fn stops_of_options_give_the_stops() {
        let arena = Arena::new();
        for g in arena.born_by_day(3).unwrap() {
            if arena.number(g).is_none() {
                let (left, right) = arena.options(g).unwrap();
                assert_eq!(left.iter().map(|o| arena.right_stop(*o)).max(), Some(arena.left_stop(g)));
                assert_eq!(right.iter().map(|o| arena.left_stop(*o)).min(), Some(arena.right_stop(g)));
            }
        }
    }
}
