//! Exact facts about graphs, such as those of a piece on a board: how many pieces can stand there without
//! attacking each other, how few can guard all squares.
//!
//! Each operation has its own file. Operations that take long spend from a budget, and what is known when it
//! is used up is an [`Extremum`]: bounds, and a set that attains one of them.

mod bipartite;
mod board;
mod clique;
mod colouring;
mod domination;
mod line;
mod matching;
mod perfect;
mod placing;
mod sets;
mod tabu;
mod terminal;

use std::collections::VecDeque;

use crate::SolveError;

pub use bipartite::{Sides, sides};
pub use board::BoardGraph;
pub use clique::{clique, independence};
pub use colouring::{Colouring, colouring};
pub use domination::{domination, independent_domination};
pub use perfect::{Perfectness, Reason, perfectness};
pub use placing::{Placings, is_least, place_queens};
pub use terminal::{terminal_set, terminal_sizes};

/// A graph, with vertices numbered from 0. No vertex is adjacent to itself.
///
/// ```
/// use nimatron_rules::Budget;
/// use nimatron_solve::graph::{Graph, domination, independence};
///
/// let pentagon = Graph::new(5, (0..5).map(|i| (i, (i + 1) % 5)));
/// assert_eq!(independence(&pentagon, &Budget::unlimited()).value(), Some(2));
/// assert_eq!(domination(&pentagon, &[], &Budget::unlimited()).value(), Some(2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    /// The graph with these edges. Loops are ignored, and each edge counts once.
    ///
    /// # Panics
    /// If an end of an edge is not a vertex.
    #[must_use]
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut neighbours = vec![Vec::new(); vertices];
        for (a, b) in edges {
            assert!(a < vertices && b < vertices, "an edge has two ends");
            if a != b {
                neighbours[a].push(b as u32);
                neighbours[b].push(a as u32);
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Graph { neighbours }
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// The number of edges.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.neighbours.iter().map(Vec::len).sum::<usize>() / 2
    }

    /// The neighbours of a vertex, lowest first.
    pub fn neighbours(&self, vertex: usize) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.neighbours[vertex].iter().map(|&other| other as usize)
    }

    /// The number of neighbours of a vertex.
    #[must_use]
    pub fn degree(&self, vertex: usize) -> usize {
        self.neighbours[vertex].len()
    }

    /// Whether there is an edge between two vertices.
    #[must_use]
    pub fn has_edge(&self, a: usize, b: usize) -> bool {
        u32::try_from(b).is_ok_and(|b| self.neighbours[a].binary_search(&b).is_ok())
    }

    /// The connected components, each with its vertices in order.
    #[must_use]
    pub fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.vertices()];
        let mut components = Vec::new();
        for start in 0..self.vertices() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut component, mut queue) = (vec![start], VecDeque::from([start]));
            while let Some(vertex) = queue.pop_front() {
                for other in self.neighbours(vertex) {
                    if !std::mem::replace(&mut seen[other], true) {
                        component.push(other);
                        queue.push_back(other);
                    }
                }
            }
            component.sort_unstable();
            components.push(component);
        }
        components
    }

    /// The subgraph of some of the vertices, numbered in the order given.
    #[must_use]
    pub fn induced(&self, vertices: &[usize]) -> Self {
        let mut number = vec![u32::MAX; self.vertices()];
        vertices.iter().enumerate().for_each(|(i, &vertex)| number[vertex] = i as u32);
        let neighbours = vertices.iter().map(|&vertex| {
            let numbers = self.neighbours(vertex).map(|other| number[other]);
            let mut list: Vec<u32> = numbers.filter(|&number| number != u32::MAX).collect();
            list.sort_unstable();
            list
        });
        Graph { neighbours: neighbours.collect() }
    }

    /// Whether no two of the vertices are adjacent.
    #[must_use]
    pub fn is_independent(&self, set: &[usize]) -> bool {
        set.iter().enumerate().all(|(i, &a)| set[..i].iter().all(|&b| a != b && !self.has_edge(a, b)))
    }

    /// Whether all of the vertices are adjacent to each other.
    #[must_use]
    pub fn is_clique(&self, set: &[usize]) -> bool {
        set.iter().enumerate().all(|(i, &a)| set[..i].iter().all(|&b| self.has_edge(a, b)))
    }

    /// Whether every vertex is one of these or adjacent to one of them.
    #[must_use]
    pub fn is_dominating(&self, set: &[usize]) -> bool {
        let mut watched = vec![false; self.vertices()];
        for &vertex in set {
            watched[vertex] = true;
            self.neighbours(vertex).for_each(|other| watched[other] = true);
        }
        watched.into_iter().all(|watched| watched)
    }

    /// Whether the permutation maps edges to edges.
    #[must_use]
    pub fn is_symmetry(&self, permutation: &[usize]) -> bool {
        let mut hit = vec![false; self.vertices()];
        permutation.len() == self.vertices()
            && permutation.iter().all(|&image| image < hit.len() && !std::mem::replace(&mut hit[image], true))
            && (0..self.vertices())
                .all(|v| self.neighbours(v).all(|other| self.has_edge(permutation[v], permutation[other])))
    }
}

/// What is known about the size of a largest or smallest set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extremum {
    /// A lower bound.
    pub lower: usize,
    /// An upper bound.
    pub upper: usize,
    /// The best set of the requested kind that was found.
    pub witness: Vec<usize>,
    /// Why the bounds differ, if they do.
    pub stopped: Option<SolveError>,
}

impl Extremum {
    /// The exact size, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<usize> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// A largest set: no set is larger than `upper`.
    fn largest(mut witness: Vec<usize>, upper: usize, stopped: Option<SolveError>) -> Self {
        witness.sort_unstable();
        let lower = witness.len();
        let stopped = if lower == upper { None } else { stopped };
        Extremum { lower, upper, witness, stopped }
    }

    /// A smallest set: no set is smaller than `lower`.
    fn smallest(mut witness: Vec<usize>, lower: usize, stopped: Option<SolveError>) -> Self {
        witness.sort_unstable();
        let upper = witness.len();
        let stopped = if lower == upper { None } else { stopped };
        Extremum { lower, upper, witness, stopped }
    }
}
