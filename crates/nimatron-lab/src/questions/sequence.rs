//! The Grundy values of all heaps of a take-and-break game, with their period.

mod plot;

use std::fmt::{self, Write};
use std::time::Duration;

use nimatron_rules::HeapRule;
use nimatron_solve::{Checkpoint, Convention, HeapSequence, Method, Period, Values, with_suffix};
use serde::{Deserialize, Serialize};
use web_time::Instant;

use crate::certificate::Certificate;
use crate::files::{self, OutFile};
use crate::parameters::LocalFile;
#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::position::key;
use crate::question::{Aside, NoLine, Question, Report};
use crate::remember::kept;
use crate::text::{FAINT, STRONG};
use crate::{Lab, LabError, Note, Run, check_picture_name, duration, grouped, write_picture};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sequence {
    /// The game: octal:CODE, kayles, grundy, subtraction:1,3,4, …
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true))]
    pub game: String,
    /// The largest heap: 100000, or 2^20
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = heap, allow_negative_numbers = true))]
    pub to: usize,
    /// Print the values themselves
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub values: bool,
    /// Continue after a period is proved
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub no_stop: bool,
    /// Write the values to this file: .bfile, .csv, .npy, or else raw little-endian numbers
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub out: Option<LocalFile>,
    /// Save the values in this file as they are found, and resume from it
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub checkpoint: Option<LocalFile>,
    /// Write a certificate of the period to this file, for `nimatron verify`
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub certificate: Option<LocalFile>,
    /// Draw the values, their frequencies and the rare heaps: FILE.svg or FILE.png
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub plot: Option<LocalFile>,
    /// Refused: misère play has no such values
    #[cfg_attr(feature = "cli", arg(long = "misere", hide = true, action = clap::ArgAction::SetTrue,
          value_parser = cli::misere()))]
    #[serde(rename = "misere", default, with = "crate::parameters::misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
}

/// A summary of the Grundy values of heaps 0, 1, 2, …
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SequenceReport {
    /// The game.
    pub game: String,
    /// The last heap of the summary: less than requested if a period was proved earlier.
    pub to: usize,
    /// The values, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u32>>,
    /// The greatest value.
    pub max: u32,
    /// The first heap with the greatest value.
    pub argmax: usize,
    /// The last heap with a value that no smaller heap has.
    pub last_new: usize,
    /// Its value.
    pub last_new_value: u32,
    /// The most frequent values, the most frequent first.
    pub histogram_top: Vec<Frequency>,
    /// The heaps that the second player wins, the first thousand of them.
    pub zeros: Vec<usize>,
    /// The number of heaps that the second player wins.
    pub zeros_count: usize,
    /// The length of the period.
    pub period: Option<usize>,
    /// The heap from which the values repeat.
    pub preperiod: Option<usize>,
    /// By how much the values grow in each period.
    pub saltus: Option<u32>,
    /// Whether the period is proved for all heaps, or only observed in these.
    pub proved: Option<bool>,
    /// The number of rare heaps.
    pub rare: Option<usize>,
    /// The bits of the mask that separates rare heaps from common ones, lowest first; all above the last are set.
    pub mask: Option<String>,
    /// `definition`, `plain`, `sparse`, or `sparse by size` if the parity of a heap's size counts.
    pub method: String,
    /// The BLAKE3 digest of the values as little-endian 32-bit numbers.
    pub checksum: String,
    /// How long it took.
    pub seconds: f64,
    /// When it was found, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// A value and the number of heaps that have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Frequency {
    /// The value.
    pub value: u32,
    /// The number of heaps.
    pub count: usize,
}

kept!(SequenceReport, |report| report.headline(), None);

impl SequenceReport {
    /// The period, or a statement that none was found.
    fn headline(&self) -> String {
        match (self.period, self.preperiod, self.proved) {
            (Some(period), Some(preperiod), Some(true)) => format!("period {period}, preperiod {preperiod}"),
            _ => format!("no period up to {}, max {}", self.to, self.max),
        }
    }
}

/// The interval between two saves of the values.
const SAVE_EVERY: Duration = Duration::from_millis(500);
/// The maximum numbers of most frequent values and of zeros in the report.
const TOP: usize = 10;
const MOST_ZEROS: usize = 1000;

