//! A real server, and clients that mean well, badly, or nothing at all.

#![allow(clippy::unwrap_used)]

use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::num::NonZeroUsize;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use nimatron_web::server::{LARGEST_MESSAGE, Page, Server, Settings, WorkerCommand};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// What a question may use.
const MEMORY: usize = 200 << 20;
/// An honest client is answered within this time, on a machine that has other things to do, too. How long it took is printed.
const SOON: Duration = Duration::from_secs(20);

/// One server for all tests that do it no harm: they are strangers to each other, as its clients would be.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| start(IpAddr::V4(Ipv4Addr::LOCALHOST), &[]));

/// A server that ends with this process. Its workers do, too, as they notice that it is gone.
fn start(host: IpAddr, names: &[&str]) -> SocketAddr {
    let arguments =
        ["answer", "--threads=2", &format!("--memory={MEMORY}"), "--time=600s"].map(OsString::from);
    start_with(host, names, env!("CARGO_BIN_EXE_nimatron"), &arguments)
}

/// The same with another program as its worker.
fn start_with(host: IpAddr, names: &[&str], program: &str, arguments: &[OsString]) -> SocketAddr {
    start_page(host, names, program, arguments, Page::default())
}

/// The same with a page.
fn start_page(host: IpAddr, names: &[&str], program: &str, arguments: &[OsString], page: Page) -> SocketAddr {
    let worker = WorkerCommand {
        program: program.into(),
        arguments: arguments.to_vec(),
        time: Duration::from_secs(600),
        memory: MEMORY,
        threads: NonZeroUsize::new(2).unwrap(),
    };
    let names = names.iter().map(|name| (*name).to_owned()).collect();
    let settings = Settings { worker, names, page };
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async move {
            let server = Server::bind(host, 0, true, settings).await.unwrap();
            send.send(server.address()).unwrap();
            server.run(std::future::pending()).await;
        });
    });
    receive.recv().unwrap()
}

type Client = WebSocket<Steady>;

/// A connection that signals don't interrupt: the server is in this process, and so are the signals of its workers that end.
struct Steady(TcpStream);

fn steadily<T>(mut step: impl FnMut() -> std::io::Result<T>) -> std::io::Result<T> {
    loop {
        match step() {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            done => return done,
        }
    }
}

impl Read for Steady {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        steadily(|| self.0.read(buffer))
    }
}

impl Write for Steady {
    fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
        steadily(|| self.0.write(buffer))
    }

    fn flush(&mut self) -> std::io::Result<()> {
        steadily(|| self.0.flush())
    }
}

fn connect_as(origin: Option<&str>) -> Result<Client, String> {
    connect_to(*SERVER, origin)
}

fn connect_to(address: SocketAddr, origin: Option<&str>) -> Result<Client, String> {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().unwrap());
    }
    tungstenite::client(request, Steady(stream)).map(|(client, _)| client).map_err(|error| error.to_string())
}

fn connect() -> Client {
    connect_as(None).unwrap()
}

fn ask(client: &mut Client, question: Value) {
    client.send(Message::text(question.to_string())).unwrap();
}

