//! Debian's packages, which are installed where nobody has to be asked.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::repository::succeeds;

/// Installs packages, if that is possible here. Whether it was, the caller sees by what is there then.
pub fn install(packages: &[&str]) -> Result<()> {
    if !is_root() || !Path::new("/usr/bin/apt-get").exists() {
        return Ok(());
    }
    eprintln!("Installing {}", packages.join(", "));
    let quiet = |command: &mut Command| {
        succeeds(command.env("DEBIAN_FRONTEND", "noninteractive").stdin(Stdio::null()))
    };
    // The list of packages may be old; if so, what is installed below says it.
    let _ = quiet(Command::new("apt-get").args(["update", "-qq"]))?;
    let _ = quiet(
        Command::new("apt-get").args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages),
    )?;
    Ok(())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
