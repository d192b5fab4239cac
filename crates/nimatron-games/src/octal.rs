//! Take-and-break games: a move takes counters from one heap and may break the rest, according to a code.
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
use std::sync::Arc;

use nimatron_rules::{
    About, AnyGame, AnyPosition, Entry, GameInfo, GameKind, HeapCode, HeapRule, Heaps, Hints, Impartial,
    Notation, NotationError, Opened, Parts, Player, Promises, Rules, Short, Touch, Turns, View, no_such_move,
    read_heaps,
};
use smallvec::SmallVec;

/// A heap of `from` becomes the heaps `to`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Break {
    /// The size of a heap. It doesn't matter which of several equal heaps is meant.
    pub from: u32,
    /// The heaps that are left, the largest first, none of them 0.
    pub to: SmallVec<[u32; 3]>,
}

/// A game of heaps in which each move is made in one heap, according to a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeapGame {
    rule: HeapRule,
    /// What follows the colon of `name:parameters`.
    parameters: String,
}

impl HeapGame {
    /// The game with this rule, with the parameters that its name needs.
    #[must_use]
    pub fn new(rule: HeapRule, parameters: impl Into<String>) -> Self {
        HeapGame { rule, parameters: parameters.into() }
    }

    /// The take-and-break game with this code, octal or hexadecimal.
    ///
    /// # Errors
    /// If the text is not a code.
    pub fn of_code(code: &str) -> Result<Self, NotationError> {
        let rule = HeapRule::Code(HeapCode::parse(code)?);
        let parameters = rule.to_string();
        Ok(HeapGame { rule, parameters })
    }

    /// The take-and-break game with this code, and the heaps that a text describes.
    ///
    /// # Errors
    /// If the texts are not a code and heaps.
    pub fn open(code: &str, heaps: &str) -> Result<(Self, Heaps), NotationError> {
        Ok((Self::of_code(code)?, Self::parse_heaps(heaps)?))
    }

    /// Makes a game and a position from a text, for `entry`.
    pub(crate) fn opened(self, info: &Arc<GameInfo>, text: &str) -> Result<Opened, NotationError> {
        let position = Self::parse_heaps(if text == "start" { &info.start } else { text })?;
        let game = AnyGame::new(self, Arc::clone(info), Promises::impartial());
        Ok(Opened { game, position: AnyPosition::new(position), to_move: None })
    }

    /// The rule for a heap.
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
        heaps.with(mv.from, &mv.to)
    }

    /// Each heap separately.
    fn parts(&self, heaps: &Heaps) -> Parts<Heaps> {
        heaps.each().collect()
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
    /// The maximum number of heaps.
    const MOST_HEAPS: usize = 1000;
    /// The maximum number of counters: with more, a bound on the moves to come would not fit.
    const MOST_COUNTERS: u32 = i32::MAX as u32;

    /// The sizes of the heaps that a text describes.
    pub fn parse_heaps(text: &str) -> Result<Heaps, NotationError> {
        let sizes = read_heaps(text, Self::MOST_HEAPS, "24,8")?;
        Heaps::new(sizes).filter(|heaps| heaps.sizes().iter().sum::<u32>() <= Self::MOST_COUNTERS).ok_or_else(
            || NotationError::new(0..text.len(), format!("more than {} counters", Self::MOST_COUNTERS)),
        )
    }

    /// The name of a move, such as `24-13+8`, or `3-0` if nothing is left.
    #[must_use]
    pub fn name_of(mv: &Break) -> String {
        let left: Vec<_> = mv.to.iter().map(u32::to_string).collect();
        format!("{}-{}", mv.from, if left.is_empty() { "0".to_owned() } else { left.join("+") })
    }

    /// The move with this name, with the remaining heaps in any order.
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

    /// Whether the move can be made, without listing all moves, of which there may be billions.
    fn is_legal(&self, heaps: &Heaps, mv: &Break) -> bool {
        let left: Vec<usize> = mv.to.iter().map(|&heap| heap as usize).collect();
        heaps.sizes().contains(&mv.from) && self.rule.allows(mv.from as usize, &left)
    }
}

impl Turns for HeapGame {}

impl Hints for HeapGame {}

impl Notation for HeapGame {
    fn parse(&self, text: &str) -> Result<Heaps, NotationError> {
        Self::parse_heaps(text)
    }

    fn view(&self, heaps: &Heaps) -> View {
        View::Heaps(heaps.sizes().iter().map(|&heap| heap.into()).collect())
    }

    fn show_move(&self, _: &Heaps, _: Player, mv: &Break) -> String {
        Self::name_of(mv)
    }

    fn touch(&self, heaps: &Heaps, _: Player, mv: &Break) -> Touch {
        Touch::heap(heaps.sizes(), mv.from, &mv.to)
    }

    fn parse_move(&self, heaps: &Heaps, player: Player, text: &str) -> Result<Break, NotationError> {
        self.parse_name(heaps, player, text)
    }

    fn parameters(&self) -> String {
        self.parameters.clone()
    }
}

/// The games of all codes.
#[must_use]
pub fn entry() -> Entry {
    let about = About {
        name: "octal",
        title: "Take-and-break games",
        goal: "Take counters as the code allows, and make the last move.",
        about: "A move takes counters from one heap. The digit d_k of the code says what may be left when k are \
                taken: with 1 nothing, with 2 one heap, with 4 two, with 8 three; their sums allow several.",
        positions: "The sizes of the heaps: `24`, or `24,8`. The move 24-13+8 takes three of a heap of 24 and \
                    breaks the rest into 13 and 8; 3-0 takes all of 3.",
        parameters: "The code: `octal:0.007`, `octal:.77`, `octal:4.3`, hexadecimal `octal:0.F1` or `octal:0x0.8`.",
        sample: "0.007",
        start: "24",
        starts: &["24,8", "15,15,7"],
        ..About::PLAIN
    };
    Entry::new(about.into(), GameKind::Impartial).opened_by(|_, info, parameters, text| {
        let game = HeapGame::of_code(parameters).map_err(|mut error| {
            error.in_parameters = true;
            error
        })?;
        game.opened(info, text)
    })
}

#[cfg(test)]
mod tests {
    use nimatron_rules::Registry;

    use super::*;

    fn names(code: &str, heaps: &str) -> Vec<String> {
        let (game, heaps) = HeapGame::open(code, heaps).unwrap();
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
        let (game, heaps) = HeapGame::open("0.007", "24,8").unwrap();
        let mv = game.parse_move(&heaps, Player::Right, "24-8+13").unwrap();
        assert_eq!(game.show_move(&heaps, Player::Right, &mv), "24-13+8");
        assert_eq!(game.show(&game.play(&heaps, Player::Right, &mv)), "8,8,13");
        for bad in ["24-13+9", "7-4", "24", "24-21+0", "24--", "é"] {
            assert!(game.parse_move(&heaps, Player::Right, bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn codes_are_refused_where_they_go_wrong() {
        let registry = Registry::new([entry()], []);
        let open = |code: &str, heaps: &str| {
            let (entry, _) = registry.entry("octal").unwrap();
            entry.open(&registry, code, heaps).map(|_| ())
        };
        for code in ["0.8", "", "0.G"] {
            assert!(open(code, "24").unwrap_err().in_parameters, "{code}");
        }
        assert!(!open("0.7", "24,").unwrap_err().in_parameters);
        assert!(open("0.7", "2147483648").is_err());
        assert!(open("0.7", "4294967295,1").is_err());
    }
}
