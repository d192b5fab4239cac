//! The legal moves of a position.

use std::fmt;

use nimatron_catalog::Move;
use nimatron_rules::Player;
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::{Place, player};
use crate::question::{Input, NoLine, Question, Report};
use crate::text::STRONG;
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moves {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
    /// Who is to move [default: given by the position, or left]
    #[cfg_attr(feature = "cli", arg(long, value_name = "PLAYER", value_parser = cli::player()))]
    #[serde(default, with = "player")]
    #[cfg_attr(test, ts(type = "\"left\" | \"right\" | null"))]
    pub to_move: Option<Player>,
}

/// The legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MovesReport {
    /// The moves, in the order of the game.
    #[cfg_attr(test, ts(type = "{ move: string, position: string }[]"))]
    pub moves: Vec<Move>,
}

impl Question for Moves {
    const NAME: &'static str = "moves";
    const ABOUT: &'static str = "The legal moves and what they lead to";
    const HELP: &'static str = "Examples:
  nimatron moves domineering 2x3
  nimatron moves clobber xo/ox --to-move right";
    type Line = NoLine;
    type Report = MovesReport;

    fn answer(&self, run: &Run<'_>) -> Result<MovesReport, LabError> {
        let position = self.place.open(run)?;
        let moves = position.moves(position.mover(self.to_move), usize::MAX, run.budget())?;
        Ok(MovesReport { moves })
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

impl fmt::Display for MovesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.moves.is_empty() {
            return f.write_str("no moves\n");
        }
        let width = self.moves.iter().map(|mv| mv.name.chars().count()).max().unwrap_or(0);
        for mv in &self.moves {
            let blanks = width - mv.name.chars().count();
            writeln!(f, "  {STRONG}{}{STRONG:#}{:blanks$}  {}", mv.name, "", mv.position)?;
        }
        Ok(())
    }
}

impl Report for MovesReport {
    fn brief(&self) -> String {
        listed(self.moves.iter().map(|mv| &*mv.name))
    }

    fn agrees(&self, _: &Run<'_>, written: &str) -> bool {
        same_moves(&self.brief(), written)
    }
}

/// The names of moves, or a dash if there are none.
pub(crate) fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.collect();
    if names.is_empty() { "–".into() } else { names.join(", ") }
}

/// Whether two lists have the same moves, in any order.
pub(crate) fn same_moves(one: &str, other: &str) -> bool {
    fn sorted(moves: &str) -> Vec<&str> {
        let mut moves: Vec<_> = moves.split([',', ' ']).filter(|mv| !mv.is_empty()).collect();
        moves.sort_unstable();
        moves
    }
    sorted(one) == sorted(other)
}
