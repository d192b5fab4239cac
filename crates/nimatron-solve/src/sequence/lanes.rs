//! Sixteen-bit numbers, 32 at a time, in the widest registers that the machine has.
//!
//! The kernels are written once, over [`Lanes`], and compiled for each kind of register; which one runs is
//! decided at run time.

/// 32 numbers of 16 bits, in registers that the machine has: creating them requires a proof.
pub(super) trait Lanes: Copy {
    /// The proof that the machine has these registers.
    type Proof: Copy;
    /// These numbers.
    fn load(proof: Self::Proof, from: &[u16; LANES]) -> Self;
    /// 32 copies of the same number.
    fn splat(proof: Self::Proof, value: u16) -> Self;
    /// Lane-wise xor.
    fn xor(self, other: Self) -> Self;
    /// Lane-wise minimum.
    fn least(self, other: Self) -> Self;
    /// The lanes in reverse order.
    fn reversed(self) -> Self;
    /// One bit per lane: whether it is 0.
    fn zeros(self) -> u32;
    /// One bit per byte, for 64 bytes: whether it is 0.
    fn zero_bytes(proof: Self::Proof, from: &[u8; 64]) -> u64;
}

/// The number of numbers in [`Lanes`].
pub(super) const LANES: usize = 32;

/// The registers to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Registers {
    #[cfg(target_arch = "x86_64")]
    Avx512(x86::HasAvx512),
    #[cfg(target_arch = "x86_64")]
    Avx2(x86::HasAvx2),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
    // Not compiled where it is not needed: what LLVM 19 makes of it for WebAssembly ends in "Cannot select".
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    Portable,
}

impl Registers {
    /// The widest registers of this machine.
    pub(super) fn widest() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(proof) = x86::HasAvx512::detected() {
                return Registers::Avx512(proof);
            }
            if let Some(proof) = x86::HasAvx2::detected() {
                return Registers::Avx2(proof);
            }
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return Registers::Simd128;
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Registers::Portable
    }

    /// All registers of this machine.
    #[cfg(test)]
    pub(super) fn all() -> Vec<Self> {
        let mut all = vec![Registers::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(x86::HasAvx2::detected().map(Registers::Avx2));
            all.extend(x86::HasAvx512::detected().map(Registers::Avx512));
        }
        all
    }
}

