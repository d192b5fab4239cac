//! Many Grundy values at a time.
//!
//! The heaps of a block, `first..first + B`, are processed together. Breaking a heap n into i and n-t-i with
//! i ≥ B involves no value of the block itself, and for a fixed i the values of n-t-i are neighbours for
//! neighbouring n, so one load serves 32 heaps. These are the *far* pairs. *Near* pairs, with i below B + t,
//! come last, one heap after the other.
//!
//! Each heap has a table of what is known about each value:
//!
//! 1. A sample of the far pairs is marked in the tables. This shows that most small values are options.
//! 2. The few values that are left are *candidates*: all far pairs are searched for the first 24 of them,
//!    then, as most of these soon turn out to be options, for 16, 8 and 4. That takes one comparison for 32
//!    heaps, whereas a mark takes one store for each. Candidates that no far pair makes are *open*.
//! 3. In a sparse space, only common values are treated in this way, and only rare heaps are searched. The
//!    least open common value bounds the answer; rare values below it are looked for among all pairs, until
//!    each is found.
//! 4. The near pairs and the moves that don't break the heap are marked. The least value that isn't marked is
//!    the answer if it is open; if nothing is known about it, all pairs are searched for it.
//!
//! So the samples only affect the speed, never the result.

#![allow(
    clippy::needless_range_loop,
    reason = "iterators are closures, and those are not compiled for the registers"
)]

use smallvec::SmallVec;

use super::kernels::{self, Partners, STEP};
use super::lanes::{LANES, Registers};
use super::shape::Shape;
use super::space::Space;

/// The number of heaps that one thread processes at a time.
pub(super) const CHUNK: usize = 64;
/// The number of heaps whose tables are in the fastest cache while pairs are marked.
const GROUP: usize = 16;
/// The number of different 16-bit numbers.
const SLACK: usize = 1 << u16::BITS;

/// What is known about a value: nothing, that it is an option, or that no far pair makes it.
const UNKNOWN: u8 = 0;
const OPTION: u8 = 1;
const OPEN: u8 = 2;

/// The state before a block.
pub(super) struct Block<'a> {
    pub(super) shape: &'a Shape,
    /// The number of values that were known before the block.
    pub(super) first: usize,
    /// All values are below 2 to this power; at least 6.
    pub(super) bits: u32,
    pub(super) space: Option<&'a Space>,
    /// The number of heaps in the block.
    pub(super) size: usize,
    pub(super) registers: Registers,
}

/// The tables of a chunk.
#[derive(Default)]
pub(super) struct Tables {
    /// The tables, followed by [`SLACK`] unused bytes.
    bytes: Vec<u8>,
    /// The number of bytes of each heap.
    stride: usize,
    /// The least value of each heap that is known to be open.
    bounds: Vec<usize>,
}

/// The number of pairs that are marked at first: a maximum, and per possible value. A mark takes a thirtieth
/// of the time of a step in the search for a value that was missed. Of the 205 rare values below that of a
/// heap of .007 near 130,000, 2000 pairs miss 33, which takes 605 steps; 4000 miss 14, which takes 328 steps;
/// 8000 miss 5, which takes 157. Neighbouring heaps are worse than evenly spread ones: 4000 neighbours miss
/// 36.
const SAMPLE: usize = 4000;
const SAMPLE_FOR_EACH: usize = 4;
/// The share of the rare heaps, or of all heaps in a plain search, that are marked at first.
const FIRST_SHARE: usize = 4;
/// How often candidates are looked for.
const ROUNDS: usize = 3;
/// At most this many of 32 heaps are examined one by one rather than once more together.
const FEW_LANES: usize = 5;
/// The shares of the partners, in 64ths, that are compared with 24, with 16 and with 8 candidates; the rest
/// are compared with 4.
const PARTS: [usize; 3] = [4, 8, 32];

