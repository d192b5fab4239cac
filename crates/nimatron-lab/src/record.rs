//! A game as text: who played what, move by move, with comments.
//!
//! ```text
//! Game: nim
//! Position: 1,2
//! First: left
//! Left: perfect
//! Right: random
//! Result: left
//!
//! {Anything may be said in braces.}
//! 1. 2-1 {The winning move.} 1-0
//! 2. 1-0
//! ```
//!
//! First come headers, `Name: value`, in any order; only `Game` is required. After an empty line come the moves in the
//! notation of the game, separated by blanks or line breaks. Move numbers may be left out. Comments are in braces; a
//! brace or backslash in a comment is escaped with a backslash.

use std::path::Path;

use crate::files::write_whole;
use crate::position::name as word;
use crate::{Fault, LabError};
use nimatron_catalog::{Seats, Session};
use nimatron_rules::Player;
use nimatron_solve::Convention;

/// The record of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// Names and values of the headers.
    pub headers: Vec<(String, String)>,
    /// The names of the moves.
    pub moves: Vec<String>,
    /// Comments, each with the number of moves before it.
    pub comments: Vec<(usize, String)>,
    /// The place of each move in the text: the number of its line, and the byte in it.
    places: Vec<(usize, usize)>,
}

impl Record {
    /// The record of a game that is being played.
    #[must_use]
    pub fn of(game: &str, seats: &Seats<'_>, session: &Session<'_>, comments: &[(usize, String)]) -> Self {
        let first = match (session.to_move(), session.plies() % 2) {
            (player, 0) => player,
            (player, _) => player.opponent(),
        };
        let mut headers = vec![("Game", game.to_owned()), ("Position", session.start())];
        headers.push(("First", word(first).into()));
        if seats.convention == Convention::Misere {
            headers.push(("Misere", "yes".into()));
        }
        headers.push(("Left", seats.left.unwrap_or("human").into()));
        headers.push(("Right", seats.right.unwrap_or("human").into()));
        if let Some(over) = session.over() {
            headers.push(("Result", over.winner.map_or("draw", word).into()));
            headers.push(("Reason", over.why));
        }
        Record {
            headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            moves: session.line().to_vec(),
            comments: comments.to_vec(),
            places: Vec::new(),
        }
    }

    /// The value of a header; the name is case-insensitive.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| &**value)
    }

    /// Reads a record.
    pub fn parse(text: &str) -> Result<Self, LabError> {
        let mut record = Record::default();
        let mut lines =
            text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).enumerate().peekable();
        // 1. Headers, up to an empty line.
        while let Some((number, line)) =
            lines.next_if(|(_, line)| is_header(line) || record_is_empty(&record, line))
        {
            if line.trim().is_empty() {
                continue;
            }
            let (name, value) = line.split_once(':').unwrap_or((line, ""));
            if record.header(name).is_some() {
                return Err(fault(number, line, 0..name.len(), &format!("there are two headers `{name}`")));
            }
            record.headers.push((name.to_owned(), value.trim().to_owned()));
        }
        if record.header("Game").is_none() {
            let (number, line) = lines.peek().copied().unwrap_or((0, ""));
            let message = "a record begins with headers, of which `Game: NAME` must be one";
            return Err(fault(number, line, 0..line.len(), message));
        }
        // 2. Moves and comments.
        let mut comment: Option<(String, usize, usize)> = None;
        let mut escaped = false;
        let mut last = (0, "");
        for (number, line) in lines {
            last = (number, line);
            let mut chars = line.char_indices().peekable();
            while let Some((at, c)) = chars.next() {
                match &mut comment {
                    Some((text, ..)) if escaped => {
                        text.push(c);
                        escaped = false;
                    }
                    Some(_) if c == '\\' => escaped = true,
                    Some((text, ..)) if c == '}' => {
                        record.comments.push((record.moves.len(), std::mem::take(text)));
                        comment = None;
                    }
                    Some((text, ..)) => text.push(c),
                    None if c == '{' => comment = Some((String::new(), number, at)),
                    None if c == '}' => {
                        return Err(fault(
                            number,
                            line,
                            at..at + 1,
                            "a comment ends here that has not begun",
                        ));
                    }
                    None if c.is_whitespace() => {}
                    None => {
                        let mut end = at + c.len_utf8();
                        while let Some((next, c)) =
                            chars.next_if(|(_, c)| !c.is_whitespace() && *c != '{' && *c != '}')
                        {
                            end = next + c.len_utf8();
                        }
                        if !is_number(&line[at..end]) {
                            record.moves.push(line[at..end].to_owned());
                            record.places.push((number, at));
                        }
                    }
                }
            }
            if let Some((text, ..)) = &mut comment {
                text.push('\n');
                escaped = false;
            }
        }
        match comment {
            Some((_, number, at)) => {
                let line = text.split('\n').nth(number).unwrap_or(last.1);
                Err(fault(number, line, at..at + 1, "this comment has no end; expected `}`"))
            }
            None => Ok(record),
        }
    }

    /// Writes the record to a file atomically. Replaces another record, but no other file.
    pub fn save(&self, path: &Path) -> Result<(), LabError> {
        let is_free = match std::fs::read(path) {
            Ok(bytes) => {
                bytes.is_empty() || String::from_utf8(bytes).is_ok_and(|text| Record::parse(&text).is_ok())
            }
            Err(error) => error.kind() == std::io::ErrorKind::NotFound,
        };
        if !is_free {
            let message = format!("{}: this is not a record of a game; it is left as it is", path.display());
            return Err(LabError::Failed(message));
        }
        write_whole(path, self.to_text().as_bytes())
    }

    /// The text that [`Record::parse`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in &self.headers {
            text.push_str(&format!("{name}: {}\n", value.replace(['\n', '\r'], " ")));
        }
        text.push('\n');
        let comments = |text: &mut String, after: usize| {
            for (_, comment) in self.comments.iter().filter(|(moves, _)| *moves == after) {
                let safe = comment.replace('\\', "\\\\").replace('{', "\\{").replace('}', "\\}");
                if !text.ends_with(['\n', ' ']) {
                    text.push(' ');
                }
                text.push_str(&format!("{{{safe}}}"));
            }
        };
        comments(&mut text, 0);
        for (i, name) in self.moves.iter().enumerate() {
            match i % 2 {
                0 => {
                    if !text.ends_with('\n') {
                        text.push('\n');
                    }
                    text.push_str(&format!("{}. {name}", i / 2 + 1));
                }
                _ => text.push_str(&format!(" {name}")),
            }
            comments(&mut text, i + 1);
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

/// Whether a line is `Name: value` with a name of letters.
fn is_header(line: &str) -> bool {
    let name = line.split_once(':').map(|(name, _)| name);
    name.is_some_and(|name| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    })
}

