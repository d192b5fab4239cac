//! Who wins, without computing the value of the whole position.
//!
//! Play alternates on the sum of a position's parts. In normal play, parts with few moves left are replaced
//! by their exact values as soon as they appear, and these values are added up, so the search only sees the
//! few large parts and one value. When only a value is left, the outcome is read off it. In misère play there
//! are no such values, and all parts stay.

use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::Arc;

use nimatron_rules::{
    Booked, Budget, Convention, Expand, Key, Meter, Partizan, Player, ScoredOption, Short, hash_of,
    sort_by_key,
};
use nimatron_value::{Arena, Game, Outcome, within};
use smallvec::SmallVec;

use crate::SolveError;
use crate::memo::Memo;
use crate::stack::deep;
use crate::value::{KnownValues, arena_for, limits_of};

/// Decides who wins, and remembers the results.
pub struct OutcomeSolver<'a, K> {
    game: Arc<dyn Expand<K> + 'a>,
    convention: Convention,
    arena: Arena,
    values: KnownValues<K>,
    table: Memo<State<K>, bool>,
    /// The memory of the table.
    booked: Booked,
    meter: Meter,
    /// Empty lists for reuse.
    spare: Vec<Moves<K>>,
    options: Vec<K>,
}

/// The moves of a sum, with their scores.
type Moves<K> = Vec<ScoredOption<K>>;

/// A sum in which one player is to move.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State<P> {
    /// The parts that are not evaluated, in a canonical order.
    parts: SmallVec<[Signed<P>; 2]>,
    /// The sum of the values of the evaluated parts.
    value: Game,
    to_move: Player,
}

impl<P> State<P> {
    /// The bytes of its parts, if there are too many to be stored in place.
    fn bytes_beside(&self) -> usize {
        if self.parts.spilled() { self.parts.capacity() * size_of::<Signed<P>>() } else { 0 }
    }
}

/// A part in normal form up to sign, and whether it is negated.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Signed<P> {
    normal: P,
    negated: bool,
}

/// Parts with at most this many moves left are evaluated. Domineering 6×7 and Clobber 4×5 take
/// 0.75 s and 0.22 s with 4, 0.55 s and 0.17 s with 6, 1.0 s and 0.22 s with 8, 4.1 s and 0.51 s with 10.
const SMALL: u32 = 6;

impl<'a, K: Key> OutcomeSolver<'a, K> {
    /// A solver for a game that spends from `budget`.
    #[must_use]
    pub fn new<R: Short<Position = K>>(rules: &'a R, convention: Convention, budget: &Budget) -> Self {
        Self::of(Arc::new(Partizan(rules)), convention, budget)
    }

    /// The same for a game as solvers see it.
    #[must_use]
    pub fn of(game: Arc<dyn Expand<K> + 'a>, convention: Convention, budget: &Budget) -> Self {
        OutcomeSolver {
            game,
            convention,
            arena: arena_for(budget),
            values: KnownValues::new(budget),
            table: Memo::new(),
            booked: budget.booking(),
            meter: budget.meter(),
            spare: Vec::new(),
            options: Vec::new(),
        }
    }

    /// Whether `player`, moving first, wins.
    pub fn first_wins(&mut self, position: &K, player: Player) -> Result<bool, SolveError> {
        let limits = limits_of(self.meter.budget());
        within(&limits, || {
            let mut state = State { parts: SmallVec::new(), value: Game::ZERO, to_move: player };
            self.add(&mut state, position, false)?;
            self.wins(self.tidy(state)?)
        })
    }

    /// Who wins for either player to start.
    pub fn outcome(&mut self, position: &K) -> Result<Outcome, SolveError> {
        let left = self.first_wins(position, Player::Left)?;
        let right = self.first_wins(position, Player::Right)?;
        Ok(Outcome::from_first_players(left, right))
    }

