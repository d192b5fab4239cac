//! Sums of positions of different games.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::ops::Range;

use nimatron_catalog::{Sums, is_impartial_sum};
use nimatron_rules::Notation;

fn fault(text: &str) -> (Range<usize>, String) {
    let error = Sums::<false>::open("", text).map(|_| ()).unwrap_err();
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
}

#[test]
fn sums_keep_their_promises() {
    for text in ["nim 2,1 + domineering 2x3", "cram 2x2 + cram 2x2 + toads-and-frogs T..F", "0"] {
        let (rules, start) = Sums::<false>::open("", text).unwrap();
        nimatron_rules::conformance::check(&rules, &start, 1, 10).unwrap();
    }
}

#[test]
fn sums_of_impartial_games_are_impartial() {
    let (rules, start) = Sums::<true>::open("", "nim 3,1 + cram 2x3").unwrap();
    nimatron_rules::conformance::check_impartial(&rules, &start, 1, 10).unwrap();
    assert!(is_impartial_sum("nim 3,1 + cram 2x3") && is_impartial_sum("0"));
    assert!(!is_impartial_sum("nim 3 + domineering 2x2") && !is_impartial_sum("nim 3 +"));
}
