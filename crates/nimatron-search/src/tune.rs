//! Tuning: an engine plays against itself, and its evaluation is fitted to what the searches found and to how the games ended.
//!
//! A guess, through a logistic curve, is to be the share of points that its player can expect: partly what was won in the end, as in
//! the method that chess calls Texel's, and partly what a search from there had found, as in TD-Leaf (Baxter, Tridgell and Weaver
//! 2000) and TreeStrap (Veness et al. 2009). Results alone say little of a single position: with them, features that losers happen to
//! have get bad weights. The guess is a weighted sum of features, so this is logistic regression.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use nimatron_rules::{Budget, Ending, Evaluation, Player, Turns};

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

/// A quiet position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson<P> {
    /// The position.
    pub position: P,
    /// Who was to move.
    pub player: Player,
    /// What the search found for that player.
    pub score: i32,
    /// The points that this player won: 1, ½ or 0.
    pub points: f64,
}

/// Who plays these games: the engine with the parts that it had when the weights of Epaminondas were learned, so that they can be
/// learned again.
const TEACHER: Options = Options { root_reductions: false, ..Options::ALL };

/// The number of a game, and what is learned from it.
type Learned<P> = (u64, Vec<Lesson<P>>);

/// Plays games with an evaluation, made anew for each thread, and collects their quiet positions.
pub fn lessons<'e, R: Turns>(
    rules: &R,
    start: &R::Position,
    evaluation: &(dyn Fn() -> Box<dyn Evaluation<R> + 'e> + Sync),
    plan: &Lessons,
    budget: &Budget,
) -> Result<Vec<Lesson<R::Position>>, PlayError> {
    let next = AtomicU64::new(0);
    let found: Mutex<Vec<Learned<R::Position>>> = Mutex::default();
    let work = || -> Result<(), PlayError> {
        let thinking = Thinking { nodes: Some(plan.nodes), ..Thinking::default() };
        let mut engine = Engine::new(TEACHER, thinking).evaluation(evaluation()).memory(8 << 20);
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= plan.games {
                return Ok(());
            }
            let learned = one_game(rules, start, &mut engine, plan, game, budget)?;
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((game, learned));
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("a game doesn't panic"))
    })?;
    let mut found = found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    found.sort_by_key(|(game, _)| *game);
    Ok(found.into_iter().flat_map(|(_, learned)| learned).collect())
}

/// The quiet positions of one game.
fn one_game<R: Turns>(
    rules: &R,
    start: &R::Position,
    engine: &mut Engine<'_, R>,
    plan: &Lessons,
    game: u64,
    budget: &Budget,
) -> Result<Vec<Lesson<R::Position>>, PlayError> {
    let seed = seed_of(plan.seed, game);
    let mut random = Random::new(seed);
    engine.begin(seed);
    let terms = Terms { first: rules.first_player(), misere: false, longest: Some(plan.longest) };
    let mut history = vec![start.clone()];
    let mut player = terms.first;
    let mut quiet: Vec<(R::Position, Player, i32)> = Vec::new();
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
                quiet.push((position.clone(), player, insight.score));
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
    let lesson = |(position, player, score)| Lesson { position, player, score, points: points(player) };
    Ok(quiet.into_iter().map(lesson).collect())
}

/// How much more of each feature the player to move had, in one position, and the points that this player can expect.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    features: Vec<i16>,
    expected: f64,
}

/// What weights are fitted to: of what a player can expect, this share is what was won in the end, and the rest what the search had
/// found, on a logistic curve of this scale. Nothing if the evaluation of the game is no weighted sum.
pub fn examples<R: Turns>(
    rules: &R,
    lessons: &[Lesson<R::Position>],
    share: f64,
    scale: f64,
) -> Option<Vec<Example>> {
    let small = |feature: i32| i16::try_from(feature).unwrap_or(i16::MAX);
    let example = |lesson: &Lesson<R::Position>| {
        let features = rules.features(&lesson.position, lesson.player)?;
        let found = logistic(f64::from(lesson.score) / scale);
        let expected = share * lesson.points + (1.0 - share) * found;
        Some(Example { features: features.into_iter().map(small).collect(), expected })
    };
    lessons.iter().map(example).collect()
}

/// How wrong guesses are on average: the cross entropy of what is expected and logistic guesses, in nats.
#[must_use]
pub fn loss(examples: &[Example], weights: &[f64], scale: f64) -> f64 {
    let sum: f64 =
        examples.iter().map(|example| entropy(example.expected, guess(example, weights, scale))).sum();
    sum / examples.len().max(1) as f64
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn guess(example: &Example, weights: &[f64], scale: f64) -> f64 {
    let sum: f64 =
        example.features.iter().zip(weights).map(|(feature, weight)| f64::from(*feature) * weight).sum();
    logistic(sum / scale)
}

fn entropy(points: f64, expected: f64) -> f64 {
    let expected = expected.clamp(1e-9, 1.0 - 1e-9);
    -(points * expected.ln() + (1.0 - points) * (1.0 - expected).ln())
}

/// The scale of the logistic curve on which what searches found tells best how games ended, by trying.
#[must_use]
pub fn best_scale<P>(lessons: &[Lesson<P>]) -> f64 {
    let loss = |scale: f64| {
        let one = |lesson: &Lesson<P>| entropy(lesson.points, logistic(f64::from(lesson.score) / scale));
        lessons.iter().map(one).sum::<f64>()
    };
    let scales = (0..40).map(|step| 40.0 * 1.12f64.powi(step));
    let by_loss = |one: &(f64, f64), other: &(f64, f64)| one.0.total_cmp(&other.0);
    scales.map(|scale| (loss(scale), scale)).min_by(by_loss).map_or(400.0, |(_, scale)| scale)
}

/// The weights that fit best, found by so many steps of Adam (Kingma and Ba 2015) on all examples, and held back a little from
/// leaving where they were, so that features that hardly ever occur stay there.
#[must_use]
pub fn fitted(examples: &[Example], before: &[f64], scale: f64, steps: u32, hold: f64) -> Vec<f64> {
    let mut weights = before.to_vec();
    let (mut first, mut second) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for step in 1..=steps {
        let mut gradient: Vec<f64> = weights
            .iter()
            .zip(before)
            .map(|(weight, before)| hold * (weight - before) / (scale * scale))
            .collect();
        for example in examples {
            let error = (guess(example, &weights, scale) - example.expected) / scale / examples.len() as f64;
            for (slope, feature) in gradient.iter_mut().zip(&example.features) {
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
