//! Smallest dominating sets.
//!
//! This is a set covering problem: for every vertex, one vertex of its closed neighbourhood must be chosen.
//! It is solved by branch and bound, with the Lagrangian bound of Held and Karp (for covers Beasley 1987):
//! every vertex has a price, which is paid to each vertex that covers it. For *any* prices `y ≥ 0`, the sum
//! of all prices minus what the candidates would earn above their cost is a lower bound. So prices may be
//! chosen freely, and the bound is exact in integers.

use nimatron_rules::{Budget, Exhausted, Meter};

use super::line::root;
use super::{Extremum, Graph};
use crate::SolveError;

/// The domination number γ: the size of a smallest set such that each vertex is in it or adjacent to it.
/// `symmetries` are permutations of the vertices that map edges to edges, and may be empty; others are
/// ignored.
#[must_use]
pub fn domination(graph: &Graph, symmetries: &[Vec<usize>], budget: &Budget) -> Extremum {
    search(graph, symmetries, false, budget)
}

/// The independent domination number i: the same for sets of which no two vertices are adjacent. It is the
/// size of a smallest terminal set of the game in which such a set is made vertex by vertex.
#[must_use]
pub fn independent_domination(graph: &Graph, symmetries: &[Vec<usize>], budget: &Budget) -> Extremum {
    search(graph, symmetries, true, budget)
}

fn search(graph: &Graph, symmetries: &[Vec<usize>], independent: bool, budget: &Budget) -> Extremum {
    let mut sum = Extremum { lower: 0, upper: 0, witness: Vec::new(), stopped: None };
    let components = graph.components();
    let whole = components.len() == 1;
    for component in components {
        let part = graph.induced(&component);
        // A symmetry of the whole graph may exchange components, so it is useful only if there is one
        // component.
        let group: Vec<&[usize]> = match whole {
            true => symmetries.iter().map(Vec::as_slice).filter(|image| part.is_symmetry(image)).collect(),
            false => Vec::new(),
        };
        let found = match root(&part).and_then(|root| root.dominating_set()) {
            Some(set) => {
                let size = set.len();
                Extremum::smallest(set, size, None)
            }
            None => Search::new(&part, independent, budget).run(&group),
        };
        sum.lower += found.lower;
        sum.upper += found.upper;
        sum.witness.extend(found.witness.iter().map(|&vertex| component[vertex]));
        sum.stopped = sum.stopped.or(found.stopped);
    }
    sum.witness.sort_unstable();
    sum
}

/// The cost of one vertex of a cover: prices are integers, and this is the unit.
const COST: i64 = 1 << 12;
/// Rounds of prices at the root, and at every other node: with 10 to 40, knights on 10x10 take about the same
/// time, with 5 or 80 half as long again.
const ROUNDS_AT_ROOT: u32 = 400;
const ROUNDS: u32 = 20;

struct Search<'a> {
    graph: &'a Graph,
    independent: bool,
    /// For each vertex, the vertex itself and its neighbours.
    closed: Vec<Vec<u32>>,
    /// The number of chosen vertices that cover each vertex.
    covered: Vec<u32>,
    /// The number of reasons not to choose a vertex.
    excluded: Vec<u32>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    meter: Meter,
    /// What every candidate lacks to earn its cost, at the last prices.
    lack: Vec<i64>,
}

impl<'a> Search<'a> {
    fn new(graph: &'a Graph, independent: bool, budget: &Budget) -> Self {
        let vertices = graph.vertices();
        let closed = (0..vertices).map(|vertex| {
            let mut list: Vec<u32> = graph.neighbours(vertex).map(|other| other as u32).collect();
            list.push(vertex as u32);
            list
        });
        Search {
            graph,
            independent,
            closed: closed.collect(),
            covered: vec![0; vertices],
            excluded: vec![0; vertices],
            chosen: Vec::new(),
            best: Vec::new(),
            meter: budget.meter(),
            lack: vec![0; vertices],
        }
    }

    fn run(mut self, group: &[&[usize]]) -> Extremum {
        self.lack.iter_mut().zip(&self.closed).for_each(|(lack, near)| *lack = -(near.len() as i64));
        self.best = self.greedy();
        let mut prices: Vec<i64> = self.closed.iter().map(|near| COST / near.len() as i64).collect();
        let root = self.bound(&mut prices, ROUNDS_AT_ROOT, true);
        let stopped = self.branch(&prices, group).err().map(SolveError::from);
        let lower = if stopped.is_none() { self.best.len() } else { whole(root).min(self.best.len()) };
        Extremum::smallest(self.best, lower, stopped)
    }

