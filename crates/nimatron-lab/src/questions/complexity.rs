//! The complexity of a game: the number of moves to choose from, the length of games, and estimates of the number of
//! positions and of games. As in King and Peterson, *Epaminondas: Exploring Combat Tactics* (2014), Section 5, for any
//! game.

mod boxes;
mod natural;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::contest;
#[cfg(feature = "cli")]
use crate::parameters::MOST_GAMES;
use crate::parameters::{AgentName, LocalFile, Start, Terms};
use crate::question::{Aside, NoLine, Question, Report};
#[cfg(feature = "cli")]
use crate::questions::matches::MOST_OPENINGS;
use crate::questions::matches::{Match, check_size};
use crate::text::{STRONG, line_of};
use crate::{LabError, Note, Run, check_picture_name, grouped, write_picture};
use natural::state_space;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Complexity {
    /// Where the games start.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub start: Start,
    /// Number of games
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = "1000", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES)))]
    #[serde(default = "games")]
    pub games: u64,
    /// The agent that plays both sides; `nimatron agents` lists them
    #[cfg_attr(feature = "cli", arg(long, value_name = "AGENT", default_value = "random"))]
    #[serde(default = "agent")]
    #[cfg_attr(test, ts(type = "string"))]
    pub agent: AgentName,
    /// Play N random moves first
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = "10", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u32).range(0..=MOST_OPENINGS)))]
    #[serde(default = "openings")]
    pub openings: u32,
    /// Random seed: the same seed gives the same games
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true)
    )]
    #[serde(default = "seed")]
    pub seed: u64,
    /// Draw box plots to this file, FILE.svg or FILE.png
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub svg: Option<LocalFile>,
    /// How the games are played.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub terms: Terms,
}

fn games() -> u64 {
    1000
}

fn agent() -> AgentName {
    "random".into()
}

fn openings() -> u32 {
    10
}

fn seed() -> u64 {
    1
}

/// The complexity of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ComplexityReport {
    /// The game.
    pub game: String,
    /// Where its games started.
    pub position: String,
    /// The agent that played both sides.
    pub agent: String,
    /// The number of games.
    pub games: u64,
    /// The number of random moves at the start of each game.
    pub openings: u32,
    /// The number of moves to choose from: averaged over the turns of each game, and then over the games.
    pub branching: f64,
    /// The same, with each move counted for every piece that it moves.
    pub branching_per_piece: f64,
    /// The average number of moves in a game, of both agents.
    pub length: f64,
    /// The number of positions by Equation 1 of the paper, if it applies.
    pub state_space: Option<String>,
    /// The decimal logarithm of the number of games: branching to the power of length.
    pub tree: f64,
    /// The distribution of the branching.
    pub branching_spread: Spread,
    /// The distribution of the branching by pieces.
    pub branching_per_piece_spread: Spread,
    /// The distribution of the length.
    pub length_spread: Spread,
    /// The random seed.
    pub seed: u64,
    /// How long it took.
    pub seconds: f64,
    /// The data for the pictures.
    #[serde(skip)]
    samples: [Vec<f64>; 3],
}

/// The distribution of a set of numbers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The lower end of the 95 % confidence interval of the mean.
    pub low: f64,
    /// The upper end of the 95 % confidence interval of the mean.
    pub high: f64,
    /// The minimum.
    pub least: f64,
    /// A quarter of the numbers are at most this.
    pub lower_quartile: f64,
    /// Half of the numbers are at most this.
    pub median: f64,
    /// Three quarters of the numbers are at most this.
    pub upper_quartile: f64,
    /// The maximum.
    pub most: f64,
}

