//! The Grundy value of a position of an impartial game.
//!
//! The search itself is in `search.rs`, what it remembers in `known.rs` and `shared.rs`. Here is decided how to
//! search, and by how many threads.

mod branch;
mod checkpoint;
pub(crate) mod known;
mod search;
pub(crate) mod shared;

use std::path::Path;
use std::sync::atomic::Ordering;

use nimatron_rules::{Budget, Impartial, Meter, Packed, Player, Short};

use crate::line::nimber_of_line;
use crate::threads::by_threads;
use crate::{HeapSequence, SolveError};
use branch::Scratch;
use checkpoint::Keeper;
use search::{Halt, Pause, Team, Way, Worker};
use shared::{Alone, Shared, Together};

/// The Grundy value of a position, and what it took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grundy {
    /// The Grundy value.
    pub nimber: u32,
    /// The distinct parts of positions that were looked at.
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

/// Finds Grundy values, and remembers what it learned of all parts it met.
pub struct NimberSolver<'a, R: Impartial + Short> {
    rules: &'a R,
    table: Shared<R::Position>,
    meter: Meter,
    spare: Vec<Scratch<R::Position>>,
    /// The values of heaps, in games that have heaps and nothing else.
    sequence: Option<HeapSequence>,
    /// How to search, once that is decided.
    way: Option<Way>,
    keeper: Option<Keeper<R::Position>>,
}

/// To decide how to search, a position is taken whose mex can be found with so many options looked at: it
/// takes a few milliseconds. With a quarter of that Circular Nim would be searched the wrong way.
const SAMPLE: u64 = 1 << 14;

/// Questions gain on the mex as positions grow. So the mex has to be ahead by this factor in the sample. On Cram 5×7 both
/// are level in the sample, and the mex takes twenty times as long in the end.
const FAR: u64 = 4;

/// So many options are looked at by one thread before others are called: less is done before they are there.
const FEW: u64 = 1 << 17;

impl<'a, R: Impartial + Short> NimberSolver<'a, R> {
    /// A solver for a game that spends from `budget`.
    #[must_use]
    pub fn new(rules: &'a R, budget: &Budget) -> Self {
        NimberSolver {
            rules,
            table: Shared::new(budget),
            meter: budget.meter(),
            spare: Vec::new(),
            sequence: None,
            way: None,
            keeper: None,
        }
    }

    /// Keeps what it learns in this file, from time to time and at the end, whatever that is; and begins with what the file
    /// has. `label` says which game and board it is about: a file with another label is refused, and so is a
    /// damaged one.
    pub fn keep_in(&mut self, path: &Path, label: &str) -> Result<(), SolveError>
    where
        R::Position: Packed,
    {
        let keeper = Keeper::new(path, label);
        keeper.read(&self.table, self.meter.budget())?;
        self.keeper = Some(keeper);
        Ok(())
    }

