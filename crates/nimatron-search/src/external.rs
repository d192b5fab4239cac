//! Engines that are separate programs, spoken to over UGI, the Universal Game Interface: agents of the name
//! `ugi:COMMAND` or `ugi,time=100ms:COMMAND`.
//!
//! Such a program may be silent, talk nonsense or die. It then loses the game but not the match, and is
//! started again for the next game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::{Agent, Forfeit, PlayError, Turn};
use nimatron_rules::{Budget, Convention, Exhausted, Notation, NotationError, Player, Turns};
use web_time::Instant;

/// A program that does not answer `isready` within this time, or exceeds the time for a move by this much, is
/// late.
const GRACE: Duration = Duration::from_millis(500);
/// The time that a program may take to start.
const START: Duration = Duration::from_secs(20);
/// The maximum time for a move that is not limited by time.
const PATIENCE: Duration = Duration::from_secs(60);
/// The default time for a move.
const USUAL: Duration = Duration::from_secs(1);
/// The time between two checks of the stop flag.
const NAP: Duration = Duration::from_millis(50);
/// The maximum length of a line that is read.
const LONGEST: u64 = 1 << 20;

/// The specification of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternalSpec {
    /// The command and its arguments.
    command: Vec<String>,
    /// The limits that the program receives.
    go: String,
    /// The time after which a move is late.
    patience: Duration,
}

impl ExternalSpec {
    /// Reads `ugi:COMMAND` or `ugi,time=100ms,nodes=1000,depth=5:COMMAND`; `None` if it is another agent.
    pub fn parse(text: &str) -> Option<Result<Self, NotationError>> {
        let rest = text.strip_prefix("ugi").filter(|rest| rest.starts_with([',', ':']))?;
        let at = text.len() - rest.len();
        let Some((parameters, command)) = rest.split_once(':') else {
            let error = NotationError::new(0..text.len(), "a program needs a command");
            return Some(Err(error.expected("ugi:COMMAND or ugi,time=100ms:COMMAND")));
        };
        Some(Self::read(parameters.strip_prefix(',').unwrap_or(parameters), at + 1, command, text.len()))
    }

    fn read(parameters: &str, mut at: usize, command: &str, end: usize) -> Result<Self, NotationError> {
        let (mut go, mut time) = (String::new(), None);
        for field in parameters.split(',').filter(|_| !parameters.is_empty()) {
            let here = at..at + field.len();
            at = here.end + 1;
            let fault =
                || NotationError::new(here.clone(), "no limit").expected("time=100ms, nodes=1000 or depth=5");
            let (key, value) = field.split_once('=').ok_or_else(fault)?;
            match key {
                "time" => {
                    let duration = milliseconds(value).ok_or_else(fault)?;
                    time = Some(duration);
                    go.push_str(&format!(" movetime {}", duration.as_millis()));
                }
                "nodes" | "depth" => {
                    let number: u64 = value.parse().ok().filter(|number| *number > 0).ok_or_else(fault)?;
                    go.push_str(&format!(" {key} {number}"));
                }
                _ => return Err(fault()),
            }
        }
        if go.is_empty() {
            time = Some(USUAL);
            go = format!(" movetime {}", USUAL.as_millis());
        }
        let from = end - command.len();
        let command =
            words(command).ok_or_else(|| NotationError::new(from..end, "a quotation mark is missing"))?;
        if command.is_empty() {
            return Err(NotationError::new(from..end, "a program needs a command").expected("ugi:COMMAND"));
        }
        let patience = time.map_or(PATIENCE, |time| time + GRACE);
        Ok(ExternalSpec { command, go, patience })
    }
}

/// Reads `1s`, `500ms` or `2m`, at least a millisecond.
fn milliseconds(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let scale = match &text[unit..] {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        _ => return None,
    };
    let seconds: f64 = text[..unit].parse().ok()?;
    Duration::try_from_secs_f64(seconds * scale).ok().filter(|time| time.as_millis() > 0)
}

/// The words of a command, separated by spaces; quotation marks keep spaces together. Returns `None` if one
/// isn't closed.
#[must_use]
pub fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// Why a program gave no answer.
enum Silence {
    Late(Duration),
    Dead,
    Stopped(Exhausted),
}

/// A running program.
struct Process {
    child: Child,
    /// Closed when the program is dropped.
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// The options of the program, in lower case.
    options: Vec<String>,
}

