//! What every move leads to.

use std::time::Duration;

use nimatron_lab::{
    Answer as LabAnswer, BestReport, Go, Lab, LabError, Player, Question, Session, Thinking, ValueReport,
    Values, View,
};
use web_time::Instant;

use crate::desk::{Answer, Asking, until};
use crate::protocol::{Ending, Judged, Judgement, NimSum, Table, Winner};
use crate::scene::{called, convention, replay, sit_down};

/// Values longer than this are of no use beside a move.
const LONGEST: usize = 60;
/// The engine that looks at moves where nothing else can. It needs no large table for that.
const ENGINE: &str = "phalanx:hash=4";

/// Everything about the moves of a table that is found in time.
pub(crate) fn judge(asking: &mut Asking<'_>, table: &Table, millis: u32) -> Answer<Judgement> {
    let judgement = judged(asking, table, millis)?;
    Ok(Judgement { why: called(&asking.lab, table, &judgement.why), ..judgement })
}

fn judged(asking: &mut Asking<'_>, table: &Table, millis: u32) -> Answer<Judgement> {
    let deadline = asking.until(millis);
    asking.lab = std::mem::take(&mut asking.lab).longest(LONGEST);
    let sitting = sit_down(&asking.lab, table)?;
    let mut session = replay(&sitting, table)?;
    if let Some(over) = session.over() {
        let winner = over.winner.map_or(Winner::Draw, winner);
        let why = format!("the game is over: {}", over.why);
        return Ok(Judgement { moves: Vec::new(), winner: Some(winner), nim_sum: None, complete: true, why });
    }
    let entry = asking.lab.game(&table.game)?;
    let mut judging = Judging {
        table,
        loopy: entry.is_loopy(),
        mover: session.to_move(),
        after: session.moves(usize::MAX)?.into_iter().map(|mv| mv.position).collect(),
        moves: session.moves(usize::MAX)?.into_iter().map(|mv| unknown(mv.name)).collect(),
        winner: None,
        why: String::new(),
    };
    if entry.is_only_played() {
        judging.by_engine(asking, &mut *session, deadline)?;
    } else {
        judging.by_best(asking, &session.show(), deadline)?;
        if entry.is_loopy() || table.misere {
            judging.by_outcome(asking, deadline)?;
        } else {
            judging.by_values(asking, &session.show(), deadline)?;
            judging.by_value(asking, deadline)?;
        }
    }
    let nim_sum =
        if table.misere { None } else { nim_sum(asking, &table.game, &session.show(), &session.view()) };
    Ok(judging.done(nim_sum))
}

struct Judging<'a> {
    table: &'a Table,
    /// Whether play may go on for ever.
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

