//! `cargo x supply` checks third-party code: every package of the page has a digest that `npm ci` checks,
//! and every crate has an allowed licence and source.

use std::process::Stdio;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::repository::{Verdict, cargo, root, succeeds};

/// Checks the packages of the page, and the crates where cargo-deny is installed.
pub fn run() -> Result<Verdict> {
    let packages = packages()?;
    let crates = crates()?;
    Ok(if (packages, crates) == (Verdict::Fine, Verdict::Fine) { Verdict::Fine } else { Verdict::Wrong })
}

/// Reports packages that `npm ci` cannot verify.
fn packages() -> Result<Verdict> {
    let lock =
        std::fs::read(root()?.join("web/package-lock.json")).context("web/package-lock.json is not there")?;
    let lock = serde_json::from_slice(&lock).context("web/package-lock.json is not JSON")?;
    let unverified = unverified(&lock)?;
    for name in &unverified {
        println!(
            "supply chain: {name} has no integrity hash in web/package-lock.json, so that `npm ci` takes whatever \
             it receives; choose versions whose packages the registry has for all platforms"
        );
    }
    Ok(if unverified.is_empty() { Verdict::Fine } else { Verdict::Wrong })
}

/// The packages without a digest, except links, which are folders of this repository.
fn unverified(lock: &Value) -> Result<Vec<String>> {
    let packages = lock["packages"].as_object().context("web/package-lock.json lists no packages")?;
    let others = packages.iter().filter(|(path, package)| !path.is_empty() && package["link"] != true);
    let unverified = others.filter(|(_, package)| package["integrity"].as_str().is_none_or(str::is_empty));
    Ok(unverified.map(|(path, _)| path.clone()).collect())
}

/// Runs cargo-deny if it is installed; installing takes minutes. The GitHub workflow always has it.
fn crates() -> Result<Verdict> {
    let mut version = cargo()?;
    version.args(["deny", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    if !version.status().is_ok_and(|status| status.success()) {
        println!(
            "supply chain: the crates were NOT checked, as cargo-deny is not installed: `cargo install --locked cargo-deny`"
        );
        return Ok(Verdict::Fine);
    }
    let allowed =
        succeeds(cargo()?.args(["deny", "--log-level", "error", "check", "licenses", "bans", "sources"]))?;
    // Advisories need a network, so they are checked only if they can be fetched.
    let fetched = succeeds(cargo()?.args(["deny", "fetch", "db"]).stderr(Stdio::null()))?;
    if fetched == Verdict::Wrong {
        println!("supply chain: advisories were NOT checked, as their database could not be reached");
        return Ok(allowed);
    }
    let advisories = succeeds(cargo()?.args(["deny", "--log-level", "error", "check", "advisories"]))?;
    Ok(if advisories == Verdict::Fine { allowed } else { Verdict::Wrong })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_package_without_a_digest_is_named_and_links_are_not() {
        let lock = json!({ "packages": {
            "": { "name": "page" },
            "node_modules/svelte": { "version": "5.0.0", "integrity": "sha512-AAAA" },
            "node_modules/binding": { "version": "1.0.0", "optional": true },
            "node_modules/empty": { "version": "1.0.0", "integrity": "" },
            "node_modules/ours": { "link": true },
        }});
        assert_eq!(unverified(&lock).unwrap(), ["node_modules/binding", "node_modules/empty"]);
    }

    #[test]
    fn every_package_of_the_page_has_a_digest() {
        assert_eq!(packages().unwrap(), Verdict::Fine);
    }
}
