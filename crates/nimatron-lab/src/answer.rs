//! The answer to a question, as data and as one line of text.

use std::fmt;

use serde::Serialize;

use crate::report::{
    BestReport, CountReport, LoopyReport, MovesReport, NimberReport, OutcomeReport, PerftReport, ValueReport,
};

/// The answer to a [`Question`](crate::Question). It serialises to the JSON of its report, and displays
/// as the shortest text that answers the question: that is what the golden files hold.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// What it is worth.
    Value(Box<ValueReport>),
    /// What a position of a loopy game is worth.
    Loopy(Box<LoopyReport>),
    /// Its Grundy value.
    Nimber(NimberReport),
    /// Who wins.
    Outcome(OutcomeReport),
    /// The best moves.
    Best(BestReport),
    /// The legal moves.
    Moves(MovesReport),
    /// How many positions can be reached.
    Count(CountReport),
    /// How many ways to play there are.
    Perft(PerftReport),
}

impl Answer {
    /// When it was answered, in UTC, if it was remembered.
    #[must_use]
    pub fn remembered(&self) -> Option<&str> {
        match self {
            Answer::Value(report) => report.remembered.as_deref(),
            Answer::Loopy(report) => report.remembered.as_deref(),
            Answer::Nimber(report) => report.remembered.as_deref(),
            Answer::Outcome(report) => report.remembered.as_deref(),
            Answer::Best(report) => report.remembered.as_deref(),
            Answer::Moves(_) => None,
            Answer::Count(report) => report.remembered.as_deref(),
            Answer::Perft(report) => report.remembered.as_deref(),
        }
    }

    /// Where that is said.
    pub(crate) fn remembered_mut(&mut self) -> Option<&mut Option<String>> {
        match self {
            Answer::Value(report) => Some(&mut report.remembered),
            Answer::Loopy(report) => Some(&mut report.remembered),
            Answer::Nimber(report) => Some(&mut report.remembered),
            Answer::Outcome(report) => Some(&mut report.remembered),
            Answer::Best(report) => Some(&mut report.remembered),
            Answer::Moves(_) => None,
            Answer::Count(report) => Some(&mut report.remembered),
            Answer::Perft(report) => Some(&mut report.remembered),
        }
    }

    /// How many positions were visited, where that was counted, and how long it took.
    #[must_use]
    pub fn spent(&self) -> Option<(Option<u64>, f64)> {
        match self {
            Answer::Value(report) => Some((report.positions, report.seconds?)),
            Answer::Loopy(report) => Some((report.positions, report.seconds?)),
            Answer::Nimber(report) => Some((Some(report.positions), report.seconds)),
            Answer::Outcome(report) => Some((Some(report.positions), report.seconds)),
            Answer::Best(report) => Some((None, report.seconds)),
            Answer::Moves(_) => None,
            Answer::Count(report) => Some((None, report.seconds)),
            Answer::Perft(report) => Some((None, report.seconds)),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Value(report) => f.write_str(&report.canonical),
            Answer::Loopy(report) => f.write_str(&report.canonical),
            Answer::Nimber(report) => write!(f, "{}", report.nimber),
            Answer::Outcome(report) => {
                f.write_str(report.outcome.as_ref().or(report.winner.as_ref()).map_or("", String::as_str))
            }
            Answer::Best(report) => names(f, report.moves.iter().map(|mv| &*mv.name)),
            Answer::Moves(report) => names(f, report.moves.iter().map(|mv| &*mv.name)),
            Answer::Count(report) => write!(f, "{}", report.positions),
            Answer::Perft(report) => {
                write!(f, "{}", report.nodes.get(report.depth as usize).copied().unwrap_or(0))
            }
        }
    }
}

/// The names of moves, or a dash if there are none.
fn names<'a>(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    let names: Vec<_> = names.collect();
    if names.is_empty() { f.write_str("–") } else { f.write_str(&names.join(", ")) }
}
