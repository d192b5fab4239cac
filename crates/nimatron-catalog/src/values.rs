//! Values of a position and of its options.
//!
//! One solver finds them all, so options cost next to nothing once the value of the position itself is known.

use nimatron_rules::{AnyMove, AnyPosition, Budget, Impartial, Player, Rules};
use nimatron_solve::{AnyNimbers, AnyValues, any_nimbers, any_values};
use nimatron_value::{Arena, Game};

use crate::LabError;
use crate::position::Position;

/// Finds values around a position, and remembers intermediate results.
pub struct Values<'a> {
    at: &'a Position,
    arena: &'a Arena,
    solver: Solver<'a>,
    /// The first moves of Left and of Right, as many as were needed so far.
    moves: [Vec<AnyMove>; 2],
}

enum Solver<'a> {
    Nimbers(Box<dyn AnyNimbers>),
    Values(Box<dyn AnyValues + 'a>),
}

impl<'a> Values<'a> {
    /// A solver with values in `arena` that spends from `budget`; `None` if the game is not short.
    pub(crate) fn new(at: &'a Position, arena: &'a Arena, budget: &Budget) -> Option<Self> {
        let solver = match any_nimbers(&at.game, budget) {
            Some(nimbers) => Solver::Nimbers(nimbers),
            None => Solver::Values(any_values(&at.game, arena, budget)?),
        };
        Some(Values { at, arena, solver, moves: [Vec::new(), Vec::new()] })
    }

    /// The value of a position of the game.
    fn value(&mut self, position: &AnyPosition) -> Result<Game, LabError> {
        let nimbers = match &mut self.solver {
            Solver::Values(solver) => return Ok(solver.value(position)?),
            Solver::Nimbers(nimbers) => nimbers,
        };
        let nimber = match self.at.game.by_theorem(position) {
            None => nimbers.nimber(position)?,
            Some(theorem) => u32::try_from(theorem.nimber).map_err(|_| {
                let message = format!("its Grundy value {} is too large for a value", theorem.nimber);
                LabError::Senseless(message)
            })?,
        };
        Ok(self.arena.nimber(nimber)?)
    }

    /// The value of the position.
    pub fn here(&mut self) -> Result<Game, LabError> {
        let at = self.at;
        self.value(&at.position)
    }

    /// The value after the move with this index in the list of moves; `None` if there are fewer moves.
    pub fn after(&mut self, player: Player, number: usize) -> Result<Option<Game>, LabError> {
        let Position { game, position, .. } = self.at;
        let moves = &mut self.moves[player.index()];
        if number >= moves.len() {
            moves.clear();
            game.first_moves(position, player, (number + 1).next_power_of_two().max(256), moves);
        }
        let Some(mv) = moves.get(number) else { return Ok(None) };
        let next = game.play(position, player, mv);
        self.value(&next).map(Some)
    }

    /// The number of positions that were visited so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        match &self.solver {
            Solver::Nimbers(nimbers) => nimbers.positions(),
            Solver::Values(solver) => solver.positions(),
        }
    }
}
