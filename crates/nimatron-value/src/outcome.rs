//! Outcome classes.

use std::fmt;

use crate::{Arena, Game, Result};

/// Who wins with best play, for either player to start. For a value this is the outcome in normal play, which
/// is also what the comments below refer to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The next player to move wins: the game is confused with zero.
    N,
    /// The previous player wins: the game is zero.
    P,
    /// Left wins for either start: the game is positive.
    L,
    /// Right wins for either start: the game is negative.
    R,
}

impl Outcome {
    /// The class, from whether Left wins when moving first and whether Right wins when moving first.
    #[must_use]
    pub const fn from_first_players(left_wins_first: bool, right_wins_first: bool) -> Self {
        match (left_wins_first, right_wins_first) {
            (true, true) => Outcome::N,
            (false, false) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
        }
    }

    /// The letter of the outcome class.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Outcome::N => 'N',
            Outcome::P => 'P',
            Outcome::L => 'L',
            Outcome::R => 'R',
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 4]))
    }
}

impl Arena {
    /// The outcome of the game.
    pub fn outcome(&self, g: Game) -> Result<Outcome> {
        Ok(match (self.le(Game::ZERO, g)?, self.le(g, Game::ZERO)?) {
            (true, true) => Outcome::P,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::N,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dyadic, Nus};

    #[test]
    fn small_games_have_the_outcomes_everybody_knows() {
        let arena = Arena::new();
        for (up, star, outcome) in
            [(0, 0, "P"), (0, 3, "N"), (1, 0, "L"), (-1, 0, "R"), (1, 1, "N"), (2, 1, "L"), (-1, 2, "R")]
        {
            let g = arena.game(&Nus::new(Dyadic::ZERO, up, star)).unwrap();
            assert_eq!(arena.outcome(g).unwrap().to_string(), outcome);
        }
        let negative = arena.from_number(Dyadic::new(-1, 5)).unwrap();
        assert_eq!(arena.outcome(negative).unwrap(), Outcome::R);
    }
}
