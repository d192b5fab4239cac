//! Which boards have closed tours.

use std::fmt;

/// A reason why a board has no closed knight's tour. These are the clauses of the theorem of Schwenk
/// (*Which Rectangular Chessboards Have a Knight's Tour?*, Mathematics Magazine 64, 1991), for the side that is not longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Both sides are odd: a knight changes colour with each step, and there is one more square of one
    /// colour.
    OddArea,
    /// One side is 1, 2 or 4.
    Narrow(usize),
    /// It is 3 by 4, 6 or 8.
    ThreeBy(usize),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::OddArea => write!(f, "both sides are odd"),
            Obstacle::Narrow(side) => write!(f, "one side is {side}"),
            Obstacle::ThreeBy(side) => write!(f, "it is 3x{side}"),
        }
    }
}

/// All reasons why a board has no closed knight's tour. If there is no reason, it has one.
#[must_use]
pub fn closed_tour_is_impossible(rows: usize, cols: usize) -> Vec<Obstacle> {
    let (short, long) = (rows.min(cols), rows.max(cols));
    let mut obstacles = Vec::new();
    if short % 2 == 1 && long % 2 == 1 {
        obstacles.push(Obstacle::OddArea);
    }
    if [1, 2, 4].contains(&short) {
        obstacles.push(Obstacle::Narrow(short));
    }
    if short == 3 && [4, 6, 8].contains(&long) {
        obstacles.push(Obstacle::ThreeBy(long));
    }
    obstacles
}
