//! A game on the table that is played in turns and has no value: who wins is searched for, and may stay unknown.

use std::sync::Arc;
use std::time::Duration;

use nimatron_rules::{Budget, Ending, Notation, Player, Turns, View, perft};
use nimatron_search::{AgentSpec, Engine, Insight, NoOracles, Options, PlayError, Thinking, Turn};
use nimatron_solve::{Convention, Count, Endings, count};
use nimatron_value::{Arena, Game};

use crate::best::Best;
use crate::players::{Club, Players};
use crate::shelf::Shelf;
use crate::table::{Opened, deeper, named_moves};
use crate::{BestMove, Move};
use crate::{LabError, grouped};

/// A game of a known kind, in some position.
pub(crate) struct PlayedTable<R: Notation> {
    pub(crate) rules: R,
    pub(crate) position: R::Position,
    /// Who is to move, if that was written.
    pub(crate) to_move: Option<Player>,
}

/// A game of so many moves is drawn.
const LONGEST: u32 = 1000;
/// Who thinks longer than this gets a large table.
const LONG: Duration = Duration::from_secs(20);
/// The best move is thought about so long, if no time is given.
const USUAL: Duration = Duration::from_secs(2);

impl<R: Turns + Notation> PlayedTable<R> {
    /// Lets the engine think; what it found last is told even if the budget is used up.
    fn think(
        &self,
        convention: Convention,
        player: Player,
        time: Option<Duration>,
        budget: &Budget,
    ) -> (Option<Insight<R::Move>>, Result<(), PlayError>) {
        let mut moves = Vec::new();
        self.rules.moves(&self.position, player, &mut moves);
        let history = [self.position.clone()];
        let misere = convention == Convention::Misere;
        let turn = Turn { rules: &self.rules, player, misere, moves: &moves, history: &history };
        let thinking = Thinking { time, ..Thinking::default() };
        let threads = budget.thread_limit().try_into().unwrap_or(std::num::NonZeroUsize::MIN);
        // Who thinks long has more to remember; to make a table of a gigabyte takes most of a second.
        let memory = if time.is_some_and(|time| time < LONG) { 64 << 20 } else { 512 << 20 };
        let mut engine = Engine::new(Options::ALL, thinking).threads(threads).memory(memory);
        let mut last = None;
        let found = engine.think(&turn, budget, &mut |insight| last = Some(insight.clone()));
        match found {
            Ok(insight) => (Some(insight), Ok(())),
            Err(error) => (last, Err(error)),
        }
    }

    /// The moves of a line by their names.
    fn line(&self, player: Player, line: &[R::Move]) -> String {
        let (mut position, mut mover) = (self.position.clone(), player);
        let mut names = Vec::with_capacity(line.len());
        for mv in line {
            names.push(self.rules.show_move(&position, mover, mv));
            position = self.rules.play(&position, mover, mv);
            mover = mover.opponent();
        }
        names.join(" ")
    }

    fn over(&self, convention: Convention, player: Player) -> Option<Ending> {
        self.rules.ending(&self.position, player, convention == Convention::Misere)
    }
}

