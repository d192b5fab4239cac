//! The games and questions that the program lists, so that new ones are attacked without a change here.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::program::Program;

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    pub name: String,
    /// Its standard start, as text.
    pub start: String,
    /// Texts between backticks in its documentation: positions, moves, parameters.
    pub examples: Vec<String>,
}

/// A question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The words that ask it: `value`, or `store list`.
    pub words: Vec<String>,
    /// The kinds of its arguments: `GAME`, `POSITION`.
    pub arguments: Vec<String>,
    pub options: Vec<Opt>,
}

/// An option of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opt {
    pub name: String,
    /// The kind of its value, if it has one.
    pub value: Option<String>,
    pub is_required: bool,
}

/// Games and questions.
#[derive(Clone, Debug)]
pub struct Registry {
    pub games: Vec<Game>,
    pub questions: Vec<Question>,
    pub agents: Vec<String>,
}

/// Commands that random lines omit: the server has a separate part.
const LEFT_OUT: &[&str] = &["help", "serve"];
/// Options that every command line gets anyway, or that print no answer.
const COMMON: &[&str] = &["json", "time", "memory", "threads", "store", "fresh", "help", "version"];

impl Registry {
    /// Asks the program.
    pub fn read(program: &Program) -> Result<Self> {
        let objects = |arguments: &[&str]| -> Result<Vec<Value>> {
            let text = said(program, arguments)?;
            text.lines().map(|line| serde_json::from_str(line).context("no JSON")).collect()
        };
        let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
        let games = objects(&["games", "--json"])?;
        let games = games.iter().map(|game| {
            let examples = [text(game, "positions"), text(game, "parameters")].concat();
            Game {
                name: text(game, "name"),
                start: text(game, "start"),
                examples: between_backticks(&examples),
            }
        });
        let agents = objects(&["agents", "--json"])?.iter().map(|agent| text(agent, "name")).collect();
        let mut questions = Vec::new();
        for name in commands(&said(program, &["--help"])?) {
            if LEFT_OUT.contains(&&*name) {
                continue;
            }
            let help = said(program, &["help", &name])?;
            let inner = commands(&help);
            if inner.is_empty() {
                questions.push(question(&[name], &help));
                continue;
            }
            for word in inner.into_iter().filter(|word| word != "help") {
                let help = said(program, &["help", &name, &word])?;
                questions.push(question(&[name.clone(), word], &help));
            }
        }
        let registry = Registry { games: games.collect(), questions, agents };
        if registry.games.len() < 10 || registry.questions.len() < 10 || registry.agents.is_empty() {
            bail!("the program lists too little to be nimatron: {registry:?}");
        }
        Ok(registry)
    }
}

/// The program's output.
fn said(program: &Program, arguments: &[&str]) -> Result<String> {
    let arguments: Vec<String> = arguments.iter().map(|&word| word.to_owned()).collect();
    let ended = program.run(&arguments, Duration::from_secs(60))?;
    if ended.code != Some(0) {
        bail!("`{}` failed: {}", Program::shown(&arguments), ended.stderr.trim());
    }
    Ok(ended.stdout)
}

/// Texts between backticks.
fn between_backticks(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The commands in a help text: lines of two spaces, a name, and two more.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let name = |line: &str| Some(line.strip_prefix("  ")?.split_once("  ")?.0.to_owned());
    lines.filter(|line| !line.starts_with("   ")).filter_map(name).collect()
}

/// A question, read from its help text.
fn question(words: &[String], help: &str) -> Question {
    let usage = help.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or_default();
    let mut question = Question { words: words.to_vec(), ..Question::default() };
    let mut required = Vec::new();
    // The program and the words of the question come first.
    let mut rest = usage.split_whitespace().skip(1 + words.len()).peekable();
    while let Some(word) = rest.next() {
        if let Some(name) = word.strip_prefix("--") {
            required.push(name.to_owned());
            let _ = rest.next_if(|next| next.starts_with('<'));
        } else if word != "[OPTIONS]" {
            let kind = word.trim_end_matches('.').trim_matches(['<', '>', '[', ']']);
            question.arguments.push(kind.to_owned());
        }
    }
    for line in help.lines().map(str::trim_start) {
        let long = line.split_once(", --").filter(|(short, _)| short.len() == 2).map(|(_, long)| long);
        let Some(long) = long.or_else(|| line.strip_prefix("--")) else { continue };
        let mut parts = long.split_whitespace();
        let name = parts.next().unwrap_or_default().to_owned();
        let value = parts
            .next()
            .and_then(|next| Some(next.strip_prefix('<')?.trim_end_matches(['>', '.']).to_owned()));
        let is_known = question.options.iter().any(|option| option.name == name);
        if !is_known && !COMMON.contains(&&*name) {
            let is_required = required.contains(&name);
            question.options.push(Opt { name, value, is_required });
        }
    }
    question
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "All positions\n\nUsage: nimatron losing [OPTIONS] --heaps <K> --to <N> <GAME> [POSITION]\n\n\
        Arguments:\n  <GAME>  The game\n\nOptions:\n      --heaps <K>  How many heaps\n      --to <N>     The largest heap\n\
        \x20     --misere     Who cannot move wins\n  -h, --help       Print help\n\nOptions for every question:\n\
        \x20     --json             Print JSON\n";

    #[test]
    fn a_question_is_read_from_its_help() {
        let question = question(&["losing".into()], HELP);
        assert_eq!(question.arguments, ["GAME", "POSITION"]);
        let options: Vec<_> = question
            .options
            .iter()
            .map(|option| (&*option.name, option.value.as_deref(), option.is_required))
            .collect();
        assert_eq!(options, [("heaps", Some("K"), true), ("to", Some("N"), true), ("misere", None, false)]);
    }

    #[test]
    fn commands_are_read_from_the_help_of_the_program() {
        let help = "Usage: nimatron\n\nCommands:\n  games   List the games\n          and more\n  eval    What\n\nOptions:\n  -h  Help\n";
        assert_eq!(commands(help), ["games", "eval"]);
    }

    #[test]
    fn examples_stand_between_backticks() {
        assert_eq!(between_backticks("A board: `xo./.xo` with `.` for none"), ["xo./.xo", "."]);
    }
}
