//! All marches of a player, many at a time.

use nimatron_rules::{Bits, Grid, Player, Step, Stones};
use smallvec::SmallVec;

use super::Phalanxes;

/// A direction, in rows from the top and in columns.
pub(super) type Direction = (isize, isize);

/// Each direction is opposite to the one four after it.
pub(super) const DIRECTIONS: [Direction; 8] =
    [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

/// The direction opposite to one.
#[inline]
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + 4) % 8
}

/// How sets of squares are moved along each direction.
#[derive(Clone, Debug)]
pub(super) struct Ways<const N: usize> {
    /// The squares that have a neighbour there.
    inner: [Bits<N>; 8],
    /// How far squares are raised, for the directions down the board and to the right; for the others, lowered.
    shifts: [usize; 8],
}

impl<const N: usize> Ways<N> {
    pub(super) fn on(grid: &Grid<N>) -> Self {
        let neighbour = |square, direction: usize| {
            let (row, col) = grid.row_col(square);
            let (down, right) = DIRECTIONS[direction];
            let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
            (row < grid.rows() && col < grid.cols()).then_some(())
        };
        Ways {
            inner: std::array::from_fn(|direction| {
                grid.squares().filter(|square| neighbour(*square, direction).is_some()).collect()
            }),
            shifts: DIRECTIONS.map(|(down, right)| (down * grid.stride() as isize + right).unsigned_abs()),
        }
    }

    /// Every square moved one step on; those at the edge are gone.
    #[inline(always)]
    pub(super) fn step(&self, direction: usize, bits: Bits<N>) -> Bits<N> {
        let bits = bits & self.inner[direction];
        if (2..6).contains(&direction) {
            bits.up(self.shifts[direction])
        } else {
            bits.down(self.shifts[direction])
        }
    }
}

/// What has to be known of single squares.
#[derive(Clone, Debug)]
pub(super) struct Squares {
    /// From a square to the next in each direction.
    pub(super) deltas: [isize; 8],
    /// How many squares there are between each and the edge, by directions.
    pub(super) edge: [[u8; 256]; 8],
    rows: [i8; 256],
    cols: [i8; 256],
    /// A number for a stone of each player on each square: a position's is the sum of theirs, without carry (Zobrist 1970).
    pub(super) keys: [[u128; 256]; 2],
}

impl Squares {
    pub(super) fn on<const N: usize>(grid: &Grid<N>) -> Self {
        let deltas = DIRECTIONS.map(|(down, right)| down * grid.stride() as isize + right);
        let mut squares =
            Squares { deltas, edge: [[0; 256]; 8], rows: [0; 256], cols: [0; 256], keys: keys() };
        for square in grid.squares() {
            let (row, col) = grid.row_col(square);
            // There are at most 256 squares and three rows.
            (squares.rows[square], squares.cols[square]) = (row as i8, col as i8);
            for (direction, (down, right)) in DIRECTIONS.into_iter().enumerate() {
                let room = |at: usize, size: usize, by: isize| match by {
                    0 => usize::MAX,
                    1.. => size - 1 - at,
                    _ => at,
                };
                let least = room(row, grid.rows(), down).min(room(col, grid.cols(), right));
                squares.edge[direction][square] = least as u8;
            }
        }
        squares
    }

    /// The direction from a square to another in line with it, and how many steps it takes.
    #[inline]
    pub(super) fn direction(&self, from: usize, to: usize) -> (usize, usize) {
        /// By the signs of rows and columns.
        const BY_SIGNS: [[usize; 3]; 3] = [[7, 0, 1], [6, 8, 2], [5, 4, 3]];
        let (from, to) = (from & 255, to & 255);
        let (down, right) = (self.rows[to] - self.rows[from], self.cols[to] - self.cols[from]);
        let sign = |by: i8| (by.signum() + 1) as usize;
        (BY_SIGNS[sign(down)][sign(right)] & 7, down.unsigned_abs().max(right.unsigned_abs()).into())
    }

