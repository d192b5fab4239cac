//! Checks the integrity of the store.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::list::{KeptGame, Sealed};
use super::schema::Open;
use super::seals::{self, Games};
use super::{Store, solutions};
use crate::LabError;
use crate::files::extension;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// Whether there are no problems.
    pub holds: bool,
    /// The number of answers checked.
    pub answers: u64,
    /// The number of matches checked.
    pub matches: u64,
    /// The number of games of matches checked.
    pub games: u64,
    /// The number of files of solutions checked.
    pub solutions: u64,
    /// The problems found.
    pub problems: Vec<Problem>,
}

/// A problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// The id of an answer, or a file.
    pub what: String,
    /// What is wrong with it.
    pub why: String,
}

impl Store {
    /// Checks the file, all of its rows, and the solutions in a folder, if one is given.
    pub fn check(&self, solutions: Option<&Path>) -> Result<Checked, LabError> {
        let mut problems = Vec::new();
        let mut problem = |what: &str, why: String| problems.push(Problem { what: what.into(), why });
        // 1. The file itself.
        let file = self.path().display().to_string();
        let said: Vec<String> = self.connected(|Open { connection, .. }| {
            let mut asked = connection.prepare("PRAGMA integrity_check")?;
            let mut said: Vec<String> = asked.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
            let mut asked = connection.prepare("PRAGMA foreign_key_check")?;
            let orphans = asked.query_map([], |_| Ok(()))?.count();
            if orphans > 0 {
                said.push(format!("{orphans} games belong to no match"));
            }
            said.retain(|line| line != "ok");
            Ok(said)
        })?;
        said.into_iter().for_each(|line| problem(&file, line));
        // 2. Every answer and every match.
        let mut answers = 0;
        let mut matches = Vec::new();
        self.each(&mut |Sealed { entry, report, games, is_whole }| {
            match entry.number() {
                Some(_) => answers += 1,
                None => matches.push((entry.id.clone(), games)),
            }
            let asked = format!("{}: {} {} {}", entry.id, entry.question, entry.game, entry.position);
            if !is_whole {
                problem(&asked, "it was changed after it was written: its digest is wrong".into());
            } else if serde_json::from_str::<serde_json::Value>(&report).is_err() {
                problem(&asked, "its report is not JSON".into());
            }
            if let Some(why) = entry.withdrawn {
                problem(
                    &asked,
                    format!("engine {} was found to be wrong: {why}; it is not served", entry.engine),
                );
            }
        })?;
        // 3. Every game of every match, and whether any are missing.
        let mut games = 0;
        for (id, counted) in &matches {
            let Some(number) = id.strip_prefix('m').and_then(|number| number.parse().ok()) else { continue };
            let found = self.connected(|open| open.games_of(number))?;
            games += found.len() as u64;
            for game in found.iter().filter(|game| !game.is_whole) {
                let what = format!("{id}: game {}", game.number);
                problem(&what, "it was changed after it was written: its digest is wrong".into());
            }
            match counted {
                None => problem(
                    id,
                    "its games have no digests: the store is of an older version and can't be written".into(),
                ),
                Some(counted) => {
                    if let Some(why) = not_all(counted, &found) {
                        problem(id, why);
                    }
                }
            }
        }
        if let Some(why) = self.missing_matches()? {
            problem(&file, why);
        }
        // 4. The files of solutions.
        let mut checked = 0;
        for path in solutions.map(files_in).unwrap_or_default() {
            let found = match &*extension(&path) {
                "solution" => solutions::check_solution(&path),
                "subsets" => solutions::check_subsets(&path),
                _ => continue,
            };
            checked += 1;
            if let Err(why) = found {
                problem(&path.display().to_string(), why);
            }
        }
        let matches = matches.len() as u64;
        Ok(Checked { holds: problems.is_empty(), answers, matches, games, solutions: checked, problems })
    }
}

impl Store {
    /// Whether matches are missing, in words.
    fn missing_matches(&self) -> Result<Option<String>, LabError> {
        self.connected(|open| {
            if open.version == 1 {
                return Ok(None);
            }
            let Some(counted) = seals::counted_matches(&open.connection)? else {
                return Ok(Some("the number of its matches was deleted".into()));
            };
            let mut found = Games::default();
            let mut asked = open.connection.prepare("SELECT digest FROM matches ORDER BY id")?;
            for digest in asked.query_map([], |row| row.get::<_, String>(0))? {
                found.add(&digest?);
            }
            Ok(match found.count == counted.count {
                _ if found == counted => None,
                true => Some("its matches are not those that were written".into()),
                false => Some(format!("it has {} matches, and {} were written", found.count, counted.count)),
            })
        })
    }
}

/// Whether games of a match are missing, in words.
fn not_all(counted: &Games, found: &[KeptGame]) -> Option<String> {
    let missing: Vec<String> = (1..=counted.count)
        .filter(|number| !found.iter().any(|game| u64::try_from(game.number) == Ok(*number)))
        .take(10)
        .map(|number| number.to_string())
        .collect();
    let mut all = Games::default();
    found.iter().for_each(|game| all.add(&game.digest));
    if !missing.is_empty() {
        let more = if missing.len() == 10 { ", …" } else { "" };
        Some(format!("of its {} games, these are missing: {}{more}", counted.count, missing.join(", ")))
    } else if all.count != counted.count {
        Some(format!("it has {} games, and {} were written", all.count, counted.count))
    } else if all != *counted {
        Some("its games are not those that were written".into())
    } else {
        None
    }
}

/// The files in a folder, sorted by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    files
}
