//! Everything there is to say of a value.

use nimatron_value::{Arena, Dyadic, Game, Length, Style};

use crate::LabError;
use crate::report::{Count, ValueReport};

/// Says all of a value; texts of more than `limit` characters are abbreviated.
pub(crate) fn describe(arena: &Arena, game: Game, limit: usize) -> Result<ValueReport, LabError> {
    details(arena, game, limit).map_err(|error| {
        error.but_known(|| format!("the value is {}", arena.display_within(game, Style::Unicode, 60)))
    })
}

fn details(arena: &Arena, game: Game, limit: usize) -> Result<ValueReport, LabError> {
    let canonical = arena.display_within(game, Style::Unicode, limit);
    let atomic_weight = arena.atomic_weight(game)?;
    Ok(ValueReport {
        game,
        outcome: arena.outcome(game)?.to_string(),
        left_stop: arena.left_stop(game).to_string(),
        right_stop: arena.right_stop(game).to_string(),
        mean: arena.mean(game)?.to_string(),
        temperature: arena.temperature(game)?.to_string(),
        birthday: Count::new(arena.birthday(game)?),
        atomic_weight: atomic_weight.map(|weight| arena.display_within(weight, Style::Unicode, limit).text),
        number: arena.number(game).map(Dyadic::to_string),
        nimber: arena.as_nimber(game),
        infinitesimal: arena.is_infinitesimal(game),
        all_small: arena.is_all_small(game)?,
        ascii: arena.display_within(game, Style::Ascii, limit).text,
        latex: arena.display_within(game, Style::Latex, limit).text,
        length: match canonical.length {
            Length::Exact(length) => Some(Count::new(length)),
            Length::Beyond => None,
        },
        abbreviated: canonical.abbreviated,
        canonical: canonical.text,
        positions: None,
        seconds: None,
    })
}
