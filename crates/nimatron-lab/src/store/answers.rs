//! Answers with their questions and costs.

use rusqlite::{Connection, OptionalExtension, params};

use super::list::Entry;
use super::schema::VERSION;
use super::{Store, seals};
use crate::versions;

/// What was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The game, `name` or `name:parameters`.
    pub(crate) game: String,
    /// The position as the game writes it on one line; the largest heap of a sequence, or board of a table.
    pub(crate) position: String,
    /// The kind of question, followed by its other parameters.
    pub(crate) question: String,
    /// `normal` or `misere`.
    pub(crate) convention: &'static str,
}

impl Key {
    /// The kind of question.
    pub(crate) fn kind(&self) -> &str {
        kind(&self.question)
    }
}

/// The kind of a question.
pub(super) fn kind(question: &str) -> &str {
    question.split(' ').next().unwrap_or(question)
}

/// What was answered.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Row {
    /// The answer in its shortest form.
    pub(crate) answer: String,
    /// The report, as JSON.
    pub(crate) report: String,
    /// How long it took.
    pub(crate) seconds: f64,
    /// The number of positions visited, if counted.
    pub(crate) positions: Option<u64>,
    /// When it was answered, in UTC; ignored when it is kept.
    pub(crate) date: String,
}

impl Key {
    /// The entry of an answer to this question.
    fn entry(&self, row: &Row, engine: u32, nimatron: &str) -> Entry {
        Entry {
            id: String::new(),
            game: self.game.clone(),
            position: self.position.clone(),
            question: self.question.clone(),
            convention: self.convention.into(),
            answer: row.answer.clone(),
            engine,
            nimatron: nimatron.into(),
            seconds: row.seconds,
            positions: row.positions,
            date: row.date.clone(),
            withdrawn: None,
        }
    }
}

impl Store {
    /// The answer, unless its engine was withdrawn.
    pub(crate) fn find(&self, key: &Key) -> Option<Row> {
        let (row, engine, nimatron, kept, version) = self.asked(|open| {
            let asked =
                "SELECT answer, report, seconds, positions, date, engine, nimatron, digest FROM answers
                         WHERE game = ?1 AND position = ?2 AND question = ?3 AND convention = ?4";
            let parameters = params![key.game, key.position, key.question, key.convention];
            let read = |row: &rusqlite::Row<'_>| {
                let positions: Option<i64> = row.get(3)?;
                let positions = positions.and_then(|positions| u64::try_from(positions).ok());
                let (engine, nimatron): (u32, String) = (row.get(5)?, row.get(6)?);
                let row_digest: String = row.get(7)?;
                let (answer, report) = (row.get(0)?, row.get(1)?);
                let row = Row { answer, report, seconds: row.get(2)?, positions, date: row.get(4)? };
                Ok((row, engine, nimatron, row_digest, open.version))
            };
            open.connection.query_row(asked, parameters, read).optional()
        })??;
        let is_whole =
            seals::of_entry(version, &key.entry(&row, engine, &nimatron), &row.report, None) == kept;
        (is_whole && self.withdrawn(key.kind(), &key.game, engine).is_none()).then_some(row)
    }

    /// Keeps an answer, replacing an existing one. Warns if they differ.
    pub(crate) fn keep(&self, key: &Key, row: &Row) {
        let (engine, nimatron) = (versions::version(key.kind()), env!("CARGO_PKG_VERSION"));
        let positions = row.positions.and_then(|positions| i64::try_from(positions).ok());
        let before = self.kept(|connection| {
            let date = now(connection)?;
            let row = &Row { date, positions: positions.and_then(|n| u64::try_from(n).ok()), ..row.clone() };
            let digest = seals::of_entry(VERSION, &key.entry(row, engine, nimatron), &row.report, None);
            let asked = "SELECT answer, date, engine FROM answers
                         WHERE game = ?1 AND position = ?2 AND question = ?3 AND convention = ?4";
            let parameters = params![key.game, key.position, key.question, key.convention];
            let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            let before: Option<(String, String, u32)> =
                connection.query_row(asked, parameters, read).optional()?;
            connection.execute(
                "INSERT INTO answers (game, position, question, convention, answer, report, engine, nimatron,
                                      seconds, positions, date, digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                 ON CONFLICT (game, position, question, convention) DO UPDATE SET
                   answer = excluded.answer, report = excluded.report, engine = excluded.engine,
                   nimatron = excluded.nimatron, seconds = excluded.seconds, positions = excluded.positions,
                   date = excluded.date, digest = excluded.digest",
                params![
                    key.game,
                    key.position,
                    key.question,
                    key.convention,
                    row.answer,
                    row.report,
                    engine,
                    nimatron,
                    row.seconds,
                    positions,
                    row.date,
                    digest
                ],
            )?;
            Ok(before)
        });
        // Any of several best moves is correct.
        if let Some(Some((answer, date, version))) = before
            && answer != row.answer
            && key.kind() != "best"
            && self.withdrawn(key.kind(), &key.game, version).is_none()
        {
            let Key { game, position, question, .. } = key;
            (self.tell)(&format!(
                "{question} {game} {position}: now {}, but {answer} was remembered from {date}: one of them is wrong",
                row.answer
            ));
        }
    }
}

/// The current time, in UTC.
pub(super) fn now(connection: &Connection) -> rusqlite::Result<String> {
    connection.query_row("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')", [], |row| row.get(0))
}

/// The digest of these texts and the version of the engine.
pub(super) fn digest(texts: &[&str], engine: u32) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.update(&engine.to_le_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}
