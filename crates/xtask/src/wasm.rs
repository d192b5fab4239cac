//! The engine as WebAssembly, for the page without a server.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::packages;
use crate::repository::{Verdict, cargo, root, succeeds, target_directory};

const TARGET: &str = "wasm32-unknown-unknown";
/// 128-bit vectors, supported by every browser since 2023, and less inlining than elsewhere, because
/// solvers are compiled for every game.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Cllvm-args=-inline-threshold=40";
/// Debian's compiler for its browsers. It comes with the sources of the standard library.
const DEBIAN: [&str; 2] = ["/usr/bin/cargo", "/usr/bin/rustc"];
/// Its packages.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-19"];
/// Suitable linkers.
const LINKERS: [&str; 3] = ["/usr/bin/wasm-ld-19", "/usr/bin/wasm-ld", "/usr/bin/rust-lld"];

/// `cargo x wasm`.
pub fn run() -> Result<Verdict> {
    let folder = build()?;
    println!("The engine is in {}", folder.display());
    Ok(Verdict::Fine)
}

/// Compiles the engine and returns the folder of `nimatron_web.js` and `nimatron_web_bg.wasm`.
pub fn build() -> Result<PathBuf> {
    let target = target_directory()?.join("wasm");
    eprintln!("Building the engine as WebAssembly. The first time this takes several minutes.");
    let Some(mut command) = compiler()? else {
        bail!(
            "this compiler has no libraries for WebAssembly. `rustup target add {TARGET}` gets them; on Debian, \
             `apt-get install {}` will do instead",
            PACKAGES.join(" ")
        );
    };
    command
        .args([
            "rustc",
            "--quiet",
            "--package",
            "nimatron-web",
            "--lib",
            "--crate-type",
            "cdylib",
            "--profile",
            "wasm",
        ])
        .args(["--target", TARGET, "--target-dir"])
        .arg(&target);
    if succeeds(&mut command)? == Verdict::Wrong {
        bail!("the engine could not be compiled to WebAssembly");
    }
    let module = target.join(TARGET).join("wasm/nimatron_web.wasm");
    let out = target.join("page");
    bind(&module, &out)?;
    let size = std::fs::metadata(out.join("nimatron_web_bg.wasm")).context("there is no module")?.len();
    eprintln!("The engine has {} kB, before it is compressed.", size / 1000);
    Ok(out)
}

/// Installs a compiler for WebAssembly if there is none and that is possible without interaction. Returns
/// whether there is one.
pub fn install() -> Result<bool> {
    if compiler()?.is_none() {
        packages::install(&PACKAGES)?;
    }
    Ok(compiler()?.is_some())
}

/// The cargo command that compiles to WebAssembly, or `None` if there is none.
fn compiler() -> Result<Option<Command>> {
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
    let has_target = libraries.is_ok_and(|output| {
        let path = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        std::fs::read_dir(path).is_ok_and(|mut files| files.next().is_some())
    });
    if has_target {
        let mut command = cargo()?;
        command.env("RUSTFLAGS", FLAGS);
        return Ok(Some(command));
    }
    let linker = LINKERS.iter().find(|path| Path::new(path).exists());
    let is_there = DEBIAN.iter().all(|path| Path::new(path).exists()) && sources_are_there();
    let Some(linker) = linker.filter(|_| is_there) else { return Ok(None) };
    let [cargo, rustc] = DEBIAN;
    let mut command = Command::new(cargo);
    command
        .current_dir(root()?)
        // The standard library is compiled as well, which requires unstable features.
        .args(["-Zbuild-std=std,panic_abort"])
        .env("RUSTC", rustc)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", format!("{FLAGS} -Clinker={linker} -Clinker-flavor=wasm-ld"));
    Ok(Some(command))
}

/// Whether Debian's compiler has the sources of the standard library.
fn sources_are_there() -> bool {
    let output = Command::new(DEBIAN[1]).args(["--print", "sysroot"]).output();
    output.is_ok_and(|output| {
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Path::new(&sysroot).join("lib/rustlib/src/rust/library/std").is_dir()
    })
}

/// Writes the JavaScript around the module. The library for it is large, so it is compiled only for this.
fn bind(module: &Path, out: &Path) -> Result<()> {
    let mut command = cargo()?;
    command
        .args(["run", "--quiet", "--package", "xtask", "--features", "bindgen", "--target-dir"])
        .arg(target_directory()?.join("bindgen"))
        .args(["--", "bindgen"])
        .args([module, out]);
    match succeeds(&mut command)? {
        Verdict::Fine => Ok(()),
        Verdict::Wrong => bail!("the JavaScript around the engine could not be written"),
    }
}

/// `cargo x bindgen MODULE FOLDER`.
#[cfg(feature = "bindgen")]
pub fn bindgen(module: &str, folder: &str) -> Result<Verdict> {
    wasm_bindgen_cli_support::Bindgen::new()
        .input_path(module)
        .out_name("nimatron_web")
        .web(true)
        .and_then(|bindgen| {
            bindgen
                .typescript(false)
                .remove_name_section(true)
                .remove_producers_section(true)
                .generate(folder)
        })
        .context("wasm-bindgen failed")?;
    Ok(Verdict::Fine)
}

#[cfg(not(feature = "bindgen"))]
pub fn bindgen(_: &str, _: &str) -> Result<Verdict> {
    bail!("`cargo x wasm` does this, with an xtask of its own")
}
