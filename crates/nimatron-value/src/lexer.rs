//! The lexer: from characters to tokens.

use std::ops::Range;

use dashu_int::IBig;
use thiserror::Error;

use crate::expression::{Relation, Span};
use crate::names::HIGHEST_ORDER;
use crate::words::{SUBSCRIPTS, SUPERSCRIPTS};
use crate::{Dyadic, Uptimal};

/// A text that can't be read: where, why, and what was expected instead.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}{}", expected.as_ref().map(|expected| format!("; expected {expected}")).unwrap_or_default())]
pub struct ParseError {
    /// The bytes of the text that are at fault.
    pub at: Range<usize>,
    /// What is wrong with them.
    pub message: String,
    /// What was expected there.
    pub expected: Option<String>,
}

impl ParseError {
    pub(crate) fn new(at: Span, message: impl Into<String>) -> Self {
        ParseError { at: at.range(), message: message.into(), expected: None }
    }

    pub(crate) fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }
}

/// A token of the language of values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// `3`, `3/4`, without a sign.
    Number(Dyadic),
    /// `^3`, `vv`, `⇑`: a multiple of ↑.
    Up(i64),
    /// `^<n>`, `↑²`, `v[3]`.
    Uptimal(Uptimal),
    /// `^[on]`, `^<on>`, and their negatives.
    Upon {
        is_power: bool,
        is_negative: bool,
    },
    /// `*`, `*2`; without digits, `None`.
    Star(Option<u32>),
    /// `±` or `+-`.
    PlusMinus {
        ascii: bool,
    },
    /// `+₂`, or `−₂`.
    Tiny {
        of: Dyadic,
        miny: bool,
    },
    /// `+ₒₙ`, or `−ₒₙ`.
    TinyOn {
        miny: bool,
    },
    Name(Box<str>),
    Plus,
    Minus,
    /// `·` or `×`.
    Times,
    Point,
    Comma,
    /// `&`.
    And,
    Open(Bracket),
    Close(Bracket),
    /// This number of bars in a row.
    Bars(u32),
    Relation(Relation),
    Assign,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bracket {
    Round,
    Curly,
}

/// The maximum number of digits of a number.
const MOST_DIGITS: usize = 1_000_000;

