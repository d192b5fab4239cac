//! Sets of squares as machine words.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of squares, numbered from 0 to `64 * N - 1`. One word holds any board of up to 64
/// squares, four words any of up to 256.
///
/// ```
/// use nimatron_rules::Bits;
///
/// let squares = Bits::<4>::square(3) | Bits::square(200);
/// assert_eq!(squares.iter().collect::<Vec<_>>(), [3, 200]);
/// assert_eq!(squares.up(60), Bits::square(63)); // 200 + 60 is no square, so it is gone
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Bits<const N: usize>([u64; N]);

/// `word << n` for any `n`; bits that leave the word are dropped. Together with [`shift_down`] this is the
/// only place where bits are shifted by a distance that is not a constant.
#[inline]
const fn shift_up(word: u64, n: usize) -> u64 {
    if n < 64 { word << n } else { 0 }
}

/// `word >> n` for any `n`.
#[inline]
const fn shift_down(word: u64, n: usize) -> u64 {
    if n < 64 { word >> n } else { 0 }
}

impl<const N: usize> Bits<N> {
    /// No square.
    pub const EMPTY: Self = Bits([0; N]);
    /// Every square that there is room for.
    pub const ALL: Self = Bits([u64::MAX; N]);
    /// The number of squares that there is room for.
    pub const ROOM: usize = 64 * N;

    /// The set with these words, the lowest squares first.
    #[inline]
    #[must_use]
    pub const fn from_words(words: [u64; N]) -> Self {
        Bits(words)
    }

    /// The words, the lowest squares first.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u64; N] {
        self.0
    }

    /// The set of one square.
    ///
    /// # Panics
    /// If there is no room for that square.
    #[inline]
    #[must_use]
    pub fn square(square: usize) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(square);
        bits
    }

    /// Whether no square is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The number of squares in the set.
    #[inline]
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The lowest square of the set.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<usize> {
        (0..N).find(|&i| self.0[i] != 0).map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    /// The highest square of the set.
    #[inline]
    #[must_use]
    pub fn last(self) -> Option<usize> {
        let i = (0..N).rev().find(|&i| self.0[i] != 0)?;
        Some(64 * i + 63 - self.0[i].leading_zeros() as usize)
    }

    /// The set of the lowest square alone; empty if the set is empty.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Self {
        if N == 1 {
            return self.map(|word| word & word.wrapping_neg());
        }
        self.first().map_or(Self::EMPTY, Self::square)
    }

    /// Whether the square is in the set.
    #[inline]
    #[must_use]
    pub fn contains(self, square: usize) -> bool {
        square < Self::ROOM && self.0[square / 64] & (1 << (square % 64)) != 0
    }

    /// Puts a square into the set.
    ///
    /// # Panics
    /// If there is no room for that square.
    #[inline]
    pub fn insert(&mut self, square: usize) {
        self.0[square / 64] |= 1 << (square % 64);
    }

    /// Removes a square from the set.
    ///
    /// # Panics
    /// If there is no room for that square.
    #[inline]
    pub fn remove(&mut self, square: usize) {
        self.0[square / 64] &= !(1 << (square % 64));
    }

    /// The squares that are in this set and not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Every square raised by `n`; squares that leave the room are dropped.
    #[inline]
    #[must_use]
    pub fn up(self, n: usize) -> Self {
        if N == 1 {
            return self.map(|word| shift_up(word, n));
        }
        if (1..64).contains(&n) {
            // By less than a word, which is nearly always the case.
            let mut words = self.0;
            for i in (0..N).rev() {
                let below = if i > 0 { self.0[i - 1] >> (64 - n) } else { 0 };
                words[i] = (self.0[i] << n) | below;
            }
            return Bits(words);
        }
        let (words, n) = (n / 64, n % 64);
        let word = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
        Bits(std::array::from_fn(|i| {
            shift_up(word(i.checked_sub(words)), n) | shift_down(word(i.checked_sub(words + 1)), 64 - n)
        }))
    }

    /// Every square lowered by `n`; squares that would fall below 0 are dropped.
    #[inline]
    #[must_use]
    pub fn down(self, n: usize) -> Self {
        if N == 1 {
            return self.map(|word| shift_down(word, n));
        }
        if (1..64).contains(&n) {
            let mut words = self.0;
            for (i, word) in words.iter_mut().enumerate() {
                let above = if i + 1 < N { self.0[i + 1] << (64 - n) } else { 0 };
                *word = (*word >> n) | above;
            }
            return Bits(words);
        }
        let (words, n) = (n / 64, n % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Bits(std::array::from_fn(|i| shift_down(word(i + words), n) | shift_up(word(i + words + 1), 64 - n)))
    }

    /// The squares of the set, lowest first.
    #[inline]
    #[must_use]
    pub fn iter(self) -> Squares<N> {
        Squares { left: self, word: 0 }
    }

    /// The set made by a function of each word.
    #[inline]
    #[must_use]
    pub(crate) fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Bits(self.0.map(f))
    }

    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Bits(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

/// Iterates over the squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<const N: usize> {
    left: Bits<N>,
    word: usize,
}

