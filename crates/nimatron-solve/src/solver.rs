//! One solver with all questions about a short game, for programs that use this crate.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use nimatron_rules::{Budget, Convention, Expand, Fairly, Impartial, Kernel, Key, Partizan, Player, Short};
use nimatron_value::{Arena, ArenaLimits, Game, Outcome, Value, within};

use crate::count::count_of;
use crate::shards::Shards;
use crate::threads::by_threads;
use crate::value::{limits_of, shared_part};
use crate::{Count, NimberSolver, OutcomeSolver, SolveError};

/// Answers questions about the positions of a short game, and remembers what it has found.
///
/// A solver is shared by reference: several threads may ask at the same time, and all use one table and one
/// arena. [`Solver::values`] evaluates many positions on as many threads as the budget allows.
///
/// ```
/// use nimatron_rules::{Budget, Convention, Player, Rules, Short};
/// use nimatron_solve::Solver;
///
/// /// A strip of coins. Left removes one coin, Right removes two neighbours.
/// struct Strip;
///
/// impl Rules for Strip {
///     type Position = u32;      // a set of squares
///     type Move = u32;          // the squares that a move empties
///
///     fn moves(&self, coins: &u32, player: Player, out: &mut Vec<u32>) {
///         let squares = if player == Player::Left { 0b1 } else { 0b11 };
///         out.extend((0..31).map(|at| squares << at).filter(|squares| coins & squares == *squares));
///     }
///
///     fn play(&self, coins: &u32, _: Player, squares: &u32) -> u32 {
///         coins & !squares
///     }
/// }
///
/// impl Short for Strip {
///     fn moves_left(&self, coins: &u32) -> u32 {
///         coins.count_ones()
///     }
/// }
///
/// let solver = Solver::new(Strip);
/// assert_eq!(solver.value(&0b11)?.to_string(), "{1|0}");
/// assert_eq!(solver.outcome(&0b111, Convention::Misere)?.to_string(), "N");
/// let values = solver.values(&[0b1, 0b11, 0b11011]);
/// assert_eq!(values[2].clone()?, values[1].clone()? * 2);
/// # Ok::<(), nimatron_solve::SolveError>(())
/// ```
pub struct Solver<'r, K: Key> {
    game: Arc<dyn Expand<K> + 'r>,
    arena: Arc<Arena>,
    budget: Budget,
    table: Shards<K>,
    /// In normal and in misère play; made when they are needed.
    outcomes: [Mutex<Option<OutcomeSolver<'r, K>>>; 2],
    nimbers: Mutex<Option<NimberSolver<'r, K>>>,
}

