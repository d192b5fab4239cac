//! Our files: how they are recognised, and code shared by files that are written in one go.
//!
//! Every file that is resumed or rewritten begins with a few bytes that identify it. A file that does not
//! begin with them is never overwritten, whatever path a user gives.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::SolveError;

/// The first bytes of each of our files, whatever its kind; text files of JSON have it in their first line.
const NAME: &[u8] = b"nimatron ";

/// Opens one of our files for reading and writing, at its beginning, or creates it.
///
/// # Errors
///
/// A file that is neither empty nor begins with `magic` is refused and left as it is, and so is anything that
/// is not a regular file, such as a folder, a device or a pipe.
pub fn open_ours(path: &Path, magic: &[u8]) -> Result<File, SolveError> {
    let fails = |error: io::Error| SolveError::file(path, &error);
    // Opening a pipe would wait for its other end.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Err(not_regular(path));
    }
    let mut options = OpenOptions::new();
    let mut file = options.read(true).write(true).create(true).truncate(false).open(path).map_err(fails)?;
    check_beginning(path, &mut file, magic)?;
    file.seek(SeekFrom::Start(0)).map_err(fails)?;
    Ok(file)
}

/// Fails if there is a file that must not be overwritten: one that is neither empty nor begins with `magic`.
/// Returns whether there is a file that begins with `magic`.
pub fn check_ours(path: &Path, magic: &[u8]) -> Result<bool, SolveError> {
    let fails = |error: io::Error| SolveError::file(path, &error);
    match path.metadata() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(fails(error)),
        Ok(found) if !found.is_file() => return Err(not_regular(path)),
        Ok(_) => {}
    }
    let mut file = File::open(path).map_err(fails)?;
    check_beginning(path, &mut file, magic)
}

/// Fails if a file is neither empty nor begins with `magic`; returns whether it begins with `magic`.
fn check_beginning(path: &Path, file: &mut File, magic: &[u8]) -> Result<bool, SolveError> {
    let mut found = Vec::new();
    file.by_ref()
        .take(magic.len() as u64)
        .read_to_end(&mut found)
        .map_err(|error| SolveError::file(path, &error))?;
    if found.is_empty() || found == magic {
        return Ok(!found.is_empty());
    }
    let is_ours = found.windows(NAME.len()).any(|bytes| bytes == NAME);
    let why = if is_ours {
        "this is a nimatron file of another kind or version; it is left as it is"
    } else {
        "this is not a nimatron file; it is left as it is"
    };
    Err(SolveError::File { path: path.into(), why: why.into() })
}

fn not_regular(path: &Path) -> SolveError {
    SolveError::File { path: path.into(), why: "this is not a regular file".into() }
}

/// The name of an unfinished file.
pub(crate) fn partial(path: &Path) -> PathBuf {
    with_suffix(path, ".partial")
}

/// The path with this suffix.
#[must_use]
pub fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

/// The free space on the disk of a file or folder.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn free_space(path: &Path) -> io::Result<u64> {
    fs4::available_space(path)
}

/// In a browser there is no disk, and its size is unknown.
#[cfg(target_family = "wasm")]
pub(crate) fn free_space(_: &Path) -> io::Result<u64> {
    Ok(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_empty_or_begins_as_ours_is_opened() {
        let folder = std::env::temp_dir().join(format!("nimatron-ours-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let magic = b"nimatron test 1\n";
        let path = folder.join("file");
        let why = |path: &Path| open_ours(path, magic).unwrap_err().to_string();
        assert!(!check_ours(&path, magic).unwrap());
        drop(open_ours(&path, magic).unwrap());
        assert!(!check_ours(&path, magic).unwrap());
        for foreign in [&b"m"[..], b"my thesis", b"nimatron test 1", b"\0\xff", b"nimatron test 2\n"] {
            std::fs::write(&path, foreign).unwrap();
            let said = why(&path);
            assert!(said.contains("it is left as it is"), "{said}");
            assert_eq!(check_ours(&path, magic).unwrap_err().to_string(), said);
            assert_eq!(std::fs::read(&path).unwrap(), foreign);
        }
        assert!(why(&path).contains("another kind or version"));
        std::fs::write(&path, b"nimatron test 1\nmore").unwrap();
        assert!(check_ours(&path, magic).unwrap());
        let mut text = String::new();
        open_ours(&path, magic).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "nimatron test 1\nmore");
        assert!(why(&folder).contains("not a regular file"));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
