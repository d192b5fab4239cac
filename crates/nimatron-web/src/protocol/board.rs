//! A table at which a game is played, and its appearance.

use nimatron_lab as lab;
use serde::{Deserialize, Serialize};

/// A player.
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

/// The complete state of a game in progress.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameState {
    /// `name` or `name:parameters`.
    pub game: String,
    /// The initial position.
    pub start: String,
    /// The player who begins, if not the default.
    pub first: Option<Player>,
    /// Whether the player who cannot move has won.
    #[serde(rename = "misere", with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: lab::Convention,
    /// The moves played since.
    pub moves: Vec<String>,
}

/// A convention in messages: whether it is misère play.
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

/// The appearance of a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Scene {
    /// `name` or `name:parameters`.
    pub game: String,
    /// The position on one line.
    pub position: String,
    /// Its appearance.
    pub view: View,
    /// The surface of the board, if it is not flat: `torus`, for example.
    pub surface: Option<String>,
    /// Who is to move.
    pub to_move: Player,
    /// The names of the players.
    pub players: Players,
    /// The legal moves; empty if the game is over.
    pub moves: Vec<Move>,
    /// The names of the moves played.
    pub line: Vec<String>,
    /// The squares that the last move changed; in a sum, within its summand.
    pub last: Vec<usize>,
    /// The summand in which it was played.
    pub last_part: Option<usize>,
    /// The result, if the game is over.
    pub over: Option<Over>,
}

/// The names of the players.
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
    /// The winner; `null` if it is a draw.
    pub winner: Option<Player>,
    /// Why.
    pub why: String,
}

/// The contents of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Nothing, and only one player may move here.
    Only {
        /// A player.
        player: Player,
    },
    /// A piece.
    Piece {
        /// The owner; `null` if it belongs to neither player.
        owner: Option<Player>,
        /// Its letter.
        letter: char,
    },
    /// Covered, removed or closed to both players.
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

/// The appearance of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum View {
    /// A board.
    Board {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        cols: usize,
        /// Its squares, row by row from the top.
        cells: Vec<Cell>,
    },
    /// Independent rows of squares.
    Strips {
        /// Each of them.
        strips: Vec<Vec<Cell>>,
    },
    /// Heaps.
    Heaps {
        /// The number of counters of each.
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

/// A legal move. Squares are numbered as in `cells`, through all strips, or as the heaps of its summand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Move {
    /// Its name.
    pub name: String,
    /// The index of the summand, if it is a sum.
    pub part: Option<usize>,
    /// The squares in its name, in that order, and then all others that change.
    pub squares: Vec<usize>,
    /// The number of squares in its name.
    pub named: usize,
    /// Its effect on a heap, if it changes only one.
    pub heap: Option<HeapMove>,
    /// The position that it leads to.
    pub position: String,
    /// The squares on which an enemy piece is captured.
    pub captures: Vec<usize>,
}

/// The effect of a move on a heap.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct HeapMove {
    /// The index of the heap; of several equal heaps, the first.
    pub index: usize,
    /// The heaps that it leaves; empty if there are none.
    pub leaves: Vec<u64>,
}
