//! The catalog of games and the questions one can ask of them: the door through which every front
//! end comes in.
//!
//! A [`Lab`] answers a [`Question`] about a game and a position, both given as text, or evaluates an
//! expression of game values. What it answers is plain data, which serialises to the JSON that scripts
//! rely on and displays as one line of text.
//!
//! ```
//! use nimatron_lab::{Lab, Question};
//!
//! let lab = Lab::default();
//! let answer = lab.ask(&Question::Value, "domineering", "2x2")?;
//! assert_eq!(answer.to_string(), "±1");
//! # Ok::<(), nimatron_lab::LabError>(())
//! ```

mod answer;
mod certificate;
mod complexity;
mod describe;
mod elo;
#[cfg(not(target_family = "wasm"))]
mod engines;
mod evaluate;
mod export;
mod find;
pub mod golden;
mod graph;
mod heap_codes;
mod kind;
mod lab;
mod losing;
mod matches;
#[cfg(not(target_family = "wasm"))]
mod memory;
mod methods;
mod picture;
mod pieces;
mod puzzle;
mod question;
mod quotient;
mod record;
mod records;
mod region;
mod remember;
mod report;
pub mod reproduce;
mod run;
mod sealed;
mod sequence;
mod sprt;
#[cfg_attr(target_family = "wasm", path = "no_store.rs")]
mod store;
mod tabulate;
mod thermograph;
mod tour;
mod ugi;

pub use answer::Answer;
pub use certificate::{Certificate, VerifyReport};
pub use complexity::{ComplexityQuestion, ComplexityReport, Spread};
pub use elo::{Elo, Results};
#[cfg(not(target_family = "wasm"))]
pub use engines::Withdrawn;
pub use evaluate::Evaluated;
pub use export::ExportAs;
pub use find::{Census, First, Found, Searched, Tally, Wanted};
pub use graph::{Fact, GraphReport, TerminalSet};
pub use kind::Kind;
pub use lab::Lab;
pub use losing::LosingReport;
pub use matches::{GameLine, Match, MatchReport};
#[cfg(not(target_family = "wasm"))]
pub use memory::memory_in_use;
pub use methods::{METHODS, Method};
pub use nimatron_catalog::{
    BestMove, Entry, Erased, Fault, Go, LabError, Move, NAMES, Over, Reply, Seats, Session, Sitting, Spent,
    Thought, Values, duration, find, games, grouped, nearest,
};
pub use nimatron_rules::{Budget, Cell, Player, View};
pub use nimatron_search::Thinking;
pub use nimatron_solve::tours::TourMethod;
pub use nimatron_solve::{Convention, OutcomeClass, check_ours};
pub use nimatron_value::{Game, Printing, Sided, Style, Thermograph};
pub use picture::{check_picture_name, write_picture};
pub use puzzle::{PuzzleQuestion, PuzzleReport};
pub use question::Question;
pub use quotient::{Growth, QuotientReport};
pub use record::{Record, RecordReport};
pub use region::Region;
pub use report::{
    AgentReport, BestReport, ClassesReport, Comparison, Count, CountReport, GameReport, LoopyReport,
    MovesReport, NimberReport, OutcomeReport, ParameterReport, PerftReport, SolveReport, ValueReport,
};
pub use run::{Limits, Run};
pub use sequence::files::write_whole as write_file;
pub use sequence::{Frequency, SequenceOptions, SequenceReport};
pub use sprt::{Sprt, SprtReport};
pub use store::Store;
#[cfg(not(target_family = "wasm"))]
pub use store::{Checked, Problem, Shown, StoreEntry, Vacuumed};
pub use tabulate::{Format, TableOptions, TableReport, TableRow};
pub use thermograph::{Bend, ThermographReport};
pub use tour::{TourQuestion, TourReport};
pub use ugi::EngineSettings;
