//! The engine against plain minimax, against itself with parts switched off, and on the puzzles of the paper.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use nimatron_games::clobber::Clobber;
use nimatron_games::domineering::Domineering;
use nimatron_games::epaminondas::{Crossings, Epaminondas};
use nimatron_games::legionnaires::Legionnaires;
use nimatron_rules::{
    Budget, Convention, Ending, Evaluation, Heuristic, Hints, Named, Notation, Player, Ranked, Stones, Turns,
};
use nimatron_search::{
    Agent, AgentSpec, AlphaBeta, Engine, Insight, NoOracles, Options, Random, Terms, Thinking, Turn, Weighed,
    Words, referee,
};

const MIDDLE: &str =
    "b3b7bb/1b1bb4b3b/3b6b2b/b3b1b3b2b/b4b3b1bb1/3b1w8/2b1w3w5/2ww3bw5/3w1w1w2w3/w1w3w7/4w1w3w1ww/5wwww3ww b";

fn depth(depth: u32) -> Thinking {
    Thinking { depth: Some(depth), ..Thinking::default() }
}

fn think<R: Hints>(
    engine: &mut Engine<'_, R>,
    rules: &R,
    position: &R::Position,
    player: Player,
) -> Insight<R::Move> {
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves);
    let history = [position.clone()];
    let turn = Turn { rules, player, convention: Convention::Normal, moves: &moves, history: &history };
    engine.think(&turn, &Budget::unlimited(), &mut |_| {}).unwrap()
}

/// The score by trying everything: wins count more the sooner they come.
fn minimax<R: Hints>(
    rules: &R,
    evaluation: &dyn Evaluation<R>,
    path: &mut Vec<(R::Position, Player)>,
    depth: u32,
) -> i32 {
    let (position, player) = path.last().cloned().unwrap();
    let ply = path.len() as i32 - 1;
    match rules.ending(&position, player, Convention::Normal) {
        Some(Ending::Won(winner)) if winner == player => return 1_000_000 - ply,
        Some(Ending::Won(_)) => return ply - 1_000_000,
        Some(Ending::Drawn) => return 0,
        None => {}
    }
    // A player who will have lost at the next turn in any case has lost: the engine knows that without
    // searching.
    if rules.answers(&position, player, &mut Vec::new()) {
        let mut answers = Vec::new();
        rules.answers(&position, player, &mut answers);
        if answers.is_empty() {
            return ply + 1 - 1_000_000;
        }
    }
    if depth == 0 {
        return evaluation.guess(rules, &position, evaluation.tally(rules, &position), player);
    }
    if path[..path.len() - 1].contains(&(position.clone(), player)) {
        return 0;
    }
    let mut moves = Vec::new();
    rules.moves(&position, player, &mut moves);
    let scores = moves.iter().map(|mv| {
        path.push((rules.play(&position, player, mv), player.opponent()));
        let score = -minimax(rules, evaluation, path, depth - 1);
        path.pop();
        score
    });
    scores.max().unwrap()
}

/// Positions from random games.
fn positions<R: Hints + Named>(start: &str, count: usize, seed: u64) -> (R, Vec<(R::Position, Player)>) {
    let (rules, first) = R::open("", start).unwrap();
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let (mut position, mut player) = (first.clone(), Player::Left);
        let plies = random.below(24);
        for _ in 0..plies {
            let Some(mv) = rules.any_move(&position, player, &mut |count| random.below(count)) else { break };
            let after = rules.play(&position, player, &mv);
            if rules.ending(&after, player.opponent(), Convention::Normal).is_some() {
                break;
            }
            (position, player) = (after, player.opponent());
        }
        found.push((position, player));
    }
    (rules, found)
}

fn is_minimax<R: Hints + Named>(start: &str, count: usize, depths: std::ops::RangeInclusive<u32>) {
    let (rules, found) = positions::<R>(start, count, 5);
    let evaluation = rules.evaluation();
    for (position, player) in found {
        for deep in depths.clone() {
            let plain = minimax(&rules, &*evaluation, &mut vec![(position.clone(), player)], deep);
            for options in [Options::NONE, Options { history: true, ..Options::NONE }] {
                let mut engine = Engine::new(options, depth(deep));
                let insight = think(&mut engine, &rules, &position, player);
                // A win or loss that was found earlier is not looked for again.
                if insight.depth == deep {
                    assert_eq!(insight.score, plain, "{} {player} {deep} {options:?}", rules.show(&position));
                } else {
                    assert!(insight.proved.is_some());
                }
            }
        }
    }
}

