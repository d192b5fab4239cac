//! The winning moves, or the best move if none wins.

use std::sync::Arc;

use nimatron_rules::{
    AnyMove, AnyPosition, Budget, Convention, Ending, Exhausted, Notation, Player, Rules, Short,
};
use nimatron_solve::{Outcome, SolveError, any_nimbers, any_values, arena_for, winner};
use nimatron_value::{Arena, Dyadic, Game, Style, ValueError};

use crate::outcomes::Outcomes;
use crate::position::Position;
use crate::solutions::Solutions;
use crate::{BestMove, LabError};

/// The ending and the moves worth knowing.
pub struct Best {
    /// `None` if the ending is not known.
    pub winner: Option<Ending>,
    /// All winning moves, or the best one.
    pub moves: Vec<BestMove>,
    /// Why these moves are named.
    pub why: String,
}

/// What is known about a move.
struct Judged {
    outcome: Outcome,
    value: Option<Game>,
}

impl Judged {
    /// Whether it is a winning move of the player.
    fn wins(&self, player: Player) -> bool {
        winner(self.outcome, player.opponent()) == player
    }
}

/// How the players are called: in an impartial game nothing depends on who is Left, and only the turn
/// matters.
struct Names {
    /// The player to move.
    player: Player,
    is_impartial: bool,
}

impl Names {
    /// The player to move.
    fn mover(&self) -> String {
        if self.is_impartial { "the player to move".into() } else { self.player.to_string() }
    }

    /// Who wins.
    fn result(&self, mover_wins: bool) -> String {
        match (self.is_impartial, mover_wins) {
            (true, true) => "the player to move wins".into(),
            (true, false) => "the player to move loses".into(),
            (false, true) => format!("{} wins", self.player),
            (false, false) => format!("{} wins", self.player.opponent()),
        }
    }
}

/// Values are found only if that is quick: within this number of positions and bytes. They are shown to
/// people, and help to choose between losing moves. Both limits are reached within a second.
const POSITIONS: u64 = 20_000;
const BYTES: usize = 64 << 20;

/// Finds all winning moves, or the best losing move.
pub(crate) fn best(
    at: &Position,
    convention: Convention,
    player: Player,
    solutions: &Arc<Solutions>,
    budget: &Budget,
) -> Result<Best, LabError> {
    let (rules, position) = (&at.game, &at.position);
    let names = Names { player, is_impartial: at.is_impartial() };
    budget.check_list::<(AnyMove, AnyPosition, Judged, Game)>(rules.move_bound(position, player))?;
    let moves = at.listed(player, budget)?;
    let (mut after, mut meter) = (Vec::with_capacity(moves.len()), budget.meter());
    for mv in &moves {
        meter.step()?;
        after.push(rules.play(position, player, mv));
    }
    if moves.is_empty() {
        let winner = convention.winner_if_stuck(player);
        let why = match (names.is_impartial, winner == player) {
            (false, _) => format!("{winner} wins: {player} cannot move"),
            (true, true) => "the player to move wins: there is no move".into(),
            (true, false) => "the player to move loses: there is no move".into(),
        };
        return Ok(Best { winner: Some(Ending::Won(winner)), moves: Vec::new(), why });
    }

    // 1. What each move leads to, by its value if that is quick, otherwise by search.
    let arena = arena_for(&quick_budget(budget));
    let values = match convention {
        Convention::Normal => quick_values(at, &after, &arena, budget)?,
        Convention::Misere => None,
    };
    let mut solver = Outcomes::new(at, convention, solutions, budget)?;
    let mut judged = Vec::with_capacity(moves.len());
    let name = |i: usize| rules.show_move(position, player, &moves[i]);
    for i in 0..moves.len() {
        meter.step()?;
        let value = values.as_ref().map(|values| values[i]);
        let outcome = match value {
            Some(value) => arena.outcome(value)?,
            // Whether the move wins is decided by who wins if the opponent starts; the rest is computed
            // later.
            None => match solver.first_wins(&after[i], player.opponent()) {
                Ok(true) => Outcome::N,
                Ok(false) => Outcome::P,
                Err(error) => return Err(so_far(error.into(), &names, &judged, moves.len(), &name)),
            },
        };
        judged.push((i, Judged { outcome, value }));
    }

    // 2. The winning moves, or one losing move.
    let winning = judged.iter().any(|(_, judged)| judged.wins(player));
    let result = names.result(winning);
    let why = match (winning, &values) {
        (true, _) => result,
        (false, Some(_)) if names.is_impartial => format!("{result} with every move, for example"),
        (false, Some(_)) => format!("{result}: every move of {player} loses, and none leaves more than this"),
        (false, None) if names.is_impartial => {
            format!("{result} with every move, and none may last longer than this")
        }
        (false, None) => {
            format!("{result}: every move of {player} loses, and none may last longer than this")
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

    // 3. The complete outcome of the moves that are shown.
    let mut shown = Vec::with_capacity(judged.len());
    for (i, judged) in judged {
        let outcome = match judged.value {
            Some(_) => judged.outcome,
            None => match solver.outcome(&after[i]) {
                Ok(outcome) => outcome,
                Err(error) => {
                    return Err(LabError::from(error).but_known(|| {
                        format!("{}, and the move to know is {}", names.result(winning), name(i))
                    }));
                }
            },
        };
        let value = judged.value.map(|value| arena.display(value, Style::Unicode).to_string());
        shown.push(BestMove { name: name(i), outcome: outcome.to_string(), value });
    }
    let winner = Ending::Won(if winning { player } else { player.opponent() });
    Ok(Best { winner: Some(winner), moves: shown, why })
}

/// Adds to the error what is known if only some moves have been judged.
fn so_far(
    error: LabError,
    names: &Names,
    judged: &[(usize, Judged)],
    all: usize,
    name: &dyn Fn(usize) -> String,
) -> LabError {
    let winning = judged.iter().filter(|(_, judged)| judged.wins(names.player));
    let winning: Vec<String> = winning.take(100).map(|(i, _)| name(*i)).collect();
    match (judged.len(), &winning[..]) {
        (0, _) => error,
        (some, []) => error.but_known(|| format!("{some} of the {all} moves of {} lose", names.mover())),
        (_, winning) => error.but_known(|| format!("{} with {}", names.result(true), winning.join(", "))),
    }
}

/// The part of the budget that may be spent on values.
fn quick_budget(budget: &Budget) -> Budget {
    budget.clone().nodes(POSITIONS).memory(budget.memory_limit().min(BYTES))
}

/// The values of all positions, if they can be found quickly.
fn quick_values(
    at: &Position,
    positions: &[AnyPosition],
    arena: &Arena,
    budget: &Budget,
) -> Result<Option<Vec<Game>>, SolveError> {
    let quick = quick_budget(budget);
    let values = || -> Result<Vec<Game>, SolveError> {
        if let Some(mut solver) = any_nimbers(&at.game, &quick) {
            return positions.iter().map(|position| Ok(arena.nimber(solver.nimber(position)?)?)).collect();
        }
        let mut solver = any_values(&at.game, arena, &quick).expect("only short games are asked for values");
        positions.iter().map(|position| solver.value(position)).collect()
    };
    match values() {
        Ok(values) => Ok(Some(values)),
        Err(error @ SolveError::Exhausted(Exhausted::Stopped | Exhausted::Time(_))) => Err(error),
        Err(_) => Ok(None),
    }
}

/// The first of the moves with the best mean for the player such that no other move leads to more.
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
