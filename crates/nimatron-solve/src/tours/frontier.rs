//! All tours at once: their number, or one of them, or a proof that there is none.
//!
//! The vertices are taken in order, and for each it is decided by which edges to later vertices a tour
//! continues. Then the past is a number of paths whose ends lie in the future, and all that matters about it
//! is which ends belong together and which later vertices already have both their edges. There are few such
//! states if edges don't reach far in that order, as along a narrow board. (Knuth, *The Art of Computer
//! Programming* 4A, 7.1.4, exercise 225: "Simpath".)

use hashbrown::HashMap;
use nimatron_rules::Budget;
use rustc_hash::FxBuildHasher;

use crate::SolveError;
use crate::graph::Graph;

/// The maximum reach of an edge: a state has a code of five bits for each vertex that far ahead.
const REACH: usize = 25;

/// No edge of it has been chosen.
const FREE: u8 = 29;
/// It is an end of a path whose other end is an end of the tour.
const END: u8 = 30;
/// Both its edges have been chosen.
const DONE: u8 = 31;

/// What is known about the next vertex to be decided and those after it. Codes below [`FREE`] are ends of
/// paths: the code is the place of the other end.
type Codes = [u8; REACH + 1];

/// The number of tours of a graph: cycles through all vertices, or paths if they are not `closed`. Each
/// counts once, regardless of direction.
pub fn count_tours(
    graph: &Graph,
    order: &[usize],
    closed: bool,
    budget: &Budget,
) -> Result<u128, SolveError> {
    let board = Ahead::new(graph, order, closed)?;
    if board.later.len() <= 1 {
        return Ok(u128::from(!closed && board.later.len() == 1));
    }
    let mut states: HashMap<u128, u128, FxBuildHasher> = HashMap::default();
    states.insert(0, 1);
    let mut tours: u128 = 0;
    let mut meter = budget.meter();
    // A state and the cost of finding it. A table of n entries has room for 8n/7.
    let room = |entries: usize| entries * (2 * size_of::<u128>() + 1) / 7 * 8;
    for vertex in 0..board.later.len() {
        let mut next: HashMap<u128, u128, FxBuildHasher> = HashMap::default();
        let mut overflow = false;
        for (&state, &ways) in &states {
            meter.tick()?;
            // While a table grows, it exists twice; a state leads to at most `FEW` others.
            const FEW: usize = 64;
            if next.len() + FEW > next.capacity() {
                budget.check_large(room(states.capacity() + 3 * next.capacity()))?;
            }
            board.decide(vertex, state, &mut |state, _| {
                let entry = match state {
                    Some(state) => next.entry(state).or_insert(0),
                    None => &mut tours,
                };
                match entry.checked_add(ways) {
                    Some(sum) => *entry = sum,
                    None => overflow = true,
                }
            });
        }
        if overflow {
            return Err(SolveError::TooMany);
        }
        states = next;
    }
    Ok(tours)
}