#[test]
fn alpha_beta_is_minimax() {
    is_minimax::<Epaminondas<1>>("5x4", 40, 1..=3);
    is_minimax::<Crossings<1>>("5x4", 40, 1..=3);
    is_minimax::<Legionnaires<1>>("4x4", 20, 1..=4);
    is_minimax::<Domineering<1>>("4x4", 20, 1..=4);
}

#[test]
fn the_table_changes_nothing_at_a_fixed_depth() {
    let (rules, found) = positions::<Epaminondas<3>>("12x14", 6, 1);
    for (position, player) in found {
        for options in [Options::NONE, Options { quiescence: true, history: true, ..Options::NONE }] {
            let [without, with] = [false, true].map(|table| {
                let mut engine = Engine::new(Options { table, ..options }, depth(3));
                let insight = think(&mut engine, &rules, &position, player);
                (insight.score, insight.depth)
            });
            assert_eq!(without, with, "{} {player}", rules.show(&position));
        }
    }
}

#[test]
fn mirrored_positions_with_exchanged_colours_have_the_same_score() {
    let (rules, found) = positions::<Epaminondas<3>>("12x14", 8, 2);
    for (position, player) in found {
        let text = rules.show(&position);
        let exchanged = |letter| match letter {
            'w' => 'b',
            'b' => 'w',
            other => other,
        };
        let upside_down: Vec<String> =
            text.split('/').rev().map(|row| row.chars().map(exchanged).collect()).collect();
        let mirrored: Vec<String> = text.split('/').map(|row| row.chars().rev().collect()).collect();
        let others = [(upside_down.join("/"), player.opponent()), (mirrored.join("/"), player)];
        // At the ends of lines only some of the captures are tried, so there the order of a list may matter.
        let options = Options { extensions: true, history: true, ..Options::NONE };
        let score = |text: &str, player| {
            let position = rules.parse(text).unwrap();
            think(&mut Engine::new(options, depth(3)), &rules, &position, player).score
        };
        for (other, mover) in others {
            assert_eq!(score(&text, player), score(&other, mover), "{text} {player}");
        }
    }
}

#[test]
fn the_puzzles_of_the_paper_are_proved() {
    // FACTS of the reconstruction: the only winning move, and in how many plies it wins.
    for (text, best, plies) in [
        ("8bbb3/14/7w6/7w6/7w6/14/14/14/14/14/14/14 w", "h8-h11", 7),
        ("2bb9w/1w12/1w12/14/14/14/14/14/14/14/14/11w1b w", "l1-m1", 5),
        ("3bb6bb1/11w1b/12b1/7w1w4/14/14/14/14/14/14/14/14 w", "j9-i10", 9),
    ] {
        let (rules, position) = Epaminondas::<3>::open("", text).unwrap();
        let mut engine = Engine::new(Options::ALL, depth(20));
        let insight = think(&mut engine, &rules, &position, Player::Left);
        let name = rules.show_move(&position, Player::Left, &insight.line[0]);
        assert_eq!((name.as_str(), insight.proved), (best, Some((true, plies))), "{text}");
        // The line is a legal play, and its end is a loss for the player to move or a win for the other.
        let (mut at, mut player) = (position, Player::Left);
        for mv in &insight.line {
            let mut moves = Vec::new();
            nimatron_rules::Rules::moves(&rules, &at, player, &mut moves);
            assert!(moves.contains(mv));
            at = nimatron_rules::Rules::play(&rules, &at, player, mv);
            player = player.opponent();
        }
    }
}

