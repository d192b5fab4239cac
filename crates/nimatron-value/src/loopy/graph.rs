//! Positions of a loopy game and the moves between them.

use rustc_hash::FxHashMap;

/// A finite game as a graph: numbered positions, with the moves of Left and Right for each.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Graph {
    options: Vec<[Vec<u32>; 2]>,
}

impl Graph {
    /// A graph without positions.
    #[must_use]
    pub fn new() -> Self {
        Graph::default()
    }

    /// Adds a position without moves.
    ///
    /// # Panics
    /// If there are more than four billion.
    pub fn add(&mut self) -> u32 {
        self.options.push([Vec::new(), Vec::new()]);
        u32::try_from(self.options.len() - 1).expect("fewer positions than fit in memory")
    }

    /// Sets the options of a position.
    ///
    /// # Panics
    /// If the position or an option has not been added.
    pub fn set(&mut self, position: u32, left: &[u32], right: &[u32]) {
        let known = |option: &u32| (*option as usize) < self.options.len();
        assert!(left.iter().chain(right).all(known), "options are positions of the graph");
        self.options[position as usize] = [left.to_vec(), right.to_vec()];
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.options.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.options.is_empty()
    }

    /// Left's options (0) or Right's (1).
    #[must_use]
    pub fn options(&self, position: u32, player: usize) -> &[u32] {
        &self.options[position as usize][player]
    }

    /// The same with the players exchanged.
    #[must_use]
    pub fn negative(&self) -> Graph {
        let exchanged = |[left, right]: &[Vec<u32>; 2]| [right.clone(), left.clone()];
        Graph { options: self.options.iter().map(exchanged).collect() }
    }

    /// The positions that are stoppers: no infinite alternating play from them or from any follower.
    #[must_use]
    pub fn stoppers(&self) -> Vec<bool> {
        let local = |side: &Vec<u32>| side.iter().map(|option| LOCAL | option).collect();
        let options: Vec<[Vec<u32>; 2]> =
            self.options.iter().map(|sides| sides.each_ref().map(local)).collect();
        stoppers(&options, |_| true)
    }
}

/// Options from here on are vertices that are being examined; options below are known vertices.
pub(super) const LOCAL: u32 = 1 << 31;

/// Which of these vertices are stoppers. Options from [`LOCAL`] on are the vertices themselves; for all
/// others it is known.
pub(super) fn stoppers(options: &[[Vec<u32>; 2]], known: impl Fn(u32) -> bool) -> Vec<bool> {
    let count = options.len();
    // 1. Remove states, a vertex and the player to move, from which every alternating play ends.
    let mut parents: Vec<Vec<u32>> = vec![Vec::new(); 2 * count];
    let mut open = vec![0u32; 2 * count];
    for (v, sides) in options.iter().enumerate() {
        for (player, side) in sides.iter().enumerate() {
            for option in side.iter().filter(|option| **option >= LOCAL) {
                parents[2 * (option - LOCAL) as usize + 1 - player].push((2 * v + player) as u32);
                open[2 * v + player] += 1;
            }
        }
    }
    let mut ends: Vec<u32> = (0..2 * count as u32).filter(|state| open[*state as usize] == 0).collect();
    let mut ended = vec![false; 2 * count];
    while let Some(state) = ends.pop() {
        ended[state as usize] = true;
        for parent in &parents[state as usize] {
            open[*parent as usize] -= 1;
            if open[*parent as usize] == 0 {
                ends.push(*parent);
            }
        }
    }
    // 2. A vertex that can reach any other state, by whatever moves, is not a stopper.
    let mut stopper: Vec<bool> = (0..count)
        .map(|v| {
            let exits = options[v].iter().flatten().filter(|option| **option < LOCAL);
            ended[2 * v] && ended[2 * v + 1] && { exits }.all(|option| known(*option))
        })
        .collect();
    let mut todo: Vec<usize> = (0..count).filter(|v| !stopper[*v]).collect();
    while let Some(v) = todo.pop() {
        for parent in parents[2 * v].iter().chain(&parents[2 * v + 1]) {
            let parent = *parent as usize / 2;
            if std::mem::replace(&mut stopper[parent], false) {
                todo.push(parent);
            }
        }
    }
    stopper
}

