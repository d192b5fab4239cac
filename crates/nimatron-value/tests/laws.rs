//! The laws of the algebra of games, on random games born by day 4.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::HashMap;
use std::sync::LazyLock;

use nimatron_value::{Arena, ArenaLimits, Dyadic, Game, Outcome, ValueError};
use proptest::collection::vec;
use proptest::prelude::*;

static ARENA: LazyLock<Arena> = LazyLock::new(Arena::new);

static DAY_THREE: LazyLock<Vec<Game>> = LazyLock::new(|| ARENA.born_by_day(3).unwrap());

static ALL_SMALL: LazyLock<Vec<Game>> =
    LazyLock::new(|| DAY_THREE.iter().copied().filter(|g| ARENA.is_all_small(*g).unwrap()).collect());

fn day_three() -> impl Strategy<Value = Game> {
    (0..1474usize).prop_map(|i| DAY_THREE[i])
}

/// A game with up to three options per side, all born by day 3.
fn day_four() -> impl Strategy<Value = Game> {
    (vec(day_three(), 0..4), vec(day_three(), 0..4)).prop_map(|(l, r)| ARENA.canonical(&l, &r).unwrap())
}

fn game() -> impl Strategy<Value = Game> {
    prop_oneof![1 => day_three(), 3 => day_four()]
}

fn all_small() -> impl Strategy<Value = Game> {
    let one = || (0..10_000usize).prop_map(|i| ALL_SMALL[i % ALL_SMALL.len()]);
    (vec(one(), 1..3), vec(one(), 1..3)).prop_map(|(l, r)| ARENA.canonical(&l, &r).unwrap())
}

fn sum(g: Game, h: Game) -> Game {
    ARENA.sum(g, h).unwrap()
}

fn negative(g: Game) -> Game {
    ARENA.negative(g).unwrap()
}

fn le(g: Game, h: Game) -> bool {
    ARENA.le(g, h).unwrap()
}

