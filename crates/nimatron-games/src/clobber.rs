//! Clobber: a stone takes an enemy stone that it shares a side with, and moves to its square.
//!
//! ```text
//! x o x      . x x
//! o x o  L►  o x o     the x in the corner took the o to its right
//! ```
//!
//! Albert, Grossman, Nowakowski, Wolfe, *An Introduction to Clobber*, Integers 5 (2005).

use nimatron_rules::{
    About, Arranged, Bits, Board, Cell, Entry, Grid, GridError, Hints, Named, Notation, NotationError, Parts,
    Player, Promises, Rules, Short, Step, Stones, Takeover, Turns, View,
};

/// Clobber on a board of up to `64 * N` squares.
#[derive(Clone, Debug)]
pub struct Clobber<const N: usize> {
    grid: Grid<N>,
}

/// The position after the player's stone on `from` has taken the one on `to`; both are sets of one square.
#[inline]
fn clobbered<const N: usize>(stones: Stones<N>, player: Player, from: Bits<N>, to: Bits<N>) -> Stones<N> {
    let (own, enemy) = stones.own_and_enemy(player);
    Stones::from_own_and_enemy(player, own ^ from ^ to, enemy ^ to)
}

impl<const N: usize> Clobber<N> {
    /// The game on a board with this number of rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        Ok(Clobber { grid: Grid::new(rows, cols)? })
    }

    /// The checkerboard, with a stone of Left in the top left corner.
    #[must_use]
    pub fn start(&self) -> Stones<N> {
        let (left, right): (Vec<_>, Vec<_>) = self.grid.squares().partition(|&square| {
            let (row, col) = self.grid.row_col(square);
            (row + col) % 2 == 0
        });
        Stones { left: left.into_iter().collect(), right: right.into_iter().collect() }
    }

    fn stones(&self, board: &Board) -> Stones<N> {
        Stones { left: board.squares(&self.grid, "x"), right: board.squares(&self.grid, "o") }
    }

    /// The player's stones that can take the stone to the north, south, east and west of them.
    #[inline]
    fn takes(&self, stones: &Stones<N>, player: Player) -> [Bits<N>; 4] {
        let (own, enemy) = stones.own_and_enemy(player);
        let grid = &self.grid;
        // An enemy to the north of a stone is one that, moved south, lands on it.
        [grid.south(enemy), grid.north(enemy), grid.west(enemy), grid.east(enemy)].map(|near| own & near)
    }

    /// The square next to another, in the order of [`Clobber::takes`].
    #[inline]
    fn next(&self, from: Bits<N>, direction: usize) -> Bits<N> {
        let stride = self.grid.stride();
        match direction {
            0 => from.down(stride),
            1 => from.up(stride),
            2 => from.up(1),
            _ => from.down(1),
        }
    }
}

impl<const N: usize> Rules for Clobber<N> {
    type Position = Stones<N>;
    type Move = Step;

    fn moves(&self, stones: &Stones<N>, player: Player, out: &mut Vec<Step>) {
        for (direction, takers) in self.takes(stones, player).into_iter().enumerate() {
            for from in takers {
                let to = self.next(Bits::square(from), direction).first();
                out.push(Step::new(from, to.expect("the stone that is taken is on the board")));
            }
        }
    }

    fn play(&self, stones: &Stones<N>, player: Player, step: &Step) -> Stones<N> {
        clobbered(*stones, player, Bits::square(step.from.into()), Bits::square(step.to.into()))
    }

    #[inline]
    fn options(&self, stones: &Stones<N>, player: Player, out: &mut Vec<Stones<N>>) {
        for (direction, mut takers) in self.takes(stones, player).into_iter().enumerate() {
            while !takers.is_empty() {
                let from = takers.lowest();
                takers = takers ^ from;
                out.push(clobbered(*stones, player, from, self.next(from, direction)));
            }
        }
    }

    #[inline]
    fn mobility(&self, stones: &Stones<N>, player: Player) -> u32 {
        self.takes(stones, player).map(Bits::count).iter().sum()
    }

    /// The connected components that have stones of both players, each moved to the corner. In other
    /// components nobody can ever move.
    #[inline]
    fn parts(&self, stones: &Stones<N>) -> Parts<Stones<N>> {
        let mut parts = Parts::new();
        let mut rest = stones.left | stones.right;
        // Every component of both colours has a stone of Left next to one of Right.
        let mut seeds = stones.left & self.grid.neighbours4(stones.right);
        while !seeds.is_empty() {
            let part = self.grid.fill(seeds.lowest(), rest);
            rest = rest ^ part;
            seeds = seeds & rest;
            let [left, right] = self.grid.to_corner([stones.left & part, stones.right & part]);
            parts.push(Stones { left, right });
        }
        parts
    }

    #[inline]
    fn normal(&self, stones: &Stones<N>) -> Stones<N> {
        let ([left, right], _) = self.grid.least_image([stones.left, stones.right]);
        Stones { left, right }
    }

    #[inline]
    fn normal_up_to_sign(&self, stones: &Stones<N>) -> (Stones<N>, bool) {
        let ([left, right], exchanged) = self.grid.least_image_of_pair([stones.left, stones.right]);
        (Stones { left, right }, exchanged)
    }
}

