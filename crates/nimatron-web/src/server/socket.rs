//! One client: its questions come over a WebSocket, each is worked on by a thread of its own, and what is found goes back.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::{LARGEST_MESSAGE, MOST_QUESTIONS, Shared};
use crate::Stop;
use crate::desk::read;
use crate::protocol::{Ask, Request, Response as Said, Say};

/// So many messages may wait to be sent; who finds more has to wait, too.
const WAITING: usize = 256;
/// A client that takes no message for so long is gone.
const PATIENCE: Duration = Duration::from_secs(30);
/// So many questions of a client wait for their turn; it has to wait before it asks more.
const QUEUE: usize = 32;
/// Solvers go deep.
const STACK: usize = 16 << 20;

pub(super) async fn upgrade(
    State(shared): State<Shared>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_from_here(&shared, &headers) {
        return (StatusCode::FORBIDDEN, "only the page of this server may ask").into_response();
    }
    let Ok(client) = Arc::clone(&shared.clients).try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "there are too many clients").into_response();
    };
    upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE).on_upgrade(
        move |socket| async move {
            serve(shared, socket).await;
            drop(client);
        },
    )
}

/// Whether the question comes from the page of this server, or from a program, which says no origin. Browsers always say one,
/// so another site's page can't ask.
fn is_from_here(shared: &Shared, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(HOST) else { return false };
    if !shared.is_own_name(host) {
        return false;
    }
    match headers.get(ORIGIN) {
        None => true,
        Some(_) => text(ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")))
            .is_some_and(|origin| origin == host),
    }
}

/// A question that is being worked on, or waits.
struct Open {
    stop: Stop,
}

async fn serve(shared: Shared, socket: WebSocket) {
    let (mut out, mut incoming) = socket.split();
    let (send, mut said) = channel::<String>(WAITING);
    // 1. What is found goes out as it comes.
    let writer = tokio::spawn(async move {
        while let Some(text) = said.recv().await {
            match timeout(PATIENCE, out.send(Message::text(text))).await {
                Ok(Ok(())) => {}
                _ => return,
            }
        }
    });
    // 2. Questions come in.
    let turns = [(); 2].map(|()| Arc::new(Semaphore::new(MOST_QUESTIONS.0)));
    let waiting = Arc::new(Semaphore::new(QUEUE));
    let mut open: HashMap<u32, Open> = HashMap::new();
    let (finished, mut over) = channel::<u32>(WAITING);
    loop {
        let message = tokio::select! {
            // That a question is over is known before its answer is sent, and so before its number is used again.
            biased;
            Some(id) = over.recv() => {
                open.remove(&id);
                continue;
            }
            message = incoming.next() => message,
            // Nobody is there to hear answers.
            () = send.closed() => break,
        };
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Binary(_))) => {
                let message = "messages are text".to_owned();
                if !say(&send, 0, Say::Error { message, text: None, at: None }).await {
                    break;
                }
                continue;
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => break,
        };
        let request = match read(&text) {
            Ok(request) => request,
            Err(response) => {
                if !say(&send, response.id, response.say).await {
                    break;
                }
                continue;
            }
        };
        if let Ask::Stop { of } = request.ask {
            if let Some(open) = open.get(&of) {
                open.stop.stop();
            }
            continue;
        }
        if let Some(message) = refusal(&open, &waiting, request.id) {
            if !say(&send, request.id, Say::Error { message, text: None, at: None }).await {
                break;
            }
            continue;
        }
        let Ok(place) = Arc::clone(&waiting).try_acquire_owned() else { continue };
        let stop = Stop::default();
        open.insert(request.id, Open { stop: stop.clone() });
        let work =
            Work { shared: shared.clone(), request, stop, send: send.clone(), finished: finished.clone() };
        let kind = usize::from(work.request.ask.is_quick());
        tokio::spawn(work.take_turn([&turns[kind], &shared.seats[kind]].map(Arc::clone), place));
    }
    // 3. Whoever leaves wants no answers.
    for open in open.values() {
        open.stop.stop();
    }
    drop(send);
    drain(over);
    let _ = timeout(Duration::from_secs(1), writer).await;
}

/// Lets those who still tell that they are done do so.
fn drain(mut over: Receiver<u32>) {
    tokio::spawn(async move { while over.recv().await.is_some() {} });
}

fn refusal(open: &HashMap<u32, Open>, waiting: &Semaphore, id: u32) -> Option<String> {
    if open.contains_key(&id) {
        return Some(format!("question {id} is not answered yet; another one needs another number"));
    }
    (waiting.available_permits() == 0).then(|| {
        format!("{QUEUE} questions are waiting; wait for answers, or stop some, before you ask more")
    })
}

async fn say(send: &Sender<String>, id: u32, say: Say) -> bool {
    let text = serde_json::to_string(&Said { id, say }).unwrap_or_default();
    matches!(timeout(PATIENCE, send.send(text)).await, Ok(Ok(())))
}

/// A question and where its answer goes.
struct Work {
    shared: Shared,
    request: Request,
    stop: Stop,
    send: Sender<String>,
    finished: Sender<u32>,
}

impl Work {
    /// Waits for a place among the questions of this client, and then among those of all.
    async fn take_turn(self, places: [Arc<Semaphore>; 2], queue: OwnedSemaphorePermit) {
        let id = self.request.id;
        let (finished, send) = (self.finished.clone(), self.send.clone());
        let mut taken = Vec::new();
        for place in places {
            let Some(turn) = self.place(place).await else {
                let _ = finished.send(id).await;
                say(&send, id, Say::Stopped { known: None }).await;
                return;
            };
            taken.push(turn);
        }
        let thread = std::thread::Builder::new().name(format!("question {id}")).stack_size(STACK);
        let started = thread.spawn(move || {
            self.answer();
            drop((taken, queue));
        });
        if started.is_err() {
            let message = "the machine has no thread left for this question".to_owned();
            let _ = finished.send(id).await;
            say(&send, id, Say::Error { message, text: None, at: None }).await;
        }
    }

    /// Waits for a place, or until the question is stopped.
    async fn place(&self, places: Arc<Semaphore>) -> Option<OwnedSemaphorePermit> {
        let place = places.acquire_owned();
        tokio::pin!(place);
        loop {
            if let Ok(place) = timeout(Duration::from_millis(20), &mut place).await {
                return place.ok();
            }
            if self.stop.is_asked() {
                return None;
            }
        }
    }

    /// Answers, on a thread of its own. A panic is a bug, and no reason to end the program.
    fn answer(self) {
        let Work { shared, request, stop, send, finished } = self;
        let id = request.id;
        let mut tell = |response: Said| {
            if !matches!(response.say, Say::Progress { .. }) {
                let _ = finished.blocking_send(id);
            }
            let text = serde_json::to_string(&response).unwrap_or_default();
            // Who can't be told any more need not be answered.
            if send.blocking_send(text).is_err() {
                stop.stop();
            }
        };
        let answered = catch_unwind(AssertUnwindSafe(|| shared.desk.handle(&request, &stop, &mut tell)));
        if answered.is_err() {
            let message =
                "this question met a bug in nimatron; please tell its makers which one it was".to_owned();
            tell(Said { id, say: Say::Error { message, text: None, at: None } });
        }
    }
}
