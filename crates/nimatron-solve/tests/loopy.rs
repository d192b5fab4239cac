//! Loopy games: outcomes against play by brute force, values against outcomes, sums against play.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

use std::collections::HashMap;

use nimatron_games::centurion::Centurion;
use nimatron_rules::{Budget, Ending, Exhausted, Named, Notation, Player, Rules, Stones};
use nimatron_solve::{Convention, LoopyOutcomes, SolveError, loopy_graph, loopy_value};
use nimatron_value::{Arena, ArenaLimits, Graph, Loops, Style};

type Pawns = Stones<1>;

/// Every position that can be reached, from moves alone and without symmetries.
fn reachable(rules: &Centurion<1>, start: &Pawns) -> Vec<Pawns> {
    let mut list = vec![*start];
    let mut seen: std::collections::HashSet<Pawns> = [*start].into();
    let mut at = 0;
    while at < list.len() {
        for player in Player::BOTH {
            for after in after(rules, &list[at], player) {
                if seen.insert(after) {
                    list.push(after);
                }
            }
        }
        at += 1;
    }
    list
}

fn after(rules: &Centurion<1>, position: &Pawns, player: Player) -> Vec<Pawns> {
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves);
    moves.iter().map(|mv| rules.play(position, player, mv)).collect()
}

/// The winner within more and more moves, until more moves change nothing: `true` if the player to move wins,
/// with the number of moves that takes; `None` if it is drawn.
type Known = HashMap<(Pawns, Player), (bool, u32)>;

fn by_brute_force(rules: &Centurion<1>, positions: &[Pawns], convention: Convention) -> Known {
    let mut known = Known::new();
    for round in 0.. {
        let mut new = Vec::new();
        for position in positions {
            for player in Player::BOTH {
                if known.contains_key(&(*position, player)) {
                    continue;
                }
                let options = after(rules, position, player);
                let results: Vec<_> =
                    options.iter().map(|option| known.get(&(*option, player.opponent()))).collect();
                let wins = if options.is_empty() {
                    Some(convention == Convention::Misere)
                } else if results.iter().any(|result| result.is_some_and(|(wins, _)| !wins)) {
                    Some(true)
                } else if results.iter().all(|result| result.is_some_and(|(wins, _)| *wins)) {
                    Some(false)
                } else {
                    None
                };
                new.extend(wins.map(|wins| ((*position, player), (wins, round))));
            }
        }
        if new.is_empty() {
            break;
        }
        known.extend(new);
    }
    known
}

#[test]
fn outcomes_agree_with_brute_force_on_every_position() {
    for text in
        ["2x2", "3x2", "3x3", "3x3:6", "..B/W.W/B..", "B...W/....W", "BW/WB", "W..B/..B.", "...", "B.B/..."]
    {
        let (rules, start) = Centurion::<1>::open("", text).unwrap();
        let positions = reachable(&rules, &start);
        for convention in [Convention::Normal, Convention::Misere] {
            let known = by_brute_force(&rules, &positions, convention);
            let solved = LoopyOutcomes::new(&rules, &start, convention, &Budget::unlimited()).unwrap();
            let counted: u64 = solved.census().iter().map(|(_, count)| count).sum();
            assert_eq!(counted, solved.positions());
            for position in &positions {
                for player in Player::BOTH {
                    let expected = match known.get(&(*position, player)) {
                        Some((true, moves)) => (Ending::Won(player), Some(*moves)),
                        Some((false, moves)) => (Ending::Won(player.opponent()), Some(*moves)),
                        None => (Ending::Drawn, None),
                    };
                    let shown = rules.show(position);
                    assert_eq!(solved.ending(position, player), Some(expected), "{shown}, {convention:?}");
                }
            }
        }
    }
}

#[test]
fn values_agree_with_outcomes() {
    for text in ["2x2", "3x2", "3x3", "3x3:6", "WB.B/....", "B..WB/....W", ".W.W/B.../...."] {
        let (rules, start) = Centurion::<1>::open("", text).unwrap();
        let budget = Budget::unlimited();
        let solved = LoopyOutcomes::new(&rules, &start, Convention::Normal, &budget).unwrap();
        let mut loops = Loops::new();
        // Some of them are enough: each is evaluated from scratch.
        let positions = reachable(&rules, &start);
        for position in positions.iter().step_by(1 + positions.len() / 50) {
            let (value, _) = loopy_value(&rules, position, &mut loops, &budget).unwrap();
            let ends = loops.ends(value).unwrap().to_string();
            assert_eq!(ends, solved.endings(position).unwrap().to_string(), "{}", rules.show(position));
        }
    }
}

