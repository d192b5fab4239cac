//! Agents, which choose moves, and the information they get.

use nimatron_rules::{Budget, Convention, Exhausted, Player, Rules};
use thiserror::Error;

use crate::{Insight, Thinking};

/// What an agent knows when it is to move.
pub struct Turn<'a, R: Rules> {
    /// The rules.
    pub rules: &'a R,
    /// The player to move.
    pub player: Player,
    /// Who has won when a player cannot move.
    pub convention: Convention,
    /// The legal moves: at least one.
    pub moves: &'a [R::Move],
    /// All positions since the start of the game, the current one last. Between any two of them is one move,
    /// and the players alternated.
    pub history: &'a [R::Position],
}

impl<R: Rules> Turn<'_, R> {
    /// The current position.
    ///
    /// # Panics
    /// If the history is empty.
    #[must_use]
    pub fn position(&self) -> &R::Position {
        self.history.last().expect("the history has at least the start")
    }

    /// The position after the move with this index.
    #[must_use]
    pub fn after(&self, index: usize) -> R::Position {
        self.rules.play(self.position(), self.player, &self.moves[index])
    }
}

/// An agent, which chooses moves.
pub trait Agent<R: Rules>: Send {
    /// A new game begins. What was guessed in the last game is forgotten, and all randomness comes from this
    /// seed, so that a game can be repeated whatever was played before it.
    fn begin(&mut self, seed: u64);

    /// The index, in [`Turn::moves`], of the move to play.
    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError>;

    /// The same. An agent that improves its choice step by step reports each step.
    fn think(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        _tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<usize, PlayError> {
        self.choose(turn, budget)
    }

    /// Changes how much the agent thinks about a move, if its search can be limited. What it remembers is
    /// kept.
    fn set_thinking(&mut self, _thinking: Thinking) {}
}

/// The kinds of misbehaviour that lose a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// The move came too late.
    Time,
    /// The program that plays as the agent has ended.
    Crash,
    /// There is no such move.
    Illegal,
}

/// Why a game could not be played to its end.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayError {
    /// The budget is used up.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The result of a position is unknown, and a perfect player has to know it.
    #[error("perfect play needs to know who wins, and nobody knows that of this position")]
    Unknown,
    /// The oracle could not tell who wins.
    #[error("{0}")]
    Oracle(String),
    /// An agent has chosen a move that does not exist, which is a bug of the agent.
    #[error("an agent chose move {chosen} of {moves}")]
    NoSuchMove {
        /// The index it chose.
        chosen: usize,
        /// The number of moves.
        moves: usize,
    },
    /// An agent has misbehaved and loses the game: one that is a separate program, or that is late.
    #[error("{1}")]
    Forfeit(Forfeit, String),
    /// An agent has panicked, which is a bug of the agent.
    #[error("the agent that plays {player} panicked, which is a bug of the agent: {why}")]
    Panicked {
        /// The player whose turn it was.
        player: Player,
        /// The message of the panic.
        why: String,
    },
}
