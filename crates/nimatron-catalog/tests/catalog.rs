//! The list of games.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too, but clippy only knows those marked so.

use nimatron_builtin::registry;
use nimatron_rules::GameKind;

#[test]
fn the_games_are_in_the_order_of_their_names() {
    let registry = registry();
    let mut names: Vec<_> = registry.games().map(|entry| &*entry.about().name).collect();
    // Sums of all the others come last.
    assert_eq!(names.pop(), Some("sum"));
    assert!(names.is_sorted(), "{names:?}");
    assert_eq!(names.len(), 24);
}

#[test]
fn a_slip_of_the_finger_finds_its_game() {
    let registry = registry();
    for (typed, meant) in [("domineerign", "domineering"), ("cob", "col"), ("toads", "toads-and-frogs")] {
        assert_eq!(registry.nearest(typed), Some(meant));
    }
    assert_eq!(registry.nearest("chess"), None);
    assert_eq!(registry.nearest(&"x".repeat(1_000_000)), None);
}

#[test]
fn chessmen_have_games_of_their_own() {
    let registry = registry();
    assert_eq!(registry.aliases().len(), 5);
    for alias in registry.aliases() {
        let (entry, parameters) = registry.find_written(&alias.name).unwrap();
        assert_eq!((&entry.about().name, parameters), (&alias.game, &*alias.parameters));
    }
    assert_eq!(registry.nearest("qeens"), Some("queens"));
    assert!(registry.find_written("queens:blocked").is_none());
}

#[test]
fn the_kinds_of_games_are_known_before_they_are_opened() {
    let registry = registry();
    for (name, kind) in [
        ("cram", GameKind::Impartial),
        ("nim", GameKind::Impartial),
        ("domineering", GameKind::Partizan),
        ("legionnaires:centurion", GameKind::Loopy),
        ("epaminondas", GameKind::Played),
    ] {
        assert_eq!(registry.find(name).map(|entry| entry.kind()), Some(kind), "{name}");
    }
}

/// Counting with the keys of a game must not take positions that are equal by symmetry for one.
#[test]
fn counting_by_keys_equals_counting_by_moves() {
    use nimatron_rules::Budget;

    let (registry, budget) = (registry(), Budget::unlimited());
    let mut counted = 0;
    for (game, position) in [
        ("placement:N", "4x4"),
        ("queens", "3x4"),
        ("cram", "3x3"),
        ("domineering", "3x3"),
        ("col", "2x3"),
        ("snort", "2x3"),
        ("clobber", "3x3"),
        ("ellie", "3x3"),
        ("tactix", "2x3"),
        ("kayles", "9"),
        ("circular-nim:2", "2,1,2"),
        ("toads-and-frogs", "TT..FF"),
        ("legionnaires", "3x3"),
        ("sum", "nim 2,1 + domineering 2x2"),
    ] {
        let (entry, parameters) = registry.entry(game).unwrap();
        let opened = entry.open(&registry, parameters, position).unwrap();
        let plain = nimatron_solve::count(&opened.game, &opened.position, &budget).unwrap();
        let keyed = nimatron_solve::any_count(&opened.game, &opened.position, &budget).unwrap();
        assert_eq!(keyed, plain, "{game} {position}");
        counted += plain.positions;
    }
    let (entry, parameters) = registry.entry("placement:N").unwrap();
    let opened = entry.open(&registry, parameters, "4x4").unwrap();
    let knights = nimatron_solve::any_count(&opened.game, &opened.position, &budget).unwrap();
    assert_eq!(knights.positions, 1365);
    assert!(counted > 2000, "{counted}");
}