fn hear(client: &mut Client) -> Value {
    loop {
        match client.read().unwrap() {
            Message::Text(text) => return serde_json::from_str(&text).unwrap(),
            Message::Ping(_) | Message::Pong(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// The last message of a question.
fn answer(client: &mut Client, id: u32) -> Value {
    loop {
        let said = hear(client);
        if said["id"] == id && said["kind"] != "progress" {
            return said;
        }
    }
}

/// What the server says to a request that is written by hand.
fn http(request: &str) -> String {
    http_to(*SERVER, request)
}

fn http_to(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut said = Vec::new();
    let _ = stream.read_to_end(&mut said);
    String::from_utf8_lossy(&said).into_owned()
}

fn get(path: &str) -> String {
    http(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", *SERVER))
}

/// It still answers, and soon.
fn is_alive() {
    is_alive_beside(*SERVER, "others");
}

/// It answers an honest client, and soon, whoever else there is.
fn is_alive_beside(address: SocketAddr, others: &str) {
    let started = Instant::now();
    let mut client = connect_to(address, None).unwrap();
    ask(&mut client, json!({"id": 1, "ask": "eval", "text": "1/2 + 1/2"}));
    assert_eq!(answer(&mut client, 1)["data"]["canonical"], "1");
    let took = started.elapsed();
    println!("an honest client beside {others} was answered after {took:?}");
    assert!(took < SOON, "{took:?}");
}

#[test]
fn questions_are_answered() {
    let mut client = connect();
    ask(&mut client, json!({"id": 1, "ask": "hello"}));
    let hello = answer(&mut client, 1);
    assert_eq!(hello["data"]["engine"], "native");
    assert!(hello["data"]["games"].as_array().unwrap().len() > 20);
    let table = json!({"game": "nim", "start": "3,5", "first": null, "misere": false, "moves": ["5-3"]});
    ask(&mut client, json!({"id": 2, "ask": "scene", "table": table}));
    let scene = answer(&mut client, 2);
    assert_eq!(scene["data"]["view"], json!({"kind": "heaps", "heaps": [3, 3]}));
    assert_eq!(scene["data"]["to_move"], "right");
}

#[test]
fn a_long_question_tells_what_it_finds_and_can_be_stopped() {
    let mut client = connect();
    let table = json!({"game": "epaminondas", "start": "start", "first": null, "misere": false, "moves": []});
    ask(&mut client, json!({"id": 9, "ask": "reply", "table": table, "agent": "phalanx", "millis": 500000}));
    assert_eq!(hear(&mut client)["kind"], "progress");
    // Others are answered meanwhile.
    ask(&mut client, json!({"id": 10, "ask": "lessons", "game": "nim"}));
    assert_eq!(answer(&mut client, 10)["kind"], "answer");
    let stopped = Instant::now();
    ask(&mut client, json!({"id": 11, "ask": "stop", "of": 9}));
    assert_eq!(answer(&mut client, 9)["kind"], "stopped");
    assert!(stopped.elapsed() < Duration::from_secs(5), "{:?}", stopped.elapsed());
}

#[test]
fn a_question_that_waits_for_its_turn_can_be_stopped() {
    let mut client = connect();
    for id in 1..=3 {
        ask(
            &mut client,
            json!({"id": id, "ask": "sequence", "game": "octal:0.007", "to": 1000000, "misere": false}),
        );
    }
    ask(&mut client, json!({"id": 4, "ask": "stop", "of": 3}));
    assert_eq!(answer(&mut client, 3)["kind"], "stopped");
    for id in 1..=2 {
        ask(&mut client, json!({"id": 4 + id, "ask": "stop", "of": id}));
        assert_eq!(answer(&mut client, id)["kind"], "stopped");
    }
}

#[test]
fn what_cannot_be_read_is_an_error_and_no_more() {
    let mut client = connect();
    for garbage in [
        "",
        "{",
        "[]",
        "null",
        r#"{"id":5}"#,
        r#"{"id":5,"ask":"fly"}"#,
        r#"{"id":-1,"ask":"hello"}"#,
        "\u{0}",
    ] {
        client.send(Message::text(garbage)).unwrap();
        let said = hear(&mut client);
        assert_eq!(said["kind"], "error", "{garbage}: {said}");
    }
    client.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(hear(&mut client)["kind"], "error");
    ask(
        &mut client,
        json!({"id": 6, "ask": "explore", "game": "domineering", "position": "..x/...", "millis": 100}),
    );
    let error = answer(&mut client, 6);
    assert_eq!((&error["text"], &error["at"]), (&json!("..x/..."), &json!([2, 3])), "{error}");
    is_alive();
}

#[test]
fn a_message_that_is_too_large_ends_the_connection_and_nothing_else() {
    let mut client = connect();
    let text = "x".repeat(LARGEST_MESSAGE);
    let _ = client.send(Message::text(json!({"id": 1, "ask": "eval", "text": text}).to_string()));
    assert!(!matches!(client.read(), Ok(Message::Text(_))));
    is_alive();
}

#[test]
fn no_message_starts_a_program() {
    let mut client = connect();
    let table = json!({"game": "nim", "start": "3,5", "first": null, "misere": false, "moves": []});
    ask(
        &mut client,
        json!({"id": 1, "ask": "reply", "table": table, "agent": "ugi:touch nothing", "millis": 10}),
    );
    assert_eq!(answer(&mut client, 1)["kind"], "error");
}

#[test]
fn other_sites_may_not_ask() {
    let here = format!("http://{}", *SERVER);
    assert!(connect_as(Some(&here)).is_ok());
    for other in ["http://example.com", "null", "http://127.0.0.1:1", "file://"] {
        assert!(connect_as(Some(other)).is_err(), "{other}");
    }
    // A name that somebody's DNS gave to this machine is not its own.
    let said = http("GET / HTTP/1.1\r\nHost: evil.example:80\r\nConnection: close\r\n\r\n");
    assert!(said.starts_with("HTTP/1.1 403"), "{said}");
}

#[test]
fn nothing_but_the_page_is_served() {
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "/assets/../../package.json",
        "/assets/..%2f..%2fpackage.json",
        "/..%5c..%5cCargo.toml",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00.js",
        "/nothing",
    ] {
        let said = get(path);
        assert!(said.starts_with("HTTP/1.1 40"), "{path}: {said}");
        assert!(!said.contains("[workspace]") && !said.contains("root:"), "{path}");
    }
    is_alive();
}

/// A folder beside the page is never reached, by no spelling of its name and by no link.
#[test]
fn a_page_in_a_folder_is_served_and_nothing_beside_it() {
    let folder = std::env::temp_dir().join(format!("nimatron-serve-{}", std::process::id()));
    let dist = folder.join("dist");
    std::fs::create_dir_all(dist.join("assets")).unwrap();
    std::fs::write(dist.join("index.html"), "<!doctype html><title>from a folder</title>").unwrap();
    std::fs::write(dist.join("assets/index.js"), "let fromAFolder;").unwrap();
    std::fs::write(folder.join("secret"), "root:").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("secret"), dist.join("link")).unwrap();
        std::os::unix::fs::symlink(&folder, dist.join("up")).unwrap();
    }
    let page = Page::read(&dist).unwrap();
    let host = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let address = start_page(host, &[], env!("CARGO_BIN_EXE_nimatron"), &["answer".into()], page);
    let get = |path: &str| {
        http_to(address, &format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"))
    };

    for (path, text) in
        [("/", "from a folder"), ("/index.html", "from a folder"), ("/assets/index.js", "fromAFolder")]
    {
        let said = get(path);
        assert!(said.starts_with("HTTP/1.1 200") && said.contains(text), "{path}: {said}");
        assert!(said.contains("x-content-type-options: nosniff"), "{path}: {said}");
    }
    for path in [
        "/secret",
        "/../secret",
        "/..%2fsecret",
        "/%2e%2e/secret",
        "/assets/../../secret",
        "/assets/..%2f..%2fsecret",
        "/..%5csecret",
        "/link",
        "/up/secret",
        "/up/dist/index.html",
        "/assets",
        "/assets/",
        "/./index.html",
        "//index.html",
        "/index.html/",
        "/index.html%00",
    ] {
        let said = get(path);
        assert!(said.starts_with("HTTP/1.1 40") && !said.contains("root:"), "{path}: {said}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_answer_has_a_strict_policy() {
    for path in ["/", "/nothing"] {
        let said = get(path).to_lowercase();
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
        ] {
            assert!(said.contains(header), "{path}: no {header} in {said}");
        }
    }
}

/// Random numbers: xorshift, which will do here.
struct Lot(u64);

impl Lot {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// Any message, most of them nearly right.
fn any_message(lot: &mut Lot) -> String {
    let games = [
        "nim",
        "domineering",
        "octal:0.007",
        "queens",
        "epaminondas",
        "sum",
        "tactix",
        "legionnaires",
        "x",
        "placement:",
    ];
    let positions = [
        "start",
        "3x3",
        "3,5",
        "..../....",
        "4x4@torus",
        "",
        "nim 3 + nim 4",
        "💥",
        "999999999x9",
        "S:3,4",
        "1,2,3,4",
    ];
    let asks = [
        "hello",
        "agents",
        "scene",
        "reply",
        "judge",
        "hint",
        "explore",
        "eval",
        "options",
        "thermograph",
        "sequence",
        "table",
        "match",
        "edit",
        "export",
        "lessons",
        "stop",
        "fly",
    ];
    let texts = [
        "{0|*}",
        "^^*",
        "{{{{{{",
        "1/0",
        "+-{2|1}",
        "*99999999999",
        "{on|off}",
        "1/3",
        "x := 1",
        "",
        "é",
        "((((((1))))))",
    ];
    let (game, position) = (lot.one(&games), lot.one(&positions));
    let moves =
        if lot.below(2) == 0 { json!([]) } else { json!([lot.one(&["a1", "a1-a2", "3-1", "x", "1:1", ""])]) };
    let table =
        json!({"game": game, "start": position, "first": null, "misere": lot.below(2) == 0, "moves": moves});
    let text = json!({
        "id": lot.below(50), "ask": lot.one(&asks), "game": game, "position": position, "table": table, "millis": lot.below(50),
        "agent": lot.one(&["random", "alpha-beta:nodes=100", "perfect", "ugi:ls", "phalanx:nodes=100", "?"]), "text": lot.one(&texts),
        "to": lot.below(3000), "misere": false, "rows": lot.below(4), "cols": lot.below(4), "left": "random", "right": "greedy",
        "games": lot.below(4), "openings": lot.below(3), "seed": 1, "square": lot.below(20), "part": null, "as": lot.one(&["svg", "latex", "pdf"]),
        "of": lot.below(50),
    })
    .to_string();
    match lot.below(4) {
        // Cut off, or with one byte changed.
        0 => text.chars().take(lot.below(text.len())).collect(),
        1 => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = lot.below(letters.len());
            letters[at] = char::from(32 + lot.below(95) as u8);
            letters.into_iter().collect()
        }
        _ => text,
    }
}

#[test]
fn a_client_that_says_anything_does_no_harm() {
    let seconds = std::env::var("NIMATRON_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok()).unwrap_or(4);
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut lot = Lot(0x9e37_79b9_7f4a_7c15);
    let mut sent = 0;
    while Instant::now() < until {
        let mut client = connect();
        client.get_ref().0.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        for _ in 0..lot.below(40) {
            if client.send(Message::text(any_message(&mut lot))).is_err() {
                break;
            }
            sent += 1;
            // Who never listens is one of the kinds of clients there are.
            if lot.below(3) > 0 && matches!(client.read(), Ok(Message::Close(_))) {
                break;
            }
        }
        // Some leave without a word.
        if lot.below(2) == 0 {
            let _ = client.close(None);
        }
    }
    assert!(sent > 20, "{sent}");
    is_alive();
}

/// The workers of this process's servers, as `ps` sees them. Only Linux shows them this way.
#[cfg(target_os = "linux")]
fn workers() -> Vec<u32> {
    let me = std::process::id();
    let is_mine = |pid: u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // After the name, which is in brackets: the state, and then the parent.
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse::<u32>().ok()?;
        (parent == me).then_some(pid)
    };
    let all = std::fs::read_dir("/proc").unwrap();
    all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).filter_map(is_mine).collect()
}

#[test]
fn a_question_with_billions_of_moves_is_answered_and_the_server_goes_on() {
    let mut client = connect();
    // Codes that break a heap into three have as many moves as a heap has pairs.
    ask(
        &mut client,
        json!({"id": 1, "ask": "explore", "game": "octal:0x0.8", "position": "30000", "millis": 1000}),
    );
    let said = answer(&mut client, 1);
    assert_eq!(said["kind"], "answer");
    assert_eq!(said["data"]["options"]["left"].as_array().unwrap().len(), 400);
    ask(&mut client, json!({"id": 2, "ask": "eval", "text": "1/2+1/2"}));
    assert_eq!(answer(&mut client, 2)["data"]["canonical"], "1");
    is_alive();
}

#[test]
#[cfg(unix)]
fn a_worker_that_dies_is_an_error_of_its_question_alone() {
    // A program that is no worker says nothing, and one that says how it died is understood.
    let script = "read question; case $question in *memory*) echo 'memory allocation of 9 bytes failed' >&2;; esac; exit 3";
    let mut client = connect_to_script(script);
    for (text, expected) in
        [("1", "bug"), ("memory", "out of memory: a question may use 200 MB"), ("2", "bug")]
    {
        ask(&mut client, json!({"id": 1, "ask": "eval", "text": text}));
        let said = answer(&mut client, 1);
        assert_eq!(said["kind"], "error");
        assert!(said["message"].as_str().unwrap().contains(expected), "{said}");
    }
}

/// A client of a server whose workers are a shell script.
#[cfg(unix)]
fn connect_to_script(script: &str) -> Client {
    let arguments = ["-c", script].map(OsString::from);
    connect_to(start_with(IpAddr::V4(Ipv4Addr::LOCALHOST), &[], "/bin/sh", &arguments), None).unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn the_system_limits_the_memory_of_a_worker() {
    let mut client =
        connect_to_script(r#"read question; echo '{"id":1,"kind":"answer","data":'$(ulimit -d)'}'"#);
    ask(&mut client, json!({"id": 1, "ask": "hello"}));
    // A quarter more than a question may use, and room for code and three threads, in kilobytes.
    let expected = (MEMORY * 5 / 4 + (64 << 20) + 3 * (24 << 20)) >> 10;
    assert_eq!(answer(&mut client, 1)["data"], expected);
}

#[test]
#[cfg(unix)]
fn a_worker_that_hears_no_stop_is_killed() {
    let mut client = connect_to_script("read question && exec sleep 600");
    ask(&mut client, json!({"id": 1, "ask": "hello"}));
    std::thread::sleep(Duration::from_millis(200));
    let stopped = Instant::now();
    ask(&mut client, json!({"id": 2, "ask": "stop", "of": 1}));
    assert_eq!(answer(&mut client, 1)["kind"], "stopped");
    println!("it was stopped after {:?}", stopped.elapsed());
    assert!(stopped.elapsed() < SOON);
}

#[test]
#[cfg(unix)]
fn an_answer_without_end_is_refused() {
    let mut client = connect_to_script("read question && yes | tr -d '\\n'");
    ask(&mut client, json!({"id": 1, "ask": "hello"}));
    let said = answer(&mut client, 1);
    assert!(said["message"].as_str().unwrap().contains("too long"), "{said}");
}

/// A question that takes as long as it may.
fn heavy(id: usize) -> Value {
    json!({"id": id, "ask": "sequence", "game": "octal:0.007", "to": 1000000, "misere": false})
}

/// An expression that takes long, though most don't.
fn heavy_expression(id: usize) -> Value {
    let text = "({3|1||-1|-4} + {5|2||0|-7} + {9|4||1|-3})".repeat(400).replace(")(", ") + (");
    json!({"id": id, "ask": "eval", "text": text})
}

#[test]
fn busy_clients_do_not_shut_others_out() {
    let address = start(IpAddr::V4(Ipv4Addr::LOCALHOST), &[]);
    let mut busy: Vec<Client> = (0..10).map(|_| connect_to(address, None).unwrap()).collect();
    for client in &mut busy[..4] {
        (0..8).for_each(|id| ask(client, heavy(id)));
    }
    is_alive_beside(address, "four connections with eight heavy questions each");
    // A long question of somebody else gets its turn, too.
    let mut honest = connect_to(address, None).unwrap();
    ask(
        &mut honest,
        json!({"id": 1, "ask": "explore", "game": "domineering", "position": "3x3", "millis": 2000}),
    );
    assert_eq!(answer(&mut honest, 1)["kind"], "answer");
    for client in &mut busy[4..] {
        (0..8).for_each(|id| ask(client, heavy(id)));
    }
    is_alive_beside(address, "ten busy tabs");
    for client in &mut busy {
        (8..16).for_each(|id| ask(client, heavy_expression(id)));
    }
    is_alive_beside(address, "ten tabs with heavy expressions");
}

#[test]
fn clients_that_never_read_do_not_keep_their_workers() {
    let address = start(IpAddr::V4(Ipv4Addr::LOCALHOST), &[]);
    let mut deaf: Vec<Client> = (0..10).map(|_| connect_to(address, None).unwrap()).collect();
    for client in &mut deaf {
        (0..8).for_each(|id| ask(client, heavy(id)));
    }
    is_alive_beside(address, "ten clients that never read");
    // They have all seats for long questions, until they are dropped.
    let mut honest = connect_to(address, None).unwrap();
    let started = Instant::now();
    ask(
        &mut honest,
        json!({"id": 1, "ask": "explore", "game": "domineering", "position": "3x3", "millis": 2000}),
    );
    assert_eq!(answer(&mut honest, 1)["kind"], "answer");
    println!("a long question beside them was answered after {:?}", started.elapsed());
    drop(deaf);
}

#[test]
fn idle_connections_do_not_shut_others_out() {
    let address = start(IpAddr::V4(Ipv4Addr::LOCALHOST), &[]);
    let idle: Vec<Client> = (0..100).map(|_| connect_to(address, None).unwrap()).collect();
    is_alive_beside(address, "a hundred idle sockets");
    drop(idle);
}

#[test]
fn half_sent_headers_do_not_shut_others_out() {
    let address = start(IpAddr::V4(Ipv4Addr::LOCALHOST), &[]);
    let started = Instant::now();
    let mut half: Vec<TcpStream> = (0..1000)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
            stream
        })
        .collect();
    println!("a thousand half-sent headers took {:?}", started.elapsed());
    is_alive_beside(address, "a thousand half-sent headers");
    // None of them is kept for long.
    let last = half.last_mut().unwrap();
    last.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let mut said = Vec::new();
    assert!(last.read_to_end(&mut said).is_ok() || said.is_empty());
    is_alive_beside(address, "what is left of them");
}

#[test]
fn names_have_to_be_given_when_others_can_reach_the_server() {
    // It listens on all addresses, and is asked on loopback, where `localhost` is a name of it.
    let any = start(IpAddr::V4(Ipv4Addr::UNSPECIFIED), &["lab.example"]);
    let port = any.port();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let status = |host: &str| {
        let said =
            http_to(address, &format!("GET /nothing HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"));
        said.split_whitespace().nth(1).unwrap_or_default().to_owned()
    };
    for own in ["127.0.0.1", "192.0.2.7", "[::1]", "localhost", "lab.example", "LAB.example"] {
        assert_eq!(status(&format!("{own}:{port}")), "404", "{own}");
        assert_eq!(status(own), "404", "{own}");
    }
    for other in [
        "evil.example",
        "lab.example.evil.example",
        "localhost.evil.example",
        "lab",
        "",
        "127.0.0.1.evil.example",
    ] {
        assert_eq!(status(&format!("{other}:{port}")), "403", "{other}");
    }
    assert_eq!(status("127.0.0.1:1"), "403");
    // The socket is as careful.
    for (host, is_own) in [("lab.example", true), ("evil.example", false)] {
        let origin = format!("http://{host}:{port}");
        let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
        request.headers_mut().insert("Host", format!("{host}:{port}").parse().unwrap());
        request.headers_mut().insert("Origin", origin.parse().unwrap());
        let stream = TcpStream::connect(address).unwrap();
        assert_eq!(tungstenite::client(request, Steady(stream)).is_ok(), is_own, "{host}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_client_that_leaves_takes_its_workers_along() {
    let address = start(IpAddr::V4(Ipv4Addr::LOCALHOST), &[]);
    let mut client = connect_to(address, None).unwrap();
    (0..2).for_each(|id| ask(&mut client, heavy(id)));
    // Both are worked on.
    for id in 0..2 {
        loop {
            if hear(&mut client)["id"] == id {
                break;
            }
        }
    }
    let busy = |pid: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // The nice value is the 17th field after the name; workers with a long seat are nice.
        stat.rsplit_once(')').is_some_and(|(_, rest)| rest.split_whitespace().nth(16) == Some("10"))
    };
    let before: Vec<u32> = workers().into_iter().filter(busy).collect();
    assert!(before.len() >= 2, "{before:?}");
    drop(client);
    let deadline = Instant::now() + Duration::from_secs(10);
    // Those of other tests come and go.
    while before.iter().filter(|pid| busy(pid)).count() > before.len() - 2 {
        assert!(Instant::now() < deadline, "{before:?} are still there");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_worker_whose_server_is_gone_ends() {
    let mut worker = std::process::Command::new(env!("CARGO_BIN_EXE_nimatron"))
        .args(["answer", "--memory=200M"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = worker.stdin.take().unwrap();
    writeln!(input, "{}", heavy(1)).unwrap();
    // It has begun.
    let mut output = worker.stdout.take().unwrap();
    output.read_exact(&mut [0]).unwrap();
    drop(input);
    let deadline = Instant::now() + Duration::from_secs(10);
    while worker.try_wait().unwrap().is_none() {
        if Instant::now() >= deadline {
            worker.kill().unwrap();
            panic!("the worker did not end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
