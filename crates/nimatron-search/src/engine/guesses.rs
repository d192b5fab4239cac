//! The recent guesses of one thread. A position is examined again when it is searched deeper or with another
//! window.

/// Guesses by the keys of positions. A new guess replaces an old one.
pub(super) struct Guesses {
    /// Half of a key, and the guess. The other half chooses the slot.
    slots: Vec<(u64, i32)>,
}

/// Half a megabyte, to fit into a cache of the processor. A quarter of all guesses are found here.
const SLOTS: usize = 1 << 15;

impl Guesses {
    pub(super) fn new() -> Self {
        Guesses { slots: vec![(0, 0); SLOTS] }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill((0, 0));
    }

    /// The guess for the position with this key, computed by `guess` if it is not stored.
    #[inline]
    pub(super) fn of(&mut self, key: u128, guess: impl FnOnce() -> i32) -> i32 {
        let slot = &mut self.slots[key as usize % SLOTS];
        let check = (key >> 64) as u64;
        if slot.0 != check || check == 0 {
            *slot = (check, guess());
        }
        slot.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_made_once_and_never_that_of_another_position() {
        let mut guesses = Guesses::new();
        let key = |high: u128, low: u128| high << 64 | low;
        assert_eq!(guesses.of(key(1, 7), || 5), 5);
        assert_eq!(guesses.of(key(1, 7), || unreachable!()), 5);
        assert_eq!(guesses.of(key(2, 7), || 6), 6);
        assert_eq!(guesses.of(key(1, 7), || 8), 8);
        assert_eq!(guesses.of(0, || 9), 9);
        guesses.clear();
        assert_eq!(guesses.of(key(1, 7), || 10), 10);
    }
}
