//! Who wins, for the players: the exact solvers as oracles.

use std::sync::Arc;

use nimatron_rules::{Budget, Ending, Exhausted, Notation, Player, Short, Turns};
use nimatron_search::{Oracle, Oracles, PlayError};
use nimatron_solve::{Convention, SolveError};

use crate::entry::Nimbers;
use crate::outcomes::Outcomes;
use crate::shelf::Shelf;
use crate::table::Table;

/// The oracles of a game that always ends, for the position on the table and what may follow it.
pub struct Solvers<'a, R: Short + Notation> {
    /// The game.
    pub table: &'a Table<R>,
    /// Solutions that are known.
    pub shelf: Arc<Shelf>,
    /// What may be spent.
    pub budget: Budget,
}

/// Parts with at most so many moves left are small enough to be solved in the middle of a search.
const SMALL: u32 = 6;

impl<'a, R: Short + Turns + Notation> Oracles<'a, R> for Solvers<'a, R> {
    fn endgames(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        Some(Box::new(Solved::new(self, SMALL)))
    }

    fn everything(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        Some(Box::new(Solved::new(self, u32::MAX)))
    }
}

/// Solves positions, and remembers what it found out.
struct Solved<'a, R: Short + Notation> {
    table: &'a Table<R>,
    shelf: Arc<Shelf>,
    budget: Budget,
    /// Only positions whose parts have at most so many moves left are solved.
    small: u32,
    nimbers: Option<Box<dyn Nimbers<R> + 'a>>,
    /// In normal play and in misère play.
    solvers: [Option<Outcomes<'a, R>>; 2],
}

impl<'a, R: Short + Notation> Solved<'a, R> {
    fn new(solvers: &Solvers<'a, R>, small: u32) -> Self {
        Solved {
            table: solvers.table,
            shelf: Arc::clone(&solvers.shelf),
            budget: solvers.budget.clone(),
            small,
            nimbers: None,
            solvers: [None, None],
        }
    }

    /// Whether it takes little to solve a position.
    fn is_easy(&mut self, position: &R::Position, misere: bool) -> bool {
        if self.table.rules.moves_left(position) <= self.small {
            return true;
        }
        // In misère play there are no values to add.
        if misere {
            return false;
        }
        let (rules, small) = (&self.table.rules, self.small);
        let nimbers = self.open_nimbers();
        let known = |part| nimbers.as_ref().is_some_and(|nimbers| nimbers.is_known(part));
        rules.parts(position).iter().all(|part| rules.moves_left(part) <= small || known(part))
    }

    fn open_nimbers(&mut self) -> Option<&mut Box<dyn Nimbers<R> + 'a>> {
        if let (None, Some(open)) = (&self.nimbers, self.table.nimbers) {
            self.nimbers = Some(open(&self.table.rules, &self.budget));
        }
        self.nimbers.as_mut()
    }

    fn first_wins(
        &mut self,
        position: &R::Position,
        first: Player,
        misere: bool,
    ) -> Result<bool, SolveError> {
        if !misere && let Some(nimbers) = self.open_nimbers() {
            return Ok(nimbers.nimber(position)? != 0);
        }
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let solver = match &mut self.solvers[usize::from(misere)] {
            Some(solver) => solver,
            none => none.insert(match self.small {
                u32::MAX => Outcomes::new(self.table, convention, &self.shelf, &self.budget)?,
                _ => Outcomes::by_search(self.table, convention, &self.shelf, &self.budget),
            }),
        };
        solver.first_wins(position, first)
    }
}

impl<R: Short + Turns + Notation> Oracle<R> for Solved<'_, R> {
    fn ending(
        &mut self,
        position: &R::Position,
        player: Player,
        misere: bool,
    ) -> Result<Option<Ending>, PlayError> {
        if !self.is_easy(position, misere) {
            return Ok(None);
        }
        let mut wins = self.first_wins(position, player, misere);
        if wins.as_ref().is_err_and(is_out_of_memory) {
            // What was learned in other positions fills the memory: once more without it.
            self.nimbers = None;
            self.solvers = [None, None];
            wins = self.first_wins(position, player, misere);
        }
        let wins = wins.map_err(explained)?;
        Ok(Some(Ending::Won(if wins { player } else { player.opponent() })))
    }

    fn longest(&self, position: &R::Position) -> u32 {
        self.table.rules.moves_left(position)
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
