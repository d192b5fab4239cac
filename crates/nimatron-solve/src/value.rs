//! The canonical value of a position.
//!
//! A position is split into parts, each part is brought to its normal form up to sign, and the values of
//! normal forms are kept in a table that costs one cache miss per look-up (`table.rs`). All options of a
//! position are looked up before any of them is evaluated, so the cache misses overlap.
//!
//! Large values are found by as many threads as the budget allows. All threads start at the same position and
//! share one table of 64 shards (`shards.rs`). A thread that starts on a position marks it in the table, and
//! the other threads leave that position for later; when nothing else is left to do, they help. So no thread
//! waits, no layers or queues are needed, and the method works with parts, with symmetry and for every game.
//! On Legionnaires, two threads use up to 13 % more CPU time than one. Whole games, surveys, heaps, Grundy
//! values and subsets use all cores, too; the other solvers use one.
//!
//! The head of `arena.rs` in `nimatron-value` says where the time goes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nimatron_rules::{Budget, Expand, Key, Meter, Part, Partizan, Player, Short};
use nimatron_value::{Arena, ArenaLimits, Game, within};

use crate::SolveError;
use crate::shards::{Alone, Known, Shards, Store, Together};
use crate::stack::deep;
use crate::threads::by_threads;

/// Finds canonical values, and remembers those of all parts of positions it met.
///
/// A position is split into independent parts; each part is replaced by the representative of all parts that
/// have the same or the negative value by symmetry; and each representative is evaluated once, from the
/// values of its options. Large positions are evaluated by as many threads as the budget allows.
pub struct ValueSolver<'a, K> {
    game: Arc<dyn Expand<K> + 'a>,
    arena: &'a Arena,
    budget: Budget,
    known: KnownValues<K>,
}

impl<'a, K: Key> ValueSolver<'a, K> {
    /// A solver for a game, with values in `arena`, that spends from `budget`.
    #[must_use]
    pub fn new<R: Short<Position = K>>(rules: &'a R, arena: &'a Arena, budget: &Budget) -> Self {
        Self::of(Arc::new(Partizan(rules)), arena, budget)
    }

