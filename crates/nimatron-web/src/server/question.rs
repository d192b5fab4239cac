//! The life of a question: it waits for a seat, and a worker answers it.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::mpsc::Sender;
use tokio::sync::watch;
use tokio::time::{Instant, interval_at, sleep_until};

use super::Shared;
use super::connections::Connection;
use super::seats::{Lane, Seat};
use super::socket::{Open, error, say};
use super::workers::Death;
use crate::protocol::Say;

/// A worker that does not stop within this time is killed.
const STOP_PATIENCE: Duration = Duration::from_millis(500);
/// A question that exceeds its time limit by this much is ended.
const TIME_PATIENCE: Duration = Duration::from_secs(5);
/// A question that takes longer has to leave its quick seat when another one waits for it. So a client with
/// no other open question waits at most this long for a quick seat, and is answered within 0.3 s.
const MOMENT: Duration = Duration::from_millis(150);
/// The interval between checks for waiting questions.
const LOOK: Duration = Duration::from_millis(25);

/// A question, and where its answer goes.
pub(super) struct Question {
    pub(super) id: u32,
    /// Whether it is usually answered at once.
    pub(super) is_quick: bool,
    /// The question as received.
    pub(super) text: String,
    /// `true` to stop it; the sender is dropped when the client disconnects.
    pub(super) stopped: watch::Receiver<bool>,
    pub(super) shared: Shared,
    pub(super) connection: Arc<Connection>,
    /// The questions of this client, including this one.
    pub(super) open: Arc<Open>,
    pub(super) send: Sender<String>,
}

/// How a question ended.
enum Outcome {
    /// With its last message, as a worker wrote it.
    Answered(String),
    /// With this as its last message.
    Ended(Say),
    /// It takes longer than [`MOMENT`], and others wait.
    TakesLong,
    /// The client is gone.
    Left,
}

/// The kind of a message.
#[derive(Deserialize)]
struct Kind<'a> {
    #[serde(borrow)]
    kind: &'a str,
}

impl Question {
    /// Waits for a seat, has the question answered, and sends the result.
    pub(super) async fn run(mut self) {
        let mut lane = if self.is_quick { Lane::Quick } else { Lane::Long };
        let outcome = loop {
            let seats = Arc::clone(&self.shared.seats);
            let seat = tokio::select! {
                seat = seats.take(lane, self.connection.client()) => seat,
                stopped = self.stopped.changed() => break match stopped {
                    Ok(()) => Outcome::Ended(Say::Stopped { known: None, report: None }),
                    Err(_) => Outcome::Left,
                },
            };
            match self.work(seat).await {
                // A quick question sends no progress, so it can be asked again.
                Outcome::TakesLong => lane = Lane::Long,
                outcome => break outcome,
            }
        };
        match outcome {
            Outcome::Left | Outcome::TakesLong => {}
            Outcome::Answered(text) => {
                self.open.remove(self.id, &self.connection);
                let _ = self.send.send(text).await;
            }
            Outcome::Ended(last) => {
                self.open.remove(self.id, &self.connection);
                say(&self.send, self.id, last).await;
            }
        }
    }

    /// Has a worker answer it. The worker has always ended, or is killed, when this returns.
    async fn work(&mut self, mut seat: Seat) -> Outcome {
        let mut worker = match self.shared.workers.take() {
            Ok(worker) => worker,
            Err(error) => return ended(format!("no process could be started for this question: {error}")),
        };
        if seat.lane() == Lane::Long {
            worker.yield_to_others();
        }
        // If the worker has died, it has no output.
        let _ = worker.ask(&self.text).await;
        let started = Instant::now();
        let too_late = started + self.shared.settings.worker.time + TIME_PATIENCE;
        let mut kill_at = None;
        let mut look = interval_at(started + MOMENT, LOOK);
        loop {
            tokio::select! {
                line = worker.line() => match line {
                    Ok(Some(line)) if is_progress(&line) => {
                        if self.send.send(line).await.is_err() {
                            return Outcome::Left;
                        }
                    }
                    Ok(Some(line)) => return Outcome::Answered(line),
                    Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                        return ended("the answer is too long to be shown; ask about a smaller position");
                    }
                    Ok(None) | Err(_) if kill_at.is_some() => return Outcome::Ended(Say::Stopped { known: None, report: None }),
                    Ok(None) | Err(_) => return Outcome::Ended(self.explain(worker.death().await)),
                },
                stopped = self.stopped.changed(), if kill_at.is_none() => match stopped {
                    Ok(()) => {
                        worker.stop();
                        kill_at = Some(Instant::now() + STOP_PATIENCE);
                    }
                    Err(_) => return Outcome::Left,
                },
                () = sleep_until(kill_at.unwrap_or(too_late)) => {
                    return match kill_at {
                        Some(_) => Outcome::Ended(Say::Stopped { known: None, report: None }),
                        None => ended("the question took longer than it may, and was ended"),
                    };
                }
                _ = look.tick(), if seat.lane() == Lane::Quick => {
                    if seat.is_wanted() {
                        if !seat.make_long() {
                            return Outcome::TakesLong;
                        }
                        worker.yield_to_others();
                    }
                }
            }
        }
    }

    /// The error message for a worker that died.
    fn explain(&self, death: Death) -> Say {
        match death {
            Death::OutOfMemory => error(format!(
                "out of memory: a question may use {} MB here; ask about a smaller position, or start the server with more --memory",
                self.shared.settings.worker.memory >> 20
            )),
            Death::Bug(words) => {
                // For the operator of the server, who may want to report it.
                eprintln!("{}\n{words}", self.text);
                error("this question met a bug in nimatron; please tell its makers which one it was")
            }
        }
    }
}

fn ended(message: impl Into<String>) -> Outcome {
    Outcome::Ended(error(message))
}

/// Whether more messages follow.
fn is_progress(line: &str) -> bool {
    serde_json::from_str::<Kind<'_>>(line).is_ok_and(|kind| kind.kind == "progress")
}
