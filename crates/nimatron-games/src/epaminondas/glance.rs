//! The sum of the six heuristics at once, and what is known of it before all marches are counted: they take most of the time.

use nimatron_rules::{Bits, HeuristicSum, Player, Stones};

use super::Phalanxes;
use super::heuristics::{centre, mobility};
use super::marches::along;

/// The weighted sum of the heuristics of LEONIDAS, to the last bit that of one after the other.
pub(super) struct Glance {
    /// In the order of the list.
    weights: [f64; 6],
    /// By how much a bound may be wrong because numbers are rounded.
    margin: f64,
    /// For each byte of a set of squares, how far its squares are from the centre together, in parts.
    from_centre: Vec<[[u16; 256]; 8]>,
}

/// Distances from the centre are counted in parts of which so many are one square: eight of them, on boards of at most 16 rows
/// and columns, are less than 2^16.
const PARTS: f64 = 512.0;

/// What is seen of a player's stones without counting marches.
#[derive(Clone, Copy)]
struct Seen {
    stones: u32,
    crossed: u32,
    home_row: u32,
    territory: u32,
    /// How many stones have a friend before them, in all directions.
    friends: u32,
    /// How many stones have an empty square before them, in all directions.
    steps: u32,
}

/// A number is not below the first and not above the second.
type Between = (f64, f64);

impl Glance {
    pub(super) fn new<const N: usize, const CROSSINGS: bool>(
        game: &Phalanxes<N, CROSSINGS>,
        weights: [f64; 6],
    ) -> Self {
        // No byte of distances is wrong by more than half a part, and a player has at least as many stones as bytes with stones.
        let margin = 1e-6 * weights.iter().map(|weight| weight.abs()).sum::<f64>() + weights[3].abs() / PARTS;
        let sum = |byte: usize, set: usize| {
            let squares = (0..8).filter(|bit| set & 1 << bit != 0).map(|bit| 8 * byte + bit);
            (PARTS * squares.map(|square| game.squares.from_centre[square]).sum::<f64>()).round() as u16
        };
        let bytes =
            |word: usize| std::array::from_fn(|byte| std::array::from_fn(|set| sum(8 * word + byte, set)));
        let from_centre = (0..N).map(bytes).collect();
        Glance { weights, margin, from_centre }
    }

    /// The sum for these differences.
    #[inline]
    fn weighed(&self, differences: [f64; 6]) -> f64 {
        self.weights.iter().zip(differences).map(|(weight, difference)| weight * difference).sum()
    }

    /// How near the stones are to the centre, on average, within half a part.
    #[inline]
    fn centre<const N: usize>(&self, stones: Bits<N>, count: u32) -> f64 {
        let mut parts = 0;
        for (word, sums) in stones.words().into_iter().zip(&self.from_centre) {
            for (byte, sums) in word.to_le_bytes().into_iter().zip(sums) {
                parts += u32::from(sums[usize::from(byte)]);
            }
        }
        -f64::from(parts) / (PARTS * f64::from(count.max(1)))
    }

    /// Between which numbers the sum is, if mobility is between these, and the sum for no mobility is known.
    #[inline]
    fn bounds(&self, rest: f64, [own, enemy]: [Between; 2]) -> Between {
        let [one, other] = [own.0 - enemy.1, own.1 - enemy.0].map(|mobility| self.weights[0] * mobility);
        (rest + one.min(other) - self.margin, rest + one.max(other) + self.margin)
    }
}

impl<const N: usize, const CROSSINGS: bool> HeuristicSum<Phalanxes<N, CROSSINGS>> for Glance {
    fn sum(&self, game: &Phalanxes<N, CROSSINGS>, stones: &Stones<N>, player: Player) -> f64 {
        let before = game.before_empty(stones);
        let [own, enemy] = [player, player.opponent()].map(|player| {
            let seen = game.seen(stones, player, &before);
            let mobility = if self.weights[0] == 0.0 { 0.0 } else { mobility(game, stones, player) };
            seen.scores(mobility, centre(game, stones, player))
        });
        self.weighed(std::array::from_fn(|i| own[i] - enemy[i]))
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
        // 1. All but mobility. Nobody goes farther than across the board.
        let players = [player, player.opponent()];
        let before = game.before_empty(stones);
        let seen = [game.seen(stones, player, &before), game.seen(stones, player.opponent(), &before)];
        let [own, enemy] = [0, 1].map(|i| {
            let (own, _) = stones.own_and_enemy(players[i]);
            seen[i].scores(0.0, self.centre(own, seen[i].stones))
        });
        let rest = self.weighed(std::array::from_fn(|i| own[i] - enemy[i]));
        let longest = game.grid.rows().max(game.grid.cols()) - 1;
        let mut mobility = [0, 1].map(|i: usize| seen[i].mobility((usize::from(seen[i].steps > 0), longest)));
        if let Some(bound) = decides(self.bounds(rest, mobility)) {
            return Some(bound);
        }
        // 2. How far marches go is found faster than how many there are. Of who seems to be behind it is asked first.
        let first = usize::from((rest > low) == (self.weights[0] > 0.0));
        [first, 1 - first].into_iter().find_map(|i| {
            mobility[i] = seen[i].mobility(game.farthest(stones, players[i], &before));
            decides(self.bounds(rest, mobility))
        })
    }
}

