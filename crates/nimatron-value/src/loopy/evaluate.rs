//! The evaluation of expressions with loopy values.

use std::cmp::Ordering;

use super::graph::LOCAL;
use super::{Ends, Loops, Sided};
use crate::expression::{Answer, Cause, Environment, EvalError, Expr, ExprKind};
use crate::stack::deep;
use crate::{Arena, ValueError, parse_expression};

/// The value of an expression with loopy values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LoopyAnswer {
    /// A value.
    Value(Sided),
    /// The answer to a comparison.
    Comparison {
        /// The order of the two; `None` if they are incomparable.
        order: Option<Ordering>,
        /// Whether the relation holds.
        holds: bool,
    },
    /// Yes or no.
    Truth(bool),
    /// How it ends.
    Outcome(Ends),
    /// The result doesn't exist.
    Nothing,
}

/// The value that the word for a loopy value stands for (*Winning Ways*, chapter 11).
fn word(name: &str) -> Option<&'static str> {
    Some(match name {
        "on" => "{pass|}",
        "off" => "{|pass}",
        "over" => "{0|pass}",
        "under" => "{pass|0}",
        "dud" => "{pass|pass}",
        "upon" => "{pass|*}",
        "hot" => "{on|off}",
        "hi" => "{on|0}",
        "lo" => "{0|off}",
        "ace" => "{0|Tiny(on)}",
        "tis" => "a{{|a}|}",
        "tisn" => "a{|{a|}}",
        _ => return None,
    })
}

fn upon(is_power: bool, is_negative: bool) -> &'static str {
    match (is_power, is_negative) {
        (false, false) => "{pass|*}",
        (false, true) => "{*|pass}",
        (true, false) => "{0||0|0,pass}",
        (true, true) => "{0,pass|0||0}",
    }
}

impl Expr {
    /// Whether it contains a loopy value: by a word that is not a variable, by a variable that is loopy
    /// according to `variable`, or by a cycle.
    #[must_use]
    pub fn is_loopy(&self, variable: &dyn Fn(&str) -> Option<bool>) -> bool {
        let any = |list: &[Expr]| list.iter().any(|expr| expr.is_loopy(variable));
        deep(|| match &self.kind {
            ExprKind::Labelled { .. } | ExprKind::Sides(_) | ExprKind::Upon { .. } => true,
            ExprKind::Variable(name) => {
                variable(name).unwrap_or_else(|| &**name == "pass" || word(name).is_some())
            }
            ExprKind::Compact(_) | ExprKind::Uptimal(_) => false,
            ExprKind::Tiny(of) | ExprKind::Miny(of) | ExprKind::Negative(of) => of.is_loopy(variable),
            ExprKind::Braces(sides) => sides.iter().any(|side| any(side)),
            ExprKind::Switch(list) | ExprKind::Sum(list) => any(list),
            ExprKind::Multiple { count, of } => count.is_loopy(variable) || of.is_loopy(variable),
            ExprKind::Call(call) => {
                call.target.as_ref().is_some_and(|target| target.is_loopy(variable))
                    || call.arguments.as_ref().is_some_and(|list| any(list))
            }
            ExprKind::Compare { left, right, .. } => left.is_loopy(variable) || right.is_loopy(variable),
        })
    }
}

impl Loops {
    /// The value of an expression. Its short parts are evaluated in the arena, with the names that
    /// `environment` knows; `variable` knows the loopy ones.
    pub fn evaluate<E: Environment + ?Sized>(
        &mut self,
        arena: &Arena,
        expr: &Expr,
        environment: &E,
        variable: &dyn Fn(&str) -> Option<Sided>,
    ) -> Result<LoopyAnswer, EvalError> {
        Evaluation { loops: self, arena, environment, variable, labels: Vec::new(), local: Vec::new() }
            .answer(expr)
    }

    /// The value that a text describes.
    pub fn read(&mut self, arena: &Arena, text: &str) -> Result<Sided, crate::ReadError> {
        let expr = parse_expression(text)?;
        match self.evaluate(arena, &expr, &crate::Plain, &|_| None)? {
            LoopyAnswer::Value(value) => Ok(value),
            _ => Err(EvalError { at: 0..text.len(), cause: Cause::NotAGame }.into()),
        }
    }
}

/// The maximum number of copies of a loopy value that are added up.
const MOST_COPIES: u32 = 1000;

struct Evaluation<'a, E: ?Sized> {
    loops: &'a mut Loops,
    arena: &'a Arena,
    environment: &'a E,
    variable: &'a dyn Fn(&str) -> Option<Sided>,
    /// The names of the open braces, and their vertices.
    labels: Vec<(Box<str>, u32)>,
    /// The vertices of the outermost open braces.
    local: Vec<[Vec<Node>; 2]>,
}

