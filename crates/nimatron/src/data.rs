//! Where nimatron keeps what outlives it.

use std::path::PathBuf;

use anyhow::{Result, bail};
use nimatron_lab::{Lab, Store};

use crate::cli::Options;
use crate::terminal;

/// The word for no store at all.
const OFF: &str = "off";

/// The folder for the user's data, which need not be there: that of the variable `NIMATRON_DATA`, or the
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
    /// Whether somebody asked for this one.
    pub(crate) is_named: bool,
}

/// Where answers are kept: as `--store` or the variable `NIMATRON_STORE` says, or in the folder for data. Nothing if
/// there is no such folder, or if nothing is to be kept.
pub(crate) fn store_file(options: &Options) -> Option<StoreFile> {
    let named = options.store.clone().or_else(|| variable("NIMATRON_STORE"));
    match named {
        Some(path) if path.as_os_str() == OFF => None,
        Some(path) => Some(StoreFile { path, is_named: true }),
        None => Some(StoreFile { path: folder()?.join("store.sqlite"), is_named: false }),
    }
}

/// A lab that asks the store first. A store that was named has to be there; any other may be missing, and that is said
/// once.
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
