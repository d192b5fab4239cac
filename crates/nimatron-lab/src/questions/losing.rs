//! All losing positions of a game of taking counters from heaps.

use std::fmt;
use std::sync::Arc;

use nimatron_rules::{Impartial, Representative, Taking};
use nimatron_solve::{Convention, SolveError, heap_positions, losing};
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::misere;
use crate::question::{Aside, Question, Report};
use crate::{Entry, Lab, LabError, Run, duration, grouped};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Losing {
    /// The game: circular-nim:K or nim
    pub game: String,
    /// Number of heaps
    #[cfg_attr(feature = "cli", arg(long, value_name = "K", value_parser = heaps, allow_negative_numbers = true))]
    pub heaps: u32,
    /// The largest heap
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = cli::heap, allow_negative_numbers = true))]
    pub to: u32,
    /// The player who cannot move wins
    #[cfg_attr(feature = "cli", arg(long = "misere", action = clap::ArgAction::SetTrue, value_parser = cli::misere()))]
    #[serde(rename = "misere", default, with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
}

/// A losing position, one of each symmetry class.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LosingPosition {
    /// The position as text.
    pub position: String,
}

/// The numbers of losing positions.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LosingReport {
    /// The number of positions with this number of heaps up to this size.
    pub positions: u64,
    /// The number of those in which the player to move loses.
    pub losing: u64,
    /// The number of losing positions up to symmetry.
    pub losing_up_to_symmetry: u64,
    /// How long it took.
    pub seconds: f64,
}

/// The maximum number of heaps.
const MOST_HEAPS: u32 = 1000;

/// Reads a number of heaps.
#[cfg(feature = "cli")]
fn heaps(text: &str) -> Result<u32, String> {
    let heaps = text.trim().parse().ok().filter(|heaps| (1..=MOST_HEAPS).contains(heaps));
    heaps.ok_or_else(|| format!("expected a number of heaps from 1 to {MOST_HEAPS}"))
}

impl Question for Losing {
    const NAME: &'static str = "losing";
    const ABOUT: &'static str = "All losing positions with a number of heaps up to a size, up to symmetry";
    const HELP: &'static str = "Examples:
  nimatron losing circular-nim:3 --heaps 6 --to 8
  nimatron losing circular-nim:2,at-least=1 --heaps 5 --to 6
  nimatron losing nim --heaps 3 --to 15 --misere";
    type Line = LosingPosition;
    type Report = LosingReport;

    fn answer(&self, run: &Run<'_>) -> Result<LosingReport, LabError> {
        if !(1..=MOST_HEAPS).contains(&self.heaps) {
            return Err(LabError::Senseless(format!("expected a number of heaps from 1 to {MOST_HEAPS}")));
        }
        let (heaps, most) = (self.heaps as usize, self.to);
        let (taking, stands_for_all) = taking(run.lab(), &self.game, heaps)?;
        let mut shown = 0;
        let mut found = |sizes: &[u32]| {
            if stands_for_all(sizes) {
                shown += 1;
                let position = sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
                if !run.line(&LosingPosition { position }) {
                    run.budget().stop();
                }
            }
        };
        match losing(&taking, heaps, most, self.convention, run.budget(), &mut found) {
            Ok((positions, losing)) => {
                Ok(LosingReport { positions, losing, losing_up_to_symmetry: shown, seconds: run.seconds() })
            }
            Err(SolveError::NeedsMemory { allowed, .. }) => Err(too_many(heaps, most, allowed)),
            Err(error) => Err(LabError::from(error).but_known(|| match shown {
                1 => "1 losing position".into(),
                _ => format!("{} losing positions", grouped(shown)),
            })),
        }
    }
}

impl fmt::Display for LosingPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.position)
    }
}

impl fmt::Display for LosingReport {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Report for LosingReport {
    fn aside(&self) -> Aside {
        Aside::Talk(format!(
            "{} of {} positions lose, {} up to symmetry, in {}",
            grouped(self.losing),
            grouped(self.positions),
            grouped(self.losing_up_to_symmetry),
            duration(self.seconds)
        ))
    }

    fn is_printed(&self) -> bool {
        false
    }
}

/// The error for too many positions, with their number and the memory they would need.
fn too_many(heaps: usize, most: u32, allowed: u64) -> LabError {
    let allowed = grouped(allowed >> 20);
    LabError::Failed(match heap_positions(heaps, most) {
        Some(positions) if positions < 1 << 60 => {
            let (positions, megabytes) = (positions as u64, (positions as u64 / 8).div_ceil(1 << 20));
            format!(
                "{} positions take {} MB of memory, and the budget allows {allowed} MB",
                grouped(positions),
                grouped(megabytes)
            )
        }
        _ => format!("{heaps} heaps of up to {most} have more than 10^18 positions, too many for any memory"),
    })
}

/// The moves of a game, and which positions represent their symmetry class.
type Rules = (Taking, Representative);

/// The rules of a game with that many heaps.
fn taking(lab: &Lab, game: &str, heaps: usize) -> Result<Rules, LabError> {
    let opened = lab.open(game, "0").or_else(|_| lab.open(game, "start"))?;
    opened.game.as_taking(heaps).ok_or_else(|| {
        let takes = |entry: &&Arc<Entry>| {
            let position = entry.open(lab.catalog(), &entry.about().sample, "start");
            position.is_ok_and(|opened| opened.game.as_taking(1).is_some())
        };
        let mut names: Vec<&str> =
            lab.catalog().games().filter(takes).map(|entry| &*entry.about().name).collect();
        names.sort_by_key(|name| name.len());
        let (name, names) = (&opened.game.info().name, names.join(" and "));
        LabError::Senseless(format!("the losing positions of {name} are not listed, those of {names} are"))
    })
}
