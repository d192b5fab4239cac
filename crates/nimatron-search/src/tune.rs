//! Tuning: an engine plays against itself, and its evaluation is fitted to the results of the searches and of
//! the games.
//!
//! A guess, passed through a logistic curve, should be the share of points that its player can expect: partly
//! the final result, as in the method that chess programmers call Texel's, and partly the result of a search
//! from there, as in TD-Leaf (Baxter, Tridgell and Weaver 2000) and TreeStrap (Veness et al. 2009). Results
//! alone say little about a single position: with them, features that losers happen to have get bad weights.
//! The guess is a weighted sum of features, so this is logistic regression.
//!
//! The weights of Epaminondas were learned in this way, in rounds, starting from little more than the worth
//! of a stone (`examples/tune.rs`). The same seed gives the same weights. `examples/weigh.rs` plays weights
//! against weights, and docs/epaminondas.md says what was tried.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use nimatron_rules::{Budget, Convention, Ending, Evaluation, Hints, Player};

use crate::{Agent, Engine, Options, PlayError, Random, Terms, Thinking, Turn, over, seed_of};

/// How the games to learn from are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lessons {
    /// The number of games.
    pub games: u64,
    /// The number of positions that the engine visits per move.
    pub nodes: u64,
    /// The number of random moves at the start.
    pub opening: usize,
    /// After this number of moves a game is drawn.
    pub longest: u32,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of games that are played at a time; the result doesn't depend on it.
    pub threads: usize,
}

/// A quiet position of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Lesson<P> {
    /// The position.
    pub position: P,
    /// The player to move.
    pub player: Player,
    /// The score of the search for that player.
    pub score: i32,
    /// The points that this player won: 1, ½ or 0.
    pub points: f64,
}

/// The engine that plays these games, with the parts that it had when the weights of Epaminondas were
/// learned, so that the learning can be repeated.
const TEACHER: Options = Options { root_reductions: false, ..Options::ALL };

/// The number of a game, and the positions learned from it.
type Learned<P> = (u64, Vec<Lesson<P>>);

/// Plays games with an evaluation, made separately for each thread, and collects their quiet positions.
pub fn lessons<'e, R: Hints>(
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
fn one_game<R: Hints>(
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
    let terms =
        Terms { first: rules.first_player(), convention: Convention::Normal, longest: Some(plan.longest) };
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
            let turn =
                Turn { rules, player, convention: Convention::Normal, moves: &moves, history: &history };
            let insight = engine.think(&turn, budget, &mut |_| {})?;
            // Only positions count whose guess is reliable: nothing can be won, taken or threatened at once.
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

/// The features of one position from the view of the player to move, and the points that this player can
/// expect.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    features: Vec<i16>,
    expected: f64,
}

/// The examples that weights are fitted to. This share of the expected points is the final result, and the
/// rest is the score of the search, on a logistic curve of this scale. Returns `None` if the evaluation of
/// the game is not a weighted sum.
pub fn examples<R: Hints>(
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

/// The mean error of guesses: the cross entropy of the expected points and logistic guesses, in nats.
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

/// The scale of the logistic curve on which the scores of searches predict the results of games best, found
/// by trying.
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

/// The best fitting weights, found by this number of steps of Adam (Kingma and Ba 2015) on all examples. They
/// are pulled slightly towards their start, so that features that hardly ever occur stay there.
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
