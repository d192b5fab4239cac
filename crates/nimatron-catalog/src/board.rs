//! A game that is going on, of a known kind.

use std::time::Duration;

use nimatron_rules::{Budget, Ending, Notation, Player, Turns};
use nimatron_search::{Agent, AgentSpec, Insight, Reason, Simulating, Terms, Thinking, Turn, over, seed_of};
use web_time::Instant;

use crate::Move;
use crate::players::Club;
use crate::session::{Go, Over, Session, Thought};
use crate::{Fault, LabError};

/// Who looks at a position without telling what it finds looks at so many positions or random games first, to have an
/// answer when it is stopped.
const GLANCE: u64 = 200;

/// A game that is going on.
pub(crate) struct Board<'r, R: Turns> {
    club: Club<'r, R>,
    terms: Terms,
    agents: [Option<Box<dyn Agent<R> + 'r>>; 2],
    /// The start, and the position after each move.
    history: Vec<R::Position>,
    /// The names of the moves.
    names: Vec<String>,
    seed: u64,
    /// How many agents were made to think.
    made: u64,
    /// Who thought about the last position, with what it remembers, and its specification without limits.
    thinker: Option<(AgentSpec, Box<dyn Agent<R> + 'r>)>,
}

impl<'r, R: Turns> Board<'r, R> {
    /// A game that begins.
    pub(crate) fn new(
        terms: Terms,
        club: Club<'r, R>,
        agents: [Option<Box<dyn Agent<R> + 'r>>; 2],
        seed: u64,
    ) -> Self {
        let history = vec![club.start.clone()];
        Board { club, terms, agents, history, names: Vec::new(), seed, made: 0, thinker: None }
    }

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
        self.names.push(name.clone());
        name
    }

    /// Lets an agent think about the position, and tells what it finds.
    fn ponder(
        &mut self,
        spec: &AgentSpec,
        moves: &[R::Move],
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<usize, LabError> {
        // Other limits are no reason to forget anything.
        let without_limits = spec.clone().with_thinking(Thinking::default());
        if self.thinker.as_ref().is_none_or(|(last, _)| *last != without_limits) {
            self.thinker = None;
            let mut agent = self.club.made(spec, budget)?;
            agent.begin(seed_of(self.seed, self.made));
            self.made += 1;
            self.thinker = Some((without_limits, agent));
        }
        let (rules, player) = (self.club.rules, self.mover());
        let turn = Turn { rules, player, misere: self.terms.misere, moves, history: &self.history };
        let Some((_, agent)) = &mut self.thinker else { return Ok(0) };
        if let Some(thinking) = spec.thinking() {
            agent.set_thinking(thinking);
        }
        let chosen = agent.think(&turn, budget, &mut |insight: &Insight<R::Move>| {
            let (mut position, mut mover) = (turn.position().clone(), player);
            let name = |mv: &R::Move| {
                let name = rules.show_move(&position, mover, mv);
                position = rules.play(&position, mover, mv);
                mover = mover.opponent();
                name
            };
            let line = insight.line.iter().map(name).collect();
            let Insight { chosen, score, proved, depth, nodes, .. } = *insight;
            tell(&Thought { chosen, score, proved, depth, nodes, line });
        });
        // Who asks oracles has some that know this budget alone.
        if !spec.tells() {
            self.thinker = None;
        }
        Ok(chosen?.min(moves.len() - 1))
    }

    /// Lets an agent think that tells nothing before it has done: a little first, so that there is an answer in any case.
    fn ponder_silently(
        &mut self,
        (spec, limits): (&AgentSpec, Thinking),
        moves: &[R::Move],
        budget: &Budget,
    ) -> Result<usize, LabError> {
        let started = Instant::now();
        let mut chosen = 0;
        let most = limits.nodes.unwrap_or(u64::MAX);
        let mut glance = GLANCE;
        loop {
            // Without limits it looks at more and more, until it is stopped.
            let unlimited = limits == Thinking::default();
            let first = glance == GLANCE;
            let thinking = match (first || unlimited, limits.time) {
                (true, time) => Thinking { nodes: Some(glance.min(most)), time, ..limits },
                (false, None) => limits,
                (false, Some(time)) => {
                    let left = time.saturating_sub(started.elapsed());
                    Thinking { time: Some(left.max(Duration::from_millis(1))), ..limits }
                }
            };
            match self.ponder(&spec.clone().with_thinking(thinking), moves, budget, &mut |_| {}) {
                Ok(found) => chosen = found,
                Err(LabError::Exhausted { .. }) => return Ok(chosen),
                Err(error) => return Err(error),
            }
            let in_time = limits.time.is_none_or(|time| started.elapsed() < time);
            if !(unlimited || first && most > GLANCE && in_time) {
                return Ok(chosen);
            }
            glance = glance.saturating_mul(2);
        }
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
            Reason::Forfeit(_) => "by forfeit".into(),
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
        Ok(self.make(&parsed.map_err(|error| Fault::in_text(text, &error))?))
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

    fn think(
        &mut self,
        name: &str,
        go: &Go,
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<Option<String>, LabError> {
        let moves = self.legal_moves();
        if moves.is_empty() {
            return Ok(None);
        }
        let spec = self.club.spec(name)?;
        let own = spec.thinking().unwrap_or_default();
        let usual = [Thinking::NODES, Simulating::SIMULATIONS]
            .map(|nodes| Thinking { nodes: Some(nodes), ..Thinking::default() });
        let limits = match go.limits {
            None => own,
            // What the agent has by default gives way, and what was asked for holds.
            Some(limits) if usual.contains(&own) => limits,
            Some(limits) => Thinking {
                depth: own.depth.into_iter().chain(limits.depth).min(),
                time: own.time.into_iter().chain(limits.time).min(),
                nodes: own.nodes.into_iter().chain(limits.nodes).min(),
            },
        };
        // Who thinks by a clock stops by itself and has its best move then; others are stopped.
        let limits = match spec.thinking() {
            Some(_) => Thinking { time: go.clock.into_iter().chain(limits.time).min(), ..limits },
            None => limits,
        };
        let budget = &match go.clock {
            Some(time) if spec.thinking().is_none() => budget.clone().time(time),
            _ => budget.clone(),
        };
        let chosen = if spec.tells() {
            let mut last = None;
            let thinking = if limits == Thinking::default() {
                Thinking { depth: Some(Thinking::DEEPEST), ..limits }
            } else {
                limits
            };
            let found = self.ponder(&spec.with_thinking(thinking), &moves, budget, &mut |thought| {
                last = Some(thought.chosen);
                tell(thought);
            });
            match found {
                Err(LabError::Exhausted { .. }) => last.unwrap_or(0),
                found => found?,
            }
        } else if spec.thinking().is_some() {
            self.ponder_silently((&spec, limits), &moves, budget)?
        } else {
            match self.ponder(&spec, &moves, budget, tell) {
                Err(LabError::Exhausted { .. }) => 0,
                found => found?,
            }
        };
        Ok(moves.get(chosen).map(|mv| self.club.rules.show_move(self.position(), self.mover(), mv)))
    }

    fn forget(&mut self) {
        self.thinker = None;
    }

    fn undo(&mut self) -> bool {
        if self.history.len() > 1 {
            self.history.pop();
            self.names.pop();
            return true;
        }
        false
    }

    fn plies(&self) -> usize {
        self.history.len() - 1
    }

    fn start(&self) -> String {
        self.club.rules.show_turn(&self.history[0], self.terms.first)
    }

    fn line(&self) -> &[String] {
        &self.names
    }
}
