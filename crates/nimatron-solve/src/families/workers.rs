//! Several threads that share the families of a layer.

use std::sync::{Mutex, PoisonError};

use nimatron_rules::{Budget, Exhausted};

use super::{Family, Layer};
use crate::threads::by_threads;

/// The families that a thread takes at a time, and their words of `K` tables.
struct Batch<'a, const K: usize> {
    families: &'a [Family],
    tables: [&'a mut [u64]; K],
}

/// The approximate number of batches per thread: many, because some take longer than others.
const BATCHES: usize = 32;

/// Calls `work` for every family of a layer with its truth tables, on as many threads as the budget allows.
/// Each thread has its own tally; all tallies are returned.
pub(super) fn each_family<const K: usize, T: Default + Send>(
    layer: &Layer,
    tables: [&mut [u64]; K],
    budget: &Budget,
    work: impl Fn(&[Family], [&mut [u64]; K], &mut T) -> Result<(), Exhausted> + Sync,
) -> Result<Vec<T>, Exhausted> {
    let threads = budget.thread_limit().min(layer.words.div_ceil(1024)).max(1);
    // 1. Batches of about equal numbers of words.
    let most = layer.words / (threads * BATCHES) + 1;
    let mut batches = Vec::new();
    let mut tables = tables;
    let mut rest = &layer.families[..];
    while !rest.is_empty() {
        let (mut families, mut words) = (0, 0);
        while families < rest.len() && words < most {
            words += rest[families].words().len();
            families += 1;
        }
        let (batch, others) = rest.split_at(families);
        let (here, there) = unzip(tables.map(|table| table.split_at_mut(words)));
        batches.push(Batch { families: batch, tables: here });
        (rest, tables) = (others, there);
    }
    batches.reverse();
    // 2. Every thread takes one batch after the other, and stops when any thread fails.
    let queue = Mutex::new(batches);
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let run = |_| {
        let mut tally = T::default();
        while let Some(batch) = next() {
            let positions: u64 = batch.families.iter().map(|family| 1 << family.variables()).sum();
            let done = budget.spend(positions).and_then(|()| work(batch.families, batch.tables, &mut tally));
            if let Err(error) = done {
                queue.lock().unwrap_or_else(PoisonError::into_inner).clear();
                return Err(error);
            }
        }
        Ok(tally)
    };
    by_threads(threads, run).into_iter().collect()
}

/// An array of pairs as a pair of arrays.
fn unzip<A, B, const K: usize>(pairs: [(A, B); K]) -> ([A; K], [B; K]) {
    let mut second: [Option<B>; K] = std::array::from_fn(|_| None);
    let mut at = 0;
    let first = pairs.map(|(a, b)| {
        second[at] = Some(b);
        at += 1;
        a
    });
    (first, second.map(|b| b.expect("as many as the first")))
}
