//! Every game keeps its promises.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too, but clippy only knows those marked so.

use nimatron_games::centurion::Centurion;
use nimatron_games::circular_nim::CircularNim;
use nimatron_games::clobber::Clobber;
use nimatron_games::col::Col;
use nimatron_games::cram::Cram;
use nimatron_games::domineering::Domineering;
use nimatron_games::ellie::Ellie;
use nimatron_games::heap_games::{DawsonChess, DawsonKayles, Grundy, Guiles, Kayles, Officers, Treblecross};
use nimatron_games::legionnaires::Legionnaires;
use nimatron_games::nim::Nim;
use nimatron_games::octal::Octal;
use nimatron_games::placement::Placement;
use nimatron_games::snort::Snort;
use nimatron_games::staircase::Staircase;
use nimatron_games::tactix::Tactix;
use nimatron_games::toads_and_frogs::ToadsAndFrogs;
use nimatron_rules::conformance::{check, check_impartial, check_loopy};
use nimatron_rules::{
    Arranged, Board, Budget, DynPosition, Impartial, Notation, Player, Rules, Short, Sum, Summand, erase,
    perft,
};

fn conforms<R: Short + Notation>(positions: &[&str]) {
    for text in positions {
        let (rules, start) = R::open("", text).unwrap();
        let walks = if rules.moves_left(&start) < 31 { 20 } else { 2 };
        check(&rules, &start, 1, walks).unwrap_or_else(|wrong| panic!("{}: {wrong}", R::ABOUT.name));
    }
    R::open("", "start").unwrap();
    assert!(R::open("nonsense", "start").is_err_and(|error| error.in_parameters));
    assert!(R::open("", "").is_err());
}

fn is_impartial<R: Short + Notation + Impartial>(text: &str) {
    let (rules, start) = R::open("", text).unwrap();
    check_impartial(&rules, &start, 2, 20).unwrap();
}

const BOARDS: [&str; 7] = ["1x1", "2x3", "5x6", "8x8", "3x2", "4x16", "16x4"];
const LARGE: [&str; 4] = ["2x3", "9x9", "3x30", "12x10"];

#[test]
fn nim_conforms() {
    conforms::<Nim>(&["0", "1", "3,5,7", "4,4,4,1,1,9"]);
    is_impartial::<Nim>("3,5,7");
}

#[test]
fn heap_games_conform() {
    const HEAPS: [&str; 5] = ["0", "1", "24", "24,8", "4,4,4,1,1,9"];
    conforms::<Kayles>(&HEAPS);
    conforms::<DawsonKayles>(&HEAPS);
    conforms::<DawsonChess>(&HEAPS);
    conforms::<Treblecross>(&HEAPS);
    conforms::<Officers>(&HEAPS);
    conforms::<Guiles>(&HEAPS);
    conforms::<Grundy>(&HEAPS);
    is_impartial::<Kayles>("9,5");
    for code in ["0.007", "4.3", "0x0.8", "0.F1", "C.7", "0.0"] {
        for heaps in HEAPS {
            let (rules, start) = Octal::open(code, heaps).unwrap();
            check(&rules, &start, 1, 10).unwrap_or_else(|wrong| panic!("{code}: {wrong}"));
            check_impartial(&rules, &start, 2, 10).unwrap();
        }
    }
}

#[test]
fn domineering_conforms() {
    conforms::<Domineering<1>>(&BOARDS);
    conforms::<Domineering<4>>(&LARGE);
}

#[test]
fn cram_conforms() {
    conforms::<Cram<1>>(&BOARDS);
    conforms::<Cram<4>>(&LARGE);
    is_impartial::<Cram<1>>("4x5");
}

#[test]
fn ellie_conforms() {
    conforms::<Ellie<1>>(&BOARDS);
    conforms::<Ellie<4>>(&LARGE);
    is_impartial::<Ellie<1>>("4x5");
}

#[test]
fn tactix_conforms() {
    conforms::<Tactix<1>>(&BOARDS);
    conforms::<Tactix<1>>(&["oo.o/.ooo/o..o", "..."]);
    conforms::<Tactix<4>>(&LARGE);
    is_impartial::<Tactix<1>>("4x5");
    conforms::<Staircase>(&[
        "S:3,4",
        "staircase:3,5,4",
        "staircase:1,1,3,1,1,1,2",
        "staircase:0",
        "staircase:7",
    ]);
    is_impartial::<Staircase>("staircase:3,2,4");
}

#[test]
fn legionnaires_conforms() {
    conforms::<Legionnaires<1>>(&["2x2", "3x6", "5x5", "6x6:18", "8x8", "row:9", "weights:6", "BW/WB"]);
    conforms::<Legionnaires<4>>(&["4x4", "3x30", "row:60"]);
    for start in ["4x4", "6x6", "8x8"] {
        let (rules, start) = Legionnaires::<1>::open("mace", start).unwrap();
        check(&rules, &start, 3, 20).unwrap();
    }
}

#[test]
fn centurion_conforms() {
    fn conforms<R: Notation>(positions: &[&str]) {
        for text in positions {
            let (rules, start) = R::open("", text).unwrap();
            check_loopy(&rules, &start, 1, 5, 60).unwrap();
        }
        assert!(R::open("nonsense", "start").is_err_and(|error| error.in_parameters));
        assert!(R::open("", "").is_err());
    }
    conforms::<Centurion<1>>(&["2x2", "3x6", "5x5", "6x6:18", "8x8", "row:9", "weights:6", "BW/WB", "...."]);
    conforms::<Centurion<4>>(&["4x4", "3x30", "row:60"]);
}

