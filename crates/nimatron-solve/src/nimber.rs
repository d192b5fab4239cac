//! The Grundy value of a position of an impartial game.
//!
//! The search itself is in `search.rs`, and its tables are in `known.rs` and `shared.rs`. This file decides
//! how to search and with how many threads.
//!
//! - **The question.** The search does not take the mex of all options. For k = 0, 1, 2, … it asks whether
//!   the second player wins `G + *k`. Values that options turn out to have are excluded for the position,
//!   whichever k was asked for. Taking the mex is better where values are large and positions few, as in
//!   Circular Nim. Which of the two methods is better is measured on a position that is small enough for
//!   both.
//! - **The order of options.** An option is first examined briefly: how much work its own open options are,
//!   each counted once, because symmetric positions are half the work; and how likely it is to have the value
//!   asked for, given the values that it is known not to have.
//! - **Small parts.** A game may provide `Impartial::quick_nimber` for parts whose value is found faster than
//!   looked up. For Cram these are all sets of squares within 4×5: two out of five parts that a search of 5×8
//!   asks for.
//! - **Theorems.** Where a theorem gives the Grundy value (`Impartial::by_theorem`), there is no search, and
//!   the answer names the theorem.
//! - **Memory.** An entry of the table takes 10⅔ bytes, six entries to a cache line.
//! - **Threads** share the table and mark the questions they are working on.
//! - **Checkpoints.** The table can be saved to a file (`--checkpoint`), which is written under another name,
//!   synced and renamed: often at first, and then every minute.
//!
//! Most of the work is to refute the options of the few positions that get a value: 160,000 of a million for
//! Cram 5×8.
//!
//! # Tried on Cram and not kept
//!
//! - Proof numbers for the large positions: no fewer positions.
//! - One class for all positions with the same graph, however it lies on the board: a third fewer positions,
//!   but finding the class takes longer than searching the positions again.
//! - Other orders in which options are looked up.
//! - Examining only the best few options closely: up to four times the number of positions.
//! - Huge pages.

mod branch;
mod checkpoint;
pub(crate) mod known;
mod search;
pub(crate) mod shared;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use nimatron_rules::{Budget, Expand, Fair, Fairly, Impartial, Key, Meter, Packed, Player, Short};

use crate::line::nimber_of_line;
use crate::threads::by_threads;
use crate::{HeapSequence, SolveError};
use branch::Scratch;
use checkpoint::Keeper;
use search::{Halt, Pause, Team, Way, Worker};
use shared::{Alone, Shared, Together};

/// The Grundy value of a position, and its cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grundy {
    /// The Grundy value.
    pub nimber: u32,
    /// The number of distinct parts of positions that were visited.
    pub positions: u64,
}

/// The Grundy value of a position. See [`NimberSolver`] for many positions of one game.
pub fn nimber<R: Impartial + Short>(
    rules: &R,
    position: &R::Position,
    budget: &Budget,
) -> Result<Grundy, SolveError> {
    let mut solver = NimberSolver::new(rules, budget);
    let nimber = solver.nimber(position)?;
    Ok(Grundy { nimber, positions: solver.positions() })
}

/// Finds Grundy values, and remembers what it learned about all parts it met.
pub struct NimberSolver<'a, K: Key> {
    game: Arc<dyn Expand<K> + 'a>,
    table: Shared<K>,
    meter: Meter,
    spare: Vec<Scratch<K>>,
    /// The values of heaps, in games that consist of heaps only.
    sequence: Option<HeapSequence>,
    /// The method, once it is chosen.
    way: Option<Way>,
    keeper: Option<Keeper<K>>,
}

/// To choose the method, a position is used whose mex can be found by examining this number of options, which
/// takes a few milliseconds. With a quarter of that, the wrong method would be chosen for Circular Nim.
const SAMPLE: u64 = 1 << 14;

/// Questions become better compared with the mex as positions grow. So the mex has to be ahead by this factor
/// in the sample. On Cram 5×7 both are equal in the sample, and the mex takes twenty times as long in the
/// end.
const FAR: u64 = 4;

/// One thread examines this number of options before others are started: a smaller search is finished before
/// they have started.
const FEW: u64 = 1 << 17;

impl<'a, K: Key> NimberSolver<'a, K> {
    /// A solver for a game that spends from `budget`.
    #[must_use]
    pub fn new<R: Impartial + Short<Position = K>>(rules: &'a R, budget: &Budget) -> Self {
        Self::of(Arc::new(Fairly(rules)), budget).expect("the game is impartial")
    }

    /// The same for a game as solvers see it; `None` if it is not impartial.
    #[must_use]
    pub fn of(game: Arc<dyn Expand<K> + 'a>, budget: &Budget) -> Option<Self> {
        game.fair()?;
        Some(NimberSolver {
            game,
            table: Shared::new(budget),
            meter: budget.meter(),
            spare: Vec::new(),
            sequence: None,
            way: None,
            keeper: None,
        })
    }

