//! The versions of the engines that answer questions, and those known to give wrong answers.
//!
//! An answer is kept with the version of the engine that gave it. When a bug is found in an engine, its version is
//! increased, and the versions with the bug are listed below: their answers are no longer served.

use std::ops::RangeInclusive;

/// The version of the engine for a kind of question.
pub(crate) fn version(kind: &str) -> u32 {
    crate::find_question(kind).map_or(0, |entry| entry.version)
}

/// Versions of an engine that were found to be wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawn {
    /// The kind of question: `value`, `nimber`, `outcome`, `best`, `count`, `perft`, `sequence` or `match`. A
    /// table has the kind of the question asked about its boards.
    pub kind: &'static str,
    /// The game whose answers are wrong, without parameters; `None` if it can be any game.
    pub game: Option<&'static str>,
    /// The versions that are wrong.
    pub versions: RangeInclusive<u32>,
    /// What is wrong with them.
    pub why: &'static str,
}

/// All withdrawn versions: none so far.
pub(crate) static WITHDRAWN: &[Withdrawn] = &[];

impl Withdrawn {
    /// Whether this applies to an answer of that engine version about that game.
    pub(crate) fn covers(&self, kind: &str, game: &str, version: u32) -> bool {
        // Some variants are separate games with a colon in their name.
        let is_of =
            |name: &str| game.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
        self.kind == kind && self.versions.contains(&version) && self.game.is_none_or(is_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_withdrawn_with_all_its_parameters_and_no_other() {
        let withdrawn = Withdrawn { kind: "nimber", game: Some("octal"), versions: 2..=3, why: "" };
        assert!(withdrawn.covers("nimber", "octal:0.007", 2));
        assert!(withdrawn.covers("nimber", "octal", 3));
        assert!(!withdrawn.covers("nimber", "octal:0.007", 1));
        assert!(!withdrawn.covers("nimber", "octals", 2));
        assert!(!withdrawn.covers("sequence", "octal:0.007", 2));
        assert!(Withdrawn { game: None, ..withdrawn }.covers("nimber", "nim", 2));
    }
}
