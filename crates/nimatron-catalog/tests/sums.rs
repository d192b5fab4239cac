//! Sums of positions of different games.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too, but clippy only knows those marked so.

use std::ops::Range;

use nimatron_builtin::registry;
use nimatron_rules::{GameKind, Notation, NotationError, Opened};

fn open(text: &str) -> Result<Opened, NotationError> {
    let registry = registry();
    let (entry, _) = registry.entry("sum")?;
    entry.open(&registry, "", text)
}

fn fault(text: &str) -> (Range<usize>, String) {
    let error = open(text).map(|_| ()).unwrap_err();
    assert!(text.get(error.at.clone()).is_some(), "{error:?}");
    (error.at.clone(), error.to_string())
}

#[test]
fn faults_point_into_the_sum() {
    assert_eq!(fault("nim 3 + domineering 2y2").0, 21..22);
    assert_eq!(fault("nim 3 + dominering 2x2").0, 8..18);
    assert_eq!(fault("nim 3 + + nim 2").0, 8..8);
    assert_eq!(fault("nim:x 3").0, 6..7);
    assert_eq!(fault("sum 0").1, "a sum is no summand; expected its summands");
    assert!(fault(&"nim 1 + ".repeat(100_000)).1.starts_with("more than 1000 summands"));
    assert_eq!(fault("nim 4294967295 + nim 1").1, "the sum is too large");
    assert_eq!(fault("epaminondas 5x5 + nim 1").1, "epaminondas is loopy, and no summand");
}

#[test]
fn sums_of_impartial_games_are_impartial() {
    for text in ["nim 3,1 + cram 2x3", "0", "octal:0.77 5 + knights 2x3"] {
        assert_eq!(open(text).unwrap().game.kind(), GameKind::Impartial, "{text}");
    }
    assert_eq!(open("nim 3 + domineering 2x2").unwrap().game.kind(), GameKind::Partizan);
}

#[test]
fn summands_are_written_with_their_parameters() {
    let Opened { game, position, .. } = open("octal:0.77 5 + queens 2x2 + nim 3").unwrap();
    assert_eq!(game.show(&position), "octal:0.77 5 + placement:Q ../.. + nim 3");
    assert_eq!(game.parse(&game.show(&position)), Ok(position));
}
