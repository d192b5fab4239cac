//! The page in `web/`: built, served, written for a static host, tested in a browser.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::repository::{Verdict, cargo, root, succeeds};
use crate::start::Start;
use crate::{packages, together, wasm};

/// The oldest node that can build it.
const NODE: (u32, u32) = (20, 19);

/// The folder of the page.
fn folder() -> Result<PathBuf> {
    Ok(root()?.join("web"))
}

/// Builds everything and opens it in the browser, or writes it for any web server.
pub fn start(start: &Start) -> Result<Verdict> {
    match start {
        Start::Static(folder) => static_site(Path::new(folder)),
        Start::Serve(arguments) => {
            let mut command = Command::new(together::build()?);
            command.args(["serve", "--open", "--page"]).arg(folder()?.join("dist")).args(arguments);
            become_it(&mut command)
        }
    }
}

/// Builds the program with the page inside, as one file that can be copied anywhere.
pub fn release() -> Result<Verdict> {
    build(&say)?;
    let mut command = cargo()?;
    command.args(["build", "--release", "--bin", "nimatron", "--features", "nimatron-cli/embed-page"]);
    let verdict = succeeds(&mut command)?;
    if verdict == Verdict::Fine {
        println!("nimatron with its page is {}", together::program()?.display());
    }
    Ok(verdict)
}

/// Replaces this process, so that Ctrl-C reaches only nimatron.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<Verdict> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<Verdict> {
    succeeds(command)
}

/// Writes the page and the engine as WebAssembly into a folder that any web server can serve.
fn static_site(into: &Path) -> Result<Verdict> {
    build(&say)?;
    // Built before anything is written, because it may fail.
    let engine = wasm::build()?;
    let page = folder()?.join("dist");
    copy(&page, into)?;
    copy(&engine, &into.join("wasm"))?;
    println!("The page is in {}: any web server can serve that folder.", into.display());
    Ok(Verdict::Fine)
}

/// Copies a folder recursively.
fn copy(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to).with_context(|| format!("could not make {}", to.display()))?;
    for entry in std::fs::read_dir(from).with_context(|| format!("could not read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target)
                .with_context(|| format!("could not write {}", target.display()))?;
        }
    }
    Ok(())
}

/// Prints the current stage, when nothing else runs at the same time.
fn say(stage: &str) {
    eprintln!("page: {stage}");
}

/// Installs the packages of the lock file and builds the page into `web/dist`, unless it is up to date.
/// `stage` receives the progress; the output of npm is shown only as part of an error.
pub fn build(stage: &dyn Fn(&str)) -> Result<()> {
    look_for_node()?;
    install(stage)?;
    let folder = folder()?;
    let kept = folder.join("node_modules/.nimatron-page");
    let wanted = fingerprint(&folder)?;
    let is_built = folder.join("dist/index.html").exists();
    if is_built && std::fs::read_to_string(&kept).is_ok_and(|kept| kept == wanted) {
        return Ok(());
    }
    stage("building");
    npm(&["run", "--silent", "build"], "the page could not be built")?;
    Ok(std::fs::write(&kept, wanted)?)
}

