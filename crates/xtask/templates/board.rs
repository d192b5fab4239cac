//! NewGame: players put stones on empty squares, and no two stones of one player may stand side by side.
//!
//! ```text
//! . . .      . . .      . . .
//! . . .  L►  . x .  R►  . x o     Left may not play beside x, nor Right beside o
//! . . .      . . .      . . .
//! ```
//!
//! A board without a square in its middle is worth 0: the second player answers every stone on the square opposite to it.

use nimatron_rules::{
    About, Bits, Board, Cell, Entry, Grid, Hints, Named, Notation, NotationError, Player, Promises, Rules,
    Short, Stones, Turns, View,
};

/// NewGame on a board of up to `64 * N` squares. A position is the set of stones of each player, and a move is the number of a
/// square; `grid` knows which squares there are and which of them are side by side.
#[derive(Clone, Debug)]
pub struct NewGame<const N: usize> {
    grid: Grid<N>,
}

impl<const N: usize> NewGame<N> {
    /// The stones on a board that was read.
    fn stones(&self, board: &Board) -> Stones<N> {
        Stones { left: board.squares(&self.grid, "x"), right: board.squares(&self.grid, "o") }
    }

    /// Complains of a board that nobody could have come to.
    fn checked(&self, stones: Stones<N>, text: &str) -> Result<Stones<N>, NotationError> {
        for own in [stones.left, stones.right] {
            if !(self.grid.neighbours4(own) & own).is_empty() {
                let message = "two stones of one player stand side by side";
                return Err(NotationError::new(0..text.len(), message));
            }
        }
        Ok(stones)
    }
}

impl<const N: usize> Rules for NewGame<N> {
    type Position = Stones<N>;
    type Move = usize;

    fn moves(&self, stones: &Stones<N>, player: Player, out: &mut Vec<usize>) {
        let (own, enemy) = stones.own_and_enemy(player);
        let taken = own | enemy | self.grid.neighbours4(own);
        out.extend(self.grid.all().without(taken));
    }

    fn play(&self, stones: &Stones<N>, player: Player, square: &usize) -> Stones<N> {
        let (own, enemy) = stones.own_and_enemy(player);
        Stones::from_own_and_enemy(player, own | Bits::square(*square), enemy)
    }

    // These three make a game fast, and none is needed to be right: `options` makes the next positions without naming the moves,
    // `parts` splits a position that has fallen apart, and `normal` gives symmetric positions one form. Clobber has all of them.
}

impl<const N: usize> Short for NewGame<N> {
    /// Every move fills an empty square.
    fn moves_left(&self, stones: &Stones<N>) -> u32 {
        self.grid.all().without(stones.left | stones.right).count()
    }
}

// For a game in which both players have the same moves, say so: impl<const N: usize> Impartial for NewGame<N> {}

impl<const N: usize> Turns for NewGame<N> {}

impl<const N: usize> Hints for NewGame<N> {}

impl<const N: usize> Named for NewGame<N> {
    const ABOUT: About = About {
        name: "new-game",
        title: "NewGame",
        goal: "Be the last who can put a stone.",
        about: "Players put stones on empty squares, Left x and Right o. No two stones of one player may stand side by side.",
        positions: "3x4 is the empty board of 3 rows and 4 columns. Or a board, rows from the top: `x../.o.` with `.` for no stone. \
                    A move names the square: c3.",
        start: "4x4",
        starts: &["3x3", "5x5"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Stones<N>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let text = Self::ABOUT.or_start(position);
        let board = Board::read(text, "xo")?;
        let game = NewGame { grid: board.grid()? };
        let stones = game.checked(game.stones(&board), text)?;
        Ok((game, stones))
    }
}

impl<const N: usize> Notation for NewGame<N> {
    /// Reads another position on the same board.
    fn parse(&self, text: &str) -> Result<Stones<N>, NotationError> {
        let board = Board::read(text, "xo")?;
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        if (board.rows(), board.cols()) != (rows, cols) {
            let message = format!("this board is {}x{}, not {rows}x{cols}", board.rows(), board.cols());
            return Err(NotationError::new(0..text.len(), message));
        }
        self.checked(self.stones(&board), text)
    }

    /// What is on each square, for everybody who draws a position.
    fn view(&self, stones: &Stones<N>) -> View {
        View::board(&self.grid, |square| {
            if stones.left.contains(square) {
                Cell::piece(Player::Left, 'x')
            } else if stones.right.contains(square) {
                Cell::piece(Player::Right, 'o')
            } else {
                Cell::Empty
            }
        })
    }

    fn show_move(&self, _: &Stones<N>, _: Player, square: &usize) -> String {
        self.grid.name(*square)
    }
}

/// What the registry knows of it. Boards of up to 64 squares need one word for a set of squares, those of up to 256 four. A game in
/// which both players have the same moves says `impartial` instead.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<NewGame<1>>::partizan()).or(Promises::<NewGame<4>>::partizan())
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Registry, conformance};

    use super::*;

    /// The names of a player's moves.
    fn names(text: &str, player: Player) -> Vec<String> {
        let (game, stones) = NewGame::<1>::open("", text).unwrap();
        let mut moves = Vec::new();
        game.moves(&stones, player, &mut moves);
        moves.iter().map(|square| game.show_move(&stones, player, square)).collect()
    }

    #[test]
    fn it_keeps_its_promises() {
        let registry = Registry::new([entry()], []);
        let (entry, _) = registry.entry("new-game").unwrap();
        let opened = entry.open(&registry, "", "start").unwrap();
        conformance::check_game(&registry, &opened, 1, 10, usize::MAX).unwrap();
    }

    #[test]
    fn nobody_plays_beside_a_stone_of_their_own() {
        assert_eq!(names(".x./...", Player::Left), ["a1", "c1"]);
        assert_eq!(names(".x./...", Player::Right), ["a2", "c2", "a1", "b1", "c1"]);
    }

    #[test]
    fn a_move_puts_a_stone_on_its_square() {
        let (game, stones) = NewGame::<1>::open("", "2x3").unwrap();
        let square = game.parse_move(&stones, Player::Right, "b2").unwrap();
        assert_eq!(game.show(&game.play(&stones, Player::Right, &square)), ".o./...");
    }

    #[test]
    fn a_board_that_nobody_could_have_come_to_is_refused() {
        let (game, _) = NewGame::<1>::open("", "2x3").unwrap();
        assert!(game.parse("xx./...").is_err());
        assert!(game.parse("xo./...").is_ok());
        assert!(game.parse("../..").is_err());
    }
}
