//! Replays the record of a game.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::parameters::FileText;
use crate::position::name as word;
use crate::question::{NoLine, Question, Report};
use crate::record::Record;
use crate::text::{FAINT, STRONG, capital, line_of};
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadRecord {
    /// The file
    #[cfg_attr(feature = "cli", arg(value_name = "FILE"))]
    #[serde(alias = "text")]
    #[cfg_attr(test, ts(type = "string"))]
    pub file: FileText,
}

/// The maximum length of a record, in bytes.
const LONGEST: u64 = 64 << 20;

/// A record that was replayed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordReport {
    /// The game.
    pub game: String,
    /// The starting position.
    pub start: String,
    /// Names and values of the headers.
    pub headers: Vec<(String, String)>,
    /// The moves, as the game names them.
    pub moves: Vec<String>,
    /// Comments, each with the number of moves before it.
    pub comments: Vec<(usize, String)>,
    /// The final position.
    pub position: String,
    /// `left`, `right` or `draw`; null if it is not over.
    pub result: Option<String>,
    /// Why it is over, if it is.
    pub why: Option<String>,
    /// The final position as a picture.
    #[serde(skip)]
    drawing: String,
}

impl Question for ReadRecord {
    const NAME: &'static str = "record";
    const ABOUT: &'static str = "Read the record of a game, play it through and show it";
    const HELP: &'static str = "Examples:
  nimatron record game.txt
  nimatron record game.txt --json

A record begins with headers, as `Game: nim`, `Position: 3,5,7`, `First: left`, `Left: perfect`, `Right: human`,
`Result: left`; of these only `Game` must be there. Behind an empty line come the moves, with or without numbers, and
comments in braces: 1. 7-1 {The winning move.} 5-4. `save` and `load` in `nimatron play` write and read such files.";
    type Line = NoLine;
    type Report = RecordReport;

    fn answer(&self, run: &Run<'_>) -> Result<RecordReport, LabError> {
        let too_long = format!("more than {} MB is too long for a record of a game", LONGEST >> 20);
        let (text, _) = self.file.read(LONGEST, &too_long)?;
        let record = Record::parse(&text)?;
        let game = record.header("Game").unwrap_or_default().to_owned();
        let sitting = run.lab().sit_down(&game, record.header("Position").unwrap_or("start"))?;
        let mut session = sitting.session(&record.seats()?)?;
        record.replay(&mut session, &text)?;
        let over = session.over();
        let result = over.as_ref().map(|over| over.winner.map_or("draw", word));
        match (record.header("Result"), result) {
            (None | Some("*"), _) => {}
            (Some("left" | "right" | "draw"), None) => {}
            (Some(said), Some(seen)) if said == seen => {}
            (Some(said), Some(seen)) => {
                let message = format!("the record says `Result: {said}`, and by the moves it is {seen}");
                return Err(LabError::Failed(message));
            }
            (Some(said), None) => {
                let message = format!("`Result: {said}` is not a result; expected left, right, draw or *");
                return Err(LabError::Failed(message));
            }
        }
        let said = record.header("Result").filter(|said| *said != "*");
        Ok(RecordReport {
            game,
            start: session.start(),
            moves: session.line().to_vec(),
            position: session.show(),
            result: result.or(said).map(str::to_owned),
            why: over.map(|over| over.why).or_else(|| record.header("Reason").map(str::to_owned)),
            headers: record.headers,
            comments: record.comments,
            drawing: session.view().to_text(),
        })
    }
}

impl fmt::Display for RecordReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{STRONG}{}{STRONG:#} from {}\n", self.game, self.start);
        for (name, value) in &self.headers {
            if !["game", "position"].contains(&&*name.to_lowercase()) {
                line_of(&mut text, name, value);
            }
        }
        text.push('\n');
        let comments = |text: &mut String, after: usize| {
            for (_, comment) in self.comments.iter().filter(|(moves, _)| *moves == after) {
                let comment = comment.trim().replace('\n', "\n      ");
                text.push_str(&format!("      {FAINT}{comment}{FAINT:#}\n"));
            }
        };
        comments(&mut text, 0);
        for (i, name) in self.moves.iter().enumerate() {
            match i % 2 {
                0 => text.push_str(&format!("{:>4}. {name}\n", i / 2 + 1)),
                _ => text.push_str(&format!("      {name}\n")),
            }
            comments(&mut text, i + 1);
        }
        let result = match self.result.as_deref() {
            None => "not over".into(),
            Some("draw") => "a draw".into(),
            Some(winner) => format!("{} wins", capital(winner)),
        };
        let why = self.why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
        writeln!(f, "{text}\n{result}{why}, after {} moves\n\n{}", self.moves.len(), self.drawing.trim_end())
    }
}

impl Report for RecordReport {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lab;

    const NIM: &str = "Game: nim\nPosition: 1,2\nFirst: left\nEvent: a test: no more\n\n{Two {heaps\\}\nand \\\\ three lines\n}\n\
                       1. 2-1 {The winning move.} {Is it?} 1-0\n2. 1-0 {So it is.}\n";

    #[test]
    fn a_record_is_played_through() {
        let lab = Lab::default();
        let read = |text: &str| lab.ask(&ReadRecord { file: FileText::Text(text.into()) });
        let report = read(NIM).unwrap();
        assert_eq!((&*report.position, report.result.as_deref()), ("0", Some("left")));
        let fault = |text: &str| match read(text).unwrap_err() {
            LabError::Fault(fault) => (fault.text[fault.at.clone()].to_owned(), fault.to_string()),
            error => (String::new(), error.to_string()),
        };
        let (at, message) = fault(&NIM.replace("2. 1-0", "2. 3-0"));
        assert_eq!(at, "3-0");
        assert!(message.starts_with("line 10: Left has no move `3-0`"), "{message}");
        assert_eq!(fault(&NIM.replace("So it is.}", "So")).0, "{");
        assert_eq!(fault(&NIM.replace("{The", "The")).0, "}");
        assert!(fault("1-0 2-0").1.contains("`Game: NAME`"));
        assert!(fault("").1.contains("`Game: NAME`"));
        assert!(fault(&NIM.replace("First: left", "Game: nim")).1.contains("two headers"));
        assert!(fault(&NIM.replace("First: left", "First: me")).1.contains("expected left or right"));
        assert!(fault(&NIM.replace("First: left", "Result: right")).1.contains("by the moves it is left"));
        assert!(fault(&NIM.replace("Game: nim", "Game: nimm")).1.contains("did you mean `nim`"));
    }
}
