//! What is remembered, and what is not.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use nimatron_lab::parameters::Place;
use nimatron_lab::questions::best::Best;
use nimatron_lab::questions::matches::Match;
use nimatron_lab::questions::nimber::Nimber;
use nimatron_lab::questions::sequence::{Sequence, SequenceReport};
use nimatron_lab::questions::solve::Solve;
use nimatron_lab::questions::table::BoardTable;
use nimatron_lab::questions::value::Value as PositionQuestion;
use nimatron_lab::{Catalog, Convention, Lab, LabError, Limits, Run, Store, Style, Withdrawn, golden};
use rusqlite::Connection;
use serde_json::Value;

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

/// A store of its own for each test.
fn place(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stores").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder.join("store.sqlite")
}

/// What a store complained about.
type Told = Arc<Mutex<Vec<String>>>;

fn store(path: &Path) -> (Store, Told) {
    let told = Told::default();
    let heard = Arc::clone(&told);
    (Store::at(path, move |text: &str| heard.lock().unwrap().push(text.into())), told)
}

fn lab(path: &Path) -> Lab {
    Lab::new(catalog(), Limits::default()).remembering(store(path).0.opened().unwrap())
}

/// What a lab answers, as JSON.
fn ask(lab: &Lab, question: &str, game: &str, position: &str) -> Value {
    ask_in(&lab.start(), question, game, position)
}

fn ask_in(run: &Run<'_>, question: &str, game: &str, position: &str) -> Value {
    let question = golden::asked(question, game, position).unwrap();
    let answer = question.answer(run).unwrap();
    serde_json::from_str(answer.to_json().unwrap().get()).unwrap()
}

