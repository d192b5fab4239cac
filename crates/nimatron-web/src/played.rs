//! What agents play.

use std::time::Duration;

use nimatron_lab::{Elo, Go, Match, MatchReport, Results, Thinking};

use crate::desk::{Answer, Asking, Trouble, data};
use crate::protocol::{Proved, Reply, Round, Score, Table, Thought};
use crate::scene::{convention, replay, seen, sit_down};

/// More games than this nobody watches.
const MOST_GAMES: u32 = 10_000;
/// More moves than this are not made by lot.
const MOST_OPENINGS: u32 = 1000;

/// Refuses agents that are no part of this program: `ugi:COMMAND` would run any command that a message names.
pub(crate) fn check_agent(name: &str) -> Answer<()> {
    let word = name.trim_start().split([':', ',']).next().unwrap_or_default().trim();
    if word.eq_ignore_ascii_case("ugi") || name.trim_start().to_ascii_lowercase().starts_with("ugi") {
        return Err(Trouble::Refused("agents that are other programs don't play on the page".into()));
    }
    Ok(())
}

/// Lets an agent play.
pub(crate) fn reply(
    asking: &mut Asking<'_>,
    table: &Table,
    agent: &str,
    millis: Option<u32>,
) -> Answer<Reply> {
    check_agent(agent)?;
    let sitting = sit_down(&asking.lab, table)?;
    let mut session = replay(&sitting, table)?;
    if let Some(over) = session.over() {
        return Err(Trouble::Refused(format!("the game is over: {}", over.why)));
    }
    let time = millis.map(|millis| Duration::from_millis(millis.into()).min(asking.left()));
    let go =
        Go { limits: time.map(|time| Thinking { time: Some(time), ..Thinking::default() }), clock: time };
    let run = asking.run(asking.left());
    let (mut last, mut remark) = (None, None);
    let played = session.think(agent, &go, run.budget(), &mut |thought| {
        remark.clone_from(&thought.remark);
        let thought = thought_of(thought);
        asking.tell(&thought);
        last = Some(thought);
    });
    let played = played.map_err(|error| run.explain(error))?;
    asking.go_on()?;
    let Some(name) = played else { return Err(Trouble::Refused("there is no move to be made".into())) };
    session.play(&name)?;
    let table = Table { moves: session.line().to_vec(), ..table.clone() };
    Ok(Reply { name, scene: seen(&asking.lab, &table, &*session)?, thought: last, remark })
}

/// A thought, for the page.
pub(crate) fn thought_of(thought: &nimatron_lab::Thought) -> Thought {
    Thought {
        score: thought.score,
        proved: thought.proved.map(|(wins, plies)| Proved { wins, plies }),
        depth: thought.depth,
        nodes: thought.nodes,
        line: thought.line.clone(),
    }
}

/// Lets two agents play game after game.
pub(crate) fn contest(
    asking: &mut Asking<'_>,
    table: &Table,
    [left, right]: [&str; 2],
    (games, openings): (u32, u32),
    seed: u32,
) -> Answer<MatchReport> {
    check_agent(left)?;
    check_agent(right)?;
    if !(1..=MOST_GAMES).contains(&games) || openings > MOST_OPENINGS {
        let message = format!("a match has 1 to {MOST_GAMES} games, and up to {MOST_OPENINGS} moves by lot");
        return Err(Trouble::Refused(message));
    }
    // The position after the moves that were played, and who is to move there.
    let (position, first) = {
        let sitting = sit_down(&asking.lab, table)?;
        let session = replay(&sitting, table)?;
        (session.show(), session.to_move())
    };
    let asked = Match {
        left,
        right,
        games: games.into(),
        swap: openings > 0,
        openings,
        seed: seed.into(),
        first: Some(first),
        convention: convention(table),
        moves: true,
        ..Match::default()
    };
    let run = asking.run(asking.left());
    let mut results = Results::default();
    let (lab, game) = (std::mem::take(&mut asking.lab), &*table.game);
    let report = lab.play_match(&run, &asked, (game, &position), |line| {
        match line.result {
            "win" => results.wins += 1,
            "draw" => results.draws += 1,
            _ => results.losses += 1,
        }
        let Elo { elo, low, high } = Elo::of(&results);
        let Results { wins, draws, losses, .. } = results;
        let score = Score { wins, draws, losses, elo, elo_low: low, elo_high: high };
        if let Ok(line) = data(line) {
            asking.tell(&Round { line, score });
        }
        true
    });
    Ok(report?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_starts_a_program() {
        for name in ["ugi:rm -rf /", " ugi,time=1s:sh", "UGI:x", "ugi", "ugi :x"] {
            assert!(check_agent(name).is_err(), "{name}");
        }
        assert!(check_agent("alpha-beta:depth=3").is_ok());
    }
}
