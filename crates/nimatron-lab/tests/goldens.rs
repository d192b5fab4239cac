//! Every golden file, through the lab, or with `NIMATRON_GOLDEN=nim` only `goldens/nim.md`. With `NIMATRON_BLESS=1` the answers that
//! are only recorded are written anew, and no others.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::path::{Path, PathBuf};

use nimatron_lab::{Catalog, Lab, Limits, golden};

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../goldens")
}

#[test]
fn every_golden_answer_is_still_given() {
    let bless = std::env::var_os("NIMATRON_BLESS").is_some_and(|value| value == "1");
    let only = std::env::var("NIMATRON_GOLDEN").ok();
    let mut files = golden::files(&folder()).unwrap();
    if let Some(name) = &only {
        files.retain(|path| path.file_stem().is_some_and(|stem| stem == name.as_str()));
        assert!(!files.is_empty(), "there is no goldens/{name}.md");
    }
    let mut wrong = Vec::new();
    for path in files {
        let mut text = std::fs::read_to_string(&path).unwrap();
        let rows = golden::read(&path, &catalog()).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if rows.is_empty() {
            wrong.push(format!("{file}: no table of answers"));
        }
        let lab = Lab::new(catalog(), Limits::default());
        for row in rows {
            let Err(why) = row.check(&lab) else { continue };
            match row.ask(&lab) {
                Ok(answer) if bless && row.is_recorded() => {
                    text = golden::with_answer(&text, row.line, &answer.shown);
                }
                _ => wrong.push(format!("{file}:{why}")),
            }
        }
        if bless && text != std::fs::read_to_string(&path).unwrap() {
            std::fs::write(&path, text).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{} answers differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_game_has_its_golden_file_and_every_file_its_game() {
    let files = golden::files(&folder()).unwrap();
    let stems: Vec<_> = files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap()).collect();
    let catalog = catalog();
    let games = catalog.games().map(|game| &*game.about().name).filter(|name| *name != "sum");
    let games: Vec<String> = games.map(golden::stem).collect();
    for game in &games {
        assert!(stems.contains(&&**game), "there is no goldens/{game}.md");
    }
    for stem in stems {
        assert!(games.iter().any(|game| game == stem), "goldens/{stem}.md is about no game");
    }
}

/// A row with a question that nobody can answer must not pass as if it had been answered.
#[test]
fn an_unknown_question_is_a_failure() {
    let text =
        "| question | position | answer | source |\n|---|---|---|---|\n| price | `3` | `3` | recorded |\n";
    let rows = golden::rows(text, "nim");
    assert_eq!(
        rows[0].ask(&Lab::new(catalog(), Limits::default())).unwrap_err(),
        "there is no question `price`"
    );
}
