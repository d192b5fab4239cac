//! The order of onsides.
//!
//! x⁺ ≥ y⁺ if and only if Left, moving second in x⁺ − y⁺, doesn't lose: Left never gets stuck, and no
//! infinite play has only finitely many moves in x (Siegel, VI.4: in −y⁺ Right wins the infinite plays, and
//! plays that are infinite in both components are drawn). So these are games on pairs of vertices in which
//! Left must be able to move and, if play goes on for ever, must make infinitely many moves happen in x. If y
//! is a stopper, the second condition holds automatically.

use super::Loops;
use super::square::Square;
use crate::Result;

/// A pair of vertices, and whether Left begins.
type State = (u32, u32, bool);

/// The predecessors of each vertex: those that have it as an option of Left, and of Right.
struct Parents([Vec<Vec<u32>>; 2]);

impl Parents {
    fn of(&self, v: u32, player: usize) -> &[u32] {
        &self.0[player][v as usize]
    }
}

impl Loops {
    /// Finds the order of all pairs with a vertex from `base` on; those of all others are known.
    pub(super) fn compare_from(&mut self, base: usize) -> Result<()> {
        let count = self.vertices.len();
        self.afford(count)?;
        self.second.resize(count);
        self.first.resize(count);
        self.book_order();
        for x in 0..count {
            for y in others(x, base, count) {
                self.second.set(x, y, true);
                self.first.set(x, y, true);
            }
        }
        let mut parents = Parents([vec![Vec::new(); count], vec![Vec::new(); count]]);
        for (v, vertex) in self.vertices.iter().enumerate() {
            for (player, side) in vertex.options.iter().enumerate() {
                side.iter().for_each(|option| parents.0[player][*option as usize].push(v as u32));
            }
        }
        self.keep_moving(base, &parents)?;
        let loopy: Vec<usize> = (0..count).filter(|y| !self.vertices[*y].stopper).collect();
        if loopy.is_empty() { Ok(()) } else { self.move_again_and_again(base, &loopy, &parents) }
    }

    /// Removes the pairs in which Right can get Left stuck: the greatest sets remain.
    fn keep_moving(&mut self, base: usize, parents: &Parents) -> Result<()> {
        // 1. Examine each pair once.
        let count = self.vertices.len();
        let mut lost: Vec<State> = Vec::new();
        for x in 0..count {
            self.afford_list(&lost)?;
            for y in others(x, base, count) {
                for begins in [false, true] {
                    self.look(x as u32, y as u32, begins, &mut lost);
                }
            }
        }
        // 2. Examine again those that lost what they could move to.
        let is_new = |x: u32, y: u32| x as usize >= base || y as usize >= base;
        let mut steps = 0u32;
        while let Some((x, y, begins)) = lost.pop() {
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(4096) {
                self.afford_list(&lost)?;
            }
            // A move of Right leads to a state in which Left begins, and vice versa.
            let player = usize::from(begins);
            for p in parents.of(x, player).iter().filter(|p| is_new(**p, y)) {
                self.look(*p, y, !begins, &mut lost);
            }
            for q in parents.of(y, 1 - player).iter().filter(|q| is_new(x, **q)) {
                self.look(x, *q, !begins, &mut lost);
            }
        }
        Ok(())
    }

    /// Removes a state if Left doesn't survive it.
    #[inline]
    fn look(&mut self, x: u32, y: u32, begins: bool, lost: &mut Vec<State>) {
        let (vx, vy) = (&self.vertices[x as usize].options, &self.vertices[y as usize].options);
        let at = |square: &Square, x: u32, y: u32| square.at(x as usize, y as usize);
        if begins {
            let survives = |x: u32, y: u32| at(&self.second, x, y);
            if at(&self.first, x, y)
                && !vx[0].iter().any(|l| survives(*l, y))
                && !vy[1].iter().any(|r| survives(x, *r))
            {
                self.first.set(x as usize, y as usize, false);
                lost.push((x, y, true));
            }
        } else {
            let survives = |x: u32, y: u32| at(&self.first, x, y);
            if at(&self.second, x, y)
                && !(vx[1].iter().all(|r| survives(*r, y)) && vy[0].iter().all(|l| survives(x, *l)))
            {
                self.second.set(x as usize, y as usize, false);
                lost.push((x, y, false));
            }
        }
    }

    /// Removes the pairs in which Right can also go on for ever in the second component alone.
    ///
    /// Left must be able to force the end, or another move in the first component to a pair that remains: the
    /// least sets with that property, repeatedly, until nothing changes.
    fn move_again_and_again(&mut self, base: usize, loopy: &[usize], parents: &Parents) -> Result<()> {
        let count = self.vertices.len();
        // For stoppers `y` everything is known. If `y` is not one, but both vertices are known, too.
        let is_open =
            |x: u32, y: u32| (x as usize >= base || y as usize >= base) && !self.vertices[y as usize].stopper;
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
            let (mut steps, mut found): (u32, Vec<State>) = (0, Vec::new());
            let vertices = &self.vertices;
            let forced = |x: u32, y: u32, begins: bool, second: &mut Square, first: &mut Square| {
                let (vx, vy) = (&vertices[x as usize].options, &vertices[y as usize].options);
                let (x, y) = (x as usize, y as usize);
                if begins {
                    let now = self.first.at(x, y)
                        && !first.at(x, y)
                        && (vx[0].iter().any(|l| self.second.at(*l as usize, y))
                            || vy[1].iter().any(|r| second.at(x, *r as usize)));
                    if now {
                        first.set(x, y, true);
                    }
                    now
                } else {
                    let now = self.second.at(x, y)
                        && !second.at(x, y)
                        && vx[1].iter().all(|r| self.first.at(*r as usize, y))
                        && vy[0].iter().all(|l| first.at(x, *l as usize));
                    if now {
                        second.set(x, y, true);
                    }
                    now
                }
            };
            for (i, (x, y)) in pairs().enumerate() {
                if i.is_multiple_of(4096) {
                    self.afford_list(&found)?;
                }
                for begins in [false, true] {
                    if forced(x as u32, y as u32, begins, &mut second, &mut first) {
                        found.push((x as u32, y as u32, begins));
                    }
                }
            }
            // Only moves in the second component lead from one found state to the next.
            while let Some((x, y, begins)) = found.pop() {
                steps = steps.wrapping_add(1);
                if steps.is_multiple_of(4096) {
                    self.afford_list(&found)?;
                }
                for q in parents.of(y, 1 - usize::from(begins)).iter().filter(|q| is_open(x, **q)) {
                    if forced(x, *q, !begins, &mut second, &mut first) {
                        found.push((x, *q, !begins));
                    }
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

/// The vertices that form a pair with `x` in which at least one is new.
fn others(x: usize, base: usize, count: usize) -> std::ops::Range<usize> {
    if x < base { base..count } else { 0..count }
}
