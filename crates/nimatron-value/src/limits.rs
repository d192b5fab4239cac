//! What an arena may take: memory, and time until somebody says stop.

use std::sync::atomic::Ordering;

use crate::{Arena, Result, ValueError};

impl Arena {
    /// The bytes in use for values and memo tables.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn spend(&self, bytes: usize) {
        if bytes > 0 {
            self.bytes.fetch_add(bytes, Ordering::Relaxed);
        }
    }

    /// Only stacks that grow are given back, and in WebAssembly they don't.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn give_back(&self, bytes: usize) {
        self.bytes.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Fails if a stop was asked for.
    #[inline]
    pub(crate) fn go_on(&self) -> Result<()> {
        if self.stop.load(Ordering::Relaxed) { Err(ValueError::Stopped) } else { Ok(()) }
    }

    /// Fails if `bytes` more would pass the limit, or if a stop was asked for.
    #[inline]
    pub(crate) fn afford(&self, bytes: usize) -> Result<()> {
        self.go_on()?;
        if self.bytes().saturating_add(bytes) > self.limit {
            return Err(ValueError::OutOfMemory { limit: self.limit });
        }
        Ok(())
    }

    /// Books memory for the memo of comparisons, which may take twice what the values take: with four
    /// times as much, one comparison in thirty was saved in Legionnaires 3×7.
    pub(crate) fn grow_order(&self, bytes: usize) -> bool {
        let order = self.order.bytes();
        order + bytes <= (1 << 20) + 2 * self.bytes().saturating_sub(order) && self.grow_cache(bytes)
    }

    /// Books memory for a memo table, if no more than half of what is left goes to it.
    pub(crate) fn grow_cache(&self, bytes: usize) -> bool {
        let fits = bytes <= self.limit.saturating_sub(self.bytes()) / 2;
        if fits {
            self.spend(bytes);
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use dashu::integer::IBig;

    use super::*;
    use crate::{Dyadic, Game};

    #[test]
    fn memory_is_bounded_and_running_out_says_so() {
        const LIMIT: usize = 1_000_000;
        let arena = Arena::with_limits(LIMIT, Arc::default());
        let mut n = 0;
        let error = loop {
            n += 1;
            assert!(n < 1_000_000);
            if let Err(error) = arena.integer(n) {
                break error;
            }
        };
        assert_eq!(error, ValueError::OutOfMemory { limit: LIMIT });
        assert!(arena.bytes() <= LIMIT);
    }

    #[test]
    fn the_digits_of_large_numbers_count() {
        const LIMIT: usize = 2_000_000;
        let arena = Arena::with_limits(LIMIT, Arc::default());
        // A million bits each: 125 kB.
        let large = |n: u32| Dyadic::from_big((IBig::ONE << 1_000_000) + IBig::from(n), 0);
        let numbers = (0..100).map(|n| arena.from_number(large(n)));
        assert!((5..15).contains(&numbers.take_while(Result::is_ok).count()));
    }

    #[test]
    fn an_arena_is_sound_whatever_its_limit_and_its_flag() {
        for limit in [0, 10_000, 300_000] {
            let arena = Arena::with_limits(limit, Arc::default());
            assert_eq!(arena.len(), crate::marks::COUNT);
            let star = arena.canonical(&[Game::ZERO], &[Game::ZERO]);
            assert_eq!(star, Err(ValueError::OutOfMemory { limit }));
            assert!(arena.le(Game::ZERO, arena.probe(1)).is_ok());
        }
        let flag = Arc::new(AtomicBool::new(true));
        let arena = Arena::with_limits(usize::MAX, flag.clone());
        assert_eq!(arena.canonical(&[Game::ZERO], &[Game::ZERO]), Err(ValueError::Stopped));
        flag.store(false, Ordering::Relaxed);
        let star = arena.nimber(1).unwrap();
        assert_eq!(arena.canonical(&[Game::ZERO], &[Game::ZERO]), Ok(star));
    }

    #[test]
    fn a_heap_too_large_to_write_out_is_an_error() {
        let arena = Arena::new();
        let heap = arena.nimber(u32::MAX).unwrap();
        assert_eq!(arena.options(heap), Err(ValueError::OutOfRange { what: "the number of options" }));
    }

    #[test]
    fn the_stop_flag_stops() {
        let flag = Arc::new(AtomicBool::new(false));
        let arena = Arena::with_limits(usize::MAX, flag.clone());
        flag.store(true, Ordering::Relaxed);
        assert_eq!(arena.integer(1000), Err(ValueError::Stopped));
    }
}
