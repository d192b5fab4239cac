//! A game in progress, move by move.
//!
//! In a game with people, `perfect` has 60 % of its time to solve a position. If that is not enough,
//! alpha-beta chooses a move in the rest of the time, and the answer has a remark that says so. In a match,
//! `perfect` has all the time and memory of the match.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use nimatron_rules::{
    AnyMove, AnyPosition, Budget, Convention, Ending, Notation, Player, Rules, Touch, View,
};
use nimatron_search::{
    Agent, AgentSpec, AlphaBeta, Insight, Reason, Simulating, Terms, Thinking, Turn, over, seed_of,
};
use web_time::Instant;

use crate::agents::{Agents, AnyAgent, Settings};
use crate::position::{Position, named_moves};
use crate::solutions::Solutions;
use crate::{Fault, LabError, Move};

/// A position that a game can be started from. The lab makes it.
pub struct Sitting {
    /// The position.
    pub opened: Position,
    /// Solutions that the agents may use.
    pub solutions: Arc<Solutions>,
    /// The budget of agents over many moves, without a limit of time.
    pub budget: Budget,
}

/// The players and terms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seats<'a> {
    /// The agent that plays Left; `None` for a person.
    pub left: Option<&'a str>,
    /// The same for Right.
    pub right: Option<&'a str>,
    /// The player who begins, if not by the custom of the game.
    pub first: Option<Player>,
    /// Who has won when a player cannot move.
    pub convention: Convention,
    /// The seed of all randomness.
    pub seed: u64,
}

impl Sitting {
    /// Starts a game. Undoing all moves leads back here.
    pub fn session(&self, seats: &Seats<'_>) -> Result<Session<'_>, LabError> {
        let available = self.opened.agents(&self.solutions);
        let settings = Settings {
            first: seats.first.unwrap_or_else(|| available.first_player()),
            convention: seats.convention,
        };
        available.into_session([seats.left, seats.right], settings, seats.seed, &self.budget)
    }
}

/// How long to think about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The limits of the search. Without any limit, the search goes on until it is stopped. If `None`, the
    /// agent uses its own limits.
    pub limits: Option<Thinking>,
    /// The maximum time, which may differ from move to move.
    pub clock: Option<Duration>,
}

/// What an agent has found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The index of the best move in the list of legal moves.
    pub chosen: usize,
    /// The score for the player to move: about a hundred per piece.
    pub score: i32,
    /// The number of moves of both players until the game is won, if that is proved; `true` if the player to
    /// move wins.
    pub proved: Option<(bool, u32)>,
    /// The depth of the search.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The names of the best moves for both players.
    pub line: Vec<String>,
    /// A remark about the move for people: that `perfect` could not solve the position.
    pub remark: Option<String>,
}

/// What an agent has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The move.
    pub name: String,
    /// A remark about the move for people: that `perfect` could not solve the position.
    pub remark: Option<String>,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Over {
    /// The winner; `None` if the game is drawn.
    pub winner: Option<Player>,
    /// Why it is over.
    pub why: String,
}

/// An agent that reports nothing while it searches first examines this number of positions or random games,
/// to have an answer when it is stopped.
const GLANCE: u64 = 200;

/// The share of the time in which `perfect` tries to solve a position. The rest is reserved for a search, if
/// that fails.
const SOLVING: f64 = 0.6;
/// The share of the remaining time that the search uses, so that it ends before it is stopped.
const SEARCHING: f64 = 0.9;
/// How often a waiting thread checks for a stop.
const NAP: Duration = Duration::from_millis(5);

