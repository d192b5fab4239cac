//! What files that are written in one go have in common.

use std::io;
use std::path::{Path, PathBuf};

/// The name of a file that isn't finished.
pub(crate) fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// The room on the disk where a file or folder is.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn free_space(path: &Path) -> io::Result<u64> {
    fs4::available_space(path)
}

/// In a browser there is no disk, and nothing is known of its size.
#[cfg(target_family = "wasm")]
pub(crate) fn free_space(_: &Path) -> io::Result<u64> {
    Ok(u64::MAX)
}
