//! `cargo x miri` and `cargo x tsan`: tests that detect undefined behaviour and data races.
//!
//! Both need a nightly toolchain with an extra component. Toolchains are left to the user to install.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::repository::{Verdict, root, succeeds, target_directory};

/// What Miri runs, as arguments of `cargo miri test`: small tests of code with unsafe blocks and of what it
/// relies on. Miri is a thousand times slower than the processor.
const UNDER_MIRI: [&[&str]; 3] = [
    &["--package", "nimatron-value", "--lib", "--", "slab::", "arena::", "cache::", "marks::"],
    &["--package", "nimatron-value", "--test", "foreign"],
    &["--package", "nimatron-rules", "--lib", "--", "budget::", "bits::", "hash::", "sort::"],
];

/// What runs with a thread sanitizer, as arguments of `cargo test`: tests in which threads share data.
const UNDER_TSAN: [&[&str]; 3] = [
    &["--package", "nimatron-value", "--lib", "--", "slab::", "cache::", "several_threads"],
    &["--package", "nimatron-value", "--test", "foreign"],
    &[
        "--package",
        "nimatron-solve",
        "--lib",
        "--test",
        "threads",
        "--",
        "thread",
        "shards::",
        "team::",
        "job",
    ],
];

/// Runs tests in Miri.
pub fn miri() -> Result<Verdict> {
    let mut version = nightly(&root()?);
    version.args(["cargo", "miri", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        bail!(
            "Miri is not installed, so nothing was checked; `rustup toolchain install nightly --component miri,rust-src` \
             gets it"
        );
    }
    run(&UNDER_MIRI, |command| command.args(["cargo", "miri", "test"]))
}

/// Runs tests with a thread sanitizer.
pub fn tsan() -> Result<Verdict> {
    let Some(host) = rust_source().and_then(|()| host()) else {
        bail!(
            "the thread sanitizer needs a nightly toolchain with rust-src, which is not installed, so nothing was checked; \
             `rustup toolchain install nightly --component rust-src` gets it"
        );
    };
    let folder = target_directory()?.join("tsan");
    run(&UNDER_TSAN, |command| {
        // The standard library must be compiled for the sanitizer, too, or its locks are not seen.
        command
            .env("RUSTFLAGS", "-Zsanitizer=thread")
            .args(["cargo", "test", "-Zbuild-std", "--target", &host, "--target-dir"])
            .arg(&folder)
    })
}

/// Runs all of these tests, even if some fail.
fn run(tests: &[&[&str]], begin: impl Fn(&mut Command) -> &mut Command) -> Result<Verdict> {
    let root = root()?;
    let mut verdict = Verdict::Fine;
    for &arguments in tests {
        eprintln!("Running {}", arguments.join(" "));
        if succeeds(begin(&mut nightly(&root)).args(arguments))? == Verdict::Wrong {
            verdict = Verdict::Wrong;
        }
    }
    Ok(verdict)
}

/// A program of the nightly toolchain, whichever is active.
fn nightly(root: &Path) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly"]).current_dir(root).env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    command
}

/// The output of a nightly program, if it succeeds.
fn nightly_says(words: &[&str]) -> Option<String> {
    let output = nightly(&root().ok()?).args(words).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// `Some` if the source of `std` is installed.
fn rust_source() -> Option<()> {
    let sysroot = nightly_says(&["rustc", "--print", "sysroot"])?;
    Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.lock").is_file().then_some(())
}

/// The host's target triple.
fn host() -> Option<String> {
    let version = nightly_says(&["rustc", "--verbose", "--version"])?;
    version.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_test_that_is_run_is_of_a_package_that_is_there() {
        let root = root().unwrap();
        for arguments in UNDER_MIRI.iter().chain(&UNDER_TSAN) {
            let ["--package", package, rest @ ..] = arguments else { panic!("{arguments:?}") };
            let folder = root.join("crates").join(package);
            assert!(folder.join("Cargo.toml").is_file(), "{package}");
            let mut words = rest.iter().take_while(|word| **word != "--");
            while let Some(word) = words.next() {
                if *word == "--test" {
                    let test = words.next().unwrap();
                    assert!(folder.join("tests").join(test).with_extension("rs").is_file(), "{test}");
                }
            }
            for module in rest.iter().filter_map(|word| word.strip_suffix("::")) {
                let file = |name: &str| folder.join("src").join(name).with_extension("rs").is_file();
                assert!(file(module) || file(&format!("sequence/{module}")), "{module}");
            }
        }
    }
}