impl Process {
    /// Starts a program and waits for its greeting.
    fn start(spec: &ExternalSpec, budget: &Budget) -> Result<Self, PlayError> {
        let failed = |why: String| PlayError::Forfeit(Forfeit::Crash, why);
        let name = &spec.command[0];
        let mut child = Command::new(name)
            .args(&spec.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(format!("{name} can't be started: {error}")))?;
        let input = child.stdin.take();
        let (send, lines) = channel();
        if let Some(output) = child.stdout.take() {
            let listen = move || {
                let mut output = BufReader::new(output);
                let mut line = Vec::new();
                loop {
                    line.clear();
                    // A program that sends endless output is no longer read.
                    match std::io::Read::take(&mut output, LONGEST).read_until(b'\n', &mut line) {
                        Ok(read) if read > 0 => {}
                        _ => return,
                    }
                    if send.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                        return;
                    }
                }
            };
            let thread = std::thread::Builder::new().name("ugi".into()).spawn(listen);
            thread.map_err(|error| failed(format!("nobody can listen to {name}: {error}")))?;
        }
        let mut process = Process { child, input, lines, options: Vec::new() };
        process.say("ugi");
        let mut options = Vec::new();
        let greeted = process.wait(START, budget, |line| {
            if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.split(" type ").next().unwrap_or(option).trim().to_lowercase());
            }
            (line == "ugiok").then_some(())
        });
        match greeted {
            Ok(()) => {
                process.options = options;
                Ok(process)
            }
            Err(Silence::Stopped(error)) => Err(error.into()),
            Err(Silence::Dead) => Err(failed(format!("{name} ended before it said `ugiok`"))),
            Err(Silence::Late(_)) => Err(failed(format!("{name} doesn't say `ugiok` to `ugi`"))),
        }
    }

    /// Sends a line. If the program doesn't receive it, it will not answer.
    fn say(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = writeln!(input, "{line}").and_then(|()| input.flush());
        }
    }

    /// Waits for a line that `take` accepts.
    fn wait<T>(
        &self,
        patience: Duration,
        budget: &Budget,
        mut take: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Silence> {
        let started = Instant::now();
        loop {
            budget.spend(0).map_err(Silence::Stopped)?;
            let left = patience.saturating_sub(started.elapsed());
            match self.lines.recv_timeout(left.min(NAP)) {
                Ok(line) => {
                    if let Some(taken) = take(&line) {
                        return Ok(taken);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Dead),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late(patience)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        drop(self.input.take());
        for _ in 0..20 {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        // A program that doesn't end by itself is killed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program as an agent.
pub struct External {
    spec: ExternalSpec,
    /// The budget that limits the waiting at the start of a game.
    budget: Budget,
    /// `None` if the program has died.
    process: Option<Process>,
    /// The names of the moves of the game so far.
    moves: Vec<String>,
    /// Whether the program knows the rules of this game.
    told: bool,
    /// Why the program can't be started again.
    failed: Option<String>,
}

impl External {
    /// Starts the program. The budget limits how long its start may take.
    ///
    /// # Errors
    /// A forfeit that says why, if it can't be started; or that the budget is used up.
    pub fn start(spec: ExternalSpec, budget: &Budget) -> Result<Self, PlayError> {
        let process = Some(Process::start(&spec, budget)?);
        Ok(External { spec, budget: budget.clone(), process, moves: Vec::new(), told: false, failed: None })
    }

    /// Loses the game; from now on the program is not waited for.
    fn lose(&mut self, forfeit: Forfeit, why: String) -> PlayError {
        self.process = None;
        PlayError::Forfeit(forfeit, why)
    }

    /// Sends the position and asks for the name of a move.
    fn ask(
        &mut self,
        position: &str,
        first: Player,
        convention: Convention,
        budget: &Budget,
    ) -> Result<String, PlayError> {
        let Some(process) = &mut self.process else {
            let why = self.failed.take().unwrap_or_else(|| "it is not there".into());
            return Err(self.lose(Forfeit::Crash, why));
        };
        if !std::mem::replace(&mut self.told, true) {
            let first = if first == Player::Left { "left" } else { "right" };
            for (name, value) in
                [("Misere", if convention.is_misere() { "true" } else { "false" }), ("First", first)]
            {
                if process.options.contains(&name.to_lowercase()) {
                    process.say(&format!("setoption name {name} value {value}"));
                }
            }
        }
        let moves =
            if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        process.say(&format!("position fen {position}{moves}"));
        process.say(&format!("go{}", self.spec.go));
        let answer = process.wait(self.spec.patience, budget, |line| {
            Some(line.strip_prefix("bestmove")?.split_whitespace().next().unwrap_or_default().to_owned())
        });
        match answer {
            Ok(name) => Ok(name),
            Err(Silence::Stopped(error)) => Err(error.into()),
            Err(Silence::Dead) => Err(self.lose(Forfeit::Crash, "it ended".into())),
            Err(Silence::Late(patience)) => {
                Err(self.lose(Forfeit::Time, format!("no move within {} ms", patience.as_millis())))
            }
        }
    }
}

impl<R: Turns + Notation> Agent<R> for External {
    fn begin(&mut self, _: u64) {
        self.moves.clear();
        self.told = false;
        if self.process.is_none() {
            match Process::start(&self.spec, &self.budget) {
                Ok(process) => self.process = Some(process),
                Err(PlayError::Forfeit(_, why)) => self.failed = Some(why),
                Err(error) => self.failed = Some(error.to_string()),
            }
        }
        let Some(process) = &mut self.process else { return };
        process.say("uginewgame");
        process.say("isready");
        let ready = process.wait(START, &self.budget, |line| (line == "readyok").then_some(()));
        if ready.is_err() {
            self.process = None;
            self.failed = Some("it doesn't say `readyok` to `isready`".into());
        }
    }

    fn choose(&mut self, turn: &Turn<'_, R>, budget: &Budget) -> Result<usize, PlayError> {
        let plies = turn.history.len() - 1;
        let mover =
            |ply: usize| if (plies - ply).is_multiple_of(2) { turn.player } else { turn.player.opponent() };
        // 1. The moves since the last request.
        for ply in self.moves.len()..plies {
            let (before, after) = (&turn.history[ply], &turn.history[ply + 1]);
            let mut moves = Vec::new();
            turn.rules.moves(before, mover(ply), &mut moves);
            let played = moves.iter().find(|mv| turn.rules.play(before, mover(ply), mv) == *after);
            self.moves.extend(played.map(|mv| turn.rules.show_move(before, mover(ply), mv)));
        }
        // 2. The move of the program.
        let start = turn.rules.show_turn(&turn.history[0], mover(0));
        let name = self.ask(&start, mover(0), turn.convention, budget)?;
        let shown = |mv: &R::Move| turn.rules.show_move(turn.position(), turn.player, mv) == name;
        let chosen = turn.moves.iter().position(shown).or_else(|| {
            let mv = turn.rules.parse_move(turn.position(), turn.player, &name).ok()?;
            turn.moves.iter().position(|legal| *legal == mv)
        });
        chosen.ok_or_else(|| {
            let short: String = name.chars().take(40).collect();
            PlayError::Forfeit(Forfeit::Illegal, format!("`{short}` is no legal move"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_read_with_what_limits_them() {
        let parse = |text: &str| ExternalSpec::parse(text).unwrap();
        let spec = parse("ugi:nimatron engine 'nim' --agent \"alpha-beta:depth=3\"").unwrap();
        assert_eq!(spec.command, ["nimatron", "engine", "nim", "--agent", "alpha-beta:depth=3"]);
        assert_eq!((&*spec.go, spec.patience), (" movetime 1000", USUAL + GRACE));
        let spec = parse("ugi,time=50ms,depth=3:program").unwrap();
        assert_eq!((&*spec.go, spec.patience), (" movetime 50 depth 3", GRACE + Duration::from_millis(50)));
        assert_eq!(parse("ugi,nodes=100:program").unwrap().patience, PATIENCE);
        let fault = |text: &'static str| &text[parse(text).unwrap_err().at];
        assert_eq!(fault("ugi,time=-1s:program"), "time=-1s");
        assert_eq!(fault("ugi,nodes=9,width=3:program"), "width=3");
        assert_eq!(fault("ugi:"), "");
        assert_eq!(fault("ugi:'program"), "'program");
        assert!(ExternalSpec::parse("ugil").is_none() && ExternalSpec::parse("random").is_none());
    }

    #[test]
    fn a_program_that_is_not_there_is_said_at_once() {
        let spec = ExternalSpec::parse("ugi:/nowhere/engine").unwrap().unwrap();
        let start = |spec| External::start(spec, &Budget::unlimited()).err().unwrap().to_string();
        assert!(start(spec).contains("/nowhere/engine can't be started"));
        let spec = ExternalSpec::parse("ugi:true").unwrap().unwrap();
        assert!(start(spec).contains("before it said `ugiok`"));
    }

    #[test]
    fn a_program_that_says_nothing_is_not_waited_for_past_the_time() {
        let spec = ExternalSpec::parse("ugi:sleep 60").unwrap().unwrap();
        let time = Duration::from_millis(50);
        let error = External::start(spec, &Budget::unlimited().time(time)).err().unwrap();
        assert_eq!(error, PlayError::Exhausted(Exhausted::Time(time)));
    }
}
