//! Facts about graphs against brute force, and facts about pieces on boards against known results.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use nimatron_rules::{Budget, Piece, Surface};
use nimatron_solve::graph::{
    BoardGraph, Graph, Perfectness, Placings, Reason, Sides, clique, colouring, domination, independence,
    independent_domination, perfectness, sides, terminal_set, terminal_sizes,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn unlimited() -> Budget {
    Budget::unlimited()
}

fn board(piece: &str, board: &str) -> BoardGraph {
    BoardGraph::new(&Piece::read(piece).unwrap(), &Surface::<4>::read(board).unwrap()).unwrap()
}

/// The result of trying all sets of vertices of a small graph.
struct Brute {
    vertices: usize,
    near: Vec<u32>,
}

impl Brute {
    fn new(graph: &Graph) -> Self {
        let near = (0..graph.vertices()).map(|v| graph.neighbours(v).fold(0, |set, other| set | 1 << other));
        Brute { vertices: graph.vertices(), near: near.collect() }
    }

    fn members(&self, set: u32) -> impl Iterator<Item = usize> + use<> {
        (0..self.vertices).filter(move |&vertex| set >> vertex & 1 == 1)
    }

    fn is_independent(&self, set: u32) -> bool {
        self.members(set).all(|vertex| self.near[vertex] & set == 0)
    }

    fn is_clique(&self, set: u32) -> bool {
        self.members(set).all(|vertex| (self.near[vertex] | 1 << vertex) & set == set)
    }

    fn is_dominating(&self, set: u32) -> bool {
        let watched = self.members(set).fold(set, |watched, vertex| watched | self.near[vertex]);
        watched == self.all()
    }

    fn all(&self) -> u32 {
        (1 << self.vertices) - 1
    }

    fn sizes(&self, wanted: impl Fn(u32) -> bool) -> Vec<usize> {
        let sets = (0..=self.all()).filter(|&set| wanted(set));
        let mut sizes: Vec<usize> = sets.map(|set| set.count_ones() as usize).collect();
        sizes.sort_unstable();
        sizes
    }

    /// The fewest colours for each set of vertices.
    fn colours(&self) -> Vec<usize> {
        let mut colours = vec![0; 1 << self.vertices];
        for set in 1..=self.all() {
            let lowest = 1 << set.trailing_zeros();
            // The part with the lowest vertex has one colour, the rest have the others.
            let rest = set ^ lowest;
            let (mut part, mut best) = (rest, usize::MAX);
            loop {
                if self.is_independent(part | lowest) {
                    best = best.min(colours[(rest & !part) as usize] + 1);
                }
                if part == 0 {
                    break;
                }
                part = (part - 1) & rest;
            }
            colours[set as usize] = best;
        }
        colours
    }
}

/// Random graphs of all sizes and densities, always the same.
fn random_graphs(count: usize, most: usize) -> Vec<Graph> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    let graph = |i: usize| {
        let vertices = 1 + i % most;
        let density = 1 + i / most % 9;
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
        let edges: Vec<_> = pairs.filter(|_| random.random_range(0..10) < density).collect();
        Graph::new(vertices, edges)
    };
    (0..count).map(graph).collect()
}

#[test]
fn largest_and_smallest_sets_are_those_of_brute_force() {
    for graph in random_graphs(500, 11) {
        let brute = Brute::new(&graph);
        let independent = independence(&graph, &unlimited());
        assert_eq!(independent.value(), brute.sizes(|set| brute.is_independent(set)).last().copied());
        assert!(graph.is_independent(&independent.witness) && independent.witness.len() == independent.lower);
        let largest = clique(&graph, &unlimited());
        assert_eq!(largest.value(), brute.sizes(|set| brute.is_clique(set)).last().copied());
        assert!(graph.is_clique(&largest.witness) && largest.witness.len() == largest.lower);
        let dominating = domination(&graph, &[], &unlimited());
        assert_eq!(dominating.value(), brute.sizes(|set| brute.is_dominating(set)).first().copied());
        assert!(graph.is_dominating(&dominating.witness) && dominating.witness.len() == dominating.lower);
        let both = independent_domination(&graph, &[], &unlimited());
        let sizes = brute.sizes(|set| brute.is_dominating(set) && brute.is_independent(set));
        assert_eq!(both.value(), sizes.first().copied());
        assert!(graph.is_dominating(&both.witness) && graph.is_independent(&both.witness));
        assert_eq!(both.witness.len(), both.lower);
    }
}

