//! The one list of games.

use crate::entry::{Entry, catalog};
use crate::sum;
use crate::table::Opened;
use crate::{Fault, LabError};

/// The games. `board` is one on a grid, with its number of words as a parameter; `wide` one on a grid of any size; `loopy` is
/// such a one that never need end; `stairs` is one that is also played on staircases; `played` is one that is played in turns and has no value; `game` is any other.
static GAMES: &[Entry] = catalog![
    game circular_nim::CircularNim,
    board clobber::Clobber,
    board col::Col,
    board cram::Cram,
    played epaminondas::Crossings,
    game heap_games::DawsonChess,
    game heap_games::DawsonKayles,
    board domineering::Domineering,
    board ellie::Ellie,
    played epaminondas::Epaminondas,
    game heap_games::Grundy,
    game heap_games::Guiles,
    game heap_games::Kayles,
    board legionnaires::Legionnaires,
    loopy centurion::Centurion,
    game nim::Nim,
    game octal::Octal,
    game heap_games::Officers,
    wide placement::Placement,
    board snort::Snort,
    game heap_games::Subtraction,
    stairs tactix::Tactix,
    game toads_and_frogs::ToadsAndFrogs,
    game heap_games::Treblecross,
];

/// Games with parameters that have a name of their own: the name, the game, its parameters.
pub static NAMES: &[(&str, &str, &str)] = &[
    ("bishops", "placement", "B"),
    ("kings", "placement", "K"),
    ("knights", "placement", "N"),
    ("queens", "placement", "Q"),
    ("rooks", "placement", "R"),
];

/// Sums of all these, as a game like any other.
static SUM: Entry = sum::ENTRY;

/// Every game, by name, and their sums last.
pub fn games() -> impl Iterator<Item = &'static Entry> + Clone {
    GAMES.iter().chain([&SUM])
}

/// The game of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    games().find(|entry| entry.about().name.eq_ignore_ascii_case(name))
}

/// The game that is written `name` or `name:parameters`, and its parameters. Some variants are games of
/// their own, and have a colon in their name.
#[must_use]
pub fn find_written(game: &str) -> Option<(&'static Entry, &str)> {
    if let Some((_, of, parameters)) = NAMES.iter().find(|(name, ..)| name.eq_ignore_ascii_case(game)) {
        return Some((find(of)?, parameters));
    }
    let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
    find(game).map(|entry| (entry, "")).or_else(|| Some((find(name)?, parameters)))
}

/// The game that is meant, and its parameters.
pub fn entry(game: &str) -> Result<(&'static Entry, &str), LabError> {
    let name = game.split(':').next().unwrap_or(game);
    let fault = || Fault { text: game.into(), at: 0..name.len(), message: no_such_game(name) };
    Ok(find_written(game).ok_or_else(fault)?)
}

/// The game that is written so, in this position.
pub fn open(game: &str, position: &str) -> Result<Box<dyn Opened>, LabError> {
    let (entry, parameters) = entry(game)?;
    let fault = |error| Fault::in_notation(game, position, &error);
    Ok(entry.open(parameters, position).map_err(fault)?)
}

/// The message that there is no such game, with the one that may be meant.
pub fn no_such_game(name: &str) -> String {
    let mut short: String = name.chars().take(30).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    match nearest(name) {
        Some(nearest) => format!("there is no game `{short}`; did you mean `{nearest}`?"),
        None => format!("there is no game `{short}`; `nimatron games` lists them"),
    }
}

/// The name that is most like this one, if any is much like it.
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    nearest_of(name, games().map(|entry| entry.about().name).chain(NAMES.iter().map(|(name, ..)| *name)))
}

/// The one of these names that is most like this one, if any is much like it. Capitals don't matter.
pub fn nearest_of(name: &str, names: impl Iterator<Item = &'static str> + Clone) -> Option<&'static str> {
    // A name is short; a long text is no name, and need not be compared.
    let name: String = name.chars().take(40).collect::<String>().to_lowercase();
    let starts = |candidate: &&str| name.len() >= 2 && candidate.to_lowercase().starts_with(&*name);
    let close = |candidate: &'static str| {
        let distance = edit_distance(&candidate.to_lowercase(), &name);
        (distance <= 1 + candidate.len() / 4).then_some((distance, candidate))
    };
    names.clone().find(starts).or_else(|| names.filter_map(close).min().map(|(_, name)| name))
}

/// How many letters have to be inserted, deleted, replaced or exchanged with their neighbour to make
/// one text of the other (Damerau, with no letter edited twice).
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
