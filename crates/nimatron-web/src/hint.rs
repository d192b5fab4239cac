//! The move to play, and the reason in a sentence.

use nimatron_lab::parameters::Place;
use nimatron_lab::questions::agents::Agents;
use nimatron_lab::questions::best::{Best, BestReport};
use nimatron_lab::{BestMove, Cell, Convention, GamePosition, Player, Session, View};

use crate::desk::{Answer, Asking, until};
use crate::judge::nim_sum;
use crate::protocol::{GameState, Hint};
use crate::scene::{Seated, letters};

/// The agent to ask if a position takes too long to solve.
const GUESSER: &str = "alpha-beta";

/// The longest value in a sentence.
const LONGEST: usize = 60;

/// The move to play, and the reason.
pub(crate) fn hint(asking: &Asking<'_>, table: &GameState, millis: u32) -> Answer<Hint> {
    let deadline = asking.until(millis);
    let seated = Seated::at(asking, table)?;
    let mut session = seated.replay()?;
    let called = |hint: Hint| Hint { why: seated.called(&hint.why), ..hint };
    if let Some(over) = session.over() {
        return Ok(called(Hint { name: None, why: format!("The game is over: {}.", over.why) }));
    }
    let (convention, to_move) = (table.convention, Some(session.to_move()));
    let question = Best { place: Place::new(&*table.game, session.show()), convention, to_move };
    let found = asking.run(until(deadline).mul_f64(0.7)).longest(LONGEST).ask(&question);
    asking.go_on()?;
    match found {
        Ok(report) => explained(asking, table, &mut session, &report).map(called),
        Err(error) if error.is_unfinished() => {
            let run = asking.run(until(deadline));
            let name = session.suggestion(GUESSER, run.budget()).ok().flatten();
            let why = match &name {
                Some(_) => format!("It would take long to solve this position. {GUESSER} would play this."),
                None => "It would take long to solve this position.".into(),
            };
            asking.go_on()?;
            Ok(called(Hint { name, why }))
        }
        Err(error) => Err(error.into()),
    }
}

/// One of the best moves, with all the reasons found.
fn explained(
    asking: &Asking<'_>,
    table: &GameState,
    session: &mut Session<'_>,
    report: &BestReport,
) -> Answer<Hint> {
    let mover = session.to_move();
    let entry = asking.lab.game(&table.game)?;
    if entry.is_only_played() {
        let name = report.moves.first().map(|best| best.name.clone());
        return Ok(Hint { name, why: sentence(&report.why) });
    }
    let wins = report.winner.as_deref() == Some(&*mover.to_string().to_lowercase());
    // A move that a strategy of the game suggests, too, is easier to understand.
    let strategies = asking.run(asking.left()).ask(&Agents { game: Some(table.game.clone()) });
    let strategies = strategies.map(|report| report.agents).unwrap_or_default();
    let own = strategies.iter().filter(|agent| agent.game.is_some());
    let mut by_strategy = own.filter_map(|strategy| {
        let name = session.suggestion(strategy.name, asking.run(asking.left()).budget()).ok().flatten()?;
        report.moves.iter().find(|best| best.name == name).map(|best| (best, strategy.name))
    });
    let chosen = by_strategy.next().filter(|_| wins);
    drop(by_strategy);
    let Some((best, strategy)) =
        chosen.map(|(best, name)| (best, Some(name))).or(report.moves.first().map(|best| (best, None)))
    else {
        return Ok(Hint { name: None, why: sentence(&report.why) });
    };
    let mut why = vec![first_reason(table, report, best, mover, wins, entry.is_impartial())];
    if wins {
        why.extend(more_reasons(asking, table, session, &best.name));
        why.extend(strategy.map(|name| format!("So says the strategy “{name}”, too")));
    }
    Ok(Hint {
        name: Some(best.name.clone()),
        why: why.iter().map(|why| sentence(why)).collect::<Vec<_>>().join(" "),
    })
}

