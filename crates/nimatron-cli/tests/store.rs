//! The store as processes use it: together, killed, and where nothing can be kept.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use nimatron_lab::questions::nimber::Nimber;
use nimatron_lab::{Catalog, Lab, Limits, Store};
use serde_json::Value;

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("store").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn nimatron(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimatron"));
    command.stdin(Stdio::null()).env("NIMATRON_DATA", data).env_remove("NIMATRON_STORE");
    command
}

fn run(data: &Path, arguments: &str) -> Output {
    nimatron(data).args(arguments.split(' ')).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The answer as JSON, and that nobody complained.
fn json(data: &Path, arguments: &str) -> Value {
    let output = run(data, &format!("{arguments} --json"));
    assert_eq!(text(&output.stderr), "", "{arguments}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments}: {error}"))
}

#[test]
fn asking_again_is_remembered_until_it_is_to_be_fresh() {
    let data = folder("again");
    for question in [
        "value domineering 4x4",
        "nimber cram 4x5",
        "outcome clobber 3x4",
        "best domineering 3x3 --to-move right",
        "count domineering 3x4",
        "perft domineering 4x4 3",
        "sequence kayles --to 1000",
        "table cram --to 3x3",
    ] {
        let first = json(&data, question);
        assert_eq!(first.get("remembered"), None, "{question}");
        let mut again = json(&data, question);
        let date = again.as_object_mut().unwrap().shift_remove("remembered");
        assert!(
            date.is_some_and(|date| date.as_str().is_some_and(|date| date.starts_with("20"))),
            "{question}"
        );
        assert_eq!(again, first, "{question}");
        assert_eq!(json(&data, &format!("{question} --fresh")).get("remembered"), None, "{question}");
        assert_eq!(json(&data, &format!("{question} --store off")).get("remembered"), None, "{question}");
        let elsewhere = data.join("elsewhere.sqlite");
        let elsewhere = format!("{question} --store {}", elsewhere.display());
        assert_eq!(json(&data, &elsewhere).get("remembered"), None, "{question}");
        assert!(json(&data, &elsewhere).get("remembered").is_some(), "{question}");
    }
    // What is printed for people is the same, whether it is remembered or not.
    let shown = |arguments: &str| text(&run(&data, arguments).stdout);
    assert_eq!(shown("best domineering 3x3"), shown("best domineering 3x3 --fresh"));
    assert_eq!(shown("value domineering 4x4"), shown("value domineering 4x4 --fresh"));
}

#[test]
fn what_is_kept_is_listed_shown_exported_checked_and_vacuumed() {
    let data = folder("commands");
    let output = run(&data, "store list");
    assert_eq!((output.status.code(), &*output.stdout), (Some(0), &b""[..]));
    assert!(text(&output.stderr).contains("nothing is stored yet"));
    assert!(!data.join("store.sqlite").exists(), "asking what is kept makes no store");
    json(&data, "value domineering 2x2");
    json(&data, "outcome nim 1,2 --misere");
    run(&data, "match nim 3,4,5 --left random --right random --games 4");
    let listed = text(&run(&data, "store list").stdout);
    assert_eq!(listed.lines().count(), 3, "{listed}");
    assert!(
        listed.contains("domineering") && listed.contains("±1") && listed.contains("outcome --misere"),
        "{listed}"
    );
    assert_eq!(text(&run(&data, "store list misere nim").stdout).lines().count(), 1);
    let shown = json(&data, "store show 1");
    assert_eq!((&shown["answer"], &shown["report"]["canonical"]), (&"±1".into(), &"±1".into()));
    assert_eq!(json(&data, "store show m1")["games"].as_array().map(Vec::len), Some(4));
    assert!(text(&run(&data, "store show 1").stdout).contains("\"canonical\": \"±1\""));
    let output = run(&data, "store show 77");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).starts_with("error: there is no `77` in the store"),
        "{}",
        text(&output.stderr)
    );
    let file = data.join("all.csv");
    assert_eq!(json(&data, &format!("store export {}", file.display()))["exported"], 3);
    assert_eq!(std::fs::read_to_string(file).unwrap().lines().count(), 4);
    assert_eq!(json(&data, "store check")["holds"], true);
    assert_eq!(json(&data, "store vacuum")["forgotten"], 0);
    // A byte of the file that is another is noticed.
    let file = data.join("store.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let place = bytes.windows(9).rposition(|window| window == b"\"outcome\"").unwrap();
    bytes[place + 1] = b'x';
    std::fs::write(&file, bytes).unwrap();
    let output = run(&data, "store check");
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(said.contains("problems found") && !said.contains("no problems found"), "{said}");
}

