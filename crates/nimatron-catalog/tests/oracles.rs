//! What the solvers tell to those who play.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too, but clippy only knows those marked so.

use std::sync::Arc;

use nimatron_catalog::{Catalog, Position, Solvers};
use nimatron_rules::{AnyGame, Budget, Convention, Ending, Exhausted, Notation, Player};
use nimatron_search::{Oracle, Oracles, PlayError};

/// Asks the oracles for a game: of its endgames if `endgames` is set, else of everything.
fn with_oracle(
    game: &str,
    start: &str,
    memory: usize,
    endgames: bool,
    ask: impl FnOnce(&Position, &mut dyn Oracle<AnyGame>),
) {
    let catalog = Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines());
    let at = catalog.open(game, start).unwrap();
    let budget = Budget::unlimited().memory(memory);
    let solvers = Solvers { at: &at, solutions: Arc::default(), budget };
    let oracle = if endgames { solvers.endgames() } else { solvers.everything() };
    ask(&at, &mut *oracle.unwrap());
}

#[test]
fn endgames_are_known_and_openings_are_not() {
    with_oracle("domineering", "6x6", usize::MAX, true, |at, oracle| {
        assert_eq!(oracle.ending(&at.position, Player::Left, Convention::Normal), Ok(None));
        // Two boards of 2x2 and one of 1x3: ±1 ± 1 - 1.
        let split = at.game.parse("..#..#/..#..#/######/...###/######/######").unwrap();
        for player in Player::BOTH {
            let ending = oracle.ending(&split, player, Convention::Normal);
            assert_eq!(ending, Ok(Some(Ending::Won(Player::Right))));
        }
    });
}

#[test]
fn large_heaps_are_known_by_theorem() {
    with_oracle("nim", "1000,1001,1", usize::MAX, true, |at, oracle| {
        let mut ending = |convention| oracle.ending(&at.position, Player::Left, convention);
        assert_eq!(ending(Convention::Normal), Ok(Some(Ending::Won(Player::Right))));
        assert_eq!(ending(Convention::Misere), Ok(None));
    });
}

#[test]
fn a_full_memory_is_emptied_before_an_oracle_gives_up() {
    with_oracle("domineering", "4x4", 1 << 20, false, |at, oracle| {
        let ending = oracle.ending(&at.position, Player::Left, Convention::Normal);
        assert_eq!(ending, Ok(Some(Ending::Won(Player::Left))));
    });
    with_oracle("domineering", "4x4", 1000, false, |at, oracle| {
        let error = oracle.ending(&at.position, Player::Left, Convention::Normal).unwrap_err();
        assert!(matches!(error, PlayError::Exhausted(Exhausted::Memory(_))), "{error}");
    });
}
