//! The number of positions that can be reached.

use std::fmt;

use nimatron_solve::Convention;
use serde::{Deserialize, Serialize};

use crate::parameters::Place;
use crate::question::{Aside, Input, NoLine, Question, Report};
use crate::remember::kept;
use crate::text::{STRONG, table};
use crate::{LabError, Run, grouped};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Count {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
}

/// The number of positions that can be reached when both players may move at any time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CountReport {
    /// Distinct positions, including the first one.
    pub positions: u64,
    /// The number of positions up to symmetry.
    pub positions_up_to_symmetry: u64,
    /// The number of positions reached in 0, 1, 2, … moves.
    pub by_moves: Vec<u64>,
    /// The moves between distinct positions, both players' together.
    pub moves: u64,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

kept!(CountReport, |report| report.brief(), None);

impl Question for Count {
    const NAME: &'static str = "count";
    const ABOUT: &'static str = "How many positions can be reached, both players free to move at any time";
    const HELP: &'static str = "Examples:\n  nimatron count domineering 4x4";
    type Line = NoLine;
    type Report = CountReport;

    fn answer(&self, run: &Run<'_>) -> Result<CountReport, LabError> {
        let position = self.place.open(run)?;
        run.remember(position.key(run, Self::NAME, Convention::Normal), || {
            let count = position.count(run.budget())?;
            Ok(CountReport {
                positions: count.positions,
                positions_up_to_symmetry: count.positions_up_to_symmetry,
                by_moves: count.by_moves,
                moves: count.moves,
                seconds: run.seconds(),
                remembered: None,
            })
        })
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

impl fmt::Display for CountReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = grouped(self.positions.max(self.moves)).len();
        let mut text = format!(
            "{STRONG}{:>width$}{STRONG:#} positions\n{:>width$} up to symmetry\n{:>width$} moves between them\n\n",
            grouped(self.positions),
            grouped(self.positions_up_to_symmetry),
            grouped(self.moves)
        );
        table(&mut text, ["moves", "positions"], &self.by_moves);
        f.write_str(&text)
    }
}

impl Report for CountReport {
    fn aside(&self) -> Aside {
        Aside::cost(self.remembered.as_deref(), None, self.seconds)
    }

    fn brief(&self) -> String {
        self.positions.to_string()
    }
}
