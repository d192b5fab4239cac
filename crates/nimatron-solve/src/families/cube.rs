//! Parts of truth tables, copied many bits at a time.
//!
//! A truth table of `v` variables has one bit for each of their `2^v` assignments, in words of 64: bit `i` of
//! the table belongs to the assignment in which variable `p` is bit `p` of `i`. If some variables are fixed,
//! a *cube* of assignments is left. Two cubes with the same number of free variables have the same number of
//! bits, in the same order.

/// The number of variables that select a bit within a word; the others select the word.
const IN_WORD: u32 = 6;

/// For each of these variables, the bits of a word for which it is 0.
const ZEROS: [u64; IN_WORD as usize] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The number of words of a table with this number of variables.
pub(super) fn words(variables: u32) -> usize {
    1 << variables.saturating_sub(IN_WORD)
}

/// The bits in use in each word of a table with this number of variables.
pub(super) fn used(variables: u32) -> u64 {
    if variables >= IN_WORD { u64::MAX } else { (1 << (1 << variables)) - 1 }
}

/// The assignments in which some variables have fixed values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cube {
    /// The bits of each word that are in the cube.
    mask: u64,
    /// The number of these bits.
    chunk: u32,
    /// Has ones for the fixed variables of the word's index and for variables that don't exist.
    fixed: u32,
    /// The first word.
    first: u32,
}

impl Cube {
    /// The assignments of a table with this number of variables in which the variables of the mask `fixed`
    /// have the values in `values`.
    #[inline]
    pub(super) fn new(variables: u32, fixed: u32, values: u32) -> Self {
        let mut mask = used(variables);
        let mut low = fixed & ((1 << IN_WORD) - 1);
        while low != 0 {
            let p = low.trailing_zeros();
            low &= low - 1;
            let zeros = ZEROS[p as usize];
            mask &= if values >> p & 1 == 1 { !zeros } else { zeros };
        }
        Cube {
            mask,
            chunk: mask.count_ones(),
            fixed: !(words(variables) as u32 - 1) | fixed >> IN_WORD,
            first: (values & fixed) >> IN_WORD,
        }
    }

    /// The word after another; after the last comes the first.
    #[inline]
    fn next(self, word: u32) -> u32 {
        ((word | self.fixed).wrapping_add(1) & !self.fixed) | self.first
    }

    /// The number of words that hold bits of the cube.
    #[inline]
    fn words(self) -> u32 {
        1 << self.fixed.count_zeros()
    }
}

/// Gathers and scatters bits, by the instructions of some processor.
pub(super) trait Unit: Copy {
    /// The bits of `word` at the ones of `mask`, side by side.
    fn gather(self, word: u64, mask: u64) -> u64;

