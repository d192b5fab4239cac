//! Reading and printing: printed text can be read back, common input is read, and invalid text is refused at
//! the right place.

#![allow(clippy::unwrap_used)]

mod random;

use std::time::{Duration, Instant};

use nimatron_value::{
    Answer, Arena, Cause, Dyadic, Environment, EvalError, Game, Length, MAX_LENGTH, MAX_NESTING, Nus,
    ParseError, Plain, ReadError, Statement, Style, parse_expression, parse_statement, parse_value,
};
use proptest::prelude::*;
use random::{born_by, over_compact};

/// Prints, measures and reads a value in every style.
fn reads_back(arena: &Arena, g: Game) -> Result<(), TestCaseError> {
    for style in [Style::Unicode, Style::Ascii, Style::Latex] {
        let mut text = String::new();
        arena.display_full(g, style, &mut text).unwrap();
        prop_assert_eq!(arena.length(g, style), Length::Exact(text.chars().count() as u128));
        if style == Style::Latex {
            prop_assert!(is_balanced(&text), "{}", text);
            continue;
        }
        prop_assert_eq!(parse_value(arena, &text), Ok(g), "{}", text);
        prop_assert!(style != Style::Ascii || text.is_ascii());
        let printed = arena.display(g, style);
        prop_assert!(printed.abbreviated || printed.text == text);
        // Another arena, with another history, prints the same.
        let other = Arena::new();
        let h = parse_value(&other, &text).unwrap();
        prop_assert_eq!(other.display(h, style).text, printed.text);
    }
    Ok(())
}

fn is_balanced(latex: &str) -> bool {
    let (mut open, mut escaped) = (Vec::new(), false);
    for c in latex.chars() {
        match (c, escaped) {
            ('{', _) => open.push(escaped),
            ('}', _) if open.pop() != Some(escaped) => return false,
            _ => {}
        }
        escaped = c == '\\';
    }
    open.is_empty()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_printed_reads_back(tree in born_by(4)) {
        let arena = Arena::new();
        let g = tree.value(&arena);
        reads_back(&arena, g)?;
    }

    #[test]
    fn what_is_printed_reads_back_over_numbers_and_ups(tree in over_compact(3)) {
        let arena = Arena::new();
        let g = tree.value(&arena);
        reads_back(&arena, g)?;
        // Switches, tinies and uptimals of it, which are seldom made randomly.
        let negative = arena.negative(g).unwrap();
        reads_back(&arena, arena.canonical(&[g], &[negative]).unwrap())?;
        let threat = arena.canonical(&[Game::ZERO], &[negative]).unwrap();
        reads_back(&arena, arena.canonical(&[Game::ZERO], &[threat]).unwrap())?;
        reads_back(&arena, arena.canonical(&[g], &[arena.nimber(1).unwrap()]).unwrap())?;
    }

    #[test]
    fn any_text_is_read_or_refused_within_itself(text in r"[-{}|,.*^v<>\[\]()+=:0-9/ GT±↑⇓₂²…]{0,40}") {
        match parse_statement(&text) {
            Ok(Statement::Assign { value, .. }) | Ok(Statement::Evaluate(value)) => {
                prop_assert!(text.get(value.span.range()).is_some());
            }
            Err(error) => prop_assert!(text.get(error.at.clone()).is_some(), "{:?}", error),
        }
    }
}

#[test]
fn every_game_born_by_day_three_reads_back() {
    let arena = Arena::new();
    for g in arena.born_by_day(3).unwrap() {
        reads_back(&arena, g).unwrap();
    }
}

#[test]
fn every_uptimal_and_tiny_has_its_name() {
    let arena = Arena::new();
    for n in ["2", "3", "7"] {
        for text in ["^<N>", "^<N>*", "^[N]", "^[N]*", "v<N>", "v<N>*", "v[N]", "v[N]*", "Tiny(N)", "Miny(N)"]
        {
            for number in ["", "1", "-5/8"] {
                let plus = if text.ends_with(')') && !number.is_empty() { "+" } else { "" };
                let text = format!("{number}{plus}{}", text.replace('N', n));
                let g = parse_value(&arena, &text).unwrap();
                assert_eq!(arena.display(g, Style::Ascii).text, text);
                reads_back(&arena, g).unwrap();
            }
        }
    }
    // By the definition: ↑^[3] = ↑ + ↑² + ↑³.
    let value = |text| parse_value(&arena, text).unwrap();
    assert_eq!(value("^[3]"), value("^ + ^<2> + ^<3>"));
}

