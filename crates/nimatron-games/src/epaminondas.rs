//! Epaminondas and its ancestor Crossings: lines of stones, phalanxes, march together.
//!
//! ```text
//! 5 . b .      . w .     A phalanx of three marches up to three squares along itself. Here its front meets a line of one,
//! 4 . . .      . w .     which is shorter than itself, and takes it: b1xb5.
//! 3 . w .  ─►  . w .
//! 2 . w .      . . .
//! 1 . w .      . . .
//! ```
//!
//! Crossings is in Sackson, *A Gamut of Games* (1969); Abbott developed Epaminondas from it some years later.
//! The rules are those of King and Peterson, *Epaminondas: Exploring Combat Tactics* (2014). Where these are
//! unclear, the rules are as follows:
//!
//! - A move is made along one of the eight directions, by the front of a run of own stones or by the whole
//!   run, over at most as many empty squares as stones march.
//! - The head may end on the first stone of an enemy line, if more stones march than the line has from there
//!   on in the direction of the march. In Epaminondas the whole line is taken; in Crossings only its first
//!   stone.
//! - A stone on the enemy's home row has *crossed*. A player who is to move and has more stones across than
//!   the enemy has won. So the enemy always has one move to answer. In Crossings, stones that have crossed
//!   neither move nor are taken.
//! - A player without stones or without a move has lost. A game that goes on for ever is drawn.

mod evaluation;
mod glance;
mod heuristics;
mod marches;
mod notation;
mod planes;
mod playing;

use std::sync::Arc;

use nimatron_rules::{Bits, Entry, Grid, Player, Promises, Rules, Step, Stones};

use marches::{Squares, Ways};

/// Epaminondas on a board of up to `64 * N` squares.
pub type Epaminondas<const N: usize> = Phalanxes<N, false>;
/// Crossings on a board of up to `64 * N` squares.
pub type Crossings<const N: usize> = Phalanxes<N, true>;

/// A game of phalanxes. Left is White, whose home is the bottom row; Right is Black.
#[derive(Clone, Debug)]
pub struct Phalanxes<const N: usize, const CROSSINGS: bool> {
    grid: Grid<N>,
    all: Bits<N>,
    /// The home rows of Left and of Right.
    homes: [Bits<N>; 2],
    symmetry: Symmetry,
    ways: Ways<N>,
    squares: Arc<Squares>,
}

/// Which symmetric positions a crossing may not make: a disputed rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Symmetry {
    /// There is no such rule.
    #[default]
    None,
    /// Positions that equal their mirror image, left for right.
    Mirror,
    /// Positions that equal their half turn with the colours exchanged.
    RotateSwap,
    /// Positions that equal their upside-down image with the colours exchanged.
    MirrorSwap,
}

impl Symmetry {
    const ALL: [(&'static str, Symmetry); 4] = [
        ("none", Symmetry::None),
        ("mirror", Symmetry::Mirror),
        ("rotate-swap", Symmetry::RotateSwap),
        ("mirror-swap", Symmetry::MirrorSwap),
    ];
}

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// The game on a board with this number of rows and columns.
    fn on(grid: Grid<N>, symmetry: Symmetry) -> Self {
        let row = |row: usize| (0..grid.cols()).map(|col| grid.square(row, col)).collect();
        Phalanxes {
            grid,
            all: grid.all(),
            homes: [row(grid.rows() - 1), row(0)],
            symmetry,
            ways: Ways::on(&grid),
            squares: Arc::new(Squares::on(&grid)),
        }
    }

    /// The row where a player's stones start, which is the goal of the enemy.
    #[inline]
    fn home(&self, player: Player) -> Bits<N> {
        self.homes[player.index()]
    }

    /// The stones of the player that have crossed.
    #[inline]
    fn crossed(&self, stones: &Stones<N>, player: Player) -> Bits<N> {
        let (own, _) = stones.own_and_enemy(player);
        own & self.home(player.opponent())
    }

    /// The player's stones that may move, and the enemy's that may be taken.
    #[inline]
    fn movable_and_takable(&self, stones: &Stones<N>, player: Player) -> (Bits<N>, Bits<N>) {
        let (own, enemy) = stones.own_and_enemy(player);
        if CROSSINGS {
            (own.without(self.home(player.opponent())), enemy.without(self.home(player)))
        } else {
            (own, enemy)
        }
    }

