//! A fixed set of small games, the probes, with which every value is compared once, when it is created.
//!
//! Each value carries two bits for every probe `T`: whether it is ≤ T, and whether it is ≥ T. For any two
//! values, a bit operation then refutes or proves most comparisons:
//!
//! - `h ≤ T` but not `g ≤ T`, or `g ≥ T` but not `h ≥ T`: then `g ≤ h` is false;
//! - `g ≤ T ≤ h`: then `g ≤ h` is true.
//!
//! The set is closed under options, so the bits of a new game follow from those of its options in a few dozen
//! steps. It contains all games born by day 2, so the bits decide every comparison between games born by day
//! 3.
//!
//! The probes were chosen by counting: they are the games that settle the most comparisons in Domineering,
//! Clobber and Legionnaires. All values of Legionnaires 3×7 are infinitesimals. With 32 infinitesimals among
//! the probes, a quarter of its comparisons are left undecided; without them, two thirds. With 192 probes it
//! would be a fifth, but a node of one cache line only has room for 160.

use std::sync::OnceLock;

use crate::marks::{Bits, COUNT, Marks};
use crate::{Dyadic, nus::Nus};

/// The form of a probe. Options are indices of earlier probes.
pub(crate) struct Probe {
    pub(crate) left: Vec<u32>,
    pub(crate) right: Vec<u32>,
    /// The compact form, if it has one.
    pub(crate) nus: Option<Nus>,
}

/// A probe that is an option of others.
struct Inner {
    index: usize,
    /// The probes of which it is a Left option.
    left_option_of: Bits,
    /// The probes of which it is a Right option.
    right_option_of: Bits,
}

/// The probes and how they compare with each other.
pub(crate) struct Probes {
    /// The probes that are options of others, in an order in which options come first.
    inner: Vec<Inner>,
    pub(crate) list: Vec<Probe>,
    /// For each probe, its Left options as bits, and its Right options.
    pub(crate) left: Vec<Bits>,
    pub(crate) right: Vec<Bits>,
    /// `le[i]` has bit `j` if probe `i` ≤ probe `j`.
    pub(crate) le: Vec<Bits>,
    /// `ge[i]` has bit `j` if probe `i` ≥ probe `j`.
    pub(crate) ge: Vec<Bits>,
}

/// The probes, created on first use.
pub(crate) fn probes() -> &'static Probes {
    static PROBES: OnceLock<Probes> = OnceLock::new();
    PROBES.get_or_init(Probes::new)
}

impl Probes {
    /// The marks of a game, from all probes that are ≤ some Left option, and all that are ≥ some Right
    /// option.
    ///
    /// G ≥ T unless some G^R ≤ T or some T^L ≥ G, and G ≤ T unless some G^L ≥ T or some T^R ≤ G. So
    /// each probe that is an option of others, and is found to be ≤ or ≥ G, rules out those others.
    #[inline]
    pub(crate) fn marks(&self, below_left: Bits, above_right: Bits) -> Marks {
        let (mut not_le, mut not_ge) = (below_left, above_right);
        for inner in &self.inner {
            let (if_ge, if_le) = (not_ge.all_unless(inner.index), not_le.all_unless(inner.index));
            not_le |= inner.right_option_of & if_ge;
            not_ge |= inner.left_option_of & if_le;
        }
        Marks { le: !not_le, ge: !not_ge }
    }

    fn new() -> Self {
        let mut builder = Builder::default();
        builder.fill();
        let list = builder.list;
        assert_eq!(list.len(), COUNT, "the marks have one bit a probe");
        let mask = |options: &[u32]| options.iter().fold(Bits::EMPTY, |m, o| m | Bits::one(*o as usize));
        let left: Vec<Bits> = list.iter().map(|p| mask(&p.left)).collect();
        let right: Vec<Bits> = list.iter().map(|p| mask(&p.right)).collect();
        let holders = |options: &[Bits], index: usize| -> Bits {
            (0..COUNT)
                .filter(|probe| options[*probe].has(index))
                .fold(Bits::EMPTY, |m, probe| m | Bits::one(probe))
        };
        let inner = (0..COUNT)
            .map(|index| Inner {
                index,
                left_option_of: holders(&left, index),
                right_option_of: holders(&right, index),
            })
            .filter(|inner| !(inner.left_option_of | inner.right_option_of).is_empty())
            .collect();
        let mut probes = Probes { inner, list, left, right, le: Vec::new(), ge: Vec::new() };
        // A probe's options come before it, so their marks are known when its turn comes.
        for i in 0..COUNT {
            let gather = |options: &[u32], from: &[Bits]| {
                options.iter().fold(Bits::EMPTY, |m, o| m | from[*o as usize])
            };
            let below_left = gather(&probes.list[i].left, &probes.ge);
            let above_right = gather(&probes.list[i].right, &probes.le);
            let marks = probes.marks(below_left, above_right);
            probes.le.push(marks.le);
            probes.ge.push(marks.ge);
        }
        probes
    }
}

