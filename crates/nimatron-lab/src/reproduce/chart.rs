//! A chart of the rows of a table: our results over one of its columns, with the curves of the paper.

use std::fmt::Write;

use super::Settled;
use super::compare::measure;
use crate::picture::escaped;

/// A chart; `pieces, log` draws the answers over the column `pieces` on a logarithmic scale.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    column: String,
    log: bool,
    curves: Vec<Curve>,
}

/// A curve `a × b^p`, or `p^b`.
#[derive(Clone, PartialEq, Debug)]
struct Curve {
    name: String,
    factor: f64,
    base: f64,
    /// Whether the variable is the exponent.
    exponential: bool,
}

impl Curve {
    fn at(&self, x: f64) -> f64 {
        self.factor * if self.exponential { self.base.powf(x) } else { x.powf(self.base) }
    }
}

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 16.0;
const RIGHT: f64 = 130.0;
const BELOW: f64 = 44.0;

const STYLE: &str = "\
.chart{color:#222;font:13px system-ui,sans-serif}.chart .ground{fill:#fff}.chart text{fill:currentColor}\
.chart .frame{fill:none;stroke:currentColor;stroke-opacity:.6}.chart .grid{stroke:currentColor;stroke-opacity:.15}\
.chart .here{fill:#1f5fa8}.chart .paper{fill:none;stroke:#a8471f;stroke-width:1.5}.chart .curve{fill:none;stroke:#2b7a3a;stroke-dasharray:5 4}\
@media(prefers-color-scheme:dark){.chart{color:#ddd}.chart .ground{fill:#1b1b1b}.chart .here{fill:#7fb2ff}\
.chart .paper{stroke:#ff9e73}.chart .curve{stroke:#7fd18f}}";

