//! The messages between the page and the lab. They are the same over a WebSocket and to WebAssembly in a worker: JSON,
//! one object a message. `web/src/protocol.ts` is made from these types; a test says when it is out of date.

mod answers;
mod board;
#[cfg(test)]
mod typescript;

pub use answers::*;
pub use board::*;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A question, with a number by which its answers are known.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Request {
    /// The number.
    pub id: u32,
    /// The question.
    #[serde(flatten)]
    pub ask: Ask,
}

/// What is asked. Nothing is remembered from one question to the next, so each says all it is about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// Which games are there?
    Hello,
    /// Who can play this game?
    Agents {
        /// `name` or `name:parameters`, as everywhere.
        game: String,
    },
    /// What does the table look like? To move is to ask this with one more move, which may be typed.
    Scene {
        /// The table.
        table: Table,
    },
    /// What does an agent play here? It tells its thoughts.
    Reply {
        /// The table.
        table: Table,
        /// The agent, with parameters if it is to have any.
        agent: String,
        /// How long it may think; if nothing is said, as long as it does by itself.
        millis: Option<u32>,
    },
    /// What does every legal move lead to? Tells lists of [`Judged`] as they are found, each move perhaps more than once.
    Judge {
        /// The table.
        table: Table,
        /// How long it may take.
        millis: u32,
    },
    /// What should be played, and why?
    Hint {
        /// The table.
        table: Table,
        /// How long it may take.
        millis: u32,
    },
    /// What is a position worth? Tells that before it looks at the moves.
    Explore {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// How long it may take.
        millis: u32,
    },
    /// What is an expression worth?
    Eval {
        /// The expression.
        text: String,
        /// Definitions of variables that it may use, as `G := {2|-1}`, in the order in which they were made.
        #[serde(default)]
        definitions: Vec<String>,
    },
    /// What are the canonical options of a value?
    Options {
        /// The value.
        text: String,
    },
    /// The thermograph of a value.
    Thermograph {
        /// The value.
        text: String,
    },
    /// The Grundy values of heaps. Tells them as they are found.
    Sequence {
        /// A heap game.
        game: String,
        /// The largest heap.
        to: u32,
        /// Refused with the reason if `true`: misère play has no such values.
        misere: bool,
    },
    /// The Grundy values, or values, of all boards up to a size. Tells each as it is found.
    Table {
        /// A board game.
        game: String,
        /// The most rows.
        rows: u32,
        /// The most columns.
        cols: u32,
    },
    /// Games between two agents. Tells each game, and how the match stands.
    Match {
        /// Where the games begin.
        table: Table,
        /// The agent that plays Left.
        left: String,
        /// The agent that plays Right.
        right: String,
        /// How many games.
        games: u32,
        /// How many moves are made by lot. If there are any, two games are a pair, with sides exchanged.
        openings: u32,
        /// What all chance comes from.
        seed: u32,
    },
    /// What else may stand on a square?
    Edit {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// The number of the square, or of the heap.
        square: usize,
        /// In which summand, counted from 0, if it is a sum.
        part: Option<usize>,
    },
    /// The position, for other programs.
    Export {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// How to write it.
        #[serde(rename = "as")]
        format: Format,
    },
    /// The rules of a game, and puzzles.
    Lessons {
        /// The game.
        game: String,
    },
    /// Enough of a question. This has no answer of its own; that of the question is `stopped`.
    Stop {
        /// Its number.
        of: u32,
    },
}

impl Ask {
    /// Whether it usually takes a moment. Such questions tell nothing on the way.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        match self {
            Ask::Hello
            | Ask::Agents { .. }
            | Ask::Scene { .. }
            | Ask::Eval { .. }
            | Ask::Options { .. }
            | Ask::Thermograph { .. }
            | Ask::Edit { .. }
            | Ask::Export { .. }
            | Ask::Lessons { .. }
            | Ask::Stop { .. } => true,
            Ask::Reply { .. }
            | Ask::Judge { .. }
            | Ask::Hint { .. }
            | Ask::Explore { .. }
            | Ask::Sequence { .. }
            | Ask::Table { .. }
            | Ask::Match { .. } => false,
        }
    }
}

/// How to write a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// On one line, as it is read back.
    Text,
    /// Drawn with letters.
    Ascii,
    /// For LaTeX.
    Latex,
    /// As a picture.
    Svg,
}

/// A message to who asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Response {
    /// The number of the question.
    pub id: u32,
    /// What is said.
    #[serde(flatten)]
    pub say: Say,
}

/// What is said. All but progress is the last that is said of a question.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Say {
    /// Something was found: what `Told` lists.
    Progress {
        /// What.
        #[cfg_attr(test, ts(type = "unknown"))]
        data: Box<RawValue>,
    },
    /// The answer: what `Answers` lists.
    Answer {
        /// Which.
        #[cfg_attr(test, ts(type = "unknown"))]
        data: Box<RawValue>,
    },
    /// It was stopped.
    Stopped {
        /// What is known of the answer.
        known: Option<String>,
    },
    /// There is no answer.
    Error {
        /// Why, in a sentence.
        message: String,
        /// The text that can't be read, if it is that.
        text: Option<String>,
        /// Which characters of it are at fault: from, and up to but without.
        at: Option<(usize, usize)>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_with_its_number() {
        let text = r#"{"id":7,"ask":"export","game":"nim","position":"3,5","as":"ascii"}"#;
        let request: Request = serde_json::from_str(text).unwrap();
        let (game, position) = ("nim".into(), "3,5".into());
        assert_eq!(request, Request { id: 7, ask: Ask::Export { game, position, format: Format::Ascii } });
        assert_eq!(serde_json::to_string(&request).unwrap(), text);
    }

    #[test]
    fn an_answer_is_written_beside_its_number() {
        let data = RawValue::from_string("123456789012345678901234567890".into()).unwrap();
        let text = serde_json::to_string(&Response { id: 7, say: Say::Answer { data } }).unwrap();
        assert_eq!(text, r#"{"id":7,"kind":"answer","data":123456789012345678901234567890}"#);
    }
}