impl<R: Turns + Notation + 'static> Opened for PlayedTable<R> {
    fn show(&self) -> String {
        match self.to_move {
            Some(player) => self.rules.show_turn(&self.position, player),
            None => self.rules.show(&self.position),
        }
    }

    fn view(&self) -> View {
        self.rules.view(&self.position)
    }

    fn to_move(&self) -> Option<Player> {
        self.to_move
    }

    fn value(&self, _: &Arena, _: &Budget) -> Result<(Game, u64), LabError> {
        let name = R::ABOUT.title;
        let message = format!("{name} has no value: it is not won by who moves last; ask for the best move");
        Err(LabError::Senseless(message))
    }

    fn nimber(&self, _: &Budget) -> Result<Option<(u32, u64)>, LabError> {
        Ok(None)
    }

    fn outcome(
        &self,
        convention: Convention,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Endings, u64), LabError> {
        let (left_first, positions) = self.winner(convention, Player::Left, shelf, budget)?;
        let (right_first, more) = self.winner(convention, Player::Right, shelf, budget)?;
        Ok((Endings { left_first, right_first }, positions + more))
    }

    /// Searches ever deeper until a win is proved.
    fn winner(
        &self,
        convention: Convention,
        first: Player,
        _: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Ending, u64), LabError> {
        if let Some(ending) = self.over(convention, first) {
            return Ok((ending, 0));
        }
        let (insight, stopped) = self.think(convention, first, None, budget);
        match insight {
            Some(Insight { proved: Some((wins, _)), nodes, .. }) => {
                Ok((Ending::Won(if wins { first } else { first.opponent() }), nodes))
            }
            Some(Insight { depth, .. }) => {
                let known = || format!("if {first} starts, no win within {depth} moves");
                stopped.map_err(|error| LabError::from(error).but_known(known))?;
                let message = format!("who wins is not known: {}", known());
                Err(LabError::Failed(message))
            }
            None => {
                stopped.map_err(LabError::from)?;
                Err(LabError::Failed("who wins is not known".into()))
            }
        }
    }

    fn best(
        &self,
        convention: Convention,
        player: Player,
        _: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<Best, LabError> {
        if let Some(ending) = self.over(convention, player) {
            let why = match ending {
                Ending::Won(winner) => format!("{winner} has won"),
                Ending::Drawn => "it is drawn".into(),
            };
            return Ok(Best { winner: Some(ending), moves: Vec::new(), why });
        }
        // A little is left of the time to say what was found.
        let time = budget.time_left().map_or(USUAL, |left| left.mul_f64(0.95));
        let (insight, stopped) = self.think(convention, player, Some(time), budget);
        let Some(insight) = insight else {
            stopped.map_err(LabError::from)?;
            return Err(LabError::Failed("no move was found".into()));
        };
        let (depth, nodes) = (insight.depth, grouped(insight.nodes));
        let line = self.line(player, &insight.line);
        let (winner, why) = match insight.proved {
            Some((wins, plies)) => {
                let winner = if wins { player } else { player.opponent() };
                (Some(Ending::Won(winner)), format!("{winner} wins in {plies} plies: {line}"))
            }
            None => {
                let ahead = f64::from(insight.score) / 100.0;
                let why = format!(
                    "no win is proved; {depth} moves deep ({nodes} positions) {player} is at {ahead:+.2}: {line}"
                );
                (None, why)
            }
        };
        let chosen = insight.line.first().map(|mv| self.rules.show_move(&self.position, player, mv));
        let outcome = match winner {
            Some(Ending::Won(winner)) => winner.to_string().chars().take(1).collect(),
            _ => "?".to_owned(),
        };
        let moves = chosen.into_iter().map(|name| BestMove { name, outcome: outcome.clone(), value: None });
        Ok(Best { winner, moves: moves.collect(), why })
    }

    fn moves(&self, player: Player, most: usize, budget: &Budget) -> Result<Vec<Move>, LabError> {
        named_moves(&self.rules, &self.position, player, most, budget)
    }

    fn count(&self, budget: &Budget) -> Result<Count, LabError> {
        Ok(count(&self.rules, &self.position, budget)?)
    }

    fn perft(&self, player: Player, depth: u32, budget: &Budget) -> Result<Vec<u64>, LabError> {
        deeper(depth, |depth| perft(&self.rules, &self.position, player, depth, budget))
    }

    fn players(&self, _: &Arc<Shelf>) -> Result<Box<dyn Players + '_>, LabError> {
        Ok(Box::new(Club {
            rules: &self.rules,
            start: &self.position,
            to_move: self.to_move,
            oracles: Box::new(|_| Box::new(NoOracles)),
            longest: Some(LONGEST),
            make: AgentSpec::agent_in_full,
        }))
    }
}
