//! The values of all positions with a given number of pieces on a board, for the questions `find` and
//! `census`.
//!
//! All arrangements are generated one after the other by orderly generation, so none has to be remembered.
//! They are evaluated with one table per board and thread. Threads take blocks of positions in turn and skip
//! the blocks of other threads: generating a position takes little time compared with evaluating it. The
//! values are put back into order, so what is found first does not depend on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

use nimatron_rules::{AnyGame, AnyPosition, Arranged, Budget, Key, Meter, Rules, Short};
use nimatron_value::{Arena, Game};

use crate::{AnyValues, SolveError, ValueSolver, any_values};

/// Evaluates all arrangements of pieces on a board, with as many threads as the budget allows, and remembers
/// the results: positions with more pieces are mostly evaluated from those with fewer.
///
/// Each thread has its own table, so results that several threads need are computed by each of them; in
/// return no thread waits for another.
pub struct Survey<'a, R: Rules> {
    rules: &'a R,
    solvers: Vec<Box<dyn Evaluate<R::Position> + 'a>>,
    budget: Budget,
}

/// Finds values of positions.
trait Evaluate<P>: Send {
    fn value(&mut self, position: &P) -> Result<Game, SolveError>;
    fn positions(&self) -> usize;
}

impl<K: Key> Evaluate<K> for ValueSolver<'_, K> {
    fn value(&mut self, position: &K) -> Result<Game, SolveError> {
        ValueSolver::value(self, position)
    }

    fn positions(&self) -> usize {
        ValueSolver::positions(self)
    }
}

/// A solver of a type-erased game.
struct Erased<'a>(Box<dyn AnyValues + 'a>);

impl Evaluate<AnyPosition> for Erased<'_> {
    fn value(&mut self, position: &AnyPosition) -> Result<Game, SolveError> {
        self.0.value(position)
    }

    fn positions(&self) -> usize {
        self.0.positions() as usize
    }
}

impl<'a> Survey<'a, AnyGame> {
    /// A survey of a type-erased game; `None` if it is not short.
    #[must_use]
    pub fn of(game: &'a AnyGame, arena: &'a Arena, budget: &Budget) -> Option<Self> {
        let solver = |_| Some(Box::new(Erased(any_values(game, arena, budget)?)) as Box<_>);
        let solvers = (0..budget.thread_limit()).map(solver).collect::<Option<_>>()?;
        Some(Survey { rules: game, solvers, budget: budget.clone() })
    }
}

/// The number of positions that a thread takes at a time: some milliseconds of work.
const BLOCK: u64 = 1024;

/// Positions with their values, in the order of the game.
type Block<P> = Vec<(P, Game)>;
/// The number of a block, and the block or an error.
type Report<P> = (u64, Result<Block<P>, SolveError>);

impl<'a, R: Short + Arranged> Survey<'a, R> {
    /// A survey of a game, with values in `arena`, that spends from `budget`.
    #[must_use]
    pub fn new(rules: &'a R, arena: &'a Arena, budget: &Budget) -> Self {
        let solver = |_| Box::new(ValueSolver::new(rules, arena, budget)) as Box<_>;
        let solvers = (0..budget.thread_limit()).map(solver).collect();
        Survey { rules, solvers, budget: budget.clone() }
    }

    /// Visits every arrangement of this number of pieces with its value, always in the same order. `Break`
    /// ends it.
    pub fn each(
        &mut self,
        pieces: u32,
        mut visit: impl FnMut(&R::Position, Game) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, SolveError> {
        let rules = self.rules;
        if let [solver] = &mut self.solvers[..] {
            let mut meter = self.budget.meter();
            for position in rules.arrangements(pieces) {
                meter.tick()?;
                let value = solver.value(&position)?;
                if visit(&position, value).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            meter.flush()?;
            return Ok(ControlFlow::Continue(()));
        }
        // 1. The workers take blocks, in order.
        let (next, done) = (AtomicU64::new(0), AtomicBool::new(false));
        let (blocks, values) = sync_channel(2 * self.solvers.len());
        let budget = &self.budget;
        std::thread::scope(|scope| {
            for solver in &mut self.solvers {
                let (blocks, next, done) = (blocks.clone(), &next, &done);
                scope.spawn(move || work(rules, pieces, &mut **solver, budget.meter(), next, done, &blocks));
            }
            drop(blocks);
            // 2. Their values are put back into order.
            let mut early: BTreeMap<u64, Block<R::Position>> = BTreeMap::new();
            let mut due = 0;
            let mut flow = Ok(ControlFlow::Continue(()));
            for (number, block) in &values {
                match block {
                    Ok(block) => early.insert(number, block),
                    Err(error) => {
                        flow = Err(error);
                        break;
                    }
                };
                while let Some(block) = early.remove(&due) {
                    due += 1;
                    if block.iter().any(|(position, value)| visit(position, *value).is_break()) {
                        flow = Ok(ControlFlow::Break(()));
                        break;
                    }
                }
                if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                    break;
                }
            }
            done.store(true, Ordering::Relaxed);
            // Workers that wait to send their results are released.
            drop(values);
            flow
        })
    }

    /// The number of distinct parts evaluated so far, by all threads together.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.solvers.iter().map(|solver| solver.positions()).sum()
    }
}

