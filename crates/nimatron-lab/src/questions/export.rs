//! A position, a value or a thermograph for papers: TikZ, LaTeX, SVG, PNG and plain text.

mod drawing;
mod latex;
mod svg;
mod tikz;

use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nimatron_value::Style;
use serde::{Deserialize, Serialize};

use crate::files::{extension, write_whole};
use crate::parameters::LocalFile;
#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::picture::png;
use crate::question::{Input, NoLine, Question, Report};
use crate::{Evaluated, LabError, Run};
use drawing::Drawing;

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Export {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true,
          required_unless_present = "value", requires = "position"))]
    pub game: Option<String>,
    /// The position, as `nimatron games NAME` explains; `-` reads it from standard input
    #[cfg_attr(feature = "cli", arg(allow_hyphen_values = true))]
    pub position: Option<String>,
    /// Export this value instead, any expression that `eval` reads
    #[cfg_attr(feature = "cli", arg(long, value_name = "EXPR", allow_hyphen_values = true,
          conflicts_with_all = ["game", "position"]))]
    pub value: Option<String>,
    /// The format [default: by the name of the file, or text]
    #[cfg_attr(feature = "cli", arg(long = "as", value_name = "FORMAT"))]
    #[serde(rename = "as")]
    pub format: Option<ExportAs>,
    /// Write to this file
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub out: Option<LocalFile>,
}

/// The format of an export.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ExportAs {
    /// A picture for the LaTeX package TikZ.
    Tikz,
    /// Text for LaTeX's math mode.
    Latex,
    /// A picture for browsers, light and dark.
    Svg,
    /// A bitmap picture.
    Png,
    /// Plain text.
    Text,
    /// The same as `text`.
    #[cfg_attr(feature = "cli", value(skip))]
    Ascii,
    /// A position on one line, which can be read back.
    #[cfg_attr(feature = "cli", value(skip))]
    Line,
}

impl ExportAs {
    /// The format given by the name of a file, if any.
    fn of(path: &Path) -> Option<Self> {
        match &*extension(path) {
            "tikz" | "tex" => Some(ExportAs::Tikz),
            "svg" => Some(ExportAs::Svg),
            "png" => Some(ExportAs::Png),
            "txt" => Some(ExportAs::Text),
            _ => None,
        }
    }
}

/// What was exported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Exported {
    /// It was written to a file.
    File {
        /// The file.
        #[cfg_attr(test, ts(type = "string"))]
        file: PathBuf,
        /// Its length in bytes.
        bytes: usize,
    },
    /// It is text.
    Text {
        /// The text.
        text: String,
    },
    /// It is a bitmap, for redirection to a file.
    Bytes(Vec<u8>),
}

/// The longest title of a thermograph, in characters.
const LONGEST_TITLE: usize = 48;

impl Question for Export {
    const NAME: &'static str = "export";
    const ABOUT: &'static str =
        "A position, a value or a thermograph for papers: TikZ, LaTeX, SVG, PNG or text";
    const HELP: &'static str = "A position is drawn as TikZ, SVG or PNG, and written for LaTeX's math mode or as text. For a value, latex is its \
canonical form, and tikz, svg and png draw its thermograph. TikZ output needs \\usepackage{tikz} and nothing else.

Examples:
  nimatron export legionnaires 4x4 --as tikz
  nimatron export domineering '#.../..../.#..' --out board.svg
  nimatron export nim 3,5,7 --as png --out heaps.png
  nimatron export --value '{2|-1}' --as latex
  nimatron export --value '{3||2|-1}' --as tikz --out hot.tex";
    const IS_QUICK: bool = true;
    type Line = NoLine;
    type Report = Exported;

