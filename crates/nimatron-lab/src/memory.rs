//! Measures the memory used by the process.

#[cfg(target_os = "linux")]
use std::{
    fs::File,
    os::unix::fs::FileExt,
    sync::OnceLock,
    sync::atomic::{AtomicU64, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

/// The bytes of memory that the process uses beyond what it started with, or 0 if that can't be measured. Measures at
/// most once per millisecond.
#[must_use]
pub fn memory_in_use() -> usize {
    #[cfg(target_os = "linux")]
    {
        /// In a millisecond a core fills a few megabytes.
        const INTERVAL: Duration = Duration::from_millis(1);
        static START: OnceLock<(Instant, usize)> = OnceLock::new();
        static MEASURED_AT: AtomicU64 = AtomicU64::new(u64::MAX);
        static MEASURED: AtomicUsize = AtomicUsize::new(0);
        let (start, base) = START.get_or_init(|| (Instant::now(), resident()));
        let now = start.elapsed().as_nanos() as u64;
        let last = MEASURED_AT.load(Ordering::Relaxed);
        if last == u64::MAX || now.saturating_sub(last) > INTERVAL.as_nanos() as u64 {
            MEASURED_AT.store(now, Ordering::Relaxed);
            MEASURED.store(resident().saturating_sub(*base), Ordering::Relaxed);
        }
        MEASURED.load(Ordering::Relaxed)
    }
    #[cfg(not(target_os = "linux"))]
    0
}

/// The resident memory of the process: the second number of `statm`, in pages.
#[cfg(target_os = "linux")]
fn resident() -> usize {
    static STATM: OnceLock<Option<File>> = OnceLock::new();
    let file = STATM.get_or_init(|| File::open("/proc/self/statm").ok());
    let mut text = [0; 128];
    let length = file.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
    let text = str::from_utf8(&text[..length]).unwrap_or_default();
    let pages: usize = text.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * page_size()
}

#[cfg(target_os = "linux")]
fn page_size() -> usize {
    static SIZE: OnceLock<usize> = OnceLock::new();
    *SIZE.get_or_init(|| {
        // SAFETY: sysconf only reads a constant of the system.
        let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        usize::try_from(size).unwrap_or(4096)
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_filled_is_in_use() {
        let before = memory_in_use();
        let filled = vec![1u8; 64 << 20];
        std::thread::sleep(Duration::from_millis(5));
        assert!(memory_in_use() >= before + (60 << 20));
        drop(filled);
    }
}