/// Evaluates block after block, until there are none left or the survey ends. Every worker goes through all
/// arrangements and skips the blocks of the others: generating a position takes little time compared with
/// evaluating it.
fn work<R: Arranged>(
    rules: &R,
    pieces: u32,
    solver: &mut dyn Evaluate<R::Position>,
    mut meter: Meter,
    next: &AtomicU64,
    done: &AtomicBool,
    blocks: &SyncSender<Report<R::Position>>,
) {
    let mut arrangements = rules.arrangements(pieces);
    let mut passed = 0;
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let mut evaluate = || -> Result<Block<R::Position>, SolveError> {
            while passed < number * BLOCK && arrangements.next().is_some() {
                passed += 1;
                if passed.is_multiple_of(BLOCK) {
                    meter.flush()?;
                }
            }
            let mut block = Block::new();
            for position in arrangements.by_ref().take(BLOCK as usize) {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                meter.tick()?;
                let value = solver.value(&position)?;
                block.push((position, value));
                passed += 1;
            }
            meter.flush()?;
            Ok(block)
        };
        let block = evaluate();
        let last = block.as_ref().map_or(true, |block| (block.len() as u64) < BLOCK);
        // An error here means that the receiver is gone.
        if blocks.send((number, block)).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use nimatron_games::legionnaires::Legionnaires;
    use nimatron_rules::{Exhausted, Named, Rules};

    use super::*;

    fn game() -> Legionnaires<1> {
        Legionnaires::open("", "..../..../....").unwrap().0
    }

    #[test]
    fn several_threads_find_what_one_finds_in_the_same_order() {
        let (game, arena) = (game(), Arena::new());
        let all = |threads: usize| {
            let budget = Budget::unlimited().threads(NonZeroUsize::new(threads).unwrap());
            let mut survey = Survey::new(&game, &arena, &budget);
            let mut found = Vec::new();
            for pieces in 0..=7 {
                let mut visit = |position: &_, value| {
                    found.push((*position, value));
                    ControlFlow::Continue(())
                };
                assert_eq!(survey.each(pieces, &mut visit), Ok(ControlFlow::Continue(())));
            }
            found
        };
        let one = all(1);
        assert!(one.len() > 3 * BLOCK as usize);
        assert_eq!(one, all(3));
    }

    #[test]
    fn a_survey_ends_when_it_is_told_to() {
        let (game, arena) = (game(), Arena::new());
        for threads in 1..=3 {
            let budget = Budget::unlimited().threads(NonZeroUsize::new(threads).unwrap());
            let mut seen = 0;
            let flow = Survey::new(&game, &arena, &budget).each(6, |_, _| {
                seen += 1;
                if seen == 1500 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((flow, seen), (Ok(ControlFlow::Break(())), 1500));
            let few = Budget::unlimited().nodes(2000).threads(NonZeroUsize::new(threads).unwrap());
            let stopped = Survey::new(&game, &arena, &few).each(6, |_, _| ControlFlow::Continue(()));
            assert_eq!(stopped, Err(SolveError::Exhausted(Exhausted::Nodes(2000))));
        }
    }

    #[test]
    fn memory_that_runs_out_is_that_of_all_threads() {
        let (game, arena) = (game(), Arena::new());
        let few = Budget::unlimited().memory(2 << 20).threads(NonZeroUsize::new(2).unwrap());
        let stopped = Survey::new(&game, &arena, &few).each(8, |_, _| ControlFlow::Continue(()));
        assert_eq!(stopped, Err(SolveError::Exhausted(Exhausted::Memory(2 << 20))));
    }

    /// Every possible board, by brute force: the same values up to sign, as often as the classes say.
    #[test]
    fn no_value_is_missed() {
        let game = Legionnaires::<1>::open("", ".../...").unwrap().0;
        let arena = Arena::new();
        let budget = Budget::unlimited();
        let mut brute = std::collections::HashMap::new();
        let mut solver = ValueSolver::new(&game, &arena, &budget);
        for code in 0..3u32.pow(6) {
            let cell = |i: u32| ['.', 'B', 'W'][(code / 3u32.pow(i) % 3) as usize];
            let text: String =
                (0..7).map(|i| if i == 3 { '/' } else { cell(i - u32::from(i > 3)) }).collect();
            let position = nimatron_rules::Notation::parse(&game, &text).unwrap();
            let (normal, _) = game.normal_up_to_sign(&position);
            brute.insert(normal, solver.value(&normal).unwrap());
        }
        let mut survey = Survey::new(&game, &arena, &budget);
        let mut found = 0;
        for pieces in 0..=6 {
            let mut visit = |position: &_, value: Game| {
                let (normal, negated) = game.normal_up_to_sign(position);
                let known = if negated { arena.negative(brute[&normal]).unwrap() } else { brute[&normal] };
                assert_eq!(known, value);
                found += 1;
                ControlFlow::Continue(())
            };
            assert_eq!(survey.each(pieces, &mut visit), Ok(ControlFlow::Continue(())));
        }
        assert_eq!(found, brute.len());
    }
}
