//! Matches: many games between two agents, and an estimate of their strength.
//!
//! Every game has its own seed, derived from the seed of the match and the number of the game, and agents keep
//! nothing between games. So the result does not depend on the number of threads, unless an agent uses the clock.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;

use nimatron_catalog::{Agents, Fixture, Line, Pair, Settings};
use nimatron_rules::{Ending, Meter, Player};
use nimatron_search::{Forfeit, PlayError, Reason, seed_of};

use crate::elo::{Elo, Results};
use crate::position::name;
use crate::questions::matches::{GameLine, Match, MatchReport, Score};
use crate::records::{Records, Setting};
use crate::sprt::{Sprt, SprtReport};
use crate::{LabError, Run, grouped};

/// The counts of a match so far.
#[derive(Default)]
struct Tally {
    results: Results,
    /// The half points of the first game of a pair whose second game is still to be played.
    half_pair: Option<usize>,
    first_wins: u64,
    plies: u64,
    choices: u64,
    reasons: BTreeMap<&'static str, u64>,
}

type Result<T, E = PlayError> = std::result::Result<T, E>;

/// Plays a match and passes the games to `each`, in order. `tell` receives warnings.
pub(crate) fn play(
    agents: &Agents<'_>,
    asked: &Match,
    position: &str,
    (run, tell): (&Run<'_>, &dyn Fn(&str)),
    mut each: impl FnMut(&mut GameLine) -> bool,
) -> Result<MatchReport, LabError> {
    let game = &*asked.start.game;
    let settings = Settings {
        first: asked.terms.to_move.unwrap_or_else(|| agents.first_player()),
        convention: asked.terms.convention,
    };
    let threads = run.budget().thread_limit().min(usize::try_from(asked.games).unwrap_or(usize::MAX)).max(1);
    let budget = run.budget().clone().memory(run.budget().memory_limit() / threads);
    // Report an agent that can't play before the first game.
    agents.pair([&asked.left, &asked.right], settings, &budget)?;
    let (mut records, played) = match asked.records.as_deref() {
        None => (None, BTreeMap::new()),
        Some(path) => {
            let setting = Setting { agents, settings, place: (game, position) };
            let (records, played) = Records::open(path, asked, setting, &mut budget.meter(), tell)?;
            (Some(records), played)
        }
    };

    let mut tally = Tally::default();
    let enough = AtomicBool::new(false);
    let next = AtomicU64::new(0);
    let mut failed = None;
    let known: Vec<u64> = played.keys().copied().collect();
    let mut count = |line: &mut GameLine, is_new| {
        tally.count(line, settings.first, asked.swap);
        if let (Some(records), true) = (&mut records, is_new) {
            failed = records.write(line).err();
        }
        let is_decided = || asked.sprt.is_some_and(|test| tally.test(&test).verdict.is_some());
        line.score = asked.standing.then(|| tally.score());
        let wanted = each(line) && failed.is_none() && !is_decided();
        enough.fetch_or(!wanted, Ordering::Relaxed);
        wanted
    };
    let play_on = || Playing {
        // Both can play: see above.
        pair: agents.pair([&asked.left, &asked.right], settings, &budget).ok(),
        meter: budget.meter(),
        asked,
        next: &next,
        enough: &enough,
        known: &known,
    };
    // One game at a time needs no other thread, and browsers don't have threads.
    let played = if threads == 1 {
        in_order(asked, played, play_on(), count)
    } else {
        std::thread::scope(|scope| {
            let (send, receive) = channel();
            for number in 0..threads {
                let (send, play_on) = (send.clone(), &play_on);
                let work = move || play_on().try_for_each(|game| send.send(game)).ok();
                let thread = std::thread::Builder::new().name(format!("game {number}"));
                // With fewer threads it takes longer; with none, nothing is received.
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

/// A worker that takes the number of the next game and plays it until no games are left.
struct Playing<'a, 'p> {
    /// The players; `None` after a game that could not be played.
    pair: Option<Pair<'a, 'p>>,
    meter: Meter,
    asked: &'a Match,
    next: &'a AtomicU64,
    enough: &'a AtomicBool,
    /// Games that have already been played.
    known: &'a [u64],
}

impl Iterator for Playing<'_, '_> {
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

/// Passes the known and the new games to `each` in order of number, with whether they are new, until it wants no more
/// or a game could not be played. Returns the number of games.
fn in_order(
    asked: &Match,
    known: BTreeMap<u64, GameLine>,
    mut come: impl Iterator<Item = (u64, Result<Line>)>,
    mut each: impl FnMut(&mut GameLine, bool) -> bool,
) -> Result<u64, LabError> {
    let mut waiting: BTreeMap<u64, (GameLine, bool)> =
        known.into_iter().map(|(game, line)| (game, (line, false))).collect();
    let mut next = 0;
    loop {
        while let Some((mut line, is_new)) = waiting.remove(&next) {
            let wanted = each(&mut line, is_new);
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

impl Match {
    /// Whether the agents play with exchanged sides in a game.
    fn is_swapped(&self, game: u64) -> bool {
        self.swap && game % 2 == 1
    }

    pub(crate) fn fixture(&self, game: u64) -> Fixture {
        /// Keeps the seeds of openings apart from those of games.
        const OPENINGS: u64 = u64::MAX;
        let opening = if self.swap { game / 2 } else { game };
        Fixture {
            seed: seed_of(self.seed, game),
            swapped: self.is_swapped(game),
            opening: (self.openings, seed_of(seed_of(self.seed, OPENINGS), opening)),
            limit: self.move_time,
            named: self.moves || self.records.is_some(),
            pieces: self.pieces,
        }
    }

    /// The agents that play Left and Right in a game.
    fn agents(&self, game: u64) -> (&str, &str) {
        if self.is_swapped(game) { (&self.right, &self.left) } else { (&self.left, &self.right) }
    }

    /// Why a game could not be played. A panic of an agent is a bug and must not be counted as a loss.
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
            games: 0,
            score: None,
        }
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

    /// The current state of a test.
    fn test(&self, test: &Sprt) -> SprtReport {
        test.report(&self.results.counts())
    }

    /// The current score of the match.
    fn score(&self) -> Score {
        let Elo { elo, low, high } = Elo::of(&self.results);
        let Results { wins, draws, losses, .. } = self.results;
        Score { wins, draws, losses, elo, elo_low: low, elo_high: high }
    }

    fn in_words(&self, asked: &Match) -> String {
        format!(
            "of {} games {} won {}, drew {} and lost {}",
            grouped(self.results.games()),
            asked.left,
            grouped(self.results.wins),
            grouped(self.results.draws),
            grouped(self.results.losses)
        )
    }

    fn report(&self, asked: &Match, settings: Settings, run: &Run) -> MatchReport {
        let Elo { elo, low, high } = Elo::of(&self.results);
        let Results { wins, draws, losses, pairs } = self.results;
        let games = self.results.games();
        let points = wins as f64 + draws as f64 / 2.0;
        MatchReport {
            game: String::new(),
            position: String::new(),
            left: asked.left.to_string(),
            right: asked.right.to_string(),
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

/// A quotient rounded to hundredths; 0 if `b` is 0.
fn quotient(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { (100.0 * a / b).round() / 100.0 }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nimatron_catalog::Catalog;
    use nimatron_rules::{
        About, Entry, Hints, Named, Notation, NotationError, Promises, Registry, Rules, Short, Strategy,
        Turns, View,
    };
    use nimatron_search::Engines;

    use super::*;

    /// A game of one move, whose strategy panics in its fourth call.
    #[derive(Default)]
    struct Once(Arc<AtomicU64>);

    impl Rules for Once {
        type Position = bool;
        type Move = ();

        fn moves(&self, begun: &bool, _: Player, out: &mut Vec<()>) {
            out.extend((!begun).then_some(()));
        }

        fn play(&self, _: &bool, _: Player, (): &()) -> bool {
            true
        }
    }

    impl Short for Once {
        fn moves_left(&self, begun: &bool) -> u32 {
            u32::from(!begun)
        }
    }

    impl Turns for Once {}

    impl Hints for Once {
        fn strategies(&self) -> Vec<Strategy<Self>> {
            let asked = |once: &Once, _: &bool, _, (): &()| {
                assert!(once.0.fetch_add(1, Ordering::Relaxed) < 3, "no stones");
                0
            };
            vec![Strategy::new("faulty", "panics in the fourth game", asked)]
        }
    }

    impl Notation for Once {
        fn parse(&self, text: &str) -> Result<bool, NotationError> {
            Ok(text == "over")
        }

        fn view(&self, _: &bool) -> View {
            View::Heaps(Vec::new())
        }

        fn show_move(&self, _: &bool, _: Player, (): &()) -> String {
            "once".into()
        }
    }

    impl Named for Once {
        const ABOUT: About = About { name: "once", start: "begun", ..About::PLAIN };

        fn open(_: &str, _: &str) -> Result<(Self, bool), NotationError> {
            Ok((Once::default(), false))
        }
    }

    #[test]
    fn a_panic_of_an_agent_is_an_error_of_the_match() {
        let registry = Registry::new([Entry::of(Promises::<Once>::partizan())], []);
        let catalog = Catalog::new(registry, Engines::default());
        let lab = crate::Lab::new(catalog, crate::Limits::default());
        for (first, side) in [(Player::Right, "Right"), (Player::Left, "Left")] {
            let [left, right] =
                if first == Player::Right { ["random", "faulty"] } else { ["faulty", "random"] };
            let mut asked = Match { games: 9, ..Match::between(left, right, "once", "start") };
            asked.terms.to_move = Some(first);
            let mut games = 0;
            let count = |_: &mut GameLine| {
                games += 1;
                true
            };
            let (run, opened) = (lab.start(), lab.open("once", "start").unwrap());
            let agents = opened.agents(run.solutions());
            let error = play(&agents, &asked, "start", (&run, &|_| {}), count).unwrap_err();
            let expected = format!(
                "faulty panicked as {side} in game 4, which is a bug of nimatron: no stones; please report it with the command"
            );
            assert_eq!(error, LabError::Failed(expected));
            assert!(games <= 3);
        }
    }
}
