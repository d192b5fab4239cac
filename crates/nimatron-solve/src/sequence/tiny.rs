//! Games with small values and few rare heaps: a set of values is a word, and eight heaps are processed
//! together.
//!
//! Processing a rare heap takes four instructions for all eight neighbours. Pairs that involve one of the
//! eight heaps themselves have a small heap, so they come last, one heap after the other.

#![allow(
    clippy::needless_range_loop,
    reason = "iterators are closures, and those are not compiled for the registers"
)]

use super::lanes::{Lanes, Registers, with_lanes};
use super::shape::Shape;
use super::space::Space;

/// Values are below this.
const SMALL: u32 = u64::BITS;
/// With more rare heaps, it is faster to process many heaps at a time.
pub(super) const FEW_RARES: usize = 200;
/// The number of heaps that are processed together.
const TOGETHER: usize = 8;
/// The number of heaps that are paired with all of them at first: this makes most rare values that are
/// options. With 16, 32 and 64 of them .106 to 2^24 took 0.77, 0.82 and 0.90 s.
const FIRST: usize = 16;
/// The number of pairs that are examined before the next check.
const STEP: usize = 8;

/// Whether this method should find the next values.
pub(super) fn suits(shape: &Shape, bits: u32, space: &Space) -> bool {
    bits <= SMALL.ilog2() && space.count <= FEW_RARES && !shape.unequal
}

/// Appends the next values, at most eight and at most until there are `end`; appends none if they can't be
/// determined.
pub(super) fn extend(shape: &Shape, values: &mut Vec<u16>, end: usize, space: &Space, registers: Registers) {
    // It needs no vector registers, but shifts are faster with wide ones.
    with_lanes!(registers, found(shape: &Shape, values: &mut Vec<u16>, end: usize, space: &Space) -> ());
}

#[inline(always)]
fn found<L: Lanes>(_: L::Proof, shape: &Shape, values: &mut Vec<u16>, end: usize, space: &Space) {
    let first = values.len();
    // 1. What rare heaps and some common ones make of all eight. No closures: see `block`.
    let mut sets = [0u64; TOGETHER];
    for &taken in &shape.two {
        let rest = first - taken;
        for &(rare, value) in space.all_rares() {
            let rare = rare as usize;
            if rare >= rest {
                break;
            }
            if rare + taken >= TOGETHER {
                add(&mut sets, &values[rest - rare..], value);
            }
        }
        for heap in TOGETHER..TOGETHER + FIRST {
            add(&mut sets, &values[rest - heap..], values[heap]);
        }
    }
    // 2. One after the other.
    for lane in 0..TOGETHER.min(end - first) {
        match finished(shape, values, sets[lane], space) {
            Some(value) => values.push(value),
            None => return,
        }
    }
}

/// Adds what a partner of this value makes of eight neighbours.
#[inline(always)]
fn add(sets: &mut [u64; TOGETHER], neighbours: &[u16], value: u16) {
    let eight = neighbours.first_chunk::<TOGETHER>().expect("as many as that");
    for lane in 0..TOGETHER {
        sets[lane] |= 1 << ((eight[lane] ^ value) & 63);
    }
}

/// The next value, if it is small, given some of its options; `None` if it can't be determined.
#[inline(always)]
fn finished(shape: &Shape, values: &[u16], mut options: u64, space: &Space) -> Option<u16> {
    let heap = values.len();
    // 1. Moves that leave one heap, and moves that leave a small one.
    for &taken in &shape.one {
        if taken > 0 {
            options |= 1 << (values[heap - taken] & 63);
        }
    }
    for &taken in &shape.two {
        let rest = heap - taken;
        for small in 1..TOGETHER {
            options |= 1 << ((values[rest - small] ^ values[small]) & 63);
        }
    }
    // 2. All common values that are options are known now. The rare ones below the first that isn't are
    //    looked for.
    let common = space.common_values(heap)[0];
    let bound = (!options & common).trailing_zeros();
    if bound >= SMALL {
        return None;
    }
    let wanted = ((1 << bound) - 1) & !common;
    let mut low = 1;
    while wanted & !options != 0 {
        let mut more = false;
        for &taken in &shape.two {
            let rest = heap - taken;
            if low > rest / 2 {
                continue;
            }
            more = true;
            // Beyond the middle the same pairs come again, which does no harm.
            let rising = values[low..].first_chunk::<STEP>().expect("as many as that");
            let falling = values[rest + 1 - low - STEP..].first_chunk::<STEP>().expect("as many as that");
            for i in 0..STEP {
                options |= 1 << ((rising[i] ^ falling[STEP - 1 - i]) & 63);
            }
        }
        if !more {
            break;
        }
        low += STEP;
    }
    Some((!options).trailing_zeros() as u16)
}