impl Judging<'_> {
    /// Asks for the best moves: all others are worse.
    fn by_best(&mut self, asking: &mut Asking<'_>, position: &str, deadline: Instant) -> Answer<()> {
        let question = Question::Best { convention: convention(self.table), to_move: Some(self.mover) };
        let run = asking.run(until(deadline).mul_f64(0.5));
        let found = asking.lab.ask_in(&run, &question, &self.table.game, position);
        drop(run);
        asking.go_on()?;
        let report = match found {
            Ok(LabAnswer::Best(report)) => report,
            Ok(_) | Err(LabError::Exhausted { .. }) => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        self.learn(&report);
        asking.tell(&self.moves);
        Ok(())
    }

    fn learn(&mut self, report: &BestReport) {
        self.why.clone_from(&report.why);
        let mine = self.mover.to_string().to_lowercase();
        let (listed, others) = match report.winner.as_deref() {
            Some("draw") => (Ending::Draw, Some(Ending::Lose)),
            Some(name) if name == mine => {
                // Of what doesn't win, a loopy game may be drawn.
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

    /// Finds the values of what the moves leave, each with the help of those before.
    fn by_values(&mut self, asking: &mut Asking<'_>, position: &str, deadline: Instant) -> Answer<()> {
        let run = asking.run(until(deadline).mul_f64(0.5));
        let (lab, asker) = (&asking.lab, &mut asking.asker);
        let (game, mover) = (&*self.table.game, self.mover);
        let listed = lab.moves(&run, (game, position), mover, usize::MAX)?;
        let work = |values: &mut dyn Values| {
            let mut told = Instant::now();
            let mut fresh = Vec::new();
            for (number, mv) in listed.iter().enumerate() {
                let Some(at) = self.moves.iter().position(|judged| judged.name == mv.name) else { continue };
                asker.go_on()?;
                // If time is over for one, it is over for all.
                let Ok(Some(value)) = values.after(mover, number) else { break };
                fresh.push(self.is_worth(at, &lab.describe(value)?));
                if told.elapsed() > Duration::from_millis(60) {
                    asker.tell(&fresh);
                    fresh.clear();
                    told = Instant::now();
                }
            }
            Ok(())
        };
        lab.with_values(&run, game, position, work)?.unwrap_or(Ok(()))
    }

    /// Asks for the value of what each move leaves, where that is not known yet.
    fn by_value(&mut self, asking: &mut Asking<'_>, deadline: Instant) -> Answer<()> {
        let mut told = Instant::now();
        let mut fresh = Vec::new();
        let open: Vec<usize> = (0..self.moves.len()).filter(|at| self.moves[*at].value.is_none()).collect();
        for (done, at) in open.iter().enumerate() {
            let now = Instant::now();
            if now >= deadline {
                break;
            }
            let slice =
                (deadline - now).div_f64((open.len() - done) as f64 / 2.0).max(Duration::from_millis(5));
            let run = asking.run(slice.min(deadline - now));
            let found = asking.lab.ask_in(&run, &Question::Value, &self.table.game, &self.after[*at]);
            drop(run);
            asking.go_on()?;
            if let Ok(LabAnswer::Value(report)) = found {
                fresh.push(self.is_worth(*at, &report));
            }
            if told.elapsed() > Duration::from_millis(60) && !fresh.is_empty() {
                asking.tell(&fresh);
                fresh.clear();
                told = Instant::now();
            }
        }
        // What has no value in time may still have a winner.
        self.by_outcome(asking, deadline)
    }

    /// Learns what a move leaves, and what follows from that.
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

    /// Asks who wins what each move leaves, where that is not known yet.
    fn by_outcome(&mut self, asking: &mut Asking<'_>, deadline: Instant) -> Answer<()> {
        let open: Vec<usize> = (0..self.moves.len()).filter(|at| self.moves[*at].result.is_none()).collect();
        for (done, at) in open.iter().enumerate() {
            let now = Instant::now();
            if now >= deadline {
                break;
            }
            let run = asking.run((deadline - now).div_f64((open.len() - done) as f64));
            let to_move = Some(self.mover.opponent());
            let question = Question::Outcome { convention: convention(self.table), to_move };
            let found = asking.lab.ask_in(&run, &question, &self.table.game, &self.after[*at]);
            drop(run);
            asking.go_on()?;
            if let Ok(LabAnswer::Outcome(report)) = found {
                let mine = self.mover.to_string().to_lowercase();
                let judged = &mut self.moves[*at];
                judged.result = report.winner.map(|winner| match &*winner {
                    "draw" => Ending::Draw,
                    winner if winner == mine => Ending::Win,
                    _ => Ending::Lose,
                });
                let judged = judged.clone();
                asking.tell(&[judged]);
            }
        }
        Ok(())
    }

    /// Lets the engine look at the position and then at every move, deeper and deeper.
    fn by_engine(
        &mut self,
        asking: &mut Asking<'_>,
        session: &mut dyn Session,
        deadline: Instant,
    ) -> Answer<()> {
        let think = |asking: &Asking<'_>, session: &mut dyn Session, depth: Option<u32>, time: Duration| {
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
        let (best, thought) = think(asking, session, None, until(deadline).mul_f64(0.35))?;
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
                } else if let (_, Some(thought)) = think(asking, session, Some(depth), until(deadline))? {
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

/// The Grundy values of the heaps or summands of an impartial position that has several, if they are found at once.
pub(crate) fn nim_sum(asking: &Asking<'_>, game: &str, position: &str, view: &View) -> Option<NimSum> {
    const PATIENCE: Duration = Duration::from_millis(200);
    let parts: Vec<(String, String)> = match view {
        View::Heaps(heaps) if heaps.len() > 1 && is_heap_game(&asking.lab, game) => {
            heaps.iter().map(|heap| (game.to_owned(), heap.to_string())).collect()
        }
        View::Sum(views) if views.len() > 1 && game == "sum" => {
            position.split(" + ").map(|part| ("sum".to_owned(), part.to_owned())).collect()
        }
        _ => return None,
    };
    let run = asking.run(PATIENCE);
    let nimber = |(game, position): &(String, String)| match asking.lab.ask_in(
        &run,
        &Question::Nimber,
        game,
        position,
    ) {
        Ok(LabAnswer::Nimber(report)) => Some(report.nimber),
        _ => None,
    };
    let parts: Vec<u64> = parts.iter().map(nimber).collect::<Option<_>>()?;
    let total = parts.iter().fold(0, |sum, nimber| sum ^ nimber);
    Some(NimSum { parts, total })
}

/// Whether the heaps of a game have nothing to do with each other.
fn is_heap_game(lab: &Lab, game: &str) -> bool {
    let parameters = game.split_once(':').map_or("", |(_, parameters)| parameters);
    lab.game(game).is_ok_and(|entry| {
        entry.about().name == "nim" || entry.heap_rule(parameters).is_ok_and(|rule| rule.is_some())
    })
}
