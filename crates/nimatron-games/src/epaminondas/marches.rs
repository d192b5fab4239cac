//! All marches of a player, many at a time.
//!
//! All marches of one kind are generated together. The fronts of runs of a given number of stones, with a
//! given number of empty squares before them, are sets of squares. A row is a quarter of a word, so sets are
//! shifted by constants, or by vectors of eight rows (`planes.rs`) where lines and captures are looked for.
//! To count moves, as at the leaves of a perft, the sets are counted and no move is made. A random move for a
//! playout is found by trying phalanxes and distances until one is legal, which needs no list.

use nimatron_rules::{Bits, Grid, Player, Step, Stones};

use super::Phalanxes;
use super::planes::{Plane, Rows};

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

/// The distance from each row to the next: a row is a byte on boards of one word, and a quarter of a word on
/// all others, so that sets of squares are shifted by constants.
pub(super) const fn stride(words: usize) -> usize {
    if words == 1 { 8 } else { 16 }
}

/// How sets of squares are shifted along each direction.
#[derive(Clone, Debug)]
pub(super) struct Ways<const N: usize> {
    /// The squares that have a neighbour in this direction.
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

    /// Every square moved one step forward along direction `D`; those at the edge are dropped.
    #[inline(always)]
    pub(super) fn step<const D: usize>(&self, bits: Bits<N>) -> Bits<N> {
        moved_by(const { DIRECTIONS[D] }, bits & self.inner[D])
    }

    /// Every square moved one step back.
    #[inline(always)]
    pub(super) fn back<const D: usize>(&self, bits: Bits<N>) -> Bits<N> {
        moved_by(const { DIRECTIONS[opposite(D)] }, bits & self.inner[opposite(D)])
    }
}

