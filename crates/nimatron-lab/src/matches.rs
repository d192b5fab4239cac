//! Matches: many games between two agents, and what they say of their strength.
//!
//! Every game has a seed of its own, made from the seed of the match and its number, and agents carry
//! nothing from one game to the next. So a match comes out the same, however many threads play it, as long
//! as no agent looks at the clock.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use nimatron_catalog::{Fixture, Line, Pair, Players, Settings};
use nimatron_rules::{Ending, Meter, Player};
use nimatron_search::{Forfeit, PlayError, Reason, seed_of};
use nimatron_solve::Convention;
use serde::Serialize;

use crate::elo::{Elo, Results};
use crate::records::{Records, Setting};
use crate::sprt::{Sprt, SprtReport};
use crate::{LabError, Run, grouped};

/// Which match is to be played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Match<'a> {
    /// The agent whose wins are counted as wins. It plays Left.
    pub left: &'a str,
    /// The other, who plays Right.
    pub right: &'a str,
    /// How many games.
    pub games: u64,
    /// Whether they change sides in every other game: then two games are a pair, with the same opening.
    pub swap: bool,
    /// How many moves of each game are made by lot.
    pub openings: u32,
    /// What all chance comes from.
    pub seed: u64,
    /// Who begins, if not by the custom of the game.
    pub first: Option<Player>,
    /// Who has won when a player cannot move.
    pub convention: Convention,
    /// Who takes longer for a move has lost the game.
    pub limit: Option<Duration>,
    /// When to stop before all games are played.
    pub sprt: Option<Sprt>,
    /// The file where the games are kept.
    pub records: Option<&'a Path>,
    /// Whether that file may be there already: the games in it are not played again.
    pub resume: bool,
    /// Whether the moves of the games are wanted.
    pub moves: bool,
    /// Whether the moves of every piece are counted.
    pub pieces: bool,
}

impl Default for Match<'_> {
    /// A hundred games between agents that play any moves.
    fn default() -> Self {
        Match {
            left: "random",
            right: "random",
            games: 100,
            swap: false,
            openings: 0,
            seed: 1,
            first: None,
            convention: Convention::Normal,
            limit: None,
            sprt: None,
            records: None,
            resume: false,
            moves: false,
            pieces: false,
        }
    }
}

/// A game of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameLine {
    /// Its number, counted from 1.
    pub game: u64,
    /// `win`, `draw` or `loss` of the agent that was named for Left, whichever side it played.
    pub result: &'static str,
    /// `left` or `right`; nothing if it is drawn.
    pub winner: Option<&'static str>,
    /// The agent that played Left.
    pub left: String,
    /// The agent that played Right.
    pub right: String,
    /// How many moves were played.
    pub plies: usize,
    /// How many of them were made by lot.
    pub opening: usize,
    /// The moves, if they are wanted.
    pub moves: Vec<String>,
    /// Why it was over: `rules`, `repetition` or `length`; or what lost it, `time`, `crash` or `illegal`.
    pub reason: &'static str,
    /// What an agent did that lost it the game, if one did.
    pub note: Option<String>,
    /// How many moves there were to choose from, all turns together.
    pub choices: u64,
    /// The same, each counted for every piece that it moves, if that is wanted.
    #[serde(skip)]
    pub pieces: u64,
    /// What all its chance came from.
    pub seed: u64,
}

/// The words for the ends of games.
pub(crate) const REASONS: [&str; 6] = ["rules", "repetition", "length", "time", "crash", "illegal"];

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
    /// How many pairs of games had no, a half, one, one and a half, two points, if they were played in pairs.
    pub pairs: Option<[u64; 5]>,
    /// How the test stands, if there is one.
    pub sprt: Option<SprtReport>,
    /// How often games were over for which reason.
    pub reasons: BTreeMap<&'static str, u64>,
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
    results: Results,
    /// The points, in halves, of the first game of a pair whose second is to come.
    half_pair: Option<usize>,
    first_wins: u64,
    plies: u64,
    choices: u64,
    reasons: BTreeMap<&'static str, u64>,
}

