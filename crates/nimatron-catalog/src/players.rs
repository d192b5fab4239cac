//! Those who can play a game from some position. Which game it is, only this file knows.

use std::time::Duration;

use nimatron_rules::{Budget, Ending, Material, Meter, Notation, Player, Turns};
use nimatron_search::{
    Agent, AgentSpec, External, ExternalSpec, Forfeit, Opening, Oracles, PlayError, Reason, Terms, Words,
    over, referee_from, seed_of,
};

use crate::board::Board;
use crate::session::Session;
use crate::{Fault, LabError};

/// The players of a game whose kind is forgotten.
pub trait Players: Sync {
    /// Who begins, by the custom of the game.
    fn first_player(&self) -> Player;
    /// The strategies of the game: their names, and what they do.
    fn strategies(&self) -> Vec<(&'static str, &'static str)>;
    /// What stands on the board, if that is known.
    fn material(&self) -> Option<Material>;
    /// A table for two agents: the first of the list plays Left.
    fn pair<'a>(
        &'a self,
        names: [&str; 2],
        settings: Settings,
        budget: &Budget,
    ) -> Result<Box<dyn Pair + 'a>, LabError>;
    /// Plays the moves of a game again that were written down, and says how it stands after them. An error says which of
    /// them can't be.
    fn replay(
        &self,
        settings: Settings,
        game: &Fixture,
        moves: &[String],
        meter: &mut Meter,
    ) -> Result<Replay, LabError>;
    /// A game in which some sides are played by agents, and others by people.
    fn into_session<'a>(
        self: Box<Self>,
        names: [Option<&str>; 2],
        settings: Settings,
        seed: u64,
        budget: &Budget,
    ) -> Result<Box<dyn Session + 'a>, LabError>
    where
        Self: 'a;
}

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Who begins.
    pub first: Player,
    /// Whether who cannot move has won.
    pub misere: bool,
}

/// Two agents who play game after game.
pub trait Pair {
    /// Plays a game.
    fn play(&mut self, game: &Fixture, meter: &mut Meter) -> Result<Line, PlayError>;
}

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// What all chance comes from, but for the opening.
    pub seed: u64,
    /// Whether the agents change sides.
    pub swapped: bool,
    /// How many moves are made by lot, and from which seed.
    pub opening: (u32, u64),
    /// Who takes longer for a move has lost.
    pub limit: Option<Duration>,
    /// Whether the names of the moves are wanted.
    pub named: bool,
    /// Whether the moves of every piece are counted.
    pub pieces: bool,
}

/// A game that two agents played.
pub struct Line {
    /// How it ended.
    pub ending: Ending,
    /// Why it was over.
    pub reason: Reason,
    /// What an agent did that lost it the game, if one did.
    pub note: Option<String>,
    /// How many moves were made.
    pub plies: usize,
    /// How many of them were made by lot.
    pub opening: usize,
    /// How many legal moves there were, all turns together.
    pub choices: u64,
    /// The same, each counted for every piece that it moves, if that is wanted.
    pub pieces: u64,
    /// The names of the moves, if they are wanted.
    pub moves: Vec<String>,
}

/// How a game stands after its moves were played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Replay {
    /// How it ended and why it was over, if the rules say that it is.
    pub over: Option<(Ending, Reason)>,
    /// Who would move next.
    pub to_move: Player,
    /// How many of the moves were made by lot.
    pub opening: usize,
    /// How many legal moves there were, all turns together, that of a move that never came too.
    pub choices: u64,
}

/// The players of a game of a known kind.
pub struct Club<'a, R: Turns> {
    pub rules: &'a R,
    pub start: &'a R::Position,
    /// Whom they may ask.
    pub oracles: OpenOracles<'a, R>,
    /// After so many moves a game is drawn, if it need not end.
    pub longest: Option<u32>,
    /// Who is to move, if that was written beside the position.
    pub to_move: Option<Player>,
    /// How agents are made.
    pub make: MakeAgent<'a, R>,
}

type MakeAgent<'a, R> = fn(&AgentSpec, &'a R, &dyn Oracles<'a, R>) -> Option<Box<dyn Agent<R> + 'a>>;

pub type OpenOracles<'a, R> = Box<dyn Fn(&Budget) -> Box<dyn Oracles<'a, R> + 'a> + Sync + 'a>;

impl<'a, R: Turns + Notation> Club<'a, R> {
    fn terms(&self, settings: Settings) -> Terms {
        Terms { first: settings.first, misere: settings.misere, longest: self.longest }
    }

    /// The agent of that name, which may be a program of its own.
    pub fn agent(&self, name: &str, budget: &Budget) -> Result<Box<dyn Agent<R> + 'a>, LabError> {
        match ExternalSpec::parse(name) {
            None => self.made(&self.spec(name)?, budget),
            // The compiler is to leave out what follows for every game.
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

    /// What is asked for by the name of an agent.
    pub fn spec(&self, name: &str) -> Result<AgentSpec, LabError> {
        Ok(AgentSpec::parse(name, &Words::of(self.rules)).map_err(|error| Fault::in_text(name, &error))?)
    }

    /// The agent that is asked for.
    pub fn made(&self, spec: &AgentSpec, budget: &Budget) -> Result<Box<dyn Agent<R> + 'a>, LabError> {
        (self.make)(spec, self.rules, &*(self.oracles)(budget)).ok_or_else(|| {
            LabError::Senseless(format!("nobody plays {} perfectly: its plays need not end", R::ABOUT.name))
        })
    }
}

