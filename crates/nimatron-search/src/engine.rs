//! The engine: principal variation search with everything that was found to make it stronger, for every game that is
//! played in turns.

mod guesses;
mod options;
mod order;
mod roots;
mod table;
mod worker;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use nimatron_rules::{Budget, Evaluation, Turns};

use guesses::Guesses;
pub use options::Options;
use order::Order;
use roots::Roots;
use table::SharedTable;
use web_time::Instant;
use worker::{At, INFINITE, PROVED, Shared, WON, Worker, is_proved};

use crate::search::Stop;
use crate::{Agent, PlayError, Random, Thinking, Turn};

/// Searches ever deeper and plays the best move it found; of several, any.
pub struct Engine<'e, R: Turns> {
    thinking: Thinking,
    options: Options,
    threads: NonZeroUsize,
    /// Made when the first game begins, unless it is another than the game's own.
    evaluation: Option<Box<dyn Evaluation<R> + 'e>>,
    /// The bytes that the table may have.
    memory: usize,
    table: SharedTable,
    /// What each thread remembers of moves and of positions.
    memories: Vec<(Order<R>, Guesses)>,
    random: Random,
}

/// What an engine has found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight<M> {
    /// The index of the best move.
    pub chosen: usize,
    /// How good it is for the player to move: some hundred a piece.
    pub score: i32,
    /// In how many moves of both players the game is won, for sure, if it is: by the player to move if `true`.
    pub proved: Option<(bool, u32)>,
    /// How deep the last search went that was finished.
    pub depth: u32,
    /// The moves that are best for both, the chosen one first.
    pub line: Vec<M>,
    /// The positions visited.
    pub nodes: u64,
}

/// The table has at most so many bytes, unless the budget has less.
const TABLE: usize = 64 << 20;

impl<'e, R: Turns> Engine<'e, R> {
    /// An engine with these parts, which thinks that much about a move.
    #[must_use]
    pub fn new(options: Options, thinking: Thinking) -> Self {
        Engine {
            thinking,
            options,
            threads: NonZeroUsize::MIN,
            evaluation: None,
            memory: TABLE,
            table: SharedTable::new(0),
            memories: Vec::new(),
            random: Random::new(0),
        }
    }

    /// The same with another way to guess who is ahead.
    #[must_use]
    pub fn evaluation(mut self, evaluation: Box<dyn Evaluation<R> + 'e>) -> Self {
        self.evaluation = Some(evaluation);
        self
    }

    /// The same with so many threads. With more than one, what is played depends on how they run.
    #[must_use]
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads;
        self
    }

    /// The same with a table of at most so many bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// From now on it thinks that much about a move. What it remembers stays.
    pub fn set_thinking(&mut self, thinking: Thinking) {
        self.thinking = thinking;
    }

    /// Searches for the best move. `tell` is called after every depth, and when a limit is reached in the middle of one: the last
    /// call has the move that is returned.
    pub fn think(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<Insight<R::Move>, PlayError> {
        // 1. What all threads share.
        let started = Instant::now();
        let threads = self.threads.get().min(budget.thread_limit());
        let evaluation = &**self.evaluation.get_or_insert_with(|| turn.rules.evaluation());
        let bytes = self.memory.min(budget.memory_limit() / 4);
        if self.table.bytes() < bytes / 2 {
            self.table = SharedTable::new(bytes);
        }
        self.table.grow_older();
        self.memories.iter_mut().for_each(|(order, _)| order.grow_older());
        self.memories.resize_with(self.memories.len().max(threads), || (Order::new(), Guesses::new()));
        let shared = Shared {
            rules: turn.rules,
            evaluation,
            table: &self.table,
            options: self.options,
            misere: turn.misere,
            deadline: self.thinking.time.and_then(|time| started.checked_add(time)),
            most_nodes: self.thinking.nodes.unwrap_or(u64::MAX),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        };
        let path = keys(turn);
        let mut roots = Roots::new(turn, &mut self.random, self.options.root_reductions);

        // 2. Ever deeper; helpers do the same, a little ahead, and share what they find in the table.
        let deepest = self.thinking.depth.unwrap_or(Thinking::DEEPEST).min(Thinking::DEEPEST);
        let (first, others) = self.memories.split_first_mut().expect("there is at least one thread");
        std::thread::scope(|scope| {
            for (i, (order, guesses)) in others.iter_mut().take(threads - 1).enumerate() {
                let (shared, path, mut roots) = (&shared, path.clone(), roots.clone().beginning_at(i + 1));
                let help = move || {
                    let mut worker = Worker::new(shared, (order, guesses), path, budget);
                    let ahead = 1 + i as u32 % 2;
                    let _ = deepen(&mut worker, turn, &mut roots, 1 + ahead..=deepest + ahead, &mut |_| {});
                    shared.nodes.fetch_add(worker.nodes, Ordering::Relaxed);
                };
                // Where no more threads can be started, fewer search.
                if std::thread::Builder::new().spawn_scoped(scope, help).is_err() {
                    break;
                }
            }
            let mut worker = Worker::new(&shared, (&mut first.0, &mut first.1), path, budget);
            let found = deepen(&mut worker, turn, &mut roots, 1..=deepest, tell);
            shared.stop.store(true, Ordering::Relaxed);
            found
        })
        .map(|insight| Insight { nodes: insight.nodes + shared.nodes.load(Ordering::Relaxed), ..insight })
    }
}

