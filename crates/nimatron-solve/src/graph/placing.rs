//! All independent sets of a given size: the ways to place this number of pieces that don't attack each
//! other.

use nimatron_rules::{Bits, Budget, Exhausted, Meter};

use super::Graph;
use super::sets::{MOST_VERTICES, first, neighbourhoods, too_large, with_words};
use crate::SolveError;

/// The independent sets of a graph that have a given size.
#[derive(Clone, Debug)]
pub struct Placings<'a> {
    graph: &'a Graph,
    size: usize,
}

impl<'a> Placings<'a> {
    /// All sets with this number of vertices.
    #[must_use]
    pub fn new(graph: &'a Graph, size: usize) -> Self {
        Placings { graph, size }
    }

    /// Calls `visit` with each set, its vertices in order, until it returns `false`. The order of the sets is
    /// always the same.
    pub fn visit(&self, budget: &Budget, visit: &mut dyn FnMut(&[usize]) -> bool) -> Result<(), SolveError> {
        let vertices = self.graph.vertices();
        if vertices > MOST_VERTICES {
            return Err(too_large(self.graph));
        }
        if self.size > vertices {
            return Ok(());
        }
        with_words!(vertices, visit_all(self.graph, self.size, budget, visit))?;
        Ok(())
    }

    /// The number of sets.
    pub fn count(&self, budget: &Budget) -> Result<u64, SolveError> {
        let mut count = 0;
        self.visit(budget, &mut |_| {
            count += 1;
            true
        })?;
        Ok(count)
    }

    /// The number of sets, and their number up to symmetries of the graph. `symmetries` is the whole group.
    pub fn count_up_to_symmetry(
        &self,
        symmetries: &[Vec<usize>],
        budget: &Budget,
    ) -> Result<(u64, u64), SolveError> {
        let (mut count, mut classes) = (0, 0);
        let mut image = Vec::new();
        self.visit(budget, &mut |set| {
            count += 1;
            classes += u64::from(is_least(set, symmetries, &mut image));
            true
        })?;
        Ok((count, classes))
    }
}

/// Whether no image of a set comes before it, so that it represents all of them. Its vertices are in order,
/// and `image` is scratch space.
#[must_use]
pub fn is_least(set: &[usize], symmetries: &[Vec<usize>], image: &mut Vec<usize>) -> bool {
    symmetries.iter().all(|symmetry| {
        image.clear();
        image.extend(set.iter().map(|&vertex| symmetry[vertex]));
        image.sort_unstable();
        image.as_slice() >= set
    })
}

fn visit_all<const N: usize>(
    graph: &Graph,
    size: usize,
    budget: &Budget,
    visit: &mut dyn FnMut(&[usize]) -> bool,
) -> Result<bool, Exhausted> {
    let vertices = graph.vertices();
    let order: Vec<usize> = (0..vertices).collect();
    let near = neighbourhoods::<N>(graph, &order);
    let cliques = cover(&near, first(vertices));
    let mut search =
        Search { near, cliques, size, chosen: Vec::new(), sorted: Vec::new(), meter: budget.meter(), visit };
    search.go(first(vertices))
}

/// Cliques that partition all vertices: the fewer the better. Large cliques come first, found from each
/// vertex towards higher and towards lower ones.
fn cover<const N: usize>(near: &[Bits<N>], all: Bits<N>) -> Vec<Bits<N>> {
    let mut best: Option<Vec<Bits<N>>> = None;
    for strategy in 0..2 {
        let (mut left, mut cliques) = (all, Vec::new());
        while let Some(lowest) = left.first() {
            let grown = |start: usize| {
                let (mut clique, mut free) = (Bits::square(start), left & near[start]);
                while let Some(vertex) = free.first() {
                    clique.insert(vertex);
                    free = free & near[vertex];
                }
                clique
            };
            let clique = match strategy {
                0 => grown(lowest),
                _ => left.iter().map(grown).max_by_key(|clique| clique.count()).unwrap_or(grown(lowest)),
            };
            left = left.without(clique);
            cliques.push(clique);
        }
        if best.as_ref().is_none_or(|best| cliques.len() < best.len()) {
            best = Some(cliques);
        }
    }
    best.unwrap_or_default()
}

/// Backtracking. At most one vertex of each clique is in a set. When the number of missing vertices equals
/// the number of cliques with a free vertex, it is exactly one, so the clique with the fewest comes first.
struct Search<'a, const N: usize> {
    near: Vec<Bits<N>>,
    cliques: Vec<Bits<N>>,
    size: usize,
    chosen: Vec<usize>,
    sorted: Vec<usize>,
    meter: Meter,
    visit: &'a mut dyn FnMut(&[usize]) -> bool,
}

impl<const N: usize> Search<'_, N> {
    fn go(&mut self, mut free: Bits<N>) -> Result<bool, Exhausted> {
        let wanted = self.size - self.chosen.len();
        if wanted == 0 {
            self.sorted.clone_from(&self.chosen);
            self.sorted.sort_unstable();
            return Ok((self.visit)(&self.sorted));
        }
        self.meter.tick()?;
        let (mut open, mut least) = (0, None);
        for &clique in &self.cliques {
            let members = clique & free;
            let count = members.count();
            if count > 0 {
                open += 1;
                if least.is_none_or(|(fewest, _)| count < fewest) {
                    least = Some((count, members));
                }
            }
        }
        let Some((_, members)) = least.filter(|_| open >= wanted) else { return Ok(true) };
        for vertex in members {
            self.chosen.push(vertex);
            let mut next = free.without(self.near[vertex]);
            next = next.without(members);
            let going = self.go(next)?;
            self.chosen.pop();
            if !going {
                return Ok(false);
            }
        }
        // Or none of them.
        if open > wanted {
            free = free.without(members);
            return self.go(free);
        }
        Ok(true)
    }
}

/// Non-attacking queens on a square board, one in each row: the column of each. There are none for 2 and 3.
/// By the construction of Pauls (1874), which mostly uses knight's steps.
#[must_use]
pub fn place_queens(size: usize) -> Option<Vec<usize>> {
    match size {
        0 | 2 | 3 => return None,
        1 => return Some(vec![0]),
        _ => {}
    }
    // Columns from 1 upwards: the even ones, then the odd ones, with a few exchanged.
    let even = (2..=size).step_by(2);
    let odd = (1..=size).step_by(2);
    let columns: Vec<usize> = match size % 6 {
        2 => even.chain([3, 1]).chain(odd.filter(|&c| c > 5)).chain([5]).collect(),
        3 => even.filter(|&c| c != 2).chain([2]).chain(odd.filter(|&c| c > 3)).chain([1, 3]).collect(),
        _ => even.chain(odd).collect(),
    };
    Some(columns.into_iter().map(|column| column - 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queens_are_placed_on_boards_of_every_size() {
        for size in (1..300).chain([1000, 1001, 1002, 1003, 9998, 9999, 10_000]) {
            let Some(columns) = place_queens(size) else {
                assert!([2, 3].contains(&size), "{size}");
                continue;
            };
            let mut used = [vec![false; size], vec![false; 2 * size], vec![false; 2 * size]];
            assert_eq!(columns.len(), size);
            for (row, &column) in columns.iter().enumerate() {
                for (line, at) in [column, row + column, size + row - column].into_iter().enumerate() {
                    assert!(!std::mem::replace(&mut used[line][at], true), "{size}: row {row}");
                }
            }
        }
    }
}