#[test]
fn where_nothing_can_be_kept_questions_are_answered_all_the_same() {
    let data = folder("unusable");
    // A file where a folder should be: nobody can write there, not even root.
    let file = data.join("file");
    std::fs::write(&file, "").unwrap();
    let output = run(&file, "nimber cram 3x4");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "1\n"));
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("warning: ") && complaint.lines().count() == 1, "{complaint}");
    assert!(complaint.trim_end().ends_with("answers are not remembered"), "{complaint}");
    // Many questions, one warning.
    let mut command = nimatron(&file);
    let mut child = command
        .arg("repl")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"nimber nim 1\nnimber nim 2\nnimber nim 3\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((text(&output.stdout).as_str(), text(&output.stderr).lines().count()), ("1\n2\n3\n", 1));
    // Who names a store wants that store.
    for store in [file.join("store"), data.clone()] {
        let output = run(&data, &format!("nimber cram 3x4 --store {}", store.display()));
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{}", store.display());
        assert!(text(&output.stderr).starts_with("error: "), "{}", text(&output.stderr));
    }
    let output = run(&data, &format!("store list --store {}", data.join("none.sqlite").display()));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("there is no such store"), "{}", text(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_and_the_question_answered() {
    let data = folder("full");
    // The kernel lets no file of the process grow beyond this, which is how a disk without quota runs full.
    let mut shell = Command::new("sh");
    let binary = env!("CARGO_BIN_EXE_nimatron");
    shell.args(["-c", &format!("trap '' XFSZ; ulimit -f 1; exec {binary} nimber cram 3x4")]);
    let output = shell.env("NIMATRON_DATA", &data).env_remove("NIMATRON_STORE").output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "1\n"));
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("warning: ") && complaint.lines().count() == 1, "{complaint}");
    // And with room again all is well.
    assert_eq!(json(&data, "nimber cram 3x4")["nimber"], 1);
    assert_eq!(json(&data, "store check")["holds"], true);
}

