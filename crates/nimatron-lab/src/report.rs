//! Answers as plain data. The names of the fields are the keys of the JSON that scripts rely on: exact
//! numbers and values are text, counts and nimbers are numbers, what doesn't exist is null.

use std::fmt;
use std::path::PathBuf;

use nimatron_catalog::{BestMove, Move, Solved};
use nimatron_solve::Classes;
use nimatron_value::{Game, Sided};
use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// What a value is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ValueReport {
    /// The value itself, in the arena of the lab that was asked.
    #[serde(skip)]
    pub game: Game,
    /// The canonical form, abbreviated if it is very long.
    pub canonical: String,
    /// Who wins: `N`, `P`, `L` or `R`.
    pub outcome: String,
    /// The number reached in alternating play if Left starts.
    pub left_stop: String,
    /// The number reached in alternating play if Right starts.
    pub right_stop: String,
    /// The mean value.
    pub mean: String,
    /// How much a move is worth.
    pub temperature: String,
    /// The height of the canonical form.
    pub birthday: Count,
    /// The atomic weight, if it has one.
    pub atomic_weight: Option<String>,
    /// The number it is, if it is one.
    pub number: Option<String>,
    /// The nimber it is, if it is one.
    pub nimber: Option<u32>,
    /// Whether it is smaller than every positive number, and its negative too.
    pub infinitesimal: bool,
    /// Whether in every follower both players can move or neither can.
    pub all_small: bool,
    /// The canonical form for keyboards.
    pub ascii: String,
    /// The canonical form for LaTeX's math mode.
    pub latex: String,
    /// The characters of the canonical form in full; nothing if they are past all counting.
    pub length: Option<Count>,
    /// Whether the canonical form is abbreviated.
    pub abbreviated: bool,
    /// The distinct positions visited, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// How long it took, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// What a loopy value is. The keys of a [`ValueReport`] are there, and null where they make no sense for
/// values that are loopy; if the value happens to be short, they are all filled in.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LoopyReport {
    /// The value itself, among the loopy values of the lab that was asked.
    #[serde(skip)]
    pub value: Sided,
    /// The canonical form of a stopper, or both sides, as in `1 & 0`.
    pub canonical: String,
    /// Who wins: `N`, `P`, `L`, `R`, `D` for a draw, or two letters such as `LD`.
    pub outcome: String,
    /// As for short games.
    pub left_stop: Option<String>,
    /// As for short games.
    pub right_stop: Option<String>,
    /// As for short games.
    pub mean: Option<String>,
    /// As for short games.
    pub temperature: Option<String>,
    /// As for short games.
    pub birthday: Option<Count>,
    /// As for short games.
    pub atomic_weight: Option<String>,
    /// As for short games.
    pub number: Option<String>,
    /// As for short games.
    pub nimber: Option<u32>,
    /// As for short games.
    pub infinitesimal: Option<bool>,
    /// As for short games.
    pub all_small: Option<bool>,
    /// The canonical form for keyboards.
    pub ascii: String,
    /// The canonical form for LaTeX's math mode.
    pub latex: String,
    /// Whether it is a stopper: whether both sides are the same.
    pub stopper: bool,
    /// What it is worth if Left wins infinite plays; nothing if no stopper was found that is worth that.
    pub onside: Option<String>,
    /// What it is worth if Right wins infinite plays; nothing if no stopper was found that is worth that.
    pub offside: Option<String>,
    /// Whether it is a short game after all.
    pub short: bool,
    /// The distinct positions visited, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// How long it took, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// A count of any size. In JSON it is a number, however many digits it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count(String);

impl Count {
    /// The count that these digits write.
    pub(crate) fn new(digits: impl fmt::Display) -> Self {
        Count(digits.to_string())
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// How two values stand to each other, and whether that is what was asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Comparison {
    /// `<`, `=`, `>` or `||`.
    pub relation: String,
    /// Whether the comparison holds.
    pub holds: bool,
}

/// The Grundy value of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct NimberReport {
    /// The Grundy value.
    pub nimber: u64,
    /// `N` or `P`.
    pub outcome: String,
    /// The theorem that tells it, if one does.
    pub theorem: Option<String>,
    /// The distinct positions visited.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// Who wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct OutcomeReport {
    /// `N`, `P`, `L` or `R`, for loopy games also `D`, `LD`, `DL`, `DR` or `RD`; nothing if it was said who
    /// is to move.
    pub outcome: Option<String>,
    /// `left`, `right` or `draw`; nothing if it depends on who is to move.
    pub winner: Option<String>,
    /// The distinct positions visited.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// The winning moves, or the best one if none wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BestReport {
    /// `left`, `right` or `draw`.
    pub winner: Option<String>,
    /// All winning moves, or all that draw, or one that loses, or none if there is none.
    #[serde(deserialize_with = "best_moves")]
    pub moves: Vec<BestMove>,
    /// Who wins, and why these moves are named.
    pub why: String,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// Reads moves as they are written: the catalog, which has them, reads nothing.
fn best_moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BestMove>, D::Error> {
    #[derive(Deserialize)]
    struct Written {
        #[serde(rename = "move")]
        name: String,
        outcome: String,
        value: Option<String>,
    }
    let written = Vec::<Written>::deserialize(deserializer)?;
    let read = |Written { name, outcome, value }| BestMove { name, outcome, value };
    Ok(written.into_iter().map(read).collect())
}

/// The legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MovesReport {
    /// In the order of the game.
    pub moves: Vec<Move>,
}

