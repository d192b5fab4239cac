//! Values on disk, so that a run that was killed can be continued.
//!
//! A file has a head with the rule, followed by segments that are only ever appended: the number of values,
//! the bytes per value, a digest, the values. A segment is believed only with its digest. A segment that was
//! being written when the process died is cut off, and its values are computed again. Numbers are
//! little-endian.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nimatron_rules::HeapRule;

use super::Values;
use crate::SolveError;
use crate::disk::open_ours;

const MAGIC: &[u8; 24] = b"nimatron heap values 1\0\n";
const DIGEST: usize = blake3::OUT_LEN;
const SEGMENT_HEAD: usize = 8 + 1 + DIGEST;
/// The number of values that are written at a time.
const SEGMENT: usize = 1 << 22;

/// A file that stores the values of a heap game.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    /// The number of values in the file.
    saved: usize,
    /// Where the next segment begins.
    end: u64,
}

impl Checkpoint {
    /// Opens the file and reads its values, or creates it.
    pub fn open(path: &Path, rule: &HeapRule) -> Result<(Self, Values), SolveError> {
        let fails = |error: io::Error| SolveError::file(path, &error);
        let wrong = |why: &str| SolveError::File { path: path.into(), why: why.into() };
        let mut file = open_ours(path, MAGIC)?;
        if file.try_lock().is_err() {
            return Err(wrong("another process is writing it"));
        }
        let head = head(rule);
        let length = file.metadata().map_err(fails)?.len();
        if length == 0 {
            file.write_all(&head).and_then(|()| file.sync_all()).map_err(fails)?;
        } else {
            let mut found = vec![0; head.len()];
            if file.read_exact(&mut found).is_err() || found != head {
                return Err(wrong(&format!("this is not a checkpoint of {rule}, or it is damaged")));
            }
        }
        let mut checkpoint = Checkpoint { path: path.into(), file, saved: 0, end: head.len() as u64 };
        let mut values = Values::Narrow(Vec::new());
        while checkpoint.read_segment(length, &mut values)? {}
        Ok((checkpoint, values))
    }

    /// The number of values in the file.
    #[must_use]
    pub fn saved(&self) -> usize {
        self.saved
    }

    /// Appends all values that are not in the file yet.
    pub fn save(&mut self, values: &Values) -> Result<(), SolveError> {
        while self.saved < values.len() {
            let to = values.len().min(self.saved + SEGMENT);
            let (width, bytes): (u8, Vec<u8>) = match values {
                Values::Narrow(values) => {
                    (2, values[self.saved..to].iter().flat_map(|value| value.to_le_bytes()).collect())
                }
                Values::Wide(values) => {
                    (4, values[self.saved..to].iter().flat_map(|value| value.to_le_bytes()).collect())
                }
            };
            let count = (to - self.saved) as u64;
            let digest = digest(self.saved as u64, count, width, &bytes);
            let segment = [&count.to_le_bytes()[..], &[width], &digest, &bytes].concat();
            let written = self
                .file
                .seek(SeekFrom::Start(self.end))
                .and_then(|_| self.file.write_all(&segment))
                .and_then(|()| self.file.sync_data());
            if let Err(error) = written {
                // A half-written segment is cut off, so that the file is as before. If that fails, too, it is
                // cut off when the file is read.
                let _ = self.file.set_len(self.end);
                return Err(self.fails(&error));
            }
            self.end += segment.len() as u64;
            self.saved = to;
        }
        Ok(())
    }

