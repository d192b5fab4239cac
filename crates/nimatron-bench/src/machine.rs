//! The machine and the date, for the records.

use std::time::{SystemTime, UNIX_EPOCH};

/// The processor and its cores: `Some Processor, 8 cores`.
pub fn name() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let processor = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| processor(&text))
        .unwrap_or_else(|| format!("{} processor", std::env::consts::ARCH));
    format!("{processor}, {cores} {}", if cores == 1 { "core" } else { "cores" })
}

/// The first `model name` in the text of `/proc/cpuinfo`.
fn processor(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Today in UTC, as `2026-01-31`.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date(seconds / 86_400)
}

/// The date a number of days after 1970-01-01.
///
/// Counts from 0000-03-01, in eras of 400 years, so that the leap day is the last of its year
/// (Hinnant, *chrono-Compatible Low-Level Date Algorithms*, `civil_from_days`).
fn date(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right_around_leap_days() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(11_016), "2000-02-29");
        assert_eq!(date(11_017), "2000-03-01");
        assert_eq!(date(20_453), "2025-12-31");
        assert_eq!(date(20_454), "2026-01-01");
        assert_eq!(date(47_540), "2100-02-28");
        assert_eq!(date(47_541), "2100-03-01");
    }

    #[test]
    fn the_processor_is_the_first_model_name() {
        let text = "processor\t: 0\nmodel name\t: Some Processor @ 1 GHz\nmodel name\t: Another\n";
        assert_eq!(processor(text).as_deref(), Some("Some Processor @ 1 GHz"));
        assert_eq!(processor("processor: 0\n"), None);
    }
}
