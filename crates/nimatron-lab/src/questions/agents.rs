//! The agents that play a game, or all agents.

use std::fmt::{self, Write};

use serde::{Deserialize, Serialize};

#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::question::{Question, Report};
use crate::text::{FAINT, STRONG, wrap};
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Agents {
    /// The game to be played
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true))]
    #[serde(default)]
    pub game: Option<String>,
}

/// An agent, or a strategy of a game used as one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentReport {
    /// Its name.
    pub name: &'static str,
    /// The game that it plays; null if it plays every game.
    pub game: Option<String>,
    /// What it does.
    pub about: &'static str,
    /// What may follow the colon of `name:parameters`.
    pub parameters: Vec<ParameterReport>,
    /// The length of the longest name in the list.
    #[serde(skip)]
    width: usize,
}

/// A parameter of an agent, written `name=value`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParameterReport {
    /// Its name.
    pub name: &'static str,
    /// The default value.
    pub default: &'static str,
    /// What it means.
    pub about: &'static str,
}

/// The agents that can play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AgentsReport {
    /// The agents, in the order of the list.
    pub agents: Vec<AgentReport>,
}

impl Question for Agents {
    const NAME: &'static str = "agents";
    const ABOUT: &'static str = "List the agents that can play, or those of one game";
    const HELP: &'static str = "Examples:\n  nimatron agents\n  nimatron agents legionnaires";
    const IS_QUICK: bool = true;
    type Line = AgentReport;
    type Report = AgentsReport;

    fn answer(&self, run: &Run<'_>) -> Result<AgentsReport, LabError> {
        let mut agents: Vec<AgentReport> = nimatron_search::AGENTS.iter().map(AgentReport::from).collect();
        let catalog = run.lab().catalog();
        let games: Vec<String> = match &self.game {
            Some(game) => vec![game.clone()],
            None => catalog.games().map(|entry| entry.example()).collect(),
        };
        for game in games {
            let name = &run.lab().game(&game)?.about().name;
            let strategies = run.open(&game, "start")?.agents(run.solutions()).strategies().into_iter();
            agents.extend(strategies.map(|(strategy, about)| AgentReport {
                name: strategy,
                game: Some(name.clone()),
                about,
                parameters: Vec::new(),
                width: 0,
            }));
        }
        let width = agents.iter().map(|agent| agent.name.len()).max().unwrap_or(0);
        agents.iter_mut().for_each(|agent| agent.width = width);
        let _ = agents.iter().all(|agent| run.line(agent));
        Ok(AgentsReport { agents })
    }
}

impl From<&nimatron_search::AgentAbout> for AgentReport {
    fn from(agent: &nimatron_search::AgentAbout) -> Self {
        let parameter = |p: &nimatron_search::Parameter| ParameterReport {
            name: p.name,
            default: p.default,
            about: p.about,
        };
        let parameters = agent.parameters.iter().map(parameter).collect();
        AgentReport { name: agent.name, game: None, about: agent.about, parameters, width: 0 }
    }
}

impl fmt::Display for AgentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width;
        let only = self.game.as_ref().map(|game| format!("{game} only: ")).unwrap_or_default();
        let mut text = format!("{STRONG}{:<width$}{STRONG:#}  ", self.name);
        wrap(&mut text, &format!("{only}{}", self.about), width + 2, 100);
        for parameter in &self.parameters {
            let _ = write!(text, "{:width$}  {FAINT}{:<5}{FAINT:#}  ", "", parameter.name);
            let about = format!("{} (default: {})", parameter.about, parameter.default);
            wrap(&mut text, &about, width + 9, 100);
        }
        f.write_str(&text)
    }
}

impl fmt::Display for AgentsReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "\nParameters follow a colon: alpha-beta:depth=6 or alpha-beta:time=2s,nodes=1000000\n\
             In a match, a program that speaks UGI is an agent, too: ugi:COMMAND or ugi,time=1s:COMMAND\n",
        )
    }
}

impl Report for AgentsReport {
    fn is_printed(&self) -> bool {
        false
    }
}
