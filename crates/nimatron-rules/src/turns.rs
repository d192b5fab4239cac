//! How a game is played in turns.

use crate::{Convention, Player, Rules};

/// The end of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// This player has won.
    Won(Player),
    /// The play is drawn.
    Drawn,
}

impl Ending {
    /// The winner, if there is one.
    #[must_use]
    pub const fn winner(self) -> Option<Player> {
        match self {
            Ending::Won(player) => Some(player),
            Ending::Drawn => None,
        }
    }
}

/// How a game ends when players take turns, and who begins.
pub trait Turns: Rules {
    /// How the play has ended, if it has, with `player` to move. A position that is over has no moves for `player`.
    ///
    /// By default, a player who cannot move has lost or, in misère play, has won.
    #[inline]
    fn ending(&self, position: &Self::Position, player: Player, convention: Convention) -> Option<Ending> {
        (self.mobility(position, player) == 0).then(|| Ending::Won(convention.winner_if_stuck(player)))
    }

    /// The player who begins by the custom of the game.
    fn first_player(&self) -> Player {
        Player::Left
    }
}
