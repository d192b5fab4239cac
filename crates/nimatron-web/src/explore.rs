//! What positions and expressions are worth.

use std::time::Duration;

use nimatron_lab::{Answer as LabAnswer, Evaluated, Game, LabError, Player, Question, Style};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use web_time::Instant;

use crate::desk::{Answer, Asking, Trouble, data, until};
use crate::protocol::{Explored, ExploredOption, ExploredOptions, Options, Thermograph};

/// Values of options are sketched.
const SKETCH: usize = 200;
/// The longest title of a picture, which has room for so many characters.
const LONGEST_TITLE: usize = 48;
/// A position with more moves is not opened further.
const MOST_OPTIONS: usize = 400;
/// Longer expressions nobody types.
const LONGEST: usize = 20_000;
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
    // 1. The value.
    let mut worth = None;
    let found = {
        let run = asking.run(until(deadline).mul_f64(0.6));
        asking.lab.ask_in(&run, &Question::Value, game, position)
    };
    asking.go_on()?;
    match found {
        Ok(answer) => {
            explored.positions = answer.spent().and_then(|(positions, _)| positions).unwrap_or(0);
            match &answer {
                LabAnswer::Value(report) => {
                    worth = Some(report.game);
                    explored.outcome = Some(report.outcome.clone());
                    explored.nimber = report.nimber.filter(|_| entry.is_impartial()).map(u64::from);
                    explored.thermograph = drawn(asking, report.game).ok();
                }
                LabAnswer::Loopy(report) => explored.outcome = Some(report.outcome.clone()),
                _ => {}
            }
            explored.value = Some(data(&answer)?);
        }
        Err(error) => explored.note = Some(error.to_string()),
    }
    // 2. Without a value, perhaps a winner.
    if explored.outcome.is_none() && !entry.is_only_played() {
        let run = asking.run(until(deadline).mul_f64(0.5));
        let question = Question::Outcome { convention: nimatron_lab::Convention::Normal, to_move: None };
        if let Ok(LabAnswer::Outcome(report)) = asking.lab.ask_in(&run, &question, game, position) {
            explored.positions = explored.positions.max(report.positions);
            explored.outcome = report.outcome;
        }
    }
    asking.go_on()?;
    // 3. The moves of both players, and what they lead to.
    explored.options = both(asking, game, position, worth, deadline)?;
    explored.seconds = (started.elapsed().as_secs_f64() * 1e6).round() / 1e6;
    Ok(explored)
}

fn both(
    asking: &Asking<'_>,
    game: &str,
    position: &str,
    worth: Option<Game>,
    deadline: Instant,
) -> Answer<Option<ExploredOptions>> {
    let mut sides = Vec::new();
    let canonical = worth.and_then(|worth| canonical_options(asking, worth));
    for (side, player) in Player::BOTH.into_iter().enumerate() {
        let run = asking.run(until(deadline));
        let question = Question::Moves { to_move: Some(player) };
        let Ok(LabAnswer::Moves(report)) = asking.lab.ask_in(&run, &question, game, position) else {
            return Ok(None);
        };
        drop(run);
        let canonical = canonical.as_ref().map(|sides| &sides[side]);
        let count = report.moves.len();
        let mut options = Vec::new();
        for (at, mv) in report.moves.into_iter().take(MOST_OPTIONS).enumerate() {
            asking.go_on()?;
            let now = Instant::now();
            let mut option =
                ExploredOption { name: mv.name, position: mv.position, value: None, sensible: None };
            // Options of what has no value in time have none either, mostly.
            if now < deadline && worth.is_some() {
                let run = asking.run((deadline - now).div_f64((count - at).min(20) as f64));
                if let Ok(LabAnswer::Value(report)) =
                    asking.lab.ask_in(&run, &Question::Value, game, &option.position)
                {
                    option.value = Some(asking.lab.sketch(report.game, Style::Unicode, SKETCH));
                    option.sensible = canonical.map(|games| games.contains(&report.canonical));
                }
            }
            options.push(option);
        }
        sides.push(options);
    }
    let right = sides.pop().unwrap_or_default();
    let left = sides.pop().unwrap_or_default();
    Ok(Some(ExploredOptions { left, right }))
}

/// The options of a value in canonical form, as they are written.
fn canonical_options(asking: &Asking<'_>, game: Game) -> Option<[Vec<String>; 2]> {
    let name = "CanonicalOptionsOfThis";
    asking.lab.name(name, game);
    let side = |method: &str| list(asking, &format!("{name}.{method}")).ok();
    Some([side("LeftOptions")?, side("RightOptions")?])
}

/// What an expression is worth, and which kind of answer it is.
pub(crate) fn evaluate(asking: &Asking<'_>, text: &str) -> Answer<Box<RawValue>> {
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
    Ok(drawn(asking, game)?)
}

fn drawn(asking: &Asking<'_>, game: Game) -> Result<Thermograph, LabError> {
    let thermograph = asking.lab.thermograph(game)?;
    let title = asking.lab.sketch(game, Style::Unicode, LONGEST_TITLE);
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
