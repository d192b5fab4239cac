//! Solvers for type-erased games. They are compiled here, once for each type of key, and nowhere else.

use std::path::Path;

use nimatron_rules::{
    AnyGame, AnyPosition, Bits, Budget, Convention, Ending, GameKind, Heaps, Kernel, Key, Packed, Player,
    Stones,
};
use nimatron_value::{Arena, Game, Loops, Sided};

use crate::count::count_of;
use crate::loopy::loopy_value_of;
use crate::{Count, Endings, LoopyOutcomes, NimberSolver, OutcomeSolver, SolveError, ValueSolver};

/// Finds canonical values of the positions of a type-erased game: see [`ValueSolver`].
pub trait AnyValues: Send {
    /// The value of a position.
    ///
    /// # Errors
    /// If the budget is used up.
    fn value(&mut self, position: &AnyPosition) -> Result<Game, SolveError>;
    /// The number of distinct parts evaluated so far.
    fn positions(&self) -> u64;
}

/// Finds Grundy values of the positions of a type-erased game: see [`NimberSolver`].
pub trait AnyNimbers: Send {
    /// The Grundy value of a position.
    ///
    /// # Errors
    /// If the budget is used up.
    fn nimber(&mut self, position: &AnyPosition) -> Result<u32, SolveError>;
    /// The number of distinct parts met so far.
    fn positions(&self) -> u64;
    /// Keeps what is learned in a file: see [`NimberSolver::keep_in`]. Returns whether the positions of this
    /// game can be kept.
    ///
    /// # Errors
    /// If the file can't be used.
    fn keep_in(&mut self, path: &Path, label: &str) -> Result<bool, SolveError>;
}

/// Decides who wins positions of a type-erased game: see [`OutcomeSolver`].
pub trait AnyOutcomes: Send {
    /// Whether `player`, moving first, wins.
    ///
    /// # Errors
    /// If the budget is used up.
    fn first_wins(&mut self, position: &AnyPosition, player: Player) -> Result<bool, SolveError>;
    /// The number of distinct sums and parts met so far.
    fn positions(&self) -> u64;
}

/// The outcomes of positions of a type-erased game that need not end: see [`LoopyOutcomes`].
pub trait AnyLoopyOutcomes {
    /// See [`LoopyOutcomes::ending`].
    fn ending(&self, position: &AnyPosition, first: Player) -> Option<(Ending, Option<u32>)>;
    /// See [`LoopyOutcomes::endings`].
    fn endings(&self, position: &AnyPosition) -> Option<Endings>;
    /// See [`LoopyOutcomes::positions`].
    fn positions(&self) -> u64;
}

/// A type of keys that solvers are compiled for.
trait Solvable: Key {
    /// Keeps what a solver learns in a file, if keys of this type can be written to files.
    fn keep(solver: &mut NimberSolver<'_, Self>, path: &Path, label: &str) -> Result<bool, SolveError>;
}

/// Implements [`Solvable::keep`] for keys that can be written to files.
fn keep_packed<K: Key + Packed>(
    solver: &mut NimberSolver<'_, K>,
    path: &Path,
    label: &str,
) -> Result<bool, SolveError> {
    // Browsers have no files.
    if cfg!(target_family = "wasm") {
        return Ok(false);
    }
    solver.keep_in(path, label).map(|()| true)
}

macro_rules! packed {
    ($($key:ty),*) => {
        $(impl Solvable for $key {
            fn keep(solver: &mut NimberSolver<'_, Self>, path: &Path, label: &str) -> Result<bool, SolveError> {
                keep_packed(solver, path, label)
            }
        })*
    };
}

macro_rules! not_packed {
    ($($key:ty),*) => {
        $(impl Solvable for $key {
            fn keep(_: &mut NimberSolver<'_, Self>, _: &Path, _: &str) -> Result<bool, SolveError> {
                Ok(false)
            }
        })*
    };
}

packed!(Bits<1>, Bits<4>, Bits<16>, Stones<1>, Stones<4>);
not_packed!(Heaps, AnyPosition);

/// Evaluates an expression with `$kernel` bound to the kernel of the game, for its type of keys. Games with
/// other keys are solved with positions that stay type-erased.
macro_rules! by_key {
    ($game:expr, $kernel:ident => $then:expr) => {
        by_key!($game, kernel, $kernel => $then)
    };
    ($game:expr, $which:ident, $kernel:ident => $then:expr) => {{
        let game: &AnyGame = $game;
        if let Some($kernel) = game.$which::<Bits<1>>() {
            $then
        } else if let Some($kernel) = game.$which::<Bits<4>>() {
            $then
        } else if let Some($kernel) = game.$which::<Bits<16>>() {
            $then
        } else if let Some($kernel) = game.$which::<Stones<1>>() {
            $then
        } else if let Some($kernel) = game.$which::<Stones<4>>() {
            $then
        } else if let Some($kernel) = game.$which::<Heaps>() {
            $then
        } else {
            let $kernel = game.any_kernel();
            $then
        }
    }};
}

/// A solver for one type of keys, and the function that makes keys.
struct Keyed<S, K> {
    solver: S,
    key: fn(&AnyPosition) -> K,
}

/// A solver for canonical values of a type-erased game, with values in `arena`; `None` if the game is not
/// short.
#[must_use]
pub fn any_values<'a>(game: &AnyGame, arena: &'a Arena, budget: &Budget) -> Option<Box<dyn AnyValues + 'a>> {
    fn boxed<'a, K: Solvable>(
        Kernel { game, key }: Kernel<K>,
        arena: &'a Arena,
        budget: &Budget,
    ) -> Box<dyn AnyValues + 'a> {
        Box::new(Keyed { solver: ValueSolver::of(game, arena, budget), key })
    }
    game.kind().is_short().then(|| by_key!(game, kernel => boxed(kernel, arena, budget)))
}