/// `g ≤ h` by the definition alone.
fn plain_le(g: Game, h: Game, known: &mut HashMap<(Game, Game), bool>) -> bool {
    if let Some(answer) = known.get(&(g, h)) {
        return *answer;
    }
    let answer = !ARENA.left(g).unwrap().iter().any(|l| plain_le(h, *l, known))
        && !ARENA.right(h).unwrap().iter().any(|r| plain_le(*r, g, known));
    known.insert((g, h), answer);
    answer
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_order_is_that_of_the_definition(g in game(), h in game()) {
        prop_assert_eq!(le(g, h), plain_le(g, h, &mut HashMap::new()));
    }

    #[test]
    fn g_minus_g_is_zero(g in game()) {
        prop_assert_eq!(sum(g, negative(g)), Game::ZERO);
        // The same, without what the arena knows about negatives: their options, played out.
        let (left, right) = ARENA.options(g).unwrap();
        let mirrored = |list: &[Game]| list.iter().map(|o| negative(*o)).collect::<Vec<_>>();
        prop_assert_eq!(ARENA.canonical(&mirrored(right), &mirrored(left)).unwrap(), negative(g));
        let minus_g = negative(g);
        for l in left {
            prop_assert!(!le(Game::ZERO, sum(*l, minus_g)) || !le(sum(*l, minus_g), Game::ZERO));
            prop_assert!(ARENA.right(sum(*l, minus_g)).unwrap().iter().any(|r| le(*r, Game::ZERO)));
        }
    }

    #[test]
    fn the_negative_of_the_negative_is_the_game(g in game()) {
        prop_assert_eq!(negative(negative(g)), g);
    }

    #[test]
    fn order_agrees_with_addition(g in game(), h in game(), k in day_three()) {
        prop_assert_eq!(le(g, h), le(sum(g, k), sum(h, k)));
        prop_assert_eq!(le(g, h), le(Game::ZERO, ARENA.difference(h, g).unwrap()));
        prop_assert_eq!(le(g, h), le(negative(h), negative(g)));
    }

    #[test]
    fn addition_is_commutative_and_associative(g in game(), h in day_three(), k in day_three()) {
        prop_assert_eq!(sum(g, h), sum(h, g));
        prop_assert_eq!(sum(sum(g, h), k), sum(g, sum(h, k)));
        prop_assert_eq!(ARENA.difference(sum(g, h), h).unwrap(), g);
    }

    #[test]
    fn canonical_form_is_minimal(g in game()) {
        let (left, right) = ARENA.options(g).unwrap();
        for (i, l) in left.iter().enumerate() {
            prop_assert!(left.iter().enumerate().all(|(j, other)| i == j || !le(*l, *other)));
            prop_assert!(!ARENA.right(*l).unwrap().iter().any(|lr| le(*lr, g)));
        }
        for (i, r) in right.iter().enumerate() {
            prop_assert!(right.iter().enumerate().all(|(j, other)| i == j || !le(*other, *r)));
            prop_assert!(!ARENA.left(*r).unwrap().iter().any(|rl| le(g, *rl)));
        }
        prop_assert_eq!(ARENA.canonical(left, right).unwrap(), g);
    }

    #[test]
    fn superfluous_options_change_nothing(g in game(), h in day_three()) {
        // A gift horse: a Left option h that is not ≥ g may be added (Siegel, II.3).
        if !le(g, h) {
            let mut left = ARENA.left(g).unwrap().to_vec();
            left.push(h);
            prop_assert_eq!(ARENA.canonical(&left, ARENA.right(g).unwrap()).unwrap(), g);
        }
    }

    #[test]
    fn the_outcome_is_that_of_play(g in game()) {
        let left_survives = |h: Game| matches!(ARENA.outcome(h).unwrap(), Outcome::L | Outcome::P);
        let right_survives = |h: Game| matches!(ARENA.outcome(h).unwrap(), Outcome::R | Outcome::P);
        let left_first = ARENA.left(g).unwrap().iter().any(|l| left_survives(*l));
        let right_first = ARENA.right(g).unwrap().iter().any(|r| right_survives(*r));
        let expected = match (left_first, right_first) {
            (true, true) => Outcome::N,
            (true, false) => Outcome::L,
            (false, true) => Outcome::R,
            (false, false) => Outcome::P,
        };
        prop_assert_eq!(ARENA.outcome(g).unwrap(), expected);
    }

    #[test]
    fn the_walls_stand_on_the_stops_and_carry_the_mast_at_the_mean(g in game()) {
        let thermograph = ARENA.thermograph(g).unwrap();
        let (left, right) = (thermograph.left(), thermograph.right());
        prop_assert_eq!(left.at(&Dyadic::ZERO), ARENA.left_stop(g));
        prop_assert_eq!(right.at(&Dyadic::ZERO), ARENA.right_stop(g));
        prop_assert_eq!(left.mast(), right.mast());
        prop_assert_eq!(&left.at(thermograph.temperature()), thermograph.mean());
        prop_assert_eq!(&right.at(thermograph.temperature()), thermograph.mean());
        prop_assert_eq!(&ARENA.mean(g).unwrap(), thermograph.mean());
        prop_assert_eq!(&ARENA.temperature(g).unwrap(), thermograph.temperature());
        for point in left.breakpoints() {
            let apart = left.at(&point.temperature) > right.at(&point.temperature);
            prop_assert_eq!(apart, point.temperature < *thermograph.temperature());
            prop_assert!((-1..=0).contains(&point.slope));
        }
        prop_assert!(right.breakpoints().iter().all(|p| (0..=1).contains(&p.slope)));
        let mirrored = ARENA.thermograph(negative(g)).unwrap();
        prop_assert_eq!(mirrored.mean(), &-thermograph.mean());
        prop_assert_eq!(mirrored.temperature(), thermograph.temperature());
    }

    #[test]
    fn means_add_up_and_a_sum_is_no_hotter_than_its_parts(g in game(), h in day_three()) {
        let total = sum(g, h);
        let mean = |g| ARENA.mean(g).unwrap();
        prop_assert_eq!(mean(total), &mean(g) + &mean(h));
        let temperature = |g| ARENA.temperature(g).unwrap();
        prop_assert!(temperature(total) <= temperature(g).max(temperature(h)));
    }

    #[test]
    fn a_game_cooled_past_its_temperature_is_its_mean(g in game()) {
        let (mean, temperature) = (ARENA.mean(g).unwrap(), ARENA.temperature(g).unwrap());
        let number = ARENA.from_number(mean).unwrap();
        let past = &temperature + &Dyadic::new(1, 3);
        prop_assert_eq!(ARENA.cool(g, &past).unwrap(), number);
        prop_assert!(ARENA.is_infinitesimally_close(ARENA.freeze(g).unwrap(), number).unwrap());
    }

    #[test]
    fn cooling_is_additive(g in day_three(), h in day_three(), quarters in 0i64..12) {
        let t = Dyadic::new(quarters, 2);
        let cool = |g| ARENA.cool(g, &t).unwrap();
        prop_assert_eq!(cool(sum(g, h)), sum(cool(g), cool(h)));
    }

    #[test]
    fn the_birthday_of_a_sum_is_at_most_the_sum_of_the_birthdays(g in game(), h in day_three()) {
        let birthday = |g| ARENA.birthday(g).unwrap();
        prop_assert!(birthday(g) <= Dyadic::from(4));
        prop_assert!(birthday(sum(g, h)) <= &birthday(g) + &birthday(h));
        prop_assert_eq!(birthday(g), birthday(negative(g)));
    }

    #[test]
    fn the_reduced_form_is_close_to_the_game_and_reduced(g in game()) {
        let reduced = ARENA.reduced_canonical_form(g).unwrap();
        prop_assert!(ARENA.is_infinitesimally_close(g, reduced).unwrap());
        prop_assert!(ARENA.is_reduced(reduced).unwrap());
        prop_assert!(ARENA.birthday(reduced).unwrap() <= ARENA.birthday(g).unwrap());
    }

    #[test]
    fn close_games_have_one_reduced_form(g in game(), epsilon in all_small()) {
        let reduced = |g| ARENA.reduced_canonical_form(g).unwrap();
        prop_assert_eq!(reduced(g), reduced(sum(g, epsilon)));
    }

    #[test]
    fn atomic_weights_add_up_and_keep_the_order(g in all_small(), h in all_small()) {
        let weight = |g| ARENA.atomic_weight(g).unwrap().unwrap();
        prop_assert_eq!(weight(sum(g, h)), sum(weight(g), weight(h)));
        prop_assert_eq!(weight(negative(g)), negative(weight(g)));
        if le(g, h) {
            prop_assert!(le(weight(g), weight(h)));
        }
        // The two-ahead rule.
        if le(ARENA.integer(2).unwrap(), weight(g)) {
            prop_assert_eq!(ARENA.outcome(g).unwrap(), Outcome::L);
        }
    }

    #[test]
    fn the_followers_are_closed_under_moving(g in game()) {
        let followers: Vec<Game> = ARENA.followers(g).map(Result::unwrap).collect();
        prop_assert_eq!(followers.len(), ARENA.follower_count(g).unwrap());
        for h in &followers {
            let (left, right) = ARENA.options(*h).unwrap();
            prop_assert!(left.iter().chain(right).all(|o| followers.contains(o)));
        }
    }
}