#[test]
fn the_large_phalanx_stays_together_against_two_prongs() {
    // Figure 9, reconstructed.
    let text = "4bbbbw5/14/2w11/2w11/2w11/14/14/3bb9/14/14/14/5www6 b";
    let (rules, position) = Epaminondas::<3>::open("", text).unwrap();
    let insight = think(&mut Engine::new(Options::ALL, depth(8)), &rules, &position, Player::Right);
    assert_eq!(rules.show_move(&position, Player::Right, &insight.line[0]), "e12xi12");
}

/// The engine proves who wins small games, with the same result as a search that shares only the rules with
/// it.
fn agrees_with_alpha_beta<R: Hints + Named>(start: &str, count: usize) {
    let (rules, found) = positions::<R>(start, count, 9);
    for (position, player) in found {
        let mut moves = Vec::new();
        rules.moves(&position, player, &mut moves);
        if moves.is_empty() {
            continue;
        }
        let insight = think(&mut Engine::new(Options::ALL, Thinking::default()), &rules, &position, player);
        let history = [position.clone()];
        let turn =
            Turn { rules: &rules, player, convention: Convention::Normal, moves: &moves, history: &history };
        let plain = AlphaBeta::new(Thinking::default()).search(&turn, &Budget::unlimited()).unwrap();
        assert!(plain.wins.is_some());
        assert_eq!(insight.proved.map(|(wins, _)| wins), plain.wins, "{} {player}", rules.show(&position));
    }
}

#[test]
fn other_games_are_played_by_the_same_engine() {
    agrees_with_alpha_beta::<Legionnaires<1>>("4x4", 20);
    agrees_with_alpha_beta::<Clobber<1>>("3x4", 20);
    agrees_with_alpha_beta::<Domineering<1>>("4x4", 20);
}

#[test]
fn several_threads_prove_the_same() {
    let (rules, position) =
        Epaminondas::<3>::open("", "8bbb3/14/7w6/7w6/7w6/14/14/14/14/14/14/14 w").unwrap();
    let mut engine = Engine::new(Options::ALL, depth(20)).threads(2.try_into().unwrap());
    let mut moves = Vec::new();
    nimatron_rules::Rules::moves(&rules, &position, Player::Left, &mut moves);
    let history = [position];
    let turn = Turn {
        rules: &rules,
        player: Player::Left,
        convention: Convention::Normal,
        moves: &moves,
        history: &history,
    };
    let budget = Budget::unlimited().threads(2.try_into().unwrap());
    let insight = engine.think(&turn, &budget, &mut |_| {}).unwrap();
    assert_eq!(insight.proved, Some((true, 7)));
}

fn play(left: &str, right: &str, start: &str, seed: u64) -> (Vec<String>, Ending) {
    let (rules, position) = Epaminondas::<3>::open("", start).unwrap();
    let agent = |name: &str, seed| {
        let spec = AgentSpec::parse(name, &Words::of(&rules)).unwrap();
        let mut agent = spec.agent(&rules, &NoOracles).unwrap();
        agent.begin(seed);
        agent
    };
    let (mut left, mut right) = (agent(left, seed), agent(right, seed + 1));
    let terms = Terms { first: Player::Left, convention: Convention::Normal, longest: Some(200) };
    let agents: [&mut dyn Agent<_>; 2] = [&mut *left, &mut *right];
    let played = referee(&rules, &position, &terms, agents, &mut Budget::unlimited().meter()).unwrap();
    let names = played.moves.iter().map(|mv| format!("{mv:?}")).collect();
    (names, played.ending)
}

#[test]
fn the_agents_of_the_paper_beat_random_moves() {
    for agent in [
        "leonidas-ab:depth=2",
        "flat-ucb1:simulations=300",
        "ucb1-hybrid:simulations=200,switch=4,depth=2",
        "amaf-hybrid:simulations=200,switch=4,depth=2",
        "greedy",
        "phalanx:nodes=1000",
    ] {
        assert_eq!(play(agent, "random", "8x8", 3).1, Ending::Won(Player::Left), "{agent}");
        assert_eq!(play("random", agent, "8x8", 4).1, Ending::Won(Player::Right), "{agent}");
    }
}

