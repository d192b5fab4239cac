//! Code shared by Col and Snort: players colour empty squares, and a stone closes the squares next to it, in
//! Col to its owner, in Snort to the opponent.

use std::any::Any;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use nimatron_rules::{
    About, AnyPosition, Bits, Board, Cell, Grid, GridError, Hints, Kernel, Named, Notation, NotationError,
    Partizan, Parts, Player, Promises, Rules, Short, Stones, Turns, View,
};

/// One of the two games.
pub trait Kind: Copy + Default + Debug + Send + Sync + 'static {
    /// What the game says about itself.
    const ABOUT: About;

    /// The player to whom a stone of `owner` closes the squares next to it.
    fn closed_to(owner: Player) -> Player;
}

/// A colouring game on a board of up to `64 * N` squares.
#[derive(Clone, Debug)]
pub struct Colouring<K, const N: usize> {
    grid: Grid<N>,
    kind: PhantomData<K>,
}

/// The stones of both players, and the squares where each may still play. Only the latter matter for what is
/// to come, so normal forms and parts have no stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Coloured<const N: usize> {
    /// The squares that each player may still colour, Left first.
    free: [Bits<N>; 2],
    /// The squares that each player has coloured, Left first.
    stones: [Bits<N>; 2],
}

impl<const N: usize> Coloured<N> {
    /// The squares that a player may still colour.
    #[must_use]
    pub fn free(&self, player: Player) -> Bits<N> {
        self.free[player.index()]
    }

    /// The squares that a player has coloured.
    #[must_use]
    pub fn stones(&self, player: Player) -> Bits<N> {
        self.stones[player.index()]
    }

    #[inline]
    fn without_stones(free: [Bits<N>; 2]) -> Self {
        Coloured { free, stones: [Bits::EMPTY; 2] }
    }

    fn all(&self) -> Bits<N> {
        self.free[0] | self.free[1] | self.stones[0] | self.stones[1]
    }
}

impl<K: Kind, const N: usize> Colouring<K, N> {
    /// The game on a board with this number of rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        Ok(Colouring { grid: Grid::new(rows, cols)?, kind: PhantomData })
    }

    /// The empty board.
    #[must_use]
    pub fn start(&self) -> Coloured<N> {
        Coloured::without_stones([self.grid.all(); 2])
    }

    /// The position after `player` has coloured a square, given as a set.
    #[inline]
    fn coloured(&self, position: &Coloured<N>, player: Player, square: Bits<N>) -> Coloured<N> {
        let mut after = *position;
        after.stones[player.index()] = after.stones[player.index()] | square;
        after.free = after.free.map(|free| free.without(square));
        let closed = &mut after.free[K::closed_to(player).index()];
        *closed = closed.without(self.grid.neighbours4(square));
        after
    }

    /// The squares that a move on one of `squares` can close to a player. A square that only Left may colour
    /// can't be closed to Right, so sides between such squares don't matter.
    #[inline]
    fn touched(&self, squares: Bits<N>, free: &[Bits<N>; 2]) -> Bits<N> {
        let [left, right] = Player::BOTH.map(|player| {
            let closed = self.grid.neighbours4(squares & free[player.index()]);
            closed & free[K::closed_to(player).index()]
        });
        left | right
    }

    fn read(&self, board: &Board, text: &str) -> Result<Coloured<N>, NotationError> {
        let stones = ["L", "R"].map(|letter| board.squares(&self.grid, letter));
        let mut free = [".l", ".r"].map(|letters| board.squares(&self.grid, letters));
        for player in Player::BOTH {
            let closed = self.grid.neighbours4(stones[player.index()]);
            let closed_to = K::closed_to(player).index();
            if !(closed & stones[closed_to]).is_empty() {
                let message = format!("two stones stand side by side that {} forbids", K::ABOUT.title);
                return Err(NotationError::new(0..text.len(), message));
            }
            free[closed_to] = free[closed_to].without(closed);
        }
        Ok(Coloured { free, stones })
    }
}

impl<K: Kind, const N: usize> Rules for Colouring<K, N> {
    type Position = Coloured<N>;
    type Move = usize;

    fn moves(&self, position: &Coloured<N>, player: Player, out: &mut Vec<usize>) {
        out.extend(position.free(player));
    }

    fn play(&self, position: &Coloured<N>, player: Player, square: &usize) -> Coloured<N> {
        self.coloured(position, player, Bits::square(*square))
    }

    #[inline]
    fn options(&self, position: &Coloured<N>, player: Player, out: &mut Vec<Coloured<N>>) {
        let mut free = position.free(player);
        out.reserve(free.count() as usize);
        while !free.is_empty() {
            let square = free.lowest();
            free = free ^ square;
            out.push(self.coloured(position, player, square));
        }
    }

    #[inline]
    fn mobility(&self, position: &Coloured<N>, player: Player) -> u32 {
        position.free(player).count()
    }

    /// Squares are connected if a move on one can close the other to a player.
    #[inline]
    fn parts(&self, position: &Coloured<N>) -> Parts<Coloured<N>> {
        let mut parts = Parts::new();
        let mut rest = position.free[0] | position.free[1];
        while !rest.is_empty() {
            let mut part = rest.lowest();
            loop {
                let more = part | self.touched(part, &position.free);
                if more == part {
                    break;
                }
                part = more;
            }
            rest = rest ^ part;
            let free = self.grid.to_corner(position.free.map(|free| free & part));
            parts.push(Coloured::without_stones(free));
        }
        parts
    }

