//! Errors of values.

use std::time::Duration;

use thiserror::Error;

/// Why an operation on values has no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ValueError {
    /// The memory limit of the arena is reached.
    #[error("out of memory: the values need more than the {} MB allowed", .limit >> 20)]
    OutOfMemory {
        /// The limit in bytes.
        limit: usize,
    },
    /// The time is up.
    #[error("out of time: the budget allows {allowed:?}")]
    OutOfTime {
        /// The time that was allowed.
        allowed: Duration,
    },
    /// The stop flag was raised.
    #[error("stopped")]
    Stopped,
    /// A part of a value is outside of the range that is stored exactly.
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
