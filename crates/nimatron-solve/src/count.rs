//! Counting the positions that can be reached.

use std::hash::Hash;

use nimatron_rules::{Budget, Endless, Exhausted, Expand, Key, Player, Rules};
use rustc_hash::FxHashSet;

use crate::SolveError;

/// The number of positions that can be reached from a position, including the position itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// Distinct positions.
    pub positions: u64,
    /// Distinct positions up to symmetry.
    pub positions_up_to_symmetry: u64,
    /// The number of positions that take 0, 1, 2, … moves to reach.
    pub by_moves: Vec<u64>,
    /// The moves between distinct positions: moves of one player that lead to the same position count once.
    pub moves: u64,
}

/// Counts the positions that can be reached when either player may move at any time.
///
/// # Errors
/// If the budget is used up.
pub fn count<R: Rules>(rules: &R, position: &R::Position, budget: &Budget) -> Result<Count, SolveError> {
    count_of(&Endless(rules), position, budget)
}

/// The same for a game as solvers see it. Its keys must be its positions.
pub(crate) fn count_of<K: Key>(
    game: &dyn Expand<K>,
    position: &K,
    budget: &Budget,
) -> Result<Count, SolveError> {
    let mut meter = budget.meter();
    let mut seen: FxHashSet<K> = FxHashSet::default();
    let mut normal: FxHashSet<K> = FxHashSet::default();
    let mut by_moves = Vec::new();
    let mut layer = vec![position.clone()];
    seen.insert(position.clone());
    let (mut after, mut distinct, mut edges) = (Vec::new(), FxHashSet::default(), 0);
    while !layer.is_empty() {
        by_moves.push(layer.len() as u64);
        let mut next = Vec::new();
        for position in &layer {
            meter.tick()?;
            budget.check_memory(bytes(&seen) + bytes(&normal))?;
            check_growth(&normal, budget)?;
            normal.insert(game.normal(position));
            for player in Player::BOTH {
                budget.check_list::<[K; 3]>(game.move_bound(position, player))?;
                distinct.clear();
                game.successors(position, player, &mut after);
                for option in after.drain(..) {
                    meter.step()?;
                    if !seen.contains(&option) {
                        let lists = (layer.capacity() + next.capacity()) * size_of::<K>();
                        budget.check_memory(bytes(&seen) + bytes(&normal) + lists)?;
                        check_growth(&seen, budget)?;
                        seen.insert(option.clone());
                        next.push(option.clone());
                    }
                    distinct.insert(option);
                }
                edges += distinct.len() as u64;
            }
        }
        layer = next;
    }
    meter.flush()?;
    Ok(Count {
        positions: seen.len() as u64,
        positions_up_to_symmetry: normal.len() as u64,
        by_moves,
        moves: edges,
    })
}

/// The bytes of a set: its slots, and one byte for each to manage it.
fn bytes<T: Eq + Hash>(set: &FxHashSet<T>) -> usize {
    set.capacity() * 8 / 7 * (size_of::<T>() + 1)
}

/// Fails if one more entry does not fit: a full set is copied to one of twice the size.
fn check_growth<T: Eq + Hash>(set: &FxHashSet<T>, budget: &Budget) -> Result<(), Exhausted> {
    if set.len() < set.capacity() { Ok(()) } else { budget.check_large(3 * bytes(set)) }
}
