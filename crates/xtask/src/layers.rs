//! `cargo x layers`: the crates depend on each other only as ARCHITECTURE.md says they may.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::repository::{Verdict, metadata};

/// A workspace crate.
struct Layer {
    name: &'static str,
    /// Its level. Tests may use any crate of a lower level.
    floor: u8,
    /// The workspace crates that it may depend on.
    may_use: &'static [&'static str],
}

/// The allowed dependencies. ARCHITECTURE.md has the same table, with reasons.
const HOUSE: &[Layer] = &[
    Layer { name: "nimatron-value", floor: 0, may_use: &[] },
    Layer { name: "nimatron-rules", floor: 0, may_use: &[] },
    Layer { name: "nimatron-games", floor: 1, may_use: &["nimatron-rules"] },
    Layer { name: "nimatron-solve", floor: 2, may_use: &["nimatron-value", "nimatron-rules"] },
    Layer { name: "nimatron-search", floor: 2, may_use: &["nimatron-rules"] },
    Layer {
        name: "nimatron-builtin",
        floor: 3,
        may_use: &["nimatron-rules", "nimatron-games", "nimatron-search"],
    },
    Layer {
        name: "nimatron-catalog",
        floor: 4,
        may_use: &["nimatron-value", "nimatron-rules", "nimatron-solve", "nimatron-search"],
    },
    Layer {
        name: "nimatron-lab",
        floor: 5,
        may_use: &[
            "nimatron-value",
            "nimatron-rules",
            "nimatron-solve",
            "nimatron-search",
            "nimatron-catalog",
        ],
    },
    Layer { name: "nimatron-web", floor: 6, may_use: &["nimatron-lab", "nimatron-builtin"] },
    Layer {
        name: "nimatron",
        floor: 3,
        may_use: &["nimatron-value", "nimatron-rules", "nimatron-games", "nimatron-solve"],
    },
    Layer { name: "nimatron-cli", floor: 7, may_use: &["nimatron-lab", "nimatron-web", "nimatron-builtin"] },
    Layer { name: "nimatron-py", floor: 6, may_use: &["nimatron-lab", "nimatron-builtin"] },
    // Measures everything but the front ends.
    Layer {
        name: "nimatron-bench",
        floor: 6,
        may_use: &[
            "nimatron-value",
            "nimatron-rules",
            "nimatron-games",
            "nimatron-solve",
            "nimatron-search",
            "nimatron-builtin",
            "nimatron-catalog",
            "nimatron-lab",
        ],
    },
    Layer { name: "nimatron-attack", floor: 0, may_use: &[] },
    // Its tests compile the templates for games.
    Layer { name: "xtask", floor: 1, may_use: &[] },
];

/// The kind of a dependency. [`Kind::Build`] includes the dependencies of build scripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Build,
    Test,
}

/// A dependency between workspace crates.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Arrow {
    from: String,
    to: String,
    kind: Kind,
}

/// Reads the dependencies from cargo and reports those that are not allowed.
pub fn run() -> Result<Verdict> {
    let (crates, arrows) = read(&metadata()?)?;
    let complaints = complaints(&crates, &arrows);
    for complaint in &complaints {
        println!("layers: {complaint}");
    }
    if complaints.is_empty() {
        println!("layers: {} crates, {} arrows, all allowed", crates.len(), arrows.len());
        return Ok(Verdict::Fine);
    }
    Ok(Verdict::Wrong)
}

/// The crates and their dependencies, from the output of `cargo metadata --no-deps`.
fn read(metadata: &Value) -> Result<(Vec<String>, Vec<Arrow>)> {
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    let name = |value: &Value| Some(value["name"].as_str()?.to_owned());
    let crates: Vec<String> = packages.iter().filter_map(name).collect();
    let mut arrows = Vec::new();
    for package in packages {
        let from = name(package).context("a package without a name")?;
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let to = name(dependency).context("a dependency without a name")?;
            let kind = if dependency["kind"] == "dev" { Kind::Test } else { Kind::Build };
            let arrow = Arrow { from: from.clone(), to, kind };
            if crates.contains(&arrow.to) && !arrows.contains(&arrow) {
                arrows.push(arrow);
            }
        }
    }
    Ok((crates, arrows))
}

