//! The canonical value of a position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nimatron_rules::{Budget, Meter, Player, Rules, Short};
use nimatron_value::{Arena, ArenaLimits, Game, within};

use crate::SolveError;
use crate::shards::{Alone, Known, Shards, Store, Together};
use crate::stack::deep;
use crate::threads::by_threads;

/// Finds canonical values, and remembers those of all parts of positions it met.
///
/// A position is split into independent parts; each part is turned into the representative of all
/// that are worth the same, or the negative, by symmetry; and each representative is evaluated
/// once, from the values of its options. Large positions are evaluated by as many threads as the
/// budget allows.
pub struct ValueSolver<'a, R: Rules> {
    rules: &'a R,
    arena: &'a Arena,
    budget: Budget,
    known: KnownValues<R>,
}

impl<'a, R: Short> ValueSolver<'a, R> {
    /// A solver for a game, with values in `arena`, that spends from `budget`.
    #[must_use]
    pub fn new(rules: &'a R, arena: &'a Arena, budget: &Budget) -> Self {
        ValueSolver { rules, arena, budget: budget.clone(), known: KnownValues::new(budget) }
    }

    /// The value of a position.
    pub fn value(&mut self, position: &R::Position) -> Result<Game, SolveError> {
        let (rules, arena) = (self.rules, self.arena);
        within(&limits_of(&self.budget), || {
            let mut total = Game::ZERO;
            for part in rules.parts(position) {
                let (normal, negated) = rules.normal_up_to_sign(&part);
                let value = self.known.part_by_threads(rules, arena, &normal, &self.budget)?;
                total = arena.sum(total, if negated { arena.negative(value)? } else { value })?;
            }
            Ok(total)
        })
    }

    /// The distinct parts evaluated so far.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.known.len()
    }
}

/// The values of the parts met so far. Rules and arena are handed in with every question, and must
/// always be the same.
pub(crate) struct KnownValues<R: Rules> {
    table: Shards<R::Position>,
    meter: Meter,
    spare: Vec<Work<R::Position>>,
}

/// So many parts are evaluated by one thread before others are called: less is done before they are
/// there.
const FEW: u64 = 4096;

impl<R: Short> KnownValues<R> {
    pub(crate) fn new(budget: &Budget) -> Self {
        KnownValues { table: Shards::new(budget), meter: budget.meter(), spare: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    /// The value of a part that is its own normal form up to sign.
    pub(crate) fn part(
        &mut self,
        rules: &R,
        arena: &Arena,
        normal: &R::Position,
    ) -> Result<Game, SolveError> {
        self.part_alone(rules, arena, normal, u64::MAX).map_err(|halt| match halt {
            Halt::Error(error) => error,
            Halt::Large | Halt::Over => unreachable!("one thread may evaluate any number of parts"),
        })
    }

    /// The same, by several threads if it takes long.
    fn part_by_threads(
        &mut self,
        rules: &R,
        arena: &Arena,
        normal: &R::Position,
        budget: &Budget,
    ) -> Result<Game, SolveError> {
        let threads = budget.thread_limit();
        if threads == 1 {
            return self.part(rules, arena, normal);
        }
        match self.part_alone(rules, arena, normal, FEW) {
            Ok(value) => Ok(value),
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::Large | Halt::Over) => together(rules, arena, &self.table, normal, budget, threads),
        }
    }

    /// The value of a part, unless that takes the evaluation of more than `few` others.
    #[inline]
    fn part_alone(&mut self, rules: &R, arena: &Arena, normal: &R::Position, few: u64) -> Result<Game, Halt> {
        let mut store = Alone(&mut self.table);
        if let Some(value) = store.value(normal) {
            return Ok(value);
        }
        let (meter, spare) = (&mut self.meter, &mut self.spare);
        Worker { rules, arena, store, meter, spare, few, over: None }.evaluate(normal)
    }
}

/// Evaluates a part by several threads at the same table.
///
/// All of them begin at the same place. A thread notes in the table which positions it has begun with,
/// and the others leave these for later; when there is nothing else left to do, they help with them.
/// So nobody ever waits, and hardly anything is done twice.
fn together<R: Short>(
    rules: &R,
    arena: &Arena,
    table: &Shards<R::Position>,
    normal: &R::Position,
    budget: &Budget,
    threads: usize,
) -> Result<Game, SolveError> {
    let over = AtomicBool::new(false);
    let work = |_| {
        let (mut meter, mut spare) = (budget.meter(), Vec::new());
        let (meter, spare, over) = (&mut meter, &mut spare, Some(&over));
        let mut worker = Worker { rules, arena, store: Together(table), meter, spare, few: u64::MAX, over };
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
    /// Another worker has the value, or an error.
    Over,
}

impl<E: Into<SolveError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Halt::Error(error.into())
    }
}

