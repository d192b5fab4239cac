//! `cargo x new-game NAME`: one file, its module and its line in the list of games, one golden file.
//!
//! The templates are working games, compiled and tested here under the name `NewGame`.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::repository::{Verdict, root};

/// A small working game to start from.
#[derive(Debug)]
struct Template {
    /// Its source.
    game: &'static str,
    /// Its known values.
    golden: &'static str,
    /// Its kind.
    what: &'static str,
}

/// One heap of counters.
const HEAP: Template = Template {
    game: include_str!("../templates/heap.rs"),
    golden: include_str!("../templates/heap.md"),
    what: "a small take-away game",
};

/// Stones on a grid.
const BOARD: Template = Template {
    game: include_str!("../templates/board.rs"),
    golden: include_str!("../templates/board.md"),
    what: "a small game of stones on a board",
};

#[cfg(test)]
#[allow(dead_code)]
#[path = "../templates/board.rs"]
mod board;
#[cfg(test)]
#[allow(dead_code)]
#[path = "../templates/heap.rs"]
mod heap;

/// The file with the modules and the list of games.
const GAMES: &str = "crates/nimatron-games/src/lib.rs";

/// The three spellings of a game's name.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Name {
    /// `toads_and_frogs`: the module and its file.
    module: String,
    /// `toads-and-frogs`: what people type.
    kebab: String,
    /// `ToadsAndFrogs`: the type.
    camel: String,
}

/// Reads the arguments, and writes the files and lines of a new game: all of them or none.
pub fn run(arguments: &[&str]) -> Result<Verdict> {
    let (name, template) = read(arguments)?;
    let root = root()?;
    let read = |path: &str| {
        std::fs::read_to_string(root.join(path)).with_context(|| format!("could not read {path}"))
    };
    let games = read(GAMES)?;

    let game = format!("crates/nimatron-games/src/{}.rs", name.module);
    let golden = format!("goldens/{}.md", name.kebab);
    let is_known = has_line(&games, &name.module_line()) || root.join(&game).exists();
    if is_known || root.join(&golden).exists() {
        bail!("there is a game `{}` already", name.kebab);
    }
    let games = with_line(&games, is_module, &name.module_line())
        .and_then(|games| with_line(&games, is_entry, &name.entry_line()))
        .with_context(|| format!("found no list of games in {GAMES}"))?;

    write(&root, &game, &name.fill(template.game))?;
    write(&root, &golden, &name.fill(template.golden))?;
    write(&root, GAMES, &games)?;
    println!(
        "\nIt is {} so far. Make it yours, then: cargo x golden {}, and cargo x test",
        template.what, name.kebab
    );
    Ok(Verdict::Fine)
}

/// The name of the game, and its template.
fn read(arguments: &[&str]) -> Result<(Name, &'static Template)> {
    let (options, names): (Vec<&str>, Vec<&str>) = arguments.iter().partition(|word| word.starts_with("--"));
    let template = match options[..] {
        [] => &HEAP,
        ["--board"] => &BOARD,
        _ => bail!("`cargo x new-game` does not take `{}`; it takes NAME and --board", options.join(" ")),
    };
    match names[..] {
        [name] => Ok((Name::new(name)?, template)),
        [] => bail!("which game? Say `cargo x new-game NAME`, with --board for a game on a board"),
        _ => bail!("`cargo x new-game` does not take `{}`, but one name", names.join(" ")),
    }
}

fn write(root: &Path, path: &str, text: &str) -> Result<()> {
    std::fs::write(root.join(path), text).with_context(|| format!("could not write {path}"))?;
    println!("{path}");
    Ok(())
}

impl Name {
    /// Reads a name in kebab case; `_` is read as `-`.
    fn new(name: &str) -> Result<Name> {
        let kebab = name.replace('_', "-");
        let words: Vec<&str> = kebab.split('-').collect();
        let is_word = |word: &&str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        if !words.iter().all(is_word) || kebab.starts_with(|first: char| first.is_ascii_digit()) {
            bail!(
                "`{name}` cannot be a game's name: small letters, digits and `-` between words, a letter first"
            );
        }
        if RESERVED.contains(&&*kebab) {
            bail!("`{name}` cannot be a game's name: it means something else in Rust");
        }
        Ok(Name::from_module(&words.join("_")))
    }

    fn from_module(module: &str) -> Name {
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let camel = module.split('_').filter(|word| !word.is_empty()).map(capital).collect();
        Name { module: module.to_owned(), kebab: module.replace('_', "-"), camel }
    }

    /// Puts this name into a template.
    fn fill(&self, template: &str) -> String {
        template
            .replace("new_game", &self.module)
            .replace("new-game", &self.kebab)
            .replace("NewGame", &self.camel)
    }

    /// Its line in the list of modules.
    fn module_line(&self) -> String {
        format!("pub mod {};", self.module)
    }

