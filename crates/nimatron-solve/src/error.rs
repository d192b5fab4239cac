//! Errors of solvers.

use std::io;
use std::path::{Path, PathBuf};

use nimatron_rules::{Budget, Exhausted};
use nimatron_value::ValueError;
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The budget is used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The values can't be computed. If a limit is reached, the error is [`SolveError::Exhausted`], wherever
    /// it is noticed.
    #[error(transparent)]
    Value(ValueError),
    /// It would take more memory than the budget allows. Nothing has been spent yet.
    #[error("this needs {} MB of memory, and the budget allows {} MB", megabytes(*bytes), allowed >> 20)]
    NeedsMemory {
        /// The bytes that it would take.
        bytes: u64,
        /// What the budget allows.
        allowed: u64,
    },
    /// A graph has too many vertices for an exact search.
    #[error("a graph of {vertices} vertices is too large for an exact search: it takes up to {most}")]
    TooLarge {
        /// The number of vertices of the graph.
        vertices: usize,
        /// The maximum number of vertices.
        most: usize,
    },
    /// The edges of a graph reach too far ahead, so there are too many partial tours.
    #[error(
        "the board is too wide: edges reach {reach} squares ahead, and all tours are followed up to {most}"
    )]
    TooWide {
        /// How far they reach.
        reach: usize,
        /// How far they may reach.
        most: usize,
    },
    /// The known values of heaps don't have this period, or there are too few to prove it.
    #[error(
        "the known values do not have the period {period} after {preperiod} heaps, or are too few to be repeated"
    )]
    NotPeriodic {
        /// The period.
        period: usize,
        /// The number of heaps before it.
        preperiod: usize,
    },
    /// A number with more than 128 bits.
    #[error("there are more than 2^128")]
    TooMany,
    /// It would take more space than the disk has. Nothing has been spent yet.
    #[error("{}: this needs {} MB, and the disk has {} MB free", path.display(), megabytes(*bytes), free >> 20)]
    NeedsDisk {
        /// The file that does not fit.
        path: PathBuf,
        /// The bytes that it would take.
        bytes: u64,
        /// The free bytes.
        free: u64,
    },
    /// A file can't be read or written, or is not the expected file.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// A solution on disk differs from what was written.
    #[error("{}: {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl SolveError {
    /// The limit that ended the computation, if one did: with more time or memory there may be an answer.
    #[must_use]
    pub fn limit(&self) -> Option<Exhausted> {
        match self {
            SolveError::Exhausted(limit) => Some(*limit),
            _ => None,
        }
    }

    /// Whether a stop was requested.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.limit().is_some_and(|limit| limit.is_stopped())
    }

    /// Whether the allowed time has passed.
    #[must_use]
    pub fn is_out_of_time(&self) -> bool {
        self.limit().is_some_and(|limit| limit.is_out_of_time())
    }

    /// Whether the allowed memory is in use, or too little is allowed.
    #[must_use]
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self, SolveError::NeedsMemory { .. })
            || self.limit().is_some_and(|limit| limit.is_out_of_memory())
    }
}

impl From<ValueError> for SolveError {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::OutOfMemory { limit } => Exhausted::Memory(limit).into(),
            ValueError::OutOfTime { allowed } => Exhausted::Time(allowed).into(),
            ValueError::Stopped => Exhausted::Stopped.into(),
            error => SolveError::Value(error),
        }
    }
}

impl SolveError {
    /// Fails if this many bytes are more than the budget allows, or than is left of it. Nothing has been
    /// spent yet.
    pub(crate) fn unless_memory(bytes: u64, budget: &Budget) -> Result<(), SolveError> {
        let (allowed, left) = (budget.memory_limit() as u64, budget.memory_left() as u64);
        match bytes {
            _ if bytes > allowed => Err(SolveError::NeedsMemory { bytes, allowed }),
            _ if bytes > left => Err(SolveError::NeedsMemory { bytes, allowed: left }),
            _ => Ok(()),
        }
    }

    /// A file can't be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        SolveError::File { path: path.into(), why: error.to_string() }
    }
}

/// The number of bytes in units of 2^20, rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