type Result<T, E = PlayError> = std::result::Result<T, E>;

/// Plays a match and hands the games to `each`, in order. `tell` receives warnings.
pub(crate) fn play(
    players: &dyn Players,
    asked: &Match<'_>,
    (game, position): (&str, &str),
    (run, tell): (&Run, &dyn Fn(&str)),
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
    let (mut records, played) = match asked.records {
        None => (None, BTreeMap::new()),
        Some(path) => {
            let setting = Setting { players, settings, place: (game, position) };
            let (records, played) = Records::open(path, asked, setting, &mut budget.meter(), tell)?;
            (Some(records), played)
        }
    };

    let mut tally = Tally::default();
    let enough = AtomicBool::new(false);
    let next = AtomicU64::new(0);
    let mut failed = None;
    let known: Vec<u64> = played.keys().copied().collect();
    let mut count = |line: &GameLine, is_new| {
        tally.count(line, settings.first, asked.swap);
        if let (Some(records), true) = (&mut records, is_new) {
            failed = records.write(line).err();
        }
        let is_decided = || asked.sprt.is_some_and(|test| tally.test(&test).verdict.is_some());
        let wanted = each(line) && failed.is_none() && !is_decided();
        enough.fetch_or(!wanted, Ordering::Relaxed);
        wanted
    };
    let play_on = || Playing {
        // It was seen above that they can play.
        pair: players.pair([asked.left, asked.right], settings, &budget).ok(),
        meter: budget.meter(),
        asked,
        next: &next,
        enough: &enough,
        known: &known,
    };
    // One game at a time needs no other thread, and browsers have none.
    let played = if threads == 1 {
        in_order(asked, played, play_on(), count)
    } else {
        std::thread::scope(|scope| {
            let (send, receive) = channel();
            for number in 0..threads {
                let (send, play_on) = (send.clone(), &play_on);
                let work = move || play_on().try_for_each(|game| send.send(game)).ok();
                let thread = std::thread::Builder::new().name(format!("game {number}"));
                // With fewer threads it takes longer, and with none nothing is received.
                if thread.spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            drop(send);
            in_order(asked, played, receive.into_iter(), &mut count)
                .inspect_err(|_| enough.store(true, Ordering::Relaxed))
        })
    };
    match (played, failed) {
        (_, Some(error)) => Err(error),
        (Err(error), _) => Err(error.but_known(|| tally.in_words(asked))),
        (Ok(games), _) if games < asked.games && !enough.load(Ordering::Relaxed) => {
            Err(LabError::Senseless("no thread could be started to play the games".into()))
        }
        _ => Ok(MatchReport {
            game: game.into(),
            position: position.into(),
            ..tally.report(asked, settings, run)
        }),
    }
}

/// Plays games as long as there are any, by their numbers, and shares them with others that do the same.
struct Playing<'a> {
    /// Who plays; nobody any more after a game that could not be played.
    pair: Option<Box<dyn Pair + 'a>>,
    meter: Meter,
    asked: &'a Match<'a>,
    next: &'a AtomicU64,
    enough: &'a AtomicBool,
    /// Games that are played already.
    known: &'a [u64],
}

impl Iterator for Playing<'_> {
    type Item = (u64, Result<Line>);

    fn next(&mut self) -> Option<Self::Item> {
        let pair = self.pair.as_mut()?;
        let game = std::iter::from_fn(|| Some(self.next.fetch_add(1, Ordering::Relaxed)))
            .find(|game| self.known.binary_search(game).is_err())?;
        if game >= self.asked.games || self.enough.load(Ordering::Relaxed) {
            return None;
        }
        let line = pair.play(&self.asked.fixture(game), &mut self.meter);
        if line.is_err() {
            self.pair = None;
        }
        Some((game, line))
    }
}

