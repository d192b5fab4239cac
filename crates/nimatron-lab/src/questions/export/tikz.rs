//! Positions and thermographs for TikZ: environments for any document that loads the package, without TikZ libraries.

use std::fmt::Write;

use nimatron_value::{Dyadic, Thermograph, Trajectory};

use super::drawing::{Drawing, Ground, Ink, Shape};
use crate::thermograph::approximately;

/// The picture of a position.
pub(super) fn picture(drawing: &Drawing, title: &str) -> String {
    let mut out = head(title, "x=6mm, y=-6mm, line width=.4pt");
    for shape in &drawing.shapes {
        // Writing to a string can't fail.
        let _ = match shape {
            Shape::Square { x, y, ground } => {
                let fill = match ground {
                    Ground::Free => "draw=black!55",
                    Ground::Blocked => "draw=black!55, fill=black!60",
                    Ground::Attacked => "draw=black!55, fill=black!12",
                    Ground::OnlyLeft => "draw=black!55, fill=blue!15",
                    Ground::OnlyRight => "draw=black!55, fill=red!15",
                };
                writeln!(out, "  \\path[{fill}] ({},{}) rectangle +(1,1);", at(*x), at(*y))
            }
            Shape::Piece { x, y, radius, ink, letter } => {
                let (fill, colour) = match ink {
                    Ink::Black => ("fill=black", "white"),
                    Ink::White => ("fill=white", "black"),
                    Ink::Left => ("fill=blue!70!black", "white"),
                    Ink::Right => ("fill=red!70!black", "white"),
                    Ink::Nobody => ("fill=black!50", "white"),
                };
                let (x, y, radius) = (at(*x), at(*y), at(6.0 * radius));
                let _ = writeln!(out, "  \\path[draw=black, {fill}] ({x},{y}) circle[radius={radius}mm];");
                match letter {
                    Some(letter) => {
                        let letter = escaped(&letter.to_string());
                        let font = "font=\\sffamily\\bfseries\\footnotesize";
                        writeln!(out, "  \\node[{colour}, inner sep=0pt, {font}] at ({x},{y}) {{{letter}}};")
                    }
                    None => Ok(()),
                }
            }
            Shape::Label { x, y, text } => {
                let text = escaped(text);
                writeln!(
                    out,
                    "  \\node[inner sep=0pt, font=\\scriptsize] at ({},{}) {{{text}}};",
                    at(*x),
                    at(*y)
                )
            }
            Shape::Sign { x, y, text } => {
                writeln!(out, "  \\node[inner sep=0pt] at ({},{}) {{${}$}};", at(*x), at(*y), escaped(text))
            }
        };
    }
    out + "\\end{tikzpicture}\n"
}

/// The size of the plot in centimetres.
const WIDTH: f64 = 7.0;
const HEIGHT: f64 = 4.5;
/// The fraction of the height above the temperature that belongs to the mast.
const MAST: f64 = 0.25;

