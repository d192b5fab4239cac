//! What the positions of every listed game are worth fits together: values, parts, normal forms,
//! outcomes, nimbers. Two ways to each answer, one of them by the definition alone.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::HashMap;
use std::path::Path;

use nimatron_lab::{Catalog, Convention, Entry, Lab, Limits, Outcome, golden};
use nimatron_rules::{AnyGame, AnyPosition, Budget, Notation, Opened, Player, Rules, Short};
use nimatron_solve::{OutcomeSolver, ValueSolver, any_outcomes, any_values};
use nimatron_value::{Arena, Game};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

type Position = AnyPosition;

/// A game with its parameters, and how it is written.
struct Seen {
    written: String,
    game: AnyGame,
}

impl Seen {
    fn open(entry: &Entry, game: &str, text: &str) -> Option<(Self, Position)> {
        let parameters = game.split_once(':').map_or("", |(_, parameters)| parameters);
        let Opened { game: opened, position, .. } = entry.open(&catalog(), parameters, text).ok()?;
        Some((Seen { written: game.to_owned(), game: opened }, position))
    }

    fn show(&self, position: &Position) -> String {
        format!("{} {}", self.written, self.game.show(position))
    }

    fn options(&self, position: &Position, player: Player) -> Vec<Position> {
        let mut moves = Vec::new();
        self.game.moves(position, player, &mut moves);
        moves.iter().map(|mv| self.game.play(position, player, mv)).collect()
    }
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
fn small_positions(entry: &Entry, seed: u64) -> Vec<(Seen, Vec<Position>)> {
    /// By brute force, and that more than a hundred times.
    const FEW: u32 = 8;
    const WALKS: usize = 6;
    /// Enormous heaps have too many moves to list them at each step.
    const LONGEST: u32 = 300;
    let name = &*entry.about().name;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../goldens");
    let goldens = golden::read(&folder.join(golden::stem(name) + ".md"), &catalog()).unwrap();
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
        if seen.game.moves_left(&start) > LONGEST {
            continue;
        }
        let mut positions = Vec::new();
        for _ in 0..WALKS {
            let mut position = start.clone();
            while seen.game.moves_left(&position) > FEW {
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
            if seen.game.moves_left(&position) <= FEW && !positions.contains(&position) {
                positions.push(position);
            }
        }
        found.push((seen, positions));
    }
    assert!(!found.is_empty(), "{name} has no small positions");
    found
}

fn every_small_position(check: impl Fn(&Entry, &Seen, &Position)) {
    for entry in catalog().games().filter(|entry| entry.about().name != "sum" && !entry.is_loopy()) {
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
        let mut solver = ValueSolver::new(&seen.game, &arena, &budget);
        assert_eq!(solver.value(position).unwrap(), value, "the solver with erased positions, {shown}");
        let mut solver = any_values(&seen.game, &arena, &budget).unwrap();
        assert_eq!(solver.value(position).unwrap(), value, "the solver with its own keys, {shown}");
        let parts = seen.game.parts(position);
        let of_parts = parts.iter().fold(Game::ZERO, |sum, part| arena.sum(sum, plain(part)).unwrap());
        assert_eq!(of_parts, value, "the parts of {shown}");
        assert_eq!(plain(&seen.game.normal(position)), value, "the normal form of {shown}");
        let (normal, negative) = seen.game.normal_up_to_sign(position);
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
            let plain = Outcome::from_first_players(left, right);
            let mut solver = OutcomeSolver::new(&seen.game, convention, &budget);
            assert_eq!(solver.outcome(position).unwrap(), plain, "{convention:?}, {shown}");
            let mut solver = any_outcomes(&seen.game, convention, &budget).unwrap();
            let [left, right] = Player::BOTH.map(|player| solver.first_wins(position, player).unwrap());
            assert_eq!(Outcome::from_first_players(left, right), plain, "{convention:?}, {shown}");
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
        let lab = Lab::new(catalog(), Limits::default());
        let (name, text) = (&*seen.written, seen.game.show(position));
        let ask = |question: &str| -> serde_json::Value {
            let question = golden::asked(question, name, &text).unwrap();
            let run = lab.start();
            let answer = question.answer(&run).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            serde_json::from_str(answer.to_json().unwrap().get()).unwrap()
        };
        let value = ask("value");
        assert_eq!(ask("outcome")["outcome"], value["outcome"], "{name} {text}");
        if entry.is_impartial() {
            assert_eq!(ask("nimber")["nimber"], value["nimber"], "{name} {text}");
        }
        for convention in ["", " misere"] {
            for player in ["left", "right"] {
                let outcome = ask(&format!("outcome{convention} {player}"));
                let best = ask(&format!("best{convention} {player}"));
                assert_eq!(best["winner"], outcome["winner"], "{name} {text}{convention}, {player} first");
            }
        }
    });
}
