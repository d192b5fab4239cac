//! Loopy values as text.
//!
//! A value is written by its name if it has one, short values as everywhere else. In braces, a player who can
//! stay has the option `pass`; if a cycle is longer, the position it returns to has a letter before its
//! brace: `a{0||||0|||a|*||*}`.

use std::cell::Cell;
use std::fmt::Write;

use super::{Loops, Sided};
use crate::stack::deep;
use crate::{Arena, Game, Result, Style};

/// Values with more positions with braces than this are abbreviated.
const MOST_BRACES: usize = 2_000;

/// Marks that are replaced by letters, or `pass`, at the end. Each is followed by a level and [`END`].
const DEFINED: char = '\u{1}';
const REFERRED: char = '\u{2}';
const PASSED: char = '\u{3}';
const END: char = '\u{4}';

impl Loops {
    /// The value as text: a stopper, or onside and offside as in `1 & 0`.
    pub fn show(&mut self, arena: &Arena, g: Sided, style: Style) -> Result<String> {
        let stopper = self.is_stopper(g)?;
        let onside = Printer::new(self, arena, style, false).text(g.onside)?;
        if stopper {
            return Ok(onside);
        }
        let offside = Printer::new(self, arena, style, true).text(g.mirrored)?;
        let (on, off, dud, and) = match style {
            Style::Latex => (r"\mathbf{on}", r"\mathbf{off}", r"\mathbf{dud}", r"\mathbin{\&}"),
            _ => ("on", "off", "dud", "&"),
        };
        Ok(if (&*onside, &*offside) == (on, off) { dud.into() } else { format!("{onside} {and} {offside}") })
    }
}

/// A printer of vertices.
pub(super) struct Printer<'a> {
    loops: &'a Loops,
    pub(super) arena: &'a Arena,
    pub(super) style: Style,
    /// Whether the negative is printed.
    negated: bool,
    braces: Cell<usize>,
}

/// A text, without its braces if it has any.
struct Text {
    inside: String,
    /// The length of its bars; 0 if it has no braces to add or to drop.
    bars: usize,
}

impl<'a> Printer<'a> {
    fn new(loops: &'a Loops, arena: &'a Arena, style: Style, negated: bool) -> Self {
        Printer { loops, arena, style, negated, braces: Cell::new(0) }
    }

