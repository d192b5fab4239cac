//! Placement games: a move puts a piece on a free square. That square and all that the piece attacks are closed from
//! then on. What a piece attacks that stands there already doesn't matter.
//!
//! ```text
//! . . . .      - . - .      - N - -
//! . . . .  ─►  . . . -  ─►  - . N -     and so on, until every square is occupied or attacked
//! . . . .      . N . .      - N - .
//! . . . .      . . . -      - . - -
//! ```
//!
//! The players choose among the kinds of pieces of the game, with as many of each as they like. Lines go through older
//! pieces (*x-ray*) or end at them (*blocked*): with one kind of chessman that is the same.
//!
//! Noon, *Surreal Numbers and the N-Queens Game*, 2002; Boone, *Abstractions and Analyses of Grid Games*, 2016.

mod images;
mod kinds;
mod notation;
mod pairing;
mod small;
mod standing;

use nimatron_rules::{
    Attacks, Bits, Gluing, Impartial, NotationError, Packed, Parts, Piece, Player, Rules, Short, Strategy,
    Surface, Theorem, Turns,
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
    /// What each kind attacks.
    attacks: Vec<Attacks<N>>,
    /// For each square and kind, what a piece there closes, its own square included: `closed[square * kinds + kind]`.
    closed: Vec<Bits<N>>,
    /// For each square, those that some piece attacks from there and those from which some piece attacks it, and itself.
    near: Vec<Bits<N>>,
    images: Images<N>,
    pairings: Vec<Pairing<N>>,
    /// Whether there are only rooks, and each attacks one row and one column.
    is_of_rooks: bool,
}

/// Of more symmetries of a surface, not all are used.
const MOST_SYMMETRIES: usize = 2048;

/// A piece put on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Put {
    /// Which of the kinds.
    kind: u16,
    square: u16,
}

/// The squares that are free, and what stands on the others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Placed<const N: usize> {
    free: Bits<N>,
    /// The pieces, if somebody may want to see them or lines end at them. A table of positions has no use for them else,
    /// so they are kept apart.
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

    /// The squares where pieces stand, as far as they are known.
    fn occupied(&self) -> Bits<N> {
        self.standing.as_ref().map_or(Bits::EMPTY, |standing| standing.occupied())
    }
}