impl Block<'_> {
    /// Smaller heaps make near pairs.
    pub(super) fn near(size: usize, shape: &Shape) -> usize {
        size + shape.most_taken
    }

    /// The number of rare heaps that may be examined: those that leave something of every heap of the block.
    fn far_rares(&self, space: &Space) -> usize {
        let limit = (self.first - self.shape.most_taken) as u32;
        let late = space.rares.iter().rev().take_while(|&&heap| heap >= limit).count();
        space.rares.len() - late
    }

    /// Finds what far pairs say about the heaps of one chunk.
    pub(super) fn look_far(&self, values: &[u16], chunk: usize, tables: &mut Tables) {
        let stride = (1 << self.bits) + 64;
        tables.stride = stride;
        tables.bounds.clear();
        tables.bounds.resize(CHUNK, 1 << self.bits);
        tables.bytes.resize(CHUNK * stride + SLACK, UNKNOWN);
        for table in tables.bytes[..CHUNK * stride].chunks_exact_mut(stride) {
            table.fill(UNKNOWN);
            // No far pair makes a value that is greater than all values so far.
            table[1 << self.bits] = OPEN;
        }
        let start = self.first + chunk * CHUNK;
        let near = Self::near(self.size, self.shape);
        let most = (start + CHUNK) / 2;
        let pairs = SAMPLE.min(SAMPLE_FOR_EACH << self.bits);
        // 1. Marks.
        let partners = match self.space {
            Some(space) => {
                let all = self.far_rares(space);
                let sample = (all / FIRST_SHARE).clamp(all.min(64), 6000);
                self.mark(
                    values,
                    start,
                    Partners::Listed(&space.rares[..sample], &space.rare_values[..sample]),
                    tables,
                );
                self.mark(values, start, Partners::Spread(near, most, pairs), tables);
                Partners::Listed(&space.rares[sample..all], &space.rare_values[sample..all])
            }
            None => {
                self.mark(values, start, Partners::Spread(near, most, pairs), tables);
                Partners::All(near, most)
            }
        };
        // 2. Candidates.
        for half in 0..CHUNK / LANES {
            let lanes = half * LANES..(half + 1) * LANES;
            // If all candidates of a heap are options, the next ones are examined.
            for _ in 0..ROUNDS {
                self.sift(values, start, half, partners, tables);
                let without_bound = |&lane: &usize| tables.bounds[lane] >= 1 << self.bits;
                if lanes.clone().filter(without_bound).count() <= FEW_LANES {
                    break;
                }
            }
            for lane in lanes {
                if tables.bounds[lane] >= 1 << self.bits {
                    self.mark_all(values, start + lane, partners, tables, lane);
                }
            }
        }
        // 3. Rare values.
        if self.space.is_some() {
            for lane in 0..CHUNK {
                let bound = tables.bounds[lane];
                self.find_rare_values(values, start + lane, tables.of(lane), bound);
            }
        }
    }

    /// Marks everything that rare partners make of one heap; the least common value that is left is then
    /// open.
    fn mark_all(&self, values: &[u16], heap: usize, partners: Partners, tables: &mut Tables, lane: usize) {
        let Partners::Listed(heaps, rare_values) = partners else { return };
        let table = tables.of(lane);
        for &taken in &self.shape.two {
            for (&rare, &value) in heaps.iter().zip(rare_values) {
                table[usize::from(values[heap - taken - rare as usize] ^ value)] = OPTION;
            }
        }
        let mut bound = 1 << self.bits;
        self.each_unknown(heap, table, bound, true, |value| {
            bound = value;
            false
        });
        table[bound] = OPEN;
        tables.bounds[lane] = bound;
    }

    /// Marks what these partners make.
    fn mark(&self, values: &[u16], start: usize, partners: Partners, tables: &mut Tables) {
        let stride = tables.stride;
        for group in 0..CHUNK / GROUP {
            let mut tables = Group::new(&mut tables.bytes[group * GROUP * stride..], stride);
            for &taken in &self.shape.two {
                let top = start + group * GROUP - taken;
                match partners {
                    Partners::All(from, to) => {
                        for heap in from..to {
                            tables.mark(&values[top - heap..], values[heap]);
                        }
                    }
                    Partners::Spread(from, to, count) => {
                        let range = to.saturating_sub(from);
                        let count = count.min(range);
                        // With 20 bits for fractions, which also fit beside a heap on machines with 32 bits.
                        let step = ((range as u64) << 20) / count.max(1) as u64;
                        let mut at = (from as u64) << 20;
                        for _ in 0..count {
                            let heap = (at >> 20) as usize;
                            tables.mark(&values[top - heap..], values[heap]);
                            at += step;
                        }
                    }
                    Partners::Listed(heaps, rare_values) => {
                        for (&heap, &value) in heaps.iter().zip(rare_values) {
                            tables.mark(&values[top - heap as usize..], value);
                        }
                    }
                }
            }
        }
    }

    /// Looks for the least candidates of 32 heaps among everything that these partners make.
    fn sift(&self, values: &[u16], start: usize, half: usize, partners: Partners, tables: &mut Tables) {
        let lanes = half * LANES..(half + 1) * LANES;
        // 1. The first candidates of each heap.
        let beyond = 1 << self.bits;
        let mut candidates = [[beyond as u16; LANES]; 24];
        for lane in lanes.clone() {
            let mut found = 0;
            self.each_unknown(start + lane, tables.of(lane), beyond, true, |value| {
                candidates[found][lane % LANES] = value as u16;
                found += 1;
                found < 24
            });
        }
        // 2. Some of the partners are compared with all candidates, the rest with those that are left: fewer
        //    and fewer.
        let start = start + half * LANES;
        let [some, more, half] = PARTS.map(|part| partners.length() * part / 64);
        let mut option = |lane, value| tables.of(lanes.start + lane)[value] = OPTION;
        let hits = self.search(values, start, partners.part(0, some), &candidates);
        let candidates: [_; 16] = remaining(&candidates, &hits, beyond as u16, &mut option);
        let hits = self.search(values, start, partners.part(some, more), &candidates);
        let candidates: [_; 8] = remaining(&candidates, &hits, beyond as u16, &mut option);
        let hits = self.search(values, start, partners.part(more, half), &candidates);
        let candidates: [_; 4] = remaining(&candidates, &hits, beyond as u16, &mut option);
        let hits = self.search(values, start, partners.part(half, partners.length()), &candidates);
        // 3. Candidates that are left are open.
        for (candidates, hits) in candidates.iter().zip(hits) {
            for (lane, &value) in candidates.iter().enumerate() {
                let (lane, value) = (lanes.start + lane, usize::from(value));
                if hits >> (lane % LANES) & 1 == 1 {
                    tables.of(lane)[value] = OPTION;
                } else {
                    tables.of(lane)[value] = OPEN;
                    tables.bounds[lane] = tables.bounds[lane].min(value);
                }
            }
        }
    }

    /// Calls `visit` with each value below `limit` about which nothing is known: with the common ones, or
    /// with all if there is no space, or else with the rare ones. `visit` returns whether it wants more.
    #[inline]
    fn each_unknown(
        &self,
        heap: usize,
        table: &[u8],
        limit: usize,
        common: bool,
        mut visit: impl FnMut(usize) -> bool,
    ) {
        let registers = self.registers;
        for (word, bytes) in table.as_chunks::<64>().0.iter().enumerate() {
            if 64 * word >= limit {
                return;
            }
            let mut unknown = kernels::zero_bytes(registers, bytes);
            if let Some(space) = self.space {
                let set = space.common_values(heap)[word];
                unknown &= if common { set } else { !set };
            }
            while unknown != 0 {
                let value = 64 * word + unknown.trailing_zeros() as usize;
                if value >= limit || !visit(value) {
                    return;
                }
                unknown &= unknown - 1;
            }
        }
    }

    /// Finds pairs for the rare values below the least open one.
    fn find_rare_values(&self, values: &[u16], heap: usize, table: &mut [u8], mut bound: usize) {
        let mut unknown: SmallVec<[u16; 64]> = SmallVec::new();
        self.each_unknown(heap, table, bound, false, |value| {
            unknown.push(value as u16);
            true
        });
        self.look_for(values, heap, &unknown, &mut bound, |value, is_option| {
            table[usize::from(value)] = if is_option { OPTION } else { OPEN };
        });
    }

    /// Looks for values, in ascending order, among the far pairs of a heap, and reports for each whether it
    /// is there. A value that isn't there bounds those that are still of interest.
    ///
    /// Eight values are looked for at a time, in steps, round and round through the pairs. When one is found
    /// or all its steps are made, the next takes its place.
    fn look_for(
        &self,
        values: &[u16],
        heap: usize,
        wanted: &[u16],
        bound: &mut usize,
        mut tell: impl FnMut(u16, bool),
    ) {
        let near = Self::near(self.size, self.shape);
        let steps_of = |taken: usize| ((heap - taken) / 2 + 1 - near).div_ceil(STEP);
        let all: usize = self.shape.two.iter().map(|&taken| steps_of(taken)).sum();
        let registers = self.registers;
        // The values, and the step before which each has to be found.
        let mut slots: SmallVec<[(u16, usize); 8]> = SmallVec::new();
        let (mut next, mut kind, mut step, mut steps) = (0, 0, 0, 0);
        loop {
            // 1. Fill free slots.
            while slots.len() < 8 && next < wanted.len() && usize::from(wanted[next]) < *bound {
                slots.push((wanted[next], steps + all));
                next += 1;
            }
            let Some(&last) = slots.last() else { return };
            let mut eight = [last.0; 8];
            slots.iter().zip(&mut eight).for_each(|(slot, place)| *place = slot.0);
            let first_end = slots.iter().map(|slot| slot.1).min().unwrap_or(steps);
            // 2. Make steps, until there is something to report.
            let mut hits = 0;
            while hits == 0 && steps < first_end {
                let sum = heap - self.shape.two[kind];
                let low = near + step * STEP;
                hits = if slots.len() > 4 {
                    kernels::step(registers, values, sum, low, &eight)
                } else if slots.len() > 2 {
                    let four = eight.first_chunk::<4>().expect("eight are four and more");
                    kernels::step(registers, values, sum, low, four)
                } else {
                    let two = eight.first_chunk::<2>().expect("eight are two and more");
                    kernels::step(registers, values, sum, low, two)
                };
                steps += 1;
                step += 1;
                if step == steps_of(self.shape.two[kind]) {
                    (kind, step) = ((kind + 1) % self.shape.two.len(), 0);
                }
            }
            // 3. Values that are found, or aren't there, free their slots.
            for slot in (0..slots.len()).rev() {
                let (value, end) = slots[slot];
                if hits >> slot & 1 == 1 {
                    tell(value, true);
                    slots.swap_remove(slot);
                } else if end <= steps {
                    tell(value, false);
                    *bound = (*bound).min(value.into());
                    slots.swap_remove(slot);
                }
            }
            slots.retain(|slot| usize::from(slot.0) < *bound);
        }
    }

    /// The value of the next heap, from what far pairs say about it. `values` are all values before it,
    /// including those of the block.
    pub(super) fn finish(&self, values: &[u16], table: &mut [u8]) -> u16 {
        let heap = values.len();
        // 1. What far pairs did not show.
        for &taken in self.shape.one.iter().filter(|&&taken| (1..heap).contains(&taken)) {
            table[usize::from(values[heap - taken])] = OPTION;
        }
        let near = Self::near(self.size, self.shape);
        for &taken in &self.shape.two {
            let top = heap - taken;
            let high = &values[top - (near - 1)..top];
            for (low, high) in values[1..near].iter().zip(high.iter().rev()) {
                table[usize::from(low ^ high)] = OPTION;
            }
        }
        // 2. A heap and an equal one make 0, but that move is not allowed.
        if self.shape.unequal {
            let half = (heap - 1) / 2;
            let (low, high) = (&values[1..=half], &values[heap - half..heap]);
            let equal = low.iter().zip(high.iter().rev()).any(|(low, high)| low == high);
            table[0] = if equal { OPTION } else { OPEN };
        }
        // 3. The least value that isn't an option.
        const OPTIONS: u64 = u64::from_le_bytes([OPTION; 8]);
        let mut value = 0;
        loop {
            while let Some(eight) = table[value..].first_chunk()
                && u64::from_le_bytes(*eight) == OPTIONS
            {
                value += 8;
            }
            match table[value] {
                OPTION => value += 1,
                OPEN => return value as u16,
                _ => {
                    let is_option = match self.space {
                        // A probe takes as long as 64 pairs.
                        Some(space)
                            if space.is_common(heap, value as u16) && 64 * space.rares.len() < heap =>
                        {
                            self.is_made_with_a_rare(values, heap, value as u16, space)
                        }
                        _ => {
                            let mut found = false;
                            let tell = |_, is_option| found = is_option;
                            self.look_for(values, heap, &[value as u16], &mut (value + 1), tell);
                            found
                        }
                    };
                    table[value] = if is_option { OPTION } else { OPEN };
                }
            }
        }
    }

    /// Whether a rare heap and another heap make this value, which is the only way to make a common one.
    fn is_made_with_a_rare(&self, values: &[u16], heap: usize, value: u16, space: &Space) -> bool {
        let far = self.far_rares(space);
        let rares = || space.rares[..far].iter().zip(&space.rare_values);
        let made = |taken: usize, rare: u32, own: u16| values[heap - taken - rare as usize] == value ^ own;
        self.shape.two.iter().any(|&taken| rares().any(|(&rare, &own)| made(taken, rare, own)))
    }

    /// For each of the candidates of 32 heaps, whether these partners make it: one bit per heap.
    fn search<const K: usize>(
        &self,
        values: &[u16],
        start: usize,
        partners: Partners,
        candidates: &[[u16; LANES]; K],
    ) -> [u32; K] {
        kernels::search(self.registers, values, &self.shape.two, start, partners, candidates)
    }
}

