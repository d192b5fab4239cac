//! Printing values in Unicode, ASCII and LaTeX, by name if a value has one.

use std::fmt;

use crate::printer::Printer;
use crate::{Arena, Game};

/// A notation for values. A value is written by its name, if it has one:
///
/// | value | Unicode | ASCII |
/// |---|---|---|
/// | number + n·↑ + *k | `3/4` `*2` `↑` `⇓` `↑3` `1⇑*3` | `3/4` `*2` `^` `vv` `^3` `1^^*3` |
/// | ↑ⁿ, its negative | `↑²` `↓₂` | `^<2>` `v<2>` |
/// | ↑ + ↑² + … + ↑ⁿ, its negative | `↑^[2]` `↓_[2]` | `^[2]` `v[2]` |
/// | tiny-G = {0\|\|0\|−G}, its negative | `+₂` `−₂` `+₁⁄₂` `Tiny(↑)` | `Tiny(2)` `Miny(2)` |
/// | number + tiny | `1+₂` `1−₂` | `1+Tiny(2)` `1+Miny(2)` |
/// | its own negative | `±1` `±{2\|1}` `±(1*)` `±(*,↑)` | `+-1` `+-{2\|1}` `+-(1*)` `+-{*,^}` |
/// | any other | `{1\|\|0\|-1}` `{a,b\|c}` | the same |
///
/// An option that is alone on its side drops its braces, and the bars outside it get longer. Options are
/// listed in the structural order (see [`Arena::structural_order`]), so equal values print alike. Text in
/// Unicode or ASCII can be read back with [`parse_value`](crate::parse_value), unless it was abbreviated or
/// exceeds the limits stated there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// `⇑*`, `±1`, `+₂`: for people. Can be read back.
    Unicode,
    /// `^^*`, `+-1`, `Tiny(2)`: for keyboards. Can be read back.
    Ascii,
    /// `{\Uparrow}{\ast}`, `\pm 1`, `{+}_{2}`: for math mode in LaTeX.
    Latex,
}

/// The number of characters of a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Length {
    /// This number.
    Exact(u128),
    /// More than a `u128` can count.
    Beyond,
}

impl Length {
    pub(crate) fn plus(self, other: Length) -> Length {
        match (self, other) {
            (Length::Exact(a), Length::Exact(b)) => a.checked_add(b).map_or(Length::Beyond, Length::Exact),
            _ => Length::Beyond,
        }
    }

    pub(crate) fn of(text: &str) -> Length {
        Length::Exact(text.chars().count() as u128)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Exact(length) => write!(f, "{length}"),
            Length::Beyond => write!(f, "more than {}", u128::MAX),
        }
    }
}

/// A value as text. It displays as the text, followed by the full length if it was abbreviated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The text; if it is abbreviated, `…` replaces what was left out.
    pub text: String,
    /// The number of characters of the full text.
    pub length: Length,
    /// Whether anything was left out.
    pub abbreviated: bool,
}

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        if self.abbreviated { write!(f, " ({} characters)", self.length) } else { Ok(()) }
    }
}

/// [`Arena::display`] abbreviates values with more characters than this. The value of Domineering on 4×8,
/// with its 5,754 characters, is still written in full.
const LONG: usize = 10_000;

impl Arena {
    /// The value as text, abbreviated if it has more than 10,000 characters.
    ///
    /// ```
    /// use nimatron_value::{Arena, Game, Style};
    /// let arena = Arena::new();
    /// let star = arena.nimber(1)?;
    /// let up = arena.canonical(&[Game::ZERO], &[star])?;
    /// assert_eq!(arena.display(up, Style::Unicode).text, "↑");
    /// assert_eq!(arena.display(arena.canonical(&[up], &[arena.integer(-1)?])?, Style::Ascii).text, "{^|-1}");
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    #[must_use]
    pub fn display(&self, g: Game, style: Style) -> Printed {
        self.display_within(g, style, LONG)
    }

