//! The appearance of a table.

use std::time::Duration;

use nimatron_lab::{Cell, Player, Seats, Session, Sitting, View};
use web_time::Instant;

use crate::changes::{Changed, changed};
use crate::desk::{Answer, Asking, Trouble};
use crate::protocol::{self, GameState, Move, Scene};

/// Positions with more counters are too large for the page, as all their moves would be sent.
const MOST_COUNTERS: u64 = 2000;
/// Positions with more moves are refused.
const MOST_MOVES: u64 = 20_000;
/// The time to examine the positions after moves. Later moves have only what they touch.
const PATIENCE: Duration = Duration::from_millis(300);

/// The current appearance of a table.
pub(crate) fn scene(asking: &Asking<'_>, table: &GameState) -> Answer<Scene> {
    let seated = Seated::at(asking, table)?;
    seated.scene(&mut seated.replay()?)
}

/// A table with its game, parsed once.
pub(crate) struct Seated<'a> {
    pub(crate) table: &'a GameState,
    pub(crate) sitting: Sitting,
    /// Its appearance at the start.
    start: View,
}

impl<'a> Seated<'a> {
    /// Opens the game of a table.
    pub(crate) fn at(asking: &Asking<'_>, table: &'a GameState) -> Answer<Self> {
        let sitting = asking.lab.sit_down(&table.game, &table.start)?;
        let start = sitting.opened.view();
        check_size(&start)?;
        Ok(Seated { table, sitting, start })
    }

    /// The game with all its moves played.
    pub(crate) fn replay(&self) -> Answer<Session<'_>> {
        let GameState { first, convention, moves, .. } = self.table;
        let first = first.map(Into::into);
        let seats = Seats { left: None, right: None, first, convention: *convention, seed: 1 };
        let mut session = self.sitting.session(&seats)?;
        for (number, name) in moves.iter().enumerate() {
            if let Some(over) = session.over() {
                let message = format!("the game is over after {number} moves: {}", over.why);
                return Err(Trouble::Refused(message));
            }
            session.play(name)?;
        }
        Ok(session)
    }

    /// The appearance of a game in progress.
    pub(crate) fn scene(&self, session: &mut Session<'_>) -> Answer<Scene> {
        let view = session.view();
        let position = session.show();
        let over = session.over();
        let moves = if over.is_some() { Vec::new() } else { moves(&view, session)? };
        let last = last_move(session, &view);
        let [left, right] = Player::BOTH.map(|player| self.name(player, &view));
        Ok(Scene {
            game: self.table.game.clone(),
            surface: surface(&position),
            players: protocol::Players { left, right },
            position,
            view: (&view).into(),
            to_move: session.to_move().into(),
            moves,
            line: session.line().to_vec(),
            last_part: last.as_ref().and_then(|last| last.part),
            last: last.map(|last| last.squares).unwrap_or_default(),
            over: over.map(|over| protocol::Over {
                winner: over.winner.map(Into::into),
                why: self.called(&over.why),
            }),
        })
    }

    /// The game's name for a player; if that is only the side, with the letter of a piece that is on the
    /// board or was there at the start.
    fn name(&self, player: Player, view: &View) -> String {
        let name = &self.sitting.opened.game.info().players[player.index()];
        let mut letters = letters(view).into_iter().chain(letters(&self.start));
        match letters.find(|(owner, _)| *owner == player) {
            Some((_, letter)) if *name == player.to_string() && !name.starts_with(letter) => {
                format!("{name} ({letter})")
            }
            _ => name.clone(),
        }
    }

    /// Replaces `Left` and `Right` in a text by the game's names for the players.
    pub(crate) fn called(&self, text: &str) -> String {
        let [left, right] = Player::BOTH.map(|player| self.name(player, &self.start));
        let called = |word: &str| -> String {
            let letters = word.find(|c: char| !c.is_alphabetic()).unwrap_or(word.len());
            match word.split_at(letters) {
                ("Left", rest) => left.clone() + rest,
                ("Right", rest) => right.clone() + rest,
                _ => word.to_owned(),
            }
        };
        text.split(' ').map(called).collect::<Vec<_>>().join(" ")
    }
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

/// The legal moves, and their effects on the board.
fn moves(view: &View, session: &mut Session<'_>) -> Answer<Vec<Move>> {
    let started = Instant::now();
    let mover = session.to_move();
    if session.move_count() > MOST_MOVES {
        return Err(too_large());
    }
    let here = session.here();
    let most = MOST_MOVES as usize;
    let mut after = here.successors(mover, most);
    let listed = session.moves(most)?.into_iter().zip(here.touches(mover, most)).map(|(mv, touch)| {
        let after = after.next().filter(|_| started.elapsed() < PATIENCE).map(|after| after.view());
        let Changed { part, squares, named, heap, captures } = changed(view, after.as_ref(), touch, mover);
        Move { name: mv.name, part, squares, named, heap, position: mv.position, captures }
    });
    Ok(listed.collect())
}

/// What the last move changed.
fn last_move(session: &Session<'_>, view: &View) -> Option<Changed> {
    let (touch, before) = session.last()?;
    Some(changed(&before, Some(view), touch, session.to_move().opponent()))
}

/// The surface in the text of a position.
fn surface(position: &str) -> Option<String> {
    let (_, name) = position.split_once('@')?;
    let name = name.split_whitespace().next()?;
    (name != "plane" && !name.contains('+')).then(|| name.to_owned())
}

/// The letters of the pieces on a board, with their owners.
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
