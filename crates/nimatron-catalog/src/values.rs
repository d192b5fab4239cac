//! Values of a position and of what its moves lead to, each found with the help of those before.

use nimatron_rules::{Budget, Notation, Player, Short};
use nimatron_solve::ValueSolver;
use nimatron_value::{Arena, Game};

use crate::LabError;
use crate::entry::Nimbers;
use crate::table::Table;

/// Finds values around a position, and remembers what it learned on the way.
pub trait Values {
    /// What the position is worth.
    fn here(&mut self) -> Result<Game, LabError>;
    /// What it is worth after the move of that number, counted as the moves are listed; nothing if there are fewer.
    fn after(&mut self, player: Player, number: usize) -> Result<Option<Game>, LabError>;
    /// How many positions were looked at so far.
    fn positions(&self) -> u64;
}

/// Values around the position on the table.
pub struct Valuing<'a, R: Short + Notation> {
    table: &'a Table<R>,
    arena: &'a Arena,
    solver: Solver<'a, R>,
    /// The first moves of Left and of Right, as many as were needed so far.
    moves: [Vec<R::Move>; 2],
}

enum Solver<'a, R: Short> {
    Nimbers(Box<dyn Nimbers<R> + 'a>),
    Values(Box<ValueSolver<'a, R>>),
}

impl<'a, R: Short + Notation> Valuing<'a, R> {
    /// Finds values in `arena`, and spends from `budget`.
    pub fn new(table: &'a Table<R>, arena: &'a Arena, budget: &Budget) -> Self {
        let solver = match table.nimbers {
            Some(open) => Solver::Nimbers(open(&table.rules, budget)),
            None => Solver::Values(Box::new(ValueSolver::new(&table.rules, arena, budget))),
        };
        Valuing { table, arena, solver, moves: [Vec::new(), Vec::new()] }
    }

    fn value(&mut self, position: &R::Position) -> Result<Game, LabError> {
        let nimbers = match &mut self.solver {
            Solver::Values(solver) => return Ok(solver.value(position)?),
            Solver::Nimbers(nimbers) => nimbers,
        };
        let nimber = match nimbers.theorem(position) {
            None => nimbers.nimber(position)?,
            Some(theorem) => u32::try_from(theorem.nimber).map_err(|_| {
                let message = format!("its Grundy value {} is too large for a value", theorem.nimber);
                LabError::Senseless(message)
            })?,
        };
        Ok(self.arena.nimber(nimber)?)
    }
}

impl<R: Short + Notation> Values for Valuing<'_, R> {
    fn here(&mut self) -> Result<Game, LabError> {
        self.value(&self.table.position)
    }

    fn after(&mut self, player: Player, number: usize) -> Result<Option<Game>, LabError> {
        let Table { rules, position, .. } = self.table;
        let moves = &mut self.moves[player.index()];
        if number >= moves.len() {
            moves.clear();
            rules.first_moves(position, player, (number + 1).next_power_of_two().max(256), moves);
        }
        let Some(mv) = moves.get(number) else { return Ok(None) };
        let next = rules.play(position, player, mv);
        self.value(&next).map(Some)
    }

    fn positions(&self) -> u64 {
        match &self.solver {
            Solver::Nimbers(nimbers) => nimbers.positions(),
            Solver::Values(solver) => solver.positions() as u64,
        }
    }
}
