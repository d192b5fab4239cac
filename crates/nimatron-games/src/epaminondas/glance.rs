//! The sum of the six heuristics at once, with bounds that are known before all marches are counted. LEONIDAS
//! spends most of its time counting mobility; with these bounds it hardly ever has to.

use nimatron_rules::{Bits, HeuristicSum, Player, Stones};

use super::Phalanxes;
use super::heuristics::{centre, mobility};
use super::marches::along;

/// The weighted sum of the heuristics of LEONIDAS, bit for bit equal to computing one after the other.
pub(super) struct Glance {
    /// The weights, in the order of the list.
    weights: [f64; 6],
    /// The maximum error of a bound by rounding.
    margin: f64,
    /// For each byte of a set of squares, the total number of neighbours of its squares, and their total
    /// distance from the centre.
    places: Vec<[[u32; 256]; 8]>,
}

/// Distances from the centre are counted in units, of which this number make one square. No board has more
/// than 256 squares, all at a distance of less than 12 squares, so the sum of distances fits in [`BITS`]; the
/// neighbours of all squares are fewer than 2048 and use the other bits.
const PARTS: f64 = 512.0;
const BITS: u32 = 21;

/// What can be seen of a player's stones without counting marches.
#[derive(Clone, Copy)]
struct Seen {
    stones: u32,
    crossed: u32,
    home_row: u32,
    /// The number of squares around the stones, whoever is there: both players' counts include the same
    /// number of enemy squares, so the difference is that of the territories.
    around: u32,
    /// How near the stones are to the centre, on average, within half a unit.
    centre: f64,
    /// The number of stones with an empty square before them, over all directions.
    steps: u32,
}

/// A lower and an upper bound of a number.
type Between = (f64, f64);

impl Glance {
    pub(super) fn new<const N: usize, const CROSSINGS: bool>(
        game: &Phalanxes<N, CROSSINGS>,
        weights: [f64; 6],
    ) -> Self {
        // No byte of distances is wrong by more than half a unit, and a player has at least as many stones as
        // bytes with stones.
        let margin = 1e-6 * weights.iter().map(|weight| weight.abs()).sum::<f64>() + weights[3].abs() / PARTS;
        let around =
            |square: usize| (0..8).filter(|direction| game.squares.edge[*direction][square] > 0).count();
        let place = |byte: usize, set: usize| {
            let squares = (0..8).filter(|bit| set & 1 << bit != 0).map(|bit| 8 * byte + bit);
            let distance = squares.clone().map(|square| game.squares.from_centre[square]).sum::<f64>();
            (squares.map(around).sum::<usize>() as u32) << BITS | (PARTS * distance).round() as u32
        };
        let bytes =
            |word: usize| std::array::from_fn(|byte| std::array::from_fn(|set| place(8 * word + byte, set)));
        Glance { weights, margin, places: (0..N).map(bytes).collect() }
    }

    /// What can be seen of the stones of a player, with the squares that have an empty square before them, in
    /// each direction.
    #[inline(always)]
    fn seen<const N: usize, const CROSSINGS: bool>(
        &self,
        game: &Phalanxes<N, CROSSINGS>,
        stones: &Stones<N>,
        player: Player,
        before: &[Bits<N>; 8],
    ) -> Seen {
        let (own, _) = stones.own_and_enemy(player);
        let mut places = 0;
        for (word, sums) in own.words().into_iter().zip(&self.places) {
            for (byte, sums) in word.to_le_bytes().into_iter().zip(sums) {
                places += sums[usize::from(byte)];
            }
        }
        // A home row is part of one word.
        let mut line = (own & game.home(player)).words().into_iter().fold(0, |all, word| all | word);
        let mut home_row = 0;
        while line != 0 {
            line &= line << 1;
            home_row += 1;
        }
        let count = own.count();
        Seen {
            stones: count,
            crossed: game.crossed(stones, player).count(),
            home_row,
            around: places >> BITS,
            centre: -f64::from(places & ((1 << BITS) - 1)) / (PARTS * f64::from(count.max(1))),
            steps: before.iter().map(|before| (own & *before).count()).sum(),
        }
    }