#[test]
fn what_people_type_is_read() {
    let arena = Arena::new();
    let value = |text: &str| parse_value(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    for (typed, meant) in [
        ("^", "{0|*}"),
        ("v", "{*|0}"),
        ("^^", "^+^"),
        ("^^^", "^3"),
        ("vvv*", "-(^3) + *"),
        ("^3", "{0|*} + {0|*} + {0|*}"),
        ("^*", "{0,*|0}"),
        ("^3*2", "^ + ^ + ^ + *2"),
        ("*2", "{0,*|0,*}"),
        ("*0", "0"),
        ("+-1", "{1|-1}"),
        ("+-1/2", "{1/2|-1/2}"),
        ("+-{2|1}", "{{2|1}|{-1|-2}}"),
        ("+-{2,3|1}", "±({2,3|1})"),
        ("±(1,{2|0})", "{1,{2|0}|-1,{0|-2}}"),
        ("+-{1,{2|0}}", "±(1,{2|0})"),
        ("{1||0|-1}", "{1|{0|-1}}"),
        ("{1‖0|-1}", "{1|{0|-1}}"),
        ("{0||0|-2}", "{0|{0|-2}}"),
        ("{a|b||c|d,e}", "{{a|b}|{c|d,e}}"),
        ("{a,b||c|d,e}", "{a,b|{c|d,e}}"),
        ("{0|-5/2||-11/4|-5|||-21/4}", "{{{0|-5/2}|{-11/4|-5}}|-21/4}"),
        ("{|}", "0"),
        ("{ 0 | }", "1"),
        ("{|0}", "-1"),
        ("{||0|}", "{|1}"),
        ("1/2", "{0|1}"),
        ("-3/4", "{-1|-1/2}"),
        ("−3/4", "-3/4"),
        ("Tiny(2)", "{0||0|-2}"),
        ("Miny(1/2)", "{1/2|0||0}"),
        ("+₂", "Tiny(2)"),
        ("−₁⁄₂", "Miny(1/2)"),
        ("-₁₂", "Miny(12)"),
        ("1+₂", "1 + Tiny(2)"),
        ("1 + +₂", "1 + Tiny(2)"),
        ("1−₂", "1 + Miny(2)"),
        ("1 - −₂", "1 + Tiny(2)"),
        ("2*3", "2 + *3"),
        ("-1^", "-1 + ^"),
        ("0 - 1^", "-1 - ^"),
        ("- -1^", "1 - ^"),
        ("3*{1|0}", "{1|0} + {1|0} + {1|0}"),
        ("3.{1|0}", "3*{1|0}"),
        ("3·^*", "^3*"),
        ("3 * (^)", "^3"),
        ("-2·^", "vv"),
        ("1±2", "{3|-1}"),
        ("1 + +-2", "{3|-1}"),
        ("1 + -2", "-1"),
        ("⇑*", "^^*"),
        ("⇓⋆2", "vv*2"),
        ("↑3", "^3"),
        ("↑²", "^<2>"),
        ("↓₂", "-^<2>"),
        ("↓²", "-^<2>"),
        ("v<2>", "{^*|0}"),
        ("↓<2>", "v<2>"),
        ("↑^[2]", "{^|*}"),
        ("↓_[2]", "-^[2]"),
        ("v_[2]", "-^[2]"),
        ("((1)) - (2 - *)", "-1*"),
    ] {
        let letters = [("a", "5"), ("b", "1"), ("c", "{9|-9}"), ("d", "-4"), ("e", "{8|-8}")];
        let fill = |text: &str| {
            if text.contains("a|b") || text.contains("a,b|") || text.contains("{a") {
                letters.iter().fold(text.to_owned(), |text, (letter, value)| text.replace(letter, value))
            } else {
                text.to_owned()
            }
        };
        assert_eq!(value(&fill(typed)), value(&fill(meant)), "{typed}");
    }
}

#[test]
fn errors_point_at_what_is_wrong() {
    for (text, at, says) in [
        ("", 0..0, "expected a value"),
        ("{1|", 3..3, "expected options, a bar `|` or `}`"),
        ("{1|0", 4..4, "expected `,`, a bar `|` or `}`"),
        ("{1", 2..2, "expected `,` or a bar `|`"),
        ("{1}", 2..3, "two sides"),
        ("{1||}", 2..4, "a long bar"),
        ("{1||0}", 2..4, "a long bar"),
        ("{1|2|3}", 4..5, "two bars of the same length"),
        ("{1|2||3|4||5}", 9..11, "two bars of the same length"),
        ("{1,|0}", 3..4, "expected a value"),
        ("1/3", 2..3, "the denominator must be a power of two"),
        ("1/0", 2..3, "the denominator must be a power of two"),
        ("1/", 1..2, "means nothing"),
        ("{5 | 1/6}", 7..8, "the denominator must be a power of two"),
        ("+₁⁄₃", 7..10, "the denominator must be a power of two"),
        ("2.5", 0..3, "expected a fraction"),
        ("*x", 1..2, "the size of a nimber"),
        ("*99999999999", 1..12, "that large"),
        ("^99999999999999999999", 1..21, "that large"),
        ("^^3", 2..3, "several arrows"),
        ("⇑3", 3..4, "several arrows"),
        ("^^<2>", 2..5, "which of the arrows"),
        ("^[2", 1..3, "expected the order and ]"),
        ("^<0>", 0..4, "from 1 to 1000"),
        ("^^^…", 3..6, "abbreviated"),
        ("{1|...}", 3..6, "abbreviated"),
        ("3 * 2", 2..3, "“times” or a star"),
        ("G*3", 1..3, "“times” or a star"),
        ("3*v", 1..2, "“times” or a star"),
        ("1+-2", 1..3, "two things"),
        ("±1*", 3..4, "belong to the switch"),
        ("{1|0}^", 5..6, "expected an operator"),
        ("1 2", 2..3, "expected an operator"),
        ("(1", 2..2, "expected an operator or `)`"),
        ("1)", 1..2, "expected an operator or the end"),
        ("{G <= 1|0}", 3..5, "no comparison"),
        ("1 <", 3..3, "expected a value"),
        ("1 < 2 < 3", 6..7, "expected an operator or the end"),
        ("Tiny", 0..4, "expected Tiny(2)"),
        ("Tiny(1,2)", 0..9, "expected Tiny(2)"),
        ("Tiny := 1", 0..4, "a meaning already"),
        ("v := 1", 2..4, "no :="),
        ("G := ", 5..5, "expected a value"),
        ("1 + #", 4..5, "`#` means nothing"),
        ("G.", 2..2, "expected a value"),
        ("G.Cool(", 7..7, "expected a value"),
    ] {
        let error: ParseError = parse_statement(text).map(|_| ()).expect_err(text);
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.to_string().contains(says), "{text}: {error}");
    }
}

