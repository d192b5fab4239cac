//! A real server, and clients that mean well, badly, or nothing at all.

#![allow(clippy::unwrap_used)]

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use nimatron_web::server::{LARGEST_MESSAGE, Server};
use nimatron_web::{Desk, Resources};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// One server for all tests of this file: they are strangers to each other, as its clients would be.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| {
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async move {
            let desk = Desk::new(Resources { memory: 256 << 20, ..Resources::default() });
            let server = Server::bind(IpAddr::V4(Ipv4Addr::LOCALHOST), 0, true, desk).await.unwrap();
            send.send(server.address()).unwrap();
            server.run(std::future::pending()).await.unwrap();
        });
    });
    receive.recv().unwrap()
});

type Client = WebSocket<TcpStream>;

fn connect_as(origin: Option<&str>) -> Result<Client, String> {
    let address = *SERVER;
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", origin.parse().unwrap());
    }
    tungstenite::client(request, stream).map(|(client, _)| client).map_err(|error| error.to_string())
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
    let mut stream = TcpStream::connect(*SERVER).unwrap();
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
    let started = Instant::now();
    let mut client = connect();
    ask(&mut client, json!({"id": 1, "ask": "eval", "text": "1/2 + 1/2"}));
    assert_eq!(answer(&mut client, 1)["data"]["canonical"], "1");
    assert!(started.elapsed() < Duration::from_secs(20));
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

/// Numbers by lot: xorshift, which will do here.
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
        client.get_ref().set_read_timeout(Some(Duration::from_millis(20))).unwrap();
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
