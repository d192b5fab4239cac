//! Matches with openings, tests and records; how complex games are.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use nimatron_lab::parameters::{Start, Terms};
use nimatron_lab::questions::complexity::Complexity;
use nimatron_lab::questions::matches::{GameLine, Match, MatchReport};
use nimatron_lab::{Catalog, Lab, LabError, Limits, Lines, Sprt};

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

fn with_threads(threads: usize) -> Lab {
    let threads = NonZeroUsize::new(threads).unwrap();
    Lab::new(catalog(), Limits { threads, ..Limits::default() })
}

fn play(lab: &Lab, game: &str, asked: &Match) -> Result<(Vec<GameLine>, MatchReport), LabError> {
    let lines = Lines::default();
    let asked = Match { start: Start::new(game, "start"), ..asked.clone() };
    let report = lab.start().heard_by(&lines).ask(&asked)?;
    Ok((lines.into_vec(), MatchReport { seconds: 0.0, ..report }))
}

/// A hundred games between agents that play any moves.
fn random() -> Match {
    Match::between("random", "random", "", "")
}

/// A file of that name that is not there.
fn no_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}

#[test]
fn the_games_of_a_pair_have_the_same_opening() {
    let asked = Match { games: 10, swap: true, openings: 6, moves: true, ..random() };
    let (lines, report) = play(&with_threads(2), "epaminondas", &asked).unwrap();
    for pair in lines.chunks(2) {
        assert_eq!((pair[0].opening, pair[0].moves.len()), (6, pair[0].plies));
        assert_eq!(pair[0].moves[..6], pair[1].moves[..6]);
        assert_ne!(pair[0].moves[6..], pair[1].moves[6..]);
    }
    assert_ne!(lines[0].moves[..6], lines[2].moves[..6]);
    assert_eq!(report.pairs.unwrap().iter().sum::<u64>(), 5);
}

#[test]
fn engines_with_nodes_to_spend_play_the_same_match_on_any_number_of_threads() {
    let asked = Match {
        left: "phalanx:nodes=300,hash=1".into(),
        right: "leonidas-ab:depth=1".into(),
        games: 4,
        swap: true,
        openings: 8,
        seed: 5,
        moves: true,
        ..random()
    };
    let [one, two] = [1, 3].map(|threads| play(&with_threads(threads), "epaminondas", &asked).unwrap());
    assert_eq!(one, two);
}

#[test]
fn a_test_stops_a_match_at_the_same_game_on_any_number_of_threads() {
    let sprt = Some(Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 });
    let asked = Match { left: "perfect".into(), games: 100_000, swap: true, sprt, ..random() };
    let [one, two] = [1, 4].map(|threads| play(&with_threads(threads), "nim", &asked).unwrap().1);
    assert_eq!(one, two);
    assert_eq!(one.sprt.unwrap().verdict, Some("H1"));
    assert!(one.games < 1000 && one.games.is_multiple_of(2), "{one:?}");
    let asked = Match { left: "random".into(), right: "perfect".into(), ..asked };
    assert_eq!(play(&with_threads(2), "nim", &asked).unwrap().1.sprt.unwrap().verdict, Some("H0"));
}

#[test]
fn a_match_that_was_killed_goes_on_as_if_nothing_had_happened() {
    let lab = with_threads(2);
    let (whole, killed) = (no_file("whole.jsonl"), no_file("killed.jsonl"));
    let asked = |records: &Path, resume, games| Match {
        left: "fewest-replies".into(),
        games,
        swap: true,
        openings: 2,
        records: Some(records.into()),
        resume,
        ..random()
    };
    let expected = play(&lab, "legionnaires", &asked(&whole, false, 20)).unwrap();
    let all = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(all.lines().count(), 21);
    // Killed in the middle of a line, at several places.
    for bytes in [0, 30, all.len() / 3, all.len() / 2, all.len() - 1, all.len()] {
        std::fs::write(&killed, &all[..bytes]).unwrap();
        let resumed = play(&lab, "legionnaires", &asked(&killed, true, 20)).unwrap();
        assert_eq!(resumed, expected, "{bytes}");
        assert_eq!(std::fs::read_to_string(&killed).unwrap(), all, "{bytes}");
    }
    // More games of the same match.
    let (lines, _) = play(&lab, "legionnaires", &asked(&killed, true, 24)).unwrap();
    let json = |lines: &[GameLine]| serde_json::to_string(lines).unwrap();
    assert_eq!((lines.len(), json(&lines[..20])), (24, json(&expected.0)));

    let error = |asked: &Match| play(&lab, "legionnaires", asked).unwrap_err().to_string();
    assert!(error(&asked(&whole, false, 20)).contains("--resume"));
    let other = error(&Match { seed: 9, ..asked(&whole, true, 20) });
    assert!(other.contains("another match: seed was 1 and is 9"), "{other}");
    std::fs::write(&killed, all.replacen("win", "luck", 1)).unwrap();
    assert!(error(&asked(&killed, true, 20)).contains(": it is damaged"));
    for resume in [true, false] {
        std::fs::write(&killed, "my thesis\n").unwrap();
        assert!(
            error(&asked(&killed, resume, 20)).contains("this is not a nimatron file; it is left as it is")
        );
        assert_eq!(std::fs::read_to_string(&killed).unwrap(), "my thesis\n");
    }
    // As it was written before lines had digests.
    let old = "{\"match\":{\"game\":\"legionnaires\",\"position\":\"8x8\"}}\n";
    std::fs::write(&killed, old).unwrap();
    assert!(error(&asked(&killed, true, 20)).contains("written by an older version, without digests"));
    assert_eq!(std::fs::read_to_string(&killed).unwrap(), old);
    assert!(error(&asked(Path::new("/nowhere/at/all"), false, 20)).contains("/nowhere/at/all"));
}

