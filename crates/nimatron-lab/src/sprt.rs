//! The sequential probability ratio test, which decides when to stop a match.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A test of two hypotheses about a rating difference: it stops a match when one of them is too unlikely.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sprt {
    /// The difference under the hypothesis of no gain.
    pub elo0: f64,
    /// The difference under the hypothesis of a gain.
    pub elo1: f64,
    /// The probability of accepting a gain if there is none.
    pub alpha: f64,
    /// The probability of missing a gain.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SprtReport {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The log-likelihood ratio of a gain to no gain.
    pub llr: f64,
    /// At or below this ratio there is no gain.
    pub lower: f64,
    /// At or above this ratio there is a gain.
    pub upper: f64,
    /// `H1` for a gain, `H0` for none, null if more games are needed.
    pub verdict: Option<&'static str>,
}

impl Sprt {
    /// The state of the test, given the number of games or pairs with each score: equally spaced, from all lost to all
    /// won.
    #[must_use]
    pub fn report(&self, counts: &[u64]) -> SprtReport {
        let (lower, upper) = self.bounds();
        let llr = self.llr(counts);
        let verdict = match llr {
            llr if llr >= upper => Some("H1"),
            llr if llr <= lower => Some("H0"),
            _ => None,
        };
        SprtReport { test: *self, llr: rounded(llr), lower: rounded(lower), upper: rounded(upper), verdict }
    }

    /// Wald's bounds (1945).
    fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The generalized likelihood ratio: a mean is represented by the distribution of scores with this mean under which
    /// the results are most likely (Van den Bergh, *Comments on normalized Elo* and *The GSPRT approximation*, 2020). A
    /// score that never occurred counts as a thousandth of a game, so that no score is impossible.
    fn llr(&self, counts: &[u64]) -> f64 {
        let counts: Vec<f64> = counts.iter().map(|&count| (count as f64).max(0.001)).collect();
        let all: f64 = counts.iter().sum();
        if counts.len() < 2 || all < 1.0 {
            return 0.0;
        }
        let most = (counts.len() - 1) as f64;
        let seen: Vec<(f64, f64)> =
            counts.iter().enumerate().map(|(i, count)| (i as f64 / most, count / all)).collect();
        let [low, high] = [self.elo0, self.elo1].map(|elo| likeliest(&seen, expected_score(elo)));
        let part =
            seen.iter().zip(low.iter().zip(&high)).map(|((_, part), (low, high))| part * (high / low).ln());
        all * part.sum::<f64>()
    }
}

/// The expected fraction of points at a rating difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The probabilities of scores with this mean under which the results are most likely: `p / (1 + t (score - mean))`,
/// where `t` is chosen to give this mean.
fn likeliest(seen: &[(f64, f64)], mean: f64) -> Vec<f64> {
    // The sum decreases with t, and every denominator is positive between these bounds.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let t = (low + high) / 2.0;
        let excess: f64 =
            seen.iter().map(|(score, part)| part * (score - mean) / (1.0 + t * (score - mean))).sum();
        if excess > 0.0 {
            low = t;
        } else {
            high = t;
        }
    }
    let t = (low + high) / 2.0;
    seen.iter().map(|(score, part)| part / (1.0 + t * (score - mean))).collect()
}

/// Rounds to hundredths.
fn rounded(number: f64) -> f64 {
    (100.0 * number).round() / 100.0 + 0.0
}

impl FromStr for Sprt {
    type Err = String;

    /// Reads `elo0,elo1` or `elo0,elo1,alpha,beta`.
    fn from_str(text: &str) -> Result<Self, String> {
        let form = "a test is written elo0,elo1 or elo0,elo1,alpha,beta, as 0,10 or 0,10,0.05,0.05";
        let numbers: Option<Vec<f64>> = text
            .split(',')
            .map(|number| number.trim().parse().ok().filter(|number: &f64| number.is_finite()))
            .collect();
        let (elo0, elo1, alpha, beta) = match numbers.as_deref() {
            Some(&[elo0, elo1]) => (elo0, elo1, 0.05, 0.05),
            Some(&[elo0, elo1, alpha, beta]) => (elo0, elo1, alpha, beta),
            _ => return Err(form.into()),
        };
        if elo0 >= elo1 || elo0.abs().max(elo1.abs()) > 2000.0 {
            return Err("elo0 must be less than elo1, and both at most 2000".into());
        }
        if [alpha, beta].iter().any(|part| !(1e-6..0.5).contains(part)) {
            return Err("alpha and beta are probabilities below a half".into());
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Results of fishtest for Stockfish: pull requests 2598, 2920 (two), 3098 and 3209 of
    /// official-stockfish/Stockfish.
    #[test]
    fn the_ratio_is_that_of_published_tests() {
        for (pairs, elo0, elo1, llr) in [
            ([444, 5546, 17841, 5604, 428], -1.5, 0.5, 2.63),
            ([665, 4806, 9333, 4893, 747], -0.5, 1.5, 2.95),
            ([328, 4564, 15580, 4789, 371], 0.25, 1.75, 2.98),
            ([491, 7345, 29693, 7670, 465], -0.25, 1.25, 2.96),
            ([253, 4282, 17604, 4431, 286], -0.25, 1.25, 2.94),
        ] {
            let report = test(elo0, elo1).report(&pairs);
            assert_eq!(report.llr, llr, "{pairs:?}");
            assert_eq!((report.lower, report.upper), (-2.94, 2.94));
        }
    }

    /// Without draws the mean determines the distribution: n wins and m losses at an expected score s have the
    /// probability sⁿ (1 - s)ᵐ.
    #[test]
    fn without_draws_it_is_walds_ratio() {
        let (s0, s1) = (expected_score(0.0), expected_score(50.0));
        let by_hand = 60.0 * (s1 / s0).ln() + 40.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((test(0.0, 50.0).llr(&[40, 60]) - by_hand).abs() < 1e-9);
    }

    #[test]
    fn what_decides_is_said() {
        assert_eq!(test(0.0, 50.0).report(&[0, 0, 0]).verdict, None);
        assert_eq!(test(0.0, 50.0).report(&[20, 10, 20]).verdict, None);
        assert_eq!(test(0.0, 50.0).report(&[100, 10, 200]).verdict, Some("H1"));
        assert_eq!(test(0.0, 50.0).report(&[200, 10, 100]).verdict, Some("H0"));
        assert!(test(0.0, 10.0).report(&[0, 0, 0, 0, 1000]).llr.is_finite());
    }

    #[test]
    fn tests_are_read() {
        assert_eq!("0,10".parse(), Ok(test(0.0, 10.0)));
        assert_eq!("-5, 5, 0.1, 0.2".parse(), Ok(Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.1, beta: 0.2 }));
        for text in ["", "1", "a,b", "10,0", "0,10,0.05", "0,10,0,0", "0,10,0.6,0.05", "0,inf"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }
}
