//! Neighbourhoods as sets of bits, as wide as the graph needs them.

use nimatron_rules::Bits;

use super::Graph;
use crate::SolveError;

/// The largest graph whose neighbourhoods are kept as bits.
pub(super) const MOST_VERTICES: usize = 1023;

/// The reason why a graph with more vertices is not searched.
pub(super) fn too_large(graph: &Graph) -> SolveError {
    SolveError::TooLarge { vertices: graph.vertices(), most: MOST_VERTICES }
}

/// The neighbourhoods of a graph as sets, with its vertices renumbered: `order[i]` is the vertex that is
/// called `i` there.
pub(super) fn neighbourhoods<const N: usize>(graph: &Graph, order: &[usize]) -> Vec<Bits<N>> {
    let mut number = vec![0; graph.vertices()];
    order.iter().enumerate().for_each(|(i, &vertex)| number[vertex] = i);
    order.iter().map(|&vertex| graph.neighbours(vertex).map(|other| number[other]).collect()).collect()
}

/// The first of so many vertices, as a set.
pub(super) fn first<const N: usize>(vertices: usize) -> Bits<N> {
    (0..vertices).collect()
}

/// Calls a function with as many words for sets as a graph with so many vertices needs, with room for one
/// more than its vertices.
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