#[test]
fn every_change_of_a_digit_or_a_word_and_every_lost_line_of_records_is_found() {
    let lab = with_threads(1);
    let file = no_file("changed.jsonl");
    let asked = |resume| Match {
        left: "fewest-replies".into(),
        games: 6,
        swap: true,
        openings: 2,
        records: Some(file.clone().into()),
        resume,
        ..random()
    };
    play(&lab, "nim", &asked(false)).unwrap();
    let all = std::fs::read_to_string(&file).unwrap();
    let mut damaged: Vec<(String, String)> = Vec::new();
    for (at, byte) in all.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let other = if byte == b'9' { '0' } else { char::from(byte + 1) };
        damaged.push((format!("{}{other}{}", &all[..at], &all[at + 1..]), format!("the digit at {at}")));
    }
    let words = ["win", "loss", "draw", "left", "right", "rules", "length", "null", "true", "false"];
    for word in words {
        for (at, _) in all.match_indices(word) {
            for other in words {
                let text = format!("{}{other}{}", &all[..at], &all[at + word.len()..]);
                damaged.push((text, format!("{word} at {at} to {other}")));
            }
        }
    }
    let lines: Vec<&str> = all.split_inclusive('\n').collect();
    for at in 0..lines.len() - 1 {
        let mut some = lines.clone();
        some.remove(at);
        damaged.push((some.concat(), format!("without line {}", at + 1)));
        let mut twice = lines.clone();
        twice.insert(at, lines[at]);
        damaged.push((twice.concat(), format!("line {} twice", at + 1)));
        let mut exchanged = lines.clone();
        exchanged.swap(at, at + 1);
        damaged.push((exchanged.concat(), format!("line {} exchanged", at + 1)));
    }
    damaged.retain(|(text, _)| *text != all);
    assert!(damaged.len() > 500, "{}", damaged.len());
    for (text, what) in damaged {
        std::fs::write(&file, &text).unwrap();
        let error = play(&lab, "nim", &asked(true)).map(|_| ()).expect_err(&what).to_string();
        assert!(error.contains("changed.jsonl"), "{what}: {error}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text, "{what}");
    }
}

#[test]
fn a_torn_last_line_is_played_again_with_a_remark() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&told);
    let lab = with_threads(1).telling(move |text| heard.lock().unwrap().push(text.to_owned()));
    let file = no_file("torn.jsonl");
    let asked = |resume| Match { games: 4, records: Some(file.clone().into()), resume, ..random() };
    let expected = play(&lab, "nim", &asked(false)).unwrap();
    let all = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &all[..all.len() - 7]).unwrap();
    assert_eq!(play(&lab, "nim", &asked(true)).unwrap(), expected);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), all);
    let told = told.lock().unwrap();
    assert!(told.len() == 1 && told[0].ends_with("a game was not written to its end, and is written again"));
}

#[test]
fn complexity_is_measured_for_any_game() {
    let lab = with_threads(2);
    let asked = Complexity {
        start: Start::new("epaminondas", "start"),
        agent: "random".into(),
        games: 30,
        openings: 10,
        seed: 1,
        svg: None,
        terms: Terms::default(),
    };
    let report = lab.ask(&asked).unwrap();
    // Another program: 181 moves in random play, 430 plies.
    assert!((165.0..195.0).contains(&report.branching), "{report:?}");
    assert!((280.0..600.0).contains(&report.length), "{report:?}");
    assert!(report.branching_per_piece > 1.2 * report.branching, "{report:?}");
    assert!((report.tree - report.length * report.branching.log10()).abs() < 0.01);
    let space = report.state_space.clone().unwrap();
    assert_eq!(space, "24080278526707819549851463171933742905895967872898019332373592");
    let svg = report.to_svg();
    assert!(svg.starts_with("<svg") && svg.matches("class=\"mean\"").count() == 3, "{svg}");
    // A row of Kayles: nobody counts its positions so.
    let kayles = Complexity { start: Start::new("kayles", "12"), openings: 0, ..asked.clone() };
    let report = lab.ask(&kayles).unwrap();
    assert_eq!((report.state_space.clone(), report.branching), (None, report.branching_per_piece));
    assert_eq!(report.to_svg().matches("class=\"mean\"").count(), 2);
    let nothing = Complexity { start: Start::new("nim", "0"), ..asked };
    assert!(lab.ask(&nothing).unwrap_err().to_string().contains("over before it begins"));
}
