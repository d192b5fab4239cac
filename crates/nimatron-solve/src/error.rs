//! What can keep a solver from its answer.

use std::io;
use std::path::{Path, PathBuf};

use nimatron_rules::Exhausted;
use nimatron_value::ValueError;
use thiserror::Error;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The budget is used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The values cannot be made.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// It would take more memory than the budget allows. Nothing has been spent yet.
    #[error("this needs {} MB of memory, and the budget allows {} MB", megabytes(*bytes), allowed >> 20)]
    NeedsMemory {
        /// What it would take.
        bytes: u64,
        /// What the budget allows.
        allowed: u64,
    },
    /// A graph has more vertices than an exact search takes on.
    #[error("a graph of {vertices} vertices is too large for an exact search: it takes up to {most}")]
    TooLarge {
        /// The vertices of the graph.
        vertices: usize,
        /// How many there may be.
        most: usize,
    },
    /// The edges of a graph reach too far ahead, so that its tours are too many to be followed at once.
    #[error(
        "the board is too wide: edges reach {reach} squares ahead, and all tours are followed up to {most}"
    )]
    TooWide {
        /// How far they reach.
        reach: usize,
        /// How far they may reach.
        most: usize,
    },
    /// A number with more than 128 bits.
    #[error("there are more than 2^128")]
    TooMany,
    /// It would take more room than the disk has. Nothing has been spent yet.
    #[error("{}: this needs {} MB, and the disk has {} MB free", path.display(), megabytes(*bytes), free >> 20)]
    NeedsDisk {
        /// The file that does not fit.
        path: PathBuf,
        /// What it would take.
        bytes: u64,
        /// What is free.
        free: u64,
    },
    /// A file can't be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl SolveError {
    /// A file can't be read or written.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Self {
        SolveError::File { path: path.into(), why: error.to_string() }
    }
}

/// So many bytes in units of 2^20, rounded up.
fn megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}