/// The free squares, and those where pieces stand: which pieces they are matters no more, so that is not written.
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
    /// The game with these pieces, as in `Q+R` or `Q+R,blocked`, on a surface.
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
        // Pieces that go all ways alike are kept by all symmetries.
        if !kinds.pieces().iter().all(Piece::is_symmetric) {
            symmetries.retain(|image| attacks.iter().all(|attacks| attacks.are_kept_by(image)));
        }
        // Too many to try them all each time: those that leave a corner in its place will do.
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

    /// The Grundy value of free rows and columns, if the free squares are those where one crosses the other.
    fn rooks(&self, free: Bits<N>) -> Option<u32> {
        let (mut rows, mut cols) = (Bits::<N>::EMPTY, Bits::<N>::EMPTY);
        for square in free {
            let (row, col) = self.surface.grid().row_col(square);
            rows.insert(row);
            cols.insert(col);
        }
        (rows.count() * cols.count() == free.count()).then(|| rows.count().min(cols.count()) % 2)
    }

    /// What a piece of that kind on that square closes.
    #[inline]
    fn closed_by(&self, kind: usize, square: usize) -> Bits<N> {
        self.closed[square * self.kinds.count() + kind]
    }

    /// The same, where lines end at occupied squares if the game says so.
    fn closed_beside(&self, kind: usize, square: usize, occupied: Bits<N>) -> Bits<N> {
        if self.kinds.is_blocked() {
            return self.attacks[kind].blocked(square, occupied) | Bits::square(square);
        }
        self.closed_by(kind, square)
    }

    /// The free squares that hang together with one of them: a piece on one of them may close another, now or later.
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

    /// The components where lines end at pieces. A line that ends between two squares keeps them apart for good, as pieces
    /// never leave; and a piece that comes between them later is in the component itself.
    fn blocked_parts(&self, placed: &Placed<N>) -> Parts<Placed<N>> {
        let occupied = placed.occupied();
        let mut near = vec![Bits::EMPTY; Bits::<N>::ROOM];
        for square in placed.free {
            for attacks in &self.attacks {
                let attacked = attacks.blocked(square, occupied) & placed.free;
                near[square] = near[square] | attacked;
                attacked.iter().for_each(|other| near[other].insert(square));
            }
        }
        let mut parts = Parts::new();
        let mut rest = placed.free;
        while let Some(first) = rest.first() {
            let (mut component, mut todo) = (Bits::square(first), Bits::square(first));
            while let Some(next) = todo.first() {
                let more = near[next].without(component);
                component = component | more;
                todo = todo | more;
                todo.remove(next);
            }
            rest = rest.without(component);
            let screens = self.screens(component, occupied);
            let standing = (!screens.is_empty()).then(|| Box::new(Standing::unnamed(0, screens)));
            parts.push(Placed { free: component, standing });
        }
        parts
    }

    /// The occupied squares that stand between two of these on some line: no other matters any more.
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
        let kinds = self.kinds.count();
        if self.kinds.is_blocked() {
            let mut moves = Vec::new();
            self.moves(placed, player, &mut moves);
            out.extend(moves.iter().map(|put| self.play(placed, player, put)));
            return;
        }
        for square in placed.free {
            let closed = &self.closed[square * kinds..][..kinds];
            let first = out.len();
            for closed in closed {
                let free = placed.free.without(*closed);
                if out[first..].iter().all(|other| other.free != free) {
                    out.push(Placed::bare(free));
                }
            }
        }
    }

    #[inline]
    fn mobility(&self, placed: &Placed<N>, _: Player) -> u32 {
        placed.free.count() * self.kinds.count() as u32
    }

    /// The components of the squares that may close each other.
    #[inline]
    fn parts(&self, placed: &Placed<N>) -> Parts<Placed<N>> {
        if self.kinds.is_blocked() {
            return self.blocked_parts(placed);
        }
        let mut parts = Parts::new();
        let mut rest = placed.free;
        while let Some(first) = rest.first() {
            let component = self.component(first, rest);
            rest = rest.without(component);
            parts.push(Placed::bare(component));
        }
        parts
    }

    #[inline]
    fn normal(&self, placed: &Placed<N>) -> Placed<N> {
        if !self.kinds.is_blocked() {
            return Placed::bare(self.images.least(placed.free));
        }
        let screens = self.screens(placed.free, placed.occupied());
        let [free, screens] = self.images.least_of_two([placed.free, screens]);
        let standing = (!screens.is_empty()).then(|| Box::new(Standing::unnamed(0, screens)));
        Placed { free, standing }
    }
}

impl<const N: usize> Short for Placement<N> {
    fn moves_left(&self, placed: &Placed<N>) -> u32 {
        placed.free.count()
    }
}

impl<const N: usize> Impartial for Placement<N> {
    /// A few squares are tried out.
    #[inline]
    fn quick_nimber(&self, part: &Placed<N>) -> Option<u32> {
        self.small_nimber(part.free)
    }

    /// *Rooks*: where some rows and some columns are free and nothing else, a rook closes one of each, so that every play has
    /// as many moves as there are free rows or columns, whichever are fewer.
    ///
    /// *Pairing*: if a symmetry of the board, made twice, brings every square back, and
    /// keeps the free squares, but none of them in its place, and no piece attacks its own image, the second player answers
    /// every piece by its image (Boone 2016, Lemma 2.1.2 and Theorem 2.2.2 (a); Noon 2002 for bishops).
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

impl<const N: usize> Turns for Placement<N> {
    fn strategies(&self) -> Vec<Strategy<Self>> {
        pairing::strategies()
    }
}
