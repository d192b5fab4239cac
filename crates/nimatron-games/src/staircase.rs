//! Tactix on staircases, and on S-shaped boards, which are staircases of two rows.
//!
//! ```text
//! o o o            the last counter of a row stands above
//!     o o o o o    the first one of the next: staircase:3,5,4
//!             o o o o
//! ```
//!
//! Along the staircase all counters are in one line. A move takes neighbours that are in one row or one
//! column, and leaves two smaller staircases. S-boards have a formula (Iacono, Mazur, *Tactix on an S-shaped
//! board*, Lemma 23), so they may have any size.

use nimatron_rules::{
    About, Cell, Hints, Impartial, Line, Named, Notation, NotationError, Parts, Player, Rules, Short,
    Theorem, Touch, Turns, View,
};
use smallvec::{SmallVec, smallvec};

use crate::tactix;

/// The rules of Tactix on staircases.
#[derive(Clone, Copy, Default, Debug)]
pub struct Staircase;

/// The lengths of the rows of one staircase, from the top, none of them 0.
type Rows = SmallVec<[u64; 4]>;

/// Independent staircases, in order. There are fewer than 2⁶⁴ counters in total.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Stairs(SmallVec<[Rows; 2]>);

/// Takes the counters from one to another, counted from 1 along a staircase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stretch {
    /// The index of the staircase.
    staircase: usize,
    from: u64,
    to: u64,
}

/// Longer staircases have too many moves to be listed.
const LISTED: u64 = 2000;
/// The maximum number of counters of staircases with three rows and more.
const MOST: u64 = 100_000;

/// The Grundy value of an S-shaped board with `a` counters above and `b` below.
///
/// Iacono and Mazur, *Tactix on an S-shaped board*, Lemma 23. The paper says "lowest power of 2", but only
/// the highest power that is not above `a` makes sense and agrees with the Grundy values by definition.
fn s_board(a: u64, b: u64) -> u64 {
    let [Some(high), Some(also)] = [a, b].map(u64::checked_ilog2) else { return a + b };
    if high != also {
        return a + b;
    }
    let power = 1u64 << high;
    let (less_a, less_b) = (a - power, b - power);
    let rest = less_a + less_b;
    match s_board(less_a, less_b) {
        smaller if smaller < rest => smaller,
        _ if rest < power - 1 => rest + 1,
        _ => a + b,
    }
}

/// The first counters of a staircase, this many of them.
fn beginning(rows: &[u64], mut counters: u64) -> Rows {
    let mut left = Rows::new();
    for &row in rows {
        if counters == 0 {
            break;
        }
        left.push(row.min(counters));
        counters -= row.min(counters);
    }
    left
}

/// A staircase upside down.
fn reversed(rows: &[u64]) -> Rows {
    rows.iter().rev().copied().collect()
}

fn total(rows: &[u64]) -> u64 {
    rows.iter().sum()
}

impl Stairs {
    /// Staircases with these rows, if no row is empty and the number of counters fits. Empty staircases are
    /// left out.
    #[must_use]
    pub fn new(stairs: impl IntoIterator<Item = Vec<u64>>) -> Option<Self> {
        let stairs: SmallVec<[Rows; 2]> = stairs.into_iter().map(Rows::from_vec).collect();
        let rows = || stairs.iter().flatten();
        rows().try_fold(0u64, |sum, &row| sum.checked_add(row))?;
        if rows().any(|&row| row == 0) {
            return None;
        }
        Some(Stairs::sorted(stairs))
    }

    fn sorted(mut stairs: SmallVec<[Rows; 2]>) -> Self {
        stairs.retain(|rows| !rows.is_empty());
        stairs.sort_unstable();
        Stairs(stairs)
    }

    fn counters(&self) -> u64 {
        self.0.iter().map(|rows| total(rows)).sum()
    }
}

impl Rules for Staircase {
    type Position = Stairs;
    type Move = Stretch;

    /// The moves of staircases that have few enough to be listed; see [`Rules::move_bound`].
    fn moves(&self, stairs: &Stairs, _: Player, out: &mut Vec<Stretch>) {
        for (staircase, rows) in stairs.0.iter().enumerate() {
            // Of equal staircases only one is needed.
            if staircase > 0 && stairs.0[staircase - 1] == *rows {
                continue;
            }
            let Some(line) = Line::staircase(rows) else { continue };
            for start in 0..line.len() {
                let stretch = |end| Stretch { staircase, from: start as u64 + 1, to: end as u64 };
                out.extend((start + 1..=line.reach(start)).map(stretch));
            }
        }
    }

