//! Fits the weights of the evaluation of Epaminondas to games that the engine plays against itself, and prints them. So far
//! they lose against those that are built in (docs/epaminondas.md): compare them with the example `weigh`.
//!
//!     cargo run --release -p nimatron-search --example tune -- 3000 2000 1 2
//!
//! The arguments: games, positions a move, seed, threads. The same games, positions and seed give the same weights.

use std::time::Instant;

use nimatron_games::epaminondas::Epaminondas;
use nimatron_rules::{Budget, Notation, Turns};
use nimatron_search::tune::{Lessons, best_scale, fitted, lessons, loss};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |i: usize, usual| numbers.get(i).copied().unwrap_or(usual);
    let plan = Lessons {
        games: number(0, 3000),
        nodes: number(1, 2000),
        opening: 8,
        longest: 200,
        seed: number(2, 1),
        threads: usize::try_from(number(3, 1))?,
    };
    let (rules, start) = Epaminondas::<3>::open("", "start")?;
    let weights = rules.weights();
    let started = Instant::now();
    let learned = lessons(&rules, &start, &weights, &plan, &Budget::unlimited())?.ok_or("nothing to tune")?;
    eprintln!("{} positions of {} games in {:.0?}", learned.len(), plan.games, started.elapsed());

    // The last eighth of the games is left out, to see whether what was learned holds for others.
    let (rest, kept) = learned.split_at(learned.len() / 8 * 7);
    let old: Vec<f64> = weights.iter().map(|weight| f64::from(*weight)).collect();
    let new = fitted(rest, &weights, 400, 3e-4);
    for (name, weights) in [("before", &old), ("after", &new)] {
        let scale = best_scale(rest, weights);
        let [here, there] = [loss(rest, weights, scale), loss(kept, weights, scale)];
        eprintln!("{name}: scale {scale:.0}, loss {here:.4}, of positions that were left out {there:.4}");
    }

    // A stone on the second row is worth a hundred.
    let unit = new[1] / 100.0;
    let rounded: Vec<i32> = new.iter().map(|weight| (weight / unit).round() as i32).collect();
    let (rows, rest) = rounded.split_at(12);
    let (cols, lines) = rest.split_at(7);
    for row in [rows, cols].into_iter().chain(lines.chunks(4)) {
        println!("    {},", row.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
    }
    Ok(())
}
