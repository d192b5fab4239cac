//! The convention of play and the four outcome classes.

use std::fmt;

use nimatron_rules::Player;

/// Who has won when a player cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Convention {
    /// Who cannot move has lost.
    #[default]
    Normal,
    /// Who cannot move has won.
    Misere,
}

/// Who wins with best play, whoever starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OutcomeClass {
    /// The next player, who moves first.
    N,
    /// The previous player, who moves second.
    P,
    /// Left, whoever starts.
    L,
    /// Right, whoever starts.
    R,
}

impl OutcomeClass {
    /// The class in which so-and-so wins when moving first: Left, and Right.
    #[must_use]
    pub const fn from_first_players(left_wins_first: bool, right_wins_first: bool) -> Self {
        match (left_wins_first, right_wins_first) {
            (true, true) => OutcomeClass::N,
            (false, false) => OutcomeClass::P,
            (true, false) => OutcomeClass::L,
            (false, true) => OutcomeClass::R,
        }
    }

    /// The winner if `first` starts.
    #[must_use]
    pub const fn winner(self, first: Player) -> Player {
        match self {
            OutcomeClass::N => first,
            OutcomeClass::P => first.opponent(),
            OutcomeClass::L => Player::Left,
            OutcomeClass::R => Player::Right,
        }
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutcomeClass::N => "N",
            OutcomeClass::P => "P",
            OutcomeClass::L => "L",
            OutcomeClass::R => "R",
        })
    }
}
