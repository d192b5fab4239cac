//! Reading Betza's notation.

use crate::{Leap, NotationError, Piece};

/// The leaps of a letter, rows and columns, the larger number first.
type Leaps = &'static [(i64, i64)];

/// The letters, the leaps that they stand for, and whether these are repeated without limit.
const LETTERS: &[(char, Leaps, bool)] = &[
    ('W', &[(1, 0)], false),
    ('F', &[(1, 1)], false),
    ('D', &[(2, 0)], false),
    ('N', &[(2, 1)], false),
    ('A', &[(2, 2)], false),
    ('H', &[(3, 0)], false),
    ('C', &[(3, 1)], false),
    ('L', &[(3, 1)], false),
    ('Z', &[(3, 2)], false),
    ('J', &[(3, 2)], false),
    ('G', &[(3, 3)], false),
    ('K', &[(1, 0), (1, 1)], false),
    ('R', &[(1, 0)], true),
    ('B', &[(1, 1)], true),
    ('Q', &[(1, 0), (1, 1)], true),
];

/// The letters for directions.
const DIRECTIONS: &str = "fblrvs";

/// Longer leaps and larger ranges are refused: no board is that long.
const LONGEST: i64 = 255;

impl Piece {
    /// Reads a piece.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let mut reader = Reader { text, at: 0, leaps: Vec::new() };
        if text.is_empty() {
            return Err(NotationError::new(0..0, "a piece without a letter").expected(EXPECTED));
        }
        while reader.at < text.len() {
            reader.part()?;
        }
        let mut leaps = reader.leaps;
        leaps.sort_unstable();
        leaps.dedup();
        Ok(Piece { text: text.into(), leaps })
    }
}

const EXPECTED: &str = "one of the letters K Q R B N W F D A H C Z G, or a leaper as (1,3)";

struct Reader<'a> {
    text: &'a str,
    at: usize,
    leaps: Vec<Leap>,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// A letter or `(a,b)`, with its prefix and suffix.
    fn part(&mut self) -> Result<(), NotationError> {
        // 1. The small letters before it.
        let before = self.at;
        let (mut directions, mut attacks) = (String::new(), true);
        while let Some(letter) = self.peek().filter(char::is_ascii_lowercase) {
            match letter {
                _ if DIRECTIONS.contains(letter) => directions.push(letter),
                'm' => attacks = false,
                'c' => {}
                _ => {
                    let expected = "f, b, l, r, v or s for directions, or c or m, and then a letter";
                    let message = format!("no such modifier as `{letter}` here");
                    return Err(NotationError::new(self.at..self.at + 1, message).expected(expected));
                }
            }
            self.at += 1;
        }
        // A leap may have both, as in `mcN`.
        attacks |= self.text[before..self.at].contains('c');
        // 2. The piece itself.
        let start = self.at;
        let (basic, is_rider) = self.basic()?;
        let written = &self.text[start..self.at];
        // 3. Written twice, it is a rider.
        let mut range = if is_rider { None } else { Some(1) };
        if self.text[self.at..].starts_with(written) {
            let twice = self.at..self.at + written.len();
            if is_rider {
                return Err(NotationError::new(
                    twice,
                    format!("`{written}` is a rider already, once is enough"),
                ));
            }
            self.at = twice.end;
            range = None;
            if self.text[self.at..].starts_with(written) {
                let thrice = self.at..self.at + written.len();
                return Err(NotationError::new(
                    thrice,
                    format!("`{written}` three times: twice makes it a rider"),
                ));
            }
        }
        // 4. A number limits how often the leap is made.
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            let at = self.at..self.at + digits;
            self.at = at.end;
            range = match self.text[at.clone()].parse::<u32>() {
                Ok(0) => None,
                Ok(number) if i64::from(number) <= LONGEST => Some(number),
                _ => return Err(NotationError::new(at, format!("a range above {LONGEST}"))),
            };
        }
        if !attacks {
            return Ok(());
        }
        // 5. All its directions, or those that were given.
        for (rows, cols) in basic {
            let all = images(rows, cols);
            let kept = Directions { letters: &directions }.choose(&all, rows, cols);
            self.leaps.extend(kept.into_iter().map(|(rows, cols)| Leap { rows, cols, range }));
        }
        Ok(())
    }

    /// The leaps of a letter or of `(a,b)`, the larger number first, and whether it is a rider.
    fn basic(&mut self) -> Result<(Vec<(i64, i64)>, bool), NotationError> {
        let start = self.at;
        let Some(letter) = self.peek() else {
            return Err(NotationError::new(start..start, "a letter is missing").expected(EXPECTED));
        };
        self.at += letter.len_utf8();
        if letter == '(' {
            let Some(end) = self.text[start..].find(')').map(|end| start + end) else {
                return Err(
                    NotationError::new(start..self.text.len(), "no `)` to this `(`").expected("as in (1,3)")
                );
            };
            self.at = end + 1;
            let fault = |why: &str| {
                NotationError::new(start..end + 1, why.to_string()).expected("two numbers, as in (1,3)")
            };
            let (a, b) = self.text[start + 1..end].split_once(',').ok_or_else(|| fault("no leaper"))?;
            let number = |text: &str| text.trim().parse::<i64>().ok().filter(|&number| number >= 0);
            let (Some(a), Some(b)) = (number(a), number(b)) else { return Err(fault("no leaper")) };
            if a.max(b) > LONGEST {
                return Err(fault(&format!("a leap of more than {LONGEST} squares")));
            }
            if a.max(b) == 0 {
                return Err(fault("a leap that goes nowhere"));
            }
            return Ok((vec![(a.max(b), a.min(b))], false));
        }
        match LETTERS.iter().find(|(known, ..)| *known == letter) {
            Some((_, basic, is_rider)) => Ok((basic.to_vec(), *is_rider)),
            None => {
                let message = format!("no piece has the letter `{}`", letter.escape_default());
                Err(NotationError::new(start..self.at, message).expected(EXPECTED))
            }
        }
    }
}

