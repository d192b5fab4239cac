//! Errors of questions, in variants that a caller can act on.

use std::fmt;
use std::ops::Range;

use nimatron_rules::{Exhausted, NotationError};
use nimatron_search::PlayError;
use nimatron_solve::SolveError;
use nimatron_value::ValueError;
use serde::Serialize;
use serde_json::Value;
use thiserror::Error;

/// Why a question has no answer, or only part of one.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum LabError {
    /// Something written can't be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The question doesn't fit the game.
    #[error("{0}")]
    Senseless(String),
    /// It can't be begun, or a file can't be used.
    #[error("{0}")]
    Failed(String),
    /// The values can't be made.
    #[error(transparent)]
    Value(ValueError),
    /// The time that was allowed has passed.
    #[error("{0}")]
    OutOfTime(Box<Unfinished>),
    /// The memory that was allowed is in use.
    #[error("{0}")]
    OutOfMemory(Box<Unfinished>),
    /// The allowed number of positions was visited.
    #[error("{0}")]
    OutOfNodes(Box<Unfinished>),
    /// Somebody stopped it.
    #[error("{0}")]
    Stopped(Box<Unfinished>),
}

/// How far a question came before a limit ended it.
#[derive(Clone, PartialEq, Debug)]
pub struct Unfinished {
    /// Which limit it was, in words.
    pub why: String,
    /// What was spent until then.
    pub spent: Option<Spent>,
    /// What is known of the answer, in words.
    pub known: Option<String>,
    /// What is known of the answer, as the report would have it.
    pub report: Option<Value>,
}

impl fmt::Display for Unfinished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)?;
        if let Some(spent) = &self.spent {
            write!(f, "; {spent}")?;
        }
        match &self.known {
            Some(known) => write!(f, "; known so far: {known}"),
            None => Ok(()),
        }
    }
}

impl LabError {
    /// A stop that somebody asked for.
    #[must_use]
    pub fn stopped() -> Self {
        Exhausted::Stopped.into()
    }

    /// How far the question came, if a limit ended it.
    #[must_use]
    pub fn unfinished(&self) -> Option<&Unfinished> {
        match self {
            LabError::OutOfTime(unfinished)
            | LabError::OutOfMemory(unfinished)
            | LabError::OutOfNodes(unfinished)
            | LabError::Stopped(unfinished) => Some(unfinished),
            LabError::Fault(_) | LabError::Senseless(_) | LabError::Failed(_) | LabError::Value(_) => None,
        }
    }

    /// Whether a limit ended the question: with more time or memory it may have an answer.
    #[must_use]
    pub fn is_unfinished(&self) -> bool {
        self.unfinished().is_some()
    }

    /// The same, to be changed.
    pub fn unfinished_mut(&mut self) -> Option<&mut Unfinished> {
        match self {
            LabError::OutOfTime(unfinished)
            | LabError::OutOfMemory(unfinished)
            | LabError::OutOfNodes(unfinished)
            | LabError::Stopped(unfinished) => Some(unfinished),
            _ => None,
        }
    }

    /// Adds what is known of the answer, if a limit ended the question.
    #[must_use]
    pub fn but_known(mut self, what: impl FnOnce() -> String) -> Self {
        if let Some(Unfinished { known, .. }) = self.unfinished_mut() {
            *known = Some(known.take().map_or_else(String::new, |known| known + "; ") + &what());
        }
        self
    }

    /// Adds what there is of the report, if a limit ended the question.
    #[must_use]
    pub fn with_report(mut self, report: &impl Serialize) -> Self {
        if let Some(unfinished) = self.unfinished_mut() {
            unfinished.report = serde_json::to_value(report).ok();
        }
        self
    }

    /// The error with what it is about in front.
    #[must_use]
    pub fn about(mut self, what: &str) -> Self {
        if let LabError::Failed(why) = &mut self {
            *why = format!("{what}: {why}");
        } else if let Some(Unfinished { why, .. }) = self.unfinished_mut() {
            *why = format!("{what}: {why}");
        }
        self
    }

    /// The same error as if the time had run out.
    #[must_use]
    pub fn into_out_of_time(mut self, why: String) -> Self {
        match self.unfinished_mut() {
            Some(unfinished) => {
                let unfinished = Unfinished { why, ..unfinished.clone() };
                LabError::OutOfTime(Box::new(unfinished))
            }
            None => self,
        }
    }
}

