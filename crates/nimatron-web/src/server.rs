//! The server behind `nimatron serve`: the files of the page, and one WebSocket for its questions.
//!
//! It is meant for one person on one machine, and is careful all the same: it listens where it is told to, serves nothing
//! but those files, believes no other page's scripts, and gives no client more than its share.

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

/// What a message may have at most, in bytes.
pub const LARGEST_MESSAGE: usize = 64 << 10;
/// How many questions are worked on at a time.
pub const MOST_QUESTIONS: usize = LONG_SEATS + QUICK_SEATS;
/// The number of ports that are tried after the first if they are taken.
const PORTS: u16 = 20;
/// A client that has not sent the head of a request by then is not going to: browsers send it at once.
const HEADER_PATIENCE: Duration = Duration::from_secs(5);
/// A connection for files is closed after this long; browsers open another one. WebSockets have limits of their own.
const FILES_PATIENCE: Duration = Duration::from_secs(120);

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

/// What a server is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How a worker is started, which answers one question.
    pub worker: WorkerCommand,
    /// The names by which browsers may call this server, beside addresses and, on this machine, `localhost`. Any other name may be
    /// one that somebody else's DNS has for this machine, so that their page counts as one from here.
    pub names: Vec<String>,
    /// The page that browsers get.
    pub page: Page,
}

/// A server that listens already, and does not answer yet.
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
    /// Listens there. If `strict` is false and the port is taken, one of the next will do.
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

    /// Answers until `done` is.
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
        // Connections that are open when it is done are dropped: a page that is left open must not keep it.
        tokio::select! {
            () = accept(listener, router) => {}
            () = done => {}
        }
    }
}

/// Takes connections, for ever.
async fn accept(listener: TcpListener, router: Router) {
    let connections = Connections::new(MOST_CONNECTIONS);
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                // Without a place for it, it is closed.
                if let Some(connection) = connections.admit(peer.ip()) {
                    tokio::spawn(converse(stream, connection, router.clone()));
                }
            }
            // A client that has left already is no reason to stop. When there are no files left, another client has to leave.
            Err(_) => {
                connections.make_room();
                sleep(Duration::from_millis(20)).await;
            }
        }
    }
}

/// One connection, until it becomes a WebSocket.
async fn converse(stream: TcpStream, connection: Arc<Connection>, router: Router) {
    // Messages are small, and somebody waits for them.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router.layer(Extension(Arc::clone(&connection))));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_PATIENCE)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        // A client that breaks off, or says what is no HTTP, has got its answer.
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
    /// Whether a browser that calls the server by this name means it: a name that somebody else's DNS made up does not count.
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
        // Any address is fine: to be called by it, a page has to come from it.
        address.is_ok()
            || connection.is_local() && is("localhost")
            || self.settings.names.iter().any(|own| is(own))
    }
}
