//! Pictures of Grundy values: the values, their frequencies, and the number of rare heaps.

use std::collections::BTreeSet;
use std::fmt::Write;

use nimatron_solve::{Method, Values};

use super::SequenceReport;
use crate::grouped;
use crate::picture::escaped;

const WIDTH: usize = 900;
const HEIGHT: usize = 260;
/// The margins of each panel.
const LEFT: usize = 70;
const TOP: usize = 46;
const BELOW: usize = 40;
const STEP: usize = TOP + HEIGHT + BELOW;

/// Colours for light and dark pages.
const STYLE: &str = "\
.sequence{color:#222;font:13px system-ui,sans-serif}.sequence .ground{fill:#fff}.sequence text{fill:currentColor}\
.sequence .title{font-size:15px}.sequence .frame{fill:none;stroke:currentColor;stroke-opacity:.6}\
.sequence .grid{stroke:currentColor;stroke-opacity:.15}.sequence .data{fill:none;stroke-width:2}\
.sequence .values{stroke:#1f5fa8}.sequence .counts{stroke:#a8471f;stroke-width:1}.sequence .rare{stroke:#2b7a3a}\
@media(prefers-color-scheme:dark){.sequence{color:#ddd}.sequence .ground{fill:#1b1b1b}\
.sequence .values{stroke:#7fb2ff}.sequence .counts{stroke:#ff9e73}.sequence .rare{stroke:#7fd18f}}";

/// The picture of the first `length` values.
pub(super) fn svg(
    game: &str,
    values: &Values,
    length: usize,
    report: &SequenceReport,
    method: Method,
) -> String {
    let rare = rare_counts(values, length, method);
    let panels = 2 + usize::from(rare.is_some());
    let (width, height) = (LEFT + WIDTH + 30, panels * STEP + 10);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
         {height}\" class=\"sequence\" role=\"img\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <style>{STYLE}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n"
    );
    let game = escaped(game);
    // 1. Values by heap. Heaps may share a dot: each dot is drawn once.
    let last = length.saturating_sub(1);
    let title = format!("{game}: the first {} values", grouped(length as u64));
    frame(&mut out, 0, &title, last, report.max as usize);
    let dots: BTreeSet<(usize, usize)> = values
        .iter()
        .take(length)
        .enumerate()
        .map(|(heap, value)| (scaled(heap, last, WIDTH), scaled(value as usize, report.max as usize, HEIGHT)))
        .collect();
    let mut path = String::new();
    for (x, y) in dots {
        // Writing to a string can't fail.
        let _ = write!(path, "M{} {}h2", LEFT + x, TOP + HEIGHT - y);
    }
    let _ = writeln!(out, "<path class=\"data values\" d=\"{path}\"/>");
    // 2. The number of heaps with each value.
    let mut counts = vec![0usize; report.max as usize + 1];
    values.iter().take(length).for_each(|value| counts[value as usize] += 1);
    let most = counts.iter().max().copied().unwrap_or(0);
    let title = format!("how many heaps have each value; max value {}, max frequency {}", report.max, most);
    frame(&mut out, STEP, &title, report.max as usize, most);
    let mut path = String::new();
    for (value, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let x = LEFT + scaled(value, report.max as usize, WIDTH);
        let _ = write!(path, "M{x} {}v-{}", STEP + TOP + HEIGHT, scaled(count, most, HEIGHT));
    }
    let _ = writeln!(out, "<path class=\"data counts\" d=\"{path}\"/>");
    // 3. The number of rare heaps.
    if let Some(rare) = rare {
        let most = rare.last().map_or(0, |&(_, count)| count);
        let title =
            format!("how many heaps are rare: {} of {}", grouped(most as u64), grouped(length as u64));
        frame(&mut out, 2 * STEP, &title, last, most);
        let points: Vec<_> = rare
            .iter()
            .map(|&(heap, count)| {
                let y = 2 * STEP + TOP + HEIGHT - scaled(count, most, HEIGHT);
                format!("{},{y}", LEFT + scaled(heap, last, WIDTH))
            })
            .collect();
        let points = points.join(" ");
        let _ = writeln!(out, "<polyline class=\"data rare\" points=\"{points}\"/>");
    }
    out.push_str("</svg>\n");
    out
}

/// The number of rare heaps up to some heaps; `None` if there is no sparse space.
fn rare_counts(values: &Values, length: usize, method: Method) -> Option<Vec<(usize, usize)>> {
    let Method::Sparse { .. } = method else { return None };
    let mut counts = Vec::new();
    let mut count = 0;
    for (heap, value) in values.iter().take(length).enumerate() {
        count += usize::from(method.is_rare(heap, value));
        let next = scaled(heap + 1, length, WIDTH / 2);
        if scaled(heap, length, WIDTH / 2) != next || heap + 1 == length {
            counts.push((heap, count));
        }
    }
    Some(counts)
}

/// The place of a number on an axis that ends at `most`.
fn scaled(at: usize, most: usize, size: usize) -> usize {
    at * size / most.max(1)
}

/// The frame of a panel, with its title and round numbers on its axes.
fn frame(out: &mut String, y: usize, title: &str, most_x: usize, most_y: usize) {
    let (top, bottom) = (y + TOP, y + TOP + HEIGHT);
    // Writing to a string can't fail.
    let _ = writeln!(out, "<text class=\"title\" x=\"{LEFT}\" y=\"{}\">{title}</text>", top - 14);
    for (number, text) in round_numbers(most_x) {
        let x = LEFT + scaled(number, most_x, WIDTH);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{x} {top}V{bottom}\"/>");
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{text}</text>", bottom + 18);
    }
    for (number, text) in round_numbers(most_y) {
        let y = bottom - scaled(number, most_y, HEIGHT);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{LEFT} {y}H{}\"/>", LEFT + WIDTH);
        let _ = writeln!(out, "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{text}</text>", LEFT - 6, y + 4);
    }
    let _ = writeln!(
        out,
        "<rect class=\"frame\" x=\"{LEFT}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>"
    );
}

/// Five to ten round numbers from 0 to at most this, or fewer if there are fewer.
fn round_numbers(most: usize) -> Vec<(usize, String)> {
    let mut step = 1;
    while most / step > 10 {
        // 1, 2, 5, 10, …
        step = if step.to_string().starts_with('2') { step / 2 * 5 } else { step * 2 };
    }
    (0..=most / step).map(|i| (i * step, grouped((i * step) as u64))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_few_round_numbers() {
        let numbers = |most| round_numbers(most).into_iter().map(|(number, _)| number).collect::<Vec<_>>();
        assert_eq!(numbers(3), [0, 1, 2, 3]);
        assert_eq!(numbers(11), [0, 2, 4, 6, 8, 10]);
        assert_eq!(numbers(499), [0, 50, 100, 150, 200, 250, 300, 350, 400, 450]);
        assert_eq!(round_numbers(1 << 20).last().unwrap().1, "1,000,000");
    }
}