    /// The value as text, abbreviated to about `limit` characters if it has more.
    #[must_use]
    pub fn display_within(&self, g: Game, style: Style, limit: usize) -> Printed {
        let mut printer = Printer::new(self, style);
        let length = printer.measure(g).length;
        let abbreviated = length > Length::Exact(limit as u128);
        let text = printer.sketch(g, limit).in_full(style);
        Printed { text, length, abbreviated }
    }

    /// Writes the value in full, whatever its length, piece by piece.
    pub fn display_full(&self, g: Game, style: Style, out: &mut impl fmt::Write) -> fmt::Result {
        let mut printer = Printer::new(self, style);
        printer.measure(g);
        printer.write(g, false, out)
    }

    /// Writes the value in full to a file or a stream.
    pub fn write_full(&self, g: Game, style: Style, out: &mut impl std::io::Write) -> std::io::Result<()> {
        let mut adapter = Adapter { out, error: None };
        match self.display_full(g, style, &mut adapter) {
            Ok(()) => Ok(()),
            Err(fmt::Error) => {
                Err(adapter.error.unwrap_or_else(|| std::io::Error::other("formatting failed")))
            }
        }
    }

    /// The number of characters of the full text, counted without writing it.
    #[must_use]
    pub fn length(&self, g: Game, style: Style) -> Length {
        Printer::new(self, style).measure(g).length
    }
}

/// Prints many values, and examines what they have in common once.
///
/// ```
/// # use nimatron_value::{Arena, Length, Printing, Style};
/// let arena = Arena::new();
/// let mut printing = Printing::new(&arena, Style::Ascii);
/// assert_eq!(printing.text(arena.nimber(3)?, 100), "*3");
/// assert_eq!(printing.length(arena.nimber(3)?), Length::Exact(2));
/// # Ok::<(), nimatron_value::ValueError>(())
/// ```
pub struct Printing<'a>(Printer<'a>);

impl<'a> Printing<'a> {
    /// Prints values of this arena.
    #[must_use]
    pub fn new(arena: &'a Arena, style: Style) -> Self {
        Printing(Printer::new(arena, style))
    }

    /// The number of characters of the full text.
    pub fn length(&mut self, g: Game) -> Length {
        self.0.measure(g).length
    }

    /// The value as text, abbreviated to about `limit` characters if it has more.
    pub fn text(&mut self, g: Game, limit: usize) -> String {
        self.0.measure(g);
        let style = self.0.style();
        self.0.sketch(g, limit).in_full(style)
    }
}

/// Writes characters as bytes, and remembers errors.
struct Adapter<'a, W> {
    out: &'a mut W,
    error: Option<std::io::Error>,
}

