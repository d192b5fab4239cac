//! Tactix: a move takes any number of adjacent counters in one row or one column.
//!
//! ```text
//! o o o o      o o o o
//! o o o o  ─►  . . . o      a3-c3
//! o o o o      o o o o
//! o o o o      o o o o
//! ```
//!
//! Any set of counters on a grid is a position. In misère play on 4×4 or 6×6 it is Piet Hein's TacTix (Bulo).
//! Iacono, Mazur, *Tactix on an S-shaped board*; Beeler, Gosper, Schroeppel, *HACKMEM*, item 74. Staircases
//! are in another file, [`staircase`](crate::staircase).

use nimatron_rules::{
    About, Arranged, Bits, Board, Cell, Entry, Grid, GridError, Hints, Impartial, Named, Notation,
    NotationError, Parts, Player, Promises, Rules, Short, Step, Theorem, Turns, View,
};

use crate::staircase::Staircase;

/// Tactix on a board of up to `64 * N` squares. A position is the set of counters.
#[derive(Clone, Debug)]
pub struct Tactix<const N: usize> {
    grid: Grid<N>,
}

impl<const N: usize> Tactix<N> {
    /// The game on a board with this number of rows and columns.
    pub fn new(rows: usize, cols: usize) -> Result<Self, GridError> {
        Ok(Tactix { grid: Grid::new(rows, cols)? })
    }

    /// The full board.
    #[must_use]
    pub fn start(&self) -> Bits<N> {
        self.grid.all()
    }

    /// Visits every run of counters, once: the places where runs of one length begin, their distance from
    /// counter to counter, and their length. Runs of one counter count as horizontal.
    #[inline]
    fn runs(&self, counters: Bits<N>, mut each: impl FnMut(Bits<N>, usize, usize)) {
        let (mut places, mut length) = (counters, 1);
        while !places.is_empty() {
            each(places, 1, length);
            places = counters & self.grid.west(places);
            length += 1;
        }
        let (mut places, mut length) = (counters & self.grid.north(counters), 2);
        while !places.is_empty() {
            each(places, self.grid.stride(), length);
            places = counters & self.grid.north(places);
            length += 1;
        }
    }

    /// Whether a half turn maps the counters, which are in the corner, to themselves and no run overlaps its
    /// own image: such a run would have to contain the centre.
    #[inline]
    fn turns_freely(&self, counters: Bits<N>) -> bool {
        if self.grid.half_turn(counters) != counters {
            return false;
        }
        let (rows, cols) = self.grid.extent(counters);
        let centre_is_a_corner = rows % 2 == 0 && cols % 2 == 0;
        centre_is_a_corner || !counters.contains(self.grid.square(rows / 2, cols / 2))
    }
}

impl<const N: usize> Rules for Tactix<N> {
    type Position = Bits<N>;
    type Move = Step;

    fn moves(&self, counters: &Bits<N>, _: Player, out: &mut Vec<Step>) {
        self.runs(*counters, |places, distance, length| {
            let run = (length - 1) * distance;
            // Upright runs are named from the bottom.
            out.extend(places.iter().map(|place| match distance {
                1 => Step::new(place, place + run),
                _ => Step::new(place + run, place),
            }));
        });
    }

    fn play(&self, counters: &Bits<N>, _: Player, run: &Step) -> Bits<N> {
        let (from, to) = (usize::from(run.from), usize::from(run.to));
        let distance = if from <= to { 1 } else { self.grid.stride() };
        counters.without((from.min(to)..=from.max(to)).step_by(distance).collect())
    }

    #[inline]
    fn options(&self, counters: &Bits<N>, _: Player, out: &mut Vec<Bits<N>>) {
        self.runs(*counters, |mut places, distance, length| {
            let run: Bits<N> = (0..length).map(|i| i * distance).collect();
            while let Some(place) = places.first() {
                places = places ^ Bits::square(place);
                out.push(*counters ^ run.up(place));
            }
        });
    }

    #[inline]
    fn mobility(&self, counters: &Bits<N>, _: Player) -> u32 {
        let mut count = 0;
        self.runs(*counters, |places, _, _| count += places.count());
        count
    }

    /// The connected components.
    #[inline]
    fn parts(&self, counters: &Bits<N>) -> Parts<Bits<N>> {
        let mut parts = self.grid.components(*counters);
        for part in &mut parts {
            [*part] = self.grid.to_corner([*part]);
        }
        parts
    }

    #[inline]
    fn normal(&self, counters: &Bits<N>) -> Bits<N> {
        let ([least], _) = self.grid.least_image([*counters]);
        least
    }
}

impl<const N: usize> Short for Tactix<N> {
    fn moves_left(&self, counters: &Bits<N>) -> u32 {
        counters.count()
    }
}

impl<const N: usize> Impartial for Tactix<N> {
    /// A line is a heap of Nim whose counters may also be taken from the middle, which changes nothing: n
    /// counters in a line are worth n, because no two parts with fewer than n counters in total have the
    /// nim-sum n. A set that a half turn maps to itself is worth 0, if the centre is empty or between four
    /// squares.
    #[inline]
    fn known_nimber(&self, part: &Bits<N>) -> Option<u32> {
        let (rows, cols) = self.grid.extent(*part);
        if rows == 1 || cols == 1 {
            return Some(part.count());
        }
        self.turns_freely(*part).then_some(0)
    }

