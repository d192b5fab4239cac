//! What the positions of every listed game are worth fits together: values, parts, normal forms,
//! outcomes, nimbers. Two ways to each answer, one of them by the definition alone.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use nimatron_lab::{Answer, Convention, Entry, Lab, OutcomeClass, Question, golden};
use nimatron_rules::{Budget, DynPosition, DynRules, Player, Rules, Short, Sum, Summand};
use nimatron_solve::{OutcomeSolver, ValueSolver};
use nimatron_value::{Arena, Game};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A game of the catalog, seen as a sum with one summand: so its kind need not be known.
struct Seen {
    /// With its parameters.
    game: String,
    rules: Arc<dyn DynRules>,
    sum: Sum,
}

type Position = Vec<Summand>;

impl Seen {
    fn open(entry: &'static Entry, game: &str, text: &str) -> Option<(Self, Position)> {
        let parameters = game.split_once(':').map_or("", |(_, parameters)| parameters);
        let (rules, position) = entry.erased(parameters, text)?.ok()?;
        let sum = Sum::new(vec![rules.clone()]);
        Some((Seen { game: game.to_owned(), rules, sum }, one(position)))
    }

    fn show(&self, position: &Position) -> String {
        let shown = position.iter().map(|summand| self.rules.show(&summand.position));
        format!("{} {}", self.game, shown.collect::<Vec<_>>().join(" + "))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let mut moves = Vec::new();
        self.sum.moves(position, player, &mut moves);
        moves.iter().map(|mv| self.sum.play(position, player, mv)).collect()
    }
}

fn one(position: DynPosition) -> Position {
    vec![Summand { game: 0, position }]
}

/// The value by the definition, from moves alone.
fn plain_value(seen: &Seen, arena: &Arena, at: &Position, known: &mut HashMap<Position, Game>) -> Game {
    if let Some(value) = known.get(at) {
        return *value;
    }
    let [left, right] = Player::BOTH.map(|player| {
        let options = seen.options(at, player);
        options.iter().map(|option| plain_value(seen, arena, option, known)).collect::<Vec<_>>()
    });
    let value = arena.canonical(&left, &right).unwrap();
    known.insert(at.clone(), value);
    value
}

/// Whether the player to move wins, by the definition.
fn plainly_wins(
    seen: &Seen,
    at: &Position,
    player: Player,
    convention: Convention,
    known: &mut HashMap<(Position, Player), bool>,
) -> bool {
    if let Some(wins) = known.get(&(at.clone(), player)) {
        return *wins;
    }
    let options = seen.options(at, player);
    let wins = match (options.is_empty(), convention) {
        (true, convention) => convention == Convention::Misere,
        (false, _) => {
            options.iter().any(|option| !plainly_wins(seen, option, player.opponent(), convention, known))
        }
    };
    known.insert((at.clone(), player), wins);
    wins
}

/// Positions with few moves left, reached by random play from all the starts a game has.
fn small_positions(entry: &'static Entry, seed: u64) -> Vec<(Seen, Vec<Position>)> {
    /// By brute force, and that more than a hundred times.
    const FEW: u32 = 8;
    const WALKS: usize = 6;
    /// Enormous heaps have too many moves to list them at each step.
    const LONGEST: u32 = 300;
    let name = entry.about().name;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../goldens");
    let goldens = golden::read(&folder.join(golden::stem(name) + ".md")).unwrap();
    let boards = ["start", "2x3", "3x3", "3x4", "2x5", "1x7"];
    let mut starts: Vec<(String, String)> = boards.map(|board| (name.to_owned(), board.to_owned())).into();
    let known = goldens.into_iter().map(|row| (row.game, row.position));
    starts.extend(known.filter(|(_, text)| text.len() < 40).take(25));
    starts.sort();
    starts.dedup();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut found = Vec::new();
    for (game, text) in starts {
        let Some((seen, start)) = Seen::open(entry, &game, &text) else { continue };
        if seen.sum.moves_left(&start) > LONGEST {
            continue;
        }
        let mut positions = Vec::new();
        for _ in 0..WALKS {
            let mut position = start.clone();
            while seen.sum.moves_left(&position) > FEW {
                let player = Player::BOTH[(random.next_u64() % 2) as usize];
                let mut options = seen.options(&position, player);
                if options.is_empty() {
                    options = seen.options(&position, player.opponent());
                }
                if options.is_empty() {
                    break;
                }
                position = options.swap_remove((random.next_u64() % options.len() as u64) as usize);
            }
            if seen.sum.moves_left(&position) <= FEW && !positions.contains(&position) {
                positions.push(position);
            }
        }
        found.push((seen, positions));
    }
    assert!(!found.is_empty(), "{name} has no small positions");
    found
}