    /// Looks for a set smaller than the best one, among those that contain all chosen vertices and no
    /// excluded ones. `group` are the symmetries that fix all chosen vertices: what has been examined for one
    /// vertex need not be examined for its images.
    fn branch(&mut self, prices: &[i64], group: &[&[usize]]) -> Result<(), Exhausted> {
        // A node takes so long that checking the clock costs nothing.
        self.meter.tick()?;
        self.meter.flush()?;
        let (chosen, mut dropped) = (self.chosen.len(), Vec::new());
        let mut prices = prices.to_vec();
        let result = self.explore(&mut prices, group, &mut dropped);
        while self.chosen.len() > chosen {
            self.take_back();
        }
        dropped.into_iter().for_each(|vertex: usize| self.excluded[vertex] -= 1);
        result
    }

    fn explore(
        &mut self,
        prices: &mut [i64],
        group: &[&[usize]],
        dropped: &mut Vec<usize>,
    ) -> Result<(), Exhausted> {
        let mut rounds = ROUNDS;
        loop {
            // 1. Forced choices, because only one candidate covers a vertex.
            loop {
                match self.tightest() {
                    None => {
                        if self.chosen.len() < self.best.len() {
                            self.best.clone_from(&self.chosen);
                        }
                        return Ok(());
                    }
                    Some((_, 0)) => return Ok(()),
                    Some((vertex, 1)) => {
                        let near = &self.closed[vertex];
                        let only = near.iter().map(|&other| other as usize).find(|&v| self.excluded[v] == 0);
                        let Some(only) = only else { return Ok(()) };
                        self.choose(only);
                        if self.chosen.len() >= self.best.len() {
                            return Ok(());
                        }
                    }
                    Some(_) => break,
                }
            }
            // 2. The bound, and what follows from it for single candidates.
            let bound = self.bound(prices, rounds, false);
            rounds = ROUNDS / 2;
            let room = self.best.len() - self.chosen.len();
            if whole(bound) >= room {
                return Ok(());
            }
            let mut changed = 0;
            for vertex in 0..self.closed.len() {
                if self.excluded[vertex] > 0 || self.is_useless(vertex) {
                    continue;
                }
                let lack = self.lack[vertex];
                if lack > 0 && whole(bound + lack) >= room {
                    self.excluded[vertex] += 1;
                    dropped.push(vertex);
                    changed += 1;
                }
            }
            if changed == 0 {
                break;
            }
        }
        // 3. Each candidate for the vertex that has the fewest, together with its images under symmetry.
        let Some((vertex, _)) = self.tightest() else { return Ok(()) };
        let near = self.closed[vertex].iter().map(|&other| other as usize);
        let mut candidates: Vec<usize> = near.filter(|&other| self.excluded[other] == 0).collect();
        candidates.sort_by_key(|&candidate| (self.lack[candidate], candidate));
        for candidate in candidates {
            if self.excluded[candidate] > 0 {
                continue;
            }
            self.choose(candidate);
            let fixing: Vec<&[usize]> =
                group.iter().copied().filter(|image| image[candidate] == candidate).collect();
            let result =
                if self.chosen.len() < self.best.len() { self.branch(prices, &fixing) } else { Ok(()) };
            self.take_back();
            result?;
            self.excluded[candidate] += 1;
            dropped.push(candidate);
            for image in group {
                let image = image[candidate];
                if self.excluded[image] == 0 {
                    self.excluded[image] += 1;
                    dropped.push(image);
                }
            }
        }
        Ok(())
    }

    /// The uncovered vertex with the fewest candidates, and their number.
    fn tightest(&self) -> Option<(usize, usize)> {
        let mut best: Option<(usize, usize)> = None;
        for (vertex, near) in self.closed.iter().enumerate() {
            if self.covered[vertex] == 0 {
                let candidates = near.iter().filter(|&&other| self.excluded[other as usize] == 0).count();
                if best.is_none_or(|(_, fewest)| candidates < fewest) {
                    best = Some((vertex, candidates));
                    if candidates <= 1 {
                        break;
                    }
                }
            }
        }
        best
    }

    /// Whether a vertex would cover nothing new.
    fn is_useless(&self, vertex: usize) -> bool {
        self.closed[vertex].iter().all(|&other| self.covered[other as usize] > 0)
    }

    fn choose(&mut self, vertex: usize) {
        self.chosen.push(vertex);
        for &other in &self.closed[vertex] {
            self.covered[other as usize] += 1;
            if self.independent {
                self.excluded[other as usize] += 1;
            }
        }
    }

    fn take_back(&mut self) {
        if let Some(vertex) = self.chosen.pop() {
            for &other in &self.closed[vertex] {
                self.covered[other as usize] -= 1;
                if self.independent {
                    self.excluded[other as usize] -= 1;
                }
            }
        }
    }

