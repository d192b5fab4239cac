//! The commands `sequence` and `verify`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use nimatron_lab::{Lab, SequenceOptions, SequenceReport, duration, grouped};

use crate::cli::{AnyGame, Options};
use crate::commands::{Verdict, print_json, start};
use crate::progress::Progress;
use crate::show;
use crate::terminal::{self, FAINT, STRONG};

/// What `sequence` takes.
#[derive(Args, Debug)]
pub(crate) struct SequenceArgs {
    /// The game: octal:CODE, kayles, grundy, subtraction:1,3,4, …
    #[arg(value_parser = AnyGame, hide_possible_values = true)]
    game: String,
    /// The largest heap: 100000, or 2^20
    #[arg(long, value_name = "N", value_parser = heap, allow_negative_numbers = true)]
    to: usize,
    /// Print the values themselves
    #[arg(long)]
    values: bool,
    /// Go on though a period is proved
    #[arg(long)]
    no_stop: bool,
    /// Write the values to this file: .bfile, .csv, .npy, or else raw little-endian numbers
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Keep the values in this file while they are found, and go on from those that it keeps
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Write a certificate of the period to this file, for `nimatron verify`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Draw the values, their frequencies and the rare heaps: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Refused: misère play has no such values
    #[arg(long, hide = true)]
    misere: bool,
}

/// The help below that of the arguments.
pub(crate) const EXAMPLES: &str = "It stops as soon as a period is proved. With --out or --checkpoint, a run that was killed goes on where it was.

Examples:
  nimatron sequence octal:0.007 --to 2^20
  nimatron sequence kayles --to 1000000 --certificate kayles.json
  nimatron sequence grundy --to 100000 --out grundy.csv --plot grundy.svg";

/// Reads the size of a heap, `100000` or `2^20`.
fn heap(text: &str) -> Result<usize, String> {
    let expected = || "expected the size of a heap, 0 to 4294967294, as 100000 or 2^20".to_owned();
    let text = text.trim().replace('_', "");
    let heap = match text.split_once('^') {
        Some((base, power)) => {
            let (base, power) = (base.parse::<usize>().ok(), power.parse().ok());
            base.zip(power).and_then(|(base, power)| base.checked_pow(power))
        }
        None => text.parse().ok(),
    };
    heap.filter(|&heap| heap < u32::MAX as usize).ok_or_else(expected)
}

/// Finds the Grundy values of heaps and says what there is to say of them.
pub(crate) fn sequence(lab: &Lab, options: &Options, asked: SequenceArgs) -> Result<Verdict> {
    let SequenceArgs { game, to, values, no_stop, out, checkpoint, certificate, plot, misere } = asked;
    if misere {
        bail!("misère play has no Grundy values; `nimatron quotient {game} --to N` is for misère play");
    }
    let wanted = SequenceOptions { to, no_stop, values, out, checkpoint, certificate, plot };
    let run = start(lab, options);
    let report = {
        let progress = Progress::start(&run);
        let (started, mut first) = (Instant::now(), None);
        lab.sequence(&run, &game, &wanted, &mut |known| {
            let first = *first.get_or_insert(known);
            let speed = (known - first) as f64 / started.elapsed().as_secs_f64().max(1e-3);
            let (known, to, speed) = (grouped(known as u64), grouped(to as u64), grouped(speed as u64));
            progress.note(format!("{known} values of {to}, {speed} a second"));
        })?
    };
    if options.json {
        print_json(&report)?;
    } else {
        terminal::print(&text(&report))?;
        match &report.remembered {
            Some(date) => show::remembered(date, report.seconds),
            None => {
                let values = grouped(report.to as u64 + 1);
                terminal::talk(&format!("{values} values in {}", duration(report.seconds)));
            }
        }
    }
    Ok(Verdict::Yes)
}

/// Checks a certificate.
pub(crate) fn verify(lab: &Lab, options: &Options, file: &std::path::Path) -> Result<Verdict> {
    let run = start(lab, options);
    let report = {
        let _progress = Progress::start(&run);
        lab.verify(&run, file)?
    };
    if options.json {
        print_json(&report)?;
    } else {
        let holds = if report.holds { "holds" } else { "does not hold" };
        terminal::print(&format!("{STRONG}{holds}{STRONG:#}\n  {}\n", report.why))?;
    }
    Ok(if report.holds { Verdict::Yes } else { Verdict::No })
}

/// What there is to say, for people.
fn text(report: &SequenceReport) -> String {
    let mut out = String::new();
    let number = |number: usize| grouped(number as u64);
    if let Some(values) = &report.values {
        for line in values.chunks(20) {
            let line: Vec<_> = line.iter().map(u32::to_string).collect();
            // Writing to a string can't fail.
            let _ = writeln!(out, "{}", line.join(" "));
        }
    }
    let headline = match (report.period, report.preperiod, report.proved, report.saltus) {
        (Some(period), Some(preperiod), Some(true), saltus) => {
            let saltus = saltus
                .filter(|&saltus| saltus > 0)
                .map_or(String::new(), |saltus| format!(", saltus {saltus}"));
            format!("period {}, preperiod {}{saltus}", number(period), number(preperiod))
        }
        (Some(period), Some(preperiod), _, Some(saltus)) => {
            let (period, preperiod) = (number(period), number(preperiod));
            format!("period {period}, preperiod {preperiod}, saltus {saltus} seen, not proved")
        }
        _ => format!("no period is proved up to {}", number(report.to)),
    };
    let _ = writeln!(out, "{STRONG}{headline}{STRONG:#}");
    let mut line = |name: &str, text: String| {
        let _ = writeln!(out, "  {FAINT}{name:<13}{FAINT:#}  {text}");
    };
    line("heaps", format!("0 to {}", number(report.to)));
    line("max", format!("{} = G({})", report.max, number(report.argmax)));
    line("last new", format!("{} = G({})", report.last_new_value, number(report.last_new)));
    let most: Vec<_> = report
        .histogram_top
        .iter()
        .take(3)
        .map(|frequency| format!("{} ({} times)", frequency.value, number(frequency.count)))
        .collect();
    line("most frequent", most.join(", "));
    let shown: Vec<_> = report.zeros.iter().take(40).map(usize::to_string).collect();
    let more = if report.zeros_count > shown.len() { ", …" } else { "" };
    line("P-positions", format!("{}: {}{more}", number(report.zeros_count), shown.join(", ")));
    let rare = match (&report.mask, report.rare) {
        (Some(mask), Some(rare)) => format!(", {} rare heaps, mask {mask} from the lowest bit", number(rare)),
        _ => String::new(),
    };
    line("method", format!("{}{rare}", report.method));
    line("checksum", report.checksum.clone());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_heaps_are_read() {
        assert_eq!(heap("2^20"), Ok(1 << 20));
        assert_eq!(heap("1_000"), Ok(1000));
        for bad in ["-1", "1e30", "2^64", "", "4294967295", "2^", "x"] {
            assert!(heap(bad).is_err(), "{bad}");
        }
    }
}
