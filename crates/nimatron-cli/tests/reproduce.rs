//! What the papers printed comes out again.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program, with a folder for its data that is its own.
fn nimatron(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimatron"));
    command.args(arguments).stdin(Stdio::null()).env("NIMATRON_DATA", data).env("NIMATRON_STORE", "off");
    command
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).unwrap();
    }
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn rows(output: &Output) -> Vec<Value> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_is_quick_of_all_papers_comes_out_again() {
    let (data, report) = (folder("reproduce-all"), folder("reproduce-report"));
    let arguments = ["reproduce", "all", "--quick", "--json", "--report", report.to_str().unwrap()];
    let output = nimatron(&data, &arguments).output().unwrap();
    let rows = rows(&output);
    let verdict = |row: &Value| row["verdict"].as_str().unwrap().to_owned();
    let bad: Vec<&Value> =
        rows.iter().filter(|row| verdict(row) == "differs" || verdict(row).starts_with("failed")).collect();
    assert!(bad.is_empty(), "{bad:#?}");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(rows.len() > 900, "only {} rows", rows.len());
    for key in ["table", "cell", "paper", "here", "verdict"] {
        assert!(rows.iter().all(|row| row.get(key).is_some()), "{key}");
    }
    // The page needs nothing but itself.
    let page = std::fs::read_to_string(report.join("index.html")).unwrap();
    assert!(page.contains("data:image/svg+xml"));
    for foreign in ["<script", "src=\"http", "href=\"http", "url(", "No picture"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    let lines = std::fs::read_to_string(report.join("data.csv")).unwrap().lines().count();
    assert!(lines > rows.len());
    let data: Value = serde_json::from_slice(&std::fs::read(report.join("data.json")).unwrap()).unwrap();
    assert_eq!(data["rows"].as_array().unwrap().len(), rows.len());
}

#[test]
fn a_reproduction_that_was_killed_goes_on_where_it_was() {
    let data = folder("reproduce-killed");
    let journal = data.join("reproduce").join("legionnaires-weights.journal");
    let known = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let mut child = nimatron(&data, &["reproduce", "legionnaires/weights", "--threads", "1", "--json"])
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while known() < 3 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(known() >= 3);
    let output = nimatron(&data, &["reproduce", "legionnaires/weights", "--json"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("answers of an interrupted run"), "{said}");
    assert_eq!(output.status.code(), Some(0));
    assert!(rows(&output).iter().any(|row| row["verdict"] == "same"));
    // What is finished begins anew.
    assert!(!journal.exists());
}

#[test]
fn what_is_not_there_is_said() {
    let data = folder("reproduce-unknown");
    let output = nimatron(&data, &["reproduce", "legionnaires/start"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), said.contains("did you mean `legionnaires/starts`?")),
        (Some(2), true),
        "{said}"
    );
    let output = nimatron(&data, &["reproduce"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains("legionnaires/sequences"));
}
