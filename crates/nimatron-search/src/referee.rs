//! One game between two agents, by the rules.

use nimatron_rules::{Ending, Meter, Player, Rules, Turns};

use crate::{Agent, PlayError, Turn};

/// Under which terms a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Who begins.
    pub first: Player,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// After so many moves the game is drawn. Games that always end need no such limit.
    pub longest: Option<u32>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The rules say so.
    Rules,
    /// The same position with the same player to move came for the third time.
    Repetition,
    /// It took too long.
    Length,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<R: Rules> {
    /// The moves.
    pub moves: Vec<R::Move>,
    /// How it ended.
    pub ending: Ending,
    /// Why it is over.
    pub reason: Reason,
    /// How many legal moves there were, all turns together.
    pub choices: u64,
}

/// How a game has ended, if it has: `history` are its positions, with `player` to move in the last.
pub fn over<R: Turns>(
    rules: &R,
    history: &[R::Position],
    player: Player,
    terms: &Terms,
) -> Option<(Ending, Reason)> {
    let position = history.last()?;
    if let Some(ending) = rules.ending(position, player, terms.misere) {
        return Some((ending, Reason::Rules));
    }
    let times = history.iter().rev().step_by(2).filter(|before| *before == position).take(3).count();
    if times == 3 {
        return Some((Ending::Drawn, Reason::Repetition));
    }
    let too_long = terms.longest.is_some_and(|longest| history.len() > longest as usize);
    too_long.then_some((Ending::Drawn, Reason::Length))
}

/// Plays one game: Left's agent first in the list, then Right's. They have been told that it begins.
pub fn referee<R: Turns>(
    rules: &R,
    start: &R::Position,
    terms: &Terms,
    agents: [&mut dyn Agent<R>; 2],
    meter: &mut Meter,
) -> Result<Played<R>, PlayError> {
    let [left, right] = agents;
    let mut history = vec![start.clone()];
    let mut played = Vec::new();
    let mut moves = Vec::new();
    let mut choices = 0;
    let mut player = terms.first;
    loop {
        meter.tick()?;
        if let Some((ending, reason)) = over(rules, &history, player, terms) {
            return Ok(Played { moves: played, ending, reason, choices });
        }
        moves.clear();
        rules.moves(&history[history.len() - 1], player, &mut moves);
        if moves.is_empty() {
            // Who cannot move has lost, where the rules say nothing else.
            let winner = if terms.misere { player } else { player.opponent() };
            return Ok(Played { moves: played, ending: Ending::Won(winner), reason: Reason::Rules, choices });
        }
        choices += moves.len() as u64;
        let turn = Turn { rules, player, misere: terms.misere, moves: &moves, history: &history };
        let agent: &mut dyn Agent<R> = if player == Player::Left { &mut *left } else { &mut *right };
        let chosen = agent.choose(&turn, meter.budget())?;
        if chosen >= moves.len() {
            return Err(PlayError::NoSuchMove { chosen, moves: moves.len() });
        }
        let mv = moves.swap_remove(chosen);
        let after = rules.play(&history[history.len() - 1], player, &mv);
        history.push(after);
        played.push(mv);
        player = player.opponent();
    }
}

#[cfg(test)]
mod tests {
    use nimatron_rules::Budget;

    use super::*;
    use crate::RandomMoves;

    /// A counter goes around a circle of two squares for ever.
    #[derive(Debug)]
    struct Circle;

    impl Rules for Circle {
        type Position = u8;
        type Move = ();

        fn moves(&self, _: &u8, _: Player, out: &mut Vec<()>) {
            out.push(());
        }

        fn play(&self, at: &u8, _: Player, (): &()) -> u8 {
            1 - at
        }
    }

    impl Turns for Circle {}

    /// Asks for a move that nobody has.
    struct Liar;

    impl Agent<Circle> for Liar {
        fn begin(&mut self, _: u64) {}

        fn choose(&mut self, turn: &Turn<'_, Circle>, _: &Budget) -> Result<usize, PlayError> {
            Ok(turn.moves.len())
        }
    }

    fn played(longest: Option<u32>, left: &mut dyn Agent<Circle>) -> Result<Played<Circle>, PlayError> {
        let terms = Terms { first: Player::Left, misere: false, longest };
        let mut right = RandomMoves::new();
        referee(&Circle, &0, &terms, [left, &mut right], &mut Budget::unlimited().meter())
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let game = played(None, &mut RandomMoves::new()).unwrap();
        assert_eq!((game.ending, game.reason, game.moves.len()), (Ending::Drawn, Reason::Repetition, 4));
        assert_eq!(game.choices, 4);
    }

    #[test]
    fn a_game_that_is_too_long_is_a_draw() {
        let game = played(Some(3), &mut RandomMoves::new()).unwrap();
        assert_eq!((game.ending, game.reason, game.moves.len()), (Ending::Drawn, Reason::Length, 3));
    }

    #[test]
    fn moves_that_are_not_there_are_not_played() {
        assert_eq!(played(None, &mut Liar).unwrap_err(), PlayError::NoSuchMove { chosen: 1, moves: 1 });
    }
}
