//! Questions and answers. Each question is a file in `questions`; [`QUESTIONS`](crate::QUESTIONS) lists all.
//!
//! A question is a struct of its parameters, from which the command line, the messages of the page and its types are
//! derived. Its report is plain data, serialises to the JSON that scripts rely on, and displays as text for people.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{LabError, Run, duration, grouped};

/// Parameters that can be read from the command line, if there is one.
#[cfg(feature = "cli")]
pub trait Arguments: clap::Args {}
#[cfg(feature = "cli")]
impl<T: clap::Args> Arguments for T {}

/// Parameters that can be read from the command line, if there is one.
#[cfg(not(feature = "cli"))]
pub trait Arguments {}
#[cfg(not(feature = "cli"))]
impl<T> Arguments for T {}

/// Types with a TypeScript counterpart on the page, which a test generates and checks.
#[cfg(test)]
pub trait Typed: ts_rs::TS {}
#[cfg(test)]
impl<T: ts_rs::TS> Typed for T {}

/// Types with a TypeScript counterpart on the page, which a test generates and checks.
#[cfg(not(test))]
pub trait Typed {}
#[cfg(not(test))]
impl<T> Typed for T {}

/// A question with its parameters.
pub trait Question: Serialize + DeserializeOwned + Arguments + Typed + Send + 'static {
    /// The name on the command line and in messages.
    const NAME: &'static str;
    /// A summary on one line.
    const ABOUT: &'static str;
    /// The help text below the parameters: how it works, and examples.
    const HELP: &'static str;
    /// Whether it is usually answered at once and need not queue behind long ones.
    const IS_QUICK: bool = false;
    /// The version of the engine that answers it, increased when a bug is found: see `versions`.
    const VERSION: u32 = 1;
    /// The lines of an answer with many; [`NoLine`] if it has none.
    type Line: Typed + 'static;
    /// The answer, or its summary after all lines.
    type Report: Report;

    /// Answers the question.
    ///
    /// # Errors
    /// If there is no answer. The caller explains a limit that was reached: see [`Run::ask`].
    fn answer(&self, run: &Run<'_>) -> Result<Self::Report, LabError>;

    /// Writes the report for people.
    ///
    /// # Errors
    /// If `out` can't be written to.
    fn show(&self, report: &Self::Report, _run: &Run<'_>, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{report}")
    }

    /// The parameter for which `-` means standard input, if there is one.
    fn input(&mut self) -> Option<Input<'_>> {
        None
    }
}

/// A parameter that may be read from standard input.
#[derive(Debug)]
pub enum Input<'a> {
    /// A position, whose rows may be on separate lines.
    Position(&'a mut String),
    /// Any text.
    Text(&'a mut String),
}

/// The answer to a question: it serialises to JSON, and displays as text for people.
pub trait Report: Serialize + Display + Typed + 'static {
    /// Whether the answer is yes.
    fn verdict(&self) -> Verdict {
        Verdict::Yes
    }

    /// A message shown next to the answer.
    fn aside(&self) -> Aside {
        Aside::Nothing
    }

    /// Whether it is printed as JSON; some answers consist only of their lines.
    fn is_printed(&self) -> bool {
        true
    }

    /// Whether the output for people is binary, and so not for a terminal.
    fn is_bytes(&self) -> bool {
        false
    }

    /// Takes the reason why the answer is incomplete, if it is.
    fn unfinished(&mut self) -> Option<LabError> {
        None
    }

    /// The answer in its shortest form, as in golden files; empty if it has none.
    fn brief(&self) -> String {
        String::new()
    }

    /// Whether an answer written in a golden file is the same, possibly in another form.
    fn agrees(&self, _run: &Run<'_>, written: &str) -> bool {
        self.brief() == written.replace(',', "")
    }
}

/// Decides the exit code of an answered question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The answer is yes; so is every answer that is not a check or comparison.
    Yes,
    /// A check failed, something was not found, or a table differs.
    No,
}

impl From<bool> for Verdict {
    fn from(yes: bool) -> Self {
        if yes { Verdict::Yes } else { Verdict::No }
    }
}

/// A message shown next to an answer, on standard error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aside {
    /// Nothing.
    Nothing,
    /// Only for terminals: the cost.
    Talk(String),
    /// Always shown: belongs to an answer with many lines but is not one of them.
    Remark(String),
}

impl Aside {
    /// The cost of an answer: the time, and the number of positions visited, if counted.
    #[must_use]
    pub fn cost(remembered: Option<&str>, positions: Option<u64>, seconds: f64) -> Self {
        Aside::Talk(match (remembered, positions) {
            (Some(date), _) => {
                let day = date.split('T').next().unwrap_or(date);
                format!("remembered from {day}; it took {}", duration(seconds))
            }
            (None, Some(positions)) => format!("{} positions in {}", grouped(positions), duration(seconds)),
            (None, None) => duration(seconds),
        })
    }
}

/// The line type of answers without lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum NoLine {}

/// A type-erased question with its parameters.
pub trait AnyQuestion: Send {
    /// The name of the question.
    fn name(&self) -> &'static str;
    /// Answers the question.
    ///
    /// # Errors
    /// As [`Run::ask`].
    fn answer<'q>(&'q self, run: &Run<'_>) -> Result<Box<dyn AnyAnswer + 'q>, LabError>;
    /// The parameter for which `-` means standard input, if there is one.
    fn input(&mut self) -> Option<Input<'_>>;
    /// Its parameters, in the form used in messages.
    ///
    /// # Errors
    /// If they can't be serialised, which would be a bug.
    fn parameters(&self) -> serde_json::Result<Value>;
}