fn every_small_position(check: impl Fn(&'static Entry, &Seen, &Position)) {
    for entry in nimatron_lab::games().filter(|entry| entry.about().name != "sum" && !entry.is_loopy()) {
        for (seen, positions) in small_positions(entry, 1) {
            for position in positions {
                check(entry, &seen, &position);
            }
        }
    }
}

#[test]
fn values_agree_with_the_definition_with_parts_and_with_normal_forms() {
    every_small_position(|_, seen, position| {
        let (arena, budget) = (Arena::new(), Budget::unlimited());
        let plain = |at: &Position| plain_value(seen, &arena, at, &mut HashMap::new());
        let value = plain(position);
        let shown = seen.show(position);
        let mut solver = ValueSolver::new(&seen.sum, &arena, &budget);
        assert_eq!(solver.value(position).unwrap(), value, "the solver, {shown}");
        let parts = seen.sum.parts(position);
        let of_parts = parts.iter().fold(Game::ZERO, |sum, part| arena.sum(sum, plain(part)).unwrap());
        assert_eq!(of_parts, value, "the parts of {shown}");
        assert_eq!(plain(&seen.sum.normal(position)), value, "the normal form of {shown}");
        let (normal, negative) = seen.sum.normal_up_to_sign(position);
        let signed = plain(&normal);
        let signed = if negative { arena.negative(signed).unwrap() } else { signed };
        assert_eq!(signed, value, "the normal form of {shown} up to sign");
    });
}

#[test]
fn outcomes_agree_with_values_and_with_brute_force() {
    every_small_position(|_, seen, position| {
        let (arena, budget) = (Arena::new(), Budget::unlimited());
        let shown = seen.show(position);
        for convention in [Convention::Normal, Convention::Misere] {
            let mut known = HashMap::new();
            let [left, right] =
                Player::BOTH.map(|player| plainly_wins(seen, position, player, convention, &mut known));
            let plain = OutcomeClass::from_first_players(left, right);
            let mut solver = OutcomeSolver::new(&seen.sum, convention, &budget);
            assert_eq!(solver.outcome(position).unwrap(), plain, "{convention:?}, {shown}");
            if convention == Convention::Normal {
                let value = plain_value(seen, &arena, position, &mut HashMap::new());
                assert_eq!(arena.outcome(value).unwrap().to_string(), plain.to_string(), "{shown}");
            }
        }
    });
}

#[test]
fn the_lab_says_the_same_of_a_position_in_every_way_it_can_be_asked() {
    every_small_position(|entry, seen, position| {
        let lab = Lab::default();
        let (name, text) = (&*seen.game, seen.rules.show(&position[0].position));
        let ask = |question: &str| {
            let question: Question = question.parse().unwrap();
            lab.ask(&question, name, &text).unwrap_or_else(|error| panic!("{name} {text}: {error}"))
        };
        let Answer::Value(value) = ask("value") else { panic!("a value is asked for") };
        assert_eq!(ask("outcome").to_string(), value.outcome, "{name} {text}");
        if entry.is_impartial() {
            assert_eq!(ask("nimber").to_string(), value.nimber.unwrap().to_string(), "{name} {text}");
        }
        for convention in ["", " misere"] {
            for player in ["left", "right"] {
                let winner = ask(&format!("outcome{convention} {player}")).to_string();
                let Answer::Best(best) = ask(&format!("best{convention} {player}")) else { panic!() };
                assert_eq!(best.winner, Some(winner), "{name} {text}{convention}, {player} first");
            }
        }
    });
}
