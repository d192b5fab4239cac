//! Loopy values: their names, their laws, and their agreement with play.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::cmp::Ordering;

use nimatron_value::{Arena, End, Ends, Graph, Loops, Style};
use proptest::collection::vec;
use proptest::prelude::*;

/// The value that a text describes, printed again.
fn shown(text: &str) -> String {
    let (arena, mut loops) = (Arena::new(), Loops::new());
    let value = loops.read(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    loops.show(&arena, value, Style::Ascii).unwrap()
}

/// The names and forms are those that CGSuite 2 gives in its own tests.
#[test]
fn loopy_values_are_called_by_their_names() {
    for (text, name) in [
        ("{pass|}", "on"),
        ("off", "off"),
        ("{pass|pass}", "dud"),
        ("on + off", "dud"),
        ("{0|pass}", "over"),
        ("x{x|0}", "under"),
        ("{pass|3/2}", "3/2under"),
        ("over - 5", "-5over"),
        ("5over", "5over"),
        ("over + ^", "over"),
        ("over + over", "over"),
        ("{pass|*}", "^[on]"),
        ("{pass,0|0}", "^[on]*"),
        ("{*|pass}", "v[on]"),
        ("{0|0,pass}", "v[on]*"),
        ("{-1/4+*|pass}", "-1/4v[on]"),
        ("{0||0|0,pass}", "^<on>"),
        ("{0,*||*|pass}", "^<on>*"),
        ("{0,pass|0||0}", "v<on>"),
        ("{pass|*||0,*}", "v<on>*"),
        ("5 + {0,pass|0||0}", "5v<on>"),
        ("{0|^<on>||v<on>}", "{0|^<on>||v<on>}"),
        ("{0|||0||0|off}", "{0|Tiny(on)}"),
        ("{on|0||0}", "Miny(on)"),
        ("{0||0|under}", "Tiny(over)"),
        ("+-over", "+-over"),
        ("+-{5|pass}", "+-(5over)"),
        ("+-{0|^<on>}", "+-{0|^<on>}"),
        ("+-(^<on>+*)", "0"),
        ("+-{{0|^<on>},{0|^<on>*}}", "+-{{0|^<on>},{0|^<on>*}}"),
        ("x{0||||0|||x|*||*}", "a{0||||0|||a|*||*}"),
        ("a{1||a|0}", "2 & +-1"),
        ("{2&-2|1&-2}", "{2|1} & -2*"),
        ("over & v", "over & v"),
        ("tis", "1 & 0"),
        ("tisn", "0 & -1"),
    ] {
        let got = shown(text);
        assert_eq!(got, name, "{text}");
    }
}

/// CGSuite writes braces where nimatron continues with longer bars, so these are compared as values.
#[test]
fn long_forms_are_those_of_others() {
    let long = "{0|{0||||-1|||-1+*,a{0||0|a|||-1+*||||-1+*}||-2|b{-2,{-1,-1+*||-1+*|b|||-2}|-2}}}";
    for (text, same) in [
        (long, long),
        ("10*upon", "{0|{0||||0|||0||0|{0||||0|||0||0|^[on]*}}}"),
        ("9*(upon & v)", "{0||||0|||0||0|{0||||0|||0||0|^[on]}} & v9"),
    ] {
        let (arena, mut loops) = (Arena::new(), Loops::new());
        let (value, same) = (loops.read(&arena, text).unwrap(), loops.read(&arena, same).unwrap());
        assert_eq!(value, same, "{text}");
        let printed = loops.show(&arena, value, Style::Unicode).unwrap();
        assert_eq!(loops.read(&arena, &printed).unwrap(), value, "{printed}");
    }
}

/// Sums, negatives and the order of named values (Siegel, VI.2 and VI.4; *Winning Ways*, chapter 11).
#[test]
fn named_values_obey_their_laws() {
    let (arena, mut loops) = (Arena::new(), Loops::new());
    for (left, relation, right) in [
        ("on + off", "=", "dud"),
        ("on + 5", "=", "on"),
        ("on + on", "=", "on"),
        ("dud + over", "=", "dud"),
        ("over", ">", "0"),
        ("over", ">", "^5"),
        ("over", "<", "1/16"),
        ("over + over", "=", "over"),
        ("over - over", "=", "over & under"),
        ("-over", "=", "under"),
        ("upon", ">", "^[3]"),
        ("upon", "<", "^^"),
        ("upon - upon", "<>", "0"),
        ("^[on]*", "=", "upon + *"),
        ("^<on>", "=", "{0|-upon+*}"),
        ("^<on>", ">", "0"),
        ("^<on>", "<", "^<5>"),
        ("Tiny(on)", "<", "^<on>"),
        ("Tiny(on)", ">", "0"),
        ("Tiny(on) + Tiny(on)", "=", "Tiny(on)"),
        ("ace", ">", "Tiny(on)"),
        ("hi", "<>", "0"),
        ("hot + hot", "=", "dud"),
        ("tis + tis", "=", "2 & 0"),
        ("tis + tisn", "=", "1 & -1"),
        ("1 & 0", "=", "tis"),
        ("on & off", "=", "dud"),
        ("dud & dud", "=", "dud"),
        ("dud & 0", "=", "on & 0"),
        ("dud & 1", "=", "on & 1"),
        ("0 & dud", "=", "0 & off"),
        ("tis & tisn", "=", "1 & -1"),
        ("tisn & tis", "=", "0"),
        ("over & 0", ">", "0"),
        ("over & 0", "<", "over"),
    ] {
        let (a, b) = (loops.read(&arena, left).unwrap(), loops.read(&arena, right).unwrap());
        let order = match loops.compare(a, b) {
            Some(Ordering::Less) => "<",
            Some(Ordering::Equal) => "=",
            Some(Ordering::Greater) => ">",
            None => "<>",
        };
        assert_eq!(order, relation, "{left}, {right}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_its_place() {
    let (arena, mut loops) = (Arena::new(), Loops::new());
    for (text, at) in [
        ("pass", 0..4),
        ("{1|0+pass}", 5..9),
        ("0 & 1", 0..5),
        ("0 & over", 0..8),
        ("off & on", 0..8),
        ("* & 0", 0..5),
        ("tisn & 1", 0..8),
        ("5000over", 0..8),
        ("1/2·over", 0..3),
        ("over.Mean", 5..9),
        ("{0|nothing}", 3..10),
    ] {
        let error = loops.read(&arena, text).expect_err(text);
        assert_eq!(error.at(), at, "{text}: {error}");
    }
    assert!(nimatron_value::parse_value(&arena, "over").is_err());
    assert!(nimatron_value::parse_value(&arena, "a{0|a}").is_err());
}

/// A graph with a few positions, from random bits.
fn graphs(most: usize) -> impl Strategy<Value = Graph> {
    let options = move || vec(vec(0..most as u32, 0..=2), most);
    (options(), options()).prop_map(move |(left, right)| {
        let mut graph = Graph::new();
        (0..most).for_each(|_| _ = graph.add());
        // The first position is an end, so that there is something to win.
        for v in 1..most {
            graph.set(v as u32, &left[v], &right[v]);
        }
        graph
    })
}

/// How a position ends, only by working backwards from the ends.
fn ends(graph: &Graph) -> Vec<String> {
    let count = graph.len();
    let mut won: Vec<Option<usize>> = vec![None; 2 * count];
    loop {
        let before = won.clone();
        for v in 0..count {
            for player in [0, 1] {
                let options = graph.options(v as u32, player);
                let results = || options.iter().map(|o| won[2 * *o as usize + 1 - player]);
                let winner = if results().any(|result| result == Some(player)) {
                    Some(player)
                } else if results().all(|result| result == Some(1 - player)) {
                    Some(1 - player)
                } else {
                    None
                };
                won[2 * v + player] = won[2 * v + player].or(winner);
            }
        }
        if won == before {
            break;
        }
    }
    let end = |winner: Option<usize>| match winner {
        Some(0) => End::Left,
        Some(_) => End::Right,
        None => End::Draw,
    };
    let class = |v: usize| Ends { left_first: end(won[2 * v]), right_first: end(won[2 * v + 1]) };
    (0..count).map(|v| class(v).to_string()).collect()
}

proptest! {
    #[test]
    fn values_end_as_their_games_do(graph in graphs(6)) {
        let mut loops = Loops::new();
        let values = loops.sides(&graph).unwrap();
        let shown: Vec<String> = values.iter().map(|v| loops.ends(*v).unwrap().to_string()).collect();
        prop_assert_eq!(shown, ends(&graph));
    }

    #[test]
    fn what_is_printed_reads_back(graph in graphs(6)) {
        let (arena, mut loops) = (Arena::new(), Loops::new());
        let values = loops.sides(&graph).unwrap();
        for (v, value) in values.into_iter().enumerate() {
            let stopper = loops.is_stopper(value).unwrap();
            if graph.stoppers()[v] {
                prop_assert!(stopper);
            }
            let sided = loops.onside(value).unwrap().is_some() && loops.offside(value).unwrap().is_some();
            if !sided {
                continue;
            }
            // Printed text can be read back as the same value, and prints alike.
            for style in [Style::Ascii, Style::Unicode] {
                let text = loops.show(&arena, value, style).unwrap();
                let again = loops.read(&arena, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
                prop_assert_eq!(again, value, "{}", text);
            }
        }
    }

    #[test]
    fn the_order_of_stoppers_is_that_of_play(graph in graphs(5)) {
        let mut loops = Loops::new();
        let values = loops.sides(&graph).unwrap();
        let stoppers: Vec<usize> = (0..graph.len()).filter(|v| graph.stoppers()[*v]).collect();
        for a in &stoppers {
            for b in &stoppers {
                // Left, moving second in a − b, survives.
                let difference = product(&graph, &graph.negative());
                let place = a * graph.len() + b;
                let survives = !matches!(&*ends(&difference)[place], "R" | "N" | "DR");
                prop_assert_eq!(loops.ge(values[*a], values[*b]), survives);
                // Equal stoppers are the same.
                let equal = loops.ge(values[*a], values[*b]) && loops.ge(values[*b], values[*a]);
                prop_assert_eq!(equal, values[*a] == values[*b]);
            }
        }
    }

    #[test]
    fn sums_end_as_the_sums_of_games_do(graph in graphs(4), other in graphs(4)) {
        let mut loops = Loops::new();
        let (values, others) = (loops.sides(&graph).unwrap(), loops.sides(&other).unwrap());
        let played = ends(&product(&graph, &other));
        for (i, a) in values.iter().enumerate() {
            for (j, b) in others.iter().enumerate() {
                let sum = loops.sum(*a, *b).unwrap();
                prop_assert_eq!(&loops.ends(sum).unwrap().to_string(), &played[i * other.len() + j]);
                let same = loops.sum(*b, *a).unwrap();
                prop_assert_eq!(loops.compare(sum, same), Some(Ordering::Equal));
            }
        }
    }

    #[test]
    fn two_sides_are_a_value_if_left_survives_their_difference(graph in graphs(4)) {
        let mut loops = Loops::new();
        let values = loops.sides(&graph).unwrap();
        // In G⁺ − H⁻ Left wins all infinite plays, so Left survives it if Left does not lose G − H.
        let played = ends(&product(&graph, &graph.negative()));
        for (i, a) in values.iter().enumerate() {
            for (j, b) in values.iter().enumerate() {
                let survives = !matches!(&*played[i * graph.len() + j], "R" | "N" | "DR");
                let value = loops.with_sides(*a, *b).unwrap();
                prop_assert_eq!(value.is_some(), survives);
                if let Some(value) = value {
                    prop_assert_eq!(loops.onside(value).unwrap(), loops.onside(*a).unwrap());
                    prop_assert_eq!(loops.offside(value).unwrap(), loops.offside(*b).unwrap());
                }
            }
        }
    }

    #[test]
    fn simplest_forms_are_simple_already(graph in graphs(6)) {
        // The negative of the negative goes through the simplest forms once more.
        let mut loops = Loops::new();
        for value in loops.sides(&graph).unwrap() {
            if let Some(side) = loops.onside(value).unwrap() {
                let count = loops.len();
                let again = loops.offside(side.negative()).unwrap().unwrap().negative();
                prop_assert_eq!(again, side);
                prop_assert_eq!(loops.len(), count);
            }
        }
    }
}

/// The sum of two graphs: position `i * b.len() + j` is `i` of the one and `j` of the other.
fn product(a: &Graph, b: &Graph) -> Graph {
    let mut graph = Graph::new();
    (0..a.len() * b.len()).for_each(|_| _ = graph.add());
    let number = |i: u32, j: u32| i * b.len() as u32 + j;
    for i in 0..a.len() as u32 {
        for j in 0..b.len() as u32 {
            let sides = [0, 1].map(|player| {
                let in_a = a.options(i, player).iter().map(|i| number(*i, j));
                in_a.chain(b.options(j, player).iter().map(|j| number(i, *j))).collect::<Vec<_>>()
            });
            graph.set(number(i, j), &sides[0], &sides[1]);
        }
    }
    graph
}

#[test]
fn short_games_go_to_loopy_ones_and_back() {
    let (arena, mut loops) = (Arena::new(), Loops::new());
    for text in ["0", "-3/4", "*3", "^^*", "+-{2|1}", "{1||0|-1}", "Tiny(2)", "^<3>", "{2|{1|*},^}"] {
        let game = nimatron_value::parse_value(&arena, text).unwrap();
        let value = loops.from_game(&arena, game).unwrap();
        assert_eq!(loops.to_game(&arena, value).unwrap(), Some(game), "{text}");
        let shown = arena.display(game, Style::Ascii).text;
        assert_eq!(loops.show(&arena, value, Style::Ascii).unwrap(), shown);
        let negative = arena.negative(game).unwrap();
        assert_eq!(loops.to_game(&arena, value.negative()).unwrap(), Some(negative));
    }
    let huge = arena.integer(1_000_000).unwrap();
    assert!(loops.from_game(&arena, huge).is_err());
}
