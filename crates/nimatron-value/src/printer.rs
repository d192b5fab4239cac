//! From a value to text: measured once, then written, or abbreviated if it is too long.

use std::borrow::Cow;
use std::fmt;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::arena::Options;
use crate::names::{Name, Names};
use crate::stack::deep;
use crate::structural::Structure;
use crate::words::{compact_text, tiny_text, uptimal_text};
use crate::{Arena, Game, Length, Style};

/// The pieces of the text of a value: words, and the texts of options.
enum Piece {
    Text(Cow<'static, str>),
    /// An option; `bare` if it has no braces.
    Option {
        game: Game,
        bare: bool,
    },
}

/// What is known about the text of a value.
#[derive(Clone)]
pub(crate) struct Shape {
    /// The length including the braces, if it has any.
    pub(crate) length: Length,
    /// The length of the bars between its braces; 0 if it is written without braces.
    bars: u8,
    name: Option<Name>,
}

/// Longer bars than this are unreadable; inside them, braces are kept.
const LONGEST_BARS: u8 = 16;

/// A value that is being printed: each part that occurs in it is examined once.
pub(crate) struct Printer<'a> {
    arena: &'a Arena,
    style: Style,
    structure: Structure<'a>,
    names: Names<'a>,
    shapes: FxHashMap<Game, Shape>,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(arena: &'a Arena, style: Style) -> Self {
        let (structure, names) = (Structure::new(arena), Names::new(arena));
        Printer { arena, style, structure, names, shapes: FxHashMap::default() }
    }

    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// Finds the name, the bars and the length of a value, and of everything that its text contains.
    pub(crate) fn measure(&mut self, g: Game) -> Shape {
        if let Some(nus) = self.arena.compact(g) {
            return Shape { length: Length::of(&compact_text(nus, self.style)), bars: 0, name: None };
        }
        if let Some(known) = self.shapes.get(&g) {
            return known.clone();
        }
        let shape = deep(|| self.measure_parts(g));
        self.shapes.insert(g, shape.clone());
        shape
    }

    fn measure_parts(&mut self, g: Game) -> Shape {
        let name = self.names.name(g);
        let mut shape = Shape { length: Length::Exact(0), bars: 0, name };
        if shape.name.is_none() {
            let options = self.structure.options(g);
            let sides = [&options.0, &options.1];
            let inside = sides.map(|side| if let [only] = side[..] { self.measure(only).bars } else { 0 });
            let longest = inside.iter().filter(|bars| **bars < LONGEST_BARS).max();
            shape.bars = longest.map_or(1, |bars| bars + 1);
        }
        let mut length = if shape.bars > 0 { self.braces_length() } else { Length::Exact(0) };
        for piece in self.pieces(g, &shape) {
            length = length.plus(match piece {
                Piece::Text(text) => Length::of(&text),
                Piece::Option { game, bare } => {
                    let option = self.measure(game).length;
                    match (option, self.braces_length()) {
                        (Length::Exact(all), Length::Exact(braces)) if bare => Length::Exact(all - braces),
                        _ => option,
                    }
                }
            });
        }
        shape.length = length;
        shape
    }

    /// The text between the braces of a value that is not compact, or its name.
    fn pieces(&mut self, g: Game, shape: &Shape) -> SmallVec<[Piece; 8]> {
        let text = |text: &'static str| Piece::Text(Cow::Borrowed(text));
        let mut out = SmallVec::new();
        match &shape.name {
            Some(Name::Tiny(tiny)) => return smallvec![Piece::Text(tiny_text(tiny, self.style).into())],
            Some(Name::Uptimal(number, uptimal)) => {
                return smallvec![Piece::Text(uptimal_text(number, *uptimal, self.style).into())];
            }
            Some(Name::Switch) => {
                out.push(text(self.style.words().plus_minus));
                let options = self.structure.options(g);
                let (open, close) = match options.0[..] {
                    [only] if self.arena.number(only).is_some() || self.measure(only).bars > 0 => ("", ""),
                    [_] => ("(", ")"),
                    _ => self.style.words().list,
                };
                out.push(text(open));
                self.push_list(&options.0, false, &mut out);
                out.push(text(close));
            }
            None => {
                let options = self.structure.options(g);
                for (side, list) in [&options.0, &options.1].into_iter().enumerate() {
                    if side == 1 {
                        out.push(Piece::Text(self.style.bars(shape.bars).into()));
                    }
                    let bare = matches!(list[..], [only] if self.goes_bare(only, shape.bars));
                    self.push_list(list, bare, &mut out);
                }
            }
        }
        out
    }

    /// Whether an option that is alone on its side drops its braces.
    fn goes_bare(&mut self, option: Game, outer: u8) -> bool {
        let bars = self.measure(option).bars;
        bars > 0 && bars < outer && bars < LONGEST_BARS
    }

    fn push_list(&self, list: &[Game], bare: bool, out: &mut SmallVec<[Piece; 8]>) {
        for (i, game) in list.iter().enumerate() {
            if i > 0 {
                out.push(Piece::Text(Cow::Borrowed(",")));
            }
            out.push(Piece::Option { game: *game, bare });
        }
    }

