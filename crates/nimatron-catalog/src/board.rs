//! A game that is going on, of a known kind.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use nimatron_rules::{Budget, Ending, Notation, Player, Turns};
use nimatron_search::{
    Agent, AgentSpec, AlphaBeta, Insight, Reason, Simulating, Terms, Thinking, Turn, over, seed_of,
};
use web_time::Instant;

use crate::Move;
use crate::players::Club;
use crate::session::{Go, Over, Reply, Session, Thought};
use crate::table::named_moves;
use crate::{Fault, LabError};

/// Who looks at a position without telling what it finds looks at so many positions or random games first, to have an
/// answer when it is stopped.
const GLANCE: u64 = 200;

/// The share of the time in which `perfect` tries to solve a position. The rest is for a search, should that fail.
const SOLVING: f64 = 0.6;
/// The share of what is left that the search takes, so that it ends before it is stopped.
const SEARCHING: f64 = 0.9;
/// How often somebody looks who waits for a stop.
const NAP: Duration = Duration::from_millis(5);

/// A game that is going on.
pub(crate) struct Board<'r, R: Turns> {
    club: Club<'r, R>,
    terms: Terms,
    agents: [Option<Box<dyn Agent<R> + 'r>>; 2],
    /// Which of these are `perfect`.
    perfect: [bool; 2],
    /// The start, and the position after each move.
    history: Vec<R::Position>,
    /// The names of the moves.
    names: Vec<String>,
    seed: u64,
    /// What lists of moves may take.
    budget: Budget,
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
        perfect: [bool; 2],
        seed: u64,
        budget: &Budget,
    ) -> Self {
        let budget = budget.clone();
        let history = vec![club.start.clone()];
        let names = Vec::new();
        Board { club, terms, agents, perfect, history, names, seed, budget, made: 0, thinker: None }
    }

    fn position(&self) -> &R::Position {
        &self.history[self.history.len() - 1]
    }

    fn legal_moves(&self, budget: &Budget) -> Result<Vec<R::Move>, LabError> {
        Ok(self.club.rules.listed_moves(self.position(), self.mover(), budget)?)
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
            tell(&Thought { chosen, score, proved, depth, nodes, line, remark: None });
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

    /// Lets `perfect` choose. Where it can't solve the position in time, a search chooses in the time that it has left for that, and
    /// `tell` receives the remark that the move need not be perfect.
    fn solve_or_search(
        &mut self,
        moves: &[R::Move],
        time: Option<Duration>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<usize, LabError> {
        if moves.len() == 1 {
            return Ok(0);
        }
        let started = Instant::now();
        let solved = within(budget, time.map(|time| time.mul_f64(SOLVING)), |budget| {
            self.ponder(&AgentSpec::Perfect, moves, budget, &mut |_| {})
        });
        match solved {
            Err(LabError::Exhausted { .. }) => {
                let left = time.map(|time| time.saturating_sub(started.elapsed()));
                self.search_instead(moves, left, budget, tell)
            }
            solved => solved,
        }
    }

    /// Lets alpha-beta choose where a position can't be solved: a glance first, so that there is an answer when it is stopped, and
    /// then as long as there is time.
    fn search_instead(
        &mut self,
        moves: &[R::Move],
        left: Option<Duration>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<usize, LabError> {
        let (rules, player) = (self.club.rules, self.mover());
        let turn = Turn { rules, player, misere: self.terms.misere, moves, history: &self.history };
        let seed = seed_of(self.seed, self.names.len() as u64);
        let nodes = |nodes| Thinking { nodes: Some(nodes), ..Thinking::default() };
        let mut glance = AlphaBeta::new(nodes(GLANCE));
        glance.begin(seed);
        let mut found = glance.search(&turn, &Budget::unlimited().memory(budget.memory_limit()))?;
        let thinking = match left {
            Some(left) => Thinking { time: Some(left.mul_f64(SEARCHING)), ..Thinking::default() },
            None => nodes(Thinking::NODES),
        };
        if found.wins.is_none() && left.is_none_or(|left| !left.is_zero()) {
            let mut agent = AlphaBeta::new(thinking);
            if let Some(oracle) = (self.club.oracles)(budget).endgames() {
                agent = agent.oracle(oracle);
            }
            agent.begin(seed);
            // Who is stopped plays what was seen at a glance.
            match agent.search(&turn, budget).map_err(LabError::from) {
                Ok(deeper) if deeper.depth >= found.depth || deeper.wins.is_some() => found = deeper,
                Ok(_) | Err(LabError::Exhausted { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        if found.wins.is_none() {
            let name = rules.show_move(turn.position(), player, &moves[found.chosen]);
            let remark = format!(
                "not perfect: solving this position takes more time or memory than there is; alpha-beta chose {name} by a \
                 search of depth {}",
                found.depth
            );
            tell(&Thought {
                chosen: found.chosen,
                // A move more than the opponent counts as a piece.
                score: found.score.saturating_mul(100),
                proved: None,
                depth: found.depth,
                nodes: found.nodes,
                line: vec![name],
                remark: Some(remark),
            });
        }
        Ok(found.chosen)
    }
}

/// Does some work with a budget that is used up after this time, too. Sums of values look at nothing but the stop flag, so a
/// thread raises one where there are threads.
fn within<T>(budget: &Budget, time: Option<Duration>, work: impl FnOnce(&Budget) -> T) -> T {
    let Some((time, deadline)) = time.and_then(|time| Some((time, Instant::now().checked_add(time)?))) else {
        return work(budget);
    };
    let own = budget.clone().time(time).stop_flag(Arc::default());
    let (outer, inner) = (budget.flag(), own.flag());
    std::thread::scope(|scope| {
        let (done, watched) = channel::<()>();
        let watch = move || {
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() || outer.load(Ordering::Relaxed) {
                    inner.store(true, Ordering::Relaxed);
                    return;
                }
                if watched.recv_timeout(left.min(NAP)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        // Without a thread for it, the budget's own look at the clock has to do.
        let _ = std::thread::Builder::new().name("watch".into()).spawn_scoped(scope, watch);
        let result = work(&own);
        drop(done);
        result
    })
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
            Reason::Rules if self.club.rules.mobility(self.position(), self.mover()) == 0 => {
                format!("{} cannot move", self.mover())
            }
            Reason::Rules => "by the rules".into(),
            Reason::Repetition => "the same position for the third time".into(),
            Reason::Length => "it took too long".into(),
            Reason::Forfeit(_) => "by forfeit".into(),
        };
        Some(Over { winner, why })
    }

    fn moves(&self, most: usize) -> Result<Vec<Move>, LabError> {
        named_moves(self.club.rules, self.position(), self.mover(), most, &self.budget)
    }

    fn move_count(&self) -> u64 {
        match self.club.rules.mobility(self.position(), self.mover()) {
            u32::MAX => self.club.rules.move_bound(self.position(), self.mover()),
            count => count.into(),
        }
    }

    fn play(&mut self, text: &str) -> Result<String, LabError> {
        let parsed = self.club.rules.parse_move(self.position(), self.mover(), text);
        Ok(self.make(&parsed.map_err(|error| Fault::in_text(text, &error))?))
    }

    fn reply(&mut self, budget: &Budget) -> Result<Option<Reply>, LabError> {
        let player = self.mover();
        let moves = self.legal_moves(budget)?;
        let Some(agent) = &mut self.agents[player.index()] else { return Ok(None) };
        if moves.is_empty() {
            return Ok(None);
        }
        let mut remark = None;
        let mut tell = |thought: &Thought| remark.clone_from(&thought.remark);
        let is_perfect = self.perfect[player.index()];
        let chosen = match budget.time_left() {
            Some(time) if is_perfect => self.solve_or_search(&moves, Some(time), budget, &mut tell)?,
            _ => {
                let Terms { misere, .. } = self.terms;
                let turn =
                    Turn { rules: self.club.rules, player, misere, moves: &moves, history: &self.history };
                match agent.choose(&turn, budget).map_err(LabError::from) {
                    // What is used up is memory, unless somebody wants a stop.
                    Err(LabError::Exhausted { .. })
                        if is_perfect && !budget.flag().load(Ordering::Relaxed) =>
                    {
                        self.search_instead(&moves, None, budget, &mut tell)?
                    }
                    chosen => chosen?,
                }
            }
        };
        Ok(moves.get(chosen).map(|mv| Reply { name: self.make(mv), remark }))
    }

    fn suggestion(&self, name: &str, budget: &Budget) -> Result<Option<String>, LabError> {
        let moves = self.legal_moves(budget)?;
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
        let moves = self.legal_moves(budget)?;
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
        } else if spec == AgentSpec::Perfect {
            let time = go.clock.into_iter().chain(limits.time).chain(budget.time_left()).min();
            self.solve_or_search(&moves, time, budget, tell)?
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
