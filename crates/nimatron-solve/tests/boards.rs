//! Impartial games on boards: each Grundy value is found in two ways.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use nimatron_games::cram::Cram;
use nimatron_games::ellie::Ellie;
use nimatron_games::octal::HeapGame;
use nimatron_games::staircase::Staircase;
use nimatron_games::tactix::Tactix;
use nimatron_rules::{Bits, Budget, Impartial, Line, Named, Player, Rules, Short};
use nimatron_solve::{Intervals, NimberSolver, SolveError, nimber};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The Grundy value by the definition: no parts, no symmetry, no theorems.
fn plain<R: Rules>(rules: &R, position: &R::Position, known: &mut HashMap<R::Position, u32>) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let mut moves = Vec::new();
    rules.moves(position, Player::Left, &mut moves);
    let after: Vec<_> = moves.iter().map(|mv| rules.play(position, Player::Left, mv)).collect();
    let values: Vec<u32> = after.iter().map(|after| plain(rules, after, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(position.clone(), value);
    value
}

/// Random regions of a board, as bits in rows.
fn regions(rows: usize, cols: usize, count: usize, seed: u64, mut test: impl FnMut(String)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..count {
        let often = random.random_range(40..=90);
        let row = |random: &mut Xoshiro256PlusPlus| -> String {
            (0..cols).map(|_| if random.random_range(0..100) < often { 'o' } else { '.' }).collect()
        };
        let board: Vec<String> = (0..rows).map(|_| row(&mut random)).collect();
        test(board.join("/"));
    }
}

/// In the notation of games that cover squares.
fn covered(board: &str) -> String {
    board.replace('.', "#").replace('o', ".")
}

fn agrees_with_the_definition<R: Impartial + Short + Named>(board: &str) {
    let (rules, position) = R::open("", board).unwrap();
    let found = nimber(&rules, &position, &Budget::unlimited()).unwrap().nimber;
    assert_eq!(found, plain(&rules, &position, &mut HashMap::new()), "{} {board}", R::ABOUT.name);
}

#[test]
fn random_regions_have_the_values_of_the_definition() {
    regions(3, 5, 200, 1, |board| {
        agrees_with_the_definition::<Cram<1>>(&covered(&board));
        agrees_with_the_definition::<Ellie<1>>(&covered(&board));
    });
    regions(4, 4, 150, 2, |board| {
        agrees_with_the_definition::<Cram<1>>(&covered(&board));
        agrees_with_the_definition::<Ellie<1>>(&covered(&board));
    });
    regions(3, 4, 200, 3, |board| agrees_with_the_definition::<Tactix<1>>(&board));
    // Layouts whose rows are not bytes, and four words.
    regions(2, 9, 60, 4, |board| {
        agrees_with_the_definition::<Cram<1>>(&covered(&board));
        agrees_with_the_definition::<Ellie<1>>(&covered(&board));
        agrees_with_the_definition::<Ellie<4>>(&covered(&board));
    });
    regions(2, 6, 60, 5, |board| agrees_with_the_definition::<Tactix<4>>(&board));
}

#[test]
fn what_stands_apart_adds_up() {
    fn adds_up<R: Impartial + Short + Named>(one: &str, other: &str, between: char) {
        let value = |board: &str| {
            let (rules, position) = R::open("", board).unwrap();
            nimber(&rules, &position, &Budget::unlimited()).unwrap().nimber
        };
        let rows = one.split('/').zip(other.split('/'));
        let both: Vec<String> = rows.map(|(one, other)| format!("{one}{between}{other}")).collect();
        assert_eq!(value(&both.join("/")), value(one) ^ value(other), "{one} {other}");
    }
    let mut before = "ooo/ooo/ooo".to_owned();
    regions(3, 4, 100, 6, |board| {
        adds_up::<Tactix<1>>(&before, &board, '.');
        adds_up::<Cram<1>>(&covered(&before), &covered(&board), '#');
        adds_up::<Ellie<1>>(&covered(&before), &covered(&board), '#');
        before = board;
    });
}

#[test]
fn ellie_on_two_rows_is_the_octal_game_007() {
    for cols in 1..=24 {
        let (octal, heap) = HeapGame::open("0.007", &(2 * cols).to_string()).unwrap();
        let heaps = nimber(&octal, &heap, &Budget::unlimited()).unwrap().nimber;
        let board = format!("2x{cols}");
        let (ellie, start) = Ellie::<1>::open("", &board).unwrap();
        assert_eq!(nimber(&ellie, &start, &Budget::unlimited()).unwrap().nimber, heaps, "{board}");
        // Real tiles on real boards, one after the other.
        if cols <= 8 {
            assert_eq!(plain(&ellie, &start, &mut HashMap::new()), heaps, "{board}");
        }
    }
}

#[test]
fn the_formula_for_s_boards_is_right_up_to_64() {
    const MOST: usize = 64;
    let line = Line::staircase(&[MOST as u64; 2]).unwrap();
    let intervals = Intervals::of(&line, &Budget::unlimited()).unwrap();
    for a in 0..=MOST {
        for b in 0..=MOST {
            let (rules, board) = Staircase::open("", &format!("S:{a},{b}")).unwrap();
            let formula = rules.by_theorem(&board).unwrap().nimber;
            assert_eq!(formula, u64::from(intervals.nimber(MOST - a, MOST + b)), "{a},{b}");
        }
    }
}

#[test]
fn staircases_are_worth_what_their_boards_are() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for _ in 0..60 {
        let rows: Vec<usize> = (0..random.random_range(1..=4)).map(|_| random.random_range(1..=4)).collect();
        let cols = rows.iter().sum::<usize>() - rows.len() + 1;
        let mut start = 0;
        let mut board = Vec::new();
        for row in &rows {
            board.push(".".repeat(start) + &"o".repeat(*row) + &".".repeat(cols - start - row));
            start += row - 1;
        }
        let (tactix, counters) = Tactix::<4>::open("", &board.join("/")).unwrap();
        let found = nimber(&tactix, &counters, &Budget::unlimited()).unwrap().nimber;
        let list: Vec<String> = rows.iter().map(usize::to_string).collect();
        let (staircase, stairs) = Staircase::open("", &format!("staircase:{}", list.join(","))).unwrap();
        assert_eq!(nimber(&staircase, &stairs, &Budget::unlimited()).unwrap().nimber, found, "{rows:?}");
    }
}

