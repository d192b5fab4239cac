//! A game on the table that never need end.

use std::sync::Arc;

use nimatron_rules::{Budget, Ending, Notation, Player, Turns, View, perft};
use nimatron_search::{AgentSpec, NoOracles};
use nimatron_solve::{Convention, Count, Endings, LoopyOutcomes, count, limits_of, loopy_value};
use nimatron_value::{Arena, Game, Loops, Sided, Style};

use crate::LabError;
use crate::best::Best;
use crate::players::{Club, Players};
use crate::shelf::Shelf;
use crate::table::{Opened, deeper, named_moves};
use crate::{BestMove, Move};

/// A loopy game of a known kind, in some position.
pub(crate) struct LoopyTable<R: Notation> {
    pub(crate) rules: R,
    pub(crate) position: R::Position,
}

/// What moves lead to is evaluated for people to look at, if there are at most so many positions: that
/// takes a few milliseconds.
const FEW: u64 = 300;

/// A game of so many moves is drawn.
const LONGEST: u32 = 1000;

impl<R: Notation> LoopyTable<R> {
    fn outcomes(&self, convention: Convention, budget: &Budget) -> Result<LoopyOutcomes<'_, R>, LabError> {
        Ok(LoopyOutcomes::new(&self.rules, &self.position, convention, budget)?)
    }
}

impl<R: Turns + Notation + 'static> Opened for LoopyTable<R> {
    fn show(&self) -> String {
        self.rules.show(&self.position)
    }

    fn view(&self) -> View {
        self.rules.view(&self.position)
    }

    fn value(&self, _: &Arena, _: &Budget) -> Result<(Game, u64), LabError> {
        Err(LabError::Senseless(format!("{} is loopy: it has no value among short games", R::ABOUT.name)))
    }

    fn loopy_value(&self, loops: &mut Loops, budget: &Budget) -> Result<Option<(Sided, u64)>, LabError> {
        Ok(Some(loopy_value(&self.rules, &self.position, loops, budget)?))
    }

    fn nimber(&self, _: &Budget) -> Result<Option<(u32, u64)>, LabError> {
        Ok(None)
    }

    fn outcome(
        &self,
        convention: Convention,
        _: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Endings, u64), LabError> {
        let solved = self.outcomes(convention, budget)?;
        let endings = solved.endings(&self.position).expect("the position can be reached from itself");
        Ok((endings, solved.positions()))
    }

    fn winner(
        &self,
        convention: Convention,
        first: Player,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Ending, u64), LabError> {
        let (endings, positions) = self.outcome(convention, shelf, budget)?;
        Ok((endings.if_starts(first), positions))
    }

    /// All winning moves, the fastest first; or all that keep the draw; or the one that lasts longest.
    fn best(
        &self,
        convention: Convention,
        player: Player,
        _: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<Best, LabError> {
        let solved = self.outcomes(convention, budget)?;
        let (ending, left) =
            solved.ending(&self.position, player).expect("the position can be reached from itself");
        let left = left.unwrap_or(0);
        let in_moves = if left == 1 { "in 1 move".to_owned() } else { format!("in {left} moves") };
        let why = match ending {
            Ending::Drawn => format!("drawn: no move of {player} wins, and these don't lose"),
            Ending::Won(winner) if left == 0 => format!("{winner} wins: {player} cannot move"),
            Ending::Won(winner) if winner == player => format!("{player} wins {in_moves}"),
            Ending::Won(winner) => {
                format!(
                    "{winner} wins {in_moves}: every move of {player} loses, and none lasts longer than this"
                )
            }
        };
        // 1. The moves that reach that ending, by how long it takes.
        let (rules, position) = (&self.rules, &self.position);
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves);
        let mut found: Vec<(u32, String, R::Position)> = Vec::new();
        for mv in &moves {
            let after = rules.play(position, player, mv);
            let (leads_to, lasts) =
                solved.ending(&after, player.opponent()).expect("a move leads to what can be reached");
            if leads_to == ending {
                found.push((lasts.unwrap_or(0), rules.show_move(position, player, mv), after));
            }
        }
        found.sort_by_key(|(lasts, ..)| *lasts);
        if ending == Ending::Won(player.opponent()) {
            found = found.pop().into_iter().collect();
        }
        // 2. What they lead to is worth.
        let (arena, mut loops) = (Arena::new(), Loops::with_limits(limits_of(budget)));
        let with_values = convention == Convention::Normal && solved.positions() <= FEW;
        let mut named = Vec::with_capacity(found.len());
        for (_, name, after) in found {
            let value = if with_values {
                let (value, _) = loopy_value(rules, &after, &mut loops, budget)?;
                Some(loops.show(&arena, value, Style::Unicode)?)
            } else {
                None
            };
            let outcome = solved.endings(&after).expect("a move leads to what can be reached");
            named.push(BestMove { name, outcome: outcome.to_string(), value });
        }
        Ok(Best { winner: Some(ending), moves: named, why })
    }

    fn moves(&self, player: Player, most: usize, budget: &Budget) -> Result<Vec<Move>, LabError> {
        named_moves(&self.rules, &self.position, player, most, budget)
    }

    fn count(&self, budget: &Budget) -> Result<Count, LabError> {
        Ok(count(&self.rules, &self.position, budget)?)
    }

    fn perft(&self, player: Player, depth: u32, budget: &Budget) -> Result<Vec<u64>, LabError> {
        deeper(depth, |depth| perft(&self.rules, &self.position, player, depth, budget))
    }

    fn players(&self, _: &Arc<Shelf>) -> Result<Box<dyn Players + '_>, LabError> {
        Ok(Box::new(Club {
            rules: &self.rules,
            start: &self.position,
            to_move: None,
            oracles: Box::new(|_| Box::new(NoOracles)),
            longest: Some(LONGEST),
            make: AgentSpec::agent,
        }))
    }
}
