//! The conventions of play: who has won when a player cannot move.

use std::fmt;

use crate::Player;

/// Who has won when a player cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Convention {
    /// A player who cannot move has lost.
    #[default]
    Normal,
    /// A player who cannot move has won.
    Misere,
}

impl Convention {
    /// Misère play if `misere` is true, as options and files write it.
    #[must_use]
    pub const fn misere_if(misere: bool) -> Self {
        if misere { Convention::Misere } else { Convention::Normal }
    }

    /// Whether it is misère play.
    #[must_use]
    pub const fn is_misere(self) -> bool {
        matches!(self, Convention::Misere)
    }

    /// The winner when `player` cannot move.
    #[must_use]
    pub const fn winner_if_stuck(self, player: Player) -> Player {
        match self {
            Convention::Normal => player.opponent(),
            Convention::Misere => player,
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Convention::Normal => "normal",
            Convention::Misere => "misère",
        })
    }
}
