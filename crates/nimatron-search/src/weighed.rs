//! Guesses by what can be seen at a glance.

use nimatron_rules::{Evaluation, Heuristic, Player, Rules, Turns};

/// The weighted sum of the heuristics of a game, as LEONIDAS guesses (King and Peterson 2014, Section 4).
pub struct Weighed<R: Rules> {
    parts: Vec<Heuristic<R>>,
    /// What a unit of the sum is worth in points: a piece is to be worth some hundred.
    scale: f64,
}

impl<R: Turns> Weighed<R> {
    /// The heuristics of a game with the weights that are given by name, and the usual weights for all others.
    #[must_use]
    pub fn new(rules: &R, weights: &[(String, f64)]) -> Self {
        let weight = |part: &Heuristic<R>| {
            weights.iter().find(|(name, _)| name == part.name).map_or(part.weight, |(_, weight)| *weight)
        };
        let usual = rules.heuristics();
        let parts = usual.into_iter().map(|part| Heuristic { weight: weight(&part), ..part });
        Weighed { parts: parts.filter(|part| part.weight != 0.0).collect(), scale: 10.0 }
    }

    /// The sum for a player: what the opponent has counts against it.
    pub fn sum(&self, rules: &R, position: &R::Position, player: Player) -> f64 {
        let part = |part: &Heuristic<R>| {
            let difference =
                (part.score)(rules, position, player) - (part.score)(rules, position, player.opponent());
            part.weight * difference
        };
        self.parts.iter().map(part).sum()
    }
}

impl<R: Turns> Evaluation<R> for Weighed<R> {
    fn guess(&self, rules: &R, position: &R::Position, _: i32, player: Player) -> i32 {
        // Numbers beyond the range become its ends.
        (self.scale * self.sum(rules, position, player)) as i32
    }
}
