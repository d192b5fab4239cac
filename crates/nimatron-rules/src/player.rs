//! The two players.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use crate::NotationError;

/// One of the two players. Left's advantage counts as positive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Player {
    /// The player whose advantage is positive.
    Left,
    /// The player whose advantage is negative.
    Right,
}

impl Player {
    /// Both players, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    /// 0 for Left, 1 for Right: for tables of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Player::Left => "Left",
            Player::Right => "Right",
        })
    }
}

/// The other player.
///
/// ```
/// use nimatron_rules::Player;
///
/// assert_eq!(!Player::Left, Player::Right);
/// assert_eq!("right".parse(), Ok(Player::Right));
/// ```
impl Not for Player {
    type Output = Player;

    fn not(self) -> Player {
        self.opponent()
    }
}

impl FromStr for Player {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let named = Player::BOTH.into_iter().find(|player| player.to_string().eq_ignore_ascii_case(text));
        let wrong = || NotationError::new(0..text.len(), "this is not a player").expected("Left or Right");
        named.ok_or_else(wrong)
    }
}
