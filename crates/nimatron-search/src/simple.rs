//! Agents that look one move ahead at most.

use std::sync::Arc;

use nimatron_rules::{Budget, MoveScore, Player, Rules};

use crate::{Agent, PlayError, Random, Turn};

/// Plays a random move: White in the applet of Boardman's *Legionnaires* (2005, Section 5.1).
#[derive(Debug)]
pub struct RandomMoves {
    random: Random,
}

impl RandomMoves {
    /// An agent whose seed is 0 until a game begins.
    #[must_use]
    pub fn new() -> Self {
        RandomMoves { random: Random::new(0) }
    }
}

impl Default for RandomMoves {
    fn default() -> Self {
        RandomMoves::new()
    }
}

impl<R: Rules> Agent<R> for RandomMoves {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, R>, _: &Budget) -> Result<usize, PlayError> {
        Ok(self.random.below(turn.moves.len()))
    }
}

/// Plays a move with the highest score, chosen at random if there are several.
pub struct Scored<R: Rules> {
    score: MoveScore<R>,
    random: Random,
}

impl<R: Rules> Scored<R> {
    /// An agent with this score of moves.
    #[must_use]
    pub fn new(score: impl Fn(&R, &R::Position, Player, &R::Move) -> i64 + Send + Sync + 'static) -> Self {
        Self::by(Arc::new(score))
    }

    /// An agent that shares its score with others.
    #[must_use]
    pub fn by(score: MoveScore<R>) -> Self {
        Scored { score, random: Random::new(0) }
    }

    /// Plays a move after which the opponent has the fewest moves: Black in the applet of Boardman's
    /// *Legionnaires* (2005, Section 5.1).
    #[must_use]
    pub fn fewest_replies() -> Self {
        Scored::new(|rules: &R, position: &R::Position, player, mv: &R::Move| {
            let after = rules.play(position, player, mv);
            -i64::from(rules.mobility(&after, player.opponent()))
        })
    }

    /// Plays a move that maximizes its own number of moves minus the opponent's.
    #[must_use]
    pub fn mobility() -> Self {
        Scored::new(|rules: &R, position: &R::Position, player, mv: &R::Move| {
            let after = rules.play(position, player, mv);
            i64::from(rules.mobility(&after, player)) - i64::from(rules.mobility(&after, player.opponent()))
        })
    }
}

impl<R: Rules> Agent<R> for Scored<R> {
    fn begin(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    fn choose(&mut self, turn: &Turn<'_, R>, _: &Budget) -> Result<usize, PlayError> {
        let position = turn.position();
        let scores = turn.moves.iter().map(|mv| (self.score)(turn.rules, position, turn.player, mv));
        Ok(any_of_the_best(scores, &mut self.random))
    }
}

/// The index of a maximum, each equally likely: of those met so far, one is kept.
pub(crate) fn any_of_the_best<T: PartialOrd>(things: impl Iterator<Item = T>, random: &mut Random) -> usize {
    let mut best: Option<(usize, T)> = None;
    let mut equals = 0;
    for (i, thing) in things.enumerate() {
        match &best {
            Some((_, champion)) if thing < *champion => {}
            Some((_, champion)) if thing == *champion => {
                equals += 1;
                if random.below(equals) == 0 {
                    best = Some((i, thing));
                }
            }
            _ => {
                equals = 1;
                best = Some((i, thing));
            }
        }
    }
    best.map_or(0, |(i, _)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_best_have_their_turn_and_nobody_else() {
        let mut random = Random::new(3);
        let mut counts = [0; 5];
        for _ in 0..30_000 {
            counts[any_of_the_best([4, 7, 1, 7, 7].into_iter(), &mut random)] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0));
        assert!([1, 3, 4].iter().all(|i| (9_600..10_400).contains(&counts[*i])), "{counts:?}");
    }
}
