//! What `find` and `census` say, against every board there is.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;

use nimatron_lab::{Answer, Found, Game, Kind, Lab, LabError, Limits, Question, Region, Style, Wanted};

type Board = Vec<Vec<char>>;

fn text(board: &Board) -> String {
    board.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

fn turned(board: &Board) -> Board {
    (0..board[0].len()).map(|col| board.iter().map(|row| row[col]).collect()).collect()
}

/// The least text of a board and its images: those of a rectangle, those of a square if `turns`, and with
/// exchanged colours if `exchange`.
fn class(board: &str, turns: bool, exchange: Option<[char; 2]>) -> String {
    let board: Board = board.split('/').map(|row| row.chars().collect()).collect();
    let mut images = vec![board.clone()];
    if turns && board.len() == board[0].len() {
        images.push(turned(&board));
    }
    for symmetry in [0, 1] {
        for image in images.clone() {
            let mirrored = image.iter().map(|row| row.iter().rev().copied().collect()).collect();
            images.push(if symmetry == 0 { mirrored } else { image.into_iter().rev().collect() });
        }
    }
    let mut texts: Vec<String> = images.iter().map(text).collect();
    if let Some([a, b]) = exchange {
        let swap = |c| {
            if c == a {
                b
            } else if c == b {
                a
            } else {
                c
            }
        };
        texts.extend(texts.clone().iter().map(|text| text.chars().map(swap).collect::<String>()));
    }
    texts.into_iter().min().unwrap()
}

/// Every board of a size with these letters.
fn boards(rows: usize, cols: usize, letters: &[char]) -> Vec<String> {
    let code = |mut code: usize| {
        let mut square = || {
            let letter = letters[code % letters.len()];
            code /= letters.len();
            letter
        };
        text(&(0..rows).map(|_| (0..cols).map(|_| square()).collect()).collect())
    };
    (0..letters.len().pow((rows * cols) as u32)).map(code).collect()
}

fn value(lab: &Lab, game: &str, position: &str) -> Game {
    let Answer::Value(report) = lab.ask(&Question::Value, game, position).unwrap() else { panic!() };
    report.game
}

fn find(lab: &Lab, game: &str, region: &Region, wanted: Wanted) -> Vec<Found> {
    let mut all = Vec::new();
    let searched = lab
        .find_in(&lab.start(), game, region, wanted, |found| {
            all.push(found);
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!((searched.found, searched.stopped), (all.len() as u64, false));
    all
}

fn every_position_is_found(game: &str, rows: usize, cols: usize, letters: &[char], values: &[&str]) {
    let lab = Lab::default();
    let region = Region::read(&format!("{rows}x{cols}"), None).unwrap();
    // Rows and columns exchanged keep the value where there are two colours; in Domineering they negate it.
    let two_colours = letters.len() == 3;
    let mut by_value: HashMap<Game, BTreeSet<String>> = HashMap::new();
    for board in boards(rows, cols, letters) {
        by_value.entry(value(&lab, game, &board)).or_default().insert(board);
    }
    for text in values {
        let wanted = lab.wanted(text).unwrap();
        let Wanted::Value(worth) = wanted else { panic!() };
        let is_own_negative = lab.wanted(&format!("-({text})")).unwrap() == wanted;
        let exchange = (is_own_negative && two_colours).then(|| [letters[1], letters[2]]);
        let turns = two_colours || is_own_negative;
        let found = find(&lab, game, &region, wanted);
        let classes: BTreeSet<_> = found.iter().map(|f| class(&f.position, turns, exchange)).collect();
        assert_eq!(classes.len(), found.len(), "{game} {text}: none twice");
        let brute: BTreeSet<_> =
            by_value.get(&worth).into_iter().flatten().map(|b| class(b, turns, exchange)).collect();
        assert!(!brute.is_empty() || *text == "17", "{text} does not occur");
        assert_eq!(classes, brute, "{game} {text}");
    }
    // The census has the same counts, every position once, and a position of each value.
    let census = lab.census_in(&lab.start(), game, &region, None).unwrap();
    assert_eq!(census.positions, census.values.iter().map(|tally| tally.count).sum::<u64>());
    for tally in &census.values {
        assert_eq!(value(&lab, game, &tally.first.position), tally.game);
        let text = lab.sketch(tally.game, Style::Ascii, usize::MAX);
        let found = find(&lab, game, &region, lab.wanted(&text).unwrap());
        assert_eq!(found.len() as u64, tally.count, "{game} {text}");
    }
    let values: HashSet<_> = census.values.iter().map(|tally| tally.game).collect();
    let shown = |game: &Game| {
        let text = format!("-({})", lab.sketch(*game, Style::Ascii, usize::MAX));
        let Wanted::Value(negative) = lab.wanted(&text).unwrap() else { panic!() };
        values.contains(game) || values.contains(&negative)
    };
    assert!(by_value.keys().all(shown));
}

#[test]
fn every_position_of_a_value_is_found_once() {
    every_position_is_found(
        "legionnaires",
        2,
        3,
        &['.', 'B', 'W'],
        &["0", "*", "^", "v", "1/2", "-2", "+-1", "17"],
    );
    every_position_is_found("legionnaires", 3, 2, &['.', 'B', 'W'], &["^", "-1"]);
    every_position_is_found("legionnaires:mace", 2, 3, &['.', 'B', 'W'], &["0", "*", "^"]);
    every_position_is_found("clobber", 2, 3, &['.', 'x', 'o'], &["0", "*", "^", "v"]);
    every_position_is_found("domineering", 3, 3, &['.', '#'], &["0", "1", "-1", "1/2", "+-1"]);
    every_position_is_found("domineering", 2, 4, &['.', '#'], &["1", "-1", "{2|-1/2}"]);
}

#[test]
fn kinds_are_what_they_say() {
    let lab = Lab::default();
    let region = Region::read("2x3,2x4", Some("3..5")).unwrap();
    for (name, kind) in Kind::ALL {
        let found = find(&lab, "legionnaires", &region, Wanted::Kind(kind));
        let count: u64 = {
            let census = lab.census_in(&lab.start(), "legionnaires", &region, Some(kind)).unwrap();
            census.values.iter().map(|tally| tally.count).sum()
        };
        assert_eq!(found.len() as u64, count, "{name}");
        assert!(!found.is_empty(), "{name}");
        for found in found.iter().step_by(7) {
            let worth = value(&lab, "legionnaires", &found.position);
            assert_eq!(lab.sketch(worth, Style::Unicode, 1000), found.value);
        }
    }
}

#[test]
fn a_search_that_is_stopped_says_how_far_it_came() {
    let limits = Limits { threads: NonZeroUsize::new(2).unwrap(), ..Limits::default() };
    let lab = Lab::new(limits, Arc::default());
    let region = Region::read("2x2,3x3,8x8", Some("2..9")).unwrap();
    let run = lab.start();
    let mut seen = 0;
    let error = lab
        .find_in(&run, "legionnaires", &region, Wanted::Kind(Kind::Number), |found| {
            seen += 1;
            if found.board == "8x8" && found.pieces == 3 {
                run.budget().stop();
            }
            ControlFlow::Continue(())
        })
        .unwrap_err();
    let LabError::Exhausted { known: Some(known), .. } = error else { panic!("{error:?}") };
    assert!(known.starts_with("all positions of up to 2 pieces on 8x8 were seen; "), "{known}");
    assert!(seen > 100 && known.contains(" found among "), "{known}");
    let census = lab.census_in(&lab.start(), "legionnaires", &Region::read("2x3", None).unwrap(), None);
    assert!(census.unwrap().error.is_none(), "the lab goes on");
}

#[test]
fn games_without_boards_of_pieces_are_refused() {
    let lab = Lab::default();
    let region = Region::read("2x2", None).unwrap();
    let find = |game| lab.census_in(&lab.start(), game, &region, None).unwrap_err().to_string();
    for game in ["nim", "toads-and-frogs", "sum", "col"] {
        assert_eq!(find(game), format!("the positions of {game} can't be listed by boards and pieces"));
    }
    assert!(find("legionnaires:axe").starts_with("Legionnaires has no variant `axe`"));
    assert!(find("chess").starts_with("there is no game `chess`"));
}