/// The first note contains this many values, the next one four times as many, and so on.
const FIRST_VALUES: usize = 1000;

impl Question for Sequence {
    const NAME: &'static str = "sequence";
    const ABOUT: &'static str = "The Grundy values of all heaps of a take-and-break game, with their period";
    const HELP: &'static str = "It stops as soon as a period is proved. With --out or --checkpoint, a run that was killed resumes where it stopped.

Examples:
  nimatron sequence octal:0.007 --to 2^20
  nimatron sequence kayles --to 1000000 --certificate kayles.json
  nimatron sequence grundy --to 100000 --out grundy.csv --plot grundy.svg";
    type Line = NoLine;
    type Report = SequenceReport;

    fn answer(&self, run: &Run<'_>) -> Result<SequenceReport, LabError> {
        if self.convention == Convention::Misere {
            return Err(LabError::Senseless(format!(
                "misère play has no Grundy values; `nimatron quotient {} --to N` is for misère play",
                self.game
            )));
        }
        if self.to >= u32::MAX as usize {
            return Err(LabError::Senseless(EXPECTED.into()));
        }
        let rule = heap_rule(run.lab(), &self.game)?;
        let question = if self.no_stop { "sequence no-stop" } else { Self::NAME };
        let key = || key(run, question, Convention::Normal, &self.game, self.to.to_string());
        let key = self.is_summary().then(key).flatten();
        let report = run.remember(key, || self.find(run, rule))?;
        Ok(SequenceReport { game: self.game.clone(), ..report })
    }
}

impl Sequence {
    /// Whether only the summary is requested.
    fn is_summary(&self) -> bool {
        let files = [&self.out, &self.checkpoint, &self.certificate, &self.plot];
        !self.values && files.iter().all(|file| file.is_none())
    }

    /// Finds the values, describes them and writes the files.
    fn find(&self, run: &Run<'_>, rule: HeapRule) -> Result<SequenceReport, LabError> {
        // 1. Fail early if a file can't be written.
        let mut out = self.out.as_deref().map(OutFile::create).transpose()?;
        for path in self.certificate.iter().chain(&self.plot) {
            files::check_writable(path)?;
        }
        if let Some(path) = &self.plot {
            check_picture_name(path)?;
        }
        let kept = match (&self.checkpoint, &self.out) {
            (Some(path), _) => Some(path.to_path_buf()),
            (None, Some(path)) if !files::is_special(path) => Some(with_suffix(path, ".checkpoint")),
            (None, _) => None,
        };
        let (mut checkpoint, mut sequence) = match &kept {
            None => (None, HeapSequence::new(rule)),
            Some(path) => {
                let (checkpoint, mut values) = Checkpoint::open(path, &rule)?;
                values.truncate(self.to + 1);
                (Some(checkpoint), HeapSequence::resumed(rule, values))
            }
        };
        // 2. The values.
        let (mut saved, mut watch) = (Instant::now(), Watch::new(run, self));
        // A program that requests the values gets the first ones early.
        let mut part = if self.values && !run.is_for_people() { FIRST_VALUES } else { self.to };
        let found = loop {
            let found = sequence.run(part.min(self.to), !self.no_stop, run.budget(), &mut |values| {
                watch.see(values);
                if let Some(checkpoint) = &mut checkpoint
                    && saved.elapsed() >= SAVE_EVERY
                {
                    checkpoint.save(values)?;
                    saved = Instant::now();
                }
                Ok(())
            });
            watch.see(sequence.values());
            if part >= self.to || !matches!(found, Ok(None)) {
                break found;
            }
            part = part.saturating_mul(4);
        };
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save(sequence.values())?;
        }
        let proved = found.map_err(|error| {
            let known = sequence.values().len().saturating_sub(1) as u64;
            let kept = kept.as_ref().map_or(String::new(), |path| format!(", kept in {}", path.display()));
            LabError::from(error).but_known(|| format!("heaps up to {}{kept}", grouped(known)))
        })?;
        let proof_end = proved.as_ref().map(|period| sequence.proof_end(period));
        if let Some(period) = &proved
            && period.saltus == 0
            && (self.values || self.out.is_some())
        {
            sequence.repeat(period, self.to, run.budget())?;
        }
        // 3. The summary.
        let length = sequence.values().len().min(self.to + 1);
        let period = proved.or_else(|| sequence.seen_period());
        let mut report = describe(&self.game, sequence.values(), length, sequence.method(), period);
        if self.values {
            report.values = Some(sequence.values().iter().take(length).collect());
        }
        // 4. The files.
        if let Some(path) = &self.certificate {
            let (Some(period), Some(end)) = (proved.as_ref().filter(|period| period.saltus == 0), proof_end)
            else {
                let message = format!("no period of {} is proved by the heaps up to {}", self.game, self.to);
                return Err(LabError::Senseless(message));
            };
            Certificate::new(sequence.rule(), period, end, sequence.values()).write(path)?;
        }
        if let Some(path) = &self.plot {
            let drawn = plot::svg(&self.game, sequence.values(), length, &report, sequence.method());
            write_picture(path, &drawn)?;
        }
        if let Some(out) = out.take() {
            out.write(sequence.values(), length)?;
            // All values are in the file now.
            if self.checkpoint.is_none()
                && let Some(path) = kept
            {
                drop(checkpoint);
                std::fs::remove_file(&path).map_err(|error| files::failed(&path, &error))?;
            }
        }
        report.seconds = run.seconds();
        Ok(report)
    }
}

