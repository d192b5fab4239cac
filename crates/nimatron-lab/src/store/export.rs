//! Exports the store for other programs.

use std::path::Path;

use serde::Serialize;

use super::{Shown, Store, StoreEntry};
use crate::LabError;
use crate::files;

/// The whole store, as JSON.
#[derive(Serialize)]
struct Everything {
    nimatron: &'static str,
    answers: Vec<Shown>,
    matches: Vec<Shown>,
}

impl Store {
    /// Writes the whole store to a file atomically: as JSON with every report and game, or as a table of answers in
    /// CSV. Returns the number of answers and matches.
    pub fn export(&self, path: &Path) -> Result<usize, LabError> {
        let entries = self.list("")?;
        let text = match &*files::extension(path) {
            "json" => {
                let (mut answers, mut matches) = (Vec::new(), Vec::new());
                for entry in &entries {
                    let list = if entry.number().is_some() { &mut answers } else { &mut matches };
                    list.push(self.show(&entry.id)?);
                }
                let everything = Everything { nimatron: env!("CARGO_PKG_VERSION"), answers, matches };
                let written = serde_json::to_string_pretty(&everything);
                written.map_err(|error| LabError::Failed(error.to_string()))? + "\n"
            }
            "csv" => csv(&entries),
            _ => {
                let message = format!("{}: the store is exported as .json or .csv", path.display());
                return Err(LabError::Senseless(message));
            }
        };
        files::write_whole(path, text.as_bytes())?;
        Ok(entries.len())
    }
}

/// A line for each entry, by RFC 4180 but with `\n` as line ending.
fn csv(entries: &[StoreEntry]) -> String {
    let mut text =
        "id,game,position,question,convention,answer,engine,nimatron,seconds,positions,date\n".to_owned();
    for entry in entries {
        let positions = entry.positions.map(|positions| positions.to_string()).unwrap_or_default();
        let fields = [
            &*entry.id,
            &entry.game,
            &entry.position,
            &entry.question,
            &entry.convention,
            &entry.answer,
            &entry.engine.to_string(),
            &entry.nimatron,
            &entry.seconds.to_string(),
            &positions,
            &entry.date,
        ];
        text += &(fields.map(quoted).join(",") + "\n");
    }
    text
}

/// A field, quoted if necessary.
fn quoted(field: &str) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.into()
    }
}
