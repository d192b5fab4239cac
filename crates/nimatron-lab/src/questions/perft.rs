//! The number of ways to play a number of alternating moves.

use std::fmt;

use nimatron_rules::Player;
use nimatron_solve::Convention;
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::{Place, player};
use crate::position::name;
use crate::question::{Aside, Input, NoLine, Question, Report};
use crate::remember::kept;
use crate::text::table;
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Perft {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
    /// Number of moves
    #[cfg_attr(feature = "cli", arg(allow_negative_numbers = true))]
    pub depth: u32,
    /// Who is to move [default: given by the position, or left]
    #[cfg_attr(feature = "cli", arg(long, value_name = "PLAYER", value_parser = cli::player()))]
    #[serde(default, with = "player")]
    #[cfg_attr(test, ts(type = "\"left\" | \"right\" | null"))]
    pub to_move: Option<Player>,
}

/// The number of ways to play a number of alternating moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PerftReport {
    /// For 0, 1, 2, … moves.
    pub nodes: Vec<u64>,
    /// The requested number of moves; if the list is shorter, no play is that long.
    pub depth: u32,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

kept!(PerftReport, |report| report.brief(), None);

impl Question for Perft {
    const NAME: &'static str = "perft";
    const ABOUT: &'static str = "The number of ways to play a number of alternating moves";
    const HELP: &'static str = "Examples:\n  nimatron perft domineering 8x8 4";
    type Line = NoLine;
    type Report = PerftReport;

    fn answer(&self, run: &Run<'_>) -> Result<PerftReport, LabError> {
        let position = self.place.open(run)?;
        let (player, depth) = (position.mover(self.to_move), self.depth);
        let question = format!("perft {depth} {}", name(player));
        run.remember(position.key(run, &question, Convention::Normal), || {
            let nodes = position.perft(player, depth, run.budget())?;
            Ok(PerftReport { nodes, depth, seconds: run.seconds(), remembered: None })
        })
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

impl fmt::Display for PerftReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        table(&mut text, ["moves", "plays"], &self.nodes);
        if self.nodes.len() <= self.depth as usize {
            text.push_str("No play is longer.\n");
        }
        f.write_str(&text)
    }
}

impl Report for PerftReport {
    fn aside(&self) -> Aside {
        Aside::cost(self.remembered.as_deref(), None, self.seconds)
    }

    fn brief(&self) -> String {
        self.nodes.get(self.depth as usize).copied().unwrap_or(0).to_string()
    }
}
