//! Exact values of combinatorial games.
//!
//! An [`Arena`] holds every value once, in canonical form; a [`Game`] is a small handle to one. Equal
//! games have equal handles, so equality is a comparison of integers, and everything that is found
//! out about a value is found out once.
//!
//! ```
//! use nimatron_value::{Arena, Game};
//!
//! let arena = Arena::new();
//! let star = arena.canonical(&[Game::ZERO], &[Game::ZERO])?;   // * = {0|0}
//! let up = arena.canonical(&[Game::ZERO], &[star])?;           // ↑ = {0|*}
//! assert!(arena.le(Game::ZERO, up)?);
//! assert_eq!(arena.sum(star, star)?, Game::ZERO);
//! # Ok::<(), nimatron_value::ValueError>(())
//! ```
//!
//! The types to know: [`Arena`], [`Game`], and [`Dyadic`] for numbers.

mod arena;
mod cache;
mod compare;
mod dyadic;
mod error;
mod nus;
mod probes;
mod simplify;
mod slab;
mod sum;

pub use arena::{Arena, Game};
pub use dyadic::{Bound, Dyadic};
pub use error::{Result, ValueError};
pub use nus::Nus;

/// Runs a step of a recursion that may go as deep as a game: more stack is made when it runs low.
#[inline]
pub(crate) fn deep<T>(step: impl FnOnce() -> T) -> T {
    #[cfg(not(target_family = "wasm"))]
    {
        /// Less than this left, and a new piece of stack is allocated.
        const LOW: usize = 128 << 10;
        /// The size of that piece.
        const PIECE: usize = 4 << 20;
        stacker::maybe_grow(LOW, PIECE, step)
    }
    #[cfg(target_family = "wasm")]
    {
        step()
    }
}
