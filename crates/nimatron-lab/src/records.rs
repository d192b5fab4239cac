//! The games of a match in a file, one JSON object a line: first which match it is, then each game as soon as it is over and all
//! before it are. What was killed goes on from there.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nimatron_rules::Player;
use nimatron_solve::Convention;
use serde::{Deserialize, Serialize};

use crate::LabError;
use crate::matches::{GameLine, Match, REASONS, name};

/// A file of games.
pub(crate) struct Records {
    path: PathBuf,
    file: File,
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    r#match: Terms,
}

/// What must be the same for games to belong to the same match. How many games there are, and when it is stopped, may change.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Terms {
    game: String,
    position: String,
    left: String,
    right: String,
    swap: bool,
    openings: u32,
    seed: u64,
    first: String,
    misere: bool,
    move_time_ms: Option<u64>,
}

/// A game as it is read.
#[derive(Deserialize)]
struct Game {
    game: u64,
    result: String,
    winner: Option<String>,
    left: String,
    right: String,
    plies: usize,
    opening: usize,
    moves: Vec<String>,
    reason: String,
    note: Option<String>,
    choices: u64,
    seed: u64,
}

impl Records {
    /// Opens the file of a match, and says which games are there, by their numbers from 0.
    pub(crate) fn open(
        path: &Path,
        asked: &Match<'_>,
        first: Player,
        (game, position): (&str, &str),
    ) -> Result<(Self, BTreeMap<u64, GameLine>), LabError> {
        let failed = |error: std::io::Error| LabError::Failed(format!("{}: {error}", path.display()));
        let terms = Terms {
            game: game.into(),
            position: position.into(),
            left: asked.left.into(),
            right: asked.right.into(),
            swap: asked.swap,
            openings: asked.openings,
            seed: asked.seed,
            first: name(first).into(),
            misere: asked.convention == Convention::Misere,
            move_time_ms: asked.limit.map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        if !asked.resume && !bytes.is_empty() {
            let message =
                format!("{}: there are records already; --resume goes on with them", path.display());
            return Err(LabError::Failed(message));
        }
        let (played, end) = read(path, &bytes, &terms, asked.games)?;
        // What was killed in the middle of a line is cut off.
        file.set_len(end as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut records = Records { path: path.into(), file };
        if end == 0 {
            records.line(&Header { r#match: terms })?;
        }
        Ok((records, played))
    }

    /// Adds a game.
    pub(crate) fn write(&mut self, game: &GameLine) -> Result<(), LabError> {
        self.line(game)
    }

    fn line(&mut self, line: &impl Serialize) -> Result<(), LabError> {
        let failed =
            |error: &dyn std::fmt::Display| LabError::Failed(format!("{}: {error}", self.path.display()));
        let mut text = serde_json::to_string(line).map_err(|error| failed(&error))?;
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(|error| failed(&error))
    }
}

/// The games that are written, and where the last whole line ends.
fn read(
    path: &Path,
    bytes: &[u8],
    terms: &Terms,
    games: u64,
) -> Result<(BTreeMap<u64, GameLine>, usize), LabError> {
    let mut played = BTreeMap::new();
    let mut end = 0;
    for (number, line) in bytes.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") {
            break;
        }
        let fault = |what: &str| LabError::Failed(format!("{}: line {}: {what}", path.display(), number + 1));
        if number == 0 {
            let header: Header =
                serde_json::from_slice(line).map_err(|_| fault("these are no records of a match"))?;
            if header.r#match != *terms {
                return Err(fault(&format!("it is another match: {}", difference(&header.r#match, terms))));
            }
        } else {
            let game: Game = serde_json::from_slice(line).map_err(|error| fault(&error.to_string()))?;
            let game = game.line().ok_or_else(|| fault("no such game"))?;
            if game.game <= games {
                played.insert(game.game - 1, game);
            }
        }
        end += line.len();
    }
    Ok((played, end))
}

/// What is another in two matches.
fn difference(one: &Terms, other: &Terms) -> String {
    let values = |terms: &Terms| serde_json::to_value(terms).unwrap_or_default();
    let (one, other) = (values(one), values(other));
    let keys = one.as_object().into_iter().flatten().filter(|(key, value)| other.get(key) != Some(value));
    let told = keys.map(|(key, value)| format!("{key} was {value} and is {}", other[key.as_str()]));
    told.collect::<Vec<_>>().join(", ")
}

impl Game {
    /// Nothing if some word is none that is written.
    fn line(self) -> Option<GameLine> {
        let word = |known: &[&'static str], text: &str| known.iter().copied().find(|word| *word == text);
        let winner = match &self.winner {
            None => None,
            Some(winner) => Some(word(&["left", "right"], winner)?),
        };
        Some(GameLine {
            game: (self.game > 0).then_some(self.game)?,
            result: word(&["win", "draw", "loss"], &self.result)?,
            winner,
            left: self.left,
            right: self.right,
            plies: self.plies,
            opening: self.opening,
            moves: self.moves,
            reason: word(&REASONS, &self.reason)?,
            note: self.note,
            choices: self.choices,
            pieces: 0,
            seed: self.seed,
        })
    }
}
