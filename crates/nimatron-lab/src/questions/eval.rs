//! Evaluates an expression of game values.

use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::evaluate::Evaluated;
use crate::question::{Input, NoLine, Question, Report, Verdict};
use crate::questions::value::Printing;
use crate::text::{STRONG, line_of};
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Eval {
    /// The expression; `-` reads it from standard input
    #[cfg_attr(feature = "cli", arg(allow_hyphen_values = true))]
    #[serde(alias = "text")]
    pub expression: String,
    /// How the value is printed.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub printing: Printing,
    /// Definitions of variables, such as `G := {2|-1}`, in the order in which they were made
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(default)]
    pub definitions: Vec<String>,
}

/// The maximum number of definitions, and of characters in all of them together.
const MOST_DEFINITIONS: usize = 64;
const LONGEST_DEFINITIONS: usize = 20_000;

impl Question for Eval {
    const NAME: &'static str = "eval";
    const ABOUT: &'static str = "The value of an expression of game values";
    const HELP: &'static str = "Examples:
  nimatron eval '{0|*} + ^*'             a value: numbers, ^ v * +- Tiny(2) ^<2> and {left|right}
  nimatron eval '{1||0|-1}.Mean'         a method of it; `help methods` in the REPL lists them
  nimatron eval '{1|-1} + {1|-1} = 0'    a comparison: exit 1 if it does not hold
  nimatron eval '+-{2|1}' --svg hot.svg  its thermograph
  nimatron eval - < game.txt             read from standard input";
    const IS_QUICK: bool = true;
    type Line = NoLine;
    type Report = Evaluated;

    fn answer(&self, run: &Run<'_>) -> Result<Evaluated, LabError> {
        self.define(run)?;
        let run_longest = self.printing.longest(run);
        let evaluated = run.lab().evaluate_within(run, &self.expression, run_longest)?;
        match &evaluated {
            Evaluated::Value(report) | Evaluated::Quantity(report) => self.printing.draw(run, report)?,
            Evaluated::Loopy(_) => self.printing.refuse_drawing()?,
            _ => {}
        }
        Ok(evaluated)
    }

    fn show(&self, evaluated: &Evaluated, run: &Run<'_>, out: &mut dyn Write) -> io::Result<()> {
        match evaluated {
            Evaluated::Quantity(_) if self.printing.is_default() => write!(out, "{evaluated}"),
            Evaluated::Value(report) | Evaluated::Quantity(report) => self.printing.show(run, report, out),
            Evaluated::Loopy(report) => self.printing.show_loopy(report, out),
            _ => write!(out, "{evaluated}"),
        }
    }

    fn input(&mut self) -> Option<Input<'_>> {
        Some(Input::Text(&mut self.expression))
    }
}

impl Eval {
    /// The value of an expression.
    pub fn of(expression: impl Into<String>) -> Self {
        Eval { expression: expression.into(), ..Eval::default() }
    }

    /// Makes the definitions, in order.
    fn define(&self, run: &Run<'_>) -> Result<(), LabError> {
        if self.definitions.len() > MOST_DEFINITIONS {
            return Err(LabError::Senseless(format!(
                "at most {MOST_DEFINITIONS} definitions are remembered; forget some"
            )));
        }
        if self.definitions.iter().map(String::len).sum::<usize>() > LONGEST_DEFINITIONS {
            return Err(LabError::Senseless(format!(
                "all definitions together have at most {LONGEST_DEFINITIONS} letters; forget some"
            )));
        }
        for definition in &self.definitions {
            if !matches!(run.lab().evaluate_in(run, definition)?, Evaluated::Assigned { .. }) {
                return Err(LabError::Senseless(format!(
                    "`{definition}` defines nothing; it should be NAME := VALUE"
                )));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Evaluated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluated::Value(report) => report.fmt(f),
            Evaluated::Loopy(report) => report.fmt(f),
            Evaluated::Quantity(report) => f.write_str(&report.head()),
            Evaluated::Comparison(comparison) => {
                let answer = if comparison.holds { "yes" } else { "no" };
                let relation = match &*comparison.relation {
                    "<" => "the first is less",
                    ">" => "the first is greater",
                    "=" => "they are equal",
                    _ => "they are incomparable",
                };
                writeln!(f, "{STRONG}{answer}{STRONG:#}: {relation}")
            }
            Evaluated::Thermograph(thermograph) => {
                let mut text = thermograph.drawing.clone();
                line_of(&mut text, "mean", &thermograph.mean);
                line_of(&mut text, "temperature", &thermograph.temperature);
                f.write_str(&text)
            }
            Evaluated::Values { answer } if answer.is_empty() => f.write_str("none\n"),
            Evaluated::Values { answer } => writeln!(f, "{}", answer.join("\n")),
            Evaluated::Truth { answer } => {
                writeln!(f, "{STRONG}{}{STRONG:#}", if *answer { "yes" } else { "no" })
            }
            Evaluated::Text { answer } => writeln!(f, "{}", answer.as_deref().unwrap_or("none")),
            Evaluated::Assigned { name, value } => {
                write!(f, "{name} := ")?;
                match &**value {
                    Evaluated::Value(report) => f.write_str(&report.head()),
                    Evaluated::Loopy(report) => f.write_str(&report.head()),
                    other => other.fmt(f),
                }
            }
        }
    }
}

impl Report for Evaluated {
    fn verdict(&self) -> Verdict {
        match self {
            Evaluated::Truth { answer } => Verdict::from(*answer),
            Evaluated::Comparison(comparison) => Verdict::from(comparison.holds),
            _ => Verdict::Yes,
        }
    }
}
