//! Where a home row can be crossed at once, and which of its squares are defended.
//!
//! Only the eight rows next to the home row count. They are two words, turned so that the home row is the first; along a row
//! and from row to row all squares are moved by constants.

use nimatron_rules::{Bits, Player, Stones};

use crate::epaminondas::Phalanxes;
use crate::epaminondas::marches::stride;

/// What there is at a home row.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Siege {
    /// How many of its squares the enemy can reach with the next move.
    pub(super) reached: u32,
    /// How many of these are not defended.
    pub(super) open: u32,
    /// How many empty squares are defended: a stone that comes there can be taken.
    pub(super) defended: u32,
}

/// Squares of eight rows of sixteen, the home row first.
type Near = u128;

/// The home row.
const HOME: Near = 0xFFFF;

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// How things are at the home row of a player.
    #[inline]
    pub(super) fn siege(&self, stones: &Stones<N>, player: Player) -> Siege {
        if const { stride(N) != 16 } {
            return Siege::default();
        }
        let (own, enemy) = stones.own_and_enemy(player);
        let [own, enemy, board] = [own, enemy, self.all].map(|bits| self.near(bits, player));
        let empty = board & !own & !enemy;

        // 1. Where the enemy can cross: straight on and along both slants.
        let mut reached = 0;
        let mut defended = 0;
        let columns = Columns::of(board);
        for slant in [Slant::Left, Slant::Straight, Slant::Right] {
            // Towards the home row, from each square to the next.
            let on = |squares: Near| columns.on(slant, squares);
            let arrive =
                |front: Near, squares: usize| (0..squares).fold(front, |at, _| on(at) & empty) & HOME;
            let pairs = enemy & on(enemy);
            let triples = pairs & on(pairs);
            let fours = triples & on(triples);
            reached |= arrive(enemy, 1) | arrive(pairs, 2) | arrive(triples, 3) | arrive(fours, 4);

            // 2. Which squares the player's own phalanxes reach from before them.
            let pairs = own & on(own);
            let triples = pairs & on(pairs);
            defended |= on(pairs) | on(on(pairs) & empty) | on(on(on(triples) & empty) & empty);
        }

        // 3. And along the row, where long phalanxes go far.
        let (row, free) = (own as u16, empty as u16);
        defended |= Near::from(swept(row, free))
            | Near::from(swept(row.reverse_bits(), free.reverse_bits()).reverse_bits());
        let defended = defended & empty & HOME;
        Siege {
            reached: reached.count_ones(),
            open: (reached & !defended).count_ones(),
            defended: defended.count_ones(),
        }
    }

    /// The eight rows next to a player's home row.
    #[inline]
    fn near(&self, bits: Bits<N>, player: Player) -> Near {
        let two = |bits: Bits<N>| {
            let words = bits.words();
            Near::from(words[0]) | Near::from(if N > 1 { words[1 % N] } else { 0 }) << 64
        };
        match player {
            Player::Right => two(bits),
            Player::Left => {
                // The last eight rows, or all with nothing above them, from the last up.
                let rows = self.grid.rows();
                let last =
                    if rows >= 8 { two(bits.down(16 * (rows - 8))) } else { two(bits) << (16 * (8 - rows)) };
                upside_down(last)
            }
        }
    }
}

/// Which way a phalanx goes to the home row.
#[derive(Clone, Copy)]
enum Slant {
    Left,
    Straight,
    Right,
}

/// The squares that are not in the first and not in the last column.
struct Columns {
    not_first: Near,
    not_last: Near,
}

/// One square of every row.
const EACH_ROW: Near = 0x0001_0001_0001_0001_0001_0001_0001_0001;

impl Columns {
    #[inline]
    fn of(board: Near) -> Self {
        let last = 15 - (board as u16).leading_zeros();
        Columns { not_first: !EACH_ROW, not_last: !(EACH_ROW << (last & 15)) }
    }

    /// Every square moved one row towards the home row.
    #[inline]
    fn on(&self, slant: Slant, squares: Near) -> Near {
        match slant {
            Slant::Straight => squares >> 16,
            Slant::Left => (squares & self.not_first) >> 17,
            Slant::Right => (squares & self.not_last) >> 15,
        }
    }
}

/// The rows in the opposite order.
#[inline]
fn upside_down(squares: Near) -> Near {
    // Bytes turned around, and then the two bytes of each row.
    let bytes = squares.swap_bytes();
    (bytes & 0x00FF_00FF_00FF_00FF_00FF_00FF_00FF_00FF) << 8
        | (bytes >> 8) & 0x00FF_00FF_00FF_00FF_00FF_00FF_00FF_00FF
}

/// The empty squares of a row on which phalanxes of two stones and more, marching up, can take a stone.
#[inline]
fn swept(row: u16, empty: u16) -> u16 {
    // The ends of lines of at least as many stones as squares to go.
    let mut lines = row & (row << 1);
    let mut swept = 0;
    for distance in 1..8 {
        if distance > 2 {
            lines &= lines << 1;
        }
        if lines == 0 {
            break;
        }
        swept |= (0..distance).fold(lines, |at, _| (at << 1) & empty);
    }
    swept
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Notation, Rules, Turns};

    use super::*;
    use crate::epaminondas::Epaminondas;

    /// The same by making all moves.
    fn plainly(game: &Epaminondas<3>, stones: &Stones<3>, player: Player) -> Siege {
        let (own, enemy) = stones.own_and_enemy(player);
        let mut moves = Vec::new();
        game.moves(stones, player.opponent(), &mut moves);
        let home = game.home(player);
        // From ahead and by at most four stones, as eight rows show it.
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
            game.moves(&alone, player, &mut free);
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
            if game.ending(&stones, mover, false).is_some() {
                (stones, mover) = (start, Player::Left);
            }
            for player in Player::BOTH {
                let (glance, plain) = (game.siege(&stones, player), plainly(&game, &stones, player));
                // Lines of more than four stones across the row, or three from ahead, are too rare to be looked for.
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
    fn rows_are_turned_upside_down() {
        assert_eq!(upside_down(0xABCD), 0xABCD << 112);
        assert_eq!(upside_down(0x1234 << 48), 0x1234 << 64);
    }

    #[test]
    fn phalanxes_sweep_as_far_as_they_are_long() {
        assert_eq!(swept(0b111, !0b111), 0b11_1000);
        assert_eq!(swept(0b11, !0b11), 0b1100);
        assert_eq!(swept(0b1, !0b1), 0);
        assert_eq!(swept(0b111, !0b1_0111), 0b1000);
    }
}
