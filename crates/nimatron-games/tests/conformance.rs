//! Every game keeps its promises: the registry is walked, so no game can be left out.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too, but clippy only knows those marked so.

use nimatron_games::clobber::Clobber;
use nimatron_games::col::Col;
use nimatron_games::cram::Cram;
use nimatron_games::domineering::Domineering;
use nimatron_games::placement::Placement;
use nimatron_games::snort::Snort;
use nimatron_rules::conformance::check_game;
use nimatron_rules::{
    Arranged, Budget, Convention, Ending, Named, Notation, Opened, Player, Registry, Rules, Short, Sum,
    Summand, Turns, perft,
};

fn registry() -> Registry {
    Registry::new(nimatron_games::entries(), nimatron_games::aliases())
}

fn open(registry: &Registry, game: &str, position: &str) -> Opened {
    let (entry, parameters) = registry.entry(game).unwrap();
    entry.open(registry, parameters, position).unwrap_or_else(|error| panic!("{game} {position}: {error}"))
}

fn conforms(registry: &Registry, game: &str, position: &str) {
    let opened = open(registry, game, position);
    let is_small = opened.game.kind().is_short() && opened.game.moves_left(&opened.position) < 31;
    let walks = if is_small { 20 } else { 2 };
    check_game(registry, &opened, 1, walks, 60).unwrap_or_else(|wrong| panic!("{game}: {wrong}"));
}

/// The start of each game, and the positions that it names as worth trying.
#[test]
fn every_game_of_the_registry_conforms() {
    let registry = registry();
    for entry in registry.games() {
        let info = entry.about();
        let colon = if info.sample.is_empty() { "" } else { ":" };
        let game = format!("{}{colon}{}", info.name, info.sample);
        for position in std::iter::once(&info.start).chain(&info.starts) {
            conforms(&registry, &game, position);
        }
        assert!(entry.open(&registry, &info.sample, "start").is_ok(), "{game}");
        let nonsense = entry.open(&registry, "nonsense", "start");
        assert!(nonsense.is_err_and(|error| error.in_parameters), "{game}");
        assert!(entry.open(&registry, &info.sample, "").is_err(), "{game}");
        assert!(!info.goal.is_empty() && !info.about.is_empty() && !info.title.is_empty(), "{game}");
    }
    for alias in registry.aliases() {
        conforms(&registry, &alias.name, "3x4");
    }
}

const BOARDS: [&str; 7] = ["1x1", "2x3", "5x6", "8x8", "3x2", "4x16", "16x4"];
const LARGE: [&str; 4] = ["2x3", "9x9", "3x30", "12x10"];
const HEAPS: [&str; 5] = ["0", "1", "24", "24,8", "4,4,4,1,1,9"];

