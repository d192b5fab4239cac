//! Answers: what was asked, what was answered, and what it cost.

use rusqlite::{OptionalExtension, params};

use super::Store;
use crate::engines;

/// What was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Key {
    /// The game, `name` or `name:parameters`.
    pub(crate) game: String,
    /// The position as the game writes it on one line; the largest heap of a sequence, or board of a table.
    pub(crate) position: String,
    /// The kind of question first, and then what else it says.
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
    /// In the shortest form.
    pub(crate) answer: String,
    /// The report, as JSON.
    pub(crate) report: String,
    /// How long it took.
    pub(crate) seconds: f64,
    /// How many positions were visited, where that was counted.
    pub(crate) positions: Option<u64>,
    /// When, in UTC; not to be said when it is kept.
    pub(crate) date: String,
}

impl Store {
    /// What was answered, unless the engine was found wrong since.
    pub(crate) fn find(&self, key: &Key) -> Option<Row> {
        let row = self.asked(|connection| {
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
                Ok((row, engine, nimatron, row_digest))
            };
            connection.query_row(asked, parameters, read).optional()
        })??;
        let (row, engine, nimatron, kept) = row;
        let fields =
            [&key.game, &key.position, &key.question, key.convention, &row.answer, &row.report, &nimatron];
        let is_whole = digest(&fields, engine) == kept;
        (is_whole && self.withdrawn(key.kind(), &key.game, engine).is_none()).then_some(row)
    }

    /// Keeps an answer, instead of one that is there. Tells if that was another.
    pub(crate) fn keep(&self, key: &Key, row: &Row) {
        let (engine, nimatron) = (engines::version(key.kind()), env!("CARGO_PKG_VERSION"));
        let fields =
            [&key.game, &key.position, &key.question, key.convention, &row.answer, &row.report, nimatron];
        let digest = digest(&fields, engine);
        let positions = row.positions.and_then(|positions| i64::try_from(positions).ok());
        let before = self.asked(|connection| {
            let asked = "SELECT answer, date, engine FROM answers
                         WHERE game = ?1 AND position = ?2 AND question = ?3 AND convention = ?4";
            let parameters = params![key.game, key.position, key.question, key.convention];
            let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            let before: Option<(String, String, u32)> =
                connection.query_row(asked, parameters, read).optional()?;
            connection.execute(
                "INSERT INTO answers (game, position, question, convention, answer, report, engine, nimatron,
                                      seconds, positions, date, digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?11)
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
                    digest
                ],
            )?;
            Ok(before)
        });
        // Which of several best moves is named is a matter of taste.
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

/// The digest of what must not change: these texts and the version of the engine.
pub(super) fn digest(texts: &[&str], engine: u32) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.update(&engine.to_le_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}
