//! Checks by seeded random play that a game keeps its promises. The values of its positions are checked
//! elsewhere.

use std::collections::BTreeSet;
use std::fmt::Debug;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    AnyGame, AnyPosition, Convention, GameKind, Impartial, Notation, Opened, Player, Registry, Rules, Short,
    Touch, Turns, View,
};

/// Walks `walks` times from `start` by random moves of random players to the end, with the generator
/// xoshiro256++ seeded by `seed`, and checks at every position that:
///
/// 1. no move and no name of a move occurs twice, and names can be read back (some are tried);
/// 2. every move lowers `moves_left`;
/// 3. the position can be read back as it was written;
/// 4. `normal` and `normal_up_to_sign` are idempotent;
/// 5. every part, brought to its normal form, has itself as its only part;
/// 6. `options` are the positions that `moves` lead to, up to parts and normal forms, and `mobility` is the
///    number of `moves`;
/// 7. `move_bound` is at least the number of moves, and `first_moves` returns the first of `moves`.
///
/// The error says what is wrong in which position.
pub fn check<R: Short + Notation>(
    rules: &R,
    start: &R::Position,
    seed: u64,
    walks: usize,
) -> Result<(), String> {
    let moves_left = |position: &R::Position| Some(rules.moves_left(position));
    walk(rules, start, seed, walks, usize::MAX, |position| check_position(rules, position, &moves_left))
}

/// Walks and checks as [`check`] does, but for a game that need not end: a walk is at most `longest` moves
/// long, and the number of moves left is not checked.
pub fn check_loopy<R: Notation>(
    rules: &R,
    start: &R::Position,
    seed: u64,
    walks: usize,
    longest: usize,
) -> Result<(), String> {
    walk(rules, start, seed, walks, longest, |position| check_position(rules, position, &|_| None))
}

/// Walks from an opened position as [`check`] does, for any kind of game, and also checks that
///
/// 1. the position opens again as it was written, with the name and the parameters of the game;
/// 2. a position that is over has no moves for the player to move;
/// 3. both players have the same moves, if the game is impartial.
///
/// Games that need not end are walked for at most `longest` moves.
///
/// # Errors
/// If the game breaks a promise: what is wrong in which position.
pub fn check_game(
    registry: &Registry,
    opened: &Opened,
    seed: u64,
    walks: usize,
    longest: usize,
) -> Result<(), String> {
    let Opened { game, position: start, .. } = opened;
    match game.kind() {
        GameKind::Impartial => {
            check(game, start, seed, walks)?;
            check_impartial(game, start, seed, walks)?;
        }
        GameKind::Partizan => check(game, start, seed, walks)?,
        GameKind::Loopy | GameKind::Played => check_loopy(game, start, seed, walks, longest)?,
    }
    walk(game, start, seed, walks, longest, |position| {
        let wrong = |what: String| format!("{}: {what}", game.show(position));
        check_opening(registry, game, position).map_err(wrong)?;
        check_endings(game, position).map_err(wrong)
    })
}

fn check_opening(registry: &Registry, game: &AnyGame, position: &AnyPosition) -> Result<(), String> {
    let (name, text) = (game.written(), game.show(position));
    let (entry, parameters) = registry.entry(&name).map_err(|error| error.to_string())?;
    let again = entry.open(registry, parameters, &text);
    let again = again.map_err(|error| format!("`{name} {text}` is not opened: {error}"))?;
    same("the text and the text of what opens", &text, &again.game.show(&again.position))?;
    same("the game and what opens", &name, &again.game.written())
}

fn check_endings<R: Turns>(rules: &R, position: &R::Position) -> Result<(), String> {
    for player in Player::BOTH {
        let over = rules.ending(position, player, Convention::Normal).is_some();
        let mut moves = Vec::new();
        rules.moves(position, player, &mut moves);
        if over && !moves.is_empty() {
            return Err(format!("it is over with {player} to move, who has {} moves", moves.len()));
        }
    }
    Ok(())
}

fn check_position<R: Notation>(
    rules: &R,
    position: &R::Position,
    moves_left: &dyn Fn(&R::Position) -> Option<u32>,
) -> Result<(), String> {
    let wrong = |what: String| format!("{}: {what}", rules.show(position));
    check_notation(rules, position).map_err(wrong)?;
    check_normal_forms(rules, position).map_err(wrong)?;
    for player in Player::BOTH {
        check_moves(rules, position, player, moves_left).map_err(wrong)?;
    }
    Ok(())
}

/// Walks as [`check`] does and checks that both players have the same moves, to the same
/// positions.
pub fn check_impartial<R: Short + Impartial>(
    rules: &R,
    start: &R::Position,
    seed: u64,
    walks: usize,
) -> Result<(), String> {
    walk(rules, start, seed, walks, usize::MAX, |position| {
        let [left, right] = Player::BOTH.map(|player| {
            let mut moves = Vec::new();
            rules.moves(position, player, &mut moves);
            let after = moves.iter().map(|mv| rules.play(position, player, mv));
            after.map(|after| debug(&after)).collect::<BTreeSet<_>>()
        });
        same("what the players can move to", &left, &right).map_err(|what| format!("{position:?}: {what}"))
    })
}

