//! What is answered. Reports of the lab are passed on as they are, with the keys of the command line's JSON.

use nimatron_lab::Convention;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Player, Scene};

/// The games, and who answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// The version of nimatron.
    pub version: String,
    /// Where it runs.
    pub engine: Where,
    /// How many threads a question may use.
    pub threads: usize,
    /// The games, and their sums last.
    pub games: Vec<GameInfo>,
    /// Other names of games with parameters: `queens` for `placement:Q`.
    pub names: Vec<GameName>,
}

/// Where it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Where {
    /// In a program, behind a WebSocket.
    Native,
    /// In the browser.
    Wasm,
}

/// What a game says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameInfo {
    /// What it is called in questions.
    pub name: String,
    /// What it is called in print.
    pub title: String,
    /// The rules.
    pub about: String,
    /// How positions and moves are written.
    pub positions: String,
    /// What may follow the colon of `name:parameters`; empty if nothing.
    pub parameters: String,
    /// The standard start.
    pub start: String,
    /// `short`, `loopy` or `turns`; `impartial` or `partizan`.
    pub promises: Vec<String>,
    /// What it looks like.
    pub shape: Shape,
    /// Whether heaps have Grundy values that make a sequence.
    pub sequence: bool,
    /// Who begins, by the custom of the game.
    pub first: Player,
}

/// What a game looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A board.
    Board,
    /// Rows of squares.
    Strips,
    /// Heaps.
    Heaps,
    /// Several things.
    Sum,
}

/// Another name of a game with parameters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameName {
    /// The name.
    pub name: String,
    /// What it stands for.
    pub game: String,
}

/// What an agent has found out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thought {
    /// How good the position is for who is to move: some hundred a piece.
    pub score: i32,
    /// Who wins for sure, if that is known.
    pub proved: Option<Proved>,
    /// How deep it searched.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The moves that are best for both.
    pub line: Vec<String>,
}

/// A win or loss for sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proved {
    /// Whether who is to move wins.
    pub wins: bool,
    /// In how many moves of both players.
    pub plies: u32,
}

/// What an agent played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reply {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The table after it.
    pub scene: Scene,
    /// What it thought last, if it told.
    pub thought: Option<Thought>,
    /// What people should know of the move: that `perfect` could not solve the position.
    pub remark: Option<String>,
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judged {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// How the game ends for who makes it; nothing if that is not known.
    pub result: Option<Ending>,
    /// What it leaves is worth.
    pub value: Option<String>,
    /// The Grundy value of what it leaves.
    pub nimber: Option<u64>,
    /// In words.
    pub why: Option<String>,
}

/// How a game ends for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Drawn.
    Draw,
}

/// What all moves lead to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judgement {
    /// Every legal move.
    pub moves: Vec<Judged>,
    /// Who wins; nothing if that is not known.
    pub winner: Option<Winner>,
    /// The Grundy values of the parts, if the position has several and the game is impartial.
    pub nim_sum: Option<NimSum>,
    /// Whether it is known of every move what it leads to.
    pub complete: bool,
    /// In a sentence.
    pub why: String,
}

/// Who wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Nobody.
    Draw,
}

/// A sum of nimbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NimSum {
    /// The Grundy value of each heap or summand.
    pub parts: Vec<u64>,
    /// What they come to.
    pub total: u64,
}

/// What should be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    /// The move; nothing if there is none.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Why, in a sentence or two.
    pub why: String,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explored {
    /// What it is worth.
    #[cfg_attr(test, ts(type = "PositionValue | null"))]
    pub value: Option<Box<RawValue>>,
    /// Its Grundy value, if the game is impartial.
    pub nimber: Option<u64>,
    /// `N`, `P`, `L`, `R`, or more for games with draws.
    pub outcome: Option<String>,
    /// The moves of both players.
    pub options: Option<ExploredOptions>,
    /// The thermograph, if the value is short.
    pub thermograph: Option<Thermograph>,
    /// How many positions were visited.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// What is not known, and why.
    pub note: Option<String>,
}

/// The moves of both players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredOptions {
    /// Left's.
    pub left: Vec<ExploredOption>,
    /// Right's.
    pub right: Vec<ExploredOption>,
}

/// A move, and what it leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ExploredOption {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// The position that it leads to.
    pub position: String,
    /// What that is worth; nothing if it is not known.
    pub value: Option<String>,
    /// Whether the canonical form has this option; nothing if that is not known.
    pub sensible: Option<bool>,
}

/// The options of a value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Options {
    /// Left's options in canonical form.
    pub left: Vec<String>,
    /// Right's.
    pub right: Vec<String>,
    /// Left's options in reduced canonical form, where only what is more than an infinitesimal counts.
    pub sensible_left: Vec<String>,
    /// Right's.
    pub sensible_right: Vec<String>,
}

/// A thermograph. The walls are straight between their bends, from the lowest temperature up, and the mast goes on for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thermograph {
    /// The bends of the Left wall: value, temperature.
    pub left: Vec<(String, String)>,
    /// The bends of the Right wall.
    pub right: Vec<(String, String)>,
    /// Where the mast stands: the mean.
    pub mast: String,
    /// Where it begins.
    pub temperature: String,
    /// A picture.
    pub svg: String,
}

/// What may stand on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choices {
    /// Each choice, what stands there now included.
    pub choices: Vec<Choice>,
}

/// Something that may stand on a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    /// How it is written.
    pub letter: String,
    /// What it is.
    pub name: String,
    /// The position with it.
    pub position: String,
}

/// The rules of a game, and puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Lessons {
    /// The rules.
    pub rules: String,
    /// Where the game comes from.
    pub source: Option<String>,
    /// A small position to try the rules on.
    pub example: Option<String>,
    /// The puzzles.
    pub puzzles: Vec<Puzzle>,
}

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Puzzle {
    /// What it is called.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub to_move: Player,
    /// Whether the player who cannot move has won.
    #[serde(rename = "misere", serialize_with = "super::board::misere::serialize")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
    /// What is to be done.
    pub task: String,
    /// The number of moves of both players until the win, if it is known.
    pub plies: Option<u32>,
}