/// Whether Left, moving second, wins the sum of two positions of two graphs, and whether Left survives it:
/// only by working backwards from the ends.
fn second_wins_and_survives(a: &Graph, b: &Graph, from: (u32, u32)) -> (bool, bool) {
    let states = || (0..a.len() as u32).flat_map(|x| (0..b.len() as u32).map(move |y| (x, y)));
    let options = |(x, y): (u32, u32), player: usize| {
        let in_a = a.options(x, player).iter().map(move |x| (*x, y));
        in_a.chain(b.options(y, player).iter().map(move |y| (x, *y))).collect::<Vec<_>>()
    };
    // The winner of each state in which Left (0) or Right (1) is to move.
    let mut won: HashMap<((u32, u32), usize), usize> = HashMap::new();
    loop {
        let mut changed = false;
        for state in states() {
            for player in [0, 1] {
                if won.contains_key(&(state, player)) {
                    continue;
                }
                let results: Vec<_> =
                    options(state, player).into_iter().map(|option| won.get(&(option, 1 - player))).collect();
                if results.contains(&Some(&player)) {
                    won.insert((state, player), player);
                    changed = true;
                } else if results.iter().all(|result| *result == Some(&(1 - player))) {
                    won.insert((state, player), 1 - player);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let winner = won.get(&(from, 1));
    (winner == Some(&0), winner != Some(&1))
}

/// G ≥ H implies that Left, moving second in G − H, survives; for stoppers the converse holds as well.
/// And the outcome of the value of a sum is that of its play.
#[test]
fn differences_and_sums_agree_with_their_play() {
    let budget = Budget::unlimited();
    let (arena, mut loops) = (Arena::new(), Loops::new());
    let mut stoppers = 0;
    for (one, other) in
        [("3x2", "3x3"), ("3x3", "3x3"), ("2x2", "3x2"), ("3x2", "B..W/...."), ("WB./...", "3x3")]
    {
        let graph = |text: &str| {
            let (rules, start) = Centurion::<1>::open("", text).unwrap();
            loopy_graph(&rules, &start, &budget).unwrap().0
        };
        let (a, b) = (graph(one), graph(other));
        let (values, others) = (loops.sides(&a).unwrap(), loops.sides(&b).unwrap());
        // Some pairs of positions are enough: each requires a pass over the whole product.
        for i in (0..a.len()).step_by(5) {
            for j in (0..b.len()).step_by(4) {
                let from = (i as u32, j as u32);
                let what = || format!("{i} of {one}, {j} of {other}");
                let (g, h) = (values[i], others[j]);
                let (_, survives) = second_wins_and_survives(&a, &b.negative(), from);
                let both = loops.is_stopper(g).unwrap() && loops.is_stopper(h).unwrap();
                assert!(survives || !loops.ge(g, h), "{}", what());
                assert!(!both || survives == loops.ge(g, h), "{}", what());
                stoppers += u32::from(both);
                let sum = loops.sum(g, h).unwrap();
                let shown = loops.show(&arena, sum, Style::Ascii).unwrap();
                let (wins, survives) = second_wins_and_survives(&a, &b, from);
                let right_first = match (wins, survives) {
                    (true, _) => nimatron_value::End::Left,
                    (false, true) => nimatron_value::End::Draw,
                    (false, false) => nimatron_value::End::Right,
                };
                assert_eq!(loops.ends(sum).unwrap().right_first, right_first, "{}: {shown}", what());
            }
        }
    }
    assert!(stoppers > 50, "{stoppers}");
}

#[test]
fn budgets_are_kept() {
    let (rules, start) = Centurion::<1>::open("", "8x8").unwrap();
    let solve = |budget: &Budget| LoopyOutcomes::new(&rules, &start, Convention::Normal, budget).map(|_| ());
    let nodes = solve(&Budget::unlimited().nodes(10_000));
    assert_eq!(nodes, Err(SolveError::Exhausted(Exhausted::Nodes(10_000))));
    let memory = solve(&Budget::unlimited().memory(10 << 20));
    assert_eq!(memory, Err(SolveError::Exhausted(Exhausted::Memory(10 << 20))));
    let stopped = Budget::unlimited();
    stopped.stop();
    assert_eq!(solve(&stopped), Err(SolveError::Exhausted(Exhausted::Stopped)));
    let (graph, _) = {
        let (rules, start) = Centurion::<1>::open("", "3x3:6").unwrap();
        loopy_graph(&rules, &start, &Budget::unlimited()).unwrap()
    };
    assert!(Loops::with_limits(ArenaLimits::new().memory(1 << 10)).sides(&graph).is_err());
    let mut loops = Loops::with_limits(ArenaLimits::new().stop_flag(stopped.flag()));
    assert!(loops.sides(&graph).is_err());
    // A solver that was stopped can continue.
    stopped.flag().store(false, std::sync::atomic::Ordering::Relaxed);
    let value = loops.sides(&graph).unwrap()[0];
    assert_eq!(loops.ends(value).unwrap().to_string(), "P");
}
