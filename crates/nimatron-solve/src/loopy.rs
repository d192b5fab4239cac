//! Who wins a game that need not end.
//!
//! All positions that can be reached are numbered, in a table of eight bytes per slot, and the moves between
//! them are reversed. A player who cannot move has lost (or, in misère play, has won). The search works
//! backwards from there: a player who can move to a state in which the opponent has lost, wins; a player
//! whose every move leads to a state in which the opponent wins, loses. Each move is examined once. States
//! are processed in the order of their distance from the end, so the search also finds how soon a player can
//! win and how long the other can hold out. A state that is never reached is drawn: both players can go on
//! for ever.

use std::fmt;
use std::sync::Arc;

use nimatron_rules::{Budget, Convention, Ending, Endless, Expand, Key, Player, Rules};
use nimatron_value::{Graph, Loops, Sided};

use crate::positions::{Moves, Positions, explore};
use crate::{Outcome, SolveError};

/// How a game ends with best play, for either player to start.
///
/// It displays as `N`, `P`, `L` or `R` if there is a winner for either start, as `D` if it is drawn for
/// either start, and otherwise with two letters, one for how it ends if Left starts and one for Right: `LD`,
/// `DL`, `DR`, `RD`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Endings {
    /// If Left starts.
    pub left_first: Ending,
    /// If Right starts.
    pub right_first: Ending,
}

impl Endings {
    /// How it ends if `first` starts.
    #[must_use]
    pub const fn if_starts(self, first: Player) -> Ending {
        match first {
            Player::Left => self.left_first,
            Player::Right => self.right_first,
        }
    }

    /// The outcome class, if neither ending is a draw.
    #[must_use]
    pub fn class(self) -> Option<Outcome> {
        match (self.left_first, self.right_first) {
            (Ending::Won(left), Ending::Won(right)) => {
                Some(Outcome::from_first_players(left == Player::Left, right == Player::Right))
            }
            _ => None,
        }
    }
}

/// The winner of a position of this class if `first` starts.
#[must_use]
pub const fn winner(class: Outcome, first: Player) -> Player {
    match class {
        Outcome::N => first,
        Outcome::P => first.opponent(),
        Outcome::L => Player::Left,
        Outcome::R => Player::Right,
    }
}

impl From<Outcome> for Endings {
    fn from(class: Outcome) -> Self {
        let [left_first, right_first] = Player::BOTH.map(|first| Ending::Won(winner(class, first)));
        Endings { left_first, right_first }
    }
}

impl fmt::Display for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |ending| match ending {
            Ending::Won(Player::Left) => 'L',
            Ending::Won(Player::Right) => 'R',
            Ending::Drawn => 'D',
        };
        match (self.class(), letter(self.left_first), letter(self.right_first)) {
            (Some(class), ..) => write!(f, "{class}"),
            (None, 'D', 'D') => f.write_str("D"),
            (None, left, right) => write!(f, "{left}{right}"),
        }
    }
}

/// The outcomes of a position of a loopy game, and of all positions that can be reached from it.
pub struct LoopyOutcomes<'a, K> {
    game: Arc<dyn Expand<K> + 'a>,
    positions: Positions<K>,
    states: Vec<State>,
    moves: u64,
}

/// What is known about a state: while it is undecided, the number of undecided moves; then the number of
/// moves until the end.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State(u32);

/// The player to move loses, or wins.
const LOST: u32 = 1;
const WON: u32 = 2;

impl State {
    fn new(kind: u32, count: u32) -> Self {
        State(count << 2 | kind)
    }

    fn kind(self) -> u32 {
        self.0 & 3
    }

    fn count(self) -> u32 {
        self.0 >> 2
    }
}

impl<'a, K: Key> LoopyOutcomes<'a, K> {
    /// Solves a position and all that can be reached from it.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn new<R: Rules<Position = K>>(
        rules: &'a R,
        position: &K,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, SolveError> {
        Self::of(Arc::new(Endless(rules)), position, convention, budget)
    }

    /// The same for a game as solvers see it.
    ///
    /// # Errors
    /// If the budget is used up.
    pub fn of(
        game: Arc<dyn Expand<K> + 'a>,
        position: &K,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, SolveError> {
        let (positions, moves) =
            explore(&*game, position, |position| game.normal_up_to_sign(position), budget)?;
        let count = moves.targets.len() as u64;
        let states = backwards(moves, convention, budget)?;
        Ok(LoopyOutcomes { game, positions, states, moves: count })
    }

    /// The number of positions that were found. Positions that are equal by symmetry, with the players
    /// exchanged or not, count once.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions.len() as u64
    }

    /// The number of moves between them.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The endings of a position that can be reached; `None` for any other.
    #[must_use]
    pub fn endings(&self, position: &K) -> Option<Endings> {
        let [left, right] = Player::BOTH.map(|first| self.ending(position, first));
        Some(Endings { left_first: left?.0, right_first: right?.0 })
    }

    /// How a position that can be reached ends if `first` starts, and after how many moves if there is a
    /// winner, when the winner hurries and the loser holds out.
    #[must_use]
    pub fn ending(&self, position: &K, first: Player) -> Option<(Ending, Option<u32>)> {
        let (normal, exchanged) = self.game.normal_up_to_sign(position);
        let number = self.positions.number(&normal)? as usize;
        let state = self.states[2 * number + (first.index() ^ usize::from(exchanged))];
        Some(match state.kind() {
            WON => (Ending::Won(first), Some(state.count())),
            LOST => (Ending::Won(first.opponent()), Some(state.count())),
            _ => (Ending::Drawn, None),
        })
    }