/// `Zero` is 0 and `W` is not a value; `Double` doubles, `Plus` adds, and `Word` returns something that is
/// not a value.
struct Lab;

impl Environment for Lab {
    type Other = &'static str;

    fn variable(&self, name: &str) -> Option<Answer<Self::Other>> {
        match name {
            "Zero" => Some(Answer::Game(Game::ZERO)),
            "W" => Some(Answer::Other("word")),
            _ => None,
        }
    }

    fn call(
        &self,
        arena: &Arena,
        target: Option<Answer<Self::Other>>,
        name: &str,
        arguments: Vec<Answer<Self::Other>>,
    ) -> Result<Answer<Self::Other>, Cause> {
        match (name, target, &arguments[..]) {
            ("Double", Some(Answer::Game(g)), []) => Ok(Answer::Game(arena.sum(g, g)?)),
            ("Double", None, [Answer::Game(g)]) => Ok(Answer::Game(arena.sum(*g, *g)?)),
            ("Plus", Some(Answer::Game(g)), [Answer::Game(h)]) => Ok(Answer::Game(arena.sum(g, *h)?)),
            ("Word", Some(_), []) => Ok(Answer::Other("word")),
            ("Plus", ..) => Err(Cause::Call("Plus needs one game".into())),
            _ => Err(Cause::UnknownMethod(name.into())),
        }
    }
}

fn ask(arena: &Arena, text: &str) -> Result<Answer<&'static str>, EvalError> {
    arena.evaluate(&parse_expression(text).unwrap(), &Lab)
}

#[test]
fn methods_and_variables_are_the_business_of_the_environment() {
    let arena = Arena::new();
    let value = |text: &str| Ok(Answer::Game(parse_value(&arena, text).unwrap()));
    assert_eq!(ask(&arena, "{1|0}.Double"), value("2·{1|0}"));
    assert_eq!(ask(&arena, "^.Double.Double()"), value("^4"));
    assert_eq!(ask(&arena, "3.Double"), value("6"));
    assert_eq!(ask(&arena, "3.Zero"), value("0"));
    assert_eq!(ask(&arena, "1 + 1/2.Double"), value("2"));
    assert_eq!(ask(&arena, "*.Plus(Zero + 1)"), value("1*"));
    assert_eq!(ask(&arena, "2*Double(*2 + ^)"), value("^4"));
    assert_eq!(ask(&arena, "99999999999999999999*(1/2)"), value("99999999999999999999/2"));
    assert_eq!(ask(&arena, "1.Word"), Ok(Answer::Other("word")));
    for (text, at, cause) in [
        ("1 + H", 4..5, Cause::UnknownVariable("H".into())),
        ("1.Mean", 2..6, Cause::UnknownMethod("Mean".into())),
        ("1 + *.Plus", 6..10, Cause::Call("Plus needs one game".into())),
        ("{1.Word|0}", 1..7, Cause::NotAGame),
        ("2*W", 2..3, Cause::NotAGame),
        ("1/2*(1)", 0..3, Cause::NotAnInteger),
    ] {
        assert_eq!(ask(&arena, text), Err(EvalError { at, cause }), "{text}");
    }
}

