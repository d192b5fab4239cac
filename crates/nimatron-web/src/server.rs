//! The server behind `nimatron serve`: the files of the page, and one WebSocket for its questions.
//!
//! It is meant for one person on one machine, but is secure: it listens only on the given address, serves only
//! those files, refuses scripts of other pages, and gives every client a fair share.

mod connections;
mod files;
mod page;
mod question;
mod seats;
mod socket;
mod workers;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Extension;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::{any, get};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};

use connections::{Connection, Connections, MOST_CONNECTIONS};
use seats::{LONG_SEATS, QUICK_SEATS, Seats};
use workers::Workers;

pub use page::Page;
pub use workers::WorkerCommand;

/// The largest message, in bytes.
pub const LARGEST_MESSAGE: usize = 64 << 10;
/// The number of questions answered at the same time.
pub const MOST_QUESTIONS: usize = LONG_SEATS + QUICK_SEATS;
/// The number of ports tried after the first if it is taken.
const PORTS: u16 = 20;
/// The time to send the head of a request: browsers send it at once.
const HEADER_PATIENCE: Duration = Duration::from_secs(5);
/// A connection for files is closed after this time; browsers open another. WebSockets have other limits.
const FILES_PATIENCE: Duration = Duration::from_secs(120);

/// The page may run its own scripts and WebAssembly, and connect to its own origin.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
                      img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
                      base-uri 'self'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every response.
const HEADERS: [(&str, &str); 7] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The command that starts a worker.
    pub worker: WorkerCommand,
    /// The host names of this server, besides addresses and, on this machine, `localhost`. Other names are
    /// refused: with DNS rebinding, a foreign page could use one to appear as a page of this server.
    pub names: Vec<String>,
    /// The page.
    pub page: Page,
}

/// A server that listens but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
}

/// What all connections share.
#[derive(Clone)]
struct Shared {
    settings: Arc<Settings>,
    seats: Arc<Seats>,
    workers: Arc<Workers>,
    /// Where it listens.
    address: SocketAddr,
}

impl Server {
    /// Starts listening. If `strict` is false and the port is taken, the next ones are tried.
    pub async fn bind(host: IpAddr, port: u16, strict: bool, settings: Settings) -> io::Result<Self> {
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
        Ok(Server { listener, address, settings })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves requests until `done` completes.
    pub async fn run(self, done: impl Future<Output = ()> + Send + 'static) {
        let Server { listener, address, settings } = self;
        let workers = Workers::new(settings.worker.clone());
        workers.prepare();
        let shared = Shared { settings: Arc::new(settings), seats: Arc::default(), workers, address };
        let router = Router::new()
            .route("/ws", any(socket::upgrade))
            .route("/", get(files::index))
            .route("/{*path}", get(files::file))
            .fallback(files::missing)
            .layer(map_response(with_headers))
            .with_state(shared);
        // Open connections are dropped at the end: an open page must not keep the server running.
        tokio::select! {
            () = accept(listener, router) => {}
            () = done => {}
        }
    }
}

/// Accepts connections forever.
async fn accept(listener: TcpListener, router: Router) {
    let connections = Connections::new(MOST_CONNECTIONS);
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // If there is no room, it is closed.
                if let Some(connection) = connections.admit(peer.ip()) {
                    tokio::spawn(converse(stream, connection, router.clone()));
                }
            }
            // The client may be gone already, or no more files can be opened: closing a connection helps.
            Err(_) => {
                connections.make_room();
                sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

/// Serves one connection, until it becomes a WebSocket.
async fn converse(stream: TcpStream, connection: Arc<Connection>, router: Router) {
    // Messages are small, and latency matters.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.layer(Extension(Arc::clone(&connection))));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        // Disconnects and invalid HTTP need no further handling.
        _ = timeout(FILES_PATIENCE, served) => {}
        () = connection.closed() => {}
    }
}

async fn with_headers(mut response: Response) -> Response {
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

impl Shared {
    /// Whether this is a host name of the server, and not one from DNS rebinding.
    fn is_own_name(&self, host: &str, connection: &Connection) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
                if port.parse() != Ok(self.address.port()) {
                    return false;
                }
                name
            }
            _ => host,
        };
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let is = |own: &str| name.eq_ignore_ascii_case(own);
        // Any address is fine: only a page from that address can use it.
        address.is_ok()
            || connection.is_local() && is("localhost")
            || self.settings.names.iter().any(|own| is(own))
    }
}
