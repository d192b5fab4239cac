//! What can go wrong with a question, in variants that a caller can act on.

use std::fmt;

use nimatron_catalog::{LabError as CatalogError, Limit};
use nimatron_rules::Exhausted;
use nimatron_search::PlayError;
use nimatron_solve::SolveError;
use nimatron_value::ValueError;
use serde_json::Value;
use thiserror::Error;

use crate::{Fault, Spent};

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

    pub(crate) fn unfinished_mut(&mut self) -> Option<&mut Unfinished> {
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
    pub(crate) fn with_report(mut self, report: &impl serde::Serialize) -> Self {
        if let Some(unfinished) = self.unfinished_mut() {
            unfinished.report = serde_json::to_value(report).ok();
        }
        self
    }

    /// The error with what it is about in front.
    pub(crate) fn about(mut self, what: &str) -> Self {
        if let LabError::Failed(why) = &mut self {
            *why = format!("{what}: {why}");
        } else if let Some(Unfinished { why, .. }) = self.unfinished_mut() {
            *why = format!("{what}: {why}");
        }
        self
    }

    /// The same error as if the time had run out.
    pub(crate) fn into_out_of_time(mut self, why: String) -> Self {
        match self.unfinished_mut() {
            Some(unfinished) => {
                let unfinished = Unfinished { why, ..unfinished.clone() };
                LabError::OutOfTime(Box::new(unfinished))
            }
            None => self,
        }
    }

    /// A limit that ended the question.
    fn exhausted(limit: Limit, unfinished: Unfinished) -> Self {
        let unfinished = Box::new(unfinished);
        match limit {
            Limit::Time => LabError::OutOfTime(unfinished),
            Limit::Memory => LabError::OutOfMemory(unfinished),
            Limit::Nodes => LabError::OutOfNodes(unfinished),
            Limit::Stop => LabError::Stopped(unfinished),
        }
    }
}

impl From<CatalogError> for LabError {
    fn from(error: CatalogError) -> Self {
        match error {
            CatalogError::Fault(fault) => LabError::Fault(fault),
            CatalogError::Senseless(message) => LabError::Senseless(message),
            CatalogError::Failed(message) => LabError::Failed(message),
            CatalogError::Value(error) => LabError::Value(error),
            CatalogError::Exhausted { limit, why, spent, known } => {
                LabError::exhausted(limit, Unfinished { why, spent, known, report: None })
            }
        }
    }
}

impl From<ValueError> for LabError {
    fn from(error: ValueError) -> Self {
        CatalogError::from(error).into()
    }
}

impl From<SolveError> for LabError {
    fn from(error: SolveError) -> Self {
        CatalogError::from(error).into()
    }
}

impl From<PlayError> for LabError {
    fn from(error: PlayError) -> Self {
        CatalogError::from(error).into()
    }
}

impl From<Exhausted> for LabError {
    fn from(error: Exhausted) -> Self {
        CatalogError::from(error).into()
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
