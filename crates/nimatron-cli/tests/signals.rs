//! What a signal ends ends with what is known, and with its files whole.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const SIGHUP: u32 = 1;
const SIGTERM: u32 = 15;

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("signals").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn in_folder(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("NIMATRON_DATA", folder.join("data")).env("NIMATRON_STORE", "off");
    command
}

fn nimatron(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimatron"));
    command.args(arguments.split(' '));
    in_folder(command, folder)
}

/// A shell that does something first and then becomes the program.
fn shell(folder: &Path, first: &str, arguments: &str) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{first}; exec {} {arguments}", env!("CARGO_BIN_EXE_nimatron"))]);
    in_folder(command, folder)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < patience, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits until a process handles a signal.
fn until_handled(child: &Child, signal: u32) {
    until("no handler", || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal - 1) & 1 == 1)
    });
}

fn send(signal: &str, to: &str) {
    assert!(Command::new("kill").args(["-s", signal, "--", to]).status().unwrap().success());
}

#[test]
fn term_and_hang_up_end_as_ctrl_c_does_with_what_is_known() {
    let folder = folder("end");
    for signal in ["INT", "TERM", "HUP"] {
        let child = nimatron(&folder, "value snort 7x7 --time 100s").spawn().unwrap();
        until_handled(&child, SIGTERM);
        std::thread::sleep(Duration::from_millis(200));
        send(signal, &child.id().to_string());
        let output = child.wait_with_output().unwrap();
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), output.status.signal()), (Some(2), None), "{signal}: {said}");
        assert!(
            said.starts_with("error: stopped; ") && said.contains(" positions visited"),
            "{signal}: {said}"
        );
    }
}

#[test]
fn a_match_that_is_told_to_end_goes_on_later() {
    let folder = folder("match");
    let arguments = |games: &str| {
        format!("match nim 3,4,5 --left random --right random --games {games} --records games.jsonl --resume")
    };
    let child = nimatron(&folder, &arguments("99999999")).spawn().unwrap();
    let lines = || std::fs::read_to_string(folder.join("games.jsonl")).map_or(0, |text| text.lines().count());
    until("no games", || lines() > 100);
    send("TERM", &child.id().to_string());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("known so far: of ") && said.contains(" random won "), "{said}");
    let output = nimatron(&folder, &arguments(&lines().to_string())).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn what_nohup_starts_keeps_running() {
    let folder = folder("nohup");
    let mut child = shell(&folder, "trap '' HUP", "value snort 7x7 --time 100s").spawn().unwrap();
    until_handled(&child, SIGTERM);
    send("HUP", &child.id().to_string());
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait().unwrap(), None);
    send("TERM", &child.id().to_string());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: stopped; "));
}

#[test]
fn a_conversation_is_ended_by_term_whether_it_waits_or_works() {
    let folder = folder("repl");
    let start = || {
        let mut child = nimatron(&folder, "repl").stdin(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        until_handled(&child, SIGHUP);
        (child, stdin)
    };
    // 1. While it waits, there is nothing to finish.
    let (child, _stdin) = start();
    std::thread::sleep(Duration::from_millis(200));
    send("TERM", &child.id().to_string());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    // 2. While it works, the question ends, and no other begins.
    let (child, mut stdin) = start();
    stdin.write_all(b"1+1\nvalue snort 7x7 --time 100s\n2+2\n").unwrap();
    std::thread::sleep(Duration::from_millis(500));
    send("TERM", &child.id().to_string());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).lines().next()), (Some(2), Some("2")), "{said}");
    assert!(!text(&output.stdout).contains('4'), "{}", text(&output.stdout));
    assert!(said.contains("stopped; ") && said.ends_with("stopped at line 2 of the input\n"), "{said}");
}

#[test]
fn ctrl_c_stops_one_question_of_a_conversation_and_not_the_next() {
    let folder = folder("interrupt");
    let mut child = nimatron(&folder, "repl").stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    until_handled(&child, SIGHUP);
    stdin.write_all(b"value snort 7x7 --time 100s\n{3|1}+{5|2}\nnimber nim 3,5\n").unwrap();
    drop(stdin);
    std::thread::sleep(Duration::from_millis(700));
    send("INT", &child.id().to_string());
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.starts_with("error: stopped; ") && said.ends_with("one line had no answer\n"), "{said}");
    let answers = text(&output.stdout);
    assert!(answers.starts_with("{8|6||5|3}\n") && answers.ends_with("\n6\n"), "{answers}");
}

#[test]
fn a_second_signal_ends_the_program_at_once() {
    let folder = folder("twice");
    // An agent that says nothing takes a while to be given up.
    let mut command = nimatron(&folder, "match nim --right random --left");
    let child = command.arg("ugi:sleep 5").stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until_handled(&child, SIGTERM);
    std::thread::sleep(Duration::from_millis(300));
    let started = Instant::now();
    for signal in ["STOP", "TERM", "HUP", "CONT"] {
        send(signal, &child.id().to_string());
    }
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    assert!(started.elapsed() < Duration::from_secs(3), "{:?}", started.elapsed());
}

#[test]
fn the_server_is_ended_by_term() {
    let folder = folder("serve");
    let child = nimatron(&folder, "serve").spawn().unwrap();
    until_handled(&child, SIGTERM);
    send("TERM", &child.id().to_string());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.status.signal()), (Some(0), None), "{}", text(&output.stderr));
}

#[test]
fn a_file_that_may_not_grow_is_an_error_and_leaves_the_old_one() {
    let folder = folder("limit");
    let file = folder.join("big.csv");
    std::fs::write(&file, "older").unwrap();
    let limited = |arguments: &str| -> Output { shell(&folder, "ulimit -f 8", arguments).output().unwrap() };
    for arguments in [
        "sequence kayles --to 100000 --no-stop --out big.csv",
        "match nim 3,4,5 --left random --right random --games 1000 --records games.jsonl",
        "nimber cram 5x6 --checkpoint cram.kept",
        "games --json > games.json",
    ] {
        let output = limited(arguments);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), output.status.signal()), (Some(2), None), "{arguments}: {said}");
        assert!(said.starts_with("error: ") && said.contains("too large"), "{arguments}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments}: {said}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "older");
    // What there was room for is whole.
    let arguments = "match nim 3,4,5 --left random --right random --games 5 --records games.jsonl --resume";
    let output = nimatron(&folder, arguments).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn rows_that_were_never_asked_have_not_failed() {
    let folder = folder("reproduce");
    let journal = folder.join("data/reproduce/legionnaires-weights.journal");
    // As at a terminal, where Ctrl-C goes to all processes of the group.
    let child = nimatron(&folder, "reproduce legionnaires/weights --threads 1 --json")
        .process_group(0)
        .spawn()
        .unwrap();
    until("no answers", || std::fs::read_to_string(&journal).is_ok_and(|text| text.lines().count() > 2));
    send("INT", &format!("-{}", child.id()));
    let output = child.wait_with_output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("the same command continues where it stopped") && said.contains(" not asked"),
        "{said}"
    );
    let verdicts: Vec<String> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["verdict"].as_str().unwrap().to_owned())
        .collect();
    assert!(verdicts.iter().any(|verdict| verdict == "not asked"), "{verdicts:?}");
    assert!(!verdicts.iter().any(|verdict| verdict.starts_with("failed")), "{verdicts:?}");
}
