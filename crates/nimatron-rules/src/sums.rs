//! Sums of positions of different games, as a game: `nim 3,5 + domineering 2x2`.

use std::ops::Range;
use std::sync::Arc;

use crate::{
    About, AnyGame, AnyPosition, Entry, GameInfo, GameKind, Notation, NotationError, Opened, Promises,
    Registry, Short, Sum, Summand,
};

/// The maximum number of summands that are read.
const MOST: usize = 1000;

const ABOUT: About = About {
    name: "sum",
    title: "Sums",
    about: "Several positions, of any games, side by side: a move is a move in one of them.",
    positions: "Each summand with its game, `+` between them: `nim 3,5 + domineering 2x2`. A move names \
                the summand, counted from 1, and the move there: 2:a1-a2.",
    start: "nim 3,5 + domineering 2x2",
    ..About::PLAIN
};

/// The entry of sums in the registry.
pub(crate) fn entry() -> Entry {
    Entry::new(ABOUT.into(), GameKind::Partizan).opened_by(open).not_in_sums()
}

/// A summand as it was written: the game with its parameters, the position, and their places in the text.
struct Written<'a> {
    game: &'a str,
    game_at: usize,
    position: &'a str,
    at: Range<usize>,
}

fn open(
    registry: &Registry,
    info: &Arc<GameInfo>,
    parameters: &str,
    text: &str,
) -> Result<Opened, NotationError> {
    ABOUT.no_parameters(parameters)?;
    let mut games: Vec<AnyGame> = Vec::new();
    let mut names = Vec::new();
    let mut summands = Vec::new();
    for Written { game, game_at, position, at } in written(ABOUT.or_start(text))? {
        let (entry, parameters) = registry.entry(game).map_err(|error| moved(error, &(game_at..at.start)))?;
        // Summands of the same game share its rules if possible, so that what is known about one helps the
        // other.
        let name = (entry.about().name.clone(), parameters.to_owned());
        let known = names.iter().enumerate().filter(|(_, known)| **known == name);
        let shared = known.filter_map(|(game, _)| {
            let position = games[game].parse(position).ok()?;
            Some(Summand { game, position })
        });
        if let Some(summand) = { shared }.next() {
            summands.push(summand);
            continue;
        }
        let opened = if entry.is_summand() {
            entry.open_summand(registry, parameters, position)
        } else {
            let whole = 0..position.len();
            Err(if entry.is_loopy() {
                NotationError::new(whole, format!("{} is loopy, and no summand", entry.about().name))
            } else {
                NotationError::new(whole, "a sum is no summand").expected("its summands")
            })
        };
        let opened = opened.map_err(|error| moved(error, &at))?;
        summands.push(Summand { game: games.len(), position: opened.position });
        games.push(opened.game);
        names.push(name);
    }
    let is_impartial = games.iter().all(|game| game.kind() == GameKind::Impartial);
    let sum = Sum::new(games);
    moves_left_fit(&sum, &summands, text)?;
    let promises = if is_impartial { Promises::impartial() } else { Promises::partizan() };
    let game = AnyGame::new(sum, Arc::clone(info), promises);
    Ok(Opened { game, position: AnyPosition::new(summands), to_move: None })
}

/// A position of the same games.
pub(crate) fn parse(sum: &Sum, text: &str) -> Result<Vec<Summand>, NotationError> {
    let mut summands = Vec::new();
    for Written { game: name, position, at, .. } in written(ABOUT.or_start(text))? {
        // Without parameters, any game with this name is accepted.
        let is_meant = |game: &AnyGame| {
            name.eq_ignore_ascii_case(&game.info().name) || name.eq_ignore_ascii_case(&game.written())
        };
        let mut fault = NotationError::new(at.clone(), format!("no summand is a position of {name}"));
        let mut found = None;
        for (game, rules) in sum.summands().iter().enumerate().filter(|(_, game)| is_meant(game)) {
            match rules.parse(position) {
                Ok(position) => {
                    found = Some(Summand { game, position });
                    break;
                }
                Err(error) => fault = moved(error, &at),
            }
        }
        summands.push(found.ok_or(fault)?);
    }
    moves_left_fit(sum, &summands, text)?;
    Ok(summands)
}

/// Splits the text of a sum into its summands.
fn written(text: &str) -> Result<Vec<Written<'_>>, NotationError> {
    if text.trim() == "0" {
        return Ok(Vec::new());
    }
    let mut summands = Vec::new();
    let mut start = 0;
    for summand in text.split('+') {
        let lead = summand.len() - summand.trim_start().len();
        let first = start + lead;
        start += summand.len() + 1;
        let summand = summand.trim();
        let fault = |at: Range<usize>, message: String| {
            NotationError::new(at, message).expected("a game and a position, as in nim 3,5 + cram 2x2")
        };
        if summands.len() == MOST {
            return Err(fault(first..text.len(), format!("more than {MOST} summands")));
        }
        let Some((game, position)) = summand.split_once(char::is_whitespace) else {
            return Err(fault(first..first + summand.len(), "no game and position".into()));
        };
        let position = position.trim_start();
        let at = first + summand.len() - position.len()..first + summand.len();
        summands.push(Written { game, game_at: first, position, at });
    }
    Ok(summands)
}

/// The error in a summand, counted from the beginning of the sum.
fn moved(error: NotationError, summand: &Range<usize>) -> NotationError {
    let at = if error.in_parameters {
        summand.clone()
    } else {
        summand.start + error.at.start..summand.start + error.at.end
    };
    NotationError { at, in_parameters: false, ..error }
}

/// Refuses sums whose moves left exceed 32 bits.
fn moves_left_fit(sum: &Sum, summands: &[Summand], text: &str) -> Result<(), NotationError> {
    let left = |summand: &Summand| u64::from(sum.summands()[summand.game].moves_left(&summand.position));
    if summands.iter().map(left).sum::<u64>() <= u64::from(u32::MAX) {
        return Ok(());
    }
    Err(NotationError::new(0..text.len(), "the sum is too large"))
}
