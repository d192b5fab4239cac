//! Exact answers about games.
//!
//! A solver requires the promises it needs, and nothing else:
//!
//! - [`value()`]: the canonical value of a position of a short game;
//! - [`nimber()`]: the Grundy value of a position of an impartial game;
//! - [`OutcomeSolver`]: who wins, without values, in normal and misère play;
//! - [`Solution`]: who wins every position that can be reached from one, in games where a piece takes the
//!   place of another;
//! - [`Subsets`]: who wins every subset of a set of squares, in games that take squares away;
//! - [`LoopyOutcomes`]: who wins a game that never need end; [`loopy_value`]: what it is worth;
//! - [`Intervals`]: the Grundy values of all intervals of a line;
//! - [`HeapSequence`]: the Grundy values of all heaps of a take-and-break game, and their period;
//! - [`MisereQuotient`]: the misère quotient of a heap game, heap by heap;
//! - [`losing()`]: all losing positions of games that take from heaps;
//! - [`graph`]: facts about the graph of a piece on a board, and [`tours`] of it;
//! - [`count()`]: the number of positions that can be reached;
//! - [`Survey`]: the values of all positions with a given number of pieces on a board.
//!
//! Every solver spends from a [`Budget`](nimatron_rules::Budget) and stops with an error that says
//! why when it is used up.

mod chance;
mod count;
mod disk;
mod erased;
mod error;
mod families;
pub mod graph;
mod line;
mod loopy;
mod losing;
mod memo;
mod misere;
#[cfg(feature = "model")]
#[doc(hidden)]
pub mod model;
mod nimber;
mod outcome;
mod positions;
mod sequence;
mod shards;
mod solver;
mod stack;
mod subsets;
mod survey;
mod sync;
mod threads;
pub mod tours;
mod value;

pub use count::{Count, count};
pub use disk::{check_ours, open_ours, with_suffix};
pub use erased::{
    AnyLoopyOutcomes, AnyNimbers, AnyOutcomes, AnyValues, any_count, any_loopy_outcomes, any_loopy_value,
    any_nimbers, any_outcomes, any_values,
};
pub use error::SolveError;
pub use families::{Classes, Families, Solution, count_families};
pub use line::Intervals;
pub use loopy::{Endings, LoopyOutcomes, loopy_graph, loopy_value, winner};
pub use losing::{heap_positions, losing};
pub use misere::{GenusSolver, MiserePeriod, MisereQuotient, QuotientError, Stuck};
pub use nimatron_rules::Convention;
pub use nimatron_value::Outcome;
pub use nimber::{Grundy, NimberSolver, nimber};
pub use outcome::OutcomeSolver;
pub use sequence::{Checkpoint, HeapSequence, Method, Period, Values};
pub use solver::Solver;
pub use subsets::Subsets;
pub use survey::Survey;
pub use value::{ValueSolver, arena_for, limits_of, value};
