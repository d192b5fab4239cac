//! What `find` and `census` say, against every board there is.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::num::NonZeroUsize;

use nimatron_lab::questions::census::{Census, CensusReport, Occurrence};
use nimatron_lab::questions::find::{Find, Found};
use nimatron_lab::questions::value::Value;
use nimatron_lab::{
    Catalog, Game, Kind, Lab, LabError, Limits, Line, Lines, Listener, Stopper, Style, Where,
};

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

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
    lab.ask(&Value::of(game, position)).unwrap().as_short().unwrap().game
}

/// The positions of a value, or of a kind of values.
fn find(lab: &Lab, region: &Where, value: Option<&str>, kind: Option<Kind>) -> Vec<Found> {
    let asked = Find { region: region.clone(), value: value.map(str::to_owned), kind, limit: 1, all: true };
    let lines = Lines::default();
    let report = lab.start().heard_by(&lines).ask(&asked).unwrap();
    let all = lines.into_vec();
    assert_eq!((report.found, report.stopped), (all.len() as u64, false));
    all
}

fn census(lab: &Lab, region: &Where, kind: Option<Kind>) -> (Vec<Occurrence>, CensusReport) {
    let lines = Lines::default();
    let report = lab.start().heard_by(&lines).ask(&Census { region: region.clone(), kind }).unwrap();
    (lines.into_vec(), report)
}

fn every_position_is_found(game: &str, rows: usize, cols: usize, letters: &[char], values: &[&str]) {
    let lab = Lab::new(catalog(), Limits::default());
    let region = Where::on(game, format!("{rows}x{cols}"));
    // Rows and columns exchanged keep the value where there are two colours; in Domineering they negate it.
    let two_colours = letters.len() == 3;
    let mut by_value: HashMap<Game, BTreeSet<String>> = HashMap::new();
    for board in boards(rows, cols, letters) {
        by_value.entry(value(&lab, game, &board)).or_default().insert(board);
    }
    for text in values {
        let worth = lab.value_of(text).unwrap();
        let is_own_negative = lab.value_of(&format!("-({text})")).unwrap() == worth;
        let exchange = (is_own_negative && two_colours).then(|| [letters[1], letters[2]]);
        let turns = two_colours || is_own_negative;
        let found = find(&lab, &region, Some(text), None);
        let classes: BTreeSet<_> = found.iter().map(|f| class(&f.position, turns, exchange)).collect();
        assert_eq!(classes.len(), found.len(), "{game} {text}: none twice");
        let brute: BTreeSet<_> =
            by_value.get(&worth).into_iter().flatten().map(|b| class(b, turns, exchange)).collect();
        assert!(!brute.is_empty() || *text == "17", "{text} does not occur");
        assert_eq!(classes, brute, "{game} {text}");
    }
    // The census has the same counts, every position once, and a position of each value.
    let (values, report) = census(&lab, &region, None);
    assert_eq!(report.positions, values.iter().map(|tally| tally.count).sum::<u64>());
    for tally in &values {
        assert_eq!(value(&lab, game, &tally.position), tally.game);
        let text = lab.sketch(tally.game, Style::Ascii, usize::MAX);
        let found = find(&lab, &region, Some(&text), None);
        assert_eq!(found.len() as u64, tally.count, "{game} {text}");
    }
    let values: HashSet<_> = values.iter().map(|tally| tally.game).collect();
    let shown = |game: &Game| {
        let text = format!("-({})", lab.sketch(*game, Style::Ascii, usize::MAX));
        let negative = lab.value_of(&text).unwrap();
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
    let lab = Lab::new(catalog(), Limits::default());
    let region = Where { pieces: Some("3..5".into()), ..Where::on("legionnaires", "2x3,2x4") };
    for (name, kind) in Kind::ALL {
        let found = find(&lab, &region, None, Some(kind));
        let count: u64 = census(&lab, &region, Some(kind)).0.iter().map(|tally| tally.count).sum();
        assert_eq!(found.len() as u64, count, "{name}");
        assert!(!found.is_empty(), "{name}");
        for found in found.iter().step_by(7) {
            let worth = value(&lab, "legionnaires", &found.position);
            assert_eq!(lab.sketch(worth, Style::Unicode, 1000), found.value);
        }
    }
}

/// Stops the search at the first position of three pieces on a large board.
struct Stops {
    stopper: Stopper,
    seen: Cell<u64>,
}

impl Listener for Stops {
    fn line(&self, line: &dyn Line) -> bool {
        self.seen.set(self.seen.get() + 1);
        let found = line.as_any().downcast_ref::<Found>().unwrap();
        if found.board == "8x8" && found.pieces == 3 {
            self.stopper.stop();
        }
        true
    }
}

#[test]
fn a_search_that_is_stopped_says_how_far_it_came() {
    let lab = Lab::new(catalog(), Limits { threads: NonZeroUsize::new(2).unwrap(), ..Limits::default() });
    let region = Where { pieces: Some("2..9".into()), ..Where::on("legionnaires", "2x2,3x3,8x8") };
    let asked = Find { region, value: None, kind: Some(Kind::Number), limit: 1, all: true };
    let stops = Stops { stopper: lab.stopper().clone(), seen: Cell::new(0) };
    let error = lab.start().heard_by(&stops).ask(&asked).unwrap_err();
    let LabError::Stopped(unfinished) = error else { panic!("{error:?}") };
    let known = unfinished.known.unwrap();
    assert!(known.starts_with("all positions of up to 2 pieces on 8x8 were seen; "), "{known}");
    assert!(stops.seen.get() > 100 && known.contains(" found among "), "{known}");
    let (_, mut report) = census(&lab, &Where::on("legionnaires", "2x3"), None);
    assert!(nimatron_lab::Report::unfinished(&mut report).is_none(), "the lab goes on");
}

#[test]
fn games_without_boards_of_pieces_are_refused() {
    let lab = Lab::new(catalog(), Limits::default());
    let find =
        |game: &str| lab.ask(&Census { region: Where::on(game, "2x2"), kind: None }).unwrap_err().to_string();
    for game in ["nim", "toads-and-frogs", "sum", "col"] {
        assert_eq!(find(game), format!("the positions of {game} can't be listed by boards and pieces"));
    }
    assert!(find("legionnaires:axe").starts_with("Legionnaires has no variant `axe`"));
    assert!(find("chess").starts_with("there is no game `chess`"));
}
