//! Centurion: run like bishops *or* fight like kings. Play need not end.
//!
//! ```text
//! W . .      W . .
//! . . .  L►  . B .     now each could take the other, as a king: it is Right's turn
//! B . .      . . .
//! ```
//!
//! Boardman, *Legionnaires: A Combinatorial Game* (2005), section 6: "A Centurion variation would break the
//! Legionnaires' move into two separate moves, so that a player has the option to *either* move like a Bishop
//! *or* take like a King: this would make the game Loopy". That is all the paper says, so it is interpreted
//! as follows:
//!
//! - a *move* goes over one or more empty squares diagonally, to an empty square, and takes nothing;
//! - a *capture* takes an enemy pawn a king's step away **without running first**, and the pawn moves to the
//!   square of the one it took. A king in chess takes like that, and the paper's own Algorithm 3.1 takes by
//!   displacement, too (see [Legionnaires](crate::legionnaires)).
//!
//! Capturing is never compulsory, and runs can be reversed, so play may go on for ever and is then drawn. A
//! player without a move loses, as always; a player whose pawns are all taken has none.

use nimatron_rules::{
    About, Bits, Entry, Grid, Hints, Named, Notation, NotationError, Player, Promises, Rules, Step, Stones,
    Turns, View,
};

use crate::legionnaires::{Pawns, bishop, normal, normal_up_to_sign, pawns, read, view};

/// Centurion on a board of up to `64 * N` squares.
#[derive(Clone, Debug)]
pub struct Centurion<const N: usize> {
    grid: Grid<N>,
    all: Bits<N>,
}

impl<const N: usize> Pawns<N> for Centurion<N> {
    #[inline]
    fn each_pawn(&self, pawns: &Stones<N>, player: Player, mut visit: impl FnMut(Bits<N>, Bits<N>)) {
        let (own, enemy) = pawns.own_and_enemy(player);
        let empty = self.all.without(own | enemy);
        let mut rest = own;
        while !rest.is_empty() {
            let from = rest.lowest();
            rest = rest ^ from;
            let ends = bishop(&self.grid, from, empty) | (self.grid.neighbours8(from) & enemy);
            if !ends.is_empty() {
                visit(from, ends);
            }
        }
    }

    #[inline]
    fn after(&self, pawns: &Stones<N>, player: Player, from: Bits<N>, to: Bits<N>) -> Stones<N> {
        let (own, enemy) = pawns.own_and_enemy(player);
        Stones::from_own_and_enemy(player, own ^ from ^ to, enemy.without(to))
    }
}

impl<const N: usize> Rules for Centurion<N> {
    type Position = Stones<N>;
    type Move = Step;

    fn moves(&self, pawns: &Stones<N>, player: Player, out: &mut Vec<Step>) {
        self.list_steps(pawns, player, out);
    }

    fn play(&self, pawns: &Stones<N>, player: Player, step: &Step) -> Stones<N> {
        self.after(pawns, player, Bits::square(step.from.into()), Bits::square(step.to.into()))
    }

    #[inline]
    fn options(&self, pawns: &Stones<N>, player: Player, out: &mut Vec<Stones<N>>) {
        self.list_options(pawns, player, out);
    }

    #[inline]
    fn mobility(&self, pawns: &Stones<N>, player: Player) -> u32 {
        self.count_steps(pawns, player)
    }

    #[inline]
    fn normal(&self, pawns: &Stones<N>) -> Stones<N> {
        normal(&self.grid, pawns)
    }

    #[inline]
    fn normal_up_to_sign(&self, pawns: &Stones<N>) -> (Stones<N>, bool) {
        normal_up_to_sign(&self.grid, pawns)
    }
}

impl<const N: usize> Turns for Centurion<N> {
    /// White begins, as in Legionnaires.
    fn first_player(&self) -> Player {
        Player::Right
    }
}

impl<const N: usize> Hints for Centurion<N> {}

