//! Who wins.

use std::fmt;

use crate::{Arena, Game, Result};

/// Who wins a game under normal play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The next player to move wins: the game is confused with zero.
    N,
    /// The previous player wins: the game is zero.
    P,
    /// Left wins, whoever starts: the game is positive.
    L,
    /// Right wins, whoever starts: the game is negative.
    R,
}

impl Outcome {
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
        write!(f, "{}", self.letter())
    }
}

impl Arena {
    /// Who wins the game.
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