#[cfg(unix)]
#[test]
fn a_store_that_can_only_be_read_is_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    // The program is run as somebody who may not write there, even where tests run as root; so it has to be where everybody
    // can run it.
    let data = std::env::temp_dir().join(format!("nimatron-read-only-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&data);
    std::fs::create_dir(&data).unwrap();
    let program = data.join("nimatron");
    std::fs::copy(env!("CARGO_BIN_EXE_nimatron"), &program).unwrap();
    assert_eq!(json(&data, "nimber cram 3x4")["nimber"], 1);
    run(&data, "match nim 3,4,5 --left random --right random --games 4");
    let store = data.join("store.sqlite");
    let mode = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let is_root = data.metadata().unwrap().uid() == 0;
    let asked = |arguments: &str| {
        let mut command = Command::new(&program);
        command.args(arguments.split(' ')).current_dir("/").stdin(Stdio::null());
        command.env("NIMATRON_DATA", &data).env_remove("NIMATRON_STORE");
        if is_root {
            command.uid(65_534).gid(65_534);
        }
        let output = command.output().unwrap();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    // A folder, a file, or both that can't be written.
    for (folder_mode, file_mode) in [(0o555, 0o666), (0o777, 0o444), (0o555, 0o444)] {
        mode(&store, file_mode);
        mode(&data, folder_mode);
        let whole = std::fs::read(&store).unwrap();
        let (code, answer, complaint) = asked("nimber cram 3x4 --json");
        assert_eq!((code, complaint.as_str()), (Some(0), ""), "{folder_mode:o} {file_mode:o}");
        assert!(answer.contains("\"remembered\":\"20"), "{answer}");
        let named = format!("nimber cram 3x4 --json --store {}", store.display());
        assert!(asked(&named).1.contains("\"remembered\":\"20"));
        let (code, _, complaint) = asked("store list");
        assert_eq!((code, complaint.as_str()), (Some(0), ""));
        let (code, _, complaint) = asked("store check");
        assert_eq!((code, complaint.as_str()), (Some(0), ""));
        // A new answer is given, and that it can't be kept is said once.
        let (code, answer, complaint) = asked("nimber cram 3x5");
        assert_eq!((code, answer.as_str()), (Some(0), "1\n"));
        assert!(complaint.starts_with("warning: ") && complaint.lines().count() == 1, "{complaint}");
        assert!(
            complaint.ends_with("can only be read, not written; answers are not remembered\n"),
            "{complaint}"
        );
        let (code, _, complaint) = asked("store vacuum");
        assert_eq!((code, complaint.lines().count()), (Some(2), 1), "{complaint}");
        assert_eq!(std::fs::read(&store).unwrap(), whole);
        mode(&data, 0o777);
    }
    std::fs::remove_dir_all(&data).unwrap();
}

#[test]
fn a_store_of_a_newer_version_is_named_with_both_versions() {
    let data = folder("newer");
    json(&data, "nimber cram 3x4");
    assert_eq!(json(&data, "store vacuum")["forgotten"], 0);
    let file = data.join("store.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    // The version of the tables, in the head of every SQLite file.
    bytes[60..64].copy_from_slice(&7u32.to_be_bytes());
    std::fs::write(&file, &bytes).unwrap();
    let output = run(&data, "nimber cram 3x4");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "1\n"));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("it has version 7") && complaint.contains("versions up to 2"), "{complaint}");
    for arguments in ["store list", &format!("nimber cram 3x4 --store {}", file.display())] {
        let output = run(&data, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(text(&output.stderr).contains("it has version 7"), "{arguments}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "it is left as it was");
}

#[test]
fn a_remembered_answer_takes_no_time() {
    let data = folder("speed");
    json(&data, "value domineering 4x4");
    // The fastest of some: other tests may run beside this one.
    let asked = (0..20).map(|_| {
        let started = Instant::now();
        assert!(json(&data, "value domineering 4x4").get("remembered").is_some());
        started.elapsed()
    });
    let fastest = asked.min().unwrap();
    assert!(fastest < Duration::from_millis(20), "{fastest:?}");
}

/// A process that answers questions as long as it lives.
fn busy(store: &Path, positions: Vec<String>) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_nimatron"))
        .args(["repl", "--json", "--store"])
        .arg(store)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || {
        for position in positions {
            // Who is killed doesn't listen any more.
            if writeln!(stdin, "nimber nim {position}").is_err() {
                return;
            }
        }
    });
    child
}

#[test]
fn a_hundred_processes_that_are_killed_lose_no_answer_they_gave() {
    const ROUNDS: u64 = 50;
    /// More than any machine answers before it is killed.
    const QUESTIONS: u64 = 2000;
    let store = folder("killed").join("store.sqlite");
    let mut state = 20_261_116u64;
    let mut chance = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let (mut given, mut cut_short) = (Vec::new(), 0);
    for round in 0..ROUNDS {
        // Two at a time, each in the other's way.
        let mut children: Vec<_> = [0, 1]
            .into_iter()
            .map(|which| {
                let position = |number: u64| format!("{},{}", 1000 + 2 * round + which, number + 1);
                let positions: Vec<String> = (0..QUESTIONS).map(position).collect();
                let mut child = busy(&store, positions.clone());
                let lines = BufReader::new(child.stdout.take().unwrap()).lines();
                (child, lines, positions)
            })
            .collect();
        for (child, lines, positions) in &mut children {
            // 1. Wait for some answers, and a little longer: then kill it, in the middle of whatever it does.
            let wanted = chance(20) as usize;
            let mut printed = lines.by_ref().take(wanted).filter(|line| line.is_ok()).count();
            std::thread::sleep(Duration::from_micros(chance(3000)));
            child.kill().unwrap();
            child.wait().unwrap();
            // 2. What it printed until then. A line that was cut off is no answer.
            for line in lines.by_ref().map_while(Result::ok) {
                printed += usize::from(serde_json::from_str::<Value>(&line).is_ok());
            }
            cut_short += usize::from((printed as u64) < QUESTIONS);
            given.extend(positions.drain(..printed));
        }
        // 3. The store is whole.
        let checked = Store::at(&store, |text: &str| panic!("{text}")).check(None).unwrap();
        assert!(checked.holds, "{checked:?}");
        assert!(
            checked.answers >= given.len() as u64,
            "round {round}: {} answers of {}",
            checked.answers,
            given.len()
        );
    }
    assert!(cut_short > 50 && given.len() > 500, "{cut_short} killed in time, {} answers", given.len());
    // 4. Every answer that was printed is there.
    let lab =
        Lab::new(catalog(), Limits::default()).remembering(Store::at(&store, |text: &str| panic!("{text}")));
    for position in given {
        let answer = lab.ask(&Nimber::of("nim", &*position)).unwrap();
        assert!(answer.remembered.is_some(), "{position} is lost");
    }
}

#[test]
fn positions_and_values_are_exported_for_papers() {
    let data = folder("export");
    let shown = |arguments: &[&str]| {
        let output = nimatron(&data).arg("export").args(arguments).output().unwrap();
        assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""), "{arguments:?}");
        text(&output.stdout)
    };
    for (game, position) in [
        ("legionnaires", "3x4"),
        ("domineering", "#.../..../.#.."),
        ("toads-and-frogs", "TT..FF"),
        ("nim", "3,5,7"),
        ("placement:N", "4x4"),
        ("col", "L../.R."),
        ("sum", "nim 3,5 + domineering 2x2"),
        ("epaminondas", "start"),
    ] {
        let tikz = shown(&[game, position, "--as", "tikz"]);
        assert!(tikz.contains("\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}\n"), "{tikz}");
        let svg = shown(&[game, position, "--as", "svg"]);
        assert!(
            svg.starts_with("<svg ") && svg.contains("prefers-color-scheme") && svg.ends_with("</svg>\n")
        );
        assert!(!shown(&[game, position, "--as", "latex"]).is_empty());
        assert!(!shown(&[game, position]).is_empty());
    }
    let png = data.join("board.png");
    assert_eq!(shown(&["clobber", "3x4", "--out", png.to_str().unwrap()]), "");
    assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    assert_eq!(
        shown(&["--value", "{1|-1} + ^*", "--as", "latex"]),
        shown(&["--value", "+-1+^*", "--as", "latex"])
    );
    let tikz = shown(&["--value", "{3||2|-1}", "--as", "tikz"]);
    assert!(tikz.matches("\\draw[blue!70!black").count() == 1 && tikz.contains("$t$"), "{tikz}");
    assert!(shown(&["--value", "{3||2|-1}", "--as", "svg"]).contains("class=\"thermograph\""));
    for arguments in
        [&["nim"][..], &["--value", "on", "--as", "svg"], &["nim", "3", "--out", "heaps.xyz"], &[]]
    {
        let output = nimatron(&data).arg("export").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
