//! A game opened in a position: the only place where the lab asks the catalog for a game.

use std::ops::Deref;

use nimatron_catalog::Position as Opened;
use nimatron_rules::{Convention, Player};

use crate::Run;
use crate::store::Key;

/// Positions with longer texts are not kept in the store.
const LONGEST_POSITION: usize = 10_000;

/// A position of a game, with the name by which the game was requested. Dereferences to the catalog's position.
pub struct Position {
    /// The game, as it was requested: `name` or `name:parameters`.
    pub written: String,
    opened: Opened,
}

impl Position {
    pub(crate) fn new(game: &str, opened: Opened) -> Self {
        Position { written: game.into(), opened }
    }

    /// Another position of the same game.
    #[must_use]
    pub fn with(&self, opened: Opened) -> Self {
        Position { written: self.written.clone(), opened }
    }

    /// Who is to move, given by the question or else by the position; Left if neither says.
    #[must_use]
    pub fn mover(&self, asked: Option<Player>) -> Player {
        asked.or(self.to_move()).unwrap_or(Player::Left)
    }

    /// The key of an answer about this position in the store; `None` if it is not to be kept.
    pub(crate) fn key(&self, run: &Run<'_>, question: &str, convention: Convention) -> Option<Key> {
        run.lab().store()?;
        let position = self.show();
        if position.len() > LONGEST_POSITION {
            return None;
        }
        key(run, question, convention, &self.written, position)
    }

    pub(crate) fn into_opened(self) -> Opened {
        self.opened
    }
}

impl Deref for Position {
    type Target = Opened;

    fn deref(&self) -> &Self::Target {
        &self.opened
    }
}

/// The key of an answer about all heaps or boards up to some size.
pub(crate) fn key(
    run: &Run<'_>,
    question: &str,
    convention: Convention,
    game: &str,
    position: String,
) -> Option<Key> {
    run.lab().store()?;
    let (entry, parameters) = run.lab().catalog().entry(game).ok()?;
    let name = &entry.about().name;
    let game = if parameters.is_empty() { name.clone() } else { format!("{name}:{parameters}") };
    let convention = match convention {
        Convention::Normal => "normal",
        Convention::Misere => "misere",
    };
    Some(Key { game, position, question: question.into(), convention })
}

/// The lower-case name of a player, as used in reports.
pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}
