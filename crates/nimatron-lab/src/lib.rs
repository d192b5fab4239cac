//! The catalog of games and the questions about them: the interface that every front end uses.
//!
//! A [`Lab`] answers a [`Question`], a struct of parameters; [`QUESTIONS`] lists all of them. The answer is plain data,
//! which serialises to the JSON that scripts rely on and displays as text for people.
//!
//! ```
//! use nimatron_lab::{Catalog, Lab, Limits};
//! use nimatron_lab::questions::value::Value;
//!
//! let catalog = Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines());
//! let lab = Lab::new(catalog, Limits::default());
//! let report = lab.ask(&Value::of("domineering", "2x2"))?;
//! assert_eq!(report.canonical(), "±1");
//! # Ok::<(), nimatron_lab::LabError>(())
//! ```

mod certificate;
mod contest;
mod describe;
mod elo;
mod evaluate;
mod files;
pub mod golden;
mod heap_codes;
mod kind;
mod lab;
mod listener;
#[cfg(not(target_family = "wasm"))]
mod memory;
mod methods;
pub mod parameters;
mod picture;
mod pieces;
mod position;
mod question;
pub mod questions;
mod record;
mod records;
mod region;
mod remember;
mod report;
pub mod reproduce;
mod run;
mod sealed;
mod sprt;
mod stopper;
#[cfg_attr(target_family = "wasm", path = "no_store.rs")]
mod store;
pub mod text;
mod thermograph;
#[cfg(test)]
mod typescript;
mod ugi;
#[cfg(not(target_family = "wasm"))]
mod versions;

pub use elo::{Elo, Results};
pub use evaluate::Evaluated;
pub use files::write_whole as write_file;
pub use kind::Kind;
pub use lab::{Lab, Named};
pub use listener::{Audience, Line, Lines, Listener, Note};
#[cfg(not(target_family = "wasm"))]
pub use memory::memory_in_use;
pub use methods::{METHODS, Method};
pub use nimatron_catalog::Position as GamePosition;
pub use nimatron_catalog::{
    BestMove, Catalog, Fault, Go, LabError, Move, Over, Reply, Seats, Session, Sitting, Spent, Thought,
    Unfinished, Values, duration, grouped,
};
pub use nimatron_rules::{Budget, Cell, Entry, GameInfo, HeapLayout, Player, Registry, Touch, View};
pub use nimatron_search::Thinking;
pub use nimatron_solve::{Convention, Outcome, check_ours};
pub use nimatron_value::{Breakpoint, Game, Printing, Sided, Style, Thermograph, Trajectory};
pub use picture::{check_picture_name, write_picture};
pub use position::Position;
pub use question::{AnyAnswer, AnyQuestion, Aside, Input, NoLine, Question, QuestionEntry, Report, Verdict};
pub use questions::{QUESTIONS, find_question};
pub use record::Record;
pub use region::{Region, Where};
pub use report::{Comparison, Count, LoopyReport, ValueReport};
pub use run::{Limits, Run};
pub use sprt::{Sprt, SprtReport};
pub use stopper::{Stopped, Stopper};
pub use store::Store;
#[cfg(not(target_family = "wasm"))]
pub use store::{Checked, Problem, Shown, StoreEntry, Vacuumed};
pub use thermograph::{Bend, ThermographReport};
pub use ugi::EngineSettings;
#[cfg(not(target_family = "wasm"))]
pub use versions::Withdrawn;

/// The games that come with nimatron, for tests.
#[cfg(test)]
pub(crate) fn test_catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}