    /// Writes a value that has been measured.
    pub(crate) fn write(&mut self, g: Game, bare: bool, out: &mut impl fmt::Write) -> fmt::Result {
        if let Some(nus) = self.arena.compact(g) {
            return out.write_str(&compact_text(nus, self.style));
        }
        deep(|| {
            let shape = self.measure(g);
            let braces = self.braces(&shape, bare);
            out.write_str(braces.0)?;
            for piece in self.pieces(g, &shape) {
                match piece {
                    Piece::Text(text) => out.write_str(&text)?,
                    Piece::Option { game, bare } => self.write(game, bare, out)?,
                }
            }
            out.write_str(braces.1)
        })
    }

    fn braces(&self, shape: &Shape, bare: bool) -> (&'static str, &'static str) {
        if shape.bars == 0 || bare { ("", "") } else { self.style.words().braces }
    }

    fn braces_length(&self) -> Length {
        let (open, close) = self.style.words().braces;
        Length::of(open).plus(Length::of(close))
    }

    // ---- abbreviations ------------------------------------------------------------------------

    /// About `room` characters of a value that has been measured: the outer structure, with `…` for the parts
    /// that don't fit. The result has no braces, and comes with the length of its bars.
    pub(crate) fn sketch(&mut self, g: Game, room: usize) -> Sketch {
        let shape = self.measure(g);
        if shape.length <= Length::Exact(room as u128) {
            let mut text = String::new();
            self.write(g, true, &mut text).expect("a string takes all that is written to it");
            return Sketch { text, bars: shape.bars };
        }
        let words = self.style.words();
        let unnamed = self.arena.compact(g).is_none() && matches!(shape.name, None | Some(Name::Switch));
        let Some(room) = room.checked_sub(SKETCH_COST).filter(|_| unnamed) else {
            return Sketch { text: words.ellipsis.into(), bars: 0 };
        };
        let options = self.structure.options(g);
        if shape.name.is_some() {
            let side = self.sketch_side(&options.0, room);
            let (open, close) = match options.0.len() {
                1 if side.bars > 0 => words.braces,
                1 => ("(", ")"),
                _ => words.list,
            };
            return Sketch { text: format!("{}{open}{}{close}", words.plus_minus, side.text), bars: 0 };
        }
        // If both sides are long, Left's takes most of the room, so that one line of play is followed down to
        // values that can be named.
        let needs = [&options.0, &options.1].map(|side| {
            let length = side.iter().fold(Length::Exact(0), |sum, o| sum.plus(self.measure(*o).length));
            let Length::Exact(length) = length else { return room };
            usize::try_from(length).map_or(room, |length| (length + side.len()).min(room))
        });
        let [left, right] = [room - room / 4, room / 4];
        let left = left.max(room - needs[1].min(right));
        let (left, right) =
            (self.sketch_side(&options.0, left), self.sketch_side(&options.1, room - needs[0].min(left)));
        if left.text == words.ellipsis && right.text == words.ellipsis {
            return left;
        }
        let bare = |side: &Sketch| side.bars > 0 && side.bars < LONGEST_BARS;
        let bars = 1 + [&left, &right]
            .into_iter()
            .filter(|side| bare(side))
            .map(|side| side.bars)
            .max()
            .unwrap_or(0);
        let wrap = |side: Sketch| match side.bars {
            0 => side.text,
            _ if bare(&side) => side.text,
            _ => format!("{}{}{}", words.braces.0, side.text, words.braces.1),
        };
        Sketch { text: format!("{}{}{}", wrap(left), self.style.bars(bars), wrap(right)), bars }
    }

    /// The options of one side, each with an equal share of the room that is left; if that is too little, one
    /// ellipsis replaces all the rest.
    fn sketch_side(&mut self, list: &Options, mut room: usize) -> Sketch {
        if let [only] = list[..] {
            return deep(|| self.sketch(only, room));
        }
        let words = self.style.words();
        let mut text = String::new();
        for (i, option) in list.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            let share = room / (list.len() - i);
            if share < 2 && self.measure(*option).length > Length::Exact(share as u128) {
                text.push_str(words.ellipsis);
                break;
            }
            let sketch = deep(|| self.sketch(*option, share));
            room = room.saturating_sub(sketch.text.len());
            let (open, close) = if sketch.bars > 0 { words.braces } else { ("", "") };
            text.extend([open, &sketch.text, close]);
        }
        Sketch { text, bars: 0 }
    }
}

/// An abbreviated value.
pub(crate) struct Sketch {
    /// The text, without braces.
    text: String,
    /// The length of its bars; 0 if there are no braces to add.
    bars: u8,
}

impl Sketch {
    /// The text with its braces.
    pub(crate) fn in_full(self, style: Style) -> String {
        let (open, close) = if self.bars > 0 { style.words().braces } else { ("", "") };
        [open, &self.text, close].concat()
    }
}

/// The approximate room that a part of a sketch needs for itself: braces, bars, an ellipsis.
const SKETCH_COST: usize = 4;
