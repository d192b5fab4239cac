//! The values of positions and expressions.

use std::time::Duration;

use nimatron_lab::parameters::Place;
use nimatron_lab::questions::outcome::Outcome;
use nimatron_lab::questions::value::{PositionValue, Value};
use nimatron_lab::{
    Breakpoint, Convention, Evaluated, Game, LabError, Player, Position, Run, Style, Trajectory, Values,
};
use web_time::Instant;

use crate::desk::{Answer, Asking, Trouble, data, until};
use crate::protocol::{Explored, ExploredOption, ExploredOptions, Options, Thermograph};

/// The longest text for the value of an option.
const SKETCH: usize = 200;
/// The longest title of a picture, in characters.
const LONGEST_TITLE: usize = 48;
/// The options of positions with more moves are not listed.
const MOST_OPTIONS: usize = 400;
/// The longest expression, in bytes.
const LONGEST: usize = 20_000;
/// The time limit of an expression.
const PATIENCE: Duration = Duration::from_secs(60);

/// Everything that can be found about a position in time.
pub(crate) fn explore(asking: &Asking<'_>, game: &str, position: &str, millis: u32) -> Answer<Explored> {
    let started = Instant::now();
    let deadline = asking.until(millis);
    let entry = asking.lab.game(game)?;
    let mut explored = Explored {
        value: None,
        nimber: None,
        outcome: None,
        options: None,
        thermograph: None,
        positions: 0,
        seconds: 0.0,
        note: None,
    };
    // 1. The value, and the values after the moves of both players. A position that can't be parsed is an
    // error, not a position without a value.
    let run = asking.run(until(deadline).mul_f64(0.8));
    let opened = run.open(game, position)?;
    let found = opened.values(run.arena(), run.budget()).map(|mut values| {
        (|| -> Answer<()> {
            let worth = values.here()?;
            let report = run.describe(worth)?;
            explored.outcome = Some(report.outcome.clone());
            explored.nimber = report.nimber.filter(|_| entry.is_impartial()).map(u64::from);
            explored.thermograph = drawn(&run, worth).ok();
            explored.value = Some(data(&report)?);
            (explored.positions, explored.seconds) = (values.positions(), seconds(started));
            asking.tell(&explored);
            explored.options = Some(options_around(asking, &run, &opened, worth, &mut values)?);
            explored.positions = values.positions();
            Ok(())
        })()
    });
    match found {
        Some(Ok(())) => {}
        None => loopy(&run, game, position, &mut explored)?,
        Some(Err(Trouble::Lab(error))) => explored.note = Some(run.explain(error).to_string()),
        Some(Err(trouble)) => return Err(trouble),
    }
    drop(run);
    asking.go_on()?;
    // 2. Without a value, the outcome may still be found.
    if explored.outcome.is_none() && !entry.is_only_played() {
        let run = asking.run(until(deadline));
        let place = Place::new(game, position);
        let question = Outcome { place, convention: Convention::Normal, to_move: None };
        if let Ok(report) = run.ask(&question) {
            explored.positions = explored.positions.max(report.positions);
            explored.outcome = report.outcome;
        }
        drop(run);
        asking.go_on()?;
    }
    // 3. At least the moves.
    if explored.options.is_none() {
        let run = asking.run(until(deadline));
        let side = |player| moves(&run, &opened, player);
        explored.options = side(Player::Left)
            .and_then(|left| Ok(ExploredOptions { left, right: side(Player::Right)? }))
            .ok();
    }
    explored.seconds = seconds(started);
    Ok(explored)
}

fn seconds(started: Instant) -> f64 {
    (started.elapsed().as_secs_f64() * 1e6).round() / 1e6
}

/// The value of a loopy game.
fn loopy(run: &Run<'_>, game: &str, position: &str, explored: &mut Explored) -> Answer<()> {
    match run.ask(&Value::of(game, position)) {
        Ok(value) => {
            if let PositionValue::Loopy(report) = &value {
                explored.positions = report.positions.unwrap_or(0);
                explored.outcome = Some(report.outcome.clone());
            }
            explored.value = Some(data(&value)?);
        }
        Err(error) => explored.note = Some(error.to_string()),
    }
    Ok(())
}