    /// Reads the next segment; returns whether there was one.
    fn read_segment(&mut self, length: u64, values: &mut Values) -> Result<bool, SolveError> {
        let damaged = |path: &Path, at: usize| {
            let why = format!("it is damaged after the value of heap {at}; delete it to begin anew");
            SolveError::File { path: path.into(), why }
        };
        let left = length.saturating_sub(self.end);
        if left < SEGMENT_HEAD as u64 {
            return Ok(false);
        }
        let mut head = [0; SEGMENT_HEAD];
        self.read_at(self.end, &mut head)?;
        let (count, rest) = head.split_at(8);
        let count = u64::from_le_bytes(count.try_into().map_err(|_| damaged(&self.path, self.saved))?);
        let width = rest[0];
        if count > SEGMENT as u64 || !matches!(width, 2 | 4) {
            return Err(damaged(&self.path, self.saved));
        }
        let size = count * u64::from(width);
        if size > left - SEGMENT_HEAD as u64 {
            return Ok(false);
        }
        let mut bytes = vec![0; size as usize];
        self.read_at(self.end + SEGMENT_HEAD as u64, &mut bytes)?;
        if digest(self.saved as u64, count, width, &bytes) != rest[1..] {
            return Err(damaged(&self.path, self.saved));
        }
        match (&mut *values, width) {
            (Values::Narrow(values), 2) => {
                values.extend(bytes.as_chunks().0.iter().map(|bytes| u16::from_le_bytes(*bytes)));
            }
            (_, 2) => return Err(damaged(&self.path, self.saved)),
            _ => {
                let wide = bytes.as_chunks().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
                *values = Values::Wide(values.iter().chain(wide).collect());
            }
        }
        self.saved = values.len();
        self.end += SEGMENT_HEAD as u64 + size;
        Ok(true)
    }

    fn read_at(&mut self, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        let read = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.read_exact(bytes));
        read.map_err(|error| self.fails(&error))
    }

    fn fails(&self, error: &io::Error) -> SolveError {
        SolveError::file(&self.path, error)
    }
}

fn head(rule: &HeapRule) -> Vec<u8> {
    let rule = rule.to_string();
    let digest = blake3::hash(rule.as_bytes());
    [&MAGIC[..], &(rule.len() as u64).to_le_bytes(), rule.as_bytes(), digest.as_bytes()].concat()
}

/// The digest of a segment, including its place.
fn digest(from: u64, count: u64, width: u8, bytes: &[u8]) -> [u8; DIGEST] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&from.to_le_bytes()).update(&count.to_le_bytes()).update(&[width]).update(bytes);
    *hasher.finalize().as_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_is_read_and_what_was_torn_is_cut_off() {
        let folder = std::env::temp_dir().join(format!("nimatron-checkpoint-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("values");
        let rule = HeapRule::SplitUnequally;
        let values = Values::Narrow((0..1000).map(|heap| heap % 7).collect());
        let part = Values::Narrow((0..400).map(|heap| heap % 7).collect());
        let (mut checkpoint, none) = Checkpoint::open(&path, &rule).unwrap();
        assert!(none.is_empty());
        checkpoint.save(&part).unwrap();
        checkpoint.save(&values).unwrap();
        assert!(Checkpoint::open(&path, &rule).unwrap_err().to_string().contains("another process"));
        drop(checkpoint);
        assert_eq!(Checkpoint::open(&path, &rule).unwrap().1, values);
        // 1. Torn: the first segment is still there, and the file can be written again.
        let whole = std::fs::read(&path).unwrap();
        for cut in [1, 1199, 1230] {
            std::fs::write(&path, &whole[..whole.len() - cut]).unwrap();
            let (mut checkpoint, read) = Checkpoint::open(&path, &rule).unwrap();
            assert_eq!(read, part, "{cut}");
            checkpoint.save(&values).unwrap();
            drop(checkpoint);
            assert_eq!(Checkpoint::open(&path, &rule).unwrap().1, values);
        }
        // 2. Damaged anywhere: reported, never believed.
        for at in [26, 40, 100, 900, whole.len() - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            std::fs::write(&path, &bytes).unwrap();
            let read = Checkpoint::open(&path, &rule);
            assert!(read.is_err_and(|error| error.to_string().contains("damaged")), "{at}");
        }
        // 3. Files of other programs are left as they are.
        std::fs::write(&path, "my thesis").unwrap();
        let read = Checkpoint::open(&path, &rule);
        assert!(read.is_err_and(|error| error.to_string().contains("not a nimatron file")));
        assert_eq!(std::fs::read(&path).unwrap(), b"my thesis");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
