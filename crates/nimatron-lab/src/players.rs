//! Those who can play a game from some position. Which game it is, only this file knows.

use nimatron_rules::{Budget, Ending, Meter, Notation, Player, Turns};
use nimatron_search::{
    Agent, AgentSpec, Oracles, PlayError, Reason, Terms, Turn, Words, over, referee, seed_of,
};

use crate::report::Move;
use crate::session::{Over, Session};
use crate::{Fault, LabError};

/// The players of a game whose kind is forgotten.
pub(crate) trait Players: Sync {
    /// Who begins, by the custom of the game.
    fn first_player(&self) -> Player;
    /// The strategies of the game: their names, and what they do.
    fn strategies(&self) -> Vec<(&'static str, &'static str)>;
    /// A table for two agents: the first of the list plays Left.
    fn pair<'a>(
        &'a self,
        names: [&str; 2],
        settings: Settings,
        budget: &Budget,
    ) -> Result<Box<dyn Pair + 'a>, LabError>;
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
pub(crate) struct Settings {
    pub(crate) first: Player,
    pub(crate) misere: bool,
}

/// Two agents who play game after game.
pub(crate) trait Pair {
    /// Plays a game; `swapped` is whether they change sides, `named` whether the moves are wanted.
    fn play(&mut self, seed: u64, swapped: bool, named: bool, meter: &mut Meter) -> Result<Line, PlayError>;
}

/// A game that two agents played.
pub(crate) struct Line {
    pub(crate) ending: Ending,
    pub(crate) reason: Reason,
    pub(crate) plies: usize,
    pub(crate) choices: u64,
    /// The names of the moves, if they are wanted.
    pub(crate) moves: Vec<String>,
}

/// The players of a game of a known kind.
pub(crate) struct Club<'a, R: Turns> {
    pub(crate) rules: &'a R,
    pub(crate) start: &'a R::Position,
    /// Whom they may ask.
    pub(crate) oracles: OpenOracles<'a, R>,
    /// After so many moves a game is drawn, if it need not end.
    pub(crate) longest: Option<u32>,
    /// Who is to move, if that was written beside the position.
    pub(crate) to_move: Option<Player>,
    /// How agents are made.
    pub(crate) make: MakeAgent<'a, R>,
}

type MakeAgent<'a, R> = fn(&AgentSpec, &'a R, &dyn Oracles<'a, R>) -> Option<Box<dyn Agent<R> + 'a>>;

pub(crate) type OpenOracles<'a, R> = Box<dyn Fn(&Budget) -> Box<dyn Oracles<'a, R> + 'a> + Sync + 'a>;

impl<'a, R: Turns + Notation> Club<'a, R> {
    fn terms(&self, settings: Settings) -> Terms {
        Terms { first: settings.first, misere: settings.misere, longest: self.longest }
    }

    /// The agent of that name.
    fn agent(&self, name: &str, budget: &Budget) -> Result<Box<dyn Agent<R> + 'a>, LabError> {
        let spec = AgentSpec::parse(name, &Words::of(self.rules)).map_err(|error| Fault {
            text: name.into(),
            at: error.at.clone(),
            message: error.to_string(),
        })?;
        (self.make)(&spec, self.rules, &*(self.oracles)(budget)).ok_or_else(|| {
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

    fn pair<'a>(
        &'a self,
        [one, other]: [&str; 2],
        settings: Settings,
        budget: &Budget,
    ) -> Result<Box<dyn Pair + 'a>, LabError> {
        // Each has tables of its own.
        let budget = &budget.clone().memory(budget.memory_limit() / 2);
        let agents = [self.agent(one, budget)?, self.agent(other, budget)?];
        Ok(Box::new(Opponents { club: self, terms: self.terms(settings), agents }))
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
        let budget = &budget.clone().memory(budget.memory_limit() / 4);
        let mut agents = [None, None];
        for (i, name) in names.into_iter().enumerate() {
            let Some(name) = name else { continue };
            let mut agent = self.agent(name, budget)?;
            agent.begin(seed_of(seed, i as u64));
            agents[i] = Some(agent);
        }
        let history = vec![self.start.clone()];
        Ok(Box::new(Board { terms: self.terms(settings), club: *self, agents, history }))
    }
}

