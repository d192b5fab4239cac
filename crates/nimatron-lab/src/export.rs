//! Positions, values and thermographs for papers: TikZ, LaTeX, SVG, PNG and plain text.

mod drawing;
mod latex;
mod svg;
mod tikz;

use std::path::Path;

use nimatron_value::Style;

use crate::picture::png;
use crate::sequence::files::extension;
use crate::{Evaluated, Lab, LabError, Run};
use drawing::Drawing;

/// What something is exported as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExportAs {
    /// A picture for LaTeX's package TikZ.
    Tikz,
    /// Text for LaTeX's math mode.
    Latex,
    /// A picture for browsers, light and dark.
    Svg,
    /// A picture in pixels.
    Png,
    /// Letters.
    Text,
}

impl ExportAs {
    /// What the name of a file asks for, if it does.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match &*extension(path) {
            "tikz" | "tex" => Some(ExportAs::Tikz),
            "svg" => Some(ExportAs::Svg),
            "png" => Some(ExportAs::Png),
            "txt" => Some(ExportAs::Text),
            _ => None,
        }
    }
}

/// The longest title of a thermograph, which has room for so many characters.
const LONGEST_TITLE: usize = 48;

impl Lab {
    /// A position, drawn or written.
    pub fn export_position(&self, game: &str, position: &str, how: ExportAs) -> Result<Vec<u8>, LabError> {
        let (view, notation) = self.view(game, position)?;
        let title = format!("{game} {notation}");
        Ok(match how {
            ExportAs::Tikz => tikz::picture(&Drawing::of(&view)?, &title).into_bytes(),
            ExportAs::Latex => latex::position(&view).into_bytes(),
            ExportAs::Svg => svg::picture(&Drawing::of(&view)?, &title).into_bytes(),
            ExportAs::Png => png(&svg::picture(&Drawing::of(&view)?, &title))?,
            ExportAs::Text => view.to_text().into_bytes(),
        })
    }

    /// A value: its canonical form as LaTeX, or its thermograph as a picture, or both as text.
    pub fn export_value(&self, run: &Run, text: &str, how: ExportAs) -> Result<Vec<u8>, LabError> {
        let report = match self.evaluate_in(run, text)? {
            Evaluated::Value(report) | Evaluated::Quantity(report) => report,
            Evaluated::Loopy(report) => {
                return match how {
                    ExportAs::Latex => Ok((report.latex + "\n").into_bytes()),
                    ExportAs::Text => Ok((report.canonical + "\n").into_bytes()),
                    _ => Err(LabError::Senseless("a loopy value has no thermograph to draw".into())),
                };
            }
            _ => return Err(LabError::Senseless(format!("`{text}` is no value"))),
        };
        let thermograph = self.thermograph(report.game)?;
        let title = self.sketch(report.game, Style::Unicode, LONGEST_TITLE);
        Ok(match how {
            ExportAs::Tikz => {
                let title = self.sketch(report.game, Style::Latex, LONGEST_TITLE);
                tikz::thermograph(&thermograph, &title).into_bytes()
            }
            ExportAs::Latex => (report.latex.clone() + "\n").into_bytes(),
            ExportAs::Svg => thermograph.to_svg(&title).into_bytes(),
            ExportAs::Png => png(&thermograph.to_svg(&title))?,
            ExportAs::Text => {
                let drawing = crate::ThermographReport::new(&thermograph).drawing;
                format!("{}\n\n{drawing}", report.canonical).into_bytes()
            }
        })
    }
}
