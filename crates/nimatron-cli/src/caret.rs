//! Draws where a text is wrong: the line, with carets under the offending characters.

use nimatron_lab::Fault;

/// The maximum number of characters shown before the start of the fault, and from it on.
const BEFORE: usize = 30;
const AFTER: usize = 40;

/// Two lines: the text around the fault, and carets under it. `None` if the text is empty.
pub(crate) fn drawing(fault: &Fault) -> Option<String> {
    let text = &*fault.text;
    if text.is_empty() {
        return None;
    }
    let start = boundary(text, fault.at.start);
    let end = boundary(text, fault.at.end).max(start);

    // 1. The line of the fault, and a window of it.
    let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let before: Vec<char> = text[line_start..start].chars().rev().take(BEFORE + 1).collect();
    let after: Vec<char> = text[start..line_end].chars().take(AFTER + 1).collect();
    let (cut_before, cut_after) = (before.len() > BEFORE, after.len() > AFTER);
    let before: String = before.iter().take(BEFORE).rev().map(|c| visible(*c)).collect();
    let after: String = after.iter().take(AFTER).map(|c| visible(*c)).collect();
    let (lead, tail) = (if cut_before { "…" } else { "" }, if cut_after { "…" } else { "" });

    // 2. At least one caret, and no more than there are characters to point at.
    let width = text[start..end.min(line_end)].chars().take(AFTER).count().max(1);
    let indent = lead.chars().count() + before.chars().count();
    let mut drawing = format!("  {lead}{before}{after}{tail}\n  {}{}", " ".repeat(indent), "^".repeat(width));
    let line = text[..line_start].matches('\n').count() + 1;
    if line > 1 {
        drawing.push_str(&format!(" line {line}"));
    }
    Some(drawing)
}

/// The largest character boundary that is at most `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Replaces characters that do not take exactly one column.
fn visible(c: char) -> char {
    match c {
        '\t' | '\r' => ' ',
        c if c.is_control() => '\u{FFFD}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, at: std::ops::Range<usize>) -> String {
        drawing(&Fault { text: text.into(), at, message: String::new() }).unwrap()
    }

    #[test]
    fn carets_stand_under_the_fault() {
        assert_eq!(drawn("{1/3|0}", 1..4), "  {1/3|0}\n   ^^^");
        assert_eq!(drawn("↑ + x", 6..7), "  ↑ + x\n      ^");
        assert_eq!(drawn("{1|", 3..3), "  {1|\n     ^");
        assert_eq!(drawn("one\ntwo\n", 4..7), "  two\n  ^^^ line 2");
    }

    #[test]
    fn of_a_long_text_only_a_window_is_shown() {
        let text = format!("{}!{}", "{".repeat(100_000), "}".repeat(100_000));
        let shown = drawn(&text, 100_000..100_001);
        assert!(shown.chars().count() < 130, "{shown}");
        let (first, second) = shown.split_once('\n').unwrap();
        assert_eq!(first.chars().position(|c| c == '!'), second.chars().position(|c| c == '^'));
    }
}
