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

/// How many squares it is from each row to the next: a row is a byte on boards of one word, and a quarter of a word on all
/// others, so that sets of squares are moved by constants.
pub(super) const fn stride(words: usize) -> usize {
    if words == 1 { 8 } else { 16 }
}

/// How sets of squares are moved along each direction.
#[derive(Clone, Debug)]
pub(super) struct Ways<const N: usize> {
    /// The squares that have a neighbour there.
    inner: [Bits<N>; 8],
}

impl<const N: usize> Ways<N> {
    pub(super) fn on(grid: &Grid<N>) -> Self {
        let neighbour = |square, direction: usize| {
            let (row, col) = grid.row_col(square);
            let (down, right) = DIRECTIONS[direction];
            let (row, col) = (row.checked_add_signed(down)?, col.checked_add_signed(right)?);
            (row < grid.rows() && col < grid.cols()).then_some(())
        };
        let inner =
            |direction| grid.squares().filter(|square| neighbour(*square, direction).is_some()).collect();
        Ways { inner: std::array::from_fn(inner) }
    }

    /// Every square moved one step on along direction `D`; those at the edge are gone.
    #[inline(always)]
    pub(super) fn step<const D: usize>(&self, bits: Bits<N>) -> Bits<N> {
        let by = const { DIRECTIONS[D].0 * stride(N) as isize + DIRECTIONS[D].1 };
        let bits = bits & self.inner[D];
        if by > 0 { bits.up(by.unsigned_abs()) } else { bits.down(by.unsigned_abs()) }
    }

    /// Every square moved one step back.
    #[inline(always)]
    pub(super) fn back<const D: usize>(&self, bits: Bits<N>) -> Bits<N> {
        let by = const { DIRECTIONS[D].0 * stride(N) as isize + DIRECTIONS[D].1 };
        let bits = bits & self.inner[opposite(D)];
        if by > 0 { bits.down(by.unsigned_abs()) } else { bits.up(by.unsigned_abs()) }
    }
}

/// Calls a function that takes a direction as a constant, for each of these directions.
macro_rules! along {
    ($($direction:literal)*; $game:ident.$function:ident $arguments:tt) => {
        $($crate::epaminondas::marches::along!(@ $direction, $game, $function, $arguments);)*
    };
    (@ $direction:literal, $game:ident, $function:ident, ($($argument:expr),*)) => {
        $game.$function::<$direction>($($argument),*)
    };
}
pub(super) use along;

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

/// What a player has to know of a position.
struct Field<const N: usize> {
    movable: Bits<N>,
    takable: Bits<N>,
    enemy: Bits<N>,
    empty: Bits<N>,
    /// The enemy's home row.
    goal: Bits<N>,
}

