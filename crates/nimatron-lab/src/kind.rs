//! Kinds of values that can be searched for.

use std::str::FromStr;

use nimatron_value::{Arena, Dyadic, Game, Length, Printing};
use serde::{Deserialize, Serialize};

use crate::LabError;

/// A kind of value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Kind {
    /// A number, 0 included.
    Number,
    /// A whole number, 0 included.
    Integer,
    /// A number that is not whole.
    Fraction,
    /// A nimber, 0 included.
    Nimber,
    /// Some ups or downs, with or without a nimber: `⇑*`.
    Up,
    /// A switch between two numbers: `{3|1}`.
    Switch,
    /// Smaller than every positive number, and its negative too.
    Infinitesimal,
    /// In every follower both players can move or neither can.
    AllSmall,
    /// Both players want to move.
    Hot,
}

impl Kind {
    /// Every kind, with its name.
    pub const ALL: [(&'static str, Kind); 9] = [
        ("number", Kind::Number),
        ("integer", Kind::Integer),
        ("fraction", Kind::Fraction),
        ("nimber", Kind::Nimber),
        ("up", Kind::Up),
        ("switch", Kind::Switch),
        ("infinitesimal", Kind::Infinitesimal),
        ("all-small", Kind::AllSmall),
        ("hot", Kind::Hot),
    ];

    /// The name of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// Whether a value is of this kind.
    pub(crate) fn holds(self, arena: &Arena, game: Game) -> Result<bool, LabError> {
        Ok(match self {
            Kind::Number => arena.is_number(game),
            Kind::Integer => arena.is_integer(game),
            Kind::Fraction => arena.number(game).is_some_and(|number| !number.is_integer()),
            Kind::Nimber => arena.is_nimber(game),
            Kind::Up => arena.compact(game).is_some_and(|nus| nus.number().is_zero() && nus.up() != 0),
            Kind::Switch => arena.is_switch(game)?,
            Kind::Infinitesimal => arena.is_infinitesimal(game),
            Kind::AllSmall => arena.is_all_small(game)?,
            Kind::Hot => arena.is_hot(game),
        })
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        let names = || Self::ALL.map(|(name, _)| name).join(", ");
        found.map(|(_, kind)| *kind).ok_or_else(|| format!("expected one of {}", names()))
    }
}

/// The sort key of a value in a list: numbers, nimbers, ups, a number plus one of these, switches, other
/// infinitesimals, all others; numbers and ups by size, all others by length.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Place {
    rank: u8,
    number: Dyadic,
    ups: i64,
    star: u32,
    length: u128,
}

impl Place {
    pub(crate) fn of(arena: &Arena, printing: &mut Printing<'_>, game: Game) -> Result<Self, LabError> {
        if let Some(nus) = arena.compact(game) {
            let rank = match (nus.number().is_zero(), nus.up(), nus.star()) {
                (_, 0, 0) => 0,
                (true, 0, _) => 1,
                (true, _, _) => 2,
                (false, _, _) => 3,
            };
            return Ok(Place {
                rank,
                number: nus.number().clone(),
                ups: nus.up(),
                star: nus.star(),
                length: 0,
            });
        }
        let rank = match () {
            () if arena.is_switch(game)? => 4,
            () if arena.is_infinitesimal(game) => 5,
            () => 6,
        };
        let length = match printing.length(game) {
            Length::Exact(length) => length,
            Length::Beyond => u128::MAX,
        };
        Ok(Place { rank, number: Dyadic::ZERO, ups: 0, star: 0, length })
    }
}

/// Whether to show the negative instead of the value. Of a value and its negative, which the same board with
/// exchanged players has, the one that is better for Left is shown.
pub(crate) fn is_shown_negated(arena: &Arena, game: Game) -> Result<bool, LabError> {
    if arena.ge(game, Game::ZERO)? {
        return Ok(false);
    }
    if arena.le(game, Game::ZERO)? {
        return Ok(true);
    }
    let (left, right) = (arena.left_stop(game), arena.right_stop(game));
    let order = left.cmp(&-right).then_with(|| {
        let negative = arena.negative(game);
        negative.map_or(std::cmp::Ordering::Equal, |negative| arena.structural_order(negative, game))
    });
    Ok(order.is_lt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_by_their_names() {
        for (name, kind) in Kind::ALL {
            assert_eq!(name.parse(), Ok(kind));
            assert_eq!(kind.name(), name);
        }
        assert!("colour".parse::<Kind>().unwrap_err().starts_with("expected one of number, "));
    }

    #[test]
    fn of_a_value_and_its_negative_exactly_one_is_shown() {
        let arena = Arena::new();
        for game in arena.born_by_day(3).unwrap() {
            let negative = arena.negative(game).unwrap();
            let (one, other) =
                (is_shown_negated(&arena, game).unwrap(), is_shown_negated(&arena, negative).unwrap());
            assert!(if game == negative { !one } else { one != other });
        }
    }

    #[test]
    fn simple_values_come_first() {
        let arena = Arena::new();
        let texts = ["-1", "0", "1/2", "*", "*2", "^", "^*", "1*", "+-1", "{0||0|-2}", "{2|*}"];
        let mut printing = Printing::new(&arena, nimatron_value::Style::Unicode);
        let mut place = |text: &&str| {
            let game = nimatron_value::parse_value(&arena, text).unwrap();
            Place::of(&arena, &mut printing, game).unwrap()
        };
        let places: Vec<_> = texts.iter().map(&mut place).collect();
        assert!(places.is_sorted(), "{places:?}");
    }
}
