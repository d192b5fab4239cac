//! Tables on disk, so that a search that was killed can be continued.
//!
//! A file has a head that says what it is about, then the entries, then their number and a digest of
//! everything before. It is written under another name and renamed when it is complete and on disk, so there
//! is always a complete file. Numbers are little-endian.

use std::fs::File;
use std::hash::Hash;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use nimatron_rules::{Budget, Packed};
use web_time::Instant;

use super::known::Known;
use super::shared::{Shared, Store, Together};
use crate::SolveError;
use crate::disk::{check_ours, open_ours, partial};

const MAGIC: &[u8; 24] = b"nimatron board values 1\n";
const DIGEST: usize = blake3::OUT_LEN;
/// The file is written this often, or less often if it takes longer than a twentieth of the time.
const INTERVAL: Duration = Duration::from_secs(60);
/// At the beginning it is written more often: first after this time, and then whenever the elapsed time
/// divided by [`SHARE`] has passed again.
const SOON: Duration = Duration::from_secs(1);
const SHARE: u32 = 4;
/// The number of positions between two checks of the clock.
const PATIENCE: u64 = 1 << 12;

/// A file that stores a table.
pub(crate) struct Keeper<P> {
    path: PathBuf,
    head: Vec<u8>,
    pack: fn(&P, &mut Vec<u8>),
    unpack: fn(&[u8]) -> Option<P>,
    size: usize,
    calls: AtomicU64,
    begin: Instant,
    /// When it was last written, and how long that took.
    written: Mutex<(Instant, Duration)>,
}

impl<P: Packed + Clone + Eq + Hash> Keeper<P> {
    pub(crate) fn new(path: &Path, label: &str) -> Self {
        let mut head = MAGIC.to_vec();
        head.extend((label.len() as u32).to_le_bytes());
        head.extend(label.as_bytes());
        head.extend((P::BYTES as u32).to_le_bytes());
        Keeper {
            path: path.into(),
            head,
            pack: P::pack,
            unpack: P::unpack,
            size: P::BYTES,
            calls: AtomicU64::new(0),
            begin: Instant::now(),
            written: Mutex::new((Instant::now(), Duration::ZERO)),
        }
    }
}

impl<P: Clone + Eq + Hash> Keeper<P> {
    fn wrong(&self, why: &str) -> SolveError {
        SolveError::File { path: self.path.clone(), why: why.into() }
    }

    /// Reads the entries of the file into the table, if there is a file. Nothing is believed without its
    /// digest.
    pub(crate) fn read(&self, table: &Shared<P>, budget: &Budget) -> Result<(), SolveError> {
        let fails = |error: io::Error| SolveError::file(&self.path, &error);
        // It is better to learn before the search than after it that the file can't be written.
        check_ours(&partial(&self.path), MAGIC)?;
        if !check_ours(&self.path, MAGIC)? {
            return Ok(());
        }
        let mut file = BufReader::with_capacity(1 << 20, File::open(&self.path).map_err(fails)?);
        let length = file.get_ref().metadata().map_err(fails)?.len();
        let mut head = vec![0; self.head.len()];
        let read = file.read_exact(&mut head);
        if read.is_err() || head != self.head {
            return Err(self.wrong("this is a checkpoint of another game or board, or it is damaged"));
        }
        // 1. The digest.
        let damaged = || self.wrong("it is damaged; delete it to begin anew");
        let entry = self.size + 4;
        let tail = 8 + DIGEST;
        let room = length.checked_sub((self.head.len() + tail) as u64).ok_or_else(damaged)?;
        if room % entry as u64 != 0 {
            return Err(damaged());
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&head);
        let mut bytes = vec![0; entry << 12];
        let mut left = room;
        while left > 0 {
            let some = (bytes.len() as u64).min(left) as usize;
            file.read_exact(&mut bytes[..some]).map_err(fails)?;
            hasher.update(&bytes[..some]);
            left -= some as u64;
        }
        let mut end = vec![0; tail];
        file.read_exact(&mut end).map_err(fails)?;
        hasher.update(&end[..8]);
        if end[..8] != (room / entry as u64).to_le_bytes() || end[8..] != *hasher.finalize().as_bytes() {
            return Err(damaged());
        }
        // 2. The entries.
        let mut file = BufReader::with_capacity(1 << 20, File::open(&self.path).map_err(fails)?);
        file.read_exact(&mut head).map_err(fails)?;
        let mut bytes = vec![0; entry];
        for _ in 0..room / entry as u64 {
            file.read_exact(&mut bytes).map_err(fails)?;
            let (position, known) = bytes.split_at(self.size);
            let known = known.try_into().ok().and_then(|known| Known::from_bits(u32::from_le_bytes(known)));
            let position = (self.unpack)(position);
            let (position, known) = position.zip(known).ok_or_else(damaged)?;
            Together(table).learn(&position, known, budget)?;
        }
        Ok(())
    }

    /// Writes the table, if it is time to.
    #[inline]
    pub(crate) fn write_now_and_then(&self, table: &Shared<P>) -> Result<(), SolveError> {
        if self.calls.fetch_add(1, Ordering::Relaxed) % PATIENCE != PATIENCE - 1 {
            return Ok(());
        }
        // If another thread is writing, this one continues.
        let Ok(mut written) = self.written.try_lock() else { return Ok(()) };
        let interval = (self.begin.elapsed() / SHARE).clamp(SOON, INTERVAL);
        if written.0.elapsed() < interval.max(20 * written.1) {
            return Ok(());
        }
        let start = Instant::now();
        self.write(table)?;
        *written = (Instant::now(), start.elapsed());
        Ok(())
    }

    /// Writes the table.
    pub(crate) fn write(&self, table: &Shared<P>) -> Result<(), SolveError> {
        let partial = partial(&self.path);
        let fails = |error: io::Error| SolveError::file(&partial, &error);
        let file = open_ours(&partial, MAGIC)?;
        if file.try_lock().is_err() {
            return Err(SolveError::File {
                path: partial.clone(),
                why: "another process is writing it".into(),
            });
        }
        let write = || -> io::Result<()> {
            file.set_len(0)?;
            let mut out = BufWriter::with_capacity(1 << 20, &file);
            let mut hasher = blake3::Hasher::new();
            hasher.update(&self.head);
            out.write_all(&self.head)?;
            let (mut count, mut bytes) = (0u64, Vec::new());
            table.each(|entries| -> io::Result<()> {
                bytes.clear();
                for (position, known) in entries.iter() {
                    (self.pack)(position, &mut bytes);
                    bytes.extend(known.to_bits().to_le_bytes());
                    count += 1;
                }
                hasher.update(&bytes);
                out.write_all(&bytes)
            })?;
            hasher.update(&count.to_le_bytes());
            out.write_all(&count.to_le_bytes())?;
            out.write_all(hasher.finalize().as_bytes())?;
            out.flush()?;
            drop(out);
            file.sync_all()?;
            std::fs::rename(&partial, &self.path)
        };
        // Another file may have been put there since the last check.
        check_ours(&self.path, MAGIC)?;
        write().map_err(fails)
    }
}
