//! Sets of squares in the form in which they are shifted fastest: where a row is a quarter of a word, in two
//! vectors of eight rows each.

use std::ops::BitAnd;

use nimatron_rules::Bits;

use super::marches::Ways;

/// A set of squares that is moved step by step along directions.
///
/// Squares that leave the board may remain beside it and continue from there. So a shifted set must be
/// intersected with the squares of the board.
pub(super) trait Plane<const N: usize>: Copy + BitAnd<Output = Self> {
    fn of(bits: Bits<N>) -> Self;
    fn bits(self) -> Bits<N>;
    fn is_empty(self) -> bool;
    /// Every square moved one step forward along direction `D`.
    fn step<const D: usize>(self, ways: &Ways<N>) -> Self;
    /// Every square moved one step back.
    fn back<const D: usize>(self, ways: &Ways<N>) -> Self;
}

impl<const N: usize> Plane<N> for Bits<N> {
    #[inline(always)]
    fn of(bits: Bits<N>) -> Self {
        bits
    }

    #[inline(always)]
    fn bits(self) -> Bits<N> {
        self
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        Bits::is_empty(self)
    }

    #[inline(always)]
    fn step<const D: usize>(self, ways: &Ways<N>) -> Self {
        ways.step::<D>(self)
    }

    #[inline(always)]
    fn back<const D: usize>(self, ways: &Ways<N>) -> Self {
        ways.back::<D>(self)
    }
}

/// The fastest sets where a row is a quarter of a word.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type Rows<const N: usize> = Bits<N>;
#[cfg(target_arch = "x86_64")]
pub(super) use rows::Rows;

#[cfg(target_arch = "x86_64")]
mod rows {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_cvtsi128_si64, _mm_movemask_epi8, _mm_or_si128,
        _mm_set_epi64x, _mm_setzero_si128, _mm_slli_epi16, _mm_slli_si128, _mm_srli_epi16, _mm_srli_si128,
        _mm_unpackhi_epi64,
    };

    use super::*;
    use crate::epaminondas::marches::{DIRECTIONS, opposite};

    /// The fastest sets where a row is a quarter of a word: eight rows and the eight below them. Shifting
    /// along a row takes one instruction per vector, and nothing moves from one row to another.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Rows<const N: usize>(__m128i, __m128i);

    impl<const N: usize> BitAnd for Rows<N> {
        type Output = Self;

        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            // SAFETY: every processor of this kind has SSE2, as below.
            unsafe { Rows(_mm_and_si128(self.0, other.0), _mm_and_si128(self.1, other.1)) }
        }
    }

    impl<const N: usize> Rows<N> {
        #[inline(always)]
        fn moved(self, (down, right): (isize, isize)) -> Self {
            let Rows(mut upper, mut lower) = self;
            // SAFETY: SSE2.
            unsafe {
                (upper, lower) = match right {
                    1 => (_mm_slli_epi16::<1>(upper), _mm_slli_epi16::<1>(lower)),
                    -1 => (_mm_srli_epi16::<1>(upper), _mm_srli_epi16::<1>(lower)),
                    _ => (upper, lower),
                };
                match down {
                    1 => Rows(
                        _mm_slli_si128::<2>(upper),
                        _mm_or_si128(_mm_slli_si128::<2>(lower), _mm_srli_si128::<14>(upper)),
                    ),
                    -1 => Rows(
                        _mm_or_si128(_mm_srli_si128::<2>(upper), _mm_slli_si128::<14>(lower)),
                        _mm_srli_si128::<2>(lower),
                    ),
                    _ => Rows(upper, lower),
                }
            }
        }
    }

    impl<const N: usize> Plane<N> for Rows<N> {
        #[inline(always)]
        fn of(bits: Bits<N>) -> Self {
            let words = bits.words();
            let word = |i: usize| words.get(i).copied().unwrap_or(0) as i64;
            // SAFETY: SSE2.
            unsafe { Rows(_mm_set_epi64x(word(1), word(0)), _mm_set_epi64x(word(3), word(2))) }
        }

        #[inline(always)]
        fn bits(self) -> Bits<N> {
            // SAFETY: SSE2.
            let halves = |half: __m128i| unsafe {
                [_mm_cvtsi128_si64(half) as u64, _mm_cvtsi128_si64(_mm_unpackhi_epi64(half, half)) as u64]
            };
            let ([a, b], [c, d]) = (halves(self.0), halves(self.1));
            let words = [a, b, c, d];
            Bits::from_words(std::array::from_fn(|i| words[i]))
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            // SAFETY: SSE2.
            unsafe {
                let any = _mm_or_si128(self.0, self.1);
                _mm_movemask_epi8(_mm_cmpeq_epi8(any, _mm_setzero_si128())) == 0xFFFF
            }
        }

        #[inline(always)]
        fn step<const D: usize>(self, _: &Ways<N>) -> Self {
            self.moved(const { DIRECTIONS[D] })
        }

        #[inline(always)]
        fn back<const D: usize>(self, _: &Ways<N>) -> Self {
            self.moved(const { DIRECTIONS[opposite(D)] })
        }
    }
}

#[cfg(test)]
mod tests {
    use nimatron_rules::Grid;

    use super::super::marches::stride;
    use super::*;

    /// All squares of the board that a set moves to, by the steps of `Ways`.
    fn moves_alike<const N: usize, const D: usize>(grid: &Grid<N>, bits: Bits<N>) {
        let (ways, all) = (Ways::on(grid), grid.all());
        let rows = Rows::of(bits);
        assert_eq!((rows.bits(), rows.is_empty()), (bits, bits.is_empty()));
        let (mut on, mut back, mut steps, mut steps_back) = (rows, rows, bits, bits);
        for _ in 0..20 {
            (on, steps) = (on.step::<D>(&ways), ways.step::<D>(steps));
            (back, steps_back) = (back.back::<D>(&ways), ways.back::<D>(steps_back));
            assert_eq!((on & Rows::of(all)).bits(), steps);
            assert_eq!((back & Rows::of(all)).bits(), steps_back);
        }
    }

    fn check<const N: usize>(rows: usize, cols: usize) {
        assert_eq!(stride(N), 16);
        let grid = Grid::<N>::with_stride(rows, cols, stride(N)).unwrap();
        let mut seed = 7u64;
        for _ in 0..40 {
            let mut chance = || {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                seed >> 62 == 0
            };
            let bits: Bits<N> = grid.squares().filter(|_| chance()).collect();
            moves_alike::<N, 0>(&grid, bits);
            moves_alike::<N, 1>(&grid, bits);
            moves_alike::<N, 2>(&grid, bits);
            moves_alike::<N, 3>(&grid, bits);
        }
        moves_alike::<N, 0>(&grid, Bits::EMPTY);
    }

    #[test]
    fn rows_move_as_sets_do() {
        check::<3>(12, 14);
        check::<3>(9, 16);
        check::<4>(16, 16);
        check::<4>(13, 11);
    }
}
