//! Exact answers about games.
//!
//! A solver asks a game for the promises it needs, and nothing else:
//!
//! - [`value()`]: the canonical value of a position of a short game;
//! - [`nimber()`]: the Grundy value of a position of an impartial game;
//! - [`OutcomeSolver`]: who wins, without values, in normal and misère play;
//! - [`count()`]: how many positions can be reached.
//!
//! Every solver spends from a [`Budget`](nimatron_rules::Budget) and stops with an error that says
//! why when it is used up.

mod count;
mod error;
mod nimber;
mod outcome;
mod play;
mod table;
mod value;

pub use count::{Count, count};
pub use error::SolveError;
pub use nimber::{Grundy, NimberSolver, nimber};
pub use outcome::OutcomeSolver;
pub use play::{Convention, OutcomeClass};
pub use value::{ValueSolver, arena_for, value};

/// Runs a step of a recursion that may go as deep as a game lasts: more stack is made when it runs low.
#[inline]
pub(crate) fn deep<T>(step: impl FnOnce() -> T) -> T {
    #[cfg(not(target_family = "wasm"))]
    {
        stacker::maybe_grow(128 << 10, 4 << 20, step)
    }
    #[cfg(target_family = "wasm")]
    {
        step()
    }
}
