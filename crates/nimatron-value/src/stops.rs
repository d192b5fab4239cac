//! The stops: where play ends if the players alternate until a number is reached.

use std::cmp::Ordering;

use crate::{Arena, Dyadic, Game, Nus, Result};

/// A stop with its tempo: a number, and the player to move when play has reached it.
///
/// Of two stops at the same number, the one with Right to move is better for Left. A number with few digits
/// is stored in the word itself, so that most stops compare as integers: bit 0 is 0, bit 1 says that Right is
/// to move, and the rest is the number times 2^[`STOP_EXPONENT`]. For any other number bit 0 is 1 and the
/// rest is its handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stop(i32);

const STOP_EXPONENT: u32 = 10;

impl Stop {
    /// Stored in the node of a number that is not short: the handle is that of the node.
    const ITSELF: Stop = Stop(1);

    /// A stop at a number with few digits.
    fn short(number: &Dyadic, right_to_move: bool) -> Option<Stop> {
        let scaled = number.scaled_to(STOP_EXPONENT)?;
        let in_range = scaled.unsigned_abs() < 1 << 28;
        in_range.then(|| Stop((scaled as i32) << 2 | i32::from(right_to_move) << 1))
    }

    fn long(number: Game, right_to_move: bool) -> Stop {
        Stop((number.0 << 2) as i32 | i32::from(right_to_move) << 1 | 1)
    }

    /// The stop that is stored in the node of `game`, with its handle if it needs one.
    #[inline]
    pub(crate) fn of(self, game: Game, right_to_move: bool) -> Stop {
        if self == Stop::ITSELF { Stop::long(game, right_to_move) } else { self }
    }

    pub(crate) fn right_to_move(self) -> bool {
        self.0 & 2 != 0
    }
}

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

    /// The Left stop, and whether it is Right's turn there if both players care about the last move: then `g`
    /// is not ≤ its Left stop.
    #[must_use]
    pub fn left_stop_with_tempo(&self, g: Game) -> (Dyadic, bool) {
        (self.left_stop(g), self.left_stop_of(g).right_to_move())
    }

    /// The Right stop, and whether it is Right's turn there if both players care about the last move: then
    /// `g` is ≥ its Right stop.
    #[must_use]
    pub fn right_stop_with_tempo(&self, g: Game) -> (Dyadic, bool) {
        (self.right_stop(g), self.right_stop_of(g).right_to_move())
    }

    #[inline]
    pub(crate) fn left_stop_of(&self, g: Game) -> Stop {
        self.node(g).left_stop.of(g, false)
    }

    #[inline]
    pub(crate) fn right_stop_of(&self, g: Game) -> Stop {
        self.node(g).right_stop.of(g, true)
    }

    /// The number at a stop.
    pub(crate) fn stop_number(&self, stop: Stop) -> Dyadic {
        if stop.0 & 1 == 0 {
            return Dyadic::new(i64::from(stop.0 >> 2), STOP_EXPONENT);
        }
        self.number(Game(stop.0 as u32 >> 2)).expect("a stop is a number").clone()
    }

    /// The order of stops in Left's favour: by the number, then by the player to move there.
    #[inline]
    pub(crate) fn stop_order(&self, a: Stop, b: Stop) -> Ordering {
        if (a.0 | b.0) & 1 == 0 {
            return a.0.cmp(&b.0);
        }
        self.stop_number(a).cmp(&self.stop_number(b)).then(a.right_to_move().cmp(&b.right_to_move()))
    }

    /// The order of the numbers at two stops.
    #[inline]
    pub(crate) fn stop_number_order(&self, a: Stop, b: Stop) -> Ordering {
        if (a.0 | b.0) & 1 == 0 {
            return (a.0 >> 2).cmp(&(b.0 >> 2));
        }
        self.stop_number(a).cmp(&self.stop_number(b))
    }

    /// The stops of `x + n·↑ + *k`: both at `x`; the tempo says on which side of `x` it is.
    pub(crate) fn stops_of_compact(&self, nus: &Nus) -> Result<(Stop, Stop)> {
        let number = nus.number();
        let order = nus.compare(&Nus::from_number(number.clone()));
        let not_above = order.is_some_and(Ordering::is_le);
        let not_below = order.is_some_and(Ordering::is_ge);
        if let (Some(left), Some(right)) = (Stop::short(number, !not_above), Stop::short(number, not_below)) {
            return Ok((left, right));
        }
        if nus.is_number() {
            return Ok((Stop::ITSELF, Stop::ITSELF));
        }
        let at = self.from_number(number.clone())?;
        Ok((Stop::long(at, !not_above), Stop::long(at, not_below)))
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