/// All images of a leap by rotation and reflection.
fn images(rows: i64, cols: i64) -> Vec<(i64, i64)> {
    let mut all: Vec<(i64, i64)> = [(rows, cols), (cols, rows)]
        .into_iter()
        .flat_map(|(a, b)| [(a, b), (-a, b), (a, -b), (-a, -b)])
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The small letters before a piece.
struct Directions<'a> {
    letters: &'a str,
}

impl Directions<'_> {
    /// The leaps in these directions; all leaps if there are no letters.
    fn choose(&self, all: &[(i64, i64)], longer: i64, shorter: i64) -> Vec<(i64, i64)> {
        if self.letters.is_empty() {
            return all.to_vec();
        }
        let is_oblique = shorter != 0 && shorter != longer;
        let is_diagonal = shorter == longer;
        let letters: Vec<char> = self.letters.chars().collect();
        let mut chosen: Vec<(i64, i64)> = Vec::new();
        let mut i = 0;
        while i < letters.len() {
            let first = letters[i];
            let second = letters.get(i + 1).copied();
            // Two letters that restrict each other: `fl` of a diagonal leap is one leap, and of an oblique
            // leap the one of `f` that is longer forward; `ff` are the two such leaps, `fs` the other two of
            // `f`.
            let crosses = |a: char, b: char| {
                "fb".contains(a) != "fb".contains(b) && !"vs".contains(a) && !"vs".contains(b)
            };
            let pair = second.filter(|&second| match () {
                () if is_diagonal => crosses(first, second),
                () if is_oblique => {
                    crosses(first, second)
                        || first == second
                        || "fb".contains(first) && second == 's'
                        || "lr".contains(first) && second == 'v'
                }
                () => false,
            });
            let matches = |leap: &(i64, i64)| match pair {
                None => points(first, *leap, is_oblique),
                Some(second) if second == 's' || second == 'v' => {
                    points(first, *leap, is_oblique) && points(second, *leap, true)
                }
                Some(second) => {
                    let major = if "fb".contains(first) { 'v' } else { 's' };
                    points(first, *leap, is_oblique)
                        && points(second, *leap, is_oblique)
                        && (is_diagonal || points(major, *leap, true))
                }
            };
            chosen.extend(all.iter().filter(|leap| matches(leap)));
            i += if pair.is_some() { 2 } else { 1 };
        }
        chosen
    }
}

