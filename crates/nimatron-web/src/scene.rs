//! What a table looks like.

use std::time::Duration;

use nimatron_lab::{Cell, Convention, Lab, Player, Seats, Session, Sitting, View};
use web_time::Instant;

use crate::desk::{Answer, Asking, Trouble};
use crate::protocol::{self, Move, Scene, Table};
use crate::squares::{Touched, touched};

/// Positions with more counters than this are too large to be played on a page: every one of their moves would be sent.
const MOST_COUNTERS: u64 = 2000;
/// More moves than this are not sent.
const MOST_MOVES: u64 = 20_000;
/// So long it may take to look at what moves lead to. Whatever is left is known by its name only.
const PATIENCE: Duration = Duration::from_millis(300);

/// The table as it is.
pub(crate) fn scene(asking: &Asking<'_>, table: &Table) -> Answer<Scene> {
    let sitting = sit_down(&asking.lab, table)?;
    let session = replay(&sitting, table)?;
    seen(&asking.lab, table, &*session)
}

/// What a game in progress looks like.
pub(crate) fn seen(lab: &Lab, table: &Table, session: &dyn Session) -> Answer<Scene> {
    let view = session.view();
    let position = session.show();
    let over = session.over();
    let to_move = session.to_move();
    let moves = if over.is_some() { Vec::new() } else { moves(lab, &table.game, &view, session)? };
    let last = last_move(lab, table, session, &view);
    Ok(Scene {
        game: table.game.clone(),
        surface: surface(&position),
        players: players(lab, table, &view),
        position,
        view: (&view).into(),
        to_move: to_move.into(),
        moves,
        line: session.line().to_vec(),
        last_part: last.as_ref().and_then(|last| last.part),
        last: last.map(|last| last.squares).unwrap_or_default(),
        over: over.map(|over| protocol::Over {
            winner: over.winner.map(Into::into),
            why: called(lab, table, &over.why),
        }),
    })
}

/// Opens the game of a table.
pub(crate) fn sit_down(lab: &Lab, table: &Table) -> Answer<Sitting> {
    let sitting = lab.sit_down(&table.game, &table.start)?;
    check_size(&lab.view(&table.game, &table.start)?.0)?;
    Ok(sitting)
}

/// The convention of a table.
pub(crate) fn convention(table: &Table) -> Convention {
    if table.misere { Convention::Misere } else { Convention::Normal }
}

/// The game with all its moves played.
pub(crate) fn replay<'a>(sitting: &'a Sitting, table: &Table) -> Answer<Box<dyn Session + 'a>> {
    let seats = Seats {
        left: None,
        right: None,
        first: table.first.map(Into::into),
        convention: convention(table),
        seed: 1,
    };
    let mut session = sitting.session(&seats)?;
    for (number, name) in table.moves.iter().enumerate() {
        if let Some(over) = session.over() {
            let message = format!("the game is over after {number} moves: {}", over.why);
            return Err(Trouble::Refused(message));
        }
        session.play(name)?;
    }
    Ok(session)
}

fn too_large() -> Trouble {
    Trouble::Refused(format!(
        "this is too large to be played on the page, where every move is shown: at most {MOST_COUNTERS} counters, \
         and {MOST_MOVES} moves"
    ))
}

/// Refuses positions with too many counters.
fn check_size(view: &View) -> Answer<()> {
    match view {
        View::Sum(parts) => parts.iter().try_for_each(check_size),
        View::Heaps(heaps) => {
            let counters: u64 = heaps.iter().fold(0, |sum, heap| sum.saturating_add(*heap));
            if counters > MOST_COUNTERS { Err(too_large()) } else { Ok(()) }
        }
        View::Board { .. } | View::Strips(_) => Ok(()),
    }
}

/// The legal moves, and what they do to the board.
fn moves(lab: &Lab, game: &str, view: &View, session: &dyn Session) -> Answer<Vec<Move>> {
    let started = Instant::now();
    let mover = session.to_move();
    if session.move_count() > MOST_MOVES {
        return Err(too_large());
    }
    let listed = session.moves(MOST_MOVES as usize)?.into_iter().map(|mv| {
        let after = (started.elapsed() < PATIENCE).then(|| lab.view(game, &mv.position).ok()).flatten();
        let Touched { part, squares, named, heap, captures } =
            touched(view, after.as_ref().map(|(after, _)| after), &mv.name, mover);
        Move { name: mv.name, part, squares, named, heap, position: mv.position, captures }
    });
    Ok(listed.collect())
}

/// What the last move did.
fn last_move(lab: &Lab, table: &Table, session: &dyn Session, view: &View) -> Option<Touched> {
    let name = session.line().last()?;
    let before = before_last(lab, table).ok()?;
    Some(touched(&before, Some(view), name, session.to_move().opponent()))
}

/// What the table looked like one move earlier.
fn before_last(lab: &Lab, table: &Table) -> Answer<View> {
    let sitting = sit_down(lab, table)?;
    let mut session = replay(&sitting, table)?;
    session.undo();
    Ok(session.view())
}

/// The surface that a position is on, as its text says it.
fn surface(position: &str) -> Option<String> {
    let (_, name) = position.split_once('@')?;
    let name = name.split_whitespace().next()?;
    (name != "plane" && !name.contains('+')).then(|| name.to_owned())
}

/// What the players are called: after their pieces, where these have colours or names.
fn players(lab: &Lab, table: &Table, view: &View) -> protocol::Players {
    let start = lab.view(&table.game, &table.start).ok().map(|(view, _)| view);
    let letters: Vec<(Player, char)> =
        letters(view).into_iter().chain(start.iter().flat_map(letters)).collect();
    let name = |player: Player| {
        let letter = letters.iter().find(|(owner, _)| *owner == player).map(|(_, letter)| *letter);
        match letter {
            Some('B' | 'b') => "Black".to_owned(),
            Some('W' | 'w') => "White".to_owned(),
            Some('T') => "Toads".to_owned(),
            Some('F') => "Frogs".to_owned(),
            Some(letter) if !player.to_string().starts_with(letter) => format!("{player} ({letter})"),
            _ => player.to_string(),
        }
    };
    protocol::Players { left: name(Player::Left), right: name(Player::Right) }
}

/// A text in which the players are called as people call them in this game.
pub(crate) fn called(lab: &Lab, table: &Table, text: &str) -> String {
    let Ok((view, _)) = lab.view(&table.game, &table.start) else { return text.to_owned() };
    let names = players(lab, table, &view);
    let called = |word: &str| -> String {
        let letters = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
        match word.split_at(letters) {
            ("Left", rest) => names.left.clone() + rest,
            ("Right", rest) => names.right.clone() + rest,
            _ => word.to_owned(),
        }
    };
    text.split(' ').map(called).collect::<Vec<_>>().join(" ")
}

/// The letters of the pieces on a board, and whose they are.
pub(crate) fn letters(view: &View) -> Vec<(Player, char)> {
    let of = |cells: &[Cell]| -> Vec<(Player, char)> {
        let piece = |cell: &Cell| match *cell {
            Cell::Piece { owner: Some(owner), letter } => Some((owner, letter)),
            _ => None,
        };
        cells.iter().filter_map(piece).collect()
    };
    match view {
        View::Board { cells, .. } => of(cells),
        View::Strips(strips) => strips.iter().flat_map(|cells| of(cells)).collect(),
        View::Heaps(_) | View::Sum(_) => Vec::new(),
    }
}
