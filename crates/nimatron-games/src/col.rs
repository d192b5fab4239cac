//! Col: players colour empty squares, and no two squares side by side may have the same colour.
//!
//! ```text
//! . . .      . r .
//! . . .  L►  r L r     Left may no longer colour the squares marked r
//! . . .      . r .
//! ```
//!
//! Colin Vout's game; Conway, *On Numbers and Games* (1976); Berlekamp, Conway, Guy, *Winning Ways*,
//! chapter 2.

use nimatron_rules::{About, Entry, Player};

use crate::colouring::{self, Colouring, Kind};

/// Col on a board of up to `64 * N` squares.
pub type Col<const N: usize> = Colouring<Same, N>;

/// Neighbours of the same colour are forbidden.
#[derive(Clone, Copy, Default, Debug)]
pub struct Same;

impl Kind for Same {
    const ABOUT: About = About {
        name: "col",
        title: "Col",
        goal: "Be the last who can colour a square.",
        about: "Players colour empty squares, Left with L and Right with R. No two squares side by side may \
                have the same colour.",
        positions: "3x4 is the empty board of 3 rows and 4 columns. Or a board, rows from the top: `L./.R` \
                    with `L` and `R` coloured, `.` empty, `l` and `r` empty but for Left or Right only, `#` for \
                    nobody. What neighbours forbid need not be marked. A move names the square: c3.",
        start: "5x5",
        starts: &["3x3", "4x4"],
        ..About::PLAIN
    };

    #[inline]
    fn closed_to(owner: Player) -> Player {
        owner
    }
}

/// The entry of Col.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(colouring::promises::<Same, 1>()).or(colouring::promises::<Same, 4>())
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Named, Notation, Rules};

    use super::*;

    #[test]
    fn a_stone_closes_its_neighbours_to_its_owner() {
        let (game, board) = Col::<1>::open("", "3x3").unwrap();
        let square = game.parse_move(&board, Player::Left, "b2").unwrap();
        assert_eq!(game.show(&game.play(&board, Player::Left, &square)), ".r./rLr/.r.");
    }

    #[test]
    fn what_neighbours_forbid_need_not_be_marked() {
        let (game, board) = Col::<1>::open("", "L.R/...").unwrap();
        assert_eq!(game.show(&board), "L#R/r.l");
        assert!(game.parse("LL./...").is_err());
        assert!(game.parse("LR./...").is_ok());
    }

    #[test]
    fn squares_for_different_players_have_nothing_to_do_with_each_other() {
        let (game, board) = Col::<1>::open("", "lr/rl").unwrap();
        assert_eq!(game.parts(&board).len(), 4);
        assert_eq!(game.parts(&game.parse("ll/rr").unwrap()).len(), 2);
        assert_eq!(game.parts(&game.parse("l./#r").unwrap()).len(), 1);
    }
}
