//! The answers. Reports of the lab are passed on unchanged, with the keys of the command line's JSON.

use nimatron_lab::Convention;
use serde::Serialize;
use serde_json::value::RawValue;

use super::{Player, Scene};

/// The games, and a description of the engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hello {
    /// The version of nimatron.
    pub version: String,
    /// Where it runs.
    pub engine: Where,
    /// The number of threads that a question may use.
    pub threads: usize,
    /// The games; sums of games are last.
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

/// The description of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameInfo {
    /// Its name in questions.
    pub name: String,
    /// Its name in print.
    pub title: String,
    /// The rules.
    pub about: String,
    /// How positions and moves are written.
    pub positions: String,
    /// What may follow the colon of `name:parameters`; empty if there are no parameters.
    pub parameters: String,
    /// The standard start.
    pub start: String,
    /// `short`, `loopy` or `turns`; `impartial` or `partizan`.
    pub promises: Vec<String>,
    /// What it looks like.
    pub shape: Shape,
    /// Whether the Grundy values of heaps form a sequence.
    pub sequence: bool,
    /// The player who begins by default.
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
    /// Several components.
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
    /// The score of the position for the player to move: about a hundred a piece.
    pub score: i32,
    /// The proven result, if there is one.
    pub proved: Option<Proved>,
    /// The search depth.
    pub depth: u32,
    /// The number of positions visited.
    pub nodes: u64,
    /// The best moves of both players.
    pub line: Vec<String>,
}

/// A proven win or loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Proved {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The number of moves of both players.
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
    /// Its last thought, if it sent any.
    pub thought: Option<Thought>,
    /// A remark about the move, as when `perfect` could not solve the position.
    pub remark: Option<String>,
}

/// What a move leads to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Judged {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// How the game ends for the player who makes it; `null` if unknown.
    pub result: Option<Ending>,
    /// The value of the position after it.
    pub value: Option<String>,
    /// The Grundy value of the position after it.
    pub nimber: Option<u64>,
    /// The reason in words.
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
    /// Who wins; `null` if unknown.
    pub winner: Option<Winner>,
    /// The Grundy values of the parts, if the position has several and the game is impartial.
    pub nim_sum: Option<NimSum>,
    /// Whether the result of every move is known.
    pub complete: bool,
    /// The reason in a sentence.
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
    /// Neither.
    Draw,
}

/// A sum of nimbers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NimSum {
    /// The Grundy value of each heap or summand.
    pub parts: Vec<u64>,
    /// Their nim-sum.
    pub total: u64,
}

/// What should be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    /// The move; `null` if there is none.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Why, in a sentence or two.
    pub why: String,
}

/// What is known of a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Explored {
    /// Its value.
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
    /// The number of positions visited.
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
    /// The value of that position; `null` if unknown.
    pub value: Option<String>,
    /// Whether the canonical form has this option; `null` if unknown.
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
    /// Left's options in reduced canonical form, which ignores infinitesimals.
    pub sensible_left: Vec<String>,
    /// Right's.
    pub sensible_right: Vec<String>,
}

/// A thermograph. The bends of the walls are in order of temperature; the mast is infinite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Thermograph {
    /// The bends of the Left wall: value, temperature.
    pub left: Vec<(String, String)>,
    /// The bends of the Right wall.
    pub right: Vec<(String, String)>,
    /// The value of the mast: the mean.
    pub mast: String,
    /// The temperature at which it begins.
    pub temperature: String,
    /// A picture.
    pub svg: String,
}

/// The possible contents of a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choices {
    /// All choices, including the current one.
    pub choices: Vec<Choice>,
}

/// Possible contents of a square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    /// Its letter.
    pub letter: String,
    /// Its name.
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
    /// Its title.
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
    /// The task.
    pub task: String,
    /// The number of moves of both players until the win, if it is known.
    pub plies: Option<u32>,
}
