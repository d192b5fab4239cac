//! The vocabulary of combinatorial games: what a game is, what boards look like, how positions
//! are written, how much a computation may spend.
//!
//! The promises that games make are [`Rules`], [`Short`], [`Impartial`], [`Turns`], [`Hints`] and [`Notation`]; a
//! solver asks for those it needs. A whole game, to show how little there is to write:
//!
//! ```
//! use nimatron_rules::{Budget, Player, Rules, Short, perft};
//!
//! /// One heap; Left takes one counter, Right takes two.
//! struct OneOrTwo;
//!
//! impl Rules for OneOrTwo {
//!     type Position = u32;
//!     type Move = u32;
//!
//!     fn moves(&self, heap: &u32, player: Player, out: &mut Vec<u32>) {
//!         let taken = 1 + player.index() as u32;
//!         out.extend((taken <= *heap).then_some(taken));
//!     }
//!
//!     fn play(&self, heap: &u32, _: Player, taken: &u32) -> u32 {
//!         heap - taken
//!     }
//! }
//!
//! impl Short for OneOrTwo {
//!     fn moves_left(&self, heap: &u32) -> u32 {
//!         *heap
//!     }
//! }
//!
//! let nodes = perft(&OneOrTwo, &4, Player::Left, 10, &Budget::unlimited())?;
//! assert_eq!(nodes, [1, 1, 1, 1]); // Left takes one, Right two, Left one
//! # Ok::<(), nimatron_rules::Exhausted>(())
//! ```

mod about;
mod any;
mod arrangement;
mod bits;
mod budget;
pub mod conformance;
mod convention;
mod dominoes;
mod entry;
mod game;
mod grid;
mod hash;
mod heap_rule;
mod heap_sizes;
mod heaps;
mod hints;
mod kernel;
mod line;
mod notation;
mod perft;
mod piece;
mod player;
mod pointers;
mod promises;
mod registry;
mod rules;
mod sort;
mod stones;
mod sum;
mod sums;
mod surface;
mod symmetry;
mod takeover;
mod taking;
mod touch;
mod trominoes;
mod turns;
mod view;

pub use about::{About, GameInfo, HeapLayout};
pub use any::{AnyMove, AnyPosition};
pub use arrangement::Arranged;
pub use bits::{Bits, Packed, Squares};
pub use budget::{Booked, Budget, Exhausted, Meter, ProcessMemory};
pub use convention::Convention;
pub use entry::{Entry, Opened};
pub use game::{AnyGame, Kernel};
pub use grid::{Grid, GridError, Step, column_name};
pub use hash::hash_of;
pub use heap_rule::HeapRule;
pub use heap_sizes::Heaps;
pub use heaps::{HeapCode, read_heaps};
pub use hints::{
    Evaluation, Heuristic, HeuristicSum, Hints, Material, MobilityDifference, MoveScore, PositionScore,
    Ranked, Strategy,
};
pub use kernel::{Endless, Expand, Fair, Fairly, Part, Partizan, ScoredOption};
pub use line::Line;
pub use notation::{Board, Named, Notation, NotationError, no_such_move};
pub use perft::perft;
pub use piece::{Attacks, Leap, Piece};
pub use player::Player;
pub use promises::{GameKind, Key, Promises};
pub use registry::{Alias, Registry, nearest_of};
pub use rules::{Impartial, MOVES_ON_A_BOARD, Parts, Rules, Short, Theorem};
pub use sort::sort_by_key;
pub use stones::Stones;
pub use sum::{Sum, SumMove, Summand};
pub use surface::{Gluing, Surface};
pub use takeover::Takeover;
pub use taking::{Amount, Representative, Taking};
pub use touch::Touch;
pub use trominoes::Trominoes;
pub use turns::{Ending, Turns};
pub use view::{Cell, View};
