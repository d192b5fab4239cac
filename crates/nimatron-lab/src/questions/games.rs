//! The list of games, or details of one.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::question::{Question, Report};
use crate::text::{FAINT, STRONG, wrap};
use crate::{Entry, LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Games {
    /// The game to explain
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true))]
    #[serde(default)]
    pub name: Option<String>,
}

/// The description of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameReport {
    /// The name on the command line.
    pub name: String,
    /// The name in print.
    pub title: String,
    /// The rules.
    pub about: String,
    /// `short` or `loopy`, and `impartial` or `partizan`.
    pub promises: &'static [&'static str],
    /// How positions and moves are written.
    pub positions: String,
    /// What may follow the colon of `name:parameters`.
    pub parameters: String,
    /// The position that `start` stands for.
    pub start: String,
    /// What people read.
    #[serde(skip)]
    text: String,
}

/// The games, or the requested one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GamesReport {
    /// The games, in the order of the list.
    pub games: Vec<GameReport>,
    /// Whether one game was requested.
    #[serde(skip)]
    is_one: bool,
}

impl Question for Games {
    const NAME: &'static str = "games";
    const ABOUT: &'static str = "List the games, or explain one: its rules and how its positions are written";
    const HELP: &'static str = "Examples:\n  nimatron games\n  nimatron games domineering";
    const IS_QUICK: bool = true;
    type Line = GameReport;
    type Report = GamesReport;

    fn answer(&self, run: &Run<'_>) -> Result<GamesReport, LabError> {
        if let Some(name) = &self.name {
            let mut game = GameReport::from(run.lab().game(name)?);
            let drawing = run.open(&game.name, "start").map(|position| position.view().to_text());
            game.text = game.at_length(drawing.ok().as_deref());
            run.line(&game);
            return Ok(GamesReport { games: vec![game], is_one: true });
        }
        let mut games: Vec<GameReport> =
            run.lab().catalog().games().map(|entry| GameReport::from(&**entry)).collect();
        let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
        games.iter_mut().for_each(|game| game.text = game.on_a_line(width));
        let _ = games.iter().all(|game| run.line(game));
        Ok(GamesReport { games, is_one: false })
    }
}

impl GameReport {
    /// The name and the first sentence.
    fn on_a_line(&self, width: usize) -> String {
        let kind = self.promises.last().copied().unwrap_or("");
        let about =
            self.about.split_once(". ").map_or(&*self.about, |(first, _)| first).trim_end_matches('.');
        let mut text = format!("{STRONG}{:<width$}{STRONG:#}  {FAINT}{kind:<9}{FAINT:#}  ", self.name);
        wrap(&mut text, about, width + 13, 100);
        text
    }

    fn at_length(&self, drawing: Option<&str>) -> String {
        let mut text = format!("{STRONG}{}{STRONG:#} ({})\n\n", self.title, self.promises.join(", "));
        wrap(&mut text, &self.about, 0, 80);
        text.push('\n');
        wrap(&mut text, &self.positions, 0, 80);
        if !self.parameters.is_empty() {
            text.push('\n');
            wrap(&mut text, &format!("Parameters, after a colon: {}", self.parameters), 0, 80);
        }
        // Writing to a string can't fail.
        let _ = writeln!(text, "\n`start` is {}:\n", self.start);
        for line in drawing.unwrap_or_default().lines() {
            let _ = writeln!(text, "  {line}");
        }
        text
    }
}

impl From<&Entry> for GameReport {
    fn from(entry: &Entry) -> Self {
        let about = entry.about();
        GameReport {
            name: about.name.clone(),
            title: about.title.clone(),
            about: about.about.clone(),
            promises: entry.promises(),
            positions: about.positions.clone(),
            parameters: about.parameters.clone(),
            start: about.start.clone(),
            text: String::new(),
        }
    }
}

impl fmt::Display for GameReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Display for GamesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one { Ok(()) } else { f.write_str("\n`nimatron games NAME` explains one.\n") }
    }
}

impl Report for GamesReport {
    fn is_printed(&self) -> bool {
        false
    }
}