    /// A printer of the negatives.
    pub(super) fn negative(&self) -> Printer<'a> {
        Printer { negated: !self.negated, braces: self.braces.clone(), ..*self }
    }

    pub(super) fn options(&self, v: u32, player: usize) -> &'a [u32] {
        self.loops.options(v, if self.negated { 1 - player } else { player })
    }

    pub(super) fn short(&self, v: u32) -> Result<Option<Game>> {
        match self.loops.short(self.arena, v)? {
            Some(game) if self.negated => self.arena.negative(game).map(Some),
            game => Ok(game),
        }
    }

    pub(super) fn is_zero(&self, v: u32) -> bool {
        self.options(v, 0).is_empty() && self.options(v, 1).is_empty()
    }

    /// A vertex as text.
    pub(super) fn text(&self, v: u32) -> Result<String> {
        let text = self.write(v, &mut Vec::new())?;
        Ok(self.with_letters(&self.in_braces(text)))
    }

    fn in_braces(&self, text: Text) -> String {
        let (open, close) = self.style.words().braces;
        if text.bars == 0 { text.inside } else { [open, &text.inside, close].concat() }
    }

    /// A vertex, with marks for the vertices that contain it.
    fn write(&self, v: u32, path: &mut Vec<u32>) -> Result<Text> {
        let plain = |inside| Ok(Text { inside, bars: 0 });
        if let Some(level) = path.iter().position(|w| *w == v) {
            let mark = if level + 1 == path.len() { PASSED } else { REFERRED };
            return plain(format!("{mark}{level}{END}"));
        }
        if let Some(game) = self.short(v)? {
            let text = self.arena.display(game, self.style).text;
            let (open, close) = self.style.words().braces;
            let inside = text.strip_prefix(open).and_then(|text| text.strip_suffix(close));
            return match inside.map(|inside| (inside, longest_bars(inside))) {
                Some((inside, bars)) if bars > 0 => Ok(Text { inside: inside.into(), bars }),
                _ => plain(text),
            };
        }
        if let Some(name) = self.name(v)? {
            return plain(name);
        }
        if self.is_switch(v) {
            return plain(deep(|| self.switch(v, path))?);
        }
        self.braces.set(self.braces.get() + 1);
        if self.braces.get() > MOST_BRACES {
            return plain(self.style.words().ellipsis.into());
        }
        let level = path.len();
        path.push(v);
        let sides = deep(|| Ok([self.side(v, 0, path)?, self.side(v, 1, path)?]));
        path.pop();
        let [left, right] = sides?;
        let bars = 1 + left.bars.max(right.bars);
        let (open, close) = self.style.words().braces;
        let bar = match self.style {
            Style::Latex => format!(r"\,{}\,", vec!["|"; bars].join(r"\!")),
            _ => "|".repeat(bars),
        };
        let inside = format!("{}{bar}{}", left.inside, right.inside);
        if inside.contains(&format!("{REFERRED}{level}{END}")) {
            return plain(format!("{DEFINED}{level}{END}{open}{inside}{close}"));
        }
        let inside = inside.replace(&format!("{PASSED}{level}{END}"), "pass");
        if left.inside.is_empty() || right.inside.is_empty() {
            // Without braces it would not be clear which bar the empty side belongs to.
            return plain([open, &inside, close].concat());
        }
        Ok(Text { inside, bars })
    }

    /// Whether it is its own negative.
    fn is_switch(&self, v: u32) -> bool {
        self.loops.negatives.get(&v) == Some(&v)
    }

    /// `±over`, `±(5over)`, `±{2|over}`, `±(a,b)`.
    fn switch(&self, v: u32, path: &mut Vec<u32>) -> Result<String> {
        let words = self.style.words();
        let many = self.options(v, 0).len() > 1;
        path.push(v);
        let side = self.side(v, 0, path);
        path.pop();
        let side = side?;
        let (open, close) = match side.bars {
            0 if many => words.list,
            0 if side.inside.chars().all(char::is_alphabetic) => ("", ""),
            0 => ("(", ")"),
            _ => words.braces,
        };
        Ok(format!("{}{open}{}{close}", words.plus_minus, side.inside))
    }

    /// The options of one side. An option that is alone drops its braces, and the bars outside get longer.
    fn side(&self, v: u32, player: usize, path: &mut Vec<u32>) -> Result<Text> {
        // Short games come first, in their order, then loopy ones, by length, so nothing depends on what was
        // found first.
        let mut short = Vec::new();
        let mut loopy = Vec::new();
        for option in self.options(v, player) {
            let text = self.write(*option, path)?;
            match self.short(*option)? {
                Some(game) => short.push((game, text)),
                None => loopy.push(text),
            }
        }
        short.sort_by(|(a, _), (b, _)| self.arena.structural_order(*a, *b));
        loopy.sort_by_cached_key(|text| (text.inside.len(), text.inside.clone()));
        let mut all: Vec<Text> = short.into_iter().map(|(_, text)| text).chain(loopy).collect();
        if all.len() == 1
            && let Some(only) = all.pop()
        {
            return Ok(only);
        }
        let all: Vec<String> = all.into_iter().map(|text| self.in_braces(text)).collect();
        Ok(Text { inside: all.join(","), bars: 0 })
    }

    /// Letters for the marks, in the order of their definitions.
    fn with_letters(&self, text: &str) -> String {
        let mut letters: Vec<String> = Vec::new();
        let mut used = 0;
        let mut out = String::new();
        let mut rest = text;
        while let Some(at) = rest.find([DEFINED, REFERRED, PASSED]) {
            out.push_str(&rest[..at]);
            let mark = &rest[at..];
            let end = mark.find(END).unwrap_or(mark.len() - 1);
            let level: usize = mark[1..end].parse().unwrap_or(0);
            if mark.starts_with(DEFINED) {
                letters.resize_with(letters.len().max(level + 1), String::new);
                letters[level] = letter(used);
                used += 1;
            }
            let _ = write!(out, "{}", letters.get(level).map_or("", String::as_str));
            rest = &mark[(end + 1).min(mark.len())..];
        }
        out + rest
    }
}

/// a, b, c, …, then a1, b1, …
fn letter(index: usize) -> String {
    // Without v, which is an arrow.
    let letters: Vec<char> = ('a'..='z').filter(|letter| *letter != 'v').collect();
    let letter = letters[index % letters.len()];
    match index / letters.len() {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

/// The maximum number of consecutive bars outside of inner braces.
fn longest_bars(text: &str) -> usize {
    let (mut depth, mut longest, mut bars) = (0, 0, 0);
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            '|' if depth == 0 => bars += 1,
            // LaTeX has thin spaces between bars.
            '\\' if depth == 0 && bars > 0 && characters.peek() == Some(&'!') => {
                characters.next();
                continue;
            }
            _ => {}
        }
        if c != '|' {
            bars = 0;
        }
        longest = longest.max(bars);
    }
    longest
}
