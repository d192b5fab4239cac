//! Who wins, for the players: the exact solvers as oracles.

use nimatron_rules::{Budget, Ending, Exhausted, Player, Short, Turns};
use nimatron_search::{Oracle, Oracles, PlayError};
use nimatron_solve::{Convention, OutcomeSolver, SolveError};
use nimatron_value::ValueError;

use crate::entry::{Nimbers, OpenNimbers};

/// The oracles of a game that always ends.
pub(crate) struct Solvers<'a, R: Short> {
    pub(crate) rules: &'a R,
    /// There if the game is impartial.
    pub(crate) nimbers: Option<OpenNimbers<R>>,
    pub(crate) budget: Budget,
}

/// Parts with at most so many moves left are small enough to be solved in the middle of a search.
const SMALL: u32 = 6;

impl<'a, R: Short + Turns> Oracles<'a, R> for Solvers<'a, R> {
    fn endgames(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        Some(Box::new(Solved::new(self, SMALL)))
    }

    fn everything(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        Some(Box::new(Solved::new(self, u32::MAX)))
    }
}

/// Solves positions, and remembers what it found out.
struct Solved<'a, R: Short> {
    rules: &'a R,
    open_nimbers: Option<OpenNimbers<R>>,
    budget: Budget,
    /// Only positions whose parts have at most so many moves left are solved.
    small: u32,
    nimbers: Option<Box<dyn Nimbers<R> + 'a>>,
    /// In normal play and in misère play.
    solvers: [Option<OutcomeSolver<'a, R>>; 2],
}

impl<'a, R: Short> Solved<'a, R> {
    fn new(solvers: &Solvers<'a, R>, small: u32) -> Self {
        Solved {
            rules: solvers.rules,
            open_nimbers: solvers.nimbers,
            budget: solvers.budget.clone(),
            small,
            nimbers: None,
            solvers: [None, None],
        }
    }

    /// Whether it takes little to solve a position.
    fn is_easy(&mut self, position: &R::Position, misere: bool) -> bool {
        if self.rules.moves_left(position) <= self.small {
            return true;
        }
        // In misère play there are no values to add.
        if misere {
            return false;
        }
        let (rules, small) = (self.rules, self.small);
        let nimbers = self.open_nimbers();
        let known = |part| nimbers.as_ref().is_some_and(|nimbers| nimbers.is_known(part));
        rules.parts(position).iter().all(|part| rules.moves_left(part) <= small || known(part))
    }

    fn open_nimbers(&mut self) -> Option<&mut Box<dyn Nimbers<R> + 'a>> {
        if let (None, Some(open)) = (&self.nimbers, self.open_nimbers) {
            self.nimbers = Some(open(self.rules, &self.budget));
        }
        self.nimbers.as_mut()
    }

    fn first_wins(
        &mut self,
        position: &R::Position,
        first: Player,
        misere: bool,
    ) -> Result<bool, SolveError> {
        if !misere && let Some(nimbers) = self.open_nimbers() {
            return Ok(nimbers.nimber(position)? != 0);
        }
        let convention = if misere { Convention::Misere } else { Convention::Normal };
        let solver = &mut self.solvers[usize::from(misere)];
        let solver = solver.get_or_insert_with(|| OutcomeSolver::new(self.rules, convention, &self.budget));
        solver.first_wins(position, first)
    }
}

impl<R: Short + Turns> Oracle<R> for Solved<'_, R> {
    fn ending(
        &mut self,
        position: &R::Position,
        player: Player,
        misere: bool,
    ) -> Result<Option<Ending>, PlayError> {
        if !self.is_easy(position, misere) {
            return Ok(None);
        }
        let mut wins = self.first_wins(position, player, misere);
        if wins.as_ref().is_err_and(is_out_of_memory) {
            // What was learned in other positions fills the memory: once more without it.
            self.nimbers = None;
            self.solvers = [None, None];
            wins = self.first_wins(position, player, misere);
        }
        let wins = wins.map_err(|error| explained(error, &self.budget))?;
        Ok(Some(Ending::Won(if wins { player } else { player.opponent() })))
    }

    fn longest(&self, position: &R::Position) -> u32 {
        self.rules.moves_left(position)
    }
}

fn is_out_of_memory(error: &SolveError) -> bool {
    matches!(
        error,
        SolveError::Exhausted(Exhausted::Memory(_)) | SolveError::Value(ValueError::OutOfMemory { .. })
    )
}

fn explained(error: SolveError, budget: &Budget) -> PlayError {
    match error {
        SolveError::Exhausted(error) => error.into(),
        SolveError::Value(ValueError::Stopped) => Exhausted::Stopped.into(),
        SolveError::Value(ValueError::OutOfMemory { .. }) => Exhausted::Memory(budget.memory_limit()).into(),
        SolveError::Value(error) => PlayError::Oracle(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use nimatron_games::domineering::Domineering;
    use nimatron_games::nim::Nim;
    use nimatron_rules::Notation;

    use super::*;
    use crate::entry::Promises;

    #[test]
    fn endgames_are_known_and_openings_are_not() {
        let (rules, start) = Domineering::<1>::open("", "6x6").unwrap();
        let solvers = Solvers { rules: &rules, nimbers: None, budget: Budget::unlimited() };
        let mut oracle = solvers.endgames().unwrap();
        assert_eq!(oracle.ending(&start, Player::Left, false), Ok(None));
        // Two boards of 2x2 and one of 1x3: ±1 ± 1 - 1.
        let split = rules.parse("..#..#/..#..#/######/...###/######/######").unwrap();
        for player in Player::BOTH {
            assert_eq!(oracle.ending(&split, player, false), Ok(Some(Ending::Won(Player::Right))));
        }
    }

    #[test]
    fn large_heaps_are_known_by_theorem() {
        let solvers = Solvers { rules: &Nim, nimbers: Promises::<Nim>::NIMBERS, budget: Budget::unlimited() };
        let mut oracle = solvers.endgames().unwrap();
        let heaps = Nim.parse("1000,1001,1").unwrap();
        assert_eq!(oracle.ending(&heaps, Player::Left, false), Ok(Some(Ending::Won(Player::Right))));
        assert_eq!(oracle.ending(&heaps, Player::Left, true), Ok(None));
    }

    #[test]
    fn a_full_memory_is_emptied_before_anybody_gives_up() {
        let (rules, start) = Domineering::<1>::open("", "4x4").unwrap();
        let budget = Budget::unlimited().memory(1 << 20);
        let mut oracle = Solvers { rules: &rules, nimbers: None, budget }.everything().unwrap();
        let mut moves = Vec::new();
        nimatron_rules::Rules::moves(&rules, &start, Player::Left, &mut moves);
        let known = oracle.ending(&start, Player::Left, false);
        assert_eq!(known, Ok(Some(Ending::Won(Player::Left))));
        let tiny = Budget::unlimited().memory(1000);
        let mut oracle = Solvers { rules: &rules, nimbers: None, budget: tiny }.everything().unwrap();
        let error = oracle.ending(&start, Player::Left, false).unwrap_err();
        assert!(matches!(error, PlayError::Exhausted(Exhausted::Memory(_))), "{error}");
    }
}
