//! Operations on values with two sides.

use std::cmp::Ordering;
use std::fmt;

use rustc_hash::FxHashMap;

use super::graph::{LOCAL, components};
use super::simplify::Options;
use super::{Graph, Loops};
use crate::{Arena, Game, Result, ValueError};

/// A loopy value: the handle of both its sides in [`Loops`]. Equal stoppers have equal handles, and so do
/// equal values whose sides are both stoppers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sided {
    pub(super) onside: u32,
    /// The onside of the negative, which is the negative of the offside.
    pub(super) mirrored: u32,
}

impl Sided {
    /// The negative.
    #[must_use]
    pub fn negative(self) -> Sided {
        Sided { onside: self.mirrored, mirrored: self.onside }
    }
}

/// How a play ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Left wins.
    Left,
    /// Neither player wins: play goes on for ever.
    Draw,
    /// Right wins.
    Right,
}

/// How a game ends with best play. It displays as `N`, `P`, `L`, `R` or `D`, for a draw for either start; the
/// others display as two letters, one for how it ends if Left starts and one for Right: `LD`, `DL`, `DR`,
/// `RD`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ends {
    /// If Left starts.
    pub left_first: End,
    /// If Right starts.
    pub right_first: End,
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.left_first, self.right_first) {
            (End::Left, End::Left) => "L",
            (End::Right, End::Right) => "R",
            (End::Left, End::Right) => "N",
            (End::Right, End::Left) => "P",
            (End::Draw, End::Draw) => "D",
            (End::Left, End::Draw) => "LD",
            (End::Draw, End::Left) => "DL",
            (End::Draw, End::Right) => "DR",
            (End::Right, End::Draw) => "RD",
        })
    }
}

/// The maximum number of followers of a short game that is converted to a loopy one.
const MOST_FOLLOWERS: usize = 4_000;

impl Loops {
    /// The values of all positions of a game.
    pub fn sides(&mut self, graph: &Graph) -> Result<Vec<Sided>> {
        let onsides = self.onsides(graph)?;
        let mirrored = self.onsides(&graph.negative())?;
        Ok(onsides.into_iter().zip(mirrored).map(|(onside, mirrored)| Sided { onside, mirrored }).collect())
    }

    /// The onsides of all positions.
    pub(super) fn onsides(&mut self, graph: &Graph) -> Result<Vec<u32>> {
        let local =
            |v: u32| [0, 1].map(|player| graph.options(v, player).iter().map(|o| LOCAL | o).collect());
        self.onsides_of(&(0..graph.len() as u32).map(local).collect::<Vec<_>>())
    }

    /// The onsides of some vertices, one component after the other. Options from [`LOCAL`] on are the
    /// vertices themselves; all others are known.
    pub(super) fn onsides_of(&mut self, vertices: &[Options]) -> Result<Vec<u32>> {
        if self.vertices.is_empty() {
            self.plant()?;
        }
        let mut found: Vec<Option<u32>> = vec![None; vertices.len()];
        let inner = |v: usize| {
            let options = vertices[v].iter().flatten().copied();
            options.filter(|option| *option >= LOCAL).map(|option| option - LOCAL)
        };
        for mut component in components(vertices.len(), inner) {
            component.sort_unstable();
            let number = |option: &u32| {
                if *option < LOCAL {
                    return *option;
                }
                let v = *option - LOCAL;
                let place = || component.binary_search(&v).expect("what is not known is in the component");
                found[v as usize].unwrap_or_else(|| LOCAL | place() as u32)
            };
            let numbered =
                |v: &u32| vertices[*v as usize].each_ref().map(|side| side.iter().map(number).collect());
            let values = self.resolve(component.iter().map(numbered).collect())?;
            for (v, value) in component.iter().zip(values) {
                found[*v as usize] = Some(value);
            }
        }
        Ok(found.into_iter().map(|value| value.expect("every vertex has a component")).collect())
    }

    /// Inserts the simplest values, so that a game is recognised as one of them: 0, on, off and *.
    fn plant(&mut self) -> Result<()> {
        let zero = self.resolve(vec![[vec![], vec![]]])?[0];
        self.resolve(vec![[vec![LOCAL], vec![]]])?;
        self.resolve(vec![[vec![], vec![LOCAL]]])?;
        self.resolve(vec![[vec![zero], vec![zero]]])?;
        Ok(())
    }