/// Hands the games that are known and those that come to `each` by number, with whether they are new, until it wants
/// no more or a game could not be played, and says how many there were.
fn in_order(
    asked: &Match<'_>,
    known: BTreeMap<u64, GameLine>,
    mut come: impl Iterator<Item = (u64, Result<Line>)>,
    mut each: impl FnMut(&GameLine, bool) -> bool,
) -> Result<u64, LabError> {
    let mut waiting: BTreeMap<u64, (GameLine, bool)> =
        known.into_iter().map(|(game, line)| (game, (line, false))).collect();
    let mut next = 0;
    loop {
        while let Some((line, is_new)) = waiting.remove(&next) {
            let wanted = each(&line, is_new);
            next += 1;
            if !wanted {
                return Ok(next);
            }
        }
        let Some((game, line)) = come.next() else { return Ok(next) };
        let line = line.map_err(|error| asked.failure(game, error))?;
        waiting.insert(game, (asked.line(game, line), true));
    }
}

impl Match<'_> {
    /// Whether the agents have changed sides in a game.
    fn is_swapped(&self, game: u64) -> bool {
        self.swap && game % 2 == 1
    }

    pub(crate) fn fixture(&self, game: u64) -> Fixture {
        /// So that openings share no seeds with games.
        const OPENINGS: u64 = u64::MAX;
        let opening = if self.swap { game / 2 } else { game };
        Fixture {
            seed: seed_of(self.seed, game),
            swapped: self.is_swapped(game),
            opening: (self.openings, seed_of(seed_of(self.seed, OPENINGS), opening)),
            limit: self.limit,
            named: self.moves || self.records.is_some(),
            pieces: self.pieces,
        }
    }

    /// The agents that play Left and Right in a game.
    fn agents(&self, game: u64) -> (&str, &str) {
        if self.is_swapped(game) { (self.right, self.left) } else { (self.left, self.right) }
    }

    /// Why a game could not be played. A panic of an agent is a bug, which must not be counted as a loss.
    fn failure(&self, game: u64, error: PlayError) -> LabError {
        let PlayError::Panicked { player, why } = error else { return error.into() };
        let (left, right) = self.agents(game);
        let agent = if player == Player::Left { left } else { right };
        LabError::Failed(format!(
            "{agent} panicked as {player} in game {}, which is a bug of nimatron: {why}; please report it with the command",
            game + 1
        ))
    }

    pub(crate) fn line(&self, game: u64, line: Line) -> GameLine {
        let (left, right) = self.agents(game);
        let winner = match line.ending {
            Ending::Won(player) => Some(player),
            Ending::Drawn => None,
        };
        GameLine {
            game: game + 1,
            result: match winner {
                None => "draw",
                Some(winner) if (winner == Player::Right) == self.is_swapped(game) => "win",
                Some(_) => "loss",
            },
            winner: winner.map(name),
            left: left.into(),
            right: right.into(),
            plies: line.plies,
            opening: line.opening,
            moves: line.moves,
            reason: match line.reason {
                Reason::Rules => "rules",
                Reason::Repetition => "repetition",
                Reason::Length => "length",
                Reason::Forfeit(Forfeit::Time) => "time",
                Reason::Forfeit(Forfeit::Crash) => "crash",
                Reason::Forfeit(Forfeit::Illegal) => "illegal",
            },
            note: line.note,
            choices: line.choices,
            pieces: line.pieces,
            seed: seed_of(self.seed, game),
        }
    }
}

pub(crate) fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "left",
        Player::Right => "right",
    }
}

impl Tally {
    fn count(&mut self, line: &GameLine, first: Player, paired: bool) {
        let halves = match line.result {
            "win" => 2,
            "draw" => 1,
            _ => 0,
        };
        *[&mut self.results.losses, &mut self.results.draws, &mut self.results.wins][halves] += 1;
        if paired {
            match self.half_pair.take() {
                None => self.half_pair = Some(halves),
                Some(before) => self.results.pairs[before + halves] += 1,
            }
        }
        self.first_wins += u64::from(line.winner == Some(name(first)));
        self.plies += line.plies as u64;
        self.choices += line.choices;
        *self.reasons.entry(line.reason).or_default() += 1;
    }

