//! The misère quotient of a heap game.

use std::fmt::Write;

use anyhow::{Result, anyhow};
use clap::Args;
use nimatron_lab::{Lab, QuotientReport};

use crate::cli::Options;
use crate::commands::{self, Verdict};
use crate::progress::Progress;
use crate::{limits, terminal};

pub(crate) const EXAMPLES: &str = "Two sums of heaps are equal in the quotient if no third sum tells them apart: so it decides \
every sum in misère play. It is solved if it is proved that the heaps repeat for ever; else it is that of the heaps up to N.

Examples:
  nimatron quotient octal:0.77 --to 100     Kayles
  nimatron quotient dawson-kayles --to 30 --genus
  nimatron quotient octal:0.04 --to 50 --time 60s";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The heap game: octal:CODE, kayles, dawson-kayles, subtraction:1,3,4
    game: String,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = limits::heap, allow_negative_numbers = true)]
    to: u32,
    /// Add the genus of each heap
    #[arg(long)]
    genus: bool,
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    let run = commands::start(lab, options);
    let report = {
        let progress = Progress::start(&run);
        let mut note = |heap, order| progress.note(format!("heap {heap}, order {order}"));
        lab.quotient(&run, &arguments.game, arguments.to as usize, arguments.genus, &mut note)?
    };
    if options.json {
        commands::print_json(&report)?;
    } else {
        terminal::print(&text(&report))?;
    }
    match &report.undecided {
        None => Ok(Verdict::Yes),
        Some(why) => Err(anyhow!("{why}; known so far: order {} at heap {}", report.order, report.heap)),
    }
}

/// Everything there is to say, in lines.
fn text(report: &QuotientReport) -> String {
    let kind = if report.tame { "tame" } else { "wild" };
    let mut text = format!("order {} with {} P-positions, {kind}\n", report.order, report.p_portion);
    let status = match (report.preperiod, report.period) {
        (Some(preperiod), Some(period)) => format!("solved: period {period} from heap {preperiod} on"),
        _ => format!("partial: heaps to {}, no period proved", report.heap),
    };
    let mut line = |line: String| {
        text.push_str(&line);
        text.push('\n');
    };
    line(status);
    line(report.presentation.clone());
    if !report.generators.is_empty() {
        let heaps: Vec<_> =
            report.generators.iter().map(|&heap| format!("{}={heap}", report.pretending[heap])).collect();
        line(format!("generators  {}", heaps.join(" ")));
        line(format!("P-positions {}", report.p_positions.join(" ")));
        let growth = report.growth.iter().map(|growth| format!("{}:{}", growth.heap, growth.order));
        line(format!("grows       {}", growth.collect::<Vec<_>>().join(" ")));
    }
    line(String::new());
    match &report.genus {
        Some(genera) => table_with_genus(&mut text, &report.pretending, genera),
        None => table(&mut text, &report.pretending),
    }
    text
}

/// The elements of the heaps, ten a line.
fn table(text: &mut String, elements: &[String]) {
    let margin = elements.len().saturating_sub(1).to_string().len();
    let width = elements.iter().map(|element| element.len()).max().unwrap_or(1);
    for (row, line) in elements.chunks(10).enumerate() {
        let cells: String = line.iter().map(|element| format!(" {element:<width$}")).collect();
        // Writing to a string can't fail.
        let _ = writeln!(text, "{:>margin$} {}", 10 * row, cells.trim_end());
    }
}

/// The elements of the heaps with their genus, one a line.
fn table_with_genus(text: &mut String, elements: &[String], genera: &[String]) {
    let margin = elements.len().saturating_sub(1).to_string().len();
    let width = elements.iter().map(|element| element.len()).max().unwrap_or(1);
    for (heap, element) in elements.iter().enumerate() {
        let genus = genera.get(heap).map_or("", String::as_str);
        let line = format!("{heap:>margin$}  {element:<width$}  {genus}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}
