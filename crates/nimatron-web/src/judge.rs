//! The result of every move.

use std::time::Duration;

use nimatron_lab::parameters::Place;
use nimatron_lab::questions::best::{Best, BestReport};
use nimatron_lab::questions::outcome::Outcome;
use nimatron_lab::questions::value::{PositionValue, Value};
use nimatron_lab::{Convention, GamePosition, Go, Player, Run, Session, Thinking, ValueReport};
use web_time::Instant;

use crate::desk::{Answer, Asking, until};
use crate::protocol::{Ending, GameState, Judged, Judgement, NimSum, Winner};
use crate::scene::Seated;

/// The longest value that is shown beside a move.
const LONGEST: usize = 60;
/// The engine for games without other methods. It needs only a small table.
const ENGINE: &str = "phalanx:hash=4";

/// Everything that can be found about the moves of a table in time.
pub(crate) fn judge(asking: &Asking<'_>, table: &GameState, millis: u32) -> Answer<Judgement> {
    let deadline = asking.until(millis);
    let seated = Seated::at(asking, table)?;
    let mut session = seated.replay()?;
    let judgement = judged(asking, &seated, &mut session, deadline)?;
    Ok(Judgement { why: seated.called(&judgement.why), ..judgement })
}

fn judged(
    asking: &Asking<'_>,
    seated: &Seated<'_>,
    session: &mut Session<'_>,
    deadline: Instant,
) -> Answer<Judgement> {
    let table = seated.table;
    if let Some(over) = session.over() {
        let winner = over.winner.map_or(Winner::Draw, winner);
        let why = format!("the game is over: {}", over.why);
        return Ok(Judgement { moves: Vec::new(), winner: Some(winner), nim_sum: None, complete: true, why });
    }
    let entry = asking.lab.game(&table.game)?;
    let (position, _view) = (session.show(), session.view());
    let (moves, after) =
        session.moves(usize::MAX)?.into_iter().map(|mv| (unknown(mv.name), mv.position)).unzip();
    let mut judging = Judging {
        asking,
        table,
        deadline,
        loopy: entry.is_loopy(),
        mover: session.to_move(),
        moves,
        after,
        winner: None,
        why: String::new(),
    };
    let is_misere = table.convention == Convention::Misere;
    if entry.is_only_played() {
        judging.by_engine(session)?;
    } else {
        judging.by_best(&position)?;
        if entry.is_loopy() || is_misere {
            judging.by_outcome()?;
        } else {
            judging.by_values(&position)?;
            judging.by_value()?;
        }
    }
    let nim_sum = if is_misere { None } else { nim_sum(asking, &session.here()) };
    Ok(judging.done(nim_sum))
}

struct Judging<'a, 'b> {
    asking: &'a Asking<'b>,
    table: &'a GameState,
    deadline: Instant,
    /// Whether play may continue forever.
    loopy: bool,
    mover: Player,
    moves: Vec<Judged>,
    /// The positions that they lead to.
    after: Vec<String>,
    winner: Option<Winner>,
    why: String,
}

fn unknown(name: String) -> Judged {
    Judged { name, result: None, value: None, nimber: None, why: None }
}

fn winner(player: Player) -> Winner {
    match player {
        Player::Left => Winner::Left,
        Player::Right => Winner::Right,
    }
}