    /// Whether a position is one that a crossing may not make.
    fn is_forbidden(&self, stones: &Stones<N>) -> bool {
        let moved = |bits: Bits<N>, to: &dyn Fn(usize, usize) -> (usize, usize)| -> Bits<N> {
            let image = |square| {
                let (row, col) = self.grid.row_col(square);
                let (row, col) = to(row, col);
                self.grid.square(row, col)
            };
            bits.iter().map(image).collect()
        };
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let (left, right) = (stones.left, stones.right);
        match self.symmetry {
            Symmetry::None => false,
            Symmetry::Mirror => {
                let mirror = |row, col| (row, cols - 1 - col);
                moved(left, &mirror) == left && moved(right, &mirror) == right
            }
            Symmetry::RotateSwap => moved(left, &|row, col| (rows - 1 - row, cols - 1 - col)) == right,
            Symmetry::MirrorSwap => moved(left, &|row, col| (rows - 1 - row, col)) == right,
        }
    }

    /// Whether the rule of symmetry allows a move.
    fn allows(&self, stones: &Stones<N>, player: Player, step: &Step) -> bool {
        if self.symmetry == Symmetry::None {
            return true;
        }
        let after = self.play(stones, player, step);
        let crosses = !self.crossed(&after, player).without(self.crossed(stones, player)).is_empty();
        !crosses || !self.is_forbidden(&after)
    }
}

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// Appends every march of a player, even if the game is over.
    fn marches(&self, stones: &Stones<N>, player: Player, out: &mut Vec<Step>) {
        let before = out.len();
        self.each_march(stones, player, |march| {
            march.fronts.iter().for_each(|front| out.push(self.squares.step(&march, front)));
        });
        if self.symmetry != Symmetry::None {
            let moves = out.split_off(before);
            out.extend(moves.into_iter().filter(|step| self.allows(stones, player, step)));
        }
    }
}

impl<const N: usize, const CROSSINGS: bool> Rules for Phalanxes<N, CROSSINGS> {
    type Position = Stones<N>;
    /// From the square of the rear stone to the square where the front arrives. This determines the number of
    /// stones that march: all up to the front.
    type Move = Step;

    fn moves(&self, stones: &Stones<N>, player: Player, out: &mut Vec<Step>) {
        if !self.has_won(stones, player) {
            self.marches(stones, player, out);
        }
    }

    #[inline]
    fn play(&self, stones: &Stones<N>, player: Player, step: &Step) -> Stones<N> {
        let (before, against) = stones.own_and_enemy(player);
        let (mut own, mut enemy) = (before, against);
        self.each_change(before, against, step, |change| match change {
            Change::Leaves(square) => own.remove(square),
            Change::Arrives(square) => own.insert(square),
            Change::IsTaken(square) => enemy.remove(square),
        });
        Stones::from_own_and_enemy(player, own, enemy)
    }

    fn mobility(&self, stones: &Stones<N>, player: Player) -> u32 {
        if self.has_won(stones, player) {
            return 0;
        }
        if self.symmetry != Symmetry::None {
            let mut moves = Vec::new();
            self.moves(stones, player, &mut moves);
            return moves.len() as u32;
        }
        self.march_count(stones, player).0
    }

    /// The position or its mirror image, left for right.
    fn normal(&self, stones: &Stones<N>) -> Stones<N> {
        let mirrored = |bits: Bits<N>| -> Bits<N> {
            let image = |square| {
                let (row, col) = self.grid.row_col(square);
                self.grid.square(row, self.grid.cols() - 1 - col)
            };
            bits.iter().map(image).collect()
        };
        let other = Stones { left: mirrored(stones.left), right: mirrored(stones.right) };
        let key = |stones: &Stones<N>| (stones.left.words(), stones.right.words());
        if key(&other) < key(stones) { other } else { *stones }
    }
}

