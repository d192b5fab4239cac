//! Games between two agents: who is stronger, and by how much.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::contest;
#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::parameters::{AgentName, LocalFile, MOST_GAMES, Start, Terms};
use crate::position::key;
use crate::question::{Aside, Question, Report};
use crate::sprt::{Sprt, SprtReport};
use crate::store::Played;
use crate::text::{FAINT, STRONG, capital, line_of};
use crate::{LabError, Note, Run, duration, grouped};

/// What is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Match {
    /// Where the games start.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub start: Start,
    /// The agent that plays Left, and whose wins are counted; `nimatron agents` lists them
    #[cfg_attr(feature = "cli", arg(long, value_name = "AGENT"))]
    #[cfg_attr(test, ts(type = "string"))]
    pub left: AgentName,
    /// The agent that plays Right
    #[cfg_attr(feature = "cli", arg(long, value_name = "AGENT"))]
    #[cfg_attr(test, ts(type = "string"))]
    pub right: AgentName,
    /// Number of games
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = "100", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES)))]
    #[serde(default = "hundred")]
    pub games: u64,
    /// Change sides in every other game
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub swap: bool,
    /// Play N random moves before the agents, the same in both games of a pair; with --swap
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", default_value = "0", allow_negative_numbers = true,
          hide_default_value = true, value_parser = clap::value_parser!(u32).range(0..=MOST_OPENINGS)))]
    #[serde(default)]
    pub openings: u32,
    /// Stop when one of two hypotheses about the Elo difference is rejected: elo0,elo1 or elo0,elo1,alpha,beta
    #[cfg_attr(feature = "cli", arg(long, value_name = "TEST", allow_hyphen_values = true))]
    #[serde(default)]
    pub sprt: Option<Sprt>,
    /// Time limit per move: exceeding it loses the game; results are then not reproducible
    #[cfg_attr(feature = "cli", arg(long, value_name = "DURATION", value_parser = cli::duration,
          allow_negative_numbers = true))]
    #[serde(default)]
    #[cfg_attr(test, ts(skip))]
    pub move_time: Option<Duration>,
    /// Keep the games in this file, one JSON object a line
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[cfg_attr(test, ts(skip))]
    pub records: Option<LocalFile>,
    /// Continue the file of records: games in it are not played again
    #[cfg_attr(feature = "cli", arg(long, requires = "records"))]
    #[serde(default)]
    #[cfg_attr(test, ts(skip))]
    pub resume: bool,
    /// Random seed: the same seed gives the same games
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true)
    )]
    #[serde(default = "one")]
    pub seed: u64,
    /// Show the moves of every game
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub moves: bool,
    /// Report the score after each game
    #[cfg_attr(feature = "cli", arg(long, hide = true))]
    #[serde(default)]
    pub standing: bool,
    /// How the games are played.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub terms: Terms,
    /// Whether to count moves by pieces.
    #[cfg_attr(feature = "cli", arg(skip))]
    #[serde(skip)]
    pub pieces: bool,
}

/// The maximum number of random moves at the start of a game.
pub(crate) const MOST_OPENINGS: i64 = 1000;
/// For matches with more games only the summary is kept.
const MOST_KEPT: u64 = 10_000;

fn hundred() -> u64 {
    100
}

fn one() -> u64 {
    1
}

/// A game of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameLine {
    /// Its number, counted from 1.
    pub game: u64,
    /// `win`, `draw` or `loss` of the agent that was named for Left, whichever side it played.
    pub result: &'static str,
    /// `left` or `right`; null for a draw.
    pub winner: Option<&'static str>,
    /// The agent that played Left.
    pub left: String,
    /// The agent that played Right.
    pub right: String,
    /// The number of moves played.
    pub plies: usize,
    /// The number of random moves at the start.
    pub opening: usize,
    /// The moves, if requested.
    pub moves: Vec<String>,
    /// Why it ended: `rules`, `repetition` or `length`, or a forfeit by `time`, `crash` or `illegal`.
    pub reason: &'static str,
    /// Why an agent forfeited the game, if one did.
    pub note: Option<String>,
    /// The number of moves to choose from, summed over all turns.
    pub choices: u64,
    /// The same, with each move counted for every piece that it moves, if requested.
    #[serde(skip)]
    pub pieces: u64,
    /// The random seed of the game.
    pub seed: u64,
    /// The number of games in the match, for the width of a column.
    #[serde(skip)]
    pub(crate) games: u64,
    /// The score of the match after this game, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

