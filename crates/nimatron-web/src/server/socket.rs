//! One client: it sends questions over a WebSocket, and a separate worker answers each of them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::connections::Connection;
use super::question::Question;
use super::{LARGEST_MESSAGE, Shared};
use crate::desk::read;
use crate::protocol::{Ask, Response as Said, Say, What};

/// The capacity of the outgoing queue, in messages; workers block when it is full. Messages may be large.
const WAITING: usize = 4;
/// A client that accepts no message for this long is gone.
const WRITE_PATIENCE: Duration = Duration::from_secs(5);
/// The interval between pings. Browsers answer them automatically.
const PING: Duration = Duration::from_secs(5);
/// A client with an open question that leaves this number of pings unanswered (15 s) is gone, and loses its
/// worker. Pings are counted, not seconds, so that clients survive when the machine is suspended.
const PATIENCE: usize = 3;
/// The same for a client without an open question, which costs only its connection: a minute.
const IDLE_PATIENCE: usize = 12;
/// The most open questions of a client, and the most bytes of them; further questions are refused.
const QUEUE: (usize, usize) = (32, 256 << 10);

pub(super) async fn upgrade(
    State(shared): State<Shared>,
    Extension(connection): Extension<Arc<Connection>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_from_here(&shared, &connection, &headers) {
        return (StatusCode::FORBIDDEN, "only the page of this server may ask").into_response();
    }
    upgrade
        .max_message_size(LARGEST_MESSAGE)
        .max_frame_size(LARGEST_MESSAGE)
        .on_upgrade(move |socket| serve(shared, connection, socket))
}

/// Whether the request comes from the page of this server, or from a program, which sends no origin. Browsers
/// always send one, so pages of other sites are refused.
fn is_from_here(shared: &Shared, connection: &Connection, headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(host) = text(HOST) else { return false };
    if !shared.is_own_name(host, connection) {
        return false;
    }
    match headers.get(ORIGIN) {
        None => true,
        Some(_) => text(ORIGIN)
            .and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")))
            .is_some_and(|origin| origin == host),
    }
}

/// The questions of a client that are in progress or waiting.
#[derive(Default)]
pub(super) struct Open {
    questions: Mutex<HashMap<u32, Entry>>,
    /// The number of pings since the client last sent anything.
    unanswered: AtomicUsize,
}

struct Entry {
    bytes: usize,
    /// Sends `true` to stop it, and is dropped when the client disconnects.
    stop: watch::Sender<bool>,
}

impl Open {
    fn lock(&self) -> MutexGuard<'_, HashMap<u32, Entry>> {
        self.questions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the client still answers pings. Without an open question it may take longer.
    fn is_alive(&self) -> bool {
        let patience = if self.lock().is_empty() { IDLE_PATIENCE } else { PATIENCE };
        self.unanswered.load(Ordering::Relaxed) < patience
    }

    /// Adds a question, or returns why it is refused.
    fn add(&self, id: u32, bytes: usize) -> Result<watch::Receiver<bool>, String> {
        let mut questions = self.lock();
        if questions.contains_key(&id) {
            return Err(format!("question {id} is not answered yet; another one needs another number"));
        }
        let waiting: usize = questions.values().map(|entry| entry.bytes).sum();
        if questions.len() >= QUEUE.0 || waiting + bytes > QUEUE.1 {
            let count = questions.len();
            return Err(format!(
                "{count} questions are waiting; wait for answers, or stop some, before you ask more"
            ));
        }
        let (stop, stopped) = watch::channel(false);
        questions.insert(id, Entry { bytes, stop });
        Ok(stopped)
    }

    /// Removes a finished question. Called before its answer is sent, as its number may then be reused.
    pub(super) fn remove(&self, id: u32, connection: &Connection) {
        let mut questions = self.lock();
        questions.remove(&id);
        if questions.is_empty() {
            connection.set_busy(false);
        }
    }
}

async fn serve(shared: Shared, connection: Arc<Connection>, socket: WebSocket) {
    let (out, mut incoming) = socket.split();
    let (send, said) = channel::<String>(WAITING);
    let open = Arc::new(Open::default());
    // 1. Results are sent as they arrive.
    let writer = tokio::spawn(write(out, said, Arc::clone(&open)));
    // 2. Questions are received.
    loop {
        let message = tokio::select! {
            message = incoming.next() => message,
            // The writer has ended.
            () = send.closed() => break,
            () = connection.closed() => break,
        };
        open.unanswered.store(0, Ordering::Relaxed);
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => continue,
            Some(Ok(Message::Binary(_))) => {
                if say(&send, 0, error("messages are text")).await {
                    continue;
                }
                break;
            }
            Some(Ok(Message::Close(_)) | Err(_)) | None => break,
        };
        let request = match read(&text) {
            Ok(request) => request,
            Err(response) => {
                if say(&send, response.id, response.say).await {
                    continue;
                }
                break;
            }
        };
        if let What::Page(Ask::Stop { of }) = request.what {
            if let Some(question) = open.lock().get(&of) {
                let _ = question.stop.send(true);
            }
            continue;
        }
        let stopped = match open.add(request.id, text.len()) {
            Ok(stopped) => stopped,
            Err(message) => {
                if say(&send, request.id, error(message)).await {
                    continue;
                }
                break;
            }
        };
        connection.set_busy(true);
        let question = Question {
            id: request.id,
            is_quick: request.what.is_quick(),
            text: text.as_str().to_owned(),
            stopped,
            shared: shared.clone(),
            connection: Arc::clone(&connection),
            open: Arc::clone(&open),
            send: send.clone(),
        };
        tokio::spawn(question.run());
    }
    // 3. The client has disconnected: this ends all its workers.
    open.lock().clear();
    connection.set_busy(false);
    drop(send);
    if timeout(Duration::from_secs(1), writer).await.is_err() {
        // The client doesn't read; the writer has a timeout of its own.
    }
}

/// Sends messages and pings. Returns when the client is gone.
async fn write(mut out: SplitSink<WebSocket, Message>, mut said: Receiver<String>, open: Arc<Open>) {
    let mut ping = interval(PING);
    ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let message = tokio::select! {
            text = said.recv() => match text {
                Some(text) => Message::text(text),
                None => Message::Close(None),
            },
            _ = ping.tick() => {
                if !open.is_alive() {
                    return;
                }
                open.unanswered.fetch_add(1, Ordering::Relaxed);
                Message::Ping(Vec::new().into())
            }
        };
        let is_last = matches!(message, Message::Close(_));
        let sent = timeout(WRITE_PATIENCE, out.send(message)).await;
        if is_last || !matches!(sent, Ok(Ok(()))) {
            return;
        }
    }
}

/// The last message of a question that has no answer.
pub(super) fn error(message: impl Into<String>) -> Say {
    Say::error(message)
}

/// Sends a message; `false` if the client is gone.
pub(super) async fn say(send: &Sender<String>, id: u32, say: Say) -> bool {
    let text = serde_json::to_string(&Said { id, say }).unwrap_or_default();
    send.send(text).await.is_ok()
}
