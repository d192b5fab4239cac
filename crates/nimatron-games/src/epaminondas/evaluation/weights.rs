//! The weights, in hundredths of a stone, as `cargo run --release -p nimatron-search --example tune` found them.

use super::FEATURES;

#[rustfmt::skip]
pub(in super::super) const WEIGHTS: [i32; FEATURES] = [
    // A stone by its row, from the own home row.
    110, 100, 102, 106, 108, 110, 115, 120, 125, 130, 130, 140,
    // And by its column, from the edge.
    0, 0, 1, 1, 1, 1, 1,
    // Lines of two, three and four stones: upright, slanting, level, on the home row.
    3, 3, 2, 1,
    2, 2, 0, 1,
    0, 0, 0, 1,
    // At the home rows: squares reached, defended, and open, for who is to move and who is not.
    10, 5, 60, 40,
    // The turn.
    10,
];