/// Reports the number of known values, and new values if requested.
struct Watch<'a> {
    run: &'a Run<'a>,
    asked: &'a Sequence,
    started: Instant,
    /// The number of values that were known at the start.
    first: Option<usize>,
    /// The number of values reported.
    told: usize,
}

impl<'a> Watch<'a> {
    fn new(run: &'a Run<'a>, asked: &'a Sequence) -> Self {
        Watch { run, asked, started: Instant::now(), first: None, told: 0 }
    }

    fn see(&mut self, values: &Values) {
        let (known, to) = (values.len(), self.asked.to);
        let first = *self.first.get_or_insert(known);
        let speed = (known - first) as f64 / self.started.elapsed().as_secs_f64().max(1e-3);
        let text = {
            let (known, to, speed) = (grouped(known as u64), grouped(to as u64), grouped(speed as u64));
            format!("{known} values of {to}, {speed} a second")
        };
        let is_told =
            self.asked.values && !self.run.is_for_people() && known >= (3 * self.told).max(FIRST_VALUES);
        let found = is_told.then(|| {
            let fresh: Vec<u32> = values.iter().skip(self.told).take(known - self.told).collect();
            let from = std::mem::replace(&mut self.told, known);
            serde_json::json!({ "from": from, "values": fresh })
        });
        self.run.note(Note { text, done: known as u64, of: Some(to as u64), found });
    }
}

const EXPECTED: &str = "expected the size of a heap, 0 to 4294967294, as 100000 or 2^20";

/// Reads the size of a heap, `100000` or `2^20`.
#[cfg(feature = "cli")]
fn heap(text: &str) -> Result<usize, String> {
    let text = text.trim().replace('_', "");
    let heap = match text.split_once('^') {
        Some((base, power)) => {
            let (base, power) = (base.parse::<usize>().ok(), power.parse().ok());
            base.zip(power).and_then(|(base, power)| base.checked_pow(power))
        }
        None => text.parse().ok(),
    };
    heap.filter(|&heap| heap < u32::MAX as usize).ok_or_else(|| EXPECTED.to_owned())
}

/// The rule of a heap game.
fn heap_rule(lab: &Lab, game: &str) -> Result<HeapRule, LabError> {
    lab.catalog().heap_rule(game)?.ok_or_else(|| {
        let message = format!(
            "{game} is not a take-and-break game; try octal:0.007, kayles, grundy or subtraction:1,3,4"
        );
        LabError::Senseless(message)
    })
}

