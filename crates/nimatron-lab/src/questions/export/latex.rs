//! Positions for LaTeX's math mode, without any package.

use nimatron_rules::{Cell, Player, View};

/// The position.
pub(super) fn position(view: &View) -> String {
    written(view) + "\n"
}

fn written(view: &View) -> String {
    match view {
        View::Board { cols, cells, .. } => array(*cols, cells.chunks((*cols).max(1))),
        View::Strips(strips) => {
            let drawn: Vec<String> =
                strips.iter().map(|strip| array(strip.len(), [&**strip].into_iter())).collect();
            if drawn.is_empty() { "0".into() } else { drawn.join(" + ") }
        }
        View::Heaps(heaps) => {
            let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
            format!("({})", heaps.join(", "))
        }
        View::Sum(views) if views.is_empty() => "0".into(),
        View::Sum(views) => views.iter().map(written).collect::<Vec<_>>().join(" + "),
    }
}

/// Squares with lines around them.
fn array<'a>(cols: usize, rows: impl Iterator<Item = &'a [Cell]>) -> String {
    let mut text = format!("\\begin{{array}}{{|{}}}\n\\hline\n", "c|".repeat(cols));
    for row in rows {
        let cells: Vec<&str> = row.iter().map(|cell| symbol(*cell)).collect();
        let letters = row.iter().zip(cells).map(|(cell, symbol)| match (cell, symbol) {
            (Cell::Piece { letter, .. }, "") => format!("\\mathrm{{{letter}}}"),
            (_, symbol) => symbol.to_owned(),
        });
        text += &format!("{} \\\\ \\hline\n", letters.collect::<Vec<_>>().join(" & "));
    }
    text + "\\end{array}"
}

/// The symbol for the content of a square; empty if it is a letter.
fn symbol(cell: Cell) -> &'static str {
    match cell {
        Cell::Empty => "\\phantom{\\bullet}",
        Cell::Only(Player::Left) => "\\scriptstyle l",
        Cell::Only(Player::Right) => "\\scriptstyle r",
        Cell::Piece { owner: Some(_), letter: 'B' | 'b' | 'x' | 'X' } => "\\bullet",
        Cell::Piece { owner: Some(_), letter: 'W' | 'w' | 'o' | 'O' } => "\\circ",
        Cell::Piece { owner: None, letter: 'o' } => "\\bullet",
        Cell::Piece { .. } => "",
        Cell::Blocked => "\\rule{1ex}{1ex}",
        Cell::Attacked => "\\cdot",
    }
}