/// The score of a match, for the agent named for Left.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Score {
    /// The number of games won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The estimated rating difference.
    pub elo: f64,
    /// The lower end of its 95 % confidence interval.
    pub elo_low: f64,
    /// The upper end of its 95 % confidence interval.
    pub elo_high: f64,
}

/// The reasons why games end.
pub(crate) const REASONS: [&str; 6] = ["rules", "repetition", "length", "time", "crash", "illegal"];

/// The result of a match, for the agent named for Left.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// Where its games started.
    pub position: String,
    /// The agent.
    pub left: String,
    /// Its opponent.
    pub right: String,
    /// `left` or `right`: who moved first.
    pub first: &'static str,
    /// The number of games played.
    pub games: u64,
    /// How many it won.
    pub wins: u64,
    /// The number of games drawn.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The percentage of points won; a draw is half a point.
    pub percent: f64,
    /// The estimated rating difference, with one drawn game added.
    pub elo: f64,
    /// The lower end of its 95 % confidence interval (Wilson's).
    pub elo_low: f64,
    /// The upper end of its 95 % confidence interval.
    pub elo_high: f64,
    /// The numbers of pairs of games with 0, ½, 1, 1½ and 2 points, if games were played in pairs.
    pub pairs: Option<[u64; 5]>,
    /// The state of the test, if there is one.
    pub sprt: Option<SprtReport>,
    /// The number of games that ended for each reason.
    pub reasons: BTreeMap<&'static str, u64>,
    /// The number of games won by the player who moved first.
    pub first_wins: u64,
    /// The average number of moves in a game.
    pub plies: f64,
    /// The average number of moves to choose from.
    pub branching: f64,
    /// The random seed.
    pub seed: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Question for Match {
    const NAME: &'static str = "match";
    const ABOUT: &'static str = "Games between two agents: who is stronger, and by how much";
    const HELP: &'static str = "Examples:
  nimatron match legionnaires --left fewest-replies --right random --games 10000
  nimatron match legionnaires 6x6 --left alpha-beta:depth=4 --right blocking --games 200 --swap
  nimatron match domineering 6x6 --left alpha-beta --right mobility --games 50 --moves
  nimatron match epaminondas --left phalanx:nodes=20000 --right leonidas-ab --openings 10 --records games.jsonl
  nimatron match epaminondas --left phalanx:nodes=9000 --right phalanx:nodes=9000,null-move=off --openings 10 \\
    --games 20000 --sprt 0,20
  nimatron match nim --left 'ugi,time=100ms:nimatron engine nim --agent perfect' --right random

With --json, each game is an object on a line of its own, and the last line is the summary. With --openings, two games
are a pair: the same opening, and the sides exchanged. An agent may be another program that speaks UGI: ugi:COMMAND, with
what limits its moves before the colon: ugi,time=1s:COMMAND (the default), ugi,nodes=1000:COMMAND or ugi,depth=5:COMMAND. If
it is late by half a second, dies or plays what is no move, it loses that game.";
    type Line = GameLine;
    type Report = MatchReport;

    fn answer(&self, run: &Run<'_>) -> Result<MatchReport, LabError> {
        check_size(self.games, self.openings)?;
        let position = run.open(&self.start.game, &self.start.position)?;
        // Games are kept with their moves.
        let keeps = run.lab().store().is_some() && self.games <= MOST_KEPT;
        let is_shown = !run.is_for_people() || self.moves;
        // The same opening is played twice, with the sides exchanged.
        let swap = self.swap || self.openings > 0;
        let asked = Match { moves: is_shown || keeps, swap, ..self.clone() };
        let mut games = Vec::new();
        let agents = position.agents(run.solutions());
        let report = contest::play(&agents, &asked, &position.show(), (run, &**run.lab().tell()), |line| {
            if keeps {
                games.extend(serde_json::to_string(line).ok().map(|text| (line.game, text)));
            }
            run.note(Note::of(line.game, self.games, "games"));
            line.games = self.games;
            !is_shown || run.line(line)
        })?;
        self.keep(run, &report, games);
        Ok(report)
    }
}

/// Rejects too many games or too many random moves.
pub(crate) fn check_size(games: u64, openings: u32) -> Result<(), LabError> {
    if (1..=MOST_GAMES).contains(&games) && i64::from(openings) <= MOST_OPENINGS {
        return Ok(());
    }
    let message = format!("a match has 1 to {MOST_GAMES} games, and up to {MOST_OPENINGS} random moves");
    Err(LabError::Senseless(message))
}

