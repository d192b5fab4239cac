//! Reading values and expressions, by recursive descent.

mod braces;

use thiserror::Error;

use crate::expression::{Answer, Call, EvalError, Expr, ExprKind, Plain, Span, Statement};
use crate::lexer::{Bracket, Lexer, ParseError, Token, begins_a_factor};
use crate::stack::deep;
use crate::{Arena, Dyadic, Game, Nus};

/// The maximum length of a text, in bytes.
pub const MAX_LENGTH: usize = 16 << 20;

/// The maximum nesting depth, brackets and bars together.
pub const MAX_NESTING: u32 = if cfg!(target_family = "wasm") { 250 } else { 10_000 };

/// Why a text is not a value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReadError {
    /// The text can't be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The text can be read, but has no value.
    #[error(transparent)]
    Eval(#[from] EvalError),
}

impl ReadError {
    /// The bytes of the text that are at fault.
    #[must_use]
    pub fn at(&self) -> std::ops::Range<usize> {
        match self {
            ReadError::Parse(error) => error.at.clone(),
            ReadError::Eval(error) => error.at.clone(),
        }
    }
}

/// Reads a value: an expression, as [`parse_expression`] describes, without variables and methods.
///
/// ```
/// use nimatron_value::{Arena, Style, parse_value};
/// let arena = Arena::new();
/// let g = parse_value(&arena, "{0|*} + ^*")?;
/// assert_eq!(arena.display(g, Style::Unicode).text, "⇑*");
/// # Ok::<(), nimatron_value::ReadError>(())
/// ```
///
/// Texts of up to [`MAX_LENGTH`] bytes are read, nested up to [`MAX_NESTING`] deep, with numbers of up
/// to a million digits and uptimals up to order 1000.
pub fn parse_value(arena: &Arena, text: &str) -> Result<Game, ReadError> {
    let expr = parse_expression(text)?;
    match arena.evaluate(&expr, &Plain)? {
        Answer::Game(game) => Ok(game),
        Answer::Other(never) => match never {},
        Answer::Comparison { .. } => Err(ParseError::new(expr.span, "a comparison is no value").into()),
    }
}

/// Reads an expression, as [`parse_expression`] does, or an assignment `G := …`.
pub fn parse_statement(text: &str) -> Result<Statement, ParseError> {
    let mut parser = Parser::new(text)?;
    let mut ahead = parser.clone_ahead();
    if let Token::Name(name) = &parser.token
        && ahead.next().is_ok_and(|(token, _)| token == Token::Assign)
    {
        let (name, name_span) = (name.clone(), parser.span);
        if is_reserved(&name) {
            return Err(ParseError::new(name_span, format!("`{name}` has a meaning already")));
        }
        parser.advance()?;
        parser.advance()?;
        return Ok(Statement::Assign { name, name_span, value: parser.whole()? });
    }
    parser.whole().map(Statement::Evaluate)
}

/// Reads an expression, perhaps a comparison.
///
/// It reads everything that [`Arena::display`] writes in [Unicode or ASCII](crate::Style), and common input:
///
/// - `3`, `-3/4`; `*`, `*2`; `^`, `^^`, `^3`, `v`, `vv`, `v3`; joined without spaces, a number, then
///   arrows, then a star, they are a sum: `1^*`, `^3*2`, `2*3` = 2 + *3. The sign of `-1^` belongs to
///   the number: −1 + ↑.
/// - `^<2>` = `↑²`, `^[2]` = `↑^[2]` = ↑ + ↑²; `v<2>` = `↓₂` and `v[2]` = `↓_[2]` are their negatives.
/// - `{a,b|c}`; `{1||0|-1}` = {1 | {0|-1}}: the longest bar separates first.
/// - `+-1`, `±1`, `+-{2|1}` = ±({2|1}), `±(a,b)` = `+-{a,b}` = {a,b | −a,−b}.
/// - `Tiny(2)` = `+₂`, `Miny(1/2)` = `−₁⁄₂`.
/// - `G + H`, `G - H`, `-G`, `(…)`, `3*G` = `3.G` = `3·G`: a `*` is “times” before a name or an opening
///   bracket, and a star otherwise.
/// - `G.Mean`, `G.Cool(1/2)`, `Mean(G)`; `G := …`.
/// - Loopy games: `{0|pass}` and `a{0||a|0}`, where `pass` and a name before a brace stand for the game in
///   the braces; `5over`, `^[on]`, `v<on>*`; `G & H`, of which `G` is the onside and `H` the offside.
/// - `<`, `<=`, `>`, `>=`, `=`, `!=`; `G || H` or `G <> H`: incomparable; `G <| H`, `G |> H`: less or
///   incomparable, greater or incomparable.
///
/// Names are words; `v`, `vv`, `v3` and the like are arrows, and `Tiny` and `Miny` are reserved. Spaces don't
/// matter elsewhere. Ambiguous text is refused: `3 * 2`, `G*3`, `1+-2`, `±1*`, `{1||0}`.
pub fn parse_expression(text: &str) -> Result<Expr, ParseError> {
    Parser::new(text)?.whole()
}

