//! The kinds of pieces that may be put on the board.

use nimatron_rules::{Leap, NotationError, Piece};

/// The kinds of pieces, and whether lines end at older pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Kinds {
    pieces: Vec<Piece>,
    /// The letter of each kind on the board.
    letters: Vec<char>,
    blocked: bool,
}

impl Kinds {
    const MOST: usize = 16;

    /// Reads `Q+R`, `queens+rooks`, `Q+R,blocked`.
    pub(super) fn read(text: &str) -> Result<Self, NotationError> {
        let (kinds, blocked) = match text.split_once(',').filter(|_| !text.contains('(')) {
            Some((kinds, "blocked")) => (kinds, true),
            Some((kinds, "x-ray")) => (kinds, false),
            Some((kinds, _)) => {
                return Err(fault(kinds.len() + 1..text.len(), "no such variation", "blocked or x-ray"));
            }
            None => match (text.strip_suffix(",blocked"), text.strip_suffix(",x-ray")) {
                (Some(kinds), _) => (kinds, true),
                (_, Some(kinds)) => (kinds, false),
                _ => (text, false),
            },
        };
        let (mut pieces, mut letters, mut at) = (Vec::new(), Vec::new(), 0);
        for kind in if kinds.is_empty() { "N" } else { kinds }.split('+') {
            let name = Piece::CHESSMEN.iter().find(|(name, _)| name.eq_ignore_ascii_case(kind.trim()));
            let written = name.map_or(kind.trim(), |(_, letter)| letter);
            let start = at + (kind.len() - kind.trim_start().len());
            let piece = Piece::read(written).map_err(|mut error| {
                error.at = (start + error.at.start).min(text.len())..(start + error.at.end).min(text.len());
                error.in_parameters = true;
                error
            })?;
            if pieces.iter().any(|other: &Piece| other.leaps() == piece.leaps()) {
                let end = (at + kind.len()).min(text.len());
                return Err(fault(
                    at..end,
                    "this kind of piece is there already",
                    "another kind, or one `+` less",
                ));
            }
            if pieces.len() == Self::MOST {
                let end = (at + kind.len()).min(text.len());
                return Err(fault(at..end, "more than 16 kinds of pieces", "fewer"));
            }
            let own = written.chars().filter(char::is_ascii_uppercase);
            let letter = own.chain(['L']).chain('A'..='Z').find(|letter| !letters.contains(letter));
            letters.push(letter.expect("there are more letters than kinds"));
            pieces.push(piece);
            at += kind.len() + 1;
        }
        Ok(Kinds { pieces, letters, blocked })
    }

    pub(super) fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The number of kinds.
    #[inline]
    pub(super) fn count(&self) -> usize {
        self.pieces.len()
    }

    /// The letter of a kind on the board.
    pub(super) fn letter(&self, kind: usize) -> char {
        self.letters[kind]
    }

    /// The letters of all kinds.
    pub(super) fn letters(&self) -> &[char] {
        &self.letters
    }

    #[inline]
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked
    }

    /// Whether there are only rooks.
    pub(super) fn are_rooks(&self) -> bool {
        let is_rook = |leap: &Leap| leap.range.is_none() && leap.rows.abs() + leap.cols.abs() == 1;
        matches!(&*self.pieces, [piece] if piece.leaps().len() == 4 && piece.leaps().iter().all(is_rook))
    }

    /// The text of the kinds.
    pub(super) fn text(&self) -> String {
        let pieces: Vec<_> = self.pieces.iter().map(Piece::text).collect();
        pieces.join("+") + if self.blocked { ",blocked" } else { "" }
    }
}

fn fault(at: std::ops::Range<usize>, message: &str, expected: &str) -> NotationError {
    let mut error = NotationError::new(at, message).expected(expected);
    error.in_parameters = true;
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_letters_of_their_own() {
        let letters = |text: &str| Kinds::read(text).unwrap().letters.iter().collect::<String>();
        assert_eq!(letters("Q+R,blocked"), "QR");
        assert_eq!(letters("knights+kings"), "NK");
        assert_eq!(letters("N+NN+BN"), "NLB");
        assert_eq!(letters("(1,3)+L4+(0,5)"), "LAB");
        assert_eq!(letters(""), "N");
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["Q+R", "Q+R,blocked", "(1,3)+NN", "(1,3),blocked", "fW"] {
            assert_eq!(Kinds::read(text).unwrap().text(), text);
        }
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |text: &str| {
            let error = Kinds::read(text).unwrap_err();
            assert!(error.in_parameters);
            error.at
        };
        assert_eq!(fault("Q+X"), 2..3);
        assert_eq!(fault("Q+"), 2..2);
        assert_eq!(fault("Q+BR"), 2..4);
        assert_eq!(fault("Q,glass"), 2..7);
        assert_eq!(fault("queens+kinds"), 7..8);
    }
}
