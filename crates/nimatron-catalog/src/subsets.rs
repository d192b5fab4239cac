//! Games in which moves take squares away: every subset of a position is solved.

use std::sync::Arc;

use nimatron_rules::{AnyPosition, Budget, Convention, Impartial, Notation, Player, Rules};
use nimatron_solve::{Classes, Outcome, SolveError, Subsets};

use crate::LabError;
use crate::position::Position;
use crate::solutions::Solutions;
use crate::whole::Solved;

/// Known solutions of subsets that contain the position.
pub(crate) fn known(
    at: &Position,
    position: &AnyPosition,
    convention: Convention,
    solutions: &Solutions,
) -> Result<Option<Arc<Subsets>>, SolveError> {
    let knows = |subsets: &Subsets| Ok(subsets.first_wins(&at.game, position)?.is_some());
    solutions.subsets(&at.board_label(), convention, knows)
}

/// Solves every subset of a position and keeps the solution, unless it is known; returns `None` if moves of
/// the game don't take squares away, or if it would take more memory than the budget allows.
pub(crate) fn solution(
    at: &Position,
    position: &AnyPosition,
    convention: Convention,
    solutions: &Solutions,
    budget: &Budget,
) -> Result<Option<Arc<Subsets>>, SolveError> {
    if let Some(subsets) = known(at, position, convention, solutions)? {
        return Ok(Some(subsets));
    }
    match Subsets::solve(&at.game, position, convention, budget, &mut |_, _| {}) {
        Ok(subsets) => Ok(subsets.map(|subsets| solutions.put_subsets(&at.board_label(), subsets))),
        Err(SolveError::NeedsMemory { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The number of squares of a position, if it is a set of squares and moves take squares away.
pub(crate) fn squares(at: &Position, position: &AnyPosition) -> Option<usize> {
    Some(at.game.as_squares(position)?.len())
}

/// Whether every subset of the position can be reached, because every square can be taken alone.
fn reaches_every_subset(at: &Position, budget: &Budget) -> Result<bool, LabError> {
    let all = squares(at, &at.position);
    let moves = at.listed(Player::Left, budget)?;
    let after = moves.iter().map(|mv| at.game.play(&at.position, Player::Left, mv));
    let alone = after.filter(|after| squares(at, after).map(|left| left + 1) == all).count();
    Ok(all == Some(alone))
}

/// Solves every subset of the position, into a file if there is a folder for solutions, and returns the
/// number of won ones.
pub(crate) fn solve(
    at: &Position,
    convention: Convention,
    solutions: &Solutions,
    budget: &Budget,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<Solved>, LabError> {
    // In some games not every subset can be reached, so there is nothing to count.
    let Some(squares) = squares(at, &at.position) else { return Ok(None) };
    if !reaches_every_subset(at, budget)? {
        return Ok(None);
    }
    let Some(bytes) = Subsets::bytes(squares) else { return Ok(None) };
    let label = format!("{} {}", at.board_label(), at.game.show(&at.position));
    let file = solutions.file_of_subsets(&label, convention);
    let kept = match file.as_deref().filter(|path| path.exists()) {
        Some(path) => {
            let opened = Subsets::open(path).and_then(|(subsets, _)| {
                let wins = subsets.first_wins(&at.game, &at.position)?;
                Ok(wins.map(|_| subsets))
            });
            solutions.unless_damaged(opened)?.flatten()
        }
        None => None,
    };
    let subsets = match kept {
        Some(subsets) => subsets,
        None => {
            // Solving may take long, so whether the result can be kept is checked first.
            file.as_deref().map_or(Ok(()), |path| Subsets::check_room(path, squares))?;
            let solved = Subsets::solve(&at.game, &at.position, convention, budget, progress)?;
            let Some(subsets) = solved else { return Ok(None) };
            file.as_deref().map_or(Ok(()), |path| subsets.write(path, &label))?;
            subsets
        }
    };
    let subsets = solutions.put_subsets(&at.board_label(), subsets);
    let wins = subsets.first_wins(&at.game, &at.position)?.expect("the start is one of its own subsets");
    let p = subsets.p_positions();
    Ok(Some(Solved {
        outcome: if wins { Outcome::N } else { Outcome::P },
        classes: Classes { n: subsets.positions() - p, p, l: 0, r: 0 },
        moves: subsets.moves(),
        file,
        bytes,
    }))
}