fn is_reserved(name: &str) -> bool {
    matches!(name, "Tiny" | "Miny")
}

/// An expression and its nesting depth.
struct Parsed {
    expr: Expr,
    depth: u32,
}

impl Parsed {
    fn flat(kind: ExprKind, span: Span) -> Self {
        Parsed { expr: Expr { kind, span }, depth: 0 }
    }
}

/// Several expressions and their maximum nesting depth.
#[derive(Default)]
struct List {
    exprs: Vec<Expr>,
    depth: u32,
}

impl List {
    fn push(&mut self, parsed: Parsed) {
        self.depth = self.depth.max(parsed.depth);
        self.exprs.push(parsed.expr);
    }
}

struct Parser<'t> {
    lexer: Lexer<'t>,
    /// The next token.
    token: Token,
    span: Span,
    /// Where the previous token ended.
    end: usize,
    open: u32,
}

type Parse<T> = Result<T, ParseError>;

impl<'t> Parser<'t> {
    fn new(text: &'t str) -> Parse<Self> {
        if text.len() > MAX_LENGTH {
            let message = format!("longer than the {} MB that are read", MAX_LENGTH >> 20);
            return Err(ParseError { at: 0..0, message, expected: None });
        }
        let mut lexer = Lexer::new(text);
        let (token, span) = lexer.next()?;
        Ok(Parser { lexer, token, span, end: 0, open: 0 })
    }

