//! Fits the weights of the evaluation of Epaminondas to games that the engine plays against itself, and prints them.
//!
//!     cargo run --release -p nimatron-search --example tune -- 8 800 1500 1 2
//!
//! The arguments: rounds, games per round, positions per move, seed, threads. In each round the engine plays
//! with the weights of the round before, so that their weaknesses show. The same rounds, games, positions and
//! seed give the same weights on any number of threads.

use std::time::Instant;

use nimatron_games::epaminondas::Epaminondas;
use nimatron_rules::{Budget, Hints, Named};
use nimatron_search::seed_of;
use nimatron_search::tune::{Lessons, best_scale, examples, fitted, lessons, loss};

/// This share of the expected points is the final result.
const SHARE: f64 = 0.3;
/// The first features are stones by squares, row by row from the home row.
const ROWS: usize = 12;
const COLS: usize = 7;
/// The mean worth of stones on the first two rows, where they start: the margins of the search are made for
/// it.
const STONE: f64 = 110.0;
/// The number of rounds that are remembered.
const RECENT: usize = 4;
/// How strongly weights are held back: those of squares where hardly any stone ever stands move little in a
/// round, the others freely.
const HOLD: f64 = 3e-3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |i: usize, usual| numbers.get(i).copied().unwrap_or(usual);
    let (rounds, seed) = (number(0, 8), number(3, 1));
    let (rules, start) = Epaminondas::<3>::open("", "start")?;
    // At the start hardly anything is known: a stone is worth a hundred and a little more for every row that
    // it has advanced, and the player who is ahead likes to exchange.
    let mut weights = vec![0.0f64; rules.weights().len()];
    for (kind, weight) in weights[..ROWS * COLS].iter_mut().enumerate() {
        *weight = 100.0 + 4.0 * (kind / COLS) as f64;
    }
    let trade = weights.len() - 2;
    weights[trade] = 20.0;
    let mut learned: Vec<Vec<_>> = Vec::new();
    for round in 0..rounds {
        let started = Instant::now();
        let plan = Lessons {
            games: number(1, 800),
            nodes: number(2, 1500),
            opening: 8,
            longest: 200,
            seed: seed_of(seed, round),
            threads: usize::try_from(number(4, 1))?,
        };
        let whole: Vec<i32> = weights.iter().map(|weight| weight.round() as i32).collect();
        let evaluation = || rules.weighted(&whole).expect("as many weights as there are");
        learned.push(lessons(&rules, &start, &evaluation, &plan, &Budget::unlimited())?);
        let recent = learned[learned.len().saturating_sub(RECENT)..].concat();
        let scale = best_scale(&recent);
        let all = examples(&rules, &recent, SHARE, scale).ok_or("nothing to tune")?;
        let before = loss(&all, &weights, scale);
        weights = fitted(&all, &weights, scale, 300, HOLD);
        let after = loss(&all, &weights, scale);
        let unit = weights[..2 * COLS].iter().sum::<f64>() / (2 * COLS) as f64 / STONE;
        weights.iter_mut().for_each(|weight| *weight /= unit);
        eprintln!(
            "round {}: {} positions, scale {scale:.0}, loss {before:.4}, then {after:.4}, {:.0?}",
            round + 1,
            recent.len(),
            started.elapsed()
        );
        let rounded: Vec<String> = weights.iter().map(|weight| weight.round().to_string()).collect();
        rounded.chunks(7).for_each(|row| println!("    {},", row.join(", ")));
        println!();
    }
    Ok(())
}
