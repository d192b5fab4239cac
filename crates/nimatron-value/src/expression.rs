//! Expressions of values, and their evaluation.

use std::cmp::Ordering;
use std::ops::Range;

use thiserror::Error;

use crate::stack::deep;
use crate::{Arena, Game, Nus, Uptimal, ValueError};

/// A part of a text, as a range of bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The bytes from `start` to before `end`; texts are at most 4 GB long.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Span { start: start as u32, end: end as u32 }
    }

    pub(crate) fn to(self, other: Span) -> Self {
        Span { start: self.start, end: other.end }
    }

    /// The bytes of the text.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// One line of input.
#[derive(Debug)]
pub enum Statement {
    /// `G := …`
    Assign {
        /// The variable.
        name: Box<str>,
        /// Its place in the text.
        name_span: Span,
        /// The expression that is assigned.
        value: Expr,
    },
    /// An expression to be evaluated.
    Evaluate(Expr),
}

/// An expression, and its place in the text.
#[derive(Debug)]
pub struct Expr {
    /// The content of the expression.
    pub kind: ExprKind,
    /// Its place in the text.
    pub span: Span,
}

/// The content of an expression.
#[derive(Debug)]
pub enum ExprKind {
    /// `3/4`, `^3*2`, `1⇑*`: a number, ups and a star in one word.
    Compact(Nus),
    /// `^<n>` = ↑ⁿ or `^[n]` = ↑ + ↑² + … + ↑ⁿ, or their negatives.
    Uptimal(Uptimal),
    /// `Tiny(G)`: {0||0|−G}.
    Tiny(Box<Expr>),
    /// `Miny(G)`: {G|0||0}.
    Miny(Box<Expr>),
    /// `{a,b|c}`.
    Braces(Box<[Vec<Expr>; 2]>),
    /// `±(a,b)`: {a,b|−a,−b}.
    Switch(Vec<Expr>),
    /// `G + H − K`; the subtracted terms are [`ExprKind::Negative`].
    Sum(Vec<Expr>),
    /// `−G`.
    Negative(Box<Expr>),
    /// `3·G`.
    Multiple {
        /// The number of copies; must be an integer.
        count: Box<Expr>,
        /// The game.
        of: Box<Expr>,
    },
    /// A name that the environment knows.
    Variable(Box<str>),
    /// `a{0|a}`: a game in braces, with a name that refers to it inside them.
    Labelled {
        /// The name.
        name: Box<str>,
        /// The braces.
        of: Box<Expr>,
    },
    /// `G & H`: the onside of one and the offside of the other.
    Sides(Box<[Expr; 2]>),
    /// `^[on]` = {pass|*} or `^<on>` = {0||0|0,pass}, or their negatives.
    Upon {
        /// Whether it is `^<on>`.
        is_power: bool,
        /// Whether the arrow points down.
        is_negative: bool,
    },
    /// `G.Mean`, `G.Cool(1/2)`, `Mean(G)`. As `3.G` looks the same as `3.Mean`, an integer with a point and
    /// the name of a variable is a multiple.
    Call(Box<Call>),
    /// `G <= H`; only the outermost expression can be a comparison.
    Compare {
        /// The left side.
        left: Box<Expr>,
        /// The sign.
        relation: Relation,
        /// The right side.
        right: Box<Expr>,
    },
}

/// A call of a method or function.
#[derive(Debug)]
pub struct Call {
    /// `G` in `G.Mean`; `None` in `Mean(G)`.
    pub target: Option<Expr>,
    /// The name of the method.
    pub name: Box<str>,
    /// The place of the name.
    pub name_span: Span,
    /// The arguments in parentheses; `None` if there are no parentheses.
    pub arguments: Option<Vec<Expr>>,
}

impl Drop for Expr {
    /// Expressions may be nested deeply, so they are dropped without recursion.
    fn drop(&mut self) {
        if !matches!(
            self.kind,
            ExprKind::Compact(_) | ExprKind::Uptimal(_) | ExprKind::Variable(_) | ExprKind::Upon { .. }
        ) {
            let kind = std::mem::replace(&mut self.kind, ExprKind::Variable(Box::default()));
            deep(|| drop(kind));
        }
    }
}

/// A relation between two games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=` or `≤`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=` or `≥`
    GreaterOrEqual,
    /// `=` or `==`
    Equal,
    /// `!=` or `≠`
    Unequal,
    /// `||`, `‖` or `<>`: incomparable.
    Confused,
    /// `<|` or `⧏`: less than or confused with.
    LessOrConfused,
    /// `|>` or `⧐`: greater than or confused with.
    GreaterOrConfused,
}

