//! Games that are solved as a whole: every position that can be reached from one.

use std::path::PathBuf;
use std::sync::Arc;

use nimatron_rules::{Budget, Notation, Player, Rules, Short, Takeover};
use nimatron_solve::{
    Classes, Convention, Count, Families, OutcomeClass, Solution, SolveError, count_families,
};

use crate::LabError;
use crate::shelf::Shelf;
use crate::table::Table;

/// How to solve a game as a whole, for those that can be. The solvers ask for positions of one kind; these
/// functions know that the game's are.
#[derive(Clone, Copy)]
pub struct Whole<R: Rules> {
    size: fn(&R) -> (usize, usize),
    count: FromPosition<R, Option<Count>>,
    families: FromPosition<R, Option<Families>>,
    first_wins: FirstWins<<R as Rules>::Position>,
    classes: InSolution<R, (Classes, u64)>,
}

type InSolution<R, T> = fn(&Solution, &R, &<R as Rules>::Position, &Budget) -> Result<T, SolveError>;

type FromPosition<R, T> = fn(&R, &<R as Rules>::Position, &Budget) -> Result<T, SolveError>;
type FirstWins<P> = fn(&Solution, &P, Player) -> Result<Option<bool>, SolveError>;

/// A game that was solved.
pub struct Solved {
    /// Who wins where it starts.
    pub outcome: OutcomeClass,
    /// How many positions are in each class.
    pub classes: Classes,
    /// How many moves there are between them.
    pub moves: u64,
    /// What keeps the solution.
    pub file: Option<PathBuf>,
    /// How many bytes it takes.
    pub bytes: u64,
}

impl<R: Takeover> Whole<R> {
    /// By families.
    pub const fn of_takeover() -> Self {
        Whole {
            size: R::size,
            count: count_families::<R>,
            families: Families::new::<R>,
            first_wins: Solution::first_wins,
            classes: Solution::classes::<R>,
        }
    }
}

impl<R: Short + Notation> Whole<R> {
    /// How many positions can be reached, if this is a way to find out.
    pub fn count(&self, table: &Table<R>, budget: &Budget) -> Result<Option<Count>, SolveError> {
        (self.count)(&table.rules, &table.position, budget)
    }

    /// Whether that player, moving first, wins, if the solution knows.
    pub fn first_wins(
        &self,
        solution: &Solution,
        position: &R::Position,
        player: Player,
    ) -> Result<Option<bool>, SolveError> {
        (self.first_wins)(solution, position, player)
    }

    /// A solution on the shelf in which the position is.
    pub fn on_shelf(
        &self,
        table: &Table<R>,
        convention: Convention,
        shelf: &Shelf,
    ) -> Result<Option<Arc<Solution>>, SolveError> {
        let knows =
            |solution: &Solution| Ok(self.first_wins(solution, &table.position, Player::Left)?.is_some());
        shelf.find(&self.game(table), convention, knows)
    }

    /// Solves the game from that position in memory and puts the solution on the shelf; nothing if it
    /// can't be solved so within the budget's memory.
    pub fn solution(
        &self,
        table: &Table<R>,
        convention: Convention,
        shelf: &Shelf,
        budget: &Budget,
    ) -> Result<Option<Arc<Solution>>, SolveError> {
        let Some(families) = (self.families)(&table.rules, &table.position, budget)? else { return Ok(None) };
        match Solution::in_memory(families, convention, budget) {
            Ok(solution) => Ok(Some(shelf.put(&self.game(table), solution, None))),
            Err(SolveError::NeedsMemory { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Solves the game from that position, into a file if the shelf has a folder.
    pub fn solve(
        &self,
        table: &Table<R>,
        convention: Convention,
        shelf: &Shelf,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Solved>, LabError> {
        let Some(families) = (self.families)(&table.rules, &table.position, budget)? else { return Ok(None) };
        let label = format!("{} {}", self.game(table), table.rules.show(&table.position));
        let file = shelf.file(&label, convention);
        // 1. A solution that was made before, unless it is damaged.
        if let Some(path) = file.as_ref().filter(|path| path.exists()) {
            let opened = Solution::open(path).and_then(|(solution, _)| {
                let solved = self.solved(table, &solution, file.clone(), budget)?;
                Ok((solution, solved))
            });
            if let Some((solution, solved)) = shelf.unless_damaged(opened)? {
                shelf.put(&self.game(table), solution, file);
                return Ok(Some(solved));
            }
        }
        // 2. A new one.
        let solution = match &file {
            None => Solution::in_memory(families, convention, budget)?,
            Some(path) => Solution::into_file(path, &label, families, convention, budget, progress)?,
        };
        let solved = self.solved(table, &solution, file.clone(), budget)?;
        shelf.put(&self.game(table), solution, file);
        Ok(Some(solved))
    }

    /// What there is to say of a solution that was made from the position on the table.
    fn solved(
        &self,
        table: &Table<R>,
        solution: &Solution,
        file: Option<PathBuf>,
        budget: &Budget,
    ) -> Result<Solved, SolveError> {
        let (classes, moves) = (self.classes)(solution, &table.rules, &table.position, budget)?;
        let wins = |player| self.first_wins(solution, &table.position, player);
        let (left, right) = (wins(Player::Left)?, wins(Player::Right)?);
        let (left, right) = left.zip(right).expect("the start is in its own solution");
        let outcome = OutcomeClass::from_first_players(left, right);
        Ok(Solved { outcome, classes, moves, file, bytes: solution.bytes() })
    }

    /// The game and its board: what a position must have in common with a solution.
    fn game(&self, table: &Table<R>) -> String {
        let parameters = table.rules.parameters();
        let colon = if parameters.is_empty() { "" } else { ":" };
        let (rows, cols) = (self.size)(&table.rules);
        format!("{}{colon}{parameters} {rows}x{cols}", R::ABOUT.name)
    }
}
