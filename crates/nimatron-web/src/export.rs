//! Positions for other programs: text, LaTeX, pictures.

use std::fmt::Write;

use nimatron_lab::{Cell, Player, View};

use crate::desk::{Answer, Asking};
use crate::protocol::{Format, Text};

/// The side of a square in a picture.
const SIDE: usize = 40;
/// More counters than this are written as a number.
const MOST_COUNTERS: u64 = 30;

/// A position, written in some way.
pub(crate) fn export(asking: &Asking<'_>, game: &str, position: &str, format: Format) -> Answer<Text> {
    let (view, line) = asking.lab.view(game, position)?;
    let text = match format {
        Format::Text => line,
        Format::Ascii => view.to_text(),
        Format::Latex => latex(&view),
        Format::Svg => svg(&view),
    };
    Ok(Text { text })
}

fn latex(view: &View) -> String {
    let row = |cells: &[Cell]| {
        let letters = cells.iter().map(|cell| match cell {
            Cell::Empty => String::new(),
            Cell::Blocked => "\\rule{1ex}{1ex}".into(),
            Cell::Attacked => "\\cdot".into(),
            cell => format!("\\mathrm{{{}}}", cell.letter()),
        });
        letters.collect::<Vec<_>>().join(" & ") + " \\\\ \\hline\n"
    };
    let array = |cols: usize, rows: String| {
        format!("\\begin{{array}}{{|{}}} \\hline\n{rows}\\end{{array}}", "c|".repeat(cols))
    };
    match view {
        View::Board { cols, cells, .. } => array(*cols, cells.chunks((*cols).max(1)).map(row).collect()),
        View::Strips(strips) => {
            strips.iter().map(|strip| array(strip.len(), row(strip))).collect::<Vec<_>>().join(" \\quad ")
        }
        View::Heaps(heaps) => {
            let heaps: Vec<_> = heaps.iter().map(u64::to_string).collect();
            format!("({})", heaps.join(", "))
        }
        View::Sum(parts) => parts.iter().map(latex).collect::<Vec<_>>().join(" + "),
    }
}

fn svg(view: &View) -> String {
    let mut drawing = String::new();
    let (width, height) = draw(&mut drawing, view, 10, 10);
    let (width, height) = (width + 20, height + 20);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n\
         {drawing}</svg>\n"
    )
}

/// Draws a position with its corner there, and says how much room it took. Writing to a string can't fail.
fn draw(out: &mut String, view: &View, x: usize, y: usize) -> (usize, usize) {
    match view {
        View::Board { rows, cols, cells } => {
            for (at, cell) in cells.iter().enumerate() {
                square(out, *cell, x + at % cols * SIDE, y + at / cols * SIDE);
            }
            (cols * SIDE, rows * SIDE)
        }
        View::Strips(strips) => {
            for (row, strip) in strips.iter().enumerate() {
                for (at, cell) in strip.iter().enumerate() {
                    square(out, *cell, x + at * SIDE, y + row * (SIDE + 10));
                }
            }
            let longest = strips.iter().map(Vec::len).max().unwrap_or(0);
            (longest * SIDE, strips.len() * (SIDE + 10))
        }
        View::Heaps(heaps) => {
            let mut longest = SIDE;
            for (row, &heap) in heaps.iter().enumerate() {
                let y = y + row * SIDE;
                let drawn = if heap <= MOST_COUNTERS { heap as usize } else { 0 };
                for at in 0..drawn {
                    let (cx, cy) = (x + at * SIDE / 2 + SIDE / 2, y + SIDE / 2);
                    let _ = writeln!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"8\" fill=\"#345\"/>");
                }
                if drawn == 0 {
                    let _ = writeln!(
                        out,
                        "<text x=\"{}\" y=\"{}\" font-size=\"18\">{heap}</text>",
                        x + SIDE,
                        y + 26
                    );
                }
                longest = longest.max(drawn * SIDE / 2 + SIDE).max(2 * SIDE);
            }
            (longest, heaps.len() * SIDE)
        }
        View::Sum(parts) => {
            let (mut width, mut height) = (0, 0);
            for (at, part) in parts.iter().enumerate() {
                if at > 0 {
                    let _ = writeln!(
                        out,
                        "<text x=\"{}\" y=\"{}\" font-size=\"24\">+</text>",
                        x + width + 20,
                        y + 30
                    );
                    width += 40;
                }
                let (wide, high) = draw(out, part, x + width, y);
                width += wide;
                height = height.max(high);
            }
            (width, height)
        }
    }
}

fn square(out: &mut String, cell: Cell, x: usize, y: usize) {
    let fill = match cell {
        Cell::Blocked => "#666",
        Cell::Attacked => "#ddd",
        Cell::Only(Player::Left) => "#dde8f6",
        Cell::Only(Player::Right) => "#f6e2dd",
        Cell::Empty | Cell::Piece { .. } => "#fff",
    };
    let _ = writeln!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"#888\"/>"
    );
    let Cell::Piece { owner, letter } = cell else { return };
    let (cx, cy) = (x + SIDE / 2, y + SIDE / 2);
    let (fill, ink) = match (owner, letter) {
        (_, 'B' | 'b') => ("#222", "#fff"),
        (_, 'W' | 'w') => ("#fff", "#222"),
        (Some(Player::Left), _) => ("#2f6db5", "#fff"),
        (Some(Player::Right), _) => ("#b5482f", "#fff"),
        (None, _) => ("#556", "#fff"),
    };
    let letter = match letter {
        '<' => "&lt;".to_owned(),
        '&' => "&amp;".to_owned(),
        letter => letter.to_string(),
    };
    let _ = writeln!(out, "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"15\" fill=\"{fill}\" stroke=\"#222\"/>");
    let _ =
        writeln!(out, "<text x=\"{cx}\" y=\"{}\" font-size=\"16\" fill=\"{ink}\">{letter}</text>", cy + 6);
}
