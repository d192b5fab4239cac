//! A handle of another arena with more values causes a panic with a clear message, and nothing worse.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::panic::{AssertUnwindSafe, catch_unwind};

use nimatron_value::{Arena, Game, Style};

/// The number of values of the other arena, and the step between those that are tried: Miri, which also runs
/// this, is slow.
const COUNT: i64 = if cfg!(miri) { 1500 } else { 5000 };
const STEP: usize = if cfg!(miri) { 300 } else { 1 };

/// Handles of an arena with many values: the first few places after those of a new arena, places in chunks that a new arena
/// does not have, and a compact value.
fn foreign_games() -> Vec<Game> {
    let arena = Arena::new();
    let mut games: Vec<Game> = (100..COUNT).map(|n| arena.integer(n).unwrap()).collect();
    let switch = arena.canonical(&[games[7]], &[games[3]]).unwrap();
    games.push(switch);
    games.push(arena.nimber(77).unwrap());
    games
}

fn assert_refused<T>(what: &str, ask: impl FnOnce() -> T) {
    let message = match catch_unwind(AssertUnwindSafe(ask)) {
        Ok(_) => panic!("{what} takes a game of another arena"),
        Err(message) => message,
    };
    let message = message.downcast_ref::<&str>().copied().unwrap_or_default();
    assert_eq!(message, "this game belongs to another arena", "{what}");
}

#[test]
fn every_function_refuses_a_game_of_another_arena() {
    let foreign = foreign_games();
    let (switch, nimber) = (foreign[foreign.len() - 2], foreign[foreign.len() - 1]);
    for game in [foreign[0], foreign[900], foreign[foreign.len() - 3], switch, nimber] {
        let arena = Arena::new();
        let zero = Game::ZERO;
        assert_refused("options", || arena.options(game).map(|_| ()));
        assert_refused("left", || arena.left(game).map(|_| ()));
        assert_refused("right", || arena.right(game).map(|_| ()));
        assert_refused("option_count", || arena.option_count(game));
        assert_refused("number", || arena.number(game).cloned());
        assert_refused("compact", || arena.compact(game).cloned());
        assert_refused("le", || arena.le(game, zero));
        assert_refused("ge", || arena.ge(zero, game));
        assert_refused("compare", || arena.compare(game, zero));
        assert_refused("sum", || arena.sum(game, game));
        assert_refused("negative", || arena.negative(game));
        assert_refused("difference", || arena.difference(zero, game));
        assert_refused("canonical", || arena.canonical(&[game], &[zero]));
        assert_refused("canonical", || arena.canonical(&[zero], &[game]));
        assert_refused("left_stop", || arena.left_stop(game));
        assert_refused("right_stop", || arena.right_stop(game));
        assert_refused("birthday", || arena.birthday(game));
        assert_refused("thermograph", || arena.thermograph(game));
        assert_refused("outcome", || arena.outcome(game));
        assert_refused("display", || arena.display(game, Style::Ascii).text);
        assert_refused("reduced_canonical_form", || arena.reduced_canonical_form(game));
        assert_refused("atomic_weight", || arena.atomic_weight(game));
        assert_refused("freeze", || arena.freeze(game));
        assert_refused("is_hot", || arena.is_hot(game));
        assert_refused("norton_product", || arena.norton_product(game, game));
        assert_refused("conway_product", || arena.conway_product(game, game));
        assert_refused("ordinal_sum", || arena.ordinal_sum(game, game));
        assert_refused("sorted_options", || arena.sorted_options(game));
        assert_refused("as_tiny", || arena.as_tiny(game));
        assert_refused("uptimal_expansion", || arena.uptimal_expansion(game));
        assert_refused("follower_count", || arena.follower_count(game));
    }
}

#[test]
fn fetching_a_game_of_another_arena_in_advance_does_nothing() {
    let arena = Arena::new();
    foreign_games().into_iter().for_each(|game| arena.prefetch(game));
}

#[test]
fn an_arena_is_as_good_as_before_after_it_refused_a_game() {
    let foreign = foreign_games();
    let arena = Arena::new();
    let switch = arena.canonical(&[arena.integer(3).unwrap()], &[arena.integer(-3).unwrap()]).unwrap();
    for &game in foreign[foreign.len() / 2..].iter().step_by(STEP) {
        assert_refused("canonical", || arena.canonical(&[game, switch], &[]));
        assert_refused("sum", || arena.sum(switch, game));
    }
    assert_eq!(arena.sum(switch, switch), Ok(Game::ZERO));
    assert_eq!(arena.negative(switch), Ok(switch));
}

#[test]
fn a_game_of_another_arena_is_refused_while_threads_add_values() {
    let foreign = foreign_games();
    let arena = Arena::new();
    // The handles come into existence here meanwhile: then they name values of this arena.
    std::thread::scope(|scope| {
        for t in 0..2 {
            let arena = &arena;
            scope.spawn(move || (0..COUNT).for_each(|n| drop(arena.integer(2 * n + t))));
        }
        for &game in foreign.iter().step_by(STEP) {
            let found =
                catch_unwind(AssertUnwindSafe(|| arena.number(game).map(|number| number.to_string())));
            if let Err(message) = found {
                assert_eq!(message.downcast_ref(), Some(&"this game belongs to another arena"));
            }
        }
    });
}