/// Corner cases of single games: sizes around the limits of the types, variants, odd positions.
#[test]
fn corner_cases_conform() {
    let registry = registry();
    let all = |games: &[&str], positions: &[&str]| {
        for game in games {
            positions.iter().for_each(|position| conforms(&registry, game, position));
        }
    };
    all(&["nim"], &["0", "1", "3,5,7", "4,4,4,1,1,9"]);
    let heap_games = [
        "kayles",
        "dawson-kayles",
        "dawson-chess",
        "treblecross",
        "officers",
        "guiles",
        "grundy",
        "subtraction:2,5",
    ];
    all(&heap_games, &HEAPS);
    all(&["octal:0.007", "octal:4.3", "octal:0x0.8", "octal:0.F1", "octal:C.7", "octal:0.0"], &HEAPS);
    all(&["domineering", "cram", "ellie", "tactix", "clobber", "col", "snort"], &BOARDS);
    all(&["domineering", "cram", "ellie", "tactix", "clobber", "col", "snort"], &LARGE);
    all(&["tactix"], &["oo.o/.ooo/o..o", "...", "S:3,4", "staircase:3,5,4", "staircase:1,1,3,1,1,1,2"]);
    all(&["tactix"], &["staircase:0", "staircase:7", "staircase:3,2,4"]);
    all(&["clobber"], &["xxo.o/o.xox/.xxoo"]);
    all(&["col", "snort"], &["L.r/..#/lR."]);
    let pawns =
        ["2x2", "3x6", "5x5", "6x6:18", "8x8", "row:9", "weights:6", "BW/WB", "4x4", "3x30", "row:60"];
    all(&["legionnaires", "legionnaires:centurion"], &pawns);
    all(&["legionnaires:mace"], &["4x4", "6x6", "8x8"]);
    all(&["circular-nim:2"], &["0", "3", "1,2", "3,1,4,1,5", "2,0,0,3,0,1", "1,1,0,2,0,0,0,3"]);
    for parameters in ["1", "3", "9", "2,each=1", "3,each=2", "2,at-least=1", "3,at-least=2"] {
        let game = format!("circular-nim:{parameters}");
        assert_eq!(open(&registry, &game, "2,4,0,3,3,2").game.written(), game);
        conforms(&registry, &game, "2,4,0,3,3,2");
    }
    all(&["knights"], &["1x1", "2x3", "5x6", "8x8", "4x16", "16x4", "4x5@mobius", "#..../.N.-./...../..#.."]);
    all(&["knights"], &["9x9", "3x30@cylinder", "12x10", "4x5@klein", "20x20"]);
    for kinds in ["Q", "B", "B+R", "B+Q,blocked", "N+Q+NN,blocked", "fW+K", "(1,3)+R2"] {
        let game = format!("placement:{kinds}");
        for board in ["4x4", "3x5", "4x4@torus", "3x4@projective", "..#../...../.#...@cylinder"] {
            assert_eq!(open(&registry, &game, board).game.written(), game);
            conforms(&registry, &game, board);
        }
    }
    all(&["toads-and-frogs"], &["T.F", "TT.FT..FF", "T.F/TTT...FFF/T", "TTTTTT......FFFFFF"]);
    all(&["epaminondas", "crossings"], &["3x2", "5x5", "12x14", "16x16", "8bbb3/14/7w6/7w6/7w6/14/14"]);
    all(&["epaminondas:symmetry=mirror"], &["5x5", "8x8"]);
    all(&["sum"], &["nim 2,1 + domineering 2x3", "cram 2x2 + cram 2x2 + toads-and-frogs T..F", "0"]);
    all(&["sum"], &["octal:0.77 5 + octal:0.07 4 + knights 2x3", "nim 3,1 + cram 2x3"]);
}

/// A player who has won at the start of a turn has nothing left to play. From this position White crosses in 29 ways; the first
/// of them wins unless Black answers.
#[test]
fn nothing_is_played_after_a_win() {
    let registry = registry();
    let opened = open(&registry, "epaminondas", "8bbb3/14/7w6/7w6/7w6/14/14/14/14/14/14/14 w");
    let counts = perft(&opened.game, &opened.position, Player::Left, 3, &Budget::unlimited());
    assert_eq!(counts, Ok(vec![1, 29, 594, 15_234]));
    let won = open(&registry, "epaminondas", "w6/7/7/7/7/b6 w");
    assert_eq!(won.game.ending(&won.position, Player::Left, Convention::Normal), None);
    let won = open(&registry, "epaminondas", "w6/7/7/7/b6/7 w");
    let ending = won.game.ending(&won.position, Player::Left, Convention::Normal);
    assert_eq!(ending, Some(Ending::Won(Player::Left)));
    assert_eq!(won.game.mobility(&won.position, Player::Left), 0);
    let mut moves = Vec::new();
    won.game.moves(&won.position, Player::Left, &mut moves);
    assert!(moves.is_empty());
}