    /// The sum for these differences of mobility and of nearness to the centre.
    #[inline]
    fn weighed(&self, mobility: f64, centre: f64, [own, enemy]: &[Seen; 2]) -> f64 {
        let more = |of: fn(&Seen) -> u32| f64::from(of(own)) - f64::from(of(enemy));
        let differences = [
            mobility,
            more(|seen| seen.stones),
            more(|seen| seen.crossed),
            centre,
            more(|seen| seen.home_row),
            more(|seen| seen.around),
        ];
        self.weights.iter().zip(differences).map(|(weight, difference)| weight * difference).sum()
    }

    /// Bounds of the sum, from bounds of mobility and the sum without mobility.
    #[inline]
    fn bounds(&self, rest: f64, [own, enemy]: [Between; 2]) -> Between {
        let [one, other] = [own.0 - enemy.1, own.1 - enemy.0].map(|mobility| self.weights[0] * mobility);
        (rest + one.min(other) - self.margin, rest + one.max(other) + self.margin)
    }
}

impl<const N: usize, const CROSSINGS: bool> HeuristicSum<Phalanxes<N, CROSSINGS>> for Glance {
    fn sum(&self, game: &Phalanxes<N, CROSSINGS>, stones: &Stones<N>, player: Player) -> f64 {
        let players = [player, player.opponent()];
        let nowhere = [Bits::EMPTY; 8];
        let seen = players.map(|player| self.seen(game, stones, player, &nowhere));
        let [own, enemy] = players.map(|player| {
            let counts = self.weights[0] != 0.0;
            (if counts { mobility(game, stones, player) } else { 0.0 }, centre(game, stones, player))
        });
        self.weighed(own.0 - enemy.0, own.1 - enemy.1, &seen)
    }

    fn beyond(
        &self,
        game: &Phalanxes<N, CROSSINGS>,
        stones: &Stones<N>,
        player: Player,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let decides = |(least, most): Between| match () {
            () if most <= low => Some(most),
            () if least >= high => Some(least),
            () => None,
        };
        // 1. Everything except mobility. No stone goes farther than across the board.
        let players = [player, player.opponent()];
        let before = game.before_empty(stones);
        let seen =
            [self.seen(game, stones, players[0], &before), self.seen(game, stones, players[1], &before)];
        let rest = self.weighed(0.0, seen[0].centre - seen[1].centre, &seen);
        let longest = game.grid.rows().max(game.grid.cols()) - 1;
        let mut mobility =
            seen.map(|seen| game.mobility_between(&seen, (usize::from(seen.steps > 0), longest)));
        if let Some(bound) = decides(self.bounds(rest, mobility)) {
            return Some(bound);
        }
        // 2. The length of the longest march is found faster than the number of marches. The player who seems
        //    to be behind comes first.
        let first = usize::from((rest > low) == (self.weights[0] > 0.0));
        [first, 1 - first].into_iter().find_map(|i| {
            mobility[i] = game.mobility_between(&seen[i], game.farthest(stones, players[i], &before));
            decides(self.bounds(rest, mobility))
        })
    }
}

impl<const N: usize, const CROSSINGS: bool> Phalanxes<N, CROSSINGS> {
    /// The squares with an empty square before them, in each direction.
    #[inline]
    fn before_empty(&self, stones: &Stones<N>) -> [Bits<N>; 8] {
        let empty = self.all.without(stones.left | stones.right);
        let ways = &self.ways;
        [
            ways.back::<0>(empty),
            ways.back::<1>(empty),
            ways.back::<2>(empty),
            ways.back::<3>(empty),
            ways.back::<4>(empty),
            ways.back::<5>(empty),
            ways.back::<6>(empty),
            ways.back::<7>(empty),
        ]
    }

    /// Bounds of mobility, from bounds of the length of the longest march.
    #[inline]
    fn mobility_between(&self, seen: &Seen, (least, most): (usize, usize)) -> Between {
        // Along each of four axes two stones are at most one line, and a stone in no line is a phalanx by
        // itself. In Crossings some stones may not move, and so have no steps.
        let (squares, least) = if CROSSINGS { (1, 0) } else { (seen.steps.max(1), least) };
        (least as f64, f64::from(2 * seen.stones) / f64::from(squares) + most as f64)
    }

    /// Bounds of the length of the longest march of a player; the lower bound is valid only if all stones may
    /// move.
    #[inline]
    fn farthest(&self, stones: &Stones<N>, player: Player, before: &[Bits<N>; 8]) -> (usize, usize) {
        let mut found = (0, 1);
        along!(0 4 1 3 5 7 2 6; self.farthest_along(stones.own_and_enemy(player), before, &mut found));
        found
    }

