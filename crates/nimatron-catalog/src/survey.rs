//! Surveys: the values of all positions with a given number of pieces on a board.

use std::ops::{ControlFlow, RangeInclusive};

use nimatron_rules::{Arranged, Budget, Notation};
use nimatron_solve::Survey;
use nimatron_value::{Arena, Game};

use crate::LabError;
use crate::position::Position;

/// One position of a survey.
pub struct Surveyed<'a> {
    /// The number of pieces on it.
    pub pieces: u32,
    /// The value of the position.
    pub value: Game,
    /// The position, or the one with the players exchanged.
    pub show: &'a dyn Fn(bool) -> Option<String>,
}

/// What happens during a survey.
pub enum Event<'a> {
    /// A position is shown.
    Position(Surveyed<'a>),
    /// All positions with this number of pieces were shown.
    Finished(u32),
}

impl Position {
    /// Reports every position with these numbers of pieces on the board of this position, fewest first.
    pub fn survey(
        &self,
        arena: &Arena,
        budget: &Budget,
        pieces: RangeInclusive<u32>,
        visit: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, LabError> {
        let game = &self.game;
        let cannot = || {
            let name = &game.info().name;
            LabError::Senseless(format!("the positions of {name} can't be listed by boards and pieces"))
        };
        if !game.is_arranged() {
            return Err(cannot());
        }
        let mut survey = Survey::of(game, arena, budget).ok_or_else(cannot)?;
        for pieces in pieces {
            let flow = survey.each(pieces, |position, value| {
                let show = |exchanged: bool| match exchanged {
                    false => Some(game.show(position)),
                    true => game.exchanged(position).map(|position| game.show(&position)),
                };
                visit(Event::Position(Surveyed { pieces, value, show: &show }))
            })?;
            if flow.is_break() || visit(Event::Finished(pieces)).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
