//! An engine for other programs: UGI, the Universal Game Interface, is UCI for any game.
//!
//! One thread reads the input, so that `stop` and `isready` work at any time; another executes the commands one after
//! the other. Only `quit` and the end of the input end the engine.

mod say;

use std::io::{BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use nimatron_catalog::{Go, Seats, Session, Sitting, Thought};
use nimatron_rules::{Budget, Player};
use nimatron_solve::Convention;

use crate::{Lab, LabError};
use say::{Clock, Job, Limits, Question, Setting, read};
use web_time::Instant;

/// Longer lines are rejected.
const LONGEST: u64 = 1 << 20;
/// The interval between checks while waiting for `stop`.
const NAP: Duration = Duration::from_millis(2);

/// The settings of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EngineSettings<'a> {
    /// The game.
    pub game: &'a str,
    /// The position that `startpos` means.
    pub position: &'a str,
    /// The agent that is asked for moves.
    pub agent: &'a str,
    /// Who moves first, if the position doesn't say.
    pub first: Option<Player>,
    /// Who wins when a player cannot move.
    pub convention: Convention,
    /// The random seed.
    pub seed: u64,
}

impl Lab {
    /// Speaks UGI until the input ends or says `quit`.
    pub fn speak_ugi(
        &self,
        settings: &EngineSettings<'_>,
        input: impl BufRead,
        output: impl Write + Send,
    ) -> Result<(), LabError> {
        // Report an agent that can't play before the first command.
        let mut place = Place {
            start: settings.position.into(),
            moves: Vec::new(),
            agent: settings.agent.into(),
            first: settings.first,
            convention: settings.convention,
        };
        let sitting = self.sit_down(settings.game, &place.start)?;
        let session = sitting.session(&place.seats(settings.seed, true))?;
        let p1 = self.sit_down(settings.game, "start").ok().and_then(|sitting| {
            let session =
                sitting.session(&Seats { first: None, ..place.seats(settings.seed, false) }).ok()?;
            Some(session.to_move())
        });
        let p1 = p1.unwrap_or_else(|| session.to_move());
        drop(session);
        let (send, jobs) = channel();
        let mouth =
            Mouth { out: Mutex::new(output), searches: AtomicUsize::new(0), quit: AtomicBool::new(false) };
        std::thread::scope(|scope| {
            let (mouth, place) = (&mouth, &mut place);
            let worker = move || Worker { lab: self, settings, p1, mouth, jobs }.work(place, sitting);
            match std::thread::Builder::new().name("engine".into()).spawn_scoped(scope, worker) {
                Ok(_) => {
                    listen(input, mouth, settings, &send);
                    drop(send);
                    Ok(())
                }
                Err(error) => Err(LabError::Failed(format!("the engine can't be started: {error}"))),
            }
        })
    }
}

/// The output, shared by both threads.
struct Mouth<W> {
    out: Mutex<W>,
    /// The number of searches requested but not yet answered.
    searches: AtomicUsize,
    quit: AtomicBool,
}

impl<W: Write> Mouth<W> {
    fn say(&self, line: &str) {
        let mut out = self.out.lock().unwrap_or_else(PoisonError::into_inner);
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            // The output is closed.
            self.quit.store(true, Ordering::Relaxed);
        }
    }

    fn complain(&self, what: &str) {
        // The message must be one line.
        self.say(&format!("info string error: {}", what.replace(['\n', '\r'], " ")));
    }
}