    /// Improves the prices, and returns the best lower bound that was found for what still has to be chosen,
    /// in units of [`COST`]; with `heuristic`, covers by cheap candidates are tried on the way. What each
    /// candidate lacks, at the prices of that bound, is stored.
    fn bound(&mut self, prices: &mut [i64], rounds: u32, heuristic: bool) -> i64 {
        let open: Vec<usize> = (0..prices.len()).filter(|&vertex| self.covered[vertex] == 0).collect();
        let candidates: Vec<usize> = (0..prices.len()).filter(|&vertex| self.excluded[vertex] == 0).collect();
        let mut best = (i64::MIN, prices.to_vec());
        // The step is in 64ths.
        let (mut step, mut stale) = (if heuristic { 128 } else { 48 }, 0);
        for _ in 0..rounds {
            let bound = self.appraise(prices, &open, &candidates);
            if bound > best.0 {
                best = (bound, prices.to_vec());
                stale = 0;
            } else {
                stale += 1;
            }
            if heuristic {
                let found = self.greedy();
                if found.len() < self.best.len() {
                    self.best = found;
                }
            }
            let room = (self.best.len() - self.chosen.len()) as i64 * COST;
            if whole(best.0) * (COST as usize) >= room as usize {
                break;
            }
            if stale >= if heuristic { 10 } else { 3 } {
                step /= 2;
                stale = 0;
                if step == 0 {
                    break;
                }
            }
            // Vertices that nothing covers at these prices are too cheap; those covered twice are too
            // expensive.
            let slope = |vertex: usize| {
                let earners = self.closed[vertex].iter().filter(|&&u| {
                    let u = u as usize;
                    self.excluded[u] == 0 && self.lack[u] < 0
                });
                1 - earners.count() as i64
            };
            let slopes: Vec<i64> = open.iter().map(|&vertex| slope(vertex)).collect();
            let norm: i64 = slopes.iter().map(|slope| slope * slope).sum();
            if norm == 0 {
                break;
            }
            let scale = (room - bound).max(COST / 4) * step / 64;
            for (&vertex, slope) in open.iter().zip(&slopes) {
                prices[vertex] = (prices[vertex] + scale * slope / norm).max(0);
            }
        }
        prices.copy_from_slice(&best.1);
        self.appraise(prices, &open, &candidates)
    }

    /// The bound that prices give.
    fn appraise(&mut self, prices: &[i64], open: &[usize], candidates: &[usize]) -> i64 {
        let mut bound: i64 = open.iter().map(|&vertex| prices[vertex]).sum();
        for &candidate in candidates {
            let near = self.closed[candidate].iter().map(|&other| other as usize);
            let earned: i64 = near.filter(|&v| self.covered[v] == 0).map(|v| prices[v]).sum();
            self.lack[candidate] = COST - earned;
            bound += self.lack[candidate].min(0);
        }
        bound
    }

    /// A cover of all open vertices, made of the candidates that lack the least and cover the most.
    fn greedy(&self) -> Vec<usize> {
        let vertices = self.closed.len();
        let (mut covered, mut set) = (self.covered.clone(), self.chosen.clone());
        let mut order: Vec<usize> = (0..vertices).filter(|&vertex| self.excluded[vertex] == 0).collect();
        order.sort_by_key(|&vertex| (self.lack[vertex], vertex));
        // 1. In that order, candidates that cover enough open vertices; the requirement decreases.
        let most = order.iter().map(|&vertex| self.closed[vertex].len()).max().unwrap_or(0);
        for enough in (1..=most).rev() {
            for &vertex in &order {
                let near = &self.closed[vertex];
                let new = near.iter().filter(|&&other| covered[other as usize] == 0).count();
                if new >= enough && !(self.independent && covered[vertex] > 0) {
                    set.push(vertex);
                    near.iter().for_each(|&other| covered[other as usize] += 1);
                }
            }
        }
        // 2. Without redundant candidates. In an independent set none is redundant.
        for i in (self.chosen.len()..set.len()).rev() {
            let near = &self.closed[set[i]];
            if near.iter().all(|&other| covered[other as usize] > 1) {
                near.iter().for_each(|&other| covered[other as usize] -= 1);
                set.swap_remove(i);
            }
        }
        debug_assert!(self.graph.is_dominating(&set), "everything is covered");
        set
    }
}

/// The number of vertices for a bound in units of [`COST`].
fn whole(bound: i64) -> usize {
    usize::try_from(bound.max(0).unsigned_abs().div_ceil(COST.unsigned_abs())).unwrap_or(usize::MAX)
}
