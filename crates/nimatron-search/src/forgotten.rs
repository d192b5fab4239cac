//! Games whose kind is forgotten, to be played by agents that are made once for all of them: a search through one takes a
//! little longer, and the program is much smaller.

use nimatron_rules::{Budget, DynMove, DynPosition, Ending, Player, Rules, Turns};

use crate::{Agent, Insight, PlayError, Thinking, Turn};

/// What an agent needs of the rules.
trait AnyRules: Send + Sync {
    fn moves(&self, position: &DynPosition, player: Player, out: &mut Vec<DynMove>);
    fn play(&self, position: &DynPosition, player: Player, mv: &DynMove) -> DynPosition;
    fn move_bound(&self, position: &DynPosition, player: Player) -> u64;
    fn mobility(&self, position: &DynPosition, player: Player) -> u32;
    fn ending(&self, position: &DynPosition, player: Player, misere: bool) -> Option<Ending>;
    fn move_number(&self, mv: &DynMove) -> usize;
    fn key(&self, position: &DynPosition, player: Player) -> u128;
}

impl<R: Turns> AnyRules for R
where
    R::Position: 'static,
    R::Move: 'static,
{
    fn moves(&self, position: &DynPosition, player: Player, out: &mut Vec<DynMove>) {
        let mut moves = Vec::new();
        Rules::moves(self, own(position), player, &mut moves);
        out.extend(moves.into_iter().map(DynMove::new));
    }

    fn play(&self, position: &DynPosition, player: Player, mv: &DynMove) -> DynPosition {
        let mv = mv.downcast_ref().expect("a move of this game");
        DynPosition::new(Rules::play(self, own::<R::Position>(position), player, mv))
    }

    fn move_bound(&self, position: &DynPosition, player: Player) -> u64 {
        Rules::move_bound(self, own(position), player)
    }

    fn mobility(&self, position: &DynPosition, player: Player) -> u32 {
        Rules::mobility(self, own(position), player)
    }

    fn ending(&self, position: &DynPosition, player: Player, misere: bool) -> Option<Ending> {
        Turns::ending(self, own(position), player, misere)
    }

    fn move_number(&self, mv: &DynMove) -> usize {
        Turns::move_number(self, mv.downcast_ref().expect("a move of this game"))
    }

    fn key(&self, position: &DynPosition, player: Player) -> u128 {
        Turns::key(self, own(position), player)
    }
}

fn own<P: 'static>(position: &DynPosition) -> &P {
    position.downcast_ref().expect("a position of this game")
}

/// A game of some kind.
pub struct Forgotten<'r>(&'r dyn AnyRules);

impl Rules for Forgotten<'_> {
    type Position = DynPosition;
    type Move = DynMove;

    fn moves(&self, position: &DynPosition, player: Player, out: &mut Vec<DynMove>) {
        self.0.moves(position, player, out);
    }

    fn play(&self, position: &DynPosition, player: Player, mv: &DynMove) -> DynPosition {
        self.0.play(position, player, mv)
    }

    fn move_bound(&self, position: &DynPosition, player: Player) -> u64 {
        self.0.move_bound(position, player)
    }

    fn mobility(&self, position: &DynPosition, player: Player) -> u32 {
        self.0.mobility(position, player)
    }
}

impl Turns for Forgotten<'_> {
    fn ending(&self, position: &DynPosition, player: Player, misere: bool) -> Option<Ending> {
        self.0.ending(position, player, misere)
    }

    fn move_number(&self, mv: &DynMove) -> usize {
        self.0.move_number(mv)
    }

    fn key(&self, position: &DynPosition, player: Player) -> u128 {
        self.0.key(position, player)
    }
}

/// An agent of a game whose kind is forgotten, who plays one whose kind is known: always the same.
pub(crate) struct Playing<'r> {
    rules: Forgotten<'r>,
    agent: Box<dyn Agent<Forgotten<'r>> + 'r>,
}

impl<'r> Playing<'r> {
    /// The agent that `make` makes of the game.
    pub(crate) fn of<R: Turns>(
        rules: &'r R,
        make: impl FnOnce(&Forgotten<'r>) -> Box<dyn Agent<Forgotten<'r>> + 'r>,
    ) -> Self
    where
        R::Position: 'static,
        R::Move: 'static,
    {
        let rules = Forgotten(rules);
        Playing { agent: make(&rules), rules }
    }
}

impl<R: Rules> Agent<R> for Playing<'_>
where
    R::Position: 'static,
    R::Move: 'static,
{
    fn begin(&mut self, seed: u64) {
        self.agent.begin(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        self.think(turn, budget, &mut |_: &Insight<R::Move>| {})
    }

    fn think(
        &mut self,
        turn: &Turn<'_, R>,
        budget: &Budget,
        tell: &mut dyn FnMut(&Insight<R::Move>),
    ) -> Result<usize, PlayError> {
        let own = |mv: &DynMove| mv.downcast_ref::<R::Move>().expect("a move of this game").clone();
        let mut tell = |insight: &Insight<DynMove>| {
            let Insight { chosen, score, proved, depth, nodes, .. } = *insight;
            let line = insight.line.iter().map(own).collect();
            tell(&Insight { chosen, score, proved, depth, line, nodes });
        };
        let moves: Vec<DynMove> = turn.moves.iter().cloned().map(DynMove::new).collect();
        let history: Vec<DynPosition> = turn.history.iter().cloned().map(DynPosition::new).collect();
        let Turn { player, misere, .. } = *turn;
        let turn = Turn { rules: &self.rules, player, misere, moves: &moves, history: &history };
        self.agent.think(&turn, budget, &mut tell)
    }

    fn set_thinking(&mut self, thinking: Thinking) {
        self.agent.set_thinking(thinking);
    }
}
