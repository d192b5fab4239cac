//! The golden files: known answers with their sources, one Markdown file a game.
//!
//! A golden file is prose with tables of four columns. The third may be blessed if the fourth is `recorded`:
//!
//! ```text
//! | question | position | answer | source |
//! |----------|----------|--------|--------|
//! | value    | 2x2      | ±1     | Siegel, I.1.1 |
//! | perft 3  | 4x4      | 792    | recorded |
//! ```
//!
//! In a cell, `\|` is a bar, and text in backquotes is literal. A question may name one of the keys of its
//! answer: `count.moves`, `value.atomic_weight`.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::question::AnyQuestion;
use crate::{Lab, find_question};
use nimatron_rules::Registry;

/// A row of a golden file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Golden {
    /// The game: the name of the file, or `game:parameters` from the row.
    pub game: String,
    /// The question, as it was written.
    pub question: String,
    /// The position.
    pub position: String,
    /// The answer.
    pub answer: String,
    /// The source of the answer.
    pub source: String,
    /// The line of the file, counted from 1.
    pub line: usize,
}

impl Golden {
    /// Whether the answer was only recorded from the program itself and may change.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.source.starts_with("recorded")
    }

    /// The answer of the lab.
    ///
    /// # Errors
    /// If there is no such question, or it has no answer.
    pub fn ask(&self, lab: &Lab) -> Result<Answered, String> {
        let (question, key) = self.question_and_key();
        let question = asked(&question, &self.game, &self.position)?;
        let run = lab.start();
        let answer = question.answer(&run).map_err(|error| error.to_string())?;
        let Some(key) = key else {
            let shown = answer.brief();
            let agrees = shown == self.answer || answer.agrees(&run, &self.answer);
            return Ok(Answered { shown, agrees });
        };
        let report = answer.to_json().ok().and_then(|json| serde_json::from_str::<Value>(json.get()).ok());
        let shown = match report.as_ref().and_then(|report| report.get(key)) {
            Some(Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => format!("no answer has a key `{key}`"),
        };
        let agrees = shown == self.answer || shown == self.answer.replace(',', "");
        Ok(Answered { shown, agrees })
    }

    /// Asks the lab and compares the answer.
    ///
    /// # Errors
    /// If the answer differs, with the line and both answers, or if there is none.
    pub fn check(&self, lab: &Lab) -> Result<(), String> {
        let place = format!("{}: {} of {} {}", self.line, self.question, self.game, self.position);
        match self.ask(lab) {
            Err(error) => Err(format!("{place}: {error}")),
            Ok(answer) if answer.agrees => Ok(()),
            Ok(answer) => Err(format!("{place} is {}, not {}", answer.shown, self.answer)),
        }
    }

    /// The question, and the key of its answer, if the row names one.
    #[must_use]
    pub fn question_and_key(&self) -> (String, Option<&str>) {
        let (name, rest) = self.question.split_once(' ').unwrap_or((&self.question, ""));
        match name.split_once('.') {
            Some((name, key)) => (format!("{name} {rest}").trim().to_owned(), Some(key)),
            None => (self.question.clone(), None),
        }
    }
}

/// The answer of the lab for a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    /// The answer in the form used in golden files.
    pub shown: String,
    /// Whether it agrees with the row. Values may be written in any equivalent form, digits may be grouped with commas,
    /// and moves may be in any order.
    pub agrees: bool,
}

/// Parses a question about a position: `best misere right`, `perft 3`.
///
/// # Errors
/// If there is no such question, or it doesn't accept all of the words.
pub fn asked(text: &str, game: &str, position: &str) -> Result<Box<dyn AnyQuestion>, String> {
    let mut words = text.split_whitespace();
    let name = words.next().ok_or("no question")?;
    let entry = find_question(name).ok_or_else(|| format!("there is no question `{name}`"))?;
    let mut parameters = Map::new();
    parameters.insert("game".into(), game.into());
    parameters.insert("position".into(), position.into());
    for word in words {
        let (key, value) = match word {
            "misere" | "misère" | "--misere" => ("misere", json!(true)),
            "left" | "right" => ("to_move", json!(word)),
            "--to-move" => continue,
            _ => match word.parse::<u32>() {
                Ok(number) => ("depth", json!(number)),
                Err(_) => return Err(format!("`{word}` has no meaning in `{text}`")),
            },
        };
        parameters.insert(key.into(), value);
    }
    let question =
        entry.read(Value::Object(parameters.clone())).map_err(|error| format!("{text}: {error}"))?;
    // Reading ignores parameters that the question doesn't have.
    let known = question.parameters().unwrap_or_default();
    match parameters.keys().find(|key| known.get(key.as_str()).is_none()) {
        Some(_) => Err(format!("`{name}` doesn't take all of `{text}`")),
        None => Ok(question),
    }
}