#[test]
fn one_two_and_four_threads_find_the_same_nimber() {
    fn same<R: Impartial + Short + Named>(board: &str, nimber: u32) {
        let (rules, start) = R::open("", board).unwrap();
        for threads in [1, 2, 4] {
            let budget = Budget::unlimited().threads(NonZeroUsize::new(threads).unwrap());
            let found = NimberSolver::new(&rules, &budget).nimber(&start).unwrap();
            assert_eq!(found, nimber, "{} {board} by {threads}", R::ABOUT.name);
        }
    }
    same::<Cram<1>>("5x6", 2);
    same::<Cram<1>>("3x8", 3);
    same::<Ellie<1>>("6x6", 1);
    same::<Ellie<1>>("4x9", 1);
}

/// A file that is deleted when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("nimatron-boards-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.join("kept")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The value of Cram 5x6 and the number of positions that the search met, with a file.
fn kept(path: &Path, label: &str, budget: &Budget) -> Result<(u32, u64), SolveError> {
    let cram = Cram::<1>::new(5, 6).unwrap();
    let mut solver = NimberSolver::new(&cram, budget);
    solver.keep_in(path, label)?;
    let nimber = solver.nimber(&cram.start())?;
    Ok((nimber, solver.positions()))
}

#[test]
fn an_interrupted_search_goes_on_where_it_was() {
    let scratch = Scratch::new("resume");
    let file = scratch.file();
    // A half-written file of an older process doesn't matter.
    std::fs::write(scratch.0.join("kept.partial"), b"nimatron board values 1\nhalf").unwrap();
    let nodes = |nodes| Budget::unlimited().nodes(nodes);
    let mut lengths = Vec::new();
    for _ in 0..3 {
        assert!(matches!(kept(&file, "cram 5x6", &nodes(9000)), Err(SolveError::Exhausted(_))));
        lengths.push(std::fs::metadata(&file).unwrap().len());
    }
    assert!(lengths.is_sorted() && lengths[0] < lengths[2], "{lengths:?}");
    let budget = Budget::unlimited();
    assert_eq!(kept(&file, "cram 5x6", &budget).unwrap().0, 2);
    // Once the value is known, nothing is left to do.
    let budget = Budget::unlimited();
    assert_eq!(kept(&file, "cram 5x6", &budget).unwrap().0, 2);
    assert_eq!(budget.spent(), 0);
}

#[test]
fn a_file_that_is_damaged_or_of_something_else_is_refused() {
    let scratch = Scratch::new("damage");
    let file = scratch.file();
    assert!(kept(&file, "cram 5x6", &Budget::unlimited().nodes(5000)).is_err());
    let whole = std::fs::read(&file).unwrap();
    let why = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        match kept(&file, "cram 5x6", &Budget::unlimited().nodes(100)) {
            Err(SolveError::File { why, .. }) => why,
            other => panic!("{other:?}"),
        }
    };
    for at in [30, 60, whole.len() / 2, whole.len() - 50, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        assert!(why(&bytes).contains("damaged"), "{at}");
    }
    for length in [40, 100, whole.len() - 1] {
        assert!(why(&whole[..length]).contains("damaged"), "{length}");
    }
    assert!(why(&[&whole[..], b"more"].concat()).contains("damaged"));
    for foreign in [&b"my thesis"[..], b"x", &whole[..10], &whole[1..]] {
        assert!(why(foreign).contains("it is left as it is"));
        assert_eq!(std::fs::read(&file).unwrap(), foreign);
    }
    // An empty file is treated like none; but there may be another file at the temporary path.
    std::fs::write(&file, b"").unwrap();
    let partial = scratch.0.join("kept.partial");
    std::fs::write(&partial, b"my thesis").unwrap();
    let refused = kept(&file, "cram 5x6", &Budget::unlimited().nodes(5000)).unwrap_err();
    assert!(refused.to_string().contains("kept.partial: this is not a nimatron file"), "{refused}");
    assert_eq!(std::fs::read(&partial).unwrap(), b"my thesis");
    std::fs::remove_file(&partial).unwrap();
    assert!(matches!(
        kept(&file, "cram 5x6", &Budget::unlimited().nodes(5000)),
        Err(SolveError::Exhausted(_))
    ));
    std::fs::write(&file, &whole).unwrap();
    assert!(matches!(kept(&file, "cram 6x5", &Budget::unlimited()), Err(SolveError::File { .. })));
}

#[test]
fn bits_of_any_number_of_words_are_kept() {
    let scratch = Scratch::new("words");
    let ellie = Ellie::<4>::new(4, 6).unwrap();
    let start: Bits<4> = ellie.start();
    let mut first = NimberSolver::new(&ellie, &Budget::unlimited());
    first.keep_in(&scratch.file(), "ellie").unwrap();
    let nimber = first.nimber(&start).unwrap();
    let budget = Budget::unlimited();
    let mut again = NimberSolver::new(&ellie, &budget);
    again.keep_in(&scratch.file(), "ellie").unwrap();
    assert_eq!(again.nimber(&start).unwrap(), nimber);
    assert_eq!((again.positions(), budget.spent()), (first.positions(), 0));
}