/// Reads the input, and passes on commands that take time.
fn listen(
    mut input: impl BufRead,
    mouth: &Mouth<impl Write>,
    settings: &EngineSettings<'_>,
    send: &Sender<Job>,
) {
    // The flags of searches, and whether they run until they are stopped.
    let mut flags: Vec<(Arc<AtomicBool>, bool)> = Vec::new();
    let mut line = Vec::new();
    while !mouth.quit.load(Ordering::Relaxed) {
        line.clear();
        match input.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(read) if read > 0 => {}
            _ => break,
        }
        if line.len() as u64 == LONGEST {
            mouth.complain("this line is too long");
            // The rest of it.
            while !line.ends_with(b"\n") {
                line.clear();
                if !matches!(input.by_ref().take(LONGEST).read_until(b'\n', &mut line), Ok(read) if read > 0)
                {
                    break;
                }
            }
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let mut job = match read(text.trim()) {
            Ok(Some(job)) => job,
            Ok(None) => continue,
            Err(error) => {
                mouth.complain(&error);
                continue;
            }
        };
        match &mut job {
            Job::Quit => {
                mouth.quit.store(true, Ordering::Relaxed);
                break;
            }
            Job::Stop => {
                flags.drain(..).for_each(|(flag, _)| flag.store(true, Ordering::Relaxed));
                continue;
            }
            Job::Ready if mouth.searches.load(Ordering::Relaxed) > 0 => {
                mouth.say("readyok");
                continue;
            }
            Job::Hello => {
                mouth.say(&format!("id name nimatron {} ({})", env!("CARGO_PKG_VERSION"), settings.game));
                mouth.say("id author the nimatron developers");
                mouth.say(&format!("option name Agent type string default {}", settings.agent));
                mouth.say("option name Misere type check default false");
                mouth.say("option name First type combo default auto var auto var left var right");
                mouth.say("ugiok");
                continue;
            }
            Job::Go(limits, flag) => {
                mouth.searches.fetch_add(1, Ordering::Relaxed);
                flags.retain(|(flag, _)| Arc::strong_count(flag) > 1);
                flags.push((Arc::clone(flag), limits.infinite));
            }
            _ => {}
        }
        if send.send(job).is_err() {
            break;
        }
    }
    // Finite searches may finish, unless `quit` was received.
    let quit = mouth.quit.load(Ordering::Relaxed);
    flags
        .iter()
        .filter(|(_, infinite)| *infinite || quit)
        .for_each(|(flag, _)| flag.store(true, Ordering::Relaxed));
}

/// The position of the engine.
#[derive(Clone)]
struct Place {
    start: String,
    /// The moves, as they were written.
    moves: Vec<String>,
    agent: String,
    first: Option<Player>,
    convention: Convention,
}

impl Place {
    fn seats(&self, seed: u64, with_agent: bool) -> Seats<'_> {
        let left = with_agent.then_some(&*self.agent);
        Seats { left, right: None, first: self.first, convention: self.convention, seed }
    }
}

/// Executes the commands.
struct Worker<'a, W> {
    lab: &'a Lab,
    settings: &'a EngineSettings<'a>,
    /// Who usually moves first in the game.
    p1: Player,
    mouth: &'a Mouth<W>,
    jobs: Receiver<Job>,
}