    #[inline(always)]
    fn farthest_along<const D: usize>(
        &self,
        (own, enemy): (Bits<N>, Bits<N>),
        before: &[Bits<N>; 8],
        (least, most): &mut (usize, usize),
    ) {
        // The fronts of lines of at least `distance` stones with this number of empty squares before them.
        let (mut fronts, mut behind, mut before) = (own & before[D], own, before[D]);
        for distance in 1.. {
            if fronts.is_empty() {
                break;
            }
            (*least, *most) = (distance.max(*least), distance.max(*most));
            behind = self.ways.step::<D>(behind);
            fronts = fronts & behind;
            if fronts.is_empty() {
                break;
            }
            // A capture goes one square farther. Whether an enemy line is short enough is not checked.
            if distance >= *most {
                let on = |front: usize| {
                    (front as isize + (distance as isize + 1) * self.squares.deltas[D]) as usize
                };
                let meets = |front: usize| {
                    usize::from(self.squares.edge[D][front]) > distance && enemy.contains(on(front))
                };
                if fronts.iter().any(meets) {
                    *most = distance + 1;
                }
            }
            before = self.ways.back::<D>(before);
            fronts = fronts & before;
        }
    }
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Convention, Hints, Named, Rules, Turns};

    use super::*;

    const WEIGHTS: [[f64; 6]; 5] = [
        [1.0; 6],
        [0.0, 10.0, 50.0, 2.0, 3.0, 0.2],
        [-2.5, 0.0, 7.0, -30.1, 1e-9, 0.7],
        [12.0, 1e12, -1.0, 0.0, 0.0, 0.0],
        [3e307; 6],
    ];

    /// The sum computed one after the other, of the heuristics with a weight.
    fn plainly<R: Hints>(game: &R, weights: &[f64], position: &R::Position, player: Player) -> f64 {
        let part = |(heuristic, weight): (nimatron_rules::Heuristic<R>, &f64)| {
            let score = |player| (heuristic.score)(game, position, player);
            weight * (score(player) - score(player.opponent()))
        };
        game.heuristics().into_iter().zip(weights).filter(|(_, weight)| **weight != 0.0).map(part).sum()
    }

    /// Plays randomly and compares in every position.
    fn check<const N: usize, const CROSSINGS: bool>(start: &str, plies: usize) {
        let (game, first) = Phalanxes::<N, CROSSINGS>::open("", start).unwrap();
        let sums = WEIGHTS.map(|weights| game.heuristic_sum(&weights).unwrap());
        let (mut stones, mut player, mut seed) = (first, Player::Left, 5u64);
        let (mut shown, mut asked) = (0, 0);
        for _ in 0..plies {
            for (weights, sum) in WEIGHTS.iter().zip(&sums) {
                let expected = plainly(&game, weights, &stones, player);
                let found = sum.sum(&game, &stones, player);
                assert!(found == expected || found.is_nan() && expected.is_nan(), "{found} for {expected}");
                for by in [0.0, 0.01, 0.3, 1.0, 3.0, 10.0, 30.0] {
                    for low in [expected - by, expected + by] {
                        asked += 1;
                        match sum.beyond(&game, &stones, player, (low, low + 0.1)) {
                            Some(bound) if bound <= low => assert!(expected <= bound),
                            Some(bound) => assert!(bound >= low + 0.1 && expected >= bound),
                            None => continue,
                        }
                        shown += 1;
                    }
                }
            }
            let mut moves = Vec::new();
            if game.ending(&stones, player, Convention::Normal).is_none() {
                game.moves(&stones, player, &mut moves);
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (stones, player) = match moves.len() {
                0 => (first, Player::Left),
                count => {
                    let step = moves[(seed >> 33) as usize % count];
                    (game.play(&stones, player, &step), player.opponent())
                }
            };
        }
        assert!(4 * shown > asked, "{shown} of {asked}");
    }

    #[test]
    fn at_a_glance_the_sum_is_that_of_one_after_the_other() {
        check::<3, false>("12x14", 3000);
        check::<4, false>("16x16", 500);
        check::<1, false>("5x5", 1000);
        check::<1, true>("8x8", 1000);
    }
}