impl<const N: usize> Short for Clobber<N> {
    fn moves_left(&self, stones: &Stones<N>) -> u32 {
        (stones.left | stones.right).count().saturating_sub(1)
    }
}

impl Takeover for Clobber<1> {
    fn size(&self) -> (usize, usize) {
        (self.grid.rows(), self.grid.cols())
    }

    fn targets(&self, occupied: Bits<1>, from: usize) -> Bits<1> {
        self.grid.neighbours4(Bits::square(from)) & occupied
    }

    /// A region has the same value everywhere on the board.
    fn symmetries(&self) -> Option<Vec<Vec<usize>>> {
        None
    }
}

impl<const N: usize> Turns for Clobber<N> {}

impl<const N: usize> Hints for Clobber<N> {}

impl<const N: usize> Arranged for Clobber<N> {
    fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = Stones<N>> + '_> {
        Box::new(self.grid.two_coloured(pieces).map(|[left, right]| Stones { left, right }))
    }

    fn exchanged(&self, stones: &Stones<N>) -> Option<Stones<N>> {
        Some(stones.exchanged())
    }
}

impl<const N: usize> Named for Clobber<N> {
    const ABOUT: About = About {
        name: "clobber",
        title: "Clobber",
        goal: "Make the last capture.",
        about: "A stone takes an enemy stone that it shares a side with, and stands in its place. Left has \
                the stones x (Black), Right o (White).",
        positions: "3x4 is the checkerboard of 3 rows and 4 columns, with x in the top left corner. Or a \
                    board, rows from the top: `xo./.xo` with `.` for no stone. A move says from where to \
                    where: a1-b1.",
        start: "5x6",
        starts: &["2x4", "3x4", "4x4"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Stones<N>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let board = Board::read(Self::ABOUT.or_start(position), "xo")?;
        let game = Clobber { grid: board.grid()? };
        let stones = if board.is_size() { game.start() } else { game.stones(&board) };
        Ok((game, stones))
    }
}

impl<const N: usize> Notation for Clobber<N> {
    fn parse(&self, text: &str) -> Result<Stones<N>, NotationError> {
        let board = Board::read(text, "xo")?;
        if board.is_size() {
            let (game, start) = Self::open("", text)?;
            return self.parse(&game.show(&start));
        }
        board.fits(&self.grid)?;
        Ok(self.stones(&board))
    }

    fn view(&self, stones: &Stones<N>) -> View {
        View::board(&self.grid.around(stones.left | stones.right), |square| {
            if stones.left.contains(square) {
                Cell::piece(Player::Left, 'x')
            } else if stones.right.contains(square) {
                Cell::piece(Player::Right, 'o')
            } else {
                Cell::Empty
            }
        })
    }

    fn show_move(&self, stones: &Stones<N>, _: Player, step: &Step) -> String {
        self.grid.around(stones.left | stones.right).step_name(*step)
    }
}

/// The entry of Clobber.
#[must_use]
pub fn entry() -> Entry {
    let small = Promises::<Clobber<1>>::partizan().arranged().takeover();
    Entry::of(small).or(Promises::<Clobber<4>>::partizan().arranged())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, player: Player) -> Vec<String> {
        let (game, stones) = Clobber::<1>::open("", text).unwrap();
        let mut moves = Vec::new();
        game.moves(&stones, player, &mut moves);
        moves.iter().map(|mv| game.show_move(&stones, player, mv)).collect()
    }

    #[test]
    fn the_start_is_a_checkerboard() {
        let (game, stones) = Clobber::<1>::open("", "2x3").unwrap();
        assert_eq!(game.show(&stones), "xox/oxo");
        assert_eq!(game.parse("2x3"), Ok(stones));
    }

    #[test]
    fn a_stone_takes_over_sides_only() {
        assert_eq!(names("x./.o", Player::Left), [""; 0]);
        assert_eq!(names("ox/..", Player::Left), ["b2-a2"]);
        assert_eq!(names(".o./oxo/.o.", Player::Left), ["b2-b3", "b2-b1", "b2-c2", "b2-a2"]);
        assert_eq!(names("xo", Player::Right), ["b1-a1"]);
    }

    #[test]
    fn no_stone_takes_round_the_edge() {
        assert_eq!(names(".......x/o.......", Player::Left), [""; 0]);
        assert_eq!(names("x......./.......o", Player::Right), [""; 0]);
    }

    #[test]
    fn a_component_of_one_colour_is_no_part() {
        let (game, stones) = Clobber::<1>::open("", "xx.xo/..o../oo.oo").unwrap();
        let parts: Vec<_> = game.parts(&stones).iter().map(|part| game.show(part)).collect();
        assert_eq!(parts, ["xo.../...../....."]);
    }

    #[test]
    fn exchanging_colours_exchanges_the_sign() {
        let (game, stones) = Clobber::<1>::open("", "xxo").unwrap();
        let other = game.parse("xoo").unwrap();
        let ((one, sign), (two, other_sign)) =
            (game.normal_up_to_sign(&stones), game.normal_up_to_sign(&other));
        assert_eq!(one, two);
        assert_ne!(sign, other_sign);
    }
}
