//! What an evaluation learns from games of the engine against itself.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use nimatron_games::epaminondas::Epaminondas;
use nimatron_games::nim::Nim;
use nimatron_rules::{Budget, Convention, Hints, Named, Notation, Player, Rules, Turns};
use nimatron_search::tune::{Lesson, Lessons, best_scale, examples, fitted, lessons, loss};

type Game = Epaminondas<1>;

fn played(threads: usize, weights: &[i32]) -> (Game, Vec<Lesson<<Game as Rules>::Position>>) {
    let (rules, start) = Game::open("", "7x7").unwrap();
    let plan = Lessons { games: 24, nodes: 60, opening: 4, longest: 80, seed: 3, threads };
    let evaluation = || rules.weighted(weights).unwrap();
    let learned = lessons(&rules, &start, &evaluation, &plan, &Budget::unlimited()).unwrap();
    (rules, learned)
}

#[test]
fn games_to_learn_from_do_not_depend_on_threads() {
    let weights = Game::open("", "7x7").unwrap().0.weights();
    let (rules, one) = played(1, &weights);
    let (_, two) = played(2, &weights);
    assert!(one.len() > 100, "{}", one.len());
    assert_eq!(one, two);
    // Nothing is decided at once in these positions, and both players' points are those of the same game.
    for lesson in &one {
        assert_eq!(rules.ending(&lesson.position, lesson.player, Convention::Normal), None);
        assert!([0.0, 0.5, 1.0].contains(&lesson.points));
    }
    let won = |player: Player| one.iter().any(|lesson| lesson.player == player && lesson.points == 1.0);
    assert!(won(Player::Left) && won(Player::Right));
}

#[test]
fn weights_are_fitted_to_what_is_found_and_won() {
    let weights = Game::open("", "7x7").unwrap().0.weights();
    let (rules, learned) = played(1, &weights);
    let scale = best_scale(&learned);
    let all = examples(&rules, &learned, 0.4, scale).unwrap();
    let nothing = vec![0.0; weights.len()];
    // Guessing nothing has an error of ln 2.
    let before = loss(&all, &nothing, scale);
    assert!((before - 2f64.ln()).abs() < 1e-9);
    let found = fitted(&all, &nothing, scale, 100, 1e-4);
    assert!(loss(&all, &found, scale) < before - 0.01);
    assert_eq!(found, fitted(&all, &nothing, scale, 100, 1e-4));
    // Weights that are held back strongly stay.
    let held = fitted(&all, &nothing, scale, 100, 1e9);
    assert!(held.iter().all(|weight| weight.abs() < 2.0));
}

#[test]
fn games_without_features_have_nothing_to_fit() {
    let lesson = Lesson { position: Nim.parse("3,4").unwrap(), player: Player::Left, score: 5, points: 1.0 };
    assert_eq!(examples(&Nim, &[lesson], 0.5, 100.0), None);
}
