//! Files that are not ours are never written over, whatever path is given; exports replace a file as a whole or not at all.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program in a folder, where it keeps its data, too.
fn nimatron(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimatron"));
    command.current_dir(folder).stdin(Stdio::null());
    command.env("NIMATRON_DATA", folder.join("data")).env("NIMATRON_STORE", "off");
    command
}

fn run(folder: &Path, arguments: &str) -> Output {
    nimatron(folder).args(arguments.split(' ')).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What is asked, with a file that is resumed or rewritten, and the name of a file that must not be written over.
const REWRITTEN: [(&str, &str); 11] = [
    ("table cram --to 2x2 --checkpoint f", "f"),
    ("nimber cram 3x4 --checkpoint f", "f"),
    ("nimber cram 3x4 --checkpoint g", "g.partial"),
    ("sequence kayles --to 100 --checkpoint f", "f"),
    ("sequence kayles --to 100 --out g.csv", "g.csv.checkpoint"),
    ("match nim 3,4,5 --left random --right random --games 2 --records f", "f"),
    ("match nim 3,4,5 --left random --right random --games 2 --records f --resume", "f"),
    ("nimber cram 3x4 --store f", "f"),
    ("store list --store f", "f"),
    ("store check --store f", "f"),
    ("store vacuum --store f", "f"),
];

#[test]
fn no_command_writes_over_a_file_that_is_not_ours() {
    let folder = folder("foreign");
    for (arguments, name) in REWRITTEN {
        let file = folder.join(name);
        for foreign in
            [&b"my thesis"[..], b"x", b"{\"match\":1}\n", b"nimatron", b"\0\xff\n\0", b"a,b\n1,2\n"]
        {
            std::fs::write(&file, foreign).unwrap();
            let output = run(&folder, arguments);
            let said = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{arguments}: {said}");
            assert!(said.contains(&format!("{name}: ")) && said.lines().count() == 1, "{arguments}: {said}");
            assert!(said.contains("nimatron"), "{arguments}: {said}");
            assert_eq!(std::fs::read(&file).unwrap(), foreign, "{arguments}");
        }
        std::fs::remove_file(&file).unwrap();
        // Nor into a folder.
        std::fs::create_dir(&file).unwrap();
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", text(&output.stderr));
        std::fs::remove_dir(&file).unwrap();
        // An empty file is as good as none.
        std::fs::write(&file, b"").unwrap();
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments}: {}", text(&output.stderr));
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::remove_file(path).unwrap();
            }
        }
    }
}

#[test]
fn a_file_of_one_kind_is_not_written_over_by_another() {
    let folder = folder("kinds");
    let first = "table cram --to 2x2 --checkpoint table";
    assert_eq!(run(&folder, first).status.code(), Some(0));
    let whole = std::fs::read(folder.join("table")).unwrap();
    for arguments in ["nimber cram 3x4 --checkpoint table", "sequence kayles --to 100 --checkpoint table"] {
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(text(&output.stderr).contains("a nimatron file of another kind"), "{}", text(&output.stderr));
        assert_eq!(std::fs::read(folder.join("table")).unwrap(), whole);
    }
    assert_eq!(run(&folder, first).status.code(), Some(0));
    assert_eq!(std::fs::read(folder.join("table")).unwrap(), whole);
}

#[test]
fn a_report_does_not_replace_the_page_of_somebody_else() {
    let folder = folder("report");
    let arguments = "reproduce legionnaires/weights --quick --report site";
    for name in ["index.html", "data.csv", "data.json"] {
        let site = folder.join("site");
        let _ = std::fs::remove_dir_all(&site);
        std::fs::create_dir(&site).unwrap();
        std::fs::write(site.join(name), "<!doctype html>my page").unwrap();
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains(&format!("{name}: this is not a nimatron file")));
        assert_eq!(std::fs::read_to_string(site.join(name)).unwrap(), "<!doctype html>my page");
        assert_eq!(std::fs::read_dir(&site).unwrap().count(), 1);
        std::fs::remove_file(site.join(name)).unwrap();
        // An earlier report is replaced.
        assert_eq!(run(&folder, arguments).status.code(), Some(0));
        assert_eq!(run(&folder, arguments).status.code(), Some(0));
    }
}

#[test]
fn saving_a_game_replaces_a_record_and_nothing_else() {
    let folder = folder("save");
    let save = |moves: &str| {
        let mut child = nimatron(&folder)
            .args(["play", "nim", "3,4", "--left", "human", "--right", "human"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(format!("{moves}save f\nquit\n").as_bytes()).unwrap();
        text(&child.wait_with_output().unwrap().stderr)
    };
    let file = folder.join("f");
    std::fs::write(&file, "my thesis").unwrap();
    assert!(save("").contains("f: this is not a record of a game; it is left as it is"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "my thesis");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(save(""), "");
    assert_eq!(save("4-3\n"), "");
    assert!(std::fs::read_to_string(&file).unwrap().contains("1. 4-3"));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn exports_replace_a_file_as_a_whole_and_nothing_beside_it() {
    let folder = folder("exports");
    for (arguments, name) in [
        ("export nim 3,5,7 --out f.svg", "f.svg"),
        ("eval {1|-1} --svg f.svg", "f.svg"),
        ("sequence kayles --to 100 --out f.csv", "f.csv"),
        ("sequence kayles --to 100 --plot f.svg", "f.svg"),
        ("sequence kayles --to 1000 --certificate f.json", "f.json"),
        ("table cram --to 2x2 --out f.csv", "f.csv"),
        ("tour 6x6 --svg f.svg", "f.svg"),
    ] {
        let (file, beside) = (folder.join(name), folder.join(format!("{name}.part")));
        for before in [None, Some("older")] {
            if let Some(text) = before {
                std::fs::write(&file, text).unwrap();
            }
            std::fs::write(&beside, "my thesis").unwrap();
            let output = run(&folder, arguments);
            assert_eq!(output.status.code(), Some(0), "{arguments}: {}", text(&output.stderr));
            assert!(std::fs::read(&file).unwrap().len() > 20, "{arguments}");
            assert_eq!(std::fs::read_to_string(&beside).unwrap(), "my thesis", "{arguments}");
            assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "{arguments}");
        }
        std::fs::remove_file(&file).unwrap();
        std::fs::create_dir(&file).unwrap();
        let output = run(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(text(&output.stderr).contains("this is a folder"), "{}", text(&output.stderr));
        std::fs::remove_dir(&file).unwrap();
        std::fs::remove_file(&beside).unwrap();
    }
}
