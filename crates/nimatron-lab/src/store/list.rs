//! What is in the store.

use rusqlite::{OptionalExtension, Row};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Store;
use super::answers::{digest, kind};
use crate::LabError;

/// An answer or a match that is kept, without its report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// What `store show` calls it: a number, with an `m` before it for matches.
    pub id: String,
    /// The game.
    pub game: String,
    /// The position; the largest heap of a sequence, or board of a table.
    pub position: String,
    /// The question, with who is to move.
    pub question: String,
    /// `normal` or `misere`.
    pub convention: String,
    /// The answer in its shortest form.
    pub answer: String,
    /// The version of the engine that gave it.
    pub engine: u32,
    /// The version of nimatron.
    pub nimatron: String,
    /// How long it took.
    pub seconds: f64,
    /// How many positions were visited, where that was counted.
    pub positions: Option<u64>,
    /// When, in UTC.
    pub date: String,
    /// Why it is not served, if the engine was found wrong since.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<&'static str>,
}

/// An answer or a match with all there is.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// What is kept.
    #[serde(flatten)]
    pub entry: Entry,
    /// The report, as it was printed with `--json`.
    pub report: Box<RawValue>,
    /// The games of a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<Box<RawValue>>>,
}

const ANSWERS: &str = "SELECT id, game, position, question, convention, answer, engine, nimatron, seconds, positions, date, \
                       report, digest FROM answers";
const MATCHES: &str = "SELECT id, game, position, question, convention, answer, engine, nimatron, seconds, NULL, date, \
                       report, digest FROM matches";

impl Entry {
    /// The number of an answer; nothing for a match.
    pub(super) fn number(&self) -> Option<i64> {
        self.id.parse().ok()
    }

    /// Whether every word of a filter occurs in what was asked or answered.
    fn fits(&self, filter: &str) -> bool {
        let Entry { id, game, position, question, convention, answer, date, .. } = self;
        let texts = [id, game, position, question, convention, answer, date];
        filter.split_whitespace().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

impl Store {
    /// The answers and matches in which every word of the filter occurs, in the order in which they came.
    pub fn list(&self, filter: &str) -> Result<Vec<Entry>, LabError> {
        let mut entries = Vec::new();
        self.each(&mut |entry, _, _| {
            if entry.fits(filter) {
                entries.push(entry);
            }
        })?;
        Ok(entries)
    }

    /// What has this id, with all there is.
    pub fn show(&self, id: &str) -> Result<Shown, LabError> {
        let (of, number) = match id.strip_prefix('m') {
            Some(number) => (MATCHES, number),
            None => (ANSWERS, id),
        };
        let unknown =
            || LabError::Failed(format!("there is no `{id}` in the store; `nimatron store list` lists all"));
        let number: i64 = number.parse().map_err(|_| unknown())?;
        let found = self.connected(|connection| {
            let found = connection
                .query_row(&format!("{of} WHERE id = ?1"), [number], |row| {
                    Ok((self.entry(row, of == MATCHES)?, row.get::<_, String>(11)?))
                })
                .optional()?;
            let mut games = Vec::new();
            if of == MATCHES {
                let mut asked =
                    connection.prepare("SELECT line FROM games WHERE match = ?1 ORDER BY number")?;
                games =
                    asked.query_map([number], |row| row.get::<_, String>(0))?.collect::<Result<_, _>>()?;
            }
            Ok(found.map(|(entry, report)| (entry, report, games)))
        })?;
        let (entry, report, games) = found.ok_or_else(unknown)?;
        let raw = |text: String| {
            let damaged = |_| {
                LabError::Failed(format!("{id}: the report is damaged; `nimatron store check` says more"))
            };
            RawValue::from_string(text).map_err(damaged)
        };
        let report = raw(report)?;
        let games: Vec<Box<RawValue>> = games.into_iter().map(raw).collect::<Result<_, _>>()?;
        let games = (of == MATCHES).then_some(games);
        Ok(Shown { entry, report, games })
    }

    /// Hands every answer and then every match to `each`, with its report, and whether its digest is right.
    pub(super) fn each(&self, each: &mut dyn FnMut(Entry, String, bool)) -> Result<(), LabError> {
        self.connected(|connection| {
            for of in [ANSWERS, MATCHES] {
                let mut asked = connection.prepare(&format!("{of} ORDER BY id"))?;
                let mut rows = asked.query([])?;
                while let Some(row) = rows.next()? {
                    let entry = self.entry(row, of == MATCHES)?;
                    let (report, kept): (String, String) = (row.get(11)?, row.get(12)?);
                    let Entry { game, position, question, convention, answer, nimatron, .. } = &entry;
                    let texts = [&**game, position, question, convention, answer, &report, nimatron];
                    let is_whole = digest(&texts, entry.engine) == kept;
                    each(entry, report, is_whole);
                }
            }
            Ok(())
        })
    }

    fn entry(&self, row: &Row<'_>, is_match: bool) -> rusqlite::Result<Entry> {
        let id: i64 = row.get(0)?;
        let (game, question): (String, String) = (row.get(1)?, row.get(3)?);
        let (engine, positions): (u32, Option<i64>) = (row.get(6)?, row.get(9)?);
        Ok(Entry {
            id: if is_match { format!("m{id}") } else { id.to_string() },
            withdrawn: self.withdrawn(kind(&question), &game, engine),
            game,
            position: row.get(2)?,
            question,
            convention: row.get(4)?,
            answer: row.get(5)?,
            engine,
            nimatron: row.get(7)?,
            seconds: row.get(8)?,
            positions: positions.and_then(|positions| u64::try_from(positions).ok()),
            date: row.get(10)?,
        })
    }

    /// How many games of matches are kept.
    pub(super) fn games(&self) -> Result<u64, LabError> {
        self.connected(|connection| {
            connection.query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))
        })
        .map(|games| games as u64)
    }
}
