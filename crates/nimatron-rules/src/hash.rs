//! Hashes of 64 bits on every machine.
//!
//! `FxHasher` has as many bits as a word of the machine. In WebAssembly words have 32 bits, so tables that
//! look at the high bits would find everything in one place.

use std::hash::{Hash, Hasher};

#[cfg(target_pointer_width = "64")]
use rustc_hash::FxHasher as Wide;

/// The hash of a position or a part of one.
#[inline]
#[must_use]
pub fn hash_of(value: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = Wide::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Hashes by multiplication, with 64 bits on every machine.
#[cfg(any(not(target_pointer_width = "64"), test))]
#[derive(Default)]
struct Multiplying(u64);

#[cfg(not(target_pointer_width = "64"))]
use Multiplying as Wide;

#[cfg(any(not(target_pointer_width = "64"), test))]
impl Hasher for Multiplying {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // An odd number near 2^64 divided by the golden ratio spreads neighbours best.
        self.0 = (self.0 ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 32;
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn multiplying(value: impl Hash) -> u64 {
        let mut hasher = Multiplying::default();
        value.hash(&mut hasher);
        hasher.finish()
    }

    /// The number of 1024 places that are taken by 1024 hashes, by their ten highest bits: 647 for random
    /// ones.
    fn places(hash: impl Fn(u64) -> u64) -> usize {
        (0..1024).map(|number| hash(number) >> 54).collect::<HashSet<_>>().len()
    }

    #[test]
    fn hashes_are_spread_by_their_high_bits() {
        assert!(places(|number| hash_of(&number)) > 400);
        for shift in [0, 5, 20, 40] {
            assert!(places(|number| multiplying(number << shift)) > 400, "{shift}");
            assert!(places(|number| multiplying([number << shift, 7])) > 400, "{shift}");
        }
    }

    #[test]
    fn different_things_have_different_hashes() {
        let pairs = (0..300u32).flat_map(|one| (0..300u16).map(move |other| multiplying((one, other))));
        assert_eq!(pairs.collect::<HashSet<_>>().len(), 90_000);
        let texts = ["", "a", "b", "abcdefgh", "abcdefghi", "abcdefgha"];
        assert_eq!(texts.map(multiplying).into_iter().collect::<HashSet<_>>().len(), texts.len());
    }
}