/// How many positions can be reached when both players are free to move at any time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CountReport {
    /// Distinct positions, the first one included.
    pub positions: u64,
    /// The same, with those that are alike by symmetry counted once.
    pub positions_up_to_symmetry: u64,
    /// How many take 0, 1, 2, … moves to reach.
    pub by_moves: Vec<u64>,
    /// The moves between distinct positions, both players' together.
    pub moves: u64,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// How many ways there are to play so many moves in turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PerftReport {
    /// For 0, 1, 2, … moves.
    pub nodes: Vec<u64>,
    /// How many moves were asked for; where the list is shorter, no play is that long.
    pub depth: u32,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// A game that was solved as a whole: every position that can be reached.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolveReport {
    /// Who wins the position it starts from: `N`, `P`, `L` or `R`.
    pub outcome: String,
    /// The positions that can be reached.
    pub positions: u64,
    /// How many of them are in each outcome class.
    pub classes: ClassesReport,
    /// How many moves lead from one of them to another.
    pub moves: u64,
    /// The file that keeps the solution, if one does.
    pub file: Option<PathBuf>,
    /// How many bytes the solution takes.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// How many positions are in each outcome class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub struct ClassesReport {
    /// The first player wins.
    pub n: u64,
    /// The second player wins.
    pub p: u64,
    /// Left wins.
    pub l: u64,
    /// Right wins.
    pub r: u64,
}

impl SolveReport {
    pub(crate) fn new(solved: Solved, seconds: f64) -> Self {
        let Solved { outcome, classes, moves, file, bytes } = solved;
        let Classes { n, p, l, r } = classes;
        SolveReport {
            outcome: outcome.to_string(),
            positions: classes.positions(),
            classes: ClassesReport { n, p, l, r },
            moves,
            file,
            bytes,
            seconds,
        }
    }
}

/// What a game says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameReport {
    /// What it is called on the command line.
    pub name: &'static str,
    /// What it is called in print.
    pub title: &'static str,
    /// The rules.
    pub about: &'static str,
    /// `short` or `loopy`, and `impartial` or `partizan`.
    pub promises: Vec<&'static str>,
    /// How positions and moves are written.
    pub positions: &'static str,
    /// What may follow the colon of `name:parameters`.
    pub parameters: &'static str,
    /// The position that `start` stands for.
    pub start: &'static str,
}

impl From<&crate::Entry> for GameReport {
    fn from(entry: &crate::Entry) -> Self {
        let about = entry.about();
        GameReport {
            name: about.name,
            title: about.title,
            about: about.about,
            promises: entry.promises(),
            positions: about.positions,
            parameters: about.parameters,
            start: about.start,
        }
    }
}

/// An agent, or a strategy of a game, which is one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AgentReport {
    /// What it is called.
    pub name: &'static str,
    /// The game that it plays; nothing if it plays every game.
    pub game: Option<&'static str>,
    /// What it does.
    pub about: &'static str,
    /// What may follow the colon of `name:parameters`.
    pub parameters: Vec<ParameterReport>,
}

/// A parameter of an agent, written `name=value`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ParameterReport {
    /// What it is called.
    pub name: &'static str,
    /// What it is if nothing is said.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

impl From<&nimatron_search::AgentAbout> for AgentReport {
    fn from(agent: &nimatron_search::AgentAbout) -> Self {
        let parameter = |p: &nimatron_search::Parameter| ParameterReport {
            name: p.name,
            default: p.default,
            about: p.about,
        };
        let parameters = agent.parameters.iter().map(parameter).collect();
        AgentReport { name: agent.name, game: None, about: agent.about, parameters }
    }
}