#[test]
fn terminal_sizes_are_those_of_brute_force_in_any_order() {
    for graph in random_graphs(300, 11) {
        let brute = Brute::new(&graph);
        let mut sizes = brute.sizes(|set| brute.is_dominating(set) && brute.is_independent(set));
        sizes.dedup();
        let order: Vec<usize> = (0..graph.vertices()).collect();
        let turned: Vec<usize> = (0..graph.vertices()).rev().collect();
        assert_eq!(terminal_sizes(&graph, &order, &unlimited()), Ok(sizes.clone()));
        assert_eq!(terminal_sizes(&graph, &turned, &unlimited()), Ok(sizes.clone()));
        for size in 0..=graph.vertices() {
            let set = terminal_set(&graph, size, &unlimited());
            assert_eq!(set.is_some(), sizes.contains(&size));
            assert!(set.is_none_or(|set| {
                set.len() == size && graph.is_independent(&set) && graph.is_dominating(&set)
            }));
        }
    }
}

#[test]
fn colours_and_perfectness_are_those_of_brute_force() {
    let (mut perfect, mut holes, mut antiholes) = (0, 0, 0);
    for graph in random_graphs(600, 9) {
        let brute = Brute::new(&graph);
        let colours = brute.colours();
        let found = colouring(&graph, &unlimited());
        assert_eq!(found.value(), colours.last().copied());
        assert!(found.is_proper(&graph));
        // By the definition: no part needs more colours than its largest clique.
        let mut cliques = vec![0; colours.len()];
        for set in 1..=brute.all() {
            cliques[set as usize] = if brute.is_clique(set) {
                set.count_ones() as usize
            } else {
                brute.members(set).map(|vertex| cliques[(set & !(1 << vertex)) as usize]).max().unwrap()
            };
        }
        let is_cycle = |cycle: &[usize], edge: bool| {
            let length = cycle.len();
            length >= 5
                && length % 2 == 1
                && (0..length).all(|i| {
                    (0..i).all(|j| {
                        let are_next = i - j == 1 || i - j == length - 1;
                        graph.has_edge(cycle[i], cycle[j]) == (are_next == edge)
                    })
                })
        };
        match perfectness(&graph, &unlimited()).unwrap() {
            Perfectness::Perfect(_) => {
                perfect += 1;
                assert_eq!(colours, cliques);
            }
            Perfectness::Hole(hole) => {
                holes += 1;
                assert!(is_cycle(&hole, true) && colours != cliques);
            }
            Perfectness::Antihole(hole) => {
                antiholes += 1;
                assert!(is_cycle(&hole, false) && colours != cliques);
            }
        }
    }
    assert!(perfect > 50 && holes > 20, "{perfect} {holes} {antiholes}");
}

#[test]
fn the_complement_of_a_heptagon_is_an_antihole() {
    let pairs = (0..7).flat_map(|a| (0..a).map(move |b| (a, b)));
    let graph = Graph::new(7, pairs.filter(|(a, b)| a - b != 1 && a - b != 6));
    assert!(matches!(perfectness(&graph, &unlimited()), Ok(Perfectness::Antihole(hole)) if hole.len() == 7));
}

#[test]
fn sides_or_an_odd_cycle_are_found() {
    for graph in random_graphs(300, 12) {
        match sides(&graph) {
            Sides::Two(side) => {
                assert!(
                    (0..graph.vertices()).all(|v| graph.neighbours(v).all(|other| side[v] != side[other]))
                );
            }
            Sides::OddCycle(cycle) => {
                let length = cycle.len();
                assert!(length % 2 == 1 && length >= 3);
                assert!((0..length).all(|i| graph.has_edge(cycle[i], cycle[(i + 1) % length])));
                assert!((0..length).all(|i| !cycle[..i].contains(&cycle[i])));
            }
        }
    }
}

#[test]
fn placings_are_counted_as_by_brute_force() {
    for graph in random_graphs(200, 11) {
        let brute = Brute::new(&graph);
        let sizes = brute.sizes(|set| brute.is_independent(set));
        for size in 0..=graph.vertices() {
            let expected = sizes.iter().filter(|&&other| other == size).count() as u64;
            assert_eq!(Placings::new(&graph, size).count(&unlimited()), Ok(expected), "{size}");
        }
    }
}

