//! From any options to the canonical form.

use rustc_hash::FxHashMap;

use crate::arena::{Found, Measure, NUMBER, Options, Stop};
use crate::dyadic::Bound;
use crate::probes::{Bits, probes};
use crate::{Arena, Dyadic, Game, Result, deep};

/// A game that is given by its options and not simplified yet. Its marks and stops are those of its
/// value, so they serve in comparisons at once.
struct Candidate<'a> {
    left: &'a [Game],
    right: &'a [Game],
    measure: &'a Measure,
    /// Answers found on the way: (game, whether the question was `game ≤ candidate`).
    known: FxHashMap<(Game, bool), bool>,
}

impl Arena {
    /// The value of the game with these options.
    pub fn canonical(&self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.canonical_owned(Options::from_slice(left), Options::from_slice(right))
    }

    pub(crate) fn canonical_owned(&self, mut left: Options, mut right: Options) -> Result<Game> {
        self.afford(0)?;
        // 1. A number, if one fits between the options.
        if let Some(number) = self.number_between(&left, &right) {
            return self.from_number(number);
        }
        // 2. Dominated options go.
        self.keep_best(&mut left, |a, x, y| a.le(x, y))?;
        self.keep_best(&mut right, |a, x, y| a.le(y, x))?;
        // 3. What is known with just these options needs no further work: most games recur.
        let hash = match self.find(&mut left, &mut right)? {
            Found::Game(known) => return Ok(known),
            Found::Nothing(hash) => hash,
        };
        // 4. Reversible options are bypassed, until none is left. Marks and stops belong to the
        //    value, so they stay right.
        let measure = self.measure(&left, &right);
        let mut candidate =
            Candidate { left: &left, right: &right, measure: &measure, known: FxHashMap::default() };
        let new_left = self.bypass_left(&mut candidate)?;
        let new_right = self.bypass_right(&mut candidate)?;
        if new_left.is_none() && new_right.is_none() {
            return self.insert(&left, &right, hash, &measure);
        }
        if let Some(new) = new_left {
            left = new;
            self.keep_best(&mut left, |a, x, y| a.le(x, y))?;
        }
        if let Some(new) = new_right {
            right = new;
            self.keep_best(&mut right, |a, x, y| a.le(y, x))?;
        }
        match self.find(&mut left, &mut right)? {
            Found::Game(known) => Ok(known),
            Found::Nothing(hash) => self.insert(&left, &right, hash, &measure),
        }
    }

    /// The simplest number between Left's and Right's options, if the game is a number.
    fn number_between(&self, left: &[Game], right: &[Game]) -> Option<Dyadic> {
        let low = self.best_stop(left, |a, g| a.right_stop_of(g), true);
        let high = self.best_stop(right, |a, g| a.left_stop_of(g), false);
        if let (Some(low), Some(high)) = (low, high) {
            let order = self.stop_number_order(low, high);
            if order.is_gt() || (order.is_eq() && (low.right_to_move() || !high.right_to_move())) {
                return None;
            }
        }
        // x must not be ≤ any Left option: above its right stop, or on it with Left to move there.
        let low = low.map(|s| Bound { at: self.stop_number(s), closed: !s.right_to_move() });
        let high = high.map(|s| Bound { at: self.stop_number(s), closed: s.right_to_move() });
        Dyadic::simplest_between(low.as_ref(), high.as_ref())
    }

    fn best_stop(&self, list: &[Game], stop: impl Fn(&Arena, Game) -> Stop, highest: bool) -> Option<Stop> {
        let mut best: Option<Stop> = None;
        for g in list {
            let s = stop(self, *g);
            let better = best.is_none_or(|b| {
                let order = self.stop_order(s, b);
                if highest { order.is_gt() } else { order.is_lt() }
            });
            if better {
                best = Some(s);
            }
        }
        best
    }

