//! Pieces: which squares they attack, on any surface.
//!
//! Pieces are read in Betza's notation (`betza.rs`). The squares that a piece attacks on a surface are found
//! by unrolling the surface over the plane.

mod betza;

use crate::{Bits, Surface};

/// One of the ways in which a piece attacks: a leap that is made once, several times, or without limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Leap {
    /// The number of rows down.
    pub rows: i64,
    /// The number of columns to the right.
    pub cols: i64,
    /// How often it may be repeated; `None` if there is no limit.
    pub range: Option<u32>,
}

/// A piece, as a set of leaps.
///
/// It is written in Betza's notation (Ralph Betza, *Betza Notation*, 1998): the letters of the chessmen `K Q
/// R B N` and of the leapers, in any combination.
///
/// | | leaps | | leaps | | leaps |
/// |---|---|---|---|---|---|
/// | `W` | (1,0) | `F` | (1,1) | `D` | (2,0) |
/// | `N` | (1,2) | `A` | (2,2) | `H` | (3,0) |
/// | `C` or `L` | (1,3) | `Z` or `J` | (2,3) | `G` | (3,3) |
///
/// Any other leaper is written `(a,b)`. A letter that is written twice is a rider, which repeats its leap
/// without limit: `NN`. `N0` is the same; `N3` makes the leap up to three times, and `R4` is a rook that goes
/// up to four squares. Before a letter, `f b l r v s` restrict the directions (forward, that is up, backward,
/// left, right, vertical, sideways), and two of them restrict further (`ffN`, `fsN`, `flB`). `c` means that
/// the leap only captures, and `m` that it doesn't, so that such a leap attacks nothing.
///
/// ```
/// use nimatron_rules::{Piece, Surface};
///
/// let knight = Piece::read("N")?;
/// let board = Surface::<1>::read("8x8")?;
/// assert_eq!(board.attacks(&knight).from(0).count(), 2);
/// let torus = Surface::<1>::read("8x8@torus")?;
/// assert_eq!(torus.attacks(&knight).from(0).count(), 8);
/// assert_eq!(Piece::read("BX").unwrap_err().at, 1..2);
/// # Ok::<(), nimatron_rules::NotationError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    text: String,
    leaps: Vec<Leap>,
}

impl Piece {
    /// The chessmen: the names of their games, and their letters.
    pub const CHESSMEN: [(&'static str, &'static str); 5] =
        [("kings", "K"), ("queens", "Q"), ("rooks", "R"), ("bishops", "B"), ("knights", "N")];

    /// The piece as it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The leaps, in a fixed order, none twice.
    #[must_use]
    pub fn leaps(&self) -> &[Leap] {
        &self.leaps
    }

    /// Whether it contains all images of each of its leaps under rotation and reflection.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.leaps.iter().all(|leap| {
            let images = [
                Leap { rows: -leap.rows, ..*leap },
                Leap { cols: -leap.cols, ..*leap },
                Leap { rows: leap.cols, cols: leap.rows, ..*leap },
            ];
            images.iter().all(|image| self.leaps.contains(image))
        })
    }
}

/// The squares that a piece attacks from each square of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attacks<const N: usize> {
    from: Vec<Bits<N>>,
    lines: Vec<Vec<Vec<u16>>>,
}

impl<const N: usize> Attacks<N> {
    /// The squares that it attacks from this one if nothing is in its way. This square itself is never
    /// included.
    #[inline]
    #[must_use]
    pub fn from(&self, square: usize) -> Bits<N> {
        self.from[square]
    }

    /// The same, line by line, each line in the order in which it is travelled. A piece on a line hides what
    /// comes after it. Leaps that are made once are lines of one square.
    #[must_use]
    pub fn lines(&self, square: usize) -> &[Vec<u16>] {
        &self.lines[square]
    }

    /// The squares that it attacks from this one if lines end at the first square of `occupied`, which is
    /// also attacked.
    #[must_use]
    pub fn blocked(&self, square: usize, occupied: Bits<N>) -> Bits<N> {
        let mut attacked = Bits::EMPTY;
        for line in &self.lines[square] {
            for &next in line {
                attacked.insert(next.into());
                if occupied.contains(next.into()) {
                    break;
                }
            }
        }
        attacked
    }

    /// Whether a piece is always attacked by the pieces that it attacks.
    #[must_use]
    pub fn is_mutual(&self) -> bool {
        let answered = |(square, attacked): (usize, &Bits<N>)| {
            attacked.iter().all(|other| self.from[other].contains(square))
        };
        self.from.iter().enumerate().all(answered)
    }

    /// Whether a permutation of the squares maps lines to lines, so that attacks are preserved.
    #[must_use]
    pub fn are_kept_by(&self, image: &[usize]) -> bool {
        (0..self.from.len()).all(|square| {
            let mut here: Vec<Vec<usize>> = Vec::with_capacity(self.lines[square].len());
            for line in &self.lines[square] {
                let line: Vec<usize> = line.iter().map(|&next| image[usize::from(next)]).collect();
                // Most permutations that fail do so early.
                if line.iter().any(|&next| !self.from[image[square]].contains(next)) {
                    return false;
                }
                here.push(line);
            }
            let there = &self.lines[image[square]];
            here.sort_unstable();
            let mut there: Vec<Vec<usize>> =
                there.iter().map(|line| line.iter().map(|&next| next.into()).collect()).collect();
            there.sort_unstable();
            here == there
        })
    }
}

