//! A position as shapes, independent of the output format. A square is one unit wide; x counts from the left, y from
//! the top.

use nimatron_rules::{Cell, Player, View, column_name};

use crate::LabError;

/// The shapes of a position, from back to front.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Drawing {
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) shapes: Vec<Shape>,
}

/// A shape to draw.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Shape {
    /// A square of the board; the coordinates are those of its top left corner.
    Square { x: f32, y: f32, ground: Ground },
    /// A piece; the coordinates are those of its centre.
    Piece { x: f32, y: f32, radius: f32, ink: Ink, letter: Option<char> },
    /// Small text, centred there.
    Label { x: f32, y: f32, text: String },
    /// Text as large as pieces.
    Sign { x: f32, y: f32, text: String },
}

/// The kind of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ground {
    Free,
    Blocked,
    Attacked,
    OnlyLeft,
    OnlyRight,
}

/// The colour of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ink {
    Black,
    White,
    Left,
    Right,
    Nobody,
}

/// The maximum number of shapes in a picture.
const MOST_SHAPES: usize = 20_000;
/// Heaps up to this size are drawn counter by counter.
const DRAWN: u64 = 50;
const RADIUS: f32 = 0.38;
/// The radius of the counters of heaps.
const SMALL: f32 = 0.2;

impl Drawing {
    /// The shapes of a position.
    pub(super) fn of(view: &View) -> Result<Self, LabError> {
        let mut drawing = Drawing::default();
        drawing.put(view, 0.0);
        if drawing.shapes.len() > MOST_SHAPES {
            let message = format!("a picture of {} shapes is too large", drawing.shapes.len());
            return Err(LabError::Senseless(message));
        }
        Ok(drawing)
    }

    /// Adds a position with its left edge at `left`.
    fn put(&mut self, view: &View, left: f32) {
        match view {
            View::Board { rows, cols, cells } => {
                let margin = margin(&rows.to_string());
                for (number, cell) in cells.iter().enumerate() {
                    let (row, col) = (number / cols, number % cols);
                    self.cell(*cell, left + margin + col as f32, row as f32);
                }
                for row in 0..*rows {
                    self.label(left + margin / 2.0, row as f32 + 0.5, (rows - row).to_string());
                }
                for col in 0..*cols {
                    self.label(left + margin + col as f32 + 0.5, *rows as f32 + 0.35, column_name(col));
                }
                self.grow(left + margin + *cols as f32, *rows as f32 + 0.7);
            }
            View::Strips(strips) => {
                let numbered = strips.len() > 1;
                let margin = if numbered { margin(&strips.len().to_string()) } else { 0.0 };
                let longest = strips.iter().map(Vec::len).max().unwrap_or(0);
                // Strips are independent of each other, so they don't touch.
                let step = 1.3;
                for (row, strip) in strips.iter().enumerate() {
                    let y = row as f32 * step;
                    for (col, cell) in strip.iter().enumerate() {
                        self.cell(*cell, left + margin + col as f32, y);
                    }
                    if numbered {
                        self.label(left + margin / 2.0, y + 0.5, (row + 1).to_string());
                    }
                }
                let bottom = (strips.len().max(1) - 1) as f32 * step + 1.0;
                for col in 0..longest {
                    self.label(left + margin + col as f32 + 0.5, bottom + 0.35, (col + 1).to_string());
                }
                self.grow(left + margin + longest as f32, bottom + 0.7);
            }
            View::Heaps(heaps) => {
                let widest = heaps.iter().map(|heap| margin(&heap.to_string())).fold(0.6, f32::max);
                for (row, heap) in heaps.iter().enumerate() {
                    let y = row as f32 * 0.6 + 0.3;
                    self.label(left + widest / 2.0, y, heap.to_string());
                    let counters = if *heap <= DRAWN { *heap } else { 0 };
                    for counter in 0..counters {
                        let x = left + widest + counter as f32 * 0.5 + 0.25;
                        let (radius, ink) = (SMALL, Ink::Nobody);
                        self.shapes.push(Shape::Piece { x, y, radius, ink, letter: None });
                    }
                    self.grow(left + widest + counters as f32 * 0.5, y + 0.3);
                }
                if heaps.is_empty() {
                    self.sign(left + 0.5, 0.5, "0");
                    self.grow(left + 1.0, 1.0);
                }
            }
            View::Sum(views) => {
                if views.is_empty() {
                    self.sign(left + 0.5, 0.5, "0");
                    self.grow(left + 1.0, 1.0);
                }
                // 1. Draw each separately to find the largest height.
                let drawn = views.iter().map(|view| {
                    let mut drawing = Drawing::default();
                    drawing.put(view, 0.0);
                    drawing
                });
                let drawn: Vec<Drawing> = drawn.collect();
                let height = drawn.iter().map(|drawing| drawing.height).fold(0.0, f32::max);
                // 2. Place them side by side, vertically centred.
                let mut x = left;
                for (number, drawing) in drawn.into_iter().enumerate() {
                    if number > 0 {
                        self.sign(x + 0.6, height / 2.0, "+");
                        x += 1.2;
                    }
                    let down = (height - drawing.height) / 2.0;
                    let right = x + drawing.width;
                    self.shapes.extend(drawing.shapes.into_iter().map(|shape| shape.moved(x, down)));
                    x = right;
                }
                self.grow(x, height);
            }
        }
    }