/// Splits a text into tokens, one at a time.
#[derive(Clone)]
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Lexer { text, at: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn eat(&mut self, prefix: &str) -> bool {
        let found = self.text[self.at..].starts_with(prefix);
        if found {
            self.at += prefix.len();
        }
        found
    }

    fn eat_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// The next character after white space, without consuming it.
    pub(crate) fn what_follows(&self) -> Option<char> {
        self.text[self.at..].trim_start().chars().next()
    }

    /// The next token and its place.
    pub(crate) fn next(&mut self) -> Result<(Token, Span), ParseError> {
        self.eat_while(char::is_whitespace);
        let start = self.at;
        let Some(c) = self.peek() else { return Ok((Token::End, self.span_from(start))) };
        let token = match c {
            '0'..='9' => self.number()?,
            '^' | '↑' | '⇑' | '↓' | '⇓' => self.arrows(start)?,
            '|' | '‖' | '∥' | '⦀' => self.bars(),
            _ if is_name_start(c) => self.name(start)?,
            _ => {
                self.at += c.len_utf8();
                self.symbol(c, start)?
            }
        };
        Ok((token, self.span_from(start)))
    }

    fn symbol(&mut self, c: char, start: usize) -> Result<Token, ParseError> {
        Ok(match c {
            '{' => Token::Open(Bracket::Curly),
            '}' => Token::Close(Bracket::Curly),
            '(' => Token::Open(Bracket::Round),
            ')' => Token::Close(Bracket::Round),
            ',' => Token::Comma,
            '&' => Token::And,
            '+' | '⧾' if self.eat("ₒₙ") => Token::TinyOn { miny: false },
            '-' | '−' | '⧿' if self.eat("ₒₙ") => Token::TinyOn { miny: true },
            '*' | '⋆' | '∗' | '★' => Token::Star(self.count("a nimber")?),
            '·' | '×' | '⋅' => Token::Times,
            '±' => Token::PlusMinus { ascii: false },
            '+' | '⧾' if self.peek().is_some_and(is_subscript) => self.tiny(false)?,
            '-' | '−' | '⧿' if self.peek().is_some_and(is_subscript) => self.tiny(true)?,
            '+' if self.eat("-") || self.eat("−") => Token::PlusMinus { ascii: true },
            '+' => Token::Plus,
            '-' | '−' | '–' => Token::Minus,
            ':' if self.eat("=") => Token::Assign,
            '≔' => Token::Assign,
            '<' if self.eat("=") => Token::Relation(Relation::LessOrEqual),
            '<' if self.eat(">") => Token::Relation(Relation::Confused),
            '<' if self.eat("|") => Token::Relation(Relation::LessOrConfused),
            '<' => Token::Relation(Relation::Less),
            '>' if self.eat("=") => Token::Relation(Relation::GreaterOrEqual),
            '>' => Token::Relation(Relation::Greater),
            '=' => {
                self.eat("=");
                Token::Relation(Relation::Equal)
            }
            '!' if self.eat("=") => Token::Relation(Relation::Unequal),
            '≤' | '⩽' => Token::Relation(Relation::LessOrEqual),
            '≥' | '⩾' => Token::Relation(Relation::GreaterOrEqual),
            '≠' => Token::Relation(Relation::Unequal),
            '⧏' | '⊲' => Token::Relation(Relation::LessOrConfused),
            '⧐' | '⊳' => Token::Relation(Relation::GreaterOrConfused),
            '…' => return Err(self.abbreviated(start)),
            '.' if self.eat("..") => return Err(self.abbreviated(start)),
            '.' => Token::Point,
            _ => return Err(ParseError::new(self.span_from(start), format!("`{c}` means nothing here"))),
        })
    }

    fn abbreviated(&self, start: usize) -> ParseError {
        ParseError::new(self.span_from(start), "an abbreviated value can't be read")
            .expected("the value in full")
    }

    /// `3` or `3/4`.
    fn number(&mut self) -> Result<Token, ParseError> {
        let start = self.at;
        let numerator = self.digits()?;
        let fraction = ["/", "⁄"].into_iter().find(|slash| {
            let rest = &self.text[self.at..];
            rest.strip_prefix(slash)
                .is_some_and(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        });
        let Some(slash) = fraction else {
            let rest = &self.text[self.at..];
            if rest.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
                self.at += 1;
                self.eat_while(|c| c.is_ascii_digit());
                return Err(ParseError::new(self.span_from(start), "numbers are not written with a point")
                    .expected("a fraction such as 7/2"));
            }
            return Ok(Token::Number(Dyadic::from_big(numerator, 0)));
        };
        self.at += slash.len();
        self.eat_while(char::is_whitespace);
        self.dyadic(numerator).map(Token::Number)
    }

    /// The denominator; returns the whole number.
    fn dyadic(&mut self, numerator: IBig) -> Result<Dyadic, ParseError> {
        let start = self.at;
        let denominator = self.digits()?;
        dyadic(numerator, &denominator).ok_or_else(|| {
            ParseError::new(
                self.span_from(start),
                "not a dyadic rational: the denominator must be a power of two",
            )
        })
    }

    fn digits(&mut self) -> Result<IBig, ParseError> {
        let start = self.at;
        let digits = self.eat_while(|c| c.is_ascii_digit());
        if digits.len() > MOST_DIGITS {
            let message = format!("a number of more than {MOST_DIGITS} digits");
            return Err(ParseError::new(self.span_from(start), message));
        }
        IBig::from_str_radix(digits, 10)
            .map_err(|_| ParseError::new(self.span_from(start), "not a number").expected("digits"))
    }

    /// The digits that follow without a space, if any, as a machine integer.
    fn count<T: std::str::FromStr>(&mut self, what: &str) -> Result<Option<T>, ParseError> {
        let start = self.at;
        let digits = self.eat_while(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Ok(None);
        }
        let too_large = |_| ParseError::new(self.span_from(start), format!("{what} that large is not kept"));
        digits.parse().map(Some).map_err(too_large)
    }

    /// `+₂` and `−₁⁄₂`, after the sign.
    fn tiny(&mut self, miny: bool) -> Result<Token, ParseError> {
        let start = self.at;
        let numerator = self.shifted_digits(SUBSCRIPTS);
        let too_long = numerator.len() > MOST_DIGITS;
        let numerator = IBig::from_str_radix(&numerator, 10).ok().filter(|_| !too_long);
        let slash = self.eat("⁄") || self.eat("/");
        let (bottom, denominator) =
            (self.at, if slash { self.shifted_digits(SUBSCRIPTS) } else { "1".into() });
        let too_long = denominator.len() > MOST_DIGITS;
        let denominator = IBig::from_str_radix(&denominator, 10).ok().filter(|_| !too_long);
        let (Some(numerator), Some(denominator)) = (numerator, denominator) else {
            return Err(ParseError::new(self.span_from(start), "not a number").expected("subscript digits"));
        };
        let of = dyadic(numerator, &denominator).ok_or_else(|| {
            let at = self.span_from(bottom);
            ParseError::new(at, "not a dyadic rational: the denominator must be a power of two")
        })?;
        Ok(Token::Tiny { of, miny })
    }

    fn shifted_digits(&mut self, alphabet: [char; 10]) -> String {
        let plain = |c: char| alphabet.iter().position(|d| *d == c);
        let digits = self.eat_while(|c| plain(c).is_some());
        digits.chars().filter_map(plain).filter_map(|d| char::from_digit(d as u32, 10)).collect()
    }

    /// `^`, `^^`, `^3`, `⇑`, `↑²`, `^<2>`, `↑^[2]`.
    fn arrows(&mut self, start: usize) -> Result<Token, ParseError> {
        let arrow = self.peek();
        let down = matches!(arrow, Some('↓' | '⇓'));
        if self.eat("⇑") || self.eat("⇓") {
            return self.repeated(start, down, 2);
        }
        let arrows = self.eat_while(|c| Some(c) == arrow).chars().count();
        self.repeated(start, down, arrows)
    }

    /// The suffix of one arrow or several.
    fn repeated(&mut self, start: usize, down: bool, arrows: usize) -> Result<Token, ParseError> {
        let after = self.at;
        if arrows == 1
            && let Some(is_power) = self.on(down)
        {
            return Ok(Token::Upon { is_power, is_negative: down });
        }
        if let Some(order) = self.order(down)? {
            let (is_sum, order) = order;
            if arrows > 1 {
                return Err(
                    ParseError::new(Span::new(after, self.at), "which of the arrows?").expected("one arrow")
                );
            }
            let at = self.span_from(start);
            let order = u32::try_from(order).ok().filter(|n| (1..=HIGHEST_ORDER).contains(n));
            let order = order.ok_or_else(|| {
                ParseError::new(at, format!("the order of an uptimal goes from 1 to {HIGHEST_ORDER}"))
            })?;
            return Ok(Token::Uptimal(Uptimal { is_sum, n: order, is_negative: down, has_star: false }));
        }
        let n = match self.count("a multiple of ↑")? {
            None => arrows as u64,
            Some(n) if arrows == 1 => n,
            Some(_) => {
                let error = ParseError::new(Span::new(after, self.at), "several arrows and a number");
                return Err(error.expected("one arrow and a number, as in ^3"));
            }
        };
        let up = if down { 0i64.checked_sub_unsigned(n) } else { 0i64.checked_add_unsigned(n) };
        let too_large =
            || ParseError::new(Span::new(after, self.at), "a multiple of ↑ that large is not kept");
        up.map(Token::Up).ok_or_else(too_large)
    }

    /// `[on]`, `<on>` and the like: returns whether it is the latter.
    fn on(&mut self, down: bool) -> Option<bool> {
        let (sum, power) = if down { ("_[on]", "ₒₙ") } else { ("^[on]", "ᵒⁿ") };
        if self.eat("[on]") || self.eat(sum) {
            return Some(false);
        }
        (self.eat("<on>") || self.eat(power)).then_some(true)
    }

    /// `<n>`, `[n]`, `ⁿ` and the like: returns whether it is the kind with `[]`, and n.
    fn order(&mut self, down: bool) -> Result<Option<(bool, u64)>, ParseError> {
        let before = self.at;
        let marked = self.eat(if down { "_" } else { "^" });
        let start = self.at;
        let close = if self.eat("[") {
            "]"
        } else if !marked && self.eat("<") {
            ">"
        } else {
            self.at = before;
            let mut digits = self.shifted_digits(SUPERSCRIPTS);
            if digits.is_empty() && down {
                digits = self.shifted_digits(SUBSCRIPTS);
            }
            // A number too long for a u64 is too large an order anyway.
            return Ok((!digits.is_empty()).then(|| (false, digits.parse().unwrap_or(u64::MAX))));
        };
        let digits = self.eat_while(|c| c.is_ascii_digit());
        if !digits.is_empty() && self.eat(close) {
            return Ok(Some((close == "]", digits.parse().unwrap_or(u64::MAX))));
        }
        if close == ">" {
            self.at = before; // `^<2` compares ↑ with 2
            return Ok(None);
        }
        let error = ParseError::new(Span::new(start, self.at), "an uptimal that is not finished");
        Err(error.expected("the order and ], as in ^[2]"))
    }

    fn bars(&mut self) -> Token {
        let bars = self.eat_while(|c| matches!(c, '|' | '‖' | '∥' | '⦀'));
        if bars == "|" && self.eat(">") {
            return Token::Relation(Relation::GreaterOrConfused);
        }
        let size = |c| match c {
            '|' => 1,
            '⦀' => 3,
            _ => 2,
        };
        Token::Bars(bars.chars().map(size).sum())
    }

    /// A name; `v`, `vv`, `v3` are arrows.
    fn name(&mut self, start: usize) -> Result<Token, ParseError> {
        let mut ahead = self.clone();
        let arrows = ahead.eat_while(|c| c == 'v').len();
        if arrows > 0 {
            let mut after = ahead.clone();
            after.eat_while(|c| c.is_ascii_digit());
            let marked = after.text[after.at..].starts_with("_[");
            if marked || !after.peek().is_some_and(is_name_part) {
                *self = ahead;
                return self.repeated(start, true, arrows);
            }
        }
        Ok(Token::Name(self.eat_while(is_name_part).into()))
    }
}

fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn is_name_part(c: char) -> bool {
    is_name_start(c) || c.is_ascii_digit()
}

/// Whether a factor could begin with this, so that a `*` before it means “times”.
pub(crate) fn begins_a_factor(c: char) -> bool {
    is_name_start(c) || c == '(' || c == '{'
}

fn is_subscript(c: char) -> bool {
    SUBSCRIPTS.contains(&c)
}

/// `numerator / denominator`, if the denominator is a power of two.
fn dyadic(numerator: IBig, denominator: &IBig) -> Option<Dyadic> {
    let exponent = denominator.trailing_zeros()?;
    (denominator >> exponent == IBig::ONE).then(|| Dyadic::from_big(numerator, exponent))
}
