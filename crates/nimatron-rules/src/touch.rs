//! What a move touches, so that front ends can show it and people can click on it.

use crate::View;

/// What a move touches, in terms of the [`View`] of the position before it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touch {
    /// The summand, counted from 0, if the view is a sum.
    pub part: Option<usize>,
    /// The squares that say which move it is, in the order of its name: from where to where, or the squares
    /// of a domino. Squares are counted row by row from 0, or strip by strip; heaps count as squares.
    pub squares: Vec<usize>,
    /// The heaps that are left of a single heap, none of them 0, if the move changes just one.
    pub leaves: Option<Vec<u64>>,
}

impl Touch {
    /// These squares.
    #[must_use]
    pub fn squares(squares: Vec<usize>) -> Self {
        Touch { squares, ..Touch::default() }
    }

    /// The first heap with `from` counters, which becomes the heaps `to`.
    #[must_use]
    pub fn heap(heaps: &[u32], from: u32, to: &[u32]) -> Self {
        let leaves = to.iter().filter(|heap| **heap > 0).map(|heap| u64::from(*heap));
        Touch {
            part: None,
            squares: heaps.iter().position(|heap| *heap == from).into_iter().collect(),
            leaves: Some(leaves.collect()),
        }
    }

    /// The same in a summand of a sum.
    #[must_use]
    pub fn in_part(self, part: usize) -> Self {
        Touch { part: Some(part), ..self }
    }

    /// The squares that the name of a move on a board names as `a1` or `ab12`, in its order.
    ///
    /// ```
    /// use nimatron_rules::{Cell, Touch, View};
    ///
    /// let board = View::Board { rows: 2, cols: 3, cells: vec![Cell::Empty; 6] };
    /// assert_eq!(Touch::named(&board, "b1-b2").squares, [4, 1]);
    /// assert_eq!(Touch::named(&board, "Na1xc2").squares, [3, 2]);
    /// ```
    #[must_use]
    pub fn named(view: &View, name: &str) -> Self {
        let View::Board { rows, cols, .. } = view else { return Touch::default() };
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
            // The `x` of a capture is not part of the column.
            let columns = [column(word), column(word.strip_prefix('x').unwrap_or(word))];
            let column = columns.into_iter().find(|column| (1..=*cols).contains(column));
            if let Some(column) = column.filter(|_| (1..=*rows).contains(&row)) {
                squares.push((rows - row) * cols + column - 1);
            }
        }
        Touch::squares(squares)
    }
}

/// The number of the column with this name, counted from 1.
fn column(name: &str) -> usize {
    let digit = |sum: usize, letter: u8| (sum * 26).saturating_add(usize::from(letter - b'a') + 1);
    name.bytes().take(4).fold(0, digit)
}
