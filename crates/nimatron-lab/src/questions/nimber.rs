//! The Grundy value of a position of an impartial game.

use std::fmt;

use nimatron_solve::{Convention, Outcome};
use serde::{Deserialize, Serialize};

use crate::parameters::{LocalFile, Place};
use crate::question::{Aside, Input, NoLine, Question, Report};
use crate::remember::kept;
use crate::text::{FAINT, STRONG};
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Nimber {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
    /// Save the progress in this file, and resume from it
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub checkpoint: Option<LocalFile>,
}

/// The Grundy value of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NimberReport {
    /// The Grundy value.
    pub nimber: u64,
    /// `N` or `P`.
    pub outcome: String,
    /// The theorem that gives the value, if one does.
    pub theorem: Option<String>,
    /// The distinct positions visited.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

kept!(NimberReport, |report| report.brief(), Some(report.positions));

impl Question for Nimber {
    const NAME: &'static str = "nimber";
    const ABOUT: &'static str = "The Grundy value of a position of an impartial game";
    const HELP: &'static str = "With --checkpoint, a search that was killed resumes where it stopped.

Examples:
  nimatron nimber nim 3,5,7
  nimatron nimber cram 5x6
  nimatron nimber cram 5x9 --checkpoint cram-5x9.nimbers
  nimatron nimber tactix S:1000000000000000000,5";
    type Line = NoLine;
    type Report = NimberReport;

    fn answer(&self, run: &Run<'_>) -> Result<NimberReport, LabError> {
        let position = self.place.open(run)?;
        let key = position.key(run, Self::NAME, Convention::Normal);
        let report = |found: Option<(u64, u64)>, theorem: Option<&str>| {
            let Some((nimber, positions)) = found else {
                let game = &self.place.game;
                return Err(LabError::Senseless(format!("{game} is partizan; ask for its value")));
            };
            let outcome = if nimber == 0 { Outcome::P } else { Outcome::N }.to_string();
            let (theorem, seconds) = (theorem.map(str::to_owned), run.seconds());
            Ok(NimberReport { nimber, outcome, theorem, positions, seconds, remembered: None })
        };
        let widened = |(nimber, positions): (u32, u64)| (nimber.into(), positions);
        if let Some(file) = &self.checkpoint {
            let report = report(position.nimber_kept(file, run.budget())?.map(widened), None)?;
            if let Some(key) = key {
                run.keep(&key, &report);
            }
            return Ok(report);
        }
        run.remember(key, || match position.theorem() {
            Some(theorem) => report(Some((theorem.nimber, 0)), Some(theorem.name)),
            None => report(position.nimber(run.budget())?.map(widened), None),
        })
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

impl Nimber {
    /// The Grundy value of a position.
    pub fn of(game: impl Into<String>, position: impl Into<String>) -> Self {
        Nimber { place: Place::new(game, position), checkpoint: None }
    }
}

impl fmt::Display for NimberReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{STRONG}{}{STRONG:#}", self.nimber)?;
        match &self.theorem {
            Some(theorem) => writeln!(f, "  {FAINT}by{FAINT:#} {theorem}"),
            None => Ok(()),
        }
    }
}

impl Report for NimberReport {
    fn brief(&self) -> String {
        self.nimber.to_string()
    }

    fn aside(&self) -> Aside {
        Aside::cost(self.remembered.as_deref(), Some(self.positions), self.seconds)
    }
}
