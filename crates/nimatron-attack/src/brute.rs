//! The rules of a few games and a brute-force search, as simple as possible.
//!
//! Nothing here is optimised, and nothing is shared with the program.

use std::collections::{BTreeSet, HashMap, HashSet};

/// The rules of a game on small positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Any number is taken from one heap.
    Nim,
    /// Digit `k` says what may be left when `k` counters are taken from a heap: bit 0 nothing, bit 1 one
    /// heap, bit 2 two heaps, bit 3 three (Guy and Smith 1956).
    TakeAndBreak(Vec<u8>),
    /// One of these numbers is taken from a heap.
    Subtraction(Vec<u32>),
    /// Players place dominoes.
    Cram,
    /// Left: vertical; Right: horizontal.
    Domineering,
    /// A stone takes an adjacent enemy stone: Left has `x`, Right `o`.
    Clobber,
    /// Adjacent counters `o` in a row or column are taken.
    Tactix,
}

/// A position: heaps in ascending order, without empty ones, or squares row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    Heaps(Vec<u32>),
    Board { cols: usize, squares: Vec<u8> },
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    Left,
    Right,
}

impl Player {
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    pub fn opponent(self) -> Self {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Player::Left => "left",
            Player::Right => "right",
        }
    }
}

impl Position {
    /// Sorted heaps, without empty ones.
    pub fn heaps(mut heaps: Vec<u32>) -> Self {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        Position::Heaps(heaps)
    }

    /// Reads the program's output.
    pub fn read(&self, text: &str) -> Option<Self> {
        match self {
            Position::Heaps(_) if text.is_empty() => Some(Position::Heaps(Vec::new())),
            Position::Heaps(_) => {
                text.split(',').map(|heap| heap.parse().ok()).collect::<Option<_>>().map(Position::heaps)
            }
            Position::Board { cols, .. } => {
                let rows: Vec<&str> = text.split('/').collect();
                let squares = rows.concat().into_bytes();
                let fits = rows.iter().all(|row| row.len() == *cols) && squares.is_ascii();
                fits.then_some(Position::Board { cols: *cols, squares })
            }
        }
    }

    /// The program's notation.
    pub fn text(&self) -> String {
        match self {
            Position::Heaps(heaps) if heaps.is_empty() => "0".into(),
            Position::Heaps(heaps) => heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(","),
            Position::Board { cols, squares } => {
                squares.chunks(*cols).map(String::from_utf8_lossy).collect::<Vec<_>>().join("/")
            }
        }
    }
}

impl Rules {
    /// Whether both players have the same moves.
    pub fn is_impartial(&self) -> bool {
        !matches!(self, Rules::Domineering | Rules::Clobber)
    }

    /// The positions after each move of a player, perhaps repeated.
    pub fn after(&self, position: &Position, player: Player) -> Vec<Position> {
        match position {
            Position::Heaps(heaps) => self.after_heaps(heaps),
            Position::Board { cols, squares } => {
                let boards = self.after_board(*cols, squares, player);
                boards.into_iter().map(|squares| Position::Board { cols: *cols, squares }).collect()
            }
        }
    }

