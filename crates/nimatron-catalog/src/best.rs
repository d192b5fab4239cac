//! The winning moves, or the best one if none wins.

use std::sync::Arc;

use nimatron_rules::{Budget, Ending, Exhausted, Notation, Player, Short};
use nimatron_solve::{Convention, OutcomeClass, SolveError, ValueSolver};
use nimatron_value::{Arena, Dyadic, Game, Outcome, Style, ValueError};

use crate::BestMove;
use crate::LabError;
use crate::outcomes::Outcomes;
use crate::shelf::Shelf;
use crate::table::Table;

/// How it ends, and the moves to know.
pub struct Best {
    /// Nothing if that is not known.
    pub winner: Option<Ending>,
    /// All winning moves, or the best one.
    pub moves: Vec<BestMove>,
    /// Why these are named.
    pub why: String,
}

/// What is known of a move.
struct Judged {
    name: String,
    outcome: OutcomeClass,
    value: Option<Game>,
}

impl Judged {
    /// Whether it is a winning move of the player.
    fn wins(&self, player: Player) -> bool {
        self.outcome.winner(player.opponent()) == player
    }
}

/// Values are found only if that is quick: within so many positions and so many bytes. They are there
/// for people to look at, and to choose between moves that lose. Both limits are met within a second.
const POSITIONS: u64 = 20_000;
const BYTES: usize = 64 << 20;

/// Finds all winning moves, or the best of those that lose.
pub fn best<R: Short + Notation>(
    table: &Table<R>,
    convention: Convention,
    player: Player,
    shelf: &Arc<Shelf>,
    budget: &Budget,
) -> Result<Best, LabError> {
    let (rules, position) = (&table.rules, &table.position);
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves);
    let after: Vec<_> = moves.iter().map(|mv| rules.play(position, player, mv)).collect();
    if moves.is_empty() {
        let winner = match convention {
            Convention::Normal => player.opponent(),
            Convention::Misere => player,
        };
        let why = format!("{winner} wins: {player} cannot move");
        return Ok(Best { winner: Some(Ending::Won(winner)), moves: Vec::new(), why });
    }

    // 1. What each move leads to, by its value if that is quick, else by search.
    let arena = Arena::with_limits(budget.memory_limit().min(BYTES), budget.flag());
    let values = match convention {
        Convention::Normal => quick_values(table, &after, &arena, budget)?,
        Convention::Misere => None,
    };
    let mut solver = Outcomes::new(table, convention, shelf, budget)?;
    let mut judged = Vec::with_capacity(moves.len());
    for (i, mv) in moves.iter().enumerate() {
        let value = values.as_ref().map(|values| values[i]);
        let outcome = match value {
            Some(value) => class(arena.outcome(value)?),
            // Who wins if the opponent starts says whether the move wins; the rest is asked for later.
            None => match solver.first_wins(&after[i], player.opponent()) {
                Ok(true) => OutcomeClass::N,
                Ok(false) => OutcomeClass::P,
                Err(error) => return Err(so_far(error.into(), player, &judged, moves.len())),
            },
        };
        judged.push((i, Judged { name: rules.show_move(position, player, mv), outcome, value }));
    }

    // 2. The winning ones, or one that loses.
    let winning = judged.iter().any(|(_, judged)| judged.wins(player));
    let why = match (winning, &values) {
        (true, _) => format!("{player} wins"),
        (false, Some(_)) => {
            format!(
                "{} wins: every move of {player} loses, and none leaves more than this",
                player.opponent()
            )
        }
        (false, None) => {
            format!(
                "{} wins: every move of {player} loses, and none may last longer than this",
                player.opponent()
            )
        }
    };
    if winning {
        judged.retain(|(_, judged)| judged.wins(player));
    } else if values.is_some() {
        let best = greatest(&arena, player, &judged)?;
        judged = vec![judged.swap_remove(best)];
    } else {
        let longest = |(i, _): &(usize, Judged)| rules.moves_left(&after[*i]);
        judged = judged.into_iter().rev().max_by_key(longest).into_iter().collect();
    }

    // 3. The whole outcome of those that are shown.
    let mut shown = Vec::with_capacity(judged.len());
    for (i, judged) in judged {
        let outcome = match judged.value {
            Some(_) => judged.outcome,
            None => match solver.outcome(&after[i]) {
                Ok(outcome) => outcome,
                Err(error) => {
                    let mover = if winning { player } else { player.opponent() };
                    return Err(LabError::from(error)
                        .but_known(|| format!("{mover} wins, and the move to know is {}", judged.name)));
                }
            },
        };
        let value = judged.value.map(|value| arena.display(value, Style::Unicode).to_string());
        shown.push(BestMove { name: judged.name, outcome: outcome.to_string(), value });
    }
    let winner = Ending::Won(if winning { player } else { player.opponent() });
    Ok(Best { winner: Some(winner), moves: shown, why })
}

