//! Sums, negatives and multiples.

use std::sync::atomic::Ordering;

use crate::arena::{Options, UNKNOWN};
use crate::{Arena, Dyadic, Game, Result, ValueError};

impl Arena {
    /// The sum `g + h`.
    pub fn sum(&self, g: Game, h: Game) -> Result<Game> {
        if g == Game::ZERO {
            return Ok(h);
        }
        if h == Game::ZERO {
            return Ok(g);
        }
        if let Some(known) = self.sums.get_front(g.0, h.0) {
            return Ok(Game(known));
        }
        let sum = self.sum_past_front(g, h)?;
        self.sums.put_front(g.0, h.0, sum.0);
        Ok(sum)
    }

    fn sum_past_front(&self, g: Game, h: Game) -> Result<Game> {
        if let (Some(a), Some(b)) = (self.compact(g), self.compact(h)) {
            return self.game(&a.plus(b)?);
        }
        if let Some(known) = self.sums.get(g.0, h.0) {
            return Ok(Game(known));
        }
        if self.node(g).negative().load(Ordering::Relaxed) == h.0 {
            return Ok(Game::ZERO);
        }
        let sum = self.deep(|| {
            if self.number(h).is_some() {
                self.translate(g, h)
            } else if self.number(g).is_some() {
                self.translate(h, g)
            } else {
                self.sum_by_options(g, h)
            }
        })?;
        self.sums.put(g.0, h.0, sum.0, |bytes| self.grow_cache(bytes));
        Ok(sum)
    }

    /// `g + x` for a number `x` and a `g` that is not a number: each option is shifted by `x`, and nothing
    /// simplifies (the number translation theorem).
    fn translate(&self, g: Game, x: Game) -> Result<Game> {
        let (left, right) = self.options(g)?;
        let moved = |list: &[Game]| list.iter().map(|o| self.sum(*o, x)).collect::<Result<Options>>();
        self.intern(&mut moved(left)?, &mut moved(right)?)
    }

    fn sum_by_options(&self, g: Game, h: Game) -> Result<Game> {
        let (g_left, g_right) = self.options(g)?;
        let (h_left, h_right) = self.options(h)?;
        let both = |gs: &[Game], hs: &[Game]| -> Result<Options> {
            let mut out = Options::with_capacity(gs.len() + hs.len());
            for o in gs {
                out.push(self.sum(*o, h)?);
            }
            for o in hs {
                out.push(self.sum(g, *o)?);
            }
            Ok(out)
        };
        let (left, right) = (both(g_left, h_left)?, both(g_right, h_right)?);
        self.canonical_owned(left, right)
    }

    /// The negative: the game with the players exchanged.
    pub fn negative(&self, g: Game) -> Result<Game> {
        let node = self.node(g);
        let known = node.negative().load(Ordering::Acquire);
        if known != UNKNOWN {
            return Ok(Game(known));
        }
        let negative = if let Some(nus) = self.compact(g) {
            self.game(&nus.negative()?)?
        } else {
            self.deep(|| {
                let (left, right) = self.options(g)?;
                let negatives =
                    |list: &[Game]| list.iter().map(|o| self.negative(*o)).collect::<Result<Options>>();
                self.intern(&mut negatives(right)?, &mut negatives(left)?)
            })?
        };
        node.negative().store(negative.0, Ordering::Release);
        self.node(negative).negative().store(g.0, Ordering::Release);
        Ok(negative)
    }

    /// The difference `g − h`.
    pub fn difference(&self, g: Game, h: Game) -> Result<Game> {
        if g == h {
            return Ok(Game::ZERO);
        }
        self.sum(g, self.negative(h)?)
    }

    /// The sum of `n` copies of `g`, or of `−n` copies of `−g`.
    pub fn multiple(&self, n: i64, g: Game) -> Result<Game> {
        let mut power = if n < 0 { self.negative(g)? } else { g };
        let mut total = Game::ZERO;
        let mut rest = n.unsigned_abs();
        while rest > 0 {
            if rest & 1 == 1 {
                total = self.sum(total, power)?;
            }
            rest >>= 1;
            if rest > 0 {
                power = self.sum(power, power)?;
            }
        }
        Ok(total)
    }

    /// The sum of `n` copies of `g`, for an integer `n` of any size.
    pub(crate) fn copies(&self, n: &Dyadic, g: Game) -> Result<Game> {
        if let Some(x) = self.number(g) {
            return self.from_number(n.times(x));
        }
        if let Some(k) = self.as_nimber(g) {
            return self.nimber(if n.half().is_integer() { 0 } else { k });
        }
        self.multiple(n.to_i64().ok_or(ValueError::OutOfRange { what: "the number of copies" })?, g)
    }
}
