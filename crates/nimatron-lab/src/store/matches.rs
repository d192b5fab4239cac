//! Matches and their games.

use rusqlite::params;

use super::Store;
use super::answers::now;
use super::list::Entry;
use super::schema::VERSION;
use super::seals::{self, Games, of_game};
use crate::versions;

/// A match that is over.
pub(crate) struct Played {
    /// The game.
    pub(crate) game: String,
    /// Where its games started.
    pub(crate) position: String,
    /// The agents, the number of games, and the seed.
    pub(crate) question: String,
    /// `normal` or `misere`.
    pub(crate) convention: &'static str,
    /// The result in its shortest form.
    pub(crate) answer: String,
    /// The report, as JSON.
    pub(crate) report: String,
    /// How long it took.
    pub(crate) seconds: f64,
    /// The games, each as JSON.
    pub(crate) games: Vec<(u64, String)>,
}

impl Store {
    /// Keeps a match with its games, in one transaction.
    pub(crate) fn keep_match(&self, played: &Played) {
        let Played { game, position, question, convention, answer, report, seconds, games } = played;
        let (engine, nimatron) = (versions::version("match"), env!("CARGO_PKG_VERSION"));
        self.kept(|connection| {
            let transaction = connection.unchecked_transaction()?;
            // 1. The match, whose number is needed for its digest.
            let date = now(connection)?;
            transaction.execute(
                "INSERT INTO matches (game, position, question, convention, answer, report, engine, nimatron, seconds,
                                      date, digest)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '')",
                params![game, position, question, convention, answer, report, engine, nimatron, seconds, date],
            )?;
            let id = transaction.last_insert_rowid();
            // 2. Its games.
            let mut sealed = Games::default();
            let mut insert =
                transaction.prepare("INSERT INTO games (match, number, line, digest) VALUES (?1, ?2, ?3, ?4)")?;
            for (number, line) in games {
                let digest = of_game(id, *number, line);
                sealed.add(&digest);
                insert.execute(params![id, i64::try_from(*number).unwrap_or(i64::MAX), line, digest])?;
            }
            drop(insert);
            // 3. The digests.
            let entry = Entry {
                id: format!("m{id}"),
                game: game.clone(),
                position: position.clone(),
                question: question.clone(),
                convention: (*convention).into(),
                answer: answer.clone(),
                engine,
                nimatron: nimatron.into(),
                seconds: *seconds,
                positions: None,
                date,
                withdrawn: None,
            };
            let digest = seals::of_entry(VERSION, &entry, report, Some(&sealed));
            let count = i64::try_from(sealed.count).unwrap_or(i64::MAX);
            transaction.execute(
                "UPDATE matches SET games = ?2, games_digest = ?3, digest = ?4 WHERE id = ?1",
                params![id, count, sealed.digest, digest],
            )?;
            seals::count_match(&transaction, &digest)?;
            transaction.commit()
        });
    }
}
