//! Ellie: both players cover three free squares with an L-shaped tile, in any orientation.
//!
//! ```text
//! . . . .      # # . .      # # . .
//! . . . .  ─►  # . . .  ─►  # . # .     and so on, until no tile fits
//! . . . .      . . . .      . # # .
//! ```
//!
//! On two rows a tile uses up three squares of a zigzag through both, so Ellie on 2×n is the octal game 0.007
//! on a heap of 2n. Heubach, Chinn, Dufour, Stevens, *Analyzing ELLIE, the story of a combinatorial game*,
//! 2009.

use nimatron_rules::{
    About, Arranged, Bits, Board, Cell, Entry, Grid, GridError, Hints, Impartial, Named, Notation,
    NotationError, Parts, Player, Promises, Rules, Short, Theorem, Turns, View,
};

/// Ellie on a board of up to `64 * N` squares. A position is the set of free squares.
#[derive(Clone, Debug)]
pub struct Ellie<const N: usize> {
    grid: Grid<N>,
}

/// A tile on these squares: the arm above or below the corner, the corner, the arm beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile([u8; 3]);

impl Tile {
    fn squares<const N: usize>(self) -> Bits<N> {
        self.0.into_iter().map(usize::from).collect()
    }
}

impl<const N: usize> Ellie<N> {
    /// The game on a board with this number of rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        Ok(Ellie { grid: Grid::new(rows, cols)? })
    }

    /// The empty board.
    #[must_use]
    pub fn start(&self) -> Bits<N> {
        self.grid.all()
    }

    /// Whether a half turn maps the region, which is in the corner, to itself, and no tile that fits overlaps
    /// its own image.
    ///
    /// A tile and its image overlap if the tile has two squares that the half turn exchanges, or the square
    /// that it fixes. Such squares are near the centre: the square on it, the pair at its sides, or two of
    /// the four around it.
    #[inline]
    fn turns_freely(&self, free: Bits<N>) -> bool {
        if self.grid.half_turn(free) != free {
            return false;
        }
        let (rows, cols) = self.grid.extent(free);
        if rows == 0 {
            return true;
        }
        let centre: Bits<N> = [(rows - 1) / 2, rows / 2]
            .into_iter()
            .flat_map(|row| [(cols - 1) / 2, cols / 2].map(|col| self.grid.square(row, col)))
            .collect();
        self.grid.trominoes(free).into_iter().all(|kind| {
            kind.blocks.iter().all(|block| {
                let tile: Bits<N> = kind.squares.into_iter().map(|square| block + square).collect();
                match centre.count() {
                    1 => (tile & centre).is_empty(),
                    2 => (tile & centre) != centre,
                    _ => (tile & centre).count() < 3,
                }
            })
        })
    }
}

impl<const N: usize> Rules for Ellie<N> {
    type Position = Bits<N>;
    type Move = Tile;

    fn moves(&self, free: &Bits<N>, _: Player, out: &mut Vec<Tile>) {
        for kind in self.grid.trominoes(*free) {
            // Boards have at most 256 squares.
            out.extend(
                kind.blocks.iter().map(|block| Tile(kind.squares.map(|square| (block + square) as u8))),
            );
        }
    }

    fn play(&self, free: &Bits<N>, _: Player, tile: &Tile) -> Bits<N> {
        free.without(tile.squares())
    }

    #[inline]
    fn options(&self, free: &Bits<N>, _: Player, out: &mut Vec<Bits<N>>) {
        for kind in self.grid.trominoes(*free) {
            let mut blocks = kind.blocks;
            while !blocks.is_empty() {
                let block = blocks.lowest();
                blocks = blocks ^ block;
                let [a, b, c] = kind.squares.map(|square| block.up(square));
                out.push(*free ^ (a | b | c));
            }
        }
    }

    #[inline]
    fn mobility(&self, free: &Bits<N>, _: Player) -> u32 {
        self.grid.trominoes(*free).into_iter().map(|kind| kind.blocks.count()).sum()
    }

    /// The sets of squares that are connected by tiles.
    #[inline]
    fn parts(&self, free: &Bits<N>) -> Parts<Bits<N>> {
        self.grid.tromino_parts(*free)
    }

    #[inline]
    fn normal(&self, free: &Bits<N>) -> Bits<N> {
        let ([least], _) = self.grid.least_image([*free]);
        least
    }
}

impl<const N: usize> Short for Ellie<N> {
    fn moves_left(&self, free: &Bits<N>) -> u32 {
        free.count() / 3
    }
}

impl<const N: usize> Impartial for Ellie<N> {
    /// A region that a half turn maps to itself is worth 0, unless a tile fits that overlaps its own image:
    /// the second player answers every tile with its image. On 6×6 a tile on the centre does overlap its
    /// image, and 6×6 is worth 1.
    #[inline]
    fn known_nimber(&self, free: &Bits<N>) -> Option<u32> {
        self.turns_freely(*free).then_some(0)
    }

