//! Take-and-break games: what may be taken from a heap, and into how many heaps the rest may be broken.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use crate::NotationError;

/// The sizes of at most this many heaps, written as `3,5,7`; `example` is shown if they are written wrongly.
pub fn read_heaps(text: &str, most: usize, example: &str) -> Result<Vec<u32>, NotationError> {
    let mut sizes = Vec::new();
    let mut start = 0;
    for field in text.split(',') {
        let (at, size) = (start..start + field.len(), field.trim());
        start = at.end + 1;
        if size.is_empty() || !size.bytes().all(|byte| byte.is_ascii_digit()) {
            let expected = format!("a number, as in {example}");
            return Err(NotationError::new(at, "no size of a heap").expected(expected));
        }
        if sizes.len() == most {
            return Err(NotationError::new(at, format!("more than {most} heaps")));
        }
        sizes.push(size.parse().map_err(|_| NotationError::new(at, "the heap is too large"))?);
    }
    Ok(sizes)
}

/// The code of a take-and-break game (Guy and Smith 1956; Siegel, *Combinatorial Game Theory*, IV.2).
///
/// Its digit `d_k` says what may be left when `k` counters are taken from a heap: with its bit `2^j`, exactly
/// `j` non-empty heaps may be left. So 1 means that all of the heap may be taken, 2 that one heap may be
/// left, 4 that the rest may be broken into two, 8 into three. Digits up to 7 make an octal code, digits up
/// to F a hexadecimal one.
///
/// ```
/// use nimatron_rules::HeapCode;
///
/// let kayles = HeapCode::parse("0.77")?;
/// assert_eq!(kayles.to_string(), "0.77");
/// let mut options = Vec::new();
/// kayles.each_option(3, |heaps| options.push(heaps.to_vec()));
/// assert_eq!(options, [vec![2], vec![1, 1], vec![1]]);
/// # Ok::<(), nimatron_rules::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HeapCode {
    /// By the number of counters taken. The last digit is not 0, unless it is the only one.
    digits: Vec<u8>,
}

impl HeapCode {
    /// All of a heap may be taken.
    pub const TAKE_ALL: u8 = 1;
    /// One heap may be left.
    pub const LEAVE_ONE: u8 = 2;
    /// Two heaps may be left.
    pub const BREAK_IN_TWO: u8 = 4;
    /// Three heaps may be left.
    pub const BREAK_IN_THREE: u8 = 8;

    /// The maximum number of digits.
    const MOST_DIGITS: usize = 1000;

