//! Games by their names, and what can be asked about their positions.
//!
//! A [`Catalog`] opens a game by its name, in a position that is given as text; a [`Position`] answers every
//! question that makes sense for its game. Nothing here is compiled more than once: games are type-erased,
//! and solvers are compiled for types of positions, in `nimatron-solve`. Questions and the form of answers
//! are defined in `nimatron-lab`.

mod agents;
mod best;
mod catalog;
mod error;
mod loopy;
mod moves;
mod oracle;
mod outcomes;
mod played;
mod position;
mod session;
mod solutions;
mod subsets;
mod survey;
mod values;
mod whole;

pub use agents::{Agents, Fixture, Line, Pair, Replay, Settings};
pub use best::Best;
pub use catalog::Catalog;
pub use error::{Fault, LabError, Spent, Unfinished, duration, grouped};
pub use moves::{BestMove, Move};
pub use oracle::Solvers;
pub use position::Position;
pub use session::{Go, Over, Reply, Seats, Session, Sitting, Thought};
pub use solutions::{Solutions, Tell};
pub use survey::{Event, Surveyed};
pub use values::Values;
pub use whole::Solved;