impl<const N: usize> Named for Centurion<N> {
    const ABOUT: About = About {
        name: "legionnaires:centurion",
        title: "Centurion",
        goal: "Take pawns or make a move as long as you can: who cannot move has lost.",
        about: "A turn is either a bishop's move or a king's capture: a pawn runs diagonally over one or \
                more empty squares to an empty square, and takes nothing; or, without running, it takes an \
                enemy pawn a king's step away and stands in its place. (The paper says no more than \
                \"either move like a Bishop or take like a King\"; a king takes by displacement, as \
                Legionnaires do.) Nobody has to take, so play may go on for ever, and is then drawn. Left \
                has the pawns B (Black), Right W (White).",
        positions: "A board, rows from the top: `W.W/.../B.B`. The starts of Legionnaires are here too: \
                    2x2, 3x3, 4x4, 5x5, 6x6, 8x8, 3xN, row:N, weights:N. A move says from where to where: \
                    a3-b2.",
        start: "8x8",
        starts: &["3x3", "6x6"],
        players: ["Black", "White"],
        pieces: &[('B', "Black"), ('W', "White")],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Stones<N>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let board = read(Self::ABOUT.or_start(position))?;
        let grid = board.grid()?;
        let game = Centurion { grid, all: grid.all() };
        let pawns = pawns(&game.grid, &board);
        Ok((game, pawns))
    }
}

impl<const N: usize> Notation for Centurion<N> {
    fn parse(&self, text: &str) -> Result<Stones<N>, NotationError> {
        let board = read(text)?;
        board.fits(&self.grid)?;
        Ok(pawns(&self.grid, &board))
    }

    fn view(&self, pawns: &Stones<N>) -> View {
        view(&self.grid, pawns)
    }

    fn show_move(&self, _: &Stones<N>, _: Player, step: &Step) -> String {
        self.grid.step_name(*step)
    }
}

/// The entry of Centurion.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<Centurion<1>>::loopy()).or(Promises::<Centurion<4>>::loopy())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, player: Player) -> Vec<String> {
        let (game, pawns) = Centurion::<1>::open("", text).unwrap();
        let mut moves = Vec::new();
        game.moves(&pawns, player, &mut moves);
        moves.iter().map(|mv| game.show_move(&pawns, player, mv)).collect()
    }

    #[test]
    fn a_pawn_runs_or_takes() {
        // On a strip nobody can run, and neighbours can be taken.
        assert_eq!(names("BW", Player::Left), ["a1-b1"]);
        assert_eq!(names("B.W", Player::Left), [""; 0]);
        assert_eq!(names("W./B.", Player::Left), ["a1-a2", "a1-b2"]);
    }

    #[test]
    fn a_run_ends_before_any_pawn_and_takes_nothing() {
        // The pawn in c3 is two steps away, the one in a3 too.
        assert_eq!(names("W.W/.../B..", Player::Left), ["a1-b2"]);
        assert_eq!(names("W.W/.B./...", Player::Left), ["b2-a3", "b2-c3", "b2-a1", "b2-c1"]);
    }

    #[test]
    fn a_capture_puts_the_pawn_where_the_other_stood() {
        let (game, pawns) = Centurion::<1>::open("", "W./B.").unwrap();
        let capture = game.parse_move(&pawns, Player::Left, "a1-a2").unwrap();
        assert_eq!(game.show(&game.play(&pawns, Player::Left, &capture)), "B./..");
    }

    #[test]
    fn a_run_can_be_run_back() {
        let (game, pawns) = Centurion::<1>::open("", "W../.../B..").unwrap();
        let there = game.parse_move(&pawns, Player::Left, "a1-b2").unwrap();
        let after = game.play(&pawns, Player::Left, &there);
        let back = game.parse_move(&after, Player::Left, "b2-a1").unwrap();
        assert_eq!(game.play(&after, Player::Left, &back), pawns);
    }
}
