//! Line graphs: graphs whose vertices are the edges of another graph, neighbours if they share an end.

use super::Graph;
use super::bipartite::{Sides, sides};

/// A bipartite graph whose edges are the vertices of a graph.
pub(super) struct Root {
    /// The number of nodes.
    nodes: usize,
    /// The nodes at the ends of the edge that each vertex corresponds to. One with a free end has one node.
    ends: Vec<Vec<usize>>,
    side: Vec<bool>,
}

/// The bipartite graph whose line graph this is, if it is one: for rooks that of rows and columns, where each
/// square joins a row with a column, and for bishops that of the diagonals.
///
/// The edges around one of its nodes are a clique here, every edge here lies in one such clique, and every
/// vertex in at most two. So the cliques are found from the edges, and a decomposition that fits is right.
pub(super) fn root(graph: &Graph) -> Option<Root> {
    let vertices = graph.vertices();
    let mut nodes = 0;
    let mut ends: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    for a in 0..vertices {
        for b in graph.neighbours(a).filter(|&b| b > a) {
            if ends[a].iter().any(|clique| ends[b].contains(clique)) {
                continue;
            }
            let mut clique: Vec<usize> = graph.neighbours(a).filter(|&c| graph.has_edge(b, c)).collect();
            clique.extend([a, b]);
            if !graph.is_clique(&clique) {
                return None;
            }
            for member in clique {
                ends[member].push(nodes);
                if ends[member].len() > 2 {
                    return None;
                }
            }
            nodes += 1;
        }
    }
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for ends in &ends {
        if let [a, b] = ends[..] {
            edges.push((a.min(b), a.max(b)));
        }
    }
    // Two edges between the same nodes would be neighbours twice.
    edges.sort_unstable();
    if edges.windows(2).any(|pair| pair[0] == pair[1]) {
        return None;
    }
    match sides(&Graph::new(nodes, edges)) {
        Sides::Two(side) => Some(Root { nodes, ends, side }),
        Sides::OddCycle(_) => None,
    }
}

impl Root {
    /// A smallest dominating set of vertices, if every node of one side is joined with every node of the
    /// other, as rows with columns. If a row and a column had no vertex, their crossing would not be
    /// dominated, so the set has as many vertices as the smaller side has nodes; and that many vertices with
    /// no row and no column twice are enough.
    pub(super) fn dominating_set(&self) -> Option<Vec<usize>> {
        let one = self.side.iter().filter(|&&side| side).count();
        let other = self.nodes - one;
        let is_complete =
            self.ends.iter().all(|ends| ends.len() == 2) && self.ends.len() == one * other && self.nodes > 1;
        if !is_complete {
            return None;
        }
        let (mut used, mut set) = (vec![false; self.nodes], Vec::new());
        for (vertex, ends) in self.ends.iter().enumerate() {
            if ends.iter().all(|&end| !used[end]) {
                ends.iter().for_each(|&end| used[end] = true);
                set.push(vertex);
            }
        }
        Some(set)
    }
}
