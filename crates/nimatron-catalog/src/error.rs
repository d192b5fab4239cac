//! Errors of questions.

use std::fmt;
use std::ops::Range;

use nimatron_rules::{Exhausted, NotationError};
use nimatron_search::PlayError;
use nimatron_solve::SolveError;
use nimatron_value::ValueError;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum LabError {
    /// A text can't be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The question doesn't fit the game.
    #[error("{0}")]
    Senseless(String),
    /// The budget is used up.
    #[error("{}", exhausted(why, spent.as_ref(), known.as_deref()))]
    Exhausted {
        /// The limit that was reached.
        limit: Limit,
        /// The same in words.
        why: String,
        /// What had been done until then.
        spent: Option<Spent>,
        /// What is known about the answer.
        known: Option<String>,
    },
    /// It can't be started, or a file can't be used.
    #[error("{0}")]
    Failed(String),
    /// The values can't be computed.
    #[error(transparent)]
    Value(ValueError),
}

/// What ended a computation too early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limit {
    /// The allowed time has passed.
    Time,
    /// The allowed memory is in use.
    Memory,
    /// The allowed number of positions was visited.
    Nodes,
    /// A stop was requested.
    Stop,
}

impl LabError {
    /// The budget is used up.
    pub fn exhausted(limit: Limit, why: impl fmt::Display) -> Self {
        LabError::Exhausted { limit, why: why.to_string(), spent: None, known: None }
    }

    /// Adds what is known about the answer, if the error is that the budget is used up.
    pub fn but_known(mut self, what: impl FnOnce() -> String) -> Self {
        if let LabError::Exhausted { known, .. } = &mut self {
            *known = Some(known.take().map_or_else(String::new, |known| known + "; ") + &what());
        }
        self
    }
}

fn exhausted(why: &str, spent: Option<&Spent>, known: Option<&str>) -> String {
    let spent = spent.map(|spent| format!("; {spent}")).unwrap_or_default();
    let known = known.map(|known| format!("; known so far: {known}")).unwrap_or_default();
    format!("{why}{spent}{known}")
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
            ValueError::OutOfMemory { .. } => LabError::exhausted(Limit::Memory, error),
            ValueError::OutOfTime { .. } => LabError::exhausted(Limit::Time, error),
            ValueError::Stopped => LabError::exhausted(Limit::Stop, error),
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
            Exhausted::Nodes(_) => LabError::exhausted(Limit::Nodes, error),
            Exhausted::Time(_) => LabError::exhausted(Limit::Time, error),
            Exhausted::Memory(_) => LabError::exhausted(Limit::Memory, error),
            Exhausted::Stopped => LabError::exhausted(Limit::Stop, error),
        }
    }
}
