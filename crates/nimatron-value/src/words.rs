//! The tokens of each style, and the names of values.

use crate::names::Tiny;
use crate::{Dyadic, Nus, Style, Uptimal};

/// Brackets and signs.
pub(crate) struct Words {
    pub(crate) braces: (&'static str, &'static str),
    pub(crate) plus_minus: &'static str,
    /// Around a list of options after ±.
    pub(crate) list: (&'static str, &'static str),
    pub(crate) ellipsis: &'static str,
}

impl Style {
    pub(crate) fn words(self) -> &'static Words {
        match self {
            Style::Unicode => {
                &Words { braces: ("{", "}"), plus_minus: "±", list: ("(", ")"), ellipsis: "…" }
            }
            Style::Ascii => {
                &Words { braces: ("{", "}"), plus_minus: "+-", list: ("{", "}"), ellipsis: "..." }
            }
            Style::Latex => {
                &Words { braces: (r"\{", r"\}"), plus_minus: r"\pm ", list: ("(", ")"), ellipsis: r"\ldots " }
            }
        }
    }

    /// This number of bars in a row.
    pub(crate) fn bars(self, bars: u8) -> String {
        let bars = usize::from(bars);
        match self {
            Style::Latex => format!(r"\,{}\,", vec!["|"; bars].join(r"\!")),
            _ => "|".repeat(bars),
        }
    }
}

/// `x + n·↑ + *k`, where parts that are 0 are omitted.
pub(crate) fn compact_text(nus: &Nus, style: Style) -> String {
    let mut text = if nus.number().is_zero() && !nus.is_number() {
        String::new()
    } else {
        number_text(nus.number(), style)
    };
    let down = nus.up() < 0;
    match (nus.up().unsigned_abs(), style) {
        (0, _) => {}
        (n @ (1 | 2), _) => text.push_str(arrow(down, n == 2, style)),
        (n, _) => text.push_str(&format!("{}{n}", arrow(down, false, style))),
    }
    if nus.star() > 0 {
        text.push_str(if style == Style::Latex { r"{\ast}" } else { "*" });
        if nus.star() > 1 {
            text.push_str(&nus.star().to_string());
        }
    }
    text
}

fn arrow(down: bool, double: bool, style: Style) -> &'static str {
    match (style, down, double) {
        (Style::Unicode, false, false) => "↑",
        (Style::Unicode, false, true) => "⇑",
        (Style::Unicode, true, false) => "↓",
        (Style::Unicode, true, true) => "⇓",
        (Style::Ascii, false, false) => "^",
        (Style::Ascii, false, true) => "^^",
        (Style::Ascii, true, false) => "v",
        (Style::Ascii, true, true) => "vv",
        (Style::Latex, false, false) => r"{\uparrow}",
        (Style::Latex, false, true) => r"{\Uparrow}",
        (Style::Latex, true, false) => r"{\downarrow}",
        (Style::Latex, true, true) => r"{\Downarrow}",
    }
}

fn number_text(number: &Dyadic, style: Style) -> String {
    let text = number.to_string();
    match text.split_once('/') {
        Some((numerator, denominator)) if style == Style::Latex => {
            let (sign, size) = numerator.strip_prefix('-').map_or(("", numerator), |size| ("-", size));
            format!(r"{sign}\frac{{{size}}}{{{denominator}}}")
        }
        _ => text,
    }
}

pub(crate) fn uptimal_text(number: &Dyadic, uptimal: Uptimal, style: Style) -> String {
    let Uptimal { is_sum, n: order, is_negative, has_star } = uptimal;
    let number = if number.is_zero() { String::new() } else { number_text(number, style) };
    let arrow = arrow(is_negative, false, style);
    let order = match (style, is_sum, is_negative) {
        (Style::Unicode, true, false) => format!("^[{order}]"),
        (Style::Unicode, true, true) => format!("_[{order}]"),
        (Style::Unicode, false, false) => shifted(&order.to_string(), SUPERSCRIPTS),
        (Style::Unicode, false, true) => shifted(&order.to_string(), SUBSCRIPTS),
        (Style::Ascii, true, _) => format!("[{order}]"),
        (Style::Ascii, false, _) => format!("<{order}>"),
        (Style::Latex, true, false) => format!("^{{[{order}]}}"),
        (Style::Latex, true, true) => format!("_{{[{order}]}}"),
        (Style::Latex, false, false) => format!("^{{{order}}}"),
        (Style::Latex, false, true) => format!("_{{{order}}}"),
    };
    let star = match (has_star, style) {
        (false, _) => "",
        (true, Style::Latex) => r"{\ast}",
        (true, _) => "*",
    };
    format!("{number}{arrow}{order}{star}")
}

pub(crate) fn tiny_text(tiny: &Tiny, style: Style) -> String {
    let number = if tiny.number.is_zero() { String::new() } else { number_text(&tiny.number, style) };
    let of = compact_text(&tiny.of, style);
    match style {
        Style::Latex => format!("{number}{{{}}}_{{{of}}}", if tiny.is_miny { "-" } else { "+" }),
        Style::Unicode if tiny.of.is_number() => {
            format!("{number}{}{}", if tiny.is_miny { '−' } else { '+' }, shifted(&of, SUBSCRIPTS))
        }
        _ => {
            let plus = if number.is_empty() { "" } else { "+" };
            format!("{number}{plus}{}({of})", if tiny.is_miny { "Miny" } else { "Tiny" })
        }
    }
}

/// Subscript digits.
pub(crate) const SUBSCRIPTS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];
/// Superscript digits.
pub(crate) const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// An unsigned number in superscript or subscript digits.
fn shifted(number: &str, digits: [char; 10]) -> String {
    number.chars().map(|c| c.to_digit(10).map_or('⁄', |digit| digits[digit as usize])).collect()
}
