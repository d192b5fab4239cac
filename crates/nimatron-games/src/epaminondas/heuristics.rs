//! The six heuristics of LEONIDAS (King and Peterson 2014, Section 4).
//!
//! The paper gives no weights, so each heuristic counts once. With these weights, games of LEONIDAS against
//! itself are about as long as the paper says, and are decided; with more weight on the home row they go on
//! for ever. Where the paper is unclear, its examples decide, and the difference between the two players is
//! counted.

use nimatron_rules::{Bits, Heuristic, Player, Stones};

use super::Phalanxes;

type Score<const N: usize, const CROSSINGS: bool> = fn(&Phalanxes<N, CROSSINGS>, &Stones<N>, Player) -> f64;

pub(super) fn of<const N: usize, const CROSSINGS: bool>() -> Vec<Heuristic<Phalanxes<N, CROSSINGS>>> {
    let all: [(&str, &str, f64, Score<N, CROSSINGS>); 6] = [
        (
            "mobility",
            "phalanxes for each square they can reach, and the farthest way of any (4.1)",
            1.0,
            mobility,
        ),
        ("material", "stones (4.2)", 1.0, material),
        ("crossing", "stones on the enemy's home row (4.3)", 1.0, crossing),
        ("centre", "how near the stones are to the centre, on average (4.4)", 1.0, centre),
        ("home-row", "the longest line of stones on the own home row (4.5)", 1.0, home_row),
        ("territory", "squares around the stones without an enemy (4.6)", 1.0, territory),
    ];
    all.map(|(name, about, weight, score)| Heuristic::new(name, about, weight, score)).into()
}

/// A single stone that may move anywhere has 1/8 and a longest march of 1: 1.125, as in the paper's example.
pub(super) fn mobility<const N: usize, const CROSSINGS: bool>(
    game: &Phalanxes<N, CROSSINGS>,
    stones: &Stones<N>,
    player: Player,
) -> f64 {
    let (squares, farthest) = game.march_count(stones, player);
    if squares == 0 {
        return 0.0;
    }
    // Lines of at least two stones, by their first stone, and the stones that are in no line.
    let (own, _) = stones.own_and_enemy(player);
    let (mut lines, mut together) = (0, Bits::EMPTY);
    let ways = &game.ways;
    for (before, after) in [
        (ways.step::<0>(own), ways.back::<0>(own)),
        (ways.step::<1>(own), ways.back::<1>(own)),
        (ways.step::<2>(own), ways.back::<2>(own)),
        (ways.step::<3>(own), ways.back::<3>(own)),
    ] {
        lines += (own & after).without(before).count();
        together = together | (own & (before | after));
    }
    let phalanxes = lines + own.without(together).count();
    f64::from(phalanxes) / f64::from(squares) + farthest as f64
}

fn material<const N: usize, const CROSSINGS: bool>(
    _: &Phalanxes<N, CROSSINGS>,
    stones: &Stones<N>,
    player: Player,
) -> f64 {
    f64::from(stones.own_and_enemy(player).0.count())
}

fn crossing<const N: usize, const CROSSINGS: bool>(
    game: &Phalanxes<N, CROSSINGS>,
    stones: &Stones<N>,
    player: Player,
) -> f64 {
    f64::from(game.crossed(stones, player).count())
}

/// The smaller the distance from the centre, the better.
pub(super) fn centre<const N: usize, const CROSSINGS: bool>(
    game: &Phalanxes<N, CROSSINGS>,
    stones: &Stones<N>,
    player: Player,
) -> f64 {
    let (own, _) = stones.own_and_enemy(player);
    let distances = &game.squares.from_centre;
    -own.iter().map(|square| distances[square & 255]).sum::<f64>() / f64::from(own.count().max(1))
}

fn home_row<const N: usize, const CROSSINGS: bool>(
    game: &Phalanxes<N, CROSSINGS>,
    stones: &Stones<N>,
    player: Player,
) -> f64 {
    let (own, _) = stones.own_and_enemy(player);
    let (mut longest, mut length) = (0, 0);
    for square in game.home(player).iter() {
        length = if own.contains(square) { length + 1 } else { 0 };
        longest = longest.max(length);
    }
    f64::from(longest)
}

fn territory<const N: usize, const CROSSINGS: bool>(
    game: &Phalanxes<N, CROSSINGS>,
    stones: &Stones<N>,
    player: Player,
) -> f64 {
    let (own, enemy) = stones.own_and_enemy(player);
    let ways = &game.ways;
    let around = [
        ways.step::<0>(own),
        ways.step::<1>(own),
        ways.step::<2>(own),
        ways.step::<3>(own),
        ways.step::<4>(own),
        ways.step::<5>(own),
        ways.step::<6>(own),
        ways.step::<7>(own),
    ];
    f64::from(around.into_iter().map(|squares| squares.without(enemy).count()).sum::<u32>())
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Hints, Named};

    use super::super::Epaminondas;
    use super::*;

    fn scores(position: &str, player: Player) -> Vec<f64> {
        let (game, stones) = Epaminondas::<3>::open("", position).unwrap();
        game.heuristics().iter().map(|heuristic| (heuristic.score)(&game, &stones, player)).collect()
    }

    #[test]
    fn the_examples_of_the_paper_are_right() {
        // One stone in the middle of an empty board.
        let alone = scores("5/5/2w2/5/5", Player::Left);
        assert_eq!(alone, [1.125, 1.0, 0.0, 0.0, 1.0 - 1.0, 8.0]);
        // Four stones together on the home row, one apart.
        let defended = scores("8/8/8/8/8/8/8/w1wwww2", Player::Left);
        assert_eq!((defended[1], defended[4]), (5.0, 4.0));
        // Two pieces on the opponent's back row.
        assert_eq!(scores("w1w1/4/4/b3", Player::Left)[2], 2.0);
        assert_eq!(scores("w1w1/4/4/b3", Player::Right)[2], 1.0);
    }

    #[test]
    fn enemies_are_no_territory() {
        assert_eq!(scores("5/1b3/2w2/5/5", Player::Left)[5], 7.0);
    }
}
