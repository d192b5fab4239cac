//! How a game is played in turns.

use crate::{Player, Rules};

/// The end of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// That player has won.
    Won(Player),
    /// Nobody has.
    Drawn,
}

/// How a game ends when players take turns, who begins, and what is known of playing it well.
pub trait Turns: Rules {
    /// How the play has ended, if it has, with `player` to move.
    ///
    /// Unless a game says otherwise, who cannot move has lost, or in misère play has won.
    #[inline]
    fn ending(&self, position: &Self::Position, player: Player, misere: bool) -> Option<Ending> {
        let winner = if misere { player } else { player.opponent() };
        (self.mobility(position, player) == 0).then_some(Ending::Won(winner))
    }

    /// Who begins, by the custom of the game.
    fn first_player(&self) -> Player {
        Player::Left
    }

    /// The strategies that are known for the game.
    fn strategies(&self) -> Vec<Strategy<Self>>
    where
        Self: Sized,
    {
        Vec::new()
    }
}

/// A rule of thumb for a game: each move has a score, and one with the highest is played.
pub struct Strategy<R: Rules> {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a sentence, and where it comes from.
    pub about: &'static str,
    /// How much it likes a move.
    pub score: fn(&R, &R::Position, Player, &R::Move) -> i64,
}
