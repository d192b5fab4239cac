//! Large natural numbers, for numbers of positions.

use nimatron_rules::Material;

/// A natural number: its digits in base 10⁹, the lowest first.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Natural(Vec<u32>);

const BASE: u64 = 1_000_000_000;

impl Natural {
    fn times(&mut self, factor: u32) {
        let mut carry = 0;
        for digit in &mut self.0 {
            let product = u64::from(*digit) * u64::from(factor) + carry;
            *digit = (product % BASE) as u32;
            carry = product / BASE;
        }
        while carry > 0 {
            self.0.push((carry % BASE) as u32);
            carry /= BASE;
        }
    }

    /// Divides by a divisor of the number.
    fn divided_by(&mut self, divisor: u32) {
        let mut rest = 0;
        for digit in self.0.iter_mut().rev() {
            let all = rest * BASE + u64::from(*digit);
            *digit = (all / u64::from(divisor)) as u32;
            rest = all % u64::from(divisor);
        }
        debug_assert_eq!(rest, 0, "it does not divide");
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn add(&mut self, other: &Natural) {
        let mut carry = 0;
        for i in 0.. {
            if i >= other.0.len() && carry == 0 {
                break;
            }
            if i == self.0.len() {
                self.0.push(0);
            }
            let sum = u64::from(self.0[i]) + u64::from(other.0.get(i).copied().unwrap_or(0)) + carry;
            self.0[i] = (sum % BASE) as u32;
            carry = sum / BASE;
        }
    }

    fn show(&self) -> String {
        let mut digits = self.0.iter().rev();
        let first = digits.next().map_or_else(|| "0".to_owned(), u32::to_string);
        digits.fold(first, |text, digit| format!("{text}{digit:09}"))
    }
}

/// The number of ways to place at least one and at most `most` pieces of each player on the squares, without impossible
/// numbers of pieces: the sum over B and W of C(squares, B) · C(squares − B, W), Equation 1 of King and Peterson.
pub(super) fn state_space(material: &Material) -> String {
    let Material { squares, most: [left, right], impossible } = *material;
    let mut sum = Natural(Vec::new());
    let mut of_left = Natural(vec![1]);
    for pieces in 1..=left.min(squares) {
        of_left.times(squares - pieces + 1);
        of_left.divided_by(pieces);
        let free = squares - pieces;
        let mut of_both = of_left.clone();
        for others in 1..=right.min(free) {
            of_both.times(free - others + 1);
            of_both.divided_by(others);
            if !impossible.contains(&[pieces, others]) {
                sum.add(&of_both);
            }
        }
    }
    sum.show()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The paper says 2.41·10⁶¹; the exact number was computed with Python's integers.
    #[test]
    fn epaminondas_has_as_many_positions_as_the_paper_says() {
        let material = |squares, most| Material { squares, most: [most; 2], impossible: &[[1, 1]] };
        assert_eq!(
            state_space(&material(168, 28)),
            "24080278526707819549851463171933742905895967872898019332373592"
        );
        assert_eq!(state_space(&material(64, 16)), "3629590441720924477681992140");
        // One of one colour and one or two of the other, on three squares: 3 · 1 + 3 · 1.
        assert_eq!(state_space(&material(3, 2)), "6");
        assert_eq!(state_space(&Material { squares: 2, most: [1, 1], impossible: &[] }), "2");
    }
}
