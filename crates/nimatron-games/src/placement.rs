//! Placement games: a move puts a piece on a free square. That square and all squares that the piece attacks
//! are closed from then on. It does not matter whether the piece attacks other pieces.
//!
//! ```text
//! . . . .      - . - .      - N - -
//! . . . .  ─►  . . . -  ─►  - . N -     and so on, until every square is occupied or attacked
//! . . . .      . N . .      - N - .
//! . . . .      . . . -      - . - -
//! ```
//!
//! The players choose among the kinds of pieces of the game, with as many of each as they like. Lines go
//! through older pieces (*x-ray*) or end at them (*blocked*): with one kind of chessman there is no
//! difference.
//!
//! A position is the set of free squares. The pieces on the board are stored separately, for callers that
//! display them, and are not kept in any table (`keys.rs`). The parts are the components of the squares that
//! may close each other. The normal form is found without making all images of a set (`images.rs`). Parts of
//! up to eight squares are tried out on the stack (`small.rs`): for Queens 11×11 this leaves a third of the
//! table, and merging all positions with the same graph, however large, would hardly leave less. Queens 14×14
//! took 10.5 million parts.
//!
//! Noon, *Surreal Numbers and the N-Queens Game*, 2002; Boone, *Abstractions and Analyses of Grid Games*,
//! 2016.

mod images;
mod keys;
mod kinds;
mod notation;
mod pairing;
mod small;
mod standing;

use nimatron_rules::{
    Alias, Attacks, Bits, Entry, Gluing, Hints, Impartial, NotationError, Packed, Parts, Piece, Player,
    Promises, Rules, Short, Stones, Strategy, Surface, Theorem, Turns,
};

use images::Images;
use kinds::Kinds;
use pairing::Pairing;
pub use standing::Standing;

/// A placement game on a board of up to `64 * N` squares.
#[derive(Clone, Debug)]
pub struct Placement<const N: usize> {
    surface: Surface<N>,
    kinds: Kinds,
    /// The squares that each kind attacks.
    attacks: Vec<Attacks<N>>,
    /// For each square and kind, the squares that a piece there closes, including its own: `closed[square *
    /// kinds + kind]`.
    closed: Vec<Bits<N>>,
    /// For each square, the squares that some piece attacks from there, those from which some piece attacks
    /// it, and itself.
    near: Vec<Bits<N>>,
    images: Images<N>,
    pairings: Vec<Pairing<N>>,
    /// Whether there are only rooks, and each attacks one row and one column.
    is_of_rooks: bool,
}

/// If a surface has more symmetries, not all are used.
const MOST_SYMMETRIES: usize = 2048;

/// A piece put on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Put {
    /// The index of the kind.
    kind: u16,
    square: u16,
}

/// The free squares, and the pieces on the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placed<const N: usize> {
    free: Bits<N>,
    /// The pieces, if they may be displayed or lines end at them. Tables of positions don't need them
    /// otherwise, so they are stored separately.
    standing: Option<Box<Standing<N>>>,
}

impl<const N: usize> Placed<N> {
    /// The squares that are free.
    #[must_use]
    pub fn free(&self) -> Bits<N> {
        self.free
    }

    fn bare(free: Bits<N>) -> Self {
        Placed { free, standing: None }
    }

    /// Free squares, and occupied squares whose kind of piece doesn't matter.
    fn screened(squares: Stones<N>) -> Self {
        let standing = (!squares.right.is_empty()).then(|| Box::new(Standing::unnamed(0, squares.right)));
        Placed { free: squares.left, standing }
    }

    /// The squares of the known pieces.
    fn occupied(&self) -> Bits<N> {
        self.standing.as_ref().map_or(Bits::EMPTY, |standing| standing.occupied())
    }
}

/// The free squares, and the occupied squares. The kinds of the pieces no longer matter and are not written.
impl<const N: usize> Packed for Placed<N> {
    const BYTES: usize = 2 * Bits::<N>::BYTES;

    fn pack(&self, out: &mut Vec<u8>) {
        self.free.pack(out);
        self.occupied().pack(out);
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        let (free, occupied) = bytes.split_at_checked(Bits::<N>::BYTES)?;
        let (free, occupied) = (Bits::unpack(free)?, Bits::unpack(occupied)?);
        let standing = (!occupied.is_empty()).then(|| Box::new(Standing::unnamed(0, occupied)));
        (free & occupied).is_empty().then_some(Placed { free, standing })
    }
}

impl<const N: usize> Placement<N> {
    /// The game with these pieces, such as `Q+R` or `Q+R,blocked`, on a surface.
    pub fn new(pieces: &str, surface: Surface<N>) -> Result<Self, NotationError> {
        Ok(Self::with(Kinds::read(pieces)?, surface))
    }

