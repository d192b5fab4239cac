//! The order of games.

use std::cmp::Ordering;

use smallvec::SmallVec;

use crate::arena::{LEFT_PROBES, NUMBER, Node, RIGHT_PROBES};
use crate::marks::COUNT;
use crate::stops::Stop;
use crate::{Arena, Game, Result};

/// A value with its data, for values that are compared more than once.
#[derive(Clone, Copy)]
pub(crate) struct Brief<'a> {
    pub(crate) node: &'a Node,
    pub(crate) game: Game,
}

impl Brief<'_> {
    #[inline]
    pub(crate) fn left_stop(&self) -> Stop {
        self.node.left_stop.of(self.game, false)
    }

    #[inline]
    pub(crate) fn right_stop(&self) -> Stop {
        self.node.right_stop.of(self.game, true)
    }
}

impl Arena {
    /// Whether `g ≤ h`: Left, moving second, does not lose `h − g`.
    #[inline]
    pub fn le(&self, g: Game, h: Game) -> Result<bool> {
        self.le_brief(&self.brief(g), &self.brief(h))
    }

    /// Whether `g ≥ h`.
    #[inline]
    pub fn ge(&self, g: Game, h: Game) -> Result<bool> {
        self.le(h, g)
    }

    /// The order of `g` and `h`; `None` if they are incomparable.
    pub fn compare(&self, g: Game, h: Game) -> Result<Option<Ordering>> {
        if g == h {
            return Ok(Some(Ordering::Equal));
        }
        Ok(if self.le(g, h)? {
            Some(Ordering::Less)
        } else if self.le(h, g)? {
            Some(Ordering::Greater)
        } else {
            None
        })
    }

    #[inline]
    pub(crate) fn brief(&self, game: Game) -> Brief<'_> {
        Brief { node: self.node(game), game }
    }

    #[inline]
    pub(crate) fn le_brief(&self, g: &Brief, h: &Brief) -> Result<bool> {
        match self.settle(g, h) {
            Some(answer) => Ok(answer),
            None => self.le_by_options(g, h),
        }
    }

    /// Whether `g ≤ h`, if that can be decided without their options.
    #[inline]
    fn settle(&self, g: &Brief, h: &Brief) -> Option<bool> {
        if g.game == h.game {
            return Some(true);
        }
        g.node.marks.settle(&h.node.marks).or_else(|| self.settle_past_probes(g, h))
    }

    /// The same, for two different values that the probes don't distinguish.
    fn settle_past_probes(&self, g: &Brief, h: &Brief) -> Option<bool> {
        // 1. If g ≤ h fails, then because of some g^L ≥ h or h^R ≤ g; if all of these are probes, the marks
        //    would have shown it.
        if g.node.flags() & LEFT_PROBES != 0 && h.node.flags() & RIGHT_PROBES != 0 {
            return Some(true);
        }
        // 2. Both stops of g must be at most those of h; for a number on either side that decides, and so
        //    does a number in between.
        if self.stop_order(g.left_stop(), h.left_stop()).is_gt()
            || self.stop_order(g.right_stop(), h.right_stop()).is_gt()
        {
            return Some(false);
        }
        if (g.node.flags() | h.node.flags()) & NUMBER != 0
            || self.stop_number_order(g.left_stop(), h.right_stop()).is_lt()
        {
            return Some(true);
        }
        // 3. Closed arithmetic.
        let (a, b) = (self.compact(g.game)?, self.compact(h.game)?);
        Some(a.compare(b).is_some_and(Ordering::is_le))
    }

    /// Whether `g ≤ h`, which holds unless some g^L ≥ h or some h^R ≤ g.
    fn le_by_options(&self, g: &Brief, h: &Brief) -> Result<bool> {
        // 1. What can be decided at once. The other questions, each whether one value is ≤ another, stay
        //    open.
        let (left, right) = (self.left(g.game)?, self.right(h.game)?);
        self.order.prefetch(g.game.0, h.game.0);
        left.iter().chain(right).for_each(|o| self.prefetch(*o));
        let mut open: SmallVec<[(Brief, Brief); 8]> = SmallVec::new();
        for l in left {
            let l = self.brief(*l);
            match self.settle(h, &l) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open.push((*h, l)),
            }
        }
        for r in right {
            let r = self.brief(*r);
            match self.settle(&r, g) {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open.push((r, *g)),
            }
        }
        if open.is_empty() {
            return Ok(true);
        }
        // 2. Earlier results.
        if let Some(answer) = self.order.get(g.game.0, h.game.0) {
            return Ok(answer);
        }
        self.go_on()?;
        // 3. The open questions, starting with those that are most likely to be answered with yes, because
        //    one yes is enough.
        if open.len() > 1 {
            open.sort_unstable_by_key(|(low, high)| {
                2 * COUNT as u32 + low.node.height() - high.node.height()
            });
            for (low, high) in &open[1..] {
                low.node.prefetch_options();
                high.node.prefetch_options();
            }
        }
        let answer = self.deep(|| {
            for (low, high) in &open {
                if self.le_by_options(low, high)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        self.order.put(g.game.0, h.game.0, answer, |bytes| self.grow_order(bytes));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dyadic, Nus};

    #[test]
    fn switches_compare_with_numbers_by_their_stops() {
        let a = Arena::new();
        let n = |k| a.integer(k).unwrap();
        let switch = a.canonical(&[n(9)], &[n(7)]).unwrap();
        assert_eq!(a.compare(switch, n(9)).unwrap(), None);
        assert_eq!(a.compare(switch, n(10)).unwrap(), Some(Ordering::Less));
        assert_eq!(a.compare(switch, n(6)).unwrap(), Some(Ordering::Greater));
        assert_eq!(a.compare(switch, n(7)).unwrap(), None);
        // {9 || 9 | 7} is 9 + miny-like: below 9.
        let low = a.canonical(&[switch], &[n(7)]).unwrap();
        assert_eq!(a.compare(low, n(9)).unwrap(), Some(Ordering::Less));
    }

    #[test]
    fn ups_and_stars_agree_with_their_options() {
        let a = Arena::new();
        let mut games = Vec::new();
        for up in -3..=3 {
            for star in 0..5 {
                games.push(a.game(&Nus::new(Dyadic::ZERO, up, star)).unwrap());
            }
        }
        for g in &games {
            for h in &games {
                let plain = a.left(*g).unwrap().iter().all(|l| !a.le(*h, *l).unwrap())
                    && a.right(*h).unwrap().iter().all(|r| !a.le(*r, *g).unwrap());
                assert_eq!(a.le(*g, *h).unwrap(), plain);
            }
        }
    }
}
