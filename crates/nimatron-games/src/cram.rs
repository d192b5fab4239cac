//! Cram: both players cover two free squares that share a side with a domino, in either orientation.
//!
//! ```text
//! . . .      # # .      # # .
//! . . .  ─►  . . .  ─►  # # .     and so on, until no domino fits
//! . . .      . . .      . . .
//! ```
//!
//! Gardner, *Mathematical Games*, February 1974; Berlekamp, Conway, Guy, *Winning Ways*, chapter 15.

mod small;

use nimatron_rules::{
    About, Arranged, Bits, Board, Cell, Entry, Grid, GridError, Hints, Impartial, Named, Notation,
    NotationError, Parts, Player, Promises, Rules, Short, Step, Theorem, Turns, View,
};

/// Cram on a board of up to `64 * N` squares. A position is the set of free squares.
#[derive(Clone, Debug)]
pub struct Cram<const N: usize> {
    grid: Grid<N>,
    corner: small::Corner,
}

impl<const N: usize> Cram<N> {
    fn on(grid: Grid<N>) -> Self {
        Cram { grid, corner: small::Corner::of(&grid) }
    }

    /// The game on a board with this number of rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        Ok(Self::on(Grid::new(rows, cols)?))
    }

    /// The empty board.
    #[must_use]
    pub fn start(&self) -> Bits<N> {
        self.grid.all()
    }

    /// Whether a half turn maps the region, which is in the corner, to itself and no domino fits on its exact
    /// centre.
    #[inline]
    fn turns_freely(&self, free: Bits<N>) -> bool {
        if self.grid.half_turn(free) != free {
            return false;
        }
        let (rows, cols) = self.grid.extent(free);
        let centre_is_a_corner = rows % 2 == 0 && cols % 2 == 0;
        centre_is_a_corner || !free.contains(self.grid.square(rows / 2, cols / 2))
    }
}

impl<const N: usize> Rules for Cram<N> {
    type Position = Bits<N>;
    type Move = Step;

    fn moves(&self, free: &Bits<N>, _: Player, out: &mut Vec<Step>) {
        self.grid.upright_moves(*free, out);
        self.grid.lying_moves(*free, out);
    }

    fn play(&self, free: &Bits<N>, _: Player, domino: &Step) -> Bits<N> {
        free.without(domino.squares())
    }

    #[inline]
    fn options(&self, free: &Bits<N>, _: Player, out: &mut Vec<Bits<N>>) {
        self.grid.upright_options(*free, out);
        self.grid.lying_options(*free, out);
    }

    #[inline]
    fn mobility(&self, free: &Bits<N>, _: Player) -> u32 {
        self.grid.upright(*free).count() + self.grid.lying(*free).count()
    }

    /// The connected components of at least two squares.
    #[inline]
    fn parts(&self, free: &Bits<N>) -> Parts<Bits<N>> {
        self.grid.domino_parts(*free)
    }

    #[inline]
    fn normal(&self, free: &Bits<N>) -> Bits<N> {
        let ([least], _) = self.grid.least_image([*free]);
        least
    }
}

impl<const N: usize> Short for Cram<N> {
    fn moves_left(&self, free: &Bits<N>) -> u32 {
        free.count() / 2
    }
}

impl<const N: usize> Impartial for Cram<N> {
    /// A region that a half turn maps to itself is worth 0, unless a domino fits on its exact centre: the
    /// second player answers every domino with its image, which never touches it.
    #[inline]
    fn known_nimber(&self, free: &Bits<N>) -> Option<u32> {
        self.turns_freely(*free).then_some(0)
    }

    #[inline]
    fn quick_nimber(&self, free: &Bits<N>) -> Option<u32> {
        self.corner.nimber(*free)
    }

    fn as_squares(&self, free: &Bits<N>) -> Option<Vec<usize>> {
        Some(free.iter().collect())
    }

    fn by_theorem(&self, free: &Bits<N>) -> Option<Theorem> {
        let [corner] = self.grid.to_corner([*free]);
        let name = "point symmetry: the second player answers every domino with its image by a half turn";
        self.turns_freely(corner).then_some(Theorem { nimber: 0, name })
    }
}

impl<const N: usize> Turns for Cram<N> {}

impl<const N: usize> Hints for Cram<N> {}

/// The pieces are the covered squares.
impl<const N: usize> Arranged for Cram<N> {
    fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = Bits<N>> + '_> {
        let all = self.grid.all();
        Box::new(self.grid.shapes(pieces).map(move |covered| all.without(covered)))
    }

    /// Both players have the same moves.
    fn exchanged(&self, free: &Bits<N>) -> Option<Bits<N>> {
        Some(*free)
    }
}

impl<const N: usize> Named for Cram<N> {
    const ABOUT: About = About {
        name: "cram",
        title: "Cram",
        goal: "Place the last domino.",
        about: "Both players cover two free squares that share a side with a domino.",
        positions: "5x6 is the empty board of 5 rows and 6 columns. Or a board, rows from the top: \
                    `..#/.##` with `.` free and `#` covered. A move names both squares: a1-a2 or a1-b1.",
        start: "5x5",
        starts: &["4x4", "5x6"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Bits<N>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let board = Board::read(Self::ABOUT.or_start(position), "#")?;
        let grid = board.grid()?;
        Ok((Self::on(grid), board.squares(&grid, ".")))
    }
}

impl<const N: usize> Notation for Cram<N> {
    fn can_be_turned(&self) -> bool {
        true
    }

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

/// The entry of Cram.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<Cram<1>>::impartial().arranged()).or(Promises::<Cram<4>>::impartial().arranged())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dominoes_go_either_way() {
        let (game, free) = Cram::<1>::open("", "3x3").unwrap();
        let mut moves = Vec::new();
        game.moves(&free, Player::Left, &mut moves);
        assert_eq!(moves.len(), 12);
    }

    #[test]
    fn all_eight_images_are_one() {
        let (game, free) = Cram::<1>::open("", "2x4").unwrap();
        let images = ["...#/.###", "#.../###.", ".###/...#", "###./#...", "../.#/.#", "#./#./..", "../#./#."];
        let normal = images.map(|text| game.normal(&game.parse(text).unwrap()));
        assert!(normal.iter().all(|image| *image == normal[0]), "{normal:?}");
        assert_ne!(game.normal(&free), normal[0]);
    }
}