impl Tables {
    /// The table of one heap.
    #[inline]
    pub(super) fn of(&mut self, lane: usize) -> &mut [u8] {
        &mut self.bytes[lane * self.stride..][..self.stride]
    }
}

/// The tables of a group, side by side, followed by enough bytes that any 16-bit value, counted from the
/// beginning of a table, is in bounds.
struct Group<'a> {
    tables: &'a mut [u8],
    /// The number of bytes of each table.
    stride: usize,
}

impl<'a> Group<'a> {
    fn new(tables: &'a mut [u8], stride: usize) -> Self {
        let last = stride.checked_mul(GROUP - 1).expect("the tables are there");
        assert!(tables.len() > last && tables.len() - last >= SLACK, "what is after the tables is missing");
        Group { tables, stride }
    }

    /// Marks what one partner makes of the heaps of the group, whose neighbours are these.
    #[inline(always)]
    fn mark(&mut self, neighbours: &[u16], value: u16) {
        let neighbours = neighbours.first_chunk::<GROUP>().expect("as many as that");
        let value = u64::from(value) * 0x0001_0001_0001_0001;
        let mut table = 0;
        // Four at a time: a load serves four marks.
        for four in neighbours.as_chunks::<4>().0 {
            let four = four.map(u64::from);
            let made = (four[0] | four[1] << 16 | four[2] << 32 | four[3] << 48) ^ value;
            for lane in 0..4 {
                let made = (made >> (16 * lane) & 0xFFFF) as usize;
                debug_assert!(made < self.stride, "a value has more bits than the tables have room for");
                // SAFETY: `table` is the beginning of one of the tables of the group, and `Group::new` has
                // checked that the last one has `SLACK` bytes from there on, which is more than any 16-bit
                // number.
                unsafe { *self.tables.get_unchecked_mut(table + made) = OPTION };
                table += self.stride;
            }
        }
    }
}