/// The strongly connected components of a graph, successors first (Tarjan, without recursion).
pub(super) fn components<I: Iterator<Item = u32>>(
    count: usize,
    options: impl Fn(usize) -> I,
) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let (mut index, mut low) = (vec![NEW; count], vec![0u32; count]);
    let mut on_stack = vec![false; count];
    let (mut stack, mut next, mut found) = (Vec::new(), 0, Vec::new());
    for root in 0..count {
        if index[root] != NEW {
            continue;
        }
        let mut path = vec![(root, options(root))];
        (index[root], low[root]) = (next, next);
        next += 1;
        stack.push(root as u32);
        on_stack[root] = true;
        while let Some((v, rest)) = path.last_mut() {
            let v = *v;
            if let Some(option) = rest.next() {
                let option = option as usize;
                if index[option] == NEW {
                    (index[option], low[option]) = (next, next);
                    next += 1;
                    stack.push(option as u32);
                    on_stack[option] = true;
                    path.push((option, options(option)));
                } else if on_stack[option] {
                    low[v] = low[v].min(index[option]);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                low[*parent] = low[*parent].min(low[v]);
            }
            if low[v] == index[v] {
                let first = stack.iter().rposition(|w| *w == v as u32).expect("it is on the stack");
                let component = stack.split_off(first);
                component.iter().for_each(|w| on_stack[*w as usize] = false);
                found.push(component);
            }
        }
    }
    found
}

/// For vertices whose options from [`LOCAL`] on are these vertices themselves: for each, the first vertex
/// that has the same plays.
pub(super) fn bisimilar(options: &[[Vec<u32>; 2]]) -> Vec<usize> {
    let mut colours = vec![0u32; options.len()];
    let mut count = 1;
    loop {
        let mut names: FxHashMap<(u32, [Vec<u32>; 2]), u32> = FxHashMap::default();
        let recoloured = options.iter().enumerate().map(|(v, sides)| {
            let key = [0, 1].map(|player: usize| {
                let colour = |o: &u32| if *o < LOCAL { *o } else { LOCAL | colours[(*o - LOCAL) as usize] };
                let mut side: Vec<u32> = sides[player].iter().map(colour).collect();
                side.sort_unstable();
                side.dedup();
                side
            });
            let fresh = names.len() as u32;
            *names.entry((colours[v], key)).or_insert(fresh)
        });
        let recoloured: Vec<u32> = recoloured.collect();
        let now = names.len();
        colours = recoloured;
        if now == count {
            break;
        }
        count = now;
    }
    let mut firsts: FxHashMap<u32, usize> = FxHashMap::default();
    colours.iter().enumerate().map(|(v, colour)| *firsts.entry(*colour).or_insert(v)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passing_alone_is_a_stopper_and_passing_in_turn_is_none() {
        let mut graph = Graph::new();
        let [zero, on, dud, under, there, back] = [(); 6].map(|()| graph.add());
        graph.set(on, &[on], &[]);
        graph.set(dud, &[dud], &[dud]);
        graph.set(under, &[under], &[zero]);
        graph.set(there, &[back], &[]);
        graph.set(back, &[], &[there]);
        assert_eq!(graph.stoppers(), [true, true, false, true, false, false]);
        let components = components(6, |v| graph.options[v].iter().flatten().copied());
        assert!(components.contains(&vec![there, back]) && components.len() == 5);
    }

    #[test]
    fn positions_with_the_same_plays_are_one() {
        let zero = [vec![], vec![]];
        let on = [vec![LOCAL | 2], vec![]];
        let off = [vec![], vec![LOCAL | 3]];
        assert_eq!(bisimilar(&[zero.clone(), on.clone(), on, off, zero]), [0, 1, 1, 3, 0]);
    }
}