    /// Marks and stops of the game with these options, which is no number: so neither list is empty.
    pub(crate) fn measure(&self, left: &[Game], right: &[Game]) -> Measure {
        let below_left = left.iter().fold(0, |m: Bits, l| m | self.node(*l).marks.ge);
        let above_right = right.iter().fold(0, |m: Bits, r| m | self.node(*r).marks.le);
        let marks = probes().marks(below_left, above_right);
        let stop = |s: Option<Stop>| s.expect("a game without options on one side is a number");
        Measure {
            marks,
            left_stop: stop(self.best_stop(left, |a, g| a.right_stop_of(g), true)),
            right_stop: stop(self.best_stop(right, |a, g| a.left_stop_of(g), false)),
        }
    }

    /// Leaves one of each value in the list, and none that is dominated. `worse(x, y)`: y makes x
    /// superfluous.
    fn keep_best(
        &self,
        list: &mut Options,
        worse: impl Fn(&Arena, Game, Game) -> Result<bool>,
    ) -> Result<()> {
        if list.len() < 2 {
            return Ok(());
        }
        list.sort_unstable_by_key(|g| g.0);
        list.dedup();
        let mut i = 0;
        'next: while i < list.len() {
            for j in 0..list.len() {
                if i != j && worse(self, list[i], list[j])? {
                    list.swap_remove(i);
                    continue 'next;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// Left's options with the reversible ones bypassed; nothing if none is reversible.
    fn bypass_left(&self, g: &mut Candidate) -> Result<Option<Options>> {
        let (mut work, mut kept, mut changed) = (Options::from_slice(g.left), Options::new(), false);
        'next: while let Some(l) = work.pop() {
            for lr in self.right(l)? {
                if self.le_candidate(*lr, g)? {
                    work.extend_from_slice(self.left(*lr)?);
                    changed = true;
                    continue 'next;
                }
            }
            kept.push(l);
        }
        Ok(changed.then_some(kept))
    }

    /// The same for Right.
    fn bypass_right(&self, g: &mut Candidate) -> Result<Option<Options>> {
        let (mut work, mut kept, mut changed) = (Options::from_slice(g.right), Options::new(), false);
        'next: while let Some(r) = work.pop() {
            for rl in self.left(r)? {
                if self.ge_candidate(*rl, g)? {
                    work.extend_from_slice(self.right(*rl)?);
                    changed = true;
                    continue 'next;
                }
            }
            kept.push(r);
        }
        Ok(changed.then_some(kept))
    }

    /// Whether `x ≤ candidate`.
    fn le_candidate(&self, x: Game, g: &mut Candidate) -> Result<bool> {
        let node = self.node(x);
        if let Some(answer) = node.marks.settle(&g.measure.marks) {
            return Ok(answer);
        }
        if self.stop_order(self.left_stop_of(x), g.measure.left_stop).is_gt()
            || self.stop_order(self.right_stop_of(x), g.measure.right_stop).is_gt()
        {
            return Ok(false);
        }
        if node.flags & NUMBER != 0 {
            return Ok(true);
        }
        if let Some(answer) = g.known.get(&(x, true)) {
            return Ok(*answer);
        }
        let answer = deep(|| -> Result<bool> {
            for r in g.right {
                if self.le(*r, x)? {
                    return Ok(false);
                }
            }
            for xl in self.left(x)? {
                if self.ge_candidate(*xl, g)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        g.known.insert((x, true), answer);
        Ok(answer)
    }

    /// Whether `x ≥ candidate`.
    fn ge_candidate(&self, x: Game, g: &mut Candidate) -> Result<bool> {
        let node = self.node(x);
        if let Some(answer) = g.measure.marks.settle(&node.marks) {
            return Ok(answer);
        }
        if self.stop_order(g.measure.left_stop, self.left_stop_of(x)).is_gt()
            || self.stop_order(g.measure.right_stop, self.right_stop_of(x)).is_gt()
        {
            return Ok(false);
        }
        if node.flags & NUMBER != 0 {
            return Ok(true);
        }
        if let Some(answer) = g.known.get(&(x, false)) {
            return Ok(*answer);
        }
        let answer = deep(|| -> Result<bool> {
            for l in g.left {
                if self.le(x, *l)? {
                    return Ok(false);
                }
            }
            for xr in self.right(x)? {
                if self.le_candidate(*xr, g)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        g.known.insert((x, false), answer);
        Ok(answer)
    }
}
