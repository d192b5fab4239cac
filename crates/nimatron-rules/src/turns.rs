//! How a game ends when players take turns.

use crate::{Player, Rules};

/// The end of a play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// That player has won.
    Won(Player),
    /// Nobody has.
    Drawn,
}

/// How a game ends when players take turns.
pub trait Turns: Rules {
    /// How the play has ended, if it has, with `player` to move.
    ///
    /// Unless a game says otherwise, who cannot move has lost, or in misère play has won.
    fn ending(&self, position: &Self::Position, player: Player, misere: bool) -> Option<Ending> {
        let mut moves = Vec::new();
        self.moves(position, player, &mut moves);
        let winner = if misere { player } else { player.opponent() };
        moves.is_empty().then_some(Ending::Won(winner))
    }
}
