//! Misère quotients against the literature and brute force.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::HashMap;

use nimatron_rules::{Budget, Exhausted, HeapCode};
use nimatron_solve::{GenusSolver, MiserePeriod, MisereQuotient, QuotientError, SolveError, Stuck};

fn code(text: &str) -> HeapCode {
    HeapCode::parse(text).unwrap()
}

fn to<'a>(code: &'a HeapCode, heap: usize) -> MisereQuotient<'a> {
    let mut solver = MisereQuotient::new(code, &Budget::unlimited());
    while solver.heap() < heap {
        solver.extend().unwrap();
    }
    solver
}

/// Whether a sum of heaps is a P-position of misère play, by the definition.
fn plainly_p(code: &HeapCode, heaps: &[usize], known: &mut HashMap<Vec<usize>, bool>) -> bool {
    let mut heaps: Vec<usize> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    if let Some(&is_p) = known.get(&heaps) {
        return is_p;
    }
    let mut options = Vec::new();
    for i in 0..heaps.len() {
        code.each_option(heaps[i], |left| options.push([&heaps[..i], &heaps[i + 1..], left].concat()));
    }
    let is_p = !options.is_empty() && !options.iter().any(|option| plainly_p(code, option, known));
    known.insert(heaps, is_p);
    is_p
}

/// Plambeck and Siegel 2008, sections 3 and 4 and appendix; Plambeck, *Taming the wild in impartial combinatorial
/// games* (2005); Sibert and Conway, *Mathematical Kayles* (1992).
#[test]
fn misere_kayles_has_the_quotient_of_the_literature() {
    let kayles = code("0.77");
    let mut solver = to(&kayles, 100);
    assert_eq!((solver.quotient().order(), solver.quotient().p_portion()), (40, 9));
    assert_eq!(solver.quotient().tame(), None);
    let grows_at: Vec<_> = solver.growth().iter().map(|growth| growth.0).collect();
    assert_eq!(grows_at, [1, 2, 5, 9, 12, 25, 27]);
    assert_eq!(solver.period(), None, "heaps to 100 are not enough");
    let period = MiserePeriod { preperiod: 71, period: 12 };
    assert_eq!(solver.prove_period().unwrap(), Some(period));
    assert_eq!(solver.heap(), period.proof(&kayles));
}

#[test]
fn the_quotients_of_other_octal_games_have_the_orders_of_the_literature() {
    for (text, order) in [("0.123", 20), ("0.15", 42), ("0.53", 16), ("0.75", 8), ("0.34", 12)] {
        let code = code(text);
        assert_eq!(to(&code, 60).quotient().order(), order, "{text}");
    }
    let misere = code("0.04");
    let solver = to(&misere, 42);
    assert_eq!(solver.growth().last(), Some(&(42, 184)));
    let shifted = code("0.007");
    let shifted = to(&shifted, 41);
    assert_eq!(shifted.quotient(), solver.quotient(), "a heap of n here is one of n+1 there");
}

#[test]
fn games_that_only_pretend_to_be_wild_are_tame() {
    for (text, k) in
        [("0.0", 0), ("0.1", 1), ("0.3", 1), ("0.33", 2), ("0.333", 2), ("0.07", 2), ("0.333333", 3)]
    {
        let code = code(text);
        let heap = if text == "0.07" { 8 } else { 20 };
        assert_eq!(to(&code, heap).quotient().tame(), Some(k), "{text}");
    }
}

#[test]
fn outcomes_read_off_a_quotient_are_those_of_brute_force() {
    let codes = [
        "0.77", "0.123", "0.15", "0.53", "0.75", "0.34", "0.04", "0.71", "0.72", "0.152", "4.3", "0x0.8",
        "0.F",
    ];
    for text in codes {
        let code = code(text);
        let solver = to(&code, 16);
        let mut known = HashMap::new();
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let mut heaps = Vec::new();
            let mut left = 4 + random(19) as usize;
            while left > 0 && heaps.len() < 6 {
                let heap = 1 + random(left.min(16) as u64) as usize;
                heaps.push(heap);
                left -= heap;
            }
            assert_eq!(solver.is_p(&heaps), plainly_p(&code, &heaps, &mut known), "{text} {heaps:?}");
        }
    }
}

/// The table of Kayles in *Winning Ways*, chapter 13.
#[test]
fn heaps_of_kayles_have_the_genus_of_the_book() {
    let kayles = code("0.77");
    let mut solver = GenusSolver::new(&kayles, &Budget::unlimited());
    let genera: Vec<_> = (0..=11).map(|heap| solver.genus(&[heap]).unwrap().to_string()).collect();
    let book = [
        "0^{120}", "1^{031}", "2^{20}", "3^{31}", "1^{031}", "4^{146}", "3^{31}", "2^{20}", "1^{13}",
        "4^{046}",
    ];
    assert_eq!(genera[..10], book);
}

/// By the definition: a digit is the k for which the sum with `*k` is a P-position. In Kayles `*1` and `*2` are the
/// heaps of 1 and 2.
#[test]
fn the_genus_tells_the_outcome_beside_nim_heaps() {
    let kayles = code("0.77");
    let solver = to(&kayles, 12);
    let mut genera = GenusSolver::new(&kayles, &Budget::unlimited());
    for heap in 0..=12 {
        for twos in 0..4 {
            let genus = genera.genus(&[heap]).unwrap();
            let mut heaps = vec![heap];
            heaps.extend(std::iter::repeat_n(2, twos));
            assert_eq!(solver.is_p(&heaps), genus.digit(twos) == 0, "{heap} and {twos} twos");
            heaps.push(1);
            assert_eq!(solver.is_p(&heaps), genus.digit(twos) == 1, "{heap}, {twos} twos and a one");
        }
    }
}

#[test]
fn what_is_too_large_is_given_up_and_the_rest_holds() {
    let kayles = code("0.77");
    let mut solver = MisereQuotient::new(&kayles, &Budget::unlimited()).most(20);
    let error = loop {
        if let Err(error) = solver.extend() {
            break error;
        }
    };
    assert_eq!(error, QuotientError::Stuck(Stuck::Order(20)));
    assert_eq!((solver.heap(), solver.quotient().order()), (11, 18));
    assert_eq!(solver.extend(), Err(error));
    let budget = Budget::unlimited().nodes(3000);
    let mut solver = MisereQuotient::new(&kayles, &budget);
    let error = loop {
        if let Err(error) = solver.extend() {
            break error;
        }
    };
    assert_eq!(error, QuotientError::Solve(SolveError::Exhausted(Exhausted::Nodes(3000))));
    assert!((5..27).contains(&solver.heap()));
}
