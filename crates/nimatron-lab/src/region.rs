//! Regions to search for positions: some boards, and a range of numbers of pieces.

use std::ops::{ControlFlow, RangeInclusive};

use nimatron_catalog::{Event, Surveyed};
use nimatron_rules::Board;
use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::{Fault, LabError, Run};

/// The parameters of a region.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Where {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true))]
    pub game: String,
    /// The boards: 3x3,2x8, or all from 2x2 to 3x4 as 2x2..3x4
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "BOARDS", default_value = "2x2..3x4", allow_hyphen_values = true)
    )]
    #[serde(default = "boards")]
    pub boards: String,
    /// Number of pieces, stones or covered squares: 4, or 2..6 [default: any number]
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", allow_hyphen_values = true))]
    #[serde(default)]
    pub pieces: Option<String>,
}

fn boards() -> String {
    "2x2..3x4".into()
}

impl Where {
    /// Some boards of a game, with any number of pieces.
    pub fn on(game: impl Into<String>, boards: impl Into<String>) -> Self {
        Where { game: game.into(), boards: boards.into(), pieces: None }
    }

    pub(crate) fn region(&self) -> Result<Region, LabError> {
        Region::read(&self.boards, self.pieces.as_deref())
    }
}

/// Some boards, and the range of the number of pieces on each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    boards: Vec<Board>,
    /// `None` for any number of pieces.
    pieces: Option<RangeInclusive<u32>>,
}

impl Region {
    /// Reads `3x3,2x8` or `2x2..4x4`, which is all boards of 2 to 4 rows and 2 to 4 columns with the smaller
    /// side first; and `5`, `2..6`, or `None` for any number of pieces.
    ///
    /// ```
    /// use nimatron_lab::Region;
    ///
    /// let region = Region::read("2x2..3x4", Some("2..6"))?;
    /// assert_eq!(region.to_string(), "2 to 6 pieces on 2x2, 2x3, 2x4, 3x3, 3x4");
    /// # Ok::<(), nimatron_lab::LabError>(())
    /// ```
    pub fn read(boards: &str, pieces: Option<&str>) -> Result<Self, LabError> {
        let mut region = Region { boards: Vec::new(), pieces: None };
        let mut start = 0;
        for item in boards.split(',') {
            region.read_boards(boards, start..start + item.len())?;
            start += item.len() + 1;
        }
        if let Some(text) = pieces {
            region.pieces = Some(read_pieces(text, region.most())?);
        }
        Ok(region)
    }

