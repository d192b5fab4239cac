//! All positions that can be reached, numbered, and the moves between them.

use std::hash::Hash;

use nimatron_rules::{Budget, Exhausted, Expand, Key, Player, hash_of};

/// Numbered positions, and a table of eight bytes per slot to find them.
pub(crate) struct Positions<P> {
    list: Vec<P>,
    /// The number of slots is a power of two. A slot holds half of the hash and the number of the position
    /// plus one, or 0.
    slots: Vec<u64>,
}

/// States, each a position and the player to move, and their moves. State `2n` is position `n` with Left to
/// move, `2n + 1` with Right to move.
pub(crate) struct Moves {
    /// The number of moves of each state.
    pub(crate) degrees: Vec<u32>,
    /// The targets of the moves, state by state.
    pub(crate) targets: Vec<u32>,
}

impl<P: Clone + Eq + Hash> Positions<P> {
    fn new() -> Self {
        Positions { list: Vec::new(), slots: vec![0; 64] }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The number of a position in normal form.
    pub(crate) fn number(&self, position: &P) -> Option<u32> {
        self.find(hash_of(position), position).ok()
    }

    /// The number of a position, or the slot where it could be.
    #[inline]
    fn find(&self, hash: u64, position: &P) -> Result<u32, usize> {
        let mut at = hash as usize & (self.slots.len() - 1);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            let number = slot as u32 - 1;
            if slot >> 32 == hash >> 32 && self.list[number as usize] == *position {
                return Ok(number);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// The number of a position in normal form, which is added if it is new.
    #[inline]
    fn enter(&mut self, hash: u64, position: P) -> u32 {
        let at = match self.find(hash, &position) {
            Ok(number) => return number,
            Err(at) => at,
        };
        self.list.push(position);
        self.slots[at] = hash >> 32 << 32 | self.list.len() as u64;
        // At most 5 of 8 slots are in use, so runs stay short.
        if self.list.len() * 8 >= self.slots.len() * 5 {
            self.grow();
        }
        self.list.len() as u32 - 1
    }

    fn grow(&mut self) {
        let mut slots = vec![0u64; 2 * self.slots.len()];
        for (number, position) in self.list.iter().enumerate() {
            let hash = hash_of(position);
            let mut at = hash as usize & (slots.len() - 1);
            while slots[at] != 0 {
                at = (at + 1) & (slots.len() - 1);
            }
            slots[at] = hash >> 32 << 32 | (number as u64 + 1);
        }
        self.slots = slots;
    }

    /// Prefetches the slot of a position.
    #[inline]
    fn prefetch_slot(&self, hash: u64) {
        prefetch(&raw const self.slots[hash as usize & (self.slots.len() - 1)]);
    }

    /// Prefetches the position of a slot, if there is one.
    #[inline]
    fn prefetch_position(&self, hash: u64) {
        let slot = self.slots[hash as usize & (self.slots.len() - 1)];
        if slot != 0 {
            prefetch(&raw const self.list[slot as u32 as usize - 1]);
        }
    }

    /// The bytes in use, and those that are in use temporarily while both lists grow.
    fn bytes(&self) -> usize {
        3 * (self.list.capacity() * size_of::<P>()).max(8 * self.slots.len())
            + (self.list.capacity() * size_of::<P>()).min(8 * self.slots.len())
    }
}

#[inline]
fn prefetch<T>(place: *const T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of an address changes nothing, and every x86-64 has the instruction.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast::<i8>()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Numbers all positions that can be reached when both players may move at any time; the first has number 0.
/// `normal` returns the normal form of a position and whether the players are exchanged in it.
pub(crate) fn explore<K: Key>(
    game: &dyn Expand<K>,
    position: &K,
    normal: impl Fn(&K) -> (K, bool),
    budget: &Budget,
) -> Result<(Positions<K>, Moves), Exhausted> {
    /// States have numbers of 31 bits.
    const MOST: usize = (u32::MAX / 4) as usize;
    let mut meter = budget.meter();
    let mut positions = Positions::new();
    let mut moves = Moves { degrees: Vec::new(), targets: Vec::new() };
    let first = normal(position).0;
    positions.enter(hash_of(&first), first);
    let (mut options, mut found) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < positions.len() {
        meter.tick()?;
        for player in Player::BOTH {
            budget.check_list::<[K; 2]>(game.move_bound(&positions.list[at], player))?;
            game.options(&positions.list[at], player, &mut options);
            moves.degrees.push(options.len() as u32);
            // All options are prefetched before any is looked up, so the cache misses overlap.
            for option in options.drain(..) {
                let (option, exchanged) = normal(&option);
                let hash = hash_of(&option);
                positions.prefetch_slot(hash);
                found.push((option, hash, player.opponent().index() as u32 ^ u32::from(exchanged)));
            }
            for (_, hash, _) in &found {
                positions.prefetch_position(*hash);
            }
            for (option, hash, to_move) in found.drain(..) {
                moves.targets.push(2 * positions.enter(hash, option) + to_move);
            }
        }
        at += 1;
        if at.is_multiple_of(64) || positions.len() == positions.list.capacity() {
            budget.check_memory(positions.bytes() + moves.bytes())?;
            if positions.len() > MOST {
                return Err(Exhausted::Memory(budget.memory_limit()));
            }
        }
    }
    meter.flush()?;
    Ok((positions, moves))
}

impl Moves {
    /// The bytes in use, including those that are in use temporarily while a list grows.
    fn bytes(&self) -> usize {
        let targets = self.targets.capacity() * size_of::<u32>();
        let growing = if self.targets.len() + 256 > self.targets.capacity() { 2 * targets } else { 0 };
        targets + growing + 2 * self.degrees.capacity() * size_of::<u32>()
    }
}
