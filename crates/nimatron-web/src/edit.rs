//! The possible contents of a square: whatever the game can parse there. So every game has an editor.

use nimatron_lab::{Cell, GameInfo, LabError, View};

use crate::desk::{Answer, Asking, Trouble};
use crate::protocol::{Choice, Choices};

/// The possible letters of a square, in the order in which they are offered.
const LETTERS: &str = ".#ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// The possible contents of a square.
pub(crate) fn choices(
    asking: &Asking<'_>,
    game: &str,
    position: &str,
    square: usize,
    part: Option<usize>,
) -> Answer<Choices> {
    let (view, text) = asking.lab.view(game, position)?;
    let Some(part) = part else { return on_square(asking, game, &view, &text, square) };
    // A summand is edited separately, then put back.
    let mut parts: Vec<String> = text.split(" + ").map(str::to_owned).collect();
    let View::Sum(views) = &view else { return Err(no_square()) };
    let (Some(summand), Some(view)) = (parts.get(part).cloned(), views.get(part)) else {
        return Err(no_square());
    };
    let Some((game, inside)) = summand.split_once(' ') else { return Err(no_square()) };
    let mut found = on_square(asking, game, view, inside, square)?;
    for choice in &mut found.choices {
        parts[part] = format!("{game} {}", choice.position);
        choice.position = parts.join(" + ");
    }
    Ok(found)
}

fn no_square() -> Trouble {
    Trouble::Refused("there is no such square".into())
}

fn on_square(asking: &Asking<'_>, game: &str, view: &View, text: &str, square: usize) -> Answer<Choices> {
    match view {
        View::Heaps(heaps) => on_heap(asking, game, heaps, square),
        View::Board { rows, cols, .. } => {
            if square >= rows * cols {
                return Err(no_square());
            }
            let widths = vec![*cols; *rows];
            Ok(written(asking, game, text, &widths, (square / cols, square % cols), square))
        }
        View::Strips(strips) => {
            let widths: Vec<usize> = strips.iter().map(Vec::len).collect();
            let mut start = 0;
            for (row, width) in widths.iter().enumerate() {
                if square < start + width {
                    return Ok(written(asking, game, text, &widths, (row, square - start), square));
                }
                start += width;
            }
            Err(no_square())
        }
        View::Sum(_) => Err(Trouble::Refused("which summand is meant?".into())),
    }
}

/// One counter more, one less, or none.
fn on_heap(asking: &Asking<'_>, game: &str, heaps: &[u64], index: usize) -> Answer<Choices> {
    let Some(&heap) = heaps.get(index) else { return Err(no_square()) };
    let mut sizes = vec![heap, heap + 1];
    sizes.extend(heap.checked_sub(1));
    sizes.push(0);
    sizes.dedup();
    let mut choices: Vec<Choice> = Vec::new();
    for size in sizes {
        let mut heaps = heaps.to_vec();
        heaps[index] = size;
        let text = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        let Ok((_, position)) = asking.lab.view(game, &text) else { continue };
        let name = if size == 1 { "1 counter".to_owned() } else { format!("{size} counters") };
        if choices.iter().all(|choice| choice.letter != size.to_string()) {
            choices.push(Choice { letter: size.to_string(), name, position });
        }
    }
    Ok(Choices { choices })
}

/// Every letter that the game accepts on this square and displays there.
fn written(
    asking: &Asking<'_>,
    game: &str,
    text: &str,
    widths: &[usize],
    (row, col): (usize, usize),
    square: usize,
) -> Choices {
    // The rows may be followed by a surface or the player to move.
    let end = text.find(['@', ' ']).unwrap_or(text.len());
    let (rows, rest) = text.split_at(end);
    let mut rows: Vec<Vec<char>> =
        rows.split('/').zip(widths).map(|(row, width)| spread(row, *width)).collect();
    let Ok(info) = asking.lab.game(game).map(|entry| entry.about()) else {
        return Choices { choices: Vec::new() };
    };
    let mut choices: Vec<Choice> = Vec::new();
    for letter in LETTERS.chars() {
        let Some(place) = rows.get_mut(row).and_then(|row| row.get_mut(col)) else { break };
        let before = std::mem::replace(place, letter);
        let text: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        rows[row][col] = before;
        let read: Result<_, LabError> = asking.lab.view(game, &(text.join("/") + rest));
        let Ok((view, position)) = read else { continue };
        let Some(cell) = cell(&view, square) else { continue };
        if cell.letter() == letter && choices.iter().all(|choice| choice.position != position) {
            choices.push(Choice { letter: letter.into(), name: cell_name(cell, info), position });
        }
    }
    Choices { choices }
}

/// A row with every square written out: a number may stand for a run of empty squares.
fn spread(row: &str, width: usize) -> Vec<char> {
    if row.chars().count() == width && !row.contains(|c: char| c.is_ascii_digit()) {
        return row.chars().map(readable).collect();
    }
    let mut cells = Vec::new();
    let mut number = 0;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            number = (number * 10 + digit as usize).min(width);
            continue;
        }
        cells.extend(std::iter::repeat_n('.', std::mem::take(&mut number)));
        cells.push(readable(letter));
    }
    cells.extend(std::iter::repeat_n('.', number));
    cells
}

/// Replaces attacked squares, which the game marks again when it parses the text.
fn readable(letter: char) -> char {
    if letter == '-' { '.' } else { letter }
}

fn cell(view: &View, square: usize) -> Option<Cell> {
    match view {
        View::Board { cells, .. } => cells.get(square).copied(),
        View::Strips(strips) => strips.iter().flatten().nth(square).copied(),
        View::Heaps(_) | View::Sum(_) => None,
    }
}

/// The contents of a square in words: the game's own name, if there is one.
fn cell_name(cell: Cell, info: &GameInfo) -> String {
    match cell {
        Cell::Empty => "empty".into(),
        Cell::Only(player) => format!("only for {player}"),
        Cell::Piece { owner, letter } => {
            match (info.pieces.iter().find(|(known, _)| *known == letter), owner) {
                (Some((_, name)), _) => name.clone(),
                (None, Some(owner)) => format!("{}’s piece {letter}", info.players[owner.index()]),
                (None, None) => format!("piece {letter}"),
            }
        }
        Cell::Blocked => "closed".into(),
        Cell::Attacked => "attacked".into(),
    }
}
