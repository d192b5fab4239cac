//! The server: hostile messages, each followed by an ordinary question that must be answered.

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

use crate::dice::Dice;
use crate::program::{self, Program};
use crate::registry::Registry;
use crate::socket::{PING, Socket, TEXT, frame};
use crate::trial::Trial;

const PART: &str = "server";
/// The limits of each question; at most eight long ones run at a time.
const MEMORY: u64 = 64 << 20;
const MOST_QUESTIONS: u64 = 8;
/// The time for an ordinary question, on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(8);
const HONEST: &str = r#"{"id":4242,"ask":"eval","expression":"1/2+1/2"}"#;

/// Messages that harmed earlier versions, or might harm.
pub const HOSTILE: &[&str] = &[
    // A code that breaks a heap into three: 75 million moves.
    r#"{"id":1,"ask":"explore","game":"octal:0x0.8","position":"30000","millis":1000}"#,
    r#"{"id":2,"ask":"explore","game":"nim","position":"9000000","millis":1000}"#,
    r#"{"id":3,"ask":"explore","game":"octal:0.F1","position":"1999992","millis":1000}"#,
    r#"{"id":4,"ask":"scene","table":{"game":"octal:0x0.F","start":"20000","first":null,"misere":true,"moves":[]}}"#,
    r#"{"id":5,"ask":"judge","table":{"game":"nim","start":"3000000,4000000","first":null,"misere":false,"moves":[]},"millis":900}"#,
    r#"{"id":6,"ask":"sequence","game":"octal:0.007","to":4294967295,"misere":false}"#,
    r#"{"id":7,"ask":"table","game":"clobber","to":"4000000000x4000000000"}"#,
    r#"{"id":8,"ask":"eval","expression":"((((((((((((((((((((((((((((1"}"#,
    r#"{"id":9,"ask":"eval","expression":"1000000000000*over"}"#,
    r#"{"id":10,"ask":"explore","game":"domineering","position":"200x200","millis":4294967295}"#,
    r#"{"id":11,"ask":"reply","table":{"game":"epaminondas","start":"start","first":null,"misere":false,"moves":[]},"agent":"phalanx:threads=64,hash=100000","millis":300}"#,
    r#"{"id":12,"ask":"match","game":"nim","position":"3","left":"random","right":"random","games":4294967295,"openings":4294967295,"seed":1}"#,
    r#"{"id":13,"ask":"edit","game":"nim","position":"3,5","square":18446744073709551615,"part":18446744073709551615}"#,
    r#"{"id":14,"ask":"export","game":"cram","position":"3000x3000","as":"svg"}"#,
    r#"{"id":15,"ask":"stop","of":15}"#,
    r#"{"id":-1}"#,
    r#"[]"#,
    "",
];

/// A running server.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    command: String,
}

