//! Thermographs for the terminal, and the geometry that all drawings of them share.

use dashu_int::IBig;

use crate::trajectory::Trajectory;
use crate::{Dyadic, Thermograph};

/// The part of a thermograph that is drawn: values from `high` at the left to `low` at the right,
/// temperatures from `bottom` to `top`.
pub(crate) struct Frame {
    pub(crate) low: Dyadic,
    pub(crate) high: Dyadic,
    pub(crate) bottom: Dyadic,
    pub(crate) top: Dyadic,
}

impl Frame {
    /// Hot games are shown from temperature 0 on, all others from −1 on; above the walls there is room for a
    /// piece of the mast.
    pub(crate) fn new(thermograph: &Thermograph) -> Self {
        let temperature = thermograph.temperature();
        let bottom = if temperature.is_positive() { Dyadic::ZERO } else { Dyadic::from(-1) };
        let widest = |wall: &Trajectory| -> Vec<Dyadic> {
            wall_points(wall, &bottom, temperature).into_iter().map(|(_, value)| value).collect()
        };
        let mut values = widest(thermograph.left());
        values.extend(widest(thermograph.right()));
        let or_one = |x: Dyadic| if x.is_positive() { x } else { Dyadic::from(1) };
        let (low, high) = (values.iter().min(), values.iter().max());
        let (low, high) = low.zip(high).expect("a wall has a point at the bottom");
        let margin = or_one(high - low).half().half().half();
        let height = or_one(temperature - &bottom).half().half();
        Frame { low: low - &margin, high: high + &margin, top: temperature + &height, bottom }
    }

    /// The distance of a value from the left edge of a drawing of width `size`.
    pub(crate) fn across(&self, value: &Dyadic, size: u32) -> i64 {
        scale(&(&self.high - value), &(&self.high - &self.low), size)
    }

    /// The distance of a temperature below the upper edge of a drawing of height `size`.
    pub(crate) fn down(&self, temperature: &Dyadic, size: u32) -> i64 {
        scale(&(&self.top - temperature), &(&self.top - &self.bottom), size)
    }

    /// The temperature `step` steps of `steps` above the bottom, rounded down to a dyadic number.
    fn temperature_at(&self, step: u32, steps: u32) -> Dyadic {
        let span = &self.top - &self.bottom;
        let exponent = span.exponent() + 16;
        let whole: IBig = (span.numerator() << 16) * IBig::from(step) / IBig::from(steps.max(1));
        &self.bottom + &Dyadic::from_big(whole, exponent)
    }
}

/// The corners of a wall from `bottom` to `temperature`, inclusive.
pub(crate) fn wall_points(wall: &Trajectory, bottom: &Dyadic, temperature: &Dyadic) -> Vec<(Dyadic, Dyadic)> {
    let mut points = vec![(bottom.clone(), wall.at(bottom))];
    for point in wall.breakpoints() {
        if point.temperature > *bottom && point.temperature < *temperature {
            points.push((point.temperature.clone(), point.value.clone()));
        }
    }
    if temperature > bottom {
        points.push((temperature.clone(), wall.at(temperature)));
    }
    points
}

/// `size · part / whole`, rounded to the nearest integer. `0 ≤ part ≤ whole` and `whole > 0`.
fn scale(part: &Dyadic, whole: &Dyadic, size: u32) -> i64 {
    let exponent = part.exponent().max(whole.exponent());
    let over = |x: &Dyadic| x.numerator() << (exponent - x.exponent());
    let (part, whole) = (over(part) * IBig::from(2 * u64::from(size)), over(whole));
    let rounded: IBig = (part + &whole) / (whole * IBig::from(2));
    i64::try_from(rounded).unwrap_or(i64::MAX)
}

/// The positions of the ticks of an axis: at round numbers, or at dyadic fractions when it is short.
pub(crate) fn ticks(low: &Dyadic, high: &Dyadic, at_most: i64) -> Vec<Dyadic> {
    let span = high - low;
    let fits = |step: &Dyadic| step.times(&Dyadic::from(at_most)) >= span;
    let mut step = Dyadic::from(1);
    while fits(&step.half()) {
        step = step.half();
    }
    // 1, 2, 5, 10, 20, 50, …
    let mut unit = Dyadic::from(1);
    'grow: while !fits(&step) {
        for factor in [1, 2, 5] {
            step = unit.times(&Dyadic::from(factor));
            if fits(&step) {
                break 'grow;
            }
        }
        unit = unit.times(&Dyadic::from(10));
    }
    let mut ticks = Vec::new();
    let mut tick = first_multiple(&step, low);
    while tick <= *high {
        ticks.push(tick.clone());
        tick = &tick + &step;
    }
    ticks
}

/// The least multiple of `step` that is not below `low`.
fn first_multiple(step: &Dyadic, low: &Dyadic) -> Dyadic {
    let exponent = step.exponent().max(low.exponent());
    let over = |x: &Dyadic| x.numerator() << (exponent - x.exponent());
    let (low_over, step_over) = (over(low), over(step));
    let mut count: IBig = &low_over / &step_over;
    if &count * &step_over < low_over {
        count += IBig::ONE;
    }
    step.times(&Dyadic::from_big(count, 0))
}

/// Dots in braille characters, two across and four down in each.
struct Canvas {
    width: usize,
    cells: Vec<u8>,
}

