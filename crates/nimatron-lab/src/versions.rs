//! The versions of what answers questions, and those that were found to answer wrongly.
//!
//! An answer is kept with the version of the engine that gave it. When a mistake is found in an engine, its
//! version goes up by one here, and those that have the mistake are listed below: their answers are not
//! served any more.

use std::ops::RangeInclusive;

/// The version of the engine for a kind of question.
pub(crate) fn version(kind: &str) -> u32 {
    crate::find_question(kind).map_or(0, |entry| entry.version)
}

/// Versions of an engine since found wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawn {
    /// The kind of question: `value`, `nimber`, `outcome`, `best`, `count`, `perft`, `sequence` or `match`. A
    /// table is of the kind of what is asked of its boards.
    pub kind: &'static str,
    /// The game whose answers are wrong, without parameters; nothing if it may be any.
    pub game: Option<&'static str>,
    /// The versions that are wrong.
    pub versions: RangeInclusive<u32>,
    /// What is wrong with them.
    pub why: &'static str,
}

/// All of them: none so far.
pub(crate) static WITHDRAWN: &[Withdrawn] = &[];

impl Withdrawn {
    /// Whether an answer of that engine about that game is among them.
    pub(crate) fn covers(&self, kind: &str, game: &str, version: u32) -> bool {
        // Some variants are games of their own, and have a colon in their name.
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
