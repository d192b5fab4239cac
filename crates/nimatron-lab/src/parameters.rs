//! Parameters shared by many questions, and how they are read from the command line and from messages.
//!
//! A message may come from anyone who can open the page. So separate types exist for what only the local user may name:
//! files, and programs that play.

use std::ffi::OsString;
use std::fmt;
use std::ops::Deref;
use std::path::{Path, PathBuf};

use nimatron_rules::Player;
use nimatron_solve::Convention;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::question::Input;
use crate::{LabError, Position, Run};

/// A position of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Place {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true))]
    pub game: String,
    /// The position, as `nimatron games NAME` explains; `-` reads it from standard input
    #[cfg_attr(feature = "cli", arg(allow_hyphen_values = true))]
    pub position: String,
}

impl Place {
    /// A position of a game.
    pub fn new(game: impl Into<String>, position: impl Into<String>) -> Self {
        Place { game: game.into(), position: position.into() }
    }

    /// Opens the game in this position.
    pub(crate) fn open(&self, run: &Run<'_>) -> Result<Position, LabError> {
        run.open(&self.game, &self.position)
    }

    /// The position; `-` means standard input.
    pub(crate) fn input(&mut self) -> Option<Input<'_>> {
        Some(Input::Position(&mut self.position))
    }
}

/// A position of a game to be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Start {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[cfg_attr(feature = "cli", arg(value_parser = cli::AnyGame, hide_possible_values = true))]
    pub game: String,
    /// The position to start from, as `nimatron games NAME` explains
    #[cfg_attr(feature = "cli", arg(default_value = "start", allow_hyphen_values = true))]
    #[serde(default = "start")]
    pub position: String,
}

fn start() -> String {
    "start".into()
}

impl Start {
    /// A position of a game.
    pub fn new(game: impl Into<String>, position: impl Into<String>) -> Self {
        Start { game: game.into(), position: position.into() }
    }
}

/// How a game is played.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Terms {
    /// The player who cannot move wins
    #[cfg_attr(feature = "cli", arg(long = "misere", action = clap::ArgAction::SetTrue, value_parser = cli::misere()))]
    #[serde(rename = "misere", default, with = "misere")]
    #[cfg_attr(test, ts(type = "boolean"))]
    pub convention: Convention,
    /// Who moves first [default: as usual in the game]
    #[cfg_attr(feature = "cli", arg(long, value_name = "PLAYER", value_parser = cli::player()))]
    #[serde(default, with = "player")]
    #[cfg_attr(test, ts(type = "\"left\" | \"right\" | null"))]
    pub to_move: Option<Player>,
}

/// The maximum number of games of a match.
pub const MOST_GAMES: u64 = 1_000_000_000;

/// Serialises a convention as whether it is misère play.
pub(crate) mod misere {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(convention: &Convention, to: S) -> Result<S::Ok, S::Error> {
        (*convention == Convention::Misere).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Convention, D::Error> {
        Ok(if bool::deserialize(from)? { Convention::Misere } else { Convention::Normal })
    }
}

/// Serialises a player as `left` or `right`.
pub(crate) mod player {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(player: &Option<Player>, to: S) -> Result<S::Ok, S::Error> {
        player.map(crate::position::name).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Player>, D::Error> {
        let name = Option::<String>::deserialize(from)?;
        let player =
            |name: String| read_player(&name).ok_or_else(|| D::Error::custom("expected left or right"));
        name.map(player).transpose()
    }
}

fn read_player(name: &str) -> Option<Player> {
    match name {
        "left" => Some(Player::Left),
        "right" => Some(Player::Right),
        _ => None,
    }
}

/// A local file. A message can't name one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalFile(PathBuf);

impl<T: Into<PathBuf>> From<T> for LocalFile {
    fn from(path: T) -> Self {
        LocalFile(path.into())
    }
}

impl Deref for LocalFile {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Serialize for LocalFile {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for LocalFile {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("a message can't name a file"))
    }
}

/// A text that the command line reads from a file. A message contains the text itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileText {
    /// The file.
    File(PathBuf),
    /// The text.
    Text(String),
}

impl From<OsString> for FileText {
    fn from(path: OsString) -> Self {
        FileText::File(path.into())
    }
}

impl FileText {
    /// The text, and the name of its file for errors. Fails if it is longer than `longest` bytes.
    pub(crate) fn read(&self, longest: u64, what: &str) -> Result<(String, String), LabError> {
        let FileText::File(path) = self else {
            let FileText::Text(text) = self else { return Ok(Default::default()) };
            return Ok((text.clone(), "the message".into()));
        };
        let name = path.display().to_string();
        let failed = |error: std::io::Error| LabError::Failed(format!("{name}: {error}"));
        if std::fs::metadata(path).map_err(failed)?.len() > longest {
            return Err(LabError::Failed(format!("{name}: {what}")));
        }
        Ok((std::fs::read_to_string(path).map_err(failed)?, name))
    }
}

impl Serialize for FileText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            FileText::File(path) => path.serialize(to),
            FileText::Text(text) => text.serialize(to),
        }
    }
}

impl<'de> Deserialize<'de> for FileText {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(FileText::Text(String::deserialize(from)?))
    }
}

/// The name of an agent, with its parameters. A message can't name an external program, `ugi:COMMAND`, because that
/// could run any command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AgentName(String);