impl Server {
    /// Starts one on any free port.
    pub fn start(program: &Program) -> Result<Self> {
        let arguments: Vec<String> = ["serve", "--port", "0", "--memory", "64M", "--time", "2s"]
            .iter()
            .map(|&word| word.to_owned())
            .collect();
        let mut child = program
            .command(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("no server")?;
        let mut line = String::new();
        if let Some(stdout) = child.stdout.take() {
            BufReader::new(stdout).read_line(&mut line)?;
        }
        let address =
            line.split_once("http://").and_then(|(_, rest)| rest.trim().trim_end_matches('/').parse().ok());
        let command = Program::shown(&arguments);
        match address {
            Some(address) => Ok(Server { child, address, command }),
            None => {
                program::kill(&child);
                let _ = child.wait();
                bail!("`{command}` did not say where it serves, but {line:?}")
            }
        }
    }

    /// Checks that an ordinary question is answered: `1/2 + 1/2`.
    fn is_honest(&self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            // Closed connections may still count for a moment.
            let asked = (|| {
                let mut socket = Socket::open(self.address)?;
                socket.send(TEXT, HONEST.as_bytes())?;
                socket.answer(4242, deadline.saturating_duration_since(Instant::now()))
            })();
            match asked {
                Ok(said) if said["data"]["canonical"] == "1" => return Ok(()),
                Ok(said) => bail!("{said}"),
                Err(error) if Instant::now() >= deadline => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    /// Its exit status, if any.
    fn ended(&mut self) -> Option<String> {
        self.child.try_wait().ok().flatten().map(|status| status.to_string())
    }

    /// Its peak memory, on systems with `/proc`.
    fn peak(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
    }

    /// Checks that it runs, answers, and keeps to the memory of `questions` questions; false if unusable.
    pub fn check(&mut self, trial: &mut Trial, after: &str, questions: u64) -> bool {
        let command = format!("{}, and then {after}", self.command);
        if let Some(status) = self.ended() {
            trial.finding(PART, &command, "a server that keeps running", &format!("it ended: {status}"));
            return false;
        }
        if let Err(error) = self.is_honest() {
            // The server may have just ended.
            let found =
                self.ended().map_or_else(|| format!("{error:#}"), |status| format!("it ended: {status}"));
            trial.finding(PART, &command, "an answer to 1/2+1/2 within seconds", &found);
            return false;
        }
        // The limit of each question, and the server itself.
        let allowed = MEMORY * questions * 115 / 100 + (100 << 20);
        if let Some(peak) = self.peak().filter(|peak| *peak > allowed) {
            let expected = format!("at most {} MB, with --memory for each question", allowed >> 20);
            trial.finding(PART, &command, &expected, &format!("{} MB", peak >> 20));
            return false;
        }
        true
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        program::kill(&self.child);
        let _ = self.child.wait();
    }
}

/// The server that steps share, until it fails.
#[derive(Default)]
pub struct Serving(Option<Server>);

impl Serving {
    /// One kind of hostile input, and then an ordinary question.
    pub fn step(&mut self, trial: &mut Trial, registry: &Registry, step: u64) -> Result<()> {
        let mut dice = trial.dice(PART, step);
        let mut server = match self.0.take() {
            Some(server) => server,
            None => Server::start(&trial.program.within("server")?)?,
        };
        let done = hostile(server.address, registry, &mut dice);
        trial.runs += 1;
        if server.check(trial, &format!("{done} (step {step})"), MOST_QUESTIONS) {
            self.0 = Some(server);
        }
        Ok(())
    }
}

/// Sends hostile input and returns a description of it. The server may refuse it, so errors are ignored.
fn hostile(address: SocketAddr, registry: &Registry, dice: &mut Dice) -> String {
    match dice.below(6) {
        0 => {
            let message = *dice.one_of(HOSTILE);
            let _ = tell(address, message.as_bytes());
            message.to_owned()
        }
        1 => {
            let count = dice.within(1, 8);
            let messages: Vec<String> = (0..count).map(|_| message(registry, dice)).collect();
            if let Ok(mut socket) = Socket::open(address) {
                for message in &messages {
                    let _ = socket.send(TEXT, message.as_bytes());
                }
                let _ = socket.answer(0, Duration::from_millis(300));
            }
            messages.join("\n")
        }
        2 => {
            let half = "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgr";
            let mut open: Vec<_> = (0..40).filter_map(|_| Socket::silent(address).ok()).collect();
            open.iter_mut().for_each(|stream| _ = stream.write_all(half.as_bytes()));
            "40 connections with half of a header, closed again".into()
        }
        3 => {
            let count = dice.within(1, 400);
            let bytes = dice.bytes(count);
            if let Ok(mut stream) = Socket::silent(address) {
                let _ = stream.write_all(&bytes);
            }
            let mut socket = Socket::open(address);
            if let Ok(socket) = &mut socket {
                let _ = socket.stream.write_all(&bytes);
                std::thread::sleep(Duration::from_millis(20));
            }
            format!("random bytes, as HTTP and as a frame: {bytes:?}")
        }
        4 => {
            if let Ok(mut socket) = Socket::open(address) {
                for _ in 0..2000 {
                    let sent = socket.send(PING, b"ping").and_then(|()| socket.send(TEXT, HONEST.as_bytes()));
                    if sent.is_err() {
                        break;
                    }
                }
            }
            "2000 pings and 2000 questions, and no answer is read".into()
        }
        _ => {
            // A frame that claims to have an exabyte, a continuation of nothing, and a reserved opcode.
            for bytes in [
                &[0x81, 0xff, 0x0d, 0xe0, 0xb6, 0xb3, 0xa7, 0x64, 0, 0, 1, 2, 3, 4, b'x'][..],
                &[0x00, 0x81, 0, 0, 0, 0, b'x'],
                &[0x87, 0x80, 0, 0, 0, 0],
            ] {
                if let Ok(mut socket) = Socket::open(address) {
                    let _ = socket.stream.write_all(bytes);
                    let _ = socket.stream.write_all(&frame(TEXT, b"{}"));
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
            "invalid frames".into()
        }
    }
}

/// Sends a message and waits for an answer of any kind: each question has a limit of two seconds.
pub fn tell(address: SocketAddr, message: &[u8]) -> Result<Value> {
    let id =
        serde_json::from_slice::<Value>(message).ok().and_then(|value| value["id"].as_u64()).unwrap_or(0);
    let mut socket = Socket::open(address)?;
    socket.send(TEXT, message)?;
    socket.answer(id, Duration::from_secs(10))
}

/// A plausible message.
fn message(registry: &Registry, dice: &mut Dice) -> String {
    let game = dice.one_of(&registry.games).clone();
    let position = match dice.below(3) {
        0 => game.start.clone(),
        1 => format!("{}x{}", dice.within(1, 6), dice.within(1, 6)),
        _ => format!("{},{}", dice.within(0, 30), dice.within(0, 3_000_000)),
    };
    let name = match &*game.name {
        "octal" => format!("octal:0x0.{:X}{:X}", dice.below(16), dice.below(16)),
        "subtraction" => "subtraction:1,3,4".into(),
        "placement" => "placement:N+K".into(),
        name => name.to_owned(),
    };
    let table =
        json!({"game": name, "start": position, "first": null, "misere": dice.once_in(2), "moves": []});
    let millis = dice.within(1, 400);
    let ask = match dice.below(10) {
        0 => json!({"ask": "scene", "table": table}),
        1 => json!({"ask": "judge", "table": table, "millis": millis}),
        2 => json!({"ask": "hint", "table": table, "millis": millis}),
        3 => {
            json!({"ask": "reply", "table": table, "agent": dice.one_of(&registry.agents), "millis": millis})
        }
        4 => json!({"ask": "explore", "game": name, "position": position, "millis": millis}),
        5 => {
            json!({"ask": "edit", "game": name, "position": position, "square": dice.below(40), "part": null})
        }
        6 => {
            json!({"ask": "export", "game": name, "position": position, "as": dice.one_of(&["text", "ascii", "latex", "svg"])})
        }
        7 => json!({"ask": "sequence", "game": name, "to": dice.below(100_000), "misere": false}),
        8 => json!({"ask": "table", "game": name, "to": format!("{}x{}", dice.below(9), dice.below(9))}),
        _ => json!({"ask": "lessons", "game": name}),
    };
    let mut ask = ask;
    ask["id"] = json!(dice.below(50));
    let mut text = ask.to_string();
    if dice.once_in(4) {
        let at = dice.below(text.len());
        if text.is_char_boundary(at) {
            text.truncate(at);
        }
    }
    text
}
