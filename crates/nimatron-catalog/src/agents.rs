//! The agents that can play a game from some position.

use std::sync::Arc;
use std::time::Duration;

use nimatron_rules::{
    AnyGame, AnyMove, Budget, Convention, Ending, GameKind, Hints, Material, Meter, Notation, Player, Rules,
};
use nimatron_search::{
    Agent, AgentSpec, External, ExternalSpec, Forfeit, NoOracles, Opening, Oracles, PlayError, Reason, Terms,
    Words, over, referee_from, seed_of,
};

use crate::oracle::Solvers;
use crate::position::Position;
use crate::session::Session;
use crate::solutions::Solutions;
use crate::{Fault, LabError};

/// A game that need not end is drawn after this many moves.
const LONGEST: u32 = 1000;

/// The terms of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The player who begins.
    pub first: Player,
    /// Who has won when a player cannot move.
    pub convention: Convention,
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The seed of all randomness except for the opening.
    pub seed: u64,
    /// Whether the agents change sides.
    pub swapped: bool,
    /// The number of random moves at the start, and their seed.
    pub opening: (u32, u64),
    /// An agent that takes longer for a move has lost.
    pub limit: Option<Duration>,
    /// Whether the names of the moves are recorded.
    pub named: bool,
    /// Whether the moves of every piece are counted.
    pub pieces: bool,
}

/// A game that two agents played.
pub struct Line {
    /// How it ended.
    pub ending: Ending,
    /// Why it is over.
    pub reason: Reason,
    /// What an agent did to lose the game, if it was forfeited.
    pub note: Option<String>,
    /// The number of moves.
    pub plies: usize,
    /// The number of random moves among them.
    pub opening: usize,
    /// The number of legal moves, summed over all turns.
    pub choices: u64,
    /// The same with each move counted once for every piece that it moves, if requested.
    pub pieces: u64,
    /// The names of the moves, if requested.
    pub moves: Vec<String>,
}

/// The state of a game after its moves were replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The ending and its reason, if the game is over by the rules.
    pub over: Option<(Ending, Reason)>,
    /// The player who would move next.
    pub to_move: Player,
    /// The number of random moves among them.
    pub opening: usize,
    /// The number of legal moves, summed over all turns, including the turn of a move that never came.
    pub choices: u64,
}

/// The agents that can play a game.
pub struct Agents<'a> {
    pub(crate) at: &'a Position,
    solutions: Arc<Solutions>,
}

impl<'a> Agents<'a> {
    pub(crate) fn new(at: &'a Position, solutions: &Arc<Solutions>) -> Self {
        Agents { at, solutions: Arc::clone(solutions) }
    }