    fn after_heaps(&self, heaps: &[u32]) -> Vec<Position> {
        let mut after = Vec::new();
        for (at, &heap) in heaps.iter().enumerate() {
            let mut others = heaps.to_vec();
            others.remove(at);
            let mut leave = |left: &[u32]| after.push(Position::heaps([&others, left].concat()));
            match self {
                Rules::Nim => (0..heap).for_each(|left| leave(&[left])),
                Rules::Subtraction(numbers) => {
                    for number in numbers.iter().filter(|&&number| number <= heap) {
                        leave(&[heap - number]);
                    }
                }
                Rules::TakeAndBreak(digits) => {
                    for (taken, digit) in (1..).zip(digits).filter(|(taken, _)| *taken <= heap) {
                        let rest = heap - taken;
                        if digit & 1 != 0 && rest == 0 {
                            leave(&[]);
                        }
                        if digit & 2 != 0 && rest > 0 {
                            leave(&[rest]);
                        }
                        for first in 1..rest {
                            if digit & 4 != 0 && first <= rest - first {
                                leave(&[first, rest - first]);
                            }
                            for second in first..rest {
                                let third = (rest - first).saturating_sub(second);
                                if digit & 8 != 0 && third >= second {
                                    leave(&[first, second, third]);
                                }
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        after
    }

    fn after_board(&self, cols: usize, squares: &[u8], player: Player) -> Vec<Vec<u8>> {
        let rows = squares.len() / cols;
        let mut after = Vec::new();
        // Pairs of adjacent squares, and whether each is vertical.
        let lying = (0..rows).flat_map(|r| (1..cols).map(move |c| (r * cols + c - 1, r * cols + c, false)));
        let standing =
            (1..rows).flat_map(|r| (0..cols).map(move |c| ((r - 1) * cols + c, r * cols + c, true)));
        let pairs = lying.chain(standing);
        match self {
            Rules::Cram | Rules::Domineering => {
                for (a, b, stands) in pairs {
                    let may = *self == Rules::Cram || stands == (player == Player::Left);
                    if may && squares[a] == b'.' && squares[b] == b'.' {
                        let mut board = squares.to_vec();
                        (board[a], board[b]) = (b'#', b'#');
                        after.push(board);
                    }
                }
            }
            Rules::Clobber => {
                let (own, enemy) = if player == Player::Left { (b'x', b'o') } else { (b'o', b'x') };
                for (a, b, _) in pairs {
                    for (from, to) in [(a, b), (b, a)] {
                        if squares[from] == own && squares[to] == enemy {
                            let mut board = squares.to_vec();
                            (board[from], board[to]) = (b'.', own);
                            after.push(board);
                        }
                    }
                }
            }
            Rules::Tactix => {
                for start in 0..squares.len() {
                    for (step, room) in [(1, cols - start % cols), (cols, rows - start / cols)] {
                        let mut board = squares.to_vec();
                        for length in 0..room {
                            let at = start + length * step;
                            if board[at] != b'o' {
                                break;
                            }
                            board[at] = b'.';
                            // A single counter is in a row and a column, but is one move.
                            if length > 0 || step == 1 {
                                after.push(board.clone());
                            }
                        }
                    }
                }
            }
            _ => {}
        }
        after
    }
}

/// Search over all moves, with a memo.
pub struct Brute {
    rules: Rules,
    wins: HashMap<(Position, Player, bool), bool>,
    nimbers: HashMap<Position, u64>,
}

impl Brute {
    pub fn new(rules: Rules) -> Self {
        Brute { rules, wins: HashMap::new(), nimbers: HashMap::new() }
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Whether the player to move wins.
    pub fn wins(&mut self, position: &Position, player: Player, misere: bool) -> bool {
        let key = (position.clone(), player, misere);
        if let Some(known) = self.wins.get(&key) {
            return *known;
        }
        let after = self.rules.after(position, player);
        let wins = if after.is_empty() {
            misere
        } else {
            after.iter().any(|next| !self.wins(next, player.opponent(), misere))
        };
        self.wins.insert(key, wins);
        wins
    }

    /// `N`, `P`, `L` or `R`.
    pub fn outcome(&mut self, position: &Position, misere: bool) -> &'static str {
        match Player::BOTH.map(|player| self.wins(position, player, misere)) {
            [true, true] => "N",
            [false, false] => "P",
            [true, false] => "L",
            [false, true] => "R",
        }
    }

    /// The mex of the options' nimbers.
    pub fn nimber(&mut self, position: &Position) -> u64 {
        if let Some(known) = self.nimbers.get(position) {
            return *known;
        }
        let after = self.rules.after(position, Player::Left);
        let found: HashSet<u64> = after.iter().map(|next| self.nimber(next)).collect();
        let nimber = (0..).find(|number| !found.contains(number)).unwrap_or_default();
        self.nimbers.insert(position.clone(), nimber);
        nimber
    }

    /// The number of reachable positions, when either player may move next.
    pub fn count(&self, position: &Position) -> u64 {
        let mut seen = BTreeSet::from([position.clone()]);
        let mut open = vec![position.clone()];
        while let Some(position) = open.pop() {
            for player in Player::BOTH {
                for next in self.rules.after(&position, player) {
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
        }
        seen.len() as u64
    }

    /// The number of plays of a length.
    pub fn plays(&self, position: &Position, player: Player, length: u32) -> u64 {
        if length == 0 {
            return 1;
        }
        let after = self.rules.after(position, player);
        after.iter().map(|next| self.plays(next, player.opponent(), length - 1)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Position {
        let cols = text.find('/').unwrap_or(text.len());
        Position::Board { cols, squares: Vec::new() }.read(text).unwrap()
    }

    #[test]
    fn nim_heaps_are_added_without_carrying() {
        let mut brute = Brute::new(Rules::Nim);
        assert_eq!(brute.nimber(&Position::heaps(vec![3, 5, 6])), 0);
        assert_eq!(brute.nimber(&Position::heaps(vec![3, 5])), 6);
        // In misère play an even number of heaps of 1 is won (Bouton 1901).
        assert!(brute.wins(&Position::heaps(vec![1, 1]), Player::Left, true));
        assert!(!brute.wins(&Position::heaps(vec![1, 1]), Player::Left, false));
    }

    /// *Winning Ways*, chapter 4: Kayles is 0.77, Dawson's Kayles 0.07, Treblecross 0.007.
    #[test]
    fn well_known_codes_have_their_values() {
        let values = |digits: &[u8]| {
            let mut brute = Brute::new(Rules::TakeAndBreak(digits.to_vec()));
            (0..10).map(|heap| brute.nimber(&Position::heaps(vec![heap]))).collect::<Vec<_>>()
        };
        assert_eq!(values(&[7, 7]), [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]);
        assert_eq!(values(&[0, 7]), [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]);
        assert_eq!(values(&[0, 0, 7]), [0, 0, 0, 1, 1, 1, 2, 2, 0, 3]);
    }

    #[test]
    fn small_boards_are_known() {
        let mut domineering = Brute::new(Rules::Domineering);
        assert_eq!(domineering.outcome(&board("../.."), false), "N");
        assert_eq!(domineering.outcome(&board("./."), false), "L");
        assert_eq!(domineering.outcome(&board(".."), false), "R");
        let mut cram = Brute::new(Rules::Cram);
        assert_eq!((cram.nimber(&board("...")), cram.nimber(&board("../.."))), (1, 0));
        assert_eq!(cram.count(&board(".../...")), 18);
        let mut clobber = Brute::new(Rules::Clobber);
        assert_eq!(clobber.outcome(&board("xo"), false), "N");
        assert_eq!(clobber.outcome(&board("x.o"), false), "P");
        // Rows and columns: five ways to take from an L of three.
        assert_eq!(Rules::Tactix.after(&board("oo/o."), Player::Left).len(), 5);
    }
}