/// Listed positions can be written and read, and exchanging the players exchanges their moves.
#[test]
fn arrangements_are_positions() {
    let registry = registry();
    let mut arranged = 0;
    for entry in registry.games() {
        for (rows, cols) in [(1, 1), (2, 4), (3, 3), (4, 3), (2, 9), (9, 9)] {
            let empty = vec![".".repeat(cols); rows].join("/");
            let Ok(opened) = entry.open(&registry, &entry.about().sample, &empty) else { continue };
            let game = &opened.game;
            arranged += usize::from(game.is_arranged());
            let most = if rows * cols > 20 { 2 } else { 4 };
            for position in (0..=most).flat_map(|pieces| game.arrangements(pieces)) {
                let text = game.show(&position);
                let read = entry.open(&registry, &entry.about().sample, &text).unwrap();
                assert_eq!(read.position, position, "{text}");
                let Some(exchanged) = game.exchanged(&position) else { continue };
                for player in Player::BOTH {
                    let moves = game.mobility(&exchanged, player.opponent());
                    assert_eq!(game.mobility(&position, player), moves, "{text}");
                }
            }
        }
    }
    assert!(arranged >= 6 * 6, "{arranged}");
}

/// Small boards have the same plays in one word and in four.
#[test]
fn one_word_and_four_words_agree() {
    fn agree<A: Turns + Named, B: Turns + Named>(text: &str) {
        let ((a, start_a), (b, start_b)) = (A::open("", text).unwrap(), B::open("", text).unwrap());
        for player in Player::BOTH {
            let one = perft(&a, &start_a, player, 4, &Budget::unlimited());
            assert_eq!(one, perft(&b, &start_b, player, 4, &Budget::unlimited()), "{text}");
        }
    }
    for text in ["3x4", "4x4", "2x5", "1x9"] {
        agree::<Domineering<1>, Domineering<4>>(text);
        agree::<Cram<1>, Cram<4>>(text);
        agree::<Clobber<1>, Clobber<4>>(text);
        agree::<Col<1>, Col<4>>(text);
        agree::<Snort<1>, Snort<4>>(text);
        agree::<Placement<1>, Placement<4>>(text);
    }
}

/// A sum of one game of Nim and one of Domineering.
#[test]
fn games_of_different_types_add_up() {
    let registry = registry();
    let (nim, domineering) = (open(&registry, "nim", "1,2"), open(&registry, "domineering", "2x2"));
    let sum = Sum::new(vec![nim.game, domineering.game]);
    let start = vec![
        Summand { game: 1, position: domineering.position },
        Summand { game: 0, position: nim.position },
    ];
    assert_eq!(sum.show(&start), "domineering ../.. + nim 1,2");
    assert_eq!(sum.moves_left(&start), 5);
    let mut moves = Vec::new();
    sum.moves(&start, Player::Left, &mut moves);
    let names: Vec<_> = moves.iter().map(|mv| sum.show_move(&start, Player::Left, mv)).collect();
    assert_eq!(names, ["1:a1-a2", "1:b1-b2", "2:1-0", "2:2-0", "2:2-1"]);
    let after = sum.play(&start, Player::Left, &moves[0]);
    assert_eq!(sum.show(&sum.normal(&after)), "nim 1 + nim 2 + domineering .#/.#");
    assert_eq!(sum.parts(&after).len(), 3);
    let mut options = Vec::new();
    sum.options(&start, Player::Left, &mut options);
    assert!(options.contains(&after));
    let normal = sum.normal(&start);
    assert_eq!(sum.normal(&normal), normal);
}

#[test]
fn perft_counts_plays() {
    let (game, board) = Domineering::<1>::open("", "2x2").unwrap();
    let unlimited = Budget::unlimited();
    assert_eq!(perft(&game, &board, Player::Left, 0, &unlimited), Ok(vec![1]));
    assert_eq!(perft(&game, &board, Player::Left, 9, &unlimited), Ok(vec![1, 2]));
    let nim = open(&registry(), "nim", "1,2");
    assert_eq!(perft(&nim.game, &nim.position, Player::Left, 9, &unlimited), Ok(vec![1, 3, 4, 2]));
    let (game, board) = Domineering::<1>::open("", "8x8").unwrap();
    assert!(perft(&game, &board, Player::Left, 9, &Budget::unlimited().nodes(1000)).is_err());
}
