//! Solves every position of a game that can be reached.

use std::fmt;
use std::path::PathBuf;

use nimatron_catalog::Solved;
use nimatron_solve::{Classes, Convention};
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::{Place, misere};
use crate::question::{Input, NoLine, Question, Report};
use crate::text::{STRONG, outcome_in_words};
use crate::{LabError, Note, Run, duration, grouped};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Solve {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
    /// The player who cannot move wins
    #[cfg_attr(feature = "cli", arg(long = "misere", action = clap::ArgAction::SetTrue, value_parser = cli::misere()))]
    #[serde(rename = "misere", default, with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
}

/// The solution of every position that can be reached.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolveReport {
    /// The outcome of the starting position: `N`, `P`, `L` or `R`.
    pub outcome: String,
    /// The number of positions that can be reached.
    pub positions: u64,
    /// The number of positions in each outcome class.
    pub classes: ClassesReport,
    /// The number of moves between these positions.
    pub moves: u64,
    /// The file with the solution, if there is one.
    #[cfg_attr(test, ts(type = "string | null"))]
    pub file: Option<PathBuf>,
    /// The size of the solution in bytes.
    pub bytes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// The number of positions in each outcome class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassesReport {
    /// The first player wins.
    pub n: u64,
    /// The second player wins.
    pub p: u64,
    /// Left wins.
    pub l: u64,
    /// Right wins.
    pub r: u64,
}

impl Question for Solve {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str =
        "Solve every position that can be reached, and keep the solution for `outcome`, `best` and `play`";
    const HELP: &'static str = "Works for Legionnaires, Clobber and Tactix. A run that was stopped resumes where it stopped, except for Tactix. \
Solutions are kept in your data folder, or in the folder named by the variable NIMATRON_DATA.

Examples:
  nimatron solve legionnaires 8x8        all 782,886,768 positions
  nimatron solve clobber 4x4 --misere
  nimatron solve tactix 6x6 --misere     all 2^36 positions, with 8 GB of memory and of disk";
    type Line = NoLine;
    type Report = SolveReport;

    fn answer(&self, run: &Run<'_>) -> Result<SolveReport, LabError> {
        let position = self.place.open(run)?;
        let mut note = |done, all| run.note(Note::of(done as u64, all as u64, "layers"));
        let Some(solved) = position.solve(self.convention, run.solutions(), run.budget(), &mut note)? else {
            let game = &self.place.game;
            let message = format!(
                "{game} is not solved as a whole, or this position has too many pieces; ask for its outcome"
            );
            return Err(LabError::Senseless(message));
        };
        let Solved { outcome, classes, moves, file, bytes } = solved;
        let positions = classes.positions();
        let Classes { n, p, l, r } = classes;
        let (outcome, classes) = (outcome.to_string(), ClassesReport { n, p, l, r });
        Ok(SolveReport { outcome, positions, classes, moves, file, bytes, seconds: run.seconds() })
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

impl fmt::Display for SolveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SolveReport { outcome, positions, classes, moves, file, bytes, seconds } = self;
        writeln!(f, "{STRONG}{outcome}{STRONG:#}{}", &outcome_in_words(outcome)[1..])?;
        let mut line = |name: &str, value: String| writeln!(f, "  {name:<12} {value}");
        line("positions", grouped(*positions))?;
        for (class, count) in [("N", classes.n), ("P", classes.p), ("L", classes.l), ("R", classes.r)] {
            line(&format!("  {class}"), grouped(count))?;
        }
        line("moves", grouped(*moves))?;
        if let Some(file) = file {
            line("kept in", format!("{} ({} MB)", file.display(), bytes.div_ceil(1 << 20)))?;
        }
        line("time", duration(*seconds))
    }
}

impl Report for SolveReport {
    fn brief(&self) -> String {
        self.outcome.clone()
    }
}