/// Summarises the first `length` values.
fn describe(
    game: &str,
    values: &Values,
    length: usize,
    method: Method,
    period: Option<Period>,
) -> SequenceReport {
    let mut counts: Vec<usize> = Vec::new();
    let (mut max, mut argmax, mut last_new, mut last_new_value) = (0, 0, 0, 0);
    let (mut zeros, mut zeros_count) = (Vec::new(), 0);
    let mut digest = blake3::Hasher::new();
    let mut bytes = Vec::with_capacity(1 << 16);
    for (heap, value) in values.iter().take(length).enumerate() {
        if value as usize >= counts.len() {
            counts.resize(value as usize + 1, 0);
        }
        if counts[value as usize] == 0 {
            (last_new, last_new_value) = (heap, value);
        }
        counts[value as usize] += 1;
        if value > max {
            (max, argmax) = (value, heap);
        }
        if value == 0 {
            zeros_count += 1;
            if zeros.len() < MOST_ZEROS {
                zeros.push(heap);
            }
        }
        bytes.extend(value.to_le_bytes());
        if bytes.len() >= 1 << 16 {
            digest.update(&bytes);
            bytes.clear();
        }
    }
    digest.update(&bytes);
    let mut histogram_top: Vec<_> = (0..)
        .zip(&counts)
        .filter(|(_, count)| **count > 0)
        .map(|(value, &count)| Frequency { value, count })
        .collect();
    histogram_top.sort_by_key(|frequency| std::cmp::Reverse(frequency.count));
    histogram_top.truncate(TOP);
    let (method, mask, rare) = match method {
        Method::Definition => ("definition", None, None),
        Method::Plain => ("plain", None, None),
        Method::Sparse { mask, by_size, rare } => {
            (if by_size.is_some() { "sparse by size" } else { "sparse" }, Some(bits(mask, max)), Some(rare))
        }
    };
    SequenceReport {
        game: game.into(),
        to: length.saturating_sub(1),
        values: None,
        max,
        argmax,
        last_new,
        last_new_value,
        histogram_top,
        zeros,
        zeros_count,
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        saltus: period.map(|period| period.saltus),
        proved: period.map(|period| period.proved),
        rare,
        mask,
        method: method.into(),
        checksum: digest.finalize().to_hex().to_string(),
        seconds: 0.0,
        remembered: None,
    }
}

/// The bits of a mask that values up to `max` can have, the lowest first.
fn bits(mask: u16, max: u32) -> String {
    let count = (u32::BITS - max.leading_zeros()).clamp(1, 16);
    (0..count).map(|bit| if mask >> bit & 1 == 1 { '1' } else { '0' }).collect()
}

impl fmt::Display for SequenceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        let number = |number: usize| grouped(number as u64);
        if let Some(values) = &self.values {
            for line in values.chunks(20) {
                let line: Vec<_> = line.iter().map(u32::to_string).collect();
                // Writing to a string can't fail.
                let _ = writeln!(out, "{}", line.join(" "));
            }
        }
        let headline = match (self.period, self.preperiod, self.proved, self.saltus) {
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
            _ => format!("no period is proved up to {}", number(self.to)),
        };
        let _ = writeln!(out, "{STRONG}{headline}{STRONG:#}");
        let mut line = |name: &str, text: String| {
            let _ = writeln!(out, "  {FAINT}{name:<13}{FAINT:#}  {text}");
        };
        line("heaps", format!("0 to {}", number(self.to)));
        line("max", format!("{} = G({})", self.max, number(self.argmax)));
        line("last new", format!("{} = G({})", self.last_new_value, number(self.last_new)));
        let most: Vec<_> = self
            .histogram_top
            .iter()
            .take(3)
            .map(|frequency| format!("{} ({} times)", frequency.value, number(frequency.count)))
            .collect();
        line("most frequent", most.join(", "));
        let shown: Vec<_> = self.zeros.iter().take(40).map(usize::to_string).collect();
        let more = if self.zeros_count > shown.len() { ", …" } else { "" };
        line("P-positions", format!("{}: {}{more}", number(self.zeros_count), shown.join(", ")));
        let rare = match (&self.mask, self.rare) {
            (Some(mask), Some(rare)) => {
                format!(", {} rare heaps, mask {mask} from the lowest bit", number(rare))
            }
            _ => String::new(),
        };
        line("method", format!("{}{rare}", self.method));
        line("checksum", self.checksum.clone());
        f.write_str(&out)
    }
}

impl Report for SequenceReport {
    fn aside(&self) -> Aside {
        match &self.remembered {
            Some(date) => Aside::cost(Some(date), None, self.seconds),
            None => {
                let values = grouped(self.to as u64 + 1);
                Aside::Talk(format!("{values} values in {}", duration(self.seconds)))
            }
        }
    }
}

#[cfg(all(test, feature = "cli"))]
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
