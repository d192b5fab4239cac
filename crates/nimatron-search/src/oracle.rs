//! Oracles: exact answers to the question who wins.
//!
//! This crate knows no solver, so the caller provides an oracle, which tells exactly who wins or that it does
//! not know. `alpha-beta` gets one for endgames and `perfect` gets one that solves everything. A solution on
//! disk is another oracle.

use nimatron_rules::{Convention, Ending, Player, Rules};

use crate::PlayError;

/// Tells exactly how a position ends with best play, if it knows: an endgame table, a solver, a solution on
/// disk. It must not guess.
pub trait Oracle<R: Rules>: Send {
    /// How play ends with `player` to move, or `None` if that is not known.
    fn ending(
        &mut self,
        position: &R::Position,
        player: Player,
        convention: Convention,
    ) -> Result<Option<Ending>, PlayError>;

    /// An upper bound on the remaining length of play, if it is known, to choose between losing moves.
    fn longest(&self, _position: &R::Position) -> u32 {
        0
    }
}
