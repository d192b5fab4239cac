//! The simplest forms of onsides.
//!
//! In a stopper, dominated options may be removed and reversible ones bypassed, and the result is unique:
//! equal vertices then coincide (Siegel, VI.3). In the onside of any loopy game the same rules are nearly
//! right, but a chain of Right's options that are all reversible and lead back to themselves is worth nothing
//! to Right, since Left wins infinite plays; and a dominated option may be needed to leave a cycle. So a form
//! found by these rules is a guess, and is kept only if it is proved to equal the original.

use rustc_hash::FxHashSet;

use super::graph::{LOCAL, bisimilar, stoppers};
use super::{Loops, Vertex};
use crate::Result;
use crate::stack::deep;

/// The options of a vertex; from [`LOCAL`] on they are vertices of the same component.
pub(super) type Options = [Vec<u32>; 2];

impl Loops {
    /// The onsides of the vertices of a strongly connected component, in the simplest forms found.
    pub(super) fn resolve(&mut self, component: Vec<Options>) -> Result<Vec<u32>> {
        // 1. A vertex without loops may be known by its options.
        let plain = component.len() == 1 && component[0].iter().flatten().all(|option| *option < LOCAL);
        let key = plain.then(|| component[0].each_ref().map(|side| sorted(side.clone()).into_boxed_slice()));
        if let Some(known) = key.as_ref().and_then(|key| self.by_options.get(key)) {
            return Ok(vec![*known]);
        }
        // 2. Vertices with the same plays are identified.
        let firsts = bisimilar(&component);
        let mut known: Vec<Option<u32>> = vec![None; component.len()];
        let mut open: Vec<usize> = (0..component.len()).filter(|v| firsts[*v] == *v).collect();
        // 3. Simplified vertices help to simplify the others.
        while !open.is_empty() {
            let place = |v: usize| open.binary_search(&v).expect("open vertices have open options");
            let local = open.iter().map(|v| {
                component[*v].each_ref().map(|side| {
                    let translated = side.iter().map(|option| match *option {
                        option if option < LOCAL => option,
                        option => {
                            let first = firsts[(option - LOCAL) as usize];
                            known[first].unwrap_or_else(|| LOCAL | place(first) as u32)
                        }
                    });
                    sorted(translated.collect())
                })
            });
            let local: Vec<Options> = local.collect();
            let found = self.simplify(&local)?;
            for (v, found) in open.iter().zip(&found) {
                known[*v] = *found;
            }
            open.retain(|v| known[*v].is_none());
        }
        let answers: Vec<u32> =
            firsts.iter().map(|first| known[*first].expect("none is left open")).collect();
        if let Some(key) = key {
            self.by_options.insert(key, answers[0]);
        }
        Ok(answers)
    }

    /// Simplifies as many of some vertices as possible. If none can be simplified, they are kept as they are.
    /// If it has to stop in the middle, nothing is kept.
    fn simplify(&mut self, local: &[Options]) -> Result<Vec<Option<u32>>> {
        let base = self.vertices.len();
        let found = self.simplify_from(base, local);
        if found.is_err() {
            self.vertices.truncate(base);
        }
        found
    }

    fn simplify_from(&mut self, base: usize, local: &[Options]) -> Result<Vec<Option<u32>>> {
        // 1. Compare the vertices with each other and with all known ones.
        let count = local.len();
        self.append(local)?;
        self.compare_from(base)?;
        // 2. Of equal vertices, one represents all: a known stopper, if there is one.
        let stands = |v: usize| {
            let v = (base + v) as u32;
            let equal = |s: &u32| self.equal(*s, v);
            let known = (0..base as u32).find(|s| self.vertices[*s as usize].stopper && equal(s));
            known.unwrap_or_else(|| (0..=v).find(equal).unwrap_or(v))
        };
        let stands: Vec<u32> = (0..count).map(stands).collect();
        let leaders: Vec<u32> =
            (0..count).map(|v| (base + v) as u32).filter(|v| stands[*v as usize - base] == *v).collect();
        // 3. Guess their simplest forms, in one of two ways, and check which are right.
        let middle = self.vertices.len();
        let mut proved = vec![false; leaders.len()];
        for keeps_circles in [true, false] {
            if leaders.is_empty() || proved.contains(&true) {
                break;
            }
            self.vertices.truncate(middle);
            let guess = Guess { loops: self, base: base as u32, stands: &stands, keeps_circles };
            let forms: Vec<Options> = leaders.iter().map(|leader| guess.form(*leader, &leaders)).collect();
            proved = self.prove(middle, &leaders, &forms)?;
        }
        // 4. Keep what is proved or, if nothing became simpler, everything.
        let simpler = proved.contains(&true) || stands.iter().any(|s| (*s as usize) < base);
        let kept: Vec<usize> = if simpler {
            (0..leaders.len()).filter(|i| proved[*i]).map(|i| middle + i).collect()
        } else {
            (base..middle).collect()
        };
        self.keep(base, middle, &kept);
        let answer = |v: usize| {
            if !simpler {
                return Some((base + v) as u32);
            }
            let stands = stands[v];
            if (stands as usize) < base {
                return Some(stands);
            }
            let leader = leaders.binary_search(&stands).ok()?;
            let place = kept.binary_search(&(middle + leader)).ok()?;
            Some((base + place) as u32)
        };
        Ok((0..count).map(answer).collect())
    }

