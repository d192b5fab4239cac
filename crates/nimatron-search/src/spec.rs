//! Agents by name: `alpha-beta:depth=6,time=1s`.

use std::ops::Range;
use std::time::Duration;

use nimatron_rules::{NotationError, Rules, Strategy, Turns};

use crate::{Agent, AlphaBeta, Oracle, Perfect, RandomMoves, Scored, Thinking};

/// What an agent says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentAbout {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What may follow the colon of `name:parameters`.
    pub parameters: &'static [Parameter],
}

/// A parameter of an agent, written `name=value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// What it is called.
    pub name: &'static str,
    /// What it is if nothing is said.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// The agents that play every game. Those that play one are its strategies.
pub const AGENTS: &[AgentAbout] = &[
    AgentAbout {
        name: "random",
        about: "any move, each equally likely: White in the applet of Boardman's Legionnaires (2005)",
        parameters: &[],
    },
    AgentAbout {
        name: "fewest-replies",
        about: "a move after which the opponent has the fewest moves, of several any: Black in that applet",
        parameters: &[],
    },
    AgentAbout {
        name: "mobility",
        about: "a move after which it has the most moves more than the opponent, of several any",
        parameters: &[],
    },
    AgentAbout {
        name: "alpha-beta",
        about: "searches ever deeper, guesses by the difference in mobility, and knows small endgames exactly",
        parameters: &[
            Parameter { name: "depth", default: "no limit", about: "at most so many moves deep" },
            Parameter {
                name: "nodes",
                default: "100000, unless depth or time is given",
                about: "at most so many positions a move",
            },
            Parameter {
                name: "time",
                default: "no limit",
                about: "at most this long a move, as 1s or 500ms; then games can't be repeated",
            },
        ],
    },
    AgentAbout {
        name: "perfect",
        about: "solves every position: wins what is won, and makes it hard for the winner of what is lost",
        parameters: &[],
    },
];

/// An agent that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgentSpec {
    /// `random`.
    Random,
    /// `fewest-replies`.
    FewestReplies,
    /// `mobility`.
    Mobility,
    /// `alpha-beta`.
    AlphaBeta(Thinking),
    /// `perfect`.
    Perfect,
    /// A strategy of the game, by its number.
    Strategy(usize),
}

/// Who can be asked who wins: about endgames, quickly, or about everything.
pub trait Oracles<'a, R: Rules> {
    /// One that answers at once if the position is small, and else says that it doesn't know.
    fn endgames(&self) -> Option<Box<dyn Oracle<R> + 'a>>;
    /// One that answers always, however long that takes.
    fn everything(&self) -> Option<Box<dyn Oracle<R> + 'a>>;
}

/// Nobody knows anything.
#[derive(Clone, Copy, Debug)]
pub struct NoOracles;

impl<'a, R: Rules> Oracles<'a, R> for NoOracles {
    fn endgames(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        None
    }

    fn everything(&self) -> Option<Box<dyn Oracle<R> + 'a>> {
        None
    }
}

impl AgentSpec {
    /// Reads `name` or `name:key=value,…`; `strategies` are the names of those that the game has.
    pub fn parse(text: &str, strategies: &[&str]) -> Result<Self, NotationError> {
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        let start = name.len() + usize::from(text.len() > name.len());
        let spec = match name {
            "random" => AgentSpec::Random,
            "fewest-replies" => AgentSpec::FewestReplies,
            "mobility" => AgentSpec::Mobility,
            "perfect" => AgentSpec::Perfect,
            "alpha-beta" => return thinking(parameters, start).map(AgentSpec::AlphaBeta),
            _ => match strategies.iter().position(|strategy| *strategy == name) {
                Some(strategy) => AgentSpec::Strategy(strategy),
                None => return Err(no_such_agent(name, strategies)),
            },
        };
        if text.len() > name.len() {
            let error = NotationError::new(name.len()..text.len(), format!("{name} has no parameters"));
            return Err(error.expected("its name alone"));
        }
        Ok(spec)
    }

    /// Makes the agent; nothing if it needs to know who wins and there is nobody to ask.
    #[must_use]
    pub fn agent<'a, R: Turns + 'a>(
        &self,
        rules: &R,
        oracles: &dyn Oracles<'a, R>,
    ) -> Option<Box<dyn Agent<R> + 'a>> {
        Some(match *self {
            AgentSpec::Random => Box::new(RandomMoves::new()),
            AgentSpec::FewestReplies => Box::new(Scored::<R>::fewest_replies()),
            AgentSpec::Mobility => Box::new(Scored::<R>::mobility()),
            AgentSpec::AlphaBeta(thinking) => {
                let agent = AlphaBeta::new(thinking);
                Box::new(match oracles.endgames() {
                    Some(oracle) => agent.oracle(oracle),
                    None => agent,
                })
            }
            AgentSpec::Perfect => Box::new(Perfect::new(oracles.everything()?)),
            AgentSpec::Strategy(number) => {
                let Strategy { score, .. } = rules.strategies().into_iter().nth(number)?;
                Box::new(Scored::new(score))
            }
        })
    }
}

