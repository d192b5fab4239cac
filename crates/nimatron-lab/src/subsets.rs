//! Games of taking squares away: every subset of a position is solved.

use std::sync::Arc;

use nimatron_rules::{Budget, Notation, Short};
use nimatron_solve::{Classes, Convention, OutcomeClass, SolveError, Subsets};

use crate::LabError;
use crate::shelf::Shelf;
use crate::table::Table;
use crate::whole::Solved;

/// Solves every subset of the position on the table and puts the solution on the shelf; nothing if the game is not such a
/// one, or if it would take more memory than the budget allows.
pub(crate) fn solution<R: Short + Notation>(
    table: &Table<R>,
    position: &R::Position,
    convention: Convention,
    shelf: &Shelf,
    budget: &Budget,
) -> Result<Option<Arc<Subsets>>, SolveError> {
    let Some(nimbers) = table.nimbers.map(|open| open(&table.rules, budget)) else { return Ok(None) };
    let label = table.board_label();
    if let Some(subsets) = shelf.subsets(&label, convention)
        && nimbers.first_wins(&subsets, position).is_some()
    {
        return Ok(Some(subsets));
    }
    match nimbers.subsets(position, convention, budget, &mut |_, _| {}) {
        Ok(subsets) => Ok(subsets.map(|subsets| shelf.put_subsets(&label, subsets))),
        Err(SolveError::NeedsMemory { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Solves every subset of the position on the table, and says how many are won.
pub(crate) fn solve<R: Short + Notation>(
    table: &Table<R>,
    convention: Convention,
    shelf: &Shelf,
    budget: &Budget,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<Solved>, LabError> {
    let Some(nimbers) = table.nimbers.map(|open| open(&table.rules, budget)) else { return Ok(None) };
    // In some games not every subset can be reached: there is nothing to count.
    let Some(squares) = nimbers.squares(&table.position) else { return Ok(None) };
    if !nimbers.reaches_every_subset(&table.position) {
        return Ok(None);
    }
    let Some(bytes) = Subsets::bytes(squares) else { return Ok(None) };
    let Some(subsets) = nimbers.subsets(&table.position, convention, budget, progress)? else {
        return Ok(None);
    };
    let subsets = shelf.put_subsets(&table.board_label(), subsets);
    let wins = nimbers.first_wins(&subsets, &table.position).expect("the start is one of its own subsets");
    let p = subsets.p_positions();
    Ok(Some(Solved {
        outcome: if wins { OutcomeClass::N } else { OutcomeClass::P },
        classes: Classes { n: subsets.positions() - p, p, l: 0, r: 0 },
        moves: subsets.moves(),
        file: None,
        bytes,
    }))
}