/// A game in progress.
pub struct Session<'r> {
    available: Agents<'r>,
    terms: Terms,
    agents: [Option<AnyAgent<'r>>; 2],
    /// Which of these agents are `perfect`.
    perfect: [bool; 2],
    /// The start, and the position after each move.
    history: Vec<AnyPosition>,
    /// The names of the moves.
    names: Vec<String>,
    seed: u64,
    /// The budget for lists of moves.
    budget: Budget,
    /// The number of agents that have been asked to think.
    made: u64,
    /// The agent that thought about the last position, with what it remembers, and its specification without
    /// limits.
    thinker: Option<(AgentSpec, AnyAgent<'r>)>,
}

impl<'r> Session<'r> {
    /// Starts a game.
    pub(crate) fn new(
        terms: Terms,
        available: Agents<'r>,
        agents: [Option<AnyAgent<'r>>; 2],
        perfect: [bool; 2],
        seed: u64,
        budget: &Budget,
    ) -> Self {
        let budget = budget.clone();
        let history = vec![available.at.position.clone()];
        let names = Vec::new();
        Session { available, terms, agents, perfect, history, names, seed, budget, made: 0, thinker: None }
    }

    fn position(&self) -> &AnyPosition {
        &self.history[self.history.len() - 1]
    }

    fn legal_moves(&self, budget: &Budget) -> Result<Vec<AnyMove>, LabError> {
        Ok(self.available.game().listed_moves(self.position(), self.mover(), budget)?)
    }

    fn mover(&self) -> Player {
        if self.history.len() % 2 == 1 { self.terms.first } else { self.terms.first.opponent() }
    }
}

impl Session<'_> {
    /// Plays a move and returns its name.
    fn make(&mut self, mv: &AnyMove) -> String {
        let (rules, player) = (self.available.game(), self.mover());
        let name = rules.show_move(self.position(), player, mv);
        let after = rules.play(self.position(), player, mv);
        self.history.push(after);
        self.names.push(name.clone());
        name
    }

    /// Lets an agent think about the position, and reports what it finds.
    fn ponder(
        &mut self,
        spec: &AgentSpec,
        moves: &[AnyMove],
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<usize, LabError> {
        // If only the limits differ, nothing has to be forgotten.
        let without_limits = spec.clone().with_thinking(Thinking::default());
        if self.thinker.as_ref().is_none_or(|(last, _)| *last != without_limits) {
            self.thinker = None;
            let mut agent = self.available.made(spec, budget)?;
            agent.begin(seed_of(self.seed, self.made));
            self.made += 1;
            self.thinker = Some((without_limits, agent));
        }
        let (rules, player) = (self.available.game(), self.mover());
        let turn = Turn { rules, player, convention: self.terms.convention, moves, history: &self.history };
        let Some((_, agent)) = &mut self.thinker else { return Ok(0) };
        if let Some(thinking) = spec.thinking() {
            agent.set_thinking(thinking);
        }
        let chosen = agent.think(&turn, budget, &mut |insight: &Insight<AnyMove>| {
            let (mut position, mut mover) = (turn.position().clone(), player);
            let name = |mv: &AnyMove| {
                let name = rules.show_move(&position, mover, mv);
                position = rules.play(&position, mover, mv);
                mover = mover.opponent();
                name
            };
            let line = insight.line.iter().map(name).collect();
            let Insight { chosen, score, proved, depth, nodes, .. } = *insight;
            tell(&Thought { chosen, score, proved, depth, nodes, line, remark: None });
        });
        // Agents that ask oracles have some that use only this budget.
        if !spec.tells() {
            self.thinker = None;
        }
        Ok(chosen?.min(moves.len() - 1))
    }

    /// Runs an agent that reports nothing before it has finished: briefly at first, so that there is an
    /// answer in any case.
    fn ponder_silently(
        &mut self,
        (spec, limits): (&AgentSpec, Thinking),
        moves: &[AnyMove],
        budget: &Budget,
    ) -> Result<usize, LabError> {
        let started = Instant::now();
        let mut chosen = 0;
        let most = limits.nodes.unwrap_or(u64::MAX);
        let mut glance = GLANCE;
        loop {
            // Without limits it examines more and more, until it is stopped.
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
                Err(error) if error.is_unfinished() => return Ok(chosen),
                Err(error) => return Err(error),
            }
            let in_time = limits.time.is_none_or(|time| started.elapsed() < time);
            if !(unlimited || first && most > GLANCE && in_time) {
                return Ok(chosen);
            }
            glance = glance.saturating_mul(2);
        }
    }

    /// Lets `perfect` choose. If it can't solve the position in time, a search chooses in the remaining time,
    /// and `tell` receives the remark that the move need not be perfect.
    fn solve_or_search(
        &mut self,
        moves: &[AnyMove],
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
            Err(error) if error.is_unfinished() => {
                let left = time.map(|time| time.saturating_sub(started.elapsed()));
                self.search_instead(moves, left, budget, tell)
            }
            solved => solved,
        }
    }

    /// Lets alpha-beta choose if a position can't be solved: briefly at first, so that there is an answer
    /// when it is stopped, and then as long as there is time.
    fn search_instead(
        &mut self,
        moves: &[AnyMove],
        left: Option<Duration>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Thought),
    ) -> Result<usize, LabError> {
        let (rules, player) = (self.available.game(), self.mover());
        let turn = Turn { rules, player, convention: self.terms.convention, moves, history: &self.history };
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
            if let Some(oracle) = self.available.oracles(budget).endgames() {
                agent = agent.oracle(oracle);
            }
            agent.begin(seed);
            // If it is stopped, it plays the move of the brief search.
            match agent.search(&turn, budget).map_err(LabError::from) {
                Ok(deeper) if deeper.depth >= found.depth || deeper.wins.is_some() => found = deeper,
                Ok(_) => {}
                Err(error) if error.is_unfinished() => {}
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
                // One move more than the opponent counts as a piece.
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

/// Does some work with a budget that is also used up after this time. Sums of values check only the stop
/// flag, so a thread raises one if there are threads.
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
        // Without such a thread, the budget's own check of the clock has to suffice.
        let _ = std::thread::Builder::new().name("watch".into()).spawn_scoped(scope, watch);
        let result = work(&own);
        drop(done);
        result
    })
}