impl Match {
    /// A hundred games between two agents.
    pub fn between(
        left: impl Into<AgentName>,
        right: impl Into<AgentName>,
        game: impl Into<String>,
        position: impl Into<String>,
    ) -> Self {
        Match {
            start: Start::new(game, position),
            left: left.into(),
            right: right.into(),
            games: 100,
            swap: false,
            openings: 0,
            sprt: None,
            move_time: None,
            records: None,
            resume: false,
            seed: 1,
            moves: false,
            standing: false,
            terms: Terms::default(),
            pieces: false,
        }
    }

    /// Keeps a match with its games.
    fn keep(&self, run: &Run<'_>, report: &MatchReport, games: Vec<(u64, String)>) {
        let Some(store) = run.lab().store() else { return };
        let Ok(json) = serde_json::to_string(report) else { return };
        let MatchReport { left, right, seed, wins, draws, losses, elo, .. } = report;
        let question = format!("match {left} against {right}, {} games, seed {seed}", report.games);
        let (convention, position) = (self.terms.convention, report.position.clone());
        let Some(key) = key(run, &question, convention, &report.game, position) else { return };
        store.keep_match(&Played {
            game: key.game,
            position: key.position,
            question: key.question,
            convention: key.convention,
            answer: format!("+{wins} ={draws} -{losses}, Elo {elo:+.0}"),
            report: json,
            seconds: report.seconds,
            games,
        });
    }
}

impl fmt::Display for GameLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.games.to_string().len();
        let ended = match self.winner {
            Some(winner) if self.note.is_some() => format!("{} wins by {}", capital(winner), self.reason),
            Some(winner) => format!("{} wins", capital(winner)),
            None => format!("drawn by {}", self.reason),
        };
        let moves = if self.moves.is_empty() { String::new() } else { format!(": {}", self.moves.join(" ")) };
        writeln!(f, "{FAINT}{:>width$}{FAINT:#}  {ended}{moves}", self.game)
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchReport { left, right, games, .. } = self;
        let percent = |count: u64| format!("{:>5.1} %", 100.0 * count as f64 / *games as f64);
        let mut text = format!(
            "{STRONG}{left}{STRONG:#} against {STRONG}{right}{STRONG:#}: {} of {}, {} first\n",
            if *games == 1 { "one game".into() } else { format!("{} games", grouped(*games)) },
            self.game,
            capital(self.first)
        );
        let width = [self.wins, self.draws, self.losses, self.first_wins]
            .iter()
            .map(|count| grouped(*count).len())
            .max()
            .unwrap_or(0);
        let mut counted = |name: &str, count: u64| {
            line_of(&mut text, name, &format!("{:>width$}  {}", grouped(count), percent(count)));
        };
        counted("wins", self.wins);
        counted("draws", self.draws);
        counted("losses", self.losses);
        counted("first wins", self.first_wins);
        let elo = format!(
            "{:+.0}, from {:+.0} to {:+.0} with 95 % confidence",
            self.elo, self.elo_low, self.elo_high
        );
        line_of(&mut text, "Elo", &elo);
        if let Some([lost, less, even, more, won]) = self.pairs
            && *games > 1
        {
            line_of(&mut text, "pairs", &format!("0: {lost}, ½: {less}, 1: {even}, 1½: {more}, 2: {won}"));
        }
        if let Some(sprt) = &self.sprt {
            let verdict = match sprt.verdict {
                Some("H1") => format!("it gains (H1, {:+} Elo)", sprt.test.elo1),
                Some(_) => format!("it doesn't gain (H0, {:+} Elo)", sprt.test.elo0),
                None => "not decided".into(),
            };
            let told =
                format!("{verdict}: LLR {:+.2}, from {:+.2} to {:+.2}", sprt.llr, sprt.lower, sprt.upper);
            line_of(&mut text, "SPRT", &told);
        }
        for (reason, count) in &self.reasons {
            let meaning = match *reason {
                "time" => "lost on time",
                "crash" => "lost by an agent that crashed",
                "illegal" => "lost by an illegal move",
                "length" => "drawn by length",
                "repetition" => "drawn by repetition",
                _ => continue,
            };
            line_of(&mut text, reason, &format!("{} {meaning}", grouped(*count)));
        }
        line_of(&mut text, "plies", &format!("{:.1} a game", self.plies));
        line_of(&mut text, "branching", &format!("{:.1} moves to choose from", self.branching));
        line_of(&mut text, "seed", &self.seed.to_string());
        f.write_str(&text)
    }
}

impl Report for MatchReport {
    fn aside(&self) -> Aside {
        let speed = (self.games as f64 / self.seconds.max(1e-6)).round();
        Aside::Talk(format!("{}, {} games a second", duration(self.seconds), grouped(speed as u64)))
    }
}
