//! A game that somebody plays, move by move.

use std::sync::Arc;
use std::time::Duration;

use nimatron_rules::{Budget, Player, View};
use nimatron_search::Thinking;
use nimatron_solve::Convention;

use crate::LabError;
use crate::Move;
use crate::players::Settings;
use crate::shelf::Shelf;
use crate::table::Opened;

/// A game on the table, ready to be played. The lab makes it.
pub struct Sitting {
    /// The game.
    pub opened: Box<dyn Opened>,
    /// Solutions that its agents may use.
    pub shelf: Arc<Shelf>,
    /// For agents that think in many moves: it has no limit of time.
    pub budget: Budget,
}

/// Who plays, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats<'a> {
    /// The agent that plays Left; if there is none, a person does.
    pub left: Option<&'a str>,
    /// The same for Right.
    pub right: Option<&'a str>,
    /// Who begins, if not by the custom of the game.
    pub first: Option<Player>,
    /// Who has won when a player cannot move.
    pub convention: Convention,
    /// What all chance comes from.
    pub seed: u64,
}

impl Sitting {
    /// Starts a game. Undoing all moves leads back here.
    pub fn session(&self, seats: &Seats<'_>) -> Result<Box<dyn Session + '_>, LabError> {
        let players = self.opened.players(&self.shelf)?;
        let settings = Settings {
            first: seats.first.unwrap_or_else(|| players.first_player()),
            misere: seats.convention == Convention::Misere,
        };
        players.into_session([seats.left, seats.right], settings, seats.seed, &self.budget)
    }
}

/// A game that is going on.
pub trait Session {
    /// What the position looks like.
    fn view(&self) -> View;
    /// The position on one line.
    fn show(&self) -> String;
    /// Who is to move.
    fn to_move(&self) -> Player;
    /// Whether an agent plays for that player.
    fn has_agent(&self, player: Player) -> bool;
    /// How the game has ended, if it has.
    fn over(&self) -> Option<Over>;
    /// The first `most` legal moves. It is an error if as many don't fit into the memory that there is.
    fn moves(&self, most: usize) -> Result<Vec<Move>, LabError>;
    /// The number of legal moves, or a bound on it where they are too many to be listed.
    fn move_count(&self) -> u64;
    /// Plays the move of that name, for a person, and says how it is written.
    fn play(&mut self, text: &str) -> Result<String, LabError>;
    /// Lets the agent play whose turn it is, and returns what it played; nothing if it is no agent's turn.
    fn reply(&mut self, budget: &Budget) -> Result<Option<Reply>, LabError>;
    /// What the agent of that name would play here; nothing if there are no moves.
    fn suggestion(&self, name: &str, budget: &Budget) -> Result<Option<String>, LabError>;
    /// What the agent of that name would play here, after as much thought as it is told; `tell` hears what it finds out on
    /// the way. It remembers what it found for the next time. Nothing if there are no moves.
    fn think(
        &mut self,
        name: &str,
        go: &Go,
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<Option<String>, LabError>;
    /// Forgets what was remembered of other positions.
    fn forget(&mut self);
    /// Takes the last move back, if there is one.
    fn undo(&mut self) -> bool;
    /// How many moves were played.
    fn plies(&self) -> usize;
    /// The position where it began, on one line.
    fn start(&self) -> String;
    /// The names of the moves that were played.
    fn line(&self) -> &[String];
}

/// How much to think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The limits of the search; without any, it goes on until it is stopped. If nothing is said, as much as the agent does
    /// by itself.
    pub limits: Option<Thinking>,
    /// At most this long, which is another time for each move.
    pub clock: Option<Duration>,
}

/// What an agent has found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The number of the best move, among the legal ones.
    pub chosen: usize,
    /// How good it is for who is to move: some hundred a piece.
    pub score: i32,
    /// In how many moves of both players the game is won, for sure, if it is: by who is to move if `true`.
    pub proved: Option<(bool, u32)>,
    /// How deep it searched.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The moves that are best for both, by their names.
    pub line: Vec<String>,
    /// What people should know of the move: that `perfect` could not solve the position.
    pub remark: Option<String>,
}

/// What an agent has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move.
    pub name: String,
    /// What people should know of it: that `perfect` could not solve the position.
    pub remark: Option<String>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// Who has won; nobody if it is drawn.
    pub winner: Option<Player>,
    /// Why it is over.
    pub why: String,
}
