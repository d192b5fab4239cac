//! Positions, values and thermographs for papers.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use nimatron_lab::{ExportAs, Lab, write_file};

use crate::cli::{AnyGame, Options};
use crate::commands::{Verdict, print_json, start};
use crate::progress::Progress;
use crate::terminal;

pub(crate) const EXAMPLES: &str = "A position is drawn as TikZ, SVG or PNG, and written for LaTeX's math mode or as text. Of a value, latex is its \
canonical form, and tikz, svg and png draw its thermograph. What is for TikZ needs \\usepackage{tikz} and nothing else.

Examples:
  nimatron export legionnaires 4x4 --as tikz
  nimatron export domineering '#.../..../.#..' --out board.svg
  nimatron export nim 3,5,7 --as png --out heaps.png
  nimatron export --value '{2|-1}' --as latex
  nimatron export --value '{3||2|-1}' --as tikz --out hot.tex";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[arg(value_parser = AnyGame, hide_possible_values = true, required_unless_present = "value", requires = "position")]
    game: Option<String>,
    /// The position, as `nimatron games NAME` explains; `-` reads it from standard input
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// Export this value instead, any expression that `eval` reads
    #[arg(long, value_name = "EXPR", allow_hyphen_values = true, conflicts_with_all = ["game", "position"])]
    value: Option<String>,
    /// As what [default: as the name of the file says, or text]
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<Format>,
    /// Write it to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
enum Format {
    Tikz,
    Latex,
    Svg,
    Png,
    Text,
}

impl From<Format> for ExportAs {
    fn from(format: Format) -> Self {
        match format {
            Format::Tikz => ExportAs::Tikz,
            Format::Latex => ExportAs::Latex,
            Format::Svg => ExportAs::Svg,
            Format::Png => ExportAs::Png,
            Format::Text => ExportAs::Text,
        }
    }
}

pub(crate) fn answer(lab: &Lab, options: &Options, asked: &Arguments) -> Result<Verdict> {
    let how = match (asked.format, &asked.out) {
        (Some(format), _) => format.into(),
        (None, Some(file)) => ExportAs::of(file)
            .with_context(|| format!("{}: as what? --as tikz, latex, svg, png or text", file.display()))?,
        (None, None) => ExportAs::Text,
    };
    let run = start(lab, options);
    let exported = match (&asked.value, &asked.game, &asked.position) {
        (Some(value), ..) => {
            let _progress = Progress::start(&run);
            lab.export_value(&run, &terminal::text_or_stdin(value.clone())?, how)?
        }
        (None, Some(game), Some(position)) => {
            lab.export_position(game, &terminal::position_or_stdin(position.clone())?, how)?
        }
        _ => bail!("a position is exported with its game, as in `nimatron export nim 3,5,7`"),
    };
    match &asked.out {
        Some(file) => {
            write_file(file, &exported)?;
            if options.json {
                print_json(&serde_json::json!({ "file": file, "bytes": exported.len() }))?;
            }
        }
        None if how == ExportAs::Png => {
            let mut out = std::io::stdout().lock();
            if options.json || out.is_terminal() {
                bail!("a PNG is no text; --out FILE.png writes it to a file");
            }
            out.write_all(&exported)?;
            out.flush()?;
        }
        None => {
            let text = String::from_utf8(exported).context("what is exported is no text")?;
            if options.json {
                print_json(&serde_json::json!({ "text": text }))?;
            } else {
                terminal::print(&text)?;
            }
        }
    }
    Ok(Verdict::Yes)
}