impl<const N: usize> Surface<N> {
    /// The squares that a piece attacks. A line ends at an edge, at a hole, and where it returns to the
    /// square where it began.
    #[must_use]
    pub fn attacks(&self, piece: &Piece) -> Attacks<N> {
        let mut from = vec![Bits::EMPTY; Bits::<N>::ROOM];
        let mut lines = vec![Vec::new(); Bits::<N>::ROOM];
        for square in self.squares() {
            let mut own: Vec<Vec<u16>> = Vec::new();
            for leap in piece.leaps() {
                let line = self.line(square, *leap);
                from[square] = from[square] | line.iter().map(|&next| usize::from(next)).collect();
                if !line.is_empty() {
                    own.push(line);
                }
            }
            own.sort_unstable();
            own.dedup();
            lines[square] = own;
        }
        Attacks { from, lines }
    }

    /// The squares that a leap reaches from a square, one after the other.
    fn line(&self, square: usize, leap: Leap) -> Vec<u16> {
        let (row, col) = self.grid().row_col(square);
        // Lines close: a line with its direction returns after at most twice the number of squares of the
        // board in both directions.
        let most = 4 * Bits::<N>::ROOM as i64;
        let leaps = leap.range.map_or(most, |range| most.min(range.into()));
        let mut line: Vec<u16> = Vec::new();
        for i in 1..=leaps {
            let Some(next) = self.at(row as i64 + i * leap.rows, col as i64 + i * leap.cols) else { break };
            if next == square {
                break;
            }
            line.push(u16::try_from(next).expect("boards have at most 1024 squares"));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Gluing;

    fn attacked(piece: &str, board: &str, square: (usize, usize)) -> u32 {
        let surface = Surface::<1>::read(board).unwrap();
        let attacks = surface.attacks(&Piece::read(piece).unwrap());
        attacks.from(surface.grid().square(square.0, square.1)).count()
    }

    #[test]
    fn chessmen_attack_what_they_do_in_chess() {
        for (piece, corner, centre) in [
            ("K", 3, 8),
            ("Q", 21, 27),
            ("R", 14, 14),
            ("B", 7, 13),
            ("N", 2, 8),
            ("BN", 9, 21),
            ("RN", 16, 22),
        ] {
            assert_eq!(attacked(piece, "8x8", (0, 0)), corner, "{piece}");
            assert_eq!(attacked(piece, "8x8", (3, 3)), centre, "{piece}");
        }
    }

    #[test]
    fn lines_end_where_they_come_back() {
        assert_eq!(attacked("R", "5x6@torus", (0, 0)), 9);
        assert_eq!(attacked("R", "5x6@cylinder", (2, 3)), 9);
        // On a Möbius strip the row continues in the opposite row, and the middle row returns at once.
        assert_eq!(attacked("R", "5x6@mobius", (0, 0)), 11 + 4 - 1);
        assert_eq!(attacked("R", "5x6@mobius", (2, 0)), 9);
        assert_eq!(attacked("B", "5x6@torus", (0, 0)), 29);
        assert_eq!(attacked("NN", "5x5@torus", (0, 0)), 8);
    }

    #[test]
    fn riders_stop_at_holes_and_leapers_pass_them() {
        assert_eq!(attacked("R", "..#.", (0, 0)), 1);
        assert_eq!(attacked("H", "..#.", (0, 0)), 1);
        assert_eq!(attacked("R", "...#@cylinder", (0, 0)), 2);
    }

    #[test]
    fn symmetric_pieces_attack_each_other_on_every_surface_and_its_symmetries_keep_that() {
        let pieces = ["K", "Q", "R", "B", "N", "NN", "D", "Z2", "BN", "RN", "(1,4)", "Q3", "WD"];
        for gluing in Gluing::ALL {
            for size in ["1x4", "2x3", "3x3", "4x4", "4x5", "5x3"] {
                let surface = Surface::<1>::read(&format!("{size}@{}", gluing.name())).unwrap();
                let symmetries = surface.symmetries();
                for piece in pieces {
                    let piece = Piece::read(piece).unwrap();
                    assert!(piece.is_symmetric());
                    let attacks = surface.attacks(&piece);
                    assert!(attacks.is_mutual(), "{} {size} {gluing:?}", piece.text());
                    for image in &symmetries {
                        let kept = surface.squares().iter().all(|square| {
                            let there: Bits<1> =
                                attacks.from(square).iter().map(|next| image[next]).collect();
                            there == attacks.from(image[square])
                        });
                        assert!(kept, "{} {size} {gluing:?}", piece.text());
                        assert!(attacks.are_kept_by(image), "{} {size} {gluing:?}", piece.text());
                    }
                }
            }
        }
    }

    #[test]
    fn one_sided_pieces_are_not_mutual() {
        let surface = Surface::<1>::read("4x4").unwrap();
        let attacks = surface.attacks(&Piece::read("fW").unwrap());
        assert!(!attacks.is_mutual());
        assert_eq!(attacks.from(8), Bits::square(0));
        // Of the symmetries of the square, only the one that exchanges left and right preserves forward.
        let kept = surface.symmetries().iter().filter(|image| attacks.are_kept_by(image)).count();
        assert_eq!(kept, 1);
    }

    #[test]
    fn what_stands_on_a_line_hides_what_comes_after() {
        let surface = Surface::<1>::read("1x6").unwrap();
        let attacks = surface.attacks(&Piece::read("R").unwrap());
        assert_eq!(attacks.blocked(0, Bits::square(3)), (1..4).collect());
        assert_eq!(attacks.blocked(0, Bits::EMPTY), attacks.from(0));
    }
}
