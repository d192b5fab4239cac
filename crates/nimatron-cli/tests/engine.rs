//! The engine as other programs drive it, other programs as agents, and records of games, all through the real binary.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

const BINARY: &str = env!("CARGO_BIN_EXE_nimatron");

fn nimatron() -> Command {
    let mut command = Command::new(BINARY);
    command
        .stdin(Stdio::null())
        .env("NIMATRON_DATA", Path::new(env!("CARGO_TARGET_TMPDIR")).join("data"))
        // What an earlier test remembers is no test.
        .env("NIMATRON_STORE", "off");
    command
}

fn run(arguments: &[&str]) -> (Output, String, String) {
    let output = nimatron().args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    (output, out, err)
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// An engine, and what it says.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut child = nimatron()
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert!(self.output.read_line(&mut line).unwrap() > 0, "the engine is silent");
        line.trim().to_owned()
    }

    /// All lines up to one that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(start) {
            lines.push(self.line());
        }
        lines
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.line()
    }

    fn best(&mut self, go: &str) -> String {
        self.say(go);
        self.until("bestmove").pop().unwrap().replace("bestmove ", "")
    }

    fn ends(mut self) {
        drop(self.input);
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                assert_eq!(status.code(), Some(0));
                return;
            }
            assert!(started.elapsed() < Duration::from_secs(10), "the engine doesn't end");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Puzzle 7a of the paper.
const PUZZLE: &str = "8bbb3/14/7w6/7w6/7w6/14/14/14/14/14/14/14 w";

#[test]
fn the_engine_speaks_ugi() {
    let mut engine = Engine::start(&["epaminondas"]);
    engine.say("ugi");
    let greeting = engine.until("ugiok");
    assert!(greeting[0].starts_with("id name nimatron ") && greeting.len() > 3, "{greeting:?}");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.say("uginewgame");
    engine.say("position startpos");
    assert_eq!(engine.ask("query p1turn"), "response true");
    assert_eq!(engine.ask("query result"), "response none");
    assert_eq!(engine.ask("query gameover"), "response false");
    assert_eq!(engine.ask("query islegal a2-a3"), "response true");
    assert_eq!(engine.ask("query islegal a2-a4"), "response false");
    engine.say("go depth 2");
    let found = engine.until("bestmove");
    assert!(found[0].starts_with("info depth 1 score cp ") && found[0].contains(" pv "), "{found:?}");
    for word in [" nodes ", " time ", " nps "] {
        assert!(found[0].contains(word), "{found:?}");
    }
    assert!(found.iter().any(|line| line.starts_with("info depth 2 ")), "{found:?}");
    assert!(!found.iter().any(|line| line.starts_with("info depth 3 ")), "{found:?}");
    engine.say("position startpos moves a2-a3 a11-a10");
    assert_eq!(engine.ask("query p1turn"), "response true");
    engine.say("position startpos moves a2-a3");
    assert_eq!(engine.ask("query p1turn"), "response false");
    // A win is proved, and said so.
    engine.say(&format!("position fen {PUZZLE}"));
    engine.say("go movetime 5000");
    let found = engine.until("bestmove");
    assert_eq!(found.last().unwrap(), "bestmove h8-h11");
    assert!(found[found.len() - 2].contains(" score mate 4 "), "{found:?}");
    engine.say("position fen w13/14/14/14/14/14/14/14/14/14/14/12bb w");
    assert_eq!(engine.ask("query fen").split(' ').nth(2), Some("w"));
    engine.say("quit");
    engine.ends();
}

