//! The innermost loops of [`block`](super::block): comparisons of whole registers.

#![allow(
    clippy::needless_range_loop,
    reason = "iterators are closures, and those are not compiled for the registers"
)]

use super::lanes::{LANES, Lanes, Registers, with_lanes};

/// Heaps to pair with: a range, some of a range, or a list with its values.
#[derive(Clone, Copy)]
pub(super) enum Partners<'a> {
    All(usize, usize),
    Spread(usize, usize, usize),
    Listed(&'a [u32], &'a [u16]),
}

impl Partners<'_> {
    pub(super) fn length(self) -> usize {
        match self {
            Partners::All(from, to) | Partners::Spread(from, to, _) => to.saturating_sub(from),
            Partners::Listed(heaps, _) => heaps.len(),
        }
    }

    pub(super) fn part(self, from: usize, to: usize) -> Self {
        match self {
            Partners::All(start, _) | Partners::Spread(start, ..) => Partners::All(start + from, start + to),
            Partners::Listed(heaps, values) => Partners::Listed(&heaps[from..to], &values[from..to]),
        }
    }
}

/// For each of the candidates of 32 heaps, whether these partners make it: one bit per heap.
pub(super) fn search<const K: usize>(
    registers: Registers,
    values: &[u16],
    two: &[usize],
    start: usize,
    partners: Partners,
    candidates: &[[u16; LANES]; K],
) -> [u32; K] {
    with_lanes!(
        registers,
        look_through [K] (
            values: &[u16],
            two: &[usize],
            start: usize,
            partners: Partners,
            candidates: &[[u16; LANES]; K],
        ) -> [u32; K]
    )
}

#[inline(always)]
fn look_through<L: Lanes, const K: usize>(
    proof: L::Proof,
    values: &[u16],
    two: &[usize],
    start: usize,
    partners: Partners,
    candidates: &[[u16; LANES]; K],
) -> [u32; K] {
    // Closures would not be compiled for these registers.
    let mut wanted = [L::splat(proof, 0); K];
    for k in 0..K {
        wanted[k] = L::load(proof, &candidates[k]);
    }
    // The xor is 0 for a pair that makes a candidate.
    let mut least = [L::splat(proof, u16::MAX); K];
    for &taken in two {
        let top = start - taken;
        match partners {
            Partners::All(from, to) | Partners::Spread(from, to, _) => {
                for heap in from..to {
                    compare(proof, &values[top - heap..], values[heap], &wanted, &mut least);
                }
            }
            Partners::Listed(heaps, rare_values) => {
                for (&heap, &value) in heaps.iter().zip(rare_values) {
                    compare(proof, &values[top - heap as usize..], value, &wanted, &mut least);
                }
            }
        }
    }
    let mut hits = [0; K];
    for k in 0..K {
        hits[k] = least[k].zeros();
    }
    hits
}

/// Compares what one partner makes of 32 heaps with their candidates.
#[inline(always)]
fn compare<L: Lanes, const K: usize>(
    proof: L::Proof,
    values: &[u16],
    value: u16,
    wanted: &[L; K],
    least: &mut [L; K],
) {
    let neighbours = values.first_chunk::<LANES>().expect("as many as that");
    let made = L::load(proof, neighbours).xor(L::splat(proof, value));
    for k in 0..K {
        least[k] = least[k].least(made.xor(wanted[k]));
    }
}

/// The number of pairs that are examined between two looks at the result.
pub(super) const STEP: usize = 8 * LANES;

/// Which of these values are made by two heaps with this sum, the smaller from `low` on: one step. Beyond the
/// middle the same pairs come again, which does no harm.
pub(super) fn step<const K: usize>(
    registers: Registers,
    values: &[u16],
    sum: usize,
    low: usize,
    wanted: &[u16; K],
) -> u32 {
    with_lanes!(registers, take_step [K] (values: &[u16], sum: usize, low: usize, wanted: &[u16; K]) -> u32)
}

#[inline(always)]
fn take_step<L: Lanes, const K: usize>(
    proof: L::Proof,
    values: &[u16],
    sum: usize,
    low: usize,
    wanted: &[u16; K],
) -> u32 {
    let mut splats = [L::splat(proof, 0); K];
    for k in 0..K {
        splats[k] = L::splat(proof, wanted[k]);
    }
    let mut least = [L::splat(proof, u16::MAX); K];
    let rising = values[low..].first_chunk::<STEP>().expect("as many as that");
    let falling = values[sum - low + 1 - STEP..].first_chunk::<STEP>().expect("as many as that");
    for part in 0..STEP / LANES {
        let a = rising[part * LANES..].first_chunk::<LANES>().expect("as many as that");
        let b = falling[STEP - (part + 1) * LANES..].first_chunk::<LANES>().expect("as many as that");
        let made = L::load(proof, a).xor(L::load(proof, b).reversed());
        for k in 0..K {
            least[k] = least[k].least(made.xor(splats[k]));
        }
    }
    let mut hits = 0;
    for k in 0..K {
        hits |= u32::from(least[k].zeros() != 0) << k;
    }
    hits
}

/// One bit per byte: whether it is 0.
pub(super) fn zero_bytes(registers: Registers, bytes: &[u8; 64]) -> u64 {
    with_lanes!(registers, zeros(bytes: &[u8; 64]) -> u64)
}

#[inline(always)]
fn zeros<L: Lanes>(proof: L::Proof, bytes: &[u8; 64]) -> u64 {
    L::zero_bytes(proof, bytes)
}