#[test]
fn symmetry_changes_no_domination_number() {
    for (piece, size) in
        [("N", "5x5"), ("N", "4x6"), ("K", "5x5"), ("Q", "6x6"), ("N", "5x4@torus"), ("B", "5x5@klein")]
    {
        let found = board(piece, size);
        assert!(!found.symmetries.is_empty());
        for independent in [false, true] {
            let number = if independent { independent_domination } else { domination };
            let with = number(&found.graph, &found.symmetries, &unlimited());
            let without = number(&found.graph, &[], &unlimited());
            assert_eq!(with.value(), without.value(), "{piece} {size}");
            assert!(with.value().is_some());
        }
    }
}

#[test]
fn knights_dominate_boards_as_in_oeis_a006075() {
    let expected = [1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21, 24];
    for (i, expected) in expected.into_iter().enumerate() {
        let found = board("N", &format!("{0}x{0}", i + 1));
        let dominating = domination(&found.graph, &found.symmetries, &unlimited());
        assert_eq!(dominating.value(), Some(expected), "{}", i + 1);
        assert!(found.graph.is_dominating(&dominating.witness));
    }
}

#[test]
fn knights_that_do_not_attack_each_other_dominate_boards_as_in_oeis_a342576() {
    let expected = [1, 4, 4, 4, 5, 8, 13, 14, 14, 16, 22, 24];
    for (i, expected) in expected.into_iter().enumerate() {
        let found = board("N", &format!("{0}x{0}", i + 1));
        let both = independent_domination(&found.graph, &found.symmetries, &unlimited());
        assert_eq!(both.value(), Some(expected), "{}", i + 1);
        assert!(found.graph.is_dominating(&both.witness) && found.graph.is_independent(&both.witness));
    }
}

/// Whether these numbers of pieces dominate the boards 1×1, 2×2, … of a surface, and no fewer do.
fn squares_are_dominated_by(piece: &str, surface: &str, numbers: &[usize]) {
    for (side, &expected) in (1..).zip(numbers) {
        let found = board(piece, &format!("{side}x{side}{surface}"));
        let number = domination(&found.graph, &found.symmetries, &unlimited()).value();
        assert_eq!(number, Some(expected), "{side}");
    }
}

#[test]
fn queens_dominate_boards_as_in_oeis_a075458() {
    squares_are_dominated_by("Q", "", &[1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5]);
}

#[test]
fn knights_dominate_the_torus_as_in_oeis_a279407() {
    squares_are_dominated_by("N", "@torus", &[1, 2, 3, 4, 5, 6, 9, 8, 12]);
}

#[test]
fn as_many_rooks_as_the_shorter_side_dominate() {
    for (size, expected) in [("1x1", 1), ("1x5", 1), ("2x2", 2), ("3x4", 3), ("5x3", 3), ("16x16", 16)] {
        let found = board("R", size);
        for number in [domination, independent_domination] {
            let set = number(&found.graph, &found.symmetries, &unlimited());
            assert_eq!(set.value(), Some(expected), "{size}");
            assert!(found.graph.is_dominating(&set.witness) && set.witness.len() == expected);
        }
    }
}

/// The thesis on grid games calls every minimal dominating set independent; then γ and i would be the same.
#[test]
fn fewest_knights_that_watch_8x8_must_watch_each_other() {
    let found = board("N", "8x8");
    let dominating = domination(&found.graph, &found.symmetries, &unlimited());
    assert_eq!(dominating.value(), Some(12));
    assert!(!found.graph.is_independent(&dominating.witness));
    assert_eq!(independent_domination(&found.graph, &found.symmetries, &unlimited()).value(), Some(14));
}

/// Proposition 2.2.3 of the thesis says that all terminal sets of a board have sizes of the same parity as its area.
#[test]
fn knights_on_3x3_have_terminal_sets_of_4_and_5() {
    let found = board("N", "3x3");
    assert_eq!(terminal_sizes(&found.graph, &found.along, &unlimited()), Ok(vec![4, 5]));
    // The top row and the centre.
    let set = [0, 1, 2, 4];
    assert!(found.graph.is_independent(&set) && found.graph.is_dominating(&set));
}

