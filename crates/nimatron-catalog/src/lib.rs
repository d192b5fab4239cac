//! The one list of games, and games whose kind is forgotten: the catalog opens a game by its name, in a position that is
//! text, and what it opens answers every question that makes sense for that game.
//!
//! Every solver is compiled here for every game, so this crate takes long to compile and changes seldom. What is asked, and
//! how answers look, is the lab's business.
//!
//! ```
//! use nimatron_catalog::open;
//! use nimatron_rules::Budget;
//!
//! let opened = open("nim", "3,5,7")?;
//! assert_eq!(opened.nimber(&Budget::unlimited())?.map(|(nimber, _)| nimber), Some(1));
//! # Ok::<(), nimatron_catalog::LabError>(())
//! ```

mod best;
mod board;
mod catalog;
mod entry;
mod error;
mod loopy_table;
mod moves;
mod oracle;
mod outcomes;
mod played_table;
mod players;
mod session;
mod shelf;
mod subsets;
mod sum;
mod survey;
mod table;
mod values;
mod whole;

pub use best::Best;
pub use catalog::{NAMES, entry, find, find_written, games, nearest, nearest_of, no_such_game, open};
pub use entry::{Entry, Erased, OpenNimbers, Promises};
pub use error::{Fault, LabError, Spent, duration, grouped};
pub use moves::{BestMove, Move};
pub use oracle::Solvers;
pub use players::{Fixture, Line, Pair, Players, Replay, Settings};
pub use session::{Go, Over, Reply, Seats, Session, Sitting, Thought};
pub use shelf::{Shelf, Tell};
pub use sum::{Sums, is_impartial as is_impartial_sum};
pub use survey::{Event, Surveyable, Surveyed};
pub use table::{Opened, Table};
pub use values::Values;
pub use whole::Solved;
