//! One game between two agents, by the rules.
//!
//! The referee lists the legal moves, of which an agent chooses one, and knows when a game is over. An agent
//! that is late, be it a program or one of ours, loses the game. A panic of one of our agents is a bug and
//! would make the result wrong, so the referee catches it and the match ends with an error.
//!
//! A match has the same result on any number of threads. Every game has a seed, derived from the seed of the
//! match and the number of the game (SplitMix64). Every agent starts each game with nothing but a seed, and
//! with its table at its smallest size. The memory of an oracle doesn't matter, because an oracle only tells
//! the truth. Games of an agent that looks at the clock can't be repeated.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use nimatron_rules::{Convention, Ending, Meter, Player, Rules, Turns};
use web_time::Instant;

use crate::{Agent, Forfeit, PlayError, Random, Turn};

/// The terms of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The player who begins.
    pub first: Player,
    /// Who has won when a player cannot move.
    pub convention: Convention,
    /// After this number of moves the game is drawn. Games that always end need no such limit.
    pub longest: Option<u32>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The rules say so.
    Rules,
    /// The same position with the same player to move occurred for the third time.
    Repetition,
    /// It took too long.
    Length,
    /// An agent has misbehaved, and lost.
    Forfeit(Forfeit),
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
    /// What an agent did to lose the game, if it was forfeited.
    pub note: Option<String>,
    /// The number of legal moves, summed over all turns.
    pub choices: u64,
}

/// The ending of a game, if it is over. `history` has its positions, with `player` to move in the last.
pub fn over<R: Turns>(
    rules: &R,
    history: &[R::Position],
    player: Player,
    terms: &Terms,
) -> Option<(Ending, Reason)> {
    let position = history.last()?;
    if let Some(ending) = rules.ending(position, player, terms.convention) {
        return Some((ending, Reason::Rules));
    }
    let times = history.iter().rev().step_by(2).filter(|before| *before == position).take(3).count();
    if times == 3 {
        return Some((Ending::Drawn, Reason::Repetition));
    }
    let too_long = terms.longest.is_some_and(|longest| history.len() > longest as usize);
    too_long.then_some((Ending::Drawn, Reason::Length))
}

/// The first moves of a game, chosen at random.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening<R: Rules> {
    /// The moves.
    pub moves: Vec<R::Move>,
    /// The position before the first move and after each move.
    pub positions: Vec<R::Position>,
}

impl<R: Turns> Opening<R> {
    /// This number of moves, each chosen uniformly among the legal moves. The game is not over after them; if
    /// such moves are hard to find, there are fewer.
    #[must_use]
    pub fn by_lot(rules: &R, start: &R::Position, terms: &Terms, plies: u32, seed: u64) -> Self {
        /// The number of attempts before the opening becomes shorter.
        const TRIALS: u32 = 50;
        let mut random = Random::new(seed);
        for plies in (0..=plies).rev() {
            for _ in 0..TRIALS {
                if let Some(opening) = Self::trial(rules, start, terms, plies, &mut random) {
                    return opening;
                }
            }
        }
        Opening { moves: Vec::new(), positions: vec![start.clone()] }
    }

    /// `None` if the game is over within these moves.
    fn trial(rules: &R, start: &R::Position, terms: &Terms, plies: u32, random: &mut Random) -> Option<Self> {
        let (mut played, mut positions, mut moves) = (Vec::new(), vec![start.clone()], Vec::new());
        let mut player = terms.first;
        loop {
            if over(rules, &positions, player, terms).is_some() {
                return None;
            }
            if played.len() == plies as usize {
                return Some(Opening { moves: played, positions });
            }
            let position = &positions[positions.len() - 1];
            moves.clear();
            rules.moves(position, player, &mut moves);
            if moves.is_empty() {
                return None;
            }
            let mv = moves.swap_remove(random.below(moves.len()));
            let after = rules.play(position, player, &mv);
            positions.push(after);
            played.push(mv);
            player = player.opponent();
        }
    }
}

/// Plays one game. The agents are Left's and Right's, and have already begun the game.
pub fn referee<R: Turns>(
    rules: &R,
    start: &R::Position,
    terms: &Terms,
    agents: [&mut dyn Agent<R>; 2],
    meter: &mut Meter,
) -> Result<Played<R>, PlayError> {
    referee_from(rules, vec![start.clone()], terms, None, agents, meter)
}