/// One thread at work.
struct Worker<'a, R: Rules, S> {
    rules: &'a R,
    arena: &'a Arena,
    store: S,
    meter: &'a mut Meter,
    /// Empty vectors to use again.
    spare: &'a mut Vec<Work<R::Position>>,
    /// How many parts it may evaluate.
    few: u64,
    /// Raised when another worker has come to an end.
    over: Option<&'a AtomicBool>,
}

/// What is in hand while the options of one position are evaluated.
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

/// A part of an option.
struct Part<P> {
    option: u32,
    negated: bool,
    normal: P,
    value: Option<Game>,
}

impl<R: Short, S: Store<R::Position>> Worker<'_, R, S> {
    fn budget(&self) -> &Budget {
        self.meter.budget()
    }

    /// Finds the value of a part from those of its options, and notes it.
    fn evaluate(&mut self, normal: &R::Position) -> Result<Game, Halt> {
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

    /// Fills `work.values` with the values of Left's options and, after these, of Right's. Returns how
    /// many are Left's.
    fn values_of_options(
        &mut self,
        position: &R::Position,
        work: &mut Work<R::Position>,
    ) -> Result<usize, Halt> {
        let Work { options, parts, values } = work;
        // 1. All parts of all options, and what is known of them: no look-up waits for the cache
        //    miss of another.
        for player in Player::BOTH {
            self.budget()
                .check_list::<(R::Position, Part<R::Position>)>(self.rules.move_bound(position, player))?;
        }
        self.rules.options(position, Player::Left, options);
        let lefts = options.len();
        self.rules.options(position, Player::Right, options);
        values.resize(options.len(), Game::ZERO);
        for (option, position) in options.drain(..).enumerate() {
            self.meter.step()?;
            for part in self.rules.parts(&position) {
                let (normal, negated) = self.rules.normal_up_to_sign(&part);
                self.store.prefetch(&normal);
                parts.push(Part { option: option as u32, negated, normal, value: None });
            }
        }
        for part in parts.iter_mut() {
            part.value = self.store.value(&part.normal);
            if let Some(value) = part.value {
                self.arena.prefetch(value);
            }
        }
        // 2. Those that are not known and that nobody else has begun with.
        for part in parts.iter_mut().filter(|part| part.value.is_none()) {
            let budget = self.meter.budget();
            part.value = match self.store.claim(&part.normal, budget, not_booked(self.arena, budget))? {
                None => Some(deep(self, Self::budget, |worker| worker.evaluate(&part.normal))?),
                Some(Known::Value(value)) => Some(value),
                Some(Known::Begun) => None,
            };
        }
        // 3. Those that others had begun with, and the sums.
        for part in parts.drain(..) {
            let value = match part.value.or_else(|| self.store.value(&part.normal)) {
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

/// The bytes that an arena takes and that are not booked on this budget.
fn not_booked(arena: &Arena, budget: &Budget) -> usize {
    if arena.limits().books_on(budget.account()) { 0 } else { arena.bytes() }
}