#[test]
fn games_with_budgets_of_nodes_can_be_played_again() {
    for agent in [
        "phalanx:nodes=2000",
        "leonidas-ab:nodes=500",
        "ucb1-hybrid:simulations=30",
        "amaf-hybrid:simulations=30",
    ] {
        assert_eq!(play(agent, agent, "8x8", 11), play(agent, agent, "8x8", 11));
    }
}

#[test]
fn an_engine_beats_the_paper() {
    let mut won = 0;
    for seed in 0..4 {
        let (_, ending) = play("phalanx:nodes=5000", "leonidas-ab:depth=2", "12x14", seed);
        won += u32::from(ending == Ending::Won(Player::Left));
    }
    assert!(won >= 3, "{won} of 4");
}

#[test]
fn the_weights_of_heuristics_can_be_chosen() {
    let (rules, position) = Epaminondas::<3>::open("", "8/8/8/8/8/8/8/w1wwww2").unwrap();
    let none = ["mobility", "material", "crossing", "centre", "home-row", "territory"];
    let only = |name: &str, weight: f64| -> Vec<(String, f64)> {
        none.iter().map(|other| ((*other).to_owned(), if *other == name { weight } else { 0.0 })).collect()
    };
    assert_eq!(Weighed::new(&rules, &only("material", 2.0)).sum(&rules, &position, Player::Left), 10.0);
    assert_eq!(Weighed::new(&rules, &only("home-row", 1.0)).sum(&rules, &position, Player::Right), -4.0);
}

/// Computes one heuristic after the other, and never returns a bound outside of a window.
struct Plainly(Vec<(String, f64)>);

impl Evaluation<Epaminondas<3>> for Plainly {
    fn guess(&self, rules: &Epaminondas<3>, position: &Stones<3>, _: i32, player: Player) -> i32 {
        let part = |heuristic: Heuristic<Epaminondas<3>>| {
            let score = |player| (heuristic.score)(rules, position, player);
            let weight = self.0.iter().find(|(name, _)| name == heuristic.name).map(|(_, weight)| *weight);
            weight.unwrap_or(heuristic.weight) * (score(player) - score(player.opponent()))
        };
        (10.0 * rules.heuristics().into_iter().map(part).sum::<f64>()) as i32
    }
}

#[test]
fn leonidas_plays_the_same_however_fast_it_guesses() {
    let (rules, start) = Epaminondas::<3>::open("", "start").unwrap();
    let unusual = [("mobility".to_owned(), -1.5), ("home-row".to_owned(), 3.25), ("centre".to_owned(), 0.0)];
    for weights in [Vec::new(), unusual.to_vec()] {
        let mut fast =
            Engine::new(Options::LEONIDAS, depth(3)).evaluation(Box::new(Weighed::new(&rules, &weights)));
        let mut plain = Engine::new(Options::LEONIDAS, depth(3)).evaluation(Box::new(Plainly(weights)));
        let (mut position, mut player, mut random) = (start, Player::Left, Random::new(9));
        for _ in 0..40 {
            for agent in [&mut fast, &mut plain] {
                agent.begin(3);
            }
            let insights = [&mut fast, &mut plain].map(|engine| think(engine, &rules, &position, player));
            assert_eq!(insights[0].score, insights[1].score);
            assert_eq!(insights[0].line, insights[1].line);
            // A few random moves in between, or the game from the start.
            for _ in 0..9 {
                let any = rules.any_move(&position, player, &mut |count| random.below(count)).unwrap();
                position = nimatron_rules::Rules::play(&rules, &position, player, &any);
                player = player.opponent();
                if rules.ending(&position, player, Convention::Normal).is_some() {
                    (position, player) = (start, Player::Left);
                }
            }
        }
    }
}

