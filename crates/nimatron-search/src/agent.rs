//! Who plays: the promise of an agent, and what it is told.

use nimatron_rules::{Budget, Exhausted, Player, Rules};
use thiserror::Error;

use crate::{Insight, Thinking};

/// What an agent is told when it is to move.
pub struct Turn<'a, R: Rules> {
    /// The rules.
    pub rules: &'a R,
    /// Who is to move.
    pub player: Player,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// The legal moves: at least one.
    pub moves: &'a [R::Move],
    /// All positions since the start of the game, the one at hand last. Between any two of them is a
    /// move, and the players took turns.
    pub history: &'a [R::Position],
}

impl<R: Rules> Turn<'_, R> {
    /// The position at hand.
    ///
    /// # Panics
    /// If there is no history, not even the start.
    #[must_use]
    pub fn position(&self) -> &R::Position {
        self.history.last().expect("the history has at least the start")
    }

    /// The position after the move of that number.
    #[must_use]
    pub fn after(&self, index: usize) -> R::Position {
        self.rules.play(self.position(), self.player, &self.moves[index])
    }
}

/// Chooses moves.
pub trait Agent<R: Rules>: Send {
    /// A new game begins. What was guessed in the last one is forgotten, and all chance comes from this
    /// seed: so a game can be played again, whatever was played before it.
    fn begin(&mut self, seed: u64);

    /// The index, in [`Turn::moves`], of the move to play.
    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError>;

    /// The same. Who finds out more and more about a position tells so step by step.
    fn think(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        _tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<usize, PlayError> {
        self.choose(turn, budget)
    }

    /// From now on it thinks that much about a move, if it is one that is told so. What it remembers stays.
    fn set_thinking(&mut self, _thinking: Thinking) {}
}

/// Which misbehaviour loses a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forfeit {
    /// The move came too late.
    Time,
    /// The program that is the agent has ended.
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
    /// A perfect player has to know who wins.
    #[error("perfect play needs to know who wins, and nobody knows that of this position")]
    Unknown,
    /// Who was asked who wins could not tell.
    #[error("{0}")]
    Oracle(String),
    /// An agent has chosen a move that is not there: a bug of the agent.
    #[error("an agent chose move {chosen} of {moves}")]
    NoSuchMove {
        /// The index it chose.
        chosen: usize,
        /// How many moves there are.
        moves: usize,
    },
    /// An agent has misbehaved, and loses the game for it: one that is another program, or that is late.
    #[error("{1}")]
    Forfeit(Forfeit, String),
    /// An agent has panicked: a bug of the agent.
    #[error("the agent that plays {player} panicked, which is a bug of the agent: {why}")]
    Panicked {
        /// The player whose turn it was.
        player: Player,
        /// What it said.
        why: String,
    },
}
