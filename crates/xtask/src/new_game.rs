//! `cargo x new-game NAME`: one file, one line in each of two lists, one golden file.
//!
//! The templates are games that work, and are compiled and tested here, under the name `NewGame`.

use std::cmp::Reverse;
use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::repository::{Verdict, root};

/// A small game that works, to be changed into the new one.
#[derive(Debug)]
struct Template {
    /// Its source.
    game: &'static str,
    /// Its known values.
    golden: &'static str,
    /// How its line in the list of games begins.
    entry: &'static str,
    /// What it is.
    what: &'static str,
}

/// One heap of counters.
const HEAP: Template = Template {
    game: include_str!("../templates/heap.rs"),
    golden: include_str!("../templates/heap.md"),
    entry: "game ",
    what: "a small take-away game",
};

/// Stones on a grid.
const BOARD: Template = Template {
    game: include_str!("../templates/board.rs"),
    golden: include_str!("../templates/board.md"),
    entry: "board ",
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

/// The module list of the games.
const MODULES: &str = "crates/nimatron-games/src/lib.rs";
/// The one list of games.
const CATALOG: &str = "crates/nimatron-catalog/src/catalog.rs";

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

/// Reads the arguments, and writes the files and lines of a new game. Nothing is written unless all of it can be.
pub fn run(arguments: &[&str]) -> Result<Verdict> {
    let (name, template) = read(arguments)?;
    let root = root()?;
    let read = |path: &str| {
        std::fs::read_to_string(root.join(path)).with_context(|| format!("could not read {path}"))
    };
    let (modules, catalog) = (read(MODULES)?, read(CATALOG)?);

    let known = games(&modules);
    let game = format!("crates/nimatron-games/src/{}.rs", name.module);
    let golden = format!("goldens/{}.md", name.kebab);
    if known.contains(&name) || root.join(&game).exists() || root.join(&golden).exists() {
        bail!("there is a game `{}` already", name.kebab);
    }
    let modules = with_module(&modules, &known, &name)
        .with_context(|| format!("found no list of modules in {MODULES}"))?;
    let catalog = with_entry(&catalog, &known, &name, template.entry)
        .with_context(|| format!("found no list of games in {CATALOG}"))?;

    write(&root, &game, &name.fill(template.game))?;
    write(&root, &golden, &name.fill(template.golden))?;
    write(&root, MODULES, &modules)?;
    write(&root, CATALOG, &catalog)?;
    println!(
        "\nIt is {} so far. Make it yours, then: cargo x golden {}, and cargo x test",
        template.what, name.kebab
    );
    Ok(Verdict::Fine)
}

/// The name of the game, and what it starts as.
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
    /// Reads a name in kebab case; `_` is taken for `-`.
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

    /// Whether the text speaks of this game.
    fn is_in(&self, text: &str) -> bool {
        self.mentions(text) > 0
    }

    /// The number of times that the text names this game, as its module, its type or its name in quotes.
    fn mentions(&self, text: &str) -> usize {
        let in_quotes = format!("\"{}\"", self.kebab);
        let is_own = |word: &&str| *word == self.module || *word == self.camel;
        text.matches(&in_quotes).count() + words(text).filter(is_own).count()
    }

    /// The text with this game's name, in each of its spellings, replaced by another's.
    fn renamed(&self, text: &str, other: &Name) -> String {
        let text = text.replace(&format!("\"{}\"", self.kebab), &format!("\"{}\"", other.kebab));
        let mut result = String::new();
        let mut rest = &*text;
        while !rest.is_empty() {
            let end = rest.find(|c| !is_word_char(c)).unwrap_or(rest.len());
            let (word, tail) = rest.split_at(end);
            result.push_str(match word {
                _ if word == self.module => &other.module,
                _ if word == self.camel => &other.camel,
                _ => word,
            });
            let end = tail.find(is_word_char).unwrap_or(tail.len());
            let (gap, tail) = tail.split_at(end);
            result.push_str(gap);
            rest = tail;
        }
        result
    }
}

/// Names that a module or a crate's own file cannot have.
const RESERVED: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "lib", "loop",
    "macro", "main", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "self",
    "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_word_char(c)).filter(|word| !word.is_empty())
}

