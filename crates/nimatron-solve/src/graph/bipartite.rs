//! Whether the vertices can be divided into two sides, with all edges between them.

use std::collections::VecDeque;

use super::Graph;

/// The two sides of a graph, or why there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sides {
    /// The side of each vertex; the lowest vertex of each component is on the first.
    Two(Vec<bool>),
    /// A shortest cycle of odd length, vertex by vertex.
    OddCycle(Vec<usize>),
}

/// The two sides of a graph, or an odd cycle: there is always one of them (König 1936).
#[must_use]
pub fn sides(graph: &Graph) -> Sides {
    let mut side = vec![None; graph.vertices()];
    for start in 0..graph.vertices() {
        if side[start].is_some() {
            continue;
        }
        side[start] = Some(false);
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front() {
            for other in graph.neighbours(vertex) {
                if side[other].is_none() {
                    side[other] = side[vertex].map(|side: bool| !side);
                    queue.push_back(other);
                } else if side[other] == side[vertex] {
                    return Sides::OddCycle(shortest_odd_cycle(graph));
                }
            }
        }
    }
    Sides::Two(side.into_iter().map(|side| side == Some(true)).collect())
}

/// A shortest odd cycle of a graph that has one. In a breadth-first search from a vertex, two neighbours at
/// the same distance close an odd walk through it; the shortest of all these walks is a cycle.
fn shortest_odd_cycle(graph: &Graph) -> Vec<usize> {
    let vertices = graph.vertices();
    let mut best: Vec<usize> = Vec::new();
    let (mut distance, mut parent) = (vec![usize::MAX; vertices], vec![usize::MAX; vertices]);
    for start in 0..vertices {
        distance.fill(usize::MAX);
        distance[start] = 0;
        let mut queue = VecDeque::from([start]);
        'search: while let Some(vertex) = queue.pop_front() {
            if !best.is_empty() && 2 * distance[vertex] + 1 >= best.len() {
                break;
            }
            for other in graph.neighbours(vertex) {
                if distance[other] == usize::MAX {
                    distance[other] = distance[vertex] + 1;
                    parent[other] = vertex;
                    queue.push_back(other);
                } else if distance[other] == distance[vertex] {
                    let mut cycle = vec![vertex];
                    let (mut back, mut end) = (Vec::new(), other);
                    let mut at = vertex;
                    while at != end {
                        at = parent[at];
                        back.push(end);
                        end = parent[end];
                        if at != end {
                            cycle.push(at);
                        }
                    }
                    cycle.push(at);
                    cycle.extend(back.into_iter().rev());
                    best = cycle;
                    break 'search;
                }
            }
        }
        if best.len() == 3 {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_cycle_is_a_cycle_and_odd() {
        // A pentagon with a long tail and an even cycle beside it.
        let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5), (5, 6), (6, 7), (7, 8), (8, 4)];
        let graph = Graph::new(9, edges);
        let Sides::OddCycle(cycle) = sides(&graph) else { panic!("there is a pentagon") };
        assert_eq!(cycle.len(), 5);
        assert!((0..5).all(|i| graph.has_edge(cycle[i], cycle[(i + 1) % 5])));
    }

    #[test]
    fn an_even_cycle_has_two_sides() {
        let graph = Graph::new(6, (0..6).map(|i| (i, (i + 1) % 6)));
        assert_eq!(sides(&graph), Sides::Two(vec![false, true, false, true, false, true]));
    }
}
