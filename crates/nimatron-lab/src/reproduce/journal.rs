//! The answers of an unfinished reproduction, so that it resumes after a kill; and the times of all commands in the
//! last run, to estimate the remaining time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use nimatron_solve::check_ours;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::LabError;
use crate::files::write_whole;
use crate::sealed::{SealedFile, beginning};

/// The answers of a reproduction in progress, optionally in a file.
#[derive(Debug, Default)]
pub struct Journal {
    known: BTreeMap<String, (Value, f64)>,
    times: BTreeMap<String, f64>,
    file: Option<SealedFile>,
    path: Option<PathBuf>,
}

/// One line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    command: String,
    seconds: f64,
    /// The version of the program: answers of another version are not used.
    version: String,
    answer: Value,
}

/// The first line.
#[derive(Serialize)]
struct Header {
    nimatron: &'static str,
    version: &'static str,
}

/// The times of commands.
#[derive(Serialize, Deserialize)]
struct Times {
    nimatron: String,
    seconds: BTreeMap<String, f64>,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The kind of file, in its header.
const KIND: &str = "reproduction journal 1";
/// The file with the times, next to the journal, and its kind.
const TIMES: &str = "times-1.json";
const KIND_OF_TIMES: &str = "reproduction times 1";

impl Journal {
    /// A journal without a file.
    #[must_use]
    pub fn nowhere() -> Self {
        Journal::default()
    }

    /// Opens the journal in a file, or creates it. A line left incomplete by a killed process is skipped.
    pub fn open(path: &Path) -> Result<Self, LabError> {
        let failed = |error: std::io::Error| LabError::Failed(format!("{}: {error}", path.display()));
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let mut sealed = SealedFile::open(path, KIND)?;
        if sealed.lines.is_empty() {
            sealed.file.add(&Header { nimatron: KIND, version: VERSION })?;
        }
        let lines = sealed.lines.iter().skip(1).filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let known = lines
            .filter(|line| line.version == VERSION)
            .map(|line| (line.command, (line.answer, line.seconds)))
            .collect();
        let times = std::fs::read(path.with_file_name(TIMES)).ok();
        let times = times.and_then(|bytes| serde_json::from_slice::<Times>(&bytes).ok());
        let times = times.map(|times| times.seconds).unwrap_or_default();
        Ok(Journal { known, times, file: Some(sealed.file), path: Some(path.into()) })
    }

    /// Deletes the journal in a file, if it is one.
    pub fn delete(path: &Path) -> Result<(), LabError> {
        if check_ours(path, beginning(KIND).as_bytes())? {
            std::fs::remove_file(path)
                .map_err(|error| LabError::Failed(format!("{}: {error}", path.display())))?;
        }
        Ok(())
    }

    /// The number of known answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether no answer is known yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The answer of a command, and its time in seconds.
    pub(super) fn find(&self, command: &str) -> Option<(Value, f64)> {
        self.known.get(command).cloned()
    }

    /// Keeps an answer.
    pub(super) fn add(&mut self, command: &str, answer: &Value, seconds: f64) {
        self.times.insert(command.into(), seconds);
        let line = Line { command: command.into(), seconds, version: VERSION.into(), answer: answer.clone() };
        if let Some(file) = &mut self.file {
            // An answer that can't be kept is computed again after a kill.
            let _ = file.add(&line);
        }
    }

    /// Estimates how many seconds these commands will take, with a number of them at a time.
    pub(super) fn estimate<'a>(
        &self,
        commands: impl Iterator<Item = &'a str>,
        at_a_time: usize,
    ) -> Option<f64> {
        let usual = self.times.values().sum::<f64>() / self.times.len().max(1) as f64;
        let times: Vec<f64> =
            commands.map(|command| self.times.get(command).copied().unwrap_or(usual)).collect();
        let longest = times.iter().copied().fold(0.0, f64::max);
        (!self.times.is_empty()).then(|| (times.iter().sum::<f64>() / at_a_time.max(1) as f64).max(longest))
    }

    /// Finishes the reproduction: the next one starts from the beginning. The times are kept.
    pub fn finish(mut self) {
        self.keep_times();
        if let Some(path) = &self.path {
            self.file = None;
            // If it can't be removed, its answers are used again.
            let _ = std::fs::remove_file(path);
        }
    }

    /// Keeps the times for the next estimate.
    fn keep_times(&self) {
        let Some(path) = self.path.as_ref().map(|path| path.with_file_name(TIMES)) else { return };
        let times = Times { nimatron: KIND_OF_TIMES.into(), seconds: self.times.clone() };
        if let (Ok(_), Ok(text)) =
            (check_ours(&path, beginning(KIND_OF_TIMES).as_bytes()), serde_json::to_vec(&times))
        {
            // Without the times only the estimate is missing.
            let _ = write_whole(&path, &text);
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        if self.file.is_some() {
            self.keep_times();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_known_before_a_kill_is_known_after_it() {
        let folder = std::env::temp_dir().join(format!("nimatron-journal-{}", std::process::id()));
        let path = folder.join("all.journal");
        let mut journal = Journal::open(&path).unwrap();
        journal.add("value nim 3", &serde_json::json!({"canonical": "*3"}), 2.0);
        journal.add("value nim 4", &serde_json::json!({"canonical": "*4"}), 4.0);
        drop(journal);
        // The last line is torn.
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.truncate(text.len() - 10);
        std::fs::write(&path, text).unwrap();
        let mut journal = Journal::open(&path).unwrap();
        assert_eq!((journal.len(), journal.find("value nim 4")), (1, None));
        assert_eq!(journal.find("value nim 3").map(|(_, seconds)| seconds), Some(2.0));
        assert_eq!(journal.estimate(["value nim 3", "value nim 4"].into_iter(), 2), Some(4.0));
        journal.add("value nim 4", &serde_json::json!({"canonical": "*4"}), 4.0);
        drop(journal);
        let journal = Journal::open(&path).unwrap();
        assert_eq!(journal.len(), 2);
        journal.finish();
        assert!(Journal::open(&path).unwrap().is_empty());
        // Damaged files are rejected, and foreign files are neither written nor deleted.
        let mut journal = Journal::open(&path).unwrap();
        journal.add("value nim 3", &serde_json::json!({"canonical": "*3"}), 2.0);
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("*3", "*4")).unwrap();
        assert!(Journal::open(&path).unwrap_err().to_string().contains("line 2: it is damaged"));
        Journal::delete(&path).unwrap();
        assert!(!path.exists());
        for file in [&path, &path.with_file_name(TIMES)] {
            std::fs::write(file, "my thesis").unwrap();
        }
        assert!(Journal::open(&path).unwrap_err().to_string().contains("not a nimatron file"));
        assert!(Journal::delete(&path).is_err());
        let mut journal = Journal::open(&folder.join("other.journal")).unwrap();
        journal.add("value nim 3", &serde_json::json!({"canonical": "*3"}), 2.0);
        journal.finish();
        for file in [&path, &path.with_file_name(TIMES)] {
            assert_eq!(std::fs::read(file).unwrap(), b"my thesis");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
