//! The questions, one file each, and the list of them.

pub mod agents;
pub mod best;
pub mod census;
pub mod complexity;
pub mod count;
pub mod eval;
pub mod export;
pub mod find;
pub mod games;
pub mod graph;
pub mod losing;
pub mod matches;
pub mod moves;
pub mod nimber;
pub mod outcome;
pub mod perft;
pub mod puzzle;
pub mod quotient;
pub mod record;
pub mod sequence;
pub mod solve;
pub mod table;
pub mod tour;
pub mod value;
pub mod verify;

use crate::question::{QuestionEntry, question};

/// Every question, in the order of the help text. The command line, the REPL, the messages of the page, the store and
/// the golden files look up questions here.
pub static QUESTIONS: &[QuestionEntry] = &[
    question::<games::Games>(),
    question::<eval::Eval>(),
    question::<value::Value>(),
    question::<nimber::Nimber>(),
    question::<outcome::Outcome>(),
    question::<solve::Solve>(),
    question::<best::Best>(),
    question::<moves::Moves>(),
    question::<count::Count>(),
    question::<perft::Perft>(),
    question::<agents::Agents>(),
    question::<matches::Match>(),
    question::<complexity::Complexity>(),
    question::<record::ReadRecord>(),
    question::<find::Find>(),
    question::<census::Census>(),
    question::<quotient::Quotient>(),
    question::<losing::Losing>(),
    question::<sequence::Sequence>(),
    question::<graph::Graph>(),
    question::<tour::KnightTour>(),
    question::<puzzle::Puzzle>(),
    question::<table::BoardTable>(),
    question::<verify::Verify>(),
    question::<export::Export>(),
];

/// The question with this name.
#[must_use]
pub fn find_question(name: &str) -> Option<&'static QuestionEntry> {
    QUESTIONS.iter().find(|entry| entry.name == name)
}