/// The games that the module list names. A private module is no game, but something they share.
fn games(modules: &str) -> Vec<Name> {
    let module = |line: &str| Some(Name::from_module(line.strip_prefix("pub mod ")?.strip_suffix(';')?));
    modules.lines().filter_map(module).collect()
}

/// A line of the module list: `pub mod nim;` or `pub use nim::Nim;`.
fn is_module(line: &str) -> bool {
    (line.starts_with("pub mod ") || line.starts_with("pub use ")) && line.ends_with(';')
}

/// A line of the catalog: anything but a comment or an import that ends with a comma.
fn is_entry(line: &str) -> bool {
    let line = line.trim_start();
    !line.starts_with("//") && !line.starts_with("use ") && line.ends_with(',')
}

/// The lists in a source file: runs of lines, each about one of the known games.
fn lists(lines: &[&str], known: &[Name], is_line: fn(&str) -> bool) -> Vec<Range<usize>> {
    let mut lists: Vec<Range<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if game_of(line, known, is_line).is_none() {
            continue;
        }
        match lists.last_mut() {
            Some(list) if list.end == at => list.end += 1,
            _ => lists.push(at..at + 1),
        }
    }
    // A lone line about one game is no list, unless there is but one game.
    lists.retain(|list| list.len() >= known.len().min(2));
    lists
}

/// The game that a line of a list is about.
fn game_of<'a>(line: &str, known: &'a [Name], is_line: fn(&str) -> bool) -> Option<&'a Name> {
    known.iter().find(|game| is_line(line) && game.is_in(line))
}

/// Adds the new game to every list of modules, `mod` and `use`.
fn with_module(source: &str, known: &[Name], new: &Name) -> Option<String> {
    let lines: Vec<&str> = source.lines().collect();
    let lists = lists(&lines, known, is_module);
    with_lines(&lines, &lists, known, new, is_module, "")
}

/// Adds the new game to the catalog, which is the longest list in its file, with a line that begins in this way.
fn with_entry(source: &str, known: &[Name], new: &Name, start: &str) -> Option<String> {
    let lines: Vec<&str> = source.lines().collect();
    let longest = lists(&lines, known, is_entry).into_iter().max_by_key(Range::len)?;
    with_lines(&lines, &[longest], known, new, is_entry, start)
}