fn table(game: &str, to: &str) -> BoardTable {
    let question = format!(r#"{{"game":"{game}","to":"{to}"}}"#);
    serde_json::from_str(&question).unwrap()
}

/// Games of Nim between agents that play any moves.
fn random_match(games: u64) -> Match {
    Match { games, ..Match::between("random", "random", "nim", "3,4,5") }
}

fn is_remembered(answer: &Value) -> bool {
    answer.get("remembered").is_some()
}

fn questions() -> Vec<(&'static str, &'static str, &'static str)> {
    vec![
        ("value", "domineering", "3x4"),
        ("value", "clobber", "3x3"),
        ("value", "toads-and-frogs", "TT..FF"),
        ("value", "legionnaires:centurion", "2x2"),
        ("nimber", "cram", "3x5"),
        ("nimber", "tactix", "S:13,22"),
        ("nimber", "queens", "4x4"),
        ("outcome", "clobber", "3x4"),
        ("outcome misere", "nim", "3,4,5"),
        ("outcome right", "clobber", "3x4"),
        ("best", "domineering", "3x3"),
        ("best right", "domineering", "3x3"),
        ("best misere", "nim", "3,4,5"),
        ("count", "domineering", "3x3"),
        ("perft 3", "domineering", "4x4"),
        ("value", "sum", "nim 3,5 + domineering 2x2"),
    ]
}

#[test]
fn who_asks_again_hears_the_same_and_that_it_was_remembered() {
    let path = place("again");
    let first = lab(&path);
    for (question, game, position) in questions() {
        let answer = ask(&first, question, game, position);
        assert!(!is_remembered(&answer), "{question} {game} {position}");
    }
    drop(first);
    let (plain, second) = (Lab::new(catalog(), Limits::default()), lab(&path));
    for (question, game, position) in questions() {
        let mut json = ask(&second, question, game, position);
        let date = json["remembered"].as_str();
        let date = date.unwrap_or_else(|| panic!("{question} {game} {position} is forgotten"));
        assert_eq!((date.len(), &date[..2], &date[19..]), (20, "20", "Z"));
        let mut fresh = ask(&plain, question, game, position);
        assert!(json.as_object_mut().unwrap().remove("remembered").is_some());
        for json in [&mut json, &mut fresh] {
            json.as_object_mut().unwrap().remove("seconds");
        }
        assert_eq!(json, fresh, "{question} {game} {position}");
    }
    assert_eq!(second.store().unwrap().list("").unwrap().len(), questions().len());
    assert!(second.store().unwrap().check(None).unwrap().holds);
}

#[test]
fn a_position_written_otherwise_is_the_same_and_another_player_another_question() {
    let path = place("same");
    let lab = lab(&path);
    ask(&lab, "value", "domineering", "2x3");
    assert!(is_remembered(&ask(&lab, "value", "DOMINEERING", ".../3")));
    ask(&lab, "nimber", "queens", "3x3");
    assert!(is_remembered(&ask(&lab, "nimber", "placement:Q", "3x3")));
    let best = |to_move: &str| is_remembered(&ask(&lab, &format!("best {to_move}"), "domineering", "2x3"));
    assert!(!best("left"));
    assert!(best(""), "Left begins if nobody is named");
    assert!(!best("right"));
    ask(&lab, "outcome", "nim", "1,2");
    assert!(!is_remembered(&ask(&lab, "outcome misere", "nim", "1,2")));
}

#[test]
fn a_remembered_value_can_be_calculated_with() {
    let path = place("handle");
    ask(&lab(&path), "value", "domineering", "3x3");
    let lab = lab(&path);
    // So that handles are others than in the first lab.
    lab.value_of("{3||2|1/2,*}").unwrap();
    let report = lab.ask(&PositionQuestion::of("domineering", "3x3")).unwrap();
    let report = report.as_short().unwrap();
    assert!(report.remembered.is_some());
    assert_eq!(lab.sketch(report.game, Style::Unicode, 100), report.canonical);
    lab.name("G", report.game).unwrap();
    assert!(lab.same_value("G", "{1|-1}").unwrap());
}

#[test]
fn long_values_are_remembered_in_full_and_shown_in_short() {
    let path = place("long");
    let ask = |longest: usize| {
        let value = PositionQuestion::of("legionnaires", "5x5");
        lab(&path).longest(longest).ask(&value).unwrap().as_short().unwrap().clone()
    };
    let full = ask(usize::MAX);
    assert!(full.canonical.chars().count() > 30, "{}", full.canonical);
    let _ = std::fs::remove_file(&path);
    assert!(ask(20).remembered.is_none());
    let short = ask(20);
    assert!(short.remembered.is_some() && short.abbreviated && short.canonical.len() < full.canonical.len());
    let again = ask(usize::MAX);
    assert!(again.remembered.is_some());
    assert_eq!(again.canonical, full.canonical);
}

#[test]
fn what_is_asked_for_fresh_is_computed_and_kept() {
    let path = place("fresh");
    let lab = lab(&path);
    let ask = |fresh| lab.start().fresh(fresh).ask(&Nimber::of("cram", "3x3")).unwrap().remembered;
    ask(false);
    assert!(ask(false).is_some());
    assert_eq!(ask(true), None);
    // A date that is not that of the answer is not believed either, until a fresh answer takes its place.
    let tampered = "UPDATE answers SET date = '2001-01-01T00:00:00Z'";
    Connection::open(&path).unwrap().execute(tampered, []).unwrap();
    assert!(!lab.store().unwrap().check(None).unwrap().holds);
    assert_eq!(ask(true), None);
    assert!(ask(false).is_some_and(|date| &*date > "2020"));
}

#[test]
fn a_fresh_answer_that_is_another_is_told() {
    let path = place("another");
    let (store, told) = store(&path);
    let lab = Lab::new(catalog(), Limits::default()).remembering(store);
    ask(&lab, "nimber", "cram", "3x3");
    Connection::open(&path).unwrap().execute("UPDATE answers SET answer = '7'", []).unwrap();
    ask_in(&lab.start().fresh(true), "nimber", "cram", "3x3");
    let told = told.lock().unwrap();
    assert!(told.len() == 1 && told[0].contains("now 0, but 7 was remembered from"), "{told:?}");
}

#[test]
fn an_answer_that_was_tampered_with_is_not_served_and_is_found() {
    let path = place("tampered");
    ask(&lab(&path), "nimber", "cram", "3x3");
    let update = "UPDATE answers SET report = replace(report, '\"nimber\":0', '\"nimber\":5')";
    assert_eq!(Connection::open(&path).unwrap().execute(update, []).unwrap(), 1);
    let lab = lab(&path);
    let checked = lab.store().unwrap().check(None).unwrap();
    assert!(!checked.holds && checked.problems[0].why.contains("digest"), "{checked:?}");
    let answer = ask(&lab, "nimber", "cram", "3x3");
    assert_eq!((answer["nimber"].as_u64(), is_remembered(&answer)), (Some(0), false));
    assert!(lab.store().unwrap().check(None).unwrap().holds);
}

#[test]
fn answers_of_an_engine_since_found_wrong_are_not_served() {
    static WRONG: &[Withdrawn] =
        &[Withdrawn { kind: "nimber", game: Some("cram"), versions: 0..=1, why: "it counted wrong" }];
    let path = place("withdrawn");
    let first = lab(&path);
    ask(&first, "nimber", "cram", "3x3");
    ask(&first, "nimber", "nim", "1,2");
    ask(&first, "count", "cram", "2x3");
    let wanted = table("cram", "2x2");
    first.ask(&wanted).unwrap();
    let lab = Lab::new(catalog(), Limits::default()).remembering(store(&path).0.withdrawing(WRONG));
    let kept = lab.store().unwrap();
    let checked = kept.check(None).unwrap();
    assert!(
        !checked.holds && checked.problems.iter().all(|problem| problem.why.contains("it counted wrong"))
    );
    // The board, the boards of the table that were asked, and the table.
    assert_eq!(checked.problems.len(), 5, "{:?}", checked.problems);
    assert!(is_remembered(&ask(&lab, "nimber", "nim", "1,2")));
    assert!(is_remembered(&ask(&lab, "count", "cram", "2x3")));
    assert!(lab.ask(&wanted).unwrap().remembered.is_none());
    assert!(!is_remembered(&ask(&lab, "nimber", "cram", "3x3")));
    assert_eq!(kept.vacuum().unwrap().forgotten, 5);
    assert!(kept.check(None).unwrap().holds);
    assert_eq!(kept.list("").unwrap().len(), 2);
}

#[test]
fn sequences_tables_and_matches_are_kept() {
    let path = place("summaries");
    let first = lab(&path);
    let wanted = Sequence { game: "kayles".into(), to: 1000, ..Sequence::default() };
    let sequence = |lab: &Lab| lab.ask(&wanted).unwrap();
    let table = |lab: &Lab| lab.ask(&table("domineering", "3x3")).unwrap();
    let (found, tabulated) = (sequence(&first), table(&first));
    assert!(found.remembered.is_none() && tabulated.remembered.is_none());
    let second = lab(&path);
    let (found_again, tabulated_again) = (sequence(&second), table(&second));
    assert!(found_again.remembered.is_some() && tabulated_again.remembered.is_some());
    assert_eq!(SequenceReport { remembered: None, ..found_again }, found);
    assert_eq!((tabulated_again.rows, tabulated_again.complete), (tabulated.rows, true));
    // Who wants the values themselves gets them.
    let values = second.ask(&Sequence { values: true, ..wanted.clone() }).unwrap();
    assert_eq!((values.remembered, values.values.map(|values| values.len())), (None, Some(1001)));

    let asked = random_match(10);
    let report = second.ask(&asked).unwrap();
    let kept = second.store().unwrap();
    let shown = kept.show("m1").unwrap();
    let games = shown.games.unwrap();
    assert_eq!((games.len(), report.games), (10, 10));
    let game: Value = serde_json::from_str(games[0].get()).unwrap();
    assert!(
        game["moves"].as_array().is_some_and(|moves| moves.len() as u64 == game["plies"].as_u64().unwrap())
    );
    let checked = kept.check(None).unwrap();
    assert_eq!((checked.holds, checked.matches, checked.games), (true, 1, 10));
}

#[test]
fn a_newer_store_is_named_with_both_versions_and_the_question_answered() {
    let path = place("newer");
    ask(&lab(&path), "nimber", "cram", "2x2");
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let error = store(&path).0.opened().err().unwrap().to_string();
    assert!(error.contains("it has version 99") && error.contains("versions up to 2"), "{error}");
    let (store, told) = store(&path);
    let lab = Lab::new(catalog(), Limits::default()).remembering(store);
    assert_eq!(ask(&lab, "nimber", "cram", "2x2")["nimber"], 0);
    assert_eq!(ask(&lab, "nimber", "cram", "2x3")["nimber"], 1);
    let told = told.lock().unwrap();
    assert!(
        told.len() == 1 && told[0].contains("newer") && told[0].ends_with("answers are not remembered"),
        "{told:?}"
    );
}

#[test]
fn what_is_no_store_is_refused_and_left_alone() {
    let path = place("foreign");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let text = "no database, but a long text that somebody may want to keep".repeat(100);
    std::fs::write(&path, &text).unwrap();
    let error = store(&path).0.opened().err().unwrap().to_string();
    assert!(error.ends_with("this is not a store of nimatron; it is left as it is"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    // SQLite would take a single byte for an empty file.
    std::fs::write(&path, "x").unwrap();
    assert!(store(&path).0.opened().is_err());
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "x");
    std::fs::remove_file(&path).unwrap();
    let songs = Connection::open(&path).unwrap();
    songs.execute_batch("PRAGMA journal_mode = WAL; CREATE TABLE songs (name TEXT)").unwrap();
    // Once while another program has it open, with its log, and once when it is closed.
    let refused = || {
        let log = path.with_file_name("store.sqlite-wal");
        let bytes = || (std::fs::read(&path).unwrap(), std::fs::read(&log).ok());
        let before = bytes();
        let error = store(&path).0.opened().err().unwrap().to_string();
        assert!(error.ends_with("a database, but not a store of nimatron; it is left as it is"), "{error}");
        assert_eq!(bytes(), before);
    };
    refused();
    songs.close().unwrap();
    refused();
    assert!(!path.with_file_name("store.sqlite-wal").exists());
    // A folder that is a file.
    let below = path.join("below/store.sqlite");
    let (store, told) = store(&below);
    let lab = Lab::new(catalog(), Limits::default()).remembering(store);
    assert_eq!(ask(&lab, "nimber", "cram", "2x3")["nimber"], 1);
    assert!(told.lock().unwrap()[0].contains("the folder can't be made"), "{told:?}");
}

#[test]
fn many_that_make_and_fill_a_store_at_once_lose_nothing() {
    let path = place("crowd");
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let path = &path;
            scope.spawn(move || {
                let (store, told) = store(path);
                let lab = Lab::new(catalog(), Limits::default()).remembering(store);
                for heap in 1..=25 {
                    ask(&lab, "nimber", "nim", &format!("{},{heap}", 100 + writer));
                }
                assert!(told.lock().unwrap().is_empty(), "{told:?}");
            });
        }
    });
    let store = store(&path).0;
    let checked = store.check(None).unwrap();
    assert!(checked.holds, "{checked:?}");
    assert_eq!(checked.answers, 8 * 25);
}

