//! What the solvers tell to those who play.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::sync::Arc;

use nimatron_games::domineering::Domineering;
use nimatron_games::nim::Nim;

use nimatron_catalog::{OpenNimbers, Promises, Solvers, Table};
use nimatron_rules::{Budget, Ending, Exhausted, Notation, Player, Short, Turns};
use nimatron_search::{Oracle, Oracles, PlayError};

/// The oracles for a game, of its endgames if `endgames` is set, else of everything.
fn with_oracle<R: Short + Turns + Notation>(
    start: &str,
    nimbers: Option<OpenNimbers<R>>,
    memory: usize,
    endgames: bool,
    ask: impl FnOnce(&R, &R::Position, &mut dyn Oracle<R>),
) {
    let (rules, position) = R::open("", start).unwrap();
    let table = Table { rules, position, nimbers, kept: None, whole: None };
    let budget = Budget::unlimited().memory(memory);
    let solvers = Solvers { table: &table, shelf: Arc::default(), budget };
    let oracle = if endgames { solvers.endgames() } else { solvers.everything() };
    ask(&table.rules, &table.position, &mut *oracle.unwrap());
}

#[test]
fn endgames_are_known_and_openings_are_not() {
    with_oracle::<Domineering<1>>("6x6", None, usize::MAX, true, |rules, start, oracle| {
        assert_eq!(oracle.ending(start, Player::Left, false), Ok(None));
        // Two boards of 2x2 and one of 1x3: ±1 ± 1 - 1.
        let split = rules.parse("..#..#/..#..#/######/...###/######/######").unwrap();
        for player in Player::BOTH {
            assert_eq!(oracle.ending(&split, player, false), Ok(Some(Ending::Won(Player::Right))));
        }
    });
}

#[test]
fn large_heaps_are_known_by_theorem() {
    with_oracle("1000,1001,1", Promises::<Nim>::NIMBERS, usize::MAX, true, |_, heaps, oracle| {
        assert_eq!(oracle.ending(heaps, Player::Left, false), Ok(Some(Ending::Won(Player::Right))));
        assert_eq!(oracle.ending(heaps, Player::Left, true), Ok(None));
    });
}

#[test]
fn a_full_memory_is_emptied_before_anybody_gives_up() {
    with_oracle::<Domineering<1>>("4x4", None, 1 << 20, false, |_, start, oracle| {
        assert_eq!(oracle.ending(start, Player::Left, false), Ok(Some(Ending::Won(Player::Left))));
    });
    with_oracle::<Domineering<1>>("4x4", None, 1000, false, |_, start, oracle| {
        let error = oracle.ending(start, Player::Left, false).unwrap_err();
        assert!(matches!(error, PlayError::Exhausted(Exhausted::Memory(_))), "{error}");
    });
}
