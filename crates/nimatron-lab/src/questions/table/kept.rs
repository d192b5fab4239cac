//! Answers saved while a table is being computed.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nimatron_solve::open_ours;

use crate::LabError;

/// The answers so far, in memory and optionally in a file: a line that identifies the table, and then a line with a
/// checksum for each board, so that damage is detected.
pub(super) struct Kept {
    answers: BTreeMap<(usize, usize), String>,
    file: Option<(PathBuf, File)>,
    title: String,
}

/// The start of the file; the title of the table follows.
const FORMAT: &str = "nimatron table 1: ";

impl Kept {
    /// Reads a file, or creates it.
    pub(super) fn open(path: Option<&Path>, title: &str) -> Result<Self, LabError> {
        let mut kept = Kept { answers: BTreeMap::new(), file: None, title: title.into() };
        let Some(path) = path else { return Ok(kept) };
        let failed = |error: std::io::Error| LabError::Failed(format!("{}: {error}", path.display()));
        let mut file = open_ours(path, FORMAT.as_bytes())?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(LabError::Failed(format!("{}: another process is writing it", path.display())));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        // An incomplete line is written again.
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        if whole > 0 {
            kept.read(path, &String::from_utf8_lossy(&bytes[..whole]))?;
        }
        file.set_len(whole as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        if whole == 0 {
            // New, or interrupted while the first line was written.
            writeln!(file, "{FORMAT}{title}").map_err(failed)?;
        }
        kept.file = Some((path.into(), file));
        Ok(kept)
    }

    fn read(&mut self, path: &Path, text: &str) -> Result<(), LabError> {
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let other = first.strip_prefix(FORMAT).unwrap_or_default();
        if other != self.title {
            let message = format!("{} keeps another table: {other}, not {}", path.display(), self.title);
            return Err(LabError::Failed(message));
        }
        for (i, line) in lines.enumerate() {
            let damaged = || LabError::Failed(format!("{}: line {} is damaged", path.display(), i + 2));
            let (content, checksum) = line.rsplit_once(' ').ok_or_else(damaged)?;
            if checksum != self.checksum(content) {
                return Err(damaged());
            }
            let (size, answer) = content.split_once(' ').ok_or_else(damaged)?;
            let (m, n) = size.split_once('x').ok_or_else(damaged)?;
            let (m, n) = m.parse().ok().zip(n.parse().ok()).ok_or_else(damaged)?;
            self.answers.insert((m, n), answer.into());
        }
        Ok(())
    }

    /// FNV-1a of the title and the line: it protects against accidents, not against forgery.
    fn checksum(&self, content: &str) -> String {
        let bytes = self.title.bytes().chain(content.bytes());
        let hash = bytes.fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        format!("{hash:016x}")
    }

    pub(super) fn answer(&self, board: (usize, usize)) -> Option<&str> {
        self.answers.get(&board).map(String::as_str)
    }

    pub(super) fn keep(&mut self, (m, n): (usize, usize), answer: &str) -> Result<(), LabError> {
        let content = format!("{m}x{n} {answer}");
        let line = format!("{content} {}\n", self.checksum(&content));
        if let Some((path, file)) = &mut self.file {
            let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
            written.map_err(|error| LabError::Failed(format!("{}: {error}", path.display())))?;
        }
        self.answers.insert((m, n), answer.into());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("nimatron-kept-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder.join(name)
    }

    #[test]
    fn what_was_kept_is_there_again_and_half_a_line_is_not() {
        let path = scratch("again");
        let mut kept = Kept::open(Some(&path), "queens, nimber").unwrap();
        kept.keep((2, 3), "2").unwrap();
        kept.keep((3, 3), "1").unwrap();
        drop(kept);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 3]).unwrap();
        let mut kept = Kept::open(Some(&path), "queens, nimber").unwrap();
        assert_eq!((kept.answer((2, 3)), kept.answer((3, 3))), (Some("2"), None));
        kept.keep((3, 3), "1").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn another_table_and_a_damaged_one_are_refused() {
        let path = scratch("other");
        let mut kept = Kept::open(Some(&path), "queens, nimber").unwrap();
        kept.keep((2, 3), "2").unwrap();
        drop(kept);
        let error = Kept::open(Some(&path), "kings, nimber").map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("keeps another table: queens, nimber"), "{error}");
        let text = std::fs::read_to_string(&path).unwrap().replace("2x3 2", "2x3 0");
        std::fs::write(&path, text).unwrap();
        let error = Kept::open(Some(&path), "queens, nimber").map(|_| ()).unwrap_err();
        assert!(error.to_string().contains("line 2 is damaged"), "{error}");
        for foreign in ["my thesis", "m,n,nimber\n", "nimatron", "nimatron table 12: queens, nimber\n"] {
            std::fs::write(&path, foreign).unwrap();
            let error = Kept::open(Some(&path), "queens, nimber").map(|_| ()).unwrap_err();
            assert!(error.to_string().contains("it is left as it is"), "{error}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
        }
        // A file with an incomplete first line contains nothing to keep.
        std::fs::write(&path, "nimatron table 1: que").unwrap();
        assert!(Kept::open(Some(&path), "queens, nimber").is_ok());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "nimatron table 1: queens, nimber\n");
    }
}