    /// The game, which is impartial: see [`NimberSolver::of`].
    fn fair(&self) -> &dyn Fair<K> {
        self.game.fair().expect("the game is impartial")
    }

    /// Saves what it learns to this file, from time to time and at the end, even after an error, and starts
    /// with what the file contains. `label` names the game and board: a file with another label is refused,
    /// and so is a damaged one.
    pub fn keep_in(&mut self, path: &Path, label: &str) -> Result<(), SolveError>
    where
        K: Packed,
    {
        let keeper = Keeper::new(path, label);
        keeper.read(&self.table, self.meter.budget())?;
        self.keeper = Some(keeper);
        Ok(())
    }

    /// The number of distinct parts met so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.table.len() as u64 + self.sequence.as_ref().map_or(0, |known| known.values().len() as u64)
    }

    /// The Grundy value of a position.
    pub fn nimber(&mut self, position: &K) -> Result<u32, SolveError> {
        let mut total = 0;
        let game = Arc::clone(&self.game);
        let fair = game.fair().expect("the game is impartial");
        if let Some((rule, heaps)) = fair.as_heaps(position) {
            let sequence = self.sequence.get_or_insert_with(|| HeapSequence::new(rule.clone()));
            for heap in heaps {
                total ^= sequence.find(heap as usize, self.meter.budget())?;
            }
            return Ok(total);
        }
        if let Some(lines) = fair.as_lines(position) {
            for line in lines {
                total ^= nimber_of_line(&line, self.meter.budget())?;
            }
            return Ok(total);
        }
        for part in fair.parts(position) {
            if let Some(nimber) = fair.quick_nimber(&part) {
                total ^= nimber;
                continue;
            }
            let normal = fair.normal(&part);
            let found = self.part(&normal);
            if let Some(keeper) = &self.keeper {
                let kept = keeper.write(&self.table);
                // The result of the search takes precedence.
                total ^= found.and_then(|nimber| kept.map(|()| nimber))?;
            } else {
                total ^= found?;
            }
        }
        Ok(total)
    }

    /// The Grundy value of a part in normal form.
    fn part(&mut self, part: &K) -> Result<u32, SolveError> {
        let way = match self.way {
            Some(way) => way,
            None => {
                // 1. Small positions need no decision.
                match self.alone(part, Way::Mex, SAMPLE) {
                    Ok(nimber) => return Ok(nimber),
                    Err(Halt::Error(error)) => return Err(error),
                    Err(Halt::Work | Halt::Over) => {}
                }
                let way = self.decide(part)?;
                *self.way.insert(way)
            }
        };
        // 2. One thread, and more if it takes long.
        let threads = self.meter.budget().thread_limit();
        let work = if threads > 1 { FEW } else { u64::MAX };
        match self.alone(part, way, work) {
            Ok(nimber) => Ok(nimber),
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::Work | Halt::Over) if threads == 1 => {
                unreachable!("one thread may do any amount of work")
            }
            Err(Halt::Work | Halt::Over) => self.together(part, way, threads),
        }
    }

    /// Finds out which method needs less work for this game, on a position that follows this one and is small
    /// enough for both.
    fn decide(&mut self, part: &K) -> Result<Way, SolveError> {
        let mut sample = part.clone();
        loop {
            let used = match self.apart(&sample, Way::Mex, SAMPLE) {
                Ok(used) => used,
                Err(Halt::Error(error)) => return Err(error),
                Err(Halt::Work | Halt::Over) => {
                    // A part of an option from the middle of the list.
                    let mut options = Vec::new();
                    let most = self.game.move_bound(&sample, Player::Left);
                    self.meter.budget().check_list::<K>(most)?;
                    self.game.options(&sample, Player::Left, &mut options);
                    let Some(option) = options.get(options.len() / 2) else { return Ok(Way::Questions) };
                    let parts = self.game.parts(option);
                    let largest = parts.into_iter().max_by_key(|part| self.game.mobility(part, Player::Left));
                    let Some(largest) = largest else { return Ok(Way::Questions) };
                    sample = self.game.normal(&largest);
                    continue;
                }
            };
            return match self.apart(&sample, Way::Questions, FAR * used) {
                Ok(_) => Ok(Way::Questions),
                Err(Halt::Error(error)) => Err(error),
                Err(Halt::Work | Halt::Over) => Ok(Way::Mex),
            };
        }
    }

    /// The number of options that have to be examined to find a Grundy value with an empty table.
    fn apart(&mut self, part: &K, way: Way, work: u64) -> Result<u64, Halt> {
        let mut table = Shared::new(self.meter.budget());
        let mut worker = Worker {
            game: self.game.fair().expect("the game is impartial"),
            store: Alone(&mut table),
            meter: &mut self.meter,
            spare: &mut self.spare,
            way,
            work,
            team: None,
            number: (0, 1),
            pause: None,
        };
        worker.part(part)?;
        Ok(work - worker.work)
    }

    /// The Grundy value of a part, unless more than this number of options have to be examined.
    fn alone(&mut self, part: &K, way: Way, work: u64) -> Result<u32, Halt> {
        let NimberSolver { game, table, meter, spare, keeper, .. } = self;
        let keep = keeper.as_ref().map(keeping);
        let mut worker = Worker {
            game: game.fair().expect("the game is impartial"),
            store: Alone(table),
            meter,
            spare,
            way,
            work,
            team: None,
            number: (0, 1),
            pause: keep.as_ref().map(|keep| keep as &Pause<'_, K>),
        };
        worker.part(part)
    }

    /// The Grundy value of a part, by several threads that share a table.
    ///
    /// All threads start at the same position. Each marks the questions it is working on, and the others
    /// leave these for later; when there is nothing else left to do, they help. So no thread ever waits.
    fn together(&self, part: &K, way: Way, threads: usize) -> Result<u32, SolveError> {
        let team = Team::new();
        let keep = self.keeper.as_ref().map(keeping);
        let work = |number: usize| {
            let (mut meter, mut spare) = (self.meter.budget().meter(), Vec::new());
            let mut worker = Worker {
                game: self.fair(),
                store: Together(&self.table),
                meter: &mut meter,
                spare: &mut spare,
                way,
                work: u64::MAX,
                team: Some(&team),
                number: (number, threads),
                pause: keep.as_ref().map(|keep| keep as &Pause<'_, K>),
            };
            let result = worker.part(part);
            team.over.store(true, Ordering::Relaxed);
            result
        };
        let mut why = None;
        for result in by_threads(threads, work) {
            match result {
                Ok(nimber) => return Ok(nimber),
                Err(Halt::Error(error)) => why = why.or(Some(error)),
                Err(Halt::Work | Halt::Over) => {}
            }
        }
        Err(why.expect("all is over only when somebody has the value or an error"))
    }
}

/// Writes what is known from time to time.
fn keeping<P: Clone + Eq + std::hash::Hash + Send + Sync>(
    keeper: &Keeper<P>,
) -> impl Fn(&Shared<P>) -> Result<(), SolveError> + Sync + '_ {
    |table| keeper.write_now_and_then(table)
}

