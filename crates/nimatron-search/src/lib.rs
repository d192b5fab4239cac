//! Playing well when exact answers are out of reach, and playing perfectly when they are not: agents, and
//! the referee of their games.
//!
//! An [`Agent`] chooses moves. [`AgentSpec`] makes one from its name, and [`referee()`] lets two of them
//! play. [`AlphaBeta`] and [`Perfect`] ask an [`Oracle`] who wins, if there is one.
//!
//! ```
//! use nimatron_games::nim::Nim;
//! use nimatron_rules::{Budget, Convention, Ending, Notation, Player};
//! use nimatron_search::{Agent, AlphaBeta, RandomMoves, Terms, Thinking, referee};
//!
//! let (mut left, mut right) = (AlphaBeta::new(Thinking::default()), RandomMoves::new());
//! Agent::<Nim>::begin(&mut left, 1);
//! Agent::<Nim>::begin(&mut right, 2);
//! let terms = Terms { first: Player::Left, convention: Convention::Normal, longest: None };
//! let start = Nim.parse("3,4,5").unwrap();
//! let played = referee(&Nim, &start, &terms, [&mut left, &mut right], &mut Budget::unlimited().meter())?;
//! assert_eq!(played.ending, Ending::Won(Player::Left));
//! # Ok::<(), nimatron_search::PlayError>(())
//! ```

mod agent;
mod alpha_beta;
mod engine;
mod engines;
mod external;
mod monte_carlo;
mod oracle;
mod perfect;
mod random;
mod referee;
mod search;
mod simple;
mod spec;
mod transpositions;
pub mod tune;
mod weighed;

pub use agent::{Agent, Forfeit, PlayError, Turn};
pub use alpha_beta::{AlphaBeta, Found, Thinking, mobility_difference};
pub use engine::{Engine, Insight, Options};
pub use engines::{Engines, TypedPlayers};
pub use external::{External, ExternalSpec, words as command_words};
pub use monte_carlo::{Bandit, MonteCarlo, Simulating};
pub use oracle::Oracle;
pub use perfect::Perfect;
pub use random::{Random, seed_of};
pub use referee::{Opening, Played, Reason, Terms, over, referee, referee_from};
pub use search::Evaluation;
pub use simple::{RandomMoves, Scored};
pub use spec::{AGENTS, AgentAbout, AgentSpec, NoOracles, Oracles, Parameter, PlayerSpec, Words};
pub use weighed::Weighed;