/// One sentence for each crate missing from the table and each forbidden dependency.
fn complaints(crates: &[String], arrows: &[Arrow]) -> Vec<String> {
    let layer = |name: &str| HOUSE.iter().find(|layer| layer.name == name);
    let strangers = crates.iter().filter(|name| layer(name).is_none()).map(|name| {
        format!(
            "{name} is not in the table; give it a line in crates/xtask/src/layers.rs and in ARCHITECTURE.md"
        )
    });
    let trespassers = arrows.iter().filter_map(|Arrow { from, to, kind }| {
        let (here, there) = (layer(from)?, layer(to)?);
        match kind {
            Kind::Build if here.may_use.contains(&there.name) => None,
            Kind::Build if here.may_use.is_empty() => {
                Some(format!("{from} must not depend on {to}; it may depend on nothing of ours"))
            }
            Kind::Build => Some(format!(
                "{from} must not depend on {to}; of ours it may depend on {}",
                here.may_use.join(", ")
            )),
            Kind::Test if there.floor < here.floor => None,
            Kind::Test => {
                Some(format!("the tests of {from} must not depend on {to}, which does not stand below it"))
            }
        }
    });
    strangers.chain(trespassers).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn complaints_about(from: &str, to: &str, kind: Kind) -> Vec<String> {
        complaints(
            &[from.to_owned(), to.to_owned()],
            &[Arrow { from: from.to_owned(), to: to.to_owned(), kind }],
        )
    }

    #[test]
    fn games_may_use_rules_and_rules_may_not_use_games() {
        assert!(complaints_about("nimatron-games", "nimatron-rules", Kind::Build).is_empty());
        assert_eq!(
            complaints_about("nimatron-rules", "nimatron-games", Kind::Build),
            ["nimatron-rules must not depend on nimatron-games; it may depend on nothing of ours"]
        );
    }

    #[test]
    fn the_command_line_may_use_the_lab_and_the_page_and_nothing_else() {
        assert!(complaints_about("nimatron-cli", "nimatron-lab", Kind::Build).is_empty());
        assert_eq!(
            complaints_about("nimatron-cli", "nimatron-solve", Kind::Build),
            [
                "nimatron-cli must not depend on nimatron-solve; of ours it may depend on nimatron-lab, nimatron-web, nimatron-builtin"
            ]
        );
    }

    #[test]
    fn tests_may_use_any_crate_that_stands_lower_and_no_other() {
        assert!(complaints_about("nimatron-solve", "nimatron-games", Kind::Test).is_empty());
        assert!(!complaints_about("nimatron-solve", "nimatron-games", Kind::Build).is_empty());
        assert!(!complaints_about("nimatron-games", "nimatron-solve", Kind::Test).is_empty());
        assert!(!complaints_about("nimatron-solve", "nimatron-search", Kind::Test).is_empty());
    }

    #[test]
    fn a_crate_that_the_table_lacks_is_a_complaint() {
        let complaints = complaints(&["nimatron-attic".to_owned()], &[]);
        assert!(complaints[0].starts_with("nimatron-attic is not in the table"), "{complaints:?}");
    }

    #[test]
    fn every_crate_that_may_be_used_is_in_the_table_and_stands_lower() {
        for layer in HOUSE {
            for used in layer.may_use {
                let used = HOUSE.iter().find(|other| other.name == *used).unwrap();
                assert!(used.floor < layer.floor, "{} on {}", layer.name, used.name);
            }
        }
    }

    #[test]
    fn arrows_are_read_with_their_kind_and_strangers_left_out() {
        let metadata = json!({ "packages": [
            { "name": "nimatron-games", "dependencies": [
                { "name": "nimatron-rules", "kind": null },
                { "name": "nimatron-value", "kind": "dev" },
                { "name": "smallvec", "kind": null },
            ]},
            { "name": "nimatron-rules", "dependencies": [] },
            { "name": "nimatron-value", "dependencies": [{ "name": "nimatron-rules", "kind": "build" }] },
        ]});
        let (crates, arrows) = read(&metadata).unwrap();
        assert_eq!(crates, ["nimatron-games", "nimatron-rules", "nimatron-value"]);
        let arrows: Vec<_> = arrows.iter().map(|arrow| (&*arrow.from, &*arrow.to, arrow.kind)).collect();
        assert_eq!(
            arrows,
            [
                ("nimatron-games", "nimatron-rules", Kind::Build),
                ("nimatron-games", "nimatron-value", Kind::Test),
                ("nimatron-value", "nimatron-rules", Kind::Build),
            ]
        );
    }

    #[test]
    fn this_repository_keeps_to_the_table() {
        let (crates, arrows) = read(&metadata().unwrap()).unwrap();
        assert_eq!(complaints(&crates, &arrows), Vec::<String>::new());
    }
}
