//! What the catalog knows of a game: how to open it, and which promises it makes.

use std::marker::PhantomData;
use std::sync::Arc;

use nimatron_rules::{
    About, Budget, DynPosition, DynRules, Impartial, Notation, NotationError, Rules, Short, erase,
};
use nimatron_solve::{NimberSolver, SolveError};

use crate::loopy_table::LoopyTable;
use crate::table::{Opened, Table};

/// A game of the catalog.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(crate) about: &'static About,
    pub(crate) impartial: bool,
    pub(crate) loopy: bool,
    /// Sums and loopy games are not summands.
    pub(crate) summand: Option<OpenSummand>,
    pub(crate) open: Open,
}

/// A game whose kind is forgotten, and a position of it.
pub type Erased = (Arc<dyn DynRules>, DynPosition);

type Open = fn(&str, &str) -> Result<Box<dyn Opened>, NotationError>;
type OpenSummand = fn(&str, &str) -> Result<Erased, NotationError>;
/// How to find the Grundy values of positions, for games where both players have the same moves: one by
/// one, and how many positions all of them took.
pub(crate) type Nimbers<R> =
    fn(&R, &[<R as Rules>::Position], &Budget) -> Result<(Vec<u32>, u64), SolveError>;

impl Entry {
    /// What the game says about itself.
    #[must_use]
    pub fn about(&self) -> &'static About {
        self.about
    }

    /// Whether both players always have the same moves.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// Whether play may go on for ever.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.loopy
    }

    /// The promises that the game makes, in words.
    #[must_use]
    pub fn promises(&self) -> Vec<&'static str> {
        if self.loopy {
            return vec!["loopy", "partizan"];
        }
        if self.impartial { vec!["short", "impartial"] } else { vec!["short", "partizan"] }
    }

    /// The game with these parameters, in this position, with its kind forgotten; nothing for sums
    /// and loopy games, which are no summands.
    #[must_use]
    pub fn erased(&self, parameters: &str, position: &str) -> Option<Result<Erased, NotationError>> {
        self.summand.map(|open| open(parameters, position))
    }

    /// The game with these parameters, in this position.
    pub(crate) fn open(&self, parameters: &str, position: &str) -> Result<Box<dyn Opened>, NotationError> {
        (self.open)(parameters, position)
    }
}

/// Opens a game of one kind. `nimbers` is there if the game is impartial.
pub(crate) fn open<R: Short + Notation + 'static>(
    parameters: &str,
    position: &str,
    nimbers: Option<Nimbers<R>>,
) -> Result<Box<dyn Opened>, NotationError> {
    let (rules, position) = R::open(parameters, position.trim())?;
    Ok(Box::new(Table { rules, position, nimbers }))
}

/// Opens a game of one kind that never need end.
pub(crate) fn open_loopy<R: Notation + 'static>(
    parameters: &str,
    position: &str,
) -> Result<Box<dyn Opened>, NotationError> {
    let (rules, position) = R::open(parameters, position.trim())?;
    Ok(Box::new(LoopyTable { rules, position }))
}

/// Opens a game of one kind as a summand.
pub(crate) fn open_summand<R: Short + Notation + 'static>(
    parameters: &str,
    position: &str,
) -> Result<Erased, NotationError> {
    let (rules, position) = R::open(parameters, position)?;
    Ok((erase(rules), DynPosition::new(position)))
}

/// Asks whether a game is impartial: `Promises::<Nim>::NIMBERS` is the constant below where its bound
/// holds and that of [`NoNimbers`] where it doesn't. So no game has to be declared impartial twice.
pub(crate) struct Promises<R>(PhantomData<R>);

impl<R: Short + Impartial> Promises<R> {
    pub(crate) const NIMBERS: Option<Nimbers<R>> = Some(nimbers::<R>);
}

/// The answer for all games that are not impartial.
pub(crate) trait NoNimbers<R: Rules> {
    const NIMBERS: Option<Nimbers<R>> = None;
}

impl<R: Rules> NoNimbers<R> for Promises<R> {}

fn nimbers<R: Short + Impartial>(
    rules: &R,
    positions: &[R::Position],
    budget: &Budget,
) -> Result<(Vec<u32>, u64), SolveError> {
    let mut solver = NimberSolver::new(rules, budget);
    let nimbers = positions.iter().map(|position| solver.nimber(position)).collect::<Result<_, _>>()?;
    Ok((nimbers, solver.positions()))
}

/// Makes the list of entries from lines such as `board cram::Cram,`.
macro_rules! catalog {
    ($($kind:ident $module:ident::$game:ident,)*) => {
        &[$($crate::entry::catalog!(@$kind nimatron_games::$module::$game),)*]
    };
    // Boards of up to 64 squares need one word for a set of squares, those of up to 256 four. What is
    // wrong with a position that neither can read is said by the larger.
    (@board $game:path) => {{
        use $game as Game;
        #[allow(unused_imports)]
        use $crate::entry::{Entry, NoNimbers, Promises, open, open_summand};
        Entry {
            about: &<Game<4> as nimatron_rules::Notation>::ABOUT,
            impartial: Promises::<Game<4>>::NIMBERS.is_some(),
            loopy: false,
            summand: Some(|parameters, position| {
                open_summand::<Game<1>>(parameters, position)
                    .or_else(|_| open_summand::<Game<4>>(parameters, position))
            }),
            open: |parameters, position| {
                open::<Game<1>>(parameters, position, Promises::<Game<1>>::NIMBERS)
                    .or_else(|_| open::<Game<4>>(parameters, position, Promises::<Game<4>>::NIMBERS))
            },
        }
    }};
    (@loopy $game:path) => {{
        use $game as Game;
        use $crate::entry::{Entry, open_loopy};
        Entry {
            about: &<Game<4> as nimatron_rules::Notation>::ABOUT,
            impartial: false,
            loopy: true,
            summand: None,
            open: |parameters, position| {
                open_loopy::<Game<1>>(parameters, position)
                    .or_else(|_| open_loopy::<Game<4>>(parameters, position))
            },
        }
    }};
    (@game $game:path) => {{
        use $game as Game;
        #[allow(unused_imports)]
        use $crate::entry::{Entry, NoNimbers, Promises, open, open_summand};
        Entry {
            about: &<Game as nimatron_rules::Notation>::ABOUT,
            impartial: Promises::<Game>::NIMBERS.is_some(),
            loopy: false,
            summand: Some(open_summand::<Game>),
            open: |parameters, position| open::<Game>(parameters, position, Promises::<Game>::NIMBERS),
        }
    }};
}
pub(crate) use catalog;
