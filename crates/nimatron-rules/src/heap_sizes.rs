//! The sizes of heaps of counters.

use smallvec::SmallVec;

/// The sizes of the heaps, ascending, none of them 0. Their sum fits in 32 bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Heaps(SmallVec<[u32; 4]>);

impl Heaps {
    /// Heaps of these sizes, if there are at most 2³²−1 counters in total.
    #[must_use]
    pub fn new(sizes: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut heaps: SmallVec<[u32; 4]> = sizes.into_iter().filter(|&size| size > 0).collect();
        heaps.iter().try_fold(0u32, |sum, &heap| sum.checked_add(heap))?;
        heaps.sort_unstable();
        Some(Heaps(heaps))
    }

    /// The sizes, ascending.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }

    /// The heaps after one heap of size `from` became the heaps `to`, which have no more counters together.
    /// Heaps of 0 are removed.
    #[must_use]
    pub fn with(&self, from: u32, to: &[u32]) -> Self {
        let mut heaps = self.clone();
        if let Ok(at) = heaps.0.binary_search(&from) {
            heaps.0.remove(at);
        }
        for &heap in to.iter().filter(|&&heap| heap > 0) {
            let at = heaps.0.partition_point(|&other| other < heap);
            heaps.0.insert(at, heap);
        }
        heaps
    }

    /// Each heap separately.
    pub fn each(&self) -> impl Iterator<Item = Heaps> {
        self.0.iter().map(|&heap| Heaps(SmallVec::from_slice(&[heap])))
    }
}
