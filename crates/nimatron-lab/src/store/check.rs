//! Whether what is kept is still what was written.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Store, solutions};
use crate::LabError;
use crate::sequence::files::extension;

/// What a check found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Checked {
    /// Whether all is well.
    pub holds: bool,
    /// How many answers were looked at.
    pub answers: u64,
    /// How many matches.
    pub matches: u64,
    /// How many games of matches.
    pub games: u64,
    /// How many files of solutions beside the store.
    pub solutions: u64,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    /// With what: the id of an answer, or a file.
    pub what: String,
    /// Why.
    pub why: String,
}

impl Store {
    /// Checks the file, every row of it, and the solutions in a folder, if there is one.
    pub fn check(&self, solutions: Option<&Path>) -> Result<Checked, LabError> {
        let mut problems = Vec::new();
        let mut problem = |what: &str, why: String| problems.push(Problem { what: what.into(), why });
        // 1. The file itself.
        let file = self.path().display().to_string();
        let said: Vec<String> = self.connected(|connection| {
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
        let (mut answers, mut matches) = (0, 0);
        self.each(&mut |entry, report, is_whole| {
            if entry.number().is_some() {
                answers += 1
            } else {
                matches += 1
            }
            let asked = format!("{}: {} {} {}", entry.id, entry.question, entry.game, entry.position);
            if !is_whole {
                problem(&asked, "it is not what was written: its digest is another".into());
            } else if serde_json::from_str::<serde_json::Value>(&report).is_err() {
                problem(&asked, "its report is no JSON".into());
            }
            if let Some(why) = entry.withdrawn {
                problem(
                    &asked,
                    format!("engine {} was found wrong since: {why}; it is not served", entry.engine),
                );
            }
        })?;
        let games = self.games()?;
        // 3. The files of solutions.
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
        Ok(Checked { holds: problems.is_empty(), answers, matches, games, solutions: checked, problems })
    }
}

/// The files in a folder, by name.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(files) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    files
}
