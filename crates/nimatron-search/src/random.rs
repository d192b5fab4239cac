//! Randomness that can be repeated.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded generator, xoshiro256++. The same seed gives the same numbers in every version and on every
/// machine.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A random number below `count`, each equally likely up to about 2⁻⁶⁴; 0 if `count` is 0.
    #[inline]
    pub fn below(&mut self, count: usize) -> usize {
        let product = u128::from(self.0.next_u64()) * count as u128;
        (product >> 64) as usize
    }

    /// Shuffles a slice, all orders being equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}

/// A separate seed for each of many things that share a seed: the `index`-th number of SplitMix64 from there
/// (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014). Different indices have
/// different seeds.
#[must_use]
pub fn seed_of(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_those_of_splitmix() {
        // The first three numbers of SplitMix64 from the seed 1234567, a test vector of its authors.
        let seeds = [0, 1, 2].map(|index| seed_of(1_234_567, index));
        assert_eq!(seeds, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn every_number_comes_about_as_often() {
        let mut random = Random::new(7);
        let mut counts = [0; 6];
        (0..60_000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn shuffling_loses_nothing() {
        let mut things: Vec<u32> = (0..50).collect();
        Random::new(1).shuffle(&mut things);
        assert!(!things.is_sorted());
        things.sort_unstable();
        assert_eq!(things, (0..50).collect::<Vec<_>>());
    }
}