#[derive(Default)]
struct Builder {
    list: Vec<Probe>,
}

impl Builder {
    fn add(&mut self, left: &[u32], right: &[u32], nus: Option<Nus>) -> u32 {
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        left.sort_unstable();
        right.sort_unstable();
        if let Some(found) = self.list.iter().position(|p| p.left == left && p.right == right) {
            return found as u32;
        }
        self.list.push(Probe { left, right, nus });
        self.list.len() as u32 - 1
    }

    /// A number, up and star, preceded by everything it is made of.
    fn nus(&mut self, nus: &Nus) -> u32 {
        let (left, right) = nus.options();
        let left: Vec<u32> = left.iter().map(|o| self.nus(o)).collect();
        let right: Vec<u32> = right.iter().map(|o| self.nus(o)).collect();
        self.add(&left, &right, Some(nus.clone()))
    }

    /// `numerator/2^exponent + up·↑ + *star`.
    fn value(&mut self, numerator: i64, exponent: u32, up: i64, star: u32) -> u32 {
        self.nus(&Nus::new(Dyadic::new(numerator, exponent), up, star))
    }

    fn number(&mut self, numerator: i64, exponent: u32) -> u32 {
        self.value(numerator, exponent, 0, 0)
    }

    /// A game and its negative; the mirror of an option is found by mirroring its structure.
    fn both(&mut self, left: &[u32], right: &[u32]) -> u32 {
        let g = self.add(left, right, None);
        self.mirror(g);
        g
    }

    fn mirror(&mut self, g: u32) -> u32 {
        let (left, right) = (self.list[g as usize].left.clone(), self.list[g as usize].right.clone());
        let nus = self.list[g as usize].nus.as_ref().and_then(|n| n.negative().ok());
        let new_left: Vec<u32> = right.iter().map(|o| self.mirror(*o)).collect();
        let new_right: Vec<u32> = left.iter().map(|o| self.mirror(*o)).collect();
        self.add(&new_left, &new_right, nus)
    }

    /// `{a|b}` and its negative, with numbers in halves, starred if `star` is 1.
    fn switch(&mut self, a: i64, b: i64, star: u32) -> u32 {
        let (a, b) = (self.value(a, 1, 0, star), self.value(b, 1, 0, star));
        self.both(&[a], &[b])
    }

