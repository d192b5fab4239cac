//! Games whose positions can be listed, with their kind forgotten.

use std::ops::{ControlFlow, RangeInclusive};

use nimatron_rules::{Arranged, Budget, Notation, Short};
use nimatron_solve::Survey;
use nimatron_value::{Arena, Game};

use crate::LabError;

/// One position, as a survey shows it.
pub struct Surveyed<'a> {
    /// How many pieces there are on it.
    pub pieces: u32,
    /// What it is worth.
    pub value: Game,
    /// The position, or the one with exchanged players.
    pub show: &'a dyn Fn(bool) -> Option<String>,
}

/// A game on a board of some size, of a kind that is forgotten.
pub trait Surveyable {
    /// Shows every position with so many pieces, fewest first. `finished` hears when all with some number
    /// of pieces were shown.
    fn survey(
        &self,
        arena: &Arena,
        budget: &Budget,
        pieces: RangeInclusive<u32>,
        visit: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, LabError>;
}

/// What happens during a survey.
pub enum Event<'a> {
    /// A position is shown.
    Position(Surveyed<'a>),
    /// All positions with so many pieces were shown.
    Finished(u32),
}

impl<R: Short + Notation + Arranged> Surveyable for R {
    fn survey(
        &self,
        arena: &Arena,
        budget: &Budget,
        pieces: RangeInclusive<u32>,
        visit: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, LabError> {
        let mut survey = Survey::new(self, arena, budget);
        for pieces in pieces {
            let flow = survey.each(pieces, |position, value| {
                let show = |exchanged: bool| match exchanged {
                    false => Some(self.show(position)),
                    true => self.exchanged(position).map(|position| self.show(&position)),
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
