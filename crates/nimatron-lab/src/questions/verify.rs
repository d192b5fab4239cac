//! Checks a certificate of a period.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::certificate::Certificate;
use crate::parameters::FileText;
use crate::question::{NoLine, Question, Report, Verdict};
use crate::text::STRONG;
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verify {
    /// The certificate, as `nimatron sequence --certificate` writes it
    #[serde(alias = "text")]
    #[cfg_attr(test, ts(type = "string"))]
    pub file: FileText,
}

/// The result of checking a certificate.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VerifyReport {
    /// Whether it holds.
    pub holds: bool,
    /// Why, or why not.
    pub why: String,
}

/// The longest certificate, in bytes.
const LONGEST: u64 = 1 << 20;

impl Question for Verify {
    const NAME: &'static str = "verify";
    const ABOUT: &'static str = "Whether a certificate of a period holds";
    const HELP: &'static str = "Examples:\n  nimatron verify kayles.json";
    type Line = NoLine;
    type Report = VerifyReport;

    fn answer(&self, run: &Run<'_>) -> Result<VerifyReport, LabError> {
        let (text, name) = self.file.read(LONGEST, "this is not a certificate")?;
        let certificate: Certificate = serde_json::from_str(&text)
            .map_err(|error| LabError::Failed(format!("{name}: this is not a certificate: {error}")))?;
        let found = certificate.holds(run.budget())?;
        let holds = found.is_ok();
        let (Ok(why) | Err(why)) = found;
        Ok(VerifyReport { holds, why })
    }
}

impl fmt::Display for VerifyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holds = if self.holds { "holds" } else { "does not hold" };
        writeln!(f, "{STRONG}{holds}{STRONG:#}\n  {}", self.why)
    }
}

impl Report for VerifyReport {
    fn verdict(&self) -> Verdict {
        Verdict::from(self.holds)
    }
}
