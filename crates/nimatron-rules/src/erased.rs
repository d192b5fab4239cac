//! Games whose kind is known only when the program runs.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::{About, Notation, NotationError, Parts, Player, Rules, Short, View};

/// A position of some game. Cheap to clone.
#[derive(Clone)]
pub struct DynPosition(Arc<dyn AnyPosition>);

/// A move of some game. Cheap to clone.
#[derive(Clone)]
pub struct DynMove(Arc<dyn AnyMove>);

trait AnyPosition: Any + Send + Sync + fmt::Debug {
    fn equals(&self, other: &dyn Any) -> bool;
    fn hash_into(&self, state: &mut dyn Hasher);
}

impl<P: Eq + Hash + fmt::Debug + Send + Sync + 'static> AnyPosition for P {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<P>() == Some(self)
    }

    fn hash_into(&self, mut state: &mut dyn Hasher) {
        self.hash(&mut state);
    }
}

trait AnyMove: Any + Send + Sync + fmt::Debug {
    fn equals(&self, other: &dyn Any) -> bool;
}

impl<M: Eq + fmt::Debug + Send + Sync + 'static> AnyMove for M {
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<M>() == Some(self)
    }
}

impl DynPosition {
    /// Forgets which game the position is of.
    pub fn new<P: Eq + Hash + fmt::Debug + Send + Sync + 'static>(position: P) -> Self {
        DynPosition(Arc::new(position))
    }

    /// The position, if it is of this kind.
    #[must_use]
    pub fn downcast_ref<P: 'static>(&self) -> Option<&P> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

impl DynMove {
    /// Forgets which game the move is of.
    pub fn new<M: Eq + fmt::Debug + Send + Sync + 'static>(mv: M) -> Self {
        DynMove(Arc::new(mv))
    }

    /// The move, if it is of this kind.
    #[must_use]
    pub fn downcast_ref<M: 'static>(&self) -> Option<&M> {
        (&*self.0 as &dyn Any).downcast_ref()
    }
}

impl PartialEq for DynPosition {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for DynPosition {}

impl Hash for DynPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash_into(state);
    }
}

impl fmt::Debug for DynPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for DynMove {
    fn eq(&self, other: &Self) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for DynMove {}

impl fmt::Debug for DynMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// [`Rules`], [`Short`] and [`Notation`] of a game whose kind is forgotten; made by [`erase`].
///
/// Its methods do what those of the same name do. Each expects positions and moves of its own
/// game and panics if given those of another: mixing them up is a bug.
pub trait DynRules: Send + Sync {
    /// What the game says about itself.
    fn about(&self) -> &'static About;
    /// [`Rules::moves`].
    fn moves(&self, position: &DynPosition, player: Player, out: &mut Vec<DynMove>);
    /// [`Rules::play`].
    fn play(&self, position: &DynPosition, player: Player, mv: &DynMove) -> DynPosition;
    /// [`Rules::options`].
    fn options(&self, position: &DynPosition, player: Player, out: &mut Vec<DynPosition>);
    /// [`Rules::move_bound`].
    fn move_bound(&self, position: &DynPosition, player: Player) -> u64;
    /// [`Rules::first_moves`].
    fn first_moves(&self, position: &DynPosition, player: Player, most: usize, out: &mut Vec<DynMove>);
    /// [`Rules::mobility`].
    fn mobility(&self, position: &DynPosition, player: Player) -> u32;
    /// [`Rules::parts`].
    fn parts(&self, position: &DynPosition) -> Parts<DynPosition>;
    /// [`Rules::normal`].
    fn normal(&self, position: &DynPosition) -> DynPosition;
    /// [`Rules::normal_up_to_sign`].
    fn normal_up_to_sign(&self, position: &DynPosition) -> (DynPosition, bool);
    /// [`Short::moves_left`].
    fn moves_left(&self, position: &DynPosition) -> u32;
    /// [`Notation::parse`].
    fn parse(&self, text: &str) -> Result<DynPosition, NotationError>;
    /// [`Notation::show`].
    fn show(&self, position: &DynPosition) -> String;
    /// [`Notation::view`].
    fn view(&self, position: &DynPosition) -> View;
    /// [`Notation::show_move`].
    fn show_move(&self, position: &DynPosition, player: Player, mv: &DynMove) -> String;
    /// [`Notation::parse_move`].
    fn parse_move(
        &self,
        position: &DynPosition,
        player: Player,
        text: &str,
    ) -> Result<DynMove, NotationError>;
}

/// Forgets of which kind a game is.
pub fn erase<R: Short + Notation + 'static>(rules: R) -> Arc<dyn DynRules> {
    Arc::new(Erased(rules))
}

