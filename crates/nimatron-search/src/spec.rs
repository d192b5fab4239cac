//! Agents by name: `alpha-beta:depth=6,time=1s`.

mod fields;
mod players;

use nimatron_rules::{Hints, NotationError, Rules, Strategy};

use crate::{Agent, AlphaBeta, Oracle, Perfect, RandomMoves, Scored, Thinking};
use fields::{Fields, think};
pub use players::PlayerSpec;

/// What an agent says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentAbout {
    /// The name of the agent.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What may follow the colon of `name:parameters`.
    pub parameters: &'static [Parameter],
}

/// A parameter of an agent, written `name=value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: &'static str,
    /// Its default.
    pub default: &'static str,
    /// Its meaning.
    pub about: &'static str,
}

const DEPTH: Parameter =
    Parameter { name: "depth", default: "no limit", about: "the most moves to look ahead" };
const TIME: Parameter = Parameter {
    name: "time",
    default: "no limit",
    about: "at most this long a move, as 1s or 500ms; then games can't be repeated",
};
const NODES: Parameter = Parameter {
    name: "nodes",
    default: "100000, unless depth or time is given",
    about: "the most positions a move",
};
const SIMULATIONS: Parameter = Parameter {
    name: "simulations",
    default: "1000, unless time is given",
    about: "the most random games a move",
};
const EXPLORATION: Parameter =
    Parameter { name: "c", default: "1", about: "how much it explores: C of UCB1" };
const GUIDANCE: Parameter = Parameter {
    name: "guidance",
    default: "1",
    about: "what the heuristic value is multiplied with before it is added (Equation 2)",
};
const SWITCH: Parameter = Parameter {
    name: "switch",
    default: "15",
    about: "after this many full turns it plays as leonidas-ab; never if 0",
};
const SWITCH_IF_ASKED: Parameter = Parameter { default: "0", ..SWITCH };
const SWITCH_DEPTH: Parameter = Parameter { name: "depth", default: "3", about: "how deep it searches then" };
const WEIGHTS: Parameter = Parameter {
    name: "any heuristic",
    default: "its usual weight",
    about: "how much that heuristic of the game counts: for Epaminondas mobility, material, crossing, centre, home-row, \
            territory",
};

/// The agents that play every game. The strategies of a game are agents for that game only.
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
        name: "greedy",
        about: "a move after which it guesses to be ahead the most, of several any",
        parameters: &[],
    },
    AgentAbout {
        name: "alpha-beta",
        about: "searches ever deeper, guesses by the difference in mobility, and knows small endgames exactly",
        parameters: &[DEPTH, NODES, TIME],
    },
    AgentAbout {
        name: "phalanx",
        about: "the engine: principal variation search with everything that makes it stronger, and the best guess that is \
                known for the game",
        parameters: &[
            DEPTH,
            NODES,
            TIME,
            Parameter {
                name: "threads",
                default: "1",
                about: "how many threads search; with several, games can't be repeated",
            },
            Parameter { name: "hash", default: "64", about: "megabytes for its table of positions" },
            Parameter {
                name: "a part",
                default: "on",
                about: "whether it has that part: table, quiescence, extensions, aspiration, null-move, reductions, \
                        root-reductions, futility, late-pruning, history; each `on` or `off`",
            },
        ],
    },
    AgentAbout {
        name: "leonidas-ab",
        about: "the Alpha-Beta agent of King and Peterson (2014): depth 3, history, killers, a table, and the weighted sum of \
                heuristics",
        parameters: &[
            Parameter {
                name: "depth",
                default: "3, unless nodes or time is given",
                about: "the most moves to look ahead",
            },
            Parameter { name: "nodes", default: "no limit", about: "the most positions a move" },
            TIME,
            WEIGHTS,
        ],
    },
    AgentAbout {
        name: "flat-ucb1",
        about: "their Flat-UCB1: random games, shared out among the moves as among the arms of a bandit",
        parameters: &[SIMULATIONS, TIME, EXPLORATION, SWITCH_IF_ASKED, SWITCH_DEPTH, WEIGHTS],
    },
    AgentAbout {
        name: "ucb1-hybrid",
        about: "their UCB1-Hybrid: a tree of random games guided by the heuristics, and leonidas-ab after 15 full turns",
        parameters: &[SIMULATIONS, TIME, EXPLORATION, GUIDANCE, SWITCH, SWITCH_DEPTH, WEIGHTS],
    },
    AgentAbout {
        name: "amaf-hybrid",
        about: "their AMAF-Hybrid: the same, where a game counts for all moves that were made in it",
        parameters: &[SIMULATIONS, TIME, EXPLORATION, GUIDANCE, SWITCH, SWITCH_DEPTH, WEIGHTS],
    },
    AgentAbout {
        name: "perfect",
        about: "solves every position: wins what is won, and makes it hard for the winner of what is lost; where that takes \
                longer than it may, it searches as alpha-beta and says so",
        parameters: &[],
    },
];