    /// The number of positions, counted as above, with each of these endings.
    #[must_use]
    pub fn census(&self) -> Vec<(Endings, u64)> {
        let mut census: Vec<(Endings, u64)> = Vec::new();
        for pair in self.states.as_chunks::<2>().0 {
            let ending = |state: State, first: Player| match state.kind() {
                WON => Ending::Won(first),
                LOST => Ending::Won(first.opponent()),
                _ => Ending::Drawn,
            };
            let endings = Endings {
                left_first: ending(pair[0], Player::Left),
                right_first: ending(pair[1], Player::Right),
            };
            match census.iter_mut().find(|(known, _)| *known == endings) {
                Some((_, count)) => *count += 1,
                None => census.push((endings, 1)),
            }
        }
        census.sort_by_key(|(endings, _)| endings.to_string());
        census
    }
}

/// Works backwards from the ends of play.
fn backwards(moves: Moves, convention: Convention, budget: &Budget) -> Result<Vec<State>, SolveError> {
    let Moves { degrees, targets } = moves;
    let count = degrees.len();
    let bytes = targets.capacity() * 4 + degrees.capacity() * 4;
    budget.check_memory(bytes + targets.len() * 4 + count * (8 + 4 + 4))?;

    // 1. The reversed moves: `sources[ends[t - 1]..ends[t]]` can move to `t`.
    let mut ends = vec![0u64; count + 1];
    for target in &targets {
        ends[*target as usize + 1] += 1;
    }
    for t in 1..=count {
        ends[t] += ends[t - 1];
    }
    let mut sources = vec![0u32; targets.len()];
    let mut rest = &targets[..];
    for (source, degree) in degrees.iter().enumerate() {
        let (own, others) = rest.split_at(*degree as usize);
        rest = others;
        for target in own {
            let place = &mut ends[*target as usize];
            sources[*place as usize] = source as u32;
            *place += 1;
        }
    }
    drop(targets);
    let mut states: Vec<State> = degrees.iter().map(|degree| State::new(0, *degree)).collect();
    drop(degrees);

    // 2. The ends of play, and backwards from there.
    let mut meter = budget.meter();
    let mut queue: Vec<u32> = Vec::new();
    let stuck = if convention == Convention::Normal { LOST } else { WON };
    for (s, state) in states.iter_mut().enumerate() {
        if state.count() == 0 {
            *state = State::new(stuck, 0);
            queue.push(s as u32);
        }
    }
    let mut at = 0;
    while at < queue.len() {
        meter.tick()?;
        let t = queue[at] as usize;
        at += 1;
        let reached = states[t];
        let first = if t == 0 { 0 } else { ends[t - 1] };
        for source in &sources[first as usize..ends[t] as usize] {
            let state = &mut states[*source as usize];
            if state.kind() != 0 {
                continue;
            }
            if reached.kind() == LOST {
                *state = State::new(WON, reached.count() + 1);
            } else if state.count() > 1 {
                *state = State::new(0, state.count() - 1);
                continue;
            } else {
                *state = State::new(LOST, reached.count() + 1);
            }
            queue.push(*source);
        }
    }
    meter.flush()?;
    Ok(states)
}

/// The value of a position of a loopy game, and the number of positions that were visited.
///
/// # Errors
/// If the budget is used up.
pub fn loopy_value<R: Rules>(
    rules: &R,
    position: &R::Position,
    loops: &mut Loops,
    budget: &Budget,
) -> Result<(Sided, u64), SolveError> {
    loopy_value_of(&Endless(rules), position, loops, budget)
}

/// The same for a game as solvers see it.
pub(crate) fn loopy_value_of<K: Key>(
    game: &dyn Expand<K>,
    position: &K,
    loops: &mut Loops,
    budget: &Budget,
) -> Result<(Sided, u64), SolveError> {
    let (graph, positions) = graph_of(game, position, budget)?;
    let values = loops.sides(&graph)?;
    Ok((values[0], positions))
}

/// The positions that can be reached as a graph, with the first as number 0, and the number of positions.
///
/// # Errors
/// If the budget is used up.
pub fn loopy_graph<R: Rules>(
    rules: &R,
    position: &R::Position,
    budget: &Budget,
) -> Result<(Graph, u64), SolveError> {
    graph_of(&Endless(rules), position, budget)
}

fn graph_of<K: Key>(game: &dyn Expand<K>, position: &K, budget: &Budget) -> Result<(Graph, u64), SolveError> {
    let (positions, moves) = explore(game, position, |position| (game.normal(position), false), budget)?;
    // The moves once more, and two lists per position.
    let bytes =
        4 * (2 * moves.targets.len() + moves.degrees.len()) + 2 * positions.len() * size_of::<Vec<u32>>();
    budget.check_large(bytes)?;
    let mut graph = Graph::new();
    for _ in 0..positions.len() {
        graph.add();
    }
    let mut rest = &moves.targets[..];
    let mut meter = budget.meter();
    for (number, degrees) in moves.degrees.as_chunks::<2>().0.iter().enumerate() {
        meter.tick()?;
        let mut side = |degree: u32| {
            let (own, others) = rest.split_at(degree as usize);
            rest = others;
            let mut options: Vec<u32> = own.iter().map(|state| state / 2).collect();
            options.sort_unstable();
            options.dedup();
            options
        };
        let (left, right) = (side(degrees[0]), side(degrees[1]));
        graph.set(number as u32, &left, &right);
    }
    meter.flush()?;
    Ok((graph, positions.len() as u64))
}