/// The keys of all positions of the game so far, but that at hand.
fn keys<R: Turns>(turn: &Turn<'_, R>) -> Vec<u128> {
    let before = turn.history.len() - 1;
    let player = |i: usize| if (before - i).is_multiple_of(2) { turn.player } else { turn.player.opponent() };
    (0..before).map(|i| turn.rules.key(&turn.history[i], player(i))).collect()
}

/// Searches ever deeper, until all is decided or a limit is reached. The best moves come to the front of `roots`.
fn deepen<R: Turns>(
    worker: &mut Worker<'_, R>,
    turn: &Turn<'_, R>,
    roots: &mut Roots,
    depths: std::ops::RangeInclusive<u32>,
    tell: &mut dyn FnMut(&Insight<R::Move>),
) -> Result<Insight<R::Move>, PlayError> {
    let first = roots.order.first().copied().unwrap_or(0);
    let mut insight = Insight {
        chosen: first,
        score: 0,
        proved: None,
        depth: 0,
        line: turn.moves.get(first).cloned().into_iter().collect(),
        nodes: 0,
    };
    for depth in depths {
        // A score near the last one is expected, and where that is wrong, the window opens.
        let mut width = 60;
        let around = worker.shared.options.aspiration && depth >= 4 && !is_proved(insight.score);
        let mut window =
            if around { (insight.score - width, insight.score + width) } else { (-INFINITE, INFINITE) };
        loop {
            let result = at_root(worker, turn, roots, depth, window, &mut insight);
            insight.nodes = worker.nodes;
            match result {
                Ok(score) if score <= window.0 && window.0 > -INFINITE => {
                    width *= 3;
                    window.0 = if width > PROVED / 100 { -INFINITE } else { score.max(-PROVED) - width };
                    window.0 = window.0.max(-INFINITE);
                }
                Ok(score) if score >= window.1 && window.1 < INFINITE => {
                    width *= 3;
                    window.1 =
                        if width > PROVED / 100 || is_proved(score) { INFINITE } else { score + width };
                    window.1 = window.1.min(INFINITE);
                }
                Ok(score) => {
                    insight.score = score;
                    insight.depth = depth;
                    insight.proved = proved(score);
                    tell(&insight);
                    break;
                }
                Err(stop) => {
                    // The move of a depth that is not finished may be a better one.
                    tell(&insight);
                    return match stop {
                        Stop::Limit => Ok(insight),
                        Stop::Error(error) => Err(error),
                    };
                }
            }
        }
        // A win is looked for no further; nor is a loss, when the search is as deep as it takes.
        if insight.proved.is_some_and(|(wins, plies)| wins || plies <= depth) {
            break;
        }
    }
    Ok(insight)
}

/// In how many moves a score says that the game is won, and whether by the player to move. Where a game is won at the start of
/// the winner's own turn, that turn counts.
fn proved(score: i32) -> Option<(bool, u32)> {
    let (wins, plies) = (score > 0, (WON - score.abs()).unsigned_abs());
    is_proved(score).then(|| (wins, plies + u32::from(wins == plies.is_multiple_of(2))))
}

