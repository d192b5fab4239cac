//! What the catalog knows of a game: how to open it, and which promises it makes.

use std::marker::PhantomData;
use std::sync::Arc;

use nimatron_rules::{
    About, Budget, DynPosition, DynRules, HeapRule, Impartial, Notation, NotationError, Rules, Short,
    Takeover, erase,
};
use nimatron_solve::{NimberSolver, SolveError};

use crate::table::{Opened, Table};
use crate::whole::Whole;

/// A game of the catalog.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(crate) about: &'static About,
    pub(crate) impartial: bool,
    /// Sums are not summands.
    pub(crate) summand: Option<OpenSummand>,
    pub(crate) open: Open,
    pub(crate) heap_rule: HeapRuleOf,
}

/// A game whose kind is forgotten, and a position of it.
pub type Erased = (Arc<dyn DynRules>, DynPosition);

type Open = fn(&str, &str) -> Result<Box<dyn Opened>, NotationError>;
/// The rule of a heap game with these parameters; nothing for other games.
type HeapRuleOf = fn(&str) -> Result<Option<HeapRule>, NotationError>;
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

    /// The promises that the game makes, in words.
    #[must_use]
    pub fn promises(&self) -> Vec<&'static str> {
        if self.impartial { vec!["short", "impartial"] } else { vec!["short", "partizan"] }
    }

    /// The game with these parameters, in this position, with its kind forgotten; nothing for sums,
    /// which are no summands.
    #[must_use]
    pub fn erased(&self, parameters: &str, position: &str) -> Option<Result<Erased, NotationError>> {
        self.summand.map(|open| open(parameters, position))
    }

    /// The game with these parameters, in this position.
    pub(crate) fn open(&self, parameters: &str, position: &str) -> Result<Box<dyn Opened>, NotationError> {
        (self.open)(parameters, position)
    }

    /// The rule for one heap, if it is a game of heaps and nothing else.
    pub(crate) fn heap_rule(&self, parameters: &str) -> Result<Option<HeapRule>, NotationError> {
        (self.heap_rule)(parameters)
    }
}

/// Opens a game of one kind. `nimbers` is there if the game is impartial, `whole` if all of its positions
/// can be solved together.
pub(crate) fn open<R: Short + Notation + 'static>(
    parameters: &str,
    position: &str,
    nimbers: Option<Nimbers<R>>,
    whole: Option<Whole<R>>,
) -> Result<Box<dyn Opened>, NotationError> {
    let (rules, position) = R::open(parameters, position.trim())?;
    Ok(Box::new(Table { rules, position, nimbers, whole }))
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

impl<R: Impartial + Notation> Promises<R> {
    pub(crate) const HEAP_RULE: HeapRuleOf = |parameters| {
        let (rules, start) = R::open(parameters, "start")?;
        Ok(rules.as_heaps(&start).map(|(rule, _)| rule.clone()))
    };
}

impl<R: Takeover> Promises<R> {
    pub(crate) const WHOLE: Option<Whole<R>> = Some(Whole::of_takeover());
}

/// The answer for all games whose positions can't be solved together.
pub(crate) trait NoWhole<R: Rules> {
    const WHOLE: Option<Whole<R>> = None;
}

impl<R: Rules> NoWhole<R> for Promises<R> {}

/// The answer for all games that are not impartial.
pub(crate) trait NoNimbers<R: Rules> {
    const NIMBERS: Option<Nimbers<R>> = None;
    const HEAP_RULE: HeapRuleOf = |_| Ok(None);
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
        use $crate::entry::{Entry, NoNimbers, NoWhole, Promises, open, open_summand};
        Entry {
            about: &<Game<4> as nimatron_rules::Notation>::ABOUT,
            impartial: Promises::<Game<4>>::NIMBERS.is_some(),
            summand: Some(|parameters, position| {
                open_summand::<Game<1>>(parameters, position)
                    .or_else(|_| open_summand::<Game<4>>(parameters, position))
            }),
            open: |parameters, position| {
                type Small = Promises<Game<1>>;
                type Large = Promises<Game<4>>;
                open::<Game<1>>(parameters, position, Small::NIMBERS, Small::WHOLE)
                    .or_else(|_| open::<Game<4>>(parameters, position, Large::NIMBERS, Large::WHOLE))
            },
            heap_rule: |_| Ok(None),
        }
    }};
    (@game $game:path) => {{
        use $game as Game;
        #[allow(unused_imports)]
        use $crate::entry::{Entry, NoNimbers, NoWhole, Promises, open, open_summand};
        Entry {
            about: &<Game as nimatron_rules::Notation>::ABOUT,
            impartial: Promises::<Game>::NIMBERS.is_some(),
            summand: Some(open_summand::<Game>),
            open: |parameters, position| {
                open::<Game>(parameters, position, Promises::<Game>::NIMBERS, Promises::<Game>::WHOLE)
            },
            heap_rule: Promises::<Game>::HEAP_RULE,
        }
    }};
}
pub(crate) use catalog;