impl Judging<'_, '_> {
    /// A run with a fraction of the remaining time.
    fn run(&self, part: f64) -> Run<'_> {
        self.asking.run(until(self.deadline).mul_f64(part)).longest(LONGEST)
    }

    fn place(&self, position: &str) -> Place {
        Place::new(&*self.table.game, position)
    }

    /// Asks for the best moves: all others are worse.
    fn by_best(&mut self, position: &str) -> Answer<()> {
        let (place, convention) = (self.place(position), self.table.convention);
        let found = self.run(0.5).ask(&Best { place, convention, to_move: Some(self.mover) });
        self.asking.go_on()?;
        match found {
            Ok(report) => self.learn(&report),
            Err(error) if error.is_unfinished() => return Ok(()),
            Err(error) => return Err(error.into()),
        }
        self.asking.tell(&self.moves);
        Ok(())
    }

    fn learn(&mut self, report: &BestReport) {
        self.why.clone_from(&report.why);
        let mine = self.mover.to_string().to_lowercase();
        let (listed, others) = match report.winner.as_deref() {
            Some("draw") => (Ending::Draw, Some(Ending::Lose)),
            Some(name) if name == mine => {
                // In a loopy game, moves that don't win may draw.
                (Ending::Win, (!self.loopy).then_some(Ending::Lose))
            }
            Some(_) => (Ending::Lose, Some(Ending::Lose)),
            None => return,
        };
        self.winner = match (report.winner.as_deref(), listed) {
            (Some("draw"), _) => Some(Winner::Draw),
            (_, Ending::Win) => Some(winner(self.mover)),
            _ => Some(winner(self.mover.opponent())),
        };
        for judged in &mut self.moves {
            match report.moves.iter().find(|best| best.name == judged.name) {
                Some(best) => {
                    judged.result = Some(listed);
                    judged.value.clone_from(&best.value);
                    judged.why = best.value.as_ref().map(|value| format!("leaves {value}"));
                }
                None => judged.result = others,
            }
        }
    }

    /// Finds the values of the positions after the moves, reusing earlier results.
    fn by_values(&mut self, position: &str) -> Answer<()> {
        let (asking, mover) = (self.asking, self.mover);
        let run = asking.run(until(self.deadline).mul_f64(0.5)).longest(LONGEST);
        let opened = run.open(&self.table.game, position)?;
        let Some(mut values) = opened.values(run.arena(), run.budget()) else { return Ok(()) };
        let listed = opened.moves(mover, usize::MAX, run.budget()).map_err(|error| run.explain(error))?;
        let mut fresh = Fresh::new(asking);
        for (number, mv) in listed.iter().enumerate() {
            let Some(at) = self.moves.iter().position(|judged| judged.name == mv.name) else { continue };
            asking.go_on()?;
            // If the time is up for one move, it is up for all.
            let Ok(Some(value)) = values.after(mover, number) else { break };
            fresh.add(self.is_worth(at, &run.describe(value)?));
        }
        Ok(())
    }

    /// Asks for the value of the position after each move, if it is not known yet.
    fn by_value(&mut self) -> Answer<()> {
        let mut fresh = Fresh::new(self.asking);
        let open: Vec<usize> = (0..self.moves.len()).filter(|at| self.moves[*at].value.is_none()).collect();
        for (done, at) in open.iter().enumerate() {
            let now = Instant::now();
            if now >= self.deadline {
                break;
            }
            let left = self.deadline - now;
            let slice = left.div_f64((open.len() - done) as f64 / 2.0).max(Duration::from_millis(5));
            let run = self.asking.run(slice.min(left)).longest(LONGEST);
            let found = run.ask(&Value { place: self.place(&self.after[*at]), printing: Default::default() });
            drop(run);
            self.asking.go_on()?;
            if let Ok(PositionValue::Short(report)) = found {
                fresh.add(self.is_worth(*at, &report));
            }
        }
        drop(fresh);
        // Without a value, the outcome may still be found.
        self.by_outcome()
    }

    /// Records the value of the position after a move, and the result of the move.
    fn is_worth(&mut self, at: usize, report: &ValueReport) -> Judged {
        let wins = match &*report.outcome {
            "P" => true,
            "L" => self.mover == Player::Left,
            "R" => self.mover == Player::Right,
            _ => false,
        };
        let judged = &mut self.moves[at];
        judged.nimber = report.nimber.map(u64::from);
        judged.why = Some(format!("leaves {}", report.canonical));
        judged.value = Some(report.canonical.clone());
        judged.result = Some(if wins { Ending::Win } else { Ending::Lose });
        judged.clone()
    }

    /// Asks who wins the position after each move, if it is not known yet.
    fn by_outcome(&mut self) -> Answer<()> {
        let open: Vec<usize> = (0..self.moves.len()).filter(|at| self.moves[*at].result.is_none()).collect();
        for (done, at) in open.iter().enumerate() {
            let now = Instant::now();
            if now >= self.deadline {
                break;
            }
            let run = self.asking.run((self.deadline - now).div_f64((open.len() - done) as f64));
            let (place, to_move) = (self.place(&self.after[*at]), Some(self.mover.opponent()));
            let found = run.ask(&Outcome { place, convention: self.table.convention, to_move });
            drop(run);
            self.asking.go_on()?;
            if let Ok(report) = found {
                let mine = self.mover.to_string().to_lowercase();
                let judged = &mut self.moves[*at];
                judged.result = report.winner.map(|winner| match &*winner {
                    "draw" => Ending::Draw,
                    winner if winner == mine => Ending::Win,
                    _ => Ending::Lose,
                });
                self.asking.tell(&[&*judged]);
            }
        }
        Ok(())
    }

    /// Searches the position and then every move with the engine, with increasing depth.
    fn by_engine(&mut self, session: &mut Session<'_>) -> Answer<()> {
        let (asking, deadline) = (self.asking, self.deadline);
        let think = |session: &mut Session<'_>, depth: Option<u32>, time: Duration| {
            let run = asking.run(time);
            let go = Go {
                limits: Some(Thinking { depth, time: Some(time), ..Thinking::default() }),
                clock: Some(time),
            };
            let mut last = None;
            let found = session.think(ENGINE, &go, run.budget(), &mut |thought| last = Some(thought.clone()));
            found.map(|name| (name, last))
        };
        // 1. The position as a whole.
        let (best, thought) = think(session, None, until(deadline).mul_f64(0.35))?;
        asking.go_on()?;
        if let Some(thought) = &thought {
            let line = thought.line.join(" ");
            match thought.proved {
                Some((wins, plies)) => {
                    let player = if wins { self.mover } else { self.mover.opponent() };
                    self.winner = Some(winner(player));
                    self.why = format!("{player} wins in {plies} plies: {line}");
                    if !wins {
                        self.moves.iter_mut().for_each(|judged| judged.result = Some(Ending::Lose));
                    }
                }
                None => {
                    let score = f64::from(thought.score) / 100.0;
                    self.why = format!(
                        "no win is proved; {} moves deep {} is at {score:+.2}: {line}",
                        thought.depth, self.mover
                    );
                }
            }
            if let Some(judged) = self.moves.iter_mut().find(|judged| Some(&judged.name) == best.as_ref()) {
                if let Some((true, plies)) = thought.proved {
                    judged.result = Some(Ending::Win);
                    judged.why = Some(format!("wins in {plies} plies"));
                } else {
                    judged.why =
                        Some(format!("the engine's choice, {:+.2}", f64::from(thought.score) / 100.0));
                }
            }
            asking.tell(&self.moves);
        }
        // 2. Every move.
        for depth in 1.. {
            let open: Vec<usize> =
                (0..self.moves.len()).filter(|at| self.moves[*at].result.is_none()).collect();
            if open.is_empty() || depth > 12 {
                break;
            }
            let mut fresh = Vec::new();
            for at in open {
                if Instant::now() >= deadline {
                    asking.tell(&fresh);
                    return Ok(());
                }
                asking.go_on()?;
                session.play(&self.moves[at].name)?;
                let judged = &mut self.moves[at];
                if let Some(over) = session.over() {
                    judged.result = Some(match over.winner {
                        None => Ending::Draw,
                        Some(winner) if winner == self.mover => Ending::Win,
                        Some(_) => Ending::Lose,
                    });
                } else if let (_, Some(thought)) = think(session, Some(depth), until(deadline))? {
                    match thought.proved {
                        Some((true, plies)) => {
                            judged.result = Some(Ending::Lose);
                            judged.why = Some(format!("loses in {} plies", plies + 1));
                        }
                        Some((false, plies)) => {
                            judged.result = Some(Ending::Win);
                            judged.why = Some(format!("wins in {} plies", plies + 1));
                        }
                        None => judged.why = Some(format!("{:+.2}", -f64::from(thought.score) / 100.0)),
                    }
                }
                fresh.push(judged.clone());
                session.undo();
            }
            asking.tell(&fresh);
        }
        Ok(())
    }

    fn done(mut self, nim_sum: Option<NimSum>) -> Judgement {
        let complete = self.moves.iter().all(|judged| judged.result.is_some());
        let any = |ending: Ending| self.moves.iter().any(|judged| judged.result == Some(ending));
        if self.winner.is_none() {
            self.winner = match (any(Ending::Win), complete, any(Ending::Draw)) {
                (true, ..) => Some(winner(self.mover)),
                (false, true, true) => Some(Winner::Draw),
                (false, true, false) => Some(winner(self.mover.opponent())),
                _ => None,
            };
        }
        if self.why.is_empty() {
            self.why = match self.winner {
                Some(Winner::Draw) => "drawn, if both play well".into(),
                Some(Winner::Left) => format!("{} wins", Player::Left),
                Some(Winner::Right) => format!("{} wins", Player::Right),
                None => "who wins was not found in this time".into(),
            };
        }
        let Judging { moves, winner, why, .. } = self;
        Judgement { moves, winner, nim_sum, complete, why }
    }
}

