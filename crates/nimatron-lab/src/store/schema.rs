//! The tables of the store, and how its file is opened.

use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use nimatron_solve::with_suffix;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::seals;
use crate::LabError;

/// The version of the tables below. Stores of newer versions were written by newer programs.
pub(super) const VERSION: i32 = 2;
/// SQLite's application id: "nima".
const APPLICATION: i32 = 0x6e69_6d61;
/// How long to wait for other writing processes.
const PATIENCE: Duration = Duration::from_secs(10);

/// The tables of version 1.
const TABLES: &str = "
CREATE TABLE answers (
  id         INTEGER PRIMARY KEY,
  game       TEXT NOT NULL,
  position   TEXT NOT NULL,
  question   TEXT NOT NULL,
  convention TEXT NOT NULL,
  answer     TEXT NOT NULL,
  report     TEXT NOT NULL,
  engine     INTEGER NOT NULL,
  nimatron   TEXT NOT NULL,
  seconds    REAL NOT NULL,
  positions  INTEGER,
  date       TEXT NOT NULL,
  digest     TEXT NOT NULL,
  UNIQUE (game, position, question, convention)
) STRICT;
CREATE TABLE matches (
  id         INTEGER PRIMARY KEY,
  game       TEXT NOT NULL,
  position   TEXT NOT NULL,
  question   TEXT NOT NULL,
  convention TEXT NOT NULL,
  answer     TEXT NOT NULL,
  report     TEXT NOT NULL,
  engine     INTEGER NOT NULL,
  nimatron   TEXT NOT NULL,
  seconds    REAL NOT NULL,
  date       TEXT NOT NULL,
  digest     TEXT NOT NULL
) STRICT;
CREATE TABLE games (
  match      INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  number     INTEGER NOT NULL,
  line       TEXT NOT NULL,
  PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
";

/// The additions of version 2: digests of games, the number of games of each match, and the number of matches.
const GAMES_WITH_DIGESTS: &str = "
ALTER TABLE games ADD COLUMN digest TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN games INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN games_digest TEXT NOT NULL DEFAULT '';
CREATE TABLE counts (
  name       TEXT NOT NULL PRIMARY KEY,
  count      INTEGER NOT NULL,
  digest     TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO counts VALUES ('matches', 0, '');
";

/// The beginning of every SQLite file, and the offset of the application id.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";
const APPLICATION_AT: usize = 68;

/// An open store.
pub(super) struct Open {
    pub(super) connection: Connection,
    /// The version of its tables: the newest, unless the file can't be written.
    pub(super) version: i32,
    pub(super) is_writable: bool,
}

/// Opens the file, or creates it. A file that can't be written can still be read.
pub(super) fn open(path: &Path) -> Result<Open, LabError> {
    refuse_foreign(path)?;
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| {
            LabError::Failed(format!("{}: the folder can't be made: {error}", folder.display()))
        })?;
    }
    open_to_write(path).or_else(|error| match open_to_read(path) {
        Ok(Some(open)) => Ok(open),
        _ => Err(error),
    })
}

/// Rejects a file that is not a store before SQLite opens it for writing: SQLite treats a file of one byte as empty,
/// and checkpoints the log of any database.
fn refuse_foreign(path: &Path) -> Result<(), LabError> {
    let no_store = |what: &str| LabError::Failed(format!("{}: {what}", path.display()));
    let Ok(found) = path.metadata() else { return Ok(()) };
    if !found.is_file() {
        return Err(no_store("this is not a regular file, so it is not a store of nimatron"));
    }
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(100).read_to_end(&mut head));
    read.map_err(|error| no_store(&error.to_string()))?;
    if head.is_empty() {
        return Ok(());
    }
    if !head.starts_with(SQLITE) {
        return Err(no_store("this is not a store of nimatron; it is left as it is"));
    }
    let application = head.get(APPLICATION_AT..APPLICATION_AT + 4).and_then(|bytes| bytes.try_into().ok());
    match application.map(i32::from_be_bytes) {
        Some(APPLICATION) => Ok(()),
        // Data in the log is not yet in the file. A file that can't be read now may be a store that is being created.
        Some(0) | None => {
            let said = read_only(path).and_then(|connection| said(&connection));
            said.map_or(Ok(()), |said| version(said, path).map(drop))
        }
        Some(_) => Err(no_store(FOREIGN)),
    }
}

const FOREIGN: &str = "this is a database, but not a store of nimatron; it is left as it is";