fn no_such_agent(name: &str, strategies: &[&str]) -> NotationError {
    let names = AGENTS.iter().map(|agent| agent.name).chain(strategies.iter().copied());
    let short: String = name.chars().take(30).collect();
    let message =
        if name.is_empty() { "no agent is named".into() } else { format!("there is no agent `{short}`") };
    NotationError::new(0..name.len(), message)
        .expected(format!("one of {}", names.collect::<Vec<_>>().join(", ")))
}

/// Reads the parameters of alpha-beta, which begin at `start`.
fn thinking(parameters: &str, start: usize) -> Result<Thinking, NotationError> {
    let mut thinking = Thinking::default();
    let mut at = start;
    for field in parameters.split(',').filter(|_| !parameters.is_empty()) {
        let here = at..at + field.len();
        at = here.end + 1;
        let Some((key, value)) = field.split_once('=') else {
            return Err(NotationError::new(here, "a parameter is written name=value")
                .expected("depth=6, nodes=100000 or time=1s"));
        };
        let value_at = here.start + key.len() + 1..here.end;
        let key_at = here.start..here.start + key.len();
        let twice = match key {
            "depth" => {
                let depth = number(value, value_at, 1..=Thinking::DEEPEST.into())?;
                thinking.depth.replace(u32::try_from(depth).unwrap_or(Thinking::DEEPEST)).is_some()
            }
            "nodes" => thinking.nodes.replace(number(value, value_at, 1..=u64::MAX)?).is_some(),
            "time" => thinking.time.replace(duration(value, value_at)?).is_some(),
            _ => {
                return Err(NotationError::new(key_at, format!("alpha-beta has no parameter `{key}`"))
                    .expected("depth, nodes or time"));
            }
        };
        if twice {
            return Err(NotationError::new(key_at, format!("`{key}` is given twice")));
        }
    }
    if thinking == Thinking::default() {
        thinking.nodes = Some(Thinking::NODES);
    }
    Ok(thinking)
}

fn number(
    text: &str,
    at: Range<usize>,
    allowed: std::ops::RangeInclusive<u64>,
) -> Result<u64, NotationError> {
    let read = text.parse().ok().filter(|number| allowed.contains(number));
    read.ok_or_else(|| {
        let expected = match *allowed.end() {
            u64::MAX => "a number, at least 1".into(),
            most => format!("a number from 1 to {most}"),
        };
        NotationError::new(at, "no such number").expected(expected)
    })
}

/// Reads `1s`, `1.5s`, `500ms` or `2m`.
fn duration(text: &str, at: Range<usize>) -> Result<Duration, NotationError> {
    let error = || NotationError::new(at.clone(), "no time to think").expected("a time, as 1s or 500ms");
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(end);
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return Err(error()),
    };
    let seconds: f64 = number.parse().map_err(|_| error())?;
    let duration = Duration::try_from_secs_f64(seconds * scale).map_err(|_| error())?;
    if duration.is_zero() { Err(error()) } else { Ok(duration) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_read() {
        let parse = |text: &str| AgentSpec::parse(text, &["blocking"]).unwrap();
        assert_eq!(parse("fewest-replies"), AgentSpec::FewestReplies);
        assert_eq!(parse("blocking"), AgentSpec::Strategy(0));
        let thinking = Thinking { depth: Some(6), nodes: None, time: Some(Duration::from_millis(500)) };
        assert_eq!(parse("alpha-beta:depth=6,time=500ms"), AgentSpec::AlphaBeta(thinking));
        let default = Thinking { nodes: Some(Thinking::NODES), ..Thinking::default() };
        assert_eq!(parse("alpha-beta"), AgentSpec::AlphaBeta(default));
    }

    #[test]
    fn every_agent_of_the_list_is_there() {
        for agent in AGENTS {
            assert!(AgentSpec::parse(agent.name, &[]).is_ok(), "{}", agent.name);
        }
        assert!(AGENTS[3].parameters[1].default.starts_with(&Thinking::NODES.to_string()));
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |text: &str| {
            let error = AgentSpec::parse(text, &["blocking"]).unwrap_err();
            (text[error.at.clone()].to_owned(), error.to_string())
        };
        let (at, message) = fault("clever:depth=3");
        assert_eq!(at, "clever");
        assert!(message.contains("expected one of random") && message.contains("blocking"), "{message}");
        assert_eq!(fault("random:depth=3").0, ":depth=3");
        assert_eq!(fault("alpha-beta:depth=3,width=4").0, "width");
        assert_eq!(fault("alpha-beta:depth=0").0, "0");
        assert_eq!(fault("alpha-beta:depth=3,nodes=many").0, "many");
        assert_eq!(fault("alpha-beta:nodes=1,nodes=2").0, "nodes");
        assert_eq!(fault("alpha-beta:time=1").0, "1");
        assert_eq!(fault("alpha-beta:depth").0, "depth");
        assert_eq!(fault("alpha-beta:depth=3,").0, "");
        assert_eq!(fault("").0, "");
    }
}