    fn answer(&self, run: &Run<'_>) -> Result<Exported, LabError> {
        let how = match (self.format, &self.out) {
            (Some(format), _) => format,
            (None, Some(file)) => ExportAs::of(file).ok_or_else(|| {
                let file = file.display();
                LabError::Senseless(format!("{file}: which format? --as tikz, latex, svg, png or text"))
            })?,
            (None, None) => ExportAs::Text,
        };
        let bytes = match (&self.value, &self.game, &self.position) {
            (Some(value), ..) => exported_value(run, value, how)?,
            (None, Some(game), Some(position)) => exported_position(run, game, position, how)?,
            _ => {
                let message = "a position is exported with its game, as in `nimatron export nim 3,5,7`";
                return Err(LabError::Senseless(message.into()));
            }
        };
        match &self.out {
            Some(file) => {
                write_whole(file, &bytes)?;
                Ok(Exported::File { file: file.to_path_buf(), bytes: bytes.len() })
            }
            None if how == ExportAs::Png && run.is_for_people() => Ok(Exported::Bytes(bytes)),
            None => {
                let not_text = "a PNG is not text; --out FILE.png writes it to a file";
                let text = String::from_utf8(bytes).map_err(|_| LabError::Senseless(not_text.into()))?;
                Ok(Exported::Text { text })
            }
        }
    }

    fn show(&self, report: &Exported, _: &Run<'_>, out: &mut dyn Write) -> io::Result<()> {
        match report {
            Exported::File { .. } => Ok(()),
            Exported::Text { text } => out.write_all(text.as_bytes()),
            Exported::Bytes(bytes) => out.write_all(bytes),
        }
    }

    fn input(&mut self) -> Option<Input<'_>> {
        let (value, position) = (self.value.as_mut(), self.position.as_mut());
        value.map(Input::Text).or(position.map(Input::Position))
    }
}

/// Exports a position.
fn exported_position(run: &Run<'_>, game: &str, position: &str, how: ExportAs) -> Result<Vec<u8>, LabError> {
    let position = run.open(game, position)?;
    let (view, notation) = (position.view(), position.show());
    let title = format!("{game} {notation}");
    Ok(match how {
        ExportAs::Tikz => tikz::picture(&Drawing::of(&view)?, &title).into_bytes(),
        ExportAs::Latex => latex::position(&view).into_bytes(),
        ExportAs::Svg => svg::picture(&Drawing::of(&view)?, &title).into_bytes(),
        ExportAs::Png => png(&svg::picture(&Drawing::of(&view)?, &title))?,
        ExportAs::Text | ExportAs::Ascii => view.to_text().into_bytes(),
        ExportAs::Line => notation.into_bytes(),
    })
}

/// Exports a value: its canonical form as LaTeX, its thermograph as a picture, or both as text.
fn exported_value(run: &Run<'_>, text: &str, how: ExportAs) -> Result<Vec<u8>, LabError> {
    let report = match run.lab().evaluate_in(run, text)? {
        Evaluated::Value(report) | Evaluated::Quantity(report) => report,
        Evaluated::Loopy(report) => {
            return match how {
                ExportAs::Latex => Ok((report.latex + "\n").into_bytes()),
                ExportAs::Text | ExportAs::Ascii | ExportAs::Line => {
                    Ok((report.canonical + "\n").into_bytes())
                }
                _ => Err(LabError::Senseless("a loopy value has no thermograph to draw".into())),
            };
        }
        _ => return Err(LabError::Senseless(format!("`{text}` is not a value"))),
    };
    let thermograph = run.arena().thermograph(report.game)?;
    let title = run.arena().display_within(report.game, Style::Unicode, LONGEST_TITLE).text;
    Ok(match how {
        ExportAs::Tikz => {
            let title = run.arena().display_within(report.game, Style::Latex, LONGEST_TITLE).text;
            tikz::thermograph(&thermograph, &title).into_bytes()
        }
        ExportAs::Latex => (report.latex.clone() + "\n").into_bytes(),
        ExportAs::Svg => thermograph.to_svg(&title).into_bytes(),
        ExportAs::Png => png(&thermograph.to_svg(&title))?,
        ExportAs::Text | ExportAs::Ascii | ExportAs::Line => {
            let drawing = crate::ThermographReport::new(&thermograph).drawing;
            format!("{}\n\n{drawing}", report.canonical).into_bytes()
        }
    })
}

impl fmt::Display for Exported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exported::Text { text } => f.write_str(text),
            Exported::File { .. } | Exported::Bytes(_) => Ok(()),
        }
    }
}

impl Report for Exported {
    fn is_bytes(&self) -> bool {
        matches!(self, Exported::Bytes(_))
    }
}
