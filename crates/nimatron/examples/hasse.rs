//! The 22 games born by day 2 and how they compare, as a Hasse diagram for Graphviz:
//! `cargo run --example hasse | dot -Tsvg > day2.svg`.

use nimatron::prelude::*;

fn main() -> Result<(), ValueError> {
    let arena = Arena::new();
    let games: Vec<Value<'_>> = arena.born_by_day(2)?.into_iter().map(|game| arena.value(game)).collect();
    println!("digraph day2 {{\n  rankdir = BT;");
    for g in &games {
        for h in &games {
            // An edge from g up to h, unless another game is between them.
            if g < h && !games.iter().any(|between| g < between && between < h) {
                println!("  \"{g}\" -> \"{h}\";");
            }
        }
    }
    println!("}}");
    Ok(())
}
