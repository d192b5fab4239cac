//! Matches and their games.

use rusqlite::params;

use super::Store;
use super::answers::digest;
use crate::engines;

/// A match that is over.
pub(crate) struct Played {
    /// The game.
    pub(crate) game: String,
    /// Where its games started.
    pub(crate) position: String,
    /// Who played, how often, and from which seed.
    pub(crate) question: String,
    /// `normal` or `misere`.
    pub(crate) convention: &'static str,
    /// In the shortest form.
    pub(crate) answer: String,
    /// The report, as JSON.
    pub(crate) report: String,
    /// How long it took.
    pub(crate) seconds: f64,
    /// The games, each as JSON.
    pub(crate) games: Vec<(u64, String)>,
}

impl Store {
    /// Keeps a match with its games, all or nothing.
    pub(crate) fn keep_match(&self, played: &Played) {
        let Played { game, position, question, convention, answer, report, seconds, games } = played;
        let (engine, nimatron) = (engines::version("match"), env!("CARGO_PKG_VERSION"));
        let digest = digest(&[game, position, question, convention, answer, report, nimatron], engine);
        self.asked(|connection| {
            let transaction = connection.unchecked_transaction()?;
            transaction.execute(
                "INSERT INTO matches (game, position, question, convention, answer, report, engine, nimatron, seconds,
                                      date, digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?10)",
                params![game, position, question, convention, answer, report, engine, nimatron, seconds, digest],
            )?;
            let id = transaction.last_insert_rowid();
            let mut insert = transaction.prepare("INSERT INTO games (match, number, line) VALUES (?1, ?2, ?3)")?;
            for (number, line) in games {
                insert.execute(params![id, i64::try_from(*number).unwrap_or(i64::MAX), line])?;
            }
            drop(insert);
            transaction.commit()
        });
    }
}
