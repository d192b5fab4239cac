//! Combinatorial games: exact values, rules of your own, and solvers for them.
//!
//! ```
//! use nimatron::prelude::*;
//!
//! // Values are added, compared and printed.
//! let arena = Arena::new();
//! let [g, h] = [arena.read("{3|1}")?, arena.read("±1")?];
//! println!("{g}  {:#}", g + h);
//! assert!(g > h - 5);
//!
//! // Games of the catalog, or rules of your own, are solved.
//! let (domineering, board) = Domineering::<1>::open("", "4x4")?;
//! let budget = Budget::new().time(30.secs()).memory(4.gib());
//! let solver = Solver::new(domineering).budget(budget);
//! assert_eq!(solver.value(&board)?.to_string(), "±(0,{{2|0},2+₂|{2|0},−₂})");
//! assert_eq!(solver.outcome(&board, Convention::Normal)?, Outcome::N);
//!
//! // Sequences of Grundy values, with periods that are proved.
//! let mut kayles: HeapSequence = "0.77".parse()?;
//! kayles.extend_to(100_000)?;
//! assert_eq!(kayles.period().map(|period| (period.period, period.preperiod)), Some((12, 71)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # From your own rules to a value
//!
//! A game says what each player may do from a position, and what a move leads to. That play ends is a promise
//! of its own, [`Short`](rules::Short), with a bound on the number of moves to come.
//!
//! ```
//! use nimatron::prelude::*;
//!
//! /// A row of coins. Left takes one coin, Right takes two neighbours.
//! struct Strip;
//!
//! impl Rules for Strip {
//!     type Position = u32;      // the coins, a bit each
//!     type Move = u32;          // the coins that are taken
//!
//!     fn moves(&self, coins: &u32, player: Player, out: &mut Vec<u32>) {
//!         let taken = if player == Player::Left { 0b1 } else { 0b11 };
//!         out.extend((0..31).map(|at| taken << at).filter(|taken| coins & taken == *taken));
//!     }
//!
//!     fn play(&self, coins: &u32, _: Player, taken: &u32) -> u32 {
//!         coins & !taken
//!     }
//! }
//!
//! impl Short for Strip {
//!     fn moves_left(&self, coins: &u32) -> u32 {
//!         coins.count_ones()
//!     }
//! }
//!
//! let solver = Solver::new(Strip);
//! assert_eq!(solver.value(&0b11)?.to_string(), "{1|0}");
//! assert_eq!(solver.outcome(&0b111, Convention::Misere)?, Outcome::N);
//! # Ok::<(), SolveError>(())
//! ```
//!
//! The modules are the crates that this one consists of: [`values`], [`rules`], [`games`] and [`solve`]. Their
//! first pages say more.

pub mod prelude;

pub use nimatron_games as games;
pub use nimatron_rules as rules;
pub use nimatron_solve as solve;
pub use nimatron_value as values;