    /// Appends forms of some vertices and returns which are proved: those that equal their vertex and lead
    /// only to such forms.
    fn prove(&mut self, middle: usize, leaders: &[u32], forms: &[Options]) -> Result<Vec<bool>> {
        self.append(forms)?;
        self.compare_from(middle)?;
        let equal = |(i, leader): (usize, &u32)| self.equal(*leader, (middle + i) as u32);
        let mut proved: Vec<bool> = leaders.iter().enumerate().map(equal).collect();
        while let Some(doubtful) = (0..leaders.len()).find(|i| {
            let leads = forms[*i].iter().flatten().filter(|option| **option >= LOCAL);
            proved[*i] && { leads }.any(|option| !proved[(option - LOCAL) as usize])
        }) {
            proved[doubtful] = false;
        }
        Ok(proved)
    }

    /// Appends vertices whose options from [`LOCAL`] on are these vertices themselves.
    fn append(&mut self, local: &[Options]) -> Result<()> {
        self.afford(self.vertices.len() + local.len())?;
        let first = self.vertices.len();
        let is_stopper = stoppers(local, |option| self.vertices[option as usize].stopper);
        for (sides, stopper) in local.iter().zip(is_stopper) {
            let options = sides.each_ref().map(|side| {
                side.iter().map(|o| if *o < LOCAL { *o } else { *o - LOCAL + first as u32 }).collect()
            });
            self.vertices.push(Vertex { options, stopper });
        }
        Ok(())
    }

    /// Of all vertices from `base` on, keeps these and what is known about them. Vertices before `middle` and
    /// vertices from `middle` on have only options of their own kind and options before `base`.
    fn keep(&mut self, base: usize, middle: usize, kept: &[usize]) {
        let first = if kept.first().is_some_and(|v| *v < middle) { base } else { middle };
        let place = |v: u32| match kept.binary_search(&(v as usize)) {
            Ok(place) if v as usize >= first => (base + place) as u32,
            _ => v,
        };
        let mut new = Vec::with_capacity(kept.len());
        for v in kept {
            let Vertex { options, stopper } = &self.vertices[*v];
            let options = options.each_ref().map(|side| side.iter().map(|option| place(*option)).collect());
            new.push(Vertex { options, stopper: *stopper });
        }
        let old = |v: usize| if v < base { v } else { kept[v - base] };
        let count = base + kept.len();
        for square in [&mut self.second, &mut self.first] {
            // Vertices only move to the front, so nothing that is still needed is overwritten.
            for x in 0..count {
                for y in if x < base { base } else { 0 }..count {
                    let bit = square.at(old(x), old(y));
                    square.set(x, y, bit);
                }
            }
            square.resize(count);
        }
        self.vertices.truncate(base);
        self.vertices.extend(new);
        self.book_order();
    }
}

/// How a simplest form is guessed.
struct Guess<'a> {
    loops: &'a Loops,
    base: u32,
    /// The representative of each vertex from `base` on.
    stands: &'a [u32],
    /// Whether Left keeps an option that is reversible in a cycle.
    keeps_circles: bool,
}

impl Guess<'_> {
    fn stands(&self, v: u32) -> u32 {
        if v < self.base { v } else { self.stands[(v - self.base) as usize] }
    }

    /// The representative of a vertex if it is known, and otherwise the vertex itself: equal vertices need
    /// not be identical before they are simplified, and one must not replace the other during that.
    fn known_or_itself(&self, v: u32) -> u32 {
        let stands = self.stands(v);
        if stands < self.base { stands } else { v }
    }

    /// The form of a vertex, in terms of leaders, which are numbered from [`LOCAL`] on, and of known
    /// vertices.
    fn form(&self, v: u32, leaders: &[u32]) -> Options {
        [0, 1].map(|player| {
            let mut search =
                Search { v, player, path: Vec::new(), seen: FxHashSet::default(), found: vec![] };
            for option in self.loops.options(v, player) {
                self.bypass(*option, &mut search);
            }
            let options = sorted(search.found.iter().map(|option| self.stands(*option)).collect());
            let best = options.iter().filter(|a| !options.iter().any(|b| self.dominates(b, **a, player)));
            let numbered = best.map(|option| match leaders.binary_search(option) {
                Ok(leader) => LOCAL | leader as u32,
                Err(_) => *option,
            });
            numbered.collect()
        })
    }

    /// Whether `player` prefers another option `b` to `a`; no two are equal.
    fn dominates(&self, b: &u32, a: u32, player: usize) -> bool {
        *b != a && if player == 0 { self.loops.at_least(*b, a) } else { self.loops.at_least(a, *b) }
    }

    /// Adds an option or, if it is reversible, its replacement.
    fn bypass(&self, option: u32, search: &mut Search) {
        let option = self.known_or_itself(option);
        let Search { v, player, .. } = *search;
        if search.path.contains(&option) {
            // A cycle: Right gains nothing, because Left wins infinite plays. Left may gain or not.
            if player == 0 && self.keeps_circles {
                search.found.push(option);
            }
            return;
        }
        if !search.seen.insert(option) {
            return;
        }
        let reverses = |w: &u32| {
            if player == 0 { self.loops.at_least(v, *w) } else { self.loops.at_least(*w, v) }
        };
        let replies = self.loops.options(option, 1 - player).iter().map(|w| self.known_or_itself(*w));
        match replies.filter(reverses).min() {
            None => search.found.push(option),
            Some(reply) => {
                search.path.push(option);
                for next in self.loops.options(reply, player) {
                    deep(|| self.bypass(*next, search));
                }
                search.path.pop();
            }
        }
    }
}

/// A search for the options of a form.
struct Search {
    v: u32,
    player: usize,
    path: Vec<u32>,
    seen: FxHashSet<u32>,
    found: Vec<u32>,
}

/// The options, each once, in order.
fn sorted(mut options: Vec<u32>) -> Vec<u32> {
    options.sort_unstable();
    options.dedup();
    options
}