/// An array, which compilers optimise.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[derive(Clone, Copy)]
pub(super) struct Portable([u16; LANES]);

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Lanes for Portable {
    type Proof = ();

    #[inline(always)]
    fn load(_: (), from: &[u16; LANES]) -> Self {
        Portable(*from)
    }

    #[inline(always)]
    fn splat(_: (), value: u16) -> Self {
        Portable([value; LANES])
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Portable(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    #[inline(always)]
    fn least(self, other: Self) -> Self {
        Portable(std::array::from_fn(|i| self.0[i].min(other.0[i])))
    }

    #[inline(always)]
    fn reversed(self) -> Self {
        Portable(std::array::from_fn(|i| self.0[LANES - 1 - i]))
    }

    #[inline(always)]
    fn zeros(self) -> u32 {
        (0..LANES).fold(0, |bits, i| bits | u32::from(self.0[i] == 0) << i)
    }

    #[inline(always)]
    fn zero_bytes(_: (), from: &[u8; 64]) -> u64 {
        (0..64).fold(0, |bits, i| bits | u64::from(from[i] == 0) << i)
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) mod x86 {
    //! The registers of x86. Each type is created only from a proof that the machine has its instructions,
    //! inside of functions that are compiled for them.

    use std::arch::x86_64::*;

    use super::{LANES, Lanes};

    /// The proof that the machine has what [`with_lanes`](super::with_lanes) enables for AVX-512.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(in super::super) struct HasAvx512(());

    impl HasAvx512 {
        /// Detects it.
        pub(super) fn detected() -> Option<Self> {
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512dq");
            (avx512 && counts_bits()).then_some(HasAvx512(()))
        }
    }

    /// The proof that the machine has what [`with_lanes`](super::with_lanes) enables for AVX2.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(in super::super) struct HasAvx2(());

    impl HasAvx2 {
        /// Detects it.
        pub(super) fn detected() -> Option<Self> {
            (is_x86_feature_detected!("avx2") && counts_bits()).then_some(HasAvx2(()))
        }
    }

    fn counts_bits() -> bool {
        is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    /// One register of 512 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx512(__m512i);

    impl Lanes for Avx512 {
        type Proof = HasAvx512;

        #[inline(always)]
        fn load(_: HasAvx512, from: &[u16; LANES]) -> Self {
            // SAFETY: there is a proof of AVX-512, and the array is one register long; it need not be aligned.
            Avx512(unsafe { _mm512_loadu_si512(from.as_ptr().cast()) })
        }

        #[inline(always)]
        fn splat(_: HasAvx512, value: u16) -> Self {
            // SAFETY: there is a proof of AVX-512.
            Avx512(unsafe { _mm512_set1_epi16(value as i16) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: both were made from a proof of AVX-512.
            Avx512(unsafe { _mm512_xor_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn least(self, other: Self) -> Self {
            // SAFETY: both were made from a proof of AVX-512.
            Avx512(unsafe { _mm512_min_epu16(self.0, other.0) })
        }

        #[inline(always)]
        fn reversed(self) -> Self {
            const DOWN: [u16; LANES] = {
                let mut down = [0; LANES];
                let mut i = 0;
                while i < LANES {
                    down[i] = (LANES - 1 - i) as u16;
                    i += 1;
                }
                down
            };
            // SAFETY: it was made from a proof of AVX-512, and the array is one register long; it need not be aligned.
            Avx512(unsafe { _mm512_permutexvar_epi16(_mm512_loadu_si512(DOWN.as_ptr().cast()), self.0) })
        }

        #[inline(always)]
        fn zeros(self) -> u32 {
            // SAFETY: it was made from a proof of AVX-512.
            unsafe { _mm512_testn_epi16_mask(self.0, self.0) }
        }

        #[inline(always)]
        fn zero_bytes(_: HasAvx512, from: &[u8; 64]) -> u64 {
            // SAFETY: there is a proof of AVX-512, and the array is one register long; it need not be aligned.
            unsafe {
                let bytes = _mm512_loadu_si512(from.as_ptr().cast());
                _mm512_testn_epi8_mask(bytes, bytes)
            }
        }
    }

    /// Two registers of 256 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Avx2(__m256i, __m256i);

    impl Lanes for Avx2 {
        type Proof = HasAvx2;

        #[inline(always)]
        fn load(_: HasAvx2, from: &[u16; LANES]) -> Self {
            let at: *const __m256i = from.as_ptr().cast();
            // SAFETY: there is a proof of AVX2, and the array is two registers long; it need not be aligned.
            unsafe { Avx2(_mm256_loadu_si256(at), _mm256_loadu_si256(at.add(1))) }
        }

        #[inline(always)]
        fn splat(_: HasAvx2, value: u16) -> Self {
            // SAFETY: there is a proof of AVX2.
            let half = unsafe { _mm256_set1_epi16(value as i16) };
            Avx2(half, half)
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: both were made from a proof of AVX2.
            unsafe { Avx2(_mm256_xor_si256(self.0, other.0), _mm256_xor_si256(self.1, other.1)) }
        }

        #[inline(always)]
        fn least(self, other: Self) -> Self {
            // SAFETY: both were made from a proof of AVX2.
            unsafe { Avx2(_mm256_min_epu16(self.0, other.0), _mm256_min_epu16(self.1, other.1)) }
        }

        #[inline(always)]
        fn reversed(self) -> Self {
            const DOWN: [u8; 32] = [
                14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1, //
                14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1,
            ];
            // SAFETY: it was made from a proof of AVX2, and the array is one register long; it need not be aligned.
            unsafe {
                let down = _mm256_loadu_si256(DOWN.as_ptr().cast());
                let (low, high) = (_mm256_shuffle_epi8(self.0, down), _mm256_shuffle_epi8(self.1, down));
                let (low, high) = (
                    _mm256_permute4x64_epi64::<0b01_00_11_10>(low),
                    _mm256_permute4x64_epi64::<0b01_00_11_10>(high),
                );
                Avx2(high, low)
            }
        }

        #[inline(always)]
        fn zeros(self) -> u32 {
            // SAFETY: it was made from a proof of AVX2.
            unsafe {
                let none = _mm256_setzero_si256();
                let (low, high) = (_mm256_cmpeq_epi16(self.0, none), _mm256_cmpeq_epi16(self.1, none));
                // Packing works on halves of registers, so the quarters have to be put in order.
                let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(low, high));
                _mm256_movemask_epi8(bytes) as u32
            }
        }

        #[inline(always)]
        fn zero_bytes(_: HasAvx2, from: &[u8; 64]) -> u64 {
            // SAFETY: there is a proof of AVX2, and the array is two registers long; it need not be aligned.
            unsafe {
                let at: *const __m256i = from.as_ptr().cast();
                let none = _mm256_setzero_si256();
                let low = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(at), none));
                let high = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_loadu_si256(at.add(1)), none));
                u64::from(low as u32) | u64::from(high as u32) << 32
            }
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod wasm {
    //! The registers of WebAssembly: a module that uses them runs only where they exist.

    use std::arch::wasm32::*;

    use super::{LANES, Lanes};

    /// Four registers of 128 bits.
    #[derive(Clone, Copy)]
    pub(in super::super) struct Simd128([v128; 4]);

    impl Simd128 {
        #[inline(always)]
        fn each(self, other: Self, of: impl Fn(v128, v128) -> v128) -> Self {
            let (one, other) = (self.0, other.0);
            Simd128([of(one[0], other[0]), of(one[1], other[1]), of(one[2], other[2]), of(one[3], other[3])])
        }
    }

    impl Lanes for Simd128 {
        type Proof = ();

        #[inline(always)]
        fn load(_: (), from: &[u16; LANES]) -> Self {
            let at: *const v128 = from.as_ptr().cast();
            // SAFETY: the array has four times 128 bits, and loads need not be aligned.
            unsafe {
                Simd128([v128_load(at), v128_load(at.add(1)), v128_load(at.add(2)), v128_load(at.add(3))])
            }
        }

        #[inline(always)]
        fn splat(_: (), value: u16) -> Self {
            Simd128([u16x8_splat(value); 4])
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            self.each(other, |one, other| v128_xor(one, other))
        }

        #[inline(always)]
        fn least(self, other: Self) -> Self {
            self.each(other, |one, other| u16x8_min(one, other))
        }

        #[inline(always)]
        fn reversed(self) -> Self {
            let [a, b, c, d] = self.0.map(|part| u16x8_shuffle::<7, 6, 5, 4, 3, 2, 1, 0>(part, part));
            Simd128([d, c, b, a])
        }

        #[inline(always)]
        fn zeros(self) -> u32 {
            let [a, b, c, d] = self.0.map(|part| u32::from(u16x8_bitmask(u16x8_eq(part, u16x8_splat(0)))));
            a | b << 8 | c << 16 | d << 24
        }

        #[inline(always)]
        fn zero_bytes(_: (), from: &[u8; 64]) -> u64 {
            let (at, none): (*const v128, _) = (from.as_ptr().cast(), u8x16_splat(0));
            (0..4).fold(0, |bits, part| {
                // SAFETY: the array has four times 128 bits, and loads need not be aligned.
                let bytes = unsafe { v128_load(at.add(part)) };
                bits | u64::from(u8x16_bitmask(u8x16_eq(bytes, none))) << (16 * part)
            })
        }
    }
}

/// Calls a kernel, a generic function over [`Lanes`] that is always inlined, with the registers to be used.
/// The kernel receives the proof that they exist, and then the arguments.
macro_rules! with_lanes {
    ($registers:expr, $kernel:ident ( $($argument:ident : $kind:ty),* $(,)? ) -> $result:ty) => {
        with_lanes!($registers, $kernel [] ( $($argument : $kind),* ) -> $result)
    };
    // A kernel with a constant parameter.
    ($registers:expr, $kernel:ident [ $($count:ident)? ] ( $($argument:ident : $kind:ty),* $(,)? ) -> $result:ty) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
        fn avx512$(<const $count: usize>)?(
            proof: crate::sequence::lanes::x86::HasAvx512,
            $($argument: $kind),*
        ) -> $result {
            $kernel::<crate::sequence::lanes::x86::Avx512 $(, $count)?>(proof, $($argument),*)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2$(<const $count: usize>)?(
            proof: crate::sequence::lanes::x86::HasAvx2,
            $($argument: $kind),*
        ) -> $result {
            $kernel::<crate::sequence::lanes::x86::Avx2 $(, $count)?>(proof, $($argument),*)
        }
        match $registers {
            #[cfg(target_arch = "x86_64")]
            crate::sequence::lanes::Registers::Avx512(proof) => {
                // SAFETY: the proof says that the machine has all of these features.
                unsafe { avx512$(::<$count>)?(proof, $($argument),*) }
            }
            #[cfg(target_arch = "x86_64")]
            crate::sequence::lanes::Registers::Avx2(proof) => {
                // SAFETY: the proof says that the machine has all of these features.
                unsafe { avx2$(::<$count>)?(proof, $($argument),*) }
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            crate::sequence::lanes::Registers::Simd128 => {
                $kernel::<crate::sequence::lanes::wasm::Simd128 $(, $count)?>((), $($argument),*)
            }
            #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
            crate::sequence::lanes::Registers::Portable => {
                $kernel::<crate::sequence::lanes::Portable $(, $count)?>((), $($argument),*)
            }
        }
    }};
}
pub(super) use with_lanes;

#[cfg(test)]
mod tests {
    use super::*;

    #[inline(always)]
    fn all_operations<L: Lanes>(
        proof: L::Proof,
        a: &[u16; LANES],
        b: &[u16; LANES],
        bytes: &[u8; 64],
    ) -> [u64; 5] {
        let (a, b) = (L::load(proof, a), L::load(proof, b));
        [
            a.xor(b).zeros().into(),
            a.least(b).xor(b).zeros().into(),
            a.reversed().xor(b).zeros().into(),
            L::splat(proof, 7).xor(a).zeros().into(),
            L::zero_bytes(proof, bytes),
        ]
    }

    #[test]
    fn all_registers_do_the_same() {
        let mut seed = 1u32;
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u16 % 11
        };
        for _ in 0..100 {
            let (a, b) = (std::array::from_fn(|_| next()), std::array::from_fn(|_| next()));
            let bytes: [u8; 64] = std::array::from_fn(|_| (next() % 3) as u8);
            let (a, b, bytes) = (&a, &b, &bytes);
            let expected = all_operations::<Portable>((), a, b, bytes);
            for registers in Registers::all() {
                let found = with_lanes!(
                    registers,
                    all_operations(a: &[u16; LANES], b: &[u16; LANES], bytes: &[u8; 64]) -> [u64; 5]
                );
                assert_eq!(found, expected, "{registers:?}");
            }
        }
    }
}