impl Relation {
    /// Whether the relation holds for two games with this order.
    #[must_use]
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Relation::Less => order == Some(Ordering::Less),
            Relation::LessOrEqual => order.is_some_and(Ordering::is_le),
            Relation::Greater => order == Some(Ordering::Greater),
            Relation::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
            Relation::Equal => order == Some(Ordering::Equal),
            Relation::Unequal => order != Some(Ordering::Equal),
            Relation::Confused => order.is_none(),
            Relation::LessOrConfused => order.is_none_or(Ordering::is_lt),
            Relation::GreaterOrConfused => order.is_none_or(Ordering::is_gt),
        }
    }
}

/// The value of an expression. `T` is whatever else the methods of an [`Environment`] return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<T> {
    /// A value.
    Game(Game),
    /// The answer to a comparison.
    Comparison {
        /// The order of the two; `None` if they are incomparable.
        order: Option<Ordering>,
        /// Whether the relation holds.
        holds: bool,
    },
    /// A result of a method that is not a value: a thermograph, a list.
    Other(T),
}

/// The meaning of the names in an expression.
pub trait Environment {
    /// The results of methods that are not values.
    type Other;

    /// The value of a variable.
    fn variable(&self, name: &str) -> Option<Answer<Self::Other>>;

    /// The result of a method: `target.name(arguments)`, or `name(arguments)` without a target.
    fn call(
        &self,
        arena: &Arena,
        target: Option<Answer<Self::Other>>,
        name: &str,
        arguments: Vec<Answer<Self::Other>>,
    ) -> Result<Answer<Self::Other>, Cause>;
}

/// An environment without any names.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Plain;

impl Environment for Plain {
    type Other = std::convert::Infallible;

    fn variable(&self, _name: &str) -> Option<Answer<Self::Other>> {
        None
    }

    fn call(
        &self,
        _arena: &Arena,
        _target: Option<Answer<Self::Other>>,
        name: &str,
        _arguments: Vec<Answer<Self::Other>>,
    ) -> Result<Answer<Self::Other>, Cause> {
        Err(Cause::UnknownMethod(name.into()))
    }
}

/// An expression that has no value, and the part of it that is at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{cause}")]
pub struct EvalError {
    /// The bytes of the text that are at fault.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub cause: Cause,
}

/// Why an expression has no value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Cause {
    /// The environment does not know the variable.
    #[error("nothing is called `{0}`")]
    UnknownVariable(Box<str>),
    /// The environment does not know the method.
    #[error("there is no method `{0}`")]
    UnknownMethod(Box<str>),
    /// The method exists but has no result for this.
    #[error("{0}")]
    Call(String),
    /// A value was needed.
    #[error("this is not a game")]
    NotAGame,
    /// An integer was needed.
    #[error("only an integer can say how often")]
    NotAnInteger,
    /// A short game was needed.
    #[error("this is loopy, and only a short game can stand here")]
    Loopy,
    /// The name of the position itself is not used as an option.
    #[error("`{0}` can only stand as an option in braces")]
    NotAnOption(Box<str>),
    /// The onside of the game before `&` is not at least the offside of the game after it.
    #[error("the onside of what stands before `&` must be at least the offside of what stands after it")]
    NotSides,
    /// The arena could not compute a value.
    #[error(transparent)]
    Value(#[from] ValueError),
}

impl Arena {
    /// The value of an expression, with the names it uses looked up in `environment`.
    ///
    /// ```
    /// use nimatron_value::{Answer, Arena, Plain, Statement, parse_statement};
    /// let arena = Arena::new();
    /// let Statement::Evaluate(question) = parse_statement("{0|*} + ^* <= 1")? else { unreachable!() };
    /// assert!(matches!(arena.evaluate(&question, &Plain)?, Answer::Comparison { holds: true, .. }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate<E: Environment + ?Sized>(
        &self,
        expr: &Expr,
        environment: &E,
    ) -> Result<Answer<E::Other>, EvalError> {
        Evaluation { arena: self, environment }.answer(expr)
    }
}

struct Evaluation<'a, E: ?Sized> {
    arena: &'a Arena,
    environment: &'a E,
}

