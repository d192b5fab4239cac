//! The weights, in hundredths of a stone.
//!
//! They were chosen by matches of weights against weights; docs/epaminondas.md lists these. What logistic regression on the
//! engine's own games finds (`cargo run --release -p nimatron-search --example tune`) guesses the results of games better, and
//! loses five matches out of six: positions with the features of a loser are not lost because of them.

use super::FEATURES;

#[rustfmt::skip]
pub(in super::super) const WEIGHTS: [i32; FEATURES] = [
    // A stone by its row, from the own home row.
    110, 100, 102, 106, 108, 110, 115, 120, 125, 130, 130, 140,
    // And by its column, from the edge.
    0, 0, 1, 1, 1, 1, 1,
    // Lines of two, three and four stones: upright, slanting, level, on the home row.
    12, 12, 8, 2,
    6, 6, 4, 2,
    3, 3, 2, 2,
    // At the home rows: squares reached, defended, and open, for who is to move and who is not.
    20, 10, 100, 80,
    // The lead in stones, the more the fewer there are.
    40,
    // The turn.
    10,
];
