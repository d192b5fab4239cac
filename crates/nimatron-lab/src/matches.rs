//! Matches: many games between two agents, and what they say of their strength.
//!
//! Every game has a seed of its own, made from the seed of the match and its number, and agents carry
//! nothing from one game to the next. So a match comes out the same, however many threads play it, as long
//! as no agent looks at the clock.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use nimatron_rules::{Budget, Ending, Player};
use nimatron_search::{PlayError, Reason, seed_of};
use nimatron_solve::Convention;
use serde::Serialize;

use crate::elo::Elo;
use crate::players::{Line, Players, Settings};
use crate::{LabError, Run, grouped};

/// Which match is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match<'a> {
    /// The agent whose wins are counted as wins. It plays Left.
    pub left: &'a str,
    /// The other, who plays Right.
    pub right: &'a str,
    /// How many games.
    pub games: u64,
    /// Whether they change sides in every other game.
    pub swap: bool,
    /// What all chance comes from.
    pub seed: u64,
    /// Who begins, if not by the custom of the game.
    pub first: Option<Player>,
    /// Who has won when a player cannot move.
    pub convention: Convention,
    /// Whether the moves of the games are wanted.
    pub moves: bool,
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameLine {
    /// Its number, counted from 1.
    pub game: u64,
    /// `left` or `right`; nothing if it is drawn.
    pub winner: Option<&'static str>,
    /// The agent that played Left.
    pub left: String,
    /// The agent that played Right.
    pub right: String,
    /// How many moves were played.
    pub plies: usize,
    /// The moves, if they are wanted.
    pub moves: Vec<String>,
    /// Why it was over: `rules`, `repetition` or `length`.
    pub reason: &'static str,
    /// What all its chance came from.
    pub seed: u64,
}

/// How a match went, as the agent sees it that was named for Left.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// Where its games started.
    pub position: String,
    /// The agent.
    pub left: String,
    /// Its opponent.
    pub right: String,
    /// `left` or `right`: who began.
    pub first: &'static str,
    /// How many games were played.
    pub games: u64,
    /// How many it won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many it lost.
    pub losses: u64,
    /// The part of the points that it won, in percent; a draw is half a point.
    pub percent: f64,
    /// How many points of rating it is ahead, with one drawn game added.
    pub elo: f64,
    /// The least that this may be, with 95 % confidence (Wilson's interval).
    pub elo_low: f64,
    /// The most that this may be.
    pub elo_high: f64,
    /// How many games who began won.
    pub first_wins: u64,
    /// How many moves a game had, on average.
    pub plies: f64,
    /// Among how many moves one was chosen, on average.
    pub branching: f64,
    /// What all chance came from.
    pub seed: u64,
    /// How long it took.
    pub seconds: f64,
}

/// The counts of a match so far.
#[derive(Default)]
struct Tally {
    wins: u64,
    draws: u64,
    losses: u64,
    first_wins: u64,
    plies: u64,
    choices: u64,
}

type Result<T, E = PlayError> = std::result::Result<T, E>;

/// Plays a match and hands the games to `each`, in order.
pub(crate) fn play(
    players: &dyn Players,
    asked: &Match<'_>,
    run: &Run,
    mut each: impl FnMut(&GameLine) -> bool,
) -> Result<MatchReport, LabError> {
    let settings = Settings {
        first: asked.first.unwrap_or_else(|| players.first_player()),
        misere: asked.convention == Convention::Misere,
    };
    let threads = run.budget().thread_limit().min(usize::try_from(asked.games).unwrap_or(usize::MAX)).max(1);
    let budget = run.budget().clone().memory(run.budget().memory_limit() / threads);
    // Whoever can't play says so before anybody plays.
    players.pair([asked.left, asked.right], settings, &budget)?;

    let mut tally = Tally::default();
    let enough = AtomicBool::new(false);
    let next = AtomicU64::new(0);
    let played = std::thread::scope(|scope| {
        let (send, receive) = channel();
        for number in 0..threads {
            let (send, budget, next, enough) = (send.clone(), &budget, &next, &enough);
            let worker = move || worker(players, asked, settings, budget, (next, enough), &send);
            let thread = std::thread::Builder::new().name(format!("game {number}"));
            // With fewer threads it takes longer, and with none nothing is received.
            if thread.spawn_scoped(scope, worker).is_err() {
                break;
            }
        }
        drop(send);
        in_order(&receive, |game, line| {
            tally.count(&line, settings.first, asked.swap && game % 2 == 1);
            let wanted = each(&asked.line(game, line));
            enough.fetch_or(!wanted, Ordering::Relaxed);
            wanted
        })
        .inspect_err(|_| enough.store(true, Ordering::Relaxed))
    });
    match played {
        Err(error) => Err(LabError::from(error).but_known(|| tally.in_words(asked))),
        Ok(games) if games < asked.games && !enough.load(Ordering::Relaxed) => {
            Err(LabError::Senseless("no thread could be started to play the games".into()))
        }
        Ok(_) => Ok(tally.report(asked, settings, run)),
    }
}

