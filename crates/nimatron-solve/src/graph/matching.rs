//! Largest matchings of bipartite graphs, and the largest independent sets that they give.

use std::collections::VecDeque;

use super::Graph;

const NOBODY: usize = usize::MAX;

/// A largest matching of a graph with these sides (Hopcroft and Karp 1973): the partner of each vertex.
fn matching(graph: &Graph, side: &[bool]) -> Vec<usize> {
    let mut partner = vec![NOBODY; graph.vertices()];
    let first: Vec<usize> = (0..graph.vertices()).filter(|&vertex| !side[vertex]).collect();
    let mut layer = vec![0_u32; graph.vertices()];
    loop {
        // 1. Layers of alternating paths from all unmatched vertices at once.
        layer.fill(u32::MAX);
        let mut queue: VecDeque<usize> = first.iter().copied().filter(|&v| partner[v] == NOBODY).collect();
        queue.iter().for_each(|&vertex| layer[vertex] = 0);
        let mut reached = false;
        while let Some(vertex) = queue.pop_front() {
            for other in graph.neighbours(vertex) {
                match partner[other] {
                    NOBODY => reached = true,
                    next if layer[next] == u32::MAX => {
                        layer[next] = layer[vertex] + 1;
                        queue.push_back(next);
                    }
                    _ => {}
                }
            }
        }
        if !reached {
            return partner;
        }
        // 2. Disjoint paths along the layers, each of which matches one more vertex.
        let mut tried = vec![0_usize; graph.vertices()];
        for &start in &first {
            if partner[start] == NOBODY {
                lengthen(graph, start, &mut partner, &mut layer, &mut tried);
            }
        }
    }
}

/// Looks for an alternating path from an unmatched vertex to another, without recursion, and augments it.
fn lengthen(graph: &Graph, start: usize, partner: &mut [usize], layer: &mut [u32], tried: &mut [usize]) {
    let mut path = vec![start];
    while let Some(&vertex) = path.last() {
        let Some(other) = graph.neighbours(vertex).nth(tried[vertex]) else {
            layer[vertex] = u32::MAX;
            path.pop();
            continue;
        };
        tried[vertex] += 1;
        match partner[other] {
            NOBODY => {
                // Each vertex of the path takes the neighbour that it tried last.
                for &vertex in &path {
                    let Some(other) = graph.neighbours(vertex).nth(tried[vertex] - 1) else { continue };
                    partner[other] = vertex;
                    partner[vertex] = other;
                }
                return;
            }
            next if layer[next] == layer[vertex] + 1 => path.push(next),
            _ => {}
        }
    }
}

/// A largest independent set of a graph with these sides: the complement of a smallest vertex cover, which is
/// as large as a largest matching (König 1931).
pub(super) fn independent_set(graph: &Graph, side: &[bool]) -> Vec<usize> {
    let partner = matching(graph, side);
    // The vertices that alternating paths reach from the unmatched vertices of the first side.
    let mut reached = vec![false; graph.vertices()];
    let single = |&vertex: &usize| !side[vertex] && partner[vertex] == NOBODY;
    let mut queue: VecDeque<usize> = (0..graph.vertices()).filter(single).collect();
    queue.iter().for_each(|&vertex| reached[vertex] = true);
    while let Some(vertex) = queue.pop_front() {
        for other in graph.neighbours(vertex) {
            if !std::mem::replace(&mut reached[other], true) {
                let next = partner[other];
                if next != NOBODY && !std::mem::replace(&mut reached[next], true) {
                    queue.push_back(next);
                }
            }
        }
    }
    (0..graph.vertices()).filter(|&vertex| reached[vertex] != side[vertex]).collect()
}
