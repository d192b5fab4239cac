//! Legionnaires: run like bishops, fight like kings.
//!
//! ```text
//! W . W      . . W
//! . . .  R►  . . .     the pawn from a3 ran to b2, and on to take the pawn in a1
//! B . B      W . B
//! ```
//!
//! Boardman, *Legionnaires: A Combinatorial Game* (2005). Its words allow two interpretations of a capture;
//! its Algorithm 3.1, and all its counts of positions, are those of displacement: the pawn continues from the
//! midpoint and moves to the square of the taken one. So no pawn ever stands on a square that was empty at
//! the start.
//!
//! `legionnaires:mace` is the variant in which the pawn stays on the midpoint and takes all enemies a king's
//! step away from it. The third game of the paper, in which play need not end, is
//! [Centurion](crate::centurion).

use nimatron_rules::{
    About, Arranged, Bits, Board, Cell, Entry, Grid, Hints, Named, Notation, NotationError, Parts, Player,
    Promises, Rules, Short, Step, Stones, Strategy, Takeover, Turns, View,
};

mod blocking;

/// Legionnaires, or Mace, on a board of up to `64 * N` squares.
#[derive(Clone, Debug)]
pub struct Legionnaires<const N: usize> {
    grid: Grid<N>,
    weapon: Weapon,
}

/// How a pawn fights from the midpoint of its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Weapon {
    /// It takes one enemy, and moves to its square.
    Sword,
    /// It takes all enemies around it, and stays.
    Mace,
}

impl Weapon {
    fn read(parameters: &str) -> Result<Self, NotationError> {
        match parameters {
            "" => Ok(Weapon::Sword),
            "mace" => Ok(Weapon::Mace),
            other => {
                let message = format!("Legionnaires has no variant `{other}`");
                let mut error = NotationError::new(0..other.len(), message).expected("`mace`, or nothing");
                error.in_parameters = true;
                Err(error)
            }
        }
    }
}

/// Games of pawns that go from a square to a square.
pub(crate) trait Pawns<const N: usize> {
    /// For each of the player's pawns that can move, the squares where it may end its move.
    fn each_pawn(&self, pawns: &Stones<N>, player: Player, visit: impl FnMut(Bits<N>, Bits<N>));

    /// The position after the pawn on `from` has moved to `to`; both are sets of one square.
    fn after(&self, pawns: &Stones<N>, player: Player, from: Bits<N>, to: Bits<N>) -> Stones<N>;

    /// Appends the player's moves.
    fn list_steps(&self, pawns: &Stones<N>, player: Player, out: &mut Vec<Step>) {
        self.each_pawn(pawns, player, |from, ends| {
            let from = from.first().expect("a pawn stands somewhere");
            out.extend(ends.iter().map(|to| Step::new(from, to)));
        });
    }

    /// Appends the positions that the player can move to.
    #[inline]
    fn list_options(&self, pawns: &Stones<N>, player: Player, out: &mut Vec<Stones<N>>) {
        self.each_pawn(pawns, player, |from, mut ends| {
            while !ends.is_empty() {
                let to = ends.lowest();
                ends = ends ^ to;
                out.push(self.after(pawns, player, from, to));
            }
        });
    }

    /// The number of moves of the player.
    #[inline]
    fn count_steps(&self, pawns: &Stones<N>, player: Player) -> u32 {
        let mut count = 0;
        self.each_pawn(pawns, player, |_, ends| count += ends.count());
        count
    }
}

impl<const N: usize> Pawns<N> for Legionnaires<N> {
    #[inline]
    fn each_pawn(&self, pawns: &Stones<N>, player: Player, mut visit: impl FnMut(Bits<N>, Bits<N>)) {
        let (own, enemy) = pawns.own_and_enemy(player);
        if enemy.is_empty() {
            return;
        }
        let empty = self.grid.all().without(own | enemy);
        // Only midpoints next to an enemy matter.
        let near = self.grid.neighbours8(enemy) & empty;
        let mut rest = own;
        while !rest.is_empty() {
            let from = rest.lowest();
            rest = rest ^ from;
            let midpoints = bishop(&self.grid, from, empty) & near;
            let ends = match self.weapon {
                Weapon::Sword => self.grid.neighbours8(midpoints) & enemy,
                Weapon::Mace => midpoints,
            };
            if !ends.is_empty() {
                visit(from, ends);
            }
        }
    }

