//! Games, agents, sequences and tables.

use std::time::Duration;

use nimatron_lab::{
    Answer as LabAnswer, Convention, Entry, LabError, Question, Seats, SequenceOptions, SequenceReport, View,
};
use serde_json::{Value, json};
use web_time::Instant;

use crate::desk::{Answer, Asking, Trouble};
use crate::protocol::{GameInfo, GameName, Hello, Player, Shape, TableCell, Tabulated, Values};

/// Larger heaps are not sent to a page.
const LARGEST_HEAP: u32 = 1_000_000;
/// Larger boards are not tried.
const LARGEST_SIDE: u32 = 64;
/// So many values are told first; then twice as many, and so on.
const FIRST_VALUES: usize = 1000;
/// Values in tables are sketched.
const SKETCH: usize = 100;

/// Parameters that games of heaps take, for those that are none without.
const SAMPLES: [&str; 4] = ["", "0.007", "1,3,4", "2"];

/// The games, and who answers.
pub(crate) fn hello(asking: &Asking<'_>) -> Hello {
    let names = nimatron_lab::NAMES.iter().map(|(name, game, parameters)| GameName {
        name: (*name).into(),
        game: format!("{game}:{parameters}"),
    });
    Hello {
        version: env!("CARGO_PKG_VERSION").into(),
        engine: asking.resources.engine,
        threads: asking.resources.threads.get(),
        games: nimatron_lab::games().map(|entry| game_info(asking, entry)).collect(),
        names: names.collect(),
    }
}

fn game_info(asking: &Asking<'_>, entry: &Entry) -> GameInfo {
    let about = entry.about();
    let view = asking.lab.view(about.name, "start").or_else(|_| asking.lab.view(about.name, about.start));
    let shape = match view.map(|(view, _)| view) {
        Ok(View::Board { .. }) => Shape::Board,
        Ok(View::Strips(_)) => Shape::Strips,
        Ok(View::Sum(_)) => Shape::Sum,
        // Games that need parameters to have a start are games of heaps, but for those that place pieces.
        Ok(View::Heaps(_)) => Shape::Heaps,
        Err(_) if about.positions.contains("board") => Shape::Board,
        Err(_) => Shape::Heaps,
    };
    let seats = Seats { left: None, right: None, first: None, convention: Convention::Normal, seed: 1 };
    let first = asking
        .lab
        .sit_down(about.name, "start")
        .and_then(|sitting| sitting.session(&seats).map(|session| session.to_move()))
        .map_or(Player::Left, Into::into);
    GameInfo {
        name: about.name.into(),
        title: about.title.into(),
        about: about.about.into(),
        positions: about.positions.into(),
        parameters: about.parameters.into(),
        start: about.start.into(),
        promises: entry.promises().into_iter().map(Into::into).collect(),
        shape,
        sequence: SAMPLES.iter().any(|parameters| matches!(entry.heap_rule(parameters), Ok(Some(_)))),
        first,
    }
}

/// Those who can play a game.
pub(crate) fn agents(asking: &Asking<'_>, game: &str) -> Answer<Value> {
    let mut agents = asking.lab.agents(Some(game))?;
    if asking.lab.game(game)?.is_loopy() || asking.lab.game(game)?.is_only_played() {
        // Nobody plays perfectly what need not end.
        agents.retain(|agent| agent.name != "perfect");
    }
    Ok(json!({ "agents": serde_json::to_value(agents).unwrap_or_default() }))
}

/// The Grundy values of heaps: of few heaps first, and then of more, so that something is there soon.
pub(crate) fn sequence(asking: &mut Asking<'_>, game: &str, to: u32, misere: bool) -> Answer<SequenceReport> {
    if misere {
        let message = "misère play has no Grundy values; `nimatron quotient` is for misère play";
        return Err(Trouble::Refused(message.into()));
    }
    if to > LARGEST_HEAP {
        let message = format!("the page shows heaps up to {LARGEST_HEAP}; `nimatron sequence` finds more");
        return Err(Trouble::Refused(message));
    }
    let started = Instant::now();
    let to = to as usize;
    let (mut known, mut part) = (0, FIRST_VALUES);
    loop {
        let asked = part.min(to);
        let wanted = SequenceOptions { to: asked, values: true, ..SequenceOptions::default() };
        let run = asking.run(asking.left());
        let found = asking.lab.sequence(&run, game, &wanted, &mut |_| {});
        let mut report = found.map_err(|error| {
            let known = || format!("heaps up to {}", known.max(1) - 1);
            error.but_known(known)
        })?;
        drop(run);
        let values = report.values.as_deref().unwrap_or_default();
        if values.len() > known {
            asking.tell(&Values { from: known, values: values[known..].to_vec() });
            known = values.len();
        }
        if asked == to {
            report.seconds = (started.elapsed().as_secs_f64() * 1e6).round() / 1e6;
            return Ok(report);
        }
        part = part.saturating_mul(4);
    }
}

/// The Grundy values, or values, of all boards up to a size, small ones first.
pub(crate) fn table(asking: &mut Asking<'_>, game: &str, rows: u32, cols: u32) -> Answer<Tabulated> {
    if !(1..=LARGEST_SIDE).contains(&rows) || !(1..=LARGEST_SIDE).contains(&cols) {
        return Err(Trouble::Refused(format!("a table has 1 to {LARGEST_SIDE} rows and columns")));
    }
    let started = Instant::now();
    let entry = asking.lab.game(game)?;
    if entry.is_only_played() {
        return Err(Trouble::Refused(format!("{} has no values", entry.about().title)));
    }
    let question = if entry.is_impartial() { Question::Nimber } else { Question::Value };
    let mut boards: Vec<(u32, u32)> = (1..=rows).flat_map(|m| (1..=cols).map(move |n| (m, n))).collect();
    boards.sort_by_key(|(m, n)| (m * n, *m));
    let mut cells = Vec::with_capacity(boards.len());
    for (m, n) in boards {
        let run = asking.run(asking.left());
        let found = asking.lab.ask_in(&run, &question, game, &format!("{m}x{n}"));
        drop(run);
        let mut cell = TableCell { m, n, nimber: None, value: None, note: None };
        match found {
            Ok(LabAnswer::Nimber(report)) => cell.nimber = Some(report.nimber),
            Ok(LabAnswer::Value(report)) => {
                cell.value = Some(asking.lab.sketch(report.game, nimatron_lab::Style::Unicode, SKETCH));
            }
            Ok(answer) => cell.value = Some(answer.to_string()),
            Err(error @ LabError::Exhausted { .. }) => {
                return Err(error.but_known(|| format!("{} boards", cells.len())).into());
            }
            // The game itself can't be read, or has no boards of any size.
            Err(error) if cells.is_empty() && (m, n) == (rows, cols) => return Err(error.into()),
            Err(error) => cell.note = Some(error.to_string()),
        }
        asking.tell(&cell);
        cells.push(cell);
    }
    if cells.iter().all(|cell| cell.note.is_some()) {
        let why = cells.iter().find_map(|cell| cell.note.clone()).unwrap_or_default();
        return Err(Trouble::Refused(format!("{game} has no table of boards: {why}")));
    }
    let seconds = started.elapsed().max(Duration::from_micros(1)).as_secs_f64();
    Ok(Tabulated { rows: cells, seconds: (seconds * 1e6).round() / 1e6 })
}