    /// Reads `0.007`, `.007`, `007`, `4.3`, `0.F1`, `0x0.8`. Digits above 7 make the code hexadecimal. To
    /// catch typing errors, 8 and 9 alone do so only after `0x`.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let expected = "a code such as 0.007 or 4.3, or hexadecimal as 0.F1 or 0x0.8";
        let (start, marked) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            Some(_) => (2, true),
            None => (0, false),
        };
        let body = &text[start..];
        let hexadecimal = marked || body.chars().any(|c| c.is_ascii_hexdigit() && !c.is_ascii_digit());
        // 1. The digit before the point, if there is a point.
        let (before, after, after_at) = match body.split_once('.') {
            Some((before, after)) => (before, after, start + before.len() + 1),
            None => ("0", body, start),
        };
        if before.chars().count() > 1 {
            let at = start..start + before.len();
            return Err(
                NotationError::new(at, "there is one digit before the point, or none").expected(expected)
            );
        }
        if after.is_empty() {
            return Err(NotationError::new(text.len()..text.len(), "there are no digits").expected(expected));
        }
        if after.len() > Self::MOST_DIGITS {
            let at = after_at + Self::MOST_DIGITS..text.len();
            return Err(NotationError::new(at, format!("a code has at most {} digits", Self::MOST_DIGITS)));
        }
        // 2. The digits.
        let digit = |at: usize, c: char| {
            let end = at + c.len_utf8();
            match c.to_digit(16) {
                Some(digit) if digit < 8 || hexadecimal => Ok(digit as u8),
                Some(digit) => {
                    let message = format!("{digit} is no octal digit");
                    let error = NotationError::new(at..end, message);
                    Err(error.expected(format!("0 to 7, or 0x in front of a hexadecimal code: 0x{text}")))
                }
                None => {
                    let message = format!("`{}` is no digit", c.escape_default());
                    Err(NotationError::new(at..end, message).expected(expected))
                }
            }
        };
        let first = before.chars().next().map_or(Ok(0), |c| digit(start, c))?;
        if first & (Self::TAKE_ALL | Self::LEAVE_ONE) != 0 {
            let message = format!("{first:X} before the point would be a move that changes nothing");
            return Err(NotationError::new(start..start + 1, message).expected("0, 4, 8 or C"));
        }
        let mut digits = vec![first];
        for (at, c) in after.char_indices() {
            digits.push(digit(after_at + at, c)?);
        }
        Ok(HeapCode::new(digits))
    }

    /// The code with these digits, starting with the digit for taking nothing.
    fn new(mut digits: Vec<u8>) -> Self {
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        HeapCode { digits }
    }

    /// The subtraction game in which these numbers of counters may be taken and heaps are never broken;
    /// `None` if one of the numbers is 0 or too large.
    #[must_use]
    pub fn subtraction(numbers: &[usize]) -> Option<Self> {
        let most = *numbers.iter().max()?;
        if most > Self::MOST_DIGITS || numbers.contains(&0) {
            return None;
        }
        let mut digits = vec![0; most + 1];
        for &number in numbers {
            digits[number] = Self::TAKE_ALL | Self::LEAVE_ONE;
        }
        Some(HeapCode::new(digits))
    }

    /// The digit for taking this many counters.
    #[must_use]
    pub fn digit(&self, taken: usize) -> u8 {
        self.digits.get(taken).copied().unwrap_or(0)
    }

    /// The maximum number of counters that may be taken.
    #[must_use]
    pub fn most_taken(&self) -> usize {
        self.digits.len() - 1
    }

    /// Whether no heap is ever broken into three.
    #[must_use]
    pub fn is_octal(&self) -> bool {
        self.digits.iter().all(|digit| digit & Self::BREAK_IN_THREE == 0)
    }

    /// The number of moves from one heap that differ in what is taken or left.
    #[must_use]
    pub fn count_options(&self, heap: usize) -> u64 {
        let count = |taken: usize| {
            let (digit, rest) = (self.digits[taken], (heap - taken) as u64);
            let has = |bit: u8| u64::from(digit & bit != 0);
            let whole =
                if taken == 0 { 0 } else { has(if rest == 0 { Self::TAKE_ALL } else { Self::LEAVE_ONE }) };
            // The partitions of n into three parts are n²/12, rounded to the nearest integer.
            let in_three = ((u128::from(rest).pow(2) + 6) / 12) as u64;
            whole + has(Self::BREAK_IN_TWO) * (rest / 2) + has(Self::BREAK_IN_THREE) * in_three
        };
        (0..=heap.min(self.most_taken())).map(count).fold(0, u64::saturating_add)
    }

    /// Calls `visit` with the heaps that each move from one heap leaves, none of them empty, the largest
    /// first. Moves that differ in what is taken or left are visited once each.
    pub fn each_option(&self, heap: usize, mut visit: impl FnMut(&[usize])) {
        let all = self.try_each_option(heap, |heaps| {
            visit(heaps);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue());
    }

    /// The same, until `visit` breaks.
    pub fn try_each_option(
        &self,
        heap: usize,
        mut visit: impl FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for taken in 0..=heap.min(self.most_taken()) {
            let (digit, rest) = (self.digits[taken], heap - taken);
            if digit & Self::TAKE_ALL != 0 && rest == 0 && taken > 0 {
                visit(&[])?;
            }
            if digit & Self::LEAVE_ONE != 0 && rest > 0 && taken > 0 {
                visit(&[rest])?;
            }
            if digit & Self::BREAK_IN_TWO != 0 {
                for smaller in 1..=rest / 2 {
                    visit(&[rest - smaller, smaller])?;
                }
            }
            if digit & Self::BREAK_IN_THREE != 0 {
                for smallest in 1..=rest / 3 {
                    for middle in smallest..=(rest - smallest) / 2 {
                        visit(&[rest - smallest - middle, middle, smallest])?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Reads a code, as [`HeapCode::parse`] does.
impl FromStr for HeapCode {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        HeapCode::parse(text)
    }
}

impl fmt::Display for HeapCode {
    /// Writes one digit before the point, and `0x` if it is needed to read the code back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let past_octal = self.digits.iter().any(|&digit| digit > 7);
        let letters = self.digits.iter().any(|&digit| digit > 9);
        if past_octal && !letters {
            f.write_str("0x")?;
        }
        write!(f, "{:X}.", self.digits[0])?;
        match &self.digits[1..] {
            [] => f.write_str("0"),
            digits => digits.iter().try_for_each(|digit| write!(f, "{digit:X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_and_written() {
        for (text, written) in [
            ("0.007", "0.007"),
            (".007", "0.007"),
            ("007", "0.007"),
            ("77", "0.77"),
            ("4.3", "4.3"),
            ("0.0700", "0.07"),
            ("0.F1", "0.F1"),
            ("0x0.8", "0x0.8"),
            ("0x.37", "0.37"),
            ("c.a", "C.A"),
            ("0.0", "0.0"),
        ] {
            let code = HeapCode::parse(text).unwrap();
            assert_eq!(code.to_string(), written);
            assert_eq!(HeapCode::parse(written), Ok(code));
        }
    }

    #[test]
    fn what_is_no_code_is_refused_where_it_goes_wrong() {
        for (text, at) in [
            ("0.8", 2..3),
            ("", 0..0),
            ("0.", 2..2),
            ("0.G", 2..3),
            ("0.7é", 3..5),
            ("12.3", 0..2),
            ("3.7", 0..1),
            ("0.7.7", 3..4),
            ("0.-1", 2..3),
        ] {
            assert_eq!(HeapCode::parse(text).unwrap_err().at, at, "{text}");
        }
        let error = HeapCode::parse("0.8").unwrap_err();
        assert!(error.to_string().contains("0x0.8"), "{error}");
        assert!(HeapCode::parse(&"7".repeat(1_000_000)).is_err());
    }

    #[test]
    fn each_way_to_take_and_break_is_found_once() {
        let options = |code: &str, heap| {
            let mut options = Vec::new();
            HeapCode::parse(code).unwrap().each_option(heap, |heaps| options.push(heaps.to_vec()));
            options
        };
        assert_eq!(options("0.007", 6), [vec![3], vec![2, 1]]);
        assert_eq!(options("0.007", 3), [Vec::<usize>::new()]);
        assert_eq!(options("4.0", 4), [[3, 1], [2, 2]]);
        assert_eq!(options("0x0.8", 7), [[4, 1, 1], [3, 2, 1], [2, 2, 2]]);
        assert_eq!(options("0.3", 5), [[4]]);
        for code in ["0.007", "4.0", "0x0.8", "0.F1", "C.5", "0.137"] {
            for heap in 0..40 {
                let counted = HeapCode::parse(code).unwrap().count_options(heap);
                assert_eq!(counted, options(code, heap).len() as u64, "{code} {heap}");
            }
        }
        let subtraction = HeapCode::subtraction(&[1, 3, 4]).unwrap();
        assert_eq!(subtraction.to_string(), "0.3033");
        assert_eq!(HeapCode::subtraction(&[0, 1]), None);
    }
}
