//! The Grundy values of all heaps of a game: found, described, kept and drawn.

pub(crate) mod files;
mod plot;

use std::path::PathBuf;
use std::time::Duration;

use nimatron_catalog::entry;
use nimatron_rules::HeapRule;
use nimatron_solve::{Checkpoint, Convention, HeapSequence, Method, Period, Values, with_suffix};
use serde::{Deserialize, Serialize};

use crate::certificate::Certificate;
use crate::{Fault, Lab, LabError, Run, check_picture_name, grouped, write_picture};
use files::OutFile;
use web_time::Instant;

/// What to find, and where to keep it.
#[derive(Clone, Debug, Default)]
pub struct SequenceOptions {
    /// The largest heap.
    pub to: usize,
    /// Go on though a period is proved.
    pub no_stop: bool,
    /// Report the values themselves.
    pub values: bool,
    /// Write them to this file.
    pub out: Option<PathBuf>,
    /// Keep them in this file, and go on from what it keeps.
    pub checkpoint: Option<PathBuf>,
    /// Write a certificate of the period to this file.
    pub certificate: Option<PathBuf>,
    /// Draw them into this file.
    pub plot: Option<PathBuf>,
}

impl SequenceOptions {
    /// Whether nothing is wanted but what there is to say of the values.
    fn is_summary(&self) -> bool {
        let files = [&self.out, &self.checkpoint, &self.certificate, &self.plot];
        !self.values && files.iter().all(|file| file.is_none())
    }
}

/// What there is to say of the Grundy values of heaps 0, 1, 2, …
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SequenceReport {
    /// The game.
    pub game: String,
    /// The last heap that all of this is about: less than was asked for if a period was proved before.
    pub to: usize,
    /// The values, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u32>>,
    /// The greatest value.
    pub max: u32,
    /// The first heap that has it.
    pub argmax: usize,
    /// The last heap whose value no smaller heap has.
    pub last_new: usize,
    /// Its value.
    pub last_new_value: u32,
    /// The most frequent values, the most frequent first.
    pub histogram_top: Vec<Frequency>,
    /// The heaps that the second player wins, the first thousand of them.
    pub zeros: Vec<usize>,
    /// How many there are.
    pub zeros_count: usize,
    /// After how many heaps the values repeat.
    pub period: Option<usize>,
    /// From which heap on.
    pub preperiod: Option<usize>,
    /// By how much they have grown then.
    pub saltus: Option<u32>,
    /// Whether the period is proved for all heaps, or only seen in these.
    pub proved: Option<bool>,
    /// How many heaps are rare.
    pub rare: Option<usize>,
    /// The bits of the mask that tells rare heaps from common ones, lowest first; all above the last are set.
    pub mask: Option<String>,
    /// `definition`, `plain`, `sparse`, or `sparse by size` where the parity of a heap's size counts.
    pub method: String,
    /// The BLAKE3 digest of the values as 32-bit numbers, little-endian.
    pub checksum: String,
    /// How long it took.
    pub seconds: f64,
    /// When it was found, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// A value and how many heaps have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frequency {
    /// The value.
    pub value: u32,
    /// How many heaps.
    pub count: usize,
}

impl SequenceReport {
    /// The period, or that there is none.
    fn headline(&self) -> String {
        match (self.period, self.preperiod, self.proved) {
            (Some(period), Some(preperiod), Some(true)) => format!("period {period}, preperiod {preperiod}"),
            _ => format!("no period up to {}, max {}", self.to, self.max),
        }
    }
}

/// How often values are kept while they are being found.
const SAVE_EVERY: Duration = Duration::from_millis(500);
/// How many of the most frequent values are reported, and how many zeros.
const TOP: usize = 10;
const MOST_ZEROS: usize = 1000;

