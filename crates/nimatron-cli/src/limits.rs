//! Parses sizes and numbers of threads, and determines the default limits.

use std::num::NonZeroUsize;

use nimatron_lab::parameters::cli::split;

/// Parses `512M`, `8G`, `1.5GB`, `100000`; a kilobyte is 1024 bytes.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text);
    let unit = unit.to_ascii_uppercase();
    let shift = match unit.trim_end_matches("IB").trim_end_matches('B') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err("expected a size such as 512M or 8G".into()),
    };
    let number: f64 = number.parse().map_err(|_| "expected a size such as 512M or 8G".to_owned())?;
    let bytes = number * (1u64 << shift) as f64;
    if (0.0..1e18).contains(&bytes) {
        Ok(bytes as usize)
    } else {
        Err("this is more than any machine has".into())
    }
}

/// The maximum number of threads. Few machines run more at a time, and each thread takes memory.
const MOST_THREADS: usize = 1024;

/// Parses a number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads: Option<NonZeroUsize> = text.trim().parse().ok();
    let threads = threads.filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

/// The number of threads that the machine runs at a time.
pub(crate) fn default_threads() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Three quarters of the memory of the machine, or of what this process may use, so that a large
/// question ends with an error instead of making the machine unresponsive.
pub(crate) fn default_memory() -> usize {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<usize>().ok()?.checked_mul(1024)
    });
    let allowed = read("/sys/fs/cgroup/memory.max").and_then(|text| text.trim().parse::<usize>().ok());
    match (machine, allowed) {
        (Some(machine), Some(allowed)) => machine.min(allowed) / 4 * 3,
        (Some(bytes), None) | (None, Some(bytes)) => bytes / 4 * 3,
        (None, None) => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_nonsense_is_refused() {
        assert_eq!(bytes("8G"), Ok(8 << 30));
        assert_eq!(bytes("1.5KiB"), Ok(1536));
        for bad in ["", "G", "-1G", "8X", "9999999T"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
        for bad in ["", "0", "-1", "many", "1025"] {
            assert!(threads(bad).is_err(), "{bad}");
        }
        assert!(threads("1024").is_ok());
    }
}
