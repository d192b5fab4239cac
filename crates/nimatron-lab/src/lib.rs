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
mod best;
mod catalog;
mod certificate;
mod describe;
mod entry;
mod error;
mod evaluate;
pub mod golden;
mod lab;
mod methods;
mod outcomes;
mod question;
mod report;
mod run;
mod sequence;
mod shelf;
mod sum;
mod table;
mod thermograph;
mod whole;

pub use answer::Answer;
pub use catalog::{find, games, nearest};
pub use certificate::{Certificate, VerifyReport};
pub use entry::{Entry, Erased};
pub use error::{Fault, LabError, Spent, duration, grouped};
pub use evaluate::Evaluated;
pub use lab::Lab;
pub use methods::{METHODS, Method};
pub use nimatron_rules::{Cell, Player, View};
pub use nimatron_solve::{Convention, OutcomeClass};
pub use nimatron_value::{Game, Style, Thermograph};
pub use question::Question;
pub use report::{
    BestMove, BestReport, ClassesReport, Comparison, Count, CountReport, GameReport, Move, MovesReport,
    NimberReport, OutcomeReport, PerftReport, SolveReport, ValueReport,
};
pub use run::{Limits, Run};
pub use sequence::{Frequency, SequenceOptions, SequenceReport};
pub use thermograph::{Bend, ThermographReport};
