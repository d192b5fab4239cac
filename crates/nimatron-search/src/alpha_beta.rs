//! Alpha-beta search with iterative deepening: the strong player of every game.
//!
//! The table holds whole positions in their normal form, so it never confuses two. Moves are tried in this
//! order: the best move of an earlier search, killers, then moves that leave the opponent few moves, which is
//! also how positions are guessed. There is no history of moves by kind, because a move is whatever a game
//! says it is.
//!
//! Endgames, that is positions whose parts all have few moves left, are asked of an [`Oracle`].

use std::time::Duration;

use nimatron_rules::{Budget, Convention, Player, Rules, Turns};
use web_time::Instant;

use crate::search::{INFINITE, Search, Spare, Stop, is_proved};
use crate::transpositions::Transpositions;
use crate::{Agent, Evaluation, Oracle, PlayError, Random, Turn};

/// The limits of thinking about a move. Without limits, a search goes on until the game is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thinking {
    /// The maximum depth in moves.
    pub depth: Option<u32>,
    /// The maximum time. With this limit, the move depends on the machine.
    pub time: Option<Duration>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// The default number of positions per move: the same on every machine, and searched in an instant.
    pub const NODES: u64 = 100_000;
    /// The maximum depth of any search.
    pub const DEEPEST: u32 = 200;
}

/// Searches with alpha-beta and iterative deepening, a transposition table, and an oracle for endgames if it
/// has one. It plays the best move it found, chosen at random if there are several. If all moves are proved
/// to lose, it plays the one that was hardest to refute, by the number of positions visited.
pub struct AlphaBeta<'a, R: Rules> {
    thinking: Thinking,
    evaluation: Evaluation<R>,
    oracle: Option<Box<dyn Oracle<R> + 'a>>,
    table: Transpositions<R>,
    spare: Spare<R>,
    random: Random,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The index of the best move.
    pub chosen: usize,
    /// The depth of the last finished search.
    pub depth: u32,
    /// The score for the player to move, by the evaluation or by a proof.
    pub score: i32,
    /// Whether the player to move wins, if that is proved.
    pub wins: Option<bool>,
    /// The positions visited.
    pub nodes: u64,
}

impl<'a, R: Turns> AlphaBeta<'a, R> {
    /// An agent that thinks within these limits.
    #[must_use]
    pub fn new(thinking: Thinking) -> Self {
        AlphaBeta {
            thinking,
            evaluation: mobility_difference,
            oracle: None,
            table: Transpositions::new(),
            spare: Vec::new(),
            random: Random::new(0),
        }
    }

    /// Replaces the evaluation.
    #[must_use]
    pub fn evaluation(mut self, evaluation: Evaluation<R>) -> Self {
        self.evaluation = evaluation;
        self
    }

    /// Adds an oracle that knows how some positions end. It is asked in every position that is searched, so
    /// it should answer quickly.
    #[must_use]
    pub fn oracle(mut self, oracle: Box<dyn Oracle<R> + 'a>) -> Self {
        self.oracle = Some(oracle);
        self
    }

    /// Searches for the best move.
    pub fn search(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<Found, PlayError> {
        let most_nodes = self.thinking.nodes.unwrap_or(u64::MAX);
        self.table.make_room(most_nodes.saturating_mul(4).min(MOST_ENTRIES), budget.memory_limit() / 4);
        let started = Instant::now();
        let mut search = Search {
            rules: turn.rules,
            convention: turn.convention,
            evaluation: self.evaluation,
            table: &mut self.table,
            oracle: match &mut self.oracle {
                Some(oracle) => Some(&mut **oracle),
                None => None,
            },
            path: turn.history.to_vec(),
            nodes: 0,
            most_nodes,
            deadline: self.thinking.time.and_then(|time| started.checked_add(time)),
            meter: budget.meter(),
            killers: Vec::new(),
            spare: std::mem::take(&mut self.spare),
        };

        // 1. The moves in random order, starting with those after which the opponent has few.
        let root = |index| Root { index, after: turn.after(index), effort: 0 };
        let mut roots: Vec<Root<R>> = (0..turn.moves.len()).map(root).collect();
        self.random.shuffle(&mut roots);
        roots.sort_by_cached_key(|root| turn.rules.mobility(&root.after, turn.player.opponent()));
        let chosen = roots.first().map_or(0, |root| root.index);
        let mut found = Found { chosen, depth: 0, score: 0, wins: None, nodes: 0 };

        // 2. Deeper and deeper, until everything is decided or a limit is reached.
        let deepest = self.thinking.depth.unwrap_or(Thinking::DEEPEST).min(Thinking::DEEPEST);
        let mut result = Ok(());
        for depth in 1..=deepest {
            let (best, stop) = at_root(&mut search, turn.player, &mut roots, depth);
            if let Some((at, score)) = best {
                // The best move so far comes first in a deeper search, so even a search that was cut short
                // has compared it with all moves that seemed better.
                roots[..=at].rotate_right(1);
                found.chosen = roots[0].index;
                found.score = score;
                found.wins = is_proved(score).then_some(score > 0);
            }
            match stop {
                None => found.depth = depth,
                Some(Stop::Limit) => {
                    // A loss is certain only when all moves have been tried.
                    found.wins = found.wins.filter(|wins| *wins);
                    break;
                }
                Some(Stop::Error(error)) => {
                    result = Err(error);
                    break;
                }
            }
            if found.wins.is_some() {
                break;
            }
        }
        if found.wins == Some(false)
            && let Some(hardest) = roots.iter().rev().max_by_key(|root| root.effort)
        {
            found.chosen = hardest.index;
        }
        found.nodes = search.nodes;
        self.spare = search.spare;
        result.map(|()| found)
    }
}

/// A move to choose from.
struct Root<R: Rules> {
    index: usize,
    after: R::Position,
    /// The number of positions that it took so far.
    effort: u64,
}

/// Tries all moves. Returns the best move and its score, among those that were tried, and what stopped the
/// search.
fn at_root<R: Turns>(
    search: &mut Search<'_, R>,
    player: Player,
    roots: &mut [Root<R>],
    depth: u32,
) -> (Option<(usize, i32)>, Option<Stop>) {
    let mut best: Option<(usize, i32)> = None;
    for (at, root) in roots.iter_mut().enumerate() {
        let alpha = best.map_or(-INFINITE, |(_, score)| score);
        let before = search.nodes;
        let score = search.branch(&root.after, player, depth, (alpha, INFINITE), 0, at == 0);
        root.effort += search.nodes - before;
        match score {
            Ok(score) if score > alpha => best = Some((at, score)),
            Ok(_) => {}
            Err(stop) => return (best, Some(stop)),
        }
    }
    (best, None)
}

impl<R: Turns> Agent<R> for AlphaBeta<'_, R> {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
        self.table.clear();
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        if turn.moves.len() == 1 { Ok(0) } else { Ok(self.search(turn, budget)?.chosen) }
    }

    fn set_thinking(&mut self, thinking: Thinking) {
        self.thinking = thinking;
    }
}

/// The maximum number of entries of the transposition table: about 200 MB on a board of 64 squares.
const MOST_ENTRIES: u64 = 1 << 22;

/// The player's number of moves minus the opponent's; in misère play the negative of that.
pub fn mobility_difference<R: Rules>(
    rules: &R,
    position: &R::Position,
    player: Player,
    convention: Convention,
) -> i32 {
    let mobility = |player| i32::try_from(rules.mobility(position, player)).unwrap_or(i32::MAX);
    let difference = mobility(player).saturating_sub(mobility(player.opponent()));
    if convention.is_misere() { -difference } else { difference }
}