/// The thesis says ⌈mn/2⌉ for all boards.
#[test]
fn more_than_half_of_a_narrow_board_can_hold_knights() {
    for (size, expected) in
        [("1x5", 5), ("2x2", 4), ("2x3", 4), ("2x5", 6), ("2x6", 8), ("3x3", 5), ("5x5", 13)]
    {
        let found = board("N", size);
        let independent = independence(&found.graph, &unlimited());
        assert_eq!(independent.value(), Some(expected), "{size}");
        assert!(found.graph.is_independent(&independent.witness));
    }
}

/// Lemma 3.2.5 of the thesis says that of the chessmen only knights and bishops have perfect graphs on all boards.
#[test]
fn rooks_are_as_perfect_as_bishops_and_knights() {
    for (piece, reason) in [("N", Reason::Bipartite), ("B", Reason::LineGraph), ("R", Reason::LineGraph)] {
        for size in ["3x3", "4x7", "8x8", "12x12"] {
            let found = board(piece, size);
            assert_eq!(
                perfectness(&found.graph, &unlimited()),
                Ok(Perfectness::Perfect(reason)),
                "{piece} {size}"
            );
        }
    }
    for piece in ["K", "Q"] {
        let found = perfectness(&board(piece, "8x8").graph, &unlimited()).unwrap();
        assert!(matches!(found, Perfectness::Hole(_)), "{piece}");
    }
}

/// Lemma 3.2.6 of the thesis says that cycles of knights and bishops have at least four squares.
#[test]
fn three_bishops_on_a_diagonal_are_a_cycle_of_three() {
    let found = board("B", "3x3");
    let Sides::OddCycle(cycle) = sides(&found.graph) else { panic!("there are triangles") };
    assert_eq!(cycle.len(), 3);
    assert!(found.graph.is_clique(&cycle));
    assert!(matches!(sides(&board("N", "8x8").graph), Sides::Two(_)));
}

#[test]
fn queens_need_as_many_colours_as_in_oeis_a088202() {
    for (i, expected) in [1, 4, 5, 5, 5, 7, 7, 9, 10].into_iter().enumerate() {
        let found = board("Q", &format!("{0}x{0}", i + 1));
        let colours = colouring(&found.graph, &unlimited());
        assert_eq!(colours.value(), Some(expected), "{}", i + 1);
        assert!(colours.is_proper(&found.graph));
    }
}

#[test]
fn pieces_that_do_not_attack_each_other_are_counted_as_is_known() {
    // Queens: OEIS A000170 and A002562, on the torus A007705; kings A018807; rooks A000142 and A000903; bishops: 2^8, and 36 by
    // Dudeney, Amusements in Mathematics (1917), 297. The 459 of the kings were computed here.
    for (piece, size, pieces, count, classes) in [
        ("Q", "8x8", 8, 92, 12),
        ("Q", "9x9", 9, 352, 46),
        ("Q", "10x10", 10, 724, 92),
        ("K", "6x6", 9, 3600, 459),
        ("B", "8x8", 14, 256, 36),
        ("R", "6x6", 6, 720, 115),
        ("N", "8x8", 32, 2, 1),
        ("Q", "5x5@torus", 5, 10, 1),
    ] {
        let found = board(piece, size);
        assert_eq!(independence(&found.graph, &unlimited()).value(), Some(pieces), "{piece} {size}");
        let counted =
            Placings::new(&found.graph, pieces).count_up_to_symmetry(&found.symmetries, &unlimited());
        assert_eq!(counted, Ok((count, classes)), "{piece} {size}");
    }
}

#[test]
fn who_runs_out_knows_bounds() {
    let found = board("Q", "13x13");
    let budget = Budget::unlimited().nodes(300);
    let dominating = domination(&found.graph, &found.symmetries, &budget);
    assert!(dominating.stopped.is_some() && dominating.value().is_none());
    assert!(dominating.lower <= 7 && dominating.upper >= 7, "{dominating:?}");
    assert!(found.graph.is_dominating(&dominating.witness));
    let colours = colouring(&board("Q", "12x12").graph, &Budget::unlimited().nodes(300));
    assert!(colours.stopped.is_some() && colours.lower <= 12 && colours.upper > 12, "{}", colours.upper);
}
