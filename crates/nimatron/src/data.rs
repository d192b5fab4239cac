//! Where nimatron keeps what outlives it.

use std::path::PathBuf;

/// The folder for the user's data, which need not be there: that of the variable `NIMATRON_DATA`, or the
/// usual one of the system.
pub(crate) fn folder() -> Option<PathBuf> {
    let var = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let usual = || {
        let folder = if cfg!(windows) {
            var("APPDATA")
        } else {
            var("XDG_DATA_HOME").or_else(|| Some(var("HOME")?.join(".local/share")))
        };
        Some(folder?.join("nimatron"))
    };
    var("NIMATRON_DATA").or_else(usual)
}
