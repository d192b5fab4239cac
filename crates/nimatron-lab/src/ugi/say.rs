//! Parses the commands of an engine.

use std::str::SplitWhitespace;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use nimatron_rules::{Convention, Player};
use nimatron_search::Thinking;

/// A command.
#[derive(Debug)]
pub(super) enum Job {
    Hello,
    Ready,
    NewGame,
    /// The position: from the usual start, if no other is given.
    Position {
        start: Option<String>,
        moves: Vec<String>,
    },
    /// How much to search, and the flag that stops it.
    Go(Limits, Arc<AtomicBool>),
    Stop,
    Set(Setting),
    Ask(Question),
    Show,
    Quit,
}

/// How much to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Limits {
    /// `None` if not given.
    pub(super) thinking: Option<Thinking>,
    pub(super) clock: Option<Clock>,
    /// Whether to search until `stop`.
    pub(super) infinite: bool,
}

/// The clocks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Clock {
    left: [Option<Duration>; 2],
    more: [Duration; 2],
    moves: Option<u32>,
}

impl Clock {
    /// How long a move may take: an even share of what is left, and never more than half of it.
    pub(super) fn share(&self, first: bool) -> Duration {
        let player = usize::from(!first);
        let Some(left) = self.left[player] else { return Duration::from_millis(100) };
        let moves = self.moves.map_or(30, |moves| moves.clamp(1, 30) + 1);
        (left / moves + self.more[player].mul_f64(0.8)).min(left / 2).max(Duration::from_millis(1))
    }
}

/// An option.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Setting {
    Agent(String),
    Convention(Convention),
    First(Option<Player>),
}

/// A query.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Question {
    GameOver,
    FirstPlayersTurn,
    Result,
    Position,
    Moves,
    IsLegal(String),
}

/// Reads a line; `None` if it is empty.
pub(super) fn read(line: &str) -> Result<Option<Job>, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else { return Ok(None) };
    let job = match word {
        "ugi" => Job::Hello,
        "isready" => Job::Ready,
        "uginewgame" => Job::NewGame,
        "stop" => Job::Stop,
        "quit" => Job::Quit,
        "show" => Job::Show,
        "position" => position(words)?,
        "go" => Job::Go(limits(words)?, Arc::default()),
        "setoption" => Job::Set(setting(line)?),
        "query" => Job::Ask(question(words)?),
        other => {
            let known = "ugi, isready, uginewgame, position, go, stop, query, setoption, show and quit";
            return Err(format!("`{}` is not a command; the commands are {known}", short(other)));
        }
    };
    Ok(Some(job))
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

fn position(mut words: SplitWhitespace<'_>) -> Result<Job, String> {
    let form = "position startpos or position fen POSITION, and moves MOVE MOVE … after it";
    let start = match words.next() {
        Some("startpos") => None,
        Some("fen") => Some(Vec::new()),
        _ => return Err(format!("which position? {form}")),
    };
    let is_start = start.is_none();
    let mut fen = start.unwrap_or_default();
    let mut moves = Vec::new();
    let mut in_moves = false;
    for word in words {
        match word {
            "moves" if !in_moves => in_moves = true,
            _ if in_moves => moves.push(word.to_owned()),
            _ if is_start => return Err(format!("`{}` is not understood: {form}", short(word))),
            _ => fen.push(word),
        }
    }
    if !is_start && fen.is_empty() {
        return Err(format!("which position? {form}"));
    }
    Ok(Job::Position { start: (!is_start).then(|| fen.join(" ")), moves })
}

fn limits(mut words: SplitWhitespace<'_>) -> Result<Limits, String> {
    let mut limits = Limits::default();
    while let Some(word) = words.next() {
        if word == "infinite" {
            limits.infinite = true;
            limits.thinking.get_or_insert_default();
            continue;
        }
        let number = |least: i64| -> Result<u64, String> {
            let text = words.clone().next().unwrap_or_default();
            let number: Option<i64> = text.parse().ok().filter(|number| *number >= least);
            let number = number.and_then(|number| u64::try_from(number).ok());
            number
                .ok_or_else(|| format!("{word} needs a number, at least {least}, and not `{}`", short(text)))
        };
        match word {
            "depth" => {
                let depth = number(1)?.min(Thinking::DEEPEST.into()) as u32;
                limits.thinking.get_or_insert_default().depth = Some(depth);
            }
            "nodes" => limits.thinking.get_or_insert_default().nodes = Some(number(1)?),
            "movetime" => {
                let time = Duration::from_millis(number(1)?);
                // Leave some time for the answer to arrive.
                let margin = (time / 10).min(Duration::from_millis(10));
                limits.thinking.get_or_insert_default().time = Some(time - margin);
            }
            // Clocks may be negative.
            "p1time" | "wtime" => limits.clock().left[0] = Some(milliseconds(word, &words)?),
            "p2time" | "btime" => limits.clock().left[1] = Some(milliseconds(word, &words)?),
            "p1inc" | "winc" => limits.clock().more[0] = milliseconds(word, &words)?,
            "p2inc" | "binc" => limits.clock().more[1] = milliseconds(word, &words)?,
            "movestogo" => limits.clock().moves = Some(number(1)?.min(1000) as u32),
            other => {
                let known = "movetime, nodes, depth, p1time, p2time, p1inc, p2inc, movestogo and infinite";
                return Err(format!("`{}` is not a limit; the limits are {known}", short(other)));
            }
        }
        words.next();
    }
    Ok(limits)
}