/// Plays a game to its end from the positions so far in `history`, the start first. An agent that takes
/// longer than `limit` for a move, or is a separate program that dies or plays something that is not a move,
/// loses the game. An agent that panics has a bug, and the game is not counted: [`PlayError::Panicked`].
pub fn referee_from<R: Turns>(
    rules: &R,
    mut history: Vec<R::Position>,
    terms: &Terms,
    limit: Option<Duration>,
    agents: [&mut dyn Agent<R>; 2],
    meter: &mut Meter,
) -> Result<Played<R>, PlayError> {
    let [left, right] = agents;
    let mut played = Vec::new();
    let mut moves = Vec::new();
    let mut choices = 0;
    let mut player = if history.len() % 2 == 1 { terms.first } else { terms.first.opponent() };
    loop {
        meter.tick()?;
        if let Some((ending, reason)) = over(rules, &history, player, terms) {
            return Ok(Played { moves: played, ending, reason, note: None, choices });
        }
        moves.clear();
        rules.moves(&history[history.len() - 1], player, &mut moves);
        if moves.is_empty() {
            // A player who cannot move has lost, unless the rules say otherwise.
            let ending = Ending::Won(terms.convention.winner_if_stuck(player));
            return Ok(Played { moves: played, ending, reason: Reason::Rules, note: None, choices });
        }
        choices += moves.len() as u64;
        let turn = Turn { rules, player, convention: terms.convention, moves: &moves, history: &history };
        let agent: &mut dyn Agent<R> = if player == Player::Left { &mut *left } else { &mut *right };
        match chosen(agent, &turn, limit, meter) {
            Ok(chosen) => {
                let mv = moves.swap_remove(chosen);
                let after = rules.play(&history[history.len() - 1], player, &mv);
                history.push(after);
                played.push(mv);
                player = player.opponent();
            }
            Err(PlayError::Forfeit(forfeit, why)) => {
                let ending = Ending::Won(player.opponent());
                let reason = Reason::Forfeit(forfeit);
                return Ok(Played { moves: played, ending, reason, note: Some(why), choices });
            }
            Err(error) => return Err(error),
        }
    }
}

/// The move that an agent chooses, if it is in time.
fn chosen<R: Turns>(
    agent: &mut dyn Agent<R>,
    turn: &Turn<'_, R>,
    limit: Option<Duration>,
    meter: &Meter,
) -> Result<usize, PlayError> {
    let started = Instant::now();
    // An agent that has panicked is not used again.
    let chosen =
        catch_unwind(AssertUnwindSafe(|| agent.choose(turn, meter.budget()))).map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("for no reason");
            PlayError::Panicked { player: turn.player, why: text.into() }
        })??;
    if chosen >= turn.moves.len() {
        return Err(PlayError::NoSuchMove { chosen, moves: turn.moves.len() });
    }
    match (limit, started.elapsed()) {
        (Some(limit), taken) if taken > limit => {
            let why = format!("its move took {} ms of {}", taken.as_millis(), limit.as_millis());
            Err(PlayError::Forfeit(Forfeit::Time, why))
        }
        _ => Ok(chosen),
    }
}

#[cfg(test)]
mod tests {
    use nimatron_rules::Budget;

    use super::*;
    use crate::RandomMoves;

    /// A counter moves around a circle of two squares for ever.
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

    /// Chooses a move that does not exist.
    struct Liar;

    impl Agent<Circle> for Liar {
        fn begin(&mut self, _: u64) {}

        fn choose(&mut self, turn: &Turn<'_, Circle>, _: &Budget) -> Result<usize, PlayError> {
            Ok(turn.moves.len())
        }
    }

    fn played(longest: Option<u32>, left: &mut dyn Agent<Circle>) -> Result<Played<Circle>, PlayError> {
        let terms = Terms { first: Player::Left, convention: Convention::Normal, longest };
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

    /// Thinks for a while, or panics.
    struct Sleeper(Option<Duration>);

    impl Agent<Circle> for Sleeper {
        fn begin(&mut self, _: u64) {}

        fn choose(&mut self, _: &Turn<'_, Circle>, _: &Budget) -> Result<usize, PlayError> {
            std::thread::sleep(self.0.expect("no time to sleep"));
            Ok(0)
        }
    }

    /// Behaves like a separate program that has ended.
    struct Dead;

    impl Agent<Circle> for Dead {
        fn begin(&mut self, _: u64) {}

        fn choose(&mut self, _: &Turn<'_, Circle>, _: &Budget) -> Result<usize, PlayError> {
            Err(PlayError::Forfeit(Forfeit::Crash, "it ended".into()))
        }
    }

    fn against(right: &mut dyn Agent<Circle>) -> Result<Played<Circle>, PlayError> {
        let terms = Terms { first: Player::Left, convention: Convention::Normal, longest: None };
        let agents: [&mut dyn Agent<Circle>; 2] = [&mut RandomMoves::new(), right];
        let limit = Some(Duration::from_millis(20));
        referee_from(&Circle, vec![0], &terms, limit, agents, &mut Budget::unlimited().meter())
    }

    #[test]
    fn an_agent_that_is_late_or_a_program_that_dies_loses_the_game() {
        let late = against(&mut Sleeper(Some(Duration::from_millis(40)))).unwrap();
        assert_eq!((late.ending, late.reason), (Ending::Won(Player::Left), Reason::Forfeit(Forfeit::Time)));
        assert_eq!(late.moves.len(), 1);
        let dead = against(&mut Dead).unwrap();
        assert_eq!((dead.ending, dead.reason), (Ending::Won(Player::Left), Reason::Forfeit(Forfeit::Crash)));
        assert_eq!(dead.note.as_deref(), Some("it ended"));
    }

    #[test]
    fn a_panic_is_an_error_and_not_a_loss() {
        let error = against(&mut Sleeper(None)).unwrap_err();
        assert_eq!(error, PlayError::Panicked { player: Player::Right, why: "no time to sleep".into() });
    }

    #[test]
    fn an_opening_by_lot_ends_before_the_game_does() {
        let terms = Terms { first: Player::Right, convention: Convention::Normal, longest: None };
        // The third occurrence, after four moves, is a draw.
        for (plies, expected) in [(0, 0), (3, 3), (9, 3)] {
            let opening = Opening::by_lot(&Circle, &0, &terms, plies, 7);
            assert_eq!((opening.moves.len(), opening.positions.len()), (expected, expected + 1));
        }
    }
}
