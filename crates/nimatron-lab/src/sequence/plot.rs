//! Pictures of Grundy values: the values themselves, how often each occurs, how many heaps are rare.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use nimatron_solve::{Method, Values};

use super::{SequenceReport, extension};
use crate::{LabError, grouped};

const WIDTH: usize = 900;
const HEIGHT: usize = 260;
/// Around each panel.
const LEFT: usize = 70;
const TOP: usize = 46;
const BELOW: usize = 40;
const STEP: usize = TOP + HEIGHT + BELOW;

/// Refuses what can't be drawn.
pub(super) fn check_name(path: &Path) -> Result<(), LabError> {
    match &*extension(path) {
        "svg" => Ok(()),
        _ => Err(LabError::Senseless(format!("{}: pictures are drawn as .svg", path.display()))),
    }
}

/// The picture of the first so many values.
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
         {height}\" font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let game = escaped(game);
    // 1. Values by heap. Many heaps share a dot: each dot is drawn once.
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
    let _ = writeln!(out, "<path d=\"{path}\" stroke=\"#1f5fa8\" stroke-width=\"2\" fill=\"none\"/>");
    // 2. How many heaps have each value.
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
    let _ = writeln!(out, "<path d=\"{path}\" stroke=\"#a8471f\" stroke-width=\"1\" fill=\"none\"/>");
    // 3. How many heaps are rare.
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
        let _ = writeln!(
            out,
            "<polyline points=\"{points}\" stroke=\"#2b7a3a\" stroke-width=\"2\" fill=\"none\"/>"
        );
    }
    out.push_str("</svg>\n");
    out
}

/// At some heaps, how many up to there are rare; nothing if there is no sparse space.
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

/// Where something is on an axis that goes up to `most`.
fn scaled(at: usize, most: usize, size: usize) -> usize {
    at * size / most.max(1)
}

/// The frame of a panel, with its title and how far its axes go.
fn frame(out: &mut String, y: usize, title: &str, most_x: usize, most_y: usize) {
    let (top, bottom) = (y + TOP, y + TOP + HEIGHT);
    // Writing to a string can't fail.
    let _ = writeln!(out, "<text x=\"{LEFT}\" y=\"{}\" font-size=\"15\">{title}</text>", top - 14);
    let _ = writeln!(
        out,
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#888\"/>"
    );
    let ends = [(LEFT, "0".to_owned()), (LEFT + WIDTH, grouped(most_x as u64))];
    for (x, text) in ends {
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{text}</text>", bottom + 18);
    }
    for (at, text) in [(bottom, "0".to_owned()), (top + 5, grouped(most_y as u64))] {
        let _ = writeln!(out, "<text x=\"{}\" y=\"{at}\" text-anchor=\"end\">{text}</text>", LEFT - 6);
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
