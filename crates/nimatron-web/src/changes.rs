//! The changes of a move: the squares that the game names, and others that look different after it.

use nimatron_lab::{Cell, Player, Touch, View};

use crate::protocol::HeapMove;

/// What a move changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Changed {
    /// The summand.
    pub(crate) part: Option<usize>,
    /// The squares that the game names, and then the others.
    pub(crate) squares: Vec<usize>,
    /// The number of squares that the game names.
    pub(crate) named: usize,
    /// The change of a heap, if only one changes.
    pub(crate) heap: Option<HeapMove>,
    /// The squares on which enemy pieces are captured.
    pub(crate) captures: Vec<usize>,
}

/// The changes of a move, from the views before and after it. Without the second, only what it touches.
pub(crate) fn changed(before: &View, after: Option<&View>, touch: Touch, mover: Player) -> Changed {
    let Touch { part, squares, leaves } = touch;
    let heap = leaves.zip(squares.first()).map(|(leaves, &index)| HeapMove { index, leaves });
    let mut changed = Changed { part, named: squares.len(), squares, heap, captures: Vec::new() };
    let shown = |view: &View| match (view, part) {
        (View::Sum(parts), Some(part)) => parts.get(part).and_then(cells),
        (view, _) => cells(view),
    };
    if let (Some(was), Some(is)) = (shown(before), after.and_then(shown))
        && was.len() == is.len()
    {
        changed.compare(&was, &is, mover);
    }
    changed
}

/// The squares of a board or of all strips.
fn cells(view: &View) -> Option<Vec<Cell>> {
    match view {
        View::Board { cells, .. } => Some(cells.clone()),
        View::Strips(strips) => Some(strips.concat()),
        View::Heaps(_) | View::Sum(_) => None,
    }
}

impl Changed {
    /// Adds the squares that look different.
    fn compare(&mut self, before: &[Cell], after: &[Cell], mover: Player) {
        let is_piece = |cell: &Cell| matches!(cell, Cell::Piece { .. });
        for (square, (was, is)) in before.iter().zip(after).enumerate() {
            // Squares that a piece closes or opens are not changed by the move itself.
            if was == is || !(is_piece(was) || is_piece(is)) {
                continue;
            }
            if !self.squares.contains(&square) {
                self.squares.push(square);
            }
            if matches!(was, Cell::Piece { owner: Some(owner), .. } if *owner != mover) {
                self.captures.push(square);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nimatron_lab::Lab;

    use super::*;

    fn move_in(game: &str, position: &str, mover: Player, name: &str) -> Changed {
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
        session.play(name).unwrap();
        let (touch, before) = session.last().unwrap();
        changed(&before, Some(&session.view()), touch, mover)
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