impl Spread {
    /// The distribution of the numbers, which are sorted in place. Quartiles are interpolated.
    fn of(numbers: &mut [f64]) -> Self {
        /// 95 % of a normal distribution lies within this number of standard deviations.
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

/// Rounds to thousandths.
fn rounded(number: f64) -> f64 {
    (1000.0 * number).round() / 1000.0
}

impl Question for Complexity {
    const NAME: &'static str = "complexity";
    const ABOUT: &'static str =
        "How complex a game is: moves to choose from, length of games, number of positions and of games";
    const HELP: &'static str = "Examples:
  nimatron complexity epaminondas
  nimatron complexity epaminondas --agent leonidas-ab --games 1000 --svg complexity.svg
  nimatron complexity legionnaires 6x6 --agent alpha-beta:depth=3

An agent plays against itself. As in the paper on Epaminondas, the first five moves of each player are random.";
    type Line = NoLine;
    type Report = ComplexityReport;

    fn answer(&self, run: &Run<'_>) -> Result<ComplexityReport, LabError> {
        if let Some(path) = &self.svg {
            check_picture_name(path)?;
        }
        check_size(self.games, self.openings)?;
        let Complexity { start: Start { game, position }, agent, games, openings, seed, .. } = self;
        let opened = run.open(game, position)?;
        let wanted = Match {
            games: *games,
            openings: *openings,
            seed: *seed,
            terms: self.terms.clone(),
            pieces: true,
            ..Match::between(agent.clone(), agent.clone(), game, position)
        };
        let mut samples: [Vec<f64>; 3] = Default::default();
        let agents = opened.agents(run.solutions());
        contest::play(&agents, &wanted, &opened.show(), (run, &|_: &str| {}), |line| {
            run.note(Note::of(line.game, *games, "games"));
            if line.plies > 0 {
                let plies = line.plies as f64;
                let numbers = [line.choices as f64 / plies, line.pieces as f64 / plies, plies];
                samples.iter_mut().zip(numbers).for_each(|(sample, number)| sample.push(number));
            }
            true
        })?;
        if samples[0].is_empty() {
            return Err(LabError::Senseless(format!("{position} is over before it begins")));
        }
        let [branching, pieces, length] = samples.each_mut().map(|sample| Spread::of(sample));
        let report = ComplexityReport {
            game: game.clone(),
            position: opened.show(),
            agent: agent.to_string(),
            games: *games,
            openings: *openings,
            branching: branching.mean,
            branching_per_piece: pieces.mean,
            length: length.mean,
            state_space: agents.material().map(|material| state_space(&material)),
            tree: rounded(length.mean * branching.mean.log10()),
            branching_spread: branching,
            branching_per_piece_spread: pieces,
            length_spread: length,
            seed: *seed,
            seconds: run.seconds(),
            samples,
        };
        if let Some(path) = &self.svg {
            write_picture(path, &report.to_svg())?;
        }
        Ok(report)
    }
}

impl fmt::Display for ComplexityReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ComplexityReport { game, agent, games, seed, .. } = self;
        let games = if *games == 1 { "one game".into() } else { format!("{} games", grouped(*games)) };
        let mut text = format!("{STRONG}{game}{STRONG:#}: {games} of {agent}, seed {seed}\n");
        line_of(&mut text, "branching", &self.branching_spread.to_string());
        line_of(&mut text, "per piece", &self.branching_per_piece_spread.to_string());
        line_of(&mut text, "length", &self.length_spread.to_string());
        if let Some(number) = &self.state_space {
            line_of(&mut text, "state space", &format!("{} = {number}", scientific(number)));
        }
        line_of(&mut text, "tree", &format!("10^{:.1} games", self.tree));
        f.write_str(&text)
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Spread { mean, low, high, least, lower_quartile, median, upper_quartile, most } = self;
        write!(
            f,
            "{mean:.1}, from {low:.1} to {high:.1} with 95 % confidence; quartiles {lower_quartile:.1}, {median:.1}, \
             {upper_quartile:.1}; all from {least:.1} to {most:.1}"
        )
    }
}

impl Report for ComplexityReport {
    fn aside(&self) -> Aside {
        Aside::cost(None, None, self.seconds)
    }
}

/// A number in scientific notation, with seven digits.
fn scientific(digits: &str) -> String {
    match digits.len() {
        0..=7 => digits.into(),
        length => {
            let first = format!("{}.{}", &digits[..1], &digits[1..length.min(17)]);
            first.parse().map_or(first, |number: f64| format!("{number:.6}·10^{}", length - 1))
        }
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
        // The variance is (9 + 4 + 1 + 0 + 36) / 4, and the interval ±1.96 √(12.5 / 5).
        assert!((spread.high - 4.0 - 3.099).abs() < 0.001 && (spread.low - 0.901).abs() < 0.001);
        assert_eq!(Spread::of(&mut [7.0]), Spread::of(&mut [7.0, 7.0]));
    }
}