/// Every square moved; none may be at that edge.
#[inline(always)]
fn moved_by<const N: usize>((down, right): Direction, bits: Bits<N>) -> Bits<N> {
    match (down, right) {
        // A word consists of whole rows, so along a row nothing moves from one word to another.
        (0, 1) => Bits::from_words(bits.words().map(|word| word << 1)),
        (0, -1) => Bits::from_words(bits.words().map(|word| word >> 1)),
        _ => {
            let by = down * stride(N) as isize + right;
            if by > 0 { bits.up(by.unsigned_abs()) } else { bits.down(by.unsigned_abs()) }
        }
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

/// Precomputed facts about single squares.
#[derive(Clone, Debug)]
pub(super) struct Squares {
    /// The distance from a square to the next in each direction.
    pub(super) deltas: [isize; 8],
    /// The number of squares between each square and the edge, by direction.
    pub(super) edge: [[u8; 256]; 8],
    /// The distance of each square from the centre of the board.
    pub(super) from_centre: [f64; 256],
    rows: [i8; 256],
    cols: [i8; 256],
    /// A random number for a stone of each player on each square: the key of a position is the xor of these
    /// (Zobrist 1970).
    pub(super) keys: [[u128; 256]; 2],
}

impl Squares {
    pub(super) fn on<const N: usize>(grid: &Grid<N>) -> Self {
        let deltas = DIRECTIONS.map(|(down, right)| down * grid.stride() as isize + right);
        let mut squares = Squares {
            deltas,
            edge: [[0; 256]; 8],
            from_centre: [0.0; 256],
            rows: [0; 256],
            cols: [0; 256],
            keys: keys(),
        };
        let half = |size: usize| (size as f64 - 1.0) / 2.0;
        let (rows, cols) = (half(grid.rows()), half(grid.cols()));
        for square in grid.squares() {
            let (row, col) = grid.row_col(square);
            // There are at most 256 squares and three rows.
            (squares.rows[square], squares.cols[square]) = (row as i8, col as i8);
            squares.from_centre[square] = (row as f64 - rows).hypot(col as f64 - cols);
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

    /// The direction from a square to another in line with it, and the number of steps.
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

/// Moves of one kind: from each of these fronts, this number of stones march this far.
pub(super) struct Marches<const N: usize> {
    pub(super) direction: usize,
    pub(super) stones: usize,
    pub(super) distance: usize,
    pub(super) fronts: Bits<N>,
    /// Whether they capture.
    pub(super) captures: bool,
}

/// The facts about a position that a player needs.
struct Field<const N: usize> {
    movable: Bits<N>,
    takable: Bits<N>,
    enemy: Bits<N>,
    empty: Bits<N>,
    /// The enemy's home row.
    goal: Bits<N>,
}

/// A set for each number of squares in a row: no board is longer.
type Sets<const N: usize> = [Bits<N>; 16];

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// Calls `visit` with all marches, by kinds.
    #[inline]
    pub(super) fn each_march(&self, stones: &Stones<N>, player: Player, mut visit: impl FnMut(Marches<N>)) {
        let field = self.field(stones, player);
        let mut sets = [[Bits::EMPTY; 16]; 3];
        along!(0 1 2 3 4 5 6 7; self.each_march_along(&field, &mut sets, &mut visit));
    }

    /// The number of marches, and the length of the longest.
    #[inline]
    pub(super) fn march_count(&self, stones: &Stones<N>, player: Player) -> (u32, usize) {
        let field = self.field(stones, player);
        let mut runs = [Bits::EMPTY; 16];
        let (mut count, mut farthest) = (0, 0);
        along!(0 1 2 3 4 5 6 7; self.count_marches_along(&field, &mut runs, &mut count, &mut farthest));
        (count, farthest)
    }

    /// The facts about a position that a player needs.
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

    /// The fronts that are not blocked, of runs of at least one stone, two stones, …: returns the length of
    /// the longest.
    #[inline(always)]
    fn runs_along<const D: usize>(&self, movable: Bits<N>, fronts: Bits<N>, runs: &mut Sets<N>) -> usize {
        runs[0] = fronts;
        let (mut behind, mut longer) = (movable, fronts);
        for (length, run) in runs.iter_mut().enumerate().skip(1) {
            behind = self.ways.step::<D>(behind);
            longer = longer & behind;
            if longer.is_empty() {
                return length;
            }
            *run = longer;
        }
        16
    }

    #[inline]
    fn each_march_along<const D: usize>(
        &self,
        &Field { movable, takable, enemy, empty, .. }: &Field<N>,
        [runs, free, enemies]: &mut [Sets<N>; 3],
        visit: &mut impl FnMut(Marches<N>),
    ) {
        // 1. The fronts, by the number of stones behind them.
        let fronts = movable & self.ways.back::<D>(empty | takable);
        if fronts.is_empty() {
            return;
        }
        let most = self.runs_along::<D>(movable, fronts, runs);
        let runs = &runs[..most];
        // 2. Marches over empty squares. Also the fronts with none, one, … empty squares before them.
        free[0] = fronts;
        let (mut before, mut reach, mut farthest) = (empty, fronts, 0);
        for distance in 1..=most {
            before = self.ways.back::<D>(before);
            reach = reach & before;
            if reach.is_empty() {
                break;
            }
            if distance < most {
                free[distance] = reach;
                farthest = distance;
            }
            for (longer, run) in runs[distance - 1..].iter().enumerate() {
                let fronts = *run & reach;
                if fronts.is_empty() {
                    break;
                }
                visit(Marches { direction: D, stones: distance + longer, distance, fronts, captures: false });
            }
        }
        // 3. Captures, with at least two stones: of lines that are shorter.
        if most < 2 {
            return;
        }
        let mut head = takable;
        let mut known = 0;
        for (gap, free) in free[..=farthest].iter().enumerate() {
            head = self.ways.back::<D>(head);
            let meet = *free & head;
            let mut line = meet & runs[1];
            if line.is_empty() {
                continue;
            }
            // `line` are the fronts that meet at least this number of enemies.
            for (stones, run) in (2..).zip(&runs[1..]) {
                let able = *run & meet;
                if able.is_empty() {
                    break;
                }
                line = line & self.enemies_ahead::<D>(enemy, gap + stones, enemies, &mut known);
                let fronts = able.without(line);
                if stones > gap && !fronts.is_empty() {
                    visit(Marches { direction: D, stones, distance: gap + 1, fronts, captures: true });
                }
            }
        }
    }

    /// The squares with an enemy this number of squares ahead; `known` sets are reused.
    #[inline(always)]
    fn enemies_ahead<const D: usize>(
        &self,
        enemy: Bits<N>,
        squares: usize,
        enemies: &mut Sets<N>,
        known: &mut usize,
    ) -> Bits<N> {
        while *known < squares.min(16) {
            let last = if *known == 0 { enemy } else { enemies[*known - 1] };
            enemies[*known] = self.ways.back::<D>(last);
            *known += 1;
        }
        enemies.get(squares - 1).copied().unwrap_or(Bits::EMPTY)
    }

    /// Adds the number of marches along a direction.
    #[inline(always)]
    fn count_marches_along<const D: usize>(
        &self,
        &Field { movable, takable, enemy, empty, .. }: &Field<N>,
        runs: &mut Sets<N>,
        count: &mut u32,
        farthest: &mut usize,
    ) {
        let (mut before, mut head) = (self.ways.back::<D>(empty), self.ways.back::<D>(takable));
        let fronts = movable & (before | head);
        if fronts.is_empty() {
            return;
        }
        let most = self.runs_along::<D>(movable, fronts, runs);
        let runs = &runs[..most];
        let mut free = fronts;
        for gap in 0..most {
            // 1. Captures beyond this number of empty squares, with at least one more stone than these, and
            //    at least two.
            let meet = free & head;
            for (stones, run) in (2..).zip(&runs[1..]).skip(gap.saturating_sub(1)) {
                let able = *run & meet;
                if able.is_empty() {
                    break;
                }
                let captures = able.count() - self.long_lines::<D>(enemy, able, gap, stones).count();
                if captures > 0 {
                    *count += captures;
                    *farthest = (gap + 1).max(*farthest);
                }
            }
            // 2. Marches one square further.
            free = free & before & runs[gap];
            if free.is_empty() {
                break;
            }
            *count += free.count();
            *farthest = (gap + 1).max(*farthest);
            for run in &runs[gap + 1..] {
                let fronts = *run & free;
                if fronts.is_empty() {
                    break;
                }
                *count += fronts.count();
            }
            (before, head) = (self.ways.back::<D>(before), self.ways.back::<D>(head));
        }
    }

    /// The fronts that meet at least this number of enemies beyond this number of squares.
    #[inline]
    fn long_lines<const D: usize>(
        &self,
        enemy: Bits<N>,
        fronts: Bits<N>,
        gap: usize,
        length: usize,
    ) -> Bits<N> {
        let on = |square: usize, steps: usize| {
            (square as isize + steps as isize * self.squares.deltas[D]) as usize
        };
        let is_long = |front: &usize| {
            let room = usize::from(self.squares.edge[D][*front]);
            gap + length <= room && (gap + 1..=gap + length).all(|steps| enemy.contains(on(*front, steps)))
        };
        fronts.iter().filter(is_long).collect()
    }

    /// Calls `visit` with every march that captures or crosses, and the number of stones it takes. The
    /// parameters say whether marches that only cross are wanted, and the minimum number of stones that the
    /// others take.
    #[inline]
    pub(super) fn each_sharp_march(
        &self,
        stones: &Stones<N>,
        player: Player,
        (crossings, taken): (bool, usize),
        mut visit: impl FnMut(Step, usize),
    ) {
        let field = self.field(stones, player);
        let (up, down) = (crossings && player == Player::Left, crossings && player == Player::Right);
        if const { stride(N) == 16 } {
            self.each_sharp_march_on::<Rows<N>>(&field, (up, down), taken, &mut visit);
        } else {
            self.each_sharp_march_on::<Bits<N>>(&field, (up, down), taken, &mut visit);
        }
    }

    #[inline(always)]
    fn each_sharp_march_on<P: Plane<N>>(
        &self,
        field: &Field<N>,
        (up, down): (bool, bool),
        taken: usize,
        visit: &mut impl FnMut(Step, usize),
    ) {
        let planes = [field.movable, field.takable, field.enemy, field.empty, field.goal].map(P::of);
        along!(7 0 1; self.each_sharp_march_along(field, planes, (up, taken), visit));
        along!(3 4 5; self.each_sharp_march_along(field, planes, (down, taken), visit));
        along!(2 6; self.each_sharp_march_along(field, planes, (false, taken), visit));
    }

    #[inline]
    fn each_sharp_march_along<const D: usize>(
        &self,
        field: &Field<N>,
        [movable, takable, enemy, empty, goal]: [impl Plane<N>; 5],
        (crosses, taken): (bool, usize),
        visit: &mut impl FnMut(Step, usize),
    ) {
        let ways = &self.ways;
        // 1. The first enemies of lines that are long enough, and the fronts of phalanxes that are longer. A
        //    single stone never captures.
        let mut lines = takable;
        let mut behind = movable.step::<D>(ways);
        let mut able = movable & behind;
        if taken > 1 {
            let (mut ahead, mut rear) = (enemy, behind);
            for _ in 1..taken {
                ahead = ahead.back::<D>(ways);
                rear = rear.step::<D>(ways);
                (lines, able) = (lines & ahead, able & rear);
            }
        }
        if !crosses && (able.is_empty() || lines.is_empty()) {
            return;
        }
        let mut each_of = |fronts: Bits<N>, gap| {
            self.each_of(fronts, D, gap, (field.movable, field.enemy), visit);
        };
        // 2. The fronts before an enemy, or an empty square.
        let (mut head, mut before) = (lines.back::<D>(ways), empty.back::<D>(ways));
        let mut arriving = goal.back::<D>(ways);
        let mut free = if crosses { movable & before } else { able & before };
        let meets = able & head;
        if !meets.is_empty() {
            each_of(meets.bits(), 0);
        }
        // 3. The same beyond this number of empty squares, with more stones than these.
        for gap in 1.. {
            if free.is_empty() {
                break;
            }
            if crosses {
                let arrives = free & arriving;
                if !arrives.is_empty() {
                    each_of(arrives.bits(), gap);
                }
                arriving = arriving.back::<D>(ways);
            }
            free = free & behind;
            if free.is_empty() {
                break;
            }
            head = head.back::<D>(ways);
            let meets = free & head;
            if !meets.is_empty() {
                each_of(meets.bits(), gap);
            }
            before = before.back::<D>(ways);
            free = free & before;
            behind = behind.step::<D>(ways);
        }
    }

    /// Calls `visit` with all marches of these fronts that end `gap` squares ahead: on an empty square, or
    /// just beyond them on the first stone of an enemy line.
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
