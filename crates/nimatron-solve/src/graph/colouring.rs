//! The minimum number of colours such that neighbours differ.

use nimatron_rules::{Budget, Exhausted, Meter};

use super::bipartite::{Sides, sides};
use super::placing::Placings;
use super::tabu::recoloured;
use super::{Extremum, Graph, clique, independence};
use crate::SolveError;

/// What is known about the chromatic number, with a colouring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Colouring {
    /// A lower bound.
    pub lower: usize,
    /// An upper bound.
    pub upper: usize,
    /// The colour of each vertex, from 0 to `upper - 1`.
    pub colours: Vec<usize>,
    /// Why the bounds differ, if they do.
    pub stopped: Option<SolveError>,
}

impl Colouring {
    /// The chromatic number, if it is known.
    #[must_use]
    pub fn value(&self) -> Option<usize> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Whether neighbours in the graph have different colours, and all colours are below `upper`.
    #[must_use]
    pub fn is_proper(&self, graph: &Graph) -> bool {
        self.colours.len() == graph.vertices()
            && self.colours.iter().all(|&colour| colour < self.upper)
            && (0..graph.vertices())
                .all(|v| graph.neighbours(v).all(|other| self.colours[v] != self.colours[other]))
    }
}

/// The chromatic number χ: the least number of colours such that neighbours differ.
#[must_use]
pub fn colouring(graph: &Graph, budget: &Budget) -> Colouring {
    let mut whole = Colouring { lower: 0, upper: 0, colours: vec![0; graph.vertices()], stopped: None };
    for component in graph.components() {
        let found = connected(&graph.induced(&component), budget);
        whole.lower = whole.lower.max(found.lower);
        whole.upper = whole.upper.max(found.upper);
        component.iter().zip(&found.colours).for_each(|(&vertex, &colour)| whole.colours[vertex] = colour);
        whole.stopped = whole.stopped.or(found.stopped);
    }
    if whole.lower == whole.upper {
        whole.stopped = None;
    }
    whole
}

/// The number of nodes that may be spent on the independence number, which only helps.
const WORTH: u64 = 200_000;

fn connected(graph: &Graph, budget: &Budget) -> Colouring {
    if let Sides::Two(side) = sides(graph) {
        let colours: Vec<usize> = side.into_iter().map(usize::from).collect();
        let number = colours.iter().max().map_or(0, |colour| colour + 1);
        return Colouring { lower: number, upper: number, colours, stopped: None };
    }
    let clique = clique(graph, budget);
    let mut search = Search::new(graph, &clique, budget);
    let mut lower = clique.lower;
    let mut stopped = search.greedy().err().map(SolveError::from);
    if stopped.is_none() && lower < search.upper() {
        // The number of vertices divided by the size of the largest possible colour is a bound. It is worth
        // some time to know it.
        let some = budget.clone().nodes(budget.spent().saturating_add(WORTH));
        if let Some(largest) = independence(graph, &some).value() {
            lower = lower.max(graph.vertices().div_ceil(largest));
            if lower < search.upper() && largest * lower == graph.vertices() {
                match parted(graph, largest, budget) {
                    Ok(Parted::Into(colours)) => search.best = colours,
                    Ok(Parted::Never) => lower += 1,
                    Ok(Parted::TooManySets) => {}
                    Err(error) => stopped = Some(error),
                }
            }
        }
    }
    search.lower = lower;
    while stopped.is_none() && lower < search.upper() {
        match recoloured(graph, search.upper() - 1, &search.best, &mut search.meter) {
            Ok(Some(colours)) => search.best = colours,
            Ok(None) => break,
            Err(error) => stopped = Some(error.into()),
        }
    }
    if stopped.is_none() && lower < search.upper() {
        stopped = search.branch().err().map(SolveError::from);
    }
    let upper = search.upper();
    let lower = if stopped.is_none() { upper } else { lower };
    let stopped = if lower == upper { None } else { stopped };
    Colouring { lower, upper, colours: search.best, stopped }
}

/// Whether the vertices can be partitioned into largest independent sets.
enum Parted {
    Into(Vec<usize>),
    Never,
    TooManySets,
}

/// A colouring in which every colour is an independent set of the largest size, if there is one. This is an
/// exact cover by all of these sets, with Knuth's choice: the vertex that is in the fewest of them.
fn parted(graph: &Graph, largest: usize, budget: &Budget) -> Result<Parted, SolveError> {
    let vertices = graph.vertices();
    /// With more sets than this, other methods are faster.
    const MOST_SETS: usize = 1 << 16;
    let mut sets: Vec<Vec<usize>> = Vec::new();
    let placings = Placings::new(graph, largest);
    placings.visit(budget, &mut |set| {
        sets.push(set.to_vec());
        sets.len() <= MOST_SETS
    })?;
    if sets.len() > MOST_SETS {
        return Ok(Parted::TooManySets);
    }
    let mut with: Vec<Vec<usize>> = vec![Vec::new(); vertices];
    for (i, set) in sets.iter().enumerate() {
        set.iter().for_each(|&vertex| with[vertex].push(i));
    }
    let mut cover = Cover { sets: &sets, with: &with, covered: vec![false; vertices], chosen: Vec::new() };
    let mut meter = budget.meter();
    if !cover.fill(&mut meter)? {
        return Ok(Parted::Never);
    }
    let mut colour = vec![0; vertices];
    for (number, &set) in cover.chosen.iter().enumerate() {
        sets[set].iter().for_each(|&vertex| colour[vertex] = number);
    }
    Ok(Parted::Into(colour))
}

