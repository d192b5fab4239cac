//! Take-and-break games: a move takes counters from one heap and may break the rest, as a code says.
//!
//! ```text
//! 0.007: take three, and leave no heap, one or two
//!
//! 9 ●●●●●●●●●  ─►  4 ●●●●     9-4+2
//!                  2 ●●
//! ```
//!
//! Guy and Smith, *The G-values of various games*, Proceedings of the Cambridge Philosophical Society 52 (1956).

use std::ops::ControlFlow;

use nimatron_rules::{
    About, HeapCode, HeapRule, Impartial, Notation, NotationError, Parts, Player, Rules, Short, Turns, View,
    no_such_move, read_heaps,
};
use smallvec::SmallVec;

use crate::nim::Heaps;

/// A heap of `from` becomes the heaps `to`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Break {
    /// The size of a heap. Which one of several doesn't matter.
    pub from: u32,
    /// What is left, the largest first, none of them 0.
    pub to: SmallVec<[u32; 3]>,
}

/// Moves in heaps by a rule: what all games of this kind share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapGame {
    rule: HeapRule,
}

impl HeapGame {
    /// The game of this rule.
    #[must_use]
    pub fn new(rule: HeapRule) -> Self {
        HeapGame { rule }
    }

    /// What may be done with a heap.
    #[must_use]
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }
}

impl Rules for HeapGame {
    type Position = Heaps;
    type Move = Break;

    fn moves(&self, heaps: &Heaps, player: Player, out: &mut Vec<Break>) {
        self.first_moves(heaps, player, usize::MAX, out);
    }

    fn first_moves(&self, heaps: &Heaps, _: Player, most: usize, out: &mut Vec<Break>) {
        let end = out.len().saturating_add(most);
        for equal in heaps.sizes().chunk_by(|a, b| a == b) {
            let from = equal[0];
            let all = self.rule.try_each_option(from as usize, |to| {
                if out.len() >= end {
                    return ControlFlow::Break(());
                }
                out.push(Break { from, to: to.iter().map(|&heap| heap as u32).collect() });
                ControlFlow::Continue(())
            });
            if all.is_break() {
                return;
            }
        }
    }

    fn move_bound(&self, heaps: &Heaps, _: Player) -> u64 {
        let distinct = heaps.sizes().chunk_by(|a, b| a == b);
        distinct.map(|equal| self.rule.count_options(equal[0] as usize)).fold(0, u64::saturating_add)
    }

    fn mobility(&self, heaps: &Heaps, player: Player) -> u32 {
        u32::try_from(self.move_bound(heaps, player)).unwrap_or(u32::MAX)
    }

    fn play(&self, heaps: &Heaps, _: Player, mv: &Break) -> Heaps {
        let sizes = heaps.sizes();
        let at = sizes.iter().position(|&heap| heap == mv.from);
        let others = sizes.iter().enumerate().filter(|&(i, _)| Some(i) != at).map(|(_, &heap)| heap);
        Heaps::new(others.chain(mv.to.iter().copied())).expect("a move makes no counters")
    }

    /// Each heap by itself.
    fn parts(&self, heaps: &Heaps) -> Parts<Heaps> {
        let one = |heap: u32| Heaps::new([heap]).expect("it was a heap before");
        heaps.sizes().iter().map(|&heap| one(heap)).collect()
    }
}

impl Short for HeapGame {
    fn moves_left(&self, heaps: &Heaps) -> u32 {
        let bounds = heaps.sizes().iter().map(|&heap| self.rule.most_moves(heap as usize) as u64);
        u32::try_from(bounds.sum::<u64>()).unwrap_or(u32::MAX)
    }
}

impl Impartial for HeapGame {
    fn as_heaps(&self, heaps: &Heaps) -> Option<(&HeapRule, Vec<u32>)> {
        Some((&self.rule, heaps.sizes().to_vec()))
    }
}

