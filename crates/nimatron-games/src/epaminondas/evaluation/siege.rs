//! Where a home row can be crossed at once, and which of its squares are defended.
//!
//! Only the eight rows next to the home row count, and each is a number. A phalanx that comes straight to a
//! square of the home row stands in its column, and one that comes diagonally stands one column further in
//! each row. So with every row shifted by its distance from the home row, it stands in one column again, and
//! all squares of the home row are examined together.

use nimatron_rules::{Bits, Player, Stones};

use crate::epaminondas::Phalanxes;
use crate::epaminondas::marches::stride;

/// The state of a home row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Siege {
    /// The number of its squares that the enemy can reach with the next move.
    pub(super) reached: u32,
    /// The number of these that are not defended.
    pub(super) open: u32,
    /// The number of empty squares that are defended: a stone that comes there can be taken.
    pub(super) defended: u32,
}

/// Eight rows, the home row first. Squares beyond the columns of the board are empty.
type Near = [u32; 8];

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// The state of the home row of a player.
    #[inline]
    pub(super) fn siege(&self, stones: &Stones<N>, player: Player) -> Siege {
        if const { stride(N) != 16 } {
            return Siege::default();
        }
        let (own, enemy) = stones.own_and_enemy(player);
        let empty = self.all.without(own | enemy);
        // The usual board, with constants.
        let (own, enemy, empty) = match (self.grid.rows(), player) {
            (12, Player::Left) => (near(own, 12, true), near(enemy, 12, true), near(empty, 12, true)),
            (12, Player::Right) => (near(own, 12, false), near(enemy, 12, false), near(empty, 12, false)),
            (rows, player) => {
                let near = |bits| near(bits, rows, player == Player::Left);
                (near(own), near(enemy), near(empty))
            }
        };
        let straight = at_home(own, enemy, empty);
        let left = at_home(slanted::<true>(own), slanted::<true>(enemy), slanted::<true>(empty));
        let right = at_home(slanted::<false>(own), slanted::<false>(enemy), slanted::<false>(empty));
        let reached = (straight.0 | left.0 | right.0) & empty[0];
        // Also along the row, where long phalanxes go far.
        let (row, free) = (own[0] as u16, empty[0] as u16);
        let along = swept::<true>(row, free) | swept::<false>(row, free);
        let defended = (straight.1 | left.1 | right.1 | u32::from(along)) & empty[0];
        Siege {
            reached: reached.count_ones(),
            open: (reached & !defended).count_ones(),
            defended: defended.count_ones(),
        }
    }
}

/// The eight rows next to the home row, which is the last row or the first.
#[inline(always)]
fn near<const N: usize>(bits: Bits<N>, rows: usize, is_last: bool) -> Near {
    let words = bits.words();
    let row = |i: usize| {
        let row = if is_last { rows.wrapping_sub(1 + i) } else { i };
        let word = words.get(row / 4).copied().unwrap_or(0);
        if i < rows { u32::from((word >> (16 * (row % 4))) as u16) } else { 0 }
    };
    // Unrolled, so that it consists of constants.
    [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]
}

/// Every row shifted by its distance from the home row.
#[inline(always)]
fn slanted<const UP: bool>(near: Near) -> Near {
    let row = |i: usize| if UP { near[i] << i } else { near[i] >> i };
    [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]
}

/// The squares where the enemy can cross, moving up a column, and those where the player's own phalanxes can
/// take a stone, coming down.
#[inline(always)]
fn at_home(own: Near, enemy: Near, empty: Near) -> (u32, u32) {
    // 1. As many stones as squares, and these are empty: from one stone to four.
    let reached = enemy[1]
        | empty[1]
            & (enemy[2] & enemy[3]
                | empty[2]
                    & (enemy[3] & enemy[4] & enemy[5]
                        | empty[3] & enemy[4] & enemy[5] & enemy[6] & enemy[7]));
    // 2. Two stones or more.
    let defended = own[1] & own[2] | empty[1] & (own[2] & own[3] | empty[2] & own[3] & own[4] & own[5]);
    (reached, defended)
}