    /// Zero.
    pub fn zero(&mut self) -> Result<Sided> {
        let zero = self.resolve(vec![[Vec::new(), Vec::new()]])?[0];
        Ok(Sided { onside: zero, mirrored: zero })
    }

    /// Whether a ≥ b.
    #[must_use]
    pub fn ge(&self, a: Sided, b: Sided) -> bool {
        self.at_least(a.onside, b.onside) && self.at_least(b.mirrored, a.mirrored)
    }

    /// The order of two values; `None` if they are incomparable.
    #[must_use]
    pub fn compare(&self, a: Sided, b: Sided) -> Option<Ordering> {
        match (self.ge(a, b), self.ge(b, a)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        }
    }

    /// How it ends with best play. (Left, moving second, survives G if and only if G⁺ ≥ 0, and wins it if
    /// and only if G⁻ ≥ 0.)
    pub fn ends(&mut self, g: Sided) -> Result<Ends> {
        let zero = self.zero()?.onside;
        let end = |left_wins: bool, left_survives: bool| match (left_wins, left_survives) {
            (true, _) => End::Left,
            (false, true) => End::Draw,
            (false, false) => End::Right,
        };
        Ok(Ends {
            // Right, moving second, survives if G⁻ ≤ 0, and wins if G⁺ ≤ 0.
            left_first: end(!self.at_least(g.mirrored, zero), !self.at_least(zero, g.onside)),
            right_first: end(self.at_least(zero, g.mirrored), self.at_least(g.onside, zero)),
        })
    }

    /// The sum.
    pub fn sum(&mut self, a: Sided, b: Sided) -> Result<Sided> {
        let onside = self.onside_of_sum(a.onside, b.onside)?;
        let mirrored = self.onside_of_sum(a.mirrored, b.mirrored)?;
        Ok(Sided { onside, mirrored })
    }