impl Chart {
    /// Reads `column`, or `column, log`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let (column, scale) = text.split_once(',').unwrap_or((text, "linear"));
        let log = match scale.trim() {
            "log" => true,
            "linear" => false,
            other => return Err(format!("`{other}` is not a scale; expected `log` or `linear`")),
        };
        Ok(Chart { column: column.trim().into(), log, curves: Vec::new() })
    }

    /// Adds `2.3^p`, `9.5 × 1.63^p` or `p^2.3`.
    pub(super) fn add_curve(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("`{text}` is not a curve; expected 9.5 × 1.63^p or p^2.3");
        let (factor, power) = match text.split_once('×') {
            Some((factor, power)) => (factor.trim().parse().map_err(|_| wrong())?, power),
            None => (1.0, text),
        };
        let (base, exponent) = power.trim().split_once('^').ok_or_else(wrong)?;
        let curve = match (base.trim().parse(), exponent.trim().parse()) {
            (Ok(base), Err(_)) => Curve { name: text.into(), factor, base, exponential: true },
            (Err(_), Ok(base)) => Curve { name: text.into(), factor, base, exponential: false },
            _ => return Err(wrong()),
        };
        self.curves.push(curve);
        Ok(())
    }

    /// The picture; `None` if no row has a number.
    pub(super) fn svg(&self, rows: &[Settled]) -> Option<String> {
        let number = |text: &Option<String>| measure(text.as_deref()?).ok();
        let points: Vec<(f64, Option<f64>, Option<f64>)> = rows
            .iter()
            .filter_map(|row| {
                let x = &row.columns.iter().find(|(name, _)| *name == self.column)?.1;
                Some((measure(x).ok()?, number(&row.here), number(&row.paper)))
            })
            .filter(|(_, here, _)| here.is_some_and(|here| here > 0.0 || !self.log))
            .collect();
        let xs = || points.iter().map(|&(x, ..)| x);
        let ys = || points.iter().flat_map(|&(_, here, paper)| [here, paper]).flatten();
        let (x_low, x_high) = (xs().reduce(f64::min)?, xs().reduce(f64::max)?);
        let (mut low, mut high) = (ys().reduce(f64::min)?, ys().reduce(f64::max)?);
        if self.log {
            (low, high) = (10f64.powf(low.max(1e-9).log10().floor()), 10f64.powf(high.log10().ceil()));
        } else {
            (low, high) = (low.min(0.0), high * 1.05);
        }
        let spread = (x_high - x_low).max(1.0);
        let place_x = |x: f64| LEFT + (x - x_low + 0.03 * spread) / (1.06 * spread) * WIDTH;
        let place_y = |y: f64| {
            let part =
                if self.log { (y / low).log10() / (high / low).log10() } else { (y - low) / (high - low) };
            TOP + HEIGHT * (1.0 - part)
        };
        let (width, height) = (LEFT + WIDTH + RIGHT, TOP + HEIGHT + BELOW);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             class=\"chart\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\"><style>{STYLE}</style>\
             <rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n"
        );
        // Writing to a string can't fail.
        for y in self.ticks(low, high) {
            let (at, name) = (place_y(y), tick(y));
            let _ = writeln!(
                out,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}h{WIDTH}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{name}</text>",
                LEFT - 8.0,
                at + 4.0
            );
        }
        let mut named = Vec::new();
        for x in xs() {
            if !named.iter().any(|&other: &f64| (place_x(other) - place_x(x)).abs() < 26.0) {
                named.push(x);
                let (at, below) = (place_x(x), TOP + HEIGHT + 18.0);
                let _ = writeln!(
                    out,
                    "<text x=\"{at:.1}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
                    tick(x)
                );
            }
        }
        let (middle, below) = (LEFT + WIDTH / 2.0, TOP + HEIGHT + 36.0);
        let _ = writeln!(
            out,
            "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{}</text>",
            escaped(&self.column)
        );
        let mut label_y = TOP + 14.0;
        for curve in &self.curves {
            let steps = (0..=60).map(|i| x_low + (x_high - x_low) * f64::from(i) / 60.0);
            let inside = steps.map(|x| (x, curve.at(x))).filter(|&(_, y)| y >= low && y <= high);
            let path: Vec<String> =
                inside.map(|(x, y)| format!("{:.1} {:.1}", place_x(x), place_y(y))).collect();
            if !path.is_empty() {
                let _ = writeln!(out, "<path class=\"curve\" d=\"M{}\"/>", path.join("L"));
            }
            let x = LEFT + WIDTH + 8.0;
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{label_y}\">- - {}</text>", escaped(&curve.name));
            label_y += 18.0;
        }
        for (x, here, paper) in &points {
            if let Some(paper) = paper.filter(|paper| *paper >= low) {
                let (x, y) = (place_x(*x), place_y(paper));
                let _ = writeln!(out, "<circle class=\"paper\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"/>");
            }
            if let Some(here) = here {
                let (x, y) = (place_x(*x), place_y(*here));
                let _ = writeln!(out, "<circle class=\"here\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>");
            }
        }
        let x = LEFT + WIDTH + 14.0;
        for (class, radius, name) in [("here", 3.5, "here"), ("paper", 6.0, "paper")] {
            let (dot, text) = (label_y - 4.0, x + 12.0);
            let _ = writeln!(
                out,
                "<circle class=\"{class}\" cx=\"{x}\" cy=\"{dot}\" r=\"{radius}\"/><text x=\"{text}\" y=\"{label_y}\">{name}</text>"
            );
            label_y += 18.0;
        }
        let _ = writeln!(
            out,
            "<rect class=\"frame\" x=\"{LEFT}\" y=\"{TOP}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/></svg>"
        );
        Some(out)
    }

    /// The positions of grid lines: powers of ten, or five round numbers.
    fn ticks(&self, low: f64, high: f64) -> Vec<f64> {
        if self.log {
            let (from, to) = (low.log10().round() as i32, high.log10().round() as i32);
            return (from..=to).map(|power| 10f64.powi(power)).collect();
        }
        let rough = (high - low) / 5.0;
        let unit = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * unit).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(unit * 10.0);
        (0..20).map(|i| (low / step).ceil() * step + f64::from(i) * step).filter(|y| *y <= high).collect()
    }
}

/// A number on an axis.
fn tick(number: f64) -> String {
    if number.abs() >= 1e5 {
        return format!("10{}", superscript(number.log10().round() as i64));
    }
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn superscript(number: i64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number.to_string().bytes().map(|digit| DIGITS[usize::from(digit.saturating_sub(b'0')) % 10]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::Verdict;

    #[test]
    fn curves_are_read() {
        let mut chart = Chart::read("pieces, log").unwrap();
        for curve in ["2.3^p", "9.5 × 1.63^p", "p^2.3"] {
            chart.add_curve(curve).unwrap();
        }
        let at_two: Vec<f64> = chart.curves.iter().map(|curve| curve.at(2.0)).collect();
        assert!((at_two[0] - 5.29).abs() < 1e-9 && (at_two[1] - 25.24055).abs() < 1e-4);
        assert!((at_two[2] - 4.9246).abs() < 1e-3);
        assert!(chart.add_curve("sin p").is_err() && Chart::read("pieces, curved").is_err());
    }

    #[test]
    fn rows_without_numbers_draw_nothing() {
        let chart = Chart::read("pieces").unwrap();
        let row = |here: &str| Settled {
            table: String::new(),
            cell: String::new(),
            paper: None,
            here: Some(here.into()),
            verdict: Verdict::Extended,
            note: None,
            command: None,
            key: None,
            seconds: None,
            columns: vec![("pieces".into(), "4".into())],
        };
        assert_eq!(chart.svg(&[row("many")]), None);
        assert!(chart.svg(&[row("7"), row("9")]).unwrap().contains("class=\"here\""));
    }
}
