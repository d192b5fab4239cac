//! Heap games with names of their own: a code each, but for Grundy's game, whose rule has none.

use nimatron_rules::{
    About, HeapCode, HeapRule, Impartial, Notation, NotationError, Parts, Player, Rules, Short, Turns, View,
};

use crate::nim::Heaps;
use crate::octal::{Break, HeapGame, heap_game, heap_notation};

/// The games with a code: their names, their titles, and what they are in words.
macro_rules! named_codes {
    ($($(#[$about_type:meta])* $game:ident, $code:literal, $name:literal, $title:literal, $about:literal;)*) => {$(
        $(#[$about_type])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $game(HeapGame);

        impl Default for $game {
            fn default() -> Self {
                let code = HeapCode::parse($code).expect("the code is written here");
                $game(HeapGame::new(HeapRule::Code(code)))
            }
        }

        heap_game!($game);

        impl Notation for $game {
            const ABOUT: About = About {
                name: $name,
                title: $title,
                about: $about,
                positions: POSITIONS,
                parameters: "",
                start: "24",
            };

            fn open(parameters: &str, position: &str) -> Result<(Self, Heaps), NotationError> {
                Self::ABOUT.no_parameters(parameters)?;
                let game = Self::default();
                let heaps = game.parse(position)?;
                Ok((game, heaps))
            }

            heap_notation!();
        }
    )*};
}

const POSITIONS: &str = "The sizes of the heaps: `24`, or `24,8`. The move 24-13+8 makes heaps of 13 and 8 of one of \
                         24; 2-0 takes all of a heap of 2.";

named_codes! {
    /// Dudeney and Loyd's Kayles.
    Kayles, "0.77", "kayles", "Kayles",
    "Take one or two counters from a heap, and leave the rest as it is or break it into two: knock down one skittle of \
     a row, or two that stand side by side. Octal 0.77.";

    /// Dawson's Kayles.
    DawsonKayles, "0.07", "dawson-kayles", "Dawson's Kayles",
    "Take two counters from a heap, and leave the rest as it is or break it into two: knock down two skittles that \
     stand side by side, of a row. Octal 0.07.";

    /// Dawson's Chess.
    DawsonChess, "0.137", "dawson-chess", "Dawson's Chess",
    "Pawns face each other across an empty row, and who can take must. A heap is so many columns side by side: take \
     one that stands alone, two from an end, or three from anywhere. Octal 0.137.";

    /// Treblecross, in which who completes three in a row wins.
    Treblecross, "0.007", "treblecross", "Treblecross",
    "Take three counters from a heap, and leave the rest as it is or break it into two. It stands for one-dimensional \
     Noughts and Crosses where both players write X and three in a row win: nobody writes an X within two squares of \
     another, so that each takes three squares, and a row of n squares is a heap of n + 2. Played on heaps, its last \
     mover wins: with --misere it is misère 0.007, which is not Treblecross with the loser completing three. Octal \
     0.007.";

    /// Officers.
    Officers, "0.6", "officers", "Officers",
    "Take one counter from a heap of at least two, and leave the rest as one heap or two. Octal 0.6.";

    /// Guiles.
    Guiles, "0.15", "guiles", "Guiles",
    "Take a heap of one or two, or take two counters from a heap and break the rest into two. Octal 0.15.";
}

/// Grundy's game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grundy(HeapGame);

heap_game!(Grundy);

impl Notation for Grundy {
    const ABOUT: About = About {
        name: "grundy",
        title: "Grundy's game",
        about: "Split a heap into two heaps of different sizes.",
        positions: "The sizes of the heaps: `24`, or `24,8`. The move 24-13+11 splits a heap of 24.",
        parameters: "",
        start: "24",
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Heaps), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let game = Grundy(HeapGame::new(HeapRule::SplitUnequally));
        let heaps = game.parse(position)?;
        Ok((game, heaps))
    }

    heap_notation!();
}

/// The games in which certain numbers of counters may be taken, and no heap is broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subtraction(HeapGame);

heap_game!(Subtraction);

impl Notation for Subtraction {
    const ABOUT: About = About {
        name: "subtraction",
        title: "Subtraction games",
        about: "Take so many counters from a heap as one of the numbers says, and leave the rest as it is.",
        positions: "The sizes of the heaps: `24`, or `24,8`. The move 24-21 takes three of a heap of 24.",
        parameters: "The numbers that may be taken, `subtraction:1,3,4`; 1,2,3 if there are none.",
        start: "24",
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Heaps), NotationError> {
        let code =
            numbers(if parameters.is_empty() { "1,2,3" } else { parameters }).map_err(|mut error| {
                error.in_parameters = true;
                error
            })?;
        let game = Subtraction(HeapGame::new(HeapRule::Code(code)));
        let heaps = game.parse(position)?;
        Ok((game, heaps))
    }

    fn parameters(&self) -> String {
        let HeapRule::Code(code) = self.0.rule() else { return String::new() };
        let taken = (1..=code.most_taken()).filter(|&taken| code.digit(taken) != 0);
        taken.map(|taken| taken.to_string()).collect::<Vec<_>>().join(",")
    }

    heap_notation!();
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
    use super::*;

    #[test]
    fn numbers_to_take_are_read() {
        let (game, _) = Subtraction::open("4,1,3,3", "24").unwrap();
        assert_eq!(game.parameters(), "1,3,4");
        for (bad, at) in [("1,,3", 2..2), ("0", 0..1), ("1,x", 2..3), ("1,1001", 2..6), ("-1", 0..2)] {
            let error = Subtraction::open(bad, "24").unwrap_err();
            assert!(error.in_parameters, "{bad}");
            assert_eq!(error.at, at, "{bad}");
        }
    }
}