/// Two agents of a club.
struct Opponents<'a, 'r, R: Turns> {
    club: &'a Club<'r, R>,
    terms: Terms,
    agents: [Box<dyn Agent<R> + 'r>; 2],
}

impl<R: Turns + Notation> Pair for Opponents<'_, '_, R> {
    fn play(&mut self, seed: u64, swapped: bool, named: bool, meter: &mut Meter) -> Result<Line, PlayError> {
        let Club { rules, start, .. } = *self.club;
        for (i, agent) in self.agents.iter_mut().enumerate() {
            agent.begin(seed_of(seed, i as u64));
        }
        let [one, other] = &mut self.agents;
        let agents: [&mut dyn Agent<R>; 2] =
            if swapped { [&mut **other, &mut **one] } else { [&mut **one, &mut **other] };
        let played = referee(rules, start, &self.terms, agents, meter)?;
        let mut moves = Vec::new();
        if named {
            let (mut position, mut player) = (start.clone(), self.terms.first);
            for mv in &played.moves {
                moves.push(rules.show_move(&position, player, mv));
                position = rules.play(&position, player, mv);
                player = player.opponent();
            }
        }
        Ok(Line {
            ending: played.ending,
            reason: played.reason,
            plies: played.moves.len(),
            choices: played.choices,
            moves,
        })
    }
}

/// A game that is going on.
struct Board<'r, R: Turns> {
    club: Club<'r, R>,
    terms: Terms,
    agents: [Option<Box<dyn Agent<R> + 'r>>; 2],
    /// The start, and the position after each move.
    history: Vec<R::Position>,
}

impl<R: Turns> Board<'_, R> {
    fn position(&self) -> &R::Position {
        &self.history[self.history.len() - 1]
    }

    fn legal_moves(&self) -> Vec<R::Move> {
        let mut moves = Vec::new();
        self.club.rules.moves(self.position(), self.mover(), &mut moves);
        moves
    }

    fn mover(&self) -> Player {
        if self.history.len() % 2 == 1 { self.terms.first } else { self.terms.first.opponent() }
    }
}

impl<R: Turns + Notation> Board<'_, R> {
    /// Plays a move and says its name.
    fn make(&mut self, mv: &R::Move) -> String {
        let (rules, player) = (self.club.rules, self.mover());
        let name = rules.show_move(self.position(), player, mv);
        let after = rules.play(self.position(), player, mv);
        self.history.push(after);
        name
    }
}

impl<R: Turns + Notation> Session for Board<'_, R> {
    fn view(&self) -> nimatron_rules::View {
        self.club.rules.view(self.position())
    }

    fn show(&self) -> String {
        self.club.rules.show_turn(self.position(), self.mover())
    }

    fn to_move(&self) -> Player {
        self.mover()
    }

    fn has_agent(&self, player: Player) -> bool {
        self.agents[player.index()].is_some()
    }

    fn over(&self) -> Option<Over> {
        let (ending, reason) = over(self.club.rules, &self.history, self.mover(), &self.terms)?;
        let winner = match ending {
            Ending::Won(winner) => Some(winner),
            Ending::Drawn => None,
        };
        let why = match reason {
            Reason::Rules if self.legal_moves().is_empty() => format!("{} cannot move", self.mover()),
            Reason::Rules => "by the rules".into(),
            Reason::Repetition => "the same position for the third time".into(),
            Reason::Length => "it took too long".into(),
        };
        Some(Over { winner, why })
    }

    fn moves(&self) -> Vec<Move> {
        let (rules, position, player) = (self.club.rules, self.position(), self.mover());
        let named = self.legal_moves().into_iter().map(|mv| Move {
            name: rules.show_move(position, player, &mv),
            position: rules.show_turn(&rules.play(position, player, &mv), player.opponent()),
        });
        named.collect()
    }

    fn play(&mut self, text: &str) -> Result<String, LabError> {
        let parsed = self.club.rules.parse_move(self.position(), self.mover(), text);
        let fault = |error: nimatron_rules::NotationError| Fault {
            text: text.into(),
            at: error.at.clone(),
            message: error.to_string(),
        };
        Ok(self.make(&parsed.map_err(fault)?))
    }

    fn reply(&mut self, budget: &Budget) -> Result<Option<String>, LabError> {
        let player = self.mover();
        let moves = self.legal_moves();
        let Some(agent) = &mut self.agents[player.index()] else { return Ok(None) };
        if moves.is_empty() {
            return Ok(None);
        }
        let Terms { misere, .. } = self.terms;
        let turn = Turn { rules: self.club.rules, player, misere, moves: &moves, history: &self.history };
        let chosen = agent.choose(&turn, budget)?;
        Ok(moves.get(chosen).map(|mv| self.make(mv)))
    }

    fn suggestion(&self, name: &str, budget: &Budget) -> Result<Option<String>, LabError> {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return Ok(None);
        }
        let mut agent = self.club.agent(name, budget)?;
        let (player, misere) = (self.mover(), self.terms.misere);
        let turn = Turn { rules: self.club.rules, player, misere, moves: &moves, history: &self.history };
        let chosen = agent.choose(&turn, budget)?;
        let name = |mv| self.club.rules.show_move(self.position(), player, mv);
        Ok(moves.get(chosen).map(name))
    }

    fn undo(&mut self) -> bool {
        if self.history.len() > 1 {
            self.history.pop();
            return true;
        }
        false
    }

    fn plies(&self) -> usize {
        self.history.len() - 1
    }
}