    #[inline]
    fn normal(&self, position: &Coloured<N>) -> Coloured<N> {
        Coloured::without_stones(self.grid.least_image(position.free).0)
    }

    #[inline]
    fn normal_up_to_sign(&self, position: &Coloured<N>) -> (Coloured<N>, bool) {
        let (free, exchanged) = self.grid.least_image_of_pair(position.free);
        (Coloured::without_stones(free), exchanged)
    }
}

impl<K: Kind, const N: usize> Short for Colouring<K, N> {
    fn moves_left(&self, position: &Coloured<N>) -> u32 {
        (position.free[0] | position.free[1]).count()
    }
}

impl<K: Kind, const N: usize> Turns for Colouring<K, N> {}

impl<K: Kind, const N: usize> Hints for Colouring<K, N> {}

impl<K: Kind, const N: usize> Named for Colouring<K, N> {
    const ABOUT: About = K::ABOUT;

    fn open(parameters: &str, position: &str) -> Result<(Self, Coloured<N>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let text = Self::ABOUT.or_start(position);
        let board = Board::read(text, "LRlr#")?;
        let game = Colouring { grid: board.grid()?, kind: PhantomData };
        let position = game.read(&board, text)?;
        Ok((game, position))
    }
}

impl<K: Kind, const N: usize> Notation for Colouring<K, N> {
    fn parse(&self, text: &str) -> Result<Coloured<N>, NotationError> {
        let board = Board::read(text, "LRlr#")?;
        board.fits(&self.grid)?;
        self.read(&board, text)
    }

    fn view(&self, position: &Coloured<N>) -> View {
        View::board(&self.grid.around(position.all()), |square| {
            match (position.stones.map(|s| s.contains(square)), position.free.map(|f| f.contains(square))) {
                ([true, _], _) => Cell::piece(Player::Left, 'L'),
                ([_, true], _) => Cell::piece(Player::Right, 'R'),
                (_, [true, true]) => Cell::Empty,
                (_, [true, false]) => Cell::Only(Player::Left),
                (_, [false, true]) => Cell::Only(Player::Right),
                (_, [false, false]) => Cell::Blocked,
            }
        })
    }

    fn show_move(&self, position: &Coloured<N>, _: Player, square: &usize) -> String {
        self.grid.around(position.all()).name(*square)
    }
}

/// The promises of Col and Snort.
pub(crate) fn promises<K: Kind, const N: usize>() -> Promises<Colouring<K, N>> {
    Promises::partizan().solved_by(kernel)
}

/// Solvers store only the free squares of a position, Left's and Right's.
fn kernel<K: Kind, const N: usize>(rules: &Arc<Colouring<K, N>>) -> Box<dyn Any> {
    let key = |position: &AnyPosition| {
        free(*position.downcast_ref::<Coloured<N>>().expect("a position of this game"))
    };
    let game = Arc::new(Partizan(Arc::new(Free(Arc::clone(rules)))));
    Box::new(Kernel::<Stones<N>> { game, key })
}

/// The game on free squares alone.
#[derive(Clone, Debug)]
struct Free<K, const N: usize>(Arc<Colouring<K, N>>);

fn coloured<const N: usize>(free: &Stones<N>) -> Coloured<N> {
    Coloured::without_stones([free.left, free.right])
}

fn free<const N: usize>(coloured: Coloured<N>) -> Stones<N> {
    let [left, right] = coloured.free;
    Stones { left, right }
}

impl<K: Kind, const N: usize> Rules for Free<K, N> {
    type Position = Stones<N>;
    type Move = usize;

    fn moves(&self, position: &Stones<N>, player: Player, out: &mut Vec<usize>) {
        self.0.moves(&coloured(position), player, out);
    }

    fn play(&self, position: &Stones<N>, player: Player, square: &usize) -> Stones<N> {
        free(self.0.play(&coloured(position), player, square))
    }

    #[inline]
    fn options(&self, position: &Stones<N>, player: Player, out: &mut Vec<Stones<N>>) {
        let coloured = coloured(position);
        let mut squares = coloured.free(player);
        while !squares.is_empty() {
            let square = squares.lowest();
            squares = squares ^ square;
            out.push(free(self.0.coloured(&coloured, player, square)));
        }
    }

    #[inline]
    fn mobility(&self, position: &Stones<N>, player: Player) -> u32 {
        position.own_and_enemy(player).0.count()
    }

    #[inline]
    fn parts(&self, position: &Stones<N>) -> Parts<Stones<N>> {
        self.0.parts(&coloured(position)).into_iter().map(free).collect()
    }

    #[inline]
    fn normal(&self, position: &Stones<N>) -> Stones<N> {
        free(self.0.normal(&coloured(position)))
    }

    #[inline]
    fn normal_up_to_sign(&self, position: &Stones<N>) -> (Stones<N>, bool) {
        let (normal, exchanged) = self.0.normal_up_to_sign(&coloured(position));
        (free(normal), exchanged)
    }
}

impl<K: Kind, const N: usize> Short for Free<K, N> {
    fn moves_left(&self, position: &Stones<N>) -> u32 {
        (position.left | position.right).count()
    }
}
