//! Who wins, by the quickest method: a known solution, a search, or solving all positions.

use std::sync::Arc;

use nimatron_rules::{AnyPosition, Budget, Convention, Exhausted, Player};
use nimatron_solve::{
    AnyNimbers, AnyOutcomes, Outcome, Solution, SolveError, Subsets, any_nimbers, any_outcomes,
};

use crate::position::Position;
use crate::solutions::Solutions;
use crate::{subsets, whole};

/// A search that takes more nodes than this, about a second, is replaced by solving all positions if that is
/// possible. The search for the start of Legionnaires 8×8 takes 80 s and solving it 5 s, but for Clobber 4×5
/// the search takes a tenth of the time of solving it.
const QUICK: u64 = 300_000;

/// Decides who wins a position and those that follow it.
pub(crate) struct Outcomes<'a> {
    at: &'a Position,
    convention: Convention,
    solutions: Arc<Solutions>,
    budget: Budget,
    search: Box<dyn AnyOutcomes>,
    way: Way,
    /// Present if the game is impartial.
    nimbers: Option<Box<dyn AnyNimbers>>,
    /// Solved subsets of positions.
    subsets: Vec<Arc<Subsets>>,
}

/// The method.
enum Way {
    /// By search, as long as it is quick.
    QuickSearch,
    /// By search.
    Search,
    /// From a solution.
    Solution(Arc<Solution>),
    /// By the Grundy value.
    Nimbers,
    /// By solving all subsets, or by search if there are too many.
    Subsets,
}

/// What a search may spend before it is replaced by solving all positions.
fn quick(budget: &Budget) -> Budget {
    budget.clone().nodes(QUICK)
}

/// A search for the winner.
fn searching(at: &Position, convention: Convention, budget: &Budget) -> Box<dyn AnyOutcomes> {
    any_outcomes(&at.game, convention, budget).expect("only short games are asked for outcomes by search")
}

impl<'a> Outcomes<'a> {
    pub(crate) fn new(
        at: &'a Position,
        convention: Convention,
        solutions: &Arc<Solutions>,
        budget: &Budget,
    ) -> Result<Self, SolveError> {
        let nimbers = any_nimbers(&at.game, budget);
        let way = match (at.game.takeover(), &nimbers) {
            (Some(_), _) => match whole::known(at, convention, solutions)? {
                Some(solution) => Way::Solution(solution),
                None => Way::QuickSearch,
            },
            (None, Some(_)) if convention == Convention::Normal => Way::Nimbers,
            (None, Some(_)) if subsets::squares(at, &at.position).is_some() => {
                match subsets::known(at, &at.position, convention, solutions)? {
                    Some(_) => Way::Subsets,
                    None => Way::QuickSearch,
                }
            }
            _ => Way::Search,
        };
        let quick = matches!(way, Way::QuickSearch).then(|| quick(budget));
        let search = searching(at, convention, quick.as_ref().unwrap_or(budget));
        let (solutions, budget, subsets) = (Arc::clone(solutions), budget.clone(), Vec::new());
        Ok(Outcomes { at, convention, solutions, budget, search, way, nimbers, subsets })
    }

    /// The same by search alone.
    pub(crate) fn by_search(
        at: &'a Position,
        convention: Convention,
        solutions: &Arc<Solutions>,
        budget: &Budget,
    ) -> Self {
        Outcomes {
            at,
            convention,
            solutions: Arc::clone(solutions),
            budget: budget.clone(),
            search: searching(at, convention, budget),
            way: Way::Search,
            nimbers: None,
            subsets: Vec::new(),
        }
    }

    /// Whether this player, moving first, wins.
    pub(crate) fn first_wins(&mut self, position: &AnyPosition, player: Player) -> Result<bool, SolveError> {
        if let Way::Solution(solution) = &self.way {
            let found = whole::first_wins(solution, position, player);
            match self.solutions.unless_damaged(found)? {
                Some(Some(wins)) => return Ok(wins),
                Some(None) => {}
                // Only now the solution is found to be damaged: continue as if there were none.
                None => {
                    self.way = Way::QuickSearch;
                    self.search = searching(self.at, self.convention, &quick(&self.budget));
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
                // Free the memory of the search.
                self.search = searching(self.at, self.convention, &self.budget);
                self.way = self.longer_way()?;
                self.first_wins(position, player)
            }
            answer => answer,
        }
    }

    /// Looks a position up among the subsets that are solved, or solves more; returns `None` if there are too
    /// many.
    fn in_subsets(&mut self, position: &AnyPosition) -> Result<Option<bool>, SolveError> {
        let mut are_damaged = false;
        for subsets in &self.subsets {
            let found = subsets.first_wins(&self.at.game, position);
            match self.solutions.unless_damaged(found)? {
                Some(Some(wins)) => return Ok(Some(wins)),
                Some(None) => {}
                None => are_damaged = true,
            }
        }
        if are_damaged {
            self.subsets.clear();
        }
        // The subsets of the first position include all positions that may follow.
        for all in [&self.at.position, position] {
            let (at, solutions, budget) = (self.at, &self.solutions, &self.budget);
            // Damaged files are set aside, until there is none left or the subsets are solved here.
            while let Some(subsets) = subsets::solution(at, all, self.convention, solutions, budget)? {
                let found = subsets.first_wins(&at.game, position);
                if let Some(wins) = solutions.unless_damaged(found)? {
                    self.subsets = vec![subsets];
                    return Ok(wins);
                }
            }
        }
        Ok(None)
    }

    fn longer_way(&self) -> Result<Way, SolveError> {
        if self.at.game.takeover().is_none() {
            return Ok(Way::Subsets);
        }
        match whole::solution(self.at, self.convention, &self.solutions, &self.budget) {
            Ok(Some(solution)) => Ok(Way::Solution(solution)),
            // Even the families may be too many; a search may still succeed.
            Ok(None) | Err(SolveError::Exhausted(Exhausted::Memory(_))) => Ok(Way::Search),
            Err(error) => Err(error),
        }
    }

    /// Who wins for either player to start.
    pub(crate) fn outcome(&mut self, position: &AnyPosition) -> Result<Outcome, SolveError> {
        let left = self.first_wins(position, Player::Left)?;
        let right = self.first_wins(position, Player::Right)?;
        Ok(Outcome::from_first_players(left, right))
    }

    /// The number of distinct positions that were visited or solved.
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