/// The first of the candidates that were not hit; `option` receives those that were.
fn remaining<const MANY: usize, const FEW: usize>(
    candidates: &[[u16; LANES]; MANY],
    hits: &[u32; MANY],
    beyond: u16,
    mut option: impl FnMut(usize, usize),
) -> [[u16; LANES]; FEW] {
    let mut few = [[beyond; LANES]; FEW];
    for lane in 0..LANES {
        let mut found = 0;
        for (candidates, hits) in candidates.iter().zip(hits) {
            if hits >> lane & 1 == 1 {
                option(lane, usize::from(candidates[lane]));
            } else if found < FEW {
                few[found][lane] = candidates[lane];
                found += 1;
            }
        }
    }
    few
}

#[cfg(test)]
mod tests {
    use super::*;

    const STRIDE: usize = (1 << 6) + 64;

    #[test]
    fn a_group_marks_what_a_partner_makes() {
        let mut bytes = vec![UNKNOWN; GROUP * STRIDE + SLACK];
        let neighbours: [u16; GROUP] = std::array::from_fn(|i| 3 * i as u16);
        Group::new(&mut bytes, STRIDE).mark(&neighbours, 33);
        let mut marked = (0..).zip(&bytes).filter(|(_, known)| **known != UNKNOWN).map(|(at, _)| at);
        for (table, neighbour) in neighbours.into_iter().enumerate() {
            assert_eq!(marked.next(), Some(table * STRIDE + usize::from(neighbour ^ 33)));
        }
        assert_eq!(marked.next(), None);
    }

    #[test]
    #[should_panic(expected = "what is after the tables is missing")]
    fn tables_without_room_for_any_value_are_refused() {
        Group::new(&mut vec![UNKNOWN; (GROUP - 1) * STRIDE + SLACK - 1], STRIDE);
    }
}
