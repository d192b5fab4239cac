//! All losing positions of a game in which counters are taken from heaps.

use std::io::{BufWriter, Write, stdout};

use anyhow::Result;
use clap::Args;
use nimatron_lab::{Lab, duration, grouped};
use serde_json::json;

use crate::cli::{Misere, Options};
use crate::commands::{self, Verdict};
use crate::progress::Progress;
use crate::{limits, terminal};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron losing circular-nim:3 --heaps 6 --to 8
  nimatron losing circular-nim:2,at-least=1 --heaps 5 --to 6
  nimatron losing nim --heaps 3 --to 15 --misere";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The game: circular-nim:K or nim
    game: String,
    /// How many heaps
    #[arg(long, value_name = "K", value_parser = limits::heaps, allow_negative_numbers = true)]
    heaps: u32,
    /// The largest heap
    #[arg(long, value_name = "N", value_parser = limits::heap, allow_negative_numbers = true)]
    to: u32,
    #[command(flatten)]
    convention: Misere,
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    let run = commands::start(lab, options);
    let mut out = BufWriter::with_capacity(1 << 16, stdout().lock());
    // Whoever hangs up has heard enough: that is told apart when all is written.
    let mut written = Ok(());
    let report = {
        let _progress = Progress::start(&run);
        let mut write = |position: &str| {
            if written.is_ok() {
                written = if options.json {
                    writeln!(out, "{}", json!({ "position": position }))
                } else {
                    writeln!(out, "{position}")
                };
                if written.is_err() {
                    run.budget().stop();
                }
            }
        };
        let (heaps, convention) = (arguments.heaps as usize, arguments.convention.convention());
        lab.losing(&run, &arguments.game, convention, heaps, arguments.to, &mut write)
    };
    written?;
    out.flush()?;
    drop(out);
    let report = report?;
    terminal::talk(&format!(
        "{} of {} positions lose, {} up to symmetry, in {}",
        grouped(report.losing),
        grouped(report.positions),
        grouped(report.losing_up_to_symmetry),
        duration(report.seconds)
    ));
    Ok(Verdict::Yes)
}
