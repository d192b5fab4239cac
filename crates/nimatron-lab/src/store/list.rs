//! Lists the contents of the store.

use rusqlite::{OptionalExtension, Row};
use serde::Serialize;
use serde_json::value::RawValue;

use super::answers::kind;
use super::schema::Open;
use super::seals::Games;
use super::{Store, seals};
use crate::LabError;

/// An answer or a match in the store, without its report.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    /// The id for `store show`: a number, with an `m` before it for matches.
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
    /// The number of positions visited, if counted.
    pub positions: Option<u64>,
    /// When it was answered, in UTC.
    pub date: String,
    /// Why it is not served, if its engine was withdrawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<&'static str>,
}

/// An answer or a match with its report and games.
#[derive(Clone, Debug, Serialize)]
pub struct Shown {
    /// The entry.
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
                       report, digest, games, games_digest FROM matches";
/// The same in a store of version 1.
const OLD_MATCHES: &str = "SELECT id, game, position, question, convention, answer, engine, nimatron, seconds, NULL, date, \
                           report, digest, 0, '' FROM matches";

impl Entry {
    /// The number of an answer; `None` for a match.
    pub(super) fn number(&self) -> Option<i64> {
        self.id.parse().ok()
    }

    /// Whether every word of a filter occurs in the question or the answer.
    fn fits(&self, filter: &str) -> bool {
        let Entry { id, game, position, question, convention, answer, date, .. } = self;
        let texts = [id, game, position, question, convention, answer, date];
        filter.split_whitespace().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

impl Store {
    /// The answers and matches in which every word of the filter occurs, oldest first.
    pub fn list(&self, filter: &str) -> Result<Vec<Entry>, LabError> {
        let mut entries = Vec::new();
        self.each(&mut |Sealed { entry, .. }| {
            if entry.fits(filter) {
                entries.push(entry);
            }
        })?;
        Ok(entries)
    }

    /// The answer or match with this id, with its report and games.
    pub fn show(&self, id: &str) -> Result<Shown, LabError> {
        let (of, number) = match id.strip_prefix('m') {
            Some(number) => (MATCHES, number),
            None => (ANSWERS, id),
        };
        let unknown =
            || LabError::Failed(format!("there is no `{id}` in the store; `nimatron store list` lists all"));
        let number: i64 = number.parse().map_err(|_| unknown())?;
        let found = self.connected(|open| {
            let of = if of == MATCHES && open.version == 1 { OLD_MATCHES } else { of };
            let read = |row: &Row<'_>| self.row(open.version, row, of != ANSWERS);
            let found =
                open.connection.query_row(&format!("{of} WHERE id = ?1"), [number], read).optional()?;
            let games = if of == ANSWERS { Vec::new() } else { open.games_of(number)? };
            Ok(found.map(|row| (row, games)))
        })?;
        let (Sealed { entry, report, games: counted, is_whole }, games) = found.ok_or_else(unknown)?;
        let damaged =
            || LabError::Failed(format!("{id}: the report is damaged; `nimatron store check` says more"));
        // Don't show a match with changed or missing games.
        let mut seen = Games::default();
        games.iter().for_each(|game| seen.add(&game.digest));
        if !is_whole
            || counted.is_some_and(|counted| counted != seen)
            || games.iter().any(|game| !game.is_whole)
        {
            return Err(damaged());
        }
        let raw = |text: String| RawValue::from_string(text).map_err(|_| damaged());
        let report = raw(report)?;
        let games: Vec<Box<RawValue>> =
            games.into_iter().map(|game| raw(game.line)).collect::<Result<_, _>>()?;
        let games = (of == MATCHES).then_some(games);
        Ok(Shown { entry, report, games })
    }

    /// Passes every answer and then every match to `each`.
    pub(super) fn each(&self, each: &mut dyn FnMut(Sealed)) -> Result<(), LabError> {
        self.connected(|open| {
            let matches = if open.version == 1 { OLD_MATCHES } else { MATCHES };
            for of in [ANSWERS, matches] {
                let mut asked = open.connection.prepare(&format!("{of} ORDER BY id"))?;
                let mut rows = asked.query([])?;
                while let Some(row) = rows.next()? {
                    each(self.row(open.version, row, of != ANSWERS)?);
                }
            }
            Ok(())
        })
    }

    fn row(&self, version: i32, row: &Row<'_>, is_match: bool) -> rusqlite::Result<Sealed> {
        let mut entry = Entry::read(row, is_match)?;
        let (report, kept): (String, String) = (row.get(11)?, row.get(12)?);
        let games = match is_match && version > 1 {
            true => {
                let count: i64 = row.get(13)?;
                Some(Games { count: u64::try_from(count).unwrap_or(0), digest: row.get(14)? })
            }
            false => None,
        };
        let is_whole = seals::of_entry(version, &entry, &report, games.as_ref()) == kept;
        entry.withdrawn = self.withdrawn(kind(&entry.question), &entry.game, entry.engine);
        Ok(Sealed { entry, report, games, is_whole })
    }
}

/// An answer or a match, with the result of checking its digest.
pub(super) struct Sealed {
    pub(super) entry: Entry,
    pub(super) report: String,
    /// The games that a match should have, if known.
    pub(super) games: Option<Games>,
    /// Whether it is unchanged.
    pub(super) is_whole: bool,
}

/// A game of a match, with the result of checking its digest.
pub(super) struct KeptGame {
    pub(super) number: i64,
    pub(super) line: String,
    pub(super) digest: String,
    /// Whether it is unchanged. Stores of version 1 can't tell.
    pub(super) is_whole: bool,
}

impl Open {
    /// The games of a match, in order.
    pub(super) fn games_of(&self, id: i64) -> rusqlite::Result<Vec<KeptGame>> {
        let digest = if self.version == 1 { "''" } else { "digest" };
        let asked = format!("SELECT number, line, {digest} FROM games WHERE match = ?1 ORDER BY number");
        let mut asked = self.connection.prepare(&asked)?;
        let games = asked.query_map([id], |row| {
            let (number, line, digest): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let is_whole =
                self.version == 1 || digest == seals::of_game(id, u64::try_from(number).unwrap_or(0), &line);
            Ok(KeptGame { number, line, digest, is_whole })
        })?;
        games.collect()
    }
}

impl Entry {
    /// Reads a row, without checking whether it was withdrawn.
    pub(super) fn read(row: &Row<'_>, is_match: bool) -> rusqlite::Result<Self> {
        let id: i64 = row.get(0)?;
        let positions: Option<i64> = row.get(9)?;
        Ok(Entry {
            id: if is_match { format!("m{id}") } else { id.to_string() },
            withdrawn: None,
            game: row.get(1)?,
            position: row.get(2)?,
            question: row.get(3)?,
            convention: row.get(4)?,
            answer: row.get(5)?,
            engine: row.get(6)?,
            nimatron: row.get(7)?,
            seconds: row.get(8)?,
            positions: positions.and_then(|positions| u64::try_from(positions).ok()),
            date: row.get(10)?,
        })
    }
}