#[test]
fn a_hot_game_tens_of_thousands_of_moves_deep_does_not_overflow_the_stack() {
    // G(n) = {n || G(n−1) | −n}: each level is a new hot game over the one before.
    let arena = Arena::new();
    let deeper = |g: Game, n: i64| {
        let threat = arena.canonical(&[g], &[arena.integer(-n).unwrap()]).unwrap();
        arena.canonical(&[arena.integer(n).unwrap()], &[threat]).unwrap()
    };
    let levels = 20_000;
    let g = (1..levels).fold(Game::ZERO, deeper);
    assert!(arena.birthday(g).unwrap() > Dyadic::from(levels));
    assert!(arena.follower_count(g).unwrap() as i64 > 2 * levels);
    assert!(arena.is_reduced(g).unwrap());
    let star = arena.nimber(1).unwrap();
    assert_eq!(arena.left_stop(arena.heat(g, star).unwrap()), arena.left_stop(g));
    assert!(arena.ordinal_sum(star, g).is_ok());
    assert_eq!(arena.atomic_weight(g).unwrap(), None);
}

#[test]
fn a_thermograph_too_large_for_the_limit_is_an_error() {
    // The same game has means with ever larger denominators, so its walls have ever more corners.
    let arena = Arena::with_limits(ArenaLimits::new().memory(4 << 20));
    let deeper = |g: Game, n: i64| {
        let threat = arena.canonical(&[g], &[arena.integer(-n).unwrap()]).unwrap();
        arena.canonical(&[arena.integer(n).unwrap()], &[threat]).unwrap()
    };
    let g = (1..1000).fold(Game::ZERO, deeper);
    assert_eq!(arena.thermograph(g), Err(ValueError::OutOfMemory { limit: 4 << 20 }));
}

#[test]
fn an_all_small_game_thousands_of_moves_deep_is_no_trouble() {
    let arena = Arena::new();
    let g = arena.up_sum(20_000).unwrap();
    assert_eq!(arena.atomic_weight(g).unwrap(), Some(arena.integer(1).unwrap()));
    assert_eq!(arena.as_uptimal(g).map(|u| u.n), Some(20_000));
    assert_eq!(arena.birthday(g).unwrap(), Dyadic::from(20_001));
    assert_eq!(arena.temperature(g).unwrap(), Dyadic::ZERO);
    assert_eq!(arena.cool(g, &Dyadic::from(1)).unwrap(), Game::ZERO);
}
