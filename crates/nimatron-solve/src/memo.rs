//! A hash table of positions that costs one cache miss per look-up.

use std::hash::Hash;

use nimatron_rules::{Budget, Exhausted, hash_of};

/// Positions and what is known about them: open addressing, entries side by side.
pub(crate) struct Memo<P, V> {
    /// The number of slots is a power of two or 0.
    slots: Vec<Slot<P, V>>,
    len: usize,
}

type Slot<P, V> = Option<(P, V)>;

impl<P: Clone + Eq + Hash, V: Copy> Memo<P, V> {
    pub(crate) fn new() -> Self {
        Memo { slots: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    fn start(&self, position: &P) -> usize {
        // The high bits of a multiplicative hash are the best ones.
        (hash_of(position).rotate_left(20)) as usize & (self.slots.len() - 1)
    }

    /// Prefetches the place of a position.
    #[inline]
    pub(crate) fn prefetch(&self, position: &P) {
        #[cfg(target_arch = "x86_64")]
        if !self.slots.is_empty() {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let slot = &raw const self.slots[self.start(position)];
            // SAFETY: a prefetch of an address changes nothing, and every x86-64 has the instruction.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(slot.cast::<i8>()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = position;
    }

    #[inline]
    pub(crate) fn get(&self, position: &P) -> Option<V> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.start(position);
        loop {
            let (known, value) = self.slots[at].as_ref()?;
            if known == position {
                return Some(*value);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// The number of bytes of the slots.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Slot<P, V>>()
    }

    /// Fails if the table with one more entry would exceed the budget, on which its slots are booked;
    /// `others` bytes are in use elsewhere and not booked. While it grows, the old slots still exist.
    #[inline]
    pub(crate) fn check(&self, budget: &Budget, others: usize) -> Result<(), Exhausted> {
        if self.is_crowded() {
            return budget.check_large(self.next_size() * size_of::<Slot<P, V>>() + others);
        }
        budget.check_memory(others)
    }

    fn next_size(&self) -> usize {
        (2 * self.slots.len()).max(64)
    }

    fn is_crowded(&self) -> bool {
        // At most 5 of 8 slots are in use, so runs stay short.
        self.len * 8 >= self.slots.len() * 5
    }

    /// Stores what is known about a position.
    pub(crate) fn insert(&mut self, position: P, value: V) {
        if self.is_crowded() {
            let mut slots = Vec::new();
            slots.resize_with(self.next_size(), || None);
            let old = std::mem::replace(&mut self.slots, slots);
            self.len = 0;
            for (position, value) in old.into_iter().flatten() {
                self.place(position, value);
            }
        }
        self.place(position, value);
    }

    fn place(&mut self, position: P, value: V) {
        let mut at = self.start(&position);
        loop {
            let slot = &mut self.slots[at];
            if slot.as_ref().is_none_or(|(known, _)| *known == position) {
                self.len += usize::from(slot.is_none());
                *slot = Some((position, value));
                return;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_in_is_found_and_nothing_else() {
        let mut table = Memo::new();
        for i in 0..10_000u64 {
            table.insert(i * 7, i as u32);
            table.insert(i * 7, i as u32 + 1);
        }
        assert_eq!(table.len(), 10_000);
        for i in 0..70_000u64 {
            assert_eq!(table.get(&i), (i % 7 == 0).then_some((i / 7) as u32 + 1));
        }
    }
}