#[cfg(test)]
mod tests {
    use super::search::mex;
    use super::*;
    use nimatron_games::circular_nim::CircularNim;
    use nimatron_games::cram::Cram;
    use nimatron_rules::{Named, Rules};

    /// The Grundy value by the definition, without a table or parts.
    fn plain<R: Impartial>(rules: &R, position: &R::Position) -> u32 {
        let mut moves = Vec::new();
        rules.moves(position, Player::Left, &mut moves);
        let options = moves.iter().map(|mv| rules.play(position, Player::Left, mv));
        mex(&mut options.map(|option| plain(rules, &option)).collect::<Vec<_>>())
    }

    #[test]
    fn nimber_search_agrees_with_the_definition_on_small_cram() {
        for (rows, cols) in [(1, 2), (1, 7), (2, 3), (2, 4), (3, 3), (1, 9), (2, 5), (3, 4)] {
            let cram = Cram::<1>::new(rows, cols).unwrap();
            let start = cram.start();
            let found = nimber(&cram, &start, &Budget::unlimited()).unwrap();
            assert_eq!(found.nimber, plain(&cram, &start), "{rows}x{cols}");
        }
    }

    #[test]
    fn questions_and_the_mex_give_the_same_values() {
        let cram = Cram::<1>::new(4, 5).unwrap();
        let mut state = 9u64;
        for _ in 0..200 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let free = cram.start().iter().filter(|square| state >> (square % 53 + 7) & 3 != 0).collect();
            let values = [Way::Mex, Way::Questions].map(|way| {
                let mut solver = NimberSolver::new(&cram, &Budget::unlimited());
                let parts = cram.parts(&free);
                parts.iter().fold(0, |sum, part| match solver.alone(&cram.normal(part), way, u64::MAX) {
                    Ok(nimber) => sum ^ nimber,
                    Err(_) => panic!("no limit is set"),
                })
            });
            assert_eq!(values[0], values[1], "{free:?}");
        }
    }

    #[test]
    fn the_way_is_decided_by_the_game() {
        let cram = Cram::<1>::new(5, 6).unwrap();
        let mut solver = NimberSolver::new(&cram, &Budget::unlimited());
        assert_eq!(solver.nimber(&cram.start()), Ok(2));
        assert_eq!(solver.way, Some(Way::Questions));
        // Its values are large and its positions few.
        let (game, heaps) = CircularNim::open("2", "11,9,10,12").unwrap();
        let mut solver = NimberSolver::new(&game, &Budget::unlimited());
        solver.nimber(&heaps).unwrap();
        assert_eq!(solver.way, Some(Way::Mex));
    }

    #[test]
    fn running_out_of_nodes_is_said() {
        let cram = Cram::<1>::new(6, 7).unwrap();
        let error = nimber(&cram, &cram.start(), &Budget::unlimited().nodes(1000)).unwrap_err();
        assert_eq!(error.to_string(), "out of nodes: the budget allows 1000");
    }
}
