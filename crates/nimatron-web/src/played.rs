//! The moves of agents.

use std::time::Duration;

use nimatron_lab::parameters::AgentName;
use nimatron_lab::{Go, Thinking};

use crate::desk::{Answer, Asking, Trouble};
use crate::protocol::{GameState, Proved, Reply, Thought};
use crate::scene::Seated;

/// Has an agent play a move.
pub(crate) fn reply(
    asking: &Asking<'_>,
    table: &GameState,
    agent: &str,
    millis: Option<u32>,
) -> Answer<Reply> {
    AgentName::of_this_program(agent).map_err(|why| Trouble::Refused(why.into()))?;
    let seated = Seated::at(asking, table)?;
    let mut session = seated.replay()?;
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
    drop(run);
    Ok(Reply { name, scene: seated.scene(&mut session)?, thought: last, remark })
}

/// Converts a thought for the page.
fn thought_of(thought: &nimatron_lab::Thought) -> Thought {
    Thought {
        score: thought.score,
        proved: thought.proved.map(|(wins, plies)| Proved { wins, plies }),
        depth: thought.depth,
        nodes: thought.nodes,
        line: thought.line.clone(),
    }
}
