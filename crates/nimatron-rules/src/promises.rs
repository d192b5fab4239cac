//! The optional promises of a game as values, which a type-erased game carries.

use std::any::Any;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use crate::{
    AnyPosition, Arranged, Endless, Expand, Fairly, Hints, Impartial, Kernel, Notation, Partizan, Rules,
    Short, Takeover,
};

/// A type that solvers can be compiled for: a position, or the part of it that matters.
pub trait Key: Clone + Eq + Hash + Debug + Send + Sync + 'static {}

impl<K: Clone + Eq + Hash + Debug + Send + Sync + 'static> Key for K {}

/// The kind of a game, which determines the questions that can be asked about it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// Play always ends, and both players always have the same moves.
    Impartial,
    /// Play always ends.
    Partizan,
    /// Play may go on for ever. Positions have loopy values.
    Loopy,
    /// The game is played in turns and is not won by the last move, so positions have no values.
    Played,
}

impl GameKind {
    /// The promises in words, as `nimatron games` shows them.
    #[must_use]
    pub fn words(self) -> &'static [&'static str] {
        match self {
            GameKind::Impartial => &["short", "impartial"],
            GameKind::Partizan => &["short", "partizan"],
            GameKind::Loopy => &["loopy", "partizan"],
            GameKind::Played => &["turns", "partizan"],
        }
    }

    /// Whether play always ends, so that positions have values.
    #[must_use]
    pub fn is_short(self) -> bool {
        matches!(self, GameKind::Impartial | GameKind::Partizan)
    }
}

/// The optional promises that a game makes. Each constructor and method requires the corresponding traits, so
/// a game cannot promise what it doesn't implement.
pub struct Promises<R: Rules> {
    pub(crate) kind: GameKind,
    /// See [`Short::moves_left`].
    pub(crate) moves_left: Option<fn(&R, &R::Position) -> u32>,
    pub(crate) impartial: Option<AsImpartial<R>>,
    pub(crate) takeover: Option<fn(&R) -> &dyn Takeover>,
    pub(crate) arranged: Option<AsArranged<R>>,
    /// Makes a [`Kernel`] of the game's own keys.
    pub(crate) kernel: fn(&Arc<R>) -> Box<dyn Any>,
    /// Whether the keys of the kernel are the positions of the game.
    pub(crate) keys_are_positions: bool,
}

type AsImpartial<R> = fn(&R) -> &dyn Impartial<Position = <R as Rules>::Position, Move = <R as Rules>::Move>;
type AsArranged<R> = fn(&R) -> &dyn Arranged<Position = <R as Rules>::Position, Move = <R as Rules>::Move>;

impl<R: Rules> Clone for Promises<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Promises<R> {}

impl<R: Hints + Notation + 'static> Promises<R> {
    fn new(kind: GameKind, kernel: fn(&Arc<R>) -> Box<dyn Any>) -> Self {
        Promises {
            kind,
            moves_left: None,
            impartial: None,
            takeover: None,
            arranged: None,
            kernel,
            keys_are_positions: true,
        }
    }

    /// Play may go on for ever.
    #[must_use]
    pub fn loopy() -> Self {
        Promises::new(GameKind::Loopy, |rules| kernel::<R>(Arc::new(Endless(Arc::clone(rules)))))
    }

    /// The game is played in turns and its positions have no values.
    #[must_use]
    pub fn played() -> Self {
        Promises { kind: GameKind::Played, ..Promises::loopy() }
    }

    /// Play always ends.
    #[must_use]
    pub fn partizan() -> Self
    where
        R: Short,
    {
        let kernel = |rules: &Arc<R>| kernel::<R>(Arc::new(Partizan(Arc::clone(rules))));
        Promises { moves_left: Some(R::moves_left), ..Promises::new(GameKind::Partizan, kernel) }
    }

    /// Play always ends, and both players have the same moves.
    #[must_use]
    pub fn impartial() -> Self
    where
        R: Short + Impartial,
    {
        let kernel = |rules: &Arc<R>| kernel::<R>(Arc::new(Fairly(Arc::clone(rules))));
        Promises {
            moves_left: Some(R::moves_left),
            impartial: Some(|rules| rules),
            ..Promises::new(GameKind::Impartial, kernel)
        }
    }

    /// Pieces take the places of other pieces.
    #[must_use]
    pub fn takeover(self) -> Self
    where
        R: Takeover,
    {
        Promises { takeover: Some(|rules| rules), ..self }
    }

    /// The positions of the game can be listed.
    #[must_use]
    pub fn arranged(self) -> Self
    where
        R: Arranged,
    {
        Promises { arranged: Some(|rules| rules), ..self }
    }

    /// Solvers see the game with the keys of this kernel instead of its positions. A key must have the same
    /// value as its position.
    #[must_use]
    pub fn solved_by(self, kernel: fn(&Arc<R>) -> Box<dyn Any>) -> Self {
        Promises { kernel, keys_are_positions: false, ..self }
    }
}

/// The kernel of a game whose keys are its positions.
fn kernel<R: Rules + 'static>(game: Arc<dyn Expand<R::Position>>) -> Box<dyn Any> {
    let key = |position: &AnyPosition| {
        position.downcast_ref::<R::Position>().expect("a position of this game").clone()
    };
    Box::new(Kernel { game, key })
}
