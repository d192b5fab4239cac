//! Code shared by games that cover a board with dominoes. The set is always that of the free squares.

use crate::{Bits, Grid, Parts, Step};

impl<const N: usize> Grid<N> {
    /// The upper squares of all upright dominoes that fit.
    #[inline]
    #[must_use]
    pub fn upright(&self, free: Bits<N>) -> Bits<N> {
        free & self.north(free)
    }

    /// The left squares of all lying dominoes that fit.
    #[inline]
    #[must_use]
    pub fn lying(&self, free: Bits<N>) -> Bits<N> {
        free & self.west(free)
    }

    /// Appends the upright dominoes that fit, each named from the bottom, as `a1-a2`.
    pub fn upright_moves(&self, free: Bits<N>, out: &mut Vec<Step>) {
        out.extend(self.upright(free).iter().map(|square| Step::new(square + self.stride(), square)));
    }

    /// Appends the lying dominoes that fit, each named from the left, as `a1-b1`.
    pub fn lying_moves(&self, free: Bits<N>, out: &mut Vec<Step>) {
        out.extend(self.lying(free).iter().map(|square| Step::new(square, square + 1)));
    }

    /// Appends the free squares after each of the upright dominoes.
    #[inline]
    pub fn upright_options(&self, free: Bits<N>, out: &mut Vec<Bits<N>>) {
        cover(free, self.upright(free), self.stride(), out);
    }

    /// Appends the free squares after each of the lying dominoes.
    #[inline]
    pub fn lying_options(&self, free: Bits<N>, out: &mut Vec<Bits<N>>) {
        cover(free, self.lying(free), 1, out);
    }

    /// The connected components of at least two squares, each moved to the corner.
    #[inline]
    #[must_use]
    pub fn domino_parts(&self, free: Bits<N>) -> Parts<Bits<N>> {
        let mut parts = Parts::new();
        let mut rest = free & self.neighbours4(free);
        while !rest.is_empty() {
            // Starting from the middle halves the distance to the ends.
            let below = rest & self.lower_half();
            let seed = if below.is_empty() { rest } else { below };
            let part = self.fill(seed.lowest(), rest);
            rest = rest ^ part;
            let [part] = self.to_corner([part]);
            parts.push(part);
        }
        parts
    }
}

/// Appends the free squares after a domino on each of the places and the square `reach` further.
#[inline]
fn cover<const N: usize>(free: Bits<N>, mut places: Bits<N>, reach: usize, out: &mut Vec<Bits<N>>) {
    out.reserve(places.count() as usize);
    while !places.is_empty() {
        let place = places.lowest();
        places = places ^ place;
        out.push(free ^ (place | place.up(reach)));
    }
}
