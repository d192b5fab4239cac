//! How much stronger one player is than another, from their games.

/// A rating difference, with the bounds of its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The difference that is most likely.
    pub elo: f64,
    /// It is hardly less.
    pub low: f64,
    /// It is hardly more.
    pub high: f64,
}

impl Elo {
    /// The difference that these results speak for.
    ///
    /// One drawn game is added to them, so that the difference is finite even for who has won all games.
    /// The interval is Wilson's (1927) for the part of the points that were won, a draw being half a point:
    /// with draws it is somewhat wider than it need be.
    #[must_use]
    pub fn of(wins: u64, draws: u64, losses: u64) -> Self {
        let games = (wins + draws + losses + 1) as f64;
        let score = (wins as f64 + (draws + 1) as f64 / 2.0) / games;
        let (low, high) = wilson(score, games);
        Elo { elo: difference(score), low: difference(low), high: difference(high) }
    }
}

/// Wilson's 95 % interval for a probability, if that part of so many trials succeeded.
fn wilson(part: f64, trials: f64) -> (f64, f64) {
    /// 95 % of a normal distribution are within so many standard deviations.
    const DEVIATIONS: f64 = 1.959_963_984_540_054;
    let z2 = DEVIATIONS * DEVIATIONS / trials;
    let middle = (part + z2 / 2.0) / (1.0 + z2);
    let reach = (part * (1.0 - part) * z2 + z2 * z2 / 4.0).sqrt() / (1.0 + z2);
    (middle - reach, middle + reach)
}

/// The difference at which that part of the points is expected, to a tenth.
fn difference(score: f64) -> f64 {
    let exact = 400.0 * (score / (1.0 - score)).log10();
    // Not minus nought.
    (exact * 10.0).round() / 10.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_scores_have_their_known_differences() {
        // 75 % is 191 points, 64 % is 100, by the formula of the FIDE handbook.
        for (wins, losses, expected) in [(750_000, 250_000, 190.8), (640_000, 360_000, 100.0), (5, 5, 0.0)] {
            assert_eq!(Elo::of(wins, 0, losses).elo, expected);
        }
        assert_eq!(Elo::of(0, 100, 0).elo, 0.0);
    }

    #[test]
    fn results_turned_around_turn_the_difference_around() {
        let (one, other) = (Elo::of(70, 10, 20), Elo::of(20, 10, 70));
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
        let Elo { elo, low, high } = Elo::of(1000, 0, 0);
        assert!(elo.is_finite() && low.is_finite() && high.is_finite() && low < elo && elo < high);
        let more = Elo::of(10_000, 0, 0);
        assert!(more.low > low && more.elo > elo);
    }
}
