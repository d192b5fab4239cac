//! The weights, in hundredths of a stone, as `cargo run --release -p nimatron-search --example tune -- 8 800
//! 1500 1` learns them from games of the engine against itself; docs/epaminondas.md describes how.

use super::FEATURES;

#[rustfmt::skip]
pub(in super::super) const WEIGHTS: [i32; FEATURES] = [
    // A stone by its square: rows from the own home row, columns from the edge.
    90, 103, 122, 115, 127, 113, 135,
    68, 111, 96, 111, 114, 122, 114,
    74, 116, 124, 137, 133, 134, 109,
    95, 132, 145, 138, 131, 140, 149,
    114, 149, 161, 163, 144, 173, 166,
    45, 155, 145, 162, 164, 169, 180,
    103, 170, 135, 132, 173, 155, 153,
    178, 151, 178, 183, 152, 185, 142,
    135, 200, 184, 203, 194, 188, 181,
    149, 163, 194, 183, 132, 208, 176,
    157, 109, 99, 106, 138, 127, 163,
    301, 194, 83, 185, 145, 140, 126,
    // Lines of two, three, four and five stones: upright, slanting, level, on the home row.
    13, 4, 17, 9,
    12, 6, -7, 0,
    47, 10, 5, 10,
    7, 9, -1, -15,
    // At the home rows: squares reached, defended, and open, for the player to move and the opponent.
    20, 5, 116, 134,
    // The lead in stones, which counts more the fewer stones there are.
    3,
    // The turn.
    23,
];