    fn play(&self, stairs: &Stairs, _: Player, taken: &Stretch) -> Stairs {
        let mut stairs = stairs.0.clone();
        let rows = stairs.remove(taken.staircase);
        let after = total(&rows) - taken.to;
        stairs.push(beginning(&rows, taken.from - 1));
        stairs.push(reversed(&beginning(&reversed(&rows), after)));
        Stairs::sorted(stairs)
    }

    /// The stretches of each row, and those of rows of length 1 that are on top of each other.
    fn move_bound(&self, stairs: &Stairs, _: Player) -> u64 {
        let row = |row: &u64| row.saturating_mul(row.saturating_add(1)) / 2;
        let staircase = |rows: &Rows| {
            let upright = (rows.len() as u64).pow(2);
            rows.iter().map(row).fold(upright, u64::saturating_add)
        };
        stairs.0.iter().map(staircase).fold(0, u64::saturating_add)
    }

    fn mobility(&self, stairs: &Stairs, player: Player) -> u32 {
        if self.move_bound(stairs, player) > u32::MAX.into() {
            return u32::MAX;
        }
        let distinct = stairs.0.chunk_by(|a, b| a == b).filter_map(|equal| Line::staircase(&equal[0]));
        let moves = |line: Line| (0..line.len()).map(|start| (line.reach(start) - start) as u64).sum::<u64>();
        u32::try_from(distinct.map(moves).sum::<u64>()).unwrap_or(u32::MAX)
    }

    /// Each staircase separately.
    fn parts(&self, stairs: &Stairs) -> Parts<Stairs> {
        stairs.0.iter().map(|rows| Stairs(smallvec![rows.clone()])).collect()
    }

    /// A staircase upside down is a staircase, too. A column is a row.
    fn normal(&self, stairs: &Stairs) -> Stairs {
        let normal = |rows: &Rows| match rows.iter().all(|&row| row == 1) {
            true => smallvec![rows.len() as u64],
            false => rows.clone().min(reversed(rows)),
        };
        Stairs::sorted(stairs.0.iter().filter(|rows| !rows.is_empty()).map(normal).collect())
    }
}

impl Short for Staircase {
    /// The number of counters, or the maximum of 32 bits if there are more.
    fn moves_left(&self, stairs: &Stairs) -> u32 {
        u32::try_from(stairs.counters()).unwrap_or(u32::MAX)
    }
}

impl Impartial for Staircase {
    /// A line is a heap of Nim, and an S-board has its formula.
    fn known_nimber(&self, part: &Stairs) -> Option<u32> {
        u32::try_from(self.by_theorem(part)?.nimber).ok()
    }

    fn as_lines(&self, stairs: &Stairs) -> Option<Vec<Line>> {
        if stairs.counters() > MOST {
            return None;
        }
        stairs.0.iter().map(|rows| Line::staircase(rows)).collect()
    }

    fn by_theorem(&self, stairs: &Stairs) -> Option<Theorem> {
        let mut nimber = 0;
        let mut name = "a line of counters is a heap of Nim";
        for rows in &self.normal(stairs).0 {
            nimber ^= match rows[..] {
                [row] => row,
                [upper, lower] => {
                    name = "the formula for S-shaped boards (Iacono and Mazur, Lemma 23)";
                    s_board(upper, lower)
                }
                _ => return None,
            };
        }
        Some(Theorem { nimber, name })
    }
}

impl Turns for Staircase {}

impl Hints for Staircase {}

impl Staircase {
    const S: &str = "S:";
    const STAIRCASE: &str = "staircase:";

    /// Whether a text describes staircases and not a board.
    #[must_use]
    pub fn is_written(text: &str) -> bool {
        [Self::S, Self::STAIRCASE].iter().any(|prefix| after_prefix(text, prefix).is_some())
    }

    /// Refuses staircases that have too many moves to be listed, for callers that have no other method.
    pub fn refuse_large(text: &str) -> Result<(), NotationError> {
        if Staircase.parse(text)?.counters() <= LISTED {
            return Ok(());
        }
        let message = format!("only staircases of up to {LISTED} counters can be added to other games");
        Err(NotationError::new(0..text.len(), message))
    }
}