    fn cell(&mut self, cell: Cell, x: f32, y: f32) {
        let ground = match cell {
            Cell::Empty | Cell::Piece { .. } => Ground::Free,
            Cell::Only(Player::Left) => Ground::OnlyLeft,
            Cell::Only(Player::Right) => Ground::OnlyRight,
            Cell::Blocked => Ground::Blocked,
            Cell::Attacked => Ground::Attacked,
        };
        self.shapes.push(Shape::Square { x, y, ground });
        if let Cell::Piece { owner, letter } = cell {
            let (ink, letter) = inked(owner, letter);
            self.shapes.push(Shape::Piece { x: x + 0.5, y: y + 0.5, radius: RADIUS, ink, letter });
        }
    }

    fn label(&mut self, x: f32, y: f32, text: String) {
        self.shapes.push(Shape::Label { x, y, text });
    }

    fn sign(&mut self, x: f32, y: f32, text: &str) {
        self.shapes.push(Shape::Sign { x, y, text: text.into() });
    }

    fn grow(&mut self, width: f32, height: f32) {
        self.width = self.width.max(width);
        self.height = self.height.max(height);
    }
}

impl Shape {
    fn moved(mut self, across: f32, down: f32) -> Self {
        let (Shape::Square { x, y, .. }
        | Shape::Piece { x, y, .. }
        | Shape::Label { x, y, .. }
        | Shape::Sign { x, y, .. }) = &mut self;
        *x += across;
        *y += down;
        self
    }
}

/// The colour of a piece, and its letter unless the colour says everything: letters for colours or plain counters are
/// not shown.
fn inked(owner: Option<Player>, letter: char) -> (Ink, Option<char>) {
    match (owner, letter) {
        (Some(_), 'B' | 'b' | 'x' | 'X') => (Ink::Black, None),
        (Some(_), 'W' | 'w' | 'o' | 'O') => (Ink::White, None),
        (Some(Player::Left), letter) => (Ink::Left, Some(letter)),
        (Some(Player::Right), letter) => (Ink::Right, Some(letter)),
        (None, 'o') => (Ink::Nobody, None),
        (None, letter) => (Ink::Nobody, Some(letter)),
    }
}

/// The width of the labels before the squares.
fn margin(widest: &str) -> f32 {
    0.35 + 0.25 * widest.len() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_its_squares_pieces_and_names() {
        let piece = Cell::piece(Player::Left, 'B');
        let view = View::Board { rows: 1, cols: 3, cells: vec![piece, Cell::Empty, Cell::Blocked] };
        let drawing = Drawing::of(&view).unwrap();
        let count = |is: fn(&Shape) -> bool| drawing.shapes.iter().filter(|shape| is(shape)).count();
        assert_eq!(count(|shape| matches!(shape, Shape::Square { .. })), 3);
        assert_eq!(count(|shape| matches!(shape, Shape::Piece { ink: Ink::Black, letter: None, .. })), 1);
        assert_eq!(count(|shape| matches!(shape, Shape::Label { .. })), 4);
    }

    #[test]
    fn summands_stand_side_by_side_and_what_is_monstrous_is_refused() {
        let sum = View::Sum(vec![View::Heaps(vec![3, 5]), View::Heaps(vec![1])]);
        let drawing = Drawing::of(&sum).unwrap();
        assert!(drawing.shapes.iter().any(|shape| matches!(shape, Shape::Sign { text, .. } if text == "+")));
        assert!(drawing.width > 4.0 && drawing.height < 2.0, "{drawing:?}");
        assert!(Drawing::of(&View::Heaps(vec![50; 1000])).is_err());
    }
}