impl Seen {
    /// The scores in the order of the list.
    #[inline]
    fn scores(&self, mobility: f64, centre: f64) -> [f64; 6] {
        let count = f64::from;
        [
            mobility,
            count(self.stones),
            count(self.crossed),
            centre,
            count(self.home_row),
            count(self.territory),
        ]
    }

    /// Between which numbers mobility is, if the farthest march goes at least and at most so far.
    #[inline]
    fn mobility(&self, (least, most): (usize, usize)) -> Between {
        // Of two friends one is before the other, so that there are no more lines than half of them.
        let phalanxes = f64::from(self.friends) / 2.0 + f64::from(self.stones);
        (least as f64, phalanxes / f64::from(self.steps.max(1)) + most as f64)
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

    /// What is seen of the stones of a player.
    #[inline]
    fn seen(&self, stones: &Stones<N>, player: Player, before: &[Bits<N>; 8]) -> Seen {
        let (own, _) = stones.own_and_enemy(player);
        let ways = &self.ways;
        let steps = before.iter().map(|before| (own & *before).count()).sum();
        // There are as many with a friend behind as with one before them.
        let behind = [ways.step::<0>(own), ways.step::<1>(own), ways.step::<2>(own), ways.step::<3>(own)];
        let friends = 2 * behind.into_iter().map(|behind| (own & behind).count()).sum::<u32>();
        // A home row is part of one word.
        let mut line = (own & self.home(player)).words().into_iter().fold(0, |all, word| all | word);
        let mut home_row = 0;
        while line != 0 {
            line &= line << 1;
            home_row += 1;
        }
        Seen {
            stones: own.count(),
            crossed: self.crossed(stones, player).count(),
            home_row,
            territory: friends + steps,
            friends,
            // In Crossings some stones may not move.
            steps: if CROSSINGS { 0 } else { steps },
        }
    }

    /// How far the farthest marches of a player go, at least and at most.
    #[inline]
    fn farthest(&self, stones: &Stones<N>, player: Player, before: &[Bits<N>; 8]) -> (usize, usize) {
        // Captures are marches of one square more than were empty, and none goes farther than one square and has no pair.
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
        // The fronts of lines of at least `distance` stones with one empty square less before them.
        let (mut fronts, mut behind, mut before) = (own & before[D], own, before[D]);
        for distance in 2.. {
            if fronts.is_empty() {
                break;
            }
            if !CROSSINGS {
                *least = (distance - 1).max(*least);
            }
            *most = (distance - 1).max(*most);
            behind = self.ways.step::<D>(behind);
            fronts = fronts & behind;
            if fronts.is_empty() {
                break;
            }
            // Whether a line of the enemy is short enough to be taken is not looked at.
            if distance > *most {
                let on =
                    |front: usize| (front as isize + distance as isize * self.squares.deltas[D]) as usize;
                let meets = |front: usize| {
                    usize::from(self.squares.edge[D][front]) >= distance && enemy.contains(on(front))
                };
                if fronts.iter().any(meets) {
                    *most = distance;
                }
            }
            before = self.ways.back::<D>(before);
            fronts = fronts & before;
        }
    }
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Notation, Rules, Turns};

    use super::*;

    const WEIGHTS: [[f64; 6]; 5] = [
        [1.0; 6],
        [0.0, 10.0, 50.0, 2.0, 3.0, 0.2],
        [-2.5, 0.0, 7.0, -30.1, 1e-9, 0.7],
        [12.0, 1e12, -1.0, 0.0, 0.0, 0.0],
        [3e307; 6],
    ];

    /// The sum one after the other, of the heuristics that count.
    fn plainly<R: Turns>(game: &R, weights: &[f64], position: &R::Position, player: Player) -> f64 {
        let part = |(heuristic, weight): (nimatron_rules::Heuristic<R>, &f64)| {
            let score = |player| (heuristic.score)(game, position, player);
            weight * (score(player) - score(player.opponent()))
        };
        game.heuristics().into_iter().zip(weights).filter(|(_, weight)| **weight != 0.0).map(part).sum()
    }

    /// Plays at random and compares in every position.
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
            if game.ending(&stones, player, false).is_none() {
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
