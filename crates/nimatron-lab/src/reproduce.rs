//! What the papers printed, and what comes out here: every number is a row of a file in `papers/`, with the command that
//! computes it.
//!
//! The commands are those of the command line, so that a reader can run them. Who runs them is the front end's business
//! ([`Asker`]); what their answers mean for a row is decided here.

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
