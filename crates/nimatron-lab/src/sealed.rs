//! Files of sealed lines of JSON: each line ends with a digest of itself and of all lines before it.
//!
//! ```text
//! {"nimatron":"match records 2", …, "digest":"…"}
//! {"game":1, …, "digest":"…"}
//! ```
//!
//! So changed, deleted, added or moved lines are detected. The last line is an exception: a killed process may leave it
//! torn, without a newline at its end, and then it is removed.

use std::fs::{File, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use nimatron_solve::open_ours;
use serde::Serialize;

use crate::LabError;

/// The text between a line and its digest.
const MARK: &str = ",\"digest\":\"";
const END: &str = "\"}";
/// The number of hexadecimal digits of a digest.
const DIGITS: usize = 32;

/// A file of sealed lines, open for appending.
#[derive(Debug)]
pub(crate) struct SealedFile {
    path: PathBuf,
    file: File,
    /// The digest of the last line.
    last: String,
    /// The offset of the next line.
    end: u64,
}

/// The contents of a file of sealed lines.
#[derive(Debug)]
pub(crate) struct Sealed {
    pub(crate) file: SealedFile,
    /// The lines without their digests, the header first; empty if the file is new.
    pub(crate) lines: Vec<String>,
    /// Whether the last line was torn and removed.
    pub(crate) was_torn: bool,
}

impl SealedFile {
    /// Opens or creates a file of this kind, such as `match records 2`. Any other file is rejected and left unchanged.
    pub(crate) fn open(path: &Path, kind: &str) -> Result<Sealed, LabError> {
        let failed = |error: std::io::Error| LabError::Failed(format!("{}: {error}", path.display()));
        let mut file = open_ours(path, beginning(kind).as_bytes())?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(LabError::Failed(format!("{}: another process is writing it", path.display())));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut sealed = Sealed {
            file: SealedFile { path: path.into(), file, last: String::new(), end: 0 },
            lines: Vec::new(),
            was_torn: false,
        };
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            let Some(whole) = line.strip_suffix(b"\n") else {
                sealed.was_torn = true;
                break;
            };
            let number = sealed.lines.len() + 1;
            let content = sealed.file.unseal(whole).ok_or_else(|| {
                sealed
                    .file
                    .fault(number, "it is damaged: it does not have the digest with which it was written")
            })?;
            sealed.lines.push(content);
            sealed.file.end += line.len() as u64;
        }
        Ok(sealed)
    }

    /// Adds a line, replacing a torn one.
    pub(crate) fn add(&mut self, line: &impl Serialize) -> Result<(), LabError> {
        let failed =
            |error: &dyn std::fmt::Display| LabError::Failed(format!("{}: {error}", self.path.display()));
        let json = serde_json::to_string(line).map_err(|error| failed(&error))?;
        let content = json.strip_suffix('}').ok_or_else(|| failed(&"a line must be an object"))?;
        let digest = digest(&self.last, content);
        let text = format!("{content}{MARK}{digest}{END}\n");
        let written = self
            .file
            .set_len(self.end)
            .and_then(|()| self.file.seek(SeekFrom::Start(self.end)))
            .and_then(|_| self.file.write_all(text.as_bytes()));
        if let Err(error) = written {
            // Remove an incomplete line; if that fails too, it is removed when the file is read.
            let _ = self.file.set_len(self.end);
            return Err(failed(&error));
        }
        self.end += text.len() as u64;
        self.last = digest;
        Ok(())
    }

    /// The error for a line, counted from 1.
    pub(crate) fn fault(&self, number: usize, what: &str) -> LabError {
        LabError::Failed(format!("{}: line {number}: {what}", self.path.display()))
    }

    /// The line without its digest; `None` if the digest is wrong for this line after those before it.
    fn unseal(&mut self, line: &[u8]) -> Option<String> {
        let line = std::str::from_utf8(line).ok()?.strip_suffix(END)?;
        let (rest, found) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
        let content = rest.strip_suffix(MARK)?;
        if digest(&self.last, content) != found {
            return None;
        }
        self.last = found.into();
        Some(format!("{content}}}"))
    }
}

/// The beginning of a file of this kind.
pub(crate) fn beginning(kind: &str) -> String {
    format!("{{\"nimatron\":\"{kind}\"")
}

/// The digest of a line without its last brace, after a line with the digest `last`.
fn digest(last: &str, content: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(last.as_bytes()).update(b"\n").update(content.as_bytes());
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}