impl HeapGame {
    /// More heaps than this are refused.
    const MOST_HEAPS: usize = 1000;
    /// More counters than this are refused: a bound on the moves to come would not fit.
    const MOST_COUNTERS: u32 = i32::MAX as u32;

    /// The sizes of the heaps that a text writes.
    pub fn parse_heaps(text: &str) -> Result<Heaps, NotationError> {
        let sizes = read_heaps(text, Self::MOST_HEAPS, "24,8")?;
        Heaps::new(sizes).filter(|heaps| heaps.sizes().iter().sum::<u32>() <= Self::MOST_COUNTERS).ok_or_else(
            || NotationError::new(0..text.len(), format!("more than {} counters", Self::MOST_COUNTERS)),
        )
    }

    /// The name of a move, as `24-13+8`, or `3-0` if nothing is left.
    #[must_use]
    pub fn name_of(mv: &Break) -> String {
        let left: Vec<_> = mv.to.iter().map(u32::to_string).collect();
        format!("{}-{}", mv.from, if left.is_empty() { "0".to_owned() } else { left.join("+") })
    }

    /// The move of that name, with the heaps that are left in any order.
    pub fn parse_name(&self, heaps: &Heaps, player: Player, text: &str) -> Result<Break, NotationError> {
        let read = |text: &str| -> Option<Break> {
            let (from, to) = text.trim().split_once('-')?;
            let mut to: SmallVec<[u32; 3]> = match to.trim() {
                "0" => SmallVec::new(),
                to => to.split('+').map(|heap| heap.trim().parse()).collect::<Result<_, _>>().ok()?,
            };
            to.sort_unstable_by(|a, b| b.cmp(a));
            Some(Break { from: from.trim().parse().ok()?, to })
        };
        match read(text).filter(|mv| self.is_legal(heaps, mv)) {
            Some(mv) => Ok(mv),
            None => {
                let mut moves = Vec::new();
                self.first_moves(heaps, player, 8, &mut moves);
                let some: Vec<_> = moves.iter().map(Self::name_of).collect();
                let all = usize::try_from(self.move_bound(heaps, player)).unwrap_or(usize::MAX);
                Err(no_such_move(player, text, &some, all))
            }
        }
    }

    /// Whether the move can be made, without a list of all moves, which may be billions.
    fn is_legal(&self, heaps: &Heaps, mv: &Break) -> bool {
        let left: Vec<usize> = mv.to.iter().map(|&heap| heap as usize).collect();
        heaps.sizes().contains(&mv.from) && self.rule.allows(mv.from as usize, &left)
    }
}

/// Makes a type that wraps a [`HeapGame`] a game of its own. What is left to say is its name and how it is opened.
macro_rules! heap_game {
    ($game:ident) => {
        impl Rules for $game {
            type Position = Heaps;
            type Move = Break;

            fn moves(&self, heaps: &Heaps, player: Player, out: &mut Vec<Break>) {
                self.0.moves(heaps, player, out);
            }

            fn play(&self, heaps: &Heaps, player: Player, mv: &Break) -> Heaps {
                self.0.play(heaps, player, mv)
            }

            fn first_moves(&self, heaps: &Heaps, player: Player, most: usize, out: &mut Vec<Break>) {
                self.0.first_moves(heaps, player, most, out);
            }

            fn move_bound(&self, heaps: &Heaps, player: Player) -> u64 {
                self.0.move_bound(heaps, player)
            }

            fn mobility(&self, heaps: &Heaps, player: Player) -> u32 {
                self.0.mobility(heaps, player)
            }

            fn parts(&self, heaps: &Heaps) -> Parts<Heaps> {
                self.0.parts(heaps)
            }
        }

        impl Short for $game {
            fn moves_left(&self, heaps: &Heaps) -> u32 {
                self.0.moves_left(heaps)
            }
        }

        impl Impartial for $game {
            fn as_heaps(&self, heaps: &Heaps) -> Option<(&HeapRule, Vec<u32>)> {
                self.0.as_heaps(heaps)
            }
        }

        impl Turns for $game {}
    };
}
pub(crate) use heap_game;

