//! Who wins, by what is quickest: a solution on the shelf, a search, or solving all positions.

use std::sync::Arc;

use nimatron_rules::{Budget, Exhausted, Notation, Player, Short};
use nimatron_solve::{Convention, OutcomeClass, OutcomeSolver, Solution, SolveError, Subsets};

use crate::entry::Nimbers;
use crate::shelf::Shelf;
use crate::subsets;
use crate::table::Table;

/// A search that takes more nodes than this, a second or so, gives way to solving all positions
/// where that can be done: the search for the start of Legionnaires 8×8 takes 80 s, solving it 5 s,
/// but that for Clobber 4×5 a tenth of what solving it takes.
const QUICK: u64 = 300_000;

/// Says who wins a position on the table and those that follow it.
pub(crate) struct Outcomes<'a, R: Short + Notation> {
    table: &'a Table<R>,
    convention: Convention,
    shelf: Arc<Shelf>,
    budget: Budget,
    search: OutcomeSolver<'a, R>,
    way: Way,
    /// There if the game is impartial.
    nimbers: Option<Box<dyn Nimbers<R> + 'a>>,
    /// Solved subsets of positions.
    subsets: Vec<Arc<Subsets>>,
}

/// How to find out.
enum Way {
    /// By search, as long as that is quick.
    QuickSearch,
    /// By search.
    Search,
    /// In a solution.
    Solution(Arc<Solution>),
    /// By the Grundy value.
    Nimbers,
    /// By solving all subsets, or by search if they are too many.
    Subsets,
}

/// What a search may spend that gives way to solving all positions.
fn quick(budget: &Budget) -> Budget {
    budget.clone().nodes(QUICK)
}

impl<'a, R: Short + Notation> Outcomes<'a, R> {
    pub(crate) fn new(
        table: &'a Table<R>,
        convention: Convention,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<Self, SolveError> {
        let nimbers = table.nimbers.map(|open| open(&table.rules, budget));
        let way = match (&table.whole, &nimbers) {
            (Some(whole), _) => match whole.on_shelf(table, convention, shelf)? {
                Some(solution) => Way::Solution(solution),
                None => Way::QuickSearch,
            },
            (None, Some(_)) if convention == Convention::Normal => Way::Nimbers,
            (None, Some(nimbers)) if nimbers.squares(&table.position).is_some() => {
                match subsets::on_shelf(table, &table.position, convention, shelf, &**nimbers)? {
                    Some(_) => Way::Subsets,
                    None => Way::QuickSearch,
                }
            }
            _ => Way::Search,
        };
        let quick = matches!(way, Way::QuickSearch).then(|| quick(budget));
        let search = OutcomeSolver::new(&table.rules, convention, quick.as_ref().unwrap_or(budget));
        let (shelf, budget, subsets) = (Arc::clone(shelf), budget.clone(), Vec::new());
        Ok(Outcomes { table, convention, shelf, budget, search, way, nimbers, subsets })
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
        Outcomes {
            table,
            convention,
            shelf,
            budget,
            search,
            way: Way::Search,
            nimbers: None,
            subsets: Vec::new(),
        }
    }

    /// Whether that player, moving first, wins.
    pub(crate) fn first_wins(&mut self, position: &R::Position, player: Player) -> Result<bool, SolveError> {
        if let (Way::Solution(solution), Some(whole)) = (&self.way, &self.table.whole) {
            let found = whole.first_wins(solution, position, player);
            match self.shelf.unless_damaged(found)? {
                Some(Some(wins)) => return Ok(wins),
                Some(None) => {}
                // Only now it is seen that the solution is damaged: it is as if there were none.
                None => {
                    self.way = Way::QuickSearch;
                    self.search =
                        OutcomeSolver::new(&self.table.rules, self.convention, &quick(&self.budget));
                }
            }
        }
        if let (Way::Nimbers, Some(nimbers)) = (&self.way, &mut self.nimbers) {
            return Ok(nimbers.nimber(position)? > 0);
        }
        if matches!(self.way, Way::Subsets)
            && let Some(wins) = self.in_subsets(position)?
        {
            return Ok(wins);
        }
        match self.search.first_wins(position, player) {
            Err(SolveError::Exhausted(Exhausted::Nodes(_) | Exhausted::Memory(_)))
                if matches!(self.way, Way::QuickSearch) =>
            {
                // What the search learned makes room for what comes.
                self.search = OutcomeSolver::new(&self.table.rules, self.convention, &self.budget);
                self.way = self.longer_way()?;
                self.first_wins(position, player)
            }
            answer => answer,
        }
    }

    /// Looks a position up among the subsets that are solved, or solves more; nothing if they are too many.
    fn in_subsets(&mut self, position: &R::Position) -> Result<Option<bool>, SolveError> {
        let Some(nimbers) = &self.nimbers else { return Ok(None) };
        let mut are_damaged = false;
        for subsets in &self.subsets {
            let found = nimbers.first_wins(subsets, position);
            match self.shelf.unless_damaged(found)? {
                Some(Some(wins)) => return Ok(Some(wins)),
                Some(None) => {}
                None => are_damaged = true,
            }
        }
        if are_damaged {
            self.subsets.clear();
        }
        // Those of the position on the table serve all that may come.
        for all in [&self.table.position, position] {
            let (table, shelf, budget) = (self.table, &self.shelf, &self.budget);
            // Files that turn out to be damaged are set aside, until there is none or they are solved here.
            while let Some(subsets) = subsets::solution(table, all, self.convention, shelf, budget)? {
                let found = nimbers.first_wins(&subsets, position);
                if let Some(wins) = shelf.unless_damaged(found)? {
                    self.subsets = vec![subsets];
                    return Ok(wins);
                }
            }
        }
        Ok(None)
    }

    fn longer_way(&self) -> Result<Way, SolveError> {
        let Some(whole) = &self.table.whole else { return Ok(Way::Subsets) };
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
            Way::Nimbers => self.nimbers.as_ref().map_or(0, |nimbers| nimbers.positions()),
            _ => {
                let subsets: u64 = self.subsets.iter().map(|subsets| subsets.positions()).sum();
                self.search.positions() + subsets
            }
        }
    }
}
