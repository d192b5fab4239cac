//! Values around a position, found together, against each found by itself.

use nimatron_catalog::{Catalog, LabError, Position};
use nimatron_rules::{Budget, Player};
use nimatron_value::Arena;

fn open(game: &str, position: &str) -> Result<Position, LabError> {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines()).open(game, position)
}

#[test]
fn values_found_together_are_those_found_alone() {
    let (arena, budget) = (Arena::new(), Budget::unlimited());
    for (game, position) in [
        ("nim", "3,1,5"),
        ("cram", "3x4"),
        ("domineering", "#.../..../.#.."),
        ("clobber", "3x3"),
        ("legionnaires", "4x4"),
        ("placement:Q", "3x4"),
        ("sum", "nim 3 + kayles 5"),
    ] {
        let opened = open(game, position).unwrap();
        let mut values = opened.values(&arena, &budget).unwrap();
        // Options first, so that the whole can't have told them.
        for player in Player::BOTH {
            let moves = opened.moves(player, usize::MAX, &Budget::unlimited()).unwrap();
            for (number, mv) in moves.iter().enumerate() {
                let alone = open(game, &mv.position).unwrap().value(&arena, &budget).unwrap().0;
                assert_eq!(values.after(player, number), Ok(Some(alone)), "{game} {position}, {}", mv.name);
            }
            assert_eq!(values.after(player, moves.len()), Ok(None), "{game} {position}");
        }
        let (alone, positions) = opened.value(&arena, &budget).unwrap();
        assert_eq!(values.here(), Ok(alone), "{game} {position}");
        assert!(values.positions() >= positions.min(1), "{game} {position}");
    }
}

#[test]
fn games_without_such_values_have_none() {
    let (arena, budget) = (Arena::new(), Budget::unlimited());
    for (game, position) in [("legionnaires:centurion", "B./.W"), ("epaminondas", "start")] {
        let opened = open(game, position).unwrap();
        assert!(opened.values(&arena, &budget).is_none(), "{game}");
    }
}

#[test]
fn values_around_a_position_with_billions_of_moves_need_no_list() {
    let (arena, budget) = (Arena::new(), Budget::unlimited());
    let opened = open("nim", "4000000000").unwrap();
    let mut values = opened.values(&arena, &budget).unwrap();
    assert_eq!(values.here(), Ok(arena.nimber(4_000_000_000).unwrap()));
    assert_eq!(values.after(Player::Right, 1000), Ok(Some(arena.nimber(1000).unwrap())));
    assert!(opened.moves(Player::Left, usize::MAX, &budget).is_err());
    assert_eq!(opened.moves(Player::Left, 3, &budget).unwrap().len(), 3);
}
