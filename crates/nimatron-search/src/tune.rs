//! Tuning: an engine plays against itself, and the weights of its evaluation are fitted to how the games ended.
//!
//! It is the method that chess calls Texel's: the guess of a position, through a logistic curve, is to be the share of
//! points that its player won. The guess is a weighted sum of features, so this is logistic regression.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use nimatron_rules::{Budget, Ending, Player, Turns};

use crate::{Agent, Engine, Options, PlayError, Random, Terms, Thinking, Turn, over, seed_of};

/// How games are played to learn from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lessons {
    /// How many.
    pub games: u64,
    /// How many positions the engine visits for a move.
    pub nodes: u64,
    /// So many moves are made at random first.
    pub opening: usize,
    /// After so many moves a game is drawn.
    pub longest: u32,
    /// What all chance comes from.
    pub seed: u64,
    /// How many games are played at a time; what is learned doesn't depend on it.
    pub threads: usize,
}

/// A quiet position of a game, and how it ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson {
    /// How much more of each feature the player to move had.
    pub features: Vec<i16>,
    /// The points that this player won: 1, ½ or 0.
    pub points: f64,
}

/// Plays games with these weights, and collects their quiet positions. Nothing if the evaluation of the game can't be tuned.
pub fn lessons<R: Turns>(
    rules: &R,
    start: &R::Position,
    weights: &[i32],
    plan: &Lessons,
    budget: &Budget,
) -> Result<Option<Vec<Lesson>>, PlayError> {
    let next = AtomicU64::new(0);
    let found: Mutex<Vec<(u64, Vec<Lesson>)>> = Mutex::default();
    let work = || -> Result<Option<()>, PlayError> {
        let thinking = Thinking { nodes: Some(plan.nodes), ..Thinking::default() };
        let Some(evaluation) = rules.weighted(weights) else { return Ok(None) };
        let mut engine = Engine::new(Options::ALL, thinking).evaluation(evaluation).memory(8 << 20);
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return Ok(Some(()));
            }
            let Some(learned) = one_game(rules, start, &mut engine, plan, game, budget)? else {
                return Ok(None);
            };
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((game, learned));
        }
    };
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a game doesn't panic")).collect()
    });
    for result in results {
        if result?.is_none() {
            return Ok(None);
        }
    }
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_by_key(|(game, _)| *game);
    Ok(Some(found.into_iter().flat_map(|(_, learned)| learned).collect()))
}

/// The quiet positions of one game; nothing if positions have no features.
fn one_game<R: Turns>(
    rules: &R,
    start: &R::Position,
    engine: &mut Engine<'_, R>,
    plan: &Lessons,
    game: u64,
    budget: &Budget,
) -> Result<Option<Vec<Lesson>>, PlayError> {
    let seed = seed_of(plan.seed, game);
    let mut random = Random::new(seed);
    engine.begin(seed);
    let terms = Terms { first: rules.first_player(), misere: false, longest: Some(plan.longest) };
    let mut history = vec![start.clone()];
    let mut player = terms.first;
    let mut quiet: Vec<(Vec<i16>, Player)> = Vec::new();
    let (mut moves, mut answers) = (Vec::new(), Vec::new());
    let ending = loop {
        if let Some((ending, _)) = over(rules, &history, player, &terms) {
            break ending;
        }
        let position = &history[history.len() - 1];
        moves.clear();
        rules.moves(position, player, &mut moves);
        let chosen = if history.len() <= plan.opening {
            random.below(moves.len())
        } else {
            let turn = Turn { rules, player, misere: false, moves: &moves, history: &history };
            let insight = engine.think(&turn, budget, &mut |_| {})?;
            // Only positions count whose guess is to be believed: nothing is won, taken or threatened at once.
            let mut sharp = Vec::new();
            rules.sharp_moves(position, player, &mut sharp);
            answers.clear();
            let urgent = sharp.iter().any(|ranked| ranked.mv == moves[insight.chosen]);
            if !urgent && insight.proved.is_none() && !rules.answers(position, player, &mut answers) {
                let Some(features) = rules.features(position, player) else { return Ok(None) };
                let small = |feature: i32| i16::try_from(feature).unwrap_or(i16::MAX);
                quiet.push((features.into_iter().map(small).collect(), player));
            }
            insight.chosen
        };
        let after = rules.play(position, player, &moves[chosen]);
        history.push(after);
        player = player.opponent();
    };
    let points = |player| match ending {
        Ending::Won(winner) => f64::from(u8::from(winner == player)),
        Ending::Drawn => 0.5,
    };
    Ok(Some(
        quiet.into_iter().map(|(features, player)| Lesson { features, points: points(player) }).collect(),
    ))
}

/// How wrong guesses are on average: the cross entropy of points and logistic guesses, in nats.
#[must_use]
pub fn loss(lessons: &[Lesson], weights: &[f64], scale: f64) -> f64 {
    let sum: f64 =
        lessons.iter().map(|lesson| entropy(lesson.points, expected(lesson, weights, scale))).sum();
    sum / lessons.len().max(1) as f64
}

fn expected(lesson: &Lesson, weights: &[f64], scale: f64) -> f64 {
    let guess: f64 =
        lesson.features.iter().zip(weights).map(|(feature, weight)| f64::from(*feature) * weight).sum();
    1.0 / (1.0 + (-guess / scale).exp())
}

fn entropy(points: f64, expected: f64) -> f64 {
    let expected = expected.clamp(1e-9, 1.0 - 1e-9);
    -(points * expected.ln() + (1.0 - points) * (1.0 - expected).ln())
}

/// The scale of the logistic curve that fits these weights best, by trying.
#[must_use]
pub fn best_scale(lessons: &[Lesson], weights: &[f64]) -> f64 {
    let scales = (0..40).map(|step| 40.0 * 1.12f64.powi(step));
    let by_loss = |one: &(f64, f64), other: &(f64, f64)| one.0.total_cmp(&other.0);
    scales
        .map(|scale| (loss(lessons, weights, scale), scale))
        .min_by(by_loss)
        .map_or(400.0, |(_, scale)| scale)
}

/// The weights that fit best, found by so many steps of Adam (Kingma and Ba 2015) on all lessons, and held back a little from
/// leaving where they were, so that features that hardly ever occur stay there.
#[must_use]
pub fn fitted(lessons: &[Lesson], weights: &[i32], steps: u32, hold: f64) -> Vec<f64> {
    let before: Vec<f64> = weights.iter().map(|weight| f64::from(*weight)).collect();
    let scale = best_scale(lessons, &before);
    let mut weights = before.clone();
    let (mut first, mut second) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for step in 1..=steps {
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(&before)
            .map(|(weight, before)| hold * (weight - before) / (scale * scale))
            .collect();
        for lesson in lessons {
            let error = (expected(lesson, &weights, scale) - lesson.points) / scale / lessons.len() as f64;
            for (slope, feature) in gradient.iter_mut().zip(&lesson.features) {
                *slope += error * f64::from(*feature);
            }
        }
        let (one, two) = (1.0 - 0.9f64.powf(step.into()), 1.0 - 0.999f64.powf(step.into()));
        for i in 0..weights.len() {
            first[i] = 0.9 * first[i] + 0.1 * gradient[i];
            second[i] = 0.999 * second[i] + 0.001 * gradient[i] * gradient[i];
            weights[i] -= 1.0 * (first[i] / one) / ((second[i] / two).sqrt() + 1e-12);
        }
    }
    weights
}
