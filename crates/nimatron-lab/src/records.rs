//! The games of a match in a file, one JSON object per line: first a header that identifies the match, then each game
//! as soon as it and all before it are over. A match that was killed resumes from there. Lines have digests, and games
//! that are read are replayed.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use nimatron_catalog::{Agents, Line, Replay, Settings};
use nimatron_rules::{Ending, Meter};
use nimatron_search::{Forfeit, Reason};
use nimatron_solve::Convention;
use serde::{Deserialize, Serialize};

use crate::LabError;
use crate::position::name;
use crate::questions::matches::{GameLine, Match, REASONS};
use crate::sealed::{Sealed, SealedFile};

/// The kind of file, in its header.
const KIND: &str = "match records 2";

/// A file of games.
pub(crate) struct Records {
    file: SealedFile,
}

/// What all games of a match share.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) agents: &'a Agents<'a>,
    pub(crate) settings: Settings,
    /// The game and the position, as text.
    pub(crate) place: (&'a str, &'a str),
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The kind of file.
    nimatron: String,
    /// The version that wrote it.
    version: String,
    r#match: Terms,
}

/// What must be equal for games to belong to the same match. The number of games and the stopping rule may change.
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
    /// Opens the file of a match, and returns the games in it, numbered from 0. Every game is replayed, and its line
    /// must agree with its moves. `tell` receives a warning if the last line was torn.
    pub(crate) fn open(
        path: &Path,
        asked: &Match,
        setting: Setting<'_>,
        meter: &mut Meter,
        tell: &dyn Fn(&str),
    ) -> Result<(Self, BTreeMap<u64, GameLine>), LabError> {
        if is_of_version_1(path) {
            return Err(LabError::Failed(format!(
                "{}: these records were written by an older version, without digests, so they can't be checked; they are left \
                 as they are, and the match has to be played again into another file",
                path.display()
            )));
        }
        let terms = Terms::of(asked, setting);
        let Sealed { mut file, lines, was_torn } = SealedFile::open(path, KIND)?;
        if !asked.resume && !lines.is_empty() {
            let message =
                format!("{}: there are records already; --resume goes on with them", path.display());
            return Err(LabError::Failed(message));
        }
        let mut played = BTreeMap::new();
        for (at, line) in lines.iter().enumerate() {
            let fault = |what: &str| file.fault(at + 1, what);
            if at == 0 {
                let header: Header =
                    serde_json::from_str(line).map_err(|_| fault("these are not records of a match"))?;
                if header.r#match != terms {
                    let difference = difference(&header.r#match, &terms);
                    return Err(fault(&format!("it is another match: {difference}")));
                }
                continue;
            }
            let game: Game = serde_json::from_str(line).map_err(|error| fault(&error.to_string()))?;
            let game = game.line().ok_or_else(|| fault("this is not a game of a match"))?;
            // Games are written in order.
            let number = at as u64 - 1;
            let fixture = asked.fixture(number);
            let replayed = setting.agents.replay(setting.settings, &fixture, &game.moves, meter);
            let replayed = replayed.map_err(|error| match error {
                LabError::Failed(why) => fault(&why),
                error => error,
            })?;
            check(asked, number, replayed, &game).map_err(|why| fault(&why))?;
            if number < asked.games {
                played.insert(number, game);
            }
        }
        if was_torn && asked.resume {
            let what = if lines.is_empty() { "the header" } else { "a game" };
            tell(&format!("{}: {what} was not written to its end, and is written again", path.display()));
        }
        if lines.is_empty() {
            let version = env!("CARGO_PKG_VERSION").into();
            file.add(&Header { nimatron: KIND.into(), version, r#match: terms })?;
        }
        Ok((Records { file }, played))
    }

    /// Adds a game.
    pub(crate) fn write(&mut self, game: &GameLine) -> Result<(), LabError> {
        self.file.add(game)
    }
}

impl Terms {
    fn of(asked: &Match, setting: Setting<'_>) -> Self {
        let (game, position) = setting.place;
        Terms {
            game: game.into(),
            position: position.into(),
            left: asked.left.to_string(),
            right: asked.right.to_string(),
            swap: asked.swap,
            openings: asked.openings,
            seed: asked.seed,
            first: name(setting.settings.first).into(),
            misere: asked.terms.convention == Convention::Misere,
            move_time_ms: asked.move_time.map(|limit| u64::try_from(limit.as_millis()).unwrap_or(u64::MAX)),
        }
    }
}

/// Whether a file has records of the old format without digests.
fn is_of_version_1(path: &Path) -> bool {
    const BEGINNING: &[u8] = b"{\"match\":{\"game\":";
    let mut found = Vec::new();
    // Opening a pipe would block.
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    let mut read = || std::fs::File::open(path)?.take(BEGINNING.len() as u64).read_to_end(&mut found);
    is_file && read().is_ok() && found == BEGINNING
}

/// Compares the line of a game with the result of replaying its moves.
fn check(asked: &Match, number: u64, replayed: Replay, written: &GameLine) -> Result<(), String> {
    // 1. The result. The moves show who lost by a forfeit, but not why.
    let (ending, reason, note) = match (replayed.over, forfeit(written.reason)) {
        (Some((ending, reason)), _) => (ending, reason, None),
        (None, Some(forfeit)) if written.note.is_some() => {
            (Ending::Won(replayed.to_move.opponent()), Reason::Forfeit(forfeit), written.note.clone())
        }
        (None, Some(_)) => return Err("it is lost by a fault of an agent, but none is named".into()),
        (None, None) => return Err("the game is not over after its moves".into()),
    };
    // 2. Everything else follows from that.
    let line = Line {
        ending,
        reason,
        note,
        plies: written.moves.len(),
        opening: replayed.opening,
        choices: replayed.choices,
        pieces: 0,
        moves: written.moves.clone(),
    };
    let expected = asked.line(number, line);
    if expected == *written {
        return Ok(());
    }
    let values = |line: &GameLine| serde_json::to_value(line).unwrap_or_default();
    let (written, expected) = (values(written), values(&expected));
    let differs =
        written.as_object().into_iter().flatten().find(|(key, value)| expected.get(key) != Some(value));
    let (key, value) = differs.ok_or("it is not what its moves say")?;
    Err(format!("`{key}` is {value}, and by the moves and the seed it is {}", expected[key.as_str()]))
}

/// The forfeit that ended a game, if one did.
fn forfeit(reason: &str) -> Option<Forfeit> {
    match reason {
        "time" => Some(Forfeit::Time),
        "crash" => Some(Forfeit::Crash),
        "illegal" => Some(Forfeit::Illegal),
        _ => None,
    }
}

/// The differences between two matches.
fn difference(one: &Terms, other: &Terms) -> String {
    let values = |terms: &Terms| serde_json::to_value(terms).unwrap_or_default();
    let (one, other) = (values(one), values(other));
    let keys = one.as_object().into_iter().flatten().filter(|(key, value)| other.get(key) != Some(value));
    let told = keys.map(|(key, value)| format!("{key} was {value} and is {}", other[key.as_str()]));
    told.collect::<Vec<_>>().join(", ")
}

impl Game {
    /// `None` if a word is unknown.
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
            games: 0,
            score: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::Lab;

    /// Writes records with changed lines and correct digests.
    fn forged(path: &Path, lines: &[String], change: &dyn Fn(usize, &mut Value)) {
        let _ = std::fs::remove_file(path);
        let mut file = SealedFile::open(path, KIND).unwrap().file;
        for (number, line) in lines.iter().enumerate() {
            let mut value: Value = serde_json::from_str(line).unwrap();
            change(number, &mut value);
            file.add(&value).unwrap();
        }
    }

    #[test]
    fn what_is_written_of_a_game_must_be_what_its_moves_say() {
        let path = std::env::temp_dir().join(format!("nimatron-forged-{}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let lab = Lab::default();
        let play = |resume| {
            let records = Some(path.clone().into());
            let asked = Match::between("random", "random", "nim", "3,4,5");
            lab.ask(&Match { games: 3, openings: 1, records, resume, ..asked })
        };
        play(false).unwrap();
        let lines = SealedFile::open(&path, KIND).unwrap().lines;
        forged(&path, &lines, &|_, _| {});
        play(true).unwrap();
        let other = |value: &Value| match value {
            Value::Number(number) => (number.as_u64().unwrap() + 1).into(),
            Value::String(word) => match &**word {
                "left" => "right",
                "right" => "left",
                "win" => "loss",
                "loss" => "win",
                "rules" => "length",
                _ => "other",
            }
            .into(),
            Value::Null => "a note".into(),
            value => value.clone(),
        };
        let game: Value = serde_json::from_str(&lines[2]).unwrap();
        for key in game.as_object().unwrap().keys() {
            forged(&path, &lines, &|number, value| match (number, key.as_str()) {
                (2, "moves") => drop(value["moves"].as_array_mut().unwrap().pop()),
                (2, _) => value[key.as_str()] = other(&value[key.as_str()]),
                _ => {}
            });
            let error = play(true).map(|_| ()).expect_err(key).to_string();
            assert!(error.contains("line 3: "), "{key}: {error}");
        }
        // Impossible moves.
        for (at, name, why) in [(0, "5-0", "opening"), (2, "9-8", "is not legal here")] {
            forged(&path, &lines, &|number, value| {
                if number == 1 {
                    value["moves"][at] = name.into();
                }
            });
            let error = play(true).unwrap_err().to_string();
            assert!(error.contains("line 2: move") && error.contains(why), "{error}");
        }
        // Reasons that don't follow from the moves are accepted only if the game is not over.
        forged(&path, &lines, &|number, value| {
            if number == 3 {
                (value["reason"], value["note"]) = ("crash".into(), "it died".into());
            }
        });
        assert!(play(true).unwrap_err().to_string().contains("`reason` is \"crash\""));
        std::fs::remove_file(&path).unwrap();
    }
}