/// Tries all moves with a window: the score, a bound where it lies outside. What is better than all before is noted at once, so
/// that it counts when the search is stopped.
fn at_root<R: Turns>(
    worker: &mut Worker<'_, R>,
    turn: &Turn<'_, R>,
    roots: &mut Roots,
    depth: u32,
    (mut alpha, beta): (i32, i32),
    insight: &mut Insight<R::Move>,
) -> Result<i32, Stop> {
    let Shared { rules, evaluation, .. } = *worker.shared;
    let (position, player) = (turn.position(), turn.player);
    let (key, tally) = (rules.key(position, player), evaluation.tally(rules, position));
    let steps = worker.path.len();
    worker.root_depth = depth as usize;
    let depth = depth as i32;
    if depth > 1 {
        roots.sort(turn, worker.order);
    }
    let mut best = -INFINITE;
    let result = (|| {
        worker.path.push(key);
        for i in 0..roots.order.len() {
            let mv = &turn.moves[roots.order[i]];
            let after = rules.play(position, player, mv);
            let child = At {
                position: &after,
                player: player.opponent(),
                key: rules.key_after(key, position, player, mv, &after),
                tally: evaluation.tally_after(rules, tally, position, player, mv, &after),
            };
            let name = Some(rules.move_number(mv));
            let mut score = alpha + 1;
            if i > 0 {
                let less = roots.reduction(turn, worker.order, i, depth);
                score = -worker.score(&child, depth - 1 - less, (-alpha - 1, -alpha), 1, name)?;
                if score > alpha && less > 0 {
                    score = -worker.score(&child, depth - 1, (-alpha - 1, -alpha), 1, name)?;
                }
            }
            if i == 0 || (score > alpha && score < beta) {
                score = -worker.score(&child, depth - 1, (-beta, -alpha), 1, name)?;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                worker.extend_line(0, mv.clone());
                insight.chosen = roots.order[i];
                insight.line.clone_from(&worker.lines[0]);
                insight.score = score;
                insight.proved = proved(score).filter(|(wins, _)| *wins);
                roots.prefer(i);
                if score >= beta {
                    break;
                }
            }
        }
        Ok(best)
    })();
    worker.path.truncate(steps);
    result
}

impl<R: Turns> Agent<R> for Engine<'_, R> {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.table.clear();
        for (order, guesses) in &mut self.memories {
            order.clear();
            guesses.clear();
        }
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        if turn.moves.len() == 1 { Ok(0) } else { Ok(self.think(turn, budget, &mut |_| {})?.chosen) }
    }

    fn set_thinking(&mut self, thinking: Thinking) {
        self.thinking = thinking;
    }
}

#[cfg(test)]
mod tests {
    use nimatron_games::epaminondas::Epaminondas;
    use nimatron_rules::{Notation, Player, Rules};

    use super::table::{Bound, Known};
    use super::*;
    use crate::seed_of;

    #[test]
    fn a_short_search_uses_little_of_its_table_and_a_game_begins_with_as_little() {
        let (rules, start) = Epaminondas::<3>::open("", "start").unwrap();
        let mut moves = Vec::new();
        rules.moves(&start, Player::Left, &mut moves);
        let history = [start];
        let turn =
            Turn { rules: &rules, player: Player::Left, misere: false, moves: &moves, history: &history };
        let few = Thinking { nodes: Some(10_000), ..Thinking::default() };
        let mut engine = Engine::new(Options::ALL, few);
        engine.begin(1);
        engine.think(&turn, &Budget::unlimited(), &mut |_| {}).unwrap();
        assert_eq!((engine.table.bytes(), engine.table.used_bytes()), (TABLE, 1 << 20));
        let known = Known { score: 0, depth: 1, bound: Bound::Exact, best: None };
        for number in 0..100_000 {
            engine.table.keep(u128::from(seed_of(1, number)) << 64 | u128::from(seed_of(2, number)), known);
        }
        assert!(engine.table.used_bytes() > 1 << 20);
        engine.begin(2);
        assert_eq!((engine.table.bytes(), engine.table.used_bytes()), (TABLE, 1 << 20));
    }
}