/// The empty squares of a row on which phalanxes of at least two stones, marching up or down, can take a
/// stone.
#[inline(always)]
fn swept<const UP: bool>(row: u16, empty: u16) -> u16 {
    let on = |squares: u16| if UP { squares << 1 } else { squares >> 1 };
    // 1. The ends of lines of at least as many stones as squares to go, and at least two.
    let pairs = row & on(row);
    if pairs == 0 {
        return 0;
    }
    let mut lines = [pairs; 7];
    for distance in 2..7 {
        lines[distance] = lines[distance - 1] & on(lines[distance - 1]);
    }
    // 2. All march on, the longest first.
    lines.into_iter().rev().fold(0, |at, line| on(at | line) & empty)
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Convention, Hints, Named, Rules, Turns};

    use super::*;
    use crate::epaminondas::Epaminondas;

    /// The same by making all moves.
    fn plainly(game: &Epaminondas<3>, stones: &Stones<3>, player: Player) -> Siege {
        let (own, enemy) = stones.own_and_enemy(player);
        let mut moves = Vec::new();
        game.marches(stones, player.opponent(), &mut moves);
        let home = game.home(player);
        // From ahead and by at most four stones, which is what eight rows show.
        let is_near = |from: u8, to: u8| {
            let rows = (i32::from(from) / 16 - i32::from(to) / 16).abs();
            (1..=7).contains(&rows)
        };
        let crossings =
            moves.iter().filter(|step| home.contains(step.to.into()) && is_near(step.from, step.to));
        let reached: Bits<3> =
            crossings.map(|step| usize::from(step.to)).filter(|to| !own.contains(*to)).collect();
        let reached = reached.without(enemy);
        let is_defended = |square: &usize| {
            // Alone, so that no line behind it defends it.
            let alone = Stones::from_own_and_enemy(player, own, Bits::square(*square));
            let mut free = Vec::new();
            game.marches(&alone, player, &mut free);
            let takes = |step: &nimatron_rules::Step| usize::from(step.to) == *square;
            let passes = |step: &nimatron_rules::Step| {
                let (direction, length) = game.squares.direction(step.from.into(), step.to.into());
                let delta = game.squares.deltas[direction];
                (1..length as isize).all(|i| !enemy.contains((isize::from(step.from) + i * delta) as usize))
            };
            free.iter().any(|step| takes(step) && passes(step))
        };
        let empty = home.without(own | enemy);
        let defended: Bits<3> = empty.iter().filter(is_defended).collect();
        Siege {
            reached: reached.count(),
            open: reached.without(defended).count(),
            defended: defended.count(),
        }
    }

    #[test]
    fn what_is_seen_at_a_glance_is_what_the_moves_do() {
        let (game, start) = Epaminondas::<3>::open("", "start").unwrap();
        let mut seed = 5u64;
        let mut below = |limit: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % limit
        };
        let (mut stones, mut mover) = (start, Player::Left);
        let mut seen = 0;
        for _ in 0..3000 {
            if game.ending(&stones, mover, Convention::Normal).is_some() {
                (stones, mover) = (start, Player::Left);
            }
            for player in Player::BOTH {
                let (glance, plain) = (game.siege(&stones, player), plainly(&game, &stones, player));
                // Lines of more than four stones across the row, or three from ahead, are too rare to be
                // examined.
                assert!(glance.reached <= plain.reached && glance.defended <= plain.defended);
                seen += u32::from(glance == plain);
            }
            let step = game.any_move(&stones, mover, &mut below).unwrap();
            stones = game.play(&stones, mover, &step);
            mover = mover.opponent();
        }
        assert!(seen > 5900, "{seen} of 6000");
    }

    #[test]
    fn rows_are_counted_from_the_home_row() {
        let bits =
            Bits::<3>::from_words([0x4444_3333_2222_1111, 0x8888_7777_6666_5555, 0xCCCC_BBBB_AAAA_9999]);
        let multiples = |all: [u32; 8]| all.map(|digit| digit * 0x1111);
        assert_eq!(near(bits, 12, false), multiples([1, 2, 3, 4, 5, 6, 7, 8]));
        assert_eq!(near(bits, 12, true), multiples([12, 11, 10, 9, 8, 7, 6, 5]));
        assert_eq!(near(bits, 3, true), multiples([3, 2, 1, 0, 0, 0, 0, 0]));
    }

    #[test]
    fn phalanxes_sweep_as_far_as_they_are_long() {
        assert_eq!(swept::<true>(0b111, !0b111), 0b11_1000);
        assert_eq!(swept::<true>(0b11, !0b11), 0b1100);
        assert_eq!(swept::<true>(0b1, !0b1), 0);
        assert_eq!(swept::<true>(0b111, !0b1_0111), 0b1000);
        assert_eq!(swept::<false>(0b11_1000, !0b11_1010), 0b100);
    }
}