impl<'r, K: Key> Solver<'r, K> {
    /// A solver for these rules: owned, or a reference, a `Box` or an `Arc`. It has no limits and uses one
    /// thread; [`Solver::budget`] changes that.
    #[must_use]
    pub fn new<R: Short<Position = K> + 'r>(rules: R) -> Self {
        Self::of(Arc::new(Partizan(Arc::new(rules))))
    }

    /// A solver for the rules of an impartial game, which also finds Grundy values.
    #[must_use]
    pub fn impartial<R: Short<Position = K> + Impartial + 'r>(rules: R) -> Self {
        Self::of(Arc::new(Fairly(Arc::new(rules))))
    }

    /// A solver for a type-erased game with keys of type `K`, from
    /// [`AnyGame::kernel`](nimatron_rules::AnyGame::kernel) or
    /// [`AnyGame::any_kernel`](nimatron_rules::AnyGame::any_kernel).
    #[must_use]
    pub fn from_kernel(kernel: Kernel<K>) -> Self {
        Self::of(kernel.game)
    }

    fn of(game: Arc<dyn Expand<K> + 'r>) -> Self {
        Self::with(game, Arc::default(), Budget::unlimited())
    }

    fn with(game: Arc<dyn Expand<K> + 'r>, arena: Arc<Arena>, budget: Budget) -> Self {
        let table = Shards::new(&budget);
        Solver { game, arena, budget, table, outcomes: Default::default(), nimbers: Mutex::default() }
    }

    /// The same game with this budget: the limits of all answers together. What was found is forgotten; see
    /// [`Solver::resume`] to keep it.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        // Time and stops are those of the solver, which may be resumed.
        let limits = ArenaLimits::new().memory_shared(budget.memory_limit(), Arc::clone(budget.account()));
        Self::with(self.game, Arc::new(Arena::with_limits(limits)), budget)
    }

    /// The same game with values in this arena, so that they can be combined with those of other solvers.
    #[must_use]
    pub fn arena(self, arena: Arc<Arena>) -> Self {
        Self::with(self.game, arena, self.budget)
    }

    /// Continues after a limit of time or nodes, or a stop, has ended an answer: the limits count from now
    /// ([`Budget::resume`]), and what was found is kept.
    pub fn resume(&mut self) {
        self.budget = self.budget.resume();
        // These keep a budget of their own.
        self.outcomes = Default::default();
        self.nimbers = Mutex::default();
    }

    /// The canonical value of a position.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn value(&self, position: &K) -> Result<Value<'_>, SolveError> {
        Ok(self.arena.value(self.evaluated(position, self.budget.thread_limit())?))
    }

    /// The canonical values of some positions, in their order, found by as many threads as the budget allows.
    /// Those that were found before a limit was reached are there.
    pub fn values(&self, positions: &[K]) -> Vec<Result<Value<'_>, SolveError>> {
        let next = AtomicUsize::new(0);
        let work = |_| {
            let mut found = Vec::new();
            while let Some((at, position)) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                positions.get(at).map(|position| (at, position))
            } {
                found.push((at, self.evaluated(position, 1)));
            }
            found
        };
        let mut found: Vec<_> = by_threads(self.budget.thread_limit().min(positions.len()).max(1), work)
            .into_iter()
            .flatten()
            .collect();
        found.sort_unstable_by_key(|(at, _)| *at);
        found.into_iter().map(|(_, value)| value.map(|game| self.arena.value(game))).collect()
    }

    fn evaluated(&self, position: &K, threads: usize) -> Result<Game, SolveError> {
        let (game, arena) = (&*self.game, &*self.arena);
        within(&limits_of(&self.budget), || {
            let mut total = Game::ZERO;
            for part in game.parts(position) {
                let (normal, negated) = game.normal_up_to_sign(&part);
                let value = shared_part(game, arena, &self.table, &normal, &self.budget, threads)?;
                total = arena.sum(total, if negated { arena.negative(value)? } else { value })?;
            }
            Ok(total)
        })
    }

    /// Who wins if either player starts, without computing values of large positions.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn outcome(&self, position: &K, convention: Convention) -> Result<Outcome, SolveError> {
        self.by_outcomes(convention, |solver| solver.outcome(position))
    }

    /// Whether `player`, moving first, wins.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn first_wins(
        &self,
        position: &K,
        player: Player,
        convention: Convention,
    ) -> Result<bool, SolveError> {
        self.by_outcomes(convention, |solver| solver.first_wins(position, player))
    }

    fn by_outcomes<T>(&self, convention: Convention, ask: impl FnOnce(&mut OutcomeSolver<'r, K>) -> T) -> T {
        let solver = &self.outcomes[usize::from(convention.is_misere())];
        let mut solver = solver.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = || OutcomeSolver::of(Arc::clone(&self.game), convention, &self.budget);
        ask(solver.get_or_insert_with(fresh))
    }

    /// The Grundy value of a position; `None` unless the solver was made with [`Solver::impartial`].
    ///
    /// # Errors
    /// If the budget is used up.
    ///
    /// ```
    /// use nimatron_games::cram::Cram;
    /// use nimatron_rules::Named;
    /// use nimatron_solve::Solver;
    ///
    /// let (rules, start) = Cram::<1>::open("", "3x5").unwrap();
    /// assert_eq!(Solver::impartial(rules).nimber(&start)?, Some(1));
    /// # Ok::<(), nimatron_solve::SolveError>(())
    /// ```
    pub fn nimber(&self, position: &K) -> Result<Option<u32>, SolveError> {
        let mut solver = self.nimbers.lock().unwrap_or_else(PoisonError::into_inner);
        if solver.is_none() {
            *solver = NimberSolver::of(Arc::clone(&self.game), &self.budget);
        }
        solver.as_mut().map(|solver| solver.nimber(position)).transpose()
    }

    /// Counts the positions that can be reached.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn count(&self, position: &K) -> Result<Count, SolveError> {
        count_of(&*self.game, position, &self.budget)
    }

    /// The number of distinct parts whose values are known.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.table.len()
    }

    /// The budget that the solver spends from.
    #[must_use]
    pub fn spending(&self) -> &Budget {
        &self.budget
    }
}

impl<K: Key> fmt::Debug for Solver<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("positions", &self.positions()).field("arena", &self.arena).finish()
    }
}
