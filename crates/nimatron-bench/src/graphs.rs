//! The benchmarks of graphs and tours.

use nimatron_rules::{Budget, Piece, Surface};
use nimatron_solve::graph::{BoardGraph, domination, independent_domination, terminal_sizes};
use nimatron_solve::tours::{Found, TourMethod, count_knight_tours, knight_tour};

use crate::benchmark::{Benchmark, Clock, Target};

/// The benchmarks, in running order.
pub const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "domination-10x10",
        about: "fewest knights that attack or occupy all squares of 10×10, and fewest that don't attack each other",
        target: Target::Seconds(0.5),
        memory: None,
        others: "",
        rival: None,
        run: |clock| dominations(clock, "10x10"),
        expected: "16 and 16",
    },
    Benchmark {
        name: "domination-13x13",
        about: "the same for 13×13",
        target: Target::Seconds(10.0),
        memory: None,
        others: "",
        rival: None,
        run: |clock| dominations(clock, "13x13"),
        expected: "28 and 29",
    },
    Benchmark {
        name: "terminal-sizes-8x8",
        about: "the sizes of all terminal sets of knights on 8×8",
        target: Target::Seconds(2.0),
        memory: Some(500),
        others: "",
        rival: None,
        run: terminal,
        expected: "14 to 32, all 19 of them",
    },
    Benchmark {
        name: "tour-1000x1000",
        about: "a closed knight's tour of 1000×1000, checked",
        target: Target::Seconds(1.0),
        memory: Some(200),
        others: "",
        rival: None,
        run: |clock| tour(clock, 1000, 1000, true),
        expected: "a tour of 1000000 squares",
    },
    Benchmark {
        name: "tour-999x999",
        about: "an open knight's tour of 999×999, checked",
        target: Target::Seconds(1.0),
        memory: Some(200),
        others: "",
        rival: None,
        run: |clock| tour(clock, 999, 999, false),
        expected: "a tour of 998001 squares",
    },
    Benchmark {
        name: "tours-6x6",
        about: "the number of closed knight's tours of 6×6",
        target: Target::Seconds(2.0),
        memory: None,
        others: "",
        rival: None,
        run: |clock| {
            let count = clock.time(|| count_knight_tours(6, 6, true, &Budget::unlimited()));
            count.expect("no limits").to_string()
        },
        expected: "9862",
    },
];

fn knights(board: &str) -> BoardGraph {
    let board = Surface::<4>::read(board).expect("a board");
    BoardGraph::new(&Piece::read("N").expect("a knight"), &board).expect("knights attack each other")
}

fn dominations(clock: &mut Clock, board: &str) -> String {
    let board = knights(board);
    let (graph, symmetries) = (&board.graph, &board.symmetries);
    let (any, peaceful) = clock.time(|| {
        let budget = Budget::unlimited();
        (domination(graph, symmetries, &budget), independent_domination(graph, symmetries, &budget))
    });
    assert!(graph.is_dominating(&any.witness) && graph.is_dominating(&peaceful.witness));
    let number = |value: Option<usize>| value.expect("no limits");
    format!("{} and {}", number(any.value()), number(peaceful.value()))
}

fn terminal(clock: &mut Clock) -> String {
    let board = knights("8x8");
    let sizes = clock.time(|| terminal_sizes(&board.graph, &board.along, &Budget::unlimited()));
    let sizes = sizes.expect("no limits");
    let ends = sizes.first().zip(sizes.last()).expect("there are terminal sets");
    format!("{} to {}, all {} of them", ends.0, ends.1, sizes.len())
}

fn tour(clock: &mut Clock, rows: usize, cols: usize, closed: bool) -> String {
    let found = clock.time(|| knight_tour(rows, cols, closed, TourMethod::Best, &Budget::unlimited()));
    match found.expect("no limits") {
        Found::Tour(tour) if tour.is_valid() => format!("a tour of {} squares", tour.squares().len()),
        other => format!("{other:?}"),
    }
}
