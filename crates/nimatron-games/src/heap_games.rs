//! Heap games with their own names: each has a code, except for Grundy's game, whose rule has none. All of
//! them have one type, [`HeapGame`]; their names are entries.

use nimatron_rules::{About, Entry, GameKind, HeapCode, HeapRule, NotationError};

use crate::octal::HeapGame;

const POSITIONS: &str = "The sizes of the heaps: `24`, or `24,8`. The move 24-13+8 makes heaps of 13 and 8 of one of \
                         24; 2-0 takes all of a heap of 2.";

/// What all of these games have in common.
const PLAIN: About = About {
    goal: "Take counters from heaps, and make the last move.",
    positions: POSITIONS,
    start: "24",
    starts: &["24,8", "11,11,5"],
    ..About::PLAIN
};

/// The games with a code, and their descriptions.
const CODES: [(&str, About); 6] = [
    (
        "0.77",
        About {
            name: "kayles",
            title: "Kayles",
            goal: "Knock down the last skittle.",
            about: "Take one or two counters from a heap, and leave the rest as it is or break it into two: knock down one \
                    skittle of a row, or two that stand side by side. Octal 0.77.",
            ..PLAIN
        },
    ),
    (
        "0.07",
        About {
            name: "dawson-kayles",
            title: "Dawson's Kayles",
            goal: "Knock down the last two skittles that stand side by side.",
            about: "Take two counters from a heap, and leave the rest as it is or break it into two: knock down two skittles \
                    that stand side by side, of a row. Octal 0.07.",
            ..PLAIN
        },
    ),
    (
        "0.137",
        About {
            name: "dawson-chess",
            title: "Dawson's Chess",
            goal: "Advance the last pawn.",
            about: "Pawns face each other across an empty row, and who can take must. A heap is a number of columns side by side: \
                    take one that stands alone, two from an end, or three from anywhere. Octal 0.137.",
            ..PLAIN
        },
    ),
    (
        "0.007",
        About {
            name: "treblecross",
            title: "Treblecross",
            goal: "Complete three in a row.",
            about: "Take three counters from a heap, and leave the rest as it is or break it into two. It stands for \
                    one-dimensional Noughts and Crosses where both players write X and three in a row win: nobody writes an X \
                    within two squares of another, so that each takes three squares, and a row of n squares is a heap of n + 2. \
                    Played on heaps, its last mover wins: with --misere it is misère 0.007, which is not Treblecross with the \
                    loser completing three. Octal 0.007.",
            not_misere: "who completes three in misère Treblecross loses, which is not misère 0.007; ask for octal:0.007",
            ..PLAIN
        },
    ),
    (
        "0.6",
        About {
            name: "officers",
            title: "Officers",
            about: "Take one counter from a heap of at least two, and leave the rest as one heap or two. Octal 0.6.",
            ..PLAIN
        },
    ),
    (
        "0.15",
        About {
            name: "guiles",
            title: "Guiles",
            about: "Take a heap of one or two, or take two counters from a heap and break the rest into two. Octal 0.15.",
            ..PLAIN
        },
    ),
];

/// Every heap game with its own name.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let mut entries: Vec<Entry> = CODES.iter().map(|&(code, about)| named(code, about)).collect();
    entries.extend([grundy(), subtraction()]);
    entries
}

/// The entry of a game with a code.
fn named(code: &'static str, about: About) -> Entry {
    Entry::new(about.into(), GameKind::Impartial).opened_by(move |_, info, parameters, text| {
        about.no_parameters(parameters)?;
        HeapGame::new(HeapRule::Code(HeapCode::parse(code)?), "").opened(info, text)
    })
}

fn grundy() -> Entry {
    const ABOUT: About = About {
        name: "grundy",
        title: "Grundy's game",
        goal: "Split heaps unequally, and make the last move.",
        about: "Split a heap into two heaps of different sizes.",
        positions: "The sizes of the heaps: `24`, or `24,8`. The move 24-13+11 splits a heap of 24.",
        ..PLAIN
    };
    Entry::new(ABOUT.into(), GameKind::Impartial).opened_by(|_, info, parameters, text| {
        ABOUT.no_parameters(parameters)?;
        HeapGame::new(HeapRule::SplitUnequally, "").opened(info, text)
    })
}

/// The games in which certain numbers of counters may be taken and no heap is broken.
fn subtraction() -> Entry {
    const ABOUT: About = About {
        name: "subtraction",
        title: "Subtraction games",
        about: "Take as many counters from a heap as one of the numbers says, and leave the rest as it is.",
        positions: "The sizes of the heaps: `24`, or `24,8`. The move 24-21 takes three of a heap of 24.",
        parameters: "The numbers that may be taken, `subtraction:1,3,4`; 1,2,3 if there are none.",
        ..PLAIN
    };
    Entry::new(ABOUT.into(), GameKind::Impartial).opened_by(|_, info, parameters, text| {
        let code =
            numbers(if parameters.is_empty() { "1,2,3" } else { parameters }).map_err(|mut error| {
                error.in_parameters = true;
                error
            })?;
        let taken = (1..=code.most_taken()).filter(|&taken| code.digit(taken) != 0);
        let parameters = taken.map(|taken| taken.to_string()).collect::<Vec<_>>().join(",");
        HeapGame::new(HeapRule::Code(code), parameters).opened(info, text)
    })
}

/// The code of a subtraction game.
fn numbers(text: &str) -> Result<HeapCode, NotationError> {
    let mut numbers = Vec::new();
    let mut start = 0;
    for field in text.split(',') {
        let at = start..start + field.len();
        start = at.end + 1;
        let number = field.trim().parse().ok().filter(|number| HeapCode::subtraction(&[*number]).is_some());
        let refuse =
            || NotationError::new(at, "no number that may be taken").expected("1 to 1000, as in 1,3,4");
        numbers.push(number.ok_or_else(refuse)?);
    }
    let refuse = || NotationError::new(0..text.len(), "no numbers that may be taken");
    HeapCode::subtraction(&numbers).ok_or_else(refuse)
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Notation, Registry};

    use super::*;

    #[test]
    fn numbers_to_take_are_read() {
        let registry = Registry::new(entries(), []);
        let (entry, _) = registry.entry("subtraction").unwrap();
        assert_eq!(entry.open(&registry, "4,1,3,3", "24").unwrap().game.parameters(), "1,3,4");
        for (bad, at) in [("1,,3", 2..2), ("0", 0..1), ("1,x", 2..3), ("1,1001", 2..6), ("-1", 0..2)] {
            let error = entry.open(&registry, bad, "24").unwrap_err();
            assert!(error.in_parameters, "{bad}");
            assert_eq!(error.at, at, "{bad}");
        }
    }

    #[test]
    fn every_code_is_one() {
        for (code, about) in CODES {
            assert!(HeapCode::parse(code).is_ok(), "{}", about.name);
        }
    }
}