/// Adds the new game to these lists, at its place in the alphabet.
///
/// The new line is one of the list that begins with `start`, with the names exchanged, so that there is nothing to keep in step when the
/// form of the lists changes. It is the simplest of those that name their game most often: the module of several games is not
/// named after any of them.
fn with_lines(
    lines: &[&str],
    lists: &[Range<usize>],
    known: &[Name],
    new: &Name,
    is_line: fn(&str) -> bool,
    start: &str,
) -> Option<String> {
    let mut result: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
    // From the last to the first: what is inserted moves only what was dealt with.
    for list in lists.iter().rev() {
        let games: Vec<(&str, &Name)> = lines[list.clone()]
            .iter()
            .filter_map(|line| Some((*line, game_of(line, known, is_line)?)))
            .collect();
        let models = games.iter().filter(|(line, _)| line.trim_start().starts_with(start));
        let (line, game) = models.min_by_key(|(line, game)| (Reverse(game.mentions(line)), line.len()))?;
        let line = game.renamed(line, new);
        let before = games.iter().take_while(|(_, game)| *game < new).count();
        result.insert(list.start + before, line);
    }
    (!lists.is_empty()).then(|| result.join("\n") + "\n")
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

    const MODULE_LIST: &str = "\
//! The games. For example clobber and nim.

pub mod clobber;
pub mod nim;
pub mod toads_and_frogs;

pub use clobber::Clobber;
pub use nim::Nim;
pub use toads_and_frogs::ToadsAndFrogs;
";

    #[test]
    fn the_module_list_names_the_games() {
        assert_eq!(games(MODULE_LIST), [name("clobber"), name("nim"), name("toads-and-frogs")]);
    }

    #[test]
    fn a_new_game_gets_a_line_in_every_list_of_modules() {
        let added = with_module(MODULE_LIST, &games(MODULE_LIST), &name("snort")).unwrap();
        assert_eq!(
            added,
            "\
//! The games. For example clobber and nim.

pub mod clobber;
pub mod nim;
pub mod snort;
pub mod toads_and_frogs;

pub use clobber::Clobber;
pub use nim::Nim;
pub use snort::Snort;
pub use toads_and_frogs::ToadsAndFrogs;
"
        );
    }

    #[test]
    fn the_first_and_the_last_in_the_alphabet_find_their_places() {
        let first = with_module(MODULE_LIST, &games(MODULE_LIST), &name("amazons")).unwrap();
        assert!(first.contains("\npub mod amazons;\npub mod clobber;\n"), "{first}");
        let last = with_module(MODULE_LIST, &games(MODULE_LIST), &name("yodd")).unwrap();
        assert!(last.ends_with("ToadsAndFrogs;\npub use yodd::Yodd;\n"), "{last}");
    }

    #[test]
    fn a_new_game_gets_a_line_in_the_catalog() {
        let catalog = "\
use nimatron_games::{Clobber, Nim, ToadsAndFrogs};

/// All games: nim,
pub static GAMES: &[Entry] = &[
    entry(\"clobber\", clobber::open),
    entry(\"nim\", nim::open),
    entry(\"toads-and-frogs\", toads_and_frogs::open),
];

fn example() -> Position {
    first(
        nim,
    )
}
";
        let added = with_entry(catalog, &games(MODULE_LIST), &name("dots-and-boxes"), "").unwrap();
        let line = "    entry(\"dots-and-boxes\", dots_and_boxes::open),\n";
        assert_eq!(added, catalog.replace("    entry(\"nim\"", &format!("{line}    entry(\"nim\"")));
    }

    #[test]
    fn the_new_line_is_the_simplest_of_the_list_with_the_names_exchanged() {
        let catalog = "    board::<Clobber<4>>(),\n    game::<Nim>(),\n    board::<ToadsAndFrogs<4>>(),\n";
        let added = with_entry(catalog, &games(MODULE_LIST), &name("snort"), "").unwrap();
        assert!(added.contains("    game::<Nim>(),\n    game::<Snort>(),\n"), "{added}");
    }

    #[test]
    fn the_catalog_is_the_longest_list_in_its_file() {
        let catalog = "\
    game::<Clobber>(),
    game::<Nim>(),
    wrapped::<
        Something,
    >(),
    game::<Clobber>(),
    game::<Nim>(),
    game::<ToadsAndFrogs>(),
";
        let added = with_entry(catalog, &games(MODULE_LIST), &name("snort"), "").unwrap();
        assert_eq!(added.matches("Snort").count(), 1);
        assert!(added.contains("game::<Snort>(),\n    game::<ToadsAndFrogs>(),\n"), "{added}");
    }

    #[test]
    fn a_file_without_a_list_is_not_changed() {
        assert_eq!(with_entry("fn main() {}\n", &games(MODULE_LIST), &name("snort"), ""), None);
    }

    #[test]
    fn a_game_on_a_board_gets_the_line_of_one() {
        let catalog =
            "    board clobber::Clobber,\n    game nim::Nim,\n    wide toads_and_frogs::ToadsAndFrogs,\n";
        for (template, line) in [(&HEAP, "    game snort::Snort,\n"), (&BOARD, "    board snort::Snort,\n")] {
            let added = with_entry(catalog, &games(MODULE_LIST), &name("snort"), template.entry).unwrap();
            assert_eq!(added, catalog.replace("    wide", &format!("{line}    wide")));
        }
        // Without a line to follow there is none.
        assert_eq!(with_entry(catalog, &games(MODULE_LIST), &name("snort"), "played "), None);
    }

    #[test]
    fn every_template_has_a_line_to_follow_in_the_list_of_games() {
        let read = |path: &str| std::fs::read_to_string(root().unwrap().join(path)).unwrap();
        let (modules, catalog) = (read(MODULES), read(CATALOG));
        let new = name("zugzwang");
        for template in [HEAP, BOARD] {
            let added = with_entry(&catalog, &games(&modules), &new, template.entry).unwrap();
            let line = format!("{}zugzwang::Zugzwang,", template.entry);
            assert_eq!(added.lines().filter(|added| added.trim() == line).count(), 1, "{line}");
        }
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
            |arguments: &[&str]| read(arguments).map(|(name, template)| (name.kebab, template.entry));
        assert_eq!(template(&["snort"]).unwrap(), ("snort".into(), "game "));
        for both in [["snort", "--board"], ["--board", "snort"]] {
            assert_eq!(template(&both).unwrap(), ("snort".into(), "board "));
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
