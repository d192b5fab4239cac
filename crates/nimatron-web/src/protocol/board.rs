//! A table at which a game is played, and what it looks like.

use nimatron_lab as lab;
use serde::{Deserialize, Serialize};

/// Who.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl From<lab::Player> for Player {
    fn from(player: lab::Player) -> Self {
        match player {
            lab::Player::Left => Player::Left,
            lab::Player::Right => Player::Right,
        }
    }
}

impl From<Player> for lab::Player {
    fn from(player: Player) -> Self {
        match player {
            Player::Left => lab::Player::Left,
            Player::Right => lab::Player::Right,
        }
    }
}

/// A game that is being played, whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    /// `name` or `name:parameters`.
    pub game: String,
    /// The position where it begins.
    pub start: String,
    /// Who begins, if not by the custom of the game.
    pub first: Option<Player>,
    /// Whether the player who cannot move has won.
    #[serde(rename = "misere", with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: lab::Convention,
    /// The moves that were played since.
    pub moves: Vec<String>,
}

/// A convention, as messages have it: whether it is misère play.
pub(super) mod misere {
    use nimatron_lab::Convention;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(convention: &Convention, to: S) -> Result<S::Ok, S::Error> {
        (*convention == Convention::Misere).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Convention, D::Error> {
        Ok(if bool::deserialize(from)? { Convention::Misere } else { Convention::Normal })
    }
}

/// What a table looks like.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scene {
    /// `name` or `name:parameters`.
    pub game: String,
    /// The position on one line.
    pub position: String,
    /// What it looks like.
    pub view: View,
    /// What the board is glued to, if it is not flat: `torus` and the like.
    pub surface: Option<String>,
    /// Who is to move.
    pub to_move: Player,
    /// What they are called.
    pub players: Players,
    /// The legal moves; none if the game is over.
    pub moves: Vec<Move>,
    /// The moves that were played, as they are written.
    pub line: Vec<String>,
    /// The squares that the last of them changed; in a sum, of the part that it was played in.
    pub last: Vec<usize>,
    /// In which summand it was played.
    pub last_part: Option<usize>,
    /// How the game has ended, if it has.
    pub over: Option<Over>,
}

/// What the players are called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Players {
    /// Left.
    pub left: String,
    /// Right.
    pub right: String,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Over {
    /// Who has won; nobody if it is drawn.
    pub winner: Option<Player>,
    /// Why.
    pub why: String,
}

/// What is on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Nothing, and only one player may come here.
    Only {
        /// Who.
        player: Player,
    },
    /// A piece.
    Piece {
        /// Whose; nobody's if nothing is said.
        owner: Option<Player>,
        /// How it is written.
        letter: char,
    },
    /// Covered, removed or closed to all.
    Blocked,
    /// Closed because a piece attacks it.
    Attacked,
}

impl From<lab::Cell> for Cell {
    fn from(cell: lab::Cell) -> Self {
        match cell {
            lab::Cell::Empty => Cell::Empty,
            lab::Cell::Only(player) => Cell::Only { player: player.into() },
            lab::Cell::Piece { owner, letter } => Cell::Piece { owner: owner.map(Into::into), letter },
            lab::Cell::Blocked => Cell::Blocked,
            lab::Cell::Attacked => Cell::Attacked,
        }
    }
}

/// What a position looks like.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum View {
    /// A board.
    Board {
        /// How many rows.
        rows: usize,
        /// How many columns.
        cols: usize,
        /// Its squares, row by row from the top.
        cells: Vec<Cell>,
    },
    /// Rows of squares that have nothing to do with each other.
    Strips {
        /// Each of them.
        strips: Vec<Vec<Cell>>,
    },
    /// Heaps.
    Heaps {
        /// How many counters each has.
        heaps: Vec<u64>,
    },
    /// Several positions side by side.
    Sum {
        /// Each of them.
        parts: Vec<View>,
    },
}

impl From<&lab::View> for View {
    fn from(view: &lab::View) -> Self {
        let seen = |cells: &Vec<lab::Cell>| cells.iter().map(|&cell| cell.into()).collect();
        match view {
            lab::View::Board { rows, cols, cells } => {
                View::Board { rows: *rows, cols: *cols, cells: seen(cells) }
            }
            lab::View::Strips(strips) => View::Strips { strips: strips.iter().map(seen).collect() },
            lab::View::Heaps(heaps) => View::Heaps { heaps: heaps.clone() },
            lab::View::Sum(parts) => View::Sum { parts: parts.iter().map(View::from).collect() },
        }
    }
}

/// A legal move. Squares are numbered as in `cells`, through all strips, or as the heaps; in a sum, in its part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Move {
    /// Its name.
    pub name: String,
    /// In which summand, counted from 0, if it is a sum.
    pub part: Option<usize>,
    /// The squares that its name names, in that order, and then all others that change.
    pub squares: Vec<usize>,
    /// How many of these are named.
    pub named: usize,
    /// What it does to a heap, if it changes one heap only.
    pub heap: Option<HeapMove>,
    /// The position that it leads to.
    pub position: String,
    /// The squares where an enemy piece is taken.
    pub captures: Vec<usize>,
}

/// What a move does to a heap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeapMove {
    /// Which heap: of several equal ones the first.
    pub index: usize,
    /// What it leaves; nothing if the heap is gone.
    pub leaves: Vec<u64>,
}