#[test]
fn a_search_without_end_is_stopped() {
    for agent in ["phalanx", "alpha-beta", "flat-ucb1", "random", "leonidas-ab:depth=2"] {
        let mut engine = Engine::start(&["crossings", "--agent", agent]);
        engine.say("go infinite");
        // It hears while it searches.
        engine.say("isready");
        engine.until("readyok");
        std::thread::sleep(Duration::from_millis(100));
        let started = Instant::now();
        engine.say("stop");
        let best = engine.until("bestmove").pop().unwrap();
        assert!(started.elapsed() < Duration::from_secs(3), "{agent} took {:?}", started.elapsed());
        let name = best.replace("bestmove ", "");
        assert_eq!(engine.ask(&format!("query islegal {name}")), "response true", "{agent} {best}");
        // A stop that comes at once is heard, too.
        engine.say("go infinite\nstop");
        engine.until("bestmove");
        engine.ends();
    }
}

#[test]
fn every_limit_is_obeyed() {
    let mut engine = Engine::start(&["epaminondas", "--seed", "1"]);
    for (go, most) in
        [("go movetime 200", 1500), ("go p1time 3000 p2time 3000 p1inc 100", 1500), ("go nodes 5000", 5000)]
    {
        let started = Instant::now();
        assert!(engine.best(go).contains('-'));
        assert!(started.elapsed() < Duration::from_millis(most), "{go} took {:?}", started.elapsed());
    }
    engine.ends();
}

#[test]
fn a_perfect_player_plays_in_time_and_says_where_it_is_not_perfect() {
    let mut engine = Engine::start(&["domineering", "10x10", "--agent", "perfect"]);
    engine.say("go movetime 200");
    let info = engine.line();
    let (remark, best) = (engine.line(), engine.line());
    let best = best.strip_prefix("bestmove ").unwrap();
    assert!(info.starts_with("info depth ") && info.ends_with(&format!(" pv {best}")), "{info}");
    assert!(remark.starts_with("info string not perfect: ") && remark.contains(best), "{remark}");
    engine.ends();
}

#[test]
fn nothing_that_is_said_ends_the_engine() {
    let mut engine = Engine::start(&["nim", "3,4,5", "--agent", "perfect"]);
    for line in [
        "hello",
        "position",
        "position fen 3,x",
        "position startpos moves 9-1",
        "position startpos moves 3-1 9-1",
        "go movetime -5",
        "go depth none",
        "go quickly",
        "query weather",
        "setoption name Contempt value 3",
        "setoption name Agent value clever",
        "setoption name Misere value maybe",
        "\u{1F600} é",
    ] {
        let answer = engine.ask(line);
        assert!(answer.starts_with("info string error: "), "{line}: {answer}");
    }
    engine.say(&format!("position startpos moves {}", "3-1 ".repeat(300_000)));
    assert!(engine.line().starts_with("info string error: "));
    engine.input.write_all(b"\xff\xfe\n").unwrap();
    assert!(engine.line().starts_with("info string error: "));
    // All is as it was.
    assert_eq!(engine.ask("query fen"), "response 3,4,5");
    assert_eq!(engine.best("go"), "3-1");
    engine.say("position startpos moves 3-0 4-0 5-0");
    assert_eq!(engine.ask("query result"), "response p1win");
    assert_eq!(engine.best("go depth 3"), "none");
    // Another agent, another convention, another first player.
    engine.say("setoption name Misere value true");
    assert_eq!(engine.ask("query result"), "response p2win");
    engine.say("setoption name First value right");
    engine.say("setoption name Agent value random");
    engine.say("position fen 1,1");
    assert_eq!(engine.ask("query p1turn"), "response false");
    assert_eq!(engine.best("go"), "1-0");
    engine.ends();
}

