//! A game as solvers see it: positions of one type, and calls that each do a substantial amount of work.
//!
//! Solvers are compiled for types of positions, not for games, and call the game through [`Expand`] and
//! [`Fair`]. A virtual call costs nothing measurable if it is made once per node or once for several options,
//! so these methods take and append lists. [`Partizan`] and [`Fairly`] implement them from the promises of a
//! game.

use std::ops::Deref;

use crate::{HeapRule, Impartial, Line, Parts, Player, Rules, Short, Theorem};

/// A part of an option, in normal form up to sign.
#[derive(Clone, Debug)]
pub struct Part<K> {
    /// The normal form.
    pub normal: K,
    /// The number of the option that it is a part of.
    pub option: u32,
    /// Whether the part is worth the negative of its normal form.
    pub negated: bool,
    /// Reserved for the caller, so that what it finds out about a part is stored beside it.
    pub note: Option<u32>,
}

/// An option with a score: options that leave the mover many moves and the opponent few have high scores.
#[derive(Clone, Debug)]
pub struct ScoredOption<K> {
    /// The number of moves of the mover minus that of the opponent.
    pub score: i64,
    /// The tag that the caller gave to all options of one position.
    pub tag: u32,
    /// The position after the move.
    pub option: K,
}

/// A game as solvers see it. All methods with an `out` append to it.
pub trait Expand<K>: Send + Sync {
    /// The positions that `player` can move to: see [`Rules::options`].
    fn options(&self, position: &K, player: Player, out: &mut Vec<K>);

    /// The position after each move of `player`, symmetric ones included, in the order of [`Rules::moves`].
    fn successors(&self, position: &K, player: Player, out: &mut Vec<K>);

    /// A bound on the number of options: see [`Rules::move_bound`].
    fn move_bound(&self, position: &K, player: Player) -> u64;

    /// The number of moves: see [`Rules::mobility`].
    fn mobility(&self, position: &K, player: Player) -> u32;

    /// A bound on the number of moves to come: see [`Short::moves_left`].
    fn moves_left(&self, position: &K) -> u32;

    /// The independent parts of a position: see [`Rules::parts`].
    fn parts(&self, position: &K) -> Parts<K>;

    /// The normal form of a position: see [`Rules::normal`].
    fn normal(&self, position: &K) -> K;

    /// The normal form of a position up to sign: see [`Rules::normal_up_to_sign`].
    fn normal_up_to_sign(&self, position: &K) -> (K, bool);

    /// The parts of some options, which are numbered from `first`. A caller passes a few options at a time
    /// and prefetches the entries it will look up while the next options are split.
    fn signed_parts(&self, options: &[K], first: u32, out: &mut Vec<Part<K>>);

    /// The options of `player` with their scores. `spare` must be empty and is left empty.
    fn scored_options(
        &self,
        position: &K,
        player: Player,
        tag: u32,
        spare: &mut Vec<K>,
        out: &mut Vec<ScoredOption<K>>,
    );

    /// The game as an impartial one, if both players always have the same moves.
    fn fair(&self) -> Option<&dyn Fair<K>> {
        None
    }
}

/// An impartial game as solvers see it.
pub trait Fair<K>: Expand<K> {
    /// Splits some options, which are numbered from `first`. For each option, appends the nim-sum of its
    /// small parts to `heaps`, and the normal forms of all other parts, with the number of the option, to
    /// `parts`.
    fn split(&self, options: &[K], first: usize, heaps: &mut Vec<u32>, parts: &mut Vec<(usize, K)>);

    /// See [`Impartial::known_nimber`].
    fn known_nimber(&self, part: &K) -> Option<u32>;

    /// See [`Impartial::quick_nimber`].
    fn quick_nimber(&self, part: &K) -> Option<u32>;

    /// See [`Impartial::as_heaps`].
    fn as_heaps(&self, position: &K) -> Option<(&HeapRule, Vec<u32>)>;

    /// See [`Impartial::as_lines`].
    fn as_lines(&self, position: &K) -> Option<Vec<Line>>;

    /// See [`Impartial::by_theorem`].
    fn by_theorem(&self, position: &K) -> Option<Theorem>;
}

/// A short game as solvers see it, made from a reference to its rules.
#[derive(Clone, Copy, Debug)]
pub struct Partizan<T>(pub T);

/// An impartial game as solvers see it, made from a reference to its rules.
#[derive(Clone, Copy, Debug)]
pub struct Fairly<T>(pub T);

/// A game that need not end as solvers see it, made from a reference to its rules. It has no bound on the
/// number of moves to come.
#[derive(Clone, Copy, Debug)]
pub struct Endless<T>(pub T);