impl Lab {
    /// Finds the Grundy values of heaps. `progress` hears how many are known.
    pub fn sequence(
        &self,
        run: &Run,
        game: &str,
        options: &SequenceOptions,
        progress: &mut dyn FnMut(usize),
    ) -> Result<SequenceReport, LabError> {
        let rule = heap_rule(game)?;
        let key = options.is_summary().then(|| {
            let question = if options.no_stop { "sequence no-stop" } else { "sequence" };
            self.key_of(question.into(), Convention::Normal, game, options.to.to_string())
        });
        let key = key.flatten();
        if let Some((report, date)) = key.as_ref().and_then(|key| self.remembered_report(run, key)) {
            return Ok(SequenceReport { game: game.into(), remembered: Some(date), ..report });
        }
        // 1. Files that can't be written are better known before than after.
        let mut out = options.out.as_deref().map(OutFile::create).transpose()?;
        for path in options.certificate.iter().chain(&options.plot) {
            files::check_writable(path)?;
        }
        if let Some(path) = &options.plot {
            check_picture_name(path)?;
        }
        let kept = match (&options.checkpoint, &options.out) {
            (Some(path), _) => Some(path.clone()),
            (None, Some(path)) if !files::is_special(path) => Some(with_suffix(path, ".checkpoint")),
            (None, _) => None,
        };
        let (mut checkpoint, mut sequence) = match &kept {
            None => (None, HeapSequence::new(rule)),
            Some(path) => {
                let (checkpoint, mut values) = Checkpoint::open(path, &rule)?;
                values.truncate(options.to + 1);
                (Some(checkpoint), HeapSequence::resumed(rule, values))
            }
        };
        // 2. The values.
        let mut saved = Instant::now();
        let found = sequence.run(options.to, !options.no_stop, run.budget(), &mut |values| {
            progress(values.len());
            if let Some(checkpoint) = &mut checkpoint
                && saved.elapsed() >= SAVE_EVERY
            {
                checkpoint.save(values)?;
                saved = Instant::now();
            }
            Ok(())
        });
        if let Some(checkpoint) = &mut checkpoint {
            checkpoint.save(sequence.values())?;
        }
        let proved = found.map_err(|error| {
            let known = sequence.values().len().saturating_sub(1) as u64;
            let kept = kept.as_ref().map_or(String::new(), |path| format!(", kept in {}", path.display()));
            let error = LabError::from(error).but_known(|| format!("heaps up to {}{kept}", grouped(known)));
            run.explain(error)
        })?;
        let proof_end = proved.as_ref().map(|period| sequence.proof_end(period));
        if let Some(period) = &proved
            && period.saltus == 0
            && (options.values || options.out.is_some())
        {
            sequence.repeat(period, options.to, run.budget())?;
        }
        // 3. What there is to say of them.
        let length = sequence.values().len().min(options.to + 1);
        let period = proved.or_else(|| sequence.seen_period());
        let mut report = describe(game, sequence.values(), length, sequence.method(), period);
        if options.values {
            report.values = Some(sequence.values().iter().take(length).collect());
        }
        // 4. The files.
        if let Some(path) = &options.certificate {
            let (Some(period), Some(end)) = (proved.as_ref().filter(|period| period.saltus == 0), proof_end)
            else {
                let message = format!("no period of {game} is proved by the heaps up to {}", options.to);
                return Err(LabError::Senseless(message));
            };
            Certificate::new(sequence.rule(), period, end, sequence.values()).write(path)?;
        }
        if let Some(path) = &options.plot {
            let drawn = plot::svg(game, sequence.values(), length, &report, sequence.method());
            write_picture(path, &drawn)?;
        }
        if let Some(out) = out.take() {
            out.write(sequence.values(), length)?;
            // All is in the file now.
            if options.checkpoint.is_none()
                && let Some(path) = kept
            {
                drop(checkpoint);
                std::fs::remove_file(&path).map_err(|error| files::failed(&path, &error))?;
            }
        }
        report.seconds = run.seconds();
        if let Some(key) = &key {
            self.keep_report(key, Some((None, report.seconds)), &report.headline(), &report);
        }
        Ok(report)
    }
}

/// The rule of the game, if it is one of heaps.
fn heap_rule(game: &str) -> Result<HeapRule, LabError> {
    let (entry, parameters) = entry(game)?;
    let rule = entry.heap_rule(parameters).map_err(|error| Fault::in_notation(game, "", &error))?;
    rule.ok_or_else(|| {
        let message =
            format!("{game} is no take-and-break game; try octal:0.007, kayles, grundy or subtraction:1,3,4");
        LabError::Senseless(message)
    })
}

/// What there is to say of the first so many values.
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
