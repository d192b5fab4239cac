//! Recursions that may go as deep as a game: more stack is allocated when it runs low.

use crate::{Arena, Result};

/// If less than this is left, a new piece of stack is allocated.
#[cfg(not(target_family = "wasm"))]
const LOW: usize = 128 << 10;
/// The size of that piece.
#[cfg(not(target_family = "wasm"))]
const PIECE: usize = 4 << 20;

/// Runs a step of a recursion that can't fail, such as writing a value.
#[inline]
pub(crate) fn deep<T>(step: impl FnOnce() -> T) -> T {
    #[cfg(not(target_family = "wasm"))]
    {
        stacker::maybe_grow(LOW, PIECE, step)
    }
    #[cfg(target_family = "wasm")]
    {
        step()
    }
}

impl Arena {
    /// Runs a step of a recursion over values. Its stack counts as memory of the arena.
    #[inline]
    pub(crate) fn deep<T>(&self, step: impl FnOnce() -> Result<T>) -> Result<T> {
        #[cfg(not(target_family = "wasm"))]
        if stacker::remaining_stack().is_none_or(|left| left < LOW) {
            return self.on_new_stack(step);
        }
        step()
    }

    #[cfg(not(target_family = "wasm"))]
    #[cold]
    fn on_new_stack<T>(&self, step: impl FnOnce() -> Result<T>) -> Result<T> {
        self.afford(PIECE)?;
        self.spend(PIECE);
        let result = stacker::grow(PIECE, step);
        self.account.give_back(PIECE);
        result
    }
}

#[cfg(test)]
mod tests {
    use crate::{Arena, ArenaLimits, Dyadic, Nus, ValueError};

    #[test]
    fn the_stack_of_a_deep_recursion_is_paid_from_the_budget() {
        // ↑² + n·↑ descends n levels before its first sum is made.
        const LIMIT: usize = 20 << 20;
        let arena = Arena::with_limits(ArenaLimits::new().memory(LIMIT));
        let ups = arena.game(&Nus::new(Dyadic::ZERO, 1_000_000, 0)).unwrap();
        let sum = arena.sum(ups, arena.up_power(2).unwrap());
        assert_eq!(sum, Err(ValueError::OutOfMemory { limit: LIMIT }));
        assert!(arena.bytes() < LIMIT);
        assert!(arena.sum(arena.integer(1).unwrap(), arena.nimber(1).unwrap()).is_ok());
    }
}
