//! Expressions of game values, with variables and methods.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use nimatron_value::{
    Answer, Arena, Cause, Environment, EvalError, Expr, ExprKind, Game, Loops, LoopyAnswer, Outcome,
    ParseError, Sided, Statement, Style, Thermograph, ValueError, parse_statement,
};
use serde::Serialize;

use crate::describe::{describe, describe_loopy};
use crate::report::{Comparison, LoopyReport, ValueReport};
use crate::thermograph::ThermographReport;
use crate::{Fault, LabError, methods};

/// The result of an expression.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Evaluated {
    /// A value.
    Value(Box<ValueReport>),
    /// A loopy value.
    Loopy(Box<LoopyReport>),
    /// A number returned by a method, such as the mean.
    Quantity(Box<ValueReport>),
    /// The result of a comparison.
    Comparison(Comparison),
    /// A thermograph.
    Thermograph(ThermographReport),
    /// A list of values.
    Values {
        /// The values.
        answer: Vec<String>,
    },
    /// Yes or no.
    Truth {
        /// The result.
        answer: bool,
    },
    /// Any other result; null if the requested quantity doesn't exist.
    Text {
        /// In words.
        answer: Option<String>,
    },
    /// A variable was assigned.
    Assigned {
        /// The name of the variable.
        name: String,
        /// What it stands for.
        value: Box<Evaluated>,
    },
}

/// What a variable stands for.
pub(crate) type Variable = Answer<Other>;

/// Results of methods that are not values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Other {
    Outcome(Outcome),
    Loopy(Sided),
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
    loops: &mut Loops,
    variables: &mut BTreeMap<String, Variable>,
    text: &str,
    longest: usize,
) -> Result<Evaluated, LabError> {
    let statement = read(text)?;
    let fail = |error: EvalError| match error.cause {
        Cause::Value(
            error @ (ValueError::OutOfMemory { .. } | ValueError::OutOfTime { .. } | ValueError::Stopped),
        ) => error.into(),
        cause => LabError::Fault(Fault { text: text.into(), at: error.at, message: cause.to_string() }),
    };
    match statement {
        Statement::Evaluate(expression) => {
            let answer = worth(arena, loops, &expression, variables).map_err(fail)?;
            let asks_a_method =
                matches!(&expression.kind, ExprKind::Call(call) if methods::is_one(&call.name));
            Ok(match report(arena, loops, &answer, longest)? {
                Evaluated::Value(report) if asks_a_method && report.number.is_some() => {
                    Evaluated::Quantity(report)
                }
                report => report,
            })
        }
        Statement::Assign { name, value, .. } => {
            let answer = worth(arena, loops, &value, variables).map_err(fail)?;
            let value = Box::new(report(arena, loops, &answer, longest)?);
            variables.insert(name.to_string(), answer);
            Ok(Evaluated::Assigned { name: name.into(), value })
        }
    }
}

/// Evaluates an expression, as a short game unless it names a loopy one.
fn worth(
    arena: &Arena,
    loops: &mut Loops,
    expression: &Expr,
    variables: &BTreeMap<String, Variable>,
) -> Result<Variable, EvalError> {
    let loopy = |name: &str| match variables.get(name) {
        Some(Answer::Other(Other::Loopy(value))) => Some(*value),
        _ => None,
    };
    let is_loopy = |name: &str| variables.contains_key(name).then(|| loopy(name).is_some());
    if !expression.is_loopy(&is_loopy) {
        return arena.evaluate(expression, &Names(variables));
    }
    Ok(match loops.evaluate(arena, expression, &Names(variables), &loopy)? {
        LoopyAnswer::Value(value) => Answer::Other(Other::Loopy(value)),
        LoopyAnswer::Comparison { order, holds } => Answer::Comparison { order, holds },
        LoopyAnswer::Truth(truth) => Answer::Other(Other::Truth(truth)),
        LoopyAnswer::Outcome(ends) => Answer::Other(Other::Text(ends.to_string())),
        LoopyAnswer::Nothing => Answer::Other(Other::Nothing),
    })
}

fn read(text: &str) -> Result<Statement, LabError> {
    let fault = |error: ParseError| {
        let message = error.to_string();
        Fault { text: text.into(), at: error.at, message }
    };
    Ok(parse_statement(text).map_err(fault)?)
}

/// Checks that a variable can have this name.
pub(crate) fn check_name(name: &str) -> Result<(), LabError> {
    match read(&format!("{name} := 0"))? {
        Statement::Assign { name: read, .. } if *read == *name => Ok(()),
        _ => Err(Fault { text: name.into(), at: 0..name.len(), message: "this is not a name".into() }.into()),
    }
}

fn report(
    arena: &Arena,
    loops: &mut Loops,
    answer: &Variable,
    longest: usize,
) -> Result<Evaluated, LabError> {
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
        Answer::Other(Other::Loopy(value)) => {
            Evaluated::Loopy(Box::new(describe_loopy(arena, loops, *value, longest)?))
        }
        Answer::Other(Other::Truth(answer)) => Evaluated::Truth { answer: *answer },
        Answer::Other(Other::Games(games)) => Evaluated::Values { answer: games.iter().map(show).collect() },
        Answer::Other(Other::Thermograph(thermograph)) => {
            Evaluated::Thermograph(ThermographReport::new(thermograph))
        }
        Answer::Other(Other::Text(text)) => Evaluated::Text { answer: Some(text.clone()) },
        Answer::Other(Other::Nothing) => Evaluated::Text { answer: None },
    })
}
