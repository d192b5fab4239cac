//! Random command lines: valid ones, nearly valid ones, and garbage.

use std::time::Duration;

use anyhow::Result;

use crate::dice::Dice;
use crate::program::Program;
use crate::registry::{Opt, Question, Registry};
use crate::trial::{Limits, Trial};

const PART: &str = "lines";

/// Questions that print JSON Lines with `--json`.
const HAVE_JSON: &[&str] = &[
    "games",
    "eval",
    "value",
    "nimber",
    "outcome",
    "best",
    "moves",
    "count",
    "perft",
    "sequence",
    "table",
    "match",
    "losing",
    "quotient",
    "graph",
    "tour",
    "find",
    "census",
    "agents",
    "complexity",
    "puzzle",
    "solve",
];

/// One random command line.
pub fn step(trial: &mut Trial, registry: &Registry, step: u64) -> Result<()> {
    let mut dice = trial.dice(PART, step);
    let (arguments, limits) = line(registry, &mut dice);
    let program = trial.program.within("lines")?;
    let asked_json =
        arguments.iter().any(|word| word == "--json") && !arguments.iter().any(|word| word == "--help");
    let has_json = arguments.first().is_some_and(|word| HAVE_JSON.contains(&&**word));
    let ended = trial.asked(PART, &program, &arguments, Some(limits))?;
    if let Some(ended) = ended.filter(|ended| asked_json && has_json && ended.code == Some(0)) {
        let wrong =
            ended.stdout.lines().find(|line| serde_json::from_str::<serde_json::Value>(line).is_err());
        if let Some(wrong) = wrong {
            trial.finding(PART, &Program::shown(&arguments), "one JSON object a line", wrong);
        }
    }
    Ok(())
}

/// A command line and its limits.
fn line(registry: &Registry, dice: &mut Dice) -> (Vec<String>, Limits) {
    let limits = Limits {
        time: Duration::from_millis(dice.within(1, 12) as u64 * 100),
        memory: (*dice.one_of(&[30, 50, 100, 200]) as u64) << 20,
    };
    let question = dice.one_of(&registry.questions).clone();
    let mut words = asked(registry, &question, dice);
    match dice.below(10) {
        0..6 => {}
        // Nearly valid: a word is changed, left out or repeated.
        6..9 => {
            for _ in 0..dice.within(1, 2) {
                let at = dice.below(words.len());
                match dice.below(6) {
                    0 if words.len() > 1 => _ = words.remove(at),
                    1 => words.insert(at, words[at].clone()),
                    2 => words.push(nasty(dice)),
                    _ => words[at] = changed(&words[at], dice),
                }
            }
        }
        _ => {
            let count = dice.within(1, 5);
            words = (0..count).map(|_| nasty(dice)).collect();
            if dice.once_in(2) {
                words.insert(0, question.words[0].clone());
            }
        }
    }
    words.extend(limits.words());
    if dice.once_in(2) {
        words.push("--json".into());
    }
    if dice.once_in(3) {
        words.extend(["--threads".into(), dice.one_of(&["1", "2", "3", "5", "8", "64"]).to_string()]);
    }
    if dice.once_in(4) {
        words.extend(["--store".into(), dice.one_of(&["off", "store.sqlite"]).to_string()]);
    }
    (words, limits)
}

/// A question with plausible arguments.
fn asked(registry: &Registry, question: &Question, dice: &mut Dice) -> Vec<String> {
    let game = dice.one_of(&registry.games).clone();
    let mut words = question.words.clone();
    for kind in &question.arguments {
        words.push(value(registry, &game.name, kind, "", dice));
    }
    for Opt { name, value: kind, is_required } in &question.options {
        let is_chosen = *is_required || dice.once_in(5);
        if !is_chosen {
            continue;
        }
        words.push(format!("--{name}"));
        if let Some(kind) = kind {
            words.push(value(registry, &game.name, kind, name, dice));
        }
    }
    words
}

/// A value of some kind. Unknown kinds get an unexpected word.
fn value(registry: &Registry, game: &str, kind: &str, option: &str, dice: &mut Dice) -> String {
    match (kind, option) {
        ("GAME" | "NAME", _) => with_parameters(game, dice),
        ("POSITION", _) => position(registry, game, dice),
        ("AGENT", _) => {
            let agent = dice.one_of(&registry.agents).clone();
            let parameter = dice.one_of(&[
                "",
                "",
                ":depth=2",
                ":nodes=200",
                ":simulations=20",
                ":threads=9",
                ":time=5ms",
                ":x",
            ]);
            format!("{agent}{parameter}")
        }
        ("EXPR" | "VALUE", _) => expression(dice, 3),
        ("BOARD" | "MxN", _) => board(dice),
        ("BOARDS", _) => format!("{}..{}", board(dice), board(dice)),
        ("PIECE", _) => {
            dice.one_of(&["kings", "queens", "knights", "N", "(1,3)", "NN", "BN", "Q"]).to_string()
        }
        ("FILE" | "DIR", _) => {
            let name = dice.one_of(&[
                "a",
                "b",
                "c.csv",
                "d.svg",
                "e.png",
                "f.npy",
                "g.bfile",
                "h.tex",
                "no/such/folder/i",
            ]);
            (*name).to_owned()
        }
        ("PLAYER", _) => dice.one_of(&["left", "right"]).to_string(),
        ("DURATION", _) => dice.one_of(&["1ms", "100ms", "1s"]).to_string(),
        ("KIND", _) => dice.one_of(&["number", "nimber", "switch", "hot", "all-small"]).to_string(),
        ("FORMAT", _) => dice.one_of(&["tikz", "latex", "svg", "png", "text"]).to_string(),
        ("METHOD", _) => dice.one_of(&["warnsdorff", "pieces", "exact"]).to_string(),
        ("TEST", _) => dice.one_of(&["0,10", "0,5,0.05,0.05", "5,0"]).to_string(),
        ("SHELL", _) => dice.one_of(&["bash", "zsh", "fish"]).to_string(),
        ("DEPTH" | "K", _) => dice.within(0, 6).to_string(),
        ("N", "games") => dice.within(1, 20).to_string(),
        ("N" | "S" | "P", _) => number(dice),
        _ => nasty(dice),
    }
}