    fn with(kinds: Kinds, surface: Surface<N>) -> Self {
        let attacks: Vec<Attacks<N>> = kinds.pieces().iter().map(|piece| surface.attacks(piece)).collect();
        let mut near = vec![Bits::EMPTY; Bits::<N>::ROOM];
        let mut closed = Vec::with_capacity(Bits::<N>::ROOM * attacks.len());
        for square in 0..Bits::<N>::ROOM {
            let own = Bits::square(square);
            closed.extend(attacks.iter().map(|attacks| attacks.from(square) | own));
            for attacks in &attacks {
                near[square] = near[square] | attacks.from(square) | own;
                for other in attacks.from(square) {
                    near[other].insert(square);
                }
            }
        }
        let mut symmetries = surface.symmetries();
        // Pieces that move in all directions alike are preserved by all symmetries.
        if !kinds.pieces().iter().all(Piece::is_symmetric) {
            symmetries.retain(|image| attacks.iter().all(|attacks| attacks.are_kept_by(image)));
        }
        // Too many to try all each time: those that fix a corner are enough.
        if symmetries.len() > MOST_SYMMETRIES {
            symmetries.retain(|image| image[0] == 0);
        }
        let pairings = Pairing::all(&surface, &symmetries, &near);
        let images = Images::new(&surface, &kinds, symmetries);
        let is_of_rooks = kinds.are_rooks()
            && surface.holes().is_empty()
            && matches!(surface.gluing(), Gluing::Plane | Gluing::Cylinder | Gluing::Torus);
        Placement { surface, kinds, attacks, closed, near, images, pairings, is_of_rooks }
    }

    /// The empty board.
    #[must_use]
    pub fn start(&self) -> Placed<N> {
        Placed { free: self.surface.squares(), standing: Some(Box::new(Standing::none(self.kinds.count()))) }
    }

    /// The Grundy value of free rows and columns, if the free squares are exactly their crossings.
    fn rooks(&self, free: Bits<N>) -> Option<u32> {
        let (mut rows, mut cols) = (Bits::<N>::EMPTY, Bits::<N>::EMPTY);
        for square in free {
            let (row, col) = self.surface.grid().row_col(square);
            rows.insert(row);
            cols.insert(col);
        }
        (rows.count() * cols.count() == free.count()).then(|| rows.count().min(cols.count()) % 2)
    }

    /// The squares that a piece of this kind closes from this square.
    #[inline]
    fn closed_by(&self, kind: usize, square: usize) -> Bits<N> {
        self.closed[square * self.kinds.count() + kind]
    }

    /// The same, where lines end at occupied squares if the rules say so.
    fn closed_beside(&self, kind: usize, square: usize, occupied: Bits<N>) -> Bits<N> {
        if self.kinds.is_blocked() {
            return self.attacks[kind].blocked(square, occupied) | Bits::square(square);
        }
        self.closed_by(kind, square)
    }

    /// The component of free squares of one of them: a piece on one of these squares may close another, now
    /// or later.
    #[inline]
    fn component(&self, from: usize, free: Bits<N>) -> Bits<N> {
        let mut done = Bits::square(from);
        let mut component = self.near[from] & free;
        while component != free {
            let Some(next) = component.without(done).first() else { break };
            done.insert(next);
            component = component | (self.near[next] & free);
        }
        component
    }

    /// The components where lines end at pieces. A line that ends between two squares separates them for
    /// good, because pieces never leave; and a piece that comes between them later is in the component
    /// itself.
    fn blocked_parts(&self, free: Bits<N>, occupied: Bits<N>) -> impl Iterator<Item = Stones<N>> {
        let mut near = vec![Bits::EMPTY; Bits::<N>::ROOM];
        for square in free {
            for attacks in &self.attacks {
                let attacked = attacks.blocked(square, occupied) & free;
                near[square] = near[square] | attacked;
                attacked.iter().for_each(|other| near[other].insert(square));
            }
        }
        let mut rest = free;
        std::iter::from_fn(move || {
            let first = rest.first()?;
            let (mut component, mut todo) = (Bits::square(first), Bits::square(first));
            while let Some(next) = todo.first() {
                let more = near[next].without(component);
                component = component | more;
                todo = todo | more;
                todo.remove(next);
            }
            rest = rest.without(component);
            Some(Stones { left: component, right: self.screens(component, occupied) })
        })
    }

    /// The components of the squares that may close each other, where lines go through pieces.
    #[inline]
    fn free_parts(&self, mut rest: Bits<N>) -> impl Iterator<Item = Bits<N>> {
        std::iter::from_fn(move || {
            let component = self.component(rest.first()?, rest);
            rest = rest.without(component);
            Some(component)
        })
    }

    /// The free squares after each move, where lines go through pieces.
    #[inline]
    fn free_options(&self, free: Bits<N>, out: &mut Vec<Bits<N>>) {
        let kinds = self.kinds.count();
        for square in free {
            let first = out.len();
            for closed in &self.closed[square * kinds..][..kinds] {
                let left = free.without(*closed);
                if !out[first..].contains(&left) {
                    out.push(left);
                }
            }
        }
    }