/// Opens a file without writing to it or next to it, if possible.
fn read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let log = with_suffix(path, "-wal");
    let connection = if log.metadata().is_ok_and(|log| log.len() > 0) {
        // The last answers are in the log, without which the file may be inconsistent.
        Connection::open_with_flags(path, flags)?
    } else {
        // SQLite need not create the shared-memory file of the log.
        let uri = format!("file:{}?immutable=1", percent_encoded(path));
        Connection::open_with_flags(uri, flags | OpenFlags::SQLITE_OPEN_URI)?
    };
    connection.busy_timeout(PATIENCE)?;
    Ok(connection)
}

fn open_to_write(path: &Path) -> Result<Open, LabError> {
    let fails = |error: rusqlite::Error| failed(path, &error);
    // Only one thread uses the connection at a time: the store has its own lock.
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(fails)?;
    connection.busy_timeout(PATIENCE).map_err(fails)?;
    let started = Instant::now();
    let version = loop {
        let found = version(said(&connection).map_err(fails)?, path)?;
        // SQLite opens the file even without permission to write.
        let is_writable = !connection.is_readonly("main").map_err(fails)?;
        if found == VERSION || !is_writable && found > 0 {
            break found;
        }
        match upgrade(&connection) {
            Ok(()) => {}
            // Two processes that create it at once may conflict, and SQLite doesn't wait in every such case.
            Err(error) if is_busy(&error) && started.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(fails(error)),
        }
    };
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;").map_err(fails)?;
    let is_writable = !connection.is_readonly("main").map_err(fails)?;
    Ok(Open { connection, version, is_writable })
}

/// Opens a file that can't be written, as on a read-only or full disk; `None` if it is not a store.
fn open_to_read(path: &Path) -> Result<Option<Open>, LabError> {
    let fails = |error: rusqlite::Error| failed(path, &error);
    let connection = read_only(path).map_err(fails)?;
    let version = version(said(&connection).map_err(fails)?, path)?;
    Ok((version > 0).then_some(Open { connection, version, is_writable: false }))
}

/// A path as part of a URI.
fn percent_encoded(path: &Path) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let encoded = |byte: u8| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.as_os_str().as_encoded_bytes().iter().map(|byte| encoded(*byte)).collect()
}

/// The version of the tables of a file, its application id, and the number of its tables.
type Said = (i32, i32, i32);

/// Reads these in one transaction: another process may be creating the tables.
fn said(connection: &Connection) -> rusqlite::Result<Said> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
    connection.execute_batch("BEGIN")?;
    let read = || {
        let tables = number("SELECT count(*) FROM sqlite_schema")?;
        Ok((number("PRAGMA user_version")?, number("PRAGMA application_id")?, tables))
    };
    let said = read();
    connection.execute_batch("COMMIT")?;
    said
}

/// The version of the tables, 0 if there are none yet. A foreign file is an error.
fn version((version, application, tables): Said, path: &Path) -> Result<i32, LabError> {
    let path = path.display();
    match (version, application) {
        (0, 0) if tables == 0 => Ok(0),
        (_, application) if application != APPLICATION => Err(LabError::Failed(format!("{path}: {FOREIGN}"))),
        (version, _) if version > VERSION => Err(LabError::Failed(format!(
            "{path}: this store was written by a newer nimatron: it has version {version}, and nimatron {} knows versions \
             up to {VERSION}",
            env!("CARGO_PKG_VERSION")
        ))),
        (version, _) => Ok(version),
    }
}

/// Creates or upgrades the tables in one transaction, unless another process was faster.
fn upgrade(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let made = || {
        let version: i32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version < 1 {
            connection.execute_batch(TABLES)?;
            connection.pragma_update(None, "application_id", APPLICATION)?;
        }
        if version < 2 {
            connection.execute_batch(GAMES_WITH_DIGESTS)?;
            seals::seal_version_1(connection)?;
        }
        connection.pragma_update(None, "user_version", VERSION)?;
        connection.execute_batch("COMMIT")
    };
    made().inspect_err(|_| {
        // It may already be rolled back.
        let _ = connection.execute_batch("ROLLBACK");
    })
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// The error of the file, in words.
pub(super) fn failed(path: &Path, error: &rusqlite::Error) -> LabError {
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "this is not a store of nimatron; it is left as it is".to_owned(),
        Some(ErrorCode::DatabaseCorrupt) => format!("the store is damaged ({error})"),
        Some(ErrorCode::DiskFull) => "the disk is full".to_owned(),
        Some(ErrorCode::SystemIoFailure) => "the disk can't be read or written; it may be full".to_owned(),
        Some(ErrorCode::ReadOnly) => "the store can only be read, not written".to_owned(),
        Some(ErrorCode::CannotOpen) => "the store can't be opened".to_owned(),
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            "another process has written to the store for too long".to_owned()
        }
        _ => error.to_string(),
    };
    LabError::Failed(format!("{}: {why}", path.display()))
}
