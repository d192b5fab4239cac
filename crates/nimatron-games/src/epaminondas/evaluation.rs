//! The evaluation: a weighted sum of where stones stand and of the lines they form. The weights were learned
//! from games of the engine against itself (docs/epaminondas.md).

use nimatron_rules::{Bits, Evaluation, Player, Stones};

use super::marches::stride;
use super::planes::{Plane, Rows};
use super::{Change, Phalanxes};

mod siege;
mod weights;

pub(super) use weights::WEIGHTS;

/// The number of rows, from the own home row, that are distinguished; other boards are stretched.
const ROWS: usize = 12;
/// The number of columns, from the edge, that are distinguished: left and right are the same.
const COLS: usize = 7;
/// The number of squares that are distinguished.
const SQUARES: usize = ROWS * COLS;
/// Lines of two to five stones are counted.
const LENGTHS: usize = 4;
/// The number of features of these lines: upright, slanting, level, and on the home row.
const LINES: usize = 4 * LENGTHS;
/// The features of the home rows: squares that can be reached, defended squares, and reached squares that are
/// not defended, for the player to move and for the opponent.
const SIEGES: usize = 4;
/// The features: stones by squares, lines, the state of the home rows, the lead in stones, and the turn.
pub(super) const FEATURES: usize = SQUARES + LINES + SIEGES + 2;

/// The evaluation for a board.
#[derive(Clone, Debug)]
pub(super) struct Tuned {
    /// The worth of a stone of Left and of Right on each square.
    squares: Box<[[i32; 256]; 2]>,
    lines: [i32; LINES],
    sieges: [i32; SIEGES],
    trade: i32,
    turn: i32,
}

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// The feature of a stone of the player on a square.
    fn kind(&self, square: usize, player: Player) -> usize {
        let (row, col) = self.grid.row_col(square);
        let (rows, cols) = (self.grid.rows(), self.grid.cols());
        let from_home = if player == Player::Left { rows - 1 - row } else { row };
        let from_edge = col.min(cols - 1 - col);
        let stretched = |at: usize, most: usize, kinds: usize| (at * (kinds - 1) + most / 2) / most.max(1);
        COLS * stretched(from_home, rows - 1, ROWS) + stretched(from_edge, (cols - 1) / 2, COLS)
    }

    /// Calls `visit` with the number of lines of each kind.
    #[inline]
    fn each_line(&self, stones: Bits<N>, home: Bits<N>, mut visit: impl FnMut(usize, i32)) {
        let visit = &mut visit;
        self.each_line_along::<2>(stones & home, 3, visit);
        self.each_line_along::<0>(stones, 0, visit);
        self.each_line_along::<1>(stones, 1, visit);
        self.each_line_along::<3>(stones, 1, visit);
        self.each_line_along::<2>(stones, 2, visit);
    }

    #[inline]
    fn each_line_along<const D: usize>(
        &self,
        stones: Bits<N>,
        axis: usize,
        visit: &mut impl FnMut(usize, i32),
    ) {
        let mut line = stones;
        for length in 0..LENGTHS {
            line = line & self.ways.step::<D>(line);
            if line.is_empty() {
                break;
            }
            visit(4 * length + axis, line.count() as i32);
        }
    }

    /// The worth of the lines of a player: the sum of `each_line`, computed at once.
    #[inline]
    fn lines_worth(&self, stones: Bits<N>, home: Bits<N>, weights: &[i32; LINES]) -> i32 {
        let mut worth = if const { stride(N) == 16 } {
            self.lines_worth_on(Rows::of(stones), weights)
        } else {
            self.lines_worth_on(stones, weights)
        };
        let home = stones & home;
        // The home row is within one word: all the others are empty.
        let mut line = home.words().into_iter().fold(0, |all, word| all | word);
        for length in 0..LENGTHS {
            let weight = weights[4 * length + 3];
            line &= line << 1;
            worth += weight * line.count_ones() as i32;
        }
        worth
    }

    #[inline(always)]
    fn lines_worth_on(&self, stones: impl Plane<N>, weights: &[i32; LINES]) -> i32 {
        let kinds = |axis: usize| std::array::from_fn(|length| weights[4 * length + axis]);
        self.lines_worth_along::<2>(stones, kinds(2))
            + self.lines_worth_along::<0>(stones, kinds(0))
            + self.lines_worth_along::<1>(stones, kinds(1))
            + self.lines_worth_along::<3>(stones, kinds(1))
    }

    #[inline(always)]
    fn lines_worth_along<const D: usize>(&self, stones: impl Plane<N>, weights: [i32; LENGTHS]) -> i32 {
        let mut line = stones;
        let mut worth = 0;
        for weight in weights {
            line = line & line.step::<D>(&self.ways);
            if line.is_empty() {
                break;
            }
            worth += weight * line.bits().count() as i32;
        }
        worth
    }

    /// How much more a lead in stones counts because many are gone: the player who is ahead likes to
    /// exchange.
    #[inline]
    fn trade(&self, stones: &Stones<N>, player: Player) -> i32 {
        let (own, enemy) = stones.own_and_enemy(player);
        let (own, enemy) = (own.count() as i32, enemy.count() as i32);
        let gone = 4 * self.grid.cols() as i32 - own - enemy;
        (own - enemy) * gone / 8
    }

    /// The state of the home rows, as seen by the player to move.
    #[inline]
    fn sieges(&self, stones: &Stones<N>, player: Player) -> [i32; SIEGES] {
        let (own, enemy) = (self.siege(stones, player), self.siege(stones, player.opponent()));
        let more = |one: u32, other: u32| one as i32 - other as i32;
        [
            more(enemy.reached, own.reached),
            more(own.defended, enemy.defended),
            enemy.open.min(3) as i32,
            -(own.open.min(3) as i32),
        ]
    }

    /// The difference in each feature between the player, who is to move, and the opponent.
    pub(super) fn counted(&self, stones: &Stones<N>, player: Player) -> Vec<i32> {
        let mut features = vec![0; FEATURES];
        let (own, enemy) = stones.own_and_enemy(player);
        for (bits, owner, sign) in [(own, player, 1), (enemy, player.opponent(), -1)] {
            bits.iter().for_each(|square| features[self.kind(square, owner)] += sign);
            self.each_line(bits, self.home(owner), |kind, count| features[SQUARES + kind] += sign * count);
        }
        features[SQUARES + LINES..][..SIEGES].copy_from_slice(&self.sieges(stones, player));
        features[FEATURES - 2] = self.trade(stones, player);
        features[FEATURES - 1] = 1;
        features
    }
}