/// Whether this is an empty line before the headers, which doesn't end them.
fn record_is_empty(record: &Record, line: &str) -> bool {
    record.headers.is_empty() && line.trim().is_empty()
}

/// Whether a word is the number of a move, such as `12.` or `12...`
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn fault(number: usize, line: &str, at: std::ops::Range<usize>, message: &str) -> LabError {
    Fault { text: line.into(), at, message: format!("line {}: {message}", number + 1) }.into()
}

impl Record {
    /// Two human players, with the settings of the record.
    pub fn seats(&self) -> Result<Seats<'static>, LabError> {
        let wrong = |name: &str, value: &str, expected: &str| {
            LabError::Failed(format!("`{name}: {value}` is not understood; expected {expected}"))
        };
        let first = match self.header("First") {
            None => None,
            Some("left") => Some(Player::Left),
            Some("right") => Some(Player::Right),
            Some(other) => return Err(wrong("First", other, "left or right")),
        };
        let convention = match self.header("Misere") {
            None | Some("no") => Convention::Normal,
            Some("yes") => Convention::Misere,
            Some(other) => return Err(wrong("Misere", other, "yes or no")),
        };
        Ok(Seats { left: None, right: None, first, convention, seed: 0 })
    }

    /// Plays the moves. An error points to its place in the text.
    pub fn replay(&self, session: &mut Session<'_>, text: &str) -> Result<(), LabError> {
        for (i, name) in self.moves.iter().enumerate() {
            let Err(error) = session.play(name) else { continue };
            let Some(&(number, at)) = self.places.get(i) else { return Err(error) };
            let line = text.split('\n').nth(number).unwrap_or_default();
            return Err(fault(number, line.trim_end(), at..at + name.len(), &error.to_string()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIM: &str = "Game: nim\nPosition: 1,2\nFirst: left\nEvent: a test: no more\n\n{Two {heaps\\}\nand \\\\ three lines\n}\n\
                       1. 2-1 {The winning move.} {Is it?} 1-0\n2. 1-0 {So it is.}\n";

    #[test]
    fn what_was_written_reads_back() {
        let text = NIM.replace("{Two {", "{Two \\{");
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.moves, ["2-1", "1-0", "1-0"]);
        assert_eq!(record.header("event"), Some("a test: no more"));
        assert_eq!(record.comments[0], (0, "Two {heaps}\nand \\ three lines\n".into()));
        assert_eq!(record.comments.iter().map(|(after, _)| *after).collect::<Vec<_>>(), [0, 1, 1, 3]);
        assert_eq!(record.to_text(), text);
        let windows = Record::parse(&text.replace('\n', "\r\n")).unwrap();
        assert_eq!((windows.moves, windows.headers), (record.moves, record.headers));
    }
}
