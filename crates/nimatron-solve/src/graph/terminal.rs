//! The sizes of all terminal sets: independent sets to which no vertex can be added.

use hashbrown::HashMap;
use nimatron_rules::{Bits, Budget, Exhausted, Meter};
use rustc_hash::FxBuildHasher;

use super::Graph;
use super::sets::{MOST_VERTICES, neighbourhoods, too_large, with_words};
use crate::SolveError;

/// The sizes of all terminal sets, in increasing order: from the independent domination number to the
/// independence number, though not always all between.
///
/// Vertices are decided one after the other, in the order given. All that matters about the past is which
/// later vertices are attacked, and which earlier ones still wait for a neighbour to attack them; each such
/// state has the sizes of all sets that lead to it. So it is fast if the order has few edges across any cut,
/// as the rows of a narrow board for a piece that doesn't go far.
pub fn terminal_sizes(graph: &Graph, order: &[usize], budget: &Budget) -> Result<Vec<usize>, SolveError> {
    if graph.vertices() > MOST_VERTICES {
        return Err(too_large(graph));
    }
    with_words!(graph.vertices(), sizes(graph, order, budget))
}

/// What matters about the vertices decided so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State<const N: usize> {
    /// Later vertices adjacent to one that was taken.
    attacked: Bits<N>,
    /// Earlier vertices that were left out and that nothing attacks so far.
    waiting: Bits<N>,
}

fn sizes<const N: usize>(graph: &Graph, order: &[usize], budget: &Budget) -> Result<Vec<usize>, SolveError> {
    let near = neighbourhoods::<N>(graph, order);
    let start = State { attacked: Bits::EMPTY, waiting: Bits::EMPTY };
    let mut states: HashMap<State<N>, Bits<N>, FxBuildHasher> = HashMap::default();
    states.insert(start, Bits::square(0));
    let mut later: Bits<N> = (0..graph.vertices()).collect();
    let mut meter = budget.meter();
    let room = size_of::<(State<N>, Bits<N>)>() + 1;
    for vertex in 0..graph.vertices() {
        later.remove(vertex);
        let mut next: HashMap<State<N>, Bits<N>, FxBuildHasher> = HashMap::default();
        for (state, &sizes) in &states {
            meter.tick()?;
            budget.check_memory((states.capacity() + next.capacity()) * room)?;
            let attacked = state.attacked & later;
            let mut add = |state: State<N>, sizes: Bits<N>| {
                let alive = |w: usize| !(near[w] & later).without(state.attacked).is_empty();
                if state.waiting.iter().all(alive) {
                    let entry = next.entry(state).or_default();
                    *entry = *entry | sizes;
                }
            };
            if state.attacked.contains(vertex) {
                add(State { attacked, waiting: state.waiting }, sizes);
            } else {
                let taken = attacked | (near[vertex] & later);
                add(State { attacked: taken, waiting: state.waiting.without(near[vertex]) }, sizes.up(1));
                add(State { attacked, waiting: state.waiting | Bits::square(vertex) }, sizes);
            }
        }
        states = next;
    }
    let all = states.values().fold(Bits::EMPTY, |all, &sizes| all | sizes);
    Ok(all.iter().collect())
}

/// A terminal set of this size, if a search with few steps finds one. Finding none proves nothing.
#[must_use]
pub fn terminal_set(graph: &Graph, size: usize, budget: &Budget) -> Option<Vec<usize>> {
    /// Enough steps for boards that people look at.
    const STEPS: u64 = 20_000;
    let mut search = Search {
        graph,
        size,
        attacked: vec![0; graph.vertices()],
        left_out: vec![false; graph.vertices()],
        chosen: Vec::new(),
        steps: STEPS,
        meter: budget.meter(),
    };
    match search.go() {
        Ok(true) => {
            search.chosen.sort_unstable();
            Some(search.chosen)
        }
        _ => None,
    }
}

struct Search<'a> {
    graph: &'a Graph,
    size: usize,
    /// How often each vertex is attacked or taken.
    attacked: Vec<u32>,
    left_out: Vec<bool>,
    chosen: Vec<usize>,
    steps: u64,
    meter: Meter,
}

impl Search<'_> {
    fn go(&mut self) -> Result<bool, Exhausted> {
        self.meter.tick()?;
        if self.steps == 0 {
            return Err(Exhausted::Stopped);
        }
        self.steps -= 1;
        // The vertex with the fewest possibilities to be attacked or taken.
        let open = (0..self.attacked.len()).filter(|&vertex| self.attacked[vertex] == 0);
        let ways = open.map(|vertex| {
            let all = std::iter::once(vertex).chain(self.graph.neighbours(vertex));
            all.filter(|&other| self.attacked[other] == 0 && !self.left_out[other]).collect::<Vec<_>>()
        });
        let Some(ways) = ways.min_by_key(Vec::len) else { return Ok(self.chosen.len() == self.size) };
        if self.chosen.len() == self.size {
            return Ok(false);
        }
        let mut dropped = Vec::new();
        let mut found = Ok(false);
        for vertex in ways {
            self.chosen.push(vertex);
            self.mark(vertex, true);
            found = self.go();
            self.mark(vertex, false);
            if !matches!(found, Ok(false)) {
                break;
            }
            self.chosen.pop();
            self.left_out[vertex] = true;
            dropped.push(vertex);
        }
        dropped.into_iter().for_each(|vertex| self.left_out[vertex] = false);
        found
    }

    fn mark(&mut self, vertex: usize, taken: bool) {
        for other in std::iter::once(vertex).chain(self.graph.neighbours(vertex)) {
            if taken {
                self.attacked[other] += 1;
            } else {
                self.attacked[other] -= 1;
            }
        }
    }
}
