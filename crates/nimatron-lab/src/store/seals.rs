//! The digests of the store: of every answer, of every game, of every match with its games, and of all matches.
//!
//! They detect changes, and deleted games and matches. A deleted answer is simply computed again.

use rusqlite::{Connection, params};

use super::answers::digest;
use super::list::Entry;

/// The digest of an answer or a match in a store of that version.
pub(super) fn of_entry(version: i32, entry: &Entry, report: &str, games: Option<&Games>) -> String {
    let Entry { id, game, position, question, convention, answer, engine, nimatron, .. } = entry;
    let mut texts = vec![&**game, position, question, convention, answer, report, nimatron];
    if version == 1 {
        return digest(&texts, *engine);
    }
    let seconds = entry.seconds.to_bits().to_string();
    let positions = entry.positions.map(|positions| positions.to_string()).unwrap_or_default();
    texts.extend([&*seconds, &positions, &entry.date]);
    let count = games.map(|games| games.count.to_string()).unwrap_or_default();
    if let Some(games) = games {
        // A match is identified by its number, an answer by its question.
        texts.extend([&**id, &count, &games.digest]);
    }
    digest(&texts, *engine)
}

/// The games of a match: their number, and the digest of their digests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Games {
    pub(super) count: u64,
    pub(super) digest: String,
}

impl Games {
    /// Adds the digest of a game.
    pub(super) fn add(&mut self, game: &str) {
        self.count += 1;
        self.digest = digest(&[&self.digest, game], 0);
    }
}

/// The digest of a game of a match.
pub(super) fn of_game(of: i64, number: u64, line: &str) -> String {
    digest(&[&of.to_string(), &number.to_string(), line], 0)
}

/// Adds a match to the count and digest of all matches.
pub(super) fn count_match(connection: &Connection, match_digest: &str) -> rusqlite::Result<()> {
    let before = counted_matches(connection)?;
    let mut all = before.unwrap_or_default();
    all.add(match_digest);
    let count = i64::try_from(all.count).unwrap_or(i64::MAX);
    connection
        .execute("INSERT OR REPLACE INTO counts VALUES ('matches', ?1, ?2)", params![count, all.digest])?;
    Ok(())
}

/// The number of matches, and the digest of their digests; `None` if that was deleted.
pub(super) fn counted_matches(connection: &Connection) -> rusqlite::Result<Option<Games>> {
    use rusqlite::OptionalExtension;
    let asked = "SELECT count, digest FROM counts WHERE name = 'matches'";
    let read = |row: &rusqlite::Row<'_>| {
        let count: i64 = row.get(0)?;
        Ok(Games { count: u64::try_from(count).unwrap_or(0), digest: row.get(1)? })
    };
    connection.query_row(asked, [], read).optional()
}

/// Gives the answers and matches of a store of version 1 the digests of version 2. A changed entry keeps its old
/// digest, and so stays wrong; so does a match whose games don't agree with its report.
pub(super) fn seal_version_1(connection: &Connection) -> rusqlite::Result<()> {
    // 1. Answers.
    let mut whole = Vec::new();
    let mut asked = connection.prepare(
        "SELECT id, game, position, question, convention, answer, engine, nimatron, seconds, positions, date, report, digest
         FROM answers",
    )?;
    let mut rows = asked.query([])?;
    while let Some(row) = rows.next()? {
        let (entry, report, kept) =
            (Entry::read(row, false)?, row.get::<_, String>(11)?, row.get::<_, String>(12)?);
        if of_entry(1, &entry, &report, None) == kept {
            whole.push((row.get::<_, i64>(0)?, of_entry(2, &entry, &report, None)));
        }
    }
    drop(rows);
    for (id, digest) in whole {
        connection.execute("UPDATE answers SET digest = ?2 WHERE id = ?1", params![id, digest])?;
    }
    // 2. Matches, with their games.
    let mut asked = connection.prepare(
        "SELECT id, game, position, question, convention, answer, engine, nimatron, seconds, NULL, date, report, digest
         FROM matches ORDER BY id",
    )?;
    let mut matches = Vec::new();
    let mut rows = asked.query([])?;
    while let Some(row) = rows.next()? {
        matches.push((
            row.get::<_, i64>(0)?,
            Entry::read(row, true)?,
            row.get::<_, String>(11)?,
            row.get::<_, String>(12)?,
        ));
    }
    drop(rows);
    for (id, entry, report, kept) in matches {
        let mut asked =
            connection.prepare("SELECT number, line FROM games WHERE match = ?1 ORDER BY number")?;
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?));
        let lines: Vec<(i64, String)> = asked.query_map([id], read)?.collect::<Result<_, _>>()?;
        if of_entry(1, &entry, &report, None) != kept || !are_counted(&report, &lines) {
            count_match(connection, &kept)?;
            continue;
        }
        let mut games = Games::default();
        for (number, line) in &lines {
            let digest = of_game(id, u64::try_from(*number).unwrap_or(0), line);
            games.add(&digest);
            let parameters = params![id, number, digest];
            connection
                .execute("UPDATE games SET digest = ?3 WHERE match = ?1 AND number = ?2", parameters)?;
        }
        let digest = of_entry(2, &entry, &report, Some(&games));
        let count = i64::try_from(games.count).unwrap_or(i64::MAX);
        connection.execute(
            "UPDATE matches SET games = ?2, games_digest = ?3, digest = ?4 WHERE id = ?1",
            params![id, count, games.digest, digest],
        )?;
        count_match(connection, &digest)?;
    }
    Ok(())
}

/// Whether these games agree with a report: their number, their order, and the numbers of wins, draws and losses. For a
/// long match no games are kept.
fn are_counted(report: &str, lines: &[(i64, String)]) -> bool {
    let Ok(report) = serde_json::from_str::<serde_json::Value>(report) else { return false };
    let in_report = ["wins", "draws", "losses", "games"].map(|key| report[key].as_u64());
    let mut counts = [0; 4];
    for (expected, (number, line)) in (1..).zip(lines) {
        let game: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        let Some(result) = ["win", "draw", "loss"].iter().position(|word| game["result"] == *word) else {
            return false;
        };
        if *number != expected || game["game"] != expected {
            return false;
        }
        counts[result] += 1;
        counts[3] += 1;
    }
    lines.is_empty() || in_report == counts.map(Some)
}
