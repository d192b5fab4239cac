//! Placement games as solvers see them.
//!
//! The pieces on the board matter only where lines end at pieces, and then only their squares matter, not
//! their kinds. So the keys of positions are sets of squares, which tables store in place.

use std::any::Any;
use std::sync::Arc;

use nimatron_rules::{
    AnyPosition, Bits, Fairly, Impartial, Kernel, Parts, Player, Rules, Short, Stones, Theorem,
};

use super::{Placed, Placement, Put};

/// The game on free squares, where lines go through pieces.
#[derive(Clone, Debug)]
struct Free<const N: usize>(Arc<Placement<N>>);

/// The game on free and occupied squares, where lines end at pieces. The free squares are Left's, the occupied ones Right's.
#[derive(Clone, Debug)]
struct Screened<const N: usize>(Arc<Placement<N>>);

/// The kernel of a game.
pub(super) fn kernel<const N: usize>(rules: &Arc<Placement<N>>) -> Box<dyn Any> {
    fn own<const N: usize>(position: &AnyPosition) -> &Placed<N> {
        position.downcast_ref().expect("a position of this game")
    }
    if rules.kinds.is_blocked() {
        let game = Arc::new(Fairly(Arc::new(Screened(Arc::clone(rules)))));
        return Box::new(Kernel::<Stones<N>> { game, key: |position| screened(own(position)) });
    }
    let game = Arc::new(Fairly(Arc::new(Free(Arc::clone(rules)))));
    Box::new(Kernel::<Bits<N>> { game, key: |position| own(position).free })
}

impl<const N: usize> Rules for Free<N> {
    type Position = Bits<N>;
    type Move = Put;

    fn moves(&self, free: &Bits<N>, player: Player, out: &mut Vec<Put>) {
        self.0.moves(&Placed::bare(*free), player, out);
    }

    fn play(&self, free: &Bits<N>, player: Player, put: &Put) -> Bits<N> {
        self.0.play(&Placed::bare(*free), player, put).free
    }

    #[inline]
    fn options(&self, free: &Bits<N>, _: Player, out: &mut Vec<Bits<N>>) {
        self.0.free_options(*free, out);
    }

    #[inline]
    fn mobility(&self, free: &Bits<N>, _: Player) -> u32 {
        free.count() * self.0.kinds.count() as u32
    }

    #[inline]
    fn parts(&self, free: &Bits<N>) -> Parts<Bits<N>> {
        self.0.free_parts(*free).collect()
    }

    #[inline]
    fn normal(&self, free: &Bits<N>) -> Bits<N> {
        self.0.images.least(*free)
    }
}

impl<const N: usize> Short for Free<N> {
    fn moves_left(&self, free: &Bits<N>) -> u32 {
        free.count()
    }
}

impl<const N: usize> Impartial for Free<N> {
    #[inline]
    fn quick_nimber(&self, part: &Bits<N>) -> Option<u32> {
        self.0.small_nimber(*part)
    }

    #[inline]
    fn known_nimber(&self, part: &Bits<N>) -> Option<u32> {
        self.0.known_nimber(&Placed::bare(*part))
    }

    fn by_theorem(&self, free: &Bits<N>) -> Option<Theorem> {
        self.0.by_theorem(&Placed::bare(*free))
    }
}

fn screened<const N: usize>(placed: &Placed<N>) -> Stones<N> {
    Stones { left: placed.free, right: placed.occupied() }
}

impl<const N: usize> Rules for Screened<N> {
    type Position = Stones<N>;
    type Move = Put;

    fn moves(&self, squares: &Stones<N>, player: Player, out: &mut Vec<Put>) {
        self.0.moves(&Placed::screened(*squares), player, out);
    }

    fn play(&self, squares: &Stones<N>, _: Player, put: &Put) -> Stones<N> {
        let (kind, square) = (usize::from(put.kind), usize::from(put.square));
        let left = squares.left.without(self.0.closed_beside(kind, square, squares.right));
        Stones { left, right: squares.right | Bits::square(square) }
    }

    fn mobility(&self, squares: &Stones<N>, _: Player) -> u32 {
        squares.left.count() * self.0.kinds.count() as u32
    }

    fn parts(&self, squares: &Stones<N>) -> Parts<Stones<N>> {
        self.0.blocked_parts(squares.left, squares.right).collect()
    }

    fn normal(&self, squares: &Stones<N>) -> Stones<N> {
        let screens = self.0.screens(squares.left, squares.right);
        let [left, right] = self.0.images.least_of_two([squares.left, screens]);
        Stones { left, right }
    }
}

impl<const N: usize> Short for Screened<N> {
    fn moves_left(&self, squares: &Stones<N>) -> u32 {
        squares.left.count()
    }
}

impl<const N: usize> Impartial for Screened<N> {
    fn known_nimber(&self, part: &Stones<N>) -> Option<u32> {
        self.0.known_nimber(&Placed::screened(*part))
    }

    fn by_theorem(&self, squares: &Stones<N>) -> Option<Theorem> {
        self.0.by_theorem(&Placed::screened(*squares))
    }
}
