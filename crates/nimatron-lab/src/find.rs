//! Positions of some value, and the values that occur.

use std::ops::ControlFlow;

use nimatron_catalog::{Event, Surveyed};
use nimatron_rules::Board;
use nimatron_value::{Game, Style};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::kind::{Kind, Place, is_shown_negated};
use crate::region::{Region, counted, size_text, squares};
use crate::{Evaluated, Fault, Lab, LabError, Run, grouped};

/// What to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// This value.
    Value(Game),
    /// Any value of this kind.
    Kind(Kind),
}

/// A position of the value that was looked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Found {
    /// The position.
    pub position: String,
    /// What it is worth.
    pub value: String,
    /// The size of its board.
    pub board: String,
    /// How many pieces there are on it.
    pub pieces: u32,
}

/// What a search went through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The positions it evaluated, up to symmetry.
    pub positions: u64,
    /// Those it found.
    pub found: u64,
    /// Whether there may be more, because it was told to stop.
    pub stopped: bool,
}

/// A value that occurs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The value; of a value and its negative, the one that is better for Left.
    pub game: Game,
    /// How many positions have it, up to symmetry.
    pub count: u64,
    /// The one with the fewest pieces, on the smallest board.
    pub first: First,
}

/// The first position of a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct First {
    /// How many pieces there are on it.
    pub pieces: u32,
    squares: u32,
    /// The number of its position among all that were met.
    serial: u64,
    /// The size of its board.
    pub board: String,
    /// The position.
    pub position: String,
}

/// The values that occur, simple ones first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Census {
    /// Each of them.
    pub values: Vec<Tally>,
    /// The positions that were evaluated, up to symmetry.
    pub positions: u64,
    /// Why it ended before everything was counted, if it did.
    pub error: Option<LabError>,
}

impl Lab {
    /// The value that is meant by an expression.
    pub fn wanted(&self, text: &str) -> Result<Wanted, LabError> {
        match self.evaluate(text)? {
            Evaluated::Value(report) | Evaluated::Quantity(report) => Ok(Wanted::Value(report.game)),
            _ => {
                let message = "this is no value".into();
                Err(Fault { text: text.into(), at: 0..text.len(), message }.into())
            }
        }
    }

    /// Shows the positions of a region that are worth what is wanted, up to the symmetries of the board and
    /// with the players exchanged where that gives the value. `Break` ends the search.
    pub fn find_in(
        &self,
        run: &Run,
        game: &str,
        region: &Region,
        wanted: Wanted,
        mut show: impl FnMut(Found) -> ControlFlow<()>,
    ) -> Result<Searched, LabError> {
        let arena = self.arena();
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
        let flow = self.survey(run, game, region, |board, Surveyed { pieces, value, show: text }| {
            positions += 1;
            let Some((worth, exchanged)) = matches(value)? else { return Ok(ControlFlow::Continue(())) };
            let (worth, position) = match (text(exchanged), wanted) {
                (Some(position), _) => (worth, position),
                // What has no counterpart on this board is shown as it is, if that will do.
                (None, Wanted::Kind(_)) => (value, text(false).unwrap_or_default()),
                (None, Wanted::Value(_)) => return Ok(ControlFlow::Continue(())),
            };
            found += 1;
            let value = self.sketch(worth, Style::Unicode, self.longest_text());
            Ok(show(Found { position, value, board: size_text(board), pieces }))
        });
        let flow = flow.map_err(|error| {
            error.but_known(|| format!("{} found among {} positions", grouped(found), grouped(positions)))
        });
        Ok(Searched { positions, found, stopped: flow.map_err(|error| run.explain(error))?.is_break() })
    }

    /// Which values occur in a region, how often and where first, up to the symmetries of the board and, if
    /// the negative has the same board, up to sign. If the budget is used up, it is what was counted until
    /// then, with the reason.
    pub fn census_in(
        &self,
        run: &Run,
        game: &str,
        region: &Region,
        kind: Option<Kind>,
    ) -> Result<Census, LabError> {
        let arena = self.arena();
        let mut positions = 0;
        let mut tallies: FxHashMap<Game, Option<Tally>> = FxHashMap::default();
        let flow = self.survey(run, game, region, |board, Surveyed { pieces, value, show }| {
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
            // In the end values and their negatives are brought together, for which there has to be room.
            if tallies.len() == tallies.capacity() || tallies.len().is_multiple_of(1024) {
                run.budget().check_large(2 * bytes)?;
            }
            if !kind.map_or(Ok(true), |kind| kind.holds(arena, value))? {
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
            Err(error @ LabError::Exhausted { .. }) => Some(run.explain(error)),
            Err(error) => return Err(error),
        };
        // A value and its negative are one.
        let mut merged: FxHashMap<Game, Tally> = FxHashMap::default();
        for tally in tallies.into_values().flatten() {
            let entry = merged.entry(tally.game).or_insert_with(|| Tally { count: 0, ..tally.clone() });
            entry.count += tally.count;
            if tally.first < entry.first {
                entry.first = tally.first;
            }
        }
        // What was counted when the time was up is not put into the order of values, which takes long, but into that in which
        // they were found.
        if error.is_some() {
            let mut values: Vec<Tally> = merged.into_values().collect();
            values.sort_by(|one, other| one.first.cmp(&other.first));
            return Ok(Census { values, positions, error });
        }
        let mut printing = self.printing(Style::Unicode);
        let mut place = |tally: Tally| Ok((Place::of(arena, &mut printing, tally.game)?, tally));
        let mut values = merged.into_values().map(&mut place).collect::<Result<Vec<_>, LabError>>()?;
        values.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| one.first.cmp(&other.first)));
        Ok(Census { values: values.into_iter().map(|(_, tally)| tally).collect(), positions, error })
    }

    /// Shows every position of a region, board by board.
    fn survey(
        &self,
        run: &Run,
        game: &str,
        region: &Region,
        mut visit: impl FnMut(&Board, Surveyed<'_>) -> Result<ControlFlow<()>, LabError>,
    ) -> Result<ControlFlow<()>, LabError> {
        let mut finished = String::new();
        for board in region.boards() {
            let surveyable = self.board(game, board)?;
            let mut failed = None;
            let mut event = |event: Event<'_>| match event {
                Event::Finished(pieces) => {
                    finished = format!("up to {} on {}", counted(pieces), size_text(board));
                    ControlFlow::Continue(())
                }
                Event::Position(surveyed) => visit(board, surveyed).unwrap_or_else(|error| {
                    failed = Some(error);
                    ControlFlow::Break(())
                }),
            };
            let pieces = region.pieces_on(board);
            let flow = surveyable.survey(self.arena(), run.budget(), pieces, &mut event);
            let flow = failed.map_or(flow, Err).map_err(|error| match &*finished {
                "" => error,
                finished => error.but_known(|| format!("all positions of {finished} were seen")),
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

fn first(serial: u64, pieces: u32, board: &Board, position: String) -> First {
    First { pieces, squares: squares(board), serial, board: size_text(board), position }
}
