//! Games with small values and few rare heaps: a set of values is a word, and one heap after the other is quickest.

#![allow(
    clippy::needless_range_loop,
    reason = "iterators are closures, and those are not compiled for the registers"
)]

use super::lanes::{Lanes, Registers, with_lanes};
use super::shape::Shape;
use super::space::Space;

/// Values are below this.
const SMALL: u32 = u64::BITS;
/// With more rare heaps, it is quicker to work on many heaps at a time.
pub(super) const FEW_RARES: usize = 200;
/// How many pairs are looked through before we see whether that was enough.
const STEP: usize = 8;

/// Whether this is the way to find the next values.
pub(super) fn suits(shape: &Shape, bits: u32, space: &Space) -> bool {
    bits <= SMALL.ilog2() && space.count <= FEW_RARES && !shape.unequal
}

/// The next value, if it is small; and nothing if there is no telling.
pub(super) fn next_value(shape: &Shape, values: &[u16], space: &Space, registers: Registers) -> Option<u16> {
    // It needs no registers, but shifts are faster where there are wide ones.
    with_lanes!(registers, found(shape: &Shape, values: &[u16], space: &Space) -> Option<u16>)
}

#[inline(always)]
fn found<L: Lanes>(shape: &Shape, values: &[u16], space: &Space) -> Option<u16> {
    let heap = values.len();
    // 1. Moves that leave one heap, and those that leave a rare one. No closures: see `block`.
    let mut options = 0u64;
    for &taken in &shape.one {
        if taken > 0 {
            options |= 1 << (values[heap - taken] & 63);
        }
    }
    for &taken in &shape.two {
        let rest = heap - taken;
        for &(rare, value) in space.all_rares() {
            if rare as usize >= rest {
                break;
            }
            options |= 1 << ((values[rest - rare as usize] ^ value) & 63);
        }
    }
    // 2. All common values that are options are known now. The rare ones below the first that isn't are looked for.
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
            // Past the half the same pairs come again, which does no harm.
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
