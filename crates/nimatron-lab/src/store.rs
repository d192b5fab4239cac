//! The store: answers that outlive the program, in an SQLite file.
//!
//! It is opened on first use. Several processes may use it at once: readers never wait, writers wait for each other. An
//! answer is committed before it is returned, so it survives a kill of the program; an interrupted commit leaves no
//! trace (SQLite's write-ahead log).
//!
//! An error of the store is not an error of a question: it is reported once, and the store is not used again.

mod answers;
mod check;
mod export;
mod list;
mod matches;
mod schema;
mod seals;
mod solutions;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::Connection;

use crate::LabError;
use crate::versions::{WITHDRAWN, Withdrawn};

pub(crate) use answers::{Key, Row};
pub use check::{Checked, Problem};
pub use list::{Entry as StoreEntry, Shown};
pub(crate) use matches::Played;
use schema::Open;

/// Answers, matches and their games, in a file.
pub struct Store {
    path: PathBuf,
    state: Mutex<State>,
    /// Receives warnings.
    tell: Box<dyn Fn(&str) + Send + Sync>,
    withdrawn: &'static [Withdrawn],
    /// Whether the warning about a read-only store was given.
    told: AtomicBool,
}

enum State {
    /// Not used so far.
    Closed,
    Open(Open),
    /// It can't be used, and a warning was given.
    Broken,
}

/// The warning for a store that can't be written.
const READ_ONLY: &str = "the store can only be read, not written";

/// The result of vacuuming.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Vacuumed {
    /// The number of answers deleted because their engine was found to be wrong.
    pub forgotten: u64,
    /// The size of the file before, in bytes.
    pub before: u64,
    /// The size of the file now, in bytes.
    pub after: u64,
}

impl Store {
    /// The store in a file, which is created when first needed. `tell` receives a warning, once, if it can't be used.
    pub fn at(path: impl Into<PathBuf>, tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        let (path, state) = (path.into(), Mutex::new(State::Closed));
        let told = AtomicBool::new(false);
        Store { path, state, tell: Box::new(tell), withdrawn: WITHDRAWN, told }
    }

    /// Opens the store now, and fails if it can't be used.
    pub fn opened(self) -> Result<Self, LabError> {
        self.connected(|_| Ok(()))?;
        Ok(self)
    }

    /// Replaces the list of withdrawn versions of engines.
    #[must_use]
    pub fn withdrawing(mut self, withdrawn: &'static [Withdrawn]) -> Self {
        self.withdrawn = withdrawn;
        self
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Why the answer of an engine is withdrawn, if it is.
    fn withdrawn(&self, kind: &str, game: &str, version: u32) -> Option<&'static str> {
        self.withdrawn
            .iter()
            .find(|withdrawn| withdrawn.covers(kind, game, version))
            .map(|withdrawn| withdrawn.why)
    }

    /// Deletes the answers of withdrawn engines, and frees the space of everything deleted.
    pub fn vacuum(&self) -> Result<Vacuumed, LabError> {
        let wrong: Vec<i64> = self
            .list("")?
            .iter()
            .filter(|entry| entry.withdrawn.is_some())
            .filter_map(StoreEntry::number)
            .collect();
        if self.connected(|open| Ok(!open.is_writable))? {
            return Err(LabError::Failed(format!("{}: {READ_ONLY}", self.path.display())));
        }
        self.connected(|Open { connection, .. }| {
            // Include what is still in the log.
            let size = || std::fs::metadata(&self.path).map_or(0, |file| file.len());
            let flush = || connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
            flush()?;
            let before = size();
            for id in &wrong {
                connection.execute("DELETE FROM answers WHERE id = ?1", [id])?;
            }
            connection.execute_batch("VACUUM")?;
            flush()?;
            Ok(Vacuumed { forgotten: wrong.len() as u64, before, after: size() })
        })
    }

    /// Queries the file.
    fn connected<T>(&self, ask: impl FnOnce(&Open) -> rusqlite::Result<T>) -> Result<T, LabError> {
        let mut state = self.state();
        if !matches!(*state, State::Open(_)) {
            *state = State::Open(schema::open(&self.path)?);
        }
        match &*state {
            State::Open(open) => ask(open).map_err(|error| schema::failed(&self.path, &error)),
            State::Closed | State::Broken => {
                Err(LabError::Failed(format!("{}: it is closed", self.path.display())))
            }
        }
    }

    /// Queries the file. An error is reported once, and the store is not used again.
    fn asked<T>(&self, ask: impl FnOnce(&Open) -> rusqlite::Result<T>) -> Option<T> {
        if matches!(*self.state(), State::Broken) {
            return None;
        }
        match self.connected(ask) {
            Ok(answer) => Some(answer),
            Err(error) => {
                *self.state() = State::Broken;
                (self.tell)(&format!("{error}; answers are not remembered"));
                None
            }
        }
    }

    /// Writes to the file. If it is read-only, that is reported once, and reading continues.
    fn kept<T>(&self, keep: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Option<T> {
        let written = self.asked(|open| match open.is_writable {
            true => keep(&open.connection).map(Some),
            false => Ok(None),
        })?;
        if written.is_none() && !self.told.swap(true, Ordering::Relaxed) {
            (self.tell)(&format!("{}: {READ_ONLY}; answers are not remembered", self.path.display()));
        }
        written
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Lab;
    use crate::questions::nimber::Nimber;

    #[test]
    fn a_full_disk_is_told_once_and_every_question_answered() {
        let folder = std::env::temp_dir().join(format!("nimatron-full-disk-{}", std::process::id()));
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        let tell = move |text: &str| heard.lock().unwrap().push(text.to_owned());
        let store = Store::at(folder.join("store.sqlite"), tell).opened().unwrap();
        // Simulate a full disk.
        store
            .connected(|Open { connection, .. }| {
                let pages: i64 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
                connection.query_row(&format!("PRAGMA max_page_count = {}", pages + 1), [], |_| Ok(()))
            })
            .unwrap();
        let lab = Lab::default().remembering(store);
        for heap in 1..200 {
            let answer = lab.ask(&Nimber::of("nim", heap.to_string())).unwrap();
            assert_eq!(answer.nimber, heap);
        }
        let told = told.lock().unwrap();
        assert!(
            told.len() == 1 && told[0].ends_with("the disk is full; answers are not remembered"),
            "{told:?}"
        );
        // What was kept before is intact.
        let checked = Store::at(folder.join("store.sqlite"), |_: &str| {}).check(None).unwrap();
        assert!(checked.holds && checked.answers > 0, "{checked:?}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