/// A type-erased answer.
pub trait AnyAnswer {
    /// Writes it as one line of JSON.
    ///
    /// # Errors
    /// If `out` can't be written to.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;
    /// Writes it for people.
    ///
    /// # Errors
    /// If `out` can't be written to.
    fn write_text(&self, run: &Run<'_>, out: &mut dyn Write) -> io::Result<()>;
    /// Converts it to JSON.
    ///
    /// # Errors
    /// If it can't be serialised, which would be a bug.
    fn to_json(&self) -> serde_json::Result<Box<RawValue>>;
    /// As [`Report::verdict`].
    fn verdict(&self) -> Verdict;
    /// As [`Report::aside`].
    fn aside(&self) -> Aside;
    /// As [`Report::is_printed`].
    fn is_printed(&self) -> bool;
    /// As [`Report::is_bytes`].
    fn is_bytes(&self) -> bool;
    /// Takes the reason why the answer is incomplete, with the incomplete report.
    fn unfinished(&mut self) -> Option<LabError>;
    /// As [`Report::brief`].
    fn brief(&self) -> String;
    /// As [`Report::agrees`].
    fn agrees(&self, run: &Run<'_>, written: &str) -> bool;
}

/// A question of a known type with its report.
struct Answered<'q, Q: Question> {
    question: &'q Q,
    report: Q::Report,
}

impl<Q: Question> AnyQuestion for Q {
    fn name(&self) -> &'static str {
        Q::NAME
    }

    fn answer<'q>(&'q self, run: &Run<'_>) -> Result<Box<dyn AnyAnswer + 'q>, LabError> {
        Ok(Box::new(Answered { question: self, report: run.ask(self)? }))
    }

    fn input(&mut self) -> Option<Input<'_>> {
        Question::input(self)
    }

    fn parameters(&self) -> serde_json::Result<Value> {
        serde_json::to_value(self)
    }
}

impl<Q: Question> AnyAnswer for Answered<'_, Q> {
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, &self.report)?;
        out.write_all(b"\n")
    }

    fn write_text(&self, run: &Run<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.question.show(&self.report, run, out)
    }

    fn to_json(&self) -> serde_json::Result<Box<RawValue>> {
        serde_json::value::to_raw_value(&self.report)
    }

    fn verdict(&self) -> Verdict {
        self.report.verdict()
    }

    fn aside(&self) -> Aside {
        self.report.aside()
    }

    fn is_printed(&self) -> bool {
        self.report.is_printed()
    }

    fn is_bytes(&self) -> bool {
        self.report.is_bytes()
    }

    fn unfinished(&mut self) -> Option<LabError> {
        Run::unfinished(&mut self.report)
    }

    fn brief(&self) -> String {
        self.report.brief()
    }

    fn agrees(&self, run: &Run<'_>, written: &str) -> bool {
        self.report.agrees(run, written)
    }
}

/// An entry of the list of questions: everything a front end needs to know about a question.
#[derive(Clone, Copy)]
pub struct QuestionEntry {
    /// As [`Question::NAME`].
    pub name: &'static str,
    /// As [`Question::ABOUT`].
    pub about: &'static str,
    /// As [`Question::IS_QUICK`].
    pub is_quick: bool,
    /// As [`Question::VERSION`].
    pub version: u32,
    read: fn(Value) -> serde_json::Result<Box<dyn AnyQuestion>>,
    #[cfg(feature = "cli")]
    command: fn() -> clap::Command,
    #[cfg(feature = "cli")]
    parse: fn(&clap::ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error>,
    #[cfg(test)]
    pub(crate) types: fn(&mut crate::typescript::Types),
}

/// Creates the entry of a question.
pub(crate) const fn question<Q: Question>() -> QuestionEntry {
    fn read<Q: Question>(parameters: Value) -> serde_json::Result<Box<dyn AnyQuestion>> {
        Ok(Box::new(serde_json::from_value::<Q>(parameters)?))
    }
    #[cfg(feature = "cli")]
    fn command<Q: Question>() -> clap::Command {
        let command = Q::augment_args(clap::Command::new(Q::NAME));
        command.about(Q::ABOUT).long_about(None).after_help(Q::HELP)
    }
    #[cfg(feature = "cli")]
    fn parse<Q: Question>(matches: &clap::ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error> {
        Ok(Box::new(Q::from_arg_matches(matches)?))
    }
    QuestionEntry {
        name: Q::NAME,
        about: Q::ABOUT,
        is_quick: Q::IS_QUICK,
        version: Q::VERSION,
        read: read::<Q>,
        #[cfg(feature = "cli")]
        command: command::<Q>,
        #[cfg(feature = "cli")]
        parse: parse::<Q>,
        #[cfg(test)]
        types: crate::typescript::Types::add::<Q>,
    }
}

impl QuestionEntry {
    /// The question with the parameters of a message.
    ///
    /// # Errors
    /// If a parameter is missing or has the wrong type.
    pub fn read(&self, parameters: Value) -> serde_json::Result<Box<dyn AnyQuestion>> {
        (self.read)(parameters)
    }

    /// Its subcommand on the command line.
    #[cfg(feature = "cli")]
    #[must_use]
    pub fn command(&self) -> clap::Command {
        (self.command)()
    }

    /// The question with parameters from the command line.
    ///
    /// # Errors
    /// If they don't fit together.
    #[cfg(feature = "cli")]
    pub fn parse(&self, matches: &clap::ArgMatches) -> Result<Box<dyn AnyQuestion>, clap::Error> {
        (self.parse)(matches)
    }
}
