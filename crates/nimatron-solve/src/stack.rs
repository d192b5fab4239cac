//! Recursions that may go as deep as a game lasts.

/// Runs a step of a recursion: more stack is made when it runs low.
#[inline]
pub(crate) fn deep<T>(step: impl FnOnce() -> T) -> T {
    #[cfg(not(target_family = "wasm"))]
    {
        stacker::maybe_grow(128 << 10, 4 << 20, step)
    }
    #[cfg(target_family = "wasm")]
    {
        step()
    }
}
