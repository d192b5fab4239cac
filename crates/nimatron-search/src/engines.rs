//! Agents of type-erased games. Most are compiled here, once for all games. For some games it is worth
//! compiling the agents that search for the type of the game: [`TypedPlayers`].

use std::fmt;
use std::sync::Arc;

use nimatron_rules::{AnyGame, AnyMove, AnyPosition, Budget, Hints, Rules};

use crate::{Agent, AgentSpec, Insight, Oracles, PlayError, PlayerSpec, Thinking, Turn};

/// The games that have agents compiled for them. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Engines(Arc<[TypedPlayers]>);

/// Makes agents that are compiled for one type of game.
#[derive(Clone, Copy)]
pub struct TypedPlayers(MakePlayer);

type MakePlayer = for<'a> fn(&PlayerSpec, &'a AnyGame) -> Option<Box<dyn Agent<AnyGame> + 'a>>;

impl TypedPlayers {
    /// The agents for games of type `R`.
    #[must_use]
    pub fn of<R: Hints + 'static>() -> Self {
        TypedPlayers(|spec, game| {
            let rules: &R = game.downcast_ref()?;
            Some(Box::new(Typed { rules, agent: spec.agent(rules) }))
        })
    }
}

impl fmt::Debug for TypedPlayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TypedPlayers")
    }
}

impl Engines {
    /// Agents for the games of these types.
    #[must_use]
    pub fn new(players: impl IntoIterator<Item = TypedPlayers>) -> Self {
        Engines(players.into_iter().collect())
    }

    /// Makes an agent for a game; `None` if it needs to know who wins and there is no oracle.
    #[must_use]
    pub fn agent<'a>(
        &self,
        spec: &AgentSpec,
        game: &'a AnyGame,
        oracles: &dyn Oracles<'a, AnyGame>,
    ) -> Option<Box<dyn Agent<AnyGame> + 'a>> {
        if let AgentSpec::Player(player) = spec
            && let Some(agent) = self.0.iter().find_map(|TypedPlayers(make)| make(player, game))
        {
            return Some(agent);
        }
        spec.agent(game, oracles)
    }
}

/// An agent that is compiled for the game inside a type-erased one.
struct Typed<'a, R: Rules> {
    rules: &'a R,
    agent: Box<dyn Agent<R> + 'a>,
}

impl<R: Rules> Agent<AnyGame> for Typed<'_, R> {
    fn begin(&mut self, seed: u64) {
        self.agent.begin(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, AnyGame>, budget: &Budget) -> Result<usize, PlayError> {
        self.think(turn, budget, &mut |_| {})
    }

    fn think(
        &mut self,
        turn: &Turn<'_, AnyGame>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Insight<AnyMove>),
    ) -> Result<usize, PlayError> {
        let moves: Vec<R::Move> = turn.moves.iter().map(own_move::<R>).collect();
        let history: Vec<R::Position> = turn.history.iter().map(own::<R>).collect();
        let Turn { player, convention, .. } = *turn;
        let turn = Turn { rules: self.rules, player, convention, moves: &moves, history: &history };
        self.agent.think(&turn, budget, &mut |insight| {
            let Insight { chosen, score, proved, depth, nodes, .. } = *insight;
            let line = insight.line.iter().cloned().map(AnyMove::new).collect();
            tell(&Insight { chosen, score, proved, depth, line, nodes });
        })
    }

    fn set_thinking(&mut self, thinking: Thinking) {
        self.agent.set_thinking(thinking);
    }
}

fn own<R: Rules>(position: &AnyPosition) -> R::Position {
    position.downcast_ref::<R::Position>().expect("a position of this game").clone()
}

fn own_move<R: Rules>(mv: &AnyMove) -> R::Move {
    mv.downcast_ref::<R::Move>().expect("a move of this game").clone()
}
