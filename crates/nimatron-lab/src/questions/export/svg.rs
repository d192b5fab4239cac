//! Positions as SVG, for light and dark pages.

use std::fmt::Write;

use super::drawing::{Drawing, Ground, Ink, Shape};

/// The side of a square and the margin, in pixels.
const SIDE: f32 = 40.0;
const MARGIN: f32 = 10.0;

const STYLE: &str = "\
.position{color:#222;font-family:system-ui,sans-serif}.position .ground{fill:#fff}.position text{fill:currentColor}\
.position .square{fill:#fbf7ee;stroke:#8a7f6a}.position .blocked{fill:#6b6558}.position .attacked{fill:#e4dcc8}\
.position .only-left{fill:#d5e4fa}.position .only-right{fill:#fadcd5}\
.position .piece{stroke:#222;stroke-width:1.5}.position .black{fill:#222}.position .white{fill:#fff}\
.position .left{fill:#1f5fbf;stroke:#174a96}.position .right{fill:#c23b22;stroke:#982c18}\
.position .nobody{fill:#8d7a4f;stroke:#6d5d39}.position .letter{fill:#fff;font-weight:600}\
@media(prefers-color-scheme:dark){.position{color:#ddd}.position .ground{fill:#1b1b1b}\
.position .square{fill:#3a362d;stroke:#7d745f}.position .blocked{fill:#8f8878}.position .attacked{fill:#57503f}\
.position .only-left{fill:#24395c}.position .only-right{fill:#5c2c24}\
.position .piece{stroke:#bbb}.position .black{fill:#0c0c0c}.position .white{fill:#eee}}";

/// The picture of a position.
pub(super) fn picture(drawing: &Drawing, title: &str) -> String {
    let (width, height) = (drawing.width * SIDE + 2.0 * MARGIN, drawing.height * SIDE + 2.0 * MARGIN);
    let (width, height) = (number(width.ceil()), number(height.ceil()));
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         class=\"position\" role=\"img\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n"
    );
    for shape in &drawing.shapes {
        // Writing to a string can't fail.
        let _ = match shape {
            Shape::Square { x, y, ground } => {
                let class = match ground {
                    Ground::Free => "square",
                    Ground::Blocked => "square blocked",
                    Ground::Attacked => "square attacked",
                    Ground::OnlyLeft => "square only-left",
                    Ground::OnlyRight => "square only-right",
                };
                let (x, y, side) = (at(*x), at(*y), number(SIDE));
                writeln!(
                    out,
                    "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
                )
            }
            Shape::Piece { x, y, radius, ink, letter } => {
                let class = match ink {
                    Ink::Black => "black",
                    Ink::White => "white",
                    Ink::Left => "left",
                    Ink::Right => "right",
                    Ink::Nobody => "nobody",
                };
                let (x, y, radius) = (at(*x), at(*y), number(radius * SIDE));
                let _ =
                    writeln!(out, "<circle class=\"piece {class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
                match letter {
                    Some(letter) => text(&mut out, &x, &y, 18, "letter", &letter.to_string()),
                    None => Ok(()),
                }
            }
            Shape::Label { x, y, text: label } => text(&mut out, &at(*x), &at(*y), 13, "label", label),
            Shape::Sign { x, y, text: sign } => text(&mut out, &at(*x), &at(*y), 24, "sign", sign),
        };
    }
    out.push_str("</svg>\n");
    out
}

/// Text centred at a point.
fn text(out: &mut String, x: &str, y: &str, size: u32, class: &str, text: &str) -> std::fmt::Result {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    writeln!(
        out,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" dy=\".35em\" font-size=\"{size}\" text-anchor=\"middle\">{text}</text>"
    )
}

fn at(place: f32) -> String {
    number(place * SIDE + MARGIN)
}

/// A number with at most two decimals.
fn number(number: f32) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
