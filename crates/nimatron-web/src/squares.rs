//! Which squares a move touches, worked out from what the board looks like before and after it and from the squares that
//! its name names. No rule of any game is needed.

use nimatron_lab::{Cell, Player, View};

use crate::protocol::HeapMove;

/// What a move touches.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touched {
    /// In which summand.
    pub(crate) part: Option<usize>,
    /// The squares that are named, and then the others.
    pub(crate) squares: Vec<usize>,
    /// How many are named.
    pub(crate) named: usize,
    /// What becomes of a heap, if one changes.
    pub(crate) heap: Option<HeapMove>,
    /// Where enemy pieces are taken.
    pub(crate) captures: Vec<usize>,
}

/// What a move touches. Without knowing what it leads to, the squares that are named.
pub(crate) fn touched(before: &View, after: Option<&View>, name: &str, mover: Player) -> Touched {
    match (before, after) {
        (View::Sum(parts), after) => {
            let Some((number, rest)) = name.split_once([':', '.']) else { return Touched::default() };
            let Some(part) = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) else {
                return Touched::default();
            };
            let Some(before) = parts.get(part) else { return Touched::default() };
            let after = match after {
                Some(View::Sum(after)) if after.len() == parts.len() => after.get(part),
                _ => None,
            };
            Touched { part: Some(part), ..touched(before, after, rest, mover) }
        }
        (View::Heaps(heaps), after) => {
            let left = match after {
                Some(View::Heaps(left)) => Some(&**left),
                _ => None,
            };
            on_heaps(heaps, left, name)
        }
        (View::Board { rows, cols, cells }, after) => {
            let left = match after {
                Some(View::Board { rows: same, cols: too, cells }) if (same, too) == (rows, cols) => {
                    Some(&**cells)
                }
                _ => None,
            };
            let named = match numbers(name) {
                // Where squares have no names, counters are numbered along the rows.
                Some((from, to)) => pieces(cells).skip(from - 1).take(to + 1 - from).collect(),
                None => named_squares(name, *rows, *cols),
            };
            on_squares(cells, left, named, mover)
        }
        (View::Strips(strips), after) => {
            let cells = strips.concat();
            let left = match after {
                Some(View::Strips(left)) => Some(left.concat()).filter(|left| left.len() == cells.len()),
                _ => None,
            };
            let (strip, rest) = match name.split_once(':') {
                Some((number, rest)) => (number.parse::<usize>().unwrap_or(1).max(1) - 1, rest),
                None => (0, name),
            };
            let start: usize = strips.iter().take(strip).map(Vec::len).sum();
            let square =
                |number: &str| number.trim().parse::<usize>().ok()?.checked_sub(1).map(|at| start + at);
            let named = rest.split('-').filter_map(square).filter(|square| *square < cells.len()).collect();
            on_squares(&cells, left.as_deref(), named, mover)
        }
    }
}

/// `3` or `3-5`, counted from 1.
fn numbers(name: &str) -> Option<(usize, usize)> {
    let (from, to) = name.split_once('-').unwrap_or((name, name));
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    (1 <= from && from <= to).then_some((from, to))
}

/// The squares where pieces stand, row by row.
fn pieces(cells: &[Cell]) -> impl Iterator<Item = usize> {
    let is_piece = |(_, cell): &(usize, &Cell)| matches!(cell, Cell::Piece { .. });
    cells.iter().enumerate().filter(is_piece).map(|(square, _)| square)
}

/// The squares that a name names as `a1` or `ab12`, in its order.
fn named_squares(name: &str, rows: usize, cols: usize) -> Vec<usize> {
    let mut squares = Vec::new();
    let mut rest = name;
    while let Some(start) = rest.find(|c: char| c.is_ascii_lowercase()) {
        rest = &rest[start..];
        let letters = rest.find(|c: char| !c.is_ascii_lowercase()).unwrap_or(rest.len());
        let (word, tail) = rest.split_at(letters);
        let digits = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let (number, tail) = tail.split_at(digits);
        rest = tail;
        let Ok(row) = number.parse::<usize>() else { continue };
        // The `x` of a capture is no column.
        let column = |word: &str| {
            let digit = |sum: usize, letter: u8| (sum * 26).saturating_add(usize::from(letter - b'a') + 1);
            word.bytes().take(4).fold(0, digit)
        };
        let whole = column(word);
        let column = if whole <= cols { whole } else { column(word.strip_prefix('x').unwrap_or(word)) };
        if (1..=cols).contains(&column) && (1..=rows).contains(&row) {
            squares.push((rows - row) * cols + column - 1);
        }
    }
    squares
}

fn on_squares(before: &[Cell], after: Option<&[Cell]>, mut squares: Vec<usize>, mover: Player) -> Touched {
    let named = squares.len();
    let mut captures = Vec::new();
    let is_piece = |cell: &Cell| matches!(cell, Cell::Piece { .. });
    for (square, (was, is)) in before.iter().zip(after.into_iter().flatten()).enumerate() {
        // What is closed or opened by a piece is not touched by the move itself.
        if was == is || !(is_piece(was) || is_piece(is)) {
            continue;
        }
        if !squares.contains(&square) {
            squares.push(square);
        }
        if matches!(was, Cell::Piece { owner: Some(owner), .. } if *owner != mover) {
            captures.push(square);
        }
    }
    Touched { part: None, squares, named, heap: None, captures }
}

