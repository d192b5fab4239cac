//! Who wins, by what is quickest: a solution on the shelf, a search, or solving all positions.

use std::sync::Arc;

use nimatron_rules::{Budget, Exhausted, Notation, Player, Short};
use nimatron_solve::{Convention, OutcomeClass, OutcomeSolver, Solution, SolveError};

use crate::shelf::Shelf;
use crate::table::Table;

/// A search that takes more nodes than this, about half a second, gives way to solving all positions
/// where that can be done: the search for the start of Legionnaires 8×8 takes 80 s, solving it 5 s.
const QUICK: u64 = 100_000;

/// Says who wins a position on the table and those that follow it.
pub(crate) struct Outcomes<'a, R: Short + Notation> {
    table: &'a Table<R>,
    convention: Convention,
    shelf: Arc<Shelf>,
    budget: Budget,
    search: OutcomeSolver<'a, R>,
    way: Way,
}

/// How to find out.
enum Way {
    /// By search, as long as that is quick.
    QuickSearch,
    /// By search.
    Search,
    /// In a solution.
    Solution(Arc<Solution>),
}

impl<'a, R: Short + Notation> Outcomes<'a, R> {
    pub(crate) fn new(
        table: &'a Table<R>,
        convention: Convention,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<Self, SolveError> {
        let search = |budget: &Budget| OutcomeSolver::new(&table.rules, convention, budget);
        let (search, way) = match &table.whole {
            None => (search(budget), Way::Search),
            Some(whole) => match whole.on_shelf(table, convention, shelf)? {
                Some(solution) => (search(budget), Way::Solution(solution)),
                None => {
                    let quick = Budget::unlimited().nodes(QUICK).memory(budget.memory_limit());
                    (search(&quick.stop_flag(budget.flag())), Way::QuickSearch)
                }
            },
        };
        Ok(Outcomes { table, convention, shelf: Arc::clone(shelf), budget: budget.clone(), search, way })
    }

    /// The same by search alone.
    pub(crate) fn by_search(
        table: &'a Table<R>,
        convention: Convention,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Self {
        let search = OutcomeSolver::new(&table.rules, convention, budget);
        let (shelf, budget) = (Arc::clone(shelf), budget.clone());
        Outcomes { table, convention, shelf, budget, search, way: Way::Search }
    }

    /// Whether that player, moving first, wins.
    pub(crate) fn first_wins(&mut self, position: &R::Position, player: Player) -> Result<bool, SolveError> {
        if let (Way::Solution(solution), Some(whole)) = (&self.way, &self.table.whole)
            && let Some(wins) = whole.first_wins(solution, position, player)?
        {
            return Ok(wins);
        }
        match self.search.first_wins(position, player) {
            Err(SolveError::Exhausted(Exhausted::Nodes(_) | Exhausted::Memory(_)))
                if matches!(self.way, Way::QuickSearch) =>
            {
                self.way = self.longer_way()?;
                self.search = OutcomeSolver::new(&self.table.rules, self.convention, &self.budget);
                self.first_wins(position, player)
            }
            answer => answer,
        }
    }

    fn longer_way(&self) -> Result<Way, SolveError> {
        let Some(whole) = &self.table.whole else { return Ok(Way::Search) };
        match whole.solution(self.table, self.convention, &self.shelf, &self.budget) {
            Ok(Some(solution)) => Ok(Way::Solution(solution)),
            // The families alone may be too many; a search may still succeed.
            Ok(None) | Err(SolveError::Exhausted(Exhausted::Memory(_))) => Ok(Way::Search),
            Err(error) => Err(error),
        }
    }

    /// Who wins, whoever starts.
    pub(crate) fn outcome(&mut self, position: &R::Position) -> Result<OutcomeClass, SolveError> {
        let left = self.first_wins(position, Player::Left)?;
        let right = self.first_wins(position, Player::Right)?;
        Ok(OutcomeClass::from_first_players(left, right))
    }

    /// The distinct positions that were looked at, or solved.
    pub(crate) fn positions(&self) -> u64 {
        match &self.way {
            Way::Solution(solution) => solution.positions(),
            _ => self.search.positions(),
        }
    }
}
