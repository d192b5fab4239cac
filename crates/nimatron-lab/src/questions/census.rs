//! The values that occur on small boards with few pieces, how often, and where they first occur.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use nimatron_catalog::Surveyed;
use nimatron_rules::Board;
use nimatron_value::{Game, Printing, Style};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::kind::{Kind, Place, is_shown_negated};
use crate::question::{Aside, Question, Report, Verdict};
use crate::region::{Where, size_text, squares, survey};
use crate::text::{FAINT, STRONG};
use crate::{LabError, Run, grouped};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Census {
    /// Where to look.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub region: Where,
    /// Only values of this kind: number, integer, fraction, nimber, up, switch, infinitesimal, all-small, hot
    #[cfg_attr(feature = "cli", arg(long, value_name = "KIND"))]
    #[serde(default)]
    pub kind: Option<Kind>,
}

/// A value that occurs, and its first position: with the fewest pieces, on the smallest board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Occurrence {
    /// The value; of a value and its negative, the one that is better for Left.
    pub value: String,
    /// The number of positions with this value, up to symmetry.
    pub count: u64,
    /// The first position.
    pub position: String,
    /// The size of its board.
    pub board: String,
    /// The number of pieces on it.
    pub pieces: u32,
    /// The value itself.
    #[serde(skip)]
    pub game: Game,
    /// The widths of the longest value and of the largest count.
    #[serde(skip)]
    widths: (usize, usize),
}

/// A summary of the values that occur.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CensusReport {
    /// The number of values.
    pub values: usize,
    /// The positions that were evaluated, up to symmetry.
    pub positions: u64,
    /// The kind of the values, and the region that was searched.
    #[serde(skip)]
    sought: (Option<Kind>, String),
    /// Why the census is incomplete, if it is.
    #[serde(skip)]
    error: Option<LabError>,
}

/// For people, values are abbreviated to this many characters.
const WIDEST: usize = 40;
/// After a limit was reached, values are printed for at most this long.
const GRACE: Duration = Duration::from_millis(300);

/// A value that occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tally {
    /// The value; of a value and its negative, the one that is better for Left.
    game: Game,
    /// The number of positions with this value, up to symmetry.
    count: u64,
    /// The position with the fewest pieces, on the smallest board.
    first: First,
}

/// The first position of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct First {
    /// The number of pieces on it.
    pieces: u32,
    squares: u32,
    /// The number of the position in the order of the search.
    serial: u64,
    /// The size of its board.
    board: String,
    /// The position.
    position: String,
}

impl Question for Census {
    const NAME: &'static str = "census";
    const ABOUT: &'static str =
        "The values that occur on small boards with few pieces, how often, and where they first occur";
    const HELP: &'static str = "Examples:
  nimatron census legionnaires --boards 3x3
  nimatron census legionnaires --boards 2x2..2x6 --kind number
  nimatron census domineering --boards 3x4 --pieces 0..4

Positions that are alike by the symmetries of the board are one; so are a value and its negative, where
exchanging the players leads from one to the other: of these the one that is better for Left is shown.";
    type Line = Occurrence;
    type Report = CensusReport;