impl Tuned {
    pub(super) fn new<const N: usize, const CROSSINGS: bool>(
        game: &Phalanxes<N, CROSSINGS>,
        weights: &[i32; FEATURES],
    ) -> Self {
        let mut squares = Box::new([[0; 256]; 2]);
        for square in game.grid.squares() {
            for player in Player::BOTH {
                squares[player.index()][square] = weights[game.kind(square, player)];
            }
        }
        let lines = std::array::from_fn(|kind| weights[SQUARES + kind]);
        let sieges = std::array::from_fn(|kind| weights[SQUARES + LINES + kind]);
        Tuned { squares, lines, sieges, trade: weights[FEATURES - 2], turn: weights[FEATURES - 1] }
    }
}

impl<const N: usize, const CROSSINGS: bool> Evaluation<Phalanxes<N, CROSSINGS>> for Tuned {
    fn tally(&self, _: &Phalanxes<N, CROSSINGS>, stones: &Stones<N>) -> i32 {
        let sum = |bits: Bits<N>, player: Player| -> i32 {
            bits.iter().map(|square| self.squares[player.index()][square]).sum()
        };
        sum(stones.left, Player::Left) - sum(stones.right, Player::Right)
    }

    #[inline]
    fn tally_after(
        &self,
        game: &Phalanxes<N, CROSSINGS>,
        tally: i32,
        before: &Stones<N>,
        player: Player,
        step: &nimatron_rules::Step,
        _: &Stones<N>,
    ) -> i32 {
        let (own, enemy) = before.own_and_enemy(player);
        let (mine, theirs) = (&self.squares[player.index()], &self.squares[player.opponent().index()]);
        let mut gain = 0;
        game.each_change(own, enemy, step, |change| match change {
            Change::Leaves(square) => gain -= mine[square],
            Change::Arrives(square) => gain += mine[square],
            Change::IsTaken(square) => gain += theirs[square],
        });
        if player == Player::Left { tally + gain } else { tally - gain }
    }

    #[inline]
    fn guess(&self, game: &Phalanxes<N, CROSSINGS>, stones: &Stones<N>, tally: i32, player: Player) -> i32 {
        let (own, enemy) = stones.own_and_enemy(player);
        let mut score = if player == Player::Left { tally } else { -tally } + self.turn;
        score += game.lines_worth(own, game.home(player), &self.lines);
        score -= game.lines_worth(enemy, game.home(player.opponent()), &self.lines);
        score += self.trade * game.trade(stones, player);
        let sieges = game.sieges(stones, player);
        score + sieges.iter().zip(self.sieges).map(|(count, weight)| count * weight).sum::<i32>()
    }
}
