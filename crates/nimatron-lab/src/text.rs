//! Text for people: styles and common layouts.

use std::fmt::Write;

use anstyle::Style;

use crate::grouped;

/// The style of answers.
pub const STRONG: Style = Style::new().bold();
/// The style of explanations.
pub const FAINT: Style = Style::new().dimmed();

/// Appends a line with a label. Writing to a string can't fail.
pub fn line_of(out: &mut String, name: &str, text: &str) {
    let _ = writeln!(out, "  {FAINT}{name:<13}{FAINT:#}  {text}");
}

/// The outcome class and what it means.
pub(crate) fn outcome_in_words(outcome: &str) -> String {
    let words = match outcome {
        "N" => "the first player wins",
        "P" => "the second player wins",
        "L" => "Left wins",
        "R" => "Right wins",
        "D" => "drawn",
        "LD" => "Left wins if Left starts, else drawn",
        "DL" => "Left wins if Right starts, else drawn",
        "DR" => "Right wins if Right starts, else drawn",
        "RD" => "Right wins if Left starts, else drawn",
        _ => "",
    };
    format!("{outcome}: {words}")
}

/// Two columns of numbers with headings.
pub(crate) fn table(out: &mut String, heads: [&str; 2], counts: &[u64]) {
    let widest = counts.iter().map(|count| grouped(*count).len()).max().unwrap_or(0).max(heads[1].len());
    let _ = writeln!(out, "{FAINT}{:>5}  {:>widest$}{FAINT:#}", heads[0], heads[1]);
    for (moves, count) in counts.iter().enumerate() {
        let _ = writeln!(out, "{moves:>5}  {:>widest$}", grouped(*count));
    }
}

/// Rows with aligned columns.
pub fn columns(out: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(out, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}

/// Appends text wrapped to lines of at most `longest` characters, all but the first indented.
pub fn wrap(out: &mut String, text: &str, indent: usize, longest: usize) {
    let mut width = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > indent && width + 1 + length > longest {
            let _ = write!(out, "\n{:indent$}", "");
            width = indent;
        } else if width > indent {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}

/// A word with a capital first letter.
#[must_use]
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