/// Plays games as long as there are any.
fn worker(
    players: &dyn Players,
    asked: &Match<'_>,
    settings: Settings,
    budget: &Budget,
    (next, enough): (&AtomicU64, &AtomicBool),
    send: &Sender<(u64, Result<Line>)>,
) {
    let Ok(mut pair) = players.pair([asked.left, asked.right], settings, budget) else { return };
    let mut meter = budget.meter();
    loop {
        let game = next.fetch_add(1, Ordering::Relaxed);
        if game >= asked.games || enough.load(Ordering::Relaxed) {
            return;
        }
        let swapped = asked.swap && game % 2 == 1;
        let line = pair.play(seed_of(asked.seed, game), swapped, asked.moves, &mut meter);
        let failed = line.is_err();
        if send.send((game, line)).is_err() || failed {
            return;
        }
    }
}

/// Hands what is received to `each` by number, until it wants no more or a game could not be played, and
/// says how many there were.
fn in_order(receive: &Receiver<(u64, Result<Line>)>, mut each: impl FnMut(u64, Line) -> bool) -> Result<u64> {
    let mut waiting = BTreeMap::new();
    let mut next = 0;
    for (game, line) in receive {
        waiting.insert(game, line?);
        while let Some(line) = waiting.remove(&next) {
            let wanted = each(next, line);
            next += 1;
            if !wanted {
                return Ok(next);
            }
        }
    }
    Ok(next)
}

impl Match<'_> {
    fn line(&self, game: u64, line: Line) -> GameLine {
        let (left, right) =
            if self.swap && game % 2 == 1 { (self.right, self.left) } else { (self.left, self.right) };
        GameLine {
            game: game + 1,
            winner: match line.ending {
                Ending::Won(player) => Some(name(player)),
                Ending::Drawn => None,
            },
            left: left.into(),
            right: right.into(),
            plies: line.plies,
            moves: line.moves,
            reason: match line.reason {
                Reason::Rules => "rules",
                Reason::Repetition => "repetition",
                Reason::Length => "length",
            },
            seed: seed_of(self.seed, game),
        }
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

impl Tally {
    fn count(&mut self, line: &Line, first: Player, swapped: bool) {
        let hero = if swapped { Player::Right } else { Player::Left };
        match line.ending {
            Ending::Won(winner) if winner == hero => self.wins += 1,
            Ending::Won(_) => self.losses += 1,
            Ending::Drawn => self.draws += 1,
        }
        self.first_wins += u64::from(line.ending == Ending::Won(first));
        self.plies += line.plies as u64;
        self.choices += line.choices;
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn in_words(&self, asked: &Match<'_>) -> String {
        format!(
            "of {} games {} won {}, drew {} and lost {}",
            grouped(self.games()),
            asked.left,
            grouped(self.wins),
            grouped(self.draws),
            grouped(self.losses)
        )
    }

    fn report(&self, asked: &Match<'_>, settings: Settings, run: &Run) -> MatchReport {
        let Elo { elo, low, high } = Elo::of(self.wins, self.draws, self.losses);
        let games = self.games();
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        MatchReport {
            game: String::new(),
            position: String::new(),
            left: asked.left.into(),
            right: asked.right.into(),
            first: name(settings.first),
            games,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            percent: quotient(100.0 * points, games as f64),
            elo,
            elo_low: low,
            elo_high: high,
            first_wins: self.first_wins,
            plies: quotient(self.plies as f64, games as f64),
            branching: quotient(self.choices as f64, self.plies as f64),
            seed: asked.seed,
            seconds: run.seconds(),
        }
    }
}

/// A quotient to a hundredth, 0 of nothing.
fn quotient(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { (100.0 * a / b).round() / 100.0 }
}