/// A limit that ended the question, before anything is known about the answer.
fn unfinished(limit: impl fmt::Display) -> Box<Unfinished> {
    Box::new(Unfinished { why: limit.to_string(), spent: None, known: None, report: None })
}

/// The work that a computation did before it had to stop.
#[derive(Clone, PartialEq, Debug)]
pub struct Spent {
    /// The number of positions that were visited.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
}

impl fmt::Display for Spent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.positions {
            0 => write!(f, "{} passed", duration(self.seconds)),
            positions => {
                write!(f, "{} positions visited in {}", grouped(positions), duration(self.seconds))
            }
        }
    }
}

/// A time in seconds, in words.
#[must_use]
pub fn duration(seconds: f64) -> String {
    if seconds < 0.1 { format!("{:.1} ms", seconds * 1000.0) } else { format!("{seconds:.2} s") }
}

/// A number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A text that can't be read, with the part that is wrong and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct Fault {
    /// The whole text.
    pub text: String,
    /// The bytes that are at fault.
    pub at: Range<usize>,
    /// What is wrong with them, and what was expected.
    pub message: String,
}

impl Fault {
    /// An error in a text.
    pub fn in_text(text: &str, error: &NotationError) -> Self {
        Fault { text: text.into(), at: error.at.clone(), message: error.to_string() }
    }

    /// An error in a position or in the parameters of its game.
    pub fn in_notation(game: &str, position: &str, error: &NotationError) -> Self {
        let message = error.to_string();
        if error.in_parameters {
            let start = game.find(':').map_or(game.len(), |colon| colon + 1);
            let at = start + error.at.start..start + error.at.end;
            return Fault { text: game.into(), at, message };
        }
        // Spaces around a position are not part of it.
        let start = position.len() - position.trim_start().len();
        Fault { text: position.into(), at: start + error.at.start..start + error.at.end, message }
    }
}

impl From<ValueError> for LabError {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::OutOfMemory { .. } => LabError::OutOfMemory(unfinished(error)),
            ValueError::OutOfTime { .. } => LabError::OutOfTime(unfinished(error)),
            ValueError::Stopped => LabError::Stopped(unfinished(error)),
            _ => LabError::Value(error),
        }
    }
}

impl From<SolveError> for LabError {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Value(error) => error.into(),
            SolveError::Exhausted(error) => error.into(),
            error => LabError::Failed(error.to_string()),
        }
    }
}

impl From<PlayError> for LabError {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Exhausted(error) => error.into(),
            PlayError::Panicked { .. } => LabError::Failed(error.to_string()),
            error => LabError::Senseless(error.to_string()),
        }
    }
}

impl From<Exhausted> for LabError {
    fn from(error: Exhausted) -> Self {
        match error {
            // More time or memory would not help.
            Exhausted::List(_) => LabError::Senseless(error.to_string()),
            Exhausted::Nodes(_) => LabError::OutOfNodes(unfinished(error)),
            Exhausted::Time(_) => LabError::OutOfTime(unfinished(error)),
            Exhausted::Memory(_) => LabError::OutOfMemory(unfinished(error)),
            Exhausted::Stopped => LabError::Stopped(unfinished(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_limit_has_a_variant_of_its_own() {
        let out_of = |error: Exhausted| LabError::from(error);
        assert!(matches!(out_of(Exhausted::Time(Duration::from_secs(1))), LabError::OutOfTime(_)));
        assert!(matches!(out_of(Exhausted::Memory(1 << 20)), LabError::OutOfMemory(_)));
        assert!(matches!(out_of(Exhausted::Nodes(3)), LabError::OutOfNodes(_)));
        assert!(matches!(out_of(Exhausted::Stopped), LabError::Stopped(_)));
        let value = ValueError::OutOfMemory { limit: 1 << 20 };
        assert!(matches!(LabError::from(value), LabError::OutOfMemory(_)));
    }

    #[test]
    fn what_is_known_is_said_behind_what_was_spent() {
        let error = LabError::stopped().but_known(|| "heaps up to 7".into());
        assert_eq!(error.to_string(), "stopped; known so far: heaps up to 7");
        assert_eq!(LabError::Failed("no".into()).but_known(|| "all".into()).to_string(), "no");
    }
}