/// An exact cover being built.
struct Cover<'a> {
    sets: &'a [Vec<usize>],
    with: &'a [Vec<usize>],
    covered: Vec<bool>,
    chosen: Vec<usize>,
}

impl Cover<'_> {
    fn fill(&mut self, meter: &mut Meter) -> Result<bool, Exhausted> {
        meter.tick()?;
        let fits = |covered: &[bool], set: usize| self.sets[set].iter().all(|&vertex| !covered[vertex]);
        let open = (0..self.covered.len()).filter(|&vertex| !self.covered[vertex]);
        let options =
            open.map(|v| self.with[v].iter().copied().filter(|&s| fits(&self.covered, s)).collect());
        let Some(options) = options.min_by_key(|options: &Vec<usize>| options.len()) else { return Ok(true) };
        for set in options {
            self.chosen.push(set);
            self.sets[set].iter().for_each(|&vertex| self.covered[vertex] = true);
            if self.fill(meter)? {
                return Ok(true);
            }
            self.sets[set].iter().for_each(|&vertex| self.covered[vertex] = false);
            self.chosen.pop();
        }
        Ok(false)
    }
}

/// Branch and bound by saturation (Brélaz 1979): always the vertex whose neighbours have the most colours.
struct Search<'a> {
    graph: &'a Graph,
    /// The number of neighbours of a vertex with a colour: `used[vertex][colour]`.
    used: Vec<Vec<u32>>,
    saturation: Vec<usize>,
    colours: Vec<Option<usize>>,
    /// The vertices without a colour.
    open: usize,
    in_use: usize,
    best: Vec<usize>,
    lower: usize,
    meter: Meter,
}

impl<'a> Search<'a> {
    /// Starts with the clique coloured: its vertices have different colours, no matter which.
    fn new(graph: &'a Graph, clique: &Extremum, budget: &Budget) -> Self {
        let vertices = graph.vertices();
        let most = (0..vertices).map(|vertex| graph.degree(vertex) + 1).max().unwrap_or(0);
        let mut search = Search {
            graph,
            used: vec![vec![0; most]; vertices],
            saturation: vec![0; vertices],
            colours: vec![None; vertices],
            open: vertices,
            in_use: 0,
            best: (0..vertices).collect(),
            lower: 0,
            meter: budget.meter(),
        };
        for (colour, &vertex) in clique.witness.iter().enumerate() {
            search.paint(vertex, colour);
        }
        search.in_use = clique.witness.len();
        search
    }

    fn upper(&self) -> usize {
        self.best.iter().max().map_or(0, |colour| colour + 1)
    }

    fn paint(&mut self, vertex: usize, colour: usize) {
        self.colours[vertex] = Some(colour);
        self.open -= 1;
        for other in self.graph.neighbours(vertex) {
            self.used[other][colour] += 1;
            self.saturation[other] += usize::from(self.used[other][colour] == 1);
        }
    }

    fn wipe(&mut self, vertex: usize, colour: usize) {
        self.colours[vertex] = None;
        self.open += 1;
        for other in self.graph.neighbours(vertex) {
            self.used[other][colour] -= 1;
            self.saturation[other] -= usize::from(self.used[other][colour] == 0);
        }
    }

    /// The vertex to be coloured next.
    fn next(&self) -> Option<usize> {
        let open = (0..self.colours.len()).filter(|&vertex| self.colours[vertex].is_none());
        open.min_by_key(|&v| (usize::MAX - self.saturation[v], usize::MAX - self.graph.degree(v), v))
    }

    /// Some colouring: each vertex in turn gets the first possible colour.
    fn greedy(&mut self) -> Result<(), Exhausted> {
        let (mut painted, in_use) = (Vec::new(), self.in_use);
        let mut result = Ok(());
        while let Some(vertex) = self.next() {
            result = result.and(self.meter.tick());
            let colour = (0..).find(|&colour| self.used[vertex][colour] == 0).unwrap_or_default();
            self.in_use = self.in_use.max(colour + 1);
            self.paint(vertex, colour);
            painted.push((vertex, colour));
        }
        self.best = self.colours.iter().map(|colour| colour.unwrap_or_default()).collect();
        painted.into_iter().for_each(|(vertex, colour)| self.wipe(vertex, colour));
        self.in_use = in_use;
        result
    }

    fn branch(&mut self) -> Result<(), Exhausted> {
        self.meter.tick()?;
        let Some(vertex) = self.next() else {
            self.best = self.colours.iter().map(|colour| colour.unwrap_or_default()).collect();
            return Ok(());
        };
        let in_use = self.in_use;
        // One new colour is as good as another.
        for colour in 0..=in_use {
            // A colouring with as many colours as the best one is useless.
            if self.upper() <= self.lower || colour + 1 >= self.upper() || in_use >= self.upper() {
                break;
            }
            if self.used[vertex][colour] > 0 {
                continue;
            }
            self.in_use = in_use.max(colour + 1);
            self.paint(vertex, colour);
            let result = self.branch();
            self.wipe(vertex, colour);
            self.in_use = in_use;
            result?;
        }
        Ok(())
    }
}
