//! Compares the numbers printed in papers with our own: each is a row of a file in `papers/`, with the command that
//! computes it.
//!
//! The commands are those of the command line, so that readers can run them. The front end runs them ([`Asker`]); their
//! answers are compared here.

mod chart;
mod compare;
mod html;
mod journal;
mod key;
mod paper;
mod run;
mod write;

pub use chart::Chart;
pub use journal::Journal;
pub use paper::{Figure, Paper, Row, Table, papers, read_paper};
pub use run::{Asked, Asker, Drawn, NoAnswer, Plan, Progress, Reproduction, Settled, Verdict};
pub use write::{Machine, check_report_folder, write_report};
