//! How complex a game is: how many moves there are to choose from, how long games last, and what follows for the number of
//! positions and of games. As King and Peterson, *Epaminondas: Exploring Combat Tactics* (2014), Section 5, for any game.

mod boxes;
mod natural;

use nimatron_rules::Player;
use nimatron_solve::Convention;
use serde::Serialize;

use crate::matches::{self, Match};
use crate::{Lab, LabError, Run};
use natural::state_space;

/// What is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ComplexityQuestion<'a> {
    /// The game.
    pub game: &'a str,
    /// Where its games start.
    pub position: &'a str,
    /// Who plays both sides.
    pub agent: &'a str,
    /// How many games.
    pub games: u64,
    /// How many moves of each game are made by lot.
    pub openings: u32,
    /// What all chance comes from.
    pub seed: u64,
    /// Who begins, if not by the custom of the game.
    pub first: Option<Player>,
    /// Who has won when a player cannot move.
    pub convention: Convention,
}

/// How complex a game is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComplexityReport {
    /// The game.
    pub game: String,
    /// Where its games started.
    pub position: String,
    /// Who played.
    pub agent: String,
    /// How many games.
    pub games: u64,
    /// How many moves of each were made by lot.
    pub openings: u32,
    /// How many moves there were to choose from: the mean of the games, each of which has the mean of its turns.
    pub branching: f64,
    /// The same, with each move counted for every piece that it moves.
    pub branching_per_piece: f64,
    /// How many moves a game had, those of both players.
    pub length: f64,
    /// How many positions there are by Equation 1 of the paper, where it applies.
    pub state_space: Option<String>,
    /// The logarithm, to the base of ten, of the number of games: branching to the power of length.
    pub tree: f64,
    /// More about the branching.
    pub branching_spread: Spread,
    /// More about the branching by pieces.
    pub branching_per_piece_spread: Spread,
    /// More about the length.
    pub length_spread: Spread,
    /// What all chance came from.
    pub seed: u64,
    /// How long it took.
    pub seconds: f64,
    /// The pictures are drawn from these.
    #[serde(skip)]
    samples: [Vec<f64>; 3],
}

/// How numbers are spread.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Spread {
    /// Their mean.
    pub mean: f64,
    /// The mean of all games is hardly less, with 95 % confidence.
    pub low: f64,
    /// It is hardly more.
    pub high: f64,
    /// The least of them.
    pub least: f64,
    /// A quarter of them are at most this.
    pub lower_quartile: f64,
    /// Half of them.
    pub median: f64,
    /// Three quarters.
    pub upper_quartile: f64,
    /// The most.
    pub most: f64,
}

impl Spread {
    /// The spread of numbers, which become sorted. Quartiles lie between numbers where they have to.
    fn of(numbers: &mut [f64]) -> Self {
        /// 95 % of a normal distribution are within so many standard deviations.
        const DEVIATIONS: f64 = 1.959_963_984_540_054;
        numbers.sort_by(f64::total_cmp);
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let reach =
            if numbers.len() > 1 { DEVIATIONS * (squares / (count - 1.0) / count).sqrt() } else { 0.0 };
        let at = |part: f64| {
            let place = part * (count - 1.0);
            let (below, above) = (numbers[place.floor() as usize], numbers[place.ceil() as usize]);
            rounded(below + (above - below) * place.fract())
        };
        Spread {
            mean: rounded(mean),
            low: rounded(mean - reach),
            high: rounded(mean + reach),
            least: at(0.0),
            lower_quartile: at(0.25),
            median: at(0.5),
            upper_quartile: at(0.75),
            most: at(1.0),
        }
    }
}

/// To a thousandth.
fn rounded(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0
}

impl Lab {
    /// Plays games and measures them.
    pub fn complexity(
        &self,
        run: &Run,
        asked: &ComplexityQuestion<'_>,
    ) -> Result<ComplexityReport, LabError> {
        let opened = self.open(asked.game, asked.position)?;
        let ComplexityQuestion { agent, games, openings, seed, first, convention, .. } = *asked;
        let wanted = Match {
            left: agent,
            right: agent,
            games,
            openings,
            seed,
            first,
            convention,
            pieces: true,
            ..Match::default()
        };
        let mut samples: [Vec<f64>; 3] = Default::default();
        let players = opened.players(self.shelf())?;
        let place = (asked.game, &*opened.show());
        matches::play(&*players, &wanted, place, (run, &|_: &str| {}), |line| {
            if line.plies > 0 {
                let plies = line.plies as f64;
                let numbers = [line.choices as f64 / plies, line.pieces as f64 / plies, plies];
                samples.iter_mut().zip(numbers).for_each(|(sample, number)| sample.push(number));
            }
            true
        })
        .map_err(|error| run.explain(error))?;
        if samples[0].is_empty() {
            return Err(LabError::Senseless(format!("{} is over before it begins", asked.position)));
        }
        let [branching, pieces, length] = samples.each_mut().map(|sample| Spread::of(sample));
        Ok(ComplexityReport {
            game: asked.game.into(),
            position: opened.show(),
            agent: agent.into(),
            games,
            openings,
            branching: branching.mean,
            branching_per_piece: pieces.mean,
            length: length.mean,
            state_space: players.material().map(|material| state_space(&material)),
            tree: rounded(length.mean * branching.mean.log10()),
            branching_spread: branching,
            branching_per_piece_spread: pieces,
            length_spread: length,
            seed,
            seconds: run.seconds(),
            samples,
        })
    }
}

impl ComplexityReport {
    /// Box plots of branching and length, as Figures 5 and 6 of the paper.
    #[must_use]
    pub fn to_svg(&self) -> String {
        boxes::svg(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_numbers_is_as_by_hand() {
        let spread = Spread::of(&mut [4.0, 1.0, 3.0, 2.0, 10.0]);
        assert_eq!((spread.mean, spread.least, spread.median, spread.most), (4.0, 1.0, 3.0, 10.0));
        assert_eq!((spread.lower_quartile, spread.upper_quartile), (2.0, 4.0));
        // The variance is (9 + 4 + 1 + 0 + 36) / 4, its part 1.96 √(12.5 / 5).
        assert!((spread.high - 4.0 - 3.099).abs() < 0.001 && (spread.low - 0.901).abs() < 0.001);
        assert_eq!(Spread::of(&mut [7.0]), Spread::of(&mut [7.0, 7.0]));
    }
}