/// The error, with what is known when only some moves are judged.
fn so_far(error: LabError, player: Player, judged: &[(usize, Judged)], all: usize) -> LabError {
    let winning: Vec<&str> =
        judged.iter().filter(|(_, judged)| judged.wins(player)).map(|(_, judged)| &*judged.name).collect();
    match (judged.len(), &winning[..]) {
        (0, _) => error,
        (some, []) => error.but_known(|| format!("{some} of the {all} moves of {player} lose")),
        (_, winning) => error.but_known(|| format!("{player} wins with {}", winning.join(", "))),
    }
}

/// The values of all positions, if they are found quickly.
fn quick_values<R: Short + Notation>(
    table: &Table<R>,
    positions: &[R::Position],
    arena: &Arena,
    budget: &Budget,
) -> Result<Option<Vec<Game>>, SolveError> {
    let quick = Budget::unlimited().nodes(POSITIONS).memory(BYTES).stop_flag(budget.flag());
    let values = || -> Result<Vec<Game>, SolveError> {
        if let Some(nimbers) = table.nimbers {
            let mut solver = nimbers(&table.rules, &quick);
            return positions.iter().map(|position| Ok(arena.nimber(solver.nimber(position)?)?)).collect();
        }
        let mut solver = ValueSolver::new(&table.rules, arena, &quick);
        positions.iter().map(|position| solver.value(position)).collect()
    };
    match values() {
        Ok(values) => Ok(Some(values)),
        Err(error @ SolveError::Exhausted(Exhausted::Stopped))
        | Err(error @ SolveError::Value(ValueError::Stopped)) => Err(error),
        Err(_) => Ok(None),
    }
}

/// The first of the moves with the best mean for the player, of which no other leads to more.
fn greatest(arena: &Arena, player: Player, judged: &[(usize, Judged)]) -> Result<usize, ValueError> {
    let mut best: Option<(usize, Game, Dyadic)> = None;
    for (at, (_, judged)) in judged.iter().enumerate() {
        let Some(value) = judged.value else { continue };
        let mean = arena.mean(value)?;
        let better = match &best {
            None => true,
            Some((_, other, other_mean)) => {
                let (low, high) = if player == Player::Left { (*other, value) } else { (value, *other) };
                let by_mean = if player == Player::Left { mean > *other_mean } else { mean < *other_mean };
                value != *other && (by_mean || (mean == *other_mean && arena.le(low, high)?))
            }
        };
        if better {
            best = Some((at, value, mean));
        }
    }
    Ok(best.map_or(0, |(at, ..)| at))
}

/// The class, in the solvers' words.
fn class(outcome: Outcome) -> OutcomeClass {
    match outcome {
        Outcome::N => OutcomeClass::N,
        Outcome::P => OutcomeClass::P,
        Outcome::L => OutcomeClass::L,
        Outcome::R => OutcomeClass::R,
    }
}