/// The specification of an agent.
#[derive(Clone, PartialEq, Debug)]
pub enum AgentSpec {
    /// `random`.
    Random,
    /// `fewest-replies`.
    FewestReplies,
    /// `mobility`.
    Mobility,
    /// `alpha-beta`.
    AlphaBeta(Thinking),
    /// An agent that searches by itself.
    Player(PlayerSpec),
    /// `perfect`.
    Perfect,
    /// A strategy of the game, by its index.
    Strategy(usize),
}

/// The names that depend on the game: those of its strategies and heuristics.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    /// The names of the strategies.
    pub strategies: Vec<&'static str>,
    /// The names of the heuristics.
    pub heuristics: Vec<&'static str>,
}

impl Words {
    /// The names of a game.
    pub fn of<R: Hints>(rules: &R) -> Self {
        Words {
            strategies: rules.strategies().iter().map(|strategy| strategy.name).collect(),
            heuristics: rules.heuristics().iter().map(|heuristic| heuristic.name).collect(),
        }
    }
}

/// The oracles that agents can ask: quickly about endgames, or about everything.
pub trait Oracles<'a, R: Rules> {
    /// An oracle that answers immediately if the position is small, and otherwise says that it doesn't know.
    fn endgames(&self) -> Option<Box<dyn Oracle<R> + 'a>>;
    /// An oracle that always answers, however long that takes.
    fn everything(&self) -> Option<Box<dyn Oracle<R> + 'a>>;
}

