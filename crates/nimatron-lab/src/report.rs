//! Reports about values. The names of the fields are the keys of the JSON that scripts rely on: exact numbers and
//! values are strings, counts and nimbers are numbers, and what doesn't exist is null.

use std::fmt;

use nimatron_value::{Game, Sided};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::text::{FAINT, STRONG, line_of, outcome_in_words};

/// A value and its properties.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ValueReport {
    /// The value itself, in the arena of the lab.
    #[serde(skip)]
    pub game: Game,
    /// The canonical form, abbreviated if it is very long.
    pub canonical: String,
    /// Who wins: `N`, `P`, `L` or `R`.
    pub outcome: String,
    /// The number reached in alternating play if Left starts.
    pub left_stop: String,
    /// The number reached in alternating play if Right starts.
    pub right_stop: String,
    /// The mean value.
    pub mean: String,
    /// How much a move is worth.
    pub temperature: String,
    /// The height of the canonical form.
    #[cfg_attr(test, ts(type = "number"))]
    pub birthday: Count,
    /// The atomic weight, if it has one.
    pub atomic_weight: Option<String>,
    /// The number it is, if it is one.
    pub number: Option<String>,
    /// The nimber it is, if it is one.
    pub nimber: Option<u32>,
    /// Whether it is smaller than every positive number, and its negative too.
    pub infinitesimal: bool,
    /// Whether in every follower both players can move or neither can.
    pub all_small: bool,
    /// The canonical form for keyboards.
    pub ascii: String,
    /// The canonical form for LaTeX's math mode.
    pub latex: String,
    /// The number of characters of the full canonical form; null if it is too large.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub length: Option<Count>,
    /// Whether the canonical form is abbreviated.
    pub abbreviated: bool,
    /// The distinct positions visited, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// How long it took, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// A loopy value and its properties. It has the keys of a [`ValueReport`], which are null if they make no sense for
/// loopy values; if the value is short after all, they are all filled in.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoopyReport {
    /// The value itself, among the loopy values of the lab.
    #[serde(skip)]
    pub value: Sided,
    /// The canonical form of a stopper, or both sides, as in `1 & 0`.
    pub canonical: String,
    /// Who wins: `N`, `P`, `L`, `R`, `D` for a draw, or two letters such as `LD`.
    pub outcome: String,
    /// As for short games.
    pub left_stop: Option<String>,
    /// As for short games.
    pub right_stop: Option<String>,
    /// As for short games.
    pub mean: Option<String>,
    /// As for short games.
    pub temperature: Option<String>,
    /// As for short games.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub birthday: Option<Count>,
    /// As for short games.
    pub atomic_weight: Option<String>,
    /// As for short games.
    pub number: Option<String>,
    /// As for short games.
    pub nimber: Option<u32>,
    /// As for short games.
    pub infinitesimal: Option<bool>,
    /// As for short games.
    pub all_small: Option<bool>,
    /// The canonical form for keyboards.
    pub ascii: String,
    /// The canonical form for LaTeX's math mode.
    pub latex: String,
    /// Whether it is a stopper: whether both sides are the same.
    pub stopper: bool,
    /// The value if Left wins infinite plays; null if no equal stopper was found.
    pub onside: Option<String>,
    /// The value if Right wins infinite plays; null if no equal stopper was found.
    pub offside: Option<String>,
    /// Whether it is a short game after all.
    pub short: bool,
    /// The distinct positions visited, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<u64>,
    /// How long it took, if a position was evaluated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// When it was answered, in UTC, if it is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<String>,
}

/// A count of any size. In JSON it is a number with any number of digits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count(String);

impl Count {
    /// A count from its decimal digits.
    pub(crate) fn new(digits: impl fmt::Display) -> Self {
        Count(digits.to_string())
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// The relation of two values, and whether the comparison holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Comparison {
    /// `<`, `=`, `>` or `||`.
    pub relation: String,
    /// Whether the comparison holds.
    pub holds: bool,
}

impl ValueReport {
    /// The full length, if the value is abbreviated.
    pub(crate) fn length_in_words(&self) -> String {
        if !self.abbreviated {
            return String::new();
        }
        let length = self.length.as_ref().map_or_else(|| "more than 10³⁸".into(), ToString::to_string);
        format!(" {FAINT}({length} characters in full; --full prints them){FAINT:#}")
    }

    /// The line of the value itself.
    pub(crate) fn head(&self) -> String {
        format!("{STRONG}{}{STRONG:#}{}\n", self.canonical, self.length_in_words())
    }
}

impl fmt::Display for ValueReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.head();
        let mut line = |name: &str, line: &str| line_of(&mut text, name, line);
        line("outcome", &outcome_in_words(&self.outcome));
        if self.number.is_none() {
            line("left stop", &self.left_stop);
            line("right stop", &self.right_stop);
            line("mean", &self.mean);
            line("temperature", &self.temperature);
        }
        if let Some(weight) = &self.atomic_weight {
            line("atomic weight", weight);
        }
        line("birthday", &self.birthday.to_string());
        let kinds = [
            (self.number.is_some(), "a number"),
            (self.nimber.is_some(), "a nimber"),
            (self.infinitesimal && self.number.is_none(), "infinitesimal"),
            (self.all_small, "all-small"),
        ];
        let kinds: Vec<_> = kinds.iter().filter_map(|(is, kind)| is.then_some(*kind)).collect();
        if !kinds.is_empty() {
            line("kind", &kinds.join(", "));
        }
        f.write_str(&text)
    }
}

impl LoopyReport {
    /// The line of the value itself.
    pub(crate) fn head(&self) -> String {
        format!("{STRONG}{}{STRONG:#}\n", self.canonical)
    }
}

impl fmt::Display for LoopyReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = self.head();
        let mut line = |name: &str, line: &str| line_of(&mut text, name, line);
        line("outcome", &outcome_in_words(&self.outcome));
        if !self.stopper {
            for (name, side) in [("onside", &self.onside), ("offside", &self.offside)] {
                line(name, side.as_deref().unwrap_or("no equal stopper was found"));
            }
        }
        let kind = match (self.short, self.stopper) {
            (true, _) => "short",
            (false, true) => "a stopper",
            (false, false) if self.onside.is_some() && self.offside.is_some() => "stopper-sided",
            (false, false) => "not stopper-sided, as far as found",
        };
        line("kind", kind);
        f.write_str(&text)
    }
}