fn on_heaps(before: &[u64], after: Option<&[u64]>, name: &str) -> Touched {
    // 1. Heaps that are known by their size: `5-2`, `5-2+1`, `5-0`.
    if let Some((from, to)) = name.split_once('-') {
        let Ok(from) = from.trim().parse::<u64>() else { return Touched::default() };
        let Some(index) = before.iter().position(|heap| *heap == from) else { return Touched::default() };
        let leaves = to.split('+').filter_map(|heap| heap.trim().parse().ok()).filter(|heap| *heap > 0);
        let heap = Some(HeapMove { index, leaves: leaves.collect() });
        return Touched { squares: vec![index], named: 1, heap, ..Touched::default() };
    }
    // 2. Heaps that are known by their place.
    let Some(after) = after.filter(|after| after.len() == before.len()) else { return Touched::default() };
    let changed = |index: &usize| before[*index] != after[*index];
    let squares: Vec<usize> = (0..before.len()).filter(changed).collect();
    let heap = match squares[..] {
        [index] => Some(HeapMove {
            index,
            leaves: Some(after[index]).into_iter().filter(|left| *left > 0).collect(),
        }),
        _ => None,
    };
    Touched { named: squares.len(), squares, heap, ..Touched::default() }
}

#[cfg(test)]
mod tests {
    use nimatron_lab::Lab;

    use super::*;

    fn move_in(game: &str, position: &str, mover: Player, name: &str) -> Touched {
        let lab = Lab::new(crate::test_catalog(), nimatron_lab::Limits::default());
        let sitting = lab.sit_down(game, position).unwrap();
        let seats = nimatron_lab::Seats {
            left: None,
            right: None,
            first: Some(mover),
            convention: nimatron_lab::Convention::Normal,
            seed: 1,
        };
        let mut session = sitting.session(&seats).unwrap();
        let before = session.view();
        let name = session.play(name).unwrap();
        touched(&before, Some(&session.view()), &name, mover)
    }

    #[test]
    fn a_domino_is_named_whole() {
        let found = move_in("domineering", "2x3", Player::Left, "b1-b2");
        assert_eq!((found.squares, found.named), (vec![4, 1], 2));
    }

    #[test]
    fn a_phalanx_moves_whole_and_takes_a_line() {
        let board = "8bbb3/14/7w6/7w6/7w6/14/14/14/14/14/14/14 w";
        let found = move_in("epaminondas", board, Player::Left, "h8-h11");
        assert_eq!(&found.squares[..2], [4 * 14 + 7, 14 + 7]);
        assert_eq!(found.named, 2);
        let board = "14/14/7bb5/7w6/7w6/7w6/14/14/14/14/14/14 w";
        let found = move_in("epaminondas", board, Player::Left, "h7xh10");
        assert_eq!(found.captures, [2 * 14 + 7]);
    }

    #[test]
    fn a_capture_by_a_pawn_is_one() {
        let found = move_in("legionnaires", "W./B.", Player::Left, "a1-a2");
        assert_eq!((found.squares, found.captures), (vec![2, 0], vec![0]));
    }

    #[test]
    fn the_squares_that_a_queen_attacks_are_not_touched() {
        let found = move_in("queens", "4x4", Player::Left, "b2");
        assert_eq!((found.squares, found.named), (vec![9], 1));
    }

    #[test]
    fn heaps_are_known_by_their_size_or_by_their_place() {
        let found = move_in("nim", "3,5,7", Player::Left, "5-1");
        assert_eq!(found.heap, Some(HeapMove { index: 1, leaves: vec![1] }));
        let found = move_in("kayles", "7", Player::Left, "7-4+2");
        let mut leaves = found.heap.unwrap().leaves;
        leaves.sort();
        assert_eq!(leaves, [2, 4]);
    }

    #[test]
    fn in_a_circle_several_heaps_change() {
        let found = move_in("circular-nim:2", "3,1,4", Player::Left, "1:2,1");
        assert_eq!((found.squares, found.heap), (vec![0, 1], None));
    }

    #[test]
    fn a_move_in_a_sum_touches_its_part() {
        let found = move_in("sum", "nim 3,5 + domineering 2x2", Player::Left, "2:a1-a2");
        assert_eq!((found.part, found.squares), (Some(1), vec![2, 0]));
    }

    #[test]
    fn toads_are_numbered_along_their_strip() {
        let found = move_in("toads-and-frogs", "TT.FF", Player::Left, "2-3");
        assert_eq!((found.squares, found.named), (vec![1, 2], 2));
    }

    #[test]
    fn counters_of_a_staircase_are_numbered_along_it() {
        let found = move_in("tactix", "staircase:3,2", Player::Left, "2-3");
        assert_eq!(found.squares, [1, 2]);
    }
}
