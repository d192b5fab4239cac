//! The losing positions of Circular Nim: the theorems on their structure, and brute force.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::BTreeSet;

use nimatron_games::circular_nim::{Circle, CircularNim};
use nimatron_games::nim::Nim;
use nimatron_rules::{Amount, Budget, Named, Player, Rules};
use nimatron_solve::{Convention, NimberSolver, Outcome, OutcomeSolver, losing};

type Position = Vec<u32>;

fn computed(parameters: &str, heaps: usize, most: u32, convention: Convention) -> BTreeSet<Position> {
    let (rules, _) = CircularNim::open(parameters, "start").unwrap();
    let mut found = BTreeSet::new();
    let mut add = |heaps: &[u32]| assert!(found.insert(heaps.to_vec()));
    let count =
        losing(&rules.taking(heaps), heaps, most, convention, &Budget::unlimited(), &mut add).unwrap();
    assert_eq!(count.1, found.len() as u64);
    assert_eq!(count.0, u64::from(most + 1).pow(heaps as u32));
    found
}

/// All positions with heaps up to `most` that have this form after some rotation or reflection.
fn of_the_form(heaps: usize, most: u32, form: impl Fn(&[u32]) -> bool) -> BTreeSet<Position> {
    let mut all: Vec<Position> = vec![Vec::new()];
    for _ in 0..heaps {
        all =
            all.iter().flat_map(|start| (0..=most).map(move |heap| [&start[..], &[heap]].concat())).collect();
    }
    let some_image = |position: &Position| {
        let mut image = position.clone();
        (0..2 * heaps).any(|i| {
            if i == heaps {
                image.reverse();
            }
            image.rotate_left(1);
            form(&image)
        })
    };
    all.into_iter().filter(some_image).collect()
}

/// Dufour and Heubach, *Circular Nim games* (2013).
#[test]
fn the_known_cases_of_circular_nim_have_the_losing_positions_of_the_theorems() {
    let normal = |k: &str, heaps, most| computed(k, heaps, most, Convention::Normal);
    for n in 3..=6 {
        let most = if n < 6 { 5 } else { 4 };
        let xor = |heaps: &[u32]| heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
        assert_eq!(normal("1", n, most), of_the_form(n, most, xor), "CN({n},1)");
        let equal = |heaps: &[u32]| heaps.iter().all(|heap| *heap == heaps[0]);
        assert_eq!(normal(&(n - 1).to_string(), n, most), of_the_form(n, most, equal), "CN({n},{n}-1)");
        let empty = |heaps: &[u32]| heaps.iter().all(|heap| *heap == 0);
        assert_eq!(normal(&n.to_string(), n, most), of_the_form(n, most, empty), "CN({n},{n})");
    }
    let alternate = |h: &[u32]| h[0] == h[2] && h[1] == h[3];
    assert_eq!(normal("2", 4, 12), of_the_form(4, 12, alternate), "CN(4,2)");
    let largest = |h: &[u32]| h[1] == h[4] && Some(&h[0]) == h.iter().max() && h[0] + h[1] == h[2] + h[3];
    assert_eq!(normal("2", 5, 8), of_the_form(5, 8, largest), "CN(5,2)");
    let smallest = |h: &[u32]| h[0] == 0 && h[1] == h[4] && h[1] == h[2] + h[3];
    assert_eq!(normal("3", 5, 8), of_the_form(5, 8, smallest), "CN(5,3)");
    let sums = |h: &[u32]| h[0] + h[1] == h[3] + h[4] && h[1] + h[2] == h[4] + h[5];
    assert_eq!(normal("3", 6, 6), of_the_form(6, 6, sums), "CN(6,3)");
    let least = |h: &[u32]| sums(h) && Some(&h[0]) == h.iter().min() && h[0] ^ h[2] ^ h[4] == 0;
    assert_eq!(normal("4", 6, 6), of_the_form(6, 6, least), "CN(6,4)");
}

#[test]
fn losing_positions_agree_with_brute_force_and_with_the_solvers() {
    for parameters in ["1", "2", "3", "4", "7", "2,each=1", "2,each=2", "3,at-least=1", "2,at-least=2"] {
        let (rules, _) = CircularNim::open(parameters, "start").unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            let budget = Budget::unlimited();
            let (heaps, most) = (4, 3);
            let found = computed(parameters, heaps, most, convention);
            let mut plain: BTreeSet<Position> = BTreeSet::new();
            let mut outcomes = OutcomeSolver::new(&rules, convention, &budget);
            let mut nimbers = NimberSolver::new(&rules, &budget);
            // In this order moves lead back.
            for number in 0..(most + 1).pow(heaps as u32) {
                let position: Position = (0..heaps as u32).rev().map(|i| number >> (2 * i) & 3).collect();
                let circle = Circle::new(position.iter().copied()).unwrap();
                let mut moves = Vec::new();
                rules.moves(&circle, Player::Left, &mut moves);
                let loses = if moves.is_empty() {
                    convention == Convention::Normal
                } else {
                    let after = moves.iter().map(|taken| rules.play(&circle, Player::Left, taken));
                    !after.into_iter().any(|after| plain.contains(after.sizes()))
                };
                assert_eq!(found.contains(&position), loses, "{parameters} {convention:?} {position:?}");
                let outcome = outcomes.outcome(&circle).unwrap();
                assert_eq!(outcome == Outcome::P, loses, "{parameters} {convention:?} {position:?}");
                if convention == Convention::Normal {
                    assert_eq!(nimbers.nimber(&circle).unwrap() == 0, loses, "{parameters} {position:?}");
                }
                if loses {
                    plain.insert(position);
                }
            }
        }
    }
}

#[test]
fn misere_nim_is_lost_with_an_odd_number_of_ones_or_with_nim_sum_0() {
    let mut count = 0;
    let mut check = |heaps: &[u32]| {
        let large = heaps.iter().any(|&heap| heap > 1);
        let sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
        assert_eq!(sum, u32::from(!large), "{heaps:?}");
        count += 1;
    };
    let taking = Nim.taking(3);
    assert_eq!(taking.amount, Amount::Any);
    losing(&taking, 3, 15, Convention::Misere, &Budget::unlimited(), &mut check).unwrap();
    assert_eq!(count, 16 * 16);
}
