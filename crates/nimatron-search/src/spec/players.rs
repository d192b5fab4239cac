//! The agents that search by themselves, with their parameters.

use std::num::NonZeroUsize;

use nimatron_rules::{Budget, Hints, NotationError};

use super::Words;
use super::fields::{Fields, think};
use crate::{
    Agent, Bandit, Engine, Insight, MonteCarlo, Options, PlayError, Simulating, Thinking, Turn, Weighed,
};

/// An agent that searches by itself, for every game.
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpec {
    /// `greedy`.
    Greedy,
    /// `phalanx`.
    Engine {
        /// The parts of the engine that are switched on.
        options: Options,
        /// The limits per move.
        thinking: Thinking,
        /// The number of threads.
        threads: NonZeroUsize,
        /// The maximum number of bytes of its table.
        memory: usize,
    },
    /// `leonidas-ab`.
    Leonidas {
        /// The limits per move.
        thinking: Thinking,
        /// The weights of heuristics that differ from the default.
        weights: Vec<(String, f64)>,
    },
    /// `flat-ucb1`, `ucb1-hybrid` and `amaf-hybrid`.
    MonteCarlo {
        /// Its settings.
        how: Simulating,
        /// The weights of heuristics that differ from the default.
        weights: Vec<(String, f64)>,
    },
}

/// The maximum number of threads of an engine, and of megabytes of its table.
const MOST: u64 = 1 << 10;

impl PlayerSpec {
    /// Reads the parameters of the agent with this name; `None` if it is another agent.
    pub(super) fn parse(
        name: &str,
        fields: &Result<Fields<'_>, NotationError>,
        words: &Words,
    ) -> Option<Result<Self, NotationError>> {
        let read = match name {
            "greedy" => |fields: &Fields<'_>, _: &Words| fields.none().map(|()| PlayerSpec::Greedy),
            "phalanx" => |fields: &Fields<'_>, _: &Words| engine(fields),
            "leonidas-ab" => leonidas,
            "flat-ucb1" => |fields: &Fields<'_>, words: &Words| monte_carlo(Bandit::Flat, fields, words),
            "ucb1-hybrid" => |fields: &Fields<'_>, words: &Words| monte_carlo(Bandit::Hybrid, fields, words),
            "amaf-hybrid" => |fields: &Fields<'_>, words: &Words| monte_carlo(Bandit::Amaf, fields, words),
            _ => return None,
        };
        Some(fields.as_ref().map_err(Clone::clone).and_then(|fields| read(fields, words)))
    }

    /// Makes the agent.
    pub(crate) fn agent<'a, R: Hints + 'a>(&self, rules: &R) -> Box<dyn Agent<R> + 'a> {
        match self {
            PlayerSpec::Greedy => {
                let thinking = Thinking { depth: Some(1), ..Thinking::default() };
                Box::new(Talking(Engine::new(Options::NONE, thinking)))
            }
            PlayerSpec::Engine { options, thinking, threads, memory } => {
                Box::new(Talking(Engine::new(*options, *thinking).threads(*threads).memory(*memory)))
            }
            PlayerSpec::Leonidas { thinking, weights } => {
                let evaluation = Box::new(Weighed::new(rules, weights));
                Box::new(Talking(Engine::new(Options::LEONIDAS, *thinking).evaluation(evaluation)))
            }
            PlayerSpec::MonteCarlo { how, weights } => Box::new(MonteCarlo::new(rules, how.clone(), weights)),
        }
    }

    /// The limits per move, if there are any.
    pub(super) fn thinking(&mut self) -> Option<&mut Thinking> {
        match self {
            PlayerSpec::Greedy => None,
            PlayerSpec::Engine { thinking, .. } | PlayerSpec::Leonidas { thinking, .. } => Some(thinking),
            PlayerSpec::MonteCarlo { how, .. } => Some(&mut how.thinking),
        }
    }
}

/// An engine that reports what it finds.
struct Talking<'e, R: Hints>(Engine<'e, R>);

impl<R: Hints> Agent<R> for Talking<'_, R> {
    fn begin(&mut self, seed: u64) {
        self.0.begin(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        self.0.choose(turn, budget)
    }

    fn think(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<usize, PlayError> {
        Ok(self.0.think(turn, budget, tell)?.chosen)
    }

    fn set_thinking(&mut self, thinking: Thinking) {
        self.0.set_thinking(thinking);
    }
}

fn engine(fields: &Fields<'_>) -> Result<PlayerSpec, NotationError> {
    let (mut options, mut thinking) = (Options::ALL, Thinking::default());
    let (mut threads, mut memory) = (NonZeroUsize::MIN, 64 << 20);
    let mut known = vec!["depth", "nodes", "time", "threads", "hash"];
    known.extend({ options }.parts().map(|(name, _)| name));
    fields.each(&known, |field| {
        match field.key {
            "depth" | "nodes" | "time" => think(&mut thinking, field)?,
            "threads" => {
                let number = field.number(1..=MOST)? as usize;
                threads = NonZeroUsize::new(number).unwrap_or(threads);
            }
            "hash" => memory = (field.number(1..=64 * MOST)? as usize) << 20,
            key => {
                let on = field.switch()?;
                options.parts().into_iter().filter(|(name, _)| *name == key).for_each(|(_, part)| *part = on);
            }
        }
        Ok(())
    })?;
    if thinking == Thinking::default() {
        thinking.nodes = Some(Thinking::NODES);
    }
    Ok(PlayerSpec::Engine { options, thinking, threads, memory })
}

fn leonidas(fields: &Fields<'_>, words: &Words) -> Result<PlayerSpec, NotationError> {
    let (mut thinking, mut weights) = (Thinking::default(), Vec::new());
    let mut known = vec!["depth", "nodes", "time"];
    known.extend(&words.heuristics);
    fields.each(&known, |field| match field.key {
        "depth" | "nodes" | "time" => think(&mut thinking, field),
        name => {
            weights.push((name.to_owned(), field.real()?));
            Ok(())
        }
    })?;
    if thinking == Thinking::default() {
        thinking.depth = Some(Simulating::DEPTH);
    }
    Ok(PlayerSpec::Leonidas { thinking, weights })
}

fn monte_carlo(bandit: Bandit, fields: &Fields<'_>, words: &Words) -> Result<PlayerSpec, NotationError> {
    let is_flat = bandit == Bandit::Flat;
    let mut how = Simulating {
        bandit,
        exploration: 1.0,
        guidance: if is_flat { 0.0 } else { 1.0 },
        thinking: Thinking::default(),
        switch: None,
    };
    let (mut turns, mut depth) = (if is_flat { 0 } else { Simulating::SWITCH }, Simulating::DEPTH);
    let mut weights = Vec::new();
    let mut known = vec!["simulations", "time", "c", "switch", "depth"];
    if !is_flat {
        known.push("guidance");
    }
    known.extend(&words.heuristics);
    fields.each(&known, |field| {
        match field.key {
            "simulations" | "time" => think(&mut how.thinking, field)?,
            "c" => how.exploration = field.real()?,
            "guidance" => how.guidance = field.real()?,
            "switch" => turns = field.number(0..=1_000_000)? as usize,
            "depth" => depth = field.number(1..=Thinking::DEEPEST.into())? as u32,
            name => weights.push((name.to_owned(), field.real()?)),
        }
        Ok(())
    })?;
    if how.thinking == Thinking::default() {
        how.thinking.nodes = Some(Simulating::SIMULATIONS);
    }
    how.switch = (turns > 0).then_some((turns, depth));
    Ok(PlayerSpec::MonteCarlo { how, weights })
}
