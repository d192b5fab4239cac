//! Finds positions with a given value, on small boards with few pieces.

use std::fmt;
use std::ops::ControlFlow;

use nimatron_catalog::Surveyed;
use nimatron_value::{Game, Style};
use serde::{Deserialize, Serialize};

use crate::kind::{Kind, is_shown_negated};
use crate::question::{Aside, Question, Report, Verdict};
use crate::region::{Where, size_text, survey};
use crate::text::STRONG;
use crate::{Evaluated, Fault, LabError, Run, grouped};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Find {
    /// Where to look.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub region: Where,
    /// The value, any expression that `eval` reads
    #[cfg_attr(
        feature = "cli",
        arg(
            long,
            value_name = "VALUE",
            allow_hyphen_values = true,
            required_unless_present = "kind",
            conflicts_with = "kind"
        )
    )]
    #[serde(default)]
    pub value: Option<String>,
    /// Only values of this kind: number, integer, fraction, nimber, up, switch, infinitesimal, all-small, hot
    #[cfg_attr(feature = "cli", arg(long, value_name = "KIND"))]
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Stop after finding N
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u64).range(1..), allow_negative_numbers = true))]
    #[serde(default = "ten")]
    pub limit: u64,
    /// Find all
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "limit"))]
    #[serde(default)]
    pub all: bool,
}

fn ten() -> u64 {
    10
}

/// What to search for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    /// This value.
    Value(Game),
    /// Any value of this kind.
    Kind(Kind),
}

/// A position with the wanted value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Found {
    /// The position.
    pub position: String,
    /// Its value.
    pub value: String,
    /// The size of its board.
    pub board: String,
    /// The number of pieces on it.
    pub pieces: u32,
    /// Whether to show the value, because the question doesn't determine it.
    #[serde(skip)]
    with_value: bool,
}

/// The summary of a search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FindReport {
    /// The number of positions evaluated, up to symmetry.
    pub positions: u64,
    /// The number of positions found.
    pub found: u64,
    /// Whether there may be more, because the limit was reached.
    pub stopped: bool,
    /// What was searched for, and where.
    #[serde(skip)]
    sought: (String, String),
}

impl Question for Find {
    const NAME: &'static str = "find";
    const ABOUT: &'static str = "The positions with a given value, on small boards with few pieces";
    const HELP: &'static str = "Examples:
  nimatron find legionnaires --value '*2'
  nimatron find legionnaires --value 1/2 --boards 3x3,2x2..2x8 --pieces 2..5 --limit 1
  nimatron find clobber --kind fraction --boards 2x4 --all

Positions that are alike by the symmetries of the board are one. If the players have to be exchanged for
the value, they are. Exit 1: there is none.";
    type Line = Found;
    type Report = FindReport;

    /// Reports the positions with the wanted value, up to the symmetries of the board, with the players exchanged if
    /// that gives the value.
    fn answer(&self, run: &Run<'_>) -> Result<FindReport, LabError> {
        let region = self.region.region()?;
        let (wanted, name) = match (&self.value, self.kind) {
            (Some(value), _) => (wanted(run, value)?, value.clone()),
            (None, Some(kind)) => (Wanted::Kind(kind), format!("a value of the kind `{}`", kind.name())),
            (None, None) => {
                return Err(LabError::Senseless("what is to be found? Say --value or --kind".into()));
            }
        };
        let with_value = self.kind.is_some();
        let arena = run.arena();
        let negative = match wanted {
            Wanted::Value(value) => Some(arena.negative(value)?),
            Wanted::Kind(_) => None,
        };
        let (mut positions, mut found) = (0, 0);
        let matches = |value: Game| -> Result<Option<(Game, bool)>, LabError> {
            Ok(match wanted {
                Wanted::Value(wanted) if wanted == value => Some((value, false)),
                Wanted::Value(wanted) if Some(value) == negative => Some((wanted, true)),
                Wanted::Kind(kind) if kind.holds(arena, value)? => {
                    let negated = is_shown_negated(arena, value)?;
                    Some((if negated { arena.negative(value)? } else { value }, negated))
                }
                _ => None,
            })
        };
        let flow =
            survey(run, &self.region.game, &region, |board, Surveyed { pieces, value, show: text }| {
                positions += 1;
                let Some((worth, exchanged)) = matches(value)? else { return Ok(ControlFlow::Continue(())) };
                let (worth, position) = match (text(exchanged), wanted) {
                    (Some(position), _) => (worth, position),
                    // A position without a counterpart on this board is shown as it is, if it has the wanted kind.
                    (None, Wanted::Kind(_)) => (value, text(false).unwrap_or_default()),
                    (None, Wanted::Value(_)) => return Ok(ControlFlow::Continue(())),
                };
                found += 1;
                let value = arena.display_within(worth, Style::Unicode, run.longest_text()).text;
                let is_wanted =
                    run.line(&Found { position, value, board: size_text(board), pieces, with_value });
                let is_enough = !is_wanted || (!self.all && found >= self.limit);
                Ok(if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            });
        let flow = flow.map_err(|error| {
            error.but_known(|| format!("{} found among {} positions", grouped(found), grouped(positions)))
        })?;
        let sought = (name, region.to_string());
        Ok(FindReport { positions, found, stopped: flow.is_break(), sought })
    }
}

/// The value of an expression.
fn wanted(run: &Run<'_>, text: &str) -> Result<Wanted, LabError> {
    match run.lab().evaluate_in(run, text)? {
        Evaluated::Value(report) | Evaluated::Quantity(report) => Ok(Wanted::Value(report.game)),
        _ => {
            let message = "this is not a value".into();
            Err(Fault { text: text.into(), at: 0..text.len(), message }.into())
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = if self.with_value { format!("  {}", self.value) } else { String::new() };
        writeln!(f, "{STRONG}{}{STRONG:#}{value}", self.position)
    }
}

impl fmt::Display for FindReport {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Report for FindReport {
    fn verdict(&self) -> Verdict {
        Verdict::from(self.found > 0)
    }

    fn aside(&self) -> Aside {
        let (found, positions) = (grouped(self.found), grouped(self.positions));
        let (name, region) = &self.sought;
        Aside::Remark(match (self.found, self.stopped) {
            (0, _) => format!("{name} does not occur with {region}: {positions} positions up to symmetry"),
            (_, true) => {
                format!("the first {found}, among {positions} positions up to symmetry; --all finds all")
            }
            (_, false) => format!("{found} among {positions} positions up to symmetry, with {region}"),
        })
    }

    fn is_printed(&self) -> bool {
        false
    }
}