/// Says how positions and moves of a heap game are written.
macro_rules! heap_notation {
    () => {
        fn parse(&self, text: &str) -> Result<Heaps, NotationError> {
            $crate::octal::HeapGame::parse_heaps(Self::ABOUT.or_start(text))
        }

        fn view(&self, heaps: &Heaps) -> View {
            View::Heaps(heaps.sizes().iter().map(|&heap| heap.into()).collect())
        }

        fn show_move(&self, _: &Heaps, _: Player, mv: &Break) -> String {
            $crate::octal::HeapGame::name_of(mv)
        }

        fn parse_move(&self, heaps: &Heaps, player: Player, text: &str) -> Result<Break, NotationError> {
            self.0.parse_name(heaps, player, text)
        }
    };
}
pub(crate) use heap_notation;

/// The game of any code, octal or hexadecimal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Octal(HeapGame);

heap_game!(Octal);

impl Notation for Octal {
    const ABOUT: About = About {
        name: "octal",
        title: "Take-and-break games",
        about: "A move takes counters from one heap. The digit d_k of the code says what may be left when k are \
                taken: with 1 nothing, with 2 one heap, with 4 two, with 8 three; their sums allow several.",
        positions: "The sizes of the heaps: `24`, or `24,8`. The move 24-13+8 takes three of a heap of 24 and \
                    breaks the rest into 13 and 8; 3-0 takes all of 3.",
        parameters: "The code: `octal:0.007`, `octal:.77`, `octal:4.3`, hexadecimal `octal:0.F1` or `octal:0x0.8`.",
        start: "24",
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Heaps), NotationError> {
        let code = HeapCode::parse(parameters).map_err(|mut error| {
            error.in_parameters = true;
            error
        })?;
        let game = Octal(HeapGame::new(HeapRule::Code(code)));
        let heaps = game.parse(position)?;
        Ok((game, heaps))
    }

    fn parameters(&self) -> String {
        self.0.rule().to_string()
    }

    heap_notation!();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(code: &str, heaps: &str) -> Vec<String> {
        let (game, heaps) = Octal::open(code, heaps).unwrap();
        let mut moves = Vec::new();
        game.moves(&heaps, Player::Left, &mut moves);
        moves.iter().map(|mv| game.show_move(&heaps, Player::Left, mv)).collect()
    }

    #[test]
    fn moves_say_which_heap_and_how_it_splits() {
        assert_eq!(names("0.007", "6,3,3"), ["3-0", "6-3", "6-2+1"]);
        assert_eq!(names("0x0.8", "5"), ["5-2+1+1"]);
        assert_eq!(names("4.0", "4"), ["4-3+1", "4-2+2"]);
        assert!(names("0.007", "2,1,0").is_empty());
    }

    #[test]
    fn moves_are_read_with_their_heaps_in_any_order() {
        let (game, heaps) = Octal::open("0.007", "24,8").unwrap();
        let mv = game.parse_move(&heaps, Player::Right, "24-8+13").unwrap();
        assert_eq!(game.show_move(&heaps, Player::Right, &mv), "24-13+8");
        assert_eq!(game.show(&game.play(&heaps, Player::Right, &mv)), "8,8,13");
        for bad in ["24-13+9", "7-4", "24", "24-21+0", "24--", "é"] {
            assert!(game.parse_move(&heaps, Player::Right, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn codes_are_refused_where_they_go_wrong() {
        for code in ["0.8", "", "0.G"] {
            assert!(Octal::open(code, "24").unwrap_err().in_parameters, "{code}");
        }
        assert!(!Octal::open("0.7", "24,").unwrap_err().in_parameters);
        assert!(Octal::open("0.7", "2147483648").is_err());
        assert!(Octal::open("0.7", "4294967295,1").is_err());
    }
}