    /// The probes. Every game here must be in canonical form (a test checks that). All games born by day 2
    /// are among them. The others were chosen by a greedy cover, in two rounds. In the first, of the
    /// comparisons that the first set of probes left undecided while Domineering 5×6 and 4×7 and Clobber 4×4
    /// were evaluated, each probe settled the most that were left, among 2,560 switches of switches of
    /// numbers. In the second, of those that these left undecided while Legionnaires 5×5, 6×6 and 3×7 were
    /// evaluated, in addition to the other games, each settled the most, among the 200,000 values with up to
    /// 12 followers that occurred in all of them: these are the infinitesimals.
    fn fill(&mut self) {
        let zero = self.number(0, 0);
        // 1. Numbers.
        for n in [2, 4, 6, 8, 10, 1, 3, 5, 7] {
            self.number(n, 1);
            self.number(-n, 1);
        }
        for n in [1, 3] {
            self.number(n, 2);
            self.number(-n, 2);
        }
        // 2. Infinitesimals, at zero and next to other numbers.
        for (up, star) in [(0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 1)] {
            self.value(0, 0, up, star);
            self.value(0, 0, -up, star);
        }
        for n in 1..=6 {
            self.value(n, 1, 0, 1);
            self.value(-n, 1, 0, 1);
        }
        for up in [1, -1] {
            self.value(1, 0, up, 0);
            self.value(-1, 0, up, 0);
        }
        // 3. The rest of day 2.
        let (one, star) = (self.number(1, 0), self.value(0, 0, 0, 1));
        let switch = self.switch(2, -2, 0);
        let one_zero = self.switch(2, 0, 0);
        self.both(&[one], &[star]);
        self.both(&[one], &[zero, star]);
        // 4. Tinies and games of three stops.
        let two_zero = self.switch(4, 0, 0);
        let (two, minus_one) = (self.number(2, 0), self.number(-1, 0));
        self.both(&[one_zero], &[zero]);
        self.both(&[two_zero], &[zero]);
        self.both(&[one_zero], &[minus_one]);
        self.both(&[two], &[switch]);
        // 5. Games of four stops, in halves.
        for (a, b, c, d) in [(3, 1, -1, -3), (5, 2, 0, -3), (4, 1, -1, -4), (2, 0, -2, -4), (1, -1, -4, -6)] {
            let (left, right) = (self.switch(a, b, 0), self.switch(c, d, 0));
            self.both(&[left], &[right]);
        }
        // 6. Infinitesimals that distinguish those of Legionnaires.
        let (up, up_star) = (self.value(0, 0, 1, 0), self.value(0, 0, 1, 1));
        let (down, down_star) = (self.value(0, 0, -1, 0), self.value(0, 0, -1, 1));
        let (two_up_star, two_down_star) = (self.value(0, 0, 2, 1), self.value(0, 0, -2, 1));
        let (_, three_down) = (self.value(0, 0, 3, 0), self.value(0, 0, -3, 0));
        let hot = self.both(&[star, up], &[star, down]);
        self.both(&[zero, up_star], &[zero, down_star]);
        let low = self.both(&[zero, hot], &[two_down_star]);
        self.both(&[low], &[zero]);
        self.both(&[up, hot], &[two_down_star]);
        self.both(&[zero], &[hot]);
        let high = self.both(&[two_up_star], &[zero]);
        self.both(&[high], &[zero]);
        self.both(&[up_star], &[down]);
        self.both(&[up], &[star]);
        self.both(&[down], &[two_down_star]);
        self.both(&[zero], &[three_down]);
        let mut chain = self.both(&[star, down], &[zero]);
        for _ in 0..2 {
            chain = self.both(&[chain], &[zero]);
        }
        let miny = self.both(&[one_zero], &[zero]);
        self.both(&[miny], &[zero]);
        // 7. Switches around the same mean and others, plain and starred, as many as there is room for.
        for (a, b, star) in [
            (3, -1, 0),
            (2, -2, 1),
            (4, 0, 1),
            (3, -1, 1),
            (5, 1, 0),
            (6, 2, 1),
            (5, 1, 1),
            (4, -4, 0),
            (4, -2, 0),
            (7, 3, 0),
            (2, 0, 1),
            (4, 2, 0),
            (1, -1, 1),
            (1, -4, 0),
            (3, 1, 1),
            (7, 3, 1),
            (4, 2, 1),
            (5, 3, 0),
            (3, -2, 0),
            (8, 4, 0),
            (1, 0, 0),
            (6, 2, 0),
            (6, 3, 1),
            (4, 1, 1),
        ] {
            if self.list.len() + 2 <= COUNT {
                self.switch(a, b, star);
            }
        }
        // 8. Numbers, if a bit is left.
        let mut n = 6;
        while self.list.len() < COUNT {
            self.number(n, 0);
            n += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;

    #[test]
    fn every_probe_is_in_canonical_form_and_marked_as_it_compares() {
        let arena = Arena::new();
        let plain = |g: u32, h: u32| plain_le(probes(), g, h);
        for (i, probe) in probes().list.iter().enumerate() {
            let handles = |o: &[u32]| o.iter().map(|o| arena.probe(*o)).collect::<Vec<_>>();
            let game = arena.canonical(&handles(&probe.left), &handles(&probe.right)).unwrap();
            assert_eq!(game, arena.probe(i as u32), "probe {i} is not canonical");
        }
        for i in 0..COUNT as u32 {
            for j in 0..COUNT as u32 {
                assert_eq!(probes().le[i as usize].has(j as usize), plain(i, j), "{i} ≤ {j}");
                assert_eq!(probes().ge[i as usize].has(j as usize), plain(j, i), "{i} ≥ {j}");
            }
        }
    }

    /// g ≤ h by the definition.
    fn plain_le(p: &Probes, g: u32, h: u32) -> bool {
        p.list[g as usize].left.iter().all(|l| !plain_le(p, h, *l))
            && p.list[h as usize].right.iter().all(|r| !plain_le(p, *r, g))
    }
}