/// A time in milliseconds; zero if it is negative.
fn milliseconds(word: &str, words: &SplitWhitespace<'_>) -> Result<Duration, String> {
    let text = words.clone().next().unwrap_or_default();
    let number: i64 = text
        .parse()
        .map_err(|_| format!("{word} needs a number of milliseconds, and not `{}`", short(text)))?;
    Ok(Duration::from_millis(u64::try_from(number).unwrap_or(0)))
}

impl Limits {
    fn clock(&mut self) -> &mut Clock {
        self.thinking.get_or_insert_default();
        self.clock.get_or_insert_default()
    }
}

fn setting(line: &str) -> Result<Setting, String> {
    let form = "setoption name NAME value VALUE";
    let rest =
        line.strip_prefix("setoption").map(str::trim_start).and_then(|rest| rest.strip_prefix("name "));
    let (name, value) = match rest.map(|rest| rest.split_once(" value ").unwrap_or((rest, ""))) {
        Some((name, value)) => (name.trim(), value.trim()),
        None => return Err(format!("an option is set by {form}")),
    };
    match (&*name.to_lowercase(), value) {
        ("agent", "") => Err("which agent? `nimatron agents` lists them".into()),
        ("agent", agent) => Ok(Setting::Agent(agent.into())),
        ("misere", "true") => Ok(Setting::Convention(Convention::Misere)),
        ("misere", "false") => Ok(Setting::Convention(Convention::Normal)),
        ("first", "auto") => Ok(Setting::First(None)),
        ("first", "left") => Ok(Setting::First(Some(Player::Left))),
        ("first", "right") => Ok(Setting::First(Some(Player::Right))),
        ("misere", _) => Err("Misere is true or false".into()),
        ("first", _) => Err("First is auto, left or right".into()),
        _ => Err(format!("there is no option `{}`; there are Agent, Misere and First", short(name))),
    }
}

fn question(mut words: SplitWhitespace<'_>) -> Result<Question, String> {
    let known = "gameover, p1turn, result, fen, moves and islegal MOVE";
    match (words.next(), words.next()) {
        (Some("gameover"), None) => Ok(Question::GameOver),
        (Some("p1turn"), None) => Ok(Question::FirstPlayersTurn),
        (Some("result"), None) => Ok(Question::Result),
        (Some("fen"), None) => Ok(Question::Position),
        (Some("moves"), None) => Ok(Question::Moves),
        (Some("islegal"), Some(name)) => Ok(Question::IsLegal(name.into())),
        (Some(other), _) => Err(format!("`{}` is not a query; the queries are {known}", short(other))),
        (None, _) => Err(format!("which query? The queries are {known}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Limits {
        match read(line) {
            Ok(Some(Job::Go(limits, _))) => limits,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn limits_are_read() {
        assert_eq!(go("go"), Limits::default());
        let thinking = go("go depth 5 nodes 1000 movetime 200").thinking.unwrap();
        assert_eq!((thinking.depth, thinking.nodes), (Some(5), Some(1000)));
        assert_eq!(thinking.time, Some(Duration::from_millis(190)));
        let infinite = go("go infinite");
        assert!(infinite.infinite && infinite.thinking == Some(Thinking::default()));
        for line in ["go depth", "go depth 0", "go movetime -5", "go nodes many", "go fast", "go p1time x"] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn clocks_are_shared_out() {
        let share = |line: &str, first| go(line).clock.unwrap().share(first).as_millis();
        let line = "go p1time 30000 p2time 600 p1inc 1000 p2inc 0";
        assert_eq!((share(line, true), share(line, false)), (1800, 20));
        assert_eq!(share("go wtime 1000 btime 1000 movestogo 1", true), 500);
        assert_eq!(share("go wtime -20 btime 1000", true), 1);
    }

    #[test]
    fn positions_are_read() {
        let Ok(Some(Job::Position { start, moves })) = read("position  fen 2/2 w moves a1-a2 b2-b1") else {
            panic!("a position")
        };
        assert_eq!((start.as_deref(), &*moves), (Some("2/2 w"), &["a1-a2".to_owned(), "b2-b1".into()][..]));
        for line in
            ["position", "position fen", "position fen moves a", "position startpos a", "position here"]
        {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for line in [
            "hello",
            "query",
            "query mood",
            "setoption",
            "setoption name Depth value 3",
            "setoption name First value me",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
        assert!(matches!(read("  "), Ok(None)));
        let set = read("setoption name Agent value phalanx:depth=3");
        assert!(matches!(set, Ok(Some(Job::Set(Setting::Agent(agent)))) if agent == "phalanx:depth=3"));
    }
}