/// A tour of a graph, or `None` if there is none.
pub fn find_tour(
    graph: &Graph,
    order: &[usize],
    closed: bool,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, SolveError> {
    let board = Ahead::new(graph, order, closed)?;
    if board.later.len() <= 1 {
        return Ok((!closed && board.later.len() == 1).then(|| vec![0]));
    }
    // For each state, its predecessor and the edges that were chosen.
    let mut layers: Vec<Vec<(u32, [u8; 2])>> = Vec::new();
    let mut states = vec![0_u128];
    let (mut meter, mut held) = (budget.meter(), 0);
    for vertex in 0..board.later.len() {
        let mut number: HashMap<u128, u32, FxBuildHasher> = HashMap::default();
        let (mut next, mut layer, mut last) = (Vec::new(), Vec::new(), None);
        for (i, &state) in states.iter().enumerate() {
            meter.tick()?;
            board.decide(vertex, state, &mut |state, edges| match state {
                None => last = Some((i as u32, edges)),
                Some(state) => {
                    number.entry(state).or_insert_with(|| {
                        next.push(state);
                        layer.push((i as u32, edges));
                        next.len() as u32 - 1
                    });
                }
            });
            if let Some(last) = last {
                return Ok(Some(board.tour(order, &layers, last)));
            }
        }
        held += layer.capacity() * size_of::<(u32, [u8; 2])>();
        budget.check_memory(held + next.len() * 96)?;
        layers.push(layer);
        states = next;
    }
    Ok(None)
}

/// The edges from each vertex to later ones.
struct Ahead {
    /// The distances from each vertex to its later neighbours.
    later: Vec<Vec<u8>>,
    /// All neighbours of each vertex as bits; the lowest bit stands for the one [`Ahead::reach`] before it.
    around: Vec<u64>,
    reach: usize,
    closed: bool,
}

impl Ahead {
    fn new(graph: &Graph, order: &[usize], closed: bool) -> Result<Self, SolveError> {
        let mut place = vec![0; graph.vertices()];
        order.iter().enumerate().for_each(|(i, &vertex)| place[vertex] = i);
        let distances = |(i, &vertex): (usize, &usize)| -> Vec<usize> {
            graph
                .neighbours(vertex)
                .filter_map(|other| place[other].checked_sub(i + 1))
                .map(|d| d + 1)
                .collect()
        };
        let later: Vec<Vec<usize>> = order.iter().enumerate().map(distances).collect();
        let reach = later.iter().flatten().copied().max().unwrap_or(0);
        if reach >= REACH {
            return Err(SolveError::TooWide { reach, most: REACH - 1 });
        }
        let around = order.iter().enumerate().map(|(i, &vertex)| {
            graph.neighbours(vertex).fold(0, |bits, other| bits | 1_u64 << (place[other] + reach - i))
        });
        let around = around.collect();
        let later = later.into_iter().map(|list| list.into_iter().map(|d| d as u8).collect()).collect();
        Ok(Ahead { later, around, reach, closed })
    }

    /// Calls `visit` with each state after the decision about a vertex, and the edges chosen; with no state
    /// if the tour is complete.
    fn decide(&self, vertex: usize, state: u128, visit: &mut impl FnMut(Option<u128>, [u8; 2])) {
        let codes = self.unpacked(state);
        let ahead = &self.later[vertex];
        let may_end = !self.closed && codes.iter().filter(|&&code| code == END).count() < 2;
        match codes[0] {
            DONE => self.pass(vertex, &codes, [0; 2], visit),
            FREE => {
                for (i, &first) in ahead.iter().enumerate() {
                    let mut codes = codes;
                    let Some(mate) = other_end(&mut codes, first) else { continue };
                    for &second in &ahead[i + 1..] {
                        self.connect(vertex, codes, mate, second, [first, second], visit);
                    }
                    if may_end {
                        self.join(vertex, codes, mate, END, [first, 0], visit);
                    }
                }
            }
            mate => {
                for &second in ahead {
                    self.connect(vertex, codes, mate, second, [second, 0], visit);
                }
                if may_end {
                    self.join(vertex, codes, mate, END, [0; 2], visit);
                }
            }
        }
    }

    /// Continues the path from the vertex, whose other end is `mate`, to a later vertex.
    fn connect(
        &self,
        vertex: usize,
        mut codes: Codes,
        mate: u8,
        to: u8,
        edges: [u8; 2],
        visit: &mut impl FnMut(Option<u128>, [u8; 2]),
    ) {
        if mate == to {
            // The path closes. It has passed through `to` before, unless that is the neighbour just chosen.
            if self.closed && codes[usize::from(to)] != FREE {
                codes[usize::from(to)] = DONE;
                if self.is_complete(vertex, &codes) {
                    visit(None, edges);
                }
            }
        } else if let Some(other) = other_end(&mut codes, to) {
            self.join(vertex, codes, mate, other, edges, visit);
        }
    }

    /// Makes two ends those of one path.
    fn join(
        &self,
        vertex: usize,
        mut codes: Codes,
        a: u8,
        b: u8,
        edges: [u8; 2],
        visit: &mut impl FnMut(Option<u128>, [u8; 2]),
    ) {
        if a == END && b == END {
            if self.is_complete(vertex, &codes) {
                visit(None, edges);
            }
            return;
        }
        for (end, other) in [(a, b), (b, a)] {
            if end != END {
                codes[usize::from(end)] = other;
            }
        }
        self.pass(vertex, &codes, edges, visit);
    }

    /// Calls `visit` with a state, unless some later vertex has too few neighbours left.
    fn pass(
        &self,
        vertex: usize,
        codes: &Codes,
        edges: [u8; 2],
        visit: &mut impl FnMut(Option<u128>, [u8; 2]),
    ) {
        let (mut open, mut ends) = (!0_u64, 0);
        for (i, &code) in codes[1..=self.reach].iter().enumerate() {
            open &= !(u64::from(code == DONE) << i);
            ends += u32::from(code == END);
        }
        // In an open tour two vertices have one neighbour less.
        let mut spare = if self.closed { 0 } else { 2 - ends };
        let left = (self.later.len() - 1 - vertex).min(self.reach);
        for (i, &code) in codes[1..=left].iter().enumerate() {
            let wanted = match code {
                DONE => continue,
                FREE => 2,
                _ => 1,
            };
            let found = ((self.around[vertex + 1 + i] >> (self.reach - i)) & open).count_ones();
            if found < wanted {
                if wanted - found > spare.min(1) {
                    return;
                }
                spare -= 1;
            }
        }
        visit(Some(self.packed(codes)), edges);
    }

    /// Whether all later vertices are done.
    fn is_complete(&self, vertex: usize, codes: &Codes) -> bool {
        let left = self.later.len() - 1 - vertex;
        left <= self.reach && codes[1..=left].iter().all(|&code| code == DONE)
    }

    /// The state without the vertex that was decided.
    fn packed(&self, codes: &Codes) -> u128 {
        codes[1..=self.reach].iter().rev().fold(0, |state, &code| {
            let code = if code < FREE { code - 1 } else { code };
            (state << 5) | u128::from(code ^ FREE)
        })
    }

    /// The codes of the vertex that is next, and of those after it.
    fn unpacked(&self, mut state: u128) -> Codes {
        let mut codes = [FREE; REACH + 1];
        for code in &mut codes[..self.reach] {
            *code = (state & 31) as u8 ^ FREE;
            state >>= 5;
        }
        codes
    }

    /// The tour whose last decision is given.
    fn tour(&self, order: &[usize], layers: &[Vec<(u32, [u8; 2])>], last: (u32, [u8; 2])) -> Vec<usize> {
        let vertices = order.len();
        let mut near: Vec<Vec<usize>> = vec![Vec::new(); vertices];
        let mut link = |vertex: usize, edges: [u8; 2]| {
            for distance in edges.into_iter().filter(|&distance| distance > 0) {
                near[vertex].push(vertex + usize::from(distance));
                near[vertex + usize::from(distance)].push(vertex);
            }
        };
        let (mut state, edges) = last;
        link(layers.len(), edges);
        for (vertex, layer) in layers.iter().enumerate().rev() {
            let (before, edges) = layer[state as usize];
            link(vertex, edges);
            state = before;
        }
        let mut at = near.iter().position(|near| near.len() == 1).unwrap_or(0);
        let (mut tour, mut before) = (Vec::with_capacity(vertices), usize::MAX);
        while tour.len() < vertices {
            tour.push(order[at]);
            let Some(&next) = near[at].iter().find(|&&next| next != before) else { break };
            (before, at) = (at, next);
        }
        tour
    }
}

/// The other end of the path that ends at a vertex, which then is no longer an end; the vertex itself if it
/// is free. Returns `None` if the path can't be continued to it.
fn other_end(codes: &mut Codes, vertex: u8) -> Option<u8> {
    match codes[usize::from(vertex)] {
        DONE => None,
        FREE => Some(vertex),
        end => {
            codes[usize::from(vertex)] = DONE;
            Some(end)
        }
    }
}