    fn onside_of_sum(&mut self, a: u32, b: u32) -> Result<u32> {
        let mut graph = Graph::new();
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        numbers.insert((a, b), graph.add());
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            self.afford(graph.len())?;
            let sides = [0, 1].map(|player| {
                let in_a = self.options(a, player).iter().map(|a| (*a, b));
                let in_b = self.options(b, player).iter().map(|b| (a, *b));
                in_a.chain(in_b).collect::<Vec<_>>()
            });
            let sides = sides.map(|side| {
                let number = |pair: (u32, u32)| {
                    *numbers.entry(pair).or_insert_with(|| {
                        todo.push(pair);
                        graph.add()
                    })
                };
                side.into_iter().map(number).collect::<Vec<_>>()
            });
            graph.set(numbers[&(a, b)], &sides[0], &sides[1]);
        }
        Ok(self.onsides(&graph)?[0])
    }

    /// The negative of the simplest form of a stopper.
    fn mirror(&mut self, v: u32) -> Result<u32> {
        if let Some(known) = self.negatives.get(&v) {
            return Ok(*known);
        }
        let followers = self.followers(v);
        let mut graph = Graph::new();
        let numbers: FxHashMap<u32, u32> = followers.iter().map(|w| (*w, graph.add())).collect();
        for w in &followers {
            let side = |player| self.options(*w, player).iter().map(|o| numbers[o]).collect::<Vec<_>>();
            graph.set(numbers[w], &side(1), &side(0));
        }
        let found = self.onsides(&graph)?;
        for (w, negative) in followers.into_iter().zip(found) {
            self.negatives.insert(w, negative);
            self.negatives.insert(negative, w);
        }
        Ok(self.negatives[&v])
    }

    /// A vertex and everything that can be reached from it.
    pub(super) fn followers(&self, v: u32) -> Vec<u32> {
        let mut followers = vec![v];
        let mut seen: rustc_hash::FxHashSet<u32> = [v].into_iter().collect();
        let mut at = 0;
        while at < followers.len() {
            let options = &self.vertices[followers[at] as usize].options;
            followers.extend(options.iter().flatten().copied().filter(|option| seen.insert(*option)));
            at += 1;
        }
        followers
    }

    /// The onside as a separate value, if it is a stopper.
    pub fn onside(&mut self, g: Sided) -> Result<Option<Sided>> {
        if !self.vertices[g.onside as usize].stopper {
            return Ok(None);
        }
        Ok(Some(Sided { onside: g.onside, mirrored: self.mirror(g.onside)? }))
    }

    /// The offside as a separate value, if it is a stopper.
    pub fn offside(&mut self, g: Sided) -> Result<Option<Sided>> {
        Ok(self.onside(g.negative())?.map(Sided::negative))
    }

    /// The value with the onside of one and the offside of the other, such as `on & off`; `None` if the
    /// onside is not at least the offside.
    ///
    /// Only the two sides that are used matter: `dud & 0` is `on & 0`, although dud, which is `on & off`, is
    /// not at least 0. The onside G⁺ is at least the offside H⁻ if and only if Left, moving second, survives
    /// G⁺ − H⁻ = G⁺ + (−H)⁺, which is a sum of onsides (Siegel, VI.4).
    pub fn with_sides(&mut self, onside: Sided, offside: Sided) -> Result<Option<Sided>> {
        let sides = Sided { onside: onside.onside, mirrored: offside.mirrored };
        // G ≥ H implies G⁺ ≥ H⁺ ≥ H⁻, and then no sum is needed.
        if self.ge(onside, offside) {
            return Ok(Some(sides));
        }
        let difference = self.onside_of_sum(sides.onside, sides.mirrored)?;
        let zero = self.zero()?.onside;
        Ok(self.at_least(difference, zero).then_some(sides))
    }

    /// Whether it is a stopper: whether both its sides are the same.
    pub fn is_stopper(&mut self, g: Sided) -> Result<bool> {
        Ok(self.onside(g)? == Some(g))
    }

    /// Whether its simplest form has no cycles other than passes, where a player moves to the same position:
    /// a *plumtree*.
    #[must_use]
    pub fn is_plumtree(&self, g: Sided) -> bool {
        let graph = |v: u32| {
            let followers = self.followers(v);
            let place: FxHashMap<u32, u32> = followers.iter().copied().zip(0..).collect();
            let options = |at: usize| {
                let sides = &self.vertices[followers[at] as usize].options;
                sides.iter().flatten().map(|option| place[option]).collect::<Vec<_>>().into_iter()
            };
            components(followers.len(), options).iter().all(|component| component.len() == 1)
        };
        graph(g.onside) && graph(g.mirrored)
    }

    /// A short game as a loopy one without loops.
    pub fn from_game(&mut self, arena: &Arena, game: Game) -> Result<Sided> {
        let mut graph = Graph::new();
        let mut numbers: FxHashMap<Game, u32> = FxHashMap::default();
        for follower in arena.followers(game) {
            if graph.len() == MOST_FOLLOWERS {
                return Err(ValueError::OutOfRange { what: "the size of a short game in a loopy one" });
            }
            numbers.insert(follower?, graph.add());
        }
        for (follower, number) in &numbers {
            let (left, right) = arena.options(*follower)?;
            let side = |side: &[Game]| side.iter().map(|option| numbers[option]).collect::<Vec<_>>();
            graph.set(*number, &side(left), &side(right));
        }
        let root = numbers[&game] as usize;
        Ok(self.sides(&graph)?[root])
    }

    /// The short game that it equals, if there is one.
    pub fn to_game(&mut self, arena: &Arena, g: Sided) -> Result<Option<Game>> {
        match self.short(arena, g.onside)? {
            Some(game) if self.is_stopper(g)? => Ok(Some(game)),
            _ => Ok(None),
        }
    }

    /// The short game that a vertex represents, if it has no loops.
    pub(super) fn short(&self, arena: &Arena, v: u32) -> Result<Option<Game>> {
        let followers = self.followers(v);
        let place: FxHashMap<u32, u32> = followers.iter().copied().zip(0..).collect();
        let options = |at: usize| {
            let sides = &self.vertices[followers[at] as usize].options;
            sides.iter().flatten().map(|option| place[option]).collect::<Vec<_>>().into_iter()
        };
        let mut games: FxHashMap<u32, Game> = FxHashMap::default();
        for component in components(followers.len(), options) {
            let w = followers[component[0] as usize];
            let known = |option: &u32| games.get(option).copied();
            let side = |player| self.options(w, player).iter().map(known).collect::<Option<Vec<Game>>>();
            let (Some(left), Some(right)) = (side(0), side(1)) else { return Ok(None) };
            games.insert(w, arena.canonical(&left, &right)?);
        }
        Ok(games.get(&v).copied())
    }
}