    /// Reads one board or a range of boards, at `at` in the text.
    fn read_boards(&mut self, text: &str, at: std::ops::Range<usize>) -> Result<(), LabError> {
        let item = &text[at.clone()];
        let read = |start: usize, size: &str| {
            let start = start + size.len() - size.trim_start().len();
            let size = size.trim();
            let at = start..start + size.len();
            let fault = |message: String| Fault { text: text.into(), at: at.clone(), message };
            match Board::read(size, "") {
                // Games whose positions can be listed have no larger boards.
                Ok(board) if board.is_size() => match board.grid::<4>() {
                    Ok(_) => Ok(board),
                    Err(error) => Err(fault(error.message)),
                },
                Err(error) if size.split_once('x').is_some_and(|(a, b)| is_number(a) && is_number(b)) => {
                    Err(fault(error.message))
                }
                _ => Err(fault(
                    "this is not the size of a board; expected boards as in 3x3,2x8 or 2x2..4x4".into(),
                )),
            }
        };
        let Some((first, last)) = item.split_once("..") else {
            self.add(read(at.start, item)?);
            return Ok(());
        };
        let last = read(at.start + first.len() + 2, last)?;
        let first = read(at.start, first)?;
        if first.rows() > last.rows() || first.cols() > last.cols() {
            let message = "the second board is smaller than the first".into();
            return Err(Fault { text: text.into(), at, message }.into());
        }
        for rows in first.rows()..=last.rows() {
            for cols in first.cols()..=last.cols() {
                let turned_is_there = (first.rows()..=last.rows()).contains(&cols)
                    && (first.cols()..=last.cols()).contains(&rows);
                if rows <= cols || !turned_is_there {
                    self.add(read(0, &format!("{rows}x{cols}"))?);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, board: Board) {
        if !self.boards.iter().any(|known| size(known) == size(&board)) {
            self.boards.push(board);
        }
    }

    /// The number of squares of the largest board.
    fn most(&self) -> u32 {
        self.boards.iter().map(squares).max().unwrap_or(0)
    }

    /// The boards, in the order in which they were written.
    pub(crate) fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// The numbers of pieces for a board; empty if not even the fewest fit.
    pub(crate) fn pieces_on(&self, board: &Board) -> RangeInclusive<u32> {
        match &self.pieces {
            None => 0..=squares(board),
            Some(pieces) => *pieces.start()..=squares(board).min(*pieces.end()),
        }
    }
}

impl std::fmt::Display for Region {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.pieces {
            None => f.write_str("any number of pieces")?,
            Some(pieces) if pieces.start() == pieces.end() => f.write_str(&counted(*pieces.start()))?,
            Some(pieces) => write!(f, "{} to {}", pieces.start(), counted(*pieces.end()))?,
        }
        let sizes: Vec<_> = self.boards.iter().map(size_text).collect();
        write!(f, " on {}", sizes.join(", "))
    }
}

/// A number of pieces, in words.
pub(crate) fn counted(pieces: u32) -> String {
    if pieces == 1 { "1 piece".into() } else { format!("{pieces} pieces") }
}

/// A size as people write it.
pub(crate) fn size_text(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

fn size(board: &Board) -> (usize, usize) {
    (board.rows(), board.cols())
}

pub(crate) fn squares(board: &Board) -> u32 {
    (board.rows() * board.cols()) as u32
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads `5` or `2..6`, with at most `most` pieces.
fn read_pieces(text: &str, most: u32) -> Result<RangeInclusive<u32>, LabError> {
    let fault = |at: std::ops::Range<usize>, message: String| Fault { text: text.into(), at, message };
    let number = |at: std::ops::Range<usize>| {
        let digits = text[at.clone()].trim();
        match digits.parse::<u32>() {
            Ok(number) if number <= most => Ok(number),
            _ if is_number(digits) => {
                Err(fault(at, format!("the pieces don't fit: the largest board has {most} squares")))
            }
            _ => Err(fault(at, "this is not a number of pieces; expected one as in 5 or 2..6".into())),
        }
    };
    let Some((first, _)) = text.split_once("..") else {
        let only = number(0..text.len())?;
        return Ok(only..=only);
    };
    let (first, last) = (number(0..first.len())?, number(first.len() + 2..text.len())?);
    if first > last {
        return Err(fault(0..text.len(), "the second number is less than the first".into()).into());
    }
    Ok(first..=last)
}

/// Visits every position of a region, board by board.
pub(crate) fn survey(
    run: &Run<'_>,
    game: &str,
    region: &Region,
    mut visit: impl FnMut(&Board, Surveyed<'_>) -> Result<ControlFlow<()>, LabError>,
) -> Result<ControlFlow<()>, LabError> {
    let mut finished = String::new();
    for board in region.boards() {
        let surveyable = run.lab().board(game, board)?;
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
        let flow = surveyable.survey(run.arena(), run.budget(), pieces, &mut event);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(boards: &str, pieces: Option<&str>) -> (std::ops::Range<usize>, String) {
        match Region::read(boards, pieces) {
            Err(LabError::Fault(fault)) => (fault.at, fault.message),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn ranges_have_every_board_once() {
        let sizes = |text| Region::read(text, None).unwrap().boards.iter().map(size_text).collect::<Vec<_>>();
        assert_eq!(sizes("2x2..3x3"), ["2x2", "2x3", "3x3"]);
        assert_eq!(sizes("3x1..4x2"), ["3x1", "3x2", "4x1", "4x2"]);
        assert_eq!(sizes("4x4, 2x3,4x4"), ["4x4", "2x3"]);
    }

    #[test]
    fn what_is_no_board_is_pointed_at() {
        assert_eq!(fault("3x3,0x5", None).0, 4..7);
        assert_eq!(fault("3x3, 17x16", None).0, 5..10);
        assert_eq!(fault("2x2..3y3", None).0, 5..8);
        assert_eq!(
            fault("...", None).1,
            "this is not the size of a board; expected boards as in 3x3,2x8 or 2x2..4x4"
        );
        assert_eq!(fault("4x4..3x3", None).1, "the second board is smaller than the first");
        assert_eq!(fault("", None).0, 0..0);
    }

    #[test]
    fn pieces_have_to_fit() {
        assert_eq!(fault("3x3", Some("2..10")).0, 3..5);
        assert_eq!(fault("3x3", Some("99999999999")).0, 0..11);
        assert_eq!(fault("3x3", Some("many")).0, 0..4);
        assert_eq!(fault("3x3", Some("5..2")).1, "the second number is less than the first");
        assert_eq!(fault("3x3", Some("..2")).0, 0..0);
        let region = Region::read("2x2,3x3", Some("3..6")).unwrap();
        let pieces: Vec<_> = region.boards().iter().map(|board| region.pieces_on(board)).collect();
        assert_eq!(pieces, [3..=4, 3..=6]);
    }
}
