//! Expressions of game values, with variables and methods.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use nimatron_value::{
    Answer, Arena, Cause, Environment, EvalError, ExprKind, Game, Outcome, ParseError, Statement, Style,
    Thermograph, ValueError, parse_statement,
};
use serde::Serialize;

use crate::describe::describe;
use crate::report::{Comparison, ValueReport};
use crate::thermograph::ThermographReport;
use crate::{Fault, LabError, methods};

/// What an expression is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Evaluated {
    /// A value.
    Value(Box<ValueReport>),
    /// A number that a method answers, such as the mean.
    Quantity(Box<ValueReport>),
    /// The answer to a comparison.
    Comparison(Comparison),
    /// A thermograph.
    Thermograph(ThermographReport),
    /// A list of values.
    Values {
        /// Each of them.
        answer: Vec<String>,
    },
    /// Yes or no.
    Truth {
        /// Whether it is so.
        answer: bool,
    },
    /// Anything else; nothing if what was asked for doesn't exist.
    Text {
        /// In words.
        answer: Option<String>,
    },
    /// A variable has a new value.
    Assigned {
        /// The name of the variable.
        name: String,
        /// What it stands for.
        value: Box<Evaluated>,
    },
}

/// What a variable stands for.
pub(crate) type Variable = Answer<Other>;

/// What methods answer that is no value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Other {
    Outcome(Outcome),
    Truth(bool),
    Games(Vec<Game>),
    Thermograph(Box<Thermograph>),
    Text(String),
    Nothing,
}

/// The variables and methods that an expression may name.
struct Names<'a>(&'a BTreeMap<String, Variable>);

impl Environment for Names<'_> {
    type Other = Other;

    fn variable(&self, name: &str) -> Option<Variable> {
        self.0.get(name).cloned()
    }

    fn call(
        &self,
        arena: &Arena,
        target: Option<Variable>,
        name: &str,
        arguments: Vec<Variable>,
    ) -> Result<Variable, Cause> {
        let games = target.into_iter().chain(arguments).map(|answer| match answer {
            Answer::Game(game) => Ok(game),
            _ => Err(Cause::NotAGame),
        });
        methods::call(arena, name, &games.collect::<Result<Vec<_>, _>>()?)
    }
}

/// Evaluates an expression or an assignment; texts longer than `longest` are abbreviated.
pub(crate) fn evaluate(
    arena: &Arena,
    variables: &mut BTreeMap<String, Variable>,
    text: &str,
    longest: usize,
) -> Result<Evaluated, LabError> {
    let statement = read(text)?;
    let fail = |error: EvalError| match error.cause {
        Cause::Value(error @ (ValueError::OutOfMemory { .. } | ValueError::Stopped)) => error.into(),
        cause => LabError::Fault(Fault { text: text.into(), at: error.at, message: cause.to_string() }),
    };
    match statement {
        Statement::Evaluate(expression) => {
            let answer = arena.evaluate(&expression, &Names(variables)).map_err(fail)?;
            let asks_a_method =
                matches!(&expression.kind, ExprKind::Call(call) if methods::is_one(&call.name));
            Ok(match report(arena, &answer, longest)? {
                Evaluated::Value(report) if asks_a_method && report.number.is_some() => {
                    Evaluated::Quantity(report)
                }
                report => report,
            })
        }
        Statement::Assign { name, value, .. } => {
            let answer = arena.evaluate(&value, &Names(variables)).map_err(fail)?;
            let value = Box::new(report(arena, &answer, longest)?);
            variables.insert(name.to_string(), answer);
            Ok(Evaluated::Assigned { name: name.into(), value })
        }
    }
}

fn read(text: &str) -> Result<Statement, LabError> {
    let fault = |error: ParseError| {
        let message = error.to_string();
        Fault { text: text.into(), at: error.at, message }
    };
    Ok(parse_statement(text).map_err(fault)?)
}

/// Whether a variable can have this name.
pub(crate) fn check_name(name: &str) -> Result<(), LabError> {
    match read(&format!("{name} := 0"))? {
        Statement::Assign { name: read, .. } if *read == *name => Ok(()),
        _ => Err(Fault { text: name.into(), at: 0..name.len(), message: "this is no name".into() }.into()),
    }
}

fn report(arena: &Arena, answer: &Variable, longest: usize) -> Result<Evaluated, LabError> {
    let show = |game: &Game| arena.display_within(*game, Style::Unicode, longest).text;
    Ok(match answer {
        Answer::Game(game) => Evaluated::Value(Box::new(describe(arena, *game, longest)?)),
        Answer::Comparison { order, holds } => {
            let relation = match order {
                Some(Ordering::Less) => "<",
                Some(Ordering::Equal) => "=",
                Some(Ordering::Greater) => ">",
                None => "||",
            };
            Evaluated::Comparison(Comparison { relation: relation.into(), holds: *holds })
        }
        Answer::Other(Other::Outcome(outcome)) => Evaluated::Text { answer: Some(outcome.to_string()) },
        Answer::Other(Other::Truth(answer)) => Evaluated::Truth { answer: *answer },
        Answer::Other(Other::Games(games)) => Evaluated::Values { answer: games.iter().map(show).collect() },
        Answer::Other(Other::Thermograph(thermograph)) => {
            Evaluated::Thermograph(ThermographReport::new(thermograph))
        }
        Answer::Other(Other::Text(text)) => Evaluated::Text { answer: Some(text.clone()) },
        Answer::Other(Other::Nothing) => Evaluated::Text { answer: None },
    })
}
