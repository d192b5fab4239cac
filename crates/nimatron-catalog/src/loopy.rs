//! Positions of games that need not end.

use nimatron_rules::{AnyPosition, Budget, Convention, Ending, Notation, Player, Rules};
use nimatron_solve::{Endings, any_loopy_outcomes, any_loopy_value, limits_of};
use nimatron_value::{Arena, Loops, Style};

use crate::best::Best;
use crate::position::Position;
use crate::{BestMove, LabError};

/// The values of options are computed for people to look at, if there are at most this many positions: that
/// takes a few milliseconds.
const FEW: u64 = 300;

/// Who wins for either player to start, and the number of positions that were visited.
pub(crate) fn outcome(
    at: &Position,
    convention: Convention,
    budget: &Budget,
) -> Result<(Endings, u64), LabError> {
    let solved = any_loopy_outcomes(&at.game, &at.position, convention, budget)?;
    let endings = solved.endings(&at.position).expect("the position can be reached from itself");
    Ok((endings, solved.positions()))
}

/// All winning moves, the fastest first; or all moves that keep the draw; or the move that lasts longest.
pub(crate) fn best(
    at: &Position,
    convention: Convention,
    player: Player,
    budget: &Budget,
) -> Result<Best, LabError> {
    let (game, position) = (&at.game, &at.position);
    let solved = any_loopy_outcomes(game, position, convention, budget)?;
    let (ending, left) = solved.ending(position, player).expect("the position can be reached from itself");
    let left = left.unwrap_or(0);
    let in_moves = if left == 1 { "in 1 move".to_owned() } else { format!("in {left} moves") };
    let why = match ending {
        Ending::Drawn => format!("drawn: no move of {player} wins, and these don't lose"),
        Ending::Won(winner) if left == 0 => format!("{winner} wins: {player} cannot move"),
        Ending::Won(winner) if winner == player => format!("{player} wins {in_moves}"),
        Ending::Won(winner) => {
            format!("{winner} wins {in_moves}: every move of {player} loses, and none lasts longer than this")
        }
    };
    // 1. The moves that reach this ending, by how long it takes.
    let moves = at.listed(player, budget)?;
    let mut found: Vec<(u32, String, AnyPosition)> = Vec::new();
    for mv in &moves {
        let after = game.play(position, player, mv);
        let (leads_to, lasts) =
            solved.ending(&after, player.opponent()).expect("a move leads to what can be reached");
        if leads_to == ending {
            found.push((lasts.unwrap_or(0), game.show_move(position, player, mv), after));
        }
    }
    found.sort_by_key(|(lasts, ..)| *lasts);
    if ending == Ending::Won(player.opponent()) {
        found = found.pop().into_iter().collect();
    }
    // 2. The values of the positions they lead to.
    let (arena, mut loops) = (Arena::new(), Loops::with_limits(limits_of(budget)));
    let with_values = convention == Convention::Normal && solved.positions() <= FEW;
    let mut named = Vec::with_capacity(found.len());
    for (_, name, after) in found {
        let value = if with_values {
            let (value, _) = any_loopy_value(game, &after, &mut loops, budget)?;
            Some(loops.show(&arena, value, Style::Unicode)?)
        } else {
            None
        };
        let outcome = solved.endings(&after).expect("a move leads to what can be reached");
        named.push(BestMove { name, outcome: outcome.to_string(), value });
    }
    Ok(Best { winner: Some(ending), moves: named, why })
}