fn first_reason(
    table: &GameState,
    report: &BestReport,
    best: &BestMove,
    mover: Player,
    wins: bool,
    impartial: bool,
) -> String {
    match (&best.value, wins) {
        (Some(value), true) if value == "0" => {
            format!("leaves value 0: whoever is to move there, here {}, loses", mover.opponent())
        }
        (Some(value), true) => format!("leaves value {value}, with which {mover} wins"),
        (None, true) if table.convention == Convention::Misere => {
            format!("leaves a position that {} loses in misère play", mover.opponent())
        }
        (None, true) if impartial => "leaves a position that the next player loses".into(),
        (None, true) => format!("leaves a position that {} loses", mover.opponent()),
        (_, false) => report.why.clone(),
    }
}

/// Further reasons for a winning move.
fn more_reasons(
    asking: &Asking<'_>,
    table: &GameState,
    session: &mut Session<'_>,
    name: &str,
) -> Vec<String> {
    let mut reasons = Vec::new();
    let mover = session.to_move();
    let moves = session.moves(usize::MAX).unwrap_or_default();
    let Some(number) = moves.iter().position(|mv| mv.name == name) else { return reasons };
    let Some(position) = session.here().successors(mover, number + 1).nth(number) else { return reasons };
    let after = position.view();
    if table.convention == Convention::Normal
        && let Some(sum) = nim_sum(asking, &position)
        && sum.total == 0
    {
        let parts = sum.parts.iter().map(u64::to_string).collect::<Vec<_>>().join(" ⊕ ");
        reasons.push(format!("makes the nim-sum {parts} = 0"));
    }
    if is_symmetric(&after) {
        let exchanged = if letters(&after).is_empty() { "" } else { ", with colours exchanged" };
        reasons
            .push(format!("keeps the symmetry: the board turned by half a turn looks the same{exchanged}"));
    }
    let blocked = blocked(&session.here(), &position, mover.opponent());
    match blocked {
        0 => {}
        1 => reasons.push("blocks one enemy piece".into()),
        blocked => reasons.push(format!("blocks {blocked} enemy pieces")),
    }
    reasons
}

/// Whether a nonempty board looks the same after half a turn, with the players exchanged.
fn is_symmetric(view: &View) -> bool {
    let View::Board { cells, .. } = view else { return false };
    let image = |cell: &Cell| match *cell {
        Cell::Piece { owner: Some(owner), .. } => (1, Some(owner)),
        Cell::Piece { owner: None, .. } => (2, None),
        Cell::Only(player) => (3, Some(player)),
        Cell::Empty => (4, None),
        Cell::Blocked => (5, None),
        Cell::Attacked => (6, None),
    };
    let turned = |(cell, other): (&Cell, &Cell)| {
        let ((kind, owner), (other, enemy)) = (image(cell), image(other));
        kind == other && owner.map(Player::opponent) == enemy
    };
    cells.iter().any(|cell| *cell != Cell::Empty) && cells.iter().zip(cells.iter().rev()).all(turned)
}

/// The number of pieces of a player that could move before and now cannot, but are still there.
fn blocked(before: &GamePosition, after: &GamePosition, player: Player) -> usize {
    let now = after.view();
    let View::Board { cells, .. } = &now else { return 0 };
    let movers = |position: &GamePosition| -> Vec<usize> {
        let touches = position.touches(player, usize::MAX);
        let mut squares: Vec<usize> = touches.filter_map(|touch| touch.squares.first().copied()).collect();
        squares.sort_unstable();
        squares.dedup();
        squares
    };
    let (could, can) = (movers(before), movers(after));
    let is_there = |square: &usize| matches!(cells.get(*square), Some(Cell::Piece { owner: Some(owner), .. }) if *owner == player);
    could.iter().filter(|square| is_there(square) && !can.contains(square)).count()
}

/// Turns a phrase into a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.trim().chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let text = first + letters.as_str();
    if text.ends_with(['.', '!', '?']) { text } else { text + "." }
}
