//! Certificates of periods, and a check that shares only the rules with the code that found the values.

use std::path::Path;

use nimatron_rules::{Budget, HeapCode, HeapRule};
use nimatron_solve::{Period, Values};
use serde::{Deserialize, Serialize};

use crate::files::write_whole;
use crate::{LabError, grouped};

/// The claim that G(n+period) = G(n) for all n ≥ n0 in a take-and-break game, by the theorem of Guy and Smith, from the
/// values of the heaps up to `checked_to`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Certificate {
    /// Always `nimatron period certificate 1`.
    pub format: String,
    /// The code of the game.
    pub code: String,
    /// The heap from which the values repeat; at least 1.
    pub n0: u64,
    /// The length of the period, in heaps.
    pub period: u64,
    /// By how much the values grow in each period.
    pub saltus: u64,
    /// The last heap whose value the proof needs.
    pub checked_to: u64,
    /// The BLAKE3 digest of the values up to `checked_to` as little-endian 32-bit numbers.
    pub checksum: String,
    /// The version of nimatron that wrote the certificate.
    pub version: String,
}

const FORMAT: &str = "nimatron period certificate 1";

impl Certificate {
    /// The certificate of a period that is proved by the values of the heaps up to `end`.
    pub(crate) fn new(rule: &HeapRule, period: &Period, end: usize, values: &Values) -> Self {
        Certificate {
            format: FORMAT.into(),
            code: rule.to_string(),
            n0: period.preperiod.max(1) as u64,
            period: period.period as u64,
            saltus: period.saltus.into(),
            checked_to: end as u64,
            checksum: checksum(values.iter().take(end + 1)),
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), LabError> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| LabError::Failed(format!("{}: {error}", path.display())))?;
        write_whole(path, (text + "\n").as_bytes())
    }

    /// Checks the claim with values computed by the definition, and returns why it holds or why not.
    pub(crate) fn holds(&self, budget: &Budget) -> Result<Result<String, String>, LabError> {
        if self.format != FORMAT {
            return Ok(Err(format!("this is not a `{FORMAT}`")));
        }
        let code = match HeapCode::parse(&self.code) {
            Ok(code) => code,
            Err(error) => return Ok(Err(format!("`{}` is not a code: {error}", self.code))),
        };
        if self.n0 == 0 || self.period == 0 || self.saltus != 0 {
            return Ok(Err("n0 and the period are at least 1, and the saltus is 0".into()));
        }
        // 1. How far the equation must hold depends on the most heaps a move leaves and the most counters it takes.
        let digits = || (0..=code.most_taken()).map(|taken| code.digit(taken));
        let heaps = digits().map(|digit| u64::from(u8::BITS - digit.leading_zeros())).max().unwrap_or(1);
        let heaps = heaps.saturating_sub(1).max(1);
        let bound = heaps
            .checked_mul(self.n0)
            .and_then(|sum| sum.checked_add((heaps - 1).checked_mul(self.period)?))
            .and_then(|sum| sum.checked_add(code.most_taken() as u64));
        let end = bound.and_then(|bound| bound.checked_add(self.period)).map(|end| end - 1);
        let (Some(bound), Some(end)) = (bound, end) else {
            return Ok(Err("its numbers are too large".into()));
        };
        if self.checked_to < end {
            let why = format!("a proof needs the heaps up to {end}, and it goes to {}", self.checked_to);
            return Ok(Err(why));
        }
        // 2. The values.
        budget.check_memory(usize::try_from(self.checked_to.saturating_mul(4)).unwrap_or(usize::MAX))?;
        let values = definition(&code, self.checked_to as usize, budget)?;
        // 3. The equation and the checksum.
        let (n0, period) = (self.n0 as usize, self.period as usize);
        if let Some(heap) = (n0..bound as usize).find(|&heap| values[heap + period] != values[heap]) {
            let (a, b) = (values[heap], values[heap + period]);
            return Ok(Err(format!("G({heap}) = {a}, and G({}) = {b}", heap + period)));
        }
        if checksum(values.into_iter()) != self.checksum {
            return Ok(Err("the checksum is not that of the values".into()));
        }
        Ok(Ok(format!(
            "G(n+{}) = G(n) for all n ≥ {}: the values of heaps up to {} were found again by the definition",
            grouped(self.period),
            grouped(self.n0),
            grouped(self.checked_to)
        )))
    }
}

/// The Grundy values up to `last` by the definition: the smallest value that no option has.
fn definition(code: &HeapCode, last: usize, budget: &Budget) -> Result<Vec<u32>, LabError> {
    let mut values: Vec<u32> = Vec::new();
    let mut seen: Vec<usize> = Vec::new();
    for heap in 0..=last {
        budget.spend(1)?;
        code.each_option(heap, |left| {
            let value = left.iter().fold(0, |sum, &heap| sum ^ values[heap]) as usize;
            if value >= seen.len() {
                seen.resize(value + 1, usize::MAX);
            }
            seen[value] = heap;
        });
        values.push(seen.iter().position(|&at| at != heap).unwrap_or(seen.len()) as u32);
    }
    Ok(values)
}

fn checksum(values: impl Iterator<Item = u32>) -> String {
    let mut digest = blake3::Hasher::new();
    values.for_each(|value| {
        digest.update(&value.to_le_bytes());
    });
    digest.finalize().to_hex().to_string()
}
