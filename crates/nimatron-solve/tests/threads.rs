//! Values found by several threads: the same as by one, and within the budget.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use nimatron_games::clobber::Clobber;
use nimatron_games::domineering::Domineering;
use nimatron_games::legionnaires::Legionnaires;
use nimatron_games::toads_and_frogs::ToadsAndFrogs;
use nimatron_rules::{Budget, Exhausted, Named, Notation, Player, Short};
use nimatron_solve::{SolveError, ValueSolver, arena_for};
use nimatron_value::{Arena, Game};

fn threads(n: usize) -> Budget {
    Budget::unlimited().threads(NonZeroUsize::new(n).unwrap())
}

/// The value of a position and the number of parts it took, for several numbers of threads in one arena.
fn same_for_any_number_of_threads<R: Short + Named>(position: &str) {
    let (rules, position) = R::open("", position).unwrap();
    let arena = Arena::new();
    let answers: Vec<(Game, usize)> = [1, 2, 4]
        .into_iter()
        .map(|n| {
            let mut solver = ValueSolver::new(&rules, &arena, &threads(n));
            (solver.value(&position).unwrap(), solver.positions())
        })
        .collect();
    assert!(answers[0].1 > 5000, "{} parts are too few to call other threads", answers[0].1);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[test]
fn one_two_and_four_threads_find_the_same_value() {
    same_for_any_number_of_threads::<Legionnaires<1>>("6x6:12");
    same_for_any_number_of_threads::<Legionnaires<1>>("3x6");
    same_for_any_number_of_threads::<Domineering<1>>("5x5");
    same_for_any_number_of_threads::<Clobber<1>>("4x4");
    same_for_any_number_of_threads::<ToadsAndFrogs>("TTTTTTT....FFFFFF");
}

#[test]
fn threads_that_fill_an_arena_of_their_own_agree_with_one_thread() {
    let (rules, position) = Legionnaires::<1>::open("", "3x6").unwrap();
    let texts = [1, 2, 4].map(|n| {
        let arena = Arena::new();
        let value = ValueSolver::new(&rules, &arena, &threads(n)).value(&position).unwrap();
        arena.display(value, nimatron_value::Style::Ascii).text
    });
    assert_eq!(texts, ["+-{*,^}"; 3]);
}

/// The value by the definition: no parts, no symmetry, no threads.
fn plain<R: Short>(
    rules: &R,
    arena: &Arena,
    position: &R::Position,
    known: &mut HashMap<R::Position, Game>,
) -> Game {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves);
        let options = moves.iter().map(|mv| rules.play(position, player, mv));
        options.map(|option| plain(rules, arena, &option, known)).collect::<Vec<_>>()
    });
    let value = arena.canonical(&left, &right).unwrap();
    known.insert(position.clone(), value);
    value
}

#[test]
fn what_threads_leave_in_the_table_is_what_the_definition_says() {
    let (rules, position) = Legionnaires::<1>::open("", "6x6:12").unwrap();
    let arena = Arena::new();
    let mut solver = ValueSolver::new(&rules, &arena, &threads(3));
    solver.value(&position).unwrap();
    let mut known = HashMap::new();
    plain(&rules, &arena, &position, &mut known);
    assert_eq!(known.len(), 23_397);
    for (position, value) in known {
        assert_eq!(solver.value(&position).unwrap(), value, "{}", rules.show(&position));
    }
}

/// The result for 6×6 with 18 pawns, which takes minutes, and the time it took.
fn large(budget: &Budget) -> (Result<Game, SolveError>, Duration) {
    let (rules, position) = Legionnaires::<1>::open("", "6x6:18").unwrap();
    let arena = arena_for(budget);
    let start = Instant::now();
    let result = ValueSolver::new(&rules, &arena, budget).value(&position);
    (result, start.elapsed())
}

#[test]
fn threads_keep_to_nodes_time_and_memory() {
    let (result, _) = large(&threads(2).nodes(20_000));
    assert_eq!(result, Err(Exhausted::Nodes(20_000).into()));
    let time = Duration::from_millis(300);
    let (result, took) = large(&threads(2).time(time));
    assert_eq!(result, Err(Exhausted::Time(time).into()));
    assert!(took < Duration::from_secs(3), "{took:?}");
    const MEMORY: usize = 8 << 20;
    let (result, _) = large(&threads(2).memory(MEMORY));
    assert_eq!(result, Err(Exhausted::Memory(MEMORY).into()));
}

#[test]
fn a_stop_is_heard_by_all_threads() {
    let budget = threads(2);
    let (result, late) = std::thread::scope(|scope| {
        let large = scope.spawn(|| large(&budget).0);
        std::thread::sleep(Duration::from_millis(700));
        let start = Instant::now();
        budget.stop();
        (large.join().unwrap(), start.elapsed())
    });
    assert_eq!(result, Err(Exhausted::Stopped.into()));
    // A tenth of this on an idle machine.
    assert!(late < Duration::from_secs(2), "{late:?}");
}

#[test]
fn a_solver_goes_on_after_it_ran_out() {
    let (rules, position) = Legionnaires::<1>::open("", "3x6").unwrap();
    let arena = Arena::new();
    let budget = threads(2).nodes(15_000);
    let mut solver = ValueSolver::new(&rules, &arena, &budget);
    assert_eq!(solver.value(&position), Err(Exhausted::Nodes(15_000).into()));
    let before = solver.positions();
    assert!((4096..16_000).contains(&before), "{before}");
    // Unfinished work is not in the way.
    let part = rules.parse("WW..../....../BB....").unwrap();
    assert!(solver.value(&part).is_ok() || budget.spent() > 15_000);
}
