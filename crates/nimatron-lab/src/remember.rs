//! Keeps reports in the store, and looks them up there.

use crate::store::{Key, Row};
use crate::{LabError, Run};

/// A report that can be kept in the store.
pub(crate) trait Kept: Sized {
    /// Converts the report to a row; `None` if it is not to be kept.
    fn row(&self, run: &Run<'_>) -> Option<Row>;
    /// Reads the report from a row; `None` if it can no longer be read.
    fn read(run: &Run<'_>, row: &Row) -> Option<Self>;
}

impl Run<'_> {
    /// The report kept under a key. If there is none, or a fresh one is requested, it is computed and kept.
    pub(crate) fn remember<R: Kept>(
        &self,
        key: Option<Key>,
        compute: impl FnOnce() -> Result<R, LabError>,
    ) -> Result<R, LabError> {
        let Some((key, store)) = key.zip(self.lab().store()) else { return compute() };
        if !self.is_fresh()
            && let Some(report) = store.find(&key).and_then(|row| R::read(self, &row))
        {
            return Ok(report);
        }
        let report = compute()?;
        self.keep(&key, &report);
        Ok(report)
    }

    /// Keeps a report.
    pub(crate) fn keep<R: Kept>(&self, key: &Key, report: &R) {
        if let Some((store, row)) = self.lab().store().zip(report.row(self)) {
            store.keep(key, &row);
        }
    }
}

/// Implements [`Kept`] for a report by keeping its JSON. The report has the fields `seconds` and `remembered`; the
/// arguments are its short form in a list of answers, and the number of positions, if it counts them.
macro_rules! kept {
    ($report:ty, |$it:ident| $brief:expr, $positions:expr $(, if $is_final:expr)?) => {
        impl $crate::remember::Kept for $report {
            fn row(&self, _: &$crate::Run<'_>) -> Option<$crate::store::Row> {
                let $it = self;
                $(if !$is_final {
                    return None;
                })?
                let (answer, report) = ($brief, serde_json::to_string(self).ok()?);
                let (seconds, positions) = (self.seconds, $positions);
                Some($crate::store::Row { answer, report, seconds, positions, date: String::new() })
            }

            fn read(_: &$crate::Run<'_>, row: &$crate::store::Row) -> Option<Self> {
                let report: Self = serde_json::from_str(&row.report).ok()?;
                Some(Self { remembered: Some(row.date.clone()), ..report })
            }
        }
    };
}
pub(crate) use kept;