/// Whether a leap goes in this direction. `v` and `s` of an oblique leap are those that are longer in that
/// direction.
fn points(letter: char, (rows, cols): (i64, i64), is_oblique: bool) -> bool {
    match letter {
        'f' => rows < 0,
        'b' => rows > 0,
        'l' => cols < 0,
        'r' => cols > 0,
        'v' if is_oblique => rows.abs() > cols.abs(),
        's' if is_oblique => cols.abs() > rows.abs(),
        'v' => rows != 0,
        _ => cols != 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaps(text: &str) -> Vec<(i64, i64, Option<u32>)> {
        let piece = Piece::read(text).unwrap();
        piece.leaps().iter().map(|leap| (leap.rows, leap.cols, leap.range)).collect()
    }

    #[test]
    fn the_same_piece_can_be_written_in_many_ways() {
        for (one, other) in [
            ("WF", "K"),
            ("WW", "R"),
            ("FF", "B"),
            ("RB", "Q"),
            ("KK", "Q"),
            ("W0F0", "Q"),
            ("(1,2)", "N"),
            ("(2,1)(2,1)", "NN"),
            ("N0", "NN"),
            ("W1", "W"),
            ("R4", "W4"),
            ("L", "C"),
            ("J", "Z"),
            ("(0,3)", "H"),
            ("ffNfsN", "fN"),
            ("vNsN", "N"),
            ("fRbRsR", "R"),
            ("cNmK", "N"),
            ("flFfrF", "fF"),
        ] {
            assert_eq!(leaps(one), leaps(other), "{one} {other}");
        }
    }

    #[test]
    fn directions_leave_what_they_say() {
        let pairs = |text: &str| leaps(text).iter().map(|leap| (leap.0, leap.1)).collect::<Vec<_>>();
        assert_eq!(pairs("fW"), [(-1, 0)]);
        assert_eq!(pairs("sW"), [(0, -1), (0, 1)]);
        assert_eq!(pairs("fF"), [(-1, -1), (-1, 1)]);
        assert_eq!(pairs("frF"), [(-1, 1)]);
        assert_eq!(pairs("ffN"), [(-2, -1), (-2, 1)]);
        assert_eq!(pairs("fsN"), [(-1, -2), (-1, 2)]);
        assert_eq!(pairs("flN"), [(-2, -1)]);
        assert_eq!(pairs("lfN"), [(-1, -2)]);
        assert_eq!(pairs("fN").len(), 4);
        assert_eq!(pairs("rvN"), [(-2, 1), (2, 1)]);
        assert!(pairs("mN").is_empty());
        assert_eq!(pairs("mcN").len(), 8);
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |text: &str| Piece::read(text).unwrap_err().at;
        assert_eq!(fault(""), 0..0);
        assert_eq!(fault("X"), 0..1);
        assert_eq!(fault("NÉ"), 1..3);
        assert_eq!(fault("BNX"), 2..3);
        assert_eq!(fault("gQ"), 0..1);
        assert_eq!(fault("Nf"), 2..2);
        assert_eq!(fault("RR"), 1..2);
        assert_eq!(fault("NNN"), 2..3);
        assert_eq!(fault("N(1"), 1..3);
        assert_eq!(fault("(0,0)"), 0..5);
        assert_eq!(fault("(1;2)"), 0..5);
        assert_eq!(fault("(1,999)"), 0..7);
        assert_eq!(fault("R999999999999"), 1..13);
    }
}