#[test]
fn all_of_it_is_exported() {
    let path = place("export");
    let lab = lab(&path);
    ask(&lab, "value", "domineering", "2x2");
    ask(&lab, "nimber", "nim", "1,2");
    let store = lab.store().unwrap();
    let (json, csv) = (path.with_file_name("all.json"), path.with_file_name("all.csv"));
    assert_eq!((store.export(&json).unwrap(), store.export(&csv).unwrap()), (2, 2));
    let read: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    assert_eq!(read["answers"][0]["report"]["canonical"], "±1");
    let csv = std::fs::read_to_string(&csv).unwrap();
    assert!(csv.lines().nth(2).unwrap().starts_with("2,nim,\"1,2\",nimber,normal,3,"), "{csv}");
    let error = store.export(&path.with_file_name("all.xls")).unwrap_err();
    assert!(matches!(error, LabError::Senseless(_)), "{error}");
}

#[test]
fn damaged_solutions_beside_the_store_are_found() {
    let path = place("solutions");
    let folder = path.with_file_name("solutions");
    let lab = lab(&path).solutions_in(folder.clone());
    let solve = |convention, game, position| {
        lab.ask(&Solve { place: Place::new(game, position), convention }).unwrap().file.unwrap()
    };
    let files =
        [solve(Convention::Normal, "legionnaires", "4x4"), solve(Convention::Misere, "tactix", "4x4")];
    let check = || lab.store().unwrap().check(Some(&folder)).unwrap();
    let checked = check();
    assert!(checked.holds && checked.solutions == 2, "{checked:?}");
    for file in files {
        let whole = std::fs::read(&file).unwrap();
        for place in [30, whole.len() / 2, whole.len() - 3] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&file, damaged).unwrap();
            let checked = check();
            assert!(!checked.holds && checked.problems.len() == 1, "{place}: {checked:?}");
            assert!(checked.problems[0].why.contains("damaged"), "{place}: {checked:?}");
        }
        std::fs::write(&file, whole).unwrap();
    }
    assert!(check().holds);
}

