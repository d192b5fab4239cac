//! Solvers keep to their budget when they are used as a library: with an arena of the caller and without a
//! watchdog.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use nimatron_games::domineering::Domineering;
use nimatron_games::octal::HeapGame;
use nimatron_rules::{Budget, Exhausted, HeapRule, Named, Player, Rules, Short};
use nimatron_solve::{
    Convention, HeapSequence, NimberSolver, OutcomeSolver, Period, SolveError, ValueSolver, arena_for, count,
};
use nimatron_value::Arena;

/// A partizan subtraction game: its values grow without bound, so few positions take long.
struct Subtraction;

impl Rules for Subtraction {
    type Position = [u32; 2];
    type Move = [u32; 2];

    fn moves(&self, heaps: &[u32; 2], player: Player, out: &mut Vec<[u32; 2]>) {
        let numbers: &[u32] = if player == Player::Left { &[1, 5, 7] } else { &[2, 3, 11] };
        for (i, &heap) in heaps.iter().enumerate() {
            for &number in numbers.iter().filter(|number| **number <= heap) {
                let mut taken = [0; 2];
                taken[i] = number;
                out.push(taken);
            }
        }
    }

    fn play(&self, heaps: &[u32; 2], _: Player, taken: &[u32; 2]) -> [u32; 2] {
        [heaps[0] - taken[0], heaps[1] - taken[1]]
    }
}

impl Short for Subtraction {
    fn moves_left(&self, heaps: &[u32; 2]) -> u32 {
        heaps.iter().sum()
    }
}

#[test]
fn time_is_kept_where_few_positions_take_long() {
    let (arena, time) = (Arena::new(), Duration::from_millis(20));
    let budget = Budget::unlimited().time(time);
    let started = Instant::now();
    let value = ValueSolver::new(&Subtraction, &arena, &budget).value(&[140, 141]);
    assert_eq!(value, Err(Exhausted::Time(time).into()));
    // Without a limit it takes far longer.
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    // The arena belongs to the caller, and can still be used.
    let value = ValueSolver::new(&Subtraction, &arena, &Budget::unlimited()).value(&[3, 0]);
    assert!(value.is_ok());
}

#[test]
fn solvers_on_one_budget_share_its_memory() {
    const LIMIT: usize = 24 << 20;
    let (game, start) = Domineering::<1>::open("", "6x6").unwrap();
    let budget = Budget::unlimited().memory(LIMIT);
    // With an arena on the same account, and with one of the caller.
    for arena in [arena_for(&budget), Arena::new()] {
        let mut solvers: Vec<_> = (0..12).map(|_| ValueSolver::new(&game, &arena, &budget)).collect();
        let mut failed = 0;
        for solver in &mut solvers {
            failed += usize::from(solver.value(&start) == Err(Exhausted::Memory(LIMIT).into()));
        }
        assert!(failed > 0);
        let booked = budget.account().load(Ordering::Relaxed);
        let beside = if arena.limits().books_on(budget.account()) { 0 } else { arena.bytes() };
        assert!(booked + beside <= LIMIT + LIMIT / 8, "{booked} {beside}");
    }
    assert_eq!(budget.account().load(Ordering::Relaxed), 0);
}

#[test]
fn memory_that_is_given_back_can_be_used_again() {
    let (game, start) = Domineering::<1>::open("", "4x5").unwrap();
    let used = Arc::new(AtomicUsize::new(0));
    let budget = Budget::unlimited().memory_shared(8 << 20, Arc::clone(&used));
    for _ in 0..20 {
        let arena = arena_for(&budget);
        ValueSolver::new(&game, &arena, &budget).value(&start).unwrap();
    }
    assert_eq!(used.load(Ordering::Relaxed), 0);
}

#[test]
fn lists_of_moves_that_would_not_fit_are_not_made() {
    let budget = Budget::unlimited().memory(50 << 20);
    let (game, heaps) = HeapGame::open("0x0.8", "30000").unwrap();
    let mut outcomes = OutcomeSolver::new(&game, Convention::Misere, &budget);
    let too_long: SolveError = Exhausted::List(74_995_000).into();
    assert_eq!(outcomes.first_wins(&heaps, Player::Left), Err(too_long.clone()));
    assert_eq!(count(&game, &heaps, &budget), Err(too_long));
    // A list of some millions fits into some memory, but not into this.
    let (game, heaps) = HeapGame::open("0x0.8", "9000").unwrap();
    let mut outcomes = OutcomeSolver::new(&game, Convention::Misere, &budget);
    assert_eq!(outcomes.first_wins(&heaps, Player::Left), Err(Exhausted::Memory(50 << 20).into()));
    // Its Grundy value needs no list.
    assert!(NimberSolver::new(&game, &budget).nimber(&HeapGame::open("0x0.8", "300").unwrap().1).is_ok());
}

#[test]
fn a_recursion_as_deep_as_the_game_is_paid_from_the_budget() {
    let (game, heaps) = HeapGame::open("0.3", "3000000").unwrap();
    let budget = Budget::unlimited().memory(64 << 20);
    let mut outcomes = OutcomeSolver::new(&game, Convention::Misere, &budget);
    assert_eq!(outcomes.first_wins(&heaps, Player::Left), Err(Exhausted::Memory(64 << 20).into()));
}

#[test]
fn values_that_grow_are_repeated_as_they_grow() {
    let budget = Budget::unlimited();
    let mut nim = HeapSequence::new(HeapRule::TakeAny);
    let period = nim.run(10, true, &budget, &mut |_| Ok(())).unwrap().unwrap();
    nim.repeat(&period, 15, &budget).unwrap();
    assert_eq!(nim.values().iter().collect::<Vec<_>>(), (0..=15).collect::<Vec<_>>());
    // Beyond sixteen bits, too.
    nim.repeat(&period, 70_000, &budget).unwrap();
    assert_eq!(nim.value(70_000), Some(70_000));
}

#[test]
fn a_period_that_the_values_do_not_have_is_refused() {
    let budget = Budget::unlimited();
    let period = Period { preperiod: 0, period: 2, saltus: 0, proved: true };
    let refused = SolveError::NotPeriodic { period: 2, preperiod: 0 };
    let mut nim = HeapSequence::new(HeapRule::TakeAny);
    assert_eq!(nim.repeat(&period, 10, &budget), Err(refused.clone()));
    nim.run(10, false, &budget, &mut |_| Ok(())).unwrap();
    assert_eq!(nim.repeat(&period, 20, &budget), Err(refused));
}
