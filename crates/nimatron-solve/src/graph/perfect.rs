//! Whether a graph is perfect: every induced subgraph needs no more colours than its largest clique.
//!
//! By the strong perfect graph theorem (Chudnovsky, Robertson, Seymour and Thomas 2006) a graph is perfect if
//! neither it nor its complement has an *odd hole*: an induced cycle of odd length, at least 5. A hole is
//! searched for; for some classes of graphs it is known immediately that there is none.

use nimatron_rules::{Bits, Budget, Exhausted, Meter};

use super::Graph;
use super::bipartite::{Sides, sides};
use super::line::root;
use super::sets::{MOST_VERTICES, first, neighbourhoods, too_large, with_words};
use crate::SolveError;

/// Why a graph is perfect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// All edges lie between two sides (König 1916).
    Bipartite,
    /// Its vertices are the edges of a bipartite graph, adjacent if they share an end (König 1916), as for
    /// rooks, whose squares join a row with a column, and for bishops, with their diagonals.
    LineGraph,
    /// Every cycle of more than three vertices has a chord (Berge 1960).
    Chordal,
    /// Its complement is one of these (Lovász 1972).
    Complement,
    /// Neither it nor its complement has an odd hole: all induced paths were followed.
    NoOddHole,
}

/// Whether a graph is perfect, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Perfectness {
    /// It is perfect.
    Perfect(Reason),
    /// It has an odd hole: each vertex is adjacent to the one before and the one after, and to no other.
    Hole(Vec<usize>),
    /// Its complement has an odd hole: each vertex is adjacent to all but the one before and the one after.
    Antihole(Vec<usize>),
}

/// Whether a graph is perfect.
pub fn perfectness(graph: &Graph, budget: &Budget) -> Result<Perfectness, SolveError> {
    if let Some(reason) = easy(graph) {
        return Ok(Perfectness::Perfect(reason));
    }
    if graph.vertices() > MOST_VERTICES {
        return Err(too_large(graph));
    }
    let complement = complement(graph);
    if easy(&complement).is_some() {
        return Ok(Perfectness::Perfect(Reason::Complement));
    }
    // A hole of length 5 is its own complement, so longer ones are left for the second search.
    if let Some(hole) = with_words!(graph.vertices(), odd_hole(graph, budget))? {
        return Ok(Perfectness::Hole(hole));
    }
    if let Some(hole) = with_words!(graph.vertices(), odd_hole(&complement, budget))? {
        return Ok(Perfectness::Antihole(hole));
    }
    Ok(Perfectness::Perfect(Reason::NoOddHole))
}

fn complement(graph: &Graph) -> Graph {
    let vertices = graph.vertices();
    let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
    Graph::new(vertices, pairs.filter(|&(a, b)| !graph.has_edge(a, b)))
}

/// A class of perfect graphs that contains this one and is easy to recognize.
fn easy(graph: &Graph) -> Option<Reason> {
    if matches!(sides(graph), Sides::Two(_)) {
        Some(Reason::Bipartite)
    } else if root(graph).is_some() {
        Some(Reason::LineGraph)
    } else if is_chordal(graph) {
        Some(Reason::Chordal)
    } else {
        None
    }
}

/// Whether every cycle of more than three vertices has a chord, by maximum cardinality search (Tarjan and
/// Yannakakis 1984): in the order found, the earlier neighbours of each vertex must be adjacent to the latest
/// of them.
fn is_chordal(graph: &Graph) -> bool {
    let vertices = graph.vertices();
    let (mut weight, mut place) = (vec![0_usize; vertices], vec![usize::MAX; vertices]);
    for step in 0..vertices {
        let open = (0..vertices).filter(|&vertex| place[vertex] == usize::MAX);
        let Some(vertex) = open.max_by_key(|&vertex| weight[vertex]) else { break };
        place[vertex] = step;
        graph.neighbours(vertex).for_each(|other| weight[other] += 1);
        let earlier = || graph.neighbours(vertex).filter(|&other| place[other] < step);
        if let Some(latest) = earlier().max_by_key(|&other| place[other])
            && earlier().any(|other| other != latest && !graph.has_edge(other, latest))
        {
            return false;
        }
    }
    true
}

/// An induced cycle of odd length, at least 5.
fn odd_hole<const N: usize>(graph: &Graph, budget: &Budget) -> Result<Option<Vec<usize>>, Exhausted> {
    let order: Vec<usize> = (0..graph.vertices()).collect();
    let near = neighbourhoods::<N>(graph, &order);
    let mut search = Holes { near: &near, path: Vec::new(), longest: 5, meter: budget.meter() };
    // Short holes first: most graphs that have one have a short one.
    let all = first::<N>(graph.vertices());
    for longest in [5, 7, usize::MAX] {
        search.longest = longest;
        for start in 0..graph.vertices() {
            // It begins with its lowest vertex, and continues with the lower one of its two neighbours.
            let above = all.without(first(start + 1));
            for second in near[start] & above {
                search.path = vec![start, second];
                let ends = (near[start] & above).without(first(second + 1)).without(near[second]);
                if search.follow(above.without(near[start]), ends)? {
                    return Ok(Some(search.path));
                }
            }
        }
    }
    Ok(None)
}

struct Holes<'a, const N: usize> {
    near: &'a [Bits<N>],
    path: Vec<usize>,
    longest: usize,
    meter: Meter,
}

impl<const N: usize> Holes<'_, N> {
    /// Extends an induced path at its end. `free` are the vertices that may come next: they are adjacent to
    /// no vertex of the path except possibly the last. `ends` would close it: they are adjacent to the first
    /// vertex, and to no other except possibly the last.
    fn follow(&mut self, free: Bits<N>, ends: Bits<N>) -> Result<bool, Exhausted> {
        self.meter.tick()?;
        let Some(&last) = self.path.last() else { return Ok(false) };
        let length = self.path.len();
        if length >= 4
            && length.is_multiple_of(2)
            && let Some(end) = (ends & self.near[last]).first()
        {
            self.path.push(end);
            return Ok(true);
        }
        let ends = if length >= 3 { ends.without(self.near[last]) } else { ends };
        if ends.is_empty() || length + 1 >= self.longest {
            return Ok(false);
        }
        for next in free & self.near[last] {
            self.path.push(next);
            let mut rest = free.without(self.near[last]);
            rest.remove(next);
            if self.follow(rest, ends)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }
}
