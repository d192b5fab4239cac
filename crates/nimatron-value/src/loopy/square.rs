//! A square of bits that grows.

/// A relation between vertices: a bit for each pair.
#[derive(Clone, Default)]
pub(super) struct Square {
    rows: Vec<Vec<u64>>,
}

impl Square {
    pub(super) fn new() -> Self {
        Square::default()
    }

    /// The number of bytes of a square of this size.
    pub(super) fn bytes(size: usize) -> usize {
        size.saturating_mul(size / 8 + 32)
    }

    #[inline]
    pub(super) fn at(&self, x: usize, y: usize) -> bool {
        self.rows[x][y / 64] >> (y % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn set(&mut self, x: usize, y: usize, bit: bool) {
        let word = &mut self.rows[x][y / 64];
        *word = *word & !(1 << (y % 64)) | u64::from(bit) << (y % 64);
    }

    /// Makes room for this number of vertices; the new bits are unspecified.
    pub(super) fn resize(&mut self, size: usize) {
        self.rows.resize_with(size, Vec::new);
        for row in &mut self.rows {
            row.resize(size.div_ceil(64), 0);
        }
    }
}