    pub(crate) fn game(&self) -> &'a AnyGame {
        &self.at.game
    }

    pub(crate) fn terms(&self, settings: Settings) -> Terms {
        let longest = (!self.game().kind().is_short()).then_some(LONGEST);
        Terms { first: settings.first, convention: settings.convention, longest }
    }

    /// The oracles, and what they may spend.
    pub(crate) fn oracles(&self, budget: &Budget) -> Box<dyn Oracles<'a, AnyGame> + 'a> {
        match self.game().kind() {
            GameKind::Impartial | GameKind::Partizan => {
                let solutions = Arc::clone(&self.solutions);
                Box::new(Solvers { at: self.at, solutions, budget: budget.clone() })
            }
            GameKind::Loopy | GameKind::Played => Box::new(NoOracles),
        }
    }

    /// The agent with this name, which may be a separate program.
    pub fn agent(&self, name: &str, budget: &Budget) -> Result<AnyAgent<'a>, LabError> {
        match ExternalSpec::parse(name) {
            None => self.made(&self.spec(name)?, budget),
            Some(_) if cfg!(target_family = "wasm") => {
                Err(LabError::Senseless("other programs don't play in a browser".into()))
            }
            Some(spec) => {
                let spec = spec.map_err(|error| Fault::in_text(name, &error))?;
                match External::start(spec, budget) {
                    Ok(program) => Ok(Box::new(program)),
                    Err(PlayError::Forfeit(_, why)) => Err(LabError::Failed(why)),
                    Err(error) => Err(error.into()),
                }
            }
        }
    }

    /// The specification that the name of an agent describes.
    pub fn spec(&self, name: &str) -> Result<AgentSpec, LabError> {
        Ok(AgentSpec::parse(name, &Words::of(self.game())).map_err(|error| Fault::in_text(name, &error))?)
    }

    /// Makes the agent of a specification.
    pub fn made(&self, spec: &AgentSpec, budget: &Budget) -> Result<AnyAgent<'a>, LabError> {
        self.at.engines.agent(spec, self.game(), &*self.oracles(budget)).ok_or_else(|| {
            let name = &self.game().info().name;
            LabError::Senseless(format!("nobody plays {name} perfectly: its plays need not end"))
        })
    }

    /// The player who begins: the player to move in the position, or otherwise the one that begins by custom.
    #[must_use]
    pub fn first_player(&self) -> Player {
        self.at.first_player()
    }

    /// The strategies of the game: their names and descriptions.
    #[must_use]
    pub fn strategies(&self) -> Vec<(&'static str, &'static str)> {
        self.game().strategies().iter().map(|strategy| (strategy.name, strategy.about)).collect()
    }

    /// The material on the board, if it is known.
    #[must_use]
    pub fn material(&self) -> Option<Material> {
        self.game().material()
    }

    /// Fails if a list of the moves at the start would not fit into the budget.
    fn check_moves(&self, budget: &Budget) -> Result<(), LabError> {
        for player in Player::BOTH {
            budget.check_list::<AnyMove>(self.game().move_bound(&self.at.position, player))?;
        }
        Ok(())
    }

    /// Two agents that play against each other. The first of the list plays Left.
    pub fn pair(
        &self,
        [one, other]: [&str; 2],
        settings: Settings,
        budget: &Budget,
    ) -> Result<Pair<'_, 'a>, LabError> {
        self.check_moves(budget)?;
        // Each has its own tables.
        let budget = share(budget, 2);
        let agents = [self.agent(one, &budget)?, self.agent(other, &share(&budget, 1))?];
        let names = [one.to_owned(), other.to_owned()];
        Ok(Pair { players: self, terms: self.terms(settings), agents, names, budget })
    }

    /// Replays the recorded moves of a game and returns its state after them. If a move is not possible, the
    /// error says which.
    pub fn replay(
        &self,
        settings: Settings,
        game: &Fixture,
        moves: &[String],
        meter: &mut Meter,
    ) -> Result<Replay, LabError> {
        if cfg!(target_family = "wasm") {
            return Err(LabError::Senseless("a browser has no files with records of matches".into()));
        }
        let (rules, start, terms) = (self.game(), &self.at.position, self.terms(settings));
        let wrong = |ply: usize, name: &str, why: &str| {
            LabError::Failed(format!("move {} (`{name}`) {why}", ply + 1))
        };
        let opening = Opening::by_lot(rules, start, &terms, game.opening.0, game.opening.1).moves;
        let mut history = vec![start.clone()];
        let (mut player, mut choices) = (terms.first, 0);
        let mut legal = Vec::new();
        // The last turn has no move.
        for ply in 0..=moves.len() {
            meter.tick()?;
            let position = &history[history.len() - 1];
            let mut ended = over(rules, &history, player, &terms);
            if ended.is_none() {
                legal.clear();
                rules.moves(position, player, &mut legal);
                choices += legal.len() as u64;
                // A player who cannot move has lost, unless the rules say otherwise.
                let winner = terms.convention.winner_if_stuck(player);
                ended = legal.is_empty().then_some((Ending::Won(winner), Reason::Rules));
            }
            let Some(name) = moves.get(ply) else {
                if ply < opening.len() {
                    let message = format!("the opening has {} moves, and {ply} are written", opening.len());
                    return Err(LabError::Failed(message));
                }
                return Ok(Replay { over: ended, to_move: player, opening: opening.len(), choices });
            };
            if ended.is_some() {
                return Err(wrong(ply, name, "comes after the end of the game"));
            }
            let named = |mv: &&AnyMove| rules.show_move(position, player, mv) == *name;
            let mv = legal.iter().find(named).ok_or_else(|| wrong(ply, name, "is not legal here"))?;
            if opening.get(ply).is_some_and(|drawn| drawn != mv) {
                return Err(wrong(ply, name, "is not that of the opening, which is drawn by the seed"));
            }
            let after = rules.play(position, player, mv);
            history.push(after);
            player = player.opponent();
        }
        Err(LabError::Failed("the moves have no end".into()))
    }

    /// A game in which some sides are played by agents and others by people.
    pub fn into_session(
        self,
        names: [Option<&str>; 2],
        settings: Settings,
        seed: u64,
        budget: &Budget,
    ) -> Result<Session<'a>, LabError> {
        let (mut agents, mut perfect) = ([None, None], [false; 2]);
        for (i, name) in names.into_iter().enumerate() {
            let Some(name) = name else { continue };
            self.check_moves(budget)?;
            let mut agent = self.agent(name, &share(budget, 4))?;
            agent.begin(seed_of(seed, i as u64));
            agents[i] = Some(agent);
            perfect[i] = self.spec(name) == Ok(AgentSpec::Perfect);
        }
        Ok(Session::new(self.terms(settings), self, agents, perfect, seed, budget))
    }
}

