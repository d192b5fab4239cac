//! Exact solvers as oracles for agents.

use std::sync::Arc;

use nimatron_rules::{
    AnyGame, AnyPosition, Budget, Convention, Ending, Exhausted, Impartial, Player, Rules, Short,
};
use nimatron_search::{Oracle, Oracles, PlayError};
use nimatron_solve::{AnyNimbers, SolveError, any_nimbers};

use crate::outcomes::Outcomes;
use crate::position::Position;
use crate::solutions::Solutions;

/// The oracles of a short game, for a position and those that may follow it.
pub struct Solvers<'a> {
    /// The position.
    pub at: &'a Position,
    /// Known solutions.
    pub solutions: Arc<Solutions>,
    /// What may be spent.
    pub budget: Budget,
}

/// Parts with at most this many moves left are small enough to be solved in the middle of a search.
const SMALL: u32 = 6;

impl<'a> Oracles<'a, AnyGame> for Solvers<'a> {
    fn endgames(&self) -> Option<Box<dyn Oracle<AnyGame> + 'a>> {
        Some(Box::new(Solved::new(self, SMALL)))
    }

    fn everything(&self) -> Option<Box<dyn Oracle<AnyGame> + 'a>> {
        Some(Box::new(Solved::new(self, u32::MAX)))
    }
}

/// Solves positions and remembers the results.
struct Solved<'a> {
    at: &'a Position,
    solutions: Arc<Solutions>,
    budget: Budget,
    /// Only positions whose parts have at most this many moves left are solved.
    small: u32,
    nimbers: Option<Box<dyn AnyNimbers>>,
    /// The solvers for normal play and for misère play.
    solvers: [Option<Outcomes<'a>>; 2],
}

impl<'a> Solved<'a> {
    fn new(solvers: &Solvers<'a>, small: u32) -> Self {
        Solved {
            at: solvers.at,
            solutions: Arc::clone(&solvers.solutions),
            budget: solvers.budget.clone(),
            small,
            nimbers: None,
            solvers: [None, None],
        }
    }

    /// Whether a position is easy to solve.
    fn is_easy(&self, position: &AnyPosition, convention: Convention) -> bool {
        let (game, small) = (&self.at.game, self.small);
        if game.moves_left(position) <= small {
            return true;
        }
        // In misère play there are no values to add.
        if convention == Convention::Misere {
            return false;
        }
        let is_easy = |part| game.moves_left(part) <= small || game.known_nimber(part).is_some();
        game.parts(position).iter().all(is_easy)
    }

    fn first_wins(
        &mut self,
        position: &AnyPosition,
        first: Player,
        convention: Convention,
    ) -> Result<bool, SolveError> {
        if convention == Convention::Normal && self.at.is_impartial() {
            if self.nimbers.is_none() {
                self.nimbers = any_nimbers(&self.at.game, &self.budget);
            }
            if let Some(nimbers) = &mut self.nimbers {
                return Ok(nimbers.nimber(position)? != 0);
            }
        }
        let solver = match &mut self.solvers[usize::from(convention.is_misere())] {
            Some(solver) => solver,
            none => none.insert(match self.small {
                u32::MAX => Outcomes::new(self.at, convention, &self.solutions, &self.budget)?,
                _ => Outcomes::by_search(self.at, convention, &self.solutions, &self.budget),
            }),
        };
        solver.first_wins(position, first)
    }
}

impl Oracle<AnyGame> for Solved<'_> {
    fn ending(
        &mut self,
        position: &AnyPosition,
        player: Player,
        convention: Convention,
    ) -> Result<Option<Ending>, PlayError> {
        if !self.is_easy(position, convention) {
            return Ok(None);
        }
        let mut wins = self.first_wins(position, player, convention);
        if wins.as_ref().is_err_and(is_out_of_memory) {
            // The results for other positions fill the memory: try again without them.
            self.nimbers = None;
            self.solvers = [None, None];
            wins = self.first_wins(position, player, convention);
        }
        let wins = wins.map_err(explained)?;
        Ok(Some(Ending::Won(if wins { player } else { player.opponent() })))
    }

    fn longest(&self, position: &AnyPosition) -> u32 {
        self.at.game.moves_left(position)
    }
}

fn is_out_of_memory(error: &SolveError) -> bool {
    matches!(error, SolveError::Exhausted(Exhausted::Memory(_)))
}

fn explained(error: SolveError) -> PlayError {
    match error {
        SolveError::Exhausted(error) => error.into(),
        error => PlayError::Oracle(error.to_string()),
    }
}