    /// The lowest bits of `bits` put at the ones of `mask`.
    fn scatter(self, bits: u64, mask: u64) -> u64;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Unit for Portable {
    fn gather(self, word: u64, mask: u64) -> u64 {
        let (mut bits, mut rest, mut at) = (0, mask, 0);
        while rest != 0 {
            bits |= (word >> rest.trailing_zeros() & 1) << at;
            rest &= rest - 1;
            at += 1;
        }
        bits
    }

    fn scatter(self, bits: u64, mask: u64) -> u64 {
        let (mut word, mut rest, mut at) = (0, mask, 0);
        while rest != 0 {
            word |= (bits >> at & 1) << rest.trailing_zeros();
            rest &= rest - 1;
            at += 1;
        }
        word
    }
}

/// A processor that has instructions for it. Only [`Bmi2::detected`] makes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// The instructions, if this processor has them.
    pub(super) fn detected() -> Option<Self> {
        (std::arch::is_x86_feature_detected!("bmi2") && std::arch::is_x86_feature_detected!("popcnt"))
            .then_some(Bmi2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Unit for Bmi2 {
    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        // SAFETY: the existence of this value proves that the processor has the instruction.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn scatter(self, bits: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(bits, mask) }
    }
}

/// Sets the bits of a cube of `to` for which the same bits of a cube of `from` are set, or are not set if
/// `flip` is all ones. Returns the number of bits of `from`, after this flip, that are set.
///
/// The cubes have the same number of free variables, and lie within their tables.
#[inline(always)]
pub(super) fn or_into(
    unit: impl Unit,
    to: &mut [u64],
    to_cube: Cube,
    from: &[u64],
    from_cube: Cube,
    flip: u64,
) -> u64 {
    debug_assert_eq!(
        u64::from(to_cube.chunk) * u64::from(to_cube.words()),
        u64::from(from_cube.chunk) * u64::from(from_cube.words()),
    );
    let take = |word: u32| unit.gather(from[word as usize] ^ flip, from_cube.mask);
    let (mut source, mut target) = (from_cube.first, to_cube.first);
    let mut count = 0;
    if to_cube.chunk == from_cube.chunk {
        // One word to one word.
        for _ in 0..to_cube.words() {
            let bits = take(source);
            count += u64::from(bits.count_ones());
            to[target as usize] |= unit.scatter(bits, to_cube.mask);
            (source, target) = (from_cube.next(source), to_cube.next(target));
        }
    } else if to_cube.chunk > from_cube.chunk {
        // Several words to one.
        for _ in 0..to_cube.words() {
            let (mut bits, mut at) = (0, 0);
            while at < to_cube.chunk {
                bits |= take(source) << at;
                at += from_cube.chunk;
                source = from_cube.next(source);
            }
            count += u64::from(bits.count_ones());
            to[target as usize] |= unit.scatter(bits, to_cube.mask);
            target = to_cube.next(target);
        }
    } else {
        // One word to several.
        for _ in 0..from_cube.words() {
            let bits = take(source);
            count += u64::from(bits.count_ones());
            let mut at = 0;
            while at < from_cube.chunk {
                to[target as usize] |= unit.scatter(bits >> at, to_cube.mask);
                at += to_cube.chunk;
                target = to_cube.next(target);
            }
            source = from_cube.next(source);
        }
    }
    count
}

/// Sets all bits of a cube.
pub(super) fn fill(to: &mut [u64], cube: Cube) {
    let mut word = cube.first;
    for _ in 0..cube.words() {
        to[word as usize] |= cube.mask;
        word = cube.next(word);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with this number of variables and arbitrary bits.
    fn table(variables: u32, seed: u64) -> Vec<u64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state ^ state >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15) & used(variables)
        };
        (0..words(variables)).map(|_| next()).collect()
    }

    fn bit(table: &[u64], at: usize) -> bool {
        table[at / 64] >> (at % 64) & 1 == 1
    }

    #[test]
    fn cubes_are_copied_bit_by_bit() {
        let mut compared = 0;
        for (variables, others) in [(0, 2), (2, 2), (4, 6), (6, 4), (8, 7), (7, 9), (9, 9), (10, 8), (5, 8)] {
            let from = table(variables, 7);
            for seed in 0..200u32 {
                let mix = seed.wrapping_mul(0x9e37_79b9) ^ seed << 7;
                let fixed = mix & ((1 << variables) - 1);
                let other_fixed = (mix >> 11) & ((1 << others) - 1);
                if variables - fixed.count_ones() != others - other_fixed.count_ones() {
                    continue;
                }
                let (values, other_values) = (mix >> 3 & fixed, mix >> 5 & other_fixed);
                let inside = |variables: u32, fixed: u32, values: u32| {
                    (0..1usize << variables).filter(move |at| *at as u32 & fixed == values)
                };
                for flip in [0, u64::MAX] {
                    let before = table(others, 8);
                    let mut expected = before.clone();
                    let mut count = 0;
                    for (at, other) in
                        inside(variables, fixed, values).zip(inside(others, other_fixed, other_values))
                    {
                        let set = bit(&from, at) != (flip != 0);
                        count += u64::from(set);
                        expected[other / 64] |= u64::from(set) << (other % 64);
                    }
                    let cube = Cube::new(variables, fixed, values);
                    let other_cube = Cube::new(others, other_fixed, other_values);
                    let mut to = before.clone();
                    assert_eq!(or_into(Portable, &mut to, other_cube, &from, cube, flip), count);
                    assert_eq!(to, expected);
                    #[cfg(target_arch = "x86_64")]
                    if let Some(unit) = Bmi2::detected() {
                        let mut to = before.clone();
                        assert_eq!(or_into(unit, &mut to, other_cube, &from, cube, flip), count);
                        assert_eq!(to, expected);
                    }
                    compared += 1;
                }
            }
        }
        assert!(compared > 100, "{compared}");
    }

    #[test]
    fn a_filled_cube_has_its_bits_and_no_others() {
        let mut to = vec![0; words(8)];
        fill(&mut to, Cube::new(8, 0b1000_0101, 0b1000_0001));
        for at in 0..256usize {
            assert_eq!(bit(&to, at), at & 0b1000_0101 == 0b1000_0001);
        }
    }
}
