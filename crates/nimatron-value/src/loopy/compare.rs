//! The order of onsides.
//!
//! x⁺ ≥ y⁺ if and only if Left, moving second in x⁺ − y⁺, doesn't lose: Left never gets stuck, and no
//! infinite play has only finitely many moves in x (Siegel, VI.4: in −y⁺ Right wins the infinite plays,
//! and plays that are infinite in both components are drawn). So these are games on pairs of vertices in
//! which Left wants to be able to move and, if it goes on for ever, to see moves in x again and again.
//! If y is a stopper, the second wish comes true by itself.

use super::Loops;
use crate::Result;

impl Loops {
    /// Finds the order of all pairs with a vertex from `base` on; those of all others are known.
    pub(super) fn compare_from(&mut self, base: usize) -> Result<()> {
        let count = self.vertices.len();
        self.afford(count)?;
        self.second.resize(count);
        self.first.resize(count);
        for x in 0..count {
            for y in others(x, base, count) {
                self.second.set(x, y, true);
                self.first.set(x, y, true);
            }
        }
        self.keep_moving(base)?;
        let loopy: Vec<usize> = (0..count).filter(|y| !self.vertices[*y].stopper).collect();
        if loopy.is_empty() { Ok(()) } else { self.move_again_and_again(base, &loopy) }
    }

    /// Takes away the pairs in which Right can get Left stuck: the greatest sets that remain.
    fn keep_moving(&mut self, base: usize) -> Result<()> {
        let count = self.vertices.len();
        let mut backwards = false;
        loop {
            let mut changed = false;
            for i in 0..count {
                let x = if backwards { count - 1 - i } else { i };
                self.go_on()?;
                for y in others(x, base, count) {
                    let (vx, vy) = (&self.vertices[x].options, &self.vertices[y].options);
                    if self.second.at(x, y) {
                        let first = |x: u32, y: u32| self.first.at(x as usize, y as usize);
                        let survives = vx[1].iter().all(|r| first(*r, y as u32))
                            && vy[0].iter().all(|l| first(x as u32, *l));
                        if !survives {
                            self.second.set(x, y, false);
                            changed = true;
                        }
                    }
                    if self.first.at(x, y) {
                        let second = |x: u32, y: u32| self.second.at(x as usize, y as usize);
                        let survives = vx[0].iter().any(|l| second(*l, y as u32))
                            || vy[1].iter().any(|r| second(x as u32, *r));
                        if !survives {
                            self.first.set(x, y, false);
                            changed = true;
                        }
                    }
                }
            }
            if !changed {
                return Ok(());
            }
            backwards = !backwards;
        }
    }

    /// Takes away the pairs in which Right can also go on for ever in the second component alone.
    ///
    /// Left must be able to force the end, or another move in the first component to a pair that
    /// remains: the least sets with that property, again and again, until they are all that remain.
    fn move_again_and_again(&mut self, base: usize, loopy: &[usize]) -> Result<()> {
        let count = self.vertices.len();
        // For stoppers `y` all is known. Where `y` is none, but both are known, too.
        let pairs = || {
            let within = move |x: usize| loopy.iter().copied().filter(move |y| x >= base || *y >= base);
            (0..count).flat_map(move |x| within(x).map(move |y| (x, y)))
        };
        loop {
            let (mut second, mut first) = (self.second.clone(), self.first.clone());
            for (x, y) in pairs() {
                second.set(x, y, false);
                first.set(x, y, false);
            }
            loop {
                self.go_on()?;
                let mut changed = false;
                for (x, y) in pairs() {
                    let (vx, vy) = (&self.vertices[x].options, &self.vertices[y].options);
                    if self.second.at(x, y)
                        && !second.at(x, y)
                        && vx[1].iter().all(|r| self.first.at(*r as usize, y))
                        && vy[0].iter().all(|l| first.at(x, *l as usize))
                    {
                        second.set(x, y, true);
                        changed = true;
                    }
                    if self.first.at(x, y)
                        && !first.at(x, y)
                        && (vx[0].iter().any(|l| self.second.at(*l as usize, y))
                            || vy[1].iter().any(|r| second.at(x, *r as usize)))
                    {
                        first.set(x, y, true);
                        changed = true;
                    }
                }
                if !changed {
                    break;
                }
            }
            let same = pairs().all(|(x, y)| {
                self.second.at(x, y) == second.at(x, y) && self.first.at(x, y) == first.at(x, y)
            });
            if same {
                return Ok(());
            }
            (self.second, self.first) = (second, first);
        }
    }
}

/// The vertices that make a pair with `x` of which one is new.
fn others(x: usize, base: usize, count: usize) -> std::ops::Range<usize> {
    if x < base { base..count } else { 0..count }
}
