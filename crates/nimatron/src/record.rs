//! Records of games.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use nimatron_lab::{Lab, RecordReport};

use crate::cli::Options;
use crate::commands::{Verdict, print_json};
use crate::show;
use crate::terminal::{self, FAINT, STRONG};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron record game.txt
  nimatron record game.txt --json

A record begins with headers, as `Game: nim`, `Position: 3,5,7`, `First: left`, `Left: perfect`, `Right: human`,
`Result: left`; of these only `Game` must be there. Behind an empty line come the moves, with or without numbers, and
comments in braces: 1. 7-1 {The winning move.} 5-4. `save` and `load` in `nimatron play` write and read such files.";

/// Longer files are no records.
const LONGEST: u64 = 64 << 20;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    let report = lab.read_record(&read(&arguments.file)?)?;
    if options.json {
        print_json(&report)?;
    } else {
        let (view, _) = lab.view(&report.game, &report.position)?;
        terminal::print(&format!("{}\n{}", text(&report), view.to_text()))?;
    }
    Ok(Verdict::Yes)
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> Result<String> {
    let name = path.display();
    let size = std::fs::metadata(path).with_context(|| format!("{name}"))?.len();
    anyhow::ensure!(size <= LONGEST, "{name}: more than {} MB are no record of a game", LONGEST >> 20);
    std::fs::read_to_string(path).with_context(|| format!("{name}"))
}

/// What there is to say, for people.
fn text(report: &RecordReport) -> String {
    let mut text = format!("{STRONG}{}{STRONG:#} from {}\n", report.game, report.start);
    for (name, value) in &report.headers {
        if !["game", "position"].contains(&&*name.to_lowercase()) {
            show::line_of(&mut text, name, value);
        }
    }
    text.push('\n');
    let comments = |text: &mut String, after: usize| {
        for (_, comment) in report.comments.iter().filter(|(moves, _)| *moves == after) {
            text.push_str(&format!("      {FAINT}{}{FAINT:#}\n", comment.trim().replace('\n', "\n      ")));
        }
    };
    comments(&mut text, 0);
    for (i, name) in report.moves.iter().enumerate() {
        match i % 2 {
            0 => text.push_str(&format!("{:>4}. {name}\n", i / 2 + 1)),
            _ => text.push_str(&format!("      {name}\n")),
        }
        comments(&mut text, i + 1);
    }
    let result = match report.result.as_deref() {
        None => "not over".into(),
        Some("draw") => "a draw".into(),
        Some(winner) => format!("{} wins", show::capital(winner)),
    };
    let why = report.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
    text.push_str(&format!("\n{result}{why}, after {} moves\n", report.moves.len()));
    text
}