fn walk<R: Rules>(
    rules: &R,
    start: &R::Position,
    seed: u64,
    walks: usize,
    longest: usize,
    mut visit: impl FnMut(&R::Position) -> Result<(), String>,
) -> Result<(), String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut moves = Vec::new();
    for _ in 0..walks {
        let mut position = start.clone();
        for _ in 0..=longest {
            visit(&position)?;
            let first = Player::BOTH[(random.next_u64() % 2) as usize];
            moves.clear();
            let mut player = first;
            rules.moves(&position, player, &mut moves);
            if moves.is_empty() {
                player = first.opponent();
                rules.moves(&position, player, &mut moves);
            }
            if moves.is_empty() {
                break;
            }
            let chosen = (random.next_u64() % moves.len() as u64) as usize;
            position = rules.play(&position, player, &moves[chosen]);
        }
    }
    Ok(())
}

fn check_notation<R: Notation>(rules: &R, position: &R::Position) -> Result<(), String> {
    let text = rules.show(position);
    let read = rules.parse(&text).map_err(|error| format!("`{text}` is not read: {error}"))?;
    same("what was written and what is read", position, &read)
}

fn check_normal_forms<R: Rules>(rules: &R, position: &R::Position) -> Result<(), String> {
    let normal = rules.normal(position);
    same("a normal form and its own", &normal, &rules.normal(&normal))?;
    let (signed, _) = rules.normal_up_to_sign(position);
    same("a normal form up to sign and its own", &signed, &rules.normal_up_to_sign(&signed).0)?;
    for part in rules.parts(position) {
        let normal = rules.normal(&part);
        let parts: Vec<_> = rules.parts(&normal).iter().map(|part| rules.normal(part)).collect();
        same("a part and its parts", &vec![normal], &parts)?;
    }
    Ok(())
}

/// Checks that what a move touches is there.
fn check_touch(touch: &Touch, view: &View) -> Result<(), String> {
    let room = match (view, touch.part) {
        (View::Sum(parts), Some(part)) => {
            let part = parts.get(part).ok_or("a summand that is not there")?;
            return check_touch(&Touch { part: None, ..touch.clone() }, part);
        }
        (View::Board { cells, .. }, None) => cells.len(),
        (View::Strips(strips), None) => strips.iter().map(Vec::len).sum(),
        (View::Heaps(heaps), None) => heaps.len(),
        _ => return Err("a summand, or none, where the position is shown otherwise".into()),
    };
    match touch.squares[..] {
        [] => Err("nothing".into()),
        ref squares if squares.iter().all(|square| *square < room) => Ok(()),
        _ => Err(format!("squares {:?} of {room}", touch.squares)),
    }
}

fn check_moves<R: Notation>(
    rules: &R,
    position: &R::Position,
    player: Player,
    moves_left: &dyn Fn(&R::Position) -> Option<u32>,
) -> Result<(), String> {
    let mut moves = Vec::new();
    rules.moves(position, player, &mut moves);
    same("the moves and the mobility", &(moves.len() as u32), &rules.mobility(position, player))?;
    if moves.len() as u64 > rules.move_bound(position, player) {
        return Err(format!("{player} has more moves, {}, than their bound says", moves.len()));
    }
    let mut first = Vec::new();
    rules.first_moves(position, player, moves.len() / 2, &mut first);
    same("the first moves and the first of all moves", &first[..], &moves[..moves.len() / 2])?;
    let left = moves_left(position);
    let mut names = BTreeSet::new();
    let mut reached = BTreeSet::new();
    for (i, mv) in moves.iter().enumerate() {
        let name = rules.show_move(position, player, mv);
        if moves[..i].contains(mv) {
            return Err(format!("{player}'s move {name} comes twice"));
        }
        if !names.insert(name.clone()) {
            return Err(format!("two moves of {player} have the name {name}"));
        }
        // Reading a name may go through all moves, so only a few are read.
        if i % (1 + moves.len() / 8) == 0 {
            let read = rules.parse_move(position, player, &name).map_err(|error| error.to_string())?;
            same("a move and what is read", mv, &read)?;
            check_touch(&rules.touch(position, player, mv), &rules.view(position))
                .map_err(|what| format!("{player}'s move {name} touches {what}"))?;
        }
        let after = rules.play(position, player, mv);
        if let (Some(left), Some(then)) = (left, moves_left(&after))
            && then >= left
        {
            return Err(format!("{player}'s move {name} doesn't lower the moves left, {left}"));
        }
        reached.insert(up_to_parts(rules, &after));
    }
    let mut options = Vec::new();
    rules.options(position, player, &mut options);
    let options = options.iter().map(|option| up_to_parts(rules, option)).collect();
    same("what moves lead to and the options", &reached, &options)
}

/// The normal forms of the parts, sorted.
fn up_to_parts<R: Rules>(rules: &R, position: &R::Position) -> Vec<String> {
    let mut parts: Vec<_> = rules.parts(position).iter().map(|part| debug(&rules.normal(part))).collect();
    parts.sort();
    parts
}

fn debug(what: &impl Debug) -> String {
    format!("{what:?}")
}

fn same<T: PartialEq + Debug + ?Sized>(what: &str, one: &T, other: &T) -> Result<(), String> {
    if one == other { Ok(()) } else { Err(format!("{what} differ: {one:?} and {other:?}")) }
}
