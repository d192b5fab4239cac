//! The tables of the store, and how its file is opened.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::LabError;

/// The version of the tables below. What has a newer one was written by a program that knows more than this one.
const VERSION: i32 = 1;
/// How SQLite files say whose they are: "nima".
const APPLICATION: i32 = 0x6e69_6d61;
/// How long to wait for other processes that write.
const PATIENCE: Duration = Duration::from_secs(10);

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

/// Opens the file, and makes it if it is not there.
pub(super) fn open(path: &Path) -> Result<Connection, LabError> {
    let fails = |error: rusqlite::Error| failed(path, &error);
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| {
            LabError::Failed(format!("{}: the folder can't be made: {error}", folder.display()))
        })?;
    }
    // One connection is used by one thread at a time: the store has a lock of its own.
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(fails)?;
    connection.busy_timeout(PATIENCE).map_err(fails)?;
    let started = Instant::now();
    while !is_ready(&connection, path)? {
        match make(&connection) {
            Ok(()) => {}
            // Two that make it at once may be in each other's way, and SQLite doesn't wait in every such case.
            Err(error) if is_busy(&error) && started.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(fails(error)),
        }
    }
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;").map_err(fails)?;
    Ok(connection)
}

/// Whether the tables are there; a file that can't be ours is an error.
fn is_ready(connection: &Connection, path: &Path) -> Result<bool, LabError> {
    let number = |pragma: &str| connection.query_row(pragma, [], |row| row.get::<_, i32>(0));
    // All at one moment: somebody else may be making the tables.
    let read = || {
        connection.execute_batch("BEGIN")?;
        let seen = || {
            let tables = number("SELECT count(*) FROM sqlite_schema")?;
            Ok((number("PRAGMA user_version")?, number("PRAGMA application_id")?, tables))
        };
        let seen = seen();
        connection.execute_batch("COMMIT")?;
        seen
    };
    let (version, application, tables) = read().map_err(|error| failed(path, &error))?;
    let path = path.display();
    match (version, application) {
        (0, 0) if tables > 0 => {
            Err(LabError::Failed(format!("{path}: this is a database, but no store of nimatron")))
        }
        (0, 0) => Ok(false),
        (_, application) if application != APPLICATION => {
            Err(LabError::Failed(format!("{path}: this is a database, but no store of nimatron")))
        }
        (version, _) if version > VERSION => Err(LabError::Failed(format!(
            "{path}: this store was written by a newer nimatron: it has version {version}, and nimatron {} knows versions \
             up to {VERSION}",
            env!("CARGO_PKG_VERSION")
        ))),
        _ => Ok(true),
    }
}

/// Makes the tables, all or none, unless somebody else was faster.
fn make(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let made = || {
        let version: i32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        if version == 0 {
            connection.execute_batch(TABLES)?;
            connection.pragma_update(None, "application_id", APPLICATION)?;
            connection.pragma_update(None, "user_version", VERSION)?;
        }
        connection.execute_batch("COMMIT")
    };
    made().inspect_err(|_| {
        // If it is rolled back already, so much the better.
        let _ = connection.execute_batch("ROLLBACK");
    })
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// What went wrong with the file, for people.
pub(super) fn failed(path: &Path, error: &rusqlite::Error) -> LabError {
    let why = match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => "this is no store of nimatron".to_owned(),
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
