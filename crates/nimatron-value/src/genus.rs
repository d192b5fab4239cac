//! The genus of an impartial position: its Grundy value, and its misère Grundy values beside heaps of 2.

use std::fmt;

/// The genus `g^{g0 g1 g2 …}` (Conway, *On Numbers and Games*, chapter 12; Berlekamp, Conway, Guy, *Winning Ways*,
/// chapter 13).
///
/// `g` is the Grundy value, `g0` the misère Grundy value, and `gn` that of the sum with n heaps `*2`. The
/// digits end with `x, x⊕2, x, x⊕2, …`, so the first two of those are the last that are written.
///
/// ```
/// use nimatron_value::Genus;
///
/// let end = Genus::of_options(&[]);
/// let star = Genus::of_options(&[end.clone()]);
/// assert_eq!(end.to_string(), "0^{120}");
/// assert_eq!(Genus::of_options(&[end, star]).to_string(), "2^{20}");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Genus {
    grundy: u32,
    /// At least two; the last two repeat for ever.
    digits: Vec<u32>,
}

impl Genus {
    /// The genus of a position from those of all its options.
    #[must_use]
    pub fn of_options(options: &[Genus]) -> Self {
        let grundy = mex(options.iter().map(|option| option.grundy));
        let misere = |n| mex(options.iter().map(|option| option.digit(n)));
        let mut digits = vec![if options.is_empty() { 1 } else { misere(0) }];
        // From here on the options alternate, so what follows depends on the last digit and the parity of n.
        let settled = options.iter().map(|option| option.digits.len()).max().unwrap_or(0);
        loop {
            let n = digits.len();
            let last = digits[n - 1];
            // A heap *2 can become *1 or vanish, and *1 xors 1.
            let beside = options.iter().map(|option| option.digit(n));
            digits.push(mex(beside.chain([last, last ^ 1])));
            if n >= settled + 2 && digits[n] == digits[n - 2] {
                break;
            }
        }
        while digits.len() > 2 && digits[digits.len() - 1] == digits[digits.len() - 3] {
            digits.pop();
        }
        Genus { grundy, digits }
    }

    /// The Grundy value.
    #[must_use]
    pub fn grundy(&self) -> u32 {
        self.grundy
    }

    /// The misère Grundy value of the sum with n heaps `*2`.
    #[must_use]
    pub fn digit(&self, n: usize) -> u32 {
        let length = self.digits.len();
        if n < length { self.digits[n] } else { self.digits[length - 2 + (n - length) % 2] }
    }

    /// Whether it is the genus of a sum of nim-heaps.
    #[must_use]
    pub fn is_tame(&self) -> bool {
        let fickle = [Genus { grundy: 0, digits: vec![1, 2, 0] }, Genus { grundy: 1, digits: vec![0, 3, 1] }];
        self.digits == [self.grundy, self.grundy ^ 2] || fickle.contains(self)
    }
}

/// The least number that is not among these.
fn mex(numbers: impl Iterator<Item = u32>) -> u32 {
    let mut numbers: Vec<u32> = numbers.collect();
    numbers.sort_unstable();
    numbers.iter().fold(0, |mex, &number| if number == mex { mex + 1 } else { mex })
}

impl fmt::Display for Genus {
    /// Writes `2^{1420}`, with commas between the digits if one is greater than 9.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<_> = self.digits.iter().map(u32::to_string).collect();
        let comma = if self.digits.iter().any(|&digit| digit > 9) { "," } else { "" };
        write!(f, "{}^{{{}}}", self.grundy, digits.join(comma))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim(n: usize) -> Genus {
        let smaller: Vec<_> = (0..n).map(nim).collect();
        Genus::of_options(&smaller)
    }

    #[test]
    fn heaps_of_nim_have_the_genus_of_the_book() {
        let written = ["0^{120}", "1^{031}", "2^{20}", "3^{31}", "4^{46}", "5^{57}"];
        for (n, written) in written.into_iter().enumerate() {
            assert_eq!(nim(n).to_string(), written);
            assert!(nim(n).is_tame());
        }
    }

    #[test]
    fn two_heaps_of_two_are_firm() {
        // *1 + *2 can become *2, *1 + *1 = 0 and *1, so it is *3; *2 + *2 can become *2 and *1 + *2.
        let three = Genus::of_options(&[nim(2), nim(0), nim(1)]);
        assert_eq!(three, nim(3));
        let pair = Genus::of_options(&[nim(2), three]);
        assert_eq!(pair.to_string(), "0^{02}");
        assert!(pair.is_tame() && pair != nim(0));
    }

    #[test]
    fn a_wild_position_is_known_as_such() {
        // Kayles, a heap of 5: it can become 4, which is like *1, 3+1, 2+2, 3, and 2+1, which is *3.
        let three_and_one = Genus::of_options(&[nim(3), nim(1), nim(0)]);
        let pair = Genus::of_options(&[nim(2), nim(3)]);
        let five = Genus::of_options(&[nim(1), three_and_one, pair, nim(3)]);
        assert_eq!(five.to_string(), "4^{146}");
        assert!(!five.is_tame());
    }

    #[test]
    fn large_digits_are_kept_apart() {
        assert_eq!(nim(12).to_string(), "12^{12,14}");
    }
}
