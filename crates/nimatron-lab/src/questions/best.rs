//! The winning moves of a position.

use std::fmt;
use std::io::{self, Write};

use nimatron_catalog::BestMove;
use nimatron_rules::{Cell, Player, View};
use nimatron_solve::Convention;
use serde::{Deserialize, Deserializer, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::{Place, misere, player};
use crate::position::name;
use crate::question::{Aside, Input, NoLine, Question, Report};
use crate::questions::moves::{listed, same_moves};
use crate::questions::outcome::in_a_word;
use crate::remember::kept;
use crate::text::columns;
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Best {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
    /// The player who cannot move wins
    #[cfg_attr(feature = "cli", arg(long = "misere", action = clap::ArgAction::SetTrue, value_parser = cli::misere()))]
    #[serde(rename = "misere", default, with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
    /// Who is to move [default: given by the position, or left]
    #[cfg_attr(feature = "cli", arg(long, value_name = "PLAYER", value_parser = cli::player()))]
    #[serde(default, with = "player")]
    #[cfg_attr(test, ts(type = "\"left\" | \"right\" | null"))]
    pub to_move: Option<Player>,
}

/// The winning moves, or the best one if none wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BestReport {
    /// `left`, `right` or `draw`.
    pub winner: Option<String>,
    /// All winning moves, else all drawing moves, else one losing move; empty if there is no move.
    #[serde(deserialize_with = "best_moves")]
    #[cfg_attr(test, ts(type = "{ move: string, outcome: string, value: string | null }[]"))]
    pub moves: Vec<BestMove>,
    /// Who wins, and why these moves are listed.
    pub why: String,
    /// How long it took.
    pub seconds: f64,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

// Without a winner nothing is proved, and with more time the answer may change.
kept!(BestReport, |report| report.brief(), None, if report.winner.is_some());

/// Deserialises moves: their type in the catalog only serialises.
fn best_moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<BestMove>, D::Error> {
    #[derive(Deserialize)]
    struct Written {
        #[serde(rename = "move")]
        name: String,
        outcome: String,
        value: Option<String>,
    }
    let written = Vec::<Written>::deserialize(deserializer)?;
    let read = |Written { name, outcome, value }| BestMove { name, outcome, value };
    Ok(written.into_iter().map(read).collect())
}

impl Question for Best {
    const NAME: &'static str = "best";
    const ABOUT: &'static str = "The winning moves, or the best one if none wins";
    const HELP: &'static str = "Examples:
  nimatron best domineering 4x4
  nimatron best nim 3,4,5 --misere
  nimatron best toads-and-frogs TT.FF --to-move right";
    type Line = NoLine;
    type Report = BestReport;

    fn answer(&self, run: &Run<'_>) -> Result<BestReport, LabError> {
        let position = self.place.open(run)?;
        let player = position.mover(self.to_move);
        let question = format!("best {}", name(player));
        run.remember(position.key(run, &question, self.convention), || {
            let best = position.best(self.convention, player, run.solutions(), run.budget())?;
            let (winner, seconds) = (best.winner.map(in_a_word), run.seconds());
            Ok(BestReport { winner, moves: best.moves, why: best.why, seconds, remembered: None })
        })
    }

    fn show(&self, report: &BestReport, run: &Run<'_>, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{report}")?;
        let view = self.place.open(run).map(|position| position.view());
        let board = view.ok().and_then(|view| report.on_board(&view));
        out.write_all(board.unwrap_or_default().as_bytes())
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

impl BestReport {
    /// The board with the squares of the moves marked, if each move is only a target square, with or without the letter
    /// of a piece before it.
    fn on_board(&self, view: &View) -> Option<String> {
        let View::Board { rows, cols, cells } = view else { return None };
        let mut marked = cells.clone();
        for mv in &self.moves {
            let name = mv.name.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
            let digits = name.find(|letter: char| letter.is_ascii_digit())?;
            let column = name[..digits].bytes().try_fold(0usize, |column, letter| {
                letter.is_ascii_lowercase().then(|| column * 26 + usize::from(letter - b'a') + 1)
            })?;
            let row = rows.checked_sub(name[digits..].parse().ok()?)?;
            let cell = marked.get_mut(row * cols + column.checked_sub(1).filter(|column| column < cols)?)?;
            *cell = Cell::Piece { owner: None, letter: '*' };
        }
        (!self.moves.is_empty())
            .then(|| format!("\n{}", View::Board { rows: *rows, cols: *cols, cells: marked }.to_text()))
    }
}

impl fmt::Display for BestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{}{}\n", self.why, if self.moves.is_empty() { "" } else { ":" });
        let rows = self.moves.iter().map(|mv| {
            let value = mv.value.as_ref().map_or(String::new(), |value| format!("= {value}"));
            vec![mv.name.clone(), mv.outcome.clone(), value]
        });
        columns(&mut text, &rows.collect::<Vec<_>>());
        f.write_str(&text)
    }
}

impl Report for BestReport {
    fn aside(&self) -> Aside {
        Aside::cost(self.remembered.as_deref(), None, self.seconds)
    }

    fn brief(&self) -> String {
        listed(self.moves.iter().map(|mv| &*mv.name))
    }

    fn agrees(&self, _: &Run<'_>, written: &str) -> bool {
        same_moves(&self.brief(), written)
    }
}
