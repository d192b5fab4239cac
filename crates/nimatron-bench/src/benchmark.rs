//! A benchmark.

use crate::process;
use crate::rival::Rival;

/// One question with its known answer and the allowed cost.
pub struct Benchmark {
    /// Short, in kebab case: `domineering-5x6`.
    pub name: &'static str,
    /// The question, on a line.
    pub about: &'static str,
    /// The required speed.
    pub target: Target,
    /// The allowed peak memory in megabytes.
    pub memory: Option<u64>,
    /// Published figures of other tools, with their names.
    pub others: &'static str,
    /// A tool to compare with.
    pub rival: Option<Rival>,
    /// Answers the question. Work outside of [`Clock::time`] is not counted; if that is never
    /// called, the whole process is counted.
    pub run: fn(&mut Clock) -> String,
    /// The right answer.
    pub expected: &'static str,
}

/// The required speed, in CPU seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(dead_code, reason = "not every kind of target is in use at all times")]
pub enum Target {
    /// No target.
    None,
    /// At most this number of seconds.
    Seconds(f64),
    /// A repeated task, with a target in nanoseconds for each repetition.
    Each {
        /// Repetitions.
        times: u64,
        /// The target for each.
        nanoseconds: f64,
    },
    /// No slower than the rival, in the same run.
    Rival,
    /// Faster than the rival by this factor, in the same run.
    TimesRival(f64),
}

impl Target {
    /// The figure that is compared with the target: in total, or each.
    pub fn figure(self, seconds: f64) -> String {
        match self {
            Target::Each { times, .. } => format!("{} each", duration(seconds / times as f64)),
            _ => duration(seconds),
        }
    }

    /// The target in words.
    pub fn text(self) -> String {
        match self {
            Target::None => String::new(),
            Target::Seconds(seconds) => format!("≤ {}", duration(seconds)),
            Target::Each { nanoseconds, .. } => format!("≤ {} each", duration(nanoseconds * 1e-9)),
            Target::Rival => "≤ the other tool".to_owned(),
            Target::TimesRival(times) => format!("{times}× as fast as the other tool"),
        }
    }

    /// Whether the target is reached; `None` if that depends on an unknown time of the rival.
    pub fn is_reached(self, seconds: f64, rival: Option<f64>) -> Option<bool> {
        match self {
            Target::None => Some(true),
            Target::Seconds(limit) => Some(seconds <= limit),
            Target::Each { times, nanoseconds } => Some(seconds <= times as f64 * nanoseconds * 1e-9),
            Target::Rival => rival.map(|rival| seconds <= rival),
            Target::TimesRival(times) => rival.map(|rival| times * seconds <= rival),
        }
    }
}

/// A time with three digits and a suitable unit.
pub fn duration(seconds: f64) -> String {
    let (number, unit) = match seconds {
        _ if seconds >= 1.0 => (seconds, "s"),
        _ if seconds >= 1e-3 => (seconds * 1e3, "ms"),
        _ if seconds >= 1e-6 => (seconds * 1e6, "µs"),
        _ => (seconds * 1e9, "ns"),
    };
    let decimals = if number >= 100.0 {
        0
    } else if number >= 10.0 {
        1
    } else {
        2
    };
    format!("{number:.decimals$} {unit}")
}

/// Counts the CPU time of selected parts of a benchmark.
#[derive(Default)]
pub struct Clock {
    seconds: Option<f64>,
}

impl Clock {
    /// Adds the CPU time of `work` to the total. Calls must not be nested.
    #[allow(dead_code, reason = "not every list of benchmarks leaves something uncounted")]
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = process::cpu_seconds();
        let result = std::hint::black_box(work());
        *self.seconds.get_or_insert(0.0) += process::cpu_seconds() - start;
        result
    }

    /// The time counted, or `None` without calls of [`Clock::time`].
    pub fn seconds(&self) -> Option<f64> {
        self.seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_and_a_unit() {
        assert_eq!(duration(12.345), "12.3 s");
        assert_eq!(duration(0.25), "250 ms");
        assert_eq!(duration(5e-6), "5.00 µs");
        assert_eq!(duration(4e-8), "40.0 ns");
        assert_eq!(duration(0.0), "0.00 ns");
    }

    #[test]
    fn a_target_for_each_of_many_is_compared_with_the_whole() {
        let target = Target::Each { times: 1_000_000, nanoseconds: 40.0 };
        assert_eq!(target.is_reached(0.039, None), Some(true));
        assert_eq!(target.is_reached(0.041, None), Some(false));
        assert_eq!(target.figure(0.039), "39.0 ns each");
    }

    #[test]
    fn nobody_can_tell_about_a_rival_that_did_not_run() {
        assert_eq!(Target::Rival.is_reached(1.0, None), None);
        assert_eq!(Target::Rival.is_reached(1.0, Some(1.5)), Some(true));
        assert_eq!(Target::Rival.is_reached(1.0, Some(0.5)), Some(false));
        assert_eq!(Target::TimesRival(8.0).is_reached(1.0, Some(8.5)), Some(true));
        assert_eq!(Target::TimesRival(8.0).is_reached(1.0, Some(7.5)), Some(false));
    }

    #[test]
    fn a_clock_that_was_never_used_has_counted_nothing() {
        let mut clock = Clock::default();
        assert_eq!(clock.seconds(), None);
        clock.time(|| ());
        assert!(clock.seconds().is_some());
    }
}