/// A store with a few answers and two matches, whose log is folded into its file.
fn filled(path: &Path) {
    let lab = lab(path);
    ask(&lab, "nimber", "cram", "2x3");
    for games in [3, 4] {
        lab.ask(&random_match(games)).unwrap();
    }
}

#[test]
fn every_change_of_an_answer_a_match_or_a_game_is_found_and_so_is_every_game_that_is_gone() {
    let path = place("changes");
    filled(&path);
    assert!(store(&path).0.check(None).unwrap().holds);
    let texts = |table: &str, columns: &[&str], id: &str| -> Vec<String> {
        let update = |column: &&str| {
            let value =
                if ["seconds", "positions", "engine", "games", "number", "id", "count"].contains(column) {
                    format!("coalesce({column}, 0) + 7")
                } else {
                    format!("{column} || ' '")
                };
            format!("UPDATE {table} SET {column} = {value} WHERE {id}")
        };
        columns.iter().map(update).collect()
    };
    let mut changes = Vec::new();
    let entry =
        ["game", "position", "question", "convention", "answer", "report", "engine", "nimatron", "seconds"];
    changes.extend(texts("answers", &[&entry[..], &["positions", "date", "digest"]].concat(), "id = 1"));
    for id in [1, 2] {
        let more = ["date", "digest", "games", "games_digest", "id"];
        changes.extend(texts("matches", &[&entry[..], &more].concat(), &format!("id = {id}")));
        changes.push(format!("DELETE FROM matches WHERE id = {id}"));
        changes.push(format!("DELETE FROM games WHERE match = {id}"));
        for number in 1..=2 + id {
            let which = format!("match = {id} AND number = {number}");
            changes.extend(texts("games", &["line", "digest", "number"], &which));
            changes.push(format!("DELETE FROM games WHERE {which}"));
            changes.push(format!(
                "UPDATE games SET line = replace(replace(line, '\"win\"', '\"draw\"'), '\"loss\"', '\"draw\"') WHERE {which}"
            ));
        }
    }
    changes.push("INSERT INTO games SELECT match, 9, line, digest FROM games WHERE number = 3".into());
    changes.push("UPDATE games SET match = 3 - match WHERE number = 4".into());
    changes.extend(texts("counts", &["count", "digest"], "name = 'matches'"));
    changes.push("DELETE FROM counts".into());
    let whole = std::fs::read(&path).unwrap();
    for change in changes {
        for beside in ["store.sqlite-wal", "store.sqlite-shm"] {
            let _ = std::fs::remove_file(path.with_file_name(beside));
        }
        std::fs::write(&path, &whole).unwrap();
        let connection = Connection::open(&path).unwrap();
        // With the games of a match that is deleted, and without.
        for keys in ["ON", "OFF"] {
            connection.execute_batch(&format!("PRAGMA foreign_keys = {keys}")).unwrap();
            connection.execute_batch("BEGIN").unwrap();
            let changed = connection.execute(&change, []);
            if changed.is_err() && keys == "ON" {
                connection.execute_batch("ROLLBACK").unwrap();
                continue;
            }
            assert!(changed.unwrap() > 0, "{change}");
            break;
        }
        connection.execute_batch("COMMIT").unwrap();
        connection.close().unwrap();
        let checked = store(&path).0.check(None).unwrap();
        assert!(!checked.holds && !checked.problems.is_empty(), "{change}");
    }
    // Which game is wrong is said, and what is wrong is not shown.
    std::fs::write(&path, &whole).unwrap();
    Connection::open(&path)
        .unwrap()
        .execute_batch("DELETE FROM games WHERE match = 1 AND number = 2")
        .unwrap();
    let kept = store(&path).0;
    let problems = kept.check(None).unwrap().problems;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!((&*problems[0].what, &*problems[0].why), ("m1", "of its 3 games, these are missing: 2"));
    assert!(kept.show("m1").is_err_and(|error| error.to_string().contains("store check")));
    assert!(kept.show("m2").is_ok());
}