/// A game whose kind is to be forgotten. If every game were [`DynRules`] by itself, each of its
/// methods would exist twice wherever both traits are in scope.
struct Erased<R>(R);

impl<R: Short + Notation + 'static> DynRules for Erased<R> {
    fn about(&self) -> &'static About {
        const { &R::ABOUT }
    }

    fn moves(&self, position: &DynPosition, player: Player, out: &mut Vec<DynMove>) {
        let mut moves = Vec::new();
        self.0.moves(own::<R>(position), player, &mut moves);
        out.extend(moves.into_iter().map(DynMove::new));
    }

    fn play(&self, position: &DynPosition, player: Player, mv: &DynMove) -> DynPosition {
        DynPosition::new(self.0.play(own::<R>(position), player, own_move::<R>(mv)))
    }

    fn options(&self, position: &DynPosition, player: Player, out: &mut Vec<DynPosition>) {
        let mut options = Vec::new();
        self.0.options(own::<R>(position), player, &mut options);
        out.extend(options.into_iter().map(DynPosition::new));
    }

    fn move_bound(&self, position: &DynPosition, player: Player) -> u64 {
        self.0.move_bound(own::<R>(position), player)
    }

    fn first_moves(&self, position: &DynPosition, player: Player, most: usize, out: &mut Vec<DynMove>) {
        let mut moves = Vec::new();
        self.0.first_moves(own::<R>(position), player, most, &mut moves);
        out.extend(moves.into_iter().map(DynMove::new));
    }

    fn mobility(&self, position: &DynPosition, player: Player) -> u32 {
        self.0.mobility(own::<R>(position), player)
    }

    fn parts(&self, position: &DynPosition) -> Parts<DynPosition> {
        self.0.parts(own::<R>(position)).into_iter().map(DynPosition::new).collect()
    }

    fn normal(&self, position: &DynPosition) -> DynPosition {
        DynPosition::new(self.0.normal(own::<R>(position)))
    }

    fn normal_up_to_sign(&self, position: &DynPosition) -> (DynPosition, bool) {
        let (normal, negative) = self.0.normal_up_to_sign(own::<R>(position));
        (DynPosition::new(normal), negative)
    }

    fn moves_left(&self, position: &DynPosition) -> u32 {
        self.0.moves_left(own::<R>(position))
    }

    fn parse(&self, text: &str) -> Result<DynPosition, NotationError> {
        self.0.parse(text).map(DynPosition::new)
    }

    fn show(&self, position: &DynPosition) -> String {
        self.0.show(own::<R>(position))
    }

    fn view(&self, position: &DynPosition) -> View {
        self.0.view(own::<R>(position))
    }

    fn show_move(&self, position: &DynPosition, player: Player, mv: &DynMove) -> String {
        self.0.show_move(own::<R>(position), player, own_move::<R>(mv))
    }

    fn parse_move(
        &self,
        position: &DynPosition,
        player: Player,
        text: &str,
    ) -> Result<DynMove, NotationError> {
        self.0.parse_move(own::<R>(position), player, text).map(DynMove::new)
    }
}

fn own<R: Rules + 'static>(position: &DynPosition) -> &R::Position {
    position.downcast_ref().expect("a position of this game, not of another")
}

fn own_move<R: Rules + 'static>(mv: &DynMove) -> &R::Move {
    mv.downcast_ref().expect("a move of this game, not of another")
}