    fn clone_ahead(&self) -> Lexer<'t> {
        self.lexer.clone()
    }

    /// Advances to the next token and returns the current one.
    fn advance(&mut self) -> Parse<(Token, Span)> {
        let (token, span) = self.lexer.next()?;
        self.end = self.span.range().end;
        Ok((std::mem::replace(&mut self.token, token), std::mem::replace(&mut self.span, span)))
    }

    /// Whether there is no space before the next token.
    fn joined(&self) -> bool {
        self.span.range().start == self.end
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        let message = match &self.token {
            Token::End => "the text ends here".to_owned(),
            Token::Relation(_) => "no comparison can stand here".to_owned(),
            Token::Bars(_) => "no bar can stand here".to_owned(),
            Token::Assign => "no := can stand here".to_owned(),
            _ => "this can't stand here".to_owned(),
        };
        ParseError::new(self.span, message).expected(expected)
    }

    fn nest(&self, depth: u32, span: Span) -> Parse<u32> {
        if depth >= MAX_NESTING {
            return Err(ParseError::new(span, format!("nested deeper than {MAX_NESTING} levels")));
        }
        Ok(depth + 1)
    }

    /// Runs a step inside a bracket that has just been opened.
    fn inside<T>(&mut self, at: Span, step: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        self.open = self.nest(self.open, at)?;
        let result = deep(|| step(self));
        self.open -= 1;
        result
    }

    /// The whole text.
    fn whole(mut self) -> Parse<Expr> {
        let left = self.sided()?;
        let relation = match self.token {
            Token::Relation(relation) => Some(relation),
            Token::Bars(2) => Some(crate::expression::Relation::Confused),
            _ => None,
        };
        let Some(relation) = relation else {
            return match self.token {
                Token::End => Ok(left.expr),
                _ => Err(self.unexpected("an operator or the end")),
            };
        };
        self.advance()?;
        let right = self.sided()?;
        if self.token != Token::End {
            return Err(self.unexpected("an operator or the end"));
        }
        let span = left.expr.span.to(right.expr.span);
        let (left, right) = (Box::new(left.expr), Box::new(right.expr));
        Ok(Expr { kind: ExprKind::Compare { left, relation, right }, span })
    }

    /// `G & H`, or a sum.
    fn sided(&mut self) -> Parse<Parsed> {
        let onside = self.sum()?;
        if self.token != Token::And {
            return Ok(onside);
        }
        self.advance()?;
        let offside = self.sum()?;
        let span = onside.expr.span.to(offside.expr.span);
        let depth = self.nest(onside.depth.max(offside.depth), span)?;
        let kind = ExprKind::Sides(Box::new([onside.expr, offside.expr]));
        Ok(Parsed { expr: Expr { kind, span }, depth })
    }

    /// `G + H − K`
    fn sum(&mut self) -> Parse<Parsed> {
        let first = self.term()?;
        let mut span = first.expr.span;
        let mut list = List::default();
        list.push(first);
        loop {
            let negative = match self.token {
                Token::Plus => {
                    self.advance()?;
                    false
                }
                Token::Minus => {
                    self.advance()?;
                    true
                }
                Token::Tiny { .. } | Token::TinyOn { .. } | Token::PlusMinus { ascii: false } => false,
                Token::PlusMinus { ascii: true } => {
                    let message = "`+-` after a value could mean two things";
                    return Err(ParseError::new(self.span, message)
                        .expected("`+ -` to add a negative or `+ +-` to add a switch"));
                }
                _ => break,
            };
            let mut term = self.term()?;
            span = span.to(term.expr.span);
            if negative {
                let place = term.expr.span;
                term.depth = self.nest(term.depth, place)?;
                term.expr = Expr { kind: ExprKind::Negative(Box::new(term.expr)), span: place };
            }
            list.push(term);
        }
        if list.exprs.len() == 1
            && let Some(expr) = list.exprs.pop()
        {
            return Ok(Parsed { expr, depth: list.depth });
        }
        let depth = self.nest(list.depth, span)?;
        Ok(Parsed { expr: Expr { kind: ExprKind::Sum(list.exprs), span }, depth })
    }

    /// One term with its signs and its factor.
    fn term(&mut self) -> Parse<Parsed> {
        let start = self.span;
        let mut negative = false;
        let mut signs = 0;
        while self.token == Token::Minus {
            // The last sign before a number belongs to the number.
            let (_, at) = self.advance()?;
            if let Token::Number(number) = &self.token {
                self.token = Token::Number(-number);
                self.span = at.to(self.span);
                break;
            }
            negative = !negative;
            signs += 1;
        }
        let mut parsed = self.product()?;
        if signs > 0 {
            let span = start.to(parsed.expr.span);
            if negative {
                parsed.depth = self.nest(parsed.depth, span)?;
                parsed.expr = Expr { kind: ExprKind::Negative(Box::new(parsed.expr)), span };
            } else {
                parsed.expr.span = span;
            }
        }
        Ok(parsed)
    }

    /// `3·G`, `3*G`, or a single factor.
    fn product(&mut self) -> Parse<Parsed> {
        let first = self.factor()?;
        let times = match self.token {
            Token::Times => true,
            Token::Point => true, // not followed by a name: `factor` would have taken it
            Token::Star(None) if self.star_is_times() => true,
            Token::Star(_) => {
                let error = ParseError::new(self.span, "this could be “times” or a star");
                return Err(error.expected("`·` to multiply or `+ *` to add a star"));
            }
            Token::Up(_) | Token::Uptimal(_) | Token::Upon { .. } => {
                return Err(self.unexpected("an operator, as in `G + ^`"));
            }
            _ => false,
        };
        if !times {
            return Ok(first);
        }
        let (_, at) = self.advance()?;
        let second = self.inside(at, Self::term)?;
        let span = first.expr.span.to(second.expr.span);
        let depth = self.nest(first.depth.max(second.depth), span)?;
        let (count, of) = (Box::new(first.expr), Box::new(second.expr));
        Ok(Parsed { expr: Expr { kind: ExprKind::Multiple { count, of }, span }, depth })
    }

    /// Whether the star that is the next token multiplies what comes after it.
    fn star_is_times(&self) -> bool {
        let mut ahead = self.clone_ahead();
        self.lexer.what_follows().is_some_and(begins_a_factor)
            && !matches!(ahead.next(), Ok((Token::Up(_) | Token::Uptimal(_), _)))
    }

    /// A value with the methods called on it: `G.Mean.Abs`.
    fn factor(&mut self) -> Parse<Parsed> {
        let mut parsed = self.primary()?;
        while self.token == Token::Point {
            let mut ahead = self.clone_ahead();
            let Ok((Token::Name(_), _)) = ahead.next() else { break };
            self.advance()?;
            let (Token::Name(name), name_span) = self.advance()? else { break };
            let arguments = self.arguments()?;
            let span = Span::new(parsed.expr.span.range().start, self.end);
            let depth = arguments.as_ref().map_or(0, |list| list.depth).max(parsed.depth);
            let depth = self.nest(depth, name_span)?;
            let arguments = arguments.map(|list| list.exprs);
            let call = Call { target: Some(parsed.expr), name, name_span, arguments };
            parsed = Parsed { expr: Expr { kind: ExprKind::Call(Box::new(call)), span }, depth };
        }
        Ok(parsed)
    }

    /// `(a, b)` after a name, if it is there.
    fn arguments(&mut self) -> Parse<Option<List>> {
        if self.token != Token::Open(Bracket::Round) {
            return Ok(None);
        }
        let (_, at) = self.advance()?;
        if self.token == Token::Close(Bracket::Round) {
            self.advance()?;
            return Ok(Some(List::default()));
        }
        let list = self.inside(at, Self::list)?;
        self.close(Bracket::Round, "`,` or `)`")?;
        Ok(Some(list))
    }

    /// `a, b, c`, at least one.
    fn list(&mut self) -> Parse<List> {
        let mut list = List::default();
        list.push(self.sided()?);
        while self.token == Token::Comma {
            self.advance()?;
            list.push(self.sided()?);
        }
        Ok(list)
    }

    fn close(&mut self, bracket: Bracket, expected: &str) -> Parse<()> {
        if self.token != Token::Close(bracket) {
            return Err(self.unexpected(expected));
        }
        self.advance()?;
        Ok(())
    }

    fn primary(&mut self) -> Parse<Parsed> {
        match self.token {
            Token::Number(_) | Token::Up(_) | Token::Uptimal(_) | Token::Upon { .. } | Token::Star(_) => {
                self.word()
            }
            Token::TinyOn { miny } => {
                let (_, span) = self.advance()?;
                let of = Box::new(Expr { kind: ExprKind::Variable("on".into()), span });
                Ok(Parsed::flat(if miny { ExprKind::Miny(of) } else { ExprKind::Tiny(of) }, span))
            }
            Token::Open(Bracket::Round) => {
                let (_, at) = self.advance()?;
                let mut parsed = self.inside(at, Self::sided)?;
                self.close(Bracket::Round, "an operator or `)`")?;
                parsed.depth = self.nest(parsed.depth, at)?;
                parsed.expr.span = Span::new(at.range().start, self.end);
                Ok(parsed)
            }
            Token::Open(Bracket::Curly) => self.braces(false),
            Token::PlusMinus { .. } => self.switch(),
            Token::Tiny { .. } => {
                let (Token::Tiny { of, miny }, span) = self.advance()? else {
                    return Err(self.unexpected("a value"));
                };
                let of = Box::new(Expr { kind: ExprKind::Compact(Nus::from_number(of)), span });
                Ok(Parsed::flat(if miny { ExprKind::Miny(of) } else { ExprKind::Tiny(of) }, span))
            }
            Token::Name(_) => self.name(),
            _ => Err(self.unexpected("a value")),
        }
    }

    /// A number, arrows and a star, if they are there and joined without spaces.
    fn word(&mut self) -> Parse<Parsed> {
        let start = self.span.range().start;
        let (mut number, mut up, mut star, mut uptimal) = (Dyadic::ZERO, 0, 0, None);
        let mut any = false;
        if let Token::Number(n) = &self.token {
            number = n.clone();
            any = true;
            self.advance()?;
        }
        if !any || self.joined() {
            match self.token {
                Token::Up(n) => (up, any) = (n, true),
                Token::Uptimal(name) => {
                    uptimal = Some((ExprKind::Uptimal(name), self.span));
                    any = true;
                }
                Token::Upon { is_power, is_negative } => {
                    uptimal = Some((ExprKind::Upon { is_power, is_negative }, self.span));
                    any = true;
                }
                // `5over`
                Token::Name(ref name) if any && matches!(&**name, "over" | "under") => {
                    uptimal = Some((ExprKind::Variable(name.clone()), self.span));
                }
                _ => {}
            }
            if uptimal.is_some() || matches!(self.token, Token::Up(_)) {
                self.advance()?;
            }
        }
        if let Token::Star(digits) = self.token
            && (!any || self.joined())
        {
            if digits.is_none() && self.lexer.what_follows().is_some_and(begins_a_factor) {
                if !any {
                    self.advance()?;
                    return Err(ParseError::new(self.span, "the size of a nimber is missing")
                        .expected("digits, as in *2"));
                }
                // `3*G`, or `3*v`, which `product` refuses
            } else {
                star = digits.unwrap_or(1);
                self.advance()?;
            }
        }
        let span = Span::new(start, self.end);
        let compact = ExprKind::Compact(Nus::new(number, up, star));
        let Some((kind, at)) = uptimal else { return Ok(Parsed::flat(compact, span)) };
        let uptimal = Expr { kind, span: at };
        if matches!(&compact, ExprKind::Compact(nus) if nus.is_number() && nus.number().is_zero()) {
            return Ok(Parsed { expr: uptimal, depth: 0 });
        }
        let terms = vec![Expr { kind: compact, span }, uptimal];
        Ok(Parsed { expr: Expr { kind: ExprKind::Sum(terms), span }, depth: 1 })
    }

    /// A variable, or a function call.
    fn name(&mut self) -> Parse<Parsed> {
        let (Token::Name(name), name_span) = self.advance()? else { return Err(self.unexpected("a name")) };
        if self.token == Token::Open(Bracket::Curly) && self.joined() && !is_reserved(&name) {
            let braces = self.braces(false)?;
            let span = name_span.to(braces.expr.span);
            let depth = self.nest(braces.depth, name_span)?;
            let of = Box::new(braces.expr);
            return Ok(Parsed { expr: Expr { kind: ExprKind::Labelled { name, of }, span }, depth });
        }
        let arguments = self.arguments()?;
        let span = Span::new(name_span.range().start, self.end);
        if is_reserved(&name) {
            let wrong =
                || ParseError::new(span, format!("`{name}` is of one value")).expected(format!("{name}(2)"));
            let mut list = arguments.ok_or_else(wrong)?;
            let (1, Some(of)) = (list.exprs.len(), list.exprs.pop()) else { return Err(wrong()) };
            let depth = self.nest(list.depth, span)?;
            let of = Box::new(of);
            let kind = if &*name == "Tiny" { ExprKind::Tiny(of) } else { ExprKind::Miny(of) };
            return Ok(Parsed { expr: Expr { kind, span }, depth });
        }
        let Some(list) = arguments else { return Ok(Parsed::flat(ExprKind::Variable(name), span)) };
        let depth = self.nest(list.depth, span)?;
        let call = Call { target: None, name, name_span, arguments: Some(list.exprs) };
        Ok(Parsed { expr: Expr { kind: ExprKind::Call(Box::new(call)), span }, depth })
    }
}
