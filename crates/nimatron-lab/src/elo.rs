//! Estimates how much stronger one player is than another from their games.

use serde::Serialize;

/// A rating difference, with the bounds of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The most likely difference.
    pub elo: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The number of games and of pairs of games with each score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs of games by their score, if games are played in pairs: 0, ½, 1, 1½ or 2 points.
    pub pairs: [u64; 5],
}

impl Results {
    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How often each score occurred, from all lost to all won: of pairs if there are any, otherwise of games.
    #[must_use]
    pub fn counts(&self) -> Vec<u64> {
        if self.pairs == [0; 5] { vec![self.losses, self.draws, self.wins] } else { self.pairs.to_vec() }
    }
}

impl Elo {
    /// The difference estimated from these results.
    ///
    /// One drawn game is added, so that the difference is finite even if all games were won. The interval is Wilson's
    /// (1927) for the fraction of points won, where the number of games is replaced by the number of independent games
    /// without draws that give as much information: draws reduce the variance, and so do pairs of games with the same
    /// opening. The reduction is the variance of the results divided by that of wins and losses alone. Two results with
    /// the latter variance are added, so that a few results don't give a misleadingly narrow interval.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        const MORE: f64 = 2.0;
        let Results { wins, draws, .. } = *results;
        let games = (results.games() + 1) as f64;
        let score = (wins as f64 + (draws + 1) as f64 / 2.0) / games;
        // 1. The variance of the results, and that of the same number of games without draws.
        let counts = results.counts();
        let size = if counts.len() == 5 { 2.0 } else { 1.0 };
        let most = (counts.len() - 1) as f64;
        let seen: f64 = counts.iter().map(|&count| count as f64).sum();
        let mean = |power: i32| {
            let scores =
                counts.iter().enumerate().map(|(i, &count)| count as f64 * (i as f64 / most).powi(power));
            if seen > 0.0 { scores.sum::<f64>() / seen } else { 0.0 }
        };
        let variance = (mean(2) - mean(1).powi(2)).max(0.0);
        let plain = |score: f64| score * (1.0 - score) / size;
        // 2. Their ratio.
        let part = (seen * variance + MORE * plain(score)) / (seen * plain(mean(1)) + MORE * plain(score));
        let (low, high) = wilson(score, games / part);
        Elo { elo: difference(score), low: difference(low), high: difference(high) }
    }
}

/// Wilson's 95 % interval for a probability, given the fraction of trials that succeeded.
fn wilson(part: f64, trials: f64) -> (f64, f64) {
    /// 95 % of a normal distribution lies within this number of standard deviations.
    const DEVIATIONS: f64 = 1.959_963_984_540_054;
    let z2 = DEVIATIONS * DEVIATIONS / trials;
    let middle = (part + z2 / 2.0) / (1.0 + z2);
    let reach = (part * (1.0 - part) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    (middle - reach, middle + reach)
}

/// The rating difference at which this fraction of the points is expected, to a tenth.
fn difference(score: f64) -> f64 {
    let exact = 400.0 * (score / (1.0 - score)).log10();
    // Avoids -0.
    (exact * 10.0).round() / 10.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(wins: u64, draws: u64, losses: u64) -> Elo {
        Elo::of(&Results { wins, draws, losses, pairs: [0; 5] })
    }

    #[test]
    fn known_scores_have_their_known_differences() {
        // 75 % is 191 points, 64 % is 100, by the formula of the FIDE handbook.
        for (wins, losses, expected) in [(750_000, 250_000, 190.8), (640_000, 360_000, 100.0), (5, 5, 0.0)] {
            assert_eq!(of(wins, 0, losses).elo, expected);
        }
        assert_eq!(of(0, 100, 0).elo, 0.0);
    }

    #[test]
    fn results_turned_around_turn_the_difference_around() {
        let (one, other) = (of(70, 10, 20), of(20, 10, 70));
        assert_eq!((one.elo, one.low, one.high), (-other.elo, -other.high, -other.low));
        assert!(one.low < one.elo && one.elo < one.high, "{one:?}");
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Newcombe, Statistics in Medicine 17 (1998), Table I: 81 of 263 gives 0.2553 to 0.3662, 0 of 20 gives
        // 0 to 0.1611.
        for (part, trials, low, high) in [(81.0, 263.0, 0.2553, 0.3662), (0.0, 20.0, 0.0, 0.1611)] {
            let (l, h) = wilson(part / trials, trials);
            assert!((l - low).abs() < 5e-5 && (h - high).abs() < 5e-5, "{l} {h}");
        }
    }

    #[test]
    fn who_wins_everything_is_not_infinitely_strong() {
        let Elo { elo, low, high } = of(1000, 0, 0);
        assert!(elo.is_finite() && low.is_finite() && high.is_finite() && low < elo && elo < high);
        let more = of(10_000, 0, 0);
        assert!(more.low > low && more.elo > elo);
    }

    #[test]
    fn draws_and_pairs_make_the_interval_narrower_as_far_as_they_vary_less() {
        let width = |elo: Elo| elo.high - elo.low;
        let plain = of(500, 0, 500);
        assert!((width(of(250, 500, 250)) / width(plain) - 0.5f64.sqrt()).abs() < 0.01);
        let paired = |pairs| Elo::of(&Results { wins: 500, draws: 0, losses: 500, pairs });
        // The games of a pair are independent: a pair gives as much information as two games.
        assert!((width(paired([125, 0, 250, 0, 125])) / width(plain) - 1.0).abs() < 0.01);
        // The openings decide most pairs.
        assert!((width(paired([25, 0, 450, 0, 25])) / width(plain) - 0.2f64.sqrt()).abs() < 0.01);
        // Both games of a pair have the same result.
        assert!((width(paired([250, 0, 0, 0, 250])) / width(plain) - 2f64.sqrt()).abs() < 0.02);
        // Pairs that are all won say nothing about the variance.
        let all = |pairs| Elo::of(&Results { wins: 100, draws: 0, losses: 0, pairs });
        assert_eq!(all([0, 0, 0, 0, 50]), all([0; 5]));
    }
}