impl<K: Key> AnyValues for Keyed<ValueSolver<'_, K>, K> {
    fn value(&mut self, position: &AnyPosition) -> Result<Game, SolveError> {
        self.solver.value(&(self.key)(position))
    }

    fn positions(&self) -> u64 {
        self.solver.positions() as u64
    }
}

/// A solver for Grundy values of a type-erased game; `None` if the game is not impartial.
#[must_use]
pub fn any_nimbers(game: &AnyGame, budget: &Budget) -> Option<Box<dyn AnyNimbers>> {
    fn boxed<K: Solvable>(Kernel { game, key }: Kernel<K>, budget: &Budget) -> Option<Box<dyn AnyNimbers>> {
        Some(Box::new(Keyed { solver: NimberSolver::of(game, budget)?, key }))
    }
    (game.kind() == GameKind::Impartial).then(|| by_key!(game, kernel => boxed(kernel, budget)))?
}

impl<K: Solvable> AnyNimbers for Keyed<NimberSolver<'static, K>, K> {
    fn nimber(&mut self, position: &AnyPosition) -> Result<u32, SolveError> {
        self.solver.nimber(&(self.key)(position))
    }

    fn positions(&self) -> u64 {
        self.solver.positions()
    }

    fn keep_in(&mut self, path: &Path, label: &str) -> Result<bool, SolveError> {
        K::keep(&mut self.solver, path, label)
    }
}

/// A solver for outcomes of a type-erased game; `None` if the game is not short.
#[must_use]
pub fn any_outcomes(game: &AnyGame, convention: Convention, budget: &Budget) -> Option<Box<dyn AnyOutcomes>> {
    fn boxed<K: Solvable>(
        Kernel { game, key }: Kernel<K>,
        convention: Convention,
        budget: &Budget,
    ) -> Box<dyn AnyOutcomes> {
        Box::new(Keyed { solver: OutcomeSolver::of(game, convention, budget), key })
    }
    game.kind().is_short().then(|| by_key!(game, kernel => boxed(kernel, convention, budget)))
}

impl<K: Key> AnyOutcomes for Keyed<OutcomeSolver<'static, K>, K> {
    fn first_wins(&mut self, position: &AnyPosition, player: Player) -> Result<bool, SolveError> {
        self.solver.first_wins(&(self.key)(position), player)
    }

    fn positions(&self) -> u64 {
        self.solver.positions()
    }
}

/// The outcomes of all positions that can be reached from a position of a type-erased game.
///
/// # Errors
/// If the budget is used up.
pub fn any_loopy_outcomes(
    game: &AnyGame,
    position: &AnyPosition,
    convention: Convention,
    budget: &Budget,
) -> Result<Box<dyn AnyLoopyOutcomes>, SolveError> {
    fn boxed<K: Solvable>(
        Kernel { game, key }: Kernel<K>,
        position: &AnyPosition,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Box<dyn AnyLoopyOutcomes>, SolveError> {
        let solver = LoopyOutcomes::of(game, &key(position), convention, budget)?;
        Ok(Box::new(Keyed { solver, key }))
    }
    by_key!(game, kernel => boxed(kernel, position, convention, budget))
}

impl<K: Key> AnyLoopyOutcomes for Keyed<LoopyOutcomes<'static, K>, K> {
    fn ending(&self, position: &AnyPosition, first: Player) -> Option<(Ending, Option<u32>)> {
        self.solver.ending(&(self.key)(position), first)
    }

    fn endings(&self, position: &AnyPosition) -> Option<Endings> {
        self.solver.endings(&(self.key)(position))
    }

    fn positions(&self) -> u64 {
        self.solver.positions()
    }
}

/// The value of a position of a type-erased game that need not end, and the number of positions that were
/// visited.
///
/// # Errors
/// If the budget is used up.
pub fn any_loopy_value(
    game: &AnyGame,
    position: &AnyPosition,
    loops: &mut Loops,
    budget: &Budget,
) -> Result<(Sided, u64), SolveError> {
    fn value<K: Solvable>(
        Kernel { game, key }: Kernel<K>,
        position: &AnyPosition,
        loops: &mut Loops,
        budget: &Budget,
    ) -> Result<(Sided, u64), SolveError> {
        loopy_value_of(&*game, &key(position), loops, budget)
    }
    by_key!(game, kernel => value(kernel, position, loops, budget))
}

/// Counts the positions that can be reached in a type-erased game: see [`count()`](crate::count()).
///
/// # Errors
/// If the budget is used up.
pub fn any_count(game: &AnyGame, position: &AnyPosition, budget: &Budget) -> Result<Count, SolveError> {
    fn counted<K: Solvable>(
        Kernel { game, key }: Kernel<K>,
        position: &AnyPosition,
        budget: &Budget,
    ) -> Result<Count, SolveError> {
        count_of(&*game, &key(position), budget)
    }
    by_key!(game, position_kernel, kernel => counted(kernel, position, budget))
}