    /// The number of distinct sums and parts met so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        (self.table.len() + self.values.len()) as u64
    }

    /// Adds a position to a sum.
    fn add(&mut self, state: &mut State<K>, position: &K, negated: bool) -> Result<(), SolveError> {
        for part in self.game.parts(position) {
            let (normal, turned) = self.game.normal_up_to_sign(&part);
            let negated = negated ^ turned;
            if self.convention == Convention::Normal && self.game.moves_left(&normal) <= SMALL {
                let value = self.values.part(&*self.game, &self.arena, &normal)?;
                let value = if negated { self.arena.negative(value)? } else { value };
                state.value = self.arena.sum(state.value, value)?;
            } else {
                state.parts.push(Signed { normal, negated });
            }
        }
        Ok(())
    }

    /// The canonical representation of a sum.
    fn tidy(&self, mut state: State<K>) -> Result<State<K>, SolveError> {
        // 1. In normal play a part and its negative cancel out.
        if self.convention == Convention::Normal {
            let mut i = 0;
            while i < state.parts.len() {
                let opposite = Signed { negated: !state.parts[i].negated, ..state.parts[i].clone() };
                match state.parts[i + 1..].iter().position(|part| *part == opposite) {
                    Some(j) => {
                        state.parts.remove(i + 1 + j);
                        state.parts.remove(i);
                    }
                    None => i += 1,
                }
            }
        }
        // 2. A fixed order, and the first part with a positive sign.
        state.parts.sort_by_cached_key(hash_of);
        if state.parts.first().is_some_and(|part| part.negated) {
            for part in &mut state.parts {
                part.negated = !part.negated;
            }
            state.value = self.arena.negative(state.value)?;
            state.to_move = state.to_move.opponent();
        }
        Ok(state)
    }

    /// Whether the player to move wins.
    fn wins(&mut self, state: State<K>) -> Result<bool, SolveError> {
        if state.parts.is_empty() && self.convention == Convention::Normal {
            return Ok(match state.to_move {
                Player::Left => !self.arena.le(state.value, Game::ZERO)?,
                Player::Right => !self.arena.le(Game::ZERO, state.value)?,
            });
        }
        if let Some(answer) = self.table.get(&state) {
            return Ok(answer);
        }
        self.meter.tick()?;
        let answer = deep(self, |solver| solver.meter.budget(), |solver| solver.some_move_wins(&state))?;
        self.table.check(self.meter.budget(), 0)?;
        let (before, beside) = (self.table.bytes(), state.bytes_beside());
        self.table.insert(state, answer);
        self.booked.change(before, self.table.bytes() + beside);
        Ok(answer)
    }

    fn some_move_wins(&mut self, state: &State<K>) -> Result<bool, SolveError> {
        let opponent = state.to_move.opponent();
        // 1. Moves in the value: before all others if it is hot, otherwise after them.
        let hot = self.arena.number(state.value).is_none();
        if hot && self.some_move_in_value_wins(state)? {
            return Ok(true);
        }
        // 2. Moves in the parts, starting with those that leave the mover many moves and the opponent few.
        let mut moves = self.spare.pop().unwrap_or_default();
        for (i, part) in state.parts.iter().enumerate() {
            let player = if part.negated { opponent } else { state.to_move };
            let most = self.game.move_bound(&part.normal, player);
            self.meter.budget().check_list::<(i64, usize, [K; 2])>(most)?;
            self.game.scored_options(&part.normal, player, i as u32, &mut self.options, &mut moves);
            self.meter.step()?;
        }
        if self.convention == Convention::Misere && moves.is_empty() {
            self.spare.push(moves);
            return Ok(true);
        }
        sort_by_key(&mut moves, |scored| Reverse(scored.score));
        let wins = self.some_of_these_wins(state, &mut moves);
        moves.clear();
        self.spare.push(moves);
        if wins? {
            return Ok(true);
        }
        if hot { Ok(false) } else { self.some_move_in_value_wins(state) }
    }

    fn some_of_these_wins(&mut self, state: &State<K>, moves: &mut Moves<K>) -> Result<bool, SolveError> {
        for ScoredOption { tag, option, .. } in moves.drain(..) {
            let mut next = State { to_move: state.to_move.opponent(), ..state.clone() };
            let moved = next.parts.remove(tag as usize);
            self.add(&mut next, &option, moved.negated)?;
            if !self.wins(self.tidy(next)?)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn some_move_in_value_wins(&mut self, state: &State<K>) -> Result<bool, SolveError> {
        let (left, right) = self.arena.options(state.value)?;
        let options: SmallVec<[Game; 8]> = match state.to_move {
            Player::Left => left.into(),
            Player::Right => right.into(),
        };
        for value in options {
            let next = State { parts: state.parts.clone(), value, to_move: state.to_move.opponent() };
            if !self.wins(next)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