/// The moves of a player, without values.
fn moves(run: &Run<'_>, opened: &Position, player: Player) -> Result<Vec<ExploredOption>, LabError> {
    let moves = opened.moves(player, MOST_OPTIONS, run.budget()).map_err(|error| run.explain(error))?;
    Ok(moves
        .into_iter()
        .map(|mv| ExploredOption { name: mv.name, position: mv.position, value: None, sensible: None })
        .collect())
}

/// The moves of both players, with values.
fn options_around(
    asking: &Asking<'_>,
    run: &Run<'_>,
    opened: &Position,
    worth: Game,
    values: &mut Values<'_>,
) -> Answer<ExploredOptions> {
    // A large Nim heap has too many options to list, and all of them are canonical.
    let arena = run.arena();
    let is_listed = arena.option_count(worth) <= 2 * MOST_OPTIONS;
    let canonical = if is_listed { Some(arena.options(worth)?) } else { None };
    let (left, right) = canonical.map(|(left, right)| (left.to_vec(), right.to_vec())).unzip();
    let mut side = |player, canonical: Option<Vec<Game>>| -> Answer<Vec<ExploredOption>> {
        let mut options = moves(run, opened, player)?;
        for (at, option) in options.iter_mut().enumerate() {
            asking.go_on()?;
            // If the time is up for one move, it is up for all.
            let Ok(Some(value)) = values.after(player, at) else { break };
            option.value = Some(arena.display_within(value, Style::Unicode, SKETCH).text);
            option.sensible = canonical.as_ref().map(|canonical| canonical.contains(&value));
        }
        Ok(options)
    };
    Ok(ExploredOptions { left: side(Player::Left, left)?, right: side(Player::Right, right)? })
}

fn evaluated(asking: &Asking<'_>, text: &str) -> Answer<Evaluated> {
    if text.len() > LONGEST {
        return Err(Trouble::Refused(format!("an expression has at most {LONGEST} letters")));
    }
    let run = asking.run(PATIENCE);
    Ok(asking.lab.evaluate_in(&run, text)?)
}

/// The options of a value.
pub(crate) fn options(asking: &Asking<'_>, text: &str) -> Answer<Options> {
    let name = name_it(asking, text)?;
    let reduced = format!("{name}.ReducedCanonicalForm");
    Ok(Options {
        left: list(asking, &format!("{name}.LeftOptions"))?,
        right: list(asking, &format!("{name}.RightOptions"))?,
        sensible_left: list(asking, &format!("{reduced}.LeftOptions"))?,
        sensible_right: list(asking, &format!("{reduced}.RightOptions"))?,
    })
}

/// Names a value, so that its methods can be called.
fn name_it(asking: &Asking<'_>, text: &str) -> Answer<&'static str> {
    let name = "ValueThatIsAskedFor";
    asking.lab.name(name, value_of(asking, text)?)?;
    Ok(name)
}

fn value_of(asking: &Asking<'_>, text: &str) -> Answer<Game> {
    match evaluated(asking, text)? {
        Evaluated::Value(report) | Evaluated::Quantity(report) => Ok(report.game),
        Evaluated::Loopy(_) => Err(Trouble::Refused("that is a loopy value; this is for short ones".into())),
        _ => Err(Trouble::Refused("that is no value".into())),
    }
}

fn list(asking: &Asking<'_>, text: &str) -> Answer<Vec<String>> {
    match evaluated(asking, text)? {
        Evaluated::Values { answer } => Ok(answer),
        _ => Ok(Vec::new()),
    }
}

/// The thermograph of a value.
pub(crate) fn thermograph_of(asking: &Asking<'_>, text: &str) -> Answer<Thermograph> {
    let game = value_of(asking, text)?;
    Ok(drawn(&asking.run(PATIENCE), game)?)
}

fn drawn(run: &Run<'_>, game: Game) -> Result<Thermograph, LabError> {
    let thermograph = run.arena().thermograph(game)?;
    let title = run.arena().display_within(game, Style::Unicode, LONGEST_TITLE).text;
    let svg = thermograph.to_svg(&title);
    let bends = |wall: &Trajectory| {
        let bend = |bend: &Breakpoint| (bend.value.to_string(), bend.temperature.to_string());
        wall.breakpoints().iter().map(bend).collect()
    };
    Ok(Thermograph {
        left: bends(thermograph.left()),
        right: bends(thermograph.right()),
        mast: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        svg,
    })
}
