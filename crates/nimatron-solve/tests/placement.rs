//! Placement games, by the search and by the definition.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::HashMap;

use nimatron_games::placement::{Placed, Placement};
use nimatron_rules::{Budget, Gluing, Impartial, Named, Packed, Player, Rules};
use nimatron_solve::{Convention, NimberSolver, OutcomeSolver, nimber};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The Grundy value by the definition: from moves alone, without parts, symmetries and theorems.
fn plain(rules: &Placement<1>, placed: &Placed<1>, known: &mut HashMap<Placed<1>, u32>) -> u32 {
    if let Some(value) = known.get(placed) {
        return *value;
    }
    let mut moves = Vec::new();
    rules.moves(placed, Player::Left, &mut moves);
    let values: Vec<u32> =
        moves.iter().map(|put| plain(rules, &rules.play(placed, Player::Left, put), known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(placed.clone(), value);
    value
}

/// Who wins in misère play, by the definition.
fn first_wins_misere(rules: &Placement<1>, placed: &Placed<1>, known: &mut HashMap<Placed<1>, bool>) -> bool {
    if let Some(wins) = known.get(placed) {
        return *wins;
    }
    let mut moves = Vec::new();
    rules.moves(placed, Player::Left, &mut moves);
    let wins = moves.is_empty()
        || moves.iter().any(|put| !first_wins_misere(rules, &rules.play(placed, Player::Left, put), known));
    known.insert(placed.clone(), wins);
    wins
}

const PIECES: [&str; 20] = [
    "K",
    "Q",
    "R",
    "B",
    "N",
    "NN",
    "D",
    "(1,3)",
    "BN",
    "R2",
    "fW",
    "fFbW",
    "B+R",
    "B+Q",
    "K+N",
    "Q+R",
    "N+Q",
    "B+R,blocked",
    "B+Q,blocked",
    "N+R2+fF,blocked",
];

/// Calls a test with many games on small boards of all kinds, with some squares closed or cut out.
fn regions(cases: usize, seed: u64, mut test: impl FnMut(&str, &Placement<1>, &Placed<1>)) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
    for _ in 0..cases {
        let (rows, cols) = (1 + below(4), 1 + below(4));
        let mut free = 0;
        let mut square = || match below(8) {
            0 => '#',
            1 => '-',
            _ if free == 9 => '-',
            _ => {
                free += 1;
                '.'
            }
        };
        let lines: Vec<String> = (0..rows).map(|_| (0..cols).map(|_| square()).collect()).collect();
        let gluing = *Gluing::ALL.get(below(10)).unwrap_or(&Gluing::Plane);
        let board = format!("{}@{}", lines.join("/"), gluing.name());
        let pieces = PIECES[below(PIECES.len())];
        let (rules, placed) = Placement::open(pieces, &board).unwrap();
        test(&format!("{pieces} {board}"), &rules, &placed);
    }
}

#[test]
fn the_search_agrees_with_the_definition_on_hundreds_of_regions_and_sets_of_pieces() {
    let mut nonzero = 0;
    regions(500, 1, |name, rules, placed| {
        let found = nimber(rules, placed, &Budget::unlimited()).unwrap().nimber;
        assert_eq!(found, plain(rules, placed, &mut HashMap::new()), "{name}");
        nonzero += usize::from(found > 1);
    });
    assert!(nonzero > 100, "{nonzero}");
}

#[test]
fn parts_add_up_to_the_whole() {
    regions(300, 2, |name, rules, placed| {
        let parts = rules.parts(placed);
        let sum = parts.iter().fold(0, |sum, part| sum ^ plain(rules, part, &mut HashMap::new()));
        assert_eq!(sum, plain(rules, placed, &mut HashMap::new()), "{name}");
        for part in &parts {
            let normal = plain(rules, &rules.normal(part), &mut HashMap::new());
            assert_eq!(normal, plain(rules, part, &mut HashMap::new()), "{name}");
        }
    });
}

#[test]
fn misere_outcomes_agree_with_the_definition() {
    regions(200, 3, |name, rules, placed| {
        let mut solver = OutcomeSolver::new(rules, Convention::Misere, &Budget::unlimited());
        let found = solver.first_wins(placed, Player::Left).unwrap();
        assert_eq!(found, first_wins_misere(rules, placed, &mut HashMap::new()), "{name}");
    });
}

#[test]
fn theorems_agree_with_the_definition_on_all_small_boards() {
    let mut told = 0;
    for pieces in PIECES {
        for gluing in Gluing::ALL {
            for (rows, cols) in (1..=9).flat_map(|rows| (1..=9 / rows).map(move |cols| (rows, cols))) {
                let board = format!("{rows}x{cols}@{}", gluing.name());
                let (rules, start) = Placement::<1>::open(pieces, &board).unwrap();
                let Some(theorem) = rules.by_theorem(&start) else { continue };
                let value = plain(&rules, &start, &mut HashMap::new());
                assert_eq!(theorem.nimber, value.into(), "{pieces} {board}: {}", theorem.name);
                told += 1;
            }
        }
    }
    assert!(told > 500, "{told}");
    // And on some with closed squares and pieces.
    let mut told = 0;
    regions(2000, 5, |name, rules, placed| {
        let Some(theorem) = rules.by_theorem(placed) else { return };
        assert_eq!(theorem.nimber, plain(rules, placed, &mut HashMap::new()).into(), "{name}");
        told += 1;
    });
    assert!(told > 50, "{told}");
}

#[test]
fn even_boards_of_knights_and_all_boards_of_rooks_are_told_by_theorems() {
    for (pieces, board, nimber) in
        [("N", "8x8", 0), ("N", "3x4", 0), ("B", "5x6", 0), ("R", "5x7", 1), ("R", "6x7", 0)]
    {
        let (rules, start) = Placement::<1>::open(pieces, board).unwrap();
        assert_eq!(rules.by_theorem(&start).map(|theorem| theorem.nimber), Some(nimber), "{pieces} {board}");
    }
    // Odd boards of knights are won, but no theorem gives their values, and nothing is known about queens.
    for (pieces, board) in [("N", "5x5"), ("Q", "8x8"), ("K", "8x8")] {
        let (rules, start) = Placement::<1>::open(pieces, board).unwrap();
        assert_eq!(rules.by_theorem(&start), None, "{pieces} {board}");
    }
}

#[test]
fn positions_come_back_from_their_bytes() {
    regions(200, 6, |name, rules, placed| {
        for part in rules.parts(placed) {
            let normal = rules.normal(&part);
            let mut bytes = Vec::new();
            normal.pack(&mut bytes);
            assert_eq!(bytes.len(), Placed::<1>::BYTES);
            assert_eq!(Placed::unpack(&bytes), Some(normal), "{name}");
        }
    });
    assert_eq!(Placed::<1>::unpack(&[0; 15]), None);
    assert_eq!(Placed::<1>::unpack(&[1; 16]), None, "a square is free or occupied");
}

#[test]
fn a_search_that_ran_out_goes_on_from_its_file() {
    let path = std::env::temp_dir().join(format!("nimatron-queens-{}", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let (rules, start) = Placement::<4>::open("Q", "9x9").unwrap();
    let mut runs = 0;
    let nimber = loop {
        let mut solver = NimberSolver::new(&rules, &Budget::unlimited().nodes(1000));
        solver.keep_in(&path, "queens 9x9").unwrap();
        runs += 1;
        match solver.nimber(&start) {
            Ok(nimber) => break nimber,
            Err(error) => assert!(error.to_string().starts_with("out of nodes"), "{error}"),
        }
        assert!(runs < 1000);
    };
    assert_eq!(nimber, 1);
    assert!(runs > 1, "{runs}");
    std::fs::remove_file(&path).unwrap();
}

/// A344227 of the OEIS, up to the terms that are quick.
#[test]
fn queens_on_square_boards_are_those_of_the_oeis() {
    for (n, value) in [1, 1, 2, 1, 3, 1, 2, 3].into_iter().enumerate() {
        let (rules, start) = Placement::<1>::open("Q", &format!("{0}x{0}", n + 1)).unwrap();
        assert_eq!(NimberSolver::new(&rules, &Budget::unlimited()).nimber(&start).unwrap(), value);
    }
    let (rules, start) = Placement::<4>::open("Q", "9x9").unwrap();
    assert_eq!(NimberSolver::new(&rules, &Budget::unlimited()).nimber(&start).unwrap(), 1);
}

#[test]
fn large_boards_run_into_their_budget() {
    let (rules, start) = Placement::<16>::open("Q", "30x30").unwrap();
    let error = nimber(&rules, &start, &Budget::unlimited().time(std::time::Duration::from_millis(50)));
    assert!(error.unwrap_err().to_string().starts_with("out of time"));
}
