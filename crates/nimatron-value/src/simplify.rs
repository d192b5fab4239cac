//! From any options to the canonical form.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arena::{Found, Measure, NUMBER, Options};
use crate::compare::Brief;
use crate::dyadic::Bound;
use crate::marks::Bits;
use crate::probes::probes;
use crate::stops::Stop;
use crate::{Arena, Dyadic, Game, Result};

/// A game that is given by its options and not simplified yet. Its marks and stops are those of its value, so
/// they can be used in comparisons.
struct Candidate<'a> {
    left: &'a [Game],
    right: &'a [Game],
    measure: &'a Measure,
    /// Answers found so far: (game, whether the question was `game ≤ candidate`).
    known: FxHashMap<(Game, bool), bool>,
}

/// The options of one player, for comparisons with each other.
type Briefs<'a> = SmallVec<[Brief<'a>; 12]>;

impl Arena {
    /// The value of the game with these options.
    pub fn canonical(&self, left: &[Game], right: &[Game]) -> Result<Game> {
        self.canonical_owned(Options::from_slice(left), Options::from_slice(right))
    }

    pub(crate) fn canonical_owned(&self, left: Options, right: Options) -> Result<Game> {
        self.afford(0)?;
        let (mut left_briefs, mut right_briefs) = (self.briefs(left), self.briefs(right));
        // 1. A number, if one fits between the options.
        let low = self.best_stop(left_briefs.iter().map(|b| b.right_stop()), Ordering::Greater);
        let high = self.best_stop(right_briefs.iter().map(|b| b.left_stop()), Ordering::Less);
        if let Some(number) = self.number_between(low, high) {
            return self.from_number(number);
        }
        // 2. Dominated options are removed.
        let mut left = self.keep_largest(&mut left_briefs)?;
        let mut right = self.keep_smallest(&mut right_briefs)?;
        // 3. If a value with just these options is known, no further work is needed: most games recur.
        let hash = match self.find(&mut left, &mut right)? {
            Found::Game(known) => return Ok(known),
            Found::Nothing(hash) => hash,
        };
        // 4. Reversible options are bypassed, until none is left. Marks and stops belong to the value, so
        //    they stay right.
        let measure = self.measure(&left, &right);
        let mut candidate =
            Candidate { left: &left, right: &right, measure: &measure, known: FxHashMap::default() };
        let new_left = self.bypass_left(&mut candidate)?;
        let new_right = self.bypass_right(&mut candidate)?;
        if new_left.is_none() && new_right.is_none() {
            return self.insert(&left, &right, hash, &measure);
        }
        if let Some(new) = new_left {
            left = self.keep_largest(&mut self.briefs(new))?;
        }
        if let Some(new) = new_right {
            right = self.keep_smallest(&mut self.briefs(new))?;
        }
        match self.find(&mut left, &mut right)? {
            Found::Game(known) => Ok(known),
            Found::Nothing(hash) => self.insert(&left, &right, hash, &measure),
        }
    }

    /// The simplest number above the best of Left's right stops and below the best of Right's left stops, if
    /// there is one: then the game equals that number.
    fn number_between(&self, low: Option<Stop>, high: Option<Stop>) -> Option<Dyadic> {
        if let (Some(low), Some(high)) = (low, high) {
            let order = self.stop_number_order(low, high);
            if order.is_gt() || (order.is_eq() && (low.right_to_move() || !high.right_to_move())) {
                return None;
            }
        }
        // x must not be ≤ any Left option: it must be above its right stop, or on it with Left to move there.
        let low = low.map(|s| Bound { at: self.stop_number(s), closed: !s.right_to_move() });
        let high = high.map(|s| Bound { at: self.stop_number(s), closed: s.right_to_move() });
        Dyadic::simplest_between(low.as_ref(), high.as_ref())
    }

    /// The extreme stop in the given order: the greatest or the least.
    #[inline]
    fn best_stop(&self, stops: impl Iterator<Item = Stop>, best: Ordering) -> Option<Stop> {
        stops.reduce(|a, b| if self.stop_order(b, a) == best { b } else { a })
    }

    /// Marks and stops of the game with these options, which is not a number, so neither list is empty.
    pub(crate) fn measure(&self, left: &[Game], right: &[Game]) -> Measure {
        let below_left = left.iter().fold(Bits::EMPTY, |m, l| m | self.node(*l).marks.ge);
        let above_right = right.iter().fold(Bits::EMPTY, |m, r| m | self.node(*r).marks.le);
        let stop = |s: Option<Stop>| s.expect("a game without options on one side is a number");
        Measure {
            marks: probes().marks(below_left, above_right),
            left_stop: stop(self.best_stop(left.iter().map(|g| self.right_stop_of(*g)), Ordering::Greater)),
            right_stop: stop(self.best_stop(right.iter().map(|g| self.left_stop_of(*g)), Ordering::Less)),
        }
    }

    /// Each value of a list once, with the data for comparisons beside it.
    #[inline]
    fn briefs(&self, mut list: Options) -> Briefs<'_> {
        list.sort_unstable_by_key(|g| g.0);
        list.dedup();
        list.iter().map(|g| self.brief(*g)).collect()
    }

    /// The maximal values of a list.
    fn keep_largest(&self, list: &mut Briefs) -> Result<Options> {
        list.sort_unstable_by_key(|b| std::cmp::Reverse(b.node.height()));
        self.keep(list, |a, x, kept| a.le_brief(x, kept))
    }

    /// The minimal values of a list.
    fn keep_smallest(&self, list: &mut Briefs) -> Result<Options> {
        list.sort_unstable_by_key(|b| b.node.height());
        self.keep(list, |a, x, kept| a.le_brief(kept, x))
    }

    /// The values of a list that no other value makes redundant. A value can only be redundant because of one
    /// that comes before it in the list, or one of the same height.
    fn keep(
        &self,
        list: &[Brief],
        superfluous: impl Fn(&Arena, &Brief, &Brief) -> Result<bool>,
    ) -> Result<Options> {
        let mut kept: SmallVec<[&Brief; 12]> = SmallVec::new();
        'next: for (i, x) in list.iter().enumerate() {
            if i % 64 == 63 {
                self.go_on()?;
            }
            for k in &kept {
                if superfluous(self, x, k)? {
                    continue 'next;
                }
            }
            // Heights are sorted, so values of the same height are the last.
            let mut i = kept.len();
            while i > 0 && kept[i - 1].node.height() == x.node.height() {
                i -= 1;
                if superfluous(self, kept[i], x)? {
                    kept.remove(i);
                }
            }
            kept.push(x);
        }
        Ok(kept.iter().map(|b| b.game).collect())
    }

    /// Left's options with the reversible ones bypassed; `None` if none is reversible.
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
        if node.flags() & NUMBER != 0 {
            return Ok(true);
        }
        if let Some(answer) = g.known.get(&(x, true)) {
            return Ok(*answer);
        }
        self.go_on()?;
        let answer = self.deep(|| {
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
        if node.flags() & NUMBER != 0 {
            return Ok(true);
        }
        if let Some(answer) = g.known.get(&(x, false)) {
            return Ok(*answer);
        }
        self.go_on()?;
        let answer = self.deep(|| {
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