/// A thermograph: values increase to the left, temperature upwards. `title` is for math mode.
pub(super) fn thermograph(thermograph: &Thermograph, title: &str) -> String {
    // 1. The visible range: from temperature 0, or from the negative temperature of a number.
    let temperature = thermograph.temperature();
    let bottom = if temperature.is_positive() { Dyadic::ZERO } else { temperature.clone() };
    let points = |wall: &Trajectory| -> Vec<(f64, f64)> {
        let bends = wall.breakpoints().iter().map(|bend| &bend.temperature);
        let inside = bends.filter(|at| **at > bottom && *at < temperature);
        let all = [&bottom].into_iter().chain(inside).chain([temperature]);
        all.map(|t| (approximately(&wall.at(t)), approximately(t))).collect()
    };
    let (left, right) = (points(thermograph.left()), points(thermograph.right()));
    let mean = approximately(thermograph.mean());
    let values = || left.iter().chain(&right).map(|point| point.0);
    let (low, high) = (values().fold(mean, f64::min), values().fold(mean, f64::max));
    let breadth = if high > low { high - low } else { 2.0 };
    let (low, high) = ((low + high - 1.2 * breadth) / 2.0, (low + high + 1.2 * breadth) / 2.0);
    let (floor, ceiling) = (approximately(&bottom), approximately(temperature));
    let rise = if ceiling > floor { ceiling - floor } else { 1.0 };
    let top = ceiling + rise * MAST / (1.0 - MAST);
    let x = |value: f64| (high - value) / (high - low) * WIDTH;
    let y = |t: f64| (t - floor) / (top - floor) * HEIGHT;
    let place = |point: &(f64, f64)| format!("({},{})", fine(x(point.0)), fine(y(point.1)));
    // 2. Axes with round numbers.
    let mut out = head("a thermograph: values rise to the left", "x=1cm, y=1cm, line width=.6pt");
    let _ = writeln!(out, "  \\draw[->] (0,0) -- (0,{}) node[above] {{$t$}};", fine(HEIGHT + 0.3));
    let _ = writeln!(out, "  \\draw (0,0) -- ({},0);", fine(WIDTH));
    for tick in ticks(low, high) {
        let (place, label) = (fine(x(tick)), number(tick));
        let _ =
            writeln!(out, "  \\draw ({place},0) -- +(0,-.1) node[below, font=\\footnotesize] {{${label}$}};");
    }
    for tick in ticks(floor, top) {
        let (place, label) = (fine(y(tick)), number(tick));
        let _ =
            writeln!(out, "  \\draw (0,{place}) -- +(-.1,0) node[left, font=\\footnotesize] {{${label}$}};");
    }
    // 3. The walls and the mast.
    let walls = if temperature.is_positive() { 2 } else { 0 };
    for (wall, colour) in [(&left, "blue!70!black"), (&right, "red!70!black")].into_iter().take(walls) {
        let path: Vec<String> = wall.iter().map(place).collect();
        let _ = writeln!(out, "  \\draw[{colour}, line width=1.2pt] {};", path.join(" -- "));
    }
    let foot = place(&(mean, ceiling));
    let _ = writeln!(out, "  \\draw[->, line width=1.2pt] {foot} -- ({},{});", fine(x(mean)), fine(HEIGHT));
    let _ = writeln!(out, "  \\node[above] at ({},{}) {{${title}$}};", fine(WIDTH / 2.0), fine(HEIGHT + 0.3));
    out + "\\end{tikzpicture}\n"
}

/// The beginning of a picture.
fn head(title: &str, options: &str) -> String {
    let title = title.replace(['\n', '\r'], " ");
    format!("% {title}\n% Needs \\usepackage{{tikz}}.\n\\begin{{tikzpicture}}[{options}]\n")
}

/// Numbers from here on are written in scientific notation.
const LARGE: f64 = 1e6;

/// Two to eight numbers in a range, multiples of a power of two or of a round number.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    // Numbers of many digits need room.
    let most = if high.abs().max(low.abs()) < LARGE { 8.0 } else { 3.0 };
    let mut step = (high - low) / most;
    // Powers of 1/2 below one, because thermographs bend there; above one 1, 2, 5, 10, …
    step = if step <= 1.0 {
        step.log2().ceil().exp2()
    } else {
        let power = 10f64.powf(step.log10().floor());
        [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|factor| factor * power)
            .find(|round| *round >= step)
            .unwrap_or(step)
    };
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first + 20)).map(|tick| tick as f64 * step).collect()
}

/// A tick in math mode, as a fraction if it is one.
fn number(tick: f64) -> String {
    for denominator in (0..=12).map(|power| 1i64 << power) {
        let numerator = tick * denominator as f64;
        if numerator.fract() == 0.0 && numerator.abs() < LARGE {
            let numerator = numerator as i64;
            return match denominator {
                1 => numerator.to_string(),
                _ => {
                    let sign = if numerator < 0 { "-" } else { "" };
                    format!("{sign}\\frac{{{}}}{{{denominator}}}", numerator.abs())
                }
            };
        }
    }
    // Larger or finer than in usual games.
    let written = format!("{tick:.2e}");
    let (mantissa, power) = written.split_once('e').unwrap_or((&written, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    format!("{mantissa}\\cdot 10^{{{power}}}")
}

/// Hundredths of a square.
fn at(place: f32) -> String {
    let text = format!("{place:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Thousandths of a centimetre.
fn fine(place: f64) -> String {
    let text = format!("{place:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_owned() }
}

/// Text with TeX's special characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(letter);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '^' | '~' => out.push_str(&format!("\\char`\\{letter}{{}}")),
            letter => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_few_and_round() {
        assert_eq!(ticks(-1.2, 1.2), [-1.0, -0.5, 0.0, 0.5, 1.0]);
        assert_eq!(ticks(0.0, 100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert!(ticks(0.0, 1e26).len() <= 8);
        assert_eq!(number(-0.75), "-\\frac{3}{4}");
        assert_eq!(number(12.0), "12");
        assert_eq!(number(2e25), "2\\cdot 10^{25}");
    }

    #[test]
    fn letters_of_tex_are_escaped() {
        assert_eq!(escaped("a_b#1"), "a\\_b\\#1");
    }
}