/// An agent of a type-erased game.
pub(crate) type AnyAgent<'a> = Box<dyn Agent<AnyGame> + 'a>;

/// The budget with a part of its memory, for one of several agents that share it.
fn share(budget: &Budget, shares: usize) -> Budget {
    budget.clone().memory(budget.memory_limit() / shares)
}

/// Two agents that play game after game.
pub struct Pair<'p, 'a> {
    players: &'p Agents<'a>,
    terms: Terms,
    agents: [AnyAgent<'a>; 2],
    /// Their names and what they may spend, because an agent that has died is made again.
    names: [String; 2],
    budget: Budget,
}

impl Pair<'_, '_> {
    /// Replays a game, and counts and names what was requested.
    fn describe(
        &self,
        game: &Fixture,
        moves: &[AnyMove],
        line: &mut Line,
        meter: &mut Meter,
    ) -> Result<(), PlayError> {
        let Position { game: rules, position: start, .. } = self.players.at;
        let (mut position, mut player) = (start.clone(), self.terms.first);
        let mut legal = Vec::new();
        for (ply, mv) in moves.iter().enumerate() {
            meter.step()?;
            if game.pieces {
                legal.clear();
                rules.moves(&position, player, &mut legal);
                let pieces = legal.iter().map(|mv| u64::from(rules.pieces_of_move(&position, player, mv)));
                line.pieces += pieces.sum::<u64>();
            }
            if ply < line.opening {
                line.choices += u64::from(rules.mobility(&position, player));
            }
            if game.named {
                line.moves.push(rules.show_move(&position, player, mv));
            }
            position = rules.play(&position, player, mv);
            player = player.opponent();
        }
        Ok(())
    }

    /// Plays a game.
    pub fn play(&mut self, game: &Fixture, meter: &mut Meter) -> Result<Line, PlayError> {
        let Position { game: rules, position: start, .. } = self.players.at;
        for (i, agent) in self.agents.iter_mut().enumerate() {
            agent.begin(seed_of(game.seed, i as u64));
        }
        let (plies, seed) = game.opening;
        let Opening { mut moves, positions } = Opening::by_lot(rules, start, &self.terms, plies, seed);
        let [one, other] = &mut self.agents;
        let agents: [&mut dyn Agent<AnyGame>; 2] =
            if game.swapped { [&mut **other, &mut **one] } else { [&mut **one, &mut **other] };
        let played = referee_from(rules, positions, &self.terms, game.limit, agents, meter)?;
        let opening = moves.len();
        moves.extend(played.moves);
        let mut line = Line {
            ending: played.ending,
            reason: played.reason,
            note: played.note,
            plies: moves.len(),
            opening,
            choices: played.choices,
            pieces: 0,
            moves: Vec::new(),
        };
        if game.named || game.pieces || opening > 0 {
            self.describe(game, &moves, &mut line, meter)?;
        }
        if let (Reason::Forfeit(Forfeit::Crash), Ending::Won(winner)) = (line.reason, line.ending) {
            let dead = if game.swapped { winner.index() } else { winner.opponent().index() };
            // An agent that can't be made again loses its games.
            if let Ok(agent) = self.players.agent(&self.names[dead], &self.budget) {
                self.agents[dead] = agent;
            }
        }
        Ok(line)
    }
}