impl<W: Write> Worker<'_, W> {
    /// Executes commands until there are no more. Another starting position needs another table.
    fn work(&self, place: &mut Place, mut sitting: Sitting) {
        let seed = self.settings.seed;
        loop {
            let wanted = {
                let mut session = match sitting.session(&place.seats(seed, false)) {
                    Ok(session) => session,
                    Err(error) => return self.mouth.complain(&error.to_string()),
                };
                for name in &place.moves {
                    // These moves were played before.
                    let _ = session.play(name);
                }
                match self.at_table(place, &mut session) {
                    None => return,
                    Some(wanted) => wanted,
                }
            };
            match self.seated(&wanted) {
                Ok(new) => (*place, sitting) = (wanted, new),
                Err(error) => self.mouth.complain(&error.to_string()),
            }
        }
    }

    /// A table in the requested position, if it is valid.
    fn seated(&self, wanted: &Place) -> Result<Sitting, LabError> {
        let sitting = self.lab.sit_down(self.settings.game, &wanted.start)?;
        {
            let mut session = sitting.session(&wanted.seats(self.settings.seed, true))?;
            wanted.moves.iter().try_for_each(|name| session.play(name).map(|_| ()))?;
        }
        Ok(sitting)
    }

    /// Works at one table until another position is requested; `None` if there are no more commands.
    fn at_table(&self, place: &mut Place, session: &mut Session<'_>) -> Option<Place> {
        while let Ok(job) = self.jobs.recv() {
            if self.mouth.quit.load(Ordering::Relaxed) {
                return None;
            }
            match job {
                Job::Position { start, moves } => {
                    let start = start.unwrap_or_else(|| self.settings.position.into());
                    if start != place.start {
                        return Some(Place { start, moves, ..place.clone() });
                    }
                    self.go_to(place, session, moves);
                }
                Job::Set(setting) => {
                    let mut wanted = place.clone();
                    match setting {
                        Setting::Agent(agent) => wanted.agent = agent,
                        Setting::Convention(convention) => wanted.convention = convention,
                        Setting::First(first) => wanted.first = first.or(self.settings.first),
                    }
                    return Some(wanted);
                }
                Job::NewGame => {
                    session.forget();
                    self.go_to(place, session, Vec::new());
                }
                Job::Ready => self.mouth.say("readyok"),
                Job::Ask(question) => self.answer(&question, session),
                Job::Show => {
                    for line in session.view().to_text().lines() {
                        self.mouth.say(&format!("info string {line}"));
                    }
                }
                Job::Go(limits, flag) => {
                    self.go(&place.agent, &limits, flag, session);
                    self.mouth.searches.fetch_sub(1, Ordering::Relaxed);
                }
                Job::Hello | Job::Stop | Job::Quit => {}
            }
        }
        None
    }

    /// Plays and takes back moves until exactly these are played. If one is illegal, nothing changes.
    fn go_to(&self, place: &mut Place, session: &mut Session<'_>, moves: Vec<String>) {
        let same = place.moves.iter().zip(&moves).take_while(|(one, other)| one == other).count();
        let back = |session: &mut Session<'_>| {
            while session.plies() > same {
                session.undo();
            }
        };
        back(session);
        for name in &moves[same..] {
            if let Err(error) = session.play(name) {
                self.mouth.complain(&error.to_string());
                back(session);
                for name in &place.moves[same..] {
                    // This move was played before.
                    let _ = session.play(name);
                }
                return;
            }
        }
        place.moves = moves;
    }

    fn answer(&self, question: &Question, session: &Session<'_>) {
        let over = session.over();
        let answer = match question {
            Question::GameOver => over.is_some().to_string(),
            Question::FirstPlayersTurn => (session.to_move() == self.p1).to_string(),
            Question::Result => match over.map(|over| over.winner) {
                None => "none".into(),
                Some(None) => "draw".into(),
                Some(Some(winner)) if winner == self.p1 => "p1win".into(),
                Some(Some(_)) => "p2win".into(),
            },
            Question::Position => session.show(),
            Question::Moves => match session.moves(usize::MAX) {
                Ok(moves) => moves.into_iter().map(|mv| mv.name).collect::<Vec<_>>().join(" "),
                Err(error) => return self.mouth.complain(&error.to_string()),
            },
            Question::IsLegal(name) => match session.moves(usize::MAX) {
                Ok(moves) => moves.iter().any(|mv| mv.name.eq_ignore_ascii_case(name)).to_string(),
                Err(error) => return self.mouth.complain(&error.to_string()),
            },
        };
        self.mouth.say(&format!("response {answer}"));
    }

    /// Searches, and prints the best move.
    fn go(&self, agent: &str, limits: &Limits, flag: Arc<AtomicBool>, session: &mut Session<'_>) {
        let started = Instant::now();
        let clock = limits.clock.as_ref().map(|clock| Clock::share(clock, session.to_move() == self.p1));
        let go = Go { limits: limits.thinking, clock };
        let all = self.lab.limits();
        let budget = Budget::unlimited().memory(all.memory).threads(all.threads).stop_flag(Arc::clone(&flag));
        let found = session.think(agent, &go, &budget, &mut |thought| {
            self.mouth.say(&info(thought, started.elapsed()));
            if let Some(remark) = &thought.remark {
                self.mouth.say(&format!("info string {remark}"));
            }
            if self.mouth.quit.load(Ordering::Relaxed) {
                flag.store(true, Ordering::Relaxed);
            }
        });
        // An infinite search waits for `stop`, even if there is nothing more to find.
        while limits.infinite && !flag.load(Ordering::Relaxed) && !self.mouth.quit.load(Ordering::Relaxed) {
            std::thread::sleep(NAP);
        }
        let best = match found {
            Ok(Some(name)) => name,
            Ok(None) => {
                self.mouth.say("info string there is no move");
                "none".into()
            }
            Err(error) => {
                self.mouth.complain(&error.to_string());
                let first = session.moves(1).ok().and_then(|moves| moves.into_iter().next());
                first.map_or_else(|| "none".into(), |mv| mv.name)
            }
        };
        self.mouth.say(&format!("bestmove {best}"));
    }
}

/// The `info` line of a search.
fn info(thought: &Thought, taken: Duration) -> String {
    let score = match thought.proved {
        // In moves of the winner, as in chess.
        Some((true, plies)) => format!("mate {}", plies.div_ceil(2)),
        Some((false, plies)) => format!("mate -{}", plies.div_ceil(2)),
        None => format!("cp {}", thought.score),
    };
    let per_second = (thought.nodes as f64 / taken.as_secs_f64().max(1e-6)) as u64;
    format!(
        "info depth {} score {score} nodes {} time {} nps {per_second} pv {}",
        thought.depth,
        thought.nodes,
        taken.as_millis(),
        thought.line.join(" ")
    )
}