    /// Its line in the list of games.
    fn entry_line(&self) -> String {
        format!("        {}::entry(),", self.module)
    }
}

/// Keywords and crate roots.
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "lib", "loop",
    "macro", "main", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

fn is_module(line: &str) -> bool {
    line.starts_with("pub mod ") && line.ends_with(';')
}

fn is_entry(line: &str) -> bool {
    line.starts_with("        ") && line.ends_with("::entry(),")
}

fn has_line(source: &str, line: &str) -> bool {
    source.lines().any(|other| other == line)
}

/// Adds a line in alphabetical order to the lines that `is_line` recognizes; `None` if there are none.
fn with_line(source: &str, is_line: fn(&str) -> bool, new: &str) -> Option<String> {
    let mut lines: Vec<&str> = source.lines().collect();
    let first = lines.iter().position(|line| is_line(line))?;
    let list = lines[first..].iter().take_while(|line| is_line(line));
    let before = list.filter(|line| **line < new).count();
    lines.insert(first + before, new);
    Some(lines.join("\n") + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Name {
        Name::new(text).unwrap()
    }

    #[test]
    fn a_name_has_three_spellings() {
        let toads = name("toads-and-frogs");
        assert_eq!(toads.module, "toads_and_frogs");
        assert_eq!(toads.kebab, "toads-and-frogs");
        assert_eq!(toads.camel, "ToadsAndFrogs");
        assert_eq!(name("toads_and_frogs"), toads);
    }

    #[test]
    fn bad_names_are_refused() {
        for bad in ["", "Nim", "3d-nim", "-nim", "nim-", "ni--m", "nim!", "../nim", "nîm", "match", "lib"] {
            assert!(Name::new(bad).is_err(), "{bad}");
        }
    }

    const LISTS: &str = "\
//! The games. For example clobber and nim.

pub mod clobber;
pub mod nim;
pub mod toads_and_frogs;

/// Every game.
pub fn entries() -> Vec<Entry> {
    vec![
        clobber::entry(),
        nim::entry(),
        toads_and_frogs::entry(),
    ]
}
";

    fn added(name: &Name) -> String {
        let modules = with_line(LISTS, is_module, &name.module_line()).unwrap();
        with_line(&modules, is_entry, &name.entry_line()).unwrap()
    }

    #[test]
    fn a_new_game_gets_a_module_and_a_line_in_the_list() {
        let expected = LISTS
            .replace("pub mod toads", "pub mod snort;\npub mod toads")
            .replace("        toads", "        snort::entry(),\n        toads");
        assert_eq!(added(&name("snort")), expected);
    }

    #[test]
    fn the_first_and_the_last_in_the_alphabet_find_their_places() {
        let first = added(&name("amazons"));
        assert!(first.contains("\npub mod amazons;\npub mod clobber;\n"), "{first}");
        let last = added(&name("yodd"));
        assert!(last.contains("        toads_and_frogs::entry(),\n        yodd::entry(),\n    ]"), "{last}");
    }

    #[test]
    fn a_file_without_a_list_is_not_changed() {
        assert_eq!(with_line("fn main() {}\n", is_module, "pub mod snort;"), None);
    }

    #[test]
    fn the_list_of_games_is_found_where_it_is() {
        let games = std::fs::read_to_string(root().unwrap().join(GAMES)).unwrap();
        assert!(has_line(&games, &name("domineering").module_line()));
        assert!(has_line(&games, &name("domineering").entry_line()));
    }

    #[test]
    fn the_templates_are_filled_with_all_three_spellings() {
        for template in [HEAP, BOARD] {
            let filled = name("dots-and-boxes").fill(template.game);
            assert!(
                filled.contains("pub struct DotsAndBoxes") && filled.contains("name: \"dots-and-boxes\"")
            );
            let filled = filled + &name("dots-and-boxes").fill(template.golden);
            for left in ["NewGame", "new-game", "new_game", "{{"] {
                assert!(!filled.contains(left), "{left} in {filled}");
            }
        }
    }

    #[test]
    fn a_game_on_a_board_is_asked_for() {
        let template =
            |arguments: &[&str]| read(arguments).map(|(name, template)| (name.kebab, template.what));
        assert_eq!(template(&["snort"]).unwrap(), ("snort".into(), HEAP.what));
        for both in [["snort", "--board"], ["--board", "snort"]] {
            assert_eq!(template(&both).unwrap(), ("snort".into(), BOARD.what));
        }
        for (arguments, complaint) in [
            (&[][..], "which game?"),
            (&["--board"], "which game?"),
            (&["one", "two"], "`one two`"),
            (&["one", "--bord"], "`--bord`"),
        ] {
            let error = read(arguments).unwrap_err().to_string();
            assert!(error.contains(complaint), "{arguments:?}: {error}");
        }
    }
}
