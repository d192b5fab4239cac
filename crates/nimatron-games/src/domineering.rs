//! Domineering: Left covers two free squares with an upright domino, Right with a lying one.
//!
//! ```text
//! . . .      . # .      . # .
//! . . .  L►  . # .  R►  . # .     each player has one move left
//! . . .      . . .      # # .
//! ```
//!
//! Göran Andersson's game; Gardner, *Mathematical Games*, February 1974 (as Crosscram); Berlekamp,
//! Conway, Guy, *Winning Ways*, chapter 5.

use nimatron_rules::{
    About, Arranged, Bits, Board, Cell, Entry, Grid, GridError, Hints, Named, Notation, NotationError, Parts,
    Player, Promises, Rules, Short, Step, Turns, View,
};

/// Domineering on a board of up to `64 * N` squares. A position is the set of free squares.
#[derive(Clone, Debug)]
pub struct Domineering<const N: usize> {
    grid: Grid<N>,
}

impl<const N: usize> Domineering<N> {
    /// The game on a board with this number of rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        Ok(Domineering { grid: Grid::new(rows, cols)? })
    }

    /// The empty board.
    #[must_use]
    pub fn start(&self) -> Bits<N> {
        self.grid.all()
    }
}

impl<const N: usize> Rules for Domineering<N> {
    type Position = Bits<N>;
    type Move = Step;

    fn moves(&self, free: &Bits<N>, player: Player, out: &mut Vec<Step>) {
        match player {
            Player::Left => self.grid.upright_moves(*free, out),
            Player::Right => self.grid.lying_moves(*free, out),
        }
    }

    fn play(&self, free: &Bits<N>, _: Player, domino: &Step) -> Bits<N> {
        free.without(domino.squares())
    }

    #[inline]
    fn options(&self, free: &Bits<N>, player: Player, out: &mut Vec<Bits<N>>) {
        match player {
            Player::Left => self.grid.upright_options(*free, out),
            Player::Right => self.grid.lying_options(*free, out),
        }
    }

    #[inline]
    fn mobility(&self, free: &Bits<N>, player: Player) -> u32 {
        match player {
            Player::Left => self.grid.upright(*free).count(),
            Player::Right => self.grid.lying(*free).count(),
        }
    }

    /// The connected components of at least two squares.
    #[inline]
    fn parts(&self, free: &Bits<N>) -> Parts<Bits<N>> {
        self.grid.domino_parts(*free)
    }

    #[inline]
    fn normal(&self, free: &Bits<N>) -> Bits<N> {
        let [least] = self.grid.least_flip([*free]);
        least
    }

    /// Exchanging rows and columns exchanges the players.
    #[inline]
    fn normal_up_to_sign(&self, free: &Bits<N>) -> (Bits<N>, bool) {
        let ([least], transposed) = self.grid.least_image([*free]);
        (least, transposed)
    }
}

impl<const N: usize> Short for Domineering<N> {
    fn moves_left(&self, free: &Bits<N>) -> u32 {
        free.count() / 2
    }
}

impl<const N: usize> Turns for Domineering<N> {}

impl<const N: usize> Hints for Domineering<N> {}

/// The pieces are the covered squares.
impl<const N: usize> Arranged for Domineering<N> {
    fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = Bits<N>> + '_> {
        let all = self.grid.all();
        Box::new(self.grid.shapes(pieces).map(move |covered| all.without(covered)))
    }

    /// Exchanging rows and columns exchanges the players, so this holds for square boards only.
    fn exchanged(&self, free: &Bits<N>) -> Option<Bits<N>> {
        self.grid.transposed_board(*free)
    }
}

impl<const N: usize> Named for Domineering<N> {
    const ABOUT: About = About {
        name: "domineering",
        title: "Domineering",
        goal: "Place the last domino.",
        about: "Left covers two free squares, one above the other, with a domino; Right two side by side.",
        positions: "5x6 is the empty board of 5 rows and 6 columns. Or a board, rows from the top: \
                    `..#/.##` with `.` free and `#` covered. A move names both squares: a1-a2.",
        start: "8x8",
        starts: &["4x4", "5x5", "6x6"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Bits<N>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let board = Board::read(Self::ABOUT.or_start(position), "#")?;
        let grid = board.grid()?;
        Ok((Domineering { grid }, board.squares(&grid, ".")))
    }
}

impl<const N: usize> Notation for Domineering<N> {
    fn parse(&self, text: &str) -> Result<Bits<N>, NotationError> {
        let board = Board::read(text, "#")?;
        board.fits(&self.grid)?;
        Ok(board.squares(&self.grid, "."))
    }

    fn view(&self, free: &Bits<N>) -> View {
        View::board(
            &self.grid.around(*free),
            |square| {
                if free.contains(square) { Cell::Empty } else { Cell::Blocked }
            },
        )
    }

    fn show_move(&self, free: &Bits<N>, _: Player, domino: &Step) -> String {
        self.grid.around(*free).step_name(*domino)
    }
}

/// The entry of Domineering.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<Domineering<1>>::partizan().arranged())
        .or(Promises::<Domineering<4>>::partizan().arranged())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(text: &str) -> [usize; 2] {
        let (game, free) = Domineering::<1>::open("", text).unwrap();
        Player::BOTH.map(|player| {
            let mut moves = Vec::new();
            game.moves(&free, player, &mut moves);
            moves.len()
        })
    }

    #[test]
    fn left_moves_upright_and_right_lying() {
        assert_eq!(counts("3x5"), [10, 12]);
        assert_eq!(counts("1x8"), [0, 7]);
        assert_eq!(counts("8x1"), [7, 0]);
        assert_eq!(counts("8x8"), [56, 56]);
        assert_eq!(counts("4x16"), [48, 60]);
    }

    #[test]
    fn no_domino_reaches_round_the_edge() {
        assert_eq!(counts("#######./.#######"), [0, 0]);
        assert_eq!(counts("###############./.###############"), [0, 0]);
    }

    #[test]
    fn single_squares_are_no_parts() {
        let (game, free) = Domineering::<1>::open("", ".#../#..#/.#.#").unwrap();
        let parts = game.parts(&free);
        assert_eq!(parts.len(), 1);
        assert_eq!(game.show(&parts[0]), "#..#/..##/#.##");
    }

    #[test]
    fn a_board_and_its_transposed_differ_in_sign() {
        let (game, wide) = Domineering::<1>::open("", "2x3").unwrap();
        let tall = game.parse("../../..").unwrap();
        let (one, other) = (game.normal_up_to_sign(&wide), game.normal_up_to_sign(&tall));
        assert_eq!(one.0, other.0);
        assert_ne!(one.1, other.1);
        assert_eq!(game.show(&tall), "..#/..#/..#");
    }

    #[test]
    fn moves_are_named_from_the_bottom_left() {
        let (game, free) = Domineering::<1>::open("", "2x2").unwrap();
        let mv = game.parse_move(&free, Player::Left, "B1-B2").unwrap();
        assert_eq!(game.show(&game.play(&free, Player::Left, &mv)), ".#/.#");
        let error = game.parse_move(&free, Player::Left, "a1-b1").unwrap_err();
        assert_eq!(error.to_string(), "Left has no move `a1-b1`; expected one of a1-a2, b1-b2");
    }
}
