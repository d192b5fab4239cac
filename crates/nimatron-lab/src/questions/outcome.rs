//! Who wins a position.

use std::fmt;

use nimatron_rules::{Ending, Player};
use nimatron_solve::Convention;
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::{Place, misere, player};
use crate::position::name;
use crate::question::{Aside, Input, NoLine, Question, Report};
use crate::remember::kept;
use crate::text::{STRONG, capital, outcome_in_words};
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Outcome {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
    /// The player who cannot move wins
    #[cfg_attr(feature = "cli", arg(long = "misere", action = clap::ArgAction::SetTrue, value_parser = cli::misere()))]
    #[serde(rename = "misere", default, with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
    /// Who is to move
    #[cfg_attr(feature = "cli", arg(long, value_name = "PLAYER", value_parser = cli::player()))]
    #[serde(default, with = "player")]
    #[cfg_attr(test, ts(type = "\"left\" | \"right\" | null"))]
    pub to_move: Option<Player>,
}

/// Who wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OutcomeReport {
    /// `N`, `P`, `L` or `R`, for loopy games also `D`, `LD`, `DL`, `DR` or `RD`; null if the question says who is to
    /// move.
    pub outcome: Option<String>,
    /// `left`, `right` or `draw`; null if it depends on who is to move.
    pub winner: Option<String>,
    /// The distinct positions visited.
    pub positions: u64,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

kept!(OutcomeReport, |report| report.brief(), Some(report.positions));

impl Question for Outcome {
    const NAME: &'static str = "outcome";
    const ABOUT: &'static str = "Who wins, without computing values";
    const HELP: &'static str = "Examples:
  nimatron outcome domineering 5x5
  nimatron outcome clobber 3x4 --to-move right
  nimatron outcome nim 3,4,5 --misere";
    type Line = NoLine;
    type Report = OutcomeReport;

    fn answer(&self, run: &Run<'_>) -> Result<OutcomeReport, LabError> {
        let position = self.place.open(run)?;
        let report = |outcome: Option<String>, winner: Option<Ending>, positions: u64| {
            let (winner, seconds) = (winner.map(in_a_word), run.seconds());
            OutcomeReport { outcome, winner, positions, seconds, remembered: None }
        };
        if self.to_move.is_none() && position.to_move().is_none() {
            return run.remember(position.key(run, Self::NAME, self.convention), || {
                let (outcome, positions) =
                    position.outcome(self.convention, run.solutions(), run.budget())?;
                let same = outcome.left_first == outcome.right_first;
                Ok(report(Some(outcome.to_string()), same.then_some(outcome.left_first), positions))
            });
        }
        let player = position.mover(self.to_move);
        let question = format!("outcome {}", name(player));
        run.remember(position.key(run, &question, self.convention), || {
            let (winner, positions) =
                position.winner(self.convention, player, run.solutions(), run.budget())?;
            Ok(report(None, Some(winner), positions))
        })
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

/// The name of a result, as used in reports.
pub(crate) fn in_a_word(ending: Ending) -> String {
    match ending {
        Ending::Won(player) => name(player).into(),
        Ending::Drawn => "draw".into(),
    }
}

impl fmt::Display for OutcomeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.outcome, &self.winner) {
            (Some(outcome), _) => {
                writeln!(f, "{STRONG}{outcome}{STRONG:#}{}", &outcome_in_words(outcome)[outcome.len()..])
            }
            (None, Some(winner)) if winner == "draw" => writeln!(f, "{STRONG}drawn{STRONG:#}"),
            (None, Some(winner)) => writeln!(f, "{STRONG}{}{STRONG:#} wins", capital(winner)),
            (None, None) => Ok(()),
        }
    }
}

impl Report for OutcomeReport {
    /// The outcome class, or the winner if the question says who is to move.
    fn brief(&self) -> String {
        self.outcome.as_ref().or(self.winner.as_ref()).cloned().unwrap_or_default()
    }

    fn agrees(&self, _: &Run<'_>, written: &str) -> bool {
        self.brief().eq_ignore_ascii_case(written)
    }

    fn aside(&self) -> Aside {
        Aside::cost(self.remembered.as_deref(), Some(self.positions), self.seconds)
    }
}
