//! Games in which counters are taken from heaps that stay where they are.

/// How much a move takes from the heaps that were chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Anything, at least one counter in all.
    Any,
    /// Exactly so many from each of them.
    Each(u32),
    /// At least so many from each of them.
    AtLeast(u32),
}

/// Which heaps a move may choose, and how much it takes from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taking {
    /// The heaps that may be chosen together, counted from 0.
    pub groups: Vec<Vec<usize>>,
    /// How much is taken from them.
    pub amount: Amount,
}

impl Taking {
    /// Whether there is a move from heaps of these sizes.
    #[must_use]
    pub fn has_move(&self, heaps: &[u32]) -> bool {
        let can_take = |group: &Vec<usize>| match self.amount {
            Amount::Any => group.iter().any(|&heap| heaps[heap] > 0),
            Amount::Each(a) | Amount::AtLeast(a) => group.iter().all(|&heap| heaps[heap] >= a),
        };
        self.groups.iter().any(can_take)
    }
}
