//! A thermograph as data and as a text drawing. Left's values are on the left, and temperature increases upwards.

use std::cmp::Ordering;
use std::fmt::Write;

use nimatron_value::{Dyadic, Thermograph, Trajectory};
use serde::Serialize;

/// A thermograph as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ThermographReport {
    /// The mean value, the place of the mast.
    pub mean: String,
    /// The temperature, where the mast begins.
    pub temperature: String,
    /// The bends of the Left wall, by increasing temperature.
    pub left: Vec<Bend>,
    /// The bends of the Right wall, by increasing temperature.
    pub right: Vec<Bend>,
    /// The picture for a terminal.
    #[serde(skip)]
    pub drawing: String,
}

/// A bend of a wall of a thermograph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Bend {
    /// The temperature of the bend.
    pub temperature: String,
    /// The value of the wall at the bend.
    pub value: String,
}

impl ThermographReport {
    pub(crate) fn new(thermograph: &Thermograph) -> Self {
        let bends = |wall: &Trajectory| {
            let bend = |p: &nimatron_value::Breakpoint| Bend {
                temperature: p.temperature.to_string(),
                value: p.value.to_string(),
            };
            wall.breakpoints().iter().map(bend).collect()
        };
        ThermographReport {
            mean: thermograph.mean().to_string(),
            temperature: thermograph.temperature().to_string(),
            left: bends(thermograph.left()),
            right: bends(thermograph.right()),
            drawing: draw(thermograph),
        }
    }
}

/// The number of lines from temperature 0 to the foot of the mast; values infinitesimally close to a number are all
/// mast. A power of two, so that the temperatures of all lines are exact.
const LINES: i64 = 16;
/// The number of lines above that, which show only the mast.
const MAST: i64 = 3;
/// The columns of the picture.
const COLUMNS: usize = 49;

/// Draws a thermograph: the walls with the nearest slashes, the mast as a line.
fn draw(thermograph: &Thermograph) -> String {
    let (left, right) = (thermograph.left(), thermograph.right());
    let temperature = thermograph.temperature();
    // 1. The temperatures of the lines.
    let warm = temperature.is_positive();
    let bottom = if warm { Dyadic::ZERO } else { temperature.clone() };
    let reach = if warm { temperature.clone() } else { Dyadic::from(1) };
    let step = reach.times(&Dyadic::new(1, LINES.ilog2()));
    let lines = if warm { LINES + MAST } else { MAST };
    let temperatures: Vec<Dyadic> =
        (0..=lines).map(|line| &bottom + &step.times(&Dyadic::from(line))).collect();

    // 2. The range of values, largest on the left.
    let values = || temperatures.iter().flat_map(|t| [left.at(t), right.at(t)]);
    let most = values().max().unwrap_or(Dyadic::ZERO);
    let least = values().min().unwrap_or(Dyadic::ZERO);
    let width = approximately(&(most.clone() - least.clone()));
    let column = |value: &Dyadic| {
        if width == 0.0 {
            return COLUMNS / 2;
        }
        let part = approximately(&(most.clone() - value.clone())) / width;
        (part.clamp(0.0, 1.0) * (COLUMNS - 1) as f64).round() as usize
    };

    // 3. Line by line from the top.
    let label = |t: &Dyadic| {
        let marked = *t == bottom || t == temperature;
        if marked { t.to_string() } else { String::new() }
    };
    let labels: Vec<String> = temperatures.iter().map(label).collect();
    let margin = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).max(1);
    let mut text = String::new();
    for (t, label) in temperatures.iter().zip(&labels).rev() {
        let (l, r) = (column(&left.at(t)), column(&right.at(t)));
        let mut line = vec![' '; COLUMNS];
        line[l] = wall(left, t, &step);
        line[r] = wall(right, t, &step);
        if l == r {
            line[l] = '│';
        }
        let line: String = line.into_iter().collect();
        // Writing to a string can't fail.
        let _ = writeln!(text, "{label:>margin$} ┤{}", line.trim_end());
    }
    let _ = writeln!(text, "{:>margin$} └{}", "", "─".repeat(COLUMNS));

    // 4. The stops, if there is room for them.
    let mut foot: Vec<char> = Vec::new();
    for value in [left.at(&bottom), thermograph.mean().clone(), right.at(&bottom)] {
        let label: Vec<char> = value.to_string().chars().collect();
        let at = (margin + 2 + column(&value)).saturating_sub(label.len() / 2);
        if foot.is_empty() || foot.len() < at {
            foot.resize(at, ' ');
            foot.extend(label);
        }
    }
    text.extend(foot);
    text.push('\n');
    text
}

/// The character for a wall at a temperature: a wall whose value falls with temperature leans to the right.
fn wall(wall: &Trajectory, t: &Dyadic, step: &Dyadic) -> char {
    match wall.at(&(t + step)).cmp(&wall.at(t)) {
        Ordering::Less => '/',
        Ordering::Equal => '│',
        Ordering::Greater => '\\',
    }
}

/// Converts to a float, for drawing only.
pub(crate) fn approximately(number: &Dyadic) -> f64 {
    let text = number.to_string();
    let (numerator, denominator) = text.split_once('/').unwrap_or((&text, "1"));
    let float = |text: &str| text.parse::<f64>().unwrap_or(0.0);
    let quotient = float(numerator) / float(denominator);
    if quotient.is_finite() { quotient } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use nimatron_value::Arena;

    use super::*;

    fn drawn(text: &str) -> String {
        let arena = Arena::new();
        let game = nimatron_value::parse_value(&arena, text).unwrap();
        draw(&arena.thermograph(game).unwrap())
    }

    #[test]
    fn a_switch_is_a_tent() {
        let tent = drawn("{1|-1}");
        let lines: Vec<&str> = tent.lines().collect();
        assert_eq!(lines.len(), 22);
        assert!(
            lines[3].starts_with("1 ┤ ")
                && lines[3].ends_with('│')
                && lines[10].contains('/')
                && lines[10].contains('\\'),
            "{tent}"
        );
        assert!(lines[19].starts_with("0 ┤/") && lines[19].ends_with('\\'), "{tent}");
        assert_eq!(lines[21].split_whitespace().collect::<Vec<_>>(), ["1", "0", "-1"]);
    }

    #[test]
    fn every_kind_of_value_is_drawn() {
        for text in ["{10||2|0}", "{100000000000000000000000000|1}", "+-1/1024"] {
            assert_eq!(drawn(text).lines().count(), 22, "{text}");
        }
        for text in ["0", "3/8", "^^*"] {
            assert_eq!(drawn(text).lines().count(), 6, "{text}");
        }
    }
}