    /// How a test stands.
    fn test(&self, test: &Sprt) -> SprtReport {
        test.report(&self.results.counts())
    }

    fn in_words(&self, asked: &Match<'_>) -> String {
        format!(
            "of {} games {} won {}, drew {} and lost {}",
            grouped(self.results.games()),
            asked.left,
            grouped(self.results.wins),
            grouped(self.results.draws),
            grouped(self.results.losses)
        )
    }

    fn report(&self, asked: &Match<'_>, settings: Settings, run: &Run) -> MatchReport {
        let Elo { elo, low, high } = Elo::of(&self.results);
        let Results { wins, draws, losses, pairs } = self.results;
        let games = self.results.games();
        let points = wins as f64 + draws as f64 / 2.0;
        MatchReport {
            game: String::new(),
            position: String::new(),
            left: asked.left.into(),
            right: asked.right.into(),
            first: name(settings.first),
            games,
            wins,
            draws,
            losses,
            percent: quotient(100.0 * points, games as f64),
            elo,
            elo_low: low,
            elo_high: high,
            pairs: asked.swap.then_some(pairs),
            sprt: asked.sprt.map(|test| self.test(&test)),
            reasons: self.reasons.clone(),
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

#[cfg(test)]
mod tests {
    use nimatron_catalog::{Replay, Session};
    use nimatron_rules::{Budget, Material};

    use super::*;

    /// Left wins every game, but in the fourth the agent of the second player panics.
    struct Faulty;

    impl Pair for Faulty {
        fn play(&mut self, game: &Fixture, _: &mut Meter) -> Result<Line> {
            if game.seed == seed_of(1, 3) {
                let player = if game.swapped { Player::Left } else { Player::Right };
                return Err(PlayError::Panicked { player, why: "no stones".into() });
            }
            Ok(Line {
                ending: Ending::Won(Player::Left),
                reason: Reason::Rules,
                note: None,
                plies: 1,
                opening: 0,
                choices: 1,
                pieces: 0,
                moves: Vec::new(),
            })
        }
    }

    impl Players for Faulty {
        fn first_player(&self) -> Player {
            Player::Left
        }

        fn strategies(&self) -> Vec<(&'static str, &'static str)> {
            Vec::new()
        }

        fn material(&self) -> Option<Material> {
            None
        }

        fn pair<'a>(&'a self, _: [&str; 2], _: Settings, _: &Budget) -> Result<Box<dyn Pair + 'a>, LabError> {
            Ok(Box::new(Faulty))
        }

        fn replay(&self, _: Settings, _: &Fixture, _: &[String], _: &mut Meter) -> Result<Replay, LabError> {
            Err(LabError::Senseless("nothing was written down".into()))
        }

        fn into_session<'a>(
            self: Box<Self>,
            _: [Option<&str>; 2],
            _: Settings,
            _: u64,
            _: &Budget,
        ) -> Result<Box<dyn Session + 'a>, LabError>
        where
            Self: 'a,
        {
            Err(LabError::Senseless("nobody plays".into()))
        }
    }

    #[test]
    fn a_panic_of_an_agent_is_an_error_of_the_match() {
        let lab = crate::Lab::new(crate::Limits::default(), Default::default());
        for (swap, side) in [(false, "Right"), (true, "Left")] {
            let asked = Match { left: "one", right: "other", swap, ..Match::default() };
            let mut games = 0;
            let count = |_: &GameLine| {
                games += 1;
                true
            };
            let error = play(&Faulty, &asked, ("nim", "1"), (&lab.start(), &|_| {}), count).unwrap_err();
            let expected = format!(
                "other panicked as {side} in game 4, which is a bug of nimatron: no stones; please report it with the command"
            );
            assert_eq!(error, LabError::Failed(expected));
            assert!(games <= 3);
        }
    }
}
