//! The golden files: known answers with their sources, one Markdown file a game.
//!
//! A golden file is prose with tables of four columns. The third may be blessed where the fourth says
//! `recorded`:
//!
//! ```text
//! | question | position | answer | source |
//! |----------|----------|--------|--------|
//! | value    | 2x2      | ±1     | Siegel, I.1.1 |
//! | perft 3  | 4x4      | 792    | recorded |
//! ```
//!
//! In a cell, `\|` is a bar, and a text in backquotes stands for itself. A question may name one of the
//! keys of its answer: `count.moves`, `value.atomic_weight`.

use std::path::{Path, PathBuf};

use crate::{Answer, Lab, Question};

/// A row of a golden file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Golden {
    /// The game: the name of the file, or what the question says with `game:parameters` in front.
    pub game: String,
    /// The question, as it was written.
    pub question: String,
    /// The position.
    pub position: String,
    /// The answer.
    pub answer: String,
    /// Where it comes from.
    pub source: String,
    /// The line of the file, counted from 1.
    pub line: usize,
}

impl Golden {
    /// Whether only the program itself says so, and may say something else later.
    #[must_use]
    pub fn is_recorded(&self) -> bool {
        self.source.starts_with("recorded")
    }

    /// What the lab answers.
    pub fn ask(&self, lab: &Lab) -> Result<Answer, String> {
        let question: Question = self.question_and_key().0.parse()?;
        lab.ask(&question, &self.game, &self.position).map_err(|error| error.to_string())
    }

    /// Asks the lab, and says where and how the answer differs, if it does.
    pub fn check(&self, lab: &Lab) -> Result<(), String> {
        let place = format!("{}: {} of {} {}", self.line, self.question, self.game, self.position);
        match self.ask(lab) {
            Err(error) => Err(format!("{place}: {error}")),
            Ok(answer) if self.agrees(lab, &answer) => Ok(()),
            Ok(answer) => Err(format!("{place} is {}, not {}", self.shown(&answer), self.answer)),
        }
    }

    /// The question, and the key of its answer that is meant, if one is named.
    #[must_use]
    pub fn question_and_key(&self) -> (String, Option<&str>) {
        let (name, rest) = self.question.split_once(' ').unwrap_or((&self.question, ""));
        match name.split_once('.') {
            Some((name, key)) => (format!("{name} {rest}").trim().to_owned(), Some(key)),
            None => (self.question.clone(), None),
        }
    }

    /// What of the answer is written: all of it, or what the key has.
    #[must_use]
    pub fn shown(&self, answer: &Answer) -> String {
        let Some(key) = self.question_and_key().1 else { return answer.to_string() };
        let report = serde_json::to_value(answer).unwrap_or_default();
        match report.get(key) {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(value) => value.to_string(),
            None => format!("no answer has a key `{key}`"),
        }
    }

    /// Whether the answer is the one that is written. Values may be written in any way that reads as the
    /// same value; digits may be grouped with commas.
    #[must_use]
    pub fn agrees(&self, lab: &Lab, answer: &Answer) -> bool {
        let shown = self.shown(answer);
        if shown == self.answer {
            return true;
        }
        if self.question_and_key().1.is_some() {
            return self.answer.replace(',', "") == shown;
        }
        match answer {
            Answer::Value(report) => {
                let equal = |text: &str| {
                    let written = lab.value_of(text).ok()?;
                    Some(written == report.game)
                };
                equal(&self.answer).unwrap_or(false)
            }
            Answer::Loopy(_) => lab.same_value(&self.answer, &shown).unwrap_or(false),
            Answer::Nimber(_) | Answer::Count(_) | Answer::Perft(_) => self.answer.replace(',', "") == shown,
            Answer::Outcome(_) => self.answer.eq_ignore_ascii_case(&shown),
            Answer::Best(_) | Answer::Moves(_) => sorted(&self.answer) == sorted(&shown),
        }
    }
}

/// The moves of a list, in any order.
fn sorted(moves: &str) -> Vec<&str> {
    let mut moves: Vec<_> = moves.split([',', ' ']).filter(|mv| !mv.is_empty()).collect();
    moves.sort_unstable();
    moves
}

/// The golden files in a folder, by name.
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
pub fn read(path: &Path) -> std::io::Result<Vec<Golden>> {
    let text = std::fs::read_to_string(path)?;
    Ok(of_file(&path.file_stem().unwrap_or_default().to_string_lossy(), &text))
}

/// The rows in the text of a golden file that is called so, without `.md`.
#[must_use]
pub fn of_file(name: &str, text: &str) -> Vec<Golden> {
    let game = crate::games().map(|entry| entry.about().name).find(|game| stem(game) == name);
    rows(text, game.unwrap_or(name))
}

/// What the file of a game is called, without `.md`: a colon is no letter for files.
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

/// Where the cells of a row of a table stand in its line; nothing if it is no row.
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
}
