//! The list of games.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use nimatron_catalog::{Entry, NAMES, find, find_written, games, nearest};

#[test]
fn the_games_are_in_the_order_of_their_names() {
    let mut names: Vec<_> = games().map(|entry| entry.about().name).collect();
    // Sums of all the others come last.
    assert_eq!(names.pop(), Some("sum"));
    assert!(names.is_sorted(), "{names:?}");
}

#[test]
fn a_slip_of_the_finger_finds_its_game() {
    for (typed, meant) in [("domineerign", "domineering"), ("cob", "col"), ("toads", "toads-and-frogs")] {
        assert_eq!(nearest(typed), Some(meant));
    }
    assert_eq!(nearest("chess"), None);
    assert_eq!(nearest(&"x".repeat(1_000_000)), None);
}

#[test]
fn chessmen_have_games_of_their_own() {
    for (name, game, parameters) in NAMES {
        let (entry, found) = find_written(name).unwrap();
        assert_eq!((entry.about().name, found), (*game, *parameters));
    }
    assert_eq!(nearest("qeens"), Some("queens"));
    assert!(find_written("queens:blocked").is_none());
}

#[test]
fn impartial_games_are_known_as_such() {
    for (name, impartial) in
        [("cram", true), ("nim", true), ("domineering", false), ("legionnaires:centurion", false)]
    {
        assert_eq!(find(name).map(Entry::is_impartial), Some(impartial), "{name}");
    }
}
