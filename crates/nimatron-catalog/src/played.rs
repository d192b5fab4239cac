//! Positions of games that are played in turns and have no values. The winner is found by search and may stay
//! unknown.

use std::num::NonZeroUsize;
use std::time::Duration;

use nimatron_rules::{AnyMove, Budget, Convention, Ending, Notation, Player, Rules, Turns};
use nimatron_search::{AgentSpec, Insight, NoOracles, Options, PlayError, PlayerSpec, Thinking, Turn};

use crate::best::Best;
use crate::position::Position;
use crate::{BestMove, LabError, grouped};

/// A search that takes longer than this gets a large table.
const LONG: Duration = Duration::from_secs(20);
/// The time for finding the best move, if no time is given.
const USUAL: Duration = Duration::from_secs(2);

/// The last result of the engine, and why it stopped if it stopped too early.
type Thought = (Option<Insight<AnyMove>>, Result<(), PlayError>);

/// Runs the engine. Its last result is returned even if the budget is used up.
fn think(
    at: &Position,
    convention: Convention,
    player: Player,
    time: Option<Duration>,
    budget: &Budget,
) -> Result<Thought, LabError> {
    let moves = at.listed(player, budget)?;
    let history = [at.position.clone()];
    let turn = Turn { rules: &at.game, player, convention, moves: &moves, history: &history };
    let thinking = Thinking { time, ..Thinking::default() };
    let threads = budget.thread_limit().try_into().unwrap_or(NonZeroUsize::MIN);
    // A long search has more to remember; allocating a table of a gigabyte takes most of a second.
    let memory = if time.is_some_and(|time| time < LONG) { 64 << 20 } else { 512 << 20 };
    let spec = AgentSpec::Player(PlayerSpec::Engine { options: Options::ALL, thinking, threads, memory });
    let engine = at.engines.agent(&spec, &at.game, &NoOracles);
    let mut engine = engine.ok_or_else(|| LabError::Failed("there is no engine for this game".into()))?;
    let mut last = None;
    let found = engine.think(&turn, budget, &mut |insight| last = Some(insight.clone()));
    Ok((last, found.map(|_| ())))
}

/// The names of the moves of a line.
fn line_of(at: &Position, player: Player, line: &[AnyMove]) -> String {
    let (mut position, mut mover) = (at.position.clone(), player);
    let mut names = Vec::with_capacity(line.len());
    for mv in line {
        names.push(at.game.show_move(&position, mover, mv));
        position = at.game.play(&position, mover, mv);
        mover = mover.opponent();
    }
    names.join(" ")
}

fn over(at: &Position, convention: Convention, player: Player) -> Option<Ending> {
    at.game.ending(&at.position, player, convention)
}

/// Searches deeper and deeper until a win is proved.
pub(crate) fn winner(
    at: &Position,
    convention: Convention,
    first: Player,
    budget: &Budget,
) -> Result<(Ending, u64), LabError> {
    if let Some(ending) = over(at, convention, first) {
        return Ok((ending, 0));
    }
    let (insight, stopped) = think(at, convention, first, None, budget)?;
    match insight {
        Some(Insight { proved: Some((wins, _)), nodes, .. }) => {
            Ok((Ending::Won(if wins { first } else { first.opponent() }), nodes))
        }
        Some(Insight { depth, .. }) => {
            let known = || format!("if {first} starts, no win within {depth} moves");
            stopped.map_err(|error| LabError::from(error).but_known(known))?;
            let message = format!("who wins is not known: {}", known());
            Err(LabError::Failed(message))
        }
        None => {
            stopped.map_err(LabError::from)?;
            Err(LabError::Failed("who wins is not known".into()))
        }
    }
}

/// The move that the engine finds.
pub(crate) fn best(
    at: &Position,
    convention: Convention,
    player: Player,
    budget: &Budget,
) -> Result<Best, LabError> {
    if let Some(ending) = over(at, convention, player) {
        let why = match ending {
            Ending::Won(winner) => format!("{winner} has won"),
            Ending::Drawn => "it is drawn".into(),
        };
        return Ok(Best { winner: Some(ending), moves: Vec::new(), why });
    }
    // Some of the time is reserved for reporting the result.
    let time = budget.time_left().map_or(USUAL, |left| left.mul_f64(0.95));
    let (insight, stopped) = think(at, convention, player, Some(time), budget)?;
    let Some(insight) = insight else {
        stopped.map_err(LabError::from)?;
        return Err(LabError::Failed("no move was found".into()));
    };
    let (depth, nodes) = (insight.depth, grouped(insight.nodes));
    let line = line_of(at, player, &insight.line);
    let (winner, why) = match insight.proved {
        Some((wins, plies)) => {
            let winner = if wins { player } else { player.opponent() };
            (Some(Ending::Won(winner)), format!("{winner} wins in {plies} plies: {line}"))
        }
        None => {
            let ahead = f64::from(insight.score) / 100.0;
            let why = format!(
                "no win is proved; {depth} moves deep ({nodes} positions) {player} is at {ahead:+.2}: {line}"
            );
            (None, why)
        }
    };
    let chosen = insight.line.first().map(|mv| at.game.show_move(&at.position, player, mv));
    let outcome = match winner {
        Some(Ending::Won(winner)) => winner.to_string().chars().take(1).collect(),
        _ => "?".to_owned(),
    };
    let moves = chosen.into_iter().map(|name| BestMove { name, outcome: outcome.clone(), value: None });
    Ok(Best { winner, moves: moves.collect(), why })
}