    /// The occupied squares between two of these on some line: no others matter any more.
    fn screens(&self, free: Bits<N>, occupied: Bits<N>) -> Bits<N> {
        let mut screens = Bits::EMPTY;
        for square in free {
            for attacks in &self.attacks {
                for line in attacks.lines(square) {
                    let mut passed = Bits::EMPTY;
                    for &next in line {
                        if occupied.contains(next.into()) {
                            passed.insert(next.into());
                        } else if free.contains(next.into()) {
                            screens = screens | passed;
                        }
                    }
                }
            }
        }
        screens
    }
}

impl<const N: usize> Rules for Placement<N> {
    type Position = Placed<N>;
    type Move = Put;

    fn moves(&self, placed: &Placed<N>, _: Player, out: &mut Vec<Put>) {
        for square in placed.free {
            out.extend((0..self.kinds.count()).map(|kind| Put { kind: kind as u16, square: square as u16 }));
        }
    }

    fn play(&self, placed: &Placed<N>, _: Player, put: &Put) -> Placed<N> {
        let (kind, square) = (usize::from(put.kind), usize::from(put.square));
        let free = placed.free.without(self.closed_beside(kind, square, placed.occupied()));
        let mut standing =
            placed.standing.as_deref().cloned().unwrap_or_else(|| Standing::none(self.kinds.count()));
        standing.put(kind, square);
        Placed { free, standing: Some(Box::new(standing)) }
    }

    #[inline]
    fn options(&self, placed: &Placed<N>, player: Player, out: &mut Vec<Placed<N>>) {
        if self.kinds.is_blocked() {
            let mut moves = Vec::new();
            self.moves(placed, player, &mut moves);
            out.extend(moves.iter().map(|put| self.play(placed, player, put)));
            return;
        }
        let mut options = Vec::new();
        self.free_options(placed.free, &mut options);
        out.extend(options.into_iter().map(Placed::bare));
    }

    #[inline]
    fn mobility(&self, placed: &Placed<N>, _: Player) -> u32 {
        placed.free.count() * self.kinds.count() as u32
    }

    /// The components of the squares that may close each other.
    #[inline]
    fn parts(&self, placed: &Placed<N>) -> Parts<Placed<N>> {
        if self.kinds.is_blocked() {
            return self.blocked_parts(placed.free, placed.occupied()).map(Placed::screened).collect();
        }
        self.free_parts(placed.free).map(Placed::bare).collect()
    }

    #[inline]
    fn normal(&self, placed: &Placed<N>) -> Placed<N> {
        if !self.kinds.is_blocked() {
            return Placed::bare(self.images.least(placed.free));
        }
        let screens = self.screens(placed.free, placed.occupied());
        let [left, right] = self.images.least_of_two([placed.free, screens]);
        Placed::screened(Stones { left, right })
    }
}

impl<const N: usize> Short for Placement<N> {
    fn moves_left(&self, placed: &Placed<N>) -> u32 {
        placed.free.count()
    }
}

impl<const N: usize> Impartial for Placement<N> {
    /// Small sets are tried out.
    #[inline]
    fn quick_nimber(&self, part: &Placed<N>) -> Option<u32> {
        self.small_nimber(part.free)
    }

    /// *Rooks*: if the free squares are the crossings of some rows and some columns, a rook closes one of
    /// each, so every play has as many moves as there are free rows or columns, whichever are fewer.
    ///
    /// *Pairing*: if a symmetry of the board is an involution, maps the free squares to themselves and fixes
    /// none of them, and no piece attacks its own image, the second player answers every piece by its image
    /// (Boone 2016, Lemma 2.1.2 and Theorem 2.2.2 (a); Noon 2002 for bishops).
    #[inline]
    fn known_nimber(&self, part: &Placed<N>) -> Option<u32> {
        match self.is_of_rooks {
            true => self.rooks(part.free),
            false => self.is_paired(part, |_| true).then_some(0),
        }
    }

    fn by_theorem(&self, placed: &Placed<N>) -> Option<Theorem> {
        if self.is_of_rooks {
            let name =
                "rooks: every piece closes one free row and one free column, so that all plays last as long";
            return self.rooks(placed.free).map(|nimber| Theorem { nimber: nimber.into(), name });
        }
        self.paired_by(placed).map(|name| Theorem { nimber: 0, name })
    }
}

impl<const N: usize> Turns for Placement<N> {}

impl<const N: usize> Hints for Placement<N> {
    fn strategies(&self) -> Vec<Strategy<Self>> {
        pairing::strategies()
    }
}

/// The entry of placement games. Boards of up to 1024 squares need sixteen words for a set of squares.
#[must_use]
pub fn entry() -> Entry {
    fn promises<const N: usize>() -> Promises<Placement<N>> {
        Promises::impartial().solved_by(keys::kernel)
    }
    Entry::of(promises::<1>()).or(promises::<4>()).or(promises::<16>())
}

/// The names of the games with one kind of chessman.
#[must_use]
pub fn aliases() -> Vec<Alias> {
    let names = [("bishops", "B"), ("kings", "K"), ("knights", "N"), ("queens", "Q"), ("rooks", "R")];
    names.iter().map(|(name, piece)| Alias::new(name, "placement", piece)).collect()
}
