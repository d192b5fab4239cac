//! Largest cliques and largest independent sets.

use nimatron_rules::{Bits, Budget, Exhausted, Meter};

use crate::SolveError;

use super::bipartite::{Sides, sides};
use super::matching::independent_set;
use super::sets::{MOST_VERTICES, first, neighbourhoods, too_large, with_words};
use super::{Extremum, Graph};

/// The clique number ω: the size of a largest set of vertices that are all adjacent to each other.
#[must_use]
pub fn clique(graph: &Graph, budget: &Budget) -> Extremum {
    let vertices = graph.vertices();
    if vertices > MOST_VERTICES {
        let found = some_clique(graph);
        let upper = (0..vertices).map(|vertex| graph.degree(vertex) + 1).max().unwrap_or(0);
        return Extremum::largest(found, upper, Some(too_large(graph)));
    }
    with_words!(vertices, clique_in(graph, false, budget))
}

/// The independence number α: the size of a largest set of vertices of which no two are adjacent. In a
/// bipartite graph it follows from a largest matching.
#[must_use]
pub fn independence(graph: &Graph, budget: &Budget) -> Extremum {
    let mut sum = Extremum { lower: 0, upper: 0, witness: Vec::new(), stopped: None };
    for component in graph.components() {
        let part = graph.induced(&component);
        let found = match sides(&part) {
            Sides::Two(side) => {
                let set = independent_set(&part, &side);
                let size = set.len();
                Extremum::largest(set, size, None)
            }
            Sides::OddCycle(_) if part.vertices() > MOST_VERTICES => {
                let upper = clique_cover(&part);
                Extremum::largest(some_independent_set(&part), upper, Some(too_large(&part)))
            }
            Sides::OddCycle(_) => with_words!(part.vertices(), clique_in(&part, true, budget)),
        };
        sum.lower += found.lower;
        sum.upper += found.upper;
        sum.witness.extend(found.witness.iter().map(|&vertex| component[vertex]));
        sum.stopped = sum.stopped.or(found.stopped);
    }
    sum.witness.sort_unstable();
    sum
}

/// A largest clique of a graph, or of its complement.
fn clique_in<const N: usize>(graph: &Graph, complement: bool, budget: &Budget) -> Extremum {
    let vertices = graph.vertices();
    let order = sparse_last(graph, complement);
    let mut near = neighbourhoods::<N>(graph, &order);
    let all = first::<N>(vertices);
    if complement {
        for (vertex, set) in near.iter_mut().enumerate() {
            *set = all.without(*set);
            set.remove(vertex);
        }
    }
    let mut search = Search { near, best: Vec::new(), current: Vec::new(), meter: budget.meter() };
    let upper = search.colours(all, 0).last().map_or(0, |&(_, colours)| colours);
    let stopped = search.expand(all).err().map(SolveError::from);
    let upper = if stopped.is_none() { search.best.len() } else { upper };
    Extremum::largest(search.best.iter().map(|&i| order[i]).collect(), upper, stopped)
}

/// The vertices in a good order for colours: vertices that are left last when one of least degree is
/// repeatedly removed come first. Ties keep the order of the vertices, which on boards is a good one.
fn sparse_last(graph: &Graph, complement: bool) -> Vec<usize> {
    let vertices = graph.vertices();
    if complement {
        // Neighbours on a board lie together, and so form large cliques, which are colours of the complement.
        return (0..vertices).collect();
    }
    let mut degree: Vec<usize> = (0..vertices).map(|vertex| graph.degree(vertex)).collect();
    let mut left: Vec<usize> = (0..vertices).collect();
    let mut order = Vec::with_capacity(vertices);
    while let Some(at) = (0..left.len()).rev().min_by_key(|&i| degree[left[i]]) {
        let vertex = left.remove(at);
        graph.neighbours(vertex).for_each(|other| degree[other] = degree[other].saturating_sub(1));
        order.push(vertex);
    }
    order.reverse();
    order
}

/// Branch and bound, where a greedy colouring of the candidates bounds the number of them that are adjacent
/// to each other (Tomita and Seki 2003; with sets of bits San Segundo and others 2011).
struct Search<const N: usize> {
    near: Vec<Bits<N>>,
    best: Vec<usize>,
    current: Vec<usize>,
    meter: Meter,
}

impl<const N: usize> Search<N> {
    /// The candidates with their colours, from 1 upwards, except for those with the first `needless` colours.
    fn colours(&self, candidates: Bits<N>, needless: usize) -> Vec<(usize, usize)> {
        let mut coloured = Vec::new();
        let (mut left, mut colour) = (candidates, 0);
        while !left.is_empty() {
            colour += 1;
            let mut free = left;
            while let Some(vertex) = free.first() {
                free.remove(vertex);
                free = free.without(self.near[vertex]);
                left.remove(vertex);
                if colour > needless {
                    coloured.push((vertex, colour));
                }
            }
        }
        coloured
    }

    fn expand(&mut self, mut candidates: Bits<N>) -> Result<(), Exhausted> {
        self.meter.tick()?;
        let needless = self.best.len().saturating_sub(self.current.len());
        for (vertex, colour) in self.colours(candidates, needless).into_iter().rev() {
            if self.current.len() + colour <= self.best.len() {
                break;
            }
            self.current.push(vertex);
            let next = candidates & self.near[vertex];
            let searched = if next.is_empty() {
                if self.current.len() > self.best.len() {
                    self.best.clone_from(&self.current);
                }
                Ok(())
            } else {
                self.expand(next)
            };
            self.current.pop();
            searched?;
            candidates.remove(vertex);
        }
        Ok(())
    }
}

/// Some independent set: always takes a vertex with the fewest neighbours among those left.
fn some_independent_set(graph: &Graph) -> Vec<usize> {
    let mut order: Vec<usize> = (0..graph.vertices()).collect();
    order.sort_by_key(|&vertex| graph.degree(vertex));
    let mut free = vec![true; graph.vertices()];
    let mut set = Vec::new();
    for vertex in order {
        if free[vertex] {
            set.push(vertex);
            graph.neighbours(vertex).for_each(|other| free[other] = false);
        }
    }
    set
}

/// Some clique, from a vertex of the largest degree.
fn some_clique(graph: &Graph) -> Vec<usize> {
    let Some(start) = (0..graph.vertices()).max_by_key(|&vertex| graph.degree(vertex)) else {
        return Vec::new();
    };
    let mut clique = vec![start];
    for other in graph.neighbours(start) {
        if clique.iter().all(|&member| graph.has_edge(member, other)) {
            clique.push(other);
        }
    }
    clique
}

/// The number of cliques in a greedy cover of all vertices: no independent set has two vertices of one.
fn clique_cover(graph: &Graph) -> usize {
    let mut covered = vec![false; graph.vertices()];
    let mut cliques = 0;
    for start in 0..graph.vertices() {
        if std::mem::replace(&mut covered[start], true) {
            continue;
        }
        cliques += 1;
        let mut members = vec![start];
        for other in graph.neighbours(start) {
            if !covered[other] && members.iter().all(|&member| graph.has_edge(member, other)) {
                covered[other] = true;
                members.push(other);
            }
        }
    }
    cliques
}