fn number(dice: &mut Dice) -> String {
    match dice.below(4) {
        0 => dice.within(0, 9).to_string(),
        1 => dice.within(0, 300).to_string(),
        2 => dice.within(0, 100_000).to_string(),
        _ => dice
            .one_of(&["0", "1", "4294967295", "4294967296", "18446744073709551616", "2^20", "-1", "1e9"])
            .to_string(),
    }
}

fn board(dice: &mut Dice) -> String {
    let surface = if dice.once_in(6) { *dice.one_of(&["@torus", "@klein", "@mobius"]) } else { "" };
    let most = if dice.once_in(8) { 300 } else { 6 };
    format!("{}x{}{surface}", dice.within(0, most), dice.within(1, most))
}

/// The game, with parameters if it has any.
fn with_parameters(game: &str, dice: &mut Dice) -> String {
    let parameters = match game {
        "octal" => {
            let (prefix, digits): (_, &[u8]) =
                if dice.once_in(2) { ("0.", b"01234567") } else { ("0x0.", b"0123456789ABCDEF") };
            let count = dice.within(1, 4);
            prefix.to_owned() + &(0..count).map(|_| char::from(*dice.one_of(digits))).collect::<String>()
        }
        "subtraction" => {
            let count = dice.within(1, 4);
            (0..count).map(|_| dice.within(0, 12).to_string()).collect::<Vec<_>>().join(",")
        }
        "circular-nim" => dice.within(0, 4).to_string(),
        "placement" => dice.one_of(&["N", "Q+R", "K,blocked", "(1,3)", "NN+B"]).to_string(),
        _ => return game.to_owned(),
    };
    format!("{game}:{parameters}")
}

/// A position: the start, a board, heaps, an example of the documentation, or squares with the letters of one.
fn position(registry: &Registry, game: &str, dice: &mut Dice) -> String {
    let Some(game) = registry.games.iter().find(|other| other.name == game) else { return board(dice) };
    match dice.below(6) {
        0 => game.start.clone(),
        1 => board(dice),
        2 => heaps(dice),
        3 if !game.examples.is_empty() => dice.one_of(&game.examples).clone(),
        4 | 5 if !game.examples.is_empty() => {
            let letters: Vec<char> = game.examples.iter().flat_map(|text| text.chars()).collect();
            let (rows, cols) = (dice.within(1, 4), dice.within(1, 5));
            let row = |dice: &mut Dice| (0..cols).map(|_| *dice.one_of(&letters)).collect::<String>();
            (0..rows).map(|_| row(dice)).collect::<Vec<_>>().join("/")
        }
        _ => "start".into(),
    }
}

fn heaps(dice: &mut Dice) -> String {
    let count = dice.within(1, 5);
    let most = *dice.one_of(&[3, 9, 40, 1000, 3_000_000, 4_294_967_295]);
    (0..count).map(|_| dice.within(0, most).to_string()).collect::<Vec<_>>().join(",")
}

/// An expression of game values.
fn expression(dice: &mut Dice, depth: usize) -> String {
    let inner = |dice: &mut Dice| expression(dice, depth.saturating_sub(1));
    match dice.below(if depth == 0 { 1 } else { 8 }) {
        0 => dice
            .one_of(&[
                "0", "1", "-3/4", "*", "*2", "^", "v3*", "+-1", "on", "off", "over", "dud", "tis", "Tiny(2)",
                "^[on]",
            ])
            .to_string(),
        1 | 2 => format!("{{{}|{}}}", inner(dice), inner(dice)),
        3 => format!("{} + {}", inner(dice), inner(dice)),
        4 => format!("-({})", inner(dice)),
        5 => format!("{} & {}", inner(dice), inner(dice)),
        6 => format!("{} <= {}", inner(dice), inner(dice)),
        _ => format!("{}·({})", dice.within(0, 12), inner(dice)),
    }
}

/// A word with a letter changed, added or removed.
fn changed(word: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let at = dice.below(letters.len() + 1);
    let letter = *dice
        .one_of(&['0', '9', '-', '.', '/', '#', '{', '|', ',', ':', '×', '♞', '\n', '\u{7f}', 'x', 'ẞ', ' ']);
    match dice.below(4) {
        0 if at < letters.len() => _ = letters.remove(at),
        1 if at < letters.len() => letters[at] = letter,
        2 if at < letters.len() => letters.extend_from_within(at..),
        _ => letters.insert(at, letter),
    }
    letters.into_iter().collect()
}

/// An unexpected word.
fn nasty(dice: &mut Dice) -> String {
    match dice.below(5) {
        0 => String::new(),
        1 => dice
            .one_of(&[
                "-",
                "--",
                "--to",
                "-9",
                "99999999999999999999",
                "1e400",
                "NaN",
                "../..",
                "\u{202e}",
                "🎲",
                "%s%n",
            ])
            .to_string(),
        2 => "{".repeat(dice.within(1, 3000)),
        3 => dice.one_of(&["(", "9", "./", "-", "a{", "*", "1,"]).repeat(dice.within(1, 2000)),
        _ => {
            let count = dice.within(1, 30);
            let bytes = dice.bytes(count);
            // Arguments contain no zero byte.
            String::from_utf8_lossy(&bytes).replace('\0', "0")
        }
    }
}
