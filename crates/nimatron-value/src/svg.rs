//! Thermographs as SVG pictures.

use std::fmt::Write;

use crate::draw::{Frame, ticks, wall_points};
use crate::trajectory::Trajectory;
use crate::{Dyadic, Thermograph};

/// The size of the picture and of the margins around the plot, in pixels.
const WIDTH: u32 = 480;
const HEIGHT: u32 = 360;
const MARGIN_LEFT: u32 = 56;
const MARGIN_RIGHT: u32 = 16;
const MARGIN_TOP: u32 = 56;
const MARGIN_BOTTOM: u32 = 40;

/// Pixels are written with two decimal places.
const FINE: u32 = 100;

const STYLE: &str = "\
.thermograph{color:#222;font:12px system-ui,sans-serif}.thermograph .ground{fill:#fff}\
.thermograph .grid{stroke:currentColor;stroke-opacity:.15}\
.thermograph .axis{stroke:currentColor}\
.thermograph .left{stroke:#1f5fbf}.thermograph .right{stroke:#c23b22}\
.thermograph .mast{stroke:currentColor}\
.thermograph .wall{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}\
.thermograph text{fill:currentColor}.thermograph .title{font-size:15px;font-weight:600}\
@media(prefers-color-scheme:dark){.thermograph{color:#ddd}.thermograph .ground{fill:#1b1b1b}\
.thermograph .left{stroke:#7fb2ff}.thermograph .right{stroke:#ff9580}}";

impl Thermograph {
    /// The thermograph as a complete picture: values rise to the left, temperature upwards. Coordinates are
    /// computed exactly and rounded to a hundredth of a pixel; the same thermograph and title always give the
    /// same text.
    #[must_use]
    pub fn to_svg(&self, title: &str) -> String {
        let plot = Plot { frame: Frame::new(self) };
        let title = escaped(title);
        let mut out = String::new();
        let mut line = |text: String| {
            out.push_str(&text);
            out.push('\n');
        };
        line(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
             height=\"{HEIGHT}\" class=\"thermograph\" role=\"img\">"
        ));
        line(format!("<title>{title}</title>"));
        line(format!("<style>{STYLE}</style>"));
        line(format!("<rect class=\"ground\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>"));
        let middle = WIDTH / 2;
        line(format!("<text class=\"title\" x=\"{middle}\" y=\"22\" text-anchor=\"middle\">{title}</text>"));
        line(format!(
            "<text x=\"{middle}\" y=\"42\" text-anchor=\"middle\">mean {}, temperature {}</text>",
            self.mean(),
            self.temperature()
        ));
        plot.axes(&mut line);
        plot.wall(self.left(), "left", self.temperature(), &mut line);
        plot.wall(self.right(), "right", self.temperature(), &mut line);
        let (x, top) = (plot.x(self.mean()), pixels(i64::from(MARGIN_TOP * FINE)));
        let foot = plot.y(self.temperature());
        line(format!("<path class=\"wall mast\" d=\"M{x} {foot}V{top}\"/>"));
        out.push_str("</svg>\n");
        out
    }
}

/// The frame on the page.
struct Plot {
    frame: Frame,
}

impl Plot {
    fn x(&self, value: &Dyadic) -> String {
        let size = (WIDTH - MARGIN_LEFT - MARGIN_RIGHT) * FINE;
        pixels(i64::from(MARGIN_LEFT * FINE) + self.frame.across(value, size))
    }

    fn y(&self, temperature: &Dyadic) -> String {
        let size = (HEIGHT - MARGIN_TOP - MARGIN_BOTTOM) * FINE;
        pixels(i64::from(MARGIN_TOP * FINE) + self.frame.down(temperature, size))
    }

    fn axes(&self, line: &mut impl FnMut(String)) {
        let (left, right) = (MARGIN_LEFT, WIDTH - MARGIN_RIGHT);
        let (top, bottom) = (MARGIN_TOP, HEIGHT - MARGIN_BOTTOM);
        for value in ticks(&self.frame.low, &self.frame.high, 8) {
            let x = self.x(&value);
            line(format!("<path class=\"grid\" d=\"M{x} {top}V{bottom}\"/>"));
            let y = bottom + 18;
            line(format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{value}</text>"));
        }
        for temperature in ticks(&self.frame.bottom, &self.frame.top, 6) {
            let y = self.y(&temperature);
            line(format!("<path class=\"grid\" d=\"M{left} {y}H{right}\"/>"));
            let x = left - 8;
            line(format!("<text x=\"{x}\" y=\"{y}\" dy=\".32em\" text-anchor=\"end\">{temperature}</text>"));
        }
        line(format!("<path class=\"axis\" fill=\"none\" d=\"M{left} {top}V{bottom}H{right}\"/>"));
    }

    fn wall(&self, wall: &Trajectory, class: &str, temperature: &Dyadic, line: &mut impl FnMut(String)) {
        let mut points = String::new();
        for (t, value) in wall_points(wall, &self.frame.bottom, temperature) {
            let separator = if points.is_empty() { "" } else { " " };
            write!(points, "{separator}{},{}", self.x(&value), self.y(&t)).expect("a string takes all");
        }
        line(format!("<polyline class=\"wall {class}\" points=\"{points}\"/>"));
    }
}

/// Hundredths of a pixel as a decimal number.
fn pixels(hundredths: i64) -> String {
    let (whole, rest) = (hundredths / i64::from(FINE), hundredths % i64::from(FINE));
    if rest == 0 { whole.to_string() } else { format!("{whole}.{rest:02}") }
}

/// Text escaped for XML.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML cannot represent these.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::Arena;

    #[test]
    fn the_picture_of_a_switch_has_its_corners_where_they_belong() {
        let arena = Arena::new();
        let n = |k| arena.integer(k).unwrap();
        let switch = arena.canonical(&[n(4)], &[n(0)]).unwrap();
        let svg = arena.thermograph(switch).unwrap().to_svg("{4|0} <hot>");
        // Values 9/2 … −1/2 over 408 pixels from 56, temperatures 5/2 … 0 over 264 pixels from 56.
        assert!(svg.contains("<polyline class=\"wall left\" points=\"96.80,320 260,108.80\"/>"), "{svg}");
        assert!(svg.contains("<polyline class=\"wall right\" points=\"423.20,320 260,108.80\"/>"), "{svg}");
        assert!(svg.contains("d=\"M260 108.80V56\""), "{svg}");
        assert!(svg.contains("<title>{4|0} &lt;hot&gt;</title>"));
        assert!(svg.contains("mean 2, temperature 2"));
        assert_eq!(svg, arena.thermograph(switch).unwrap().to_svg("{4|0} <hot>"));
    }

    #[test]
    fn every_game_of_day_three_has_a_picture() {
        let arena = Arena::new();
        for g in arena.born_by_day(3).unwrap() {
            let svg = arena.thermograph(g).unwrap().to_svg("");
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && svg.len() < 10_000);
        }
    }
}
