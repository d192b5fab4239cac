//! The library as other programs use it.

#![allow(clippy::unwrap_used)] // Clippy does not know that helpers of tests are tests.

use std::num::NonZeroUsize;
use std::process::Command;
use std::sync::Arc;

use nimatron::prelude::*;
use nimatron::solve::ValueSolver;

fn threads(number: usize) -> Budget {
    Budget::new().threads(NonZeroUsize::new(number).unwrap())
}

#[test]
fn a_batch_has_the_values_of_single_positions_and_visits_no_position_twice() {
    let (rules, board) = Domineering::<1>::open("", "4x5").unwrap();
    let options: Vec<_> = Player::BOTH
        .into_iter()
        .flat_map(|player| rules.legal_moves(&board, player).into_iter().map(move |mv| (player, mv)))
        .map(|(player, mv)| rules.play(&board, player, &mv))
        .collect();
    let arena = Arena::new();
    let mut single = ValueSolver::new(&rules, &arena, &Budget::new());
    let expected: Vec<String> =
        options.iter().map(|option| arena.value(single.value(option).unwrap()).to_string()).collect();
    for number in [1, 2, 4] {
        let solver = Solver::new(&rules).budget(threads(number));
        let found: Vec<String> =
            solver.values(&options).into_iter().map(|value| value.unwrap().to_string()).collect();
        assert_eq!(found, expected, "{number} threads");
        assert_eq!(solver.positions(), single.positions());
    }
}

#[test]
fn threads_may_ask_one_solver_at_the_same_time() {
    let (rules, board) = Domineering::<1>::open("", "4x5").unwrap();
    let solver = Solver::new(&rules);
    let alone = Solver::new(&rules).value(&board).unwrap().to_string();
    std::thread::scope(|scope| {
        let asked: Vec<_> =
            (0..4).map(|_| scope.spawn(|| solver.value(&board).unwrap().to_string())).collect();
        for answer in asked {
            assert_eq!(answer.join().unwrap(), alone);
        }
    });
}

#[test]
fn rules_may_be_owned_borrowed_shared_or_type_erased() {
    let (rules, board) = Cram::<1>::open("", "3x4").unwrap();
    let nimber = Solver::impartial(&rules).nimber(&board).unwrap();
    assert_eq!(nimber, Some(1));
    assert_eq!(Solver::impartial(Box::new(rules.clone())).nimber(&board).unwrap(), nimber);
    assert_eq!(Solver::impartial(Arc::new(rules.clone())).nimber(&board).unwrap(), nimber);
    assert_eq!(Solver::new(rules).nimber(&board).unwrap(), None);
    let registry = nimatron::rules::Registry::new(nimatron::games::entries(), nimatron::games::aliases());
    let (entry, parameters) = registry.entry("domineering").unwrap();
    let opened = entry.open(&registry, parameters, "2x2").unwrap();
    let solver = Solver::from_kernel(opened.game.any_kernel());
    assert_eq!(solver.value(&opened.position).unwrap().to_string(), "±1");
}

#[test]
fn a_solver_that_was_stopped_resumes_with_what_it_found() {
    let (rules, board) = Domineering::<1>::open("", "4x5").unwrap();
    let mut solver = Solver::new(&rules).budget(Budget::new().nodes(500));
    let error = solver.value(&board).unwrap_err();
    assert_eq!(error.limit(), Some(Exhausted::Nodes(500)));
    assert!(!error.is_stopped() && !error.is_out_of_time() && !error.is_out_of_memory());
    let mut known = 0;
    while solver.value(&board).is_err() {
        assert!(solver.positions() > known, "no progress after {known}");
        known = solver.positions();
        solver.resume();
    }
    assert!(known > 0);
    assert_eq!(
        solver.value(&board).unwrap().to_string(),
        Solver::new(&rules).value(&board).unwrap().to_string()
    );
    solver.spending().stop();
    let (_, larger) = Domineering::<1>::open("", "4x5").unwrap();
    assert!(solver.value(&larger).is_ok(), "what is known needs no budget");
}

#[test]
fn a_stop_and_a_lack_of_memory_are_told_apart() {
    let (rules, board) = Domineering::<1>::open("", "6x6").unwrap();
    let budget = Budget::new();
    budget.stop();
    assert!(Solver::new(&rules).budget(budget).value(&board).unwrap_err().is_stopped());
    let solver = Solver::new(&rules).budget(Budget::new().memory(8.mib()));
    assert!(solver.value(&board).unwrap_err().is_out_of_memory());
    let solver = Solver::new(&rules).budget(Budget::new().time(20.millis()));
    assert!(solver.value(&board).unwrap_err().is_out_of_time());
    assert!(format!("{solver:?}").starts_with("Solver { positions: "));
}

#[test]
fn the_examples_say_what_they_should() {
    for (example, expected) in [
        ("values", "{3|1||-1} is of class N, with mean 1/2 and temperature 3/2"),
        ("hasse", "\"*\" -> \"↑*\";"),
        ("own_rules", "LRL 1/2"),
        ("period", "period 12 from heap 71 on"),
        ("parallel", "a3-a4: mean 1/2"),
    ] {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--package", "nimatron", "--example", example])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains(expected), "{example}: {text}");
        let source = std::fs::read_to_string(format!("examples/{example}.rs")).unwrap();
        assert!(source.lines().count() <= 50, "{example} is long");
    }
}