impl Session<'_> {
    /// How the position looks.
    pub fn view(&self) -> View {
        self.available.game().view(self.position())
    }

    /// The position on one line.
    pub fn show(&self) -> String {
        self.available.game().show_turn(self.position(), self.mover())
    }

    /// The player to move.
    pub fn to_move(&self) -> Player {
        self.mover()
    }

    /// Whether an agent plays for this player.
    pub fn has_agent(&self, player: Player) -> bool {
        self.agents[player.index()].is_some()
    }

    /// The end of the game, if it is over.
    pub fn over(&self) -> Option<Over> {
        let (ending, reason) = over(self.available.game(), &self.history, self.mover(), &self.terms)?;
        let winner = match ending {
            Ending::Won(winner) => Some(winner),
            Ending::Drawn => None,
        };
        let why = match reason {
            Reason::Rules if self.available.game().mobility(self.position(), self.mover()) == 0 => {
                format!("{} cannot move", self.mover())
            }
            Reason::Rules => "by the rules".into(),
            Reason::Repetition => "the same position for the third time".into(),
            Reason::Length => "it took too long".into(),
            Reason::Forfeit(_) => "by forfeit".into(),
        };
        Some(Over { winner, why })
    }

    /// The first `most` legal moves. It is an error if they don't fit into the available memory.
    pub fn moves(&self, most: usize) -> Result<Vec<Move>, LabError> {
        named_moves(self.available.game(), self.position(), self.mover(), most, &self.budget)
    }

    /// The number of legal moves, or a bound on it if there are too many to be listed.
    pub fn move_count(&self) -> u64 {
        match self.available.game().mobility(self.position(), self.mover()) {
            u32::MAX => self.available.game().move_bound(self.position(), self.mover()),
            count => count.into(),
        }
    }

    /// Plays the move with this name, for a person, and returns how it is written.
    pub fn play(&mut self, text: &str) -> Result<String, LabError> {
        let parsed = self.available.game().parse_move(self.position(), self.mover(), text);
        Ok(self.make(&parsed.map_err(|error| Fault::in_text(text, &error))?))
    }

    /// What the last move touched, and how the position looked before it; `None` at the start.
    pub fn last(&self) -> Option<(Touch, View)> {
        let (name, before) = (self.names.last()?, self.history.iter().rev().nth(1)?);
        let (game, mover) = (self.available.game(), self.mover().opponent());
        let mv = game.parse_move(before, mover, name).ok()?;
        Some((game.touch(before, mover, &mv), game.view(before)))
    }

    /// The current position as a separate object.
    #[must_use]
    pub fn here(&self) -> Position {
        self.available.at.at(self.position().clone(), self.available.at.to_move.map(|_| self.mover()))
    }

    /// The positions after the first `most` legal moves, in the order of [`Session::moves`].
    pub fn successors(&self, most: usize) -> Vec<Position> {
        self.here().successors(self.mover(), most).collect()
    }

    /// Lets the agent whose turn it is play, and returns what it played; `None` if it is not an agent's turn.
    pub fn reply(&mut self, budget: &Budget) -> Result<Option<Reply>, LabError> {
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
                let Terms { convention, .. } = self.terms;
                let turn = Turn {
                    rules: self.available.game(),
                    player,
                    convention,
                    moves: &moves,
                    history: &self.history,
                };
                match agent.choose(&turn, budget).map_err(LabError::from) {
                    // Memory is used up, unless a stop was requested.
                    Err(error)
                        if error.is_unfinished() && is_perfect && !budget.flag().load(Ordering::Relaxed) =>
                    {
                        self.search_instead(&moves, None, budget, &mut tell)?
                    }
                    chosen => chosen?,
                }
            }
        };
        Ok(moves.get(chosen).map(|mv| Reply { name: self.make(mv), remark }))
    }

    /// What the agent with this name would play here; `None` if there are no moves.
    pub fn suggestion(&self, name: &str, budget: &Budget) -> Result<Option<String>, LabError> {
        let moves = self.legal_moves(budget)?;
        if moves.is_empty() {
            return Ok(None);
        }
        let mut agent = self.available.agent(name, budget)?;
        let (player, convention) = (self.mover(), self.terms.convention);
        let turn =
            Turn { rules: self.available.game(), player, convention, moves: &moves, history: &self.history };
        let chosen = agent.choose(&turn, budget)?;
        let name = |mv| self.available.game().show_move(self.position(), player, mv);
        Ok(moves.get(chosen).map(name))
    }

    /// What the agent with this name would play here, after thinking for as long as `Go` says. `tell`
    /// receives what it finds on the way. The agent keeps what it found for the next call. Returns `None` if
    /// there are no moves.
    pub fn think(
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
        let spec = self.available.spec(name)?;
        let own = spec.thinking().unwrap_or_default();
        let usual = [Thinking::NODES, Simulating::SIMULATIONS]
            .map(|nodes| Thinking { nodes: Some(nodes), ..Thinking::default() });
        let limits = match go.limits {
            None => own,
            // Explicit limits replace the defaults of the agent.
            Some(limits) if usual.contains(&own) => limits,
            Some(limits) => Thinking {
                depth: own.depth.into_iter().chain(limits.depth).min(),
                time: own.time.into_iter().chain(limits.time).min(),
                nodes: own.nodes.into_iter().chain(limits.nodes).min(),
            },
        };
        // An agent that uses a clock stops by itself and then has its best move; others are stopped.
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
                Err(error) if error.is_unfinished() => last.unwrap_or(0),
                found => found?,
            }
        } else if spec == AgentSpec::Perfect {
            let time = go.clock.into_iter().chain(limits.time).chain(budget.time_left()).min();
            self.solve_or_search(&moves, time, budget, tell)?
        } else if spec.thinking().is_some() {
            self.ponder_silently((&spec, limits), &moves, budget)?
        } else {
            match self.ponder(&spec, &moves, budget, tell) {
                Err(error) if error.is_unfinished() => 0,
                found => found?,
            }
        };
        Ok(moves.get(chosen).map(|mv| self.available.game().show_move(self.position(), self.mover(), mv)))
    }

    /// Forgets what is remembered about other positions.
    pub fn forget(&mut self) {
        self.thinker = None;
    }

    /// Undoes the last move, if there is one.
    pub fn undo(&mut self) -> bool {
        if self.history.len() > 1 {
            self.history.pop();
            self.names.pop();
            return true;
        }
        false
    }

    /// The number of moves that were played.
    pub fn plies(&self) -> usize {
        self.history.len() - 1
    }

    /// The start position on one line.
    pub fn start(&self) -> String {
        self.available.game().show_turn(&self.history[0], self.terms.first)
    }

    /// The names of the moves that were played.
    pub fn line(&self) -> &[String] {
        &self.names
    }
}
