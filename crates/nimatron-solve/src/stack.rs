//! Recursions that may be as deep as a game is long.

use nimatron_rules::{Budget, Exhausted};

/// If less than this is left, a new piece of stack is allocated.
#[cfg(not(target_family = "wasm"))]
const LOW: usize = 128 << 10;
/// The size of that piece. It is booked as memory.
#[cfg(not(target_family = "wasm"))]
const PIECE: usize = 4 << 20;

/// Runs a step of a recursion on the state of a solver, whose budget pays for more stack when it runs low.
#[inline]
pub(crate) fn deep<S, T, E: From<Exhausted>>(
    state: &mut S,
    budget: impl FnOnce(&S) -> &Budget,
    step: impl FnOnce(&mut S) -> Result<T, E>,
) -> Result<T, E> {
    #[cfg(not(target_family = "wasm"))]
    if stacker::remaining_stack().is_none_or(|left| left < LOW) {
        return on_new_stack(budget(state).book(PIECE), || step(state));
    }
    #[cfg(target_family = "wasm")]
    let _ = budget;
    step(state)
}

#[cfg(not(target_family = "wasm"))]
#[cold]
fn on_new_stack<T, E: From<Exhausted>>(
    booked: Result<nimatron_rules::Booked, Exhausted>,
    step: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let _booked = booked?;
    stacker::grow(PIECE, step)
}
