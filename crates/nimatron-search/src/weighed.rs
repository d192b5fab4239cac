//! Guesses by what can be seen at a glance.

use nimatron_rules::{Evaluation, Heuristic, HeuristicSum, Player, Rules, Turns};

/// The weighted sum of the heuristics of a game, as LEONIDAS guesses (King and Peterson 2014, Section 4).
pub struct Weighed<R: Rules> {
    parts: Vec<Heuristic<R>>,
    /// A faster way to the same sum.
    fast: Option<Box<dyn HeuristicSum<R>>>,
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
        let mut parts: Vec<_> =
            usual.into_iter().map(|part| Heuristic { weight: weight(&part), ..part }).collect();
        let weights: Vec<f64> = parts.iter().map(|part| part.weight).collect();
        parts.retain(|part| part.weight != 0.0);
        Weighed { parts, fast: rules.heuristic_sum(&weights), scale: 10.0 }
    }

    /// The sum for a player: what the opponent has counts against it.
    pub fn sum(&self, rules: &R, position: &R::Position, player: Player) -> f64 {
        if let Some(fast) = &self.fast {
            return fast.sum(rules, position, player);
        }
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

    fn beyond(
        &self,
        rules: &R,
        position: &R::Position,
        _: i32,
        player: Player,
        (low, high): (i32, i32),
    ) -> Option<i32> {
        let fast = self.fast.as_ref()?;
        // To multiply and to round leaves numbers in their order.
        let window = (f64::from(low) / self.scale, f64::from(high) / self.scale);
        let bound = (self.scale * fast.beyond(rules, position, player, window)?) as i32;
        (bound <= low || bound >= high).then_some(bound)
    }
}
