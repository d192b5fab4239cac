//! Perfect play, by an oracle that knows who wins.

use std::cmp::Ordering;

use nimatron_rules::{Budget, Ending, Player, Rules};

use crate::simple::any_of_the_best;
use crate::{Agent, Oracle, PlayError, Random, Turn};

/// Wins every won position, and makes it hard for the winner of every other:
///
/// 1. Of the winning moves, one after which the opponent has the fewest moves.
/// 2. If there is none, of the drawing moves, the same.
/// 3. If all lose, one after which the smallest share of the opponent's replies wins; of these, one after
///    which play may last longest.
///
/// If several moves are left, one is chosen at random.
pub struct Perfect<'a, R: Rules> {
    oracle: Box<dyn Oracle<R> + 'a>,
    random: Random,
}

/// A fraction of all replies, without rounding.
#[derive(Clone, Copy, Debug)]
struct Share {
    winning: u64,
    all: u64,
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let [one, two] =
            [(self, other), (other, self)].map(|(a, b)| u128::from(a.winning) * u128::from(b.all));
        Some(one.cmp(&two))
    }
}

impl<'a, R: Rules> Perfect<'a, R> {
    /// An agent that asks this oracle.
    #[must_use]
    pub fn new(oracle: Box<dyn Oracle<R> + 'a>) -> Self {
        Perfect { oracle, random: Random::new(0) }
    }

    fn ending(&mut self, turn: &Turn<'_, R>, at: &R::Position, player: Player) -> Result<Ending, PlayError> {
        self.oracle.ending(at, player, turn.convention)?.ok_or(PlayError::Unknown)
    }

    /// How many of the opponent's replies to a losing move win, and the number of all replies.
    fn winning_replies(
        &mut self,
        turn: &Turn<'_, R>,
        after: &R::Position,
        budget: &Budget,
    ) -> Result<Share, PlayError> {
        let opponent = turn.player.opponent();
        let mut replies = Vec::new();
        turn.rules.moves(after, opponent, &mut replies);
        // A player who has won without a move needs no good one.
        let mut share = Share { winning: 1, all: 1 };
        if !replies.is_empty() {
            share = Share { winning: 0, all: replies.len() as u64 };
        }
        for reply in &replies {
            budget.spend(1)?;
            let next = turn.rules.play(after, opponent, reply);
            let wins = self.ending(turn, &next, turn.player)? == Ending::Won(opponent);
            share.winning += u64::from(wins);
        }
        Ok(share)
    }
}

impl<R: Rules> Agent<R> for Perfect<'_, R> {
    fn begin(&mut self, seed: u64) {
        // The knowledge of the oracle is true in every game.
        self.random = Random::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        let opponent = turn.player.opponent();
        let after: Vec<R::Position> = (0..turn.moves.len()).map(|i| turn.after(i)).collect();
        let mut endings = Vec::with_capacity(after.len());
        for position in &after {
            budget.spend(1)?;
            endings.push(self.ending(turn, position, opponent)?);
        }
        for wanted in [Ending::Won(turn.player), Ending::Drawn] {
            if endings.contains(&wanted) {
                let replies = |i: usize| -i64::from(turn.rules.mobility(&after[i], opponent));
                let scores = (0..after.len()).map(|i| (endings[i] == wanted).then(|| replies(i)));
                return Ok(any_of_the_best(scores, &mut self.random));
            }
        }
        let mut scores = Vec::with_capacity(after.len());
        for position in &after {
            let share = self.winning_replies(turn, position, budget)?;
            let losing = Share { winning: share.all - share.winning, all: share.all };
            scores.push((losing, self.oracle.longest(position)));
        }
        Ok(any_of_the_best(scores.into_iter(), &mut self.random))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_compared_without_rounding() {
        let share = |winning, all| Share { winning, all };
        assert!(share(1, 3) < share(2, 5) && share(2, 4) == share(1, 2));
        assert!(share(u64::MAX - 1, u64::MAX) < share(1, 1));
    }
}
