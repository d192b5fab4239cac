//! The benchmarks.

use crate::benchmark::{Benchmark, Clock, Target};

/// All of them, in the order in which they run.
pub const BENCHMARKS: &[Benchmark] = &[Benchmark {
    name: "yardstick",
    about: "Grundy values of .007 to 10,000, the plain way: how fast the machine itself is",
    target: Target::None,
    memory: None,
    others: "",
    rival: None,
    run: yardstick,
    expected: "max 262 at 9915",
}];

/// `G(n) = mex { G(i) xor G(n-3-i) }` straight from the definition, by nothing of ours, so that
/// records of two machines, or of one machine on two days, can be compared.
fn yardstick(_: &mut Clock) -> String {
    let mut grundy = vec![0_u16; 10_001];
    let mut seen = vec![0_usize; 1024];
    for n in 3..grundy.len() {
        for i in 0..=(n - 3) / 2 {
            seen[usize::from(grundy[i] ^ grundy[n - 3 - i])] = n;
        }
        grundy[n] = (0..).find(|&value| seen[usize::from(value)] != n).expect("a mex exists");
    }
    let max = grundy.iter().max().expect("there are values");
    let at = grundy.iter().position(|value| value == max).expect("the maximum is one of them");
    format!("max {max} at {at}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_yardstick_answers_right() {
        assert_eq!(yardstick(&mut Clock::default()), "max 262 at 9915");
    }
}