    /// The same for a game as solvers see it.
    #[must_use]
    pub fn of(game: Arc<dyn Expand<K> + 'a>, arena: &'a Arena, budget: &Budget) -> Self {
        ValueSolver { game, arena, budget: budget.clone(), known: KnownValues::new(budget) }
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn value(&mut self, position: &K) -> Result<Game, SolveError> {
        let (game, arena) = (&*self.game, self.arena);
        within(&limits_of(&self.budget), || {
            let mut total = Game::ZERO;
            for part in game.parts(position) {
                let (normal, negated) = game.normal_up_to_sign(&part);
                let value = self.known.part_by_threads(game, arena, &normal, &self.budget)?;
                total = arena.sum(total, if negated { arena.negative(value)? } else { value })?;
            }
            Ok(total)
        })
    }

    /// The number of distinct parts evaluated so far.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }
}

/// The values of the parts met so far. Game and arena are passed with every call, and must always be the
/// same.
pub(crate) struct KnownValues<K> {
    table: Shards<K>,
    meter: Meter,
    spare: Vec<Work<K>>,
}

/// One thread evaluates this number of parts before others are started: a smaller search is finished before
/// they have started.
const FEW: u64 = 4096;

impl<K: Key> KnownValues<K> {
    pub(crate) fn new(budget: &Budget) -> Self {
        KnownValues { table: Shards::new(budget), meter: budget.meter(), spare: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// The value of a part that is its own normal form up to sign.
    pub(crate) fn part(
        &mut self,
        game: &dyn Expand<K>,
        arena: &Arena,
        normal: &K,
    ) -> Result<Game, SolveError> {
        self.part_alone(game, arena, normal, u64::MAX).map_err(|halt| match halt {
            Halt::Error(error) => error,
            Halt::Large | Halt::Over => unreachable!("one thread may evaluate any number of parts"),
        })
    }

    /// The same, by several threads if it takes long.
    fn part_by_threads(
        &mut self,
        game: &dyn Expand<K>,
        arena: &Arena,
        normal: &K,
        budget: &Budget,
    ) -> Result<Game, SolveError> {
        let threads = budget.thread_limit();
        if threads == 1 {
            return self.part(game, arena, normal);
        }
        match self.part_alone(game, arena, normal, FEW) {
            Ok(value) => Ok(value),
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::Large | Halt::Over) => together(game, arena, &self.table, normal, budget, threads),
        }
    }

    /// The value of a part, unless that requires the evaluation of more than `few` others.
    #[inline]
    fn part_alone(
        &mut self,
        game: &dyn Expand<K>,
        arena: &Arena,
        normal: &K,
        few: u64,
    ) -> Result<Game, Halt> {
        let mut store = Alone(&mut self.table);
        if let Some(value) = store.value(normal) {
            return Ok(value);
        }
        let (meter, spare) = (&mut self.meter, &mut self.spare);
        Worker { game, arena, store, meter, spare, few, over: None }.evaluate(normal)
    }
}

/// The value of a part, from a table that other callers use at the same time.
pub(crate) fn shared_part<K: Key>(
    game: &dyn Expand<K>,
    arena: &Arena,
    table: &Shards<K>,
    normal: &K,
    budget: &Budget,
    threads: usize,
) -> Result<Game, SolveError> {
    let (mut meter, mut spare) = (budget.meter(), Vec::new());
    let mut store = Together(table);
    if let Some(value) = store.value(normal) {
        return Ok(value);
    }
    let few = if threads == 1 { u64::MAX } else { FEW };
    let mut worker = Worker { game, arena, store, meter: &mut meter, spare: &mut spare, few, over: None };
    match worker.evaluate(normal) {
        Ok(value) => {
            meter.flush()?;
            Ok(value)
        }
        Err(Halt::Error(error)) => Err(error),
        Err(Halt::Large | Halt::Over) => together(game, arena, table, normal, budget, threads),
    }
}

/// Evaluates a part by several threads that share a table.
///
/// All threads start at the same position. A thread marks the positions it has started on in the table, and
/// the others leave these for later; when there is nothing else left to do, they help with them. So no thread
/// ever waits, and hardly anything is done twice.
fn together<K: Key>(
    game: &dyn Expand<K>,
    arena: &Arena,
    table: &Shards<K>,
    normal: &K,
    budget: &Budget,
    threads: usize,
) -> Result<Game, SolveError> {
    let over = AtomicBool::new(false);
    let work = |_| {
        let (mut meter, mut spare) = (budget.meter(), Vec::new());
        let (meter, spare, over) = (&mut meter, &mut spare, Some(&over));
        let mut worker = Worker { game, arena, store: Together(table), meter, spare, few: u64::MAX, over };
        let result = within(&limits_of(budget), || worker.evaluate(normal));
        if let Some(over) = over {
            over.store(true, Ordering::Relaxed);
        }
        result
    };
    let mut why = None;
    for result in by_threads(threads, work) {
        match result {
            Ok(value) => return Ok(value),
            Err(Halt::Error(error)) => why = why.or(Some(error)),
            Err(Halt::Large | Halt::Over) => {}
        }
    }
    Err(why.expect("all is over only when somebody has the value or an error"))
}

/// Why a worker has no value.
enum Halt {
    Error(SolveError),
    /// It takes more work than was allowed.
    Large,
    /// Another worker has the value or an error.
    Over,
}

impl<E: Into<SolveError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Halt::Error(error.into())
    }
}

/// One thread at work.
struct Worker<'a, K, S> {
    game: &'a dyn Expand<K>,
    arena: &'a Arena,
    store: S,
    meter: &'a mut Meter,
    /// Empty vectors for reuse.
    spare: &'a mut Vec<Work<K>>,
    /// The number of parts that it may evaluate.
    few: u64,
    /// Raised when another worker has finished.
    over: Option<&'a AtomicBool>,
}

/// The state of the evaluation of the options of one position.
struct Work<P> {
    options: Vec<P>,
    parts: Vec<Part<P>>,
    values: Vec<Game>,
}

impl<P> Default for Work<P> {
    fn default() -> Self {
        Work { options: Vec::new(), parts: Vec::new(), values: Vec::new() }
    }
}

/// The number of options that are split in one call, while the entries of the table for the last ones are
/// prefetched.
const GROUP: usize = 8;

