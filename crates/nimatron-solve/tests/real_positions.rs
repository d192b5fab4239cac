//! The laws of the algebra on values of real positions, and outcomes found in two ways.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::cmp::Ordering;
use std::sync::LazyLock;

use nimatron_games::clobber::Clobber;
use nimatron_games::col::Col;
use nimatron_games::domineering::Domineering;
use nimatron_games::nim::Nim;
use nimatron_games::snort::Snort;
use nimatron_games::toads_and_frogs::ToadsAndFrogs;
use nimatron_rules::{Budget, Named, Player, Short};
use nimatron_solve::{Convention, Outcome, OutcomeSolver, value};
use nimatron_value::{Arena, Dyadic, Game, Style, parse_value};
use proptest::collection::vec;
use proptest::prelude::*;

static ARENA: LazyLock<Arena> = LazyLock::new(Arena::new);

/// The value of the position that a random walk from `start` leads to.
fn walked<R: Short + Named>(start: &str, walk: &[u16]) -> Game {
    let (rules, mut position) = R::open("", start).unwrap();
    for (ply, step) in walk.iter().enumerate() {
        let player = if ply % 2 == 0 { Player::Left } else { Player::Right };
        let mut options = Vec::new();
        rules.options(&position, player, &mut options);
        if options.is_empty() {
            break;
        }
        position = options.swap_remove(usize::from(*step) % options.len());
    }
    value(&rules, &position, &ARENA, &Budget::unlimited()).unwrap()
}