impl AgentName {
    /// The name of an agent that a message may name.
    ///
    /// # Errors
    /// If the agent is an external program.
    pub fn of_this_program(name: &str) -> Result<Self, &'static str> {
        if name.trim_start().get(..3).is_some_and(|start| start.eq_ignore_ascii_case("ugi")) {
            return Err("agents that are other programs don't play on the page");
        }
        Ok(AgentName(name.into()))
    }
}

impl<T: Into<String>> From<T> for AgentName {
    fn from(name: T) -> Self {
        AgentName(name.into())
    }
}

impl Deref for AgentName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for AgentName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        AgentName::of_this_program(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}

/// How parameters are read from the command line.
#[cfg(feature = "cli")]
pub mod cli {
    use std::ffi::OsStr;
    use std::sync::OnceLock;
    use std::time::Duration;

    use clap::builder::{
        BoolValueParser, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
    };
    use nimatron_rules::Player;
    use nimatron_solve::Convention;

    /// The names of games for shell completion.
    static GAMES: OnceLock<Vec<String>> = OnceLock::new();

    /// Sets the names of games for shell completion. Only the first call has an effect.
    pub fn complete_games(names: impl FnOnce() -> Vec<String>) {
        GAMES.get_or_init(names);
    }

    /// Accepts any text as a game, because parameters may follow its name, and completes the names in shells.
    #[derive(Clone, Debug)]
    pub struct AnyGame;

    impl TypedValueParser for AnyGame {
        type Value = String;

        fn parse_ref(
            &self,
            command: &clap::Command,
            argument: Option<&clap::Arg>,
            value: &OsStr,
        ) -> Result<String, clap::Error> {
            StringValueParser::new().parse_ref(command, argument, value)
        }

        fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
            Some(Box::new(GAMES.get().into_iter().flatten().map(|name| PossibleValue::new(name.as_str()))))
        }
    }

    /// Reads a flag as the convention of play.
    #[must_use]
    pub fn misere() -> impl TypedValueParser<Value = Convention> {
        BoolValueParser::new().map(|misere| if misere { Convention::Misere } else { Convention::Normal })
    }

    /// Reads `left` or `right`.
    #[must_use]
    pub fn player() -> impl TypedValueParser<Value = Player> {
        let read = |name: String| super::read_player(&name).unwrap_or(Player::Left);
        PossibleValuesParser::new(["left", "right"]).map(read)
    }

    /// Reads `30s`, `5m`, `2h`, `500ms`, `1.5s`; a number without a unit is seconds.
    ///
    /// # Errors
    /// If the text is not a duration, or the duration is negative or too long.
    pub fn duration(text: &str) -> Result<Duration, String> {
        let (number, unit) = split(text);
        let scale = match unit {
            "ms" => 0.001,
            "" | "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err("expected a duration such as 30s, 5m, 2h or 500ms".into()),
        };
        let seconds: f64 = number.parse().map_err(|_| "expected a duration such as 30s".to_owned())?;
        Duration::try_from_secs_f64(seconds * scale)
            .map_err(|_| "the duration is too long, or negative".into())
    }

    /// The number and the unit after it.
    #[must_use]
    pub fn split(text: &str) -> (&str, &str) {
        let text = text.trim();
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        (&text[..end], text[end..].trim())
    }

    /// Reads the size of a heap.
    pub(crate) fn heap(text: &str) -> Result<u32, String> {
        text.trim().parse().map_err(|_| "expected the size of a heap, a whole number up to 4294967295".into())
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn durations_and_heaps_are_read() {
            assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
            assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
            assert_eq!(duration("500 ms"), Ok(Duration::from_millis(500)));
            for bad in ["", "-3s", "3 parsecs", "s", "1e400s", "99999999999999999999999h"] {
                assert!(duration(bad).is_err(), "{bad}");
            }
            for bad in ["", "-1", "1e30", "3.5", "4294967296"] {
                assert!(heap(bad).is_err(), "{bad}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_names_a_file_or_starts_a_program() {
        assert!(serde_json::from_str::<LocalFile>("\"/etc/passwd\"").is_err());
        assert_eq!(serde_json::from_str::<FileText>("\"/x\"").unwrap(), FileText::Text("/x".into()));
        for name in ["ugi:rm -rf /", " ugi,time=1s:sh", "UGI:x", "ugi", "ugi :x"] {
            let message = serde_json::to_string(name).unwrap();
            assert!(serde_json::from_str::<AgentName>(&message).is_err(), "{name}");
        }
        assert!(serde_json::from_str::<AgentName>("\"alpha-beta:depth=3\"").is_ok());
    }

    #[test]
    fn conventions_and_players_keep_their_keys() {
        let terms: Terms = serde_json::from_str(r#"{"misere":true,"to_move":"right"}"#).unwrap();
        assert_eq!(terms, Terms { convention: Convention::Misere, to_move: Some(Player::Right) });
        assert_eq!(serde_json::to_string(&terms).unwrap(), r#"{"misere":true,"to_move":"right"}"#);
        assert_eq!(serde_json::from_str::<Terms>("{}").unwrap(), Terms::default());
        assert!(serde_json::from_str::<Terms>(r#"{"to_move":"me"}"#).is_err());
    }
}