impl Canvas {
    fn set(&mut self, x: usize, y: usize) {
        const BITS: [[u8; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
        if x / 2 < self.width
            && let Some(cell) = self.cells.get_mut(y / 4 * self.width + x / 2)
        {
            *cell |= BITS[y % 4][x % 2];
        }
    }

    fn row(&self, y: usize) -> String {
        let symbol = |cell: &u8| match cell {
            0 => ' ',
            dots => char::from_u32(0x2800 + u32::from(*dots)).unwrap_or(' '),
        };
        self.cells[y * self.width..(y + 1) * self.width].iter().map(symbol).collect()
    }
}

impl Thermograph {
    /// The thermograph in `width` columns and `height` lines, of which the last two are the axis of values
    /// (rising to the left) and its labels: the stops and the mean. The left margin shows the temperature at
    /// which the mast begins and the one at the bottom.
    ///
    /// ```
    /// use nimatron_value::Arena;
    /// let arena = Arena::new();
    /// let hot = arena.canonical(&[arena.integer(4)?], &[arena.integer(1)?])?;
    /// println!("{}", arena.thermograph(hot)?.to_text(40, 12));
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    #[must_use]
    pub fn to_text(&self, width: usize, height: usize) -> String {
        let frame = Frame::new(self);
        let labels = [self.temperature().to_string(), frame.bottom.to_string()];
        let margin = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
        let columns = width.saturating_sub(margin + 2).clamp(8, 400);
        let rows = height.saturating_sub(2).clamp(3, 200);
        // 1. The walls, dot by dot, with the steps between two rows of dots filled in.
        let mut canvas = Canvas { width: columns, cells: vec![0; columns * rows] };
        let (dots_across, dots_down) = (2 * columns as u32 - 1, 4 * rows as u32 - 1);
        for wall in [self.left(), self.right()] {
            let mut before: Option<i64> = None;
            for step in 0..=dots_down {
                let temperature = frame.temperature_at(step, dots_down);
                let x = frame.across(&wall.at(&temperature), dots_across);
                let from = before.map_or(x, |b| if b < x { b + 1 } else { (b - 1).max(x) });
                for dot in from.min(x)..=from.max(x) {
                    canvas.set(usize::try_from(dot).unwrap_or(0), (dots_down - step) as usize);
                }
                before = Some(x);
            }
        }
        // 2. The lines, with the two temperatures at the margin.
        let mast_row = (frame.down(self.temperature(), dots_down) / 4) as usize;
        let mut text = String::new();
        for row in 0..rows {
            let label = match row {
                _ if row == mast_row => &labels[0],
                _ if row + 1 == rows => &labels[1],
                _ => "",
            };
            let mark = if label.is_empty() { '│' } else { '┤' };
            let line = format!("{label:>margin$} {mark}{}", canvas.row(row));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        // 3. The axis and its labels.
        text.push_str(&format!("{:margin$} └{}\n", "", "─".repeat(columns)));
        text.push_str(&" ".repeat(margin + 2));
        text.push_str(&self.value_labels(&frame, columns));
        text.push('\n');
        text
    }

    /// The stops (or the values at the bottom) and the mean, each under its place if there is room.
    fn value_labels(&self, frame: &Frame, columns: usize) -> String {
        let mut line = vec![' '; columns];
        let (left, right) = (self.left().at(&frame.bottom), self.right().at(&frame.bottom));
        for value in [self.mean(), &left, &right] {
            let label: Vec<char> = value.to_string().chars().collect();
            let middle = frame.across(value, columns as u32 - 1) as usize;
            let start = middle.saturating_sub(label.len() / 2).min(columns.saturating_sub(label.len()));
            let around = start.saturating_sub(1)..(start + label.len() + 1).min(columns);
            if label.len() <= columns && line[around].iter().all(|c| *c == ' ') {
                line[start..start + label.len()].copy_from_slice(&label);
            }
        }
        line.into_iter().collect::<String>().trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arena, Game};

    #[test]
    fn the_drawing_of_a_switch_shows_stops_mean_and_temperature() {
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        let switch = arena.canonical(&[n(4)], &[n(1)]).unwrap();
        let text = arena.thermograph(switch).unwrap().to_text(40, 12);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 12, "{text}");
        assert!(lines.iter().all(|l| l.chars().count() <= 40), "{text}");
        let labels: Vec<&str> = lines[11].split_whitespace().collect();
        assert_eq!(labels, ["4", "5/2", "1"], "{text}");
        assert!(text.contains("3/2 ┤"), "{text}");
    }

    #[test]
    fn every_game_of_day_two_and_every_size_can_be_drawn() {
        let arena = Arena::new();
        for g in arena.born_by_day(2).unwrap() {
            let thermograph = arena.thermograph(g).unwrap();
            for (width, height) in [(0, 0), (10, 5), (80, 24)] {
                assert!(thermograph.to_text(width, height).lines().count() >= 5);
            }
        }
        let huge = Dyadic::from_big(IBig::from(10u8).pow(30), 70);
        let g = arena.from_number(huge).unwrap();
        assert!(!arena.thermograph(g).unwrap().to_text(60, 10).is_empty());
        assert!(arena.thermograph(Game::ZERO).unwrap().to_text(30, 8).contains('┤'));
    }

    #[test]
    fn ticks_are_round() {
        let list = |low: Dyadic, high: Dyadic| {
            ticks(&low, &high, 8).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(list(Dyadic::from(-3), Dyadic::from(5)), "-3 -2 -1 0 1 2 3 4 5");
        assert_eq!(list(Dyadic::from(0), Dyadic::from(70)), "0 10 20 30 40 50 60 70");
        assert_eq!(list(Dyadic::new(1, 2), Dyadic::new(5, 2)), "1/4 3/8 1/2 5/8 3/4 7/8 1 9/8 5/4");
    }
}