    /// The move that is the march of this front.
    #[inline]
    pub(super) fn step<const N: usize>(&self, march: &Marches<N>, front: usize) -> Step {
        let delta = self.deltas[march.direction];
        let on = |steps: isize| (front as isize + steps * delta) as u8;
        Step { from: on(1 - march.stones as isize), to: on(march.distance as isize) }
    }
}

/// The numbers of SplitMix64 from the seed 0, two for each key.
fn keys() -> [[u128; 256]; 2] {
    let mut seed = 0u64;
    let mut next = || {
        seed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (seed ^ (seed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u128::from(z ^ (z >> 31))
    };
    std::array::from_fn(|_| std::array::from_fn(|_| next() << 64 | next()))
}

/// Moves of one kind: from each of these fronts, so many stones march so far.
pub(super) struct Marches<const N: usize> {
    pub(super) direction: usize,
    pub(super) stones: usize,
    pub(super) distance: usize,
    pub(super) fronts: Bits<N>,
    /// Whether they take something.
    pub(super) captures: bool,
}

/// Which marches are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    /// All.
    All,
    /// Those that take something, and those onto the enemy's home row.
    Sharp,
}

/// Sets for one number of squares after the other.
type Sets<const N: usize> = SmallVec<[Bits<N>; 16]>;

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// Calls `visit` with the marches that are wanted, by kinds.
    #[inline]
    pub(super) fn each_march(
        &self,
        stones: &Stones<N>,
        player: Player,
        which: Which,
        mut visit: impl FnMut(Marches<N>),
    ) {
        let (own, enemy) = stones.own_and_enemy(player);
        let empty = self.all.without(own | enemy);
        let (movable, takable) = self.movable_and_takable(stones, player);
        let goal = self.home(player.opponent());
        let mut runs: Sets<N> = SmallVec::new();
        let mut free: Sets<N> = SmallVec::new();
        let mut enemies: Sets<N> = SmallVec::new();
        for direction in 0..8 {
            let back = opposite(direction);
            // 1. The fronts, if they are not blocked, of runs of at least one stone, two stones, …
            let fronts = movable & self.ways.step(back, empty | takable);
            if fronts.is_empty() {
                continue;
            }
            runs.clear();
            runs.push(fronts);
            let mut behind = movable;
            loop {
                behind = self.ways.step(direction, behind);
                let longer = runs[runs.len() - 1] & behind;
                if longer.is_empty() {
                    break;
                }
                runs.push(longer);
            }
            let most = runs.len();
            // 2. Marches over empty squares. Also the fronts with none, one, … empty squares before them.
            free.clear();
            free.push(fronts);
            let (mut before, mut arriving) = (empty, goal);
            for distance in 1..=most {
                before = self.ways.step(back, before);
                let reach = free[distance - 1] & before;
                if reach.is_empty() {
                    break;
                }
                free.push(reach);
                let reach = match which {
                    Which::All => reach,
                    Which::Sharp => {
                        arriving = self.ways.step(back, arriving);
                        reach & arriving
                    }
                };
                for stones in distance..=most {
                    let fronts = runs[stones - 1] & reach;
                    if fronts.is_empty() {
                        break;
                    }
                    visit(Marches { direction, stones, distance, fronts, captures: false });
                }
            }
            // 3. Captures, with at least two stones: of lines that are shorter.
            if most < 2 {
                continue;
            }
            enemies.clear();
            let mut ahead = enemy;
            let mut head = takable;
            for (gap, free) in free.iter().enumerate().take(most) {
                head = self.ways.step(back, head);
                let meet = *free & head;
                let mut line = meet & runs[1];
                if line.is_empty() {
                    continue;
                }
                // `line` are those who meet at least so many enemies.
                for stones in 2..=most {
                    let able = runs[stones - 1] & meet;
                    if able.is_empty() {
                        break;
                    }
                    while enemies.len() < gap + stones {
                        ahead = self.ways.step(back, ahead);
                        enemies.push(ahead);
                    }
                    line = line & enemies[gap + stones - 1];
                    let fronts = able.without(line);
                    if stones > gap && !fronts.is_empty() {
                        visit(Marches { direction, stones, distance: gap + 1, fronts, captures: true });
                    }
                }
            }
        }
    }
}
