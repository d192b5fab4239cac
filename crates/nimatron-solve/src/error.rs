//! What can keep a solver from its answer.

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
}
