//! The weights, in hundredths of a stone.

use super::FEATURES;

/// A stone by its row, from the own home row, and its column, from the edge; lines of two, three and four, upright, slanting,
/// level, and on the home row; the turn.
#[rustfmt::skip]
pub(in super::super) const WEIGHTS: [i32; FEATURES] = [
    100, 100, 101, 101, 101, 101, 101, // row 1
    102, 102, 103, 103, 103, 103, 103, // row 2
    104, 104, 105, 105, 105, 105, 105, // row 3
    106, 106, 107, 107, 107, 107, 107, // row 4
    108, 108, 109, 109, 109, 109, 109, // row 5
    110, 110, 111, 111, 111, 111, 111, // row 6
    112, 112, 113, 113, 113, 113, 113, // row 7
    114, 114, 115, 115, 115, 115, 115, // row 8
    116, 116, 117, 117, 117, 117, 117, // row 9
    118, 118, 119, 119, 119, 119, 119, // row 10
    120, 120, 121, 121, 121, 121, 121, // row 11
    130, 130, 131, 131, 131, 131, 131, // row 12
    8, 7, 4, 1,
    4, 3, 2, 1,
    2, 2, 1, 1,
    10,
];