/// The text after a prefix, ignoring case.
fn after_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let begin = text.get(..prefix.len())?;
    begin.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

impl Named for Staircase {
    const ABOUT: About = About { start: "S:3,4", ..tactix::ABOUT };

    fn open(parameters: &str, position: &str) -> Result<(Self, Stairs), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        Ok((Staircase, Staircase.parse(Self::ABOUT.or_start(position))?))
    }
}

impl Notation for Staircase {
    fn parse(&self, text: &str) -> Result<Stairs, NotationError> {
        let (list, is_s) = match (after_prefix(text, Self::S), after_prefix(text, Self::STAIRCASE)) {
            (Some(list), _) => (list, true),
            (_, Some(list)) => (list, false),
            _ => {
                let error = NotationError::new(0..text.len().min(1), "this is not a staircase");
                return Err(error.expected("S:13,22 or staircase:3,5,4"));
            }
        };
        let mut at = text.len() - list.len();
        let mut stairs = vec![Vec::new()];
        // Nothing at all is one staircase without rows.
        if is_s || list != "0" {
            for piece in list.split_inclusive([',', '/']) {
                let row = piece.trim_end_matches([',', '/']);
                let length = read_row(row, at, is_s)?;
                let rows = stairs.last_mut().expect("there is one staircase from the start");
                // An S-board with an empty row is a line.
                rows.extend((length > 0).then_some(length));
                at += row.len();
                match &piece[row.len()..] {
                    "" => {}
                    "/" if !is_s => stairs.push(Vec::new()),
                    "/" => return Err(NotationError::new(at..at + 1, "an S-board is alone").expected("`,`")),
                    _ => {}
                }
                at += piece.len() - row.len();
            }
            if list.is_empty() || list.ends_with([',', '/']) {
                read_row("", text.len(), is_s)?;
            }
        }
        let all = text.len() - list.len()..text.len();
        if is_s && list.matches(',').count() != 1 {
            return Err(NotationError::new(all, "an S-board has two rows").expected("S:13,22"));
        }
        let longest = stairs.iter().map(Vec::len).max().unwrap_or(0);
        let stairs = Stairs::new(stairs)
            .ok_or_else(|| NotationError::new(all.clone(), "there are more than 2^64 counters in all"))?;
        if longest > 2 && stairs.counters() > MOST {
            let message = format!("staircases of three rows and more may have {MOST} counters in all");
            return Err(NotationError::new(all, message));
        }
        Ok(stairs)
    }

    fn view(&self, stairs: &Stairs) -> View {
        let mut views: Vec<View> = stairs.0.iter().map(|rows| view(rows)).collect();
        if views.len() == 1 { views.swap_remove(0) } else { View::Sum(views) }
    }

    fn show(&self, stairs: &Stairs) -> String {
        let list = |rows: &Rows| rows.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        match &stairs.0[..] {
            [] => format!("{}0", Self::STAIRCASE),
            [rows] if rows.len() == 2 => format!("{}{}", Self::S, list(rows)),
            stairs => format!("{}{}", Self::STAIRCASE, stairs.iter().map(list).collect::<Vec<_>>().join("/")),
        }
    }

    /// Writes `2-5`, or `3`, along the staircase; with several staircases, `2.2-5` in the second.
    fn show_move(&self, stairs: &Stairs, _: Player, taken: &Stretch) -> String {
        let which = if stairs.0.len() > 1 { format!("{}.", taken.staircase + 1) } else { String::new() };
        match taken.to == taken.from {
            true => format!("{which}{}", taken.from),
            false => format!("{which}{}-{}", taken.from, taken.to),
        }
    }

    /// Counters are numbered along the rows.
    fn touch(&self, stairs: &Stairs, _: Player, taken: &Stretch) -> Touch {
        let View::Board { cells, .. } = view(&stairs.0[taken.staircase]) else { return Touch::default() };
        let counters = cells.iter().enumerate().filter(|(_, cell)| **cell != Cell::Empty);
        let numbered = counters.zip(1..).filter(|(_, number)| (taken.from..=taken.to).contains(number));
        let touch = Touch::squares(numbered.map(|((square, _), _)| square).collect());
        if stairs.0.len() > 1 { touch.in_part(taken.staircase) } else { touch }
    }
}

