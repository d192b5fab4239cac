//! Reproducible random choices.

/// A stream of random numbers: SplitMix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The stream of a seed for one step of one part, independent of all other steps.
    pub fn new(seed: u64, part: &str, step: u64) -> Self {
        let mix = |state: u64, word: u64| Dice(state ^ word).draw();
        let part = part.bytes().fold(0, |state, byte| mix(state, u64::from(byte)));
        Dice(mix(mix(mix(0, seed), part), step))
    }

    /// The next 64 bits.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.draw() % bound as u64) as usize
    }

    /// A number from `low` to `high`, both included.
    pub fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True once in `times` calls, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the items.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Random bytes.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.draw() as u8).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_step_gives_others() {
        let numbers = |seed, part, step| {
            let mut dice = Dice::new(seed, part, step);
            [dice.draw(), dice.draw()]
        };
        assert_eq!(numbers(1, "lines", 7), numbers(1, "lines", 7));
        assert_ne!(numbers(1, "lines", 7), numbers(1, "lines", 8));
        assert_ne!(numbers(1, "lines", 7), numbers(2, "lines", 7));
        assert_ne!(numbers(1, "lines", 7), numbers(1, "files", 7));
    }
}