/// Judgements that have not been sent yet. They are sent in batches.
struct Fresh<'a, 'b> {
    asking: &'a Asking<'b>,
    judged: Vec<Judged>,
    told: Instant,
}

impl<'a, 'b> Fresh<'a, 'b> {
    fn new(asking: &'a Asking<'b>) -> Self {
        Fresh { asking, judged: Vec::new(), told: Instant::now() }
    }

    fn add(&mut self, judged: Judged) {
        self.judged.push(judged);
        if self.told.elapsed() > Duration::from_millis(60) {
            self.asking.tell(&self.judged);
            self.judged.clear();
            self.told = Instant::now();
        }
    }
}

/// The Grundy values of the heaps or summands of an impartial position, if they are found at once.
pub(crate) fn nim_sum(asking: &Asking<'_>, position: &GamePosition) -> Option<NimSum> {
    const PATIENCE: Duration = Duration::from_millis(200);
    let run = asking.run(PATIENCE);
    let nimber = |part: GamePosition| match part.theorem() {
        Some(theorem) => Some(theorem.nimber),
        None => part.nimber(run.budget()).ok().flatten().map(|(nimber, _)| nimber.into()),
    };
    let parts: Vec<u64> = position.separate()?.into_iter().map(nimber).collect::<Option<_>>()?;
    let total = parts.iter().fold(0, |sum, nimber| sum ^ nimber);
    Some(NimSum { parts, total })
}
