//! The vocabulary of combinatorial games.

mod budget;
mod player;
mod rules;

pub use budget::{Budget, Exhausted, Meter};
pub use player::Player;
pub use rules::{Impartial, Parts, Rules, Short};