impl<'r, R: Turns + Notation> Players for Club<'r, R> {
    fn first_player(&self) -> Player {
        self.to_move.unwrap_or_else(|| self.rules.first_player())
    }

    fn strategies(&self) -> Vec<(&'static str, &'static str)> {
        self.rules.strategies().iter().map(|strategy| (strategy.name, strategy.about)).collect()
    }

    fn material(&self) -> Option<Material> {
        self.rules.material()
    }

    fn pair<'a>(
        &'a self,
        [one, other]: [&str; 2],
        settings: Settings,
        budget: &Budget,
    ) -> Result<Box<dyn Pair + 'a>, LabError> {
        for player in Player::BOTH {
            budget.check_list::<R::Move>(self.rules.move_bound(self.start, player))?;
        }
        // Each has tables of its own.
        let budget = share(budget, 2);
        let agents = [self.agent(one, &budget)?, self.agent(other, &share(&budget, 1))?];
        let names = [one.to_owned(), other.to_owned()];
        Ok(Box::new(Opponents { club: self, terms: self.terms(settings), agents, names, budget }))
    }

    fn replay(
        &self,
        settings: Settings,
        game: &Fixture,
        moves: &[String],
        meter: &mut Meter,
    ) -> Result<Replay, LabError> {
        // The compiler is to leave out what follows for every game.
        if cfg!(target_family = "wasm") {
            return Err(LabError::Senseless("a browser has no files with records of matches".into()));
        }
        let (rules, terms) = (self.rules, self.terms(settings));
        let wrong = |ply: usize, name: &str, why: &str| {
            LabError::Failed(format!("move {} (`{name}`) {why}", ply + 1))
        };
        let opening = Opening::by_lot(rules, self.start, &terms, game.opening.0, game.opening.1).moves;
        let mut history = vec![self.start.clone()];
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
                // Who cannot move has lost, where the rules say nothing else.
                let winner = if terms.misere { player } else { player.opponent() };
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
            let named = |mv: &&R::Move| rules.show_move(position, player, mv) == *name;
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

    fn into_session<'a>(
        self: Box<Self>,
        names: [Option<&str>; 2],
        settings: Settings,
        seed: u64,
        budget: &Budget,
    ) -> Result<Box<dyn Session + 'a>, LabError>
    where
        Self: 'a,
    {
        let (mut agents, mut perfect) = ([None, None], [false; 2]);
        for (i, name) in names.into_iter().enumerate() {
            let Some(name) = name else { continue };
            for player in Player::BOTH {
                budget.check_list::<R::Move>(self.rules.move_bound(self.start, player))?;
            }
            let mut agent = self.agent(name, &share(budget, 4))?;
            agent.begin(seed_of(seed, i as u64));
            agents[i] = Some(agent);
            perfect[i] = self.spec(name) == Ok(AgentSpec::Perfect);
        }
        Ok(Box::new(Board::new(self.terms(settings), *self, agents, perfect, seed, budget)))
    }
}

/// The budget with a part of its memory, for one of those that share it.
fn share(budget: &Budget, shares: usize) -> Budget {
    budget.clone().memory(budget.memory_limit() / shares)
}

/// Two agents of a club.
struct Opponents<'a, 'r, R: Turns> {
    club: &'a Club<'r, R>,
    terms: Terms,
    agents: [Box<dyn Agent<R> + 'r>; 2],
    /// What they are called, and what they may spend: one that has died is made anew.
    names: [String; 2],
    budget: Budget,
}

impl<R: Turns + Notation> Opponents<'_, '_, R> {
    /// Goes through a game once more and counts and names what is wanted.
    fn told(
        &self,
        game: &Fixture,
        moves: &[R::Move],
        line: &mut Line,
        meter: &mut Meter,
    ) -> Result<(), PlayError> {
        let Club { rules, start, .. } = *self.club;
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
}

impl<R: Turns + Notation> Pair for Opponents<'_, '_, R> {
    fn play(&mut self, game: &Fixture, meter: &mut Meter) -> Result<Line, PlayError> {
        let Club { rules, start, .. } = *self.club;
        for (i, agent) in self.agents.iter_mut().enumerate() {
            agent.begin(seed_of(game.seed, i as u64));
        }
        let (plies, seed) = game.opening;
        let Opening { mut moves, positions } = Opening::by_lot(rules, start, &self.terms, plies, seed);
        let [one, other] = &mut self.agents;
        let agents: [&mut dyn Agent<R>; 2] =
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
            self.told(game, &moves, &mut line, meter)?;
        }
        if let (Reason::Forfeit(Forfeit::Crash), Ending::Won(winner)) = (line.reason, line.ending) {
            let dead = if game.swapped { winner.index() } else { winner.opponent().index() };
            // Who can't be made anew loses its games as they come.
            if let Ok(agent) = self.club.agent(&self.names[dead], &self.budget) {
                self.agents[dead] = agent;
            }
        }
        Ok(line)
    }
}
