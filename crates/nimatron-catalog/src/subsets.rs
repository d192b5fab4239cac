//! Games of taking squares away: every subset of a position is solved.

use std::sync::Arc;

use nimatron_rules::{Budget, Notation, Short};
use nimatron_solve::{Classes, Convention, OutcomeClass, SolveError, Subsets};

use crate::LabError;
use crate::entry::Nimbers;
use crate::shelf::Shelf;
use crate::table::Table;
use crate::whole::Solved;

/// Solved subsets on the shelf among which the position is.
pub(crate) fn on_shelf<R: Short + Notation>(
    table: &Table<R>,
    position: &R::Position,
    convention: Convention,
    shelf: &Shelf,
    nimbers: &dyn Nimbers<R>,
) -> Result<Option<Arc<Subsets>>, SolveError> {
    let knows = |subsets: &Subsets| Ok(nimbers.first_wins(subsets, position)?.is_some());
    shelf.subsets(&table.board_label(), convention, knows)
}

/// Solves every subset of a position and puts the solution on the shelf, unless it is there; nothing if the game is not such
/// a one, or if it would take more memory than the budget allows.
pub(crate) fn solution<R: Short + Notation>(
    table: &Table<R>,
    position: &R::Position,
    convention: Convention,
    shelf: &Shelf,
    budget: &Budget,
) -> Result<Option<Arc<Subsets>>, SolveError> {
    let Some(nimbers) = table.nimbers.map(|open| open(&table.rules, budget)) else { return Ok(None) };
    if let Some(subsets) = on_shelf(table, position, convention, shelf, &*nimbers)? {
        return Ok(Some(subsets));
    }
    match nimbers.subsets(position, convention, budget, &mut |_, _| {}) {
        Ok(subsets) => Ok(subsets.map(|subsets| shelf.put_subsets(&table.board_label(), subsets))),
        Err(SolveError::NeedsMemory { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Solves every subset of the position on the table, into a file if the shelf has a folder, and says how many are won.
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
    let label = format!("{} {}", table.board_label(), table.rules.show(&table.position));
    let file = shelf.file_of_subsets(&label, convention);
    let kept = match file.as_deref().filter(|path| path.exists()) {
        Some(path) => {
            let opened = Subsets::open(path).and_then(|(subsets, _)| {
                let wins = nimbers.first_wins(&subsets, &table.position)?;
                Ok(wins.map(|_| subsets))
            });
            shelf.unless_damaged(opened)?.flatten()
        }
        None => None,
    };
    let subsets = match kept {
        Some(subsets) => subsets,
        None => {
            // It may take long, so whether it can be kept is looked at first.
            file.as_deref().map_or(Ok(()), |path| Subsets::check_room(path, squares))?;
            let solved = nimbers.subsets(&table.position, convention, budget, progress)?;
            let Some(subsets) = solved else { return Ok(None) };
            file.as_deref().map_or(Ok(()), |path| subsets.write(path, &label))?;
            subsets
        }
    };
    let subsets = shelf.put_subsets(&table.board_label(), subsets);
    let wins = nimbers.first_wins(&subsets, &table.position)?.expect("the start is one of its own subsets");
    let p = subsets.p_positions();
    Ok(Some(Solved {
        outcome: if wins { OutcomeClass::N } else { OutcomeClass::P },
        classes: Classes { n: subsets.positions() - p, p, l: 0, r: 0 },
        moves: subsets.moves(),
        file,
        bytes,
    }))
}