/// The golden files in a folder, sorted by name.
pub fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md")
            && path.file_stem() != Some("README".as_ref())
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The rows of a golden file.
pub fn read(path: &Path, registry: &Registry) -> std::io::Result<Vec<Golden>> {
    let text = std::fs::read_to_string(path)?;
    Ok(of_file(registry, &path.file_stem().unwrap_or_default().to_string_lossy(), &text))
}

/// The rows in the text of the golden file with this name, without `.md`.
#[must_use]
pub fn of_file(registry: &Registry, name: &str, text: &str) -> Vec<Golden> {
    let game = registry.games().map(|entry| &*entry.about().name).find(|game| stem(game) == name);
    rows(text, game.unwrap_or(name))
}

/// The name of a game's file, without `.md`: file names can't contain colons.
#[must_use]
pub fn stem(game: &str) -> String {
    game.replace(':', "-")
}

/// The rows in the text of a golden file.
#[must_use]
pub fn rows(text: &str, game: &str) -> Vec<Golden> {
    let mut in_table = false;
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let Some(cells) = cells(line) else {
            in_table = false;
            continue;
        };
        let contents: Vec<String> = cells.iter().map(|range| unquoted(&line[range.clone()])).collect();
        let [question, position, answer, source] = &contents[..] else { continue };
        if question == "question" {
            in_table = true;
        } else if in_table && !question.starts_with("--") && !question.starts_with(":-") {
            let [question, position, answer, source] = [question, position, answer, source].map(Clone::clone);
            // `placement:N 5x6`: a game with parameters comes before the position.
            let (game, position) = match position.split_once(' ') {
                Some((word, rest)) if word.split(':').next() == Some(game) => {
                    (word.into(), rest.trim().into())
                }
                _ => (game.to_owned(), position),
            };
            rows.push(Golden { game, question, position, answer, source, line: i + 1 });
        }
    }
    rows
}

/// The text of a golden file with another answer in a row.
#[must_use]
pub fn with_answer(text: &str, line: usize, answer: &str) -> String {
    let replace = |(i, old): (usize, &str)| match cells(old) {
        Some(cells) if i + 1 == line && cells.len() == 4 => {
            let at = cells[2].clone();
            let quoted = old[at.clone()].trim().starts_with('`');
            let answer = answer.replace('|', "\\|");
            let new = if quoted { format!(" `{answer}` ") } else { format!(" {answer} ") };
            format!("{}{new}{}", &old[..at.start], &old[at.end..])
        }
        _ => old.to_owned(),
    };
    let mut text = text.lines().enumerate().map(replace).collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

/// The ranges of the cells in a line; `None` if the line is not a row of a table.
pub(crate) fn cells(line: &str) -> Option<Vec<std::ops::Range<usize>>> {
    let start = line.len() - line.trim_start().len();
    let end = line.trim_end().len();
    if end < start + 2 || !line[start..end].starts_with('|') || !line[start..end].ends_with('|') {
        return None;
    }
    let bytes = line.as_bytes();
    let mut cells = Vec::new();
    let mut first = start + 1;
    for at in start + 1..end {
        if bytes[at] == b'|' && bytes[at - 1] != b'\\' {
            cells.push(first..at);
            first = at + 1;
        }
    }
    Some(cells)
}

/// The contents of a cell.
pub(crate) fn unquoted(cell: &str) -> String {
    let cell = cell.trim();
    let inner = cell.strip_prefix('`').and_then(|cell| cell.strip_suffix('`')).unwrap_or(cell);
    inner.replace("\\|", "|")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# Nim

| question | position | answer | source |
|---|---|---|---|
| nimber | 3,5 | 6 | Bouton |
| value | `1,2` | `{0\\|1}` | recorded |

| question |
|---|
";

    #[test]
    fn rows_are_read_and_answers_written() {
        let rows = rows(FILE, "nim");
        assert_eq!(rows.len(), 2);
        assert_eq!((&*rows[1].position, &*rows[1].answer, rows[1].line), ("1,2", "{0|1}", 6));
        assert!(rows[1].is_recorded() && !rows[0].is_recorded());
        assert_eq!(with_answer(FILE, 6, "{0|1}"), FILE);
        assert!(with_answer(FILE, 6, "*3").contains("| value | `1,2` | `*3` | recorded |\n"));
    }

    #[test]
    fn questions_are_read_from_words() {
        let read = |text: &str| asked(text, "nim", "3").map(|question| question.parameters().unwrap());
        let perft = read("perft 3 right").unwrap();
        assert_eq!((&perft["depth"], &perft["to_move"]), (&json!(3), &json!("right")));
        assert_eq!(read("outcome misere").unwrap()["misere"], true);
        for bad in ["", "price", "perft", "value misere", "nimber left", "outcome 3", "count sideways"] {
            assert!(asked(bad, "nim", "3").is_err(), "{bad}");
        }
    }
}