impl<const N: usize> Iterator for Squares<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word < N {
            let word = self.left.0[self.word];
            if word != 0 {
                self.left.0[self.word] = word & (word - 1);
                return Some(64 * self.word + word.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }

    /// Word by word: faster than one square after the other, for `for_each`, `sum` and the like.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (i, mut word) in self.left.0.into_iter().enumerate() {
            while word != 0 {
                folded = f(folded, 64 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        folded
    }
}

impl<const N: usize> IntoIterator for Bits<N> {
    type Item = usize;
    type IntoIter = Squares<N>;

    #[inline]
    fn into_iter(self) -> Squares<N> {
        self.iter()
    }
}

impl<const N: usize> FromIterator<usize> for Bits<N> {
    fn from_iter<I: IntoIterator<Item = usize>>(squares: I) -> Self {
        let mut bits = Self::EMPTY;
        squares.into_iter().for_each(|square| bits.insert(square));
        bits
    }
}

impl<const N: usize> Default for Bits<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> BitAnd for Bits<N> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Bits<N> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Bits<N> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Bits<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.map(|word| !word)
    }
}

/// Hashes one word after the other, without a length, so a set of one word costs as much as its word.
impl<const N: usize> Hash for Bits<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for word in self.0 {
            state.write_u64(word);
        }
    }
}

/// Positions that can be written to files.
pub trait Packed: Sized {
    /// The number of bytes of each position.
    const BYTES: usize;
    /// Appends its bytes.
    fn pack(&self, out: &mut Vec<u8>);
    /// The position that was packed; `None` if these bytes are not a position.
    fn unpack(bytes: &[u8]) -> Option<Self>;
}

impl<const N: usize> Packed for Bits<N> {
    const BYTES: usize = 8 * N;

    fn pack(&self, out: &mut Vec<u8>) {
        self.0.iter().for_each(|word| out.extend(word.to_le_bytes()));
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks();
        let words: [[u8; 8]; N] = words.try_into().ok()?;
        rest.is_empty().then(|| Bits(words.map(u64::from_le_bytes)))
    }
}

/// The order of the numbers that the words form, with the last word most significant.
impl<const N: usize> Ord for Bits<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        if N == 1 {
            return self.0[0].cmp(&other.0[0]);
        }
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> PartialOrd for Bits<N> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> fmt::Debug for Bits<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `bits` moved square by square.
    fn moved<const N: usize>(bits: Bits<N>, by: isize) -> Bits<N> {
        let room = Bits::<N>::ROOM as isize;
        bits.iter()
            .map(|square| square as isize + by)
            .filter(|square| (0..room).contains(square))
            .map(|square| square as usize)
            .collect()
    }

    #[test]
    fn shifts_move_every_square_and_lose_only_what_leaves() {
        let one = Bits::<1>::from_words([0x9234_5678_9abc_def1]);
        let four = Bits::<4>::from_words([0x9234_5678_9abc_def1, 1 << 63 | 1, !0, 0xdead_beef]);
        for n in [0, 1, 7, 14, 63, 64, 65, 127, 128, 191, 200, 255, 256, 1000] {
            assert_eq!(one.up(n), moved(one, n as isize), "up {n}");
            assert_eq!(one.down(n), moved(one, -(n as isize)), "down {n}");
            assert_eq!(four.up(n), moved(four, n as isize), "up {n}");
            assert_eq!(four.down(n), moved(four, -(n as isize)), "down {n}");
        }
    }

    #[test]
    fn squares_come_back_in_order() {
        let squares = [0, 5, 63, 64, 128, 190, 255];
        let bits: Bits<4> = squares.into_iter().collect();
        assert_eq!(bits.iter().collect::<Vec<_>>(), squares);
        let mut rest = bits.iter();
        assert_eq!((rest.next(), rest.next(), rest.sum()), (Some(0), Some(5), 63 + 64 + 128 + 190 + 255));
        assert_eq!((bits.first(), bits.last(), bits.count()), (Some(0), Some(255), 7));
        assert_eq!(bits.lowest(), Bits::square(0));
        assert_eq!(Bits::<4>::EMPTY.first(), None);
        assert!(bits.contains(190) && !bits.contains(191) && !bits.contains(999));
    }

    #[test]
    fn one_word_is_eight_bytes() {
        assert_eq!(size_of::<Bits<1>>(), 8);
    }
}