#[test]
fn the_largest_and_the_least_multiple_of_up_read_back() {
    let arena = Arena::new();
    for up in [i64::MAX, i64::MIN, i64::MIN + 1] {
        reads_back(&arena, arena.game(&Nus::new(Dyadic::ZERO, up, 3)).unwrap()).unwrap();
    }
    for text in ["^9223372036854775808", "v9223372036854775809", "^99999999999999999999"] {
        assert!(parse_value(&arena, text).unwrap_err().to_string().contains("not kept"), "{text}");
    }
}

#[test]
fn comparisons_tell_the_relation_and_whether_it_holds() {
    let arena = Arena::new();
    for (text, holds) in [
        ("0 <= ^", true),
        ("0 < ^", true),
        ("^ < 2", true),
        ("^<2", true),
        ("^ >= 0", true),
        ("* > 0", false),
        ("* || 0", true),
        ("* ‖ 0", true),
        ("* <> 0", true),
        ("* <| 0", true),
        ("* |> 0", true),
        ("1 <| 0", false),
        ("{0|*} = ^", true),
        ("{0|*} == ^*", false),
        ("1 != 2", true),
        ("* ≤ 0", false),
    ] {
        let expr = parse_expression(text).unwrap();
        let answer = arena.evaluate(&expr, &Plain).unwrap();
        assert!(matches!(answer, Answer::Comparison { holds: h, .. } if h == holds), "{text}");
    }
    assert!(matches!(parse_value(&arena, "1 < 2"), Err(ReadError::Parse(_))));
}

#[test]
fn an_assignment_names_its_variable() {
    let Ok(Statement::Assign { name, name_span, .. }) = parse_statement(" G1 := {0|*}") else { panic!() };
    assert_eq!((&*name, name_span.range()), ("G1", 1..3));
}

/// Refused or read, in a short time.
fn at_once(text: &str) -> Result<Game, ReadError> {
    let start = Instant::now();
    let result = parse_value(&Arena::new(), text);
    assert!(start.elapsed() < Duration::from_secs(300), "{}…", &text[..20]);
    result
}

#[test]
fn deep_nesting_and_huge_texts_are_refused_at_once() {
    let deep = 100_000;
    for unit in ["(", "{", "{0|", "±(", "+-{", "Tiny(", "-(", "2·", "{|"] {
        for repeats in [deep, MAX_LENGTH / unit.len()] {
            let error = at_once(&unit.repeat(repeats)).expect_err(unit);
            assert!(error.to_string().contains("nested deeper"), "{unit}: {error}");
        }
        assert!(at_once(&unit.repeat(100 * MAX_LENGTH / (16 * unit.len()))).is_err());
    }
    let error = at_once(&"(".repeat(100 << 20)).unwrap_err();
    assert!(error.to_string().contains("longer than"));
    assert!(at_once(&format!("1{}", ".A".repeat(deep))).unwrap_err().to_string().contains("nested deeper"));
    assert!(at_once(&"9".repeat(MAX_LENGTH)).unwrap_err().to_string().contains("digits"));
    // Bars nest too, without any bracket.
    let bars: String = (1..5000).map(|n| format!("0{}", "|".repeat(n))).collect();
    assert!(at_once(&format!("{{{bars}0}}")).is_ok());
    let inner = |n: usize| (1..=n).rev().map(|n| format!("0{}", "|".repeat(n))).collect::<String>();
    let many = format!("{}0{}", format!("{{{}", inner(50)).repeat(1000), "}".repeat(1000));
    assert!(at_once(&many).unwrap_err().to_string().contains("nested deeper"));
}

#[test]
fn long_and_deep_texts_within_the_limits_are_read() {
    assert_eq!(at_once(&format!("{}*", "-".repeat(1 << 20))), at_once("*"));
    assert!(at_once(&vec!["1"; 1 << 20].join("+")).is_ok());
    assert!(at_once(&format!("{{{}|}}", vec!["1"; 1 << 20].join(","))).is_ok());
    assert!(at_once(&"^".repeat(1 << 20)).is_ok());
    assert!(at_once(&"7".repeat(1_000_000)).is_ok());
    assert!(at_once("^<1000>").is_ok());
    let depth = MAX_NESTING as usize - 1;
    assert!(at_once(&format!("{}0{}", "(".repeat(depth), ")".repeat(depth))).is_ok());
    assert!(at_once(&format!("{}0{}", "{0|".repeat(depth), "}".repeat(depth))).is_ok());
}
