//! The server behind `nimatron serve`: the page from this program's own files, and one WebSocket for its questions.
//!
//! It is meant for one person on one machine, and is careful all the same: it listens where it is told to, serves nothing
//! but its own files, believes no other page's scripts, and gives no client more than its share.

mod files;
mod socket;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{any, get};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::Desk;
pub use files::has_page;

/// What a message may have at most, in bytes.
pub const LARGEST_MESSAGE: usize = 64 << 10;
/// How many questions that may take long are worked on at a time, for one client and in all; and as many of the others.
pub const MOST_QUESTIONS: (usize, usize) = (2, 8);
/// How many clients there may be at a time.
pub const MOST_CLIENTS: usize = 64;
/// So many ports are tried after the first if they are taken.
const PORTS: u16 = 20;

/// What a browser may do with the page: run its own scripts and WebAssembly, and talk to where it comes from.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// A server that listens already, and does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    desk: Desk,
}

/// What all connections share.
#[derive(Clone)]
struct Shared {
    desk: Arc<Desk>,
    /// Places for questions that may take long, and for others.
    seats: [Arc<Semaphore>; 2],
    /// Places for clients.
    clients: Arc<Semaphore>,
    /// The names by which this server may be called, in `Host` and `Origin`.
    address: SocketAddr,
}

impl Server {
    /// Listens there. If `strict` is false and the port is taken, one of the next will do.
    pub async fn bind(host: IpAddr, port: u16, strict: bool, desk: Desk) -> io::Result<Self> {
        let mut tried = port;
        let listener = loop {
            match TcpListener::bind((host, tried)).await {
                Ok(listener) => break listener,
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && !strict && tried - port < PORTS => {
                    tried = tried.checked_add(1).ok_or(error)?;
                }
                Err(error) => return Err(error),
            }
        };
        let address = listener.local_addr()?;
        Ok(Server { listener, address, desk })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Answers until `done` is.
    pub async fn run(self, done: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let seats = [(); 2].map(|()| Arc::new(Semaphore::new(MOST_QUESTIONS.1)));
        let clients = Arc::new(Semaphore::new(MOST_CLIENTS));
        let shared = Shared { desk: Arc::new(self.desk), seats, clients, address: self.address };
        let router = Router::new()
            .route("/ws", any(socket::upgrade))
            .route("/", get(files::index))
            .route("/{*path}", get(files::file))
            .fallback(files::missing)
            .layer(map_response(with_headers))
            .with_state(shared);
        // Connections that are open when it is done are dropped: a page that is left open must not keep it.
        tokio::select! {
            served = axum::serve(self.listener, router) => served,
            () = done => Ok(()),
        }
    }
}

async fn with_headers(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

impl Shared {
    /// Whether a browser that calls the server by this name means it: a name that somebody else's DNS made up does not count.
    fn is_own_name(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
                if port.parse() != Ok(self.address.port()) {
                    return false;
                }
                name
            }
            _ => host,
        };
        let name = name.trim_start_matches('[').trim_end_matches(']');
        match name.parse::<IpAddr>() {
            // Any address is fine: to be called by it, a page has to know it.
            Ok(_) => true,
            // On loopback the only name is `localhost`; whoever listens elsewhere has given this machine its name.
            Err(_) => name.eq_ignore_ascii_case("localhost") || !self.address.ip().is_loopback(),
        }
    }
}