#[test]
fn who_is_stopped_tells_the_best_move_so_far() {
    let (rules, position) = Epaminondas::<3>::open("", MIDDLE).unwrap();
    let words = Words::of(&rules);
    let mut moves = Vec::new();
    nimatron_rules::Rules::moves(&rules, &position, Player::Right, &mut moves);
    let history = [position];
    let turn = Turn {
        rules: &rules,
        player: Player::Right,
        convention: Convention::Normal,
        moves: &moves,
        history: &history,
    };
    for name in ["phalanx", "leonidas-ab:depth=9", "flat-ucb1", "ucb1-hybrid", "amaf-hybrid"] {
        let spec = AgentSpec::parse(name, &words).unwrap().with_thinking(Thinking::default());
        assert!(spec.tells());
        let mut agent = spec.agent(&rules, &NoOracles).unwrap();
        agent.begin(1);
        let (mut last, mut told) = (None, 0);
        let budget = Budget::unlimited().nodes(1500);
        let mut tell = |insight: &Insight<_>| {
            assert_eq!(insight.line.first(), moves.get(insight.chosen), "{name}");
            (last, told) = (Some(insight.nodes), told + 1);
        };
        assert!(agent.think(&turn, &budget, &mut tell).is_err(), "{name}");
        // All the time was used, and there was more than one report.
        assert!(last.is_some_and(|nodes| nodes >= 1000) && told > 1, "{name} {last:?} {told}");
        // With another limit the same agent continues.
        agent.set_thinking(Thinking { nodes: Some(300), depth: Some(2), ..Thinking::default() });
        assert!(agent.think(&turn, &Budget::unlimited(), &mut |_| {}).is_ok(), "{name}");
    }
}

#[test]
fn a_budget_stops_the_engine() {
    let (rules, position) = Epaminondas::<3>::open("", MIDDLE).unwrap();
    let mut moves = Vec::new();
    nimatron_rules::Rules::moves(&rules, &position, Player::Right, &mut moves);
    let history = [position];
    let turn = Turn {
        rules: &rules,
        player: Player::Right,
        convention: Convention::Normal,
        moves: &moves,
        history: &history,
    };
    let mut engine = Engine::new(Options::ALL, Thinking::default());
    assert!(engine.think(&turn, &Budget::unlimited().nodes(20_000), &mut |_| {}).is_err());
    let few = Thinking { nodes: Some(20_000), ..Thinking::default() };
    let insight = Engine::new(Options::ALL, few).think(&turn, &Budget::unlimited(), &mut |_| {}).unwrap();
    assert!(insight.nodes <= 20_000 && insight.depth > 0);
}

/// Lets an agent play against itself, and checks that each move is the one that it reported last. Returns the
/// number of moves.
fn thinks(name: &str, start: &str, seed: u64, plies: usize) -> usize {
    let (rules, position) = Epaminondas::<3>::open("", start).unwrap();
    let spec = AgentSpec::parse(name, &Words::of(&rules)).unwrap();
    let mut agent = spec.agent(&rules, &NoOracles).unwrap();
    agent.begin(seed);
    let (mut history, mut player) = (vec![position], Player::Left);
    for ply in 0..plies {
        let here = history[history.len() - 1];
        if rules.ending(&here, player, Convention::Normal).is_some() {
            return ply;
        }
        let mut moves = Vec::new();
        nimatron_rules::Rules::moves(&rules, &here, player, &mut moves);
        let turn =
            Turn { rules: &rules, player, convention: Convention::Normal, moves: &moves, history: &history };
        let mut last = None;
        let mut tell = |insight: &Insight<_>| {
            assert_eq!(insight.line.first(), Some(&moves[insight.chosen]), "{name}, move {ply}");
            last = Some(insight.chosen);
        };
        let chosen = agent.think(&turn, &Budget::unlimited(), &mut tell).unwrap();
        assert_eq!(last, Some(chosen), "{name}, move {ply} of a game from {start}");
        history.push(nimatron_rules::Rules::play(&rules, &here, player, &moves[chosen]));
        player = player.opponent();
    }
    plies
}

#[test]
fn what_is_reported_last_is_played() {
    for seed in 0..4 {
        assert!(thinks("phalanx:nodes=3000", "8x8", seed, 60) > 10);
    }
    assert!(thinks("phalanx:nodes=2000", "start", 1, 60) > 30);
    assert!(thinks("leonidas-ab:nodes=700", "8x8", 1, 60) > 10);
}

