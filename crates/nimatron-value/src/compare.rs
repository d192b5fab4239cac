//! The order of games.

use std::cmp::Ordering;

use crate::arena::{LEFT_PROBES, NUMBER, RIGHT_PROBES};
use crate::probes::Marks;
use crate::stops::Stop;
use crate::{Arena, Game, Result};

/// What comparisons need of a value, in one place.
#[derive(Clone, Copy)]
pub(crate) struct Brief {
    pub(crate) marks: Marks,
    pub(crate) left_stop: Stop,
    pub(crate) right_stop: Stop,
    flags: u32,
    pub(crate) game: Game,
    /// See `Node::height`: a larger game is never less high.
    pub(crate) height: u32,
}

impl Arena {
    /// Whether `g ≤ h`: Left, moving second, does not lose `h − g`.
    #[inline]
    pub fn le(&self, g: Game, h: Game) -> Result<bool> {
        if g == h {
            return Ok(true);
        }
        match self.node(g).marks.settle(&self.node(h).marks) {
            Some(answer) => Ok(answer),
            None => self.le_past_probes(&self.brief(g), &self.brief(h)),
        }
    }

    /// Whether `g ≥ h`.
    #[inline]
    pub fn ge(&self, g: Game, h: Game) -> Result<bool> {
        self.le(h, g)
    }

    /// How `g` stands to `h`; nothing if they are incomparable.
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
    pub(crate) fn brief(&self, game: Game) -> Brief {
        let node = self.node(game);
        Brief {
            marks: node.marks,
            left_stop: self.left_stop_of(game),
            right_stop: self.right_stop_of(game),
            flags: node.flags,
            game,
            height: node.height(),
        }
    }

    /// Whether `g ≤ h`, for two different values.
    #[inline]
    pub(crate) fn le_brief(&self, g: &Brief, h: &Brief) -> Result<bool> {
        match g.marks.settle(&h.marks) {
            Some(answer) => Ok(answer),
            None => self.le_past_probes(g, h),
        }
    }

    /// Whether `g ≤ h`, for two different values that the probes don't tell apart.
    fn le_past_probes(&self, g: &Brief, h: &Brief) -> Result<bool> {
        // 1. Had g ≤ h failed, then by some g^L ≥ h or h^R ≤ g; where all of these are probes, the
        //    marks would have shown it.
        if g.flags & LEFT_PROBES != 0 && h.flags & RIGHT_PROBES != 0 {
            return Ok(true);
        }
        // 2. Both stops of g must be at most those of h; for a number on either side that decides,
        //    and so does a number in between.
        if self.stop_order(g.left_stop, h.left_stop).is_gt()
            || self.stop_order(g.right_stop, h.right_stop).is_gt()
        {
            return Ok(false);
        }
        if (g.flags | h.flags) & NUMBER != 0 || self.stop_number_order(g.left_stop, h.right_stop).is_lt() {
            return Ok(true);
        }
        // 3. Closed arithmetic.
        if let (Some(a), Some(b)) = (self.compact(g.game), self.compact(h.game)) {
            return Ok(a.compare(b).is_some_and(Ordering::is_le));
        }
        self.le_by_options(g.game, h.game)
    }

    fn le_by_options(&self, g: Game, h: Game) -> Result<bool> {
        if let Some(answer) = self.order.get(g.0, h.0) {
            return Ok(answer);
        }
        self.go_on()?;
        let answer = self.deep(|| {
            for l in self.left(g)? {
                if self.le(h, *l)? {
                    return Ok(false);
                }
            }
            for r in self.right(h)? {
                if self.le(*r, g)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })?;
        self.order.put(g.0, h.0, answer, |bytes| self.grow_cache(bytes));
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