/// A change that a march makes.
enum Change {
    /// A stone leaves this square, and none takes its place.
    Leaves(usize),
    /// The player gets a stone on this square.
    Arrives(usize),
    /// An enemy stone is taken here.
    IsTaken(usize),
}

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// Calls `visit` with everything that a legal march changes.
    #[inline]
    fn each_change(&self, own: Bits<N>, enemy: Bits<N>, step: &Step, mut visit: impl FnMut(Change)) {
        let squares = &*self.squares;
        let (rear, head) = (usize::from(step.from), usize::from(step.to));
        let (direction, length) = squares.direction(rear, head);
        let delta = squares.deltas[direction];
        let on = |square: usize, steps: isize| (square as isize + steps * delta) as usize;
        // 1. All up to the front march: as many squares become empty as become occupied.
        let mut marching = 1;
        while marching <= length && own.contains(on(rear, marching as isize)) {
            marching += 1;
        }
        let distance = length + 1 - marching;
        for i in 0..distance.min(marching) {
            visit(Change::Leaves(on(rear, i as isize)));
            visit(Change::Arrives(on(head, -(i as isize))));
        }
        // 2. The enemies that are met.
        if enemy.contains(head) {
            visit(Change::IsTaken(head));
            if !CROSSINGS {
                for i in 1..=usize::from(squares.edge[direction][head]) {
                    let square = on(head, i as isize);
                    if !enemy.contains(square) {
                        break;
                    }
                    visit(Change::IsTaken(square));
                }
            }
        }
    }
}