/// Sets for one number of squares after the other.
type Sets<const N: usize> = SmallVec<[Bits<N>; 16]>;

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// Calls `visit` with all marches, by kinds.
    #[inline]
    pub(super) fn each_march(&self, stones: &Stones<N>, player: Player, mut visit: impl FnMut(Marches<N>)) {
        let field = self.field(stones, player);
        let mut sets = std::array::from_fn(|_| SmallVec::new());
        along!(0 1 2 3 4 5 6 7; self.each_march_along(&field, &mut sets, &mut visit));
    }

    /// What a player has to know.
    #[inline]
    fn field(&self, stones: &Stones<N>, player: Player) -> Field<N> {
        let (own, enemy) = stones.own_and_enemy(player);
        let (movable, takable) = self.movable_and_takable(stones, player);
        Field {
            movable,
            takable,
            enemy,
            empty: self.all.without(own | enemy),
            goal: self.home(player.opponent()),
        }
    }

    #[inline]
    fn each_march_along<const D: usize>(
        &self,
        &Field { movable, takable, enemy, empty, .. }: &Field<N>,
        [runs, free, enemies]: &mut [Sets<N>; 3],
        visit: &mut impl FnMut(Marches<N>),
    ) {
        // 1. The fronts, if they are not blocked, of runs of at least one stone, two stones, …
        let fronts = movable & self.ways.back::<D>(empty | takable);
        if fronts.is_empty() {
            return;
        }
        runs.clear();
        runs.push(fronts);
        let mut behind = movable;
        loop {
            behind = self.ways.step::<D>(behind);
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
        let mut before = empty;
        for distance in 1..=most {
            before = self.ways.back::<D>(before);
            let reach = free[distance - 1] & before;
            if reach.is_empty() {
                break;
            }
            free.push(reach);
            for stones in distance..=most {
                let fronts = runs[stones - 1] & reach;
                if fronts.is_empty() {
                    break;
                }
                visit(Marches { direction: D, stones, distance, fronts, captures: false });
            }
        }
        // 3. Captures, with at least two stones: of lines that are shorter.
        if most < 2 {
            return;
        }
        enemies.clear();
        let mut ahead = enemy;
        let mut head = takable;
        for (gap, free) in free.iter().enumerate().take(most) {
            head = self.ways.back::<D>(head);
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
                    ahead = self.ways.back::<D>(ahead);
                    enemies.push(ahead);
                }
                line = line & enemies[gap + stones - 1];
                let fronts = able.without(line);
                if stones > gap && !fronts.is_empty() {
                    visit(Marches { direction: D, stones, distance: gap + 1, fronts, captures: true });
                }
            }
        }
    }

    /// Calls `visit` with every march that takes something or crosses, and how many stones it takes.
    #[inline]
    pub(super) fn each_sharp_march(
        &self,
        stones: &Stones<N>,
        player: Player,
        mut visit: impl FnMut(Step, usize),
    ) {
        let field = self.field(stones, player);
        let (up, down) = (player == Player::Left, player == Player::Right);
        along!(7 0 1; self.each_sharp_march_along(&field, up, &mut visit));
        along!(3 4 5; self.each_sharp_march_along(&field, down, &mut visit));
        along!(2 6; self.each_sharp_march_along(&field, false, &mut visit));
    }

    #[inline]
    fn each_sharp_march_along<const D: usize>(
        &self,
        &Field { movable, takable, enemy, empty, goal }: &Field<N>,
        crosses: bool,
        visit: &mut impl FnMut(Step, usize),
    ) {
        let mut each_of = |fronts: Bits<N>, gap| {
            if !fronts.is_empty() {
                self.each_of(fronts, D, gap, (movable, enemy), visit);
            }
        };
        // 1. Who stands before an enemy, or an empty square. Nobody captures alone.
        let mut behind = self.ways.step::<D>(movable);
        let pairs = movable & behind;
        if pairs.is_empty() && !crosses {
            return;
        }
        let (mut head, mut before) = (self.ways.back::<D>(takable), self.ways.back::<D>(empty));
        let mut arriving = if crosses { self.ways.back::<D>(goal) } else { Bits::EMPTY };
        let mut free = if crosses { movable & before } else { pairs & before };
        each_of(pairs & head, 0);
        // 2. The same beyond so many empty squares, with more stones than these.
        for gap in 1.. {
            if free.is_empty() {
                break;
            }
            if crosses {
                each_of(free & arriving, gap);
                arriving = self.ways.back::<D>(arriving);
            }
            free = free & behind;
            if free.is_empty() {
                break;
            }
            head = self.ways.back::<D>(head);
            each_of(free & head, gap);
            before = self.ways.back::<D>(before);
            free = free & before;
            behind = self.ways.step::<D>(behind);
        }
    }

    /// Calls `visit` with all marches of these fronts that end `gap` squares on: on an empty square, or just beyond them on the
    /// first stone of an enemy line.
    #[inline]
    fn each_of(
        &self,
        fronts: Bits<N>,
        direction: usize,
        gap: usize,
        (movable, enemy): (Bits<N>, Bits<N>),
        visit: &mut impl FnMut(Step, usize),
    ) {
        let delta = self.squares.deltas[direction];
        for front in fronts {
            let on = |steps: isize| (front as isize + steps * delta) as usize;
            let behind = isize::from(self.squares.edge[opposite(direction)][front]);
            let before = isize::from(self.squares.edge[direction][front]);
            let run = (1..=behind).take_while(|&steps| movable.contains(on(-steps))).count() + 1;
            let first = gap as isize + 1;
            let line = (first..=before).take_while(|&steps| enemy.contains(on(steps))).count();
            let meets = line > 0;
            let (distance, least) = if meets { (gap + 1, line.max(gap) + 1) } else { (gap, gap) };
            for stones in least..=run {
                let step = Step { from: on(1 - stones as isize) as u8, to: on(distance as isize) as u8 };
                visit(step, if meets { line } else { 0 });
            }
        }
    }
}