fn real_value() -> impl Strategy<Value = Game> {
    (0..5u8, vec(any::<u16>(), 1..5)).prop_map(|(game, walk)| match game {
        0 => walked::<Domineering<1>>("4x4", &walk),
        1 => walked::<Clobber<1>>("3x4", &walk),
        2 => walked::<Col<1>>("3x3", &walk),
        3 => walked::<Snort<1>>("2x4", &walk),
        _ => walked::<ToadsAndFrogs>("TTT..FFF", &walk),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn g_minus_g_is_zero_for_real_positions(g in real_value()) {
        prop_assert_eq!(ARENA.sum(g, ARENA.negative(g).unwrap()).unwrap(), Game::ZERO);
    }

    #[test]
    fn order_agrees_with_addition_for_real_positions(g in real_value(), h in real_value()) {
        let difference = ARENA.difference(g, h).unwrap();
        prop_assert_eq!(ARENA.compare(g, h).unwrap(), ARENA.compare(difference, Game::ZERO).unwrap());
    }

    #[test]
    fn canonical_form_is_minimal_for_real_positions(g in real_value()) {
        let (left, right) = ARENA.options(g).unwrap();
        for (list, dominated) in [(left, Ordering::Less), (right, Ordering::Greater)] {
            for x in list {
                prop_assert!(list.iter().all(|y| x == y || ARENA.compare(*x, *y).unwrap() != Some(dominated)));
            }
        }
        for l in left {
            prop_assert!(!ARENA.right(*l).unwrap().iter().any(|lr| ARENA.le(*lr, g).unwrap()));
        }
        for r in right {
            prop_assert!(!ARENA.left(*r).unwrap().iter().any(|rl| ARENA.le(g, *rl).unwrap()));
        }
    }

    #[test]
    fn what_is_printed_reads_back_for_real_positions(g in real_value()) {
        for style in [Style::Unicode, Style::Ascii] {
            let mut text = String::new();
            ARENA.display_full(g, style, &mut text).unwrap();
            prop_assert_eq!(parse_value(&ARENA, &text).unwrap(), g, "{}", text);
        }
    }

    #[test]
    fn means_add_up_and_stops_are_where_the_walls_stand(g in real_value(), h in real_value()) {
        let (a, b) = (ARENA.mean(g).unwrap(), ARENA.mean(h).unwrap());
        prop_assert_eq!(ARENA.mean(ARENA.sum(g, h).unwrap()).unwrap(), a + b);
        let thermograph = ARENA.thermograph(g).unwrap();
        if ARENA.temperature(g).unwrap() > Dyadic::ZERO {
            prop_assert_eq!(thermograph.left().at(&Dyadic::ZERO), ARENA.left_stop(g));
            prop_assert_eq!(thermograph.right().at(&Dyadic::ZERO), ARENA.right_stop(g));
        }
    }
}

/// The outcome read off the value.
fn outcome_of_value<R: Short>(rules: &R, position: &R::Position) -> Outcome {
    let g = value(rules, position, &ARENA, &Budget::unlimited()).unwrap();
    let below = ARENA.le(g, Game::ZERO).unwrap();
    let above = ARENA.le(Game::ZERO, g).unwrap();
    Outcome::from_first_players(!below, !above)
}

fn search_agrees_with_values<R: Short + Named>(starts: &[&str]) {
    for start in starts {
        let (rules, position) = R::open("", start).unwrap();
        let mut solver = OutcomeSolver::new(&rules, Convention::Normal, &Budget::unlimited());
        assert_eq!(solver.outcome(&position).unwrap(), outcome_of_value(&rules, &position), "{start}");
    }
}

#[test]
fn the_search_for_an_outcome_agrees_with_the_value() {
    search_agrees_with_values::<Domineering<1>>(&["4x4", "3x6", "4x5", "5x4", "2x9", "5x5", "4x6"]);
    search_agrees_with_values::<Clobber<1>>(&["3x3", "3x4", "2x7", "4x4", "2x8"]);
    search_agrees_with_values::<Col<1>>(&["3x3", "2x5", "3x4"]);
    search_agrees_with_values::<Snort<1>>(&["3x3", "2x5", "3x4"]);
    search_agrees_with_values::<ToadsAndFrogs>(&["TTTT...FFFF", "TT..T.F.FF", "TTT.TFF..F"]);
}

/// Whether the player to move wins in misère play, by the definition.
fn plain_misere<R: Short>(rules: &R, position: &R::Position, player: Player) -> bool {
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves);
    let option = |mv| rules.play(position, player, mv);
    moves.is_empty() || moves.iter().any(|mv| !plain_misere(rules, &option(mv), player.opponent()))
}

fn misere_agrees<R: Short + Named>(starts: &[&str]) {
    for start in starts {
        let (rules, position) = R::open("", start).unwrap();
        let mut solver = OutcomeSolver::new(&rules, Convention::Misere, &Budget::unlimited());
        for player in Player::BOTH {
            let plain = plain_misere(&rules, &position, player);
            assert_eq!(solver.first_wins(&position, player).unwrap(), plain, "{start} {player}");
        }
    }
}

#[test]
fn misere_search_agrees_with_the_definition() {
    misere_agrees::<Domineering<1>>(&["2x2", "3x3", "2x5", "3x4"]);
    misere_agrees::<Clobber<1>>(&["2x3", "3x3", "2x4"]);
    misere_agrees::<Col<1>>(&["2x3", "2x2"]);
    misere_agrees::<Snort<1>>(&["2x3", "2x2"]);
    misere_agrees::<ToadsAndFrogs>(&["TT..FF", "T.F/TT.F"]);
    misere_agrees::<Nim>(&["1,1", "1,1,1", "2,2", "1,2,3"]);
}

#[test]
fn several_threads_share_one_arena_and_agree() {
    let arena = Arena::new();
    let (rules, position) = Domineering::<1>::open("", "4x6").unwrap();
    let alone = value(&rules, &position, &ARENA, &Budget::unlimited()).unwrap();
    let values: Vec<Game> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|_| scope.spawn(|| value(&rules, &position, &arena, &Budget::unlimited()).unwrap()))
            .collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    assert!(values.iter().all(|v| *v == values[0]));
    let print = |arena: &Arena, g| arena.display(g, Style::Ascii).text;
    assert_eq!(print(&arena, values[0]), print(&ARENA, alone));
}
