//! Knight's tours against search by brute force, Schwenk's theorem, and known numbers.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use nimatron_rules::Budget;
use nimatron_solve::SolveError;
use nimatron_solve::graph::Graph;
use nimatron_solve::tours::{
    Found, Obstacle, TourMethod, closed_tour_is_impossible, count_knight_tours, count_tours, find_tour,
    knight_tour,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn unlimited() -> Budget {
    Budget::unlimited()
}

/// The number of paths through all vertices that continue from here; for closed ones, those that return to
/// the first vertex.
fn paths(graph: &Graph, path: &mut Vec<usize>, closed: bool) -> u128 {
    let last = *path.last().unwrap();
    if path.len() == graph.vertices() {
        return u128::from(!closed || graph.has_edge(last, path[0]));
    }
    let mut count = 0;
    for next in graph.neighbours(last) {
        if !path.contains(&next) {
            path.push(next);
            count += paths(graph, path, closed);
            path.pop();
        }
    }
    count
}

#[test]
fn tours_of_random_graphs_are_counted_as_by_brute_force() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut with_some = 0;
    for i in 0..300 {
        let vertices = 3 + i % 6;
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges: Vec<_> = pairs.filter(|_| random.random_range(0..10) < 3 + i / 6 % 6).collect();
        let graph = Graph::new(vertices, edges);
        let order: Vec<usize> = (0..vertices).map(|v| (v * 5 + 3) % vertices).collect();
        let order = if (0..vertices).all(|v| order.contains(&v)) { order } else { (0..vertices).collect() };
        // Each cycle is found from its first vertex both ways, each path from both ends.
        let closed = paths(&graph, &mut vec![0], true) / 2;
        let open = (0..vertices).map(|start| paths(&graph, &mut vec![start], false)).sum::<u128>() / 2;
        assert_eq!(count_tours(&graph, &order, true, &unlimited()), Ok(closed), "{graph:?}");
        assert_eq!(count_tours(&graph, &order, false, &unlimited()), Ok(open), "{graph:?}");
        for (closed, count) in [(true, closed), (false, open)] {
            let tour = find_tour(&graph, &order, closed, &unlimited()).unwrap();
            assert_eq!(tour.is_some(), count > 0);
            if let Some(tour) = tour {
                with_some += 1;
                assert!(tour.windows(2).all(|step| graph.has_edge(step[0], step[1])));
                assert!(!closed || graph.has_edge(tour[0], tour[vertices - 1]));
                assert!((0..vertices).all(|vertex| tour.contains(&vertex)) && tour.len() == vertices);
            }
        }
    }
    assert!(with_some > 100, "{with_some}");
}

#[test]
fn closed_tours_are_counted_as_is_known() {
    // OEIS A001230 for 6x6, A070030 for 3xn; 5xn: Wikipedia's table after McKay.
    for (rows, cols, count) in
        [(5, 6, 8), (6, 5, 8), (6, 6, 9862), (3, 10, 16), (3, 12, 176), (5, 8, 44_202), (4, 6, 0)]
    {
        assert_eq!(count_knight_tours(rows, cols, true, &unlimited()), Ok(count), "{rows}x{cols}");
    }
}

#[test]
fn open_tours_are_counted_as_is_known() {
    // OEIS A165134 counts both directions: 1, 0, 0, 0, 1728 for squares.
    for (rows, cols, count) in
        [(1, 1, 1), (2, 2, 0), (3, 3, 0), (4, 4, 0), (5, 5, 864), (3, 4, 8), (4, 5, 82)]
    {
        assert_eq!(count_knight_tours(rows, cols, false, &unlimited()), Ok(count), "{rows}x{cols}");
    }
}

#[test]
fn schwenks_theorem_is_what_exact_search_finds() {
    for rows in 1..=5 {
        for cols in rows..=(if rows < 5 { 14 } else { 8 }) {
            let count = count_knight_tours(rows, cols, true, &unlimited()).unwrap();
            assert_eq!(count > 0, closed_tour_is_impossible(rows, cols).is_empty(), "{rows}x{cols}");
        }
    }
    assert_eq!(closed_tour_is_impossible(1, 3), [Obstacle::OddArea, Obstacle::Narrow(1)]);
    assert_eq!(closed_tour_is_impossible(8, 3), [Obstacle::ThreeBy(8)]);
}

#[test]
fn all_boards_that_can_have_a_tour_get_one() {
    for rows in 1..=24 {
        for cols in 1..=24 {
            let found = |closed| knight_tour(rows, cols, closed, TourMethod::Best, &unlimited()).unwrap();
            match found(true) {
                Found::Tour(tour) => assert!(tour.is_valid() && tour.is_closed(), "{rows}x{cols}"),
                Found::Impossible(obstacles) => assert!(!obstacles.is_empty()),
                other => panic!("{rows}x{cols}: {other:?}"),
            }
            let (short, long) = (rows.min(cols), rows.max(cols));
            let exists = match short {
                1 => long == 1,
                2 => false,
                3 => long == 4 || long >= 7,
                4 => long >= 5,
                _ => true,
            };
            match found(false) {
                Found::Tour(tour) => assert!(tour.is_valid() && exists, "{rows}x{cols}"),
                Found::None => assert!(!exists, "{rows}x{cols}"),
                other => panic!("{rows}x{cols}: {other:?}"),
            }
        }
    }
}

#[test]
fn long_and_odd_boards_get_tours() {
    for (rows, cols, closed) in [
        (300, 301, true),
        (201, 203, false),
        (5, 500, true),
        (5, 501, false),
        (3, 200, true),
        (4, 301, false),
        (7, 98, true),
    ] {
        let found = knight_tour(rows, cols, closed, TourMethod::Best, &unlimited()).unwrap();
        assert!(matches!(found, Found::Tour(tour) if tour.is_valid()), "{rows}x{cols}");
    }
}

#[test]
fn each_method_finds_a_tour_of_a_chessboard() {
    for method in [TourMethod::Warnsdorff, TourMethod::Pieces] {
        for closed in [true, false] {
            let found = knight_tour(8, 8, closed, method, &unlimited()).unwrap();
            assert!(matches!(found, Found::Tour(tour) if tour.is_valid()), "{method:?}");
        }
    }
    let found = knight_tour(6, 5, true, TourMethod::Exact, &unlimited()).unwrap();
    assert!(matches!(found, Found::Tour(tour) if tour.is_valid()));
}

#[test]
fn counting_keeps_to_its_budget() {
    let little = Budget::unlimited().memory(1 << 20);
    assert!(matches!(count_knight_tours(8, 8, true, &little), Err(SolveError::Exhausted(_))));
    let short = Budget::unlimited().nodes(10_000);
    assert!(matches!(count_knight_tours(8, 8, true, &short), Err(SolveError::Exhausted(_))));
    assert!(matches!(count_knight_tours(20, 20, true, &unlimited()), Err(SolveError::TooWide { .. })));
}
