//! Box plots.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::{ComplexityReport, Spread};
use crate::grouped;

const WIDTH: f64 = 720.0;
const LEFT: f64 = 40.0;
/// The height of a panel with its title and axis, and of a box.
const PANEL: f64 = 150.0;
const BOX: f64 = 44.0;

/// Colours for light and dark pages.
const STYLE: &str = "\
.boxes{color:#222;font:13px system-ui,sans-serif}.boxes .ground{fill:#fff}.boxes text{fill:currentColor}\
.boxes .title{font-size:15px}.boxes .line{fill:none;stroke:currentColor;stroke-width:1.5}\
.boxes .grid{stroke:currentColor;stroke-opacity:.15}.boxes .box{fill:#9ec1e8;stroke:currentColor;stroke-width:1.5}\
.boxes .mean{fill:#a8471f;stroke:none}.boxes .far{fill:currentColor;fill-opacity:.5}\
@media(prefers-color-scheme:dark){.boxes{color:#ddd}.boxes .ground{fill:#1b1b1b}.boxes .box{fill:#2d4f78}\
.boxes .mean{fill:#ff9e73}}";

/// The picture: branching, branching by pieces if it differs, and length.
pub(super) fn svg(report: &ComplexityReport) -> String {
    let mut panels = vec![("moves to choose from", &report.branching_spread, &report.samples[0])];
    if report.branching_per_piece_spread != report.branching_spread {
        let title = "moves to choose from, each counted for every piece it moves";
        panels.push((title, &report.branching_per_piece_spread, &report.samples[1]));
    }
    panels.push(("moves of a game", &report.length_spread, &report.samples[2]));
    let (width, height) = (WIDTH + 2.0 * LEFT, 50.0 + PANEL * panels.len() as f64);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
         {height}\" class=\"boxes\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <style>{STYLE}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n"
    );
    let title = format!("{}: {} games of {}", report.game, grouped(report.games), report.agent);
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "<text class=\"title\" x=\"{LEFT}\" y=\"28\">{}</text>",
        title.replace('&', "&amp;").replace('<', "&lt;")
    );
    for (i, (title, spread, sample)) in panels.into_iter().enumerate() {
        panel(&mut out, 40.0 + PANEL * i as f64, title, spread, sample);
    }
    out.push_str("</svg>\n");
    out
}

/// A box from quartile to quartile with the median, whiskers to the farthest numbers within one and a half boxes, dots
/// for numbers beyond, and a diamond for the mean, as wide as its 95 % interval.
fn panel(out: &mut String, top: f64, title: &str, spread: &Spread, sample: &[f64]) {
    let step = round_step((spread.most - spread.least).max(1.0));
    let (low, high) = ((spread.least / step).floor() * step, (spread.most / step).ceil() * step);
    let high = if high > low { high } else { low + step };
    let x = |number: f64| LEFT + WIDTH * (number - low) / (high - low);
    let middle = top + 30.0 + BOX / 2.0 + 8.0;
    let bottom = middle + BOX / 2.0 + 14.0;
    // Writing to a string can't fail.
    let _ = writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{}\">{title}: mean {:.1} ({:.1} to {:.1}), median {:.1}</text>",
        top + 20.0,
        spread.mean,
        spread.low,
        spread.high,
        spread.median
    );
    for i in 0..=((high - low) / step).round() as i64 {
        let number = low + step * i as f64;
        let at = x(number);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{at:.1} {:.1}V{bottom:.1}\"/>", top + 30.0);
        let _ = writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            if step < 1.0 { format!("{number:.1}") } else { format!("{number:.0}") }
        );
    }
    let Spread { lower_quartile, upper_quartile, .. } = *spread;
    let reach = 1.5 * (upper_quartile - lower_quartile);
    let near = |number: &&f64| (lower_quartile - reach..=upper_quartile + reach).contains(*number);
    let whiskers = [
        sample.iter().find(near).copied().unwrap_or(lower_quartile).min(lower_quartile),
        sample.iter().rev().find(near).copied().unwrap_or(upper_quartile).max(upper_quartile),
    ];
    let [from, to] = whiskers.map(x);
    let (first, last) = (x(lower_quartile), x(upper_quartile));
    let (above, below) = (middle - BOX / 2.0, middle + BOX / 2.0);
    let _ = writeln!(
        out,
        "<path class=\"line\" d=\"M{from:.1} {middle:.1}H{first:.1}M{last:.1} {middle:.1}H{to:.1}M{from:.1} {:.1}v{:.1}M{to:.1} \
         {:.1}v{:.1}\"/>",
        middle - BOX / 4.0,
        BOX / 2.0,
        middle - BOX / 4.0,
        BOX / 2.0
    );
    let _ = writeln!(
        out,
        "<rect class=\"box\" x=\"{first:.1}\" y=\"{above:.1}\" width=\"{:.1}\" height=\"{BOX}\"/>",
        last - first
    );
    let _ = writeln!(out, "<path class=\"line\" d=\"M{:.1} {above:.1}V{below:.1}\"/>", x(spread.median));
    // Numbers at the same place share a dot.
    let far: BTreeSet<i64> = sample
        .iter()
        .filter(|number| !near(number))
        .map(|number| (2.0 * x(*number)).round() as i64)
        .collect();
    for at in far {
        let _ = writeln!(
            out,
            "<circle class=\"far\" cx=\"{:.1}\" cy=\"{middle:.1}\" r=\"1.5\"/>",
            at as f64 / 2.0
        );
    }
    let (mean, low, high) = (x(spread.mean), x(spread.low), x(spread.high));
    let (low, high) = (low.min(mean - 2.0), high.max(mean + 2.0));
    let _ = writeln!(
        out,
        "<path class=\"mean\" d=\"M{low:.1} {middle:.1}L{mean:.1} {:.1}L{high:.1} {middle:.1}L{mean:.1} {:.1}Z\"/>",
        middle - BOX / 3.0,
        middle + BOX / 3.0
    );
}

/// 1, 2 or 5 times a power of ten, such that a span contains at most ten steps.
fn round_step(span: f64) -> f64 {
    let mut step = 10f64.powf((span / 10.0).log10().floor());
    for factor in [2.0, 2.5, 2.0] {
        if span / step > 10.0 {
            step *= factor;
        }
    }
    step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_few_round_numbers() {
        for (span, step) in [(1.0, 0.1), (7.0, 1.0), (12.0, 2.0), (45.0, 5.0), (60.0, 10.0), (999.0, 100.0)] {
            assert!((round_step(span) - step).abs() < 1e-9, "{span}: {}", round_step(span));
        }
    }
}
