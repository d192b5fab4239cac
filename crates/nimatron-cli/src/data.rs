//! The location of the user's data.

use std::path::PathBuf;

use anyhow::{Result, bail};
use nimatron_lab::{Lab, Store};

use crate::cli::Options;
use crate::terminal;

/// The name that disables the store.
const OFF: &str = "off";

/// The folder for the user's data, which may not exist: that of the variable `NIMATRON_DATA`, or the
/// usual one of the system.
pub(crate) fn folder() -> Option<PathBuf> {
    let usual = || {
        let folder = if cfg!(windows) {
            variable("APPDATA")
        } else {
            variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")))
        };
        Some(folder?.join("nimatron"))
    };
    variable("NIMATRON_DATA").or_else(usual)
}

/// The folder for solutions of whole games.
pub(crate) fn solutions() -> Option<PathBuf> {
    Some(folder()?.join("solutions"))
}

/// A file for answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoreFile {
    pub(crate) path: PathBuf,
    /// Whether the user named this file.
    pub(crate) is_named: bool,
}

/// The file for answers: that of `--store` or the variable `NIMATRON_STORE`, or one in the data folder. `None` if
/// there is no such folder, or if the store is disabled.
pub(crate) fn store_file(options: &Options) -> Option<StoreFile> {
    let named = options.store.clone().or_else(|| variable("NIMATRON_STORE"));
    match named {
        Some(path) if path.as_os_str() == OFF => None,
        Some(path) => Some(StoreFile { path, is_named: true }),
        None => Some(StoreFile { path: folder()?.join("store.sqlite"), is_named: false }),
    }
}

/// A lab that looks answers up in the store first. Fails if a store named by the user cannot be opened; for the default
/// store this is only a warning, printed once.
pub(crate) fn remembering(lab: Lab, options: &Options) -> Result<Lab> {
    let Some(StoreFile { path, is_named }) = store_file(options) else { return Ok(lab) };
    if is_named && path.as_os_str().is_empty() {
        bail!("--store needs the name of a file");
    }
    let store = Store::at(path, terminal::warn);
    Ok(lab.remembering(if is_named { store.opened()? } else { store }))
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