    #[inline]
    fn after(&self, pawns: &Stones<N>, player: Player, from: Bits<N>, to: Bits<N>) -> Stones<N> {
        let (own, enemy) = pawns.own_and_enemy(player);
        let taken = match self.weapon {
            Weapon::Sword => to,
            Weapon::Mace => self.grid.neighbours8(to) & enemy,
        };
        Stones::from_own_and_enemy(player, own ^ from ^ to, enemy.without(taken))
    }
}

impl<const N: usize> Rules for Legionnaires<N> {
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

    /// A board without pawns of both players is over. Pawns far apart still share the lines they run along,
    /// so any other position is one part.
    #[inline]
    fn parts(&self, pawns: &Stones<N>) -> Parts<Stones<N>> {
        let over = pawns.left.is_empty() || pawns.right.is_empty();
        (!over).then_some(*pawns).into_iter().collect()
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

impl<const N: usize> Short for Legionnaires<N> {
    /// Every move takes a pawn, and the last two are never both taken.
    fn moves_left(&self, pawns: &Stones<N>) -> u32 {
        if pawns.left.is_empty() || pawns.right.is_empty() {
            return 0;
        }
        (pawns.left | pawns.right).count() - 1
    }
}

impl Takeover for Legionnaires<1> {
    fn takes_over(&self) -> bool {
        self.weapon == Weapon::Sword
    }

    fn size(&self) -> (usize, usize) {
        (self.grid.rows(), self.grid.cols())
    }

    fn targets(&self, occupied: Bits<1>, from: usize) -> Bits<1> {
        let midpoints = bishop(&self.grid, Bits::square(from), self.grid.all().without(occupied));
        self.grid.neighbours8(midpoints) & occupied
    }

    fn symmetries(&self) -> Option<Vec<Vec<usize>>> {
        Some(self.grid.board_symmetries())
    }
}

impl<const N: usize> Turns for Legionnaires<N> {
    /// White begins, "in the tradition of chess" (Section 1.1).
    fn first_player(&self) -> Player {
        Player::Right
    }
}

impl<const N: usize> Hints for Legionnaires<N> {
    fn strategies(&self) -> Vec<Strategy<Self>> {
        blocking::strategies()
    }
}

/// The edges matter, so a board of one size says nothing about another.
impl<const N: usize> Arranged for Legionnaires<N> {
    fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = Stones<N>> + '_> {
        Box::new(self.grid.two_coloured(pieces).map(|[left, right]| Stones { left, right }))
    }

    fn exchanged(&self, pawns: &Stones<N>) -> Option<Stones<N>> {
        Some(pawns.exchanged())
    }
}

impl<const N: usize> Named for Legionnaires<N> {
    const ABOUT: About = About {
        name: "legionnaires",
        title: "Legionnaires",
        goal: "Make the last capture.",
        about: "A pawn runs diagonally over one or more empty squares to a midpoint, as a bishop, and then \
                takes an enemy pawn a king's step away from there and stands in its place. Every move must \
                take a pawn. Left has the pawns B (Black), Right W (White).",
        positions: "A board, rows from the top: `W.W/.../B.B`. The paper's starts: 2x2, 3x3, 4x4, 5x5:10, \
                    5x5:12 (or 5x5), 6x6:12, 6x6:18 (or 6x6) and 8x8, the game itself; 3xN (Fig. 8; 3x3:6 \
                    is its third), row:N (N White pawns against one Black, Fig. 10) and weights:N (one \
                    White pawn against N Black, Fig. 12). A move says from where to where: a3-a1.",
        parameters: "mace: the pawn stays on the midpoint and takes all enemies a king's step away, at \
                     least one; a move names the midpoint",
        start: "8x8",
        starts: &["3x3", "5x5", "6x6"],
        players: ["Black", "White"],
        pieces: &[('B', "Black"), ('W', "White")],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Stones<N>), NotationError> {
        let weapon = Weapon::read(parameters)?;
        let board = read(Self::ABOUT.or_start(position))?;
        let game = Legionnaires { grid: board.grid()?, weapon };
        let pawns = pawns(&game.grid, &board);
        Ok((game, pawns))
    }
}

impl<const N: usize> Notation for Legionnaires<N> {
    fn parameters(&self) -> String {
        match self.weapon {
            Weapon::Sword => String::new(),
            Weapon::Mace => "mace".into(),
        }
    }

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

/// The squares that a pawn reaches as a bishop, over empty squares.
#[inline]
pub(crate) fn bishop<const N: usize>(grid: &Grid<N>, from: Bits<N>, empty: Bits<N>) -> Bits<N> {
    let mut reached = Bits::EMPTY;
    let mut run = |step: &dyn Fn(Bits<N>) -> Bits<N>| {
        let mut at = step(from) & empty;
        while !at.is_empty() {
            reached = reached | at;
            at = step(at) & empty;
        }
    };
    run(&|at| grid.north(grid.east(at)));
    run(&|at| grid.north(grid.west(at)));
    run(&|at| grid.south(grid.east(at)));
    run(&|at| grid.south(grid.west(at)));
    reached
}

/// Reads a board with the pawns of both players, or a named start.
pub(crate) fn read(text: &str) -> Result<Board, NotationError> {
    let start = start(text)?;
    Board::read(start.as_deref().unwrap_or(text), "BW")
}

/// The pawns of a board that was read.
pub(crate) fn pawns<const N: usize>(grid: &Grid<N>, board: &Board) -> Stones<N> {
    Stones { left: board.squares(grid, "B"), right: board.squares(grid, "W") }
}

/// How a board with pawns looks.
pub(crate) fn view<const N: usize>(grid: &Grid<N>, pawns: &Stones<N>) -> View {
    View::board(grid, |square| {
        if pawns.left.contains(square) {
            Cell::piece(Player::Left, 'B')
        } else if pawns.right.contains(square) {
            Cell::piece(Player::Right, 'W')
        } else {
            Cell::Empty
        }
    })
}

/// The pawns of the representative of all boards that are equal by symmetry.
#[inline]
pub(crate) fn normal<const N: usize>(grid: &Grid<N>, pawns: &Stones<N>) -> Stones<N> {
    let [left, right] = grid.least_on_board([pawns.left, pawns.right]);
    Stones { left, right }
}

/// The same, where the players may be exchanged, too; and whether they are.
#[inline]
pub(crate) fn normal_up_to_sign<const N: usize>(grid: &Grid<N>, pawns: &Stones<N>) -> (Stones<N>, bool) {
    let same = grid.least_on_board([pawns.left, pawns.right]);
    let exchanged = grid.least_on_board([pawns.right, pawns.left]);
    let negated = exchanged < same;
    let [left, right] = if negated { exchanged } else { same };
    (Stones { left, right }, negated)
}

/// The board of a named start, or `None` if the text is not such a name.
///
/// The figures of the paper are missing in every copy we have. These boards are those that give its counts of
/// positions and its values: the goldens check each of them.
fn start(text: &str) -> Result<Option<String>, NotationError> {
    let number = |prefix: &str, least: usize, most: usize| -> Option<Result<usize, NotationError>> {
        let digits = text.strip_prefix(prefix)?;
        let number = digits.parse().ok().filter(|n| (least..=most).contains(n));
        Some(number.ok_or_else(|| {
            NotationError::new(prefix.len()..text.len(), format!("no start has this number after `{prefix}`"))
                .expected(format!("a number from {least} to {most}"))
        }))
    };
    let board = match text {
        "2x2" => "W./B.",
        "3x3" | "3x3:4" => "W.W/.../B.B",
        "3x3:6" => "WWW/.../BBB",
        "4x4" => "W.W./.W.W/.B.B/B.B.",
        "5x5:10" => "W.W.W/.W.W./...../.B.B./B.B.B",
        "5x5" | "5x5:12" => "W.W.W/.W.W./W...B/.B.B./B.B.B",
        "6x6:12" => "W.W.W./.W.W.W/....../....../.B.B.B/B.B.B.",
        "6x6" | "6x6:18" => "W.W.W./.W.W.W/W.W.W./B.B.B./.B.B.B/B.B.B.",
        "8x8" => "W.W.W.W./.W.W.W.W/W.W.W.W./......../......../B.B.B.B./.B.B.B.B/B.B.B.B.",
        _ => {
            if let Some(n) = number("row:", 1, 85) {
                let n = n?;
                return Ok(Some(format!("{}/{}/B{}", "W".repeat(n), ".".repeat(n), ".".repeat(n - 1))));
            }
            if let Some(n) = number("weights:", 1, 63) {
                let n = n?;
                return Ok(Some(format!("W{}/{}", ".B".repeat(n), ".".repeat(2 * n + 1))));
            }
            if text.len() <= 5
                && let Some(n) = number("3x", 1, 85)
            {
                let n = n?;
                return Ok(Some(format!("{}/{}/{}", "W".repeat(n), ".".repeat(n), "B".repeat(n))));
            }
            let size =
                text.len() <= 12 && text.split_once('x').is_some_and(|(rows, _)| rows.parse::<u32>().is_ok());
            if !size {
                return Ok(None);
            }
            return Err(NotationError::new(0..text.len(), "there is no usual start on a board of this size")
                .expected("2x2, 3xN, 4x4, 5x5, 6x6, 8x8, or a board"));
        }
    };
    Ok(Some(board.into()))
}

/// The entry of Legionnaires.
#[must_use]
pub fn entry() -> Entry {
    let small = Promises::<Legionnaires<1>>::partizan().arranged().takeover();
    Entry::of(small).or(Promises::<Legionnaires<4>>::partizan().arranged())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(parameters: &str, text: &str, player: Player) -> Vec<String> {
        let (game, pawns) = Legionnaires::<1>::open(parameters, text).unwrap();
        let mut moves = Vec::new();
        game.moves(&pawns, player, &mut moves);
        moves.iter().map(|mv| game.show_move(&pawns, player, mv)).collect()
    }

    #[test]
    fn a_pawn_must_run_before_it_fights() {
        // On a strip no pawn can run.
        assert_eq!(names("", "BW", Player::Left), [""; 0]);
        assert_eq!(names("", "W./B.", Player::Left), ["a1-a2"]);
        assert_eq!(names("", "W./B.", Player::Right), ["a2-a1"]);
    }

    #[test]
    fn several_midpoints_are_one_move() {
        // From b4 and from c3 the pawn on b3 can be taken.
        assert_eq!(names("", "B..../...../.W.../...../.....", Player::Left), ["a5-b3"]);
    }

    #[test]
    fn a_mace_takes_all_around_and_stays() {
        let (game, pawns) = Legionnaires::<1>::open("mace", "WW./.../B..").unwrap();
        assert_eq!(names("mace", "WW./.../B..", Player::Left), ["a1-c3", "a1-b2"]);
        let mut options = Vec::new();
        game.options(&pawns, Player::Left, &mut options);
        assert_eq!(options.iter().map(|o| game.show(o)).collect::<Vec<_>>(), ["W.B/.../...", ".../.B./..."]);
    }

    #[test]
    fn the_edges_of_the_board_stay_where_they_are() {
        // The same pawns one square further from the edge are another position.
        let (game, pawns) = Legionnaires::<1>::open("", "WB../..../....").unwrap();
        let other = game.parse("..../.WB./....").unwrap();
        assert_ne!(game.normal(&pawns), game.normal(&other));
    }

    #[test]
    fn starts_of_no_known_size_and_unknown_variants_are_refused() {
        let error = Legionnaires::<1>::open("", "7x7").unwrap_err();
        assert!(error.to_string().contains("no usual start"), "{error}");
        let error = Legionnaires::<1>::open("", "row:99").unwrap_err();
        assert_eq!(error.at, 4..6);
        let error = Legionnaires::<1>::open("axe", "4x4").unwrap_err();
        assert!(error.in_parameters);
    }
}