    fn as_squares(&self, free: &Bits<N>) -> Option<Vec<usize>> {
        Some(free.iter().collect())
    }

    fn by_theorem(&self, free: &Bits<N>) -> Option<Theorem> {
        let [corner] = self.grid.to_corner([*free]);
        let name = "point symmetry: the second player answers every tile with its image by a half turn";
        self.turns_freely(corner).then_some(Theorem { nimber: 0, name })
    }
}

impl<const N: usize> Turns for Ellie<N> {}

impl<const N: usize> Hints for Ellie<N> {}

/// The pieces are the covered squares.
impl<const N: usize> Arranged for Ellie<N> {
    fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = Bits<N>> + '_> {
        let all = self.grid.all();
        Box::new(self.grid.shapes(pieces).map(move |covered| all.without(covered)))
    }

    /// Both players have the same moves.
    fn exchanged(&self, free: &Bits<N>) -> Option<Bits<N>> {
        Some(*free)
    }
}

impl<const N: usize> Named for Ellie<N> {
    const ABOUT: About = About {
        name: "ellie",
        title: "Ellie",
        goal: "Place the last tile.",
        about: "Both players cover three free squares with an L-shaped tile.",
        positions: "5x6 is the empty board of 5 rows and 6 columns. Or a board, rows from the top: \
                    `..#/.##` with `.` free and `#` covered. A move names the three squares, the corner in the \
                    middle: a2-a1-b1.",
        start: "5x5",
        starts: &["3x5", "4x6"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Bits<N>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let board = Board::read(Self::ABOUT.or_start(position), "#")?;
        let grid = board.grid()?;
        Ok((Ellie { grid }, board.squares(&grid, ".")))
    }
}

impl<const N: usize> Notation for Ellie<N> {
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

    fn show_move(&self, free: &Bits<N>, _: Player, tile: &Tile) -> String {
        let grid = self.grid.around(*free);
        tile.0.map(|square| grid.name(square.into())).join("-")
    }
}

/// The entry of Ellie.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<Ellie<1>>::impartial().arranged()).or(Promises::<Ellie<4>>::impartial().arranged())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_tiles_fit_into_every_block() {
        let (game, free) = Ellie::<1>::open("", "3x4").unwrap();
        assert_eq!(game.mobility(&free, Player::Left), 4 * 2 * 3);
        let (game, free) = Ellie::<1>::open("", "../.#").unwrap();
        let mut moves = Vec::new();
        game.moves(&free, Player::Left, &mut moves);
        assert_eq!(moves.len(), 1);
        assert_eq!(game.show_move(&free, Player::Left, &moves[0]), "a1-a2-b2");
        assert_eq!(game.show(&game.play(&free, Player::Left, &moves[0])), "##/##");
    }

    #[test]
    fn pairs_that_no_tile_covers_connect_nothing() {
        //  . . . .
        //  . # # .
        let (game, free) = Ellie::<1>::open("", "..../.##.").unwrap();
        assert_eq!(game.parts(&free).len(), 2);
        let (game, free) = Ellie::<1>::open("", "......").unwrap();
        assert!(game.parts(&free).is_empty());
    }

    /// Whether a tile fits that overlaps its own image, by examining all of them.
    fn meets_its_image(game: &Ellie<1>, free: Bits<1>) -> bool {
        let (rows, cols) = game.grid.extent(free);
        let mut tiles = Vec::new();
        game.moves(&free, Player::Left, &mut tiles);
        tiles.iter().any(|tile| {
            let image = |square: usize| {
                let (row, col) = game.grid.row_col(square);
                game.grid.square(rows - 1 - row, cols - 1 - col)
            };
            let squares: Bits<1> = tile.squares();
            squares.iter().any(|square| squares.contains(image(square)))
        })
    }

    #[test]
    fn the_theorem_of_the_half_turn_looks_at_every_tile() {
        let mut state = 3u64;
        let mut held = 0;
        for (rows, cols) in [(2, 2), (3, 3), (3, 4), (4, 4), (4, 3), (5, 5), (2, 5), (6, 6)] {
            let game = Ellie::<1>::new(rows, cols).unwrap();
            for _ in 0..200 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let some: Bits<1> =
                    game.grid.squares().filter(|square| state >> (square % 59) & 1 == 1).collect();
                let [some] = game.grid.to_corner([some]);
                let symmetric = some | game.grid.half_turn(some);
                assert_eq!(game.known_nimber(&symmetric).is_some(), !meets_its_image(&game, symmetric));
                held += u32::from(game.known_nimber(&symmetric).is_some());
            }
            assert!(game.known_nimber(&game.start()).is_none(), "{rows}x{cols}");
        }
        assert!(held > 50, "{held}");
    }
}