#[test]
fn circular_nim_conforms() {
    conforms::<CircularNim>(&["0", "3", "1,2", "3,1,4,1,5", "2,0,0,3,0,1", "1,1,0,2,0,0,0,3"]);
    is_impartial::<CircularNim>("2,1,3,2");
    for parameters in ["1", "3", "9", "2,each=1", "3,each=2", "2,at-least=1", "3,at-least=2"] {
        let (rules, start) = CircularNim::open(parameters, "2,4,0,3,3,2").unwrap();
        assert_eq!(rules.parameters(), parameters);
        check(&rules, &start, 4, 10).unwrap_or_else(|wrong| panic!("{parameters}: {wrong}"));
    }
}

#[test]
fn clobber_conforms() {
    conforms::<Clobber<1>>(&BOARDS);
    conforms::<Clobber<1>>(&["xxo.o/o.xox/.xxoo"]);
    conforms::<Clobber<4>>(&LARGE);
}

#[test]
fn placement_conforms() {
    conforms::<Placement<1>>(&[
        "1x1",
        "2x3",
        "5x6",
        "8x8",
        "4x16",
        "16x4",
        "4x5@mobius",
        "#..../.N.-./...../..#..",
    ]);
    conforms::<Placement<4>>(&["2x3", "9x9", "3x30@cylinder", "12x10"]);
    is_impartial::<Placement<1>>("4x5@klein");
    for kinds in ["Q", "B", "B+R", "B+Q,blocked", "N+Q+NN,blocked", "fW+K", "(1,3)+R2"] {
        for board in ["4x4", "3x5", "4x4@torus", "3x4@projective", "..#../...../.#...@cylinder"] {
            let (rules, start) = Placement::<1>::open(kinds, board).unwrap();
            assert_eq!(rules.parameters(), kinds);
            check(&rules, &start, 1, 5).unwrap_or_else(|wrong| panic!("{kinds} {board}: {wrong}"));
            check_impartial(&rules, &start, 2, 5).unwrap();
        }
    }
}

#[test]
fn toads_and_frogs_conforms() {
    conforms::<ToadsAndFrogs>(&["T.F", "start", "TT.FT..FF", "T.F/TTT...FFF/T", "TTTTTT......FFFFFF"]);
}

#[test]
fn col_conforms() {
    conforms::<Col<1>>(&BOARDS);
    conforms::<Col<1>>(&["L.r/..#/lR."]);
    conforms::<Col<4>>(&LARGE);
}

#[test]
fn snort_conforms() {
    conforms::<Snort<1>>(&BOARDS);
    conforms::<Snort<1>>(&["L.r/..#/lR."]);
    conforms::<Snort<4>>(&LARGE);
}

/// What is listed can be written and read, and exchanging the players exchanges their moves.
#[test]
fn arrangements_are_positions() {
    fn check<R: Arranged + Notation>(parameters: &str, sizes: &[&str]) {
        for size in sizes {
            let rules = R::on_board(parameters, &Board::read(size, "").unwrap()).unwrap();
            assert_eq!(rules.parameters(), parameters);
            for pieces in 0..=4 {
                for position in rules.arrangements(pieces) {
                    let text = rules.show(&position);
                    let (_, read) = R::open(parameters, &text).unwrap();
                    assert_eq!(read, position, "{text}");
                    let Some(exchanged) = rules.exchanged(&position) else { continue };
                    for player in Player::BOTH {
                        let moves = rules.mobility(&exchanged, player.opponent());
                        assert_eq!(rules.mobility(&position, player), moves, "{text}");
                    }
                }
            }
        }
        assert!(R::on_board("nonsense", &Board::read("2x2", "").unwrap()).is_err());
    }
    let sizes = ["1x1", "2x4", "3x3", "4x3", "2x9"];
    check::<Legionnaires<1>>("", &sizes);
    check::<Legionnaires<1>>("mace", &sizes);
    check::<Legionnaires<4>>("", &["3x3", "2x5"]);
    check::<Clobber<1>>("", &sizes);
    check::<Domineering<1>>("", &sizes);
    check::<Cram<1>>("", &sizes);
    assert!(Clobber::<1>::on_board("", &Board::read("9x9", "").unwrap()).is_err());
}

/// Small boards have the same plays in one word and in four.
#[test]
fn one_word_and_four_words_agree() {
    fn agree<A: Short + Notation, B: Short + Notation>(text: &str) {
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
fn games_of_different_kinds_add_up() {
    let (domineering, board) = Domineering::<1>::open("", "2x2").unwrap();
    let heaps = Nim.parse("1,2").unwrap();
    let sum = Sum::new(vec![erase(Nim), erase(domineering)]);
    let start = vec![
        Summand { game: 1, position: DynPosition::new(board) },
        Summand { game: 0, position: DynPosition::new(heaps) },
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
    let heaps = Nim.parse("1,2").unwrap();
    assert_eq!(perft(&Nim, &heaps, Player::Left, 9, &unlimited), Ok(vec![1, 3, 4, 2]));
    let (game, board) = Domineering::<1>::open("", "8x8").unwrap();
    assert!(perft(&game, &board, Player::Left, 9, &Budget::unlimited().nodes(1000)).is_err());
}