impl<W: std::io::Write> fmt::Write for Adapter<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(text: &str) -> [String; 3] {
        let arena = Arena::new();
        let g = crate::parse_value(&arena, text).unwrap();
        [Style::Unicode, Style::Ascii, Style::Latex].map(|style| arena.display(g, style).to_string())
    }

    #[test]
    fn values_are_called_by_their_names() {
        for (input, unicode, ascii, latex) in [
            ("0", "0", "0", "0"),
            ("-3/4", "-3/4", "-3/4", r"-\frac{3}{4}"),
            ("{0|0}", "*", "*", r"{\ast}"),
            ("^^*", "⇑*", "^^*", r"{\Uparrow}{\ast}"),
            ("v3*2", "↓3*2", "v3*2", r"{\downarrow}3{\ast}2"),
            ("1+^+*", "1↑*", "1^*", r"1{\uparrow}{\ast}"),
            ("3/2+*2", "3/2*2", "3/2*2", r"\frac{3}{2}{\ast}2"),
            ("{1|-1}", "±1", "+-1", r"\pm 1"),
            ("+-{2|1}", "±{2|1}", "+-{2|1}", r"\pm \{2\,|\,1\}"),
            ("+-{*,^}", "±(*,↑)", "+-{*,^}", r"\pm ({\ast},{\uparrow})"),
            ("{1*|-1*}", "±(1*)", "+-(1*)", r"\pm (1{\ast})"),
            ("{1||0|-1}", "{1||0|-1}", "{1||0|-1}", r"\{1\,|\!|\,0\,|\,-1\}"),
            ("{0||0|-2}", "+₂", "Tiny(2)", r"{+}_{2}"),
            ("{1/2|0||0}", "−₁⁄₂", "Miny(1/2)", r"{-}_{\frac{1}{2}}"),
            ("1 + Tiny(2)", "1+₂", "1+Tiny(2)", r"1{+}_{2}"),
            ("Miny(12) - 1/2", "-1/2−₁₂", "-1/2+Miny(12)", r"-\frac{1}{2}{-}_{12}"),
            ("{0|v*}", "↑²", "^<2>", r"{\uparrow}^{2}"),
            ("{^|*}", "↑^[2]", "^[2]", r"{\uparrow}^{[2]}"),
            ("{^*|0}", "↓₂", "v<2>", r"{\downarrow}_{2}"),
            ("1 - ^[12] + *", "1↓_[12]*", "1v[12]*", r"1{\downarrow}_{[12]}{\ast}"),
            ("^<3>*", "↑³*", "^<3>*", r"{\uparrow}^{3}{\ast}"),
        ] {
            assert_eq!(printed(input), [unicode, ascii, latex], "{input}");
        }
    }

    #[test]
    fn the_value_of_four_by_four_legionnaires_prints_as_others_print_it() {
        let text =
            "+-{{2|0,{1/2||+-1,+-{*,^}|-1},+-{^,{^^*|0,*2}}},{2|0,+-2},{2||{1|0},{1|*,^}|*,{*,v|vv*}}}";
        assert_eq!(printed(text)[1], text);
        let text = "{0|-5/2||-11/4|-5|||-21/4}";
        assert_eq!(printed(text)[1], text);
    }

    /// ±1 ± 2 … ± n: 2^n paths to a few thousand values.
    fn switches(arena: &Arena, n: i64) -> Game {
        let switch =
            |k| arena.canonical(&[arena.integer(k).unwrap()], &[arena.integer(-k).unwrap()]).unwrap();
        (1..=n).fold(Game::ZERO, |sum, k| arena.sum(sum, switch(k)).unwrap())
    }

    #[test]
    fn long_values_are_measured_without_writing_and_abbreviated() {
        let arena = Arena::new();
        let small = switches(&arena, 10);
        for style in [Style::Unicode, Style::Ascii, Style::Latex] {
            let mut text = String::new();
            arena.display_full(small, style, &mut text).unwrap();
            assert_eq!(arena.length(small, style), Length::of(&text));
            let mut bytes = Vec::new();
            arena.write_full(small, style, &mut bytes).unwrap();
            assert_eq!(bytes, text.as_bytes());
        }
        let large = switches(&arena, 24);
        let printed = arena.display(large, Style::Unicode);
        assert!(printed.abbreviated && printed.text.contains('…') && printed.text.chars().count() < 2 * LONG);
        assert!(printed.length > Length::Exact(1 << 24) && printed.length < Length::Beyond);
        assert!(printed.to_string().ends_with(" characters)"));
        assert_eq!(Length::Exact(u128::MAX).plus(Length::of("…")), Length::Beyond);
        for limit in [1, 5, 20, 100] {
            let short = arena.display_within(large, Style::Ascii, limit).text;
            assert!(short.len() <= 2 * limit + 10, "{short}");
        }
    }

    #[test]
    fn deep_values_print_without_overflowing_the_stack() {
        let arena = Arena::new();
        let mut g = Game::ZERO;
        for n in 1..=50_000 {
            g = arena.canonical(&[arena.integer(n).unwrap()], &[g]).unwrap();
        }
        let printed = arena.display(g, Style::Unicode);
        assert!(printed.abbreviated && printed.length > Length::Exact(300_000));
        let mut text = String::new();
        arena.display_full(g, Style::Ascii, &mut text).unwrap();
        assert!(text.starts_with("{50000|"));
    }
}
