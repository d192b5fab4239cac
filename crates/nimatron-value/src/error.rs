//! What can go wrong with values.

use std::time::Duration;

use thiserror::Error;

/// Why an operation on values has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ValueError {
    /// The arena holds as much as it may.
    #[error("out of memory: the values need more than the {} MB allowed", .limit >> 20)]
    OutOfMemory {
        /// The limit in bytes.
        limit: usize,
    },
    /// The time is up.
    #[error("out of time: the budget allows {allowed:?}")]
    OutOfTime {
        /// How long there was.
        allowed: Duration,
    },
    /// The stop flag was raised.
    #[error("stopped")]
    Stopped,
    /// A part of a value is outside the range that is kept exactly.
    #[error("{what} is out of range")]
    OutOfRange {
        /// What is too large, in words.
        what: &'static str,
    },
    /// The operation is not defined for this value.
    #[error("{0}")]
    Undefined(&'static str),
}

/// The result of an operation on values.
pub type Result<T> = std::result::Result<T, ValueError>;
