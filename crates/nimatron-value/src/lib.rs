//! Exact values of combinatorial games.
//!
//! An [`Arena`] stores every value once, in canonical form. A [`Value`] is one of them, with the operators of
//! mathematics.
//!
//! ```
//! use nimatron_value::Arena;
//!
//! let arena = Arena::new();
//! let [g, up] = [arena.read("{3|1}")?, arena.read("↑")?];
//! println!("{g} is worth {} on average, and a move in it {}", g.mean()?, g.temperature()?);
//! assert!(up > 0 && g > up && g.is_confused_with(2));
//! assert_eq!((g + arena.read("±1")?).to_string(), "2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Game`] is the bare handle of a value, for tables and inner loops. Equal games have equal handles, so
//! equality is a comparison of integers, and every property of a value is computed once. The operations on
//! handles are methods of the arena:
//!
//! ```
//! use nimatron_value::{Arena, Game};
//!
//! let arena = Arena::new();
//! let star = arena.canonical(&[Game::ZERO], &[Game::ZERO])?;   // * = {0|0}
//! assert_eq!(arena.sum(star, star)?, Game::ZERO);
//! assert_eq!(arena.value(star).to_string(), "*");
//! # Ok::<(), nimatron_value::ValueError>(())
//! ```
//!
//! The types to know: [`Arena`], [`Value`], and [`Dyadic`] for numbers. Loopy values are those of [`Loops`].

mod arena;
mod atomic;
mod birthday;
mod cache;
mod chunks;
mod compare;
mod days;
mod draw;
mod dyadic;
mod error;
mod expression;
mod followers;
mod genus;
mod heating;
mod kinds;
mod lexer;
mod limits;
mod loopy;
mod marks;
#[cfg(feature = "model")]
#[doc(hidden)]
pub mod model;
mod names;
mod nus;
mod ordinal;
mod outcome;
mod parse;
mod print;
mod printer;
mod probes;
mod product;
mod quotient;
mod reduced;
mod simplify;
mod slab;
mod stack;
mod stops;
mod structural;
mod sum;
mod svg;
mod sync;
mod thermograph;
mod tiny;
mod trajectory;
mod uptimals;
mod value;
mod words;

pub use arena::{Arena, Game};
pub use dyadic::{Bound, Dyadic};
pub use error::{Result, ValueError};
pub use expression::{
    Answer, Call, Cause, Environment, EvalError, Expr, ExprKind, Plain, Relation, Span, Statement,
};
pub use followers::Followers;
pub use genus::Genus;
pub use lexer::ParseError;
pub use limits::{ArenaLimits, within};
pub use loopy::{End, Ends, Graph, Loops, LoopyAnswer, Sided};
pub use nus::Nus;
pub use outcome::Outcome;
pub use parse::{MAX_LENGTH, MAX_NESTING, ReadError, parse_expression, parse_statement, parse_value};
pub use print::{Length, Printed, Printing, Style};
pub use product::nim_product;
pub use quotient::{Element, Monomial, Quotient};
pub use thermograph::Thermograph;
pub use trajectory::{Breakpoint, Trajectory};
pub use uptimals::Uptimal;
pub use value::{Term, Value};
