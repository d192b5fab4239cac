//! The messages between the page and the lab, over a WebSocket or to WebAssembly in a worker: one JSON object
//! a message. `web/src/protocol.ts` is generated from these types; a test fails when it is out of date.

mod answers;
mod board;
#[cfg(test)]
mod typescript;

pub use answers::*;
pub use board::*;

use nimatron_lab::{AnyQuestion, QuestionEntry};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

/// A message: a question of the page or of the lab's list, with a number that its answers repeat.
pub struct Request {
    /// The number.
    pub id: u32,
    /// The question.
    pub what: What,
}

/// A question of the page, or one of the lab's list.
pub enum What {
    /// A question that only the page asks.
    Page(Ask),
    /// A question of the command line: `{"id":7,"ask":"quotient","game":"kayles","to":30}`.
    Question(&'static QuestionEntry, Box<dyn AnyQuestion>),
}

impl<'de> Deserialize<'de> for Request {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        /// The fields of every message.
        #[derive(Deserialize)]
        struct Head {
            id: u32,
            ask: String,
        }
        let message = Value::deserialize(from)?;
        let Head { id, ask } = Head::deserialize(&message).map_err(D::Error::custom)?;
        let what = match nimatron_lab::find_question(&ask) {
            Some(entry) => What::Question(entry, entry.read(message).map_err(D::Error::custom)?),
            None => What::Page(Ask::deserialize(message).map_err(D::Error::custom)?),
        };
        Ok(Request { id, what })
    }
}

impl What {
    /// Whether it is usually answered at once. Such questions send no progress.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        match self {
            What::Page(ask) => ask.is_quick(),
            What::Question(entry, _) => entry.is_quick,
        }
    }
}

/// The questions that only the page asks. They are stateless: each one contains everything it needs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ask", rename_all = "lowercase")]
pub enum Ask {
    /// Which games are available?
    Hello,
    /// What does the table look like? To play a move, ask this with the move added.
    Scene {
        /// The table.
        table: GameState,
    },
    /// What does an agent play here? Sends its thoughts as progress.
    Reply {
        /// The table.
        table: GameState,
        /// The agent, with optional parameters.
        agent: String,
        /// How long it may think; by default its own limit.
        millis: Option<u32>,
    },
    /// What does every legal move lead to? Sends lists of [`Judged`] as progress; moves may be repeated.
    Judge {
        /// The table.
        table: GameState,
        /// How long it may take.
        millis: u32,
    },
    /// What should be played, and why?
    Hint {
        /// The table.
        table: GameState,
        /// How long it may take.
        millis: u32,
    },
    /// What is the value of a position? Sends it as progress before the moves are examined.
    Explore {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// How long it may take.
        millis: u32,
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
    /// What are the possible contents of a square?
    Edit {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// The number of the square, or of the heap.
        square: usize,
        /// The index of the summand, if it is a sum.
        part: Option<usize>,
    },
    /// The rules of a game, and puzzles.
    Lessons {
        /// The game.
        game: String,
    },
    /// Stops a question. This has no answer of its own; that of the question is `stopped`.
    Stop {
        /// Its number.
        of: u32,
    },
}

impl Ask {
    /// Whether it is usually answered at once. Such questions send no progress.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        match self {
            Ask::Hello
            | Ask::Scene { .. }
            | Ask::Options { .. }
            | Ask::Thermograph { .. }
            | Ask::Edit { .. }
            | Ask::Lessons { .. }
            | Ask::Stop { .. } => true,
            Ask::Reply { .. } | Ask::Judge { .. } | Ask::Hint { .. } | Ask::Explore { .. } => false,
        }
    }
}

/// A message to the client that asked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Response {
    /// The number of the question.
    pub id: u32,
    /// The contents.
    #[serde(flatten)]
    pub say: Say,
}

/// The contents of a message. All but progress are the last message of a question.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Say {
    /// An intermediate result, or a note on the progress.
    Progress {
        /// The result: a line of the answer, or what `Told` lists.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(type = "unknown", optional))]
        data: Option<Box<RawValue>>,
        /// The progress of the question.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(type = "Note", optional))]
        note: Option<Box<RawValue>>,
    },
    /// The answer: what `Answers` lists.
    Answer {
        /// The data.
        #[cfg_attr(test, ts(type = "unknown"))]
        data: Box<RawValue>,
    },
    /// It was stopped.
    Stopped {
        /// What is known of the answer, in words.
        known: Option<String>,
        /// What is known of the answer, in the form of its report.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(type = "unknown", optional))]
        report: Option<Value>,
    },
    /// There is no answer.
    Error {
        /// Why, in a sentence.
        message: String,
        /// The text that can't be parsed, if that is the error.
        text: Option<String>,
        /// The range of wrong characters in it: start and exclusive end.
        at: Option<(usize, usize)>,
        /// What is known of the answer, in the form of its report, if a limit ended the question.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, ts(type = "unknown", optional))]
        report: Option<Value>,
    },
}

impl Say {
    /// An error with only a message.
    pub(crate) fn error(message: impl Into<String>) -> Self {
        Say::Error { message: message.into(), text: None, at: None, report: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_with_its_number() {
        let text = r#"{"id":7,"ask":"quotient","game":"kayles","to":30}"#;
        let request: Request = serde_json::from_str(text).unwrap();
        let What::Question(entry, question) = request.what else { panic!() };
        assert_eq!((request.id, entry.name, question.name()), (7, "quotient", "quotient"));
        let text = r#"{"id":8,"ask":"lessons","game":"nim"}"#;
        let request: Request = serde_json::from_str(text).unwrap();
        assert!(matches!(request.what, What::Page(Ask::Lessons { game }) if game == "nim"));
    }

    #[test]
    fn an_answer_is_written_beside_its_number() {
        let data = RawValue::from_string("123456789012345678901234567890".into()).unwrap();
        let text = serde_json::to_string(&Response { id: 7, say: Say::Answer { data } }).unwrap();
        assert_eq!(text, r#"{"id":7,"kind":"answer","data":123456789012345678901234567890}"#);
    }
}