/// A hash of the sources of the page.
fn fingerprint(folder: &Path) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    let mut open: Vec<PathBuf> = SOURCES.iter().map(|name| folder.join(name)).collect();
    while let Some(path) = open.pop() {
        let failed = || format!("could not read {}", path.display());
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).with_context(failed)?;
            let mut inside = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
            inside.sort();
            open.extend(inside);
        } else {
            path.hash(&mut hasher);
            std::fs::read(&path).with_context(failed)?.hash(&mut hasher);
        }
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// The sources of the page.
const SOURCES: [&str; 7] = [
    "src",
    "public",
    "index.html",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// Installs packages unless they match the lock file.
fn install(stage: &dyn Fn(&str)) -> Result<()> {
    let folder = folder()?;
    let (lock, kept) = (folder.join("package-lock.json"), folder.join("node_modules/.nimatron-lock"));
    let wanted = std::fs::read(&lock).context("web/package-lock.json is not there")?;
    if std::fs::read(&kept).is_ok_and(|kept| kept == wanted) {
        return Ok(());
    }
    stage("installing packages");
    npm(&["ci", "--no-audit", "--no-fund"], "npm could not install what the page needs")?;
    Ok(std::fs::write(&kept, wanted)?)
}

/// npm in the folder of the page.
fn npm_command() -> Result<Command> {
    let mut command = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.current_dir(folder()?).stdin(Stdio::null());
    Ok(command)
}

/// Runs npm, and shows its output only if it fails.
fn npm(arguments: &[&str], failure: &str) -> Result<()> {
    let output = npm_command()?.args(arguments).output().context("could not run npm")?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    bail!("{failure}: `npm {}` in web/ failed\n{}", arguments.join(" "), said.trim())
}

/// Fails if there is no node that can build the page.
pub fn look_for_node() -> Result<()> {
    let needed = format!("the page is built with node {}.{} or later", NODE.0, NODE.1);
    let output = Command::new("node").arg("--version").output();
    let Ok(output) = output else {
        bail!("{needed}, and there is none; https://nodejs.org has it, as have most systems")
    };
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    if !is_new_enough(&version) {
        bail!("{needed}; here is {version}");
    }
    Ok(())
}

/// Whether a version (`v20.19.1`) is new enough.
fn is_new_enough(version: &str) -> bool {
    let mut numbers =
        version.trim_start_matches('v').split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= NODE
}

/// The engine as WebAssembly, for the tests; `None` if there is no compiler for it.
pub fn engine() -> Result<Option<PathBuf>> {
    if wasm::install()? { wasm::build().map(Some) } else { Ok(None) }
}

/// All tests of the page: types, units, and a real browser, with the program that cargo's tests built and
/// with the engine as WebAssembly, if there is one.
pub fn test(engine: Option<&Path>) -> Result<Verdict> {
    build(&say)?;
    let mut failed = Vec::new();
    for script in ["check", "test"] {
        eprintln!("Testing the page: {script}");
        if succeeds(npm_command()?.args(["run", "--silent", script]))? == Verdict::Wrong {
            failed.push(script);
        }
    }
    eprintln!("Testing the page: in a browser");
    let browser = browser()?;
    crate::test::build()?;
    let program = crate::test::program()?;
    let mut command = npm_command()?;
    command
        .args(["run", "--silent", "test:browser"])
        .env("NIMATRON_BIN", program)
        .env("CHROMIUM_BIN", browser)
        // Without an engine, a missing folder, so that no old engine is tested.
        .env("NIMATRON_WASM", engine.unwrap_or(Path::new("no-engine")));
    if succeeds(&mut command)? == Verdict::Wrong {
        failed.push("test:browser");
    }
    if engine.is_none() {
        println!(
            "page: the engine as WebAssembly was NOT tested, as there is no compiler for it: see `cargo x wasm`"
        );
    }
    if failed.is_empty() {
        println!("page: types, units and browser are fine");
        return Ok(Verdict::Fine);
    }
    println!("page: something is wrong with {}", failed.join(", "));
    Ok(Verdict::Wrong)
}

/// The usual paths of browsers.
const BROWSERS: [&str; 4] = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
];

/// A Chromium, installed if that is possible without interaction.
fn browser() -> Result<PathBuf> {
    let there = || {
        let named = std::env::var_os("CHROMIUM_BIN").map(PathBuf::from);
        named.into_iter().chain(BROWSERS.iter().map(PathBuf::from)).find(|path| path.exists())
    };
    if let Some(path) = there() {
        return Ok(path);
    }
    packages::install(&["chromium"])?;
    there().context(
        "the page is tested in Chromium, and there is none: install it, or say where it is with CHROMIUM_BIN",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_was_changed_has_another_fingerprint() {
        let folder = std::env::temp_dir().join(format!("nimatron-page-{}", std::process::id()));
        for name in SOURCES {
            std::fs::create_dir_all(folder.join(name)).unwrap();
        }
        std::fs::write(folder.join("src/main.ts"), "one").unwrap();
        let before = fingerprint(&folder).unwrap();
        assert_eq!(fingerprint(&folder).unwrap(), before);
        std::fs::write(folder.join("src/main.ts"), "two").unwrap();
        assert_ne!(fingerprint(&folder).unwrap(), before);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_old_node_is_refused() {
        assert!(is_new_enough("v20.19.0") && is_new_enough("v22.1.0") && is_new_enough("v100.0.0"));
        assert!(!is_new_enough("v20.18.3") && !is_new_enough("v18.20.0") && !is_new_enough(""));
    }
}
