//! The transposition table of a search.

use nimatron_rules::{Player, Rules, hash_of};

/// The meaning of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The exact score.
    Exact,
    /// A lower bound of the score.
    AtLeast,
    /// An upper bound of the score.
    AtMost,
}

/// What is known about a position with a player to move.
#[derive(Clone, Debug)]
pub(crate) struct Entry<R: Rules> {
    position: R::Position,
    player: Player,
    /// The depth of the search, in moves.
    pub(crate) depth: u32,
    pub(crate) bound: Bound,
    /// As seen by the player to move.
    pub(crate) score: i32,
    /// The best move of the search, possibly that of a position that is equal by symmetry.
    pub(crate) best: Option<R::Move>,
}

/// A table that grows up to some size, and then forgets but never confuses positions, because whole positions
/// are compared. Each position has two slots: the first keeps the deepest search, the second the latest.
pub(crate) struct Transpositions<R: Rules> {
    /// The number of slots is a power of two, at least 2.
    slots: Vec<Option<Entry<R>>>,
    /// The number of slots that are filled.
    used: usize,
    /// The maximum number of slots.
    most: usize,
}

impl<R: Rules> Transpositions<R> {
    /// A small table.
    pub(crate) fn new() -> Self {
        let slots = std::iter::repeat_with(|| None).take(2).collect();
        Transpositions { slots, used: 0, most: 2 }
    }

    /// Lets the table grow to this number of entries and this number of bytes, half of which are in use while
    /// it grows.
    pub(crate) fn make_room(&mut self, entries: u64, bytes: usize) {
        let room = bytes / 2 / size_of::<Option<Entry<R>>>();
        self.most = room.min(usize::try_from(entries).unwrap_or(usize::MAX)).max(2);
    }

    /// Doubles the size, if the table is crowded and may grow.
    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        if self.used < self.slots.len() / 2 || size > self.most {
            return;
        }
        let new = std::iter::repeat_with(|| None).take(size).collect();
        let old = std::mem::replace(&mut self.slots, new);
        self.used = 0;
        for entry in old.into_iter().flatten() {
            self.put(entry);
        }
    }

    /// Forgets everything, including its size: what the table keeps and forgets must not depend on games that
    /// were played before.
    pub(crate) fn clear(&mut self) {
        *self = Transpositions { most: self.most, ..Transpositions::new() };
    }

    /// The first of the two slots of a position; the other is next to it.
    #[inline]
    fn place(&self, position: &R::Position, player: Player) -> usize {
        // The high bits of a multiplicative hash are the best ones.
        let hash = hash_of(&(position, player.index())).rotate_left(20);
        hash as usize & (self.slots.len() - 2)
    }

    /// What is known about a position in normal form.
    #[inline]
    pub(crate) fn find(&self, position: &R::Position, player: Player) -> Option<&Entry<R>> {
        let place = self.place(position, player);
        [place, place ^ 1].into_iter().find_map(|place| {
            let entry = self.slots[place].as_ref()?;
            let same = entry.player == player && entry.position == *position;
            same.then_some(entry)
        })
    }

    /// Stores a result.
    #[inline]
    pub(crate) fn keep(
        &mut self,
        position: R::Position,
        player: Player,
        depth: u32,
        (bound, score): (Bound, i32),
        best: Option<R::Move>,
    ) {
        self.grow();
        self.put(Entry { position, player, depth, bound, score, best });
    }

    #[inline]
    fn put(&mut self, entry: Entry<R>) {
        let first = self.place(&entry.position, entry.player);
        let deeper = match &self.slots[first] {
            Some(old) => {
                old.depth <= entry.depth || (old.player == entry.player && old.position == entry.position)
            }
            None => true,
        };
        let slot = &mut self.slots[if deeper { first } else { first ^ 1 }];
        self.used += usize::from(slot.is_none());
        *slot = Some(entry);
    }
}

#[cfg(test)]
mod tests {
    use nimatron_games::nim::Nim;
    use nimatron_rules::Notation;

    use super::*;

    #[test]
    fn what_was_kept_is_found_until_it_is_forgotten() {
        let mut table = Transpositions::<Nim>::new();
        table.make_room(1 << 10, usize::MAX);
        let (one, two) = (Nim.parse("1").unwrap(), Nim.parse("2").unwrap());
        table.keep(one.clone(), Player::Left, 3, (Bound::AtLeast, 5), None);
        let entry = table.find(&one, Player::Left).unwrap();
        assert_eq!((entry.depth, entry.bound, entry.score), (3, Bound::AtLeast, 5));
        assert!(table.find(&one, Player::Right).is_none() && table.find(&two, Player::Left).is_none());
        table.clear();
        assert!(table.find(&one, Player::Left).is_none());
    }

    #[test]
    fn the_smallest_table_still_tells_the_truth() {
        let mut table = Transpositions::<Nim>::new();
        table.make_room(1 << 20, 0);
        assert_eq!(table.most, 2);
        for heap in 0..100 {
            table.keep(Nim.parse(&heap.to_string()).unwrap(), Player::Left, 1, (Bound::Exact, heap), None);
        }
        for heap in 0..100 {
            let found = table.find(&Nim.parse(&heap.to_string()).unwrap(), Player::Left);
            assert!(found.is_none_or(|entry| entry.score == heap));
        }
    }
}