/// Makes a store of version 1 of one of version 2, as an older program would have written it.
fn made_older(path: &Path) {
    let connection = Connection::open(path).unwrap();
    let digest = |texts: &[&str], engine: u32| {
        let mut hasher = blake3::Hasher::new();
        for text in texts {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        }
        hasher.update(&engine.to_le_bytes());
        hasher.finalize().to_hex()[..32].to_owned()
    };
    for table in ["answers", "matches"] {
        let mut rows = connection
            .prepare(&format!(
                "SELECT id, game, position, question, convention, answer, report, nimatron, engine FROM {table}"
            ))
            .unwrap();
        let read = |row: &rusqlite::Row<'_>| {
            let texts: Vec<String> = (1..8).map(|at| row.get(at).unwrap()).collect();
            let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
            Ok((row.get::<_, i64>(0)?, digest(&texts, row.get(8)?)))
        };
        let digests: Vec<(i64, String)> = rows.query_map([], read).unwrap().map(Result::unwrap).collect();
        for (id, digest) in digests {
            let update = format!("UPDATE {table} SET digest = ?2 WHERE id = ?1");
            connection.execute(&update, rusqlite::params![id, digest]).unwrap();
        }
    }
    connection
        .execute_batch(
            "ALTER TABLE games DROP COLUMN digest; ALTER TABLE matches DROP COLUMN games;
             ALTER TABLE matches DROP COLUMN games_digest; DROP TABLE counts; PRAGMA user_version = 1;",
        )
        .unwrap();
}

