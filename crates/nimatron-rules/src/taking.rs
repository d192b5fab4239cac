//! Games in which counters are taken from heaps that stay where they are.

/// The number of counters that a move takes from the chosen heaps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Amount {
    /// Any number, but at least one counter in total.
    Any,
    /// Exactly this number from each of them.
    Each(u32),
    /// At least this number from each of them.
    AtLeast(u32),
}

/// Which heaps a move may choose, and how many counters it takes from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taking {
    /// The sets of heaps that may be chosen together, counted from 0.
    pub groups: Vec<Vec<usize>>,
    /// The number of counters taken from them.
    pub amount: Amount,
}

/// Whether heaps of these sizes stand for all positions that are alike by symmetry: one of each class does.
pub type Representative = fn(&[u32]) -> bool;

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