/// The entries of Epaminondas and Crossings. Boards of up to 192 squares need three words for a set of squares.
#[must_use]
pub fn entries() -> [Entry; 2] {
    [
        Entry::of(Promises::<Epaminondas<3>>::played()).or(Promises::<Epaminondas<4>>::played()),
        Entry::of(Promises::<Crossings<3>>::played()).or(Promises::<Crossings<4>>::played()),
    ]
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Budget, Convention, Ending, Named, Notation, Turns, perft};

    use super::marches::DIRECTIONS;
    use super::*;

    const MIDDLE: &str = "b3b7bb/1b1bb4b3b/3b6b2b/b3b1b3b2b/b4b3b1bb1/3b1w8/2b1w3w5/2ww3bw5/3w1w1w2w3/w1w3w7/4w1w3w1ww/5wwww3ww b";

    fn counts(position: &str, player: Player, depth: u32) -> Vec<u64> {
        let (game, stones) = Epaminondas::<4>::open("", position).unwrap();
        perft(&game, &stones, player, depth, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn there_are_as_many_plays_as_others_have_counted() {
        assert_eq!(counts("start", Player::Left, 3), [1, 114, 12_996, 1_787_292]);
        // Here lines have friends before them.
        assert_eq!(counts(MIDDLE, Player::Right, 2), [1, 182, 34_346]);
    }

    /// All moves by the rules, square by square: the start, the target, and the position after.
    fn plainly(game: &Epaminondas<4>, stones: &Stones<4>, player: Player) -> Vec<(Step, Stones<4>)> {
        let (rows, cols) = (game.grid.rows() as isize, game.grid.cols() as isize);
        let (own, enemy) = stones.own_and_enemy(player);
        let at = |row: isize, col: isize| {
            ((0..rows).contains(&row) && (0..cols).contains(&col))
                .then(|| game.grid.square(row as usize, col as usize))
        };
        let mut all = Vec::new();
        for rear in own.iter() {
            let (row, col) = game.grid.row_col(rear);
            let (row, col) = (row as isize, col as isize);
            for (down, right) in DIRECTIONS {
                let on = |steps: isize| at(row + steps * down, col + steps * right);
                let marching =
                    (0..).take_while(|&i| on(i).is_some_and(|square| own.contains(square))).count() as isize;
                for distance in 1..=marching {
                    let Some(head) = on(marching - 1 + distance) else { break };
                    let line = (0..).take_while(|&i| {
                        on(marching - 1 + distance + i).is_some_and(|square| enemy.contains(square))
                    });
                    let line = line.count() as isize;
                    if own.contains(head) || line >= marching {
                        break;
                    }
                    let mut after = own;
                    (0..marching).filter_map(on).for_each(|square| after.remove(square));
                    (0..marching).filter_map(|i| on(i + distance)).for_each(|square| after.insert(square));
                    let mut left = enemy;
                    (0..line)
                        .filter_map(|i| on(marching - 1 + distance + i))
                        .for_each(|square| left.remove(square));
                    all.push((Step::new(rear, head), Stones::from_own_and_enemy(player, after, left)));
                    if line > 0 {
                        break;
                    }
                }
            }
        }
        all
    }

    #[test]
    fn moves_are_those_of_the_rules_square_by_square() {
        let mut seed = 1u64;
        let mut next = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        };
        for (start, plies) in [("12x14", 120), ("5x4", 40), ("8x8", 80)] {
            let (game, mut stones) = Epaminondas::<4>::open("", start).unwrap();
            let mut player = Player::Left;
            for _ in 0..plies {
                let mut moves = Vec::new();
                game.marches(&stones, player, &mut moves);
                let mut farthest = 0;
                game.each_march(&stones, player, |march| farthest = farthest.max(march.distance));
                assert_eq!(game.march_count(&stones, player), (moves.len() as u32, farthest));
                let mut found: Vec<_> =
                    moves.iter().map(|mv| (*mv, game.play(&stones, player, mv))).collect();
                let mut expected = plainly(&game, &stones, player);
                found.sort_by_key(|(step, _)| *step);
                expected.sort_by_key(|(step, _)| *step);
                assert_eq!(found, expected, "{}", game.show(&stones));
                if moves.is_empty() {
                    break;
                }
                stones = found.swap_remove(next(found.len())).1;
                player = player.opponent();
            }
        }
    }

    #[test]
    fn moves_are_read_as_the_paper_writes_them() {
        let (game, stones) =
            Epaminondas::<4>::open("", "8bbb3/14/7w6/7w6/7w6/14/14/14/14/14/14/14 w").unwrap();
        let step = game.parse_move(&stones, Player::Left, "h8-h11").unwrap();
        assert_eq!(game.show_move(&stones, Player::Left, &step), "h8-h11");
        assert_eq!(game.parse_move(&stones, Player::Left, "[H3,H4,H5]-H2"), Ok(step));
        assert!(game.parse_move(&stones, Player::Left, "[H3,H4,Z5]-H2").is_err());
        assert!(game.parse_move(&stones, Player::Left, "h7-h8").unwrap_err().message.contains("no move"));
    }

    #[test]
    fn who_has_more_across_at_the_start_of_a_turn_has_won() {
        let (game, stones) = Epaminondas::<4>::open("", "w3b/5/5/5/4b").unwrap();
        // White has one stone across, and so has Black.
        assert_eq!(game.ending(&stones, Player::Left, Convention::Normal), None);
        let (game, stones) = Epaminondas::<4>::open("", "w3b/5/5/5/4w").unwrap();
        assert_eq!(game.ending(&stones, Player::Left, Convention::Normal), Some(Ending::Won(Player::Left)));
        // Black may still answer.
        assert_eq!(game.ending(&stones, Player::Right, Convention::Normal), None);
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let error = |text: &str| Epaminondas::<4>::open("", text).unwrap_err().to_string();
        assert!(error("12x14 x").contains("`w` or `b`"));
        assert!(error("14/14/14 w").contains("no stones"));
        assert!(error("ww/ww/w. w").contains("5 stones"));
        assert!(error("2x9").contains("too small"));
        assert!(Epaminondas::<4>::open("symmetry=round", "start").unwrap_err().in_parameters);
    }

    #[test]
    fn a_crossing_may_not_make_a_symmetric_position_if_so_agreed() {
        let (rotated, upside_down, mirrored) = ("4/.w../4/4/..b.", "4/.w../4/4/.b..", "5/..w../5/5/..b..");
        for (symmetry, forbidden) in
            [("rotate-swap", rotated), ("mirror-swap", upside_down), ("mirror", mirrored)]
        {
            for position in [rotated, upside_down, mirrored] {
                let parameters = format!("symmetry={symmetry}");
                let (game, stones) = Epaminondas::<1>::open(&parameters, position).unwrap();
                let crossing = if position == mirrored { "c4-c5" } else { "b4-b5" };
                let may = game.parse_move(&stones, Player::Left, crossing).is_ok();
                // On five columns the last is its own image in every way.
                assert_eq!(may, position != forbidden && position != mirrored, "{parameters} {position}");
                let (free, _) = Epaminondas::<1>::open("", position).unwrap();
                assert!(free.parse_move(&stones, Player::Left, crossing).is_ok());
            }
        }
    }

    #[test]
    fn crossings_takes_one_stone_and_freezes_what_has_crossed() {
        let (game, stones) = Crossings::<1>::open("", "w7/8/1www1b2/8/8/8/8/b7").unwrap();
        let mut moves = Vec::new();
        game.moves(&stones, Player::Left, &mut moves);
        assert!(moves.iter().all(|step| step.from != 0), "a stone that has crossed moves");
        let step = game.parse_move(&stones, Player::Left, "b6xf6").unwrap();
        assert_eq!(
            game.show(&game.play(&stones, Player::Left, &step)),
            "w......./......../...www../......../......../......../......../b......."
        );
    }
}
