//! Neighbourhoods as sets of bits, as wide as the graph needs.

use nimatron_rules::Bits;

use super::Graph;
use crate::SolveError;

/// The largest graph whose neighbourhoods are stored as bits.
pub(super) const MOST_VERTICES: usize = 1023;

/// The error for a graph with too many vertices to be searched.
pub(super) fn too_large(graph: &Graph) -> SolveError {
    SolveError::TooLarge { vertices: graph.vertices(), most: MOST_VERTICES }
}

/// The neighbourhoods of a graph as sets, with its vertices renumbered: `order[i]` is the vertex with the
/// number `i`.
pub(super) fn neighbourhoods<const N: usize>(graph: &Graph, order: &[usize]) -> Vec<Bits<N>> {
    let mut number = vec![0; graph.vertices()];
    order.iter().enumerate().for_each(|(i, &vertex)| number[vertex] = i);
    order.iter().map(|&vertex| graph.neighbours(vertex).map(|other| number[other]).collect()).collect()
}

/// The first vertices, this many of them, as a set.
pub(super) fn first<const N: usize>(vertices: usize) -> Bits<N> {
    (0..vertices).collect()
}

/// Calls a function with as many words for sets as a graph with this number of vertices needs, with room for
/// one more vertex.
macro_rules! with_words {
    ($vertices:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $vertices {
            0..=63 => $function::<1>($($argument),*),
            64..=127 => $function::<2>($($argument),*),
            128..=255 => $function::<4>($($argument),*),
            _ => $function::<16>($($argument),*),
        }
    };
}
pub(super) use with_words;
