//! The canonical value of a position.

use nimatron_rules::{Budget, Meter, Player, Rules, Short};
use nimatron_value::{Arena, Game};

use crate::SolveError;
use crate::stack::deep;
use crate::table::Table;

/// Finds canonical values, and remembers those of all parts of positions it met.
///
/// A position is split into independent parts; each part is turned into the representative of all
/// that are worth the same, or the negative, by symmetry; and each representative is evaluated
/// once, from the values of its options.
pub struct ValueSolver<'a, R: Rules> {
    rules: &'a R,
    arena: &'a Arena,
    known: KnownValues<R>,
}

impl<'a, R: Short> ValueSolver<'a, R> {
    /// A solver for a game, with values in `arena`, that spends from `budget`.
    #[must_use]
    pub fn new(rules: &'a R, arena: &'a Arena, budget: &Budget) -> Self {
        ValueSolver { rules, arena, known: KnownValues::new(budget) }
    }

    /// The value of a position.
    pub fn value(&mut self, position: &R::Position) -> Result<Game, SolveError> {
        self.known.value(self.rules, self.arena, position)
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
    table: Table<R::Position, Game>,
    meter: Meter,
    /// Empty vectors to use again.
    spare: Vec<Work<R::Position>>,
}

/// What is in hand while the options of one position are evaluated.
struct Work<P> {
    options: Vec<P>,
    parts: Vec<Part<P>>,
}

impl<P> Default for Work<P> {
    fn default() -> Self {
        Work { options: Vec::new(), parts: Vec::new() }
    }
}

/// A part of an option.
struct Part<P> {
    option: u32,
    negated: bool,
    normal: P,
    value: Option<Game>,
}

impl<R: Short> KnownValues<R> {
    pub(crate) fn new(budget: &Budget) -> Self {
        KnownValues { table: Table::new(), meter: budget.meter(), spare: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.table.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.table.bytes()
    }

    pub(crate) fn value(
        &mut self,
        rules: &R,
        arena: &Arena,
        position: &R::Position,
    ) -> Result<Game, SolveError> {
        let mut total = Game::ZERO;
        for part in rules.parts(position) {
            let (normal, negated) = rules.normal_up_to_sign(&part);
            let value = self.part(rules, arena, &normal)?;
            total = arena.sum(total, if negated { arena.negative(value)? } else { value })?;
        }
        Ok(total)
    }

    /// The value of a part that is its own normal form up to sign.
    pub(crate) fn part(
        &mut self,
        rules: &R,
        arena: &Arena,
        normal: &R::Position,
    ) -> Result<Game, SolveError> {
        if let Some(value) = self.table.get(normal) {
            return Ok(value);
        }
        let value = deep(|| self.by_options(rules, arena, normal))?;
        self.table.check(self.meter.budget(), arena.bytes())?;
        self.table.insert(normal.clone(), value);
        Ok(value)
    }

    fn by_options(&mut self, rules: &R, arena: &Arena, position: &R::Position) -> Result<Game, SolveError> {
        self.meter.tick()?;
        let left = self.values_of_options(rules, arena, position, Player::Left)?;
        let right = self.values_of_options(rules, arena, position, Player::Right)?;
        Ok(arena.canonical(&left, &right)?)
    }

    fn values_of_options(
        &mut self,
        rules: &R,
        arena: &Arena,
        position: &R::Position,
        player: Player,
    ) -> Result<Vec<Game>, SolveError> {
        let Work { mut options, mut parts } = self.spare.pop().unwrap_or_default();
        rules.options(position, player, &mut options);
        // 1. All parts of all options, and what is known of them: no look-up waits for the cache
        //    miss of another.
        let mut values: Vec<Game> = Vec::with_capacity(options.len());
        for (option, position) in options.drain(..).enumerate() {
            for part in rules.parts(&position) {
                let (normal, negated) = rules.normal_up_to_sign(&part);
                self.table.prefetch(&normal);
                parts.push(Part { option: option as u32, negated, normal, value: None });
            }
            values.push(Game::ZERO);
        }
        for part in &mut parts {
            part.value = self.table.get(&part.normal);
            if let Some(value) = part.value {
                arena.prefetch(value);
            }
        }
        // 2. The others, and the sums.
        for part in parts.drain(..) {
            let value = match part.value {
                Some(value) => value,
                None => self.part(rules, arena, &part.normal)?,
            };
            let value = if part.negated { arena.negative(value)? } else { value };
            let total = &mut values[part.option as usize];
            *total = arena.sum(*total, value)?;
            arena.prefetch(*total);
        }
        self.spare.push(Work { options, parts });
        Ok(values)
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

/// An arena that keeps to the budget's memory and hears its stop flag.
#[must_use]
pub fn arena_for(budget: &Budget) -> Arena {
    Arena::with_limits(budget.memory_limit(), budget.flag())
}
