//! Tours by heuristics: Warnsdorff's rule, and reversing parts of a path.

use nimatron_rules::{Budget, Exhausted};

use crate::chance::Chance;
use crate::graph::Graph;

/// How far Warnsdorff's rule looks ahead to break ties.
const LOOK_AHEAD: u32 = 3;

/// A path through all vertices by Warnsdorff's rule (1823), from the first start that gives one: always to a
/// neighbour with the fewest continuations. Ties are broken by the number of continuations of the neighbour's
/// own best neighbour, by the same rule, and so on for a few steps.
pub fn warnsdorff(graph: &Graph, budget: &Budget) -> Result<Option<Vec<usize>>, Exhausted> {
    /// If none of the first starts succeeds, others seldom do.
    const STARTS: usize = 64;
    for start in 0..graph.vertices().min(STARTS) {
        let path = Walk::new(graph).from(start, budget)?;
        if path.len() == graph.vertices() {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

/// A walk by Warnsdorff's rule.
struct Walk<'a> {
    graph: &'a Graph,
    visited: Vec<bool>,
    /// Neighbours not yet visited.
    ways: Vec<u32>,
}

impl<'a> Walk<'a> {
    fn new(graph: &'a Graph) -> Self {
        let vertices = graph.vertices();
        let ways = (0..vertices).map(|vertex| graph.degree(vertex) as u32).collect();
        Walk { graph, visited: vec![false; vertices], ways }
    }

    fn visit(&mut self, vertex: usize) {
        self.visited[vertex] = true;
        self.graph.neighbours(vertex).for_each(|other| self.ways[other] -= 1);
    }

    fn leave(&mut self, vertex: usize) {
        self.visited[vertex] = false;
        self.graph.neighbours(vertex).for_each(|other| self.ways[other] += 1);
    }

    fn from(mut self, start: usize, budget: &Budget) -> Result<Vec<usize>, Exhausted> {
        let mut meter = budget.meter();
        let mut path = vec![start];
        self.visit(start);
        while let Some(next) = path.last().and_then(|&last| self.best(last, LOOK_AHEAD)).map(|(next, _)| next)
        {
            meter.tick()?;
            path.push(next);
            self.visit(next);
        }
        Ok(path)
    }

    /// The neighbour to go to, and the numbers of continuations from there, from the one after it, and so on.
    fn best(&mut self, from: usize, depth: u32) -> Option<(usize, Vec<u32>)> {
        let open: Vec<usize> = self.graph.neighbours(from).filter(|&other| !self.visited[other]).collect();
        let fewest = open.iter().map(|&vertex| self.ways[vertex]).min()?;
        let tied: Vec<usize> = open.into_iter().filter(|&vertex| self.ways[vertex] == fewest).collect();
        if tied.len() == 1 || depth == 0 {
            return Some((tied[0], vec![fewest]));
        }
        let mut best: Option<(usize, Vec<u32>)> = None;
        for vertex in tied {
            self.visit(vertex);
            let ahead = self.best(vertex, depth - 1).map_or_else(Vec::new, |(_, ahead)| ahead);
            self.leave(vertex);
            if best.as_ref().is_none_or(|(_, fewest)| ahead < *fewest) {
                best = Some((vertex, ahead));
            }
        }
        best.map(|(vertex, mut ahead)| {
            ahead.insert(0, fewest);
            (vertex, ahead)
        })
    }
}

/// A cycle through all vertices, by rotations (Pósa 1976): when a path can't continue, an edge from its end
/// to one of its vertices is added and the edge after that vertex removed, so that the part behind is
/// reversed and the path has another end. The random choices come from the seed.
pub fn closed_by_rotations(
    graph: &Graph,
    seed: u64,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, Exhausted> {
    let vertices = graph.vertices();
    let mut path = walk_or_rotate(graph, seed, budget)?;
    if path.len() < vertices {
        return Ok(None);
    }
    let mut chance = Chance::new(seed);
    let mut meter = budget.meter();
    for _ in 0..rotations(vertices) {
        meter.tick()?;
        let (first, last) = (path[0], path[vertices - 1]);
        if graph.has_edge(first, last) && vertices > 2 {
            return Ok(Some(path));
        }
        rotate(graph, &mut path, &mut chance);
    }
    Ok(None)
}

/// A path through all vertices, or as many as were reached: by Warnsdorff's rule, and by rotations where it ends.
pub(super) fn walk_or_rotate(graph: &Graph, seed: u64, budget: &Budget) -> Result<Vec<usize>, Exhausted> {
    let vertices = graph.vertices();
    if vertices == 0 {
        return Ok(Vec::new());
    }
    let mut chance = Chance::new(seed ^ 0x9e37_79b9);
    let mut path = Walk::new(graph).from(chance.below(vertices), budget)?;
    let mut visited = vec![false; vertices];
    path.iter().for_each(|&vertex| visited[vertex] = true);
    let mut meter = budget.meter();
    for _ in 0..rotations(vertices) {
        if path.len() == vertices {
            break;
        }
        meter.tick()?;
        let next = path.last().and_then(|&last| graph.neighbours(last).find(|&other| !visited[other]));
        match next {
            Some(next) => {
                visited[next] = true;
                path.push(next);
            }
            None => rotate(graph, &mut path, &mut chance),
        }
    }
    Ok(path)
}

/// Enough rotations for boards of some hundred squares, most of which take far fewer.
fn rotations(vertices: usize) -> usize {
    100 * vertices + 10_000
}

/// Gives a path another end; now and then it works on its other end.
fn rotate(graph: &Graph, path: &mut [usize], chance: &mut Chance) {
    let length = path.len();
    if chance.below(8) == 0 {
        path.reverse();
    }
    let last = path[length - 1];
    let inside = |&vertex: &usize| path.contains(&vertex);
    let on_path: Vec<usize> = graph.neighbours(last).filter(inside).collect();
    if on_path.is_empty() {
        return;
    }
    let joined = on_path[chance.below(on_path.len())];
    if let Some(at) = path.iter().position(|&vertex| vertex == joined) {
        path[at + 1..].reverse();
    }
}
