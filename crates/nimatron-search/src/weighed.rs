//! Evaluation by weighted heuristics.

use nimatron_rules::{Evaluation, Heuristic, HeuristicSum, Hints, Player, Rules};

/// The weighted sum of the heuristics of a game, which is the evaluation of LEONIDAS (King and Peterson 2014,
/// Section 4).
pub struct Weighed<R: Rules> {
    parts: Vec<Heuristic<R>>,
    /// A faster way to compute the same sum.
    fast: Option<Box<dyn HeuristicSum<R>>>,
    /// The points per unit of the sum: a piece should be worth about a hundred.
    scale: f64,
}

impl<R: Hints> Weighed<R> {
    /// The heuristics of a game with the weights that are given by name, and the usual weights for all
    /// others.
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

    /// The sum for a player: the opponent's scores count against it.
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

impl<R: Hints> Evaluation<R> for Weighed<R> {
    fn guess(&self, rules: &R, position: &R::Position, _: i32, player: Player) -> i32 {
        // Numbers outside of the range become its ends.
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
        // Multiplication and rounding preserve the order of numbers.
        let window = (f64::from(low) / self.scale, f64::from(high) / self.scale);
        let bound = (self.scale * fast.beyond(rules, position, player, window)?) as i32;
        (bound <= low || bound >= high).then_some(bound)
    }
}