    /// The distinct parts met so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.table.len() as u64 + self.sequence.as_ref().map_or(0, |known| known.values().len() as u64)
    }

    /// The Grundy value of a position.
    pub fn nimber(&mut self, position: &R::Position) -> Result<u32, SolveError> {
        let mut total = 0;
        if let Some((rule, heaps)) = self.rules.as_heaps(position) {
            let sequence = self.sequence.get_or_insert_with(|| HeapSequence::new(rule.clone()));
            for heap in heaps {
                total ^= sequence.find(heap as usize, self.meter.budget())?;
            }
            return Ok(total);
        }
        if let Some(lines) = self.rules.as_lines(position) {
            for line in lines {
                total ^= nimber_of_line(&line, self.meter.budget())?;
            }
            return Ok(total);
        }
        for part in self.rules.parts(position) {
            if let Some(nimber) = self.rules.quick_nimber(&part) {
                total ^= nimber;
                continue;
            }
            let normal = self.rules.normal(&part);
            let found = self.part(&normal);
            if let Some(keeper) = &self.keeper {
                let kept = keeper.write(&self.table);
                // What the search says comes first.
                total ^= found.and_then(|nimber| kept.map(|()| nimber))?;
            } else {
                total ^= found?;
            }
        }
        Ok(total)
    }

    /// The Grundy value of a part in normal form.
    fn part(&mut self, part: &R::Position) -> Result<u32, SolveError> {
        let way = match self.way {
            Some(way) => way,
            None => {
                // 1. What is small needs no decision.
                match self.alone(part, Way::Mex, SAMPLE) {
                    Ok(nimber) => return Ok(nimber),
                    Err(Halt::Error(error)) => return Err(error),
                    Err(Halt::Work | Halt::Over) => {}
                }
                let way = self.decide(part)?;
                *self.way.insert(way)
            }
        };
        // 2. One thread, and if it takes long, more.
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

    /// Finds out by which way Grundy values of this game are found with less work, for a position that follows this one and
    /// is small enough for both.
    fn decide(&mut self, part: &R::Position) -> Result<Way, SolveError> {
        let mut sample = part.clone();
        loop {
            let used = match self.apart(&sample, Way::Mex, SAMPLE) {
                Ok(used) => used,
                Err(Halt::Error(error)) => return Err(error),
                Err(Halt::Work | Halt::Over) => {
                    // A part of an option from the middle of the list.
                    let mut options = Vec::new();
                    let most = self.rules.move_bound(&sample, Player::Left);
                    self.meter.budget().check_list::<R::Position>(most)?;
                    self.rules.options(&sample, Player::Left, &mut options);
                    let Some(option) = options.get(options.len() / 2) else { return Ok(Way::Questions) };
                    let parts = self.rules.parts(option);
                    let largest =
                        parts.into_iter().max_by_key(|part| self.rules.mobility(part, Player::Left));
                    let Some(largest) = largest else { return Ok(Way::Questions) };
                    sample = self.rules.normal(&largest);
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

    /// How many options have to be looked at to find a Grundy value with nothing known.
    fn apart(&mut self, part: &R::Position, way: Way, work: u64) -> Result<u64, Halt> {
        let mut table = Shared::new(self.meter.budget());
        let mut worker = Worker {
            rules: self.rules,
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

    /// The Grundy value of a part, unless more than so many options have to be looked at.
    fn alone(&mut self, part: &R::Position, way: Way, work: u64) -> Result<u32, Halt> {
        let NimberSolver { rules, table, meter, spare, keeper, .. } = self;
        let keep = keeper.as_ref().map(keeping);
        let mut worker = Worker {
            rules: *rules,
            store: Alone(table),
            meter,
            spare,
            way,
            work,
            team: None,
            number: (0, 1),
            pause: keep.as_ref().map(|keep| keep as &Pause<'_, R::Position>),
        };
        worker.part(part)
    }

    /// The Grundy value of a part, by several threads at the same table.
    ///
    /// All of them begin at the same place. Each tells the others which questions it is at, and these leave them for later; when
    /// there is nothing else left to do, they help. So nobody ever waits.
    fn together(&self, part: &R::Position, way: Way, threads: usize) -> Result<u32, SolveError> {
        let team = Team::new();
        let keep = self.keeper.as_ref().map(keeping);
        let work = |number: usize| {
            let (mut meter, mut spare) = (self.meter.budget().meter(), Vec::new());
            let mut worker = Worker {
                rules: self.rules,
                store: Together(&self.table),
                meter: &mut meter,
                spare: &mut spare,
                way,
                work: u64::MAX,
                team: Some(&team),
                number: (number, threads),
                pause: keep.as_ref().map(|keep| keep as &Pause<'_, R::Position>),
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

/// Writes what is known now and then.
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
    use nimatron_rules::{Notation, Rules};

    /// The Grundy value by the definition, with no table and no parts.
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
        // Its values are large, and its positions few.
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
