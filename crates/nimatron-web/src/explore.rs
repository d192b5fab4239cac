//! What positions and expressions are worth.

use std::time::Duration;

use nimatron_lab::{
    Answer as LabAnswer, Evaluated, Game, Lab, LabError, Player, Question, Run, Style, Values,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use web_time::Instant;

use crate::desk::{Answer, Asker, Asking, Trouble, data, until};
use crate::protocol::{Explored, ExploredOption, ExploredOptions, Options, Thermograph};

/// Values of options are sketched.
const SKETCH: usize = 200;
/// The longest title of a picture, which has room for so many characters.
const LONGEST_TITLE: usize = 48;
/// A position with more moves is not opened further.
const MOST_OPTIONS: usize = 400;
/// Longer expressions nobody types.
const LONGEST: usize = 20_000;
/// Nobody remembers more definitions than this, and no longer ones, all together.
const MOST_DEFINITIONS: usize = 64;
const LONGEST_DEFINITIONS: usize = 20_000;
/// An expression that takes longer is a mistake.
const PATIENCE: Duration = Duration::from_secs(60);

/// Everything there is to say of a position in time.
pub(crate) fn explore(asking: &mut Asking<'_>, game: &str, position: &str, millis: u32) -> Answer<Explored> {
    let started = Instant::now();
    let deadline = asking.until(millis);
    let entry = asking.lab.game(game)?;
    // A position that can't be read is a mistake, and no position without a value.
    asking.lab.view(game, position)?;
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
    // 1. The value, and what the moves of both players lead to.
    let run = asking.run(until(deadline).mul_f64(0.8));
    let (lab, asker) = (&asking.lab, &mut asking.asker);
    let found = lab.with_values(&run, game, position, |values| -> Answer<()> {
        let worth = values.here()?;
        let report = lab.describe(worth)?;
        explored.outcome = Some(report.outcome.clone());
        explored.nimber = report.nimber.filter(|_| entry.is_impartial()).map(u64::from);
        explored.thermograph = drawn(lab, worth).ok();
        explored.value = Some(data(&report)?);
        (explored.positions, explored.seconds) = (values.positions(), seconds(started));
        asker.tell(&explored);
        explored.options = Some(options_around(lab, &run, asker, (game, position), worth, values)?);
        explored.positions = values.positions();
        Ok(())
    });
    match found {
        Ok(Some(Ok(()))) => {}
        Ok(None) => loopy(asking, &run, game, position, &mut explored)?,
        Ok(Some(Err(Trouble::Lab(error)))) | Err(error) => {
            explored.note = Some(run.explain(error).to_string())
        }
        Ok(Some(Err(trouble))) => return Err(trouble),
    }
    drop(run);
    asking.go_on()?;
    // 2. Without a value, perhaps a winner.
    if explored.outcome.is_none() && !entry.is_only_played() {
        let run = asking.run(until(deadline));
        let question = Question::Outcome { convention: nimatron_lab::Convention::Normal, to_move: None };
        if let Ok(LabAnswer::Outcome(report)) = asking.lab.ask_in(&run, &question, game, position) {
            explored.positions = explored.positions.max(report.positions);
            explored.outcome = report.outcome;
        }
        drop(run);
        asking.go_on()?;
    }
    // 3. The moves at least.
    if explored.options.is_none() {
        let run = asking.run(until(deadline));
        let side = |player| moves(&asking.lab, &run, (game, position), player);
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

/// What a loopy game is worth.
fn loopy(asking: &Asking<'_>, run: &Run, game: &str, position: &str, explored: &mut Explored) -> Answer<()> {
    match asking.lab.ask_in(run, &Question::Value, game, position) {
        Ok(answer) => {
            explored.positions = answer.spent().and_then(|(positions, _)| positions).unwrap_or(0);
            if let LabAnswer::Loopy(report) = &answer {
                explored.outcome = Some(report.outcome.clone());
            }
            explored.value = Some(data(&answer)?);
        }
        Err(error) => explored.note = Some(error.to_string()),
    }
    Ok(())
}

/// The moves of a player, without what they are worth.
fn moves(lab: &Lab, run: &Run, place: (&str, &str), player: Player) -> Result<Vec<ExploredOption>, LabError> {
    let moves = lab.moves(run, place, player, MOST_OPTIONS)?;
    Ok(moves
        .into_iter()
        .map(|mv| ExploredOption { name: mv.name, position: mv.position, value: None, sensible: None })
        .collect())
}

/// The moves of both players, and what they lead to.
fn options_around(
    lab: &Lab,
    run: &Run,
    asker: &Asker<'_>,
    place: (&str, &str),
    worth: Game,
    values: &mut dyn Values,
) -> Answer<ExploredOptions> {
    // A large heap of Nim has too many options to be written out, and all of them make sense.
    let canonical =
        if lab.option_count(worth) <= 2 * MOST_OPTIONS { Some(lab.options(worth)?) } else { None };
    let (left, right) = canonical.unzip();
    let mut side = |player, canonical: Option<Vec<Game>>| -> Answer<Vec<ExploredOption>> {
        let mut options = moves(lab, run, place, player)?;
        for (at, option) in options.iter_mut().enumerate() {
            asker.go_on()?;
            // If time is over for one, it is over for all.
            let Ok(Some(value)) = values.after(player, at) else { break };
            option.value = Some(lab.sketch(value, Style::Unicode, SKETCH));
            option.sensible = canonical.as_ref().map(|canonical| canonical.contains(&value));
        }
        Ok(options)
    };
    Ok(ExploredOptions { left: side(Player::Left, left)?, right: side(Player::Right, right)? })
}

/// What an expression is worth, and which kind of answer it is. The definitions come first, in their order.
pub(crate) fn evaluate(asking: &Asking<'_>, text: &str, definitions: &[String]) -> Answer<Box<RawValue>> {
    if definitions.len() > MOST_DEFINITIONS {
        return Err(Trouble::Refused(format!(
            "at most {MOST_DEFINITIONS} definitions are remembered; forget some"
        )));
    }
    if definitions.iter().map(String::len).sum::<usize>() > LONGEST_DEFINITIONS {
        let message =
            format!("all definitions together have at most {LONGEST_DEFINITIONS} letters; forget some");
        return Err(Trouble::Refused(message));
    }
    for definition in definitions {
        if !matches!(evaluated(asking, definition)?, Evaluated::Assigned { .. }) {
            return Err(Trouble::Refused(format!(
                "`{definition}` defines nothing; it should be NAME := VALUE"
            )));
        }
    }
    data(&tagged(&evaluated(asking, text)?)?)
}

fn evaluated(asking: &Asking<'_>, text: &str) -> Answer<Evaluated> {
    if text.len() > LONGEST {
        return Err(Trouble::Refused(format!("an expression has at most {LONGEST} letters")));
    }
    let run = asking.run(PATIENCE);
    Ok(asking.lab.evaluate_in(&run, text)?)
}

/// The JSON of the command line, and which kind it is.
fn tagged(evaluated: &Evaluated) -> Answer<Map<String, Value>> {
    let is = match evaluated {
        Evaluated::Value(_) => "value",
        Evaluated::Loopy(_) => "loopy",
        Evaluated::Quantity(_) => "quantity",
        Evaluated::Comparison(_) => "comparison",
        Evaluated::Thermograph(_) => "thermograph",
        Evaluated::Values { .. } => "values",
        Evaluated::Truth { .. } => "truth",
        Evaluated::Text { .. } => "text",
        Evaluated::Assigned { .. } => "assigned",
    };
    let mut map = Map::new();
    map.insert("is".into(), json!(is));
    if let Evaluated::Assigned { name, value } = evaluated {
        map.insert("name".into(), json!(name));
        map.insert("value".into(), Value::Object(tagged(value)?));
        return Ok(map);
    }
    let failed = |error: serde_json::Error| Trouble::Refused(format!("the answer can't be written: {error}"));
    if let Value::Object(report) = serde_json::to_value(evaluated).map_err(failed)? {
        map.extend(report);
    }
    Ok(map)
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

/// Gives a name to a value, so that methods of it can be asked for.
fn name_it(asking: &Asking<'_>, text: &str) -> Answer<&'static str> {
    let name = "ValueThatIsAskedFor";
    asking.lab.name(name, value_of(asking, text)?);
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
    let _run = asking.run(PATIENCE);
    Ok(drawn(&asking.lab, game)?)
}

fn drawn(lab: &Lab, game: Game) -> Result<Thermograph, LabError> {
    let thermograph = lab.thermograph(game)?;
    let title = lab.sketch(game, Style::Unicode, LONGEST_TITLE);
    let svg = thermograph.to_svg(&title);
    Ok(Thermograph {
        left: thermograph
            .left()
            .breakpoints()
            .iter()
            .map(|bend| (bend.value.to_string(), bend.temperature.to_string()))
            .collect(),
        right: thermograph
            .right()
            .breakpoints()
            .iter()
            .map(|bend| (bend.value.to_string(), bend.temperature.to_string()))
            .collect(),
        mast: thermograph.mean().to_string(),
        temperature: thermograph.temperature().to_string(),
        svg,
    })
}
