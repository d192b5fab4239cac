//! Writes files for other programs. A file gets its final name only when it is complete.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use nimatron_solve::{Values, with_suffix};

use crate::LabError;

/// The maximum number of unfinished files, left by killed processes, next to a file.
const MOST_PARTS: usize = 100;

/// A file that is being written under a temporary name.
pub(crate) struct OutFile {
    path: PathBuf,
    /// The temporary name; `None` for a pipe or device, which is written directly.
    part: Option<PathBuf>,
    file: File,
}

impl OutFile {
    /// Creates the file, so that one that can't be written is reported early.
    pub(crate) fn create(path: &Path) -> Result<Self, LabError> {
        if path.is_dir() {
            return Err(LabError::Failed(format!("{}: this is a folder", path.display())));
        }
        if is_disk(path) {
            return Err(LabError::Failed(format!("{}: this is a disk, not a file", path.display())));
        }
        if is_special(path) {
            let file = OpenOptions::new().write(true).open(path).map_err(|error| failed(path, &error))?;
            return Ok(OutFile { path: path.into(), part: None, file });
        }
        // An existing file with the name of an unfinished one is not touched.
        let names = (0..).map(|number| match number {
            0 => with_suffix(path, ".part"),
            _ => with_suffix(path, &format!(".part-{number}")),
        });
        for part in names.take(MOST_PARTS) {
            match OpenOptions::new().write(true).create_new(true).open(&part) {
                Ok(file) => return Ok(OutFile { path: path.into(), part: Some(part), file }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(path, &error)),
            }
        }
        let message = format!(
            "{}: {MOST_PARTS} unfinished files are next to it; delete those that are not needed",
            path.display()
        );
        Err(LabError::Failed(message))
    }

    /// Writes a small file.
    pub(crate) fn write_all(self, bytes: &[u8]) -> Result<(), LabError> {
        let written = (&self.file).write_all(bytes);
        self.finish(written)
    }

    /// Gives the file its final name, if it was written.
    fn finish(self, written: io::Result<()>) -> Result<(), LabError> {
        let done = written.and_then(|()| match &self.part {
            Some(part) => self.file.sync_all().and_then(|()| std::fs::rename(part, &self.path)),
            None => Ok(()),
        });
        done.map_err(|error| failed(&self.path, &error))
    }

    /// Writes the first `length` values in the format of the extension, `.bfile`, `.csv` or `.npy`, otherwise as raw
    /// little-endian numbers of 16 or 32 bits.
    pub(super) fn write(self, values: &Values, length: usize) -> Result<(), LabError> {
        let mut out = BufWriter::with_capacity(1 << 20, &self.file);
        let written = match &*extension(&self.path) {
            "bfile" => lines(&mut out, values, length, "", ' '),
            "csv" => lines(&mut out, values, length, "n,value\n", ','),
            "npy" => npy(&mut out, values, length),
            _ => raw(&mut out, values, length),
        };
        let written = written.and_then(|()| out.flush());
        drop(out);
        self.finish(written)
    }
}

impl Drop for OutFile {
    fn drop(&mut self) {
        // A file with its final name leaves nothing to remove.
        if let Some(part) = &self.part {
            let _ = std::fs::remove_file(part);
        }
    }
}

fn lines(out: &mut impl Write, values: &Values, length: usize, head: &str, between: char) -> io::Result<()> {
    out.write_all(head.as_bytes())?;
    for (heap, value) in values.iter().take(length).enumerate() {
        writeln!(out, "{heap}{between}{value}")?;
    }
    Ok(())
}

fn raw(out: &mut impl Write, values: &Values, length: usize) -> io::Result<()> {
    match values {
        Values::Narrow(values) => {
            values.iter().take(length).try_for_each(|value| out.write_all(&value.to_le_bytes()))
        }
        Values::Wide(values) => {
            values.iter().take(length).try_for_each(|value| out.write_all(&value.to_le_bytes()))
        }
    }
}

/// NumPy's format, version 1.0: a header padded to a multiple of 64 bytes, and raw numbers.
fn npy(out: &mut impl Write, values: &Values, length: usize) -> io::Result<()> {
    let kind = match values {
        Values::Narrow(_) => "<u2",
        Values::Wide(_) => "<u4",
    };
    let mut head = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({length},), }}");
    while !(10 + head.len() + 1).is_multiple_of(64) {
        head.push(' ');
    }
    head.push('\n');
    out.write_all(b"\x93NUMPY\x01\x00")?;
    out.write_all(&(head.len() as u16).to_le_bytes())?;
    out.write_all(head.as_bytes())?;
    raw(out, values, length)
}

/// Writes a small file atomically.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    OutFile::create(path)?.write_all(bytes)
}

/// Whether the path is a disk: writing to it would destroy its contents.
#[cfg(unix)]
fn is_disk(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    path.metadata().is_ok_and(|found| found.file_type().is_block_device())
}

#[cfg(not(unix))]
fn is_disk(_: &Path) -> bool {
    false
}

/// Whether the path is not a regular file, such as a pipe or a terminal: it can be written but not replaced.
pub(super) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|found| !found.is_file())
}

/// Checks that a file can be written later.
pub(super) fn check_writable(path: &Path) -> Result<(), LabError> {
    OutFile::create(path).map(drop)
}

/// The file extension.
pub(crate) fn extension(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// The error of a failed file operation.
pub(crate) fn failed(path: &Path, error: &io::Error) -> LabError {
    LabError::Failed(format!("{}: {error}", path.display()))
}