/// No oracles.
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
    /// Reads `name` or `name:key=value,…`, with the names that the game defines.
    pub fn parse(text: &str, words: &Words) -> Result<Self, NotationError> {
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        let start = name.len() + usize::from(text.len() > name.len());
        let fields = Fields::read(name, parameters, start);
        if let Some(player) = PlayerSpec::parse(name, &fields, words) {
            return player.map(AgentSpec::Player);
        }
        let spec = match name {
            "random" => AgentSpec::Random,
            "fewest-replies" => AgentSpec::FewestReplies,
            "mobility" => AgentSpec::Mobility,
            "perfect" => AgentSpec::Perfect,
            "alpha-beta" => {
                let mut thinking = Thinking::default();
                fields?.each(&["depth", "nodes", "time"], |field| think(&mut thinking, field))?;
                if thinking == Thinking::default() {
                    thinking.nodes = Some(Thinking::NODES);
                }
                return Ok(AgentSpec::AlphaBeta(thinking));
            }
            _ => match words.strategies.iter().position(|strategy| *strategy == name) {
                Some(strategy) => AgentSpec::Strategy(strategy),
                None => return Err(no_such_agent(name, &words.strategies)),
            },
        };
        if text.len() > name.len() {
            let error = NotationError::new(name.len()..text.len(), format!("{name} has no parameters"));
            return Err(error.expected("its name alone"));
        }
        Ok(spec)
    }

    /// The limits per move, if the search of the agent can be limited.
    #[must_use]
    pub fn thinking(&self) -> Option<Thinking> {
        match self {
            AgentSpec::AlphaBeta(thinking) => Some(*thinking),
            AgentSpec::Player(player) => player.clone().thinking().copied(),
            _ => None,
        }
    }

    /// The same agent with other limits per move, if its search can be limited.
    #[must_use]
    pub fn with_thinking(mut self, how_much: Thinking) -> Self {
        match &mut self {
            AgentSpec::AlphaBeta(thinking) => *thinking = how_much,
            AgentSpec::Player(player) => {
                if let Some(thinking) = player.thinking() {
                    *thinking = how_much;
                }
            }
            _ => {}
        }
        self
    }

    /// Whether it improves its choice step by step and reports each step.
    #[must_use]
    pub fn tells(&self) -> bool {
        matches!(
            self,
            AgentSpec::Player(
                PlayerSpec::Engine { .. } | PlayerSpec::Leonidas { .. } | PlayerSpec::MonteCarlo { .. }
            )
        )
    }

    /// Makes the agent; `None` if it needs to know who wins and there is no oracle.
    #[must_use]
    pub fn agent<'a, R: Hints + 'a>(
        &self,
        rules: &'a R,
        oracles: &dyn Oracles<'a, R>,
    ) -> Option<Box<dyn Agent<R> + 'a>> {
        match self {
            AgentSpec::Player(player) => Some(player.agent(rules)),
            other => other.small_agent(rules, oracles),
        }
    }

    fn small_agent<'a, R: Hints + 'a>(
        &self,
        rules: &'a R,
        oracles: &dyn Oracles<'a, R>,
    ) -> Option<Box<dyn Agent<R> + 'a>> {
        Some(match self {
            AgentSpec::Random => Box::new(RandomMoves::new()),
            AgentSpec::FewestReplies => Box::new(Scored::<R>::fewest_replies()),
            AgentSpec::Mobility => Box::new(Scored::<R>::mobility()),
            AgentSpec::AlphaBeta(thinking) => {
                let agent = AlphaBeta::new(*thinking);
                Box::new(match oracles.endgames() {
                    Some(oracle) => agent.oracle(oracle),
                    None => agent,
                })
            }
            AgentSpec::Perfect => Box::new(Perfect::new(oracles.everything()?)),
            AgentSpec::Strategy(number) => {
                let Strategy { score, .. } = rules.strategies().into_iter().nth(*number)?;
                Box::new(Scored::by(score))
            }
            AgentSpec::Player(_) => return None,
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::Simulating;

    fn words() -> Words {
        Words { strategies: vec!["blocking"], heuristics: vec!["material", "home-row"] }
    }

    #[test]
    fn agents_are_read() {
        let parse = |text: &str| AgentSpec::parse(text, &words()).unwrap();
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
            assert!(AgentSpec::parse(agent.name, &words()).is_ok(), "{}", agent.name);
        }
        assert!(NODES.default.starts_with(&Thinking::NODES.to_string()));
        assert!(SIMULATIONS.default.starts_with(&Simulating::SIMULATIONS.to_string()));
    }

    #[test]
    fn hybrids_switch_to_alpha_beta_and_others_if_asked() {
        let switch = |text: &str| match AgentSpec::parse(text, &words()).unwrap() {
            AgentSpec::Player(PlayerSpec::MonteCarlo { how, .. }) => how.switch,
            other => unreachable!("{other:?}"),
        };
        assert_eq!(
            ["ucb1-hybrid", "amaf-hybrid:switch=0", "flat-ucb1", "flat-ucb1:switch=9,depth=2"].map(switch),
            [Some((15, 3)), None, None, Some((9, 2))]
        );
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |text: &str| {
            let error = AgentSpec::parse(text, &words()).unwrap_err();
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
        assert_eq!(fault("leonidas-ab:depth=3,beauty=4").0, "beauty");
        assert_eq!(fault("leonidas-ab:material=heavy").0, "heavy");
        assert_eq!(fault("leonidas-ab:material=inf").0, "inf");
        assert_eq!(fault("phalanx:null-move=maybe").0, "maybe");
        assert_eq!(fault("phalanx:time=-1s").0, "-1s");
        assert_eq!(fault("flat-ucb1:guidance=1").0, "guidance");
        assert_eq!(fault("greedy:depth=3").0, ":depth=3");
    }
}
