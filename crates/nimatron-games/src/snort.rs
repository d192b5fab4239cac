//! Snort: players colour empty squares, and no two squares side by side may have different colours.
//!
//! ```text
//! . . .      . l .
//! . . .  L►  l L l     Right may no longer colour the squares marked l
//! . . .      . l .
//! ```
//!
//! Simon Norton's game; Conway, *On Numbers and Games* (1976); Berlekamp, Conway, Guy, *Winning Ways*,
//! chapter 6.

use nimatron_rules::{About, Entry, Player};

use crate::colouring::{self, Colouring, Kind};

/// Snort on a board of up to `64 * N` squares.
pub type Snort<const N: usize> = Colouring<Different, N>;

/// Neighbours of different colours are forbidden.
#[derive(Clone, Copy, Default, Debug)]
pub struct Different;

impl Kind for Different {
    const ABOUT: About = About {
        name: "snort",
        title: "Snort",
        goal: "Be the last who can colour a square.",
        about: "Players colour empty squares, Left with L and Right with R. No two squares side by side may \
                have different colours.",
        positions: "3x4 is the empty board of 3 rows and 4 columns. Or a board, rows from the top: `L./.R` \
                    with `L` and `R` coloured, `.` empty, `l` and `r` empty but for Left or Right only, `#` for \
                    nobody. What neighbours forbid need not be marked. A move names the square: c3.",
        start: "5x5",
        starts: &["3x3", "4x4"],
        ..About::PLAIN
    };

    #[inline]
    fn closed_to(owner: Player) -> Player {
        owner.opponent()
    }
}

/// The entry of Snort.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(colouring::promises::<Different, 1>()).or(colouring::promises::<Different, 4>())
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Named, Notation, Rules};

    use super::*;

    #[test]
    fn a_stone_closes_its_neighbours_to_the_opponent() {
        let (game, board) = Snort::<1>::open("", "3x3").unwrap();
        let square = game.parse_move(&board, Player::Right, "a1").unwrap();
        assert_eq!(game.show(&game.play(&board, Player::Right, &square)), ".../r../Rr.");
    }

    #[test]
    fn what_neighbours_forbid_need_not_be_marked() {
        let (game, board) = Snort::<1>::open("", "L.R/...").unwrap();
        assert_eq!(game.show(&board), "L#R/l.r");
        assert!(game.parse("LR./...").is_err());
        assert!(game.parse("LL./...").is_ok());
    }

    #[test]
    fn squares_for_one_player_have_nothing_to_do_with_each_other() {
        let (game, board) = Snort::<1>::open("", "ll/ll").unwrap();
        assert_eq!(game.parts(&board).len(), 4);
        assert_eq!(game.parts(&game.parse("lr/##").unwrap()).len(), 1);
        assert_eq!(game.parts(&game.parse("l./##").unwrap()).len(), 1);
    }
}