#[test]
fn there_may_be_more_threads_than_legal_moves() {
    let threads = std::num::NonZeroUsize::new(64).unwrap();
    let budget = Budget::unlimited().threads(threads);
    let few = Thinking { nodes: Some(2000), ..Thinking::default() };
    fn found<R: Hints + Named>(text: &str, few: Thinking, budget: &Budget) -> (usize, usize) {
        let (rules, position) = R::open("", text).unwrap();
        let mut moves = Vec::new();
        rules.moves(&position, Player::Left, &mut moves);
        let history = [position];
        let turn = Turn {
            rules: &rules,
            player: Player::Left,
            convention: Convention::Normal,
            moves: &moves,
            history: &history,
        };
        let threads = budget.thread_limit().try_into().unwrap();
        let mut engine = Engine::new(Options::ALL, few).threads(threads);
        (moves.len(), engine.think(&turn, budget, &mut |_| {}).unwrap().chosen)
    }
    assert_eq!(found::<Domineering<1>>("2x1", few, &budget), (1, 0));
    let (moves, chosen) = found::<Epaminondas<3>>("14/14/14/14/14/14/14/14/14/14/7b6/w13 w", few, &budget);
    assert!(moves == 3 && chosen < moves);
}

/// A game in which the first move A wins by force, and B goes on for long:
///
/// ```text
/// 0 ─┬─ A: 1 ── 2 ══ 3
///    └─ B: 11 ── 12 ══ 13 ── 14 ── …
/// ```
///
/// Double lines are captures.
#[derive(Debug, Default)]
struct Fork {
    /// The highest minimum rank that captures were requested with.
    highest: std::sync::atomic::AtomicI32,
}

impl nimatron_rules::Rules for Fork {
    type Position = u8;
    type Move = u8;

    fn moves(&self, at: &u8, _: Player, out: &mut Vec<u8>) {
        match at {
            0 => out.extend([1, 11]),
            3 | 90.. => {}
            at => out.push(at + 1),
        }
    }

    fn play(&self, _: &u8, _: Player, mv: &u8) -> u8 {
        *mv
    }
}

impl Turns for Fork {}

impl Hints for Fork {
    fn sharp_moves(&self, at: &u8, _: Player, out: &mut Vec<Ranked<u8>>) {
        match at {
            0 => out.push(Ranked { mv: 1, rank: 200 }),
            2 | 12 => out.push(Ranked { mv: at + 1, rank: 100 }),
            _ => {}
        }
    }

    fn sharper_moves(&self, at: &u8, player: Player, least: i32, out: &mut Vec<Ranked<u8>>) {
        self.highest.fetch_max(least, std::sync::atomic::Ordering::Relaxed);
        self.sharp_moves(at, player, out);
        out.retain(|ranked| ranked.rank >= least);
    }
}

#[test]
fn captures_are_not_asked_to_gain_a_win() {
    let fork = Fork::default();
    let insight = think(&mut Engine::new(Options::ALL, depth(2)), &fork, &0, Player::Left);
    assert_eq!((insight.chosen, insight.proved), (0, Some((true, 3))));
    let highest = fork.highest.into_inner();
    assert!((1..1000).contains(&highest), "{highest}");
}

#[test]
fn a_win_in_six_moves_is_proved_with_few_positions() {
    let text = "b2b4b2bb1/b3bb1bbb4/1b11b/1b3wb6b/5wwb6/5ww7/5wwb6/4www7/3b1w8/8w5/w3w1www5/3w3w3www w";
    let (rules, position) = Epaminondas::<3>::open("", text).unwrap();
    let insight = think(&mut Engine::new(Options::ALL, depth(8)), &rules, &position, Player::Left);
    assert_eq!(insight.proved, Some((true, 11)));
    assert!(insight.nodes < 600_000, "{}", insight.nodes);
}

#[test]
fn searches_of_a_fixed_depth_take_no_more_positions_than_they_used_to() {
    for (text, player, deep, most) in
        [("start", Player::Left, 9, 185_000), (MIDDLE, Player::Right, 8, 42_000)]
    {
        let (rules, position) = Epaminondas::<3>::open("", text).unwrap();
        let insight = think(&mut Engine::new(Options::ALL, depth(deep)), &rules, &position, player);
        assert!(insight.depth == deep && insight.nodes < most, "{text}: {}", insight.nodes);
    }
}
