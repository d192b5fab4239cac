//! Descriptions of values.

use nimatron_value::{Arena, Dyadic, Game, Length, Loops, Sided, Style};

use crate::LabError;
use crate::report::{Count, LoopyReport, ValueReport};

/// Describes a value; texts of more than `limit` characters are abbreviated.
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
        remembered: None,
    })
}

/// Describes a loopy value.
pub(crate) fn describe_loopy(
    arena: &Arena,
    loops: &mut Loops,
    value: Sided,
    limit: usize,
) -> Result<LoopyReport, LabError> {
    let short = loops.to_game(arena, value)?.map(|game| describe(arena, game, limit)).transpose()?;
    let onside = loops.onside(value)?;
    let onside = onside.map(|side| loops.show(arena, side, Style::Unicode)).transpose()?;
    let offside = loops.offside(value)?;
    let offside = offside.map(|side| loops.show(arena, side, Style::Unicode)).transpose()?;
    let of_short = |part: fn(&ValueReport) -> &String| short.as_ref().map(|short| part(short).clone());
    Ok(LoopyReport {
        value,
        canonical: loops.show(arena, value, Style::Unicode)?,
        outcome: loops.ends(value)?.to_string(),
        left_stop: of_short(|short| &short.left_stop),
        right_stop: of_short(|short| &short.right_stop),
        mean: of_short(|short| &short.mean),
        temperature: of_short(|short| &short.temperature),
        birthday: short.as_ref().map(|short| short.birthday.clone()),
        atomic_weight: short.as_ref().and_then(|short| short.atomic_weight.clone()),
        number: short.as_ref().and_then(|short| short.number.clone()),
        nimber: short.as_ref().and_then(|short| short.nimber),
        infinitesimal: short.as_ref().map(|short| short.infinitesimal),
        all_small: short.as_ref().map(|short| short.all_small),
        ascii: loops.show(arena, value, Style::Ascii)?,
        latex: loops.show(arena, value, Style::Latex)?,
        stopper: loops.is_stopper(value)?,
        onside,
        offside,
        short: short.is_some(),
        positions: None,
        seconds: None,
        remembered: None,
    })
}