impl<E: Environment + ?Sized> Evaluation<'_, E> {
    fn answer(&self, expr: &Expr) -> Result<Answer<E::Other>, EvalError> {
        let fail = |cause: Cause| EvalError { at: expr.span.range(), cause };
        match &expr.kind {
            ExprKind::Variable(name) => {
                self.environment.variable(name).ok_or_else(|| fail(Cause::UnknownVariable(name.clone())))
            }
            ExprKind::Call(call) => deep(|| self.call(call, expr)),
            ExprKind::Compare { left, relation, right } => {
                let (left, right) = (self.game(left)?, self.game(right)?);
                let order = self.arena.compare(left, right).map_err(|error| fail(error.into()))?;
                Ok(Answer::Comparison { order, holds: relation.holds(order) })
            }
            _ => self.game(expr).map(Answer::Game),
        }
    }

    fn call(&self, call: &Call, expr: &Expr) -> Result<Answer<E::Other>, EvalError> {
        let fail = |cause| EvalError { at: call.name_span.range(), cause };
        // `3.G`
        if let (Some(target), None) = (&call.target, &call.arguments)
            && let ExprKind::Compact(count) = &target.kind
            && count.is_number()
            && count.number().is_integer()
            && let Some(variable) = self.environment.variable(&call.name)
        {
            let Answer::Game(game) = variable else { return Err(fail(Cause::NotAGame)) };
            return self.multiple(target, game, expr).map(Answer::Game);
        }
        let target = call.target.as_ref().map(|target| self.answer(target)).transpose()?;
        let arguments = call
            .arguments
            .iter()
            .flatten()
            .map(|argument| self.answer(argument))
            .collect::<Result<_, _>>()?;
        self.environment.call(self.arena, target, &call.name, arguments).map_err(fail)
    }

    fn multiple(&self, count: &Expr, of: Game, expr: &Expr) -> Result<Game, EvalError> {
        let times = self.arena.number(self.game(count)?).filter(|times| times.is_integer());
        let times = times.ok_or_else(|| EvalError { at: count.span.range(), cause: Cause::NotAnInteger })?;
        self.arena.copies(times, of).map_err(|error| EvalError { at: expr.span.range(), cause: error.into() })
    }

    fn games(&self, list: &[Expr]) -> Result<Vec<Game>, EvalError> {
        list.iter().map(|expr| self.game(expr)).collect()
    }

    fn game(&self, expr: &Expr) -> Result<Game, EvalError> {
        let arena = self.arena;
        let game = match &expr.kind {
            ExprKind::Compact(nus) => arena.game(nus),
            ExprKind::Uptimal(name) => arena.uptimal(*name),
            ExprKind::Labelled { .. } | ExprKind::Sides(_) | ExprKind::Upon { .. } => {
                return Err(EvalError { at: expr.span.range(), cause: Cause::Loopy });
            }
            ExprKind::Variable(_) | ExprKind::Call(_) | ExprKind::Compare { .. } => {
                match self.answer(expr)? {
                    Answer::Game(game) => Ok(game),
                    _ => return Err(EvalError { at: expr.span.range(), cause: Cause::NotAGame }),
                }
            }
            kind => return deep(|| self.compound(kind, expr)),
        };
        game.map_err(|error| EvalError { at: expr.span.range(), cause: error.into() })
    }

    /// A value made from others.
    fn compound(&self, kind: &ExprKind, expr: &Expr) -> Result<Game, EvalError> {
        let arena = self.arena;
        let game = match kind {
            ExprKind::Braces(sides) => {
                let [left, right] = &**sides;
                arena.canonical(&self.games(left)?, &self.games(right)?)
            }
            ExprKind::Switch(list) => {
                let left = self.games(list)?;
                let right = left.iter().map(|g| arena.negative(*g)).collect::<crate::Result<Vec<Game>>>();
                right.and_then(|right| arena.canonical(&left, &right))
            }
            ExprKind::Tiny(of) => arena.tiny(self.game(of)?),
            ExprKind::Miny(of) => arena.miny(self.game(of)?),
            ExprKind::Sum(terms) => {
                let mut sum = Game::ZERO;
                for term in terms {
                    let place = |error: ValueError| EvalError { at: term.span.range(), cause: error.into() };
                    sum = arena.sum(sum, self.game(term)?).map_err(place)?;
                }
                Ok(sum)
            }
            ExprKind::Negative(of) => arena.negative(self.game(of)?),
            ExprKind::Multiple { count, of } => return self.multiple(count, self.game(of)?, expr),
            _ => return self.game(expr),
        };
        game.map_err(|error| EvalError { at: expr.span.range(), cause: error.into() })
    }
}
