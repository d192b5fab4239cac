//! All positions that can be reached, numbered, and the moves between them.

use std::hash::Hash;

use nimatron_rules::{Budget, Exhausted, Player, Rules, hash_of};

/// Numbered positions, and a table of eight bytes a slot to find them.
pub(crate) struct Positions<P> {
    list: Vec<P>,
    /// A power of two of slots: half of the hash, and the number of the position and one; or nothing.
    slots: Vec<u64>,
}

/// States, a position and who is to move, and where each can move to. State `2n` is position `n` with
/// Left to move, `2n + 1` with Right to move.
pub(crate) struct Moves {
    /// How many moves each state has.
    pub(crate) degrees: Vec<u32>,
    /// Where they lead, state by state.
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

    /// The number of a position in normal form, a new one if need be.
    #[inline]
    fn enter(&mut self, hash: u64, position: P) -> u32 {
        let at = match self.find(hash, &position) {
            Ok(number) => return number,
            Err(at) => at,
        };
        self.list.push(position);
        self.slots[at] = hash >> 32 << 32 | self.list.len() as u64;
        // At most 5 slots of 8 in use: runs stay short.
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

    /// Asks the processor for the slot of a position.
    #[inline]
    fn prefetch_slot(&self, hash: u64) {
        prefetch(&raw const self.slots[hash as usize & (self.slots.len() - 1)]);
    }

    /// Asks the processor for the position that the slot is of, if it is of any.
    #[inline]
    fn prefetch_position(&self, hash: u64) {
        let slot = self.slots[hash as usize & (self.slots.len() - 1)];
        if slot != 0 {
            prefetch(&raw const self.list[slot as u32 as usize - 1]);
        }
    }

    /// The bytes in use, and those that are there in passing while both lists grow.
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

/// Numbers all positions that can be reached when both players are free to move at any time; the first is
/// number 0. `normal` gives a position its normal form, and tells whether the players are exchanged there.
pub(crate) fn explore<R: Rules>(
    rules: &R,
    position: &R::Position,
    normal: impl Fn(&R::Position) -> (R::Position, bool),
    budget: &Budget,
) -> Result<(Positions<R::Position>, Moves), Exhausted> {
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
            budget.check_list::<[R::Position; 2]>(rules.move_bound(&positions.list[at], player))?;
            rules.options(&positions.list[at], player, &mut options);
            moves.degrees.push(options.len() as u32);
            // All options are asked for before any is looked up, so their cache misses overlap.
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
    /// The bytes in use, with those that are there in passing when a list grows.
    fn bytes(&self) -> usize {
        let targets = self.targets.capacity() * size_of::<u32>();
        let growing = if self.targets.len() + 256 > self.targets.capacity() { 2 * targets } else { 0 };
        targets + growing + 2 * self.degrees.capacity() * size_of::<u32>()
    }
}
