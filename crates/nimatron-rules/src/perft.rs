//! Counting move sequences, to check and measure move generators.

use crate::{Budget, Exhausted, Player, Rules};

/// The number of sequences of 0, 1, 2, …, `depth` moves from a position when `player` begins and the players
/// alternate. The list ends early if no play is that long.
///
/// Sequences are counted one position at a time, so no count can exceed 64 bits in the lifetime of any
/// machine; if it did, this would panic rather than return a wrong answer.
pub fn perft<R: Rules>(
    rules: &R,
    position: &R::Position,
    player: Player,
    depth: u32,
    budget: &Budget,
) -> Result<Vec<u64>, Exhausted> {
    let depth = depth as usize;
    let mut meter = budget.meter();
    let mut nodes = vec![1u64];
    if depth == 0 {
        return Ok(nodes);
    }
    // For each ply of the current sequence, the positions still to be visited.
    let mut plies = vec![vec![position.clone()]];
    let mut moves = Vec::new();
    while let Some(waiting) = plies.last_mut() {
        let Some(position) = waiting.pop() else {
            plies.pop();
            continue;
        };
        meter.tick()?;
        let ply = plies.len();
        let player = if ply % 2 == 1 { player } else { player.opponent() };
        moves.clear();
        // The last moves of a sequence are only counted.
        let count = if ply == depth {
            match rules.mobility(&position, player) {
                u32::MAX => return Err(Exhausted::List(rules.move_bound(&position, player))),
                count => count as usize,
            }
        } else {
            budget.check_list::<(R::Move, R::Position)>(rules.move_bound(&position, player))?;
            rules.moves(&position, player, &mut moves);
            moves.len()
        };
        if count == 0 {
            continue;
        }
        if nodes.len() == ply {
            nodes.push(0);
        }
        nodes[ply] = nodes[ply].checked_add(count as u64).expect("centuries have not passed");
        if ply < depth {
            plies.push(moves.iter().map(|mv| rules.play(&position, player, mv)).collect());
        }
    }
    meter.flush()?;
    Ok(nodes)
}