/// The methods that all of these have in common.
macro_rules! expand {
    ($key:ty) => {
        #[inline]
        fn options(&self, position: &$key, player: Player, out: &mut Vec<$key>) {
            self.0.options(position, player, out);
        }

        fn successors(&self, position: &$key, player: Player, out: &mut Vec<$key>) {
            let mut moves = Vec::new();
            self.0.moves(position, player, &mut moves);
            out.extend(moves.iter().map(|mv| self.0.play(position, player, mv)));
        }

        #[inline]
        fn move_bound(&self, position: &$key, player: Player) -> u64 {
            self.0.move_bound(position, player)
        }

        fn mobility(&self, position: &$key, player: Player) -> u32 {
            self.0.mobility(position, player)
        }

        fn parts(&self, position: &$key) -> Parts<$key> {
            self.0.parts(position)
        }

        fn normal(&self, position: &$key) -> $key {
            self.0.normal(position)
        }

        fn normal_up_to_sign(&self, position: &$key) -> ($key, bool) {
            self.0.normal_up_to_sign(position)
        }

        fn signed_parts(&self, options: &[$key], first: u32, out: &mut Vec<Part<$key>>) {
            signed_parts(&*self.0, options, first, out);
        }

        fn scored_options(
            &self,
            position: &$key,
            player: Player,
            tag: u32,
            spare: &mut Vec<$key>,
            out: &mut Vec<ScoredOption<$key>>,
        ) {
            scored_options(&*self.0, position, player, tag, spare, out);
        }
    };
}

impl<T: Deref + Send + Sync> Expand<Position<T>> for Partizan<T>
where
    T::Target: Short + Sized,
{
    expand!(Position<T>);

    #[inline]
    fn moves_left(&self, position: &Position<T>) -> u32 {
        self.0.moves_left(position)
    }
}

impl<T: Deref + Send + Sync> Expand<Position<T>> for Endless<T>
where
    T::Target: Rules + Sized,
{
    expand!(Position<T>);

    fn moves_left(&self, _: &Position<T>) -> u32 {
        u32::MAX
    }
}

impl<T: Deref + Send + Sync> Expand<Position<T>> for Fairly<T>
where
    T::Target: Short + Impartial + Sized,
{
    expand!(Position<T>);

    #[inline]
    fn moves_left(&self, position: &Position<T>) -> u32 {
        self.0.moves_left(position)
    }

    fn fair(&self) -> Option<&dyn Fair<Position<T>>> {
        Some(self)
    }
}

/// The positions of the game that `T` refers to.
type Position<T> = <<T as Deref>::Target as Rules>::Position;

impl<T: Deref + Send + Sync> Fair<Position<T>> for Fairly<T>
where
    T::Target: Short + Impartial + Sized,
{
    #[inline]
    fn split(
        &self,
        options: &[Position<T>],
        first: usize,
        heaps: &mut Vec<u32>,
        parts: &mut Vec<(usize, Position<T>)>,
    ) {
        let rules = &*self.0;
        for (number, option) in options.iter().enumerate() {
            let mut heap = 0;
            for part in rules.parts(option) {
                match rules.quick_nimber(&part) {
                    Some(nimber) => heap ^= nimber,
                    None => parts.push((first + number, rules.normal(&part))),
                }
            }
            heaps.push(heap);
        }
    }

    #[inline]
    fn known_nimber(&self, part: &Position<T>) -> Option<u32> {
        self.0.known_nimber(part)
    }

    #[inline]
    fn quick_nimber(&self, part: &Position<T>) -> Option<u32> {
        self.0.quick_nimber(part)
    }

    fn as_heaps(&self, position: &Position<T>) -> Option<(&HeapRule, Vec<u32>)> {
        self.0.as_heaps(position)
    }

    fn as_lines(&self, position: &Position<T>) -> Option<Vec<Line>> {
        self.0.as_lines(position)
    }

    fn by_theorem(&self, position: &Position<T>) -> Option<Theorem> {
        self.0.by_theorem(position)
    }
}

#[inline]
fn signed_parts<R: Rules>(rules: &R, options: &[R::Position], first: u32, out: &mut Vec<Part<R::Position>>) {
    for (number, option) in options.iter().enumerate() {
        for part in rules.parts(option) {
            let (normal, negated) = rules.normal_up_to_sign(&part);
            out.push(Part { normal, option: first + number as u32, negated, note: None });
        }
    }
}

#[inline]
fn scored_options<R: Rules>(
    rules: &R,
    position: &R::Position,
    player: Player,
    tag: u32,
    spare: &mut Vec<R::Position>,
    out: &mut Vec<ScoredOption<R::Position>>,
) {
    rules.options(position, player, spare);
    out.extend(spare.drain(..).map(|option| {
        let mine = i64::from(rules.mobility(&option, player));
        let theirs = i64::from(rules.mobility(&option, player.opponent()));
        ScoredOption { score: mine - theirs, tag, option }
    }));
}
