//! Reading games in braces, and switches.

use super::{List, Parse, Parsed, Parser};
use crate::Nus;
use crate::expression::{Expr, ExprKind, Span};
use crate::lexer::{Bracket, ParseError, Token};

/// What is between two bars: options, or one game made from what was between shorter bars.
struct Side {
    list: List,
    /// The length of the longest bar in it.
    bars: u32,
    span: Span,
}

impl Parser<'_> {
    /// `±1`, `±(a,b)`, `+-{a,b}`, `+-{2|1}`.
    pub(super) fn switch(&mut self) -> Parse<Parsed> {
        let (_, start) = self.advance()?;
        let list = match self.token {
            Token::Open(Bracket::Round) => {
                let (_, at) = self.advance()?;
                let list = self.inside(at, Self::list)?;
                self.close(Bracket::Round, "`,` or `)`")?;
                list
            }
            Token::Open(Bracket::Curly) => {
                let mut inside = self.braces(true)?;
                let mut list = List::default();
                // Without a bar, braces contain a list.
                match &mut inside.expr.kind {
                    ExprKind::Switch(exprs) => {
                        list.exprs = std::mem::take(exprs);
                        list.depth = inside.depth;
                    }
                    _ => list.push(inside),
                }
                list
            }
            Token::Number(_) => {
                let (Token::Number(number), span) = self.advance()? else {
                    return Err(self.unexpected("a value"));
                };
                let mut list = List::default();
                list.push(Parsed::flat(ExprKind::Compact(Nus::from_number(number)), span));
                list
            }
            Token::Up(_) | Token::Uptimal(_) | Token::Upon { .. } | Token::Star(_) | Token::Name(_) => {
                let mut list = List::default();
                list.push(self.primary()?);
                list
            }
            _ => return Err(self.unexpected("what to switch, as in ±1 or ±(a,b)")),
        };
        if self.joined()
            && matches!(self.token, Token::Up(_) | Token::Uptimal(_) | Token::Upon { .. } | Token::Star(_))
        {
            let message = "this could belong to the switch or be added to it";
            return Err(ParseError::new(self.span, message).expected("brackets, as in ±(1*), or `+`"));
        }
        let span = Span::new(start.range().start, self.end);
        let depth = self.nest(list.depth, start)?;
        Ok(Parsed { expr: Expr { kind: ExprKind::Switch(list.exprs), span }, depth })
    }

    /// `{…}`: the longest bar separates first. With `or_list`, braces without any bar are a list, and are
    /// returned as [`ExprKind::Switch`].
    pub(super) fn braces(&mut self, or_list: bool) -> Parse<Parsed> {
        let (_, at) = self.advance()?;
        self.inside(at, |parser| parser.sides(at, or_list))
    }

    fn sides(&mut self, at: Span, or_list: bool) -> Parse<Parsed> {
        // The left sides of bars that wait for their right side; the bars get shorter.
        let mut waiting: Vec<(Side, u32, Span)> = Vec::new();
        loop {
            let mut side = self.side()?;
            match self.token {
                Token::Bars(bars) => {
                    let (_, place) = self.advance()?;
                    while let Some((left, shorter, between)) = waiting.pop_if(|waiting| waiting.1 < bars) {
                        side = self.combine(left, shorter, between, side)?;
                    }
                    if waiting.last().is_some_and(|waiting| waiting.1 == bars) {
                        let message = "two bars of the same length: which one comes first?";
                        return Err(ParseError::new(place, message).expected("a longer bar, as in {1||0|-1}"));
                    }
                    waiting.push((side, bars, place));
                }
                Token::Close(Bracket::Curly) => {
                    let (_, end) = self.advance()?;
                    let span = at.to(end);
                    if waiting.is_empty() {
                        if or_list && !side.list.exprs.is_empty() {
                            let List { exprs, depth } = side.list;
                            return Ok(Parsed { expr: Expr { kind: ExprKind::Switch(exprs), span }, depth });
                        }
                        return Err(ParseError::new(end, "a game has two sides").expected("a bar `|`"));
                    }
                    while let Some((left, bars, between)) = waiting.pop() {
                        side = self.combine(left, bars, between, side)?;
                    }
                    let Some(mut expr) = side.list.exprs.pop() else {
                        return Err(self.unexpected("options"));
                    };
                    expr.span = span;
                    return Ok(Parsed { expr, depth: side.list.depth });
                }
                _ => {
                    let expected =
                        if waiting.is_empty() { "`,` or a bar `|`" } else { "`,`, a bar `|` or `}`" };
                    return Err(self.unexpected(expected));
                }
            }
        }
    }

    /// The options up to the next bar or the closing brace, possibly none.
    fn side(&mut self) -> Parse<Side> {
        let start = self.span.range().start;
        let list = match self.token {
            Token::Bars(_) | Token::Close(Bracket::Curly) => List::default(),
            Token::End => return Err(self.unexpected("options, a bar `|` or `}`")),
            _ => self.list()?,
        };
        Ok(Side { list, bars: 0, span: Span::new(start, self.end.max(start)) })
    }

    /// The game with these two sides, as the only option on a side of a longer bar.
    fn combine(&self, left: Side, bars: u32, at: Span, right: Side) -> Parse<Side> {
        if bars > 1 && left.bars == 0 && right.bars == 0 {
            return Err(ParseError::new(at, "a long bar with no shorter one on either side").expected("`|`"));
        }
        let span = left.span.to(right.span);
        let depth = self.nest(left.list.depth.max(right.list.depth), at)?;
        let kind = ExprKind::Braces(Box::new([left.list.exprs, right.list.exprs]));
        Ok(Side { list: List { exprs: vec![Expr { kind, span }], depth }, bars, span })
    }
}