    fn as_squares(&self, counters: &Bits<N>) -> Option<Vec<usize>> {
        Some(counters.iter().collect())
    }

    fn by_theorem(&self, counters: &Bits<N>) -> Option<Theorem> {
        let [corner] = self.grid.to_corner([*counters]);
        let (rows, cols) = self.grid.extent(corner);
        if (rows == 1 || cols == 1) && self.grid.components(corner).len() == 1 {
            return Some(Theorem {
                nimber: corner.count().into(),
                name: "a line of counters is a heap of Nim",
            });
        }
        let name = "point symmetry: the second player answers every move with its image by a half turn \
                    (Iacono and Mazur)";
        self.turns_freely(corner).then_some(Theorem { nimber: 0, name })
    }
}

impl<const N: usize> Turns for Tactix<N> {}

impl<const N: usize> Hints for Tactix<N> {}

/// The pieces are the counters.
impl<const N: usize> Arranged for Tactix<N> {
    fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = Bits<N>> + '_> {
        Box::new(self.grid.shapes(pieces))
    }

    /// Both players have the same moves.
    fn exchanged(&self, counters: &Bits<N>) -> Option<Bits<N>> {
        Some(*counters)
    }
}

/// What the game says about itself, for all kinds of positions.
pub(crate) const ABOUT: About = About {
    name: "tactix",
    title: "Tactix",
    goal: "Take the last counter.",
    about: "A move takes any number of counters that stand side by side in one row or one column.",
    positions: "4x4 is the full board of 4 rows and 4 columns. Or a board, rows from the top: `oo./.oo` with `o` for a \
                counter. A move names the ends of what it takes, or the one counter: a1-c1, a1-a4, b2. \
                `S:13,22` has 13 counters above and 22 below, the last one above the first; `staircase:3,5,4` goes on \
                so, row below row. There a move counts along the staircase: 2-3.",
    start: "4x4",
    pieces: &[('o', "counter")],
    starts: &["3x3", "5x5", "S:3,4"],
    ..About::PLAIN
};

impl<const N: usize> Tactix<N> {
    fn read(text: &str) -> Result<Board, NotationError> {
        Board::read(text, "o")
    }

    /// The counters of a board: all squares, if only a size was written.
    fn counters(board: &Board, grid: &Grid<N>) -> Bits<N> {
        board.squares(grid, if board.is_size() { "." } else { "o" })
    }
}

impl<const N: usize> Named for Tactix<N> {
    const ABOUT: About = ABOUT;

    fn open(parameters: &str, position: &str) -> Result<(Self, Bits<N>), NotationError> {
        ABOUT.no_parameters(parameters)?;
        let board = Self::read(ABOUT.or_start(position))?;
        let grid = board.grid()?;
        Ok((Tactix { grid }, Self::counters(&board, &grid)))
    }
}

impl<const N: usize> Notation for Tactix<N> {
    fn can_be_turned(&self) -> bool {
        true
    }

    fn parse(&self, text: &str) -> Result<Bits<N>, NotationError> {
        let board = Self::read(text)?;
        board.fits(&self.grid)?;
        Ok(Self::counters(&board, &self.grid))
    }

    fn view(&self, counters: &Bits<N>) -> View {
        View::board(&self.grid.around(*counters), |square| {
            if counters.contains(square) { Cell::Piece { owner: None, letter: 'o' } } else { Cell::Empty }
        })
    }

    fn show_move(&self, counters: &Bits<N>, _: Player, run: &Step) -> String {
        let grid = self.grid.around(*counters);
        if run.from == run.to { grid.name(run.from.into()) } else { grid.step_name(*run) }
    }
}

/// The entry of Tactix, on boards and on staircases.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<Tactix<1>>::impartial().arranged())
        .or(Promises::<Tactix<4>>::impartial().arranged())
        .or_if(Staircase::is_written, Staircase::refuse_large, Promises::<Staircase>::impartial())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        let (game, counters) = Tactix::<1>::open("", text).unwrap();
        let mut moves = Vec::new();
        game.moves(&counters, Player::Left, &mut moves);
        moves.iter().map(|run| game.show_move(&counters, Player::Left, run)).collect()
    }

    #[test]
    fn a_move_takes_neighbours_of_one_row_or_column() {
        assert_eq!(moves("oo./.oo"), ["a2", "b2", "b1", "c1", "a2-b2", "b1-c1", "b1-b2"]);
        assert_eq!(moves("o.o"), ["a1", "c1"]);
        assert!(moves("...").is_empty());
        // 16 counters, and in each of 8 lines 3 + 2 + 1 longer runs.
        assert_eq!(moves("4x4").len(), 16 + 8 * 6);
    }

    #[test]
    fn what_is_taken_is_gone() {
        let (game, counters) = Tactix::<1>::open("", "4x4").unwrap();
        for (mv, after) in [("a3-c3", "oooo/...o/oooo/oooo"), ("b1-b3", "oooo/o.oo/o.oo/o.oo")] {
            let mv = game.parse_move(&counters, Player::Left, mv).unwrap();
            assert_eq!(game.show(&game.play(&counters, Player::Left, &mv)), after);
        }
    }

    #[test]
    fn wide_boards_with_few_columns_keep_columns_and_rows_apart() {
        let (game, counters) = Tactix::<1>::open("", "20x1").unwrap();
        assert_eq!(game.mobility(&counters, Player::Left), 20 * 21 / 2);
        assert_eq!(game.known_nimber(&counters), Some(20));
    }
}