    /// Reports the values up to the symmetries of the board and, if negatives occur on the same board, up to sign. If
    /// the budget is used up, it reports what was counted so far.
    fn answer(&self, run: &Run<'_>) -> Result<CensusReport, LabError> {
        let region = self.region.region()?;
        let arena = run.arena();
        let mut positions = 0;
        let mut tallies: FxHashMap<Game, Option<Tally>> = FxHashMap::default();
        let flow = survey(run, &self.region.game, &region, |board, Surveyed { pieces, value, show }| {
            positions += 1;
            if let Some(tally) = tallies.get_mut(&value) {
                if let Some(tally) = tally {
                    tally.count += 1;
                    let here = (pieces, squares(board));
                    if here < (tally.first.pieces, tally.first.squares) {
                        let exchanged = tally.game != value;
                        tally.first = first(positions, pieces, board, show(exchanged).unwrap_or_default());
                    }
                }
                return Ok(ControlFlow::Continue(()));
            }
            let bytes = tallies.capacity() * size_of::<(Game, Option<Tally>)>() + tallies.len() * 64;
            run.budget().check_memory(bytes)?;
            // Merging values and their negatives at the end needs as much memory again.
            if tallies.len() == tallies.capacity() || tallies.len().is_multiple_of(1024) {
                run.budget().check_large(2 * bytes)?;
            }
            if !self.kind.map_or(Ok(true), |kind| kind.holds(arena, value))? {
                tallies.insert(value, None);
                return Ok(ControlFlow::Continue(()));
            }
            let exchanged = is_shown_negated(arena, value)?.then(|| show(true)).flatten();
            let (game, position) = match exchanged {
                Some(position) => (arena.negative(value)?, position),
                None => (value, show(false).unwrap_or_default()),
            };
            let first = first(positions, pieces, board, position);
            tallies.insert(value, Some(Tally { game, count: 1, first }));
            Ok(ControlFlow::Continue(()))
        });
        let error = match flow {
            Ok(_) => None,
            Err(error) if error.is_unfinished() => Some(run.explain(error)),
            Err(error) => return Err(error),
        };
        // Merge values and their negatives.
        let mut merged: FxHashMap<Game, Tally> = FxHashMap::default();
        for tally in tallies.into_values().flatten() {
            let entry = merged.entry(tally.game).or_insert_with(|| Tally { count: 0, ..tally.clone() });
            entry.count += tally.count;
            if tally.first < entry.first {
                entry.first = tally.first;
            }
        }
        let mut printing = Printing::new(arena, Style::Unicode);
        let mut values: Vec<Tally> = merged.into_values().collect();
        if error.is_some() {
            // Sorting by value takes long, so they are reported in the order in which they were found.
            values.sort_by(|one, other| one.first.cmp(&other.first));
        } else {
            let place = |tally: Tally| Ok((Place::of(arena, &mut printing, tally.game)?, tally));
            let mut placed = values.into_iter().map(place).collect::<Result<Vec<_>, LabError>>()?;
            placed.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.first.cmp(&other.first)));
            values = placed.into_iter().map(|(_, tally)| tally).collect();
        }
        let error = tell(run, &values, &mut printing, error)?;
        let sought = (self.kind, region.to_string());
        Ok(CensusReport { values: values.len(), positions, sought, error })
    }
}

/// Reports the values while there is time, and returns why some are missing.
fn tell(
    run: &Run<'_>,
    values: &[Tally],
    printing: &mut Printing<'_>,
    error: Option<LabError>,
) -> Result<Option<LabError>, LabError> {
    let started = Instant::now();
    let is_over = || match &error {
        // A census that was stopped is reported for a short time.
        Some(_) => started.elapsed() >= GRACE,
        None => run.budget().spend(0).is_err(),
    };
    let longest = if run.is_for_people() { WIDEST } else { run.longest_text() };
    let mut widths = (0, 0);
    if run.is_for_people() {
        for tally in values {
            if is_over() {
                break;
            }
            widths.0 = widths.0.max(printing.text(tally.game, longest).chars().count());
            widths.1 = widths.1.max(grouped(tally.count).len());
        }
    }
    for tally in values {
        if is_over() {
            let known = || "what was printed is correct but incomplete".into();
            let limit = error.or(run.budget().spend(0).err().map(LabError::from));
            return Ok(limit.map(|limit| run.explain(limit).but_known(known)));
        }
        let Tally { game, count, first: First { position, board, pieces, .. } } = tally.clone();
        let value = printing.text(game, longest);
        if !run.line(&Occurrence { value, count, position, board, pieces, game, widths }) {
            break;
        }
    }
    Ok(error)
}

fn first(serial: u64, pieces: u32, board: &Board, position: String) -> First {
    First { pieces, squares: squares(board), serial, board: size_text(board), position }
}

impl fmt::Display for Occurrence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Occurrence { value, position, .. } = self;
        let (count, width) = (grouped(self.count), self.widths.1);
        let blanks = self.widths.0.saturating_sub(value.chars().count());
        writeln!(f, "{STRONG}{value}{STRONG:#}{:blanks$}  {count:>width$}  {FAINT}{position}{FAINT:#}", "")
    }
}

impl fmt::Display for CensusReport {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl Report for CensusReport {
    fn verdict(&self) -> Verdict {
        Verdict::from(self.values > 0)
    }

    fn aside(&self) -> Aside {
        let (values, positions) = (grouped(self.values as u64), grouped(self.positions));
        let kind = self.sought.0.map_or(String::new(), |kind| format!(" of the kind `{}`", kind.name()));
        let region = &self.sought.1;
        Aside::Remark(format!("{values} values{kind} in {positions} positions up to symmetry, with {region}"))
    }

    fn is_printed(&self) -> bool {
        false
    }

    fn unfinished(&mut self) -> Option<LabError> {
        self.error.take()
    }
}
