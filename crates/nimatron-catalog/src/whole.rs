//! Games that are solved as a whole: every position that can be reached from one.

use std::path::PathBuf;
use std::sync::Arc;

use nimatron_rules::{AnyPosition, Budget, Convention, Notation, Player, Stones, Takeover};
use nimatron_solve::{Classes, Families, Outcome, Solution, SolveError};

use crate::LabError;
use crate::position::Position;
use crate::solutions::Solutions;

/// A game that was solved.
pub struct Solved {
    /// The outcome of the start position.
    pub outcome: Outcome,
    /// The number of positions in each class.
    pub classes: Classes,
    /// The number of moves between them.
    pub moves: u64,
    /// The file of the solution.
    pub file: Option<PathBuf>,
    /// The number of bytes it takes.
    pub bytes: u64,
}

/// The rules and the stones of a position, if pieces take the places of others in this game.
fn parts(at: &Position) -> Option<(&dyn Takeover, &Stones<1>)> {
    Some((at.game.takeover()?, at.position.downcast_ref()?))
}

/// Whether this player, moving first, wins, if the solution contains the position.
pub(crate) fn first_wins(
    solution: &Solution,
    position: &AnyPosition,
    player: Player,
) -> Result<Option<bool>, SolveError> {
    match position.downcast_ref::<Stones<1>>() {
        Some(stones) => solution.first_wins(stones, player),
        None => Ok(None),
    }
}

/// A known solution that contains the position.
pub(crate) fn known(
    at: &Position,
    convention: Convention,
    solutions: &Solutions,
) -> Result<Option<Arc<Solution>>, SolveError> {
    let Some((rules, _)) = parts(at) else { return Ok(None) };
    let knows = |solution: &Solution| Ok(first_wins(solution, &at.position, Player::Left)?.is_some());
    solutions.find(&label(at, rules), convention, knows)
}

/// Solves the game from this position in memory and keeps the solution; returns `None` if it can't be solved
/// within the memory of the budget.
pub(crate) fn solution(
    at: &Position,
    convention: Convention,
    solutions: &Solutions,
    budget: &Budget,
) -> Result<Option<Arc<Solution>>, SolveError> {
    let Some((rules, stones)) = parts(at) else { return Ok(None) };
    let Some(families) = Families::new(rules, stones, budget)? else { return Ok(None) };
    match Solution::in_memory(families, convention, budget) {
        Ok(solution) => Ok(Some(solutions.put(&label(at, rules), solution, None))),
        Err(SolveError::NeedsMemory { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Solves the game from this position, into a file if there is a folder for solutions.
pub(crate) fn solve(
    at: &Position,
    convention: Convention,
    solutions: &Solutions,
    budget: &Budget,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Option<Solved>, LabError> {
    let Some((rules, stones)) = parts(at) else { return Ok(None) };
    let Some(families) = Families::new(rules, stones, budget)? else { return Ok(None) };
    let game = label(at, rules);
    let label = format!("{game} {}", at.game.show(&at.position));
    let file = solutions.file(&label, convention);
    // 1. A solution that was made before, unless it is damaged.
    if let Some(path) = file.as_ref().filter(|path| path.exists()) {
        let opened = Solution::open(path).and_then(|(solution, _)| {
            let solved = solved(rules, stones, &solution, file.clone(), budget)?;
            Ok((solution, solved))
        });
        if let Some((solution, solved)) = solutions.unless_damaged(opened)? {
            solutions.put(&game, solution, file);
            return Ok(Some(solved));
        }
    }
    // 2. A new one.
    let solution = match &file {
        None => Solution::in_memory(families, convention, budget)?,
        Some(path) => Solution::into_file(path, &label, families, convention, budget, progress)?,
    };
    let solved = solved(rules, stones, &solution, file.clone(), budget)?;
    solutions.put(&game, solution, file);
    Ok(Some(solved))
}

/// The report on a solution that was made from a position.
fn solved(
    rules: &dyn Takeover,
    stones: &Stones<1>,
    solution: &Solution,
    file: Option<PathBuf>,
    budget: &Budget,
) -> Result<Solved, SolveError> {
    let (classes, moves) = solution.classes(rules, stones, budget)?;
    let outcome = solution.outcome(stones)?.expect("the start is in its own solution");
    Ok(Solved { outcome, classes, moves, file, bytes: solution.bytes() })
}

/// The game and its board, which a position must share with a solution.
fn label(at: &Position, rules: &dyn Takeover) -> String {
    let (rows, cols) = rules.size();
    format!("{} {rows}x{cols}", at.game.written())
}