#[test]
fn an_older_store_is_brought_up_to_date_and_what_was_wrong_in_it_stays_wrong() {
    let path = place("older");
    filled(&path);
    made_older(&path);
    let older = std::fs::read(&path).unwrap();
    let lab = lab(&path);
    let checked = lab.store().unwrap().check(None).unwrap();
    assert!(checked.holds, "{checked:?}");
    assert_eq!((checked.answers, checked.matches, checked.games), (1, 2, 7));
    assert!(is_remembered(&ask(&lab, "nimber", "cram", "2x3")));
    assert!(lab.store().unwrap().show("m2").is_ok());
    drop(lab);
    let version: i32 =
        Connection::open(&path).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, 2);
    for change in [
        "UPDATE answers SET answer = '7'",
        "DELETE FROM games WHERE number = 3",
        "UPDATE games SET number = 7 WHERE number = 2 AND match = 2",
        "UPDATE games SET line = replace(replace(line, '\"win\"', '\"draw\"'), '\"loss\"', '\"draw\"')",
        "UPDATE matches SET report = replace(report, '3', '4') WHERE id = 1",
    ] {
        for beside in ["store.sqlite-wal", "store.sqlite-shm"] {
            let _ = std::fs::remove_file(path.with_file_name(beside));
        }
        std::fs::write(&path, &older).unwrap();
        Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let checked = store(&path).0.check(None).unwrap();
        assert!(!checked.holds, "{change}");
    }
}

#[test]
fn a_damaged_solution_is_set_aside_with_a_warning_and_the_question_is_searched() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("damaged-solutions");
    for (convention, game, position) in
        [(Convention::Normal, "legionnaires", "4x4"), (Convention::Misere, "tactix", "4x4")]
    {
        let told = Told::default();
        let lab = || {
            let heard = Arc::clone(&told);
            let tell = move |text: &str| heard.lock().unwrap().push(text.to_owned());
            Lab::new(catalog(), Limits::default()).solutions_in(folder.clone()).telling(tell)
        };
        let solve = || {
            let lab = lab();
            lab.ask(&Solve { place: Place::new(game, position), convention }).unwrap()
        };
        let best = |lab: &Lab| {
            let place = Place::new(game, position);
            let report = lab.ask(&Best { place, convention, to_move: None }).unwrap();
            (report.winner, report.moves)
        };
        let _ = std::fs::remove_dir_all(&folder);
        let solved = solve();
        let file = solved.file.clone().unwrap();
        let whole = std::fs::read(&file).unwrap();
        let expected = best(&lab());
        let aside = |number: usize| {
            let suffix = if number == 1 { ".damaged".into() } else { format!(".damaged-{number}") };
            PathBuf::from(format!("{}{suffix}", file.display()))
        };
        // The magic word, the head, and some bits, of which not all are looked at for every question.
        let places: Vec<usize> = (0..whole.len()).step_by(whole.len() / 40 + 1).collect();
        let mut set_aside = 0;
        for &place in &places {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            std::fs::write(&file, &damaged).unwrap();
            assert_eq!(best(&lab()), expected, "{game}, byte {place}");
            let warned = std::mem::take(&mut *told.lock().unwrap());
            if file.exists() {
                assert!(warned.is_empty(), "{warned:?}");
                continue;
            }
            set_aside += 1;
            assert_eq!(std::fs::read(aside(set_aside)).unwrap(), damaged);
            assert!(
                warned.len() == 1 && warned[0].contains("damaged") && warned[0].ends_with("and not used"),
                "{warned:?}"
            );
        }
        assert!(set_aside > 2, "{game}: {set_aside} of {}", places.len());
        // Solving again makes a new file.
        std::fs::write(&file, &whole[..whole.len() - 1]).unwrap();
        let again = solve();
        assert_eq!((again.outcome, again.positions), (solved.outcome, solved.positions));
        assert_eq!(told.lock().unwrap().len(), 1);
        assert_eq!(std::fs::read(&file).unwrap(), whole);
    }
}
