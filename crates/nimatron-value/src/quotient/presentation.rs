//! Printing quotients.

use std::fmt;

use super::{Monomial, Quotient};

impl Quotient {
    /// Generators and relations, such as `< a,b | a^2=1, b^3=b >`. The relations are a complete set of rules:
    /// applied to any monomial, in any order, they end at the least one that is equal to it.
    #[must_use]
    pub fn presentation(&self) -> String {
        let generators: Vec<_> = (0..self.generators.len()).map(letter).collect();
        let relations: Vec<_> = self.relations.iter().map(|(from, to)| format!("{from}={to}")).collect();
        match &generators[..] {
            [] => "< | >".into(),
            _ => format!("< {} | {} >", generators.join(","), relations.join(", ")),
        }
    }
}

/// The name of a generator: a to z, then A to Z, then z27 and so on.
fn letter(i: usize) -> String {
    match i {
        0..26 => char::from(b'a' + i as u8).to_string(),
        26..52 => char::from(b'A' + (i - 26) as u8).to_string(),
        _ => format!("z{}", i - 25),
    }
}

impl fmt::Display for Monomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Monomial::one() {
            return f.write_str("1");
        }
        for i in self.letters() {
            match self.exponent(i) {
                1 => write!(f, "{}", letter(i))?,
                exponent => write!(f, "{}^{exponent}", letter(i))?,
            }
        }
        Ok(())
    }
}