#[test]
fn every_game_has_an_engine() {
    for game in [
        "nim",
        "domineering",
        "legionnaires",
        "legionnaires:centurion",
        "kayles",
        "queens",
        "crossings",
        "sum",
    ] {
        let mut engine = Engine::start(&[game, "--seed", "1"]);
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..6 {
            engine.say(&format!("position startpos moves {}", moves.join(" ")));
            let best = engine.best("go nodes 300");
            if best == "none" {
                assert_eq!(engine.ask("query gameover"), "response true", "{game}");
                break;
            }
            moves.push(best);
        }
        assert!(!moves.is_empty(), "{game}");
        engine.ends();
    }
    for (arguments, complaint) in [
        (&["chess"][..], "there is no game `chess`"),
        (&["nim", "3,x"], "no size of a heap"),
        (&["nim", "--agent", "clever"], "there is no agent `clever`"),
        (&["nim", "--agent", "phalanx:time=-1s"], "no time to think"),
        (&["nim", "--json"], "an engine speaks UGI, not JSON"),
    ] {
        let (output, _, error) = run(&[&["engine"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(error.contains(complaint), "{error}");
    }
}

/// A program that speaks UGI and does this when it is to move.
fn program(name: &str, at_go: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let script = format!(
        "while read -r line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; go*) {at_go};; quit) exit;; \
         esac; done\n"
    );
    std::fs::write(&path, script).unwrap();
    path
}

#[test]
#[cfg(unix)]
fn a_program_that_misbehaves_loses_its_games_and_not_the_match() {
    for (name, at_go, reason) in [
        ("late.sh", "sleep 3", "time"),
        ("dead.sh", "exit 1", "crash"),
        ("wrong.sh", "echo info string hm; echo bestmove 9-9", "illegal"),
    ] {
        let path = program(name, at_go);
        let agent = format!("ugi,time=20ms:sh '{}'", path.display());
        let (output, out, error) = run(&[
            "match", "nim", "3,4,5", "--left", &agent, "--right", "random", "--games", "4", "--swap",
            "--json",
        ]);
        assert_eq!(output.status.code(), Some(0), "{error}");
        let lines: Vec<_> = out.lines().map(json).collect();
        for line in &lines[..4] {
            assert_eq!(
                (line["reason"].as_str(), line["result"].as_str()),
                (Some(reason), Some("loss")),
                "{out}"
            );
            assert!(line["note"].is_string());
        }
        assert_eq!((&lines[4]["losses"], &lines[4]["reasons"][reason]), (&4.into(), &4.into()));
    }
    let (output, _, error) = run(&["match", "nim", "--left", "ugi:/nowhere/engine", "--right", "random"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("/nowhere/engine can't be started"), "{error}");
}

#[test]
fn our_own_engine_plays_as_a_program() {
    let agent = format!("ugi,nodes=2000:'{BINARY}' engine nim --agent perfect");
    let arguments =
        ["match", "nim", "3,4,5", "--left", &agent, "--right", "random", "--games", "6", "--to-move", "left"];
    let (output, out, error) = run(&[&arguments[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert_eq!(json(out.lines().last().unwrap())["wins"], 6);
    // Right begins, and who cannot move wins; openings, and both sides.
    let agent = format!("ugi,depth=1:'{BINARY}' engine crossings");
    let arguments =
        ["match", "crossings", "--left", &agent, "--right", "random", "--games", "2", "--openings", "4"];
    let (output, out, error) = run(&[&arguments[..], &["--to-move", "right", "--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{error}");
    let report = json(out.lines().last().unwrap());
    assert_eq!(report["reasons"].get("illegal"), None, "{out}");
}

#[test]
fn a_match_is_tested_kept_and_gone_on_with() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games.jsonl");
    let _ = std::fs::remove_file(&file);
    let file = file.display().to_string();
    let arguments = [
        "match",
        "legionnaires",
        "4x4",
        "--left",
        "perfect",
        "--right",
        "random",
        "--records",
        &file,
        "--openings",
        "1",
    ];
    let (output, first, error) = run(&[&arguments[..], &["--games", "6"]].concat());
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(first.contains("\n  pairs "), "{first}");
    let (output, again, _) = run(&[&arguments[..], &["--games", "6", "--resume"]].concat());
    assert_eq!((output.status.code(), again), (Some(0), first));
    let (output, _, error) = run(&[&arguments[..], &["--games", "6"]].concat());
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("--resume"), "{error}");
    let (output, tested, _) =
        run(&[&arguments[..], &["--games", "5000", "--resume", "--sprt", "0,50"]].concat());
    assert_eq!(output.status.code(), Some(0));
    assert!(tested.contains("it gains (H1, +50 Elo): LLR +"), "{tested}");
    for (argument, value) in [
        ("--sprt", "10,0"),
        ("--sprt", "often"),
        ("--move-time", "-1s"),
        ("--openings", "-2"),
        ("--games", "0"),
    ] {
        let (output, _, error) =
            run(&["match", "nim", "--left", "random", "--right", "random", argument, value]);
        assert_eq!(output.status.code(), Some(2), "{argument} {value}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn complexity_has_its_keys_and_its_picture() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("boxes.png");
    let file = file.display().to_string();
    let arguments = ["complexity", "epaminondas", "--games", "4", "--svg", &file];
    let (output, out, error) = run(&[&arguments[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{error}");
    let report = json(&out);
    for key in ["branching", "branching_per_piece", "length", "tree"] {
        assert!(report[key].as_f64().unwrap() > 1.0, "{out}");
    }
    assert!(report["state_space"].as_str().unwrap().starts_with("24080278"), "{out}");
    assert!(std::fs::read(&file).unwrap().starts_with(b"\x89PNG"));
    let (_, text, _) = run(&["complexity", "epaminondas", "--games", "2"]);
    assert!(text.contains("  state space    2.408028·10^61 = 24080278526707"), "{text}");
    let (output, _, error) = run(&["complexity", "nim", "--svg", "boxes.bmp"]);
    assert_eq!(output.status.code(), Some(2), "{error}");
}

#[test]
fn bad_positions_and_moves_are_refused() {
    let full = "w".repeat(14);
    let crowded = format!("{full}/{full}/w13/14/14/14/14/14/14/14/14/13b w");
    for (position, complaint) in [
        (&*crowded, "White has 29 stones"),
        ("14/14/14/14/14/14/14/14/14/14/14/14 w", "no stones"),
        ("start x", "who is to move"),
    ] {
        let (output, _, error) =
            run(&["match", "epaminondas", position, "--left", "random", "--right", "random"]);
        assert_eq!(output.status.code(), Some(2), "{position}");
        assert!(error.contains(complaint), "{error}");
    }
}

#[test]
fn games_are_kept_and_read_again() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (file, copy) = (folder.join("game.txt"), folder.join("copy.txt"));
    let play = |arguments: &[&str], lines: String| {
        let mut child = nimatron()
            .arg("play")
            .args(arguments)
            .args(["--left", "human", "--right", "human"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    let name = file.display();
    play(
        &["epaminondas"],
        format!("comment Off we go {{1}}.\na2-a3\nb11-b10\ncomment Hm\nc2-c3\nundo\nsave {name}\n"),
    );
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.starts_with("Game: epaminondas\nPosition: "), "{kept}");
    assert!(kept.ends_with("\n\n{Off we go \\{1\\}.}\n1. a2-a3 b11-b10 {Hm}\n"), "{kept}");
    play(&["epaminondas"], format!("load {name}\nsave {}\n", copy.display()));
    assert_eq!(std::fs::read_to_string(&copy).unwrap(), kept);
    let (output, out, error) = run(&["record", &name.to_string(), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{error}");
    let report = json(&out);
    assert_eq!(
        (&report["moves"][1], &report["comments"][0][1]),
        (&"b11-b10".into(), &"Off we go {1}.".into())
    );
    let (_, out, _) = run(&["record", &name.to_string()]);
    assert!(out.contains("   1. a2-a3\n      b11-b10\n      Hm\n\nnot over, after 2 moves\n"), "{out}");
    // What is wrong is pointed at.
    std::fs::write(&copy, kept.replace("b11-b10", "b11-b4")).unwrap();
    let (output, _, error) = run(&["record", &copy.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains(": Right has no move `b11-b4`") && error.ends_with("^^^^^^\n"), "{error}");
    let told = play(&["nim"], format!("load {name}\nload /nowhere\nload {}\n", copy.display()));
    assert!(told.contains("this is a game of epaminondas") && told.contains("error: /nowhere"), "{told}");
}