/// An option: a known value, or braces that are still open.
#[derive(Clone, Copy)]
enum Node {
    Known(Sided),
    Local(u32),
}

impl<E: Environment + ?Sized> Evaluation<'_, E> {
    fn answer(&mut self, expr: &Expr) -> Result<LoopyAnswer, EvalError> {
        match &expr.kind {
            ExprKind::Compare { left, relation, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let order = self.loops.compare(left, right);
                Ok(LoopyAnswer::Comparison { order, holds: relation.holds(order) })
            }
            ExprKind::Call(call) => {
                let fail = |cause| EvalError { at: call.name_span.range(), cause };
                let target = match (&call.target, call.arguments.as_deref()) {
                    (Some(target), None | Some([])) => self.value(target)?,
                    (None, Some([only])) => self.value(only)?,
                    _ => return Err(fail(Cause::UnknownMethod(call.name.clone()))),
                };
                let side = |side: Option<Sided>| side.map_or(LoopyAnswer::Nothing, LoopyAnswer::Value);
                let answer = match &*call.name.to_ascii_lowercase() {
                    "onside" => self.loops.onside(target).map(side),
                    "offside" => self.loops.offside(target).map(side),
                    "isstopper" => self.loops.is_stopper(target).map(LoopyAnswer::Truth),
                    "isplumtree" => Ok(LoopyAnswer::Truth(self.loops.is_plumtree(target))),
                    "outcome" => self.loops.ends(target).map(LoopyAnswer::Outcome),
                    "canonicalform" => Ok(LoopyAnswer::Value(target)),
                    _ => {
                        let methods = "Onside, Offside, IsStopper, IsPlumtree, Outcome and CanonicalForm";
                        let message = format!("`{}` is not for loopy values; {methods} are", call.name);
                        return Err(fail(Cause::Call(message)));
                    }
                };
                answer.map_err(|error| fail(error.into()))
            }
            _ => self.value(expr).map(LoopyAnswer::Value),
        }
    }

    fn value(&mut self, expr: &Expr) -> Result<Sided, EvalError> {
        let fail = |cause: Cause| EvalError { at: expr.span.range(), cause };
        let of_value = |error: ValueError| fail(error.into());
        let variable = self.variable;
        let environment = self.environment;
        let known = |name: &str| match variable(name) {
            Some(_) => Some(true),
            None => environment.variable(name).map(|_| false),
        };
        if !expr.is_loopy(&known) {
            return match self.arena.evaluate(expr, self.environment)? {
                Answer::Game(game) => self.loops.from_game(self.arena, game).map_err(of_value),
                _ => Err(fail(Cause::NotAGame)),
            };
        }
        deep(|| match &expr.kind {
            ExprKind::Variable(name) => match variable(name) {
                Some(value) => Ok(value),
                None if &**name == "pass" || self.labels.iter().any(|(label, _)| label == name) => {
                    Err(fail(Cause::NotAnOption(name.clone())))
                }
                None => {
                    self.written(word(name).ok_or_else(|| fail(Cause::UnknownVariable(name.clone())))?, expr)
                }
            },
            ExprKind::Upon { is_power, is_negative } => self.written(upon(*is_power, *is_negative), expr),
            ExprKind::Braces(_) | ExprKind::Labelled { .. } => {
                let local = std::mem::take(&mut self.local);
                let labels = std::mem::take(&mut self.labels);
                let node = self.node(expr, None);
                let vertices = std::mem::replace(&mut self.local, local);
                self.labels = labels;
                match node? {
                    Node::Known(value) => Ok(value),
                    Node::Local(root) => self.resolve(&vertices, root).map_err(of_value),
                }
            }
            ExprKind::Switch(list) => {
                let left = list.iter().map(|expr| self.value(expr)).collect::<Result<Vec<_>, _>>()?;
                let right = left.iter().map(|value| Node::Known(value.negative())).collect();
                let left = left.into_iter().map(Node::Known).collect();
                self.resolve(&[[left, right]], 0).map_err(of_value)
            }
            ExprKind::Tiny(of) => {
                let of = self.value(of)?;
                self.tiny(of).map_err(of_value)
            }
            ExprKind::Miny(of) => {
                let of = self.value(of)?;
                self.tiny(of).map(Sided::negative).map_err(of_value)
            }
            ExprKind::Sum(terms) => {
                let mut sum = self.loops.zero().map_err(of_value)?;
                for term in terms {
                    let term = self.value(term)?;
                    sum = self.loops.sum(sum, term).map_err(of_value)?;
                }
                Ok(sum)
            }
            ExprKind::Negative(of) => Ok(self.value(of)?.negative()),
            ExprKind::Multiple { count, of } => {
                let times = match self.arena.evaluate(count, self.environment)? {
                    Answer::Game(times) => {
                        self.arena.number(times).and_then(|n| n.to_string().parse::<i64>().ok())
                    }
                    _ => None,
                };
                let times = times.ok_or(EvalError { at: count.span.range(), cause: Cause::NotAnInteger })?;
                let of = self.value(of)?;
                self.multiple(times, of).map_err(of_value)
            }
            ExprKind::Sides(sides) => {
                let (onside, offside) = (self.value(&sides[0])?, self.value(&sides[1])?);
                let value = self.loops.with_sides(onside, offside).map_err(of_value)?;
                value.ok_or_else(|| fail(Cause::NotSides))
            }
            ExprKind::Call(_) => match self.answer(expr)? {
                LoopyAnswer::Value(value) => Ok(value),
                _ => Err(fail(Cause::NotAGame)),
            },
            ExprKind::Compact(_) | ExprKind::Uptimal(_) | ExprKind::Compare { .. } => {
                Err(fail(Cause::NotAGame))
            }
        })
    }

    /// The value of a word.
    fn written(&mut self, text: &str, expr: &Expr) -> Result<Sided, EvalError> {
        let fail = |cause| EvalError { at: expr.span.range(), cause };
        let read = parse_expression(text).map_err(|error| fail(Cause::Call(error.to_string())))?;
        let labels = std::mem::take(&mut self.labels);
        let none = |_: &str| None;
        let (loops, arena) = (&mut *self.loops, self.arena);
        let mut inner = Evaluation {
            loops,
            arena,
            environment: &crate::Plain,
            variable: &none,
            labels: vec![],
            local: vec![],
        };
        let value = inner.value(&read).map_err(|error| fail(error.cause));
        self.labels = labels;
        value
    }

    /// An option of open braces; `current` is the innermost.
    fn node(&mut self, expr: &Expr, current: Option<u32>) -> Result<Node, EvalError> {
        match &expr.kind {
            ExprKind::Variable(name) => {
                if let Some((_, vertex)) = self.labels.iter().rev().find(|(label, _)| label == name) {
                    return Ok(Node::Local(*vertex));
                }
                match current {
                    Some(vertex) if &**name == "pass" => Ok(Node::Local(vertex)),
                    _ => self.value(expr).map(Node::Known),
                }
            }
            ExprKind::Braces(sides) => {
                let vertex = self.local.len() as u32;
                self.local.push([Vec::new(), Vec::new()]);
                for (player, side) in sides.iter().enumerate() {
                    for option in side {
                        let node = deep(|| self.node(option, Some(vertex)))?;
                        self.local[vertex as usize][player].push(node);
                    }
                }
                Ok(Node::Local(vertex))
            }
            ExprKind::Labelled { name, of } => {
                self.labels.push((name.clone(), self.local.len() as u32));
                let node = self.node(of, current);
                self.labels.pop();
                node
            }
            _ => self.value(expr).map(Node::Known),
        }
    }

    /// The value of a vertex of some braces.
    fn resolve(&mut self, vertices: &[[Vec<Node>; 2]], root: u32) -> crate::Result<Sided> {
        let sides = |mirrored: bool| {
            let number = move |node: &Node| match node {
                Node::Local(vertex) => LOCAL | vertex,
                Node::Known(value) if mirrored => value.mirrored,
                Node::Known(value) => value.onside,
            };
            vertices.iter().map(move |[left, right]| {
                let (left, right) = if mirrored { (right, left) } else { (left, right) };
                [left, right].map(|side| side.iter().map(number).collect::<Vec<_>>())
            })
        };
        let onside = self.loops.onsides_of(&sides(false).collect::<Vec<_>>())?[root as usize];
        let mirrored = self.loops.onsides_of(&sides(true).collect::<Vec<_>>())?[root as usize];
        Ok(Sided { onside, mirrored })
    }

    /// {0||0|−G}
    fn tiny(&mut self, of: Sided) -> crate::Result<Sided> {
        let zero = Node::Known(self.loops.zero()?);
        let threat = [vec![zero], vec![Node::Known(of.negative())]];
        self.resolve(&[[vec![zero], vec![Node::Local(1)]], threat], 0)
    }

    fn multiple(&mut self, times: i64, of: Sided) -> crate::Result<Sided> {
        if times.unsigned_abs() > u64::from(MOST_COPIES) {
            return Err(ValueError::OutOfRange { what: "the number of copies of a loopy value" });
        }
        let of = if times < 0 { of.negative() } else { of };
        let mut sum = self.loops.zero()?;
        for _ in 0..times.unsigned_abs() {
            sum = self.loops.sum(sum, of)?;
        }
        Ok(sum)
    }
}
