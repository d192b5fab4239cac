//! `cargo x golden` checks the games' known answers.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::repository::{Verdict, cargo, root, succeeds};

/// What to compare.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Asked {
    /// The file of one game, without `.md`; `None` for all files.
    file: Option<String>,
    /// Whether to rewrite answers that are only recorded.
    bless: bool,
}

/// Compares every game, or one, with its golden file, or rewrites the file with the current answers.
///
/// It runs a test of the lab, which takes less time to compile than the whole program.
pub fn run(arguments: &[&str]) -> Result<Verdict> {
    let asked = read(arguments, &known(&root()?.join("goldens"))?)?;
    let mut command = cargo()?;
    // `--package` would select different features than `cargo x test`, and compile libraries again.
    command.args(["test", "--test", "goldens"]);
    if asked.bless {
        command.env("NIMATRON_BLESS", "1");
    }
    if let Some(file) = asked.file {
        command.args(["--", "every_golden_answer_is_still_given"]).env("NIMATRON_GOLDEN", file);
    }
    succeeds(&mut command)
}

/// Reads the arguments, before anything is built.
fn read(arguments: &[&str], known: &[String]) -> Result<Asked> {
    let mut asked = Asked::default();
    for &word in arguments {
        if word == "--bless" {
            asked.bless = true;
        } else if word.starts_with('-') || asked.file.is_some() {
            bail!("`cargo x golden` does not take `{word}`; it takes the name of one game and --bless");
        } else {
            // File names cannot contain the colon of a variant.
            let file = word.replace(':', "-");
            if !known.contains(&file) {
                bail!("there is no goldens/{file}.md; there is one for {}", known.join(", "));
            }
            asked.file = Some(file);
        }
    }
    Ok(asked)
}

/// The golden files, without `.md`.
fn known(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).context("could not read goldens/")? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md") {
            names.extend(path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned));
        }
    }
    names.retain(|name| name != "README");
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(arguments: &[&str]) -> Result<Asked> {
        read(arguments, &["legionnaires-centurion".to_owned(), "nim".to_owned()])
    }

    #[test]
    fn one_game_or_all_are_compared() {
        assert_eq!(asked(&[]).unwrap(), Asked::default());
        assert_eq!(asked(&["nim"]).unwrap(), Asked { file: Some("nim".into()), bless: false });
        assert_eq!(asked(&["--bless"]).unwrap(), Asked { file: None, bless: true });
        for both in [["nim", "--bless"], ["--bless", "nim"]] {
            assert_eq!(asked(&both).unwrap(), Asked { file: Some("nim".into()), bless: true });
        }
    }

    #[test]
    fn a_variant_is_named_as_at_the_command_line() {
        let file = asked(&["legionnaires:centurion"]).unwrap().file;
        assert_eq!(file.as_deref(), Some("legionnaires-centurion"));
    }

    #[test]
    fn what_has_no_golden_file_is_refused_before_anything_is_built() {
        let complaint = |arguments: &[&str]| asked(arguments).unwrap_err().to_string();
        assert!(complaint(&["nimm"]).contains("there is one for legionnaires-centurion, nim"));
        assert!(complaint(&["../README"]).contains("there is no goldens"));
        assert!(complaint(&["nim", "nim"]).contains("does not take `nim`"));
    }

    #[test]
    fn the_golden_files_of_this_repository_are_found() {
        let names = known(&root().unwrap().join("goldens")).unwrap();
        assert!(names.iter().any(|name| name == "nim") && names.is_sorted(), "{names:?}");
    }
}
