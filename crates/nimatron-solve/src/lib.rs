//! Exact answers about games.
//!
//! A solver asks a game for the promises it needs, and nothing else:
//!
//! - [`value()`]: the canonical value of a position of a short game;
//! - [`nimber()`]: the Grundy value of a position of an impartial game;
//! - [`OutcomeSolver`]: who wins, without values, in normal and misère play;
//! - [`Solution`]: who wins every position that can be reached from one, in games where a piece takes the
//!   place of another;
//! - [`HeapSequence`]: the Grundy values of all heaps of a take-and-break game, and their period;
//! - [`count()`]: how many positions can be reached.
//!
//! Every solver spends from a [`Budget`](nimatron_rules::Budget) and stops with an error that says
//! why when it is used up.

mod count;
mod error;
mod families;
mod nimber;
mod outcome;
mod play;
mod sequence;
mod stack;
mod table;
mod value;

pub use count::{Count, count};
pub use error::SolveError;
pub use families::{Classes, Families, Solution, count_families};
pub use nimber::{Grundy, NimberSolver, nimber};
pub use outcome::OutcomeSolver;
pub use play::{Convention, OutcomeClass};
pub use sequence::{Checkpoint, HeapSequence, Method, Period, Values};
pub use value::{ValueSolver, arena_for, value};
