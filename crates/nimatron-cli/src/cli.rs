//! The command line: every question in `QUESTIONS`, and the commands that are not questions.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, FromArgMatches, Subcommand};
use nimatron_lab::parameters::cli::complete_games;
use nimatron_lab::parameters::{Start, Terms, cli as parameters};
use nimatron_lab::{AnyQuestion, QUESTIONS, QuestionEntry, find_question};

use crate::commands::catalog;
use crate::{engine, limits, reproduce, serve, store};

/// A parsed command line.
pub(crate) struct Cli {
    pub(crate) what: What,
    pub(crate) options: Options,
}

/// A question or another command.
pub(crate) enum What {
    Question(Box<dyn AnyQuestion>),
    Command(Command),
}

/// The options of every question.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Print JSON, one object per line
    #[arg(long, global = true, help_heading = "Options for every question")]
    pub(crate) json: bool,
    /// Give up after this long: 30s, 5m, 2h, 500ms
    #[arg(long, global = true, value_name = "DURATION", value_parser = parameters::duration,
          allow_negative_numbers = true, help_heading = "Options for every question")]
    pub(crate) time: Option<Duration>,
    /// Give up when tables need more memory than this: 512M, 8G [default: three quarters of the machine's memory]
    #[arg(long, global = true, value_name = "BYTES", value_parser = limits::bytes,
          allow_negative_numbers = true, help_heading = "Options for every question")]
    pub(crate) memory: Option<usize>,
    /// Use at most this many threads [default: the number of hardware threads]
    #[arg(long, global = true, value_name = "N", value_parser = limits::threads,
          allow_negative_numbers = true, help_heading = "Options for every question")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Store answers in this file, and look them up there first; `off` stores nothing [default: see `nimatron store`]
    #[arg(long, global = true, value_name = "FILE", help_heading = "Options for every question")]
    pub(crate) store: Option<PathBuf>,
    /// Compute the answer again, even if it is stored
    #[arg(long, global = true, help_heading = "Options for every question")]
    pub(crate) fresh: bool,
}

/// A command that is not a question.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run an engine for other programs: UGI, the Universal Game Interface, on standard input and output
    #[command(after_help = engine::EXAMPLES)]
    Engine(engine::Arguments),
    /// Play in the terminal, against an agent or another person
    #[command(after_help = "Examples:
  nimatron play legionnaires
  nimatron play domineering 6x6 --left alpha-beta:time=2s
  nimatron play nim 3,5,7 --left human --right human --misere
  nimatron play legionnaires --left blocking --right fewest-replies

Sides without an agent are yours. If no agent is named, you play Left, and alpha-beta plays Right.")]
    Play {
        #[command(flatten)]
        start: Start,
        /// The agent that plays Left, or `human`; `nimatron agents` lists them
        #[arg(long, value_name = "AGENT")]
        left: Option<String>,
        /// The agent that plays Right, or `human`
        #[arg(long, value_name = "AGENT")]
        right: Option<String>,
        /// The seed of the random numbers [default: a new one each time]
        #[arg(long, value_name = "S", allow_negative_numbers = true)]
        seed: Option<u64>,
        #[command(flatten)]
        terms: Terms,
    },
    /// Compare what the papers print with what nimatron computes: every table, figure and number
    #[command(after_help = reproduce::EXAMPLES)]
    Reproduce(reproduce::Arguments),
    /// Show and manage what is stored: answers, summaries, matches and their games
    #[command(after_help = store::EXAMPLES)]
    Store(store::Arguments),
    /// Serve the workbench: play and explore every game in the browser
    #[command(after_help = serve::EXAMPLES)]
    Serve(serve::Arguments),
    /// Answer one question from the page: the server starts a process for each
    #[command(hide = true)]
    Answer,
    /// Ask questions interactively, with variables, history and completion
    #[command(after_help = "Examples:
  nimatron repl
  echo 'G := {0|*}
  G.Mean' | nimatron repl")]
    Repl,
    /// Print the completions for a shell
    #[command(after_help = "Examples:
  nimatron completions bash > ~/.local/share/bash-completion/completions/nimatron
  nimatron completions fish > ~/.config/fish/completions/nimatron.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write man pages and completions into a folder
    #[command(hide = true)]
    Generate {
        /// The folder
        folder: PathBuf,
    },
}

/// The whole command line.
pub(crate) fn command() -> clap::Command {
    Command::augment_subcommands(with_questions(QUESTIONS)).about(ABOUT)
}

/// The command line with these questions.
fn with_questions(questions: &[QuestionEntry]) -> clap::Command {
    complete_games(|| catalog().games().map(|entry| entry.about().name.clone()).collect());
    let command = clap::Command::new("nimatron")
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help(cli_examples());
    Options::augment_args(command).subcommands(questions.iter().map(QuestionEntry::command)).about(ABOUT)
}

const ABOUT: &str = "A laboratory for combinatorial games: exact values, nimbers, outcomes and best moves";

impl Cli {
    /// Parses a command line. The first word is the name of the program.
    pub(crate) fn read<T: Into<OsString> + Clone>(
        words: impl IntoIterator<Item = T>,
    ) -> Result<Self, clap::Error> {
        let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
        // Building all commands takes a megabyte and a millisecond: if the first word is a question, build only that one.
        let first = words.get(1).and_then(|word| find_question(word.to_str()?));
        let command = first.map_or_else(command, |entry| with_questions(std::slice::from_ref(entry)));
        let matches = command.try_get_matches_from(words)?;
        let options = Options::from_arg_matches(&matches)?;
        let question = matches.subcommand().and_then(|(name, found)| Some((find_question(name)?, found)));
        let what = match question {
            Some((entry, found)) => What::Question(entry.parse(found)?),
            None => What::Command(Command::from_arg_matches(&matches)?),
        };
        Ok(Cli { what, options })
    }
}

fn cli_examples() -> &'static str {
    "Examples:
  nimatron value domineering 4x4
  nimatron eval '{0|*} + ^*'
  nimatron nimber cram 5x6
  nimatron best clobber 3x4 --to-move right
  nimatron play legionnaires
  nimatron find legionnaires --value '*2'
  nimatron repl

`nimatron help COMMAND` describes each command. Exit code 0: answered; 1: the answer is no; 2: no answer."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_fit_together() {
        command().debug_assert();
    }

    #[test]
    fn expressions_and_positions_may_begin_with_a_dash() {
        for expression in ["-1", "-{1|0}", "-^*", "-", "-v"] {
            let cli = Cli::read(["nimatron", "eval", expression, "--json"]).unwrap();
            assert!(cli.options.json);
            let What::Question(question) = cli.what else { panic!("{expression}") };
            assert_eq!(question.parameters().unwrap()["expression"], expression);
        }
        assert!(Cli::read(["nimatron", "value", "nim", "-3", "--time", "1s"]).is_ok());
    }
}
