//! Sparse spaces: few heaps are rare, and two heaps that aren't leave a rare value.
//!
//! A *mask* classifies values by the parity of their bits in it. Let a heap be **common** if that parity is
//! odd, and **rare** if it is even. Then the sum of two common heaps has a rare value, so a common value is
//! an option of a heap only through a rare heap, or by a move that doesn't break it. If few heaps are rare,
//! these options are quickly examined (Berlekamp, Conway and Guy, *Winning Ways*, chapter 4).
//!
//! If all breaks take an even number of counters, or all an odd one, the parity of the heap's size may be
//! included, because that of the two heaps together is known. So a heap n is common if the parity of its
//! masked bits is odd for even n+t, and even for odd n+t, where t is what is taken in a break.

use super::Method;

/// A mask, and the heaps that it makes rare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Space {
    mask: u16,
    /// The parity of what is taken in a break, if that of a heap's size counts.
    taken: Option<usize>,
    /// The rare heaps that are not small, unsorted except for the last ones, and their values.
    pub(super) rares: Vec<u32>,
    pub(super) rare_values: Vec<u16>,
    /// All rare heaps, including the small ones.
    pub(super) count: usize,
    /// The first of all rare heaps except 0, with their values, in order.
    first: Vec<(u32, u16)>,
    /// For even heaps and for odd ones, which values are common: one bit each.
    common: [Vec<u64>; 2],
}

/// The number of the first rare heaps that are kept in order.
const FIRST: usize = 256;

impl Space {
    /// The best mask for these values. The heaps below `near` are left out of the list of rare heaps, and the
    /// last `near` heaps come last in it, in order.
    pub(super) fn choose(values: &[u16], parity_of_breaks: Option<usize>, near: usize) -> Self {
        let bits = u16::BITS - values.iter().max().unwrap_or(&0).leading_zeros();
        // 1. How often each value occurs, in even heaps and in odd ones, transformed: for each mask, how many
        //    more heaps have even parity than odd.
        let mut counts = [vec![0i64; 1 << bits], vec![0i64; 1 << bits]];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            counts[heap % 2][usize::from(value)] += 1;
        }
        let [even, odd] = counts.map(transformed);
        // 2. The mask with the fewest rare heaps.
        let plain = (0..1 << bits).map(|mask| (even[mask] + odd[mask], mask, None));
        let by_size = parity_of_breaks.into_iter().flat_map(|taken| {
            let (even, odd) = (&even, &odd);
            (0..1 << bits).map(move |mask| {
                let more = even[mask] - odd[mask];
                (if taken == 0 { more } else { -more }, mask, Some(taken))
            })
        });
        let (_, mask, taken) = plain.chain(by_size).min().unwrap_or((0, 0, None));
        // 3. Bits that no value has had yet count as set.
        let mask = mask as u16 | (u32::from(u16::MAX) << bits) as u16;
        let common = [0, 1].map(|heap| {
            let is_common = |value: u16| Self::is_odd(mask, taken, heap, value);
            let word =
                |word: u16| (0..64).fold(0, |bits, bit| bits | u64::from(is_common(64 * word + bit)) << bit);
            (0..1024).map(word).collect()
        });
        let mut space = Space {
            mask,
            taken,
            rares: Vec::new(),
            rare_values: Vec::new(),
            count: 0,
            first: Vec::new(),
            common,
        };
        // 4. The rare heaps. If only part of them is examined, it should be a fair sample.
        for (heap, &value) in values.iter().enumerate() {
            space.append(heap, value, near);
        }
        let settled = space.rares.partition_point(|&heap| heap as usize + near < values.len());
        let mut seed = 0x9E37_79B9_7F4A_7C15u64;
        for last in (1..settled).rev() {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let other = (((seed >> 32) * (last as u64 + 1)) >> 32) as usize;
            space.rares.swap(last, other);
            space.rare_values.swap(last, other);
        }
        space
    }

    /// Whether the parity is that of common heaps.
    fn is_odd(mask: u16, taken: Option<usize>, heap: usize, value: u16) -> bool {
        let by_size = taken.is_some_and(|taken| (heap + taken) % 2 == 1);
        ((value & mask).count_ones() % 2 == 1) != by_size
    }

    /// Whether a heap of this value is common.
    #[inline]
    pub(super) fn is_common(&self, heap: usize, value: u16) -> bool {
        Self::is_odd(self.mask, self.taken, heap, value)
    }

    /// The common values of a heap, one bit each.
    #[inline]
    pub(super) fn common_values(&self, heap: usize) -> &[u64] {
        &self.common[heap % 2]
    }

    /// Records a new value.
    pub(super) fn append(&mut self, heap: usize, value: u16, near: usize) {
        if !self.is_common(heap, value) {
            self.count += 1;
            if heap > 0 && self.first.len() < FIRST {
                self.first.push((heap as u32, value));
            }
            if heap >= near {
                self.rares.push(heap as u32);
                self.rare_values.push(value);
            }
        }
    }

    /// The rare heaps except 0 and their values, in order, if there are at most 256.
    pub(super) fn all_rares(&self) -> &[(u32, u16)] {
        &self.first
    }

    /// A short description.
    pub(super) fn method(&self) -> Method {
        Method::Sparse { mask: self.mask, by_size: self.taken, rare: self.count }
    }

    /// The memory of the space.
    pub(super) fn bytes(&self) -> usize {
        self.rares.capacity() * 6 + 2 * 1024 * 8
    }
}

/// The Walsh–Hadamard transform.
fn transformed(mut counts: Vec<i64>) -> Vec<i64> {
    let mut width = 1;
    while width < counts.len() {
        for pair in counts.chunks_exact_mut(2 * width) {
            let (low, high) = pair.split_at_mut(width);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        width *= 2;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_counts_parities() {
        let counts = vec![3, 1, 4, 1];
        let found = transformed(counts.clone());
        for (mask, &more) in found.iter().enumerate() {
            let signed = |value: usize| if (value & mask).count_ones().is_multiple_of(2) { 1 } else { -1 };
            assert_eq!(more, (0..4).map(|value| signed(value) * counts[value]).sum::<i64>());
        }
    }
}
