//! Who knows who wins.

use nimatron_rules::{Ending, Player, Rules};

use crate::PlayError;

/// Tells exactly how a position ends with best play, if it knows: an endgame table, a solver, a solution
/// on disk. It may not guess.
pub trait Oracle<R: Rules>: Send {
    /// How play ends with `player` to move, or nothing if that is not known.
    fn ending(
        &mut self,
        position: &R::Position,
        player: Player,
        misere: bool,
    ) -> Result<Option<Ending>, PlayError>;

    /// How long play may last from here at most, as far as that is known: to choose between moves that
    /// lose.
    fn longest(&self, _position: &R::Position) -> u32 {
        0
    }
}