/// Reads the length of a row at this place.
fn read_row(text: &str, at: usize, may_be_empty: bool) -> Result<u64, NotationError> {
    let wrong = |what: String| {
        NotationError::new(at..at + text.len(), what).expected("the number of counters in a row")
    };
    match text {
        "" => Err(wrong("a row without a length".into())),
        _ if !text.bytes().all(|byte| byte.is_ascii_digit()) => {
            let short: String = text.chars().take(20).flat_map(char::escape_default).collect();
            Err(wrong(format!("`{short}` is no length")))
        }
        _ => match text.parse() {
            Ok(0) if !may_be_empty => Err(wrong("an empty row: no two staircases hang together".into())),
            Ok(length) => Ok(length),
            Err(_) => Err(wrong("there are more than 2^64 counters".into())),
        },
    }
}

/// A staircase as a board, or as its rows if it is too large for one.
fn view(rows: &[u64]) -> View {
    const LARGEST: u64 = 256;
    let counters = total(rows);
    let cols = counters - rows.len() as u64 + 1;
    if counters > LARGEST || cols * rows.len() as u64 > LARGEST {
        return View::Heaps(rows.to_vec());
    }
    let mut cells = Vec::new();
    let mut start = 0;
    for &row in rows {
        let counter = |col| match (start..start + row).contains(&col) {
            true => Cell::Piece { owner: None, letter: 'o' },
            false => Cell::Empty,
        };
        cells.extend((0..cols).map(counter));
        start += row - 1;
    }
    View::Board { rows: rows.len(), cols: cols as usize, cells }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_s_board_has_one_upright_move() {
        let (game, stairs) = Staircase::open("", "S:2,3").unwrap();
        let mut moves = Vec::new();
        game.moves(&stairs, Player::Left, &mut moves);
        let names: Vec<_> = moves.iter().map(|mv| game.show_move(&stairs, Player::Left, mv)).collect();
        assert_eq!(names, ["1", "1-2", "2", "2-3", "3", "3-4", "3-5", "4", "4-5", "5"]);
        let after: Vec<_> = moves.iter().map(|mv| game.show(&game.play(&stairs, Player::Left, mv))).collect();
        assert_eq!(after[3], "staircase:1/2");
        assert_eq!(after[0], "S:1,3");
        assert_eq!(game.view(&stairs).to_text(), "2 o o . .\n1 . o o o\n  a b c d\n");
    }

    #[test]
    fn the_formula_is_that_of_the_paper() {
        for (a, b, value) in [(1, 1, 2), (2, 2, 1), (2, 3, 5), (3, 3, 6), (4, 4, 1), (1, 9, 10), (0, 7, 7)] {
            assert_eq!(s_board(a, b), value, "{a},{b}");
        }
        assert_eq!(s_board(1_000_000_000_000_000_000, 5), 1_000_000_000_000_000_005);
        assert_eq!(s_board(1 << 59, (1 << 59) + 5), 6);
    }

    #[test]
    fn bad_staircases_are_pointed_at() {
        for (text, at) in [
            ("S:", 2..2),
            ("S:3", 2..3),
            ("S:1,2,3", 2..7),
            ("S:1,x", 4..5),
            ("S:-1,3", 2..4),
            ("S:99999999999999999999,1", 2..22),
            ("S:18446744073709551615,18446744073709551615", 2..43),
            ("S:2,3/4", 5..6),
            ("staircase:", 10..10),
            ("staircase:3,,4", 12..12),
            ("staircase:3,0,4", 12..13),
            ("staircase:3,5,", 14..14),
            ("staircase:3,5é", 12..15),
            ("staircase:100000,1,1", 10..20),
            ("3,4", 0..1),
            ("", 0..0),
        ] {
            let error = Staircase.parse(text).unwrap_err();
            assert_eq!(error.at, at, "{text}: {error}");
            assert!(text.get(error.at.clone()).is_some());
        }
    }

    #[test]
    fn large_staircases_are_no_summands() {
        assert_eq!(Staircase::refuse_large("S:1000,1000"), Ok(()));
        assert!(Staircase::refuse_large("S:1000,1001").is_err());
        assert!(Staircase::refuse_large("staircase:").is_err());
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["S:3,4", "staircase:3,5,4", "staircase:1,1,1", "staircase:2/3,1,1/3,4", "staircase:0"] {
            assert_eq!(Staircase.show(&Staircase.parse(text).unwrap()), text);
        }
        assert_eq!(Staircase.show(&Staircase.parse("s:0,4").unwrap()), "staircase:4");
    }
}
