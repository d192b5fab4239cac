//! Writes the report to a folder: the page, and the same data for programs.

use std::fmt::Write;
use std::path::Path;

use nimatron_solve::check_ours;
use serde::Serialize;

use super::{Plan, Reproduction, Settled, html};
use crate::LabError;
use crate::files::write_whole;

/// The machine, date and program version of a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Machine {
    /// The version of the program.
    pub version: String,
    /// The day.
    pub date: String,
    /// The processor and the number of cores used.
    pub processor: String,
}

/// The full report, as JSON.
#[derive(Serialize)]
struct Data<'a> {
    machine: &'a Machine,
    seconds: f64,
    stopped: bool,
    rows: Vec<&'a Settled>,
}

/// The header of the CSV file.
const COLUMNS: &str = "table,cell,paper,here,verdict,command,key,seconds\n";

/// Creates the folder for a report, if it doesn't exist. Foreign files in it with the names of a report's files are an
/// error: they are not overwritten.
pub fn check_report_folder(folder: &Path) -> Result<(), LabError> {
    std::fs::create_dir_all(folder)
        .map_err(|error| LabError::Failed(format!("{}: {error}", folder.display())))?;
    check_ours(&folder.join("index.html"), html::BEGINNING.as_bytes())?;
    check_ours(&folder.join("data.csv"), COLUMNS.as_bytes())?;
    check_ours(&folder.join("data.json"), b"{\n  \"machine\": {\n    \"version\"")?;
    Ok(())
}

/// Writes `index.html`, `data.csv` and `data.json` to a folder, which is created if it doesn't exist.
pub fn write_report(
    folder: &Path,
    plan: &Plan,
    result: &Reproduction,
    machine: &Machine,
) -> Result<(), LabError> {
    check_report_folder(folder)?;
    let rows: Vec<&Settled> = result.tables.iter().flat_map(|(_, rows)| rows).collect();
    write_whole(&folder.join("data.csv"), csv(&rows).as_bytes())?;
    let data = Data { machine, seconds: result.seconds, stopped: result.stopped, rows };
    let json = serde_json::to_vec_pretty(&data).map_err(|error| LabError::Failed(error.to_string()))?;
    write_whole(&folder.join("data.json"), &json)?;
    write_whole(&folder.join("index.html"), html::page(plan, result, machine).as_bytes())
}

fn csv(rows: &[&Settled]) -> String {
    let mut out = String::from(COLUMNS);
    for row in rows {
        let text = |text: &Option<String>| text.as_deref().map(field).unwrap_or_default();
        // Writing to a string can't fail.
        let _ = writeln!(
            out,
            "{},{},{},{},{},{},{},{}",
            field(&row.table),
            field(&row.cell),
            text(&row.paper),
            text(&row.here),
            field(&row.verdict.to_string()),
            text(&row.command),
            text(&row.key),
            row.seconds.map(|seconds| format!("{seconds:.3}")).unwrap_or_default(),
        );
    }
    out
}

/// A CSV field, quoted if necessary.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(field("0, \"1\""), "\"0, \"\"1\"\"\"");
        assert_eq!(field("plain"), "plain");
    }
}
