//! Grundy values by the definition: the values of all options, and the least that is not among them.

use super::shape::Shape;

/// Marks values, and forgets them all at once.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    round: u32,
    marked: Vec<u32>,
}

impl Marks {
    fn clear(&mut self) {
        self.round = match self.round.checked_add(1) {
            Some(round) => round,
            None => {
                self.marked.fill(0);
                1
            }
        };
    }

    #[inline]
    fn mark(&mut self, value: u32) {
        let value = value as usize;
        if value >= self.marked.len() {
            self.marked.resize((value + 1).next_power_of_two().max(64), 0);
        }
        self.marked[value] = self.round;
    }

    /// The least value that isn't marked.
    fn least_unmarked(&self) -> u32 {
        let free = self.marked.iter().position(|&round| round != self.round);
        free.unwrap_or(self.marked.len()) as u32
    }
}

/// The next Grundy value, after these values.
pub(super) fn next_value<T: Copy + Into<u32>>(
    shape: &Shape,
    values: &[T],
    triples: &Triples,
    marks: &mut Marks,
) -> u32 {
    let heap = values.len();
    marks.clear();
    if heap > 0 && shape.all.contains(&heap) {
        marks.mark(0);
    }
    for &taken in shape.one.iter().filter(|&&taken| (1..heap).contains(&taken)) {
        marks.mark(values[heap - taken].into());
    }
    for &taken in shape.two.iter().filter(|&&taken| taken < heap) {
        let rest = heap - taken;
        let half = if shape.unequal { (rest - 1) / 2 } else { rest / 2 };
        for (a, b) in values.iter().skip(1).zip(values[rest - half..rest].iter().rev()) {
            marks.mark((*a).into() ^ (*b).into());
        }
    }
    triples.mark(shape, values, marks);
    marks.least_unmarked()
}

/// For games that break heaps into three: for each number of counters, the set of values that two heaps with
/// this total can have, one bit per value. So three heaps need no loop over all triples.
#[derive(Clone, Debug, Default)]
pub(super) struct Triples {
    pairs: Vec<Vec<u64>>,
    bytes: usize,
}

impl Triples {
    /// The memory of the sets.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Makes the sets up to the number of counters that the next heap may leave.
    pub(super) fn extend<T: Copy + Into<u32>>(&mut self, shape: &Shape, values: &[T]) {
        if shape.three.is_empty() {
            return;
        }
        // The sum of two known heaps of at least 1.
        while self.pairs.len() < values.len() {
            let sum = self.pairs.len();
            let mut set = Vec::new();
            for a in 1..=sum / 2 {
                let value: u32 = values[a].into() ^ values[sum - a].into();
                let (word, bit) = (value as usize / 64, value % 64);
                if word >= set.len() {
                    set.resize((word + 1).next_power_of_two(), 0u64);
                }
                set[word] |= 1 << bit;
            }
            self.bytes += set.capacity() * 8 + size_of::<Vec<u64>>();
            self.pairs.push(set);
        }
    }

    fn mark<T: Copy + Into<u32>>(&self, shape: &Shape, values: &[T], marks: &mut Marks) {
        let heap = values.len();
        let Some(least_taken) = shape.three.iter().find(|&&taken| taken + 3 <= heap) else { return };
        let mut union = vec![0u64; 1];
        for &taken in shape.three.iter().filter(|&&taken| taken >= *least_taken && taken + 3 <= heap) {
            let rest = heap - taken;
            for (third, &value) in values.iter().enumerate().take(rest - 1).skip(1) {
                let value: u32 = value.into();
                let pairs = &self.pairs[rest - third];
                let (high, low) = (value as usize / 64, value % 64);
                let words = (high + 1).next_power_of_two().max(pairs.len());
                if words > union.len() {
                    union.resize(words, 0);
                }
                for (word, &bits) in pairs.iter().enumerate() {
                    union[word ^ high] |= xor_bits(bits, low);
                }
            }
        }
        for (word, &bits) in union.iter().enumerate() {
            let mut bits = bits;
            while bits != 0 {
                marks.mark(64 * word as u32 + bits.trailing_zeros());
                bits &= bits - 1;
            }
        }
    }
}

/// The set of all `a xor value` with `a` in the set, for sets of numbers below 64.
fn xor_bits(mut set: u64, value: u32) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0F0F_0F0F_0F0F_0F0F,
        0x00FF_00FF_00FF_00FF,
        0x0000_FFFF_0000_FFFF,
        0x0000_0000_FFFF_FFFF,
    ];
    for (bit, even) in EVEN.iter().enumerate() {
        if value >> bit & 1 == 1 {
            set = (set & even) << (1 << bit) | set >> (1 << bit) & even;
        }
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_moved_by_xor() {
        for value in 0..64 {
            for member in 0..64 {
                assert_eq!(xor_bits(1 << member, value), 1 << (member ^ value));
            }
        }
    }
}