impl<K: Key, S: Store<K>> Worker<'_, K, S> {
    fn budget(&self) -> &Budget {
        self.meter.budget()
    }

    /// Finds the value of a part from those of its options, and stores it.
    fn evaluate(&mut self, normal: &K) -> Result<Game, Halt> {
        if self.over.is_some_and(|over| over.load(Ordering::Relaxed)) {
            return Err(Halt::Over);
        }
        self.few = self.few.checked_sub(1).ok_or(Halt::Large)?;
        self.meter.tick()?;
        let mut work = self.spare.pop().unwrap_or_default();
        let lefts = self.values_of_options(normal, &mut work)?;
        let (left, right) = work.values.split_at(lefts);
        let value = self.arena.canonical(left, right)?;
        let budget = self.meter.budget();
        self.store.insert(normal, value, budget, not_booked(self.arena, budget))?;
        work.values.clear();
        self.spare.push(work);
        Ok(value)
    }

    /// Fills `work.values` with the values of Left's options followed by those of Right's. Returns the number
    /// of Left's.
    fn values_of_options(&mut self, position: &K, work: &mut Work<K>) -> Result<usize, Halt> {
        let Work { options, parts, values } = work;
        // 1. All parts of all options, and what is known about them: no look-up waits for the cache miss of
        //    another.
        for player in Player::BOTH {
            self.budget().check_list::<(K, Part<K>)>(self.game.move_bound(position, player))?;
        }
        self.game.options(position, Player::Left, options);
        let lefts = options.len();
        self.game.options(position, Player::Right, options);
        values.resize(options.len(), Game::ZERO);
        for (number, group) in options.chunks(GROUP).enumerate() {
            self.meter.step()?;
            let before = parts.len();
            self.game.signed_parts(group, (number * GROUP) as u32, parts);
            for part in &parts[before..] {
                self.store.prefetch(&part.normal);
            }
        }
        options.clear();
        for part in parts.iter_mut() {
            if let Some(value) = self.store.value(&part.normal) {
                part.note = Some(value.to_bits());
                self.arena.prefetch(value);
            }
        }
        // 2. Parts that are not known and that no other thread has started on.
        for part in parts.iter_mut().filter(|part| part.note.is_none()) {
            let budget = self.meter.budget();
            let found = match self.store.claim(&part.normal, budget, not_booked(self.arena, budget))? {
                None => Some(deep(self, Self::budget, |worker| worker.evaluate(&part.normal))?),
                Some(Known::Value(value)) => Some(value),
                Some(Known::Begun) => None,
            };
            part.note = found.map(Game::to_bits);
        }
        // 3. Parts that others had started on, and the sums.
        for part in parts.drain(..) {
            let value = match part.note.map(Game::from_bits).or_else(|| self.store.value(&part.normal)) {
                Some(value) => value,
                None => deep(self, Self::budget, |worker| worker.evaluate(&part.normal))?,
            };
            let value = if part.negated { self.arena.negative(value)? } else { value };
            let total = &mut values[part.option as usize];
            *total = self.arena.sum(*total, value)?;
            self.arena.prefetch(*total);
        }
        Ok(lefts)
    }
}

/// The canonical value of a position. See [`ValueSolver`] for many positions of one game.
pub fn value<R: Short>(
    rules: &R,
    position: &R::Position,
    arena: &Arena,
    budget: &Budget,
) -> Result<Game, SolveError> {
    ValueSolver::new(rules, arena, budget).value(position)
}

/// An arena that keeps to the limits of a budget and books its memory there.
#[must_use]
pub fn arena_for(budget: &Budget) -> Arena {
    Arena::with_limits(limits_of(budget))
}

/// The limits of a budget, for values.
#[must_use]
pub fn limits_of(budget: &Budget) -> ArenaLimits {
    let mut limits = ArenaLimits::new()
        .memory_shared(budget.memory_limit(), Arc::clone(budget.account()))
        .stop_flag(budget.flag());
    if let Some((at, allowed)) = budget.deadline() {
        limits = limits.deadline(at, allowed);
    }
    if let Some(process) = budget.process_memory() {
        limits = limits.process_memory(process.in_use, process.limit);
    }
    limits
}

/// The bytes of an arena that are not booked on this budget.
fn not_booked(arena: &Arena, budget: &Budget) -> usize {
    if arena.limits().books_on(budget.account()) { 0 } else { arena.bytes() }
}
